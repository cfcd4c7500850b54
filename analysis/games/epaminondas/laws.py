"""The laws of Epaminondas: functions that tell why a move is illegal.

A law takes a state and a complete move and returns a violation, or None. Its docstring states the
law. Laws are called in the order of `LAWS`, so that each may assume that earlier laws are kept.
"""

from analysis.games.epaminondas.state import STONES, EpaminondasVariant, State
from analysis.games.grid.laws import (
    capture_count,
    clear_way,
    distance,
    game_over,
    lone_capture,
    mover,
    name,
    off_board,
    on_board,
    ownership,
    whole_phalanx,
)
from notation.findings import Finding, violation
from notation.phalanx import Move, Placement


def stones_first(state: State, move: Move) -> Finding | None:
    """Law: with the variant ``stones``, three neutral stones are placed before anything moves."""
    if not state.stones_left:
        return None
    message = f"{mover(state)} has to place a neutral stone: {STONES - state.stones_left} of"
    return violation("stone-expected", f"{message} {STONES} are on the board")


def neutral_stone(state: State, move: Move) -> Finding | None:
    """Law: a neutral stone never moves, and nothing moves onto it or over it."""
    if state.piece(move.head) == "s":
        message = f"on {name(move.head)} stands a neutral stone, which never moves"
        return violation("neutral-stone", message)
    for step in range(1, move.distance + 1):
        square = move.ahead(step)
        if state.piece(square) == "s":
            message = f"a neutral stone stands on {name(square)}: nothing moves onto it or over it"
            return violation("neutral-stone", message)
    return None


def strength(state: State, move: Move) -> Finding | None:
    """Law: a capture takes an enemy line with fewer pieces than the phalanx."""
    if finding := lone_capture(state, move):
        return finding
    taken = len(state.captured(move))
    if taken < move.count:
        return None
    end = name(move.ahead(move.distance + taken - 1))
    line = f"an enemy line of {taken} from {name(move.target)} to {end}"
    message = f"a phalanx of {move.count} takes at most {move.count - 1}, not {line}"
    return violation("capture-size", message)


def symmetry(state: State, move: Move) -> Finding | None:
    """Law: no move that brings a piece onto the far row makes the position symmetrical.

    Source: the "final complication" of the rule book. A piece that moves along the far row does
    not count as brought onto it: the French "amener" leaves this open. With ``symmetry=move`` the
    move is compared with the previous move instead.
    """
    variant, far = state.variant, state.far_row(state.turn)
    if variant.symmetry == "off" or move.head[0] == far or move.target[0] != far:
        return None
    if variant.symmetry == "move":
        image = state.image_of_move(*variant.grid.span(move))
        does = image and f"is the {image} of the move before, {state.before}"
    else:
        after = state.after(move)
        kinds = {
            "rotation": "into its own half-turn with the colours exchanged",
            "mirror": "into its own left-right mirror image",
        }
        made = is_symmetric(variant, after.enemy, after.own, after.stones)
        does = f"turns the position {kinds[variant.symmetry]}" if made else None
    if not does:
        return None
    message = f"brings a piece onto row {far} and {does}; the variant has symmetry="
    return violation("symmetry", f"{message}{variant.symmetry}")


def is_symmetric(variant: EpaminondasVariant, mover: int, other: int, stones: int) -> bool:
    """Return whether a position after a move has the symmetry that the variant forbids.

    The position is given as bit sets of the mover's pieces, the other side's pieces and the neutral
    stones. It has none for ``symmetry=move`` and ``symmetry=off``.
    """
    if variant.symmetry == "rotation":
        if mover.bit_count() != other.bit_count():
            return False
        turned = variant.grid.half_turn
        return turned(mover) == other and turned(stones) == stones
    if variant.symmetry == "mirror":
        return all(variant.grid.mirror(pieces) == pieces for pieces in (mover, other, stones))
    return False


LAWS = (
    game_over,
    stones_first,
    on_board,
    ownership,
    whole_phalanx,
    distance,
    neutral_stone,
    clear_way,
    strength,
    capture_count,
    symmetry,
)

PHYSICAL = (on_board, neutral_stone, ownership, whole_phalanx, clear_way, strength)
"""The laws that even a recorded illegal move must obey to be carried out."""


def stone_left(state: State, placement: Placement) -> Finding | None:
    """Law: neutral stones are placed only in the variant ``stones``, three in a game."""
    if state.stones_left:
        return None
    if state.variant.stones:
        message = f"all {STONES} neutral stones are on the board, so {mover(state)} has to move"
    else:
        message = f"{name(placement.target)} alone places a neutral stone; the variant has none"
    return violation("no-stone-left", message)


def stone_on_board(state: State, placement: Placement) -> Finding | None:
    """Law: a neutral stone is placed on the board."""
    holds = state.variant.grid.holds(placement.target)
    return None if holds else off_board(state, "the neutral stone", placement.target)


def stone_row(state: State, placement: Placement) -> Finding | None:
    """Law: neutral stones are not placed on rows filled at the start, nor on rows next to these."""
    rows = state.variant.stone_rows
    if placement.row in rows:
        return None
    message = f"a neutral stone is placed on rows {rows[0]} to {rows[-1]}"
    return violation("stone-row", f"{message}, not on row {placement.row}")


def empty_square(state: State, placement: Placement) -> Finding | None:
    """Law: a neutral stone is placed on an empty square."""
    if state.piece(placement.target) == ".":
        return None
    message = f"{name(placement.target)} is occupied: a neutral stone needs an empty square"
    return violation("occupied-square", message)


STONE_LAWS = (game_over, stone_left, stone_on_board, stone_row, empty_square)
"""The laws of placing a neutral stone."""

PHYSICAL_STONE = (stone_left, stone_on_board, empty_square)
"""The laws that even a recorded illegal placement must obey to be carried out."""
