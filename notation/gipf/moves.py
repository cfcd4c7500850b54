"""GIPF turns and partial turns: pushes and removals.

In a *turn* a player removes rows of four or more of his pieces, pushes a piece in from a dot, and
removes the rows that result. Points are names such as ``e5``. A *row* here is the pieces that one
removal takes from one line.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from notation.gipf.points import line_through, name


class Piece(NamedTuple):
    """A removed piece: ``d5``; ``Gd4`` is a GIPF piece, ``c4*`` an opponent's piece.

    Attributes:
        spot: the spot of the piece.
        gipf: whether the piece is a GIPF piece, two pieces stacked.
        captured: True for an opponent's piece, False for a piece that returns to the reserve.
    """

    spot: str
    gipf: bool = False
    captured: bool = False

    def __str__(self) -> str:
        return f"{'G' if self.gipf else ''}{self.spot}{'*' if self.captured else ''}"


class Row(NamedTuple):
    """The pieces taken from one row, without the GIPF pieces left on the board.

    Attributes:
        pieces: the pieces taken, in order of their names.
        line: the dots at the ends of the row's line, such as ``b1-i4``; empty if unknown.
    """

    pieces: tuple[Piece, ...]
    line: str = ""

    def __str__(self) -> str:
        return "x" + ",".join(map(str, self.pieces))

    @property
    def named_line(self) -> str:
        """The name of the row's line: ``line``, or the line of its spots; empty if unknown."""
        if self.line or len(self.pieces) < 2:
            return self.line
        line = line_through(piece.spot for piece in self.pieces)
        return name(line) if line else ""


@dataclass(frozen=True, slots=True)
class Removal:
    """The pieces that a player removes before, or after, the push.

    Two removals of the same pieces are equal, whatever their rows: a GIPF piece on the crossing of
    two rows may be listed in either.

    Attributes:
        pieces: the pieces taken, in order of their names.
        rows: the rows of the pieces; empty if unknown.
    """

    pieces: tuple[Piece, ...] = ()
    rows: tuple[Row, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "Removal":
        """Return the removal of the given rows."""
        rows = tuple(rows)
        pieces = {piece for row in rows for piece in row.pieces}
        return cls(tuple(sorted(pieces)), rows)

    def __bool__(self) -> bool:
        return bool(self.pieces)

    def __str__(self) -> str:
        return ";".join(map(str, self.lists))

    @property
    def lists(self) -> tuple[Row, ...]:
        """The removed rows; if the rows are unknown, all removed pieces as one row."""
        return self.rows or ((Row(self.pieces),) if self.pieces else ())

    @property
    def spots(self) -> frozenset[str]:
        """The spots of the removed pieces."""
        return frozenset(piece.spot for piece in self.pieces)

    @property
    def gipf(self) -> frozenset[str]:
        """The spots of the removed GIPF pieces."""
        return frozenset(piece.spot for piece in self.pieces if piece.gipf)


NOTHING = Removal()
"""A removal without pieces."""


class Push(NamedTuple):
    """A piece brought in: ``e2``, ``c7-e7``, ``Ga1-c3``.

    Attributes:
        spot: the target of the furthest piece that moves.
        dot: the dot where the piece enters; None if no piece is displaced, so that any dot next to
            ``spot`` will do.
        gipf: whether a GIPF piece is brought in.
    """

    spot: str
    dot: str | None = None
    gipf: bool = False

    def __str__(self) -> str:
        way = f"{self.dot}-{self.spot}" if self.dot else self.spot
        return f"G{way}" if self.gipf else way


class Move(NamedTuple):
    """A complete turn of one player.

    Attributes:
        before: the removal before the push, of rows that the opponent's push made.
        push: the push; None if the game ends with the removal before it.
        after: the removal after the push.
        reserve: pieces in the mover's reserve after the turn; None where the text has no count.
    """

    before: Removal
    push: Push | None
    after: Removal
    reserve: int | None = None

    def __str__(self) -> str:
        parts = [part for part in (self.before, self.push, self.after) if part]
        reserve = "" if self.reserve is None else f" ({self.reserve})"
        return ";".join(map(str, parts)) + reserve


class PartialPush(NamedTuple):
    """The first step of a push; the target of the furthest piece is not known.

    Attributes:
        dot: the dot where the piece enters.
        spot: the spot next to the dot.
        gipf: whether a GIPF piece is brought in.
    """

    dot: str
    spot: str
    gipf: bool = False

    def __str__(self) -> str:
        return f"{'G' if self.gipf else ''}{self.dot}-{self.spot}"


@dataclass(frozen=True, slots=True)
class PartialRemoval:
    """A removal whose pieces are not all named.

    Attributes:
        rows: minimum number of rows that are taken; None if the text does not say.
        lines: names of the lines of the rows; empty if the text does not say.
        gipf: the spots of all GIPF pieces that are taken; None if the text does not say.
        spots: the spots of all pieces that are taken; None if the text does not say.
        order: names of the lines in the order of their removal; empty if the text does not say.
    """

    rows: int | None = None
    lines: frozenset[str] = frozenset()
    gipf: frozenset[str] | None = None
    spots: frozenset[str] | None = None
    order: tuple[str, ...] = field(default=(), compare=False)


class PartialMove(NamedTuple):
    """A turn whose text leaves removed pieces or the target of the push to the board.

    Attributes:
        before: the removal before the push.
        push: the push, or its first step; None if the turn has no push.
        after: the removal after the push.
        side: the name of the side that moves; empty if the text names none.
        reserve: pieces in the mover's reserve after the turn; None where the text has no count.
    """

    before: PartialRemoval
    push: Push | PartialPush | None
    after: PartialRemoval
    side: str = ""
    reserve: int | None = None
