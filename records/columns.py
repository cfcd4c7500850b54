"""Plain games in columns: moves as numbers, and records that are made when they are asked for.

An archive of programs has games by the million that differ in their moves and little else. What is
asked of all of them alike is asked of the columns; the few of which more is asked become records.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, overload

from notation.dialect import AnyDialect
from notation.memo import MEMO_LIMIT
from notation.printing import json_line
from records.model import Record, Source
from records.results import CANONICAL

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Codes: TypeAlias = npt.NDArray[np.int32]

ROWS = 2000
"""Rows of moves that a plain game has at most."""

END = "\2"
"""The word that ends a game."""

ENDED, FIRST_ROW = -1, -10
"""The codes of `END` and of the first number of a row; those of the next rows are lower. The codes
of results stand between."""

_FIXED = {
    END: ENDED,
    **{result: ENDED - 1 - place for place, result in enumerate(CANONICAL)},
    **{f"{number}.": FIRST_ROW + 1 - number for number in range(1, ROWS)},
}

RESULTS = {code: word for word, code in _FIXED.items() if FIRST_ROW < code < ENDED}
"""The results by their codes."""


class WordCodes(dict[str, int]):
    """Codes of the words in rows of moves, each found on first use.

    Moves have codes from 1 on, as `canonical` of the dialect returns them; what is not a canonical
    move has 0. Numbers of rows, results and `END` have codes below.

    Attributes:
        dialect: the dialect of the moves.
        texts: the texts of the moves by their codes; the first stands for what is not canonical.
    """

    def __init__(self, dialect: AnyDialect) -> None:
        """Begin with numbers and results."""
        super().__init__(_FIXED)
        self.dialect = dialect
        self.texts = [""]

    def __missing__(self, word: str) -> int:
        text = self.dialect.canonical_text(word)
        code = 0
        if text is not None:
            code = len(self.texts)
            self.texts.append(text)
        self[word] = code
        return code

    @property
    def is_full(self) -> bool:
        """Whether there are so many words that it is time to begin anew."""
        return len(self) > MEMO_LIMIT


class PlainGames:
    """Games of one dialect and variant that start as the variant does, with nothing beside them.

    Attributes:
        variant: the variant string that they state; None where they state none.
        words: the words that the codes stand for, and their dialect.
        codes: the codes of the moves, one game after the other.
        lengths: number of plies of each game.
        results: the result of each game.
    """

    def __init__(
        self,
        variant: str | None,
        words: WordCodes,
        codes: "Codes",
        lengths: "Codes",
        results: Sequence[str],
    ) -> None:
        self.variant, self.words = variant, words
        self.codes, self.lengths, self.results = codes, lengths, results

    @cached_property
    def stops(self) -> list[int]:
        """For each game, the number of plies of the games up to it."""
        return list(accumulate(self.lengths.tolist()))

    def moves(self, number: int) -> tuple[str, ...]:
        """Return the move texts of a game."""
        stop = self.stops[number]
        codes = self.codes[stop - int(self.lengths[number]) : stop].tolist()
        return tuple(map(self.words.texts.__getitem__, codes))


class PlainGame:
    """A game that becomes a record when it is asked for.

    Attributes:
        among: the games that it is one of.
        number: which of them it is, from 0.
        path: name of the source.
        line: the line of it on which it begins, from 1.
        game: which game of it it is, from 1.
    """

    __slots__ = ("among", "game", "line", "number", "path")

    among: PlainGames
    number: int
    path: str
    line: int
    game: int

    # An abstract base class would slow down every `isinstance`.

    def record(self) -> Record:
        """Return the record."""
        raise NotImplementedError

    @property
    def source(self) -> Source:
        """Where the record is."""
        raise NotImplementedError

    def own_tags(self) -> dict[str, str]:
        """Return the tags of the record."""
        raise NotImplementedError

    @staticmethod
    def tags_as_json(games: "Sequence[PlainGame]") -> list[str]:
        """Return the tags of each of some games, as `json_line` writes them."""
        return [json_line(game.own_tags()) for game in games]

    def tag(self, name: str) -> str:
        """Return the value of a tag of the record, empty if it has none."""
        raise NotImplementedError

    def rewritten(self, moves: tuple[str, ...], dialect: AnyDialect) -> Record:
        """Return the record with its moves in another dialect, and without their places."""
        raise NotImplementedError


class RewrittenGames(NamedTuple):
    """Valid games in columns that follow one another, with their moves in a dialect.

    Attributes:
        games: the games, which are of the same `PlainGames`.
        dialect: the dialect.
        texts: texts of moves, among them all of these games.
        codes: for every ply the place of its text among them, one game after the other.
        lengths: number of plies of each game.
    """

    games: Sequence[PlainGame]
    dialect: AnyDialect
    texts: Sequence[str]
    codes: "Codes"
    lengths: "Codes"

    def records(self) -> Iterator[Record]:
        """Yield the records."""
        for game, moves in zip(self.games, self.moves(), strict=True):
            yield game.rewritten(tuple(moves), self.dialect)

    def moves(self) -> Iterator[list[str]]:
        """Yield the move texts of each game."""
        texts = list(map(self.texts.__getitem__, self.codes.tolist()))
        start = 0
        for stop in accumulate(self.lengths.tolist()):
            yield texts[start:stop]
            start = stop

    @property
    def variant(self) -> str | None:
        """The variant string that they state; None where they state none."""
        return self.games[0].among.variant

    @property
    def tags(self) -> list[str]:
        """The tags of each game, as `json_line` writes them."""
        return self.games[0].tags_as_json(self.games)

    @property
    def results(self) -> list[str]:
        """The result of each game."""
        results = self.games[0].among.results
        return [results[game.number] for game in self.games]


class LazyRecords(Sequence[Record]):
    """Records of which some are not made before they are asked for.

    Attributes:
        entries: the records, and what others are made of.
    """

    def __init__(self, entries: Sequence[Record | PlainGame]) -> None:
        self.entries = list(entries)

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self.entries)))]
        entry = self.entries[index]
        return entry if isinstance(entry, Record) else entry.record()
