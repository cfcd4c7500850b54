"""A rectangular board as bit sets: steps, moves of phalanxes, and symmetries.

A set of squares is an integer; bit ``(row - 1) * columns + column - 1`` is a square, with row and
column counted from 1.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from analysis.games.bits import indices
from analysis.games.symmetry import IDENTITY, Symmetries, Symmetry
from notation.phalanx import COMPASS, DIRECTIONS, Move, Placement, Square
from notation.squares import cell_name, parse_cell

BACK = {name: COMPASS[-north, -east] for name, (north, east) in DIRECTIONS.items()}
"""The opposite of each compass direction."""


class MoveGroup(NamedTuple):
    """Moves on one board that differ only in their starting squares.

    Attributes:
        direction: compass letters.
        pieces: number of moved pieces.
        distance: number of squares that each piece travels.
        run: number of pieces in the enemy line at the target; 0 for a move without captures.
        heads: bit set of the leading pieces before the move, one for each move.
    """

    direction: str
    pieces: int
    distance: int
    run: int
    heads: int


class Grid:
    """The geometry of a board of one size.

    Attributes:
        columns: number of columns.
        rows: number of rows.
        full: bit set of all squares.
        outer: bit sets of the first and the last row.
        names: the names of the squares, by the indices of their bits.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.full = (1 << columns * rows) - 1
        self.outer = self.row(1), self.row(rows)
        self.names = dict(enumerate(map(cell_name, self.squares(self.full))))
        west = sum(1 << row * columns for row in range(rows))
        east = west << columns - 1
        self._shifts = {
            name: (north * columns + eastward, self.full & ~{1: east, -1: west, 0: 0}[eastward])
            for name, (north, eastward) in DIRECTIONS.items()
        }

    def shift(self, direction: str) -> int:
        """Return by how much the bit index changes with one step in a direction."""
        return self._shifts[direction][0]

    def row(self, row: int) -> int:
        """Return the bit set of a row, counted from 1."""
        return ((1 << self.columns) - 1) << (row - 1) * self.columns

    def holds(self, square: Square) -> bool:
        """Return whether a square is on the board."""
        return 1 <= square[0] <= self.rows and 1 <= square[1] <= self.columns

    def bit(self, square: Square) -> int:
        """Return a square of the board as a bit set; the square is not checked."""
        return 1 << (square[0] - 1) * self.columns + square[1] - 1

    def bits(self, squares: Iterable[Square]) -> int:
        """Return squares as a bit set; squares off the board are ignored."""
        return sum(self.bit(square) for square in squares if self.holds(square))

    def span(self, move: Move) -> tuple[int, int]:
        """Return the squares from which a move starts, and those on which it ends, as bit sets."""
        starts = self.bits(move.ahead(-behind) for behind in range(move.count))
        ends = self.bits(move.ahead(move.distance - behind) for behind in range(move.count))
        return starts, ends

    def squares(self, bits: int) -> Iterator[Square]:
        """Yield the squares of a bit set, row by row from White's left."""
        for index in indices(bits):
            yield index // self.columns + 1, index % self.columns + 1

    def ahead(self, bits: int, direction: str) -> int:
        """Return the squares one step ahead of a bit set; squares off the board are dropped."""
        shift, keep = self._shifts[direction]
        bits &= keep
        return bits << shift & self.full if shift > 0 else bits >> -shift

    def half_turn(self, bits: int) -> int:
        """Return a bit set of squares rotated by 180 degrees."""
        return int(f"{bits:0{self.columns * self.rows}b}"[::-1], 2)

    def mirror(self, bits: int) -> int:
        """Return a bit set of squares mirrored left to right."""
        squares, width = f"{bits:0{self.columns * self.rows}b}", self.columns
        rows = (squares[start : start + width] for start in range(0, len(squares), width))
        return int("".join(row[::-1] for row in rows), 2)

    def opposite(self, name: str) -> str | None:
        """Return the image of a square, named ``g2`` or ``2.7``, under a rotation by 180 degrees.

        The image is named in the same way. None for a square off the board.
        """
        row, dot, column = name.partition(".")
        square = (int(row), int(column)) if dot else parse_cell(name)
        if not self.holds(square):
            return None
        turned = self.rows + 1 - square[0], self.columns + 1 - square[1]
        return f"{turned[0]}.{turned[1]}" if dot else cell_name(turned)

    def room(self, square: Square, direction: str) -> int:
        """Return the number of squares from a square to the edge, the square included."""
        (row, column), (north, east) = square, DIRECTIONS[direction]
        rows = self.rows if not north else self.rows - row + 1 if north > 0 else row
        columns = self.columns if not east else self.columns - column + 1 if east > 0 else column
        return min(rows if north else columns, columns if east else rows)

    def groups(
        self, movers: int, empty: int, enemy: int, takable: int | None = None
    ) -> Iterator[MoveGroup]:
        """Yield the moves of phalanxes over empty squares and into shorter enemy lines.

        All arguments are bit sets: the pieces that may move, the empty squares, the enemy pieces,
        which form lines, and the squares that may be the target of a capture (None for all).
        """
        for direction in DIRECTIONS:
            back = BACK[direction]
            runs = self._exact_runs(enemy, direction)
            # clear: squares before 0, 1, 2, ... empty squares. hits: for each length, squares
            # before so many empty squares and an enemy line of exactly this length.
            clear, hits = self.full, runs
            if takable is not None:
                hits = [run & takable for run in runs]
            quiet: list[int] = []
            taking: list[list[int]] = []
            heads, count = movers, 0
            while heads:
                count += 1
                clear = self.ahead(clear & empty, back)
                quiet.append(clear)
                taking.append([self.ahead(run, back) for run in hits])
                hits = [run & empty for run in taking[-1]]
                for distance in range(1, count + 1):
                    if leading := heads & quiet[distance - 1]:
                        yield MoveGroup(direction, count, distance, 0, leading)
                    for length, run in enumerate(taking[distance - 1][: count - 1], start=1):
                        if leading := heads & run:
                            yield MoveGroup(direction, count, distance, length, leading)
                heads = movers & self.ahead(heads, direction)

    def _exact_runs(self, pieces: int, direction: str) -> list[int]:
        """Return bit sets of the squares at which a line of exactly 1, 2, ... pieces begins."""
        runs = []
        longer = pieces
        while longer:
            at_least, longer = longer, pieces & self.ahead(longer, BACK[direction])
            runs.append(at_least & ~longer)
        return runs


@lru_cache(maxsize=64)
def grid(columns: int, rows: int) -> Grid:
    """Return the geometry of a board; boards of the same size share one object."""
    return Grid(columns, rows)


class GridSymmetry(Symmetry):
    """A symmetry of a rectangular board: the identity, or the left-right mirror.

    The half-turn is not a symmetry, since it exchanges the far rows of the sides.
    """

    def __init__(self, here: Grid, mirrors: bool) -> None:
        """Create the left-right mirror if ``mirrors``, else the identity."""
        name = "mirror" if mirrors else IDENTITY
        images = {
            (row, column): (row, here.columns + 1 - column if mirrors else column)
            for row, column in here.squares(here.full)
        }
        super().__init__(name, images, lambda square: here.bit(square).bit_length() - 1)
        self._winds = {
            wind: COMPASS[north, -east if mirrors else east]
            for wind, (north, east) in DIRECTIONS.items()
        }

    def move(self, move: Move | Placement) -> Move | Placement:
        """Return the image of a move under the symmetry."""
        if isinstance(move, Placement):
            return Placement(*self.point(move.target))
        row, column = self.point(move.head)
        return move._replace(row=row, column=column, direction=self._winds[move.direction])


@lru_cache(maxsize=64)
def symmetries(game: str, columns: int, rows: int, kinds: tuple[str, ...]) -> Symmetries:
    """Return the symmetries of a game's board; ``kinds`` as for `Symmetries`."""
    here = grid(columns, rows)
    both = GridSymmetry(here, mirrors=False), GridSymmetry(here, mirrors=True)
    return Symmetries(both, kinds, f"{game} {columns}x{rows}")
