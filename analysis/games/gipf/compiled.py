"""Playing compiled GIPF turns quickly: the loop that the plies of whole games go through.

It does what ``check`` and ``play`` do, on plain numbers, and stops before the first turn that it
cannot vouch for. Turns that only push a piece in, and after which no row stands, are settled by
one look-up and one test; the others are taken apart.
"""

from collections.abc import Iterable
from itertools import cycle
from typing import TYPE_CHECKING

from analysis.games.gipf.board import FULL, outcomes
from analysis.games.gipf.steps import (
    FAN,
    GIPF,
    PIECES,
    RESTLESS,
    ROW,
    CompiledRemoval,
    CompiledTurn,
    Step,
    has_row,
    packed_board,
    reserve_on,
    unpacked,
)

if TYPE_CHECKING:
    from analysis.games.gipf.rules import Position


def advance(position: "Position", steps: Iterable[Step | None]) -> tuple["Position", int]:
    """Play steps for as long as they are legal, complete and need no finding.

    Returns the position reached and the number of steps played.
    """
    game, played = _PackedGame(position), 0
    packed = game.opening(position)
    for step, side in zip(steps, cycle((position.turn, 1 - position.turn)), strict=False):
        if step is None:
            break
        around, changes, turn = step[side]
        change = changes[packed & around]
        if change:
            after = packed + change
            pairs = after & after >> 1  # as _shows_row does, without the call
            if pairs & pairs >> 2 < ROW:
                packed = after
                played += 1
                continue
        settled = game.settle(packed, side, turn)
        if settled is None:
            break
        packed = settled
        played += 1
    return game.position(packed, position.turn ^ played & 1), played


class _PackedGame:
    """What a packed board does not tell of a game, and the turns that need a closer look."""

    __slots__ = ("bringing", "over", "prisoners", "type", "variant")

    def __init__(self, position: "Position") -> None:
        self.type = type(position)
        self.variant = position.variant
        self.prisoners = list(position.prisoners)
        self.bringing = list(position.bringing)
        self.over = position.decided()

    def opening(self, position: "Position") -> int:
        """Return a position's board, packed."""
        pieces = position.white, position.black, position.gipf
        return self._marked(packed_board(*pieces, position.reserves))

    def position(self, packed: int, turn: int) -> "Position":
        """Return the position of a packed board."""
        white, black, gipf = unpacked(packed)
        # Who has lost his last GIPF piece brings in no more.
        bringing = (
            self.bringing[0] and bool(white & gipf or not self.over),
            self.bringing[1] and bool(black & gipf or not self.over),
        )
        reserves = reserve_on(packed, 0), reserve_on(packed, 1)
        prisoners = self.prisoners[0], self.prisoners[1]
        return self.type(self.variant, white, black, gipf, turn, reserves, prisoners, bringing)

    def settle(self, packed: int, side: int, turn: CompiledTurn) -> int | None:
        """Play any turn; None if it is not legal, or less than complete."""
        if self.over:
            return None
        packed &= ~RESTLESS
        caught, ends = 0, False
        if turn.before or has_row(packed >> PIECES[side] & FAN):
            lifted = _lifted(packed, side, turn.before)
            # There is a push if the game goes on, and only then.
            if lifted is None or lifted[2] == bool(turn.cost):
                return None
            packed, caught, ends = lifted
        if turn.cost:
            change = turn.changes[packed & turn.changes.around]
            if not change or not self._may_bring(packed, side, turn.cost):
                return None
            packed += change
        if turn.after or has_row(packed >> PIECES[side] & FAN):
            lifted = _lifted(packed, side, turn.after)
            if lifted is None:
                return None
            packed, ends = lifted[0], ends or lifted[2]
            caught += lifted[1]
        reserve = reserve_on(packed, side)
        if reserve < 0 or turn.reserve not in (None, reserve):
            return None
        self.prisoners[side] += caught
        self.over = ends
        if turn.cost:
            self.bringing[side] &= turn.cost > 1
        return self._marked(packed)

    def _may_bring(self, packed: int, side: int, cost: int) -> bool:
        """Tell whether a side may bring in the kind of piece that costs so much."""
        if cost > 1 or not self.bringing[side]:
            return cost == 1 or self.bringing[side]
        return bool(packed >> PIECES[side] & packed >> GIPF & FULL)

    def _marked(self, packed: int) -> int:
        """Return a board, marked if the next turn cannot be a push and nothing more."""
        return (
            packed | RESTLESS if self.over or any(self.bringing) or _shows_row(packed) else packed
        )


def _shows_row(packed: int) -> bool:
    """Tell whether a side has a row on a packed board."""
    pairs = packed & packed >> 1
    return pairs & pairs >> 2 >= ROW


def _lifted(packed: int, side: int, lift: CompiledRemoval | None) -> tuple[int, int, bool] | None:
    """Take rows; None if that is not what the rules allow, or not what stands there.

    Returns the board, how many pieces are captured, and whether a side has lost its last GIPF
    piece.
    """
    white, black, gipf = unpacked(packed)
    own = black if side else white
    if lift is None:
        return (packed, 0, False) if 0 in outcomes(own, white | black, gipf) else None
    if packed & lift.cells != lift.claimed:
        return None
    after = packed + lift.change
    # A whole row, and no other one beside it, is the usual case.
    alone = packed & lift.frame == lift.claimed and not has_row(after >> PIECES[side] & FAN)
    if not alone and lift.spots not in outcomes(own, white | black, gipf):
        return None
    return after, lift.caught, lift.gipf and _bereft(packed, after)


def _bereft(before: int, after: int) -> bool:
    """Tell whether a side had GIPF pieces and has none any more."""
    return any(
        before >> side & before >> GIPF & FULL and not after >> side & after >> GIPF & FULL
        for side in PIECES
    )
