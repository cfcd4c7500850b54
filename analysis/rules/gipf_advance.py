"""Playing compiled GIPF turns quickly: the loop that the plies of whole games go through.

It does what ``check`` and ``play`` do, on plain numbers, and stops before the first turn that it
cannot vouch for.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from analysis.rules.gipf_board import FULL, has_four, outcomes, shifted, stretch, worth
from analysis.rules.gipf_steps import Step, Take, fan, fan_has_four

if TYPE_CHECKING:
    from analysis.rules.gipf import Position

_Lifted = tuple[int, int, int, int, int, bool]
"""Fans of own and of the enemy's pieces left, and GIPF pieces left; how many pieces return and are
captured; and whether a side has lost its last GIPF piece."""


def advance(position: "Position", steps: Iterable[Step | None]) -> tuple["Position", int]:
    """Play steps for as long as they are legal, complete and need no finding.

    Returns the position reached and the number of steps played.
    """
    own, enemy, gipf, turn = fan(position.own), fan(position.enemy), position.gipf, position.turn
    reserve, enemy_reserve = position.reserves[turn], position.reserves[1 - turn]
    prisoners, bringing = list(position.prisoners), list(position.bringing)
    rows, enemy_rows, opening = fan_has_four(own), fan_has_four(enemy), any(bringing)
    played, over = 0, position.decided()
    for step in steps:
        if step is None or over:
            break
        plan, line, run, changes, count, cost, before, after = step
        mine, theirs, stacked, left, caught, ends = own, enemy, gipf, reserve - cost, 0, False
        if rows or before:
            lifted = _lifted(mine, theirs, stacked, before)
            # There is a push if the game goes on, and only then.
            if lifted is None or lifted[-1] == bool(cost):
                break
            mine, theirs, stacked, back, caught, ends = lifted
            left, enemy_rows = left + back, fan_has_four(theirs)
        tournament = cost > 1 or opening
        if tournament and not _allowed(cost, bringing[turn ^ played & 1], mine & stacked):
            break
        if (mine | theirs) & line != run or left < 0:
            break
        change, shove = changes[mine & run]
        mine ^= change
        if shove:
            theirs ^= shove
            enemy_rows = fan_has_four(theirs)
        if stacked & run:
            stacked = shifted(stacked, plan)
        if cost > 1:
            stacked |= plan.first
        pairs = mine & mine >> 1  # as fan_has_four does, without the call
        rows = bool(pairs & pairs >> 2)
        if rows or after:
            lifted = _lifted(mine, theirs, stacked, after)
            if lifted is None:
                break
            mine, theirs, stacked, back, more, bereft = lifted
            left, caught, rows = left + back, caught + more, fan_has_four(mine)
            ends = ends or bereft
            enemy_rows = enemy_rows and fan_has_four(theirs)
        if count is not None and count != left:
            break
        if caught:
            prisoners[turn ^ played & 1] += caught
        if opening and cost:
            bringing[turn ^ played & 1] &= cost > 1
            opening = any(bringing)
        own, enemy, gipf, rows, enemy_rows = theirs, mine, stacked, enemy_rows, rows
        reserve, enemy_reserve, over = enemy_reserve, left, ends
        played += 1
    turn ^= played & 1
    own, enemy = own & FULL, enemy & FULL
    white, black = (enemy, own) if turn else (own, enemy)
    reached = type(position)(
        position.rules,
        white,
        black,
        gipf,
        turn,
        (enemy_reserve, reserve) if turn else (reserve, enemy_reserve),
        (prisoners[0], prisoners[1]),
        # Who has lost his last GIPF piece brings in no more.
        (
            bringing[0] and bool(white & gipf or not over),
            bringing[1] and bool(black & gipf or not over),
        ),
    )
    return reached, played


def _allowed(cost: int, may: bool, own_gipf: int) -> bool:
    """Tell whether the kind of piece that is brought in is one that its side may bring in."""
    return may if cost > 1 else not (cost and may) or bool(own_gipf)


def _lifted(own: int, enemy: int, gipf: int, take: Take | None) -> _Lifted | None:
    """Take rows; None if that is not what the rules allow, or not what stands there."""
    occupied = (own | enemy) & FULL
    if take is None:
        idle = 0 in outcomes(own & FULL, occupied, gipf)
        return (own, enemy, gipf, 0, 0, False) if idle else None
    cleared, mine, captured, stacked, around, step = take
    if own & mine != mine or enemy & captured != captured or gipf & cleared != stacked:
        return None
    own_left, gipf_left = own ^ mine, gipf ^ stacked
    row = cleared
    if occupied & around != cleared:
        row = stretch(cleared & -cleared, step, occupied) if step else 0
    # One row, with nothing left of it but GIPF pieces, and no other row: the usual case.
    usual = cleared & row == cleared and not row & ~(cleared | gipf) and has_four(own & row)
    alone = usual and not fan_has_four(own_left)
    if not alone and cleared not in outcomes(own & FULL, occupied, gipf):
        return None
    if not stacked:
        returned = cleared.bit_count() - (captured & FULL).bit_count()
        return own_left, enemy ^ captured, gipf, returned, cleared.bit_count() - returned, False
    bereft = own & stacked and not own_left & gipf_left
    ends = bool(bereft or (enemy & stacked and not (enemy ^ captured) & gipf_left))
    back, caught = worth(mine & FULL, stacked), worth(captured & FULL, stacked)
    return own_left, enemy ^ captured, gipf_left, back, caught, ends
