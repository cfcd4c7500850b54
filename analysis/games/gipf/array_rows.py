"""What plain turns of GIPF do, many at once; `GipfArrays.row` says it of one."""

import numpy as np

from analysis.games.array_rules import PlainRows
from analysis.games.arrays import Words, count_bits
from analysis.games.gipf.board import BITS, PATTERNS
from analysis.games.gipf.state import ALL_PIECES
from notation.gipf.plain import POINTS, PlainTurns, Rows, point_number
from notation.shaped import by_text

_BITS = np.zeros(POINTS, np.uint64)
for _spot, _bit in BITS.items():
    _BITS[point_number(_spot)] = _bit

_PATTERNS = np.zeros((5, POINTS + 1, POINTS), np.uint64)
"""What pushes displace, see `PushPattern`, by their dots and spots; no dot is the last one."""
for _push, _pattern in PATTERNS.items():
    _dot = point_number(_push.dot) if _push.dot else POINTS
    _PATTERNS[:, _dot, point_number(_push.spot)] = _pattern[1:]


def plain_rows(turns: PlainTurns) -> PlainRows:
    """Return rows of `Turn` of plain turns."""
    line, run, first, up, down = _PATTERNS[:, turns.dots, turns.spots]
    before, after = _taken(turns.before), _taken(turns.after)
    (back, caught), (last_back, last_caught) = map(count_bits, before), map(count_bits, after)
    nothing = np.zeros_like(line)
    columns = (
        *before, nothing, line, run, first, nothing, up, down, *after, nothing,
        nothing + np.uint64(1), back + last_back, last_back, caught + last_caught,
        turns.reserves + 1,
    )  # fmt: skip
    rows = np.array([column.astype(np.uint64) for column in columns]).T
    known = turns.canonical & (first != 0) & (turns.reserves <= ALL_PIECES)
    return PlainRows(rows, known, turns.as_written, turns.as_written)


def _taken(rows: Rows) -> tuple[Words, Words]:
    """Return the mover's pieces that turns take, and those of the other side."""
    bits, count = _BITS[rows.points], len(rows.usual)
    zero = np.uint64(0)
    own, enemy = (
        by_text(rows.texts, np.where(some, bits, zero), np.bitwise_or, count)
        for some in (~rows.captured, rows.captured)
    )
    return own, enemy
