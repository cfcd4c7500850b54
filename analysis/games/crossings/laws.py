"""The laws of Crossings: functions that tell why a move is illegal.

A law takes a state and a complete move and returns a violation, or None. They are called in order,
so each may rely on those before it.
"""

from analysis.games.crossings.state import State
from analysis.games.grid.laws import (
    capture_count,
    clear_way,
    distance,
    game_over,
    lone_capture,
    mover,
    name,
    on_board,
    other,
    ownership,
    whole_phalanx,
)
from notation.findings import Finding, violation
from notation.phalanx import Move


def locked_mover(state: State, move: Move) -> Finding | None:
    """A stone that has crossed never moves again, and does not count in a group."""
    locked, far = state.locked(state.turn), state.far_row(state.turn)
    for behind in range(move.count):
        square = move.ahead(-behind)
        if locked & state.variant.grid.bit(square):
            message = f"{mover(state)}'s stone on {name(square)} has crossed: on row {far} it is"
            return violation("locked", f"{message} locked and moves with no group")
    return None


def locked_target(state: State, move: Move) -> Finding | None:
    """A stone that has crossed cannot be captured."""
    if not state.locked(1 - state.turn) & state.variant.grid.bit(move.target):
        return None
    far = state.far_row(1 - state.turn)
    message = f"{other(state)}'s stone on {name(move.target)} has crossed: on row {far} it is"
    return violation("locked-capture", f"{message} locked and cannot be captured")


def strength(state: State, move: Move) -> Finding | None:
    """A group takes the first stone of an enemy line with fewer stones than itself."""
    if finding := lone_capture(state, move):
        return finding
    line = len(state.line(move))
    if line < move.count:
        return None
    end = name(move.ahead(move.distance + line - 1))
    message = (
        f"a phalanx of {move.count} takes a stone only from an enemy line of at most "
        f"{move.count - 1}, not from the line of {line} from {name(move.target)} to {end}"
    )
    return violation("capture-size", message)


LAWS = (
    game_over,
    on_board,
    ownership,
    whole_phalanx,
    locked_mover,
    distance,
    clear_way,
    locked_target,
    strength,
    capture_count,
)

PHYSICAL = (on_board, ownership, whole_phalanx, clear_way, locked_target, strength)
"""The laws without which a move cannot be carried out at all."""
