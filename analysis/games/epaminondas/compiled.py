"""Epaminondas games played from compiled steps."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from analysis.games.epaminondas.laws import is_symmetric
from analysis.games.epaminondas.state import EpaminondasVariant, State
from analysis.games.grid.compiled import Step, steps
from notation.phalanx import Move, Placement

T = TypeVar("T", bound=State)

_PLACES = -1
"""The ``moved`` of a step that places a neutral stone: no set of own squares, so it never moves."""


def compile_move(variant: EpaminondasVariant, move: Move | Placement) -> Step | None:
    """Compile a move; None where part of it is off the board, or it goes too far."""
    if isinstance(move, Move):
        return steps(variant.columns, variant.rows)[move]
    if not variant.grid.holds(move.target):
        return None
    return 0, _PLACES, variant.grid.bit(move.target), False, (0, 0, (), None, 0)


def advance(state: T, moves: Iterable[Step | None]) -> tuple[T, int]:
    """Play steps for as long as they are legal, complete and need no finding.

    Returns the position reached and the number of steps played.
    """
    advance = _advance_singly if state.variant.symmetry == "move" else _advance
    if not state.variant.stones:
        return advance(state, moves)
    waiting = iter(moves)
    placed, plies = _place(state, waiting)
    if placed.stones_left:
        return placed, plies
    # A step that needs the square of a stone cannot be played.
    free = (step if step and not step[0] & placed.stones else None for step in waiting)
    reached, played = advance(placed, free)
    return reached, plies + played


def _advance_singly(state: T, moves: Iterable[Step | None]) -> tuple[T, int]:
    """Play steps one by one where each may forbid the next."""
    plies = 0
    for step in moves:
        if step is None:
            break
        _, left, change, _, (*_, arrives) = step
        reached = left ^ change
        arrived = arrives & state.variant.grid.row(state.far_row(state.turn))
        if arrived and state.image_of_move(left, reached):
            break
        after, played = _advance(state, (step,))
        if not played:
            break
        state, plies = after.with_move(left, reached), plies + 1
    return state, plies


def _place(state: T, waiting: Iterator[Step | None]) -> tuple[T, int]:
    """Play the steps that place neutral stones, as far as they are legal."""
    plies = 0
    while state.stones_left and not state.won():
        step = next(waiting, None)
        if step is None or step[1] != _PLACES or not step[2] & state.placings:
            break
        state = replace(state, stones=state.stones | step[2], turn=1 - state.turn)
        plies += 1
    return state, plies


def _advance(state: T, moves: Iterable[Step | None]) -> tuple[T, int]:
    own, enemy, played = state.own, state.enemy, 0
    far = [state.variant.grid.row(state.far_row(side)) for side in (state.turn, 1 - state.turn)]
    tense = bool(own & far[0] or enemy & far[1])
    for step in moves:
        if step is None:
            break
        need, moved, change, special, _ = step
        if own & need != moved:
            break
        if tense:
            mine, theirs = far[played & 1], far[~played & 1]
            if own & mine and (own & mine).bit_count() > (enemy & theirs).bit_count():
                break
        if special or enemy & need:
            met = _meet(state, own, enemy, step, far[played & 1])
            if met is None:
                break
            taken, arrived = met
            enemy ^= taken
            tense = tense or arrived
        own, enemy = enemy, own ^ change
        played += 1
    if played & 1:
        own, enemy = enemy, own
    return state.with_sides(own, enemy, played), played


def _meet(state: State, own: int, enemy: int, step: Step, far: int) -> tuple[int, bool] | None:
    """Return what a step takes and whether it arrives on the far row; None if it may not."""
    need, _, change, _, (pieces, path, lines, captures, arrives) = step
    run = taken = 0
    if enemy & need:
        for line in lines:
            if enemy & line != line:
                break
            run, taken = run + 1, line
        if enemy & path or run >= pieces:
            return None
    if captures is not None and run != captures:
        return None
    arrived = bool(arrives & far)
    if arrived and is_symmetric(state.variant, own ^ change, enemy ^ taken, state.stones):
        return None
    return taken, arrived
