"""Crossings games played from compiled steps."""

from collections.abc import Iterable
from typing import TypeVar

from analysis.games.crossings.state import State
from analysis.games.grid.compiled import Step

T = TypeVar("T", bound=State)


def advance(state: T, moves: Iterable[Step | None]) -> tuple[T, int]:
    """Play steps for as long as they are legal, complete and need no finding.

    Returns the position reached and the number of steps played.
    """
    own, enemy, played = state.own, state.enemy, 0
    far = [state.variant.grid.row(state.far_row(side)) for side in (state.turn, 1 - state.turn)]
    for step in moves:
        if step is None:
            break
        need, moved, change, _, (_, _, _, captures, _) = step
        mine, theirs = far[played & 1], far[~played & 1]
        locked = own & mine
        if own & need != moved or locked & moved:
            break
        if locked and locked.bit_count() > (enemy & theirs).bit_count():
            break
        taken = _taken(enemy, step, theirs) if enemy & need else 0
        if taken is None or (captures is not None and captures != taken.bit_count()):
            break
        own, enemy = enemy ^ taken, own ^ change
        played += 1
    if played & 1:
        own, enemy = enemy, own
    return state.with_sides(own, enemy, played), played


def _taken(enemy: int, step: Step, locked_row: int) -> int | None:
    """Return the bit of the stone that a step takes, None if it may not be taken."""
    pieces, path, lines, _, _ = step[4]
    if enemy & path or lines[0] & locked_row:
        return None
    run = 0
    while run < len(lines) and enemy & lines[run] == lines[run]:
        run += 1
    return lines[0] if run < pieces else None
