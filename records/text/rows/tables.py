"""Tables of moves as values: rows of plies, with the words that each was read from."""

from dataclasses import dataclass, field

from notation import Dialect
from notation.findings import Finding
from records.model import Place
from records.text.rows.cells import PlacedWord


@dataclass(frozen=True, slots=True)
class TablePly:
    """A ply of a row.

    Attributes:
        text: the text as it was read, without blanks that are no part of a move; `NOTHING` where
            nothing is left.
        line: number of the line on which it stands, or would stand.
        column: where it begins in the line, from 1.
        readable: whether it is a move, as far as its form goes.
        words: the words, or parts of words, that it was read from.
    """

    text: str
    line: int
    column: int
    readable: bool
    words: tuple[PlacedWord, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table.

    Attributes:
        number: its number by sequence.
        line: number of the line on which it stands, or would stand.
        plies: its plies; of one side where the sides stand one above the other.
    """

    number: int
    line: int
    plies: tuple[TablePly, ...]


@dataclass(frozen=True, slots=True)
class MoveTable:
    """The rows of one game, or of a part of one.

    Attributes:
        rows: the rows in the order of their numbers, none missing between the first and the last.
        width: how many plies a full row has.
        dialect: the dialect by which the rows were cut.
        lines: the numbers of the lines that the table reaches over, first and last.
        skipped: lines among the rows that belong to none, such as repeated headings.
        notes: what was corrected, filled, cut or left out, each with its place.
        is_plain: whether nothing is damaged: reading the lines token by token gives the same.
        times: words in columns beside the moves, which are no plies.
    """

    rows: tuple[TableRow, ...]
    width: int
    dialect: Dialect[object]
    lines: tuple[int, int]
    skipped: tuple[int, ...] = ()
    notes: tuple[Finding, ...] = field(default=(), compare=False)
    is_plain: bool = False
    times: tuple[PlacedWord, ...] = ()

    @property
    def plies(self) -> tuple[TablePly, ...]:
        """The plies of all rows, in the order of the game."""
        return tuple(ply for row in self.rows for ply in row.plies)

    def before(self, place: Place) -> int:
        """Return the index of the last ply that stands before a place, -1 if none does."""
        places = [(ply.line, ply.column) for ply in self.plies]
        there = (index for index, at in enumerate(places) if at < place)
        return max(there, key=places.__getitem__, default=-1)
