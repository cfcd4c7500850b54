"""GIPF turns compiled for `advance`: what they displace and take, worked out once for each.

For this a set of spots is laid out three times over, as a *fan*: once for each direction, so that
a step along it is always the next bit. One test then finds the rows of all directions. A whole
board is *packed* into one integer: what is left in the reserves, the fans of White's and Black's
pieces, and the spots of the GIPF pieces. A turn that takes nothing adds a number to it.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from analysis.games.gipf.board import (
    BITS,
    FULL,
    PLANS,
    PushPattern,
    index,
    shifted,
    spots,
    stretch,
    worth,
)
from notation.gipf.lists import Move, Push, Removal
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
"""The bit of a packed board on which the next turn needs a closer look whatever it is."""

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
    """Tell whether four or more of the pieces in a fan stand in a row."""
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
    """Return how many pieces a side has left to bring in; below 0 if it brought in too many."""
    return (packed >> _RESERVES[side] & 255) - _EMPTY


class PushTable(dict[int, int]):
    """What a push adds to a packed board, by the bits that decide on it; 0 where it is not allowed.

    Attributes:
        around: these bits.
    """

    __slots__ = ("_cost", "_plan", "_side", "_stock", "around")

    def __init__(self, plan: PushPattern, side: int, cost: int) -> None:
        self._plan, self._side, self._cost = plan, side, cost
        self._stock = 7 << _RESERVES[side] + 5
        white, black = PIECES
        displaced = plan.line << white | plan.line << black | plan.line << GIPF
        self.around = displaced | self._stock | RESTLESS

    def __missing__(self, around: int) -> int:
        self[around] = change = self._change(around)
        return change

    def _change(self, around: int) -> int:
        white, black, gipf = unpacked(around)
        plan = self._plan
        if white | black != plan.run or around & RESTLESS or not around & self._stock:
            return 0
        entered = [plan.first if side == self._side else 0 for side in (0, 1)]
        change = fan(shifted(white, plan) | entered[0]) - fan(white) << PIECES[0]
        change += fan(shifted(black, plan) | entered[1]) - fan(black) << PIECES[1]
        change += (shifted(gipf, plan) | (plan.first if self._cost > 1 else 0)) - gipf << GIPF
        return change - (self._cost << _RESERVES[self._side])


class CompiledRemoval(NamedTuple):
    """A removal by one side, as a text claims it, in bits of a packed board.

    Attributes:
        frame: where the claim is one row, with four or more pieces of the side's in a row, and no
            GIPF piece of it is left: its spots and those that border it; else 0.
        cells: the spots that are cleared.
        claimed: what the text says stands on them.
        change: what the removal adds to the board.
        spots: the spots that are cleared, as a bit set of the board.
        caught: how many pieces are captured; a GIPF piece counts two.
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
        reserve: the count of the reserve; None where the text does not say.
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
    push = move.push
    plan = PLANS.get(Push(push.spot, push.dot)) if push else _IDLE
    if plan is None or not _clear(move.before) or not _clear(move.after):
        return None
    if push is None and (move.after or not move.before):
        return None
    cost = 1 + push.gipf if push else 0
    return _turn(move, plan, 0, cost), _turn(move, plan, 1, cost)


def _turn(
    move: Move, plan: PushPattern, side: int, cost: int
) -> tuple[int, dict[int, int], CompiledTurn]:
    changes = _changes(plan, side, cost)
    turn = CompiledTurn(
        changes, cost, move.reserve, _lift(move.before, side), _lift(move.after, side)
    )
    if cost == 1 and move.reserve is None and not (move.before or move.after):
        return changes.around, changes, turn
    return 0, _NEVER, turn


@cache
def _changes(plan: PushPattern, side: int, cost: int) -> PushTable:
    return PushTable(plan, side, cost)


def _clear(removal: Removal) -> bool:
    """Tell whether a removal names spots only, and each once."""
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
    if stretch(cleared & -cleared, spread, cleared) != cleared:
        return 0
    on_line = sum(BITS[spot] for spot in line[1:-1])
    return (cleared | cleared << spread | cleared >> spread) & on_line
