"""Megiddo variants, and the state of a game: stones, captures, position strings, the end.

A position string has six rings from the star outward, the side to move, and the number of stones
that each side has captured. In ``6/1r4/1bb3/6/6/6 r 0,2`` stones are on B2, B3 and C3, red is to
move, and blue has captured two.
"""

import re
from dataclasses import dataclass
from typing import ClassVar, Self

from analysis.games.bits import EMPTY, bits_of, unpack_row
from analysis.games.megiddo.board import (
    EDGES,
    FULL,
    LINES,
    NAMES,
    SIZE,
    CaptureWave,
    Line,
    MegiddoBoard,
    bit,
    bits,
    board,
    has_line,
    symmetries,
    union,
)
from analysis.games.position import Outcome
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Flag, Option, Setting, Variant, Words
from notation.errors import InvalidPosition
from notation.megiddo import Move, Point

COLOURS = ("red", "blue", "green")
"""The names of the sides in the order of moving."""

LETTERS = "".join(colour[0] for colour in COLOURS)

ARBATTA = 6
"""Number of captured stones that wins a game; twice as many are needed with ``cleopatra``."""


@dataclass(frozen=True, slots=True)
class MegiddoVariant(Variant):
    """A variant of Megiddo; all options can be combined.

    Attributes:
        edge: the lines on which captures continue from ring 6 to ring 1: none (``base``), radials
            (``master``), or radials and spirals (``grand-master``).
        cleopatra: whether two adjacent stones also capture the enemy stones on both sides of them.
        radial_move: whether a player may slide a stone along its spoke instead of placing one.
        players: number of players. Two or three have a colour each; four or six play in teams of
            two partners with the same colour.
    """

    GAME: ClassVar[str] = "megiddo"
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Words("edge", EDGES),
        Flag("cleopatra", "cleopatra"),
        Flag("radial_move", "radial-move"),
        Setting("players", (2, 3, 4, 6)),
    )

    edge: str = "base"
    cleopatra: bool = False
    radial_move: bool = False
    players: int = 2

    @property
    def board(self) -> MegiddoBoard:
        """The geometry of captures in the variant."""
        return board(self.edge, self.cleopatra)

    @property
    def sides(self) -> tuple[str, ...]:
        """The colours in the order of moving: three for three and six players, else two."""
        return COLOURS[: self.players if self.players < 4 else self.players // 2]

    @property
    def seats(self) -> tuple[str, ...]:
        """The players in the order of turns: colours, or with partners ``red 1``, ``blue 1``, ...

        All first partners move before all second partners. This follows the rule book, in which
        partners alternate and face each other.
        """
        if self.players < 4:
            return self.sides
        return tuple(f"{side} {partner}" for partner in (1, 2) for side in self.sides)

    @property
    def arbatta(self) -> int:
        """The number of captured stones that wins a game, called Arbatta."""
        return ARBATTA * 2 if self.cleopatra else ARBATTA

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board, a torus if all lines are closed and no stone slides."""
        torus = self.edge == EDGES[-1] and not self.radial_move
        return symmetries(torus, len(self.sides))


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game: board, captured stones, side to move, and variant.

    Attributes:
        variant: the variant of the game.
        stones: bit sets of the sides' stones, in the order of `COLOURS`.
        taken: numbers of stones that the sides have captured, in the same order.
        turn: index of the side to move.
    """

    BIT_SETS: ClassVar[tuple[str, ...]] = ("stones",)
    PIECES: ClassVar[str] = LETTERS
    layout = tuple((first, SIZE) for first in range(0, SIZE * SIZE, SIZE))
    point_names = NAMES

    variant: MegiddoVariant
    stones: tuple[int, ...]
    taken: tuple[int, ...]
    turn: int

    @classmethod
    def start(cls, variant: MegiddoVariant) -> Self:
        """Return the initial position: an empty board with the first side to move."""
        none = (0,) * len(variant.sides)
        return cls(variant, none, none, 0)

    @classmethod
    def simplest_variant(cls, text: str) -> str:
        """Return ``base``, or ``base+players=3`` for three counts of captured stones."""
        three = text.rpartition(" ")[2].count(",") == len(COLOURS) - 1
        return f"base+players={len(COLOURS)}" if three else "base"

    @classmethod
    def read(cls, text: str, variant: MegiddoVariant) -> Self:
        """Return the position of a position string.

        Raises:
            InvalidPosition: the string describes no position of the variant.
        """
        fields, letters = text.split(), LETTERS[: len(variant.sides)]
        if len(fields) != 3:
            raise InvalidPosition("expected six rings, the side to move, and the captured stones")
        board, side, counts = fields
        if letters == LETTERS[:2] and LETTERS[2] in board + side:
            message = f"{LETTERS[2]} is a third colour, and the variant has two"
            raise InvalidPosition(f"{message}; players=3 has three", "third-colour")
        if side not in tuple(letters):
            raise InvalidPosition(f"the side to move is one of {', '.join(letters)}, not {side}")
        rings = board.split("/")
        if len(rings) != SIZE:
            raise InvalidPosition(f"{len(rings)} rings, the board has {SIZE}")
        points = ""
        for number, ring in enumerate(rings, start=1):
            row = unpack_row(ring, LETTERS, 1)
            if row is None:
                allowed = f"{', '.join(LETTERS)} and numbers up to {SIZE}"
                raise InvalidPosition(f"ring {number}, {ring!r}, is not made of {allowed}")
            if len(row) != SIZE:
                raise InvalidPosition(f"ring {number} has {len(row)} points, not {SIZE}")
            points += row
        if not re.fullmatch(",".join(["[0-9]{1,4}"] * len(letters)), counts):
            example = ",".join("0" * len(letters))
            raise InvalidPosition(f"expected captured stones such as {example}, found {counts!r}")
        stones = tuple(bits_of(points, letter) for letter in letters)
        return cls(variant, stones, tuple(map(int, counts.split(","))), LETTERS.index(side))

    @property
    def sets(self) -> tuple[int, ...]:
        """Bit sets of the sides' stones."""
        return self.stones

    @property
    def beside(self) -> tuple[int, ...]:
        """The side to move, and the number of stones that each side has captured."""
        return self.turn, *self.taken

    @classmethod
    def of(cls, variant: MegiddoVariant, sets: tuple[int, ...], beside: tuple[int, ...]) -> Self:
        """Return the position with the given `Position.sets` and `Position.beside`."""
        return cls(variant, sets, beside[1:], beside[0])

    @classmethod
    def tail(cls, *beside: int) -> str:
        """Return the fields of a position string after the board, given the values of `beside`."""
        return f"{LETTERS[beside[0]]} {','.join(map(str, beside[1:]))}"

    def stone(self, point: Point) -> str:
        """Return the letter of the stone on a point: ``r``, ``b``, ``g``; ``.`` if empty."""
        place = bit(point)
        return next((LETTERS[side] for side, own in enumerate(self.stones) if own & place), EMPTY)

    @property
    def occupied(self) -> int:
        """Bit set of all stones."""
        return union(self.stones)

    @property
    def own(self) -> int:
        """Bit set of the stones of the side to move."""
        return self.stones[self.turn]

    @property
    def enemy(self) -> int:
        """Bit set of the stones of all other sides."""
        return self.occupied ^ self.own

    def after(self, move: Move) -> Self:
        """Return the position after a move with the captures that it names, legal or not."""
        taken = bits(move.captured)
        moved = self.moved(move)
        stones = [stones & ~taken for stones in self.stones]
        stones[self.turn] = moved | taken
        counts = list(self.taken)
        counts[self.turn] += taken.bit_count()
        turn = (self.turn + 1) % len(stones)
        return type(self)(self.variant, tuple(stones), tuple(counts), turn)

    def moved(self, move: Move) -> int:
        """Return the bit set of the mover's stones after a placement or slide, before captures."""
        left = bit(move.origin) if move.origin else 0
        return self.own & ~left | bit(move.point)

    def captures(self, move: Move, named: frozenset[int] | None = None) -> list[CaptureWave]:
        """Return the captures of a move, wave by wave; ``named`` as for `MegiddoBoard.waves`."""
        return self.variant.board.waves(self.moved(move), self.enemy, bit(move.point), named)

    def is_won(self) -> bool:
        """Return whether a side has a Megiddo (a complete line) or an Arbatta (enough captures)."""
        return max(self.taken) >= self.variant.arbatta or any(map(has_line, self.stones))

    def megiddos(self, side: int) -> tuple[Line, ...]:
        """Return the lines on which a side has six stones."""
        stones = self.stones[side]
        if not has_line(stones):
            return ()
        return tuple(line for line in LINES if stones & line.bits == line.bits)

    def outcome(self) -> Outcome | None:
        """Return the end of the game; None if the game goes on.

        A move that makes a Megiddo and an Arbatta wins by the Megiddo, which scores more points.
        """
        # The side that moved last is asked first, for records that go on after the end.
        for back in range(1, len(self.stones) + 1):
            if won := self._won((self.turn - back) % len(self.stones)):
                return won
        if self.occupied != FULL:
            return None
        sides = zip(self.taken, self.variant.sides, strict=True)
        counts = " and ".join(f"{count} by {side.title()}" for count, side in sides)
        message = f"all {SIZE * SIZE} points are taken, without Megiddo or Arbatta"
        return Outcome(None, "patara", f"{message}; captured: {counts}")

    def _won(self, side: int) -> Outcome | None:
        name, count, limit = self.variant.sides[side], self.taken[side], self.variant.arbatta
        arbatta = f"captured {count} stones; {limit} make an Arbatta"
        if lines := self.megiddos(side):
            owned = ", ".join(line.name for line in lines)
            also = f", and has {arbatta}" if count >= limit else ""
            message = f"{name.title()} owns {len(lines)} of {len(LINES)} lines: {owned}{also}"
            return Outcome(name, "megiddo", message)
        if count >= limit:
            return Outcome(name, "arbatta", f"{name.title()} has {arbatta}")
        return None
