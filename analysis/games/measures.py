"""Measures of plies: the columns, scores and captures that each game's ``measures.py`` defines."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, NamedTuple, TypeVar

M = TypeVar("M")
P = TypeVar("P")

Cell = str | int | float | Sequence[str] | Sequence[int] | None
"""The value of a column; None if there is none."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: its name in data frames and files; never an attribute of data frames or series.
        type: ``text``; ``word``, a text of few different values; ``number``, of 32 bits; ``count``,
            of 16 bits; ``key``, of 64 bits without a sign; ``real``, a float; ``flag``;
            ``words`` and ``counts``, lists; ``tags``, a map.
        meaning: what it holds, with the unit.
    """

    name: str
    type: str
    meaning: str


def per_side(name: str, meaning: str, sides: int) -> tuple[Column, ...]:
    """Return a column of counts for each side: ``NAME_1``, ``NAME_2``...

    Args:
        name: the name without the number.
        meaning: what the columns hold, with ``{}`` for the number of the side.
        sides: number of sides.
    """
    sides_from_1 = range(1, sides + 1)
    return tuple(Column(f"{name}_{side}", "count", meaning.format(side)) for side in sides_from_1)


KIND = Column("kind", "word", "kind of move, in each game's own words")
FROM_POINT = Column("from_point", "word", "point that the move starts from")
TO_POINT = Column("to_point", "word", "point that it reaches")
MOVE_COLUMNS = (KIND, FROM_POINT, TO_POINT)
"""Columns of moves that most games fill."""

MATERIAL = per_side("material", "pieces of side {} on the board", 3)
"""Columns of pieces, for up to three sides."""

LONGEST = per_side("longest", "longest line of side {}, in pieces", 3)
"""Columns of the longest line, for up to three sides."""


class CaptureCount(NamedTuple):
    """A distribution of captures that only some games have.

    In a column of lists every item of every ply is counted, in any other column the value of each
    ply that captures.

    Attributes:
        name: its key among the distributions of captures.
        column: the column whose values are counted.
        title: its heading in tables.
    """

    name: str
    column: Column
    title: str


class Measures(ABC, Generic[M, P]):
    """The measures of one game, for its complete moves and positions.

    Attributes:
        COLUMNS: the columns that the game fills besides those of every game: columns of this
            module, and its own. In tables, a column of its own comes before the next column of this
            module in the tuple, and after those of games registered earlier.
        CAPTURES: distributions of captures besides those of every game.
    """

    COLUMNS: ClassVar[tuple[Column, ...]] = ()
    CAPTURES: ClassVar[tuple[CaptureCount, ...]] = ()

    def values(self, before: P, move: M | None, after: P) -> tuple[Cell, ...]:
        """Return the values of `COLUMNS` for a ply.

        It is needed only for games without rules on arrays; with these,
        `analysis.games.arrays.Boards` has the values of all plies.

        Args:
            before: the position that it was played in.
            move: the complete move, legal or carried out as recorded; None if only the board can be
                measured.
            after: the position that it led to.
        """
        raise NotImplementedError(f"{type(self).__name__} has no values of single plies")

    @abstractmethod
    def captured(self, before: P, move: M) -> tuple[str, ...]:
        """Return the names of the points where a move takes enemy pieces."""

    @abstractmethod
    def standing(self, position: P) -> tuple[int, ...]:
        """Return the score of each side, in the game's own unit; the highest leads."""
