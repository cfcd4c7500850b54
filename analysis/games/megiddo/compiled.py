"""Megiddo moves compiled to bit sets, and `advance`, which plays them on the laws' board."""

from collections.abc import Iterable
from itertools import chain
from typing import TypeVar

from analysis.games.megiddo.board import bit, bits, has_line, is_on_board, is_slide, passed, union
from analysis.games.megiddo.state import MegiddoVariant, State
from notation.megiddo import Move

Step = tuple[int, int, int, frozenset[int]]
"""What a move needs and does, as bit sets: the point reached, the point that the stone is slid
from, the points that have to be empty, and the captured pairs that the move names."""


def compile_move(variant: MegiddoVariant, move: Move) -> Step | None:
    """Compile a move; None where no board of the variant lets it be played."""
    slides, origin = move.origin is not None, move.origin or move.point
    if not all(map(is_on_board, (origin, move.point, *chain.from_iterable(move.groups)))):
        return None
    if slides and not (variant.radial_move and is_slide(origin, move.point)):
        return None
    pairs = frozenset(bits(group) for group in move.groups if len(group) == 2)
    if len(pairs) < len(move.groups) or not pairs <= variant.board.ways.keys():
        return None
    reached, left = bit(move.point), bit(origin) if slides else 0
    return reached, left, reached | bits(passed(origin, move.point)) if slides else reached, pairs


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
