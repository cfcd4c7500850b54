"""The ways to read a game in which brackets or rests of lines may be moves or comments."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, islice

from notation import Finding
from notation.findings import note
from records.model import Place
from records.text.tokens import Kind, Token

Taken = tuple[Token, Place]
"""A token, and where it stands."""

WAYS = 7
"""Most other readings of a game: all that three doubtful places have."""

LONGEST = 20_000
"""Tokens after which a game is read in one way only."""

_NAMED = 3


@dataclass(slots=True)
class Doubts:
    """The tokens of a game in progress, and which of them may be something else.

    Attributes:
        taken: the tokens with their places.
        instead: by index of a doubtful token what it may be instead, with the places.
    """

    taken: list[Taken] = field(default_factory=list)
    instead: dict[int, list[Taken]] = field(default_factory=dict)

    def take(self, token: Token, at: Place, where: Callable[[int], Place]) -> None:
        """Keep a token and its place; ``where`` returns the place of a column."""
        if len(self.taken) > LONGEST:
            self.instead = {}
            return
        if token.instead:
            others = [(one, where(one.column)) for one in token.instead]
            self.instead[len(self.taken)] = others
        self.taken.append((token, at))

    def note(self, changed: frozenset[int] = frozenset()) -> Finding:
        """Return the note on a reading in which some doubtful tokens are something else."""
        how = [self._how(index, index in changed) for index in islice(self.instead, _NAMED)]
        more = len(self.instead) - len(how)
        message = f"{', '.join(how)}{f', and {more} more places' if more else ''}"
        line, column = self.taken[min(self.instead)][1]
        return note("legal-reading", message).at(line=line, column=column)

    def _how(self, index: int, changed: bool) -> str:
        token = self.taken[index][0]
        is_comment = (token.kind is Kind.COMMENT) is not changed
        return f"{_written(token)!r} is read as {'a comment' if is_comment else 'moves'}"

    def readings(self) -> Iterator[tuple[Finding, list[Taken]]]:
        """Yield the other readings, likeliest first: the note on each, and its tokens."""
        for changed in self._ways():
            yield self.note(changed), list(self._reading(changed))

    def _ways(self) -> Iterator[frozenset[int]]:
        """Yield the doubtful tokens that a reading changes: first those written alike together."""
        places, alike = list(self.instead), defaultdict[tuple[str, Kind], list[int]](list)
        for index in places:
            token = self.taken[index][0]
            alike[_written(token)[:1], token.kind].append(index)
        sizes = range(1, min(len(places), WAYS) + 1)
        some = chain.from_iterable(combinations(places, size) for size in sizes)
        ways = dict.fromkeys(map(frozenset, chain(alike.values(), [places], islice(some, WAYS))))
        return islice(ways, WAYS)

    def _reading(self, changed: frozenset[int]) -> Iterator[Taken]:
        commented: int | None = None
        for index, (token, place) in enumerate(self.taken):
            if place[0] == commented:
                continue
            if index not in changed:
                yield token, place
                continue
            yield from self.instead[index]
            commented = place[0] if token.kind is Kind.SEPARATOR else None


def _written(token: Token) -> str:
    return token.written or token.instead[0].written
