"""Variants of Epaminondas, and the state of the board."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from analysis.games.grid.board import symmetries
from analysis.games.grid.state import SIZES, GridState, GridVariant
from analysis.games.symmetry import Symmetries
from analysis.games.variant import Flag, Setting, Words
from notation.epaminondas import DIALECTS
from notation.errors import InvalidPosition
from notation.phalanx import COMPASS, Move, Placement, Square

SYMMETRIES = ("rotation", "mirror", "move", "off")
"""The settings of the symmetry rule, the default first."""

STONES = 3
"""Number of neutral stones that the variant ``stones`` places before the first ordinary move."""


BIT_SETS = ("white", "black", "stones", "left", "reached")


@dataclass(frozen=True, slots=True)
class EpaminondasVariant(GridVariant):
    """A variant of Epaminondas: the size of the board, the symmetry rule, and neutral stones.

    Attributes:
        columns: 2 to 26; the usual board has 14.
        rows: 5 to 99; the usual board has 12.
        filled: rows of pieces that each side starts with.
        symmetry: the symmetry that a move onto the far row must not give the position: ``rotation``
            is the half-turn with exchanged colours of the rule book's example, ``mirror`` the
            left-right symmetry of the English wording, ``off`` none. With ``move`` it must not be
            the half-turn or the left-right mirror image of the move before, as the French wording
            has it ("avec le mouvement précédent"), whatever the position; the pieces that either
            captures do not count.
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
        """Return the reason why the values conflict: the board needs free rows and squares."""
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
        return symmetries(self.GAME, self.columns, self.rows, BIT_SETS)


STANDARD = EpaminondasVariant()


@dataclass(frozen=True, slots=True)
class State(GridState):
    """A board, the side to move, and the variant.

    With ``symmetry=move`` the move before belongs to the position, but only if an image of it would
    bring a piece onto the mover's far row. It is then the third field of a position string, in the
    dialect ``abbott`` without captures: ``... b 9.8.3N3``.

    Attributes:
        variant: the rules, with the size of the board.
        stones: bit set of the squares with neutral stones.
        left: bit set of the squares that the move before started from; 0 if it does not matter.
        reached: bit set of the squares that it ended on; 0 if it does not matter.
    """

    BIT_SETS: ClassVar[tuple[str, ...]] = BIT_SETS
    PIECES: ClassVar[str] = "wbs"

    variant: EpaminondasVariant
    stones: int = 0
    left: int = 0
    reached: int = 0

    @classmethod
    def read(cls, text: str, variant: EpaminondasVariant) -> Self:
        """Read a position string; its board may be of another size than the variant's.

        Raises:
            InvalidPosition: the string describes no board of the variant.
        """
        fields = text.split()
        before = fields[2:] if variant.symmetry == "move" and len(fields) == 3 else []
        board = " ".join(fields[:2]) if before else text
        state = GridState.read.__func__(cls, board, variant)  # type: ignore[attr-defined]
        stones = state.stones.bit_count()
        problem = state.variant.conflict()
        if stones and not variant.stones:
            problem = "s is a neutral stone, and only the variant stones has any"
        elif stones > STONES:
            problem = f"{stones} neutral stones, the variant has {STONES}"
        if problem:
            raise InvalidPosition(f"position {text!r}: {problem}")
        found: Self = state
        return found.moved_before(text, before[0]) if before else found

    def moved_before(self, text: str, written: str) -> Self:
        """Return the position with the move before, as a position string writes it.

        Raises:
            InvalidPosition: the move cannot have led to this position.
        """
        left = reached = count = 0
        if move := _read_move(written):
            count = move.count
            left, reached = map(self.variant.grid.bits, squares_of(move))
        is_whole = 0 < count == left.bit_count() == reached.bit_count()
        if not is_whole or reached & ~self.enemy or left & ~reached & ~self.empty:
            message = f"{written!r} is not a move that leads to this position"
            raise InvalidPosition(f"position {text!r}: {message}")
        return self.with_move(left, reached)

    @property
    def before(self) -> Move | None:
        """The previous move, without its captures; None if it is irrelevant."""
        if not self.left:
            return None
        starts, ends = (list(self.variant.grid.squares(bits)) for bits in (self.left, self.reached))
        rows, columns = (ends[0][axis] - starts[0][axis] for axis in (0, 1))
        distance = max(abs(rows), abs(columns))
        north, east = rows // distance, columns // distance
        head = max(starts, key=lambda square: square[0] * north + square[1] * east)
        return Move(*head, len(starts), COMPASS[north, east], distance)

    def with_move(self, left: int, reached: int) -> Self:
        """Return the position with the start and end squares of the move before.

        They are stored if the move reached an outer row: only then can an image of it reach a far
        row.
        """
        return replace(self, left=left, reached=reached) if self.comes_out(left, reached) else self

    def comes_out(self, left: int, reached: int) -> bool:
        """Whether a move from some squares to others comes to an outer row."""
        first, last = self.variant.grid.outer
        return bool((reached & first and not left & first) or (reached & last and not left & last))

    def image_of_move(self, left: int, reached: int) -> str | None:
        """Return the name of the symmetry that maps the move before to a move; None without one.

        Args:
            left: bit set of the squares that the move starts from.
            reached: bit set of the squares that it ends on.
        """
        images = {
            "half-turn": self.variant.grid.half_turn,
            "mirror image": self.variant.grid.mirror,
        }
        for name, image in images.items():
            if self.left and (image(self.left), image(self.reached)) == (left, reached):
                return name
        return None

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

    @property
    def beside(self) -> tuple[int, ...]:
        """The side to move, and the number of neutral stones to come; see `Position.beside`.

        With stones to come, the position differs from the same board of the standard game.
        """
        return (self.turn, left) if (left := self.stones_left) else (self.turn,)

    def with_sides(self, own: int, enemy: int, played: int) -> Self:
        """Return the position with other pieces of both sides, after a number of plies."""
        white, black = (enemy, own) if self.turn else (own, enemy)
        return type(self)(self.variant, white, black, (self.turn + played) & 1, self.stones)

    def captured(self, move: Move | Placement) -> tuple[Square, ...]:
        """Return the squares of the pieces that a move takes: the whole line that it meets."""
        return () if isinstance(move, Placement) else self.line(move)

    def after(self, move: Move | Placement) -> Self:
        """Return the position after a move that can be carried out, legal or not."""
        if isinstance(move, Placement):
            stones = self.stones | self.variant.grid.bit(move.target)
            return replace(self, stones=stones, turn=1 - self.turn, left=0, reached=0)
        after = GridState.after(self, move)
        if self.variant.symmetry != "move":
            return after
        return after.with_move(*map(self.variant.grid.bits, squares_of(move)))


def _read_move(written: str) -> Move | None:
    """Return a move in the inventor's notation, without captures; None for other texts."""
    reading = DIALECTS[0].try_read(written)
    move = reading.moves[0] if reading else None
    return move if isinstance(move, Move) and str(move) == written else None


def squares_of(move: Move) -> tuple[list[Square], list[Square]]:
    """Return the squares that a move starts from and those that it ends on."""
    behind = range(move.count)
    return [move.ahead(-one) for one in behind], [move.ahead(move.distance - one) for one in behind]


def simplest_variant(text: str) -> str:
    """Return the simplest variant in which a position string is possible."""
    board, *rest = text.split() or [""]
    stones = "+stones" if "s" in board else ""
    moved = "+symmetry=move" if rest[1:] and _read_move(rest[1]) else ""
    return f"standard{stones}{moved}"
