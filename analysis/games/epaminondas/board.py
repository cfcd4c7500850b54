"""The Epaminondas board as bit sets: where the lines run, and what a move needs and does.

A set of squares is an integer; bit ``(row - 1) * columns + column - 1`` is a square. Boards are
shared: `grid` gives the same object for the same size.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from notation.dialect import MEMO_LIMIT
from notation.epaminondas import COMPASS, DIRECTIONS, Move, Square
from notation.squares import cell_name, parse_cell

if TYPE_CHECKING:
    from analysis.games.epaminondas.rules import EpaminondasVariant

BACK = {name: COMPASS[-north, -east] for name, (north, east) in DIRECTIONS.items()}
"""The opposite of each direction."""


CaptureTest = tuple[int, int, tuple[int, ...], int | None, int]
"""What matters of a move that meets the enemy or an outer row. In order:

- pieces: the number of moved pieces.
- path: bit set of the squares passed, which must be empty.
- lines: bit sets of the first 1, 2, ... squares from the target onward, as many as the phalanx has
  pieces, fewer at the edge.
- captures: the claimed number of captured pieces, None where the text does not say.
- arrives: bit set of the squares of the outer rows that a piece reaches from another row.
"""

Step = tuple[int, int, int, bool, CaptureTest]
"""What a move needs and does on one size of board, in order:

- need: bit set of the moved pieces and of the way from there to the target; own pieces must stand
  on just ``moved`` of it, enemy ones on nothing but the target.
- moved: bit set of the moved pieces.
- change: bit set of the own squares that change: left or reached.
- special: whether ``contact`` matters even if no enemy stands in the way.
- contact: the rest.

Bare tuples, because `Position.advance` takes millions of them apart, and Python does that faster
than with named ones.
"""


class MoveGroup(NamedTuple):
    """Legal moves that differ only in where they start.

    Attributes:
        direction: compass letters.
        pieces: number of moved pieces.
        distance: squares travelled.
        captures: pieces taken.
        heads: bit set of the leading pieces.
    """

    direction: str
    pieces: int
    distance: int
    captures: int
    heads: int


class Grid:
    """The geometry of a board of so many columns and rows."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.full = (1 << columns * rows) - 1
        self._steps: dict[Move, Step | None] = {}
        west = sum(1 << row * columns for row in range(rows))
        east = west << columns - 1
        self._columns = [west << column for column in range(columns)]
        self._shifts = {
            name: (north * columns + eastward, self.full & ~{1: east, -1: west, 0: 0}[eastward])
            for name, (north, eastward) in DIRECTIONS.items()
        }

    def row(self, row: int) -> int:
        """Return the squares of a row, counted from 1."""
        return ((1 << self.columns) - 1) << (row - 1) * self.columns

    def holds(self, square: Square) -> bool:
        """Tell whether a square is on the board."""
        return 1 <= square[0] <= self.rows and 1 <= square[1] <= self.columns

    def bit(self, square: Square) -> int:
        """Return a square of the board as a bit set."""
        return 1 << (square[0] - 1) * self.columns + square[1] - 1

    def bits(self, squares: list[Square]) -> int:
        """Return squares as a bit set; those off the board do not count."""
        return sum(self.bit(square) for square in squares if self.holds(square))

    def squares(self, bits: int) -> Iterator[Square]:
        """Yield the squares of a bit set, row by row from White's left."""
        while bits:
            low = bits & -bits
            index = low.bit_length() - 1
            yield index // self.columns + 1, index % self.columns + 1
            bits ^= low

    def ahead(self, bits: int, direction: str) -> int:
        """Return the squares one step ahead; what would leave the board is dropped."""
        shift, keep = self._shifts[direction]
        bits &= keep
        return bits << shift & self.full if shift > 0 else bits >> -shift

    def half_turn(self, bits: int) -> int:
        """Return the squares turned by 180 degrees."""
        return int(f"{bits:0{self.columns * self.rows}b}"[::-1], 2)

    def mirror(self, bits: int) -> int:
        """Return the squares mirrored left to right."""
        last = self.columns - 1
        mirrored = 0
        for column, mask in enumerate(self._columns):
            shift = last - 2 * column
            part = bits & mask
            mirrored |= part << shift if shift > 0 else part >> -shift
        return mirrored

    def compile(self, move: Move) -> Step | None:
        """Compile a move; None where part of it is off the board, or it goes too far."""
        if move not in self._steps:
            if len(self._steps) >= MEMO_LIMIT:
                self._steps.clear()
            self._steps[move] = self._compile(move)
        return self._steps[move]

    def _compile(self, move: Move) -> Step | None:
        count, distance = move.count, move.distance
        on_board = self.holds(move.head) and self.holds(move.tail) and self.holds(move.target)
        if not on_board or not 1 <= distance <= count:
            return None
        # The squares from the tail onward: the phalanx, the way, and the line it may run into.
        shift, _ = self._shifts[move.direction]
        tail = self.bit(move.tail).bit_length() - 1
        squares = count + distance - 1 + min(count, self._room(move.target, move.direction))
        line = [1 << tail + ahead * shift for ahead in range(squares)]
        moved, landed = sum(line[:count]), sum(line[distance : distance + count])
        way, path = sum(line[count : count + distance]), sum(line[count : count + distance - 1])
        lines = tuple(accumulate(line[count + distance - 1 :]))
        outer = 0 if move.direction in "EW" else self.row(1) | self.row(self.rows)
        arrives = landed & outer
        contact = (count, path, lines, move.captures, arrives)
        return moved | way, moved, moved ^ landed, bool(move.captures or arrives), contact

    def _room(self, square: Square, direction: str) -> int:
        """Return how many squares there are from one to the edge, itself included."""
        (row, column), (north, east) = square, DIRECTIONS[direction]
        rows = self.rows if not north else self.rows - row + 1 if north > 0 else row
        columns = self.columns if not east else self.columns - column + 1 if east > 0 else column
        return min(rows if north else columns, columns if east else rows)

    def groups(self, own: int, enemy: int) -> Iterator[MoveGroup]:
        """Yield the legal moves of the side that owns ``own``, the symmetry rule left out."""
        empty = self.full & ~(own | enemy)
        for direction in DIRECTIONS:
            back = BACK[direction]
            runs = self._exact_runs(enemy, direction)
            # Squares from which the next 0, 1, 2, ... are empty, and from which the square after
            # those begins a run of exactly so many enemies.
            clear, hits = self.full, runs
            quiet: list[int] = []
            taking: list[list[int]] = []
            heads, count = own, 0
            while heads:
                count += 1
                clear = self.ahead(clear & empty, back)
                quiet.append(clear)
                taking.append([self.ahead(run, back) for run in hits])
                hits = [run & empty for run in taking[-1]]
                for distance in range(1, count + 1):
                    if movers := heads & quiet[distance - 1]:
                        yield MoveGroup(direction, count, distance, 0, movers)
                    for captures, run in enumerate(taking[distance - 1][: count - 1], start=1):
                        if movers := heads & run:
                            yield MoveGroup(direction, count, distance, captures, movers)
                heads = own & self.ahead(heads, direction)

    def _exact_runs(self, pieces: int, direction: str) -> list[int]:
        """Return the squares that begin a run of exactly 1, 2, ... pieces."""
        runs = []
        longer = pieces
        while longer:
            at_least, longer = longer, pieces & self.ahead(longer, BACK[direction])
            runs.append(at_least & ~longer)
        return runs


@lru_cache(maxsize=1 << 16)
def row_text(white: int, black: int, columns: int) -> str:
    """Return a row as position strings have it, its pieces given as bit sets of columns."""
    text, empty = "", 0
    for bit in (1 << column for column in range(columns)):
        if (white | black) & bit:
            text += f"{empty or ''}{'w' if white & bit else 'b'}"
            empty = 0
        else:
            empty += 1
    return f"{text}{empty or ''}"


@lru_cache(maxsize=64)
def grid(columns: int, rows: int) -> Grid:
    """Return the board of that size."""
    return Grid(columns, rows)


def opposite(rules: "EpaminondasVariant", square: str) -> str | None:
    """Return the square that a half-turn of the board takes another to, None off the board.

    Squares are named in either way, ``g2`` or ``2.7``.
    """
    row, dot, column = square.partition(".")
    place = (int(row), int(column)) if dot else parse_cell(square)
    if not rules.grid.holds(place):
        return None
    turned = rules.rows + 1 - place[0], rules.columns + 1 - place[1]
    return f"{turned[0]}.{turned[1]}" if dot else cell_name(turned)
