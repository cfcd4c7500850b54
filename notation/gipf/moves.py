"""GIPF turns and partial turns: what is pushed in and what is taken off the board.

A *turn* is everything that one player does at a time: he takes his rows that stand, pushes a piece
in from a dot, and takes the rows that this makes. Points are names such as
``e5``; a *row* is what is taken along one line at one time.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from notation.gipf.points import line_through, name


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A piece that is taken off the board: ``d5``, a GIPF piece ``Gd4``, an opponent's ``c4*``.

    Attributes:
        spot: where it stands.
        gipf: whether it is a GIPF piece, two pieces stacked.
        captured: whether it is the opponent's, and so captured; one's own return to the reserve.
    """

    spot: str
    gipf: bool = False
    captured: bool = False

    def __str__(self) -> str:
        return f"{'G' if self.gipf else ''}{self.spot}{'*' if self.captured else ''}"


@dataclass(frozen=True, slots=True)
class Row:
    """What is taken of one row; GIPF pieces left standing are not in it.

    Attributes:
        pieces: the pieces taken, in order of their names.
        line: the dots at the ends of the row's line, such as ``b1-i4``; empty where it is unknown.
    """

    pieces: tuple[Piece, ...]
    line: str = ""

    def __str__(self) -> str:
        return "x" + ",".join(map(str, self.pieces))

    @property
    def named_line(self) -> str:
        """The row's line, worked out from two or more spots where it is not given."""
        if self.line or len(self.pieces) < 2:
            return self.line
        line = line_through(piece.spot for piece in self.pieces)
        return name(line) if line else ""


@dataclass(frozen=True, slots=True)
class Removal:
    """All that a player takes before, or after, his push.

    Two removals of the same pieces are equal. How they divide into rows is kept for writing: where
    rows cross on a GIPF piece, it may be counted to either.

    Attributes:
        pieces: the pieces taken, in order of their names.
        rows: the rows that they make up.
    """

    pieces: tuple[Piece, ...] = ()
    rows: tuple[Row, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "Removal":
        """Return the removal of some rows."""
        rows = tuple(rows)
        return cls(tuple(sorted({piece for row in rows for piece in row.pieces})), rows)

    def __bool__(self) -> bool:
        return bool(self.pieces)

    def __str__(self) -> str:
        return ";".join(map(str, self.lists))

    @property
    def lists(self) -> tuple[Row, ...]:
        """The rows to be written: all pieces as one where it is not known how they divide."""
        return self.rows or ((Row(self.pieces),) if self.pieces else ())

    @property
    def spots(self) -> frozenset[str]:
        """The spots that are cleared."""
        return frozenset(piece.spot for piece in self.pieces)

    @property
    def gipf(self) -> frozenset[str]:
        """The spots of the GIPF pieces that are taken."""
        return frozenset(piece.spot for piece in self.pieces if piece.gipf)


NOTHING = Removal()
"""The removal of no piece."""


@dataclass(frozen=True, slots=True)
class Push:
    """A piece brought in: ``e2``, ``c7-e7``, ``Ga1-c3``.

    Attributes:
        spot: where the furthest piece that moves comes to stand.
        dot: where the piece enters; None if it displaces nothing, for then it does not matter.
        gipf: whether a GIPF piece is brought in.
    """

    spot: str
    dot: str | None = None
    gipf: bool = False

    def __str__(self) -> str:
        way = f"{self.dot}-{self.spot}" if self.dot else self.spot
        return f"G{way}" if self.gipf else way


@dataclass(frozen=True, slots=True)
class Move:
    """A whole turn of one player, complete.

    Attributes:
        before: what he takes before the push: rows that his opponent's push made.
        push: the piece that he brings in; None if he has lost by what he took before it.
        after: what he takes after the push.
        reserve: pieces in his reserve after all that; None where the text has no count.
    """

    before: Removal
    push: Push | None
    after: Removal
    reserve: int | None = None

    def __str__(self) -> str:
        parts = [part for part in (self.before, self.push, self.after) if part]
        reserve = "" if self.reserve is None else f" ({self.reserve})"
        return ";".join(map(str, parts)) + reserve


@dataclass(frozen=True, slots=True)
class PartialPush:
    """The first step of a push, which leaves open how far the pieces in the way are displaced.

    Attributes:
        dot: where the piece enters.
        spot: the spot next to it.
        gipf: whether a GIPF piece is brought in.
    """

    dot: str
    spot: str
    gipf: bool = False

    def __str__(self) -> str:
        return f"{'G' if self.gipf else ''}{self.dot}-{self.spot}"


@dataclass(frozen=True, slots=True)
class PartialRemoval:
    """A removal whose pieces are not all named; None stands for what the text leaves open.

    Attributes:
        rows: how many rows are taken, at least; 0 if none.
        lines: lines of the rows that are taken; none are named if it is empty.
        gipf: the spots of just those GIPF pieces that are taken.
        spots: the spots of all pieces that are taken.
    """

    rows: int | None = None
    lines: frozenset[str] = frozenset()
    gipf: frozenset[str] | None = None
    spots: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class PartialMove:
    """A turn without the pieces taken, or without the end of the push, which the board decides.

    Attributes:
        before: the removal before the push.
        push: the push, or its first step; None if there is none.
        after: the removal after the push.
        side: the name of the side that moves; empty where the text names none.
        reserve: pieces in the mover's reserve after the turn; None where the text has no count.
    """

    before: PartialRemoval
    push: Push | PartialPush | None
    after: PartialRemoval
    side: str = ""
    reserve: int | None = None


Claim = Move | PartialMove
