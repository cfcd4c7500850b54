"""What is measured of a ply of GIPF; see `analysis.measures.Measures`.

The score is the number of pieces that a side has left, on the board and in reserve, GIPF pieces
counted twice: what it has not lost to the opponent.
"""

from functools import lru_cache
from typing import Any

from analysis.measures import Measured
from analysis.rules.gipf import Position
from analysis.rules.gipf_board import FULL, PLANS, STEPS, spots, worth
from analysis.rules.gipf_claims import described
from notation.gipf import Move, Push

COLUMNS = (
    *("kind", "from_point", "to_point", "displaced", "gipf_piece", "row_lengths", "returned"),
    *("material_1", "material_2", "reserve_1", "reserve_2", "gipf_1", "gipf_2"),
    *("longest_1", "longest_2"),
)

_SPOTS = {plan.first: spots(plan.first)[0] for plan in PLANS.values()}


def measure(before: Position, move: Move | None, after: Position) -> Measured:
    """Measure a ply."""
    white, black = after.white, after.black
    values = (
        *_said(before, move),
        white.bit_count(),
        black.bit_count(),
        *after.reserves,
        (white & after.gipf).bit_count(),
        (black & after.gipf).bit_count(),
        longest(white),
        longest(black),
    )
    taken = before.captured(move) if move and (move.before or move.after) else ()
    return Measured(taken, standing(after), white | black, values)


def _said(before: Position, move: Move | None) -> tuple[Any, ...]:
    if move is None:
        return (None,) * 7
    if move.before or move.after:
        move = described(before, move)
    rows = (*move.before.lists, *move.after.lists)
    parts = ["removal"] * bool(move.before) + ["push"] * bool(move.push)
    kind = "-and-".join(parts + ["removal"] * bool(move.after))
    lengths = [len(row.pieces) for row in rows]
    taken = (*move.before.pieces, *move.after.pieces)
    returned = sum(2 if piece.gipf else 1 for piece in taken if not piece.captured)
    if move.push is None:
        return kind, None, None, None, None, lengths, returned
    plan = PLANS[Push(move.push.spot, move.push.dot)]
    displaced, entered = plan.run.bit_count(), _SPOTS[plan.first]
    return kind, move.push.dot, entered, displaced, move.push.gipf, lengths, returned


def standing(position: Position) -> tuple[int, ...]:
    """Return the number of pieces that each side has left."""
    white, black = position.reserves
    gipf = position.gipf
    return white + worth(position.white, gipf), black + worth(position.black, gipf)


def occupied(position: Position) -> int:
    """Return the bit set of the spots where pieces stand."""
    return position.occupied


def size(position: Position) -> int:
    """Return the number of spots."""
    return FULL.bit_count()


@lru_cache(maxsize=1 << 12)
def longest(pieces: int) -> int:
    """Return the length of the longest row of a side's pieces."""
    length, runs = 0, [(step, pieces) for step in STEPS if pieces]
    while runs:
        length += 1
        longer = [(step, run & pieces >> step * length) for step, run in runs]
        runs = [(step, run) for step, run in longer if run]
    return length
