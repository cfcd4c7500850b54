"""GIPF turns compiled for `advance`: what they displace and take, worked out once for each.

For this a bit set is laid out three times over, as a *fan*: once for each direction, so that a
step along it is always the next bit. One test then finds the rows of all directions.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from analysis.rules.gipf_board import BITS, PLANS, Plan, index, spots, stretch, subsets
from notation.gipf import Move, Push, Removal
from notation.gipf_points import line_through, place

Changes = dict[int, tuple[int, int]]
"""For each way in which own pieces may stand in a run that is displaced, the others being the
enemy's: what that changes, as fans, of own pieces and of the enemy's."""


class Take(NamedTuple):
    """A removal, as a text claims it.

    Attributes:
        spots: the spots that are cleared.
        own: fan of those of them where the text says own pieces stand.
        enemy: fan of those of them where the text says the opponent's pieces stand.
        gipf: those of them where the text says GIPF pieces stand.
        around: if four or more spots are one unbroken stretch, they and the spots that border it;
            else 0.
        step: the direction of the one line that two or more spots lie on; 0 if there is none.
    """

    spots: int
    own: int
    enemy: int
    gipf: int
    around: int
    step: int


class Step(NamedTuple):
    """A turn as a text claims it.

    Attributes:
        plan: what is pushed and how far.
        line: the spots that are displaced, and the one that the last piece reaches.
        run: the spots that are displaced.
        changes: what the push changes.
        reserve: the count of the reserve; None where the text does not say.
        cost: pieces that the push takes from the reserve: 2 for a GIPF piece, 0 without a push.
        before: what is taken before the push.
        after: what is taken after the push.
    """

    plan: Plan
    line: int
    run: int
    changes: Changes
    reserve: int | None
    cost: int
    before: Take | None
    after: Take | None


def _fan_of(spot: str) -> int:
    column, height = place(spot)
    right, up = column - 1, height - 1
    return 1 << right * 8 + up | 1 << 64 + up * 8 + right | 1 << 128 + (right - up + 3) * 8 + up


_FANS = {spot: _fan_of(spot) for spot in BITS}


@lru_cache(maxsize=1 << 14)
def fan(bits: int) -> int:
    """Return a bit set as a fan; its lowest part is the bit set itself."""
    return sum(_FANS[spot] for spot in spots(bits))


def fan_has_four(pieces: int) -> bool:
    """Tell whether four or more of the pieces in a fan stand in a row."""
    pairs = pieces & pieces >> 1
    return bool(pairs & pairs >> 2)


_IDLE = Plan(Push(""), 0, 0, 0, 0, 0)
"""What a turn without a push does."""


@lru_cache(maxsize=1 << 16)
def step(move: Move) -> Step | None:
    """Compile a move; None if it names points that do not fit the board, or lacks a push."""
    push = move.push
    plan = PLANS.get(Push(push.spot, push.dot)) if push else _IDLE
    if plan is None or not _clear(move.before) or not _clear(move.after):
        return None
    if push is None and (move.after or not move.before):
        return None
    cost = 1 + push.gipf if push else 0
    before, after = _take(move.before), _take(move.after)
    return Step(plan, plan.line, plan.run, _changes(plan), move.reserve, cost, before, after)


@cache
def _changes(plan: Plan) -> Changes:
    changes = {}
    for own in subsets(plan.run):
        enemy = plan.run ^ own
        reached = own << plan.up >> plan.down | plan.first
        shoved = enemy << plan.up >> plan.down
        changes[own] = fan(own) ^ fan(reached), fan(enemy) ^ fan(shoved)
    return changes


def _clear(removal: Removal) -> bool:
    """Tell whether a removal names spots only, and each once."""
    return len(removal.pieces) == sum(1 for spot in removal.spots if spot in BITS)


def _take(removal: Removal) -> Take | None:
    if not removal:
        return None
    pieces = removal.pieces
    cleared = sum(BITS[piece.spot] for piece in pieces)
    enemy = sum(BITS[piece.spot] for piece in pieces if piece.captured)
    gipf = sum(BITS[piece.spot] for piece in pieces if piece.gipf)
    line = line_through(removal.spots) if len(pieces) > 1 else None
    spread = index(line[2]) - index(line[1]) if line else 0
    whole = line is not None and stretch(cleared & -cleared, spread, cleared) == cleared
    on_line = sum(BITS[spot] for spot in line[1:-1]) if line else 0
    around = (cleared | cleared << spread | cleared >> spread) & on_line
    return Take(
        cleared,
        fan(cleared ^ enemy),
        fan(enemy),
        gipf,
        around if whole and len(pieces) >= 4 else 0,
        spread,
    )
