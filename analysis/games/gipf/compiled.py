"""GIPF turns compiled to steps, and `advance`, which plays the steps of whole games.

A set of spots is laid out three times over, as a *fan*: once for each direction, so that a step
along it is always the next bit. One test then finds the rows of all directions. A whole board is
*packed* into one integer: the reserves, the fans of White's and Black's pieces, and the spots of
the GIPF pieces. A turn that takes nothing adds a number to it.

`advance` does what the laws and `State.after` do, on plain numbers. Turns that only push a piece
in, and after which no row stands, take one look-up and one test; the others are taken apart.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import cycle
from typing import Generic, NamedTuple, TypeVar

from analysis.games.gipf.board import (
    BITS,
    FULL,
    PATTERNS,
    PushPattern,
    index,
    possible_removals,
    shifted,
    spots,
    whole_row,
    worth,
)
from analysis.games.gipf.state import State
from notation.gipf.moves import Move, Push, Removal
from notation.gipf.points import line_through, place

_DIRECTION = 56
"""Bits of a fan that each direction has: a free one follows after every line."""

_WIDTH = 3 * _DIRECTION

FAN = (1 << _WIDTH) - 1
"""The bits of a fan."""

PIECES = (24, 24 + _WIDTH)
"""Numbers of the first bits of a packed board that stand for White's and for Black's pieces."""

GIPF = PIECES[1] + _WIDTH
"""Number of the first bit of a packed board that stands for GIPF pieces."""

_RESERVES = (0, 8)
"""Numbers of the first bits of a packed board that count White's and Black's reserves."""

_EMPTY = 31
"""How an empty reserve is counted, so that any other has one of the three highest bits set."""

RESTLESS = 1 << 16
"""The bit of a packed board whose next turn needs a closer look, whichever it is."""

ROW = 1 << PIECES[0]
"""The first bit of a packed board that stands for a piece: lower ones may look like a row."""


def _fan_of(spot: str) -> int:
    column, height = place(spot)
    right, up = column - 1, height - 1
    across, aslant = up * 8 + right, (right - up + 3) * 8 + up
    return 1 << right * 8 + up | 1 << _DIRECTION + across | 1 << 2 * _DIRECTION + aslant


_FANS = {spot: _fan_of(spot) for spot in BITS}


@lru_cache(maxsize=1 << 14)
def fan(bits: int) -> int:
    """Return a bit set as a fan; its lowest part is the bit set itself."""
    return sum(_FANS[spot] for spot in spots(bits))


def has_row(pieces: int) -> bool:
    """Return whether four or more of the pieces in a fan stand in a row."""
    pairs = pieces & pieces >> 1
    return bool(pairs & pairs >> 2)


def packed_board(white: int, black: int, gipf: int, reserves: tuple[int, int]) -> int:
    """Return a packed board."""
    counted = reserves[0] + _EMPTY << _RESERVES[0] | reserves[1] + _EMPTY << _RESERVES[1]
    return counted | fan(white) << PIECES[0] | fan(black) << PIECES[1] | gipf << GIPF


def unpacked(packed: int) -> tuple[int, int, int]:
    """Return the white, the black and the GIPF pieces of a packed board as bit sets."""
    return packed >> PIECES[0] & FULL, packed >> PIECES[1] & FULL, packed >> GIPF & FULL


def reserve_on(packed: int, side: int) -> int:
    """Return the number of pieces a side has left; below 0 if it brought in too many."""
    return (packed >> _RESERVES[side] & 255) - _EMPTY


class PushTable(dict[int, int]):
    """What a push adds to a packed board, by the bits that decide on it; 0 where it is not allowed.

    Attributes:
        around: these bits.
    """

    __slots__ = ("_cost", "_pattern", "_side", "_stock", "around")

    def __init__(self, pattern: PushPattern, side: int, cost: int) -> None:
        self._pattern, self._side, self._cost = pattern, side, cost
        self._stock = 7 << _RESERVES[side] + 5
        white, black = PIECES
        displaced = pattern.line << white | pattern.line << black | pattern.line << GIPF
        self.around = displaced | self._stock | RESTLESS

    def __missing__(self, around: int) -> int:
        self[around] = change = self._change(around)
        return change

    def _change(self, around: int) -> int:
        white, black, gipf = unpacked(around)
        pattern = self._pattern
        if white | black != pattern.run or around & RESTLESS or not around & self._stock:
            return 0
        entered = [pattern.first if side == self._side else 0 for side in (0, 1)]
        change = fan(shifted(white, pattern) | entered[0]) - fan(white) << PIECES[0]
        change += fan(shifted(black, pattern) | entered[1]) - fan(black) << PIECES[1]
        change += (shifted(gipf, pattern) | (pattern.first if self._cost > 1 else 0)) - gipf << GIPF
        return change - (self._cost << _RESERVES[self._side])


class CompiledRemoval(NamedTuple):
    """A removal by one side, as a text claims it, in bits of a packed board.

    Attributes:
        frame: where the claim is one row, with four or more pieces of the side's in a row, and no
            GIPF piece of it is left: its spots and those that border it; else 0.
        cells: the spots that are cleared.
        claimed: what stands on them according to the text.
        change: what the removal adds to the board.
        spots: the spots that are cleared, as a bit set of the board.
        caught: number of pieces captured; a GIPF piece counts two.
        gipf: whether GIPF pieces are taken.
    """

    frame: int
    cells: int
    claimed: int
    change: int
    spots: int
    caught: int
    gipf: bool


class CompiledTurn(NamedTuple):
    """A turn of one side as a text claims it.

    Attributes:
        changes: what the push changes.
        cost: pieces that the push takes from the reserve: 2 for a GIPF piece, 0 without a push.
        reserve: the count of the reserve; None where the text has none.
        before: what is taken before the push.
        after: what is taken after the push.
    """

    changes: PushTable
    cost: int
    reserve: int | None
    before: CompiledRemoval | None
    after: CompiledRemoval | None


Step = tuple[tuple[int, dict[int, int], CompiledTurn], ...]
"""A turn compiled for White and for Black: the bits of a packed board that decide on it, and what
it adds to the board by these; then the whole turn. A turn that does more than push in a single
piece always adds 0, and is looked at more closely."""

_IDLE = PushPattern(Push(""), 0, 0, 0, 0, 0)
"""What a turn without a push does."""

_NEVER = {0: 0}


def compile_move(move: Move) -> Step | None:
    """Compile a move; None if it names points that do not fit the board, or lacks a push."""
    pattern = pattern_of(move)
    if pattern is None:
        return None
    push = move.push
    cost = 1 + push.gipf if push else 0
    return _turn(move, pattern, 0, cost), _turn(move, pattern, 1, cost)


def _turn(
    move: Move, pattern: PushPattern, side: int, cost: int
) -> tuple[int, dict[int, int], CompiledTurn]:
    changes = _changes(pattern, side, cost)
    turn = CompiledTurn(
        changes, cost, move.reserve, _lift(move.before, side), _lift(move.after, side)
    )
    if cost == 1 and move.reserve is None and not (move.before or move.after):
        return changes.around, changes, turn
    return 0, _NEVER, turn


def pattern_of(move: Move) -> PushPattern | None:
    """Return what the push of a move does, nothing if it has none and may do without.

    None if it names points that do not fit the board, or lacks a push.
    """
    push = move.push
    if not _clear(move.before) or not _clear(move.after):
        return None
    if push is None:
        return _IDLE if move.before and not move.after else None
    return PATTERNS.get(Push(push.spot, push.dot))


@cache
def _changes(pattern: PushPattern, side: int, cost: int) -> PushTable:
    return PushTable(pattern, side, cost)


def _clear(removal: Removal) -> bool:
    """Return whether a removal names spots only, and each once."""
    return len(removal.pieces) == sum(1 for spot in removal.spots if spot in BITS)


def _lift(removal: Removal, side: int) -> CompiledRemoval | None:
    if not removal:
        return None
    cleared = sum(BITS[piece.spot] for piece in removal.pieces)
    enemy = sum(BITS[piece.spot] for piece in removal.pieces if piece.captured)
    gipf = sum(BITS[piece.spot] for piece in removal.pieces if piece.gipf)
    own = cleared ^ enemy
    mine, theirs = PIECES[side], PIECES[1 - side]
    around = _around(removal, cleared) if has_row(fan(own)) else 0
    back = worth(own, gipf) << _RESERVES[side]
    return CompiledRemoval(
        frame=around << mine | around << theirs | (cleared << GIPF if around else 0),
        cells=cleared << mine | cleared << theirs | cleared << GIPF,
        claimed=own << mine | enemy << theirs | gipf << GIPF,
        change=back - (fan(own) << mine | fan(enemy) << theirs | gipf << GIPF),
        spots=cleared,
        caught=worth(enemy, gipf),
        gipf=bool(gipf),
    )


def _around(removal: Removal, cleared: int) -> int:
    """Return the spots of a removal and those that border it; 0 unless it is one unbroken row."""
    line = line_through(removal.spots)
    if line is None:
        return 0
    spread = index(line[2]) - index(line[1])
    if whole_row(cleared & -cleared, spread, cleared) != cleared:
        return 0
    on_line = sum(BITS[spot] for spot in line[1:-1])
    return (cleared | cleared << spread | cleared >> spread) & on_line


StateT = TypeVar("StateT", bound=State)


def advance(position: StateT, steps: Iterable[Step | None]) -> tuple[StateT, int]:
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
    return game.state(packed, position.turn ^ played & 1), played


class _PackedGame(Generic[StateT]):
    """What a packed board leaves out of a game, and the turns that need a closer look."""

    __slots__ = ("bringing", "over", "prisoners", "type", "variant")

    def __init__(self, start: StateT) -> None:
        self.type = type(start)
        self.variant = start.variant
        self.prisoners = list(start.prisoners)
        self.bringing = list(start.bringing)
        self.over = start.is_decided()

    def opening(self, start: StateT) -> int:
        """Return the packed board of the first position."""
        pieces = start.white, start.black, start.gipf
        return self._marked(packed_board(*pieces, start.reserves))

    def state(self, packed: int, turn: int) -> StateT:
        """Return the position of a packed board."""
        white, black, gipf = unpacked(packed)
        # A side that has lost its last GIPF piece brings in no more.
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
        """Return whether a side may bring in the kind of piece that costs so much."""
        if cost > 1 or not self.bringing[side]:
            return cost == 1 or self.bringing[side]
        return bool(packed >> PIECES[side] & packed >> GIPF & FULL)

    def _marked(self, packed: int) -> int:
        """Return a board, marked if the next turn cannot be a push and nothing more."""
        return (
            packed | RESTLESS if self.over or any(self.bringing) or _shows_row(packed) else packed
        )


def _shows_row(packed: int) -> bool:
    """Return whether a side has a row on a packed board."""
    pairs = packed & packed >> 1
    return pairs & pairs >> 2 >= ROW


def _lifted(packed: int, side: int, lift: CompiledRemoval | None) -> tuple[int, int, bool] | None:
    """Take rows; None if that is not what the rules allow, or not what stands there.

    Returns the board, the number of pieces captured, and whether a side has lost its last GIPF
    piece.
    """
    white, black, gipf = unpacked(packed)
    own = black if side else white
    if lift is None:
        return (packed, 0, False) if 0 in possible_removals(own, white | black, gipf) else None
    if packed & lift.cells != lift.claimed:
        return None
    after = packed + lift.change
    # A whole row, and no other one beside it, is the usual case.
    alone = packed & lift.frame == lift.claimed and not has_row(after >> PIECES[side] & FAN)
    if not alone and lift.spots not in possible_removals(own, white | black, gipf):
        return None
    return after, lift.caught, lift.gipf and _bereft(packed, after)


def _bereft(before: int, after: int) -> bool:
    """Return whether a side had GIPF pieces and has none any more."""
    return any(
        before >> side & before >> GIPF & FULL and not after >> side & after >> GIPF & FULL
        for side in PIECES
    )
