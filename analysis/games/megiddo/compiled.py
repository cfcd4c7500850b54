"""Megiddo moves compiled to bit sets, and `advance`, which plays them on the laws' board."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from analysis.games.megiddo.board import bit, bits, has_line, is_on_board, is_slide, passed, union
from analysis.games.megiddo.state import MegiddoVariant, State
from notation.megiddo import CapturedPair, Move

Step = tuple[int, int, int, frozenset[int]]
"""What a move needs and does, as bit sets: the point reached, the point that the stone is slid
from, the points that have to be empty, and the captured pairs that the move names."""


def compile_move(variant: MegiddoVariant, move: Move) -> Step | None:
    """Compile a move; None where no board of the variant lets it be played."""
    slides, origin = move.origin is not None, move.origin or move.point
    if not (is_on_board(origin) and is_on_board(move.point)):
        return None
    if slides and not (variant.radial_move and is_slide(origin, move.point)):
        return None
    pairs = frozenset(map(_pair, move.groups))
    if len(pairs) < len(move.groups) or not pairs <= variant.board.ways.keys():
        return None
    reached, left = bit(move.point), bit(origin) if slides else 0
    return reached, left, reached | bits(passed(origin, move.point)) if slides else reached, pairs


@lru_cache(maxsize=1 << 12)
def _pair(group: CapturedPair) -> int:
    """Return two points of the board as a bit set; 0, which is no capture, for anything else."""
    return bits(group) if len(group) == 2 and all(map(is_on_board, group)) else 0


StateT = TypeVar("StateT", bound=State)


def advance(state: StateT, steps: Iterable[Step | None]) -> tuple[StateT, int]:
    """Play steps for as long as they are legal and complete.

    Returns the position reached and the number of steps played.
    """
    board, limit, sides = state.variant.board, state.variant.arbatta, len(state.stones)
    stones, counts, occupied = list(state.stones), list(state.taken), state.occupied
    side, played, over = state.turn, 0, state.is_won()
    for step in steps:
        if step is None or over:
            break
        reached, left, closed, named = step
        own = stones[side]
        if occupied & closed or left & ~own:
            break
        enemy, own = occupied ^ own, own & ~left | reached
        waves = board.waves(own, enemy, reached)
        if waves or named:
            if named != frozenset().union(*waves):
                break
            taken = union(named)
            stones = [one & ~taken for one in stones]
            own |= taken
            counts[side] += taken.bit_count()
        stones[side], occupied = own, occupied & ~left | reached
        over = counts[side] >= limit or has_line(own)
        side = (side + 1) % sides
        played += 1
    return type(state)(state.variant, tuple(stones), tuple(counts), side), played
