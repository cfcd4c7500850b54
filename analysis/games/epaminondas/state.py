"""Variants of Epaminondas, and what stands where on the board."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from analysis.games.grid.board import symmetries
from analysis.games.grid.state import SIZES, GridState, GridVariant
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Flag, Setting, Words
from notation.errors import InvalidPosition
from notation.phalanx import Move, Placement, Square

SYMMETRIES = ("rotation", "mirror", "off")
"""The settings of the symmetry rule, the default first."""

STONES = 3
"""How many neutral stones the variant ``stones`` places before the first ordinary move."""


@dataclass(frozen=True, slots=True)
class EpaminondasVariant(GridVariant):
    """The rules on one size of board.

    Attributes:
        columns: 2 to 26; the usual board has 14.
        rows: 5 to 99; the usual board has 12.
        filled: rows of pieces that each side starts with.
        symmetry: what a move onto the far row must not make of the position: ``rotation`` is the
            half-turn with exchanged colours that the rule book's example shows, ``mirror`` the
            left-right symmetry of the English wording, ``off`` nothing.
        stones: whether the first three plies each place a neutral stone, as on Abstract Play.
    """

    GAME: ClassVar[str] = "epaminondas"
    OPTIONS = (
        Words("", ("standard",)),
        Flag("stones", "stones"),
        *SIZES,
        Setting("symmetry", SYMMETRIES),
    )

    columns: int = 14
    rows: int = 12
    filled: int = 2
    symmetry: str = "rotation"
    stones: bool = False

    def conflict(self) -> str | None:
        """Return why the values do not go together: rows and squares have to be left free."""
        found = GridVariant.conflict(self)
        if found is None and self.stones and (room := self.stone_squares.bit_count()) < STONES:
            free = "the filled rows and the row next to each of them stay free of stones"
            return f"{room} squares can take a neutral stone, and there are {STONES}: {free}"
        return found

    @property
    def stone_rows(self) -> range:
        """The rows where neutral stones are placed: 4 to 9 on the usual board."""
        return range(self.filled + 2, self.rows - self.filled)

    @property
    def stone_squares(self) -> int:
        """Bit set of the squares of these rows."""
        return sum(map(self.grid.row, self.stone_rows))

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board."""
        kinds = ("white", "black", "stones") if self.stones else ("white", "black")
        return symmetries(self.GAME, self.columns, self.rows, kinds)


STANDARD = EpaminondasVariant()


@dataclass(frozen=True, slots=True)
class State(GridState):
    """A board, the side to move, and the variant.

    Attributes:
        variant: the rules, with the size of the board.
        stones: bit set of the squares with neutral stones.
    """

    BIT_SETS: ClassVar[tuple[str, ...]] = ("white", "black", "stones")
    PIECES: ClassVar[str] = "wbs"

    variant: EpaminondasVariant
    stones: int = 0

    @classmethod
    def read(cls, text: str, variant: EpaminondasVariant) -> Self:
        """Read a position string; its board may be of another size than the variant's.

        Raises:
            InvalidPosition: the string describes no board of the variant.
        """
        state = GridState.read.__func__(cls, text, variant)  # type: ignore[attr-defined]
        stones = state.stones.bit_count()
        problem = state.variant.conflict()
        if stones and not variant.stones:
            problem = "s is a neutral stone, and only the variant stones has any"
        elif stones > STONES:
            problem = f"{stones} neutral stones, the variant has {STONES}"
        if problem:
            raise InvalidPosition(f"position {text!r}: {problem}")
        found: Self = state
        return found

    @property
    def empty(self) -> int:
        """Bit set of the empty squares."""
        return self.variant.grid.full & ~(self.white | self.black | self.stones)

    @property
    def stones_left(self) -> int:
        """The number of neutral stones that are still to be placed."""
        return STONES - self.stones.bit_count() if self.variant.stones else 0

    @property
    def placings(self) -> int:
        """Bit set of the squares where a neutral stone may be placed."""
        return self.variant.stone_squares & self.empty

    def keys(self) -> tuple[int, ...]:
        """Return the keys of the position's images under all symmetries, its own first."""
        symmetries = self.variant.symmetries
        if not self.variant.stones:
            return symmetries.keys((self.white, self.black), self.turn)
        # With stones to come it is another position than the same board of the standard game.
        beside = (self.turn, left) if (left := self.stones_left) else (self.turn,)
        return symmetries.keys((self.white, self.black, self.stones), *beside)

    def with_sides(self, own: int, enemy: int, played: int) -> Self:
        """Return the position in which a number of plies later both sides stand elsewhere."""
        white, black = (enemy, own) if self.turn else (own, enemy)
        return type(self)(self.variant, white, black, (self.turn + played) & 1, self.stones)

    def captured(self, move: Move | Placement) -> tuple[Square, ...]:
        """Return the squares of the pieces that a move takes: the whole line that it runs into."""
        return () if isinstance(move, Placement) else self.line(move)

    def after(self, move: Move | Placement) -> Self:
        """Return the position after a move that can be carried out, legal or not."""
        if isinstance(move, Placement):
            stones = self.stones | self.variant.grid.bit(move.target)
            return replace(self, stones=stones, turn=1 - self.turn)
        return GridState.after(self, move)
