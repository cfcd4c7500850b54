"""Moves of phalanxes compiled to steps."""

from functools import lru_cache
from itertools import accumulate

from analysis.games.grid.board import grid
from notation.memo import Memo
from notation.phalanx import Move

Contact = tuple[int, int, tuple[int, ...], int | None, int]
"""What matters of a move that meets the enemy or an outer row. In order:

- pieces: the number of moved pieces.
- path: bit set of the squares passed, which must be empty.
- lines: bit sets of the first 1, 2, ... squares from the target onward, as many as the phalanx has
  pieces, fewer at the edge.
- captures: the claimed number of captured pieces, None where the text does not say.
- arrives: bit set of the squares of the outer rows that a piece reaches from another row.
"""

Step = tuple[int, int, int, bool, Contact]
"""What a move needs and does on one size of board, in order:

- need: bit set of the moved pieces and of the way from there to the target; own pieces must stand
  on just ``moved`` of it, enemy ones on nothing but the target.
- moved: bit set of the moved pieces.
- change: bit set of the own squares that change: left or reached.
- special: whether the `Contact` matters even if no enemy stands in the way.
- contact: the `Contact`.

Bare tuples, because games' ``advance`` takes millions of them apart, and Python does that faster
than with named ones.
"""


@lru_cache(maxsize=64)
def steps(columns: int, rows: int) -> Memo[Move, Step | None]:
    """Return the steps of moves on a board of that size.

    A step is None where part of the move is off the board, or it goes too far.
    """
    return Memo(lambda move: _compile(columns, rows, move))


def _compile(columns: int, rows: int, move: Move) -> Step | None:
    here, count, distance = grid(columns, rows), move.count, move.distance
    on_board = here.holds(move.head) and here.holds(move.tail) and here.holds(move.target)
    if not on_board or not 1 <= distance <= count:
        return None
    # The squares from the tail onward: the phalanx, the way, and the line it may run into.
    shift = here.shift(move.direction)
    tail = here.bit(move.tail).bit_length() - 1
    squares = count + distance - 1 + min(count, here.room(move.target, move.direction))
    reached = list(accumulate([1 << tail + ahead * shift for ahead in range(squares)]))
    moved, target = reached[count - 1], reached[count + distance - 1]
    landed, before = target ^ reached[distance - 1], reached[count + distance - 2]
    way, path = target ^ moved, before ^ moved
    lines = tuple([line ^ before for line in reached[count + distance - 1 :]])
    outer = 0 if move.direction in "EW" else here.row(1) | here.row(rows)
    arrives = landed & outer
    contact = (count, path, lines, move.captures, arrives)
    return moved | way, moved, moved ^ landed, bool(move.captures or arrives), contact
