"""Which game the lines of a text are of."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Self

from notation import Dialect, Finding
from notation.characters import Folded
from notation.registry import likeliest
from records.assumptions import Assumptions, why_likeliest, why_only
from records.model import Place
from records.text.counts import CountsOrNumbers
from records.text.dashes import marks_between
from records.text.naming import possible_dialects
from records.text.plain.section import places_in
from records.text.rows.remarks import with_remarks
from records.text.tokens import Kind, Token, fit, tokens

ROOM = 1 << 19
"""Characters of a game's lines up to which all of them decide which game it is."""

PER_LINE = 150
"""Characters as which a line counts besides its own."""

AROUND = frozenset(
    {"title", "heading", "skipped-text", "diagram", "tag-words", "repeated-tag", "unclosed-comment"}
    | {"reader-fault"}
)
"""Codes of notes on what stands around moves, which hold whatever the game is."""


def is_around(one: Finding) -> bool:
    """Whether a finding is on what stands around moves; one on a word in a row of moves is not."""
    return one.code in AROUND and not (one.code == "skipped-text" and one.text)


class GuessedGame(CountsOrNumbers):
    """The part of a game in progress that decides which game it is, where no name does."""

    assumptions: Assumptions
    line: int
    result: str
    tags: dict[str, str]
    findings: list[Finding]
    lines: list[tuple[str, int]]
    room: int
    odd: list[tuple[int, Folded]]
    installed: tuple[Dialect[object], ...]

    @property
    def is_named(self) -> bool:
        """Whether the caller, a tag or the title names the game."""
        raise NotImplementedError

    @property
    def has_doubts(self) -> bool:
        """Whether there is text that may be moves or comments."""
        raise NotImplementedError

    @property
    def is_guessed(self) -> bool:
        """Whether nothing but the moves decides which game it is."""
        raise NotImplementedError

    def sides(self) -> list[tuple[str, ...]]:
        """Return the sides as tags name them, in each game that it may be; two of an unknown."""
        raise NotImplementedError

    def dialect(self) -> Dialect[object] | None:
        """Return the dialect that fits the moves best, None if none fits."""
        raise NotImplementedError

    def again(self, assumptions: Assumptions) -> Self:
        """Return the game without its moves, with its tags and the notes on what is around it."""
        raise NotImplementedError

    def take(self, token: Token, where: Callable[[int], Place]) -> None:
        """Add a token of a line of game text; ``where`` returns the place of a column."""
        raise NotImplementedError

    def take_mark(self, mark: str, place: Place) -> None:
        """Count a mark between moves that means nothing."""
        raise NotImplementedError

    def remember(self, text: str, first: int) -> None:
        """Keep lines of moves, to be read again if the game was not guessed well.

        Of a text that is far longer than any game, none are kept.
        """
        self.room -= len(text) + PER_LINE
        if self.room > 0:
            self.lines.append((text, first))
        else:
            self.lines.clear()

    def _likelier(self) -> str | None:
        """Return the game that all lines fit better than the one that they were read as."""
        if self.room <= 0:
            message = "the record names no game, and is long: the first moves decide which it is of"
            self.note("guessed-game", message, (self.line, 1))
            return None
        dialect = self.dialect() if self.is_guessed else None
        if dialect is None or (dialect.are_canonical(self.moves) and not self.has_doubts):
            return None
        return likelier_game(self.lines, possible_dialects(self.assumptions, self.tags), dialect)

    def _read_as(self, game: str) -> Self:
        """Return what the same lines hold, read as those of a game."""
        odd, other = dict(self.odd), self.again(replace(self.assumptions, game=game))
        for text, first in self.lines:
            where = written_places(text, first, odd)
            found = with_remarks(tokens(text, other.dialects), text, other)
            for token in found:
                other.take(token, where)
            for mark, column in marks_between(text, found):
                other.take_mark(mark, where(column))
        message = f"the record names no game: all lines together fit {game} best"
        other.note("guessed-game", message, (self.line, 1))
        other.findings.sort(key=lambda one: one.line or 0)
        return other

    def _why(self) -> str:
        """Return why the game is taken; note it if the moves fit several games equally well."""
        if self.is_named:
            return ""
        among = self.installed or possible_dialects(self.assumptions, self.tags)
        if len(among) == 1:
            return why_only(among[0])
        found = likeliest(self.moves, among)
        why = why_likeliest(found) if found else ""
        if found and len(found.games) > 1 and self.is_guessed:
            self.note("guessed-game", why, (self.line, 1))
            return ""
        return why


def written_places(text: str, first: int, odd: Mapping[int, Folded]) -> Callable[[int], Place]:
    """Return what turns columns of folded lines into places of the lines as written."""
    place = places_in(text, first)

    def where(column: int) -> Place:
        line, column = place(column)
        return line, odd[line].column(column) if line in odd else column

    return where


def likelier_game(
    lines: Sequence[tuple[str, int]], possible: Iterable[Dialect[object]], dialect: Dialect[object]
) -> str | None:
    """Return the game that lines fit better than that of a dialect, None if no game does.

    A word that is left over weighs as much as two moves that are not canonical, and so does it that
    all moves are written in small or in capital letters.
    """
    costs: dict[str, int] = {}
    for one in possible:
        found = [token for text, _ in lines for token in tokens(text, [one])]
        moves = [token.text for token in found if token.kind is Kind.MOVE]
        ways = (_uncanonical(one, moves), *(2 + _uncanonical(one, [way(text) for text in moves])
                for way in (str.upper, str.lower)))  # fmt: skip
        cost = min(ways) - 2 * fit(found, one)[0]
        costs[one.game] = min(cost, costs.get(one.game, cost))
    best = min(costs, key=lambda game: costs[game])
    return best if costs[best] < costs[dialect.game] else None


def _uncanonical(dialect: Dialect[object], moves: Iterable[str]) -> int:
    return sum(not dialect.are_canonical([text]) for text in moves)


def is_undecided(game: GuessedGame | None, assumptions: Assumptions) -> bool:
    """Whether neither a name nor a move of the game in progress has decided which game it is."""
    is_decided = game is not None and (game.moves or game.result or "Game" in game.tags)
    return not (is_decided or assumptions.game)


def has_move(found: Iterable[Token]) -> bool:
    """Whether a move is among tokens."""
    return any(token.kind is Kind.MOVE for token in found)
