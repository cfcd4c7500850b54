"""Variants and states of Epaminondas."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from analysis.games.grid.state import SIZES, GridState, GridVariant
from analysis.games.variant import Flag, Setting, Words
from notation.epaminondas import DIALECTS
from notation.errors import InvalidPosition
from notation.phalanx import COMPASS, Move, Placement

SYMMETRIES = ("rotation", "mirror", "move", "off")
"""The values of the option ``symmetry``, the default first."""

STONES = 3
"""Number of neutral stones placed before the first move of a phalanx in the variant ``stones``."""


@dataclass(frozen=True, slots=True)
class EpaminondasVariant(GridVariant):
    """A variant of Epaminondas: the size of the board, the symmetry rule, and neutral stones.

    Attributes:
        columns: number of columns, 2 to 26; the usual board has 14.
        rows: number of rows, 5 to 99; the usual board has 12.
        filled: number of rows that each side fills with pieces at the start.
        symmetry: the symmetry that is forbidden for a move that brings a piece onto the far row.
            ``rotation``: the new position equals its half-turn with exchanged colours (example of
            the rule book). ``mirror``: the new position equals its left-right mirror image
            (English wording). ``move``: the move, without captures, is the half-turn or the mirror
            image of the previous move (French wording, "avec le mouvement précédent"). ``off``: no
            symmetry is forbidden.
        stones: whether the first three plies each place a neutral stone, as on Abstract Play.
    """

    GAME: ClassVar[str] = "epaminondas"
    KINDS: ClassVar[tuple[str, ...]] = ("white", "black", "stones", "left", "reached")
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
        """Return an error message if too few rows or squares for stones are free; else None."""
        found = GridVariant.conflict(self)
        if found is None and self.stones and (room := self.stone_squares.bit_count()) < STONES:
            free = "the filled rows and the row next to each of them stay free of stones"
            return f"{room} squares can take a neutral stone, and there are {STONES}: {free}"
        return found

    @property
    def stone_rows(self) -> range:
        """The numbers of the rows on which neutral stones are placed: 4 to 9 on the usual board."""
        return range(self.filled + 2, self.rows - self.filled)

    @property
    def stone_squares(self) -> int:
        """Bit set of the squares in `stone_rows`."""
        return sum(map(self.grid.row, self.stone_rows))


STANDARD = EpaminondasVariant()


@dataclass(frozen=True, slots=True)
class State(GridState):
    """A board, the side to move, and the variant.

    With ``symmetry=move`` the previous move is a part of the position if it brought a piece onto an
    outer row. It is then the third field of a position string, in the dialect ``abbott`` without
    captures: ``... b 9.8.3N3``.

    Attributes:
        variant: the variant, with the size of the board.
        stones: bit set of the squares with neutral stones.
        left: bit set of the squares from which the previous move started; 0 if it is not stored.
        reached: bit set of the squares on which the previous move ended; 0 if it is not stored.
    """

    BIT_SETS: ClassVar[tuple[str, ...]] = EpaminondasVariant.KINDS
    PIECES: ClassVar[str] = "wbs"

    variant: EpaminondasVariant
    stones: int = 0
    left: int = 0
    reached: int = 0

    @classmethod
    def simplest_variant(cls, text: str) -> str:
        """Return the simplest variant string that a position string fits.

        It has ``stones`` if the board has any, and ``symmetry=move`` if there is a previous move.
        """
        board, *rest = text.split() or [""]
        stones = "+stones" if "s" in board else ""
        moved = "+symmetry=move" if rest[1:] and _read_move(rest[1]) else ""
        return f"standard{stones}{moved}"

    @classmethod
    def read(cls, text: str, variant: EpaminondasVariant) -> Self:
        """Return the position of a position string; the string decides on the size of the board.

        Raises:
            InvalidPosition: the string describes no board of the variant.
        """
        fields = text.split()
        before = fields[2:] if variant.symmetry == "move" and len(fields) == 3 else []
        state = super(State, cls).read(" ".join(fields[:2]) if before else text, variant)
        stones = state.stones.bit_count()
        problem = state.variant.conflict()
        if stones and not variant.stones:
            problem = "s is a neutral stone, and only the variant stones has any"
        elif stones > STONES:
            problem = f"{stones} neutral stones, the variant has {STONES}"
        if problem:
            raise InvalidPosition(problem)
        return state._moved_before(before[0]) if before else state

    def _moved_before(self, written: str) -> Self:
        """Return the position with the previous move, which is given as in position strings.

        Raises:
            InvalidPosition: the move cannot have led to this position.
        """
        move = _read_move(written)
        left, reached = self.variant.grid.span(move) if move else (0, 0)
        is_whole = move and move.count == left.bit_count() == reached.bit_count()
        if not is_whole or reached & ~self.enemy or left & ~reached & ~self.empty:
            raise InvalidPosition(f"{written!r} is not a move that leads to this position")
        return self.with_move(left, reached)

    @property
    def before(self) -> Move | None:
        """The previous move, without its captures; None if it is not stored."""
        if not self.left:
            return None
        starts, ends = (list(self.variant.grid.squares(bits)) for bits in (self.left, self.reached))
        rows, columns = (ends[0][axis] - starts[0][axis] for axis in (0, 1))
        distance = max(abs(rows), abs(columns))
        north, east = rows // distance, columns // distance
        head = max(starts, key=lambda square: square[0] * north + square[1] * east)
        return Move(*head, len(starts), COMPASS[north, east], distance)

    def with_move(self, left: int, reached: int) -> Self:
        """Return the position with the squares that the previous move left and reached.

        The squares are stored only if the move brought a piece onto an outer row: only then can the
        half-turn or mirror image of the move bring a piece onto a far row.
        """
        return replace(self, left=left, reached=reached) if self.comes_out(left, reached) else self

    def comes_out(self, left: int, reached: int) -> bool:
        """Whether a move brings a piece onto an outer row, given bit sets of its squares."""
        return any(reached & row and not left & row for row in self.variant.grid.outer)

    def image_of_move(self, left: int, reached: int) -> str | None:
        """Return the name of the symmetry that maps the previous move to a new move, or None.

        The new move is given as bit sets of the squares that it leaves and reaches.
        """
        here = self.variant.grid
        for name, image in (("half-turn", here.half_turn), ("mirror image", here.mirror)):
            if self.left and (image(self.left), image(self.reached)) == (left, reached):
                return name
        return None

    @property
    def empty(self) -> int:
        """Bit set of the empty squares."""
        return self.variant.grid.full & ~(self.white | self.black | self.stones)

    @property
    def stones_left(self) -> int:
        """The number of neutral stones that have to be placed yet."""
        return STONES - self.stones.bit_count() if self.variant.stones else 0

    @property
    def placings(self) -> int:
        """Bit set of the squares where a neutral stone may be placed."""
        return self.variant.stone_squares & self.empty

    @property
    def beside(self) -> tuple[int, ...]:
        """The side to move, and `stones_left` unless it is 0; see `Position.beside`."""
        return (self.turn, left) if (left := self.stones_left) else (self.turn,)

    def with_sides(self, own: int, enemy: int, played: int) -> Self:
        """Return the position with the given pieces; arguments as for `GridState.with_sides`."""
        white, black = (enemy, own) if self.turn else (own, enemy)
        return type(self)(self.variant, white, black, (self.turn + played) & 1, self.stones)

    def after(self, move: Move | Placement) -> Self:
        """Return the position after a move, legal or not."""
        if isinstance(move, Placement):
            stones = self.stones | self.variant.grid.bit(move.target)
            return replace(self, stones=stones, turn=1 - self.turn, left=0, reached=0)
        after = super(State, self).after(move)
        if self.variant.symmetry != "move":
            return after
        return after.with_move(*self.variant.grid.span(move))


def _read_move(written: str) -> Move | None:
    """Return the move of a canonical ``abbott`` text without captures; None for other texts."""
    reading = DIALECTS[0].try_read(written)
    move = reading.moves[0] if reading else None
    return move if isinstance(move, Move) and str(move) == written else None
