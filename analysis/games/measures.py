"""The base class of the measures of plies, such as scores and captures; games have subclasses."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

M = TypeVar("M")
P = TypeVar("P")

Cell = str | int | float | Sequence[str] | Sequence[int] | None
"""The value of a column; None if there is none."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: the column's name in data frames and files. It must not be the name of an attribute of
            pandas data frames or series.
        type: ``text``; ``word``, a text with few distinct values; ``number``, a 32-bit integer;
            ``count``, a 16-bit integer; ``key``, an unsigned 64-bit integer; ``real``, a float;
            ``flag``, a bool; ``words`` and ``counts``, lists; ``tags``, a map.
        meaning: the meaning of the values, with the unit.
    """

    name: str
    type: str
    meaning: str


def per_side(name: str, meaning: str, sides: int) -> tuple[Column, ...]:
    """Return a column of counts for each side: ``NAME_1``, ``NAME_2``...

    Args:
        name: the name without the number.
        meaning: the meaning of the values, with ``{}`` for the number of the side, from 1.
        sides: number of sides.
    """
    sides_from_1 = range(1, sides + 1)
    return tuple(Column(f"{name}_{side}", "count", meaning.format(side)) for side in sides_from_1)


KIND = Column("kind", "word", "kind of move, in each game's own words")
FROM_POINT = Column("from_point", "word", "point that the move starts from")
TO_POINT = Column("to_point", "word", "point that the move reaches")
MOVE_COLUMNS = (KIND, FROM_POINT, TO_POINT)
"""Columns of moves that most games fill."""

MATERIAL = per_side("material", "number of pieces of side {} on the board", 3)
"""Columns of the number of pieces, for up to three sides."""

LONGEST = per_side("longest", "number of pieces in the longest line of side {}", 3)
"""Columns of the length of the longest line, for up to three sides."""


class CaptureCount(NamedTuple):
    """A distribution of captures: how often each value of a column occurs.

    In a column of lists all items of all plies are counted; in other columns, the values of plies
    that capture.

    Attributes:
        name: the key of the distribution in JSON.
        column: the column whose values are counted.
        title: the heading of the distribution in tables.
    """

    name: str
    column: Column
    title: str


class Measures(ABC, Generic[M, P]):
    """The measures of one game, for its complete moves and positions.

    Attributes:
        COLUMNS: the columns that the game fills in addition to those of all games: columns of this
            module, and columns of its own. In tables, each of its own columns is put directly
            before the column of this module that follows in the tuple.
        CAPTURES: distributions over captures in addition to those of all games.
    """

    COLUMNS: ClassVar[tuple[Column, ...]] = ()
    CAPTURES: ClassVar[tuple[CaptureCount, ...]] = ()

    def of_move(self, before: P, claim: Any) -> tuple[Cell, ...]:
        """Return the points of `captured`, then the values of the first of `COLUMNS`.

        Games with rules on arrays define this method for the columns about the move, and
        `analysis.games.arrays.ArrayRules.measures` for those about the board.

        Args:
            before: the position before the ply.
            claim: the complete or partial move, legal or carried out as recorded; None for missing
                values.
        """
        raise NotImplementedError(f"{type(self).__name__} has no values of single moves")

    def values(self, before: P, move: M | None, after: P) -> tuple[Cell, ...]:
        """Return the values of `COLUMNS` for a ply, in games without rules on arrays.

        Args:
            before: the position before the ply.
            move: the complete move, legal or carried out as recorded; None if only the board can be
                measured.
            after: the position after the ply.
        """
        raise NotImplementedError(f"{type(self).__name__} has no values of single plies")

    @abstractmethod
    def captured(self, before: P, move: M) -> tuple[str, ...]:
        """Return the names of the points where a move takes enemy pieces."""

    @abstractmethod
    def standing(self, position: P) -> tuple[int, ...]:
        """Return the score of each side, in the game's own unit; the highest score leads."""
