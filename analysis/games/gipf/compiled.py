"""GIPF turns compiled to bit sets, and `advance`, which plays them.

`turn_after` plays any turn by the functions of the board that the laws use. Most turns only push a
single piece in while no row stands; `advance` plays those on plain integers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeVar

from analysis.games.gipf.board import BITS, PATTERNS, PushPattern, has_four
from analysis.games.gipf.state import State
from notation.gipf.moves import Move, Removal

StateT = TypeVar("StateT", bound=State)

Taken = tuple[int, int, int]
"""What a removal clears: bit sets of the mover's pieces, the opponent's, and of GIPF pieces."""


class CompiledTurn(NamedTuple):
    """A turn as a text claims it.

    Attributes:
        pattern: what the push displaces; None without a push.
        gipf: whether a GIPF piece is brought in.
        before: what is taken before the push.
        after: what is taken after the push.
        reserve: the count of the reserve; None where the text has none.
    """

    pattern: PushPattern | None
    gipf: bool
    before: Taken
    after: Taken
    reserve: int | None


Single = tuple[int, int, int, int, int, int | None]
"""The ``line``, ``run``, ``first``, ``up`` and ``down`` of a push, and the count of the reserve.

A bare tuple, because the interpreter takes these apart much faster than named ones.
"""

Step = tuple[Single | None, CompiledTurn]
"""A turn, and before it what it does if it only pushes a single piece in; else None."""


_BY_WAY = {(push.dot, push.spot): pattern for push, pattern in PATTERNS.items()}


def compile_move(move: Move) -> Step | None:
    """Compile a move; None if it names points that do not fit the board, or lacks a push."""
    push, pattern = move.push, None
    if push:
        pattern = _BY_WAY.get((push.dot, push.spot))
    elif move.after:
        return None
    before, after = _taken(move.before), _taken(move.after)
    if before is None or after is None or (pattern is None and (push or not move.before)):
        return None
    turn = CompiledTurn(pattern, bool(push and push.gipf), before, after, move.reserve)
    if pattern is None or turn.gipf or move.before or move.after:
        return None, turn
    return (*pattern[1:], move.reserve), turn


def _taken(removal: Removal) -> Taken | None:
    """Return what a removal clears, None if it names what is no spot, or one more than once."""
    spots = enemy = gipf = 0
    for piece in removal.pieces:
        bit = BITS.get(piece.spot)
        if bit is None or spots & bit:
            return None
        spots |= bit
        if piece.captured:
            enemy |= bit
        if piece.gipf:
            gipf |= bit
    return spots ^ enemy, enemy, gipf


def turn_after(state: StateT, turn: CompiledTurn) -> StateT | None:
    """Return the position after a turn, None if it is not legal, or less than complete."""
    ready = None if state.is_decided() else _cleared(state, turn.before)
    # There is a push if the game goes on, and only then.
    if ready is None or ready.is_decided() == (turn.pattern is not None):
        return None
    if turn.pattern is not None:
        blocked = ready.occupied & turn.pattern.line != turn.pattern.run
        if blocked or turn.gipf not in ready.kinds():
            return None
        ready = _cleared(ready.entered(turn.pattern, turn.gipf), turn.after)
    if ready is None or turn.reserve not in (None, ready.reserve):
        return None
    return replace(ready, turn=1 - ready.turn)


def _cleared(state: StateT, taken: Taken) -> StateT | None:
    """Return the position after a removal; None if the rules, or what stands there, forbid it."""
    own, enemy, gipf = taken
    spots = own | enemy
    stand = own == state.own & spots and enemy == state.enemy & spots and gipf == state.gipf & spots
    return state.lifted(spots) if stand and spots in state.possible_removals() else None


def advance(state: StateT, steps: Iterable[Step | None]) -> tuple[StateT, int]:
    """Play steps for as long as they are legal, complete and need no finding.

    Returns the position reached and the number of steps played.
    """
    waiting, played = iter(steps), 0
    while True:
        state, pushes, step = _pushed(state, waiting)
        played += pushes
        after = turn_after(state, step[1]) if step else None
        if after is None:
            return state, played
        state, played = after, played + 1


def _pushed(state: StateT, steps: Iterator[Step | None]) -> tuple[StateT, int, Step | None]:
    """Play steps that push in single pieces and make no row, where none stands.

    Returns the position reached, the number of steps played, and the step that comes next.
    """
    own, enemy, gipf, turn = state.own, state.enemy, state.gipf, state.turn
    if has_four(own) or has_four(enemy) or any(state.bringing) or state.is_decided():
        return state, 0, next(steps, None)
    left = [state.reserve, state.reserves[1 - turn]]
    played, step = 0, None
    for step in steps:
        if step is None or step[0] is None:
            break
        (line, run, first, up, down, reserve), side = step[0], played & 1
        if (own | enemy) & line != run or left[side] < 1 or reserve not in (None, left[side] - 1):
            break
        moved = own & run
        mine, theirs = own ^ moved | moved << up >> down | first, enemy
        if run != moved:
            moved = enemy & run
            theirs = enemy ^ moved | moved << up >> down
            if has_four(theirs):
                break
        if has_four(mine):
            break
        moved = gipf & run
        own, enemy, gipf = theirs, mine, gipf ^ moved | moved << up >> down
        left[side] -= 1
        played += 1
    else:
        step = None
    if turn ^ played & 1:
        own, enemy = enemy, own
    reserves = (left[turn], left[1 - turn])
    beside = turn ^ played & 1, reserves, state.prisoners, state.bringing
    return type(state)(state.variant, own, enemy, gipf, *beside), played, step
