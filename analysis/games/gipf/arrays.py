"""GIPF on arrays of boards; see `analysis.games.arrays`.

A bit set is one 64-bit word. Turns are carried out as the texts state, then the legality of all
plies is computed. Most rules are computed for the side to move, since they are the same for both
sides. Removals of rows that share no spot are computed on arrays; for rows that cross,
`possible_removals` is called for each board.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import (
    ArrayRules,
    Boards,
    Codes,
    ColumnValues,
    Counts,
    Flags,
    Numbers,
    Places,
    Words,
    count_bits,
    lowest_bits,
)
from analysis.games.gipf.board import (
    BITS,
    FULL,
    PATTERNS,
    STEPS,
    fours,
    fours_along,
    possible_removals,
    shifted,
)
from analysis.games.gipf.completion import fits
from analysis.games.gipf.measures import MEASURES
from analysis.games.gipf.rules import Position, compile_move
from analysis.games.gipf.state import ALL_PIECES
from notation.gipf.moves import NOTHING, Move, PartialMove, Piece, Push, Removal, Row
from notation.gipf.points import line_through, name
from notation.memo import Memo


class Turns(NamedTuple):
    """Turns as their texts state them, one array for each field; spots are bit sets.

    Attributes:
        own_before: spots of the mover's pieces removed before the push.
        enemy_before: spots of the opponent's pieces captured before the push.
        gipf_before: spots of the GIPF pieces removed or captured before the push.
        line: spots of ``run``, and the target of the furthest piece; see `PushPattern`.
        run: spots of the displaced pieces.
        first: spot of the piece brought in.
        up: number of bits by which pieces are shifted up.
        down: number of bits by which pieces are shifted down.
        gipf: 1 if a GIPF piece is brought in, else 0.
        own_after: spots of the mover's pieces removed after the push.
        enemy_after: spots of the opponent's pieces captured after the push.
        gipf_after: spots of the GIPF pieces removed or captured after the push.
        stated: the stated count of the reserve plus 1; 0 if none is stated.
        open: 1 if only the board shows which pieces are removed, else 0.
    """

    own_before: Words
    enemy_before: Words
    gipf_before: Words
    line: Words
    run: Words
    first: Words
    up: Words
    down: Words
    gipf: Words
    own_after: Words
    enemy_after: Words
    gipf_after: Words
    stated: Words
    open: Words

    def at(self, codes: Codes) -> "Turns":
        """Return the turns of some codes."""
        return Turns(*(column[codes] for column in self))


Small = npt.NDArray[np.int8]


class TurnTable(NamedTuple):
    """The turns by their codes, and numbers of pieces; a GIPF piece counts two.

    Attributes:
        turns: the turns.
        steps: the bit sets and numbers that `GipfArrays.step` needs, with shape (8, codes): spots
            that are not cleared before the push; ``line``, ``run``, ``up``, ``down`` and ``first``
            of the turn; ``first`` if it is a GIPF piece, else 0; spots that are not cleared after
            the push.
        cost: number of pieces taken from the reserve; 0 without a push.
        returned: number of pieces that return to the reserve.
        returned_last: number of these pieces that return after the push.
        caught: number of captured pieces.
        takes: whether pieces are removed.
    """

    turns: Turns
    steps: Words
    cost: Small
    returned: Small
    returned_last: Small
    caught: Small
    takes: Flags


def worth(pieces: Words, gipf: Words) -> Small:
    """Return the number of pieces in each bit set; pieces in ``gipf`` count twice."""
    return (count_bits(pieces) + count_bits(pieces & gipf)).astype(np.int8)


class Sides(NamedTuple):
    """Arrays of bit sets of pieces: those on boards, or those removed from boards.

    Attributes:
        own: pieces of the side to move.
        enemy: pieces of the other side.
        gipf: GIPF pieces of both sides.
    """

    own: Words
    enemy: Words
    gipf: Words

    def at(self, boards: Places | slice) -> "Sides":
        """Return the pieces of some of the boards, given their indices."""
        return Sides(*(pieces[boards] for pieces in self))

    def without(self, spots: Words) -> "Sides":
        """Return the pieces without those on the given spots, a bit set for each board."""
        return Sides(*(pieces & ~spots for pieces in self))

    def bereft(self, later: "Sides") -> Flags:
        """Return for each board whether a side has GIPF pieces here, and none in ``later``."""
        own: Flags = (self.own & self.gipf != 0) & (later.own & later.gipf == 0)
        enemy: Flags = (self.enemy & self.gipf != 0) & (later.enemy & later.gipf == 0)
        return own | enemy

    def removals(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the index of each board, and the sets of spots that the side to move can clear."""
        sets = (pieces.tolist() for pieces in self)
        for number, (own, enemy, gipf) in enumerate(zip(*sets, strict=True)):
            yield number, [*possible_removals(own, own | enemy, gipf)]


def may_be_taken(boards: Sides, taken: Sides) -> Flags:
    """Return for each board whether the mover may remove the pieces in ``taken``.

    The pieces must be on the board, and their removal must be complete; see `possible_removals`.
    """
    claimed = taken.own | taken.enemy
    good = np.ones(len(claimed), np.bool_)
    at = np.flatnonzero(fours(boards.own) | claimed)
    here, claimed = boards.at(at), claimed[at]
    right = (here.own & claimed == taken.own[at]) & (here.enemy & claimed == taken.enemy[at])
    right &= here.gipf & claimed == taken.gipf[at]
    rows, crossing = rows_of(here.own, here.own | here.enemy)
    # All single pieces of rows that share no spot are taken, and any of their GIPF pieces.
    fits = (claimed & ~rows == 0) & (rows & ~here.gipf & ~claimed == 0)
    some = np.flatnonzero(right & crossing)
    for number, possible in here.at(some).removals():
        fits[some[number]] = claimed[some[number]].item() in possible
    good[at] = right & fits
    return good


def count_removals(boards: Sides) -> Codes:
    """Return for each board the number of removals among which the side to move can choose."""
    rows, crossing = rows_of(boards.own, boards.own | boards.enemy)
    found: Codes = np.left_shift(1, count_bits(rows & boards.gipf), dtype=np.int32)
    some = np.flatnonzero(crossing)
    for number, possible in boards.at(some).removals():
        found[some[number]] = len(possible)
    return found


def rows_of(own: Words, occupied: Words) -> tuple[Words, Flags]:
    """Return for each board the spots of all rows of a side, and whether two rows share a spot.

    Args:
        own: bit sets of the side's pieces.
        occupied: bit sets of all pieces.
    """
    rows, crossing = np.zeros_like(own), np.zeros(len(own), np.bool_)
    for step in STEPS:
        found = fours_along(own, step)
        at = np.flatnonzero(found)
        while len(at):
            low, filled = lowest_bits(found[at]), occupied[at]
            for _ in range(6):  # no line has more than seven spots
                low |= (low << step | low >> step) & filled
            crossing[at] |= rows[at] & low != 0
            rows[at] |= low
            found[at] &= ~low
            at = at[found[at] != 0]
    return rows, crossing


def count_turns(before: Sides, reserve: Counts, bringing: Flags) -> Codes:
    """Return the number of legal turns on each board; whether the game is over is not checked.

    Args:
        before: the boards before the turns.
        reserve: for each board, the number of pieces in the reserve of the side to move.
        bringing: for each board, whether the side to move may still bring in GIPF pieces.
    """
    boards, cleared = _leading(before)
    here, brings = before.at(boards), bringing[boards]
    ready = here.without(cleared)
    stock = reserve[boards] + worth(here.own & cleared, here.gipf)
    single = (stock >= 1) & (~brings | (ready.own & ready.gipf != 0))
    turns = _pushes(ready, single, (stock >= 2) & brings)
    # Taking the last GIPF piece of a side ends the game.
    turns[here.bereft(ready)] = 1
    return np.bincount(boards, turns, len(reserve)).astype(np.int32)


def _leading(before: Sides) -> tuple[Places, Words]:
    """Return two arrays with an entry for each possible removal before the push.

    The entries are the index of the removal's board, and the bit set of the spots that it clears.
    """
    boards, cleared = np.arange(len(before.own)), np.zeros_like(before.own)
    at = np.flatnonzero(fours(before.own))
    here = before.at(at)
    cleared[at], crossing = rows_of(here.own, here.own | here.enemy)
    several = at[crossing | (cleared[at] & here.gipf != 0)]
    found = [(number, one) for number, all_ in before.at(several).removals() for one in all_]
    numbers, spots = zip(*found, strict=True) if found else ((), ())
    one = np.ones(len(boards), np.bool_)
    one[several] = False
    return (
        np.concatenate((boards[one], several[np.array(numbers, np.intp)])),
        np.concatenate((cleared[one], np.array(spots, np.uint64))),
    )


def _pushes(ready: Sides, single: Flags, stacked: Flags) -> Codes:
    """Return for each board the number of pairs of a push and a removal after it.

    Args:
        ready: the boards before the pushes.
        single: for each board, whether a single piece may be brought in.
        stacked: for each board, whether a GIPF piece may be brought in.
    """
    occupied = ready.own | ready.enemy
    pushes, more = np.zeros((2, len(occupied)), np.int32)
    taking = []
    for push in PATTERNS.values():
        at = np.flatnonzero(occupied & push.line == push.run)
        pushes[at] += 1
        own: Words = shifted(ready.own[at], push) | np.uint64(push.first)
        rows = np.flatnonzero(fours(own))
        if len(rows):
            at, own = at[rows], own[rows]
            enemy, gipf = shifted(ready.enemy[at], push), shifted(ready.gipf[at], push)
            taking.append((at, own, enemy, gipf, np.full(len(at), push.first, np.uint64)))
    if taking:
        at, own, enemy, gipf, firsts = map(np.concatenate, zip(*taking, strict=True))
        for may, gipf_after in ((single, gipf), (stacked, gipf | firsts)):
            if may.any():
                some = np.flatnonzero(may[at])
                counts = count_removals(Sides(own, enemy, gipf_after).at(some))
                more += np.bincount(at[some], counts - 1, len(more)).astype(np.int32)
    found: Codes = pushes * (single.astype(np.int32) + stacked) + more
    return found


def longest(pieces: Words) -> Counts:
    """Return the number of pieces in the longest line on each board."""
    length, steps = np.zeros(len(pieces), np.int16), np.array(STEPS, np.uint64)[:, np.newaxis]
    runs = np.repeat(pieces[np.newaxis], len(STEPS), axis=0)
    while (found := np.bitwise_or.reduce(runs) != 0).any():
        length += found
        runs &= runs >> steps
    return length


def pieces_of(boards: Boards[Position]) -> tuple[Words, Words, Words]:
    """Return White's, Black's and the GIPF pieces after all plies, one word for each ply."""
    white, black, *gipf = boards.sets[:, 0]
    return white, black, gipf[0] if gipf else np.zeros_like(white)


CHUNK = 1 << 12
"""Number of boards computed at once, so that they fit into the processor's cache."""


class GipfArrays(ArrayRules[Position, TurnTable]):
    """The rules of a variant of GIPF on arrays."""

    MEASURES = MEASURES
    width = len(Turns._fields)

    def __init__(self, start: Position) -> None:
        self.stacked = start.variant.stacked
        self.kinds = 3 if self.stacked else 2
        super().__init__(start)
        self._named: Memo[tuple[int, ...], int] = Memo(self._name)

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether no row was overlooked in the position at the start."""
        return not start.overlooked

    def row(self, claim: object) -> tuple[int, ...] | None:
        """Return a turn as a row of the table `Turns`; None if the turn is never legal.

        For a partial move the row has the push, without removals.
        """
        if isinstance(claim, PartialMove):
            return self._open_row(claim)
        step = compile_move(claim) if isinstance(claim, Move) else None
        if step is None:
            return None
        pattern, gipf, before, after, reserve = step[1]
        if not self.stacked and (gipf or before[2] | after[2] or not pattern):
            return None
        if reserve is not None and not 0 <= reserve <= ALL_PIECES:
            return None
        push = pattern[1:] if pattern else (0,) * 5
        return *before, *push, gipf, *after, 0 if reserve is None else reserve + 1, 0

    def _open_row(self, claim: PartialMove) -> tuple[int, ...] | None:
        """Return a partial move of the basic game as a row of the table, with 1 for ``open``.

        None in other games, and for a move that removes several rows or GIPF pieces.
        """
        removals = claim.before, claim.after
        if self.stacked or any(one.gipf or (one.rows or 0) > 1 for one in removals):
            return None
        row = self.row(Move(NOTHING, cast("Push", claim.push), NOTHING, claim.reserve))
        return row and (*row[:-1], 1)

    def arranged(self, columns: Words) -> TurnTable:
        """Return the table of turns; see `ArrayRules.arranged`."""
        of = Turns(*columns)
        before, after = of.own_before | of.enemy_before, of.own_after | of.enemy_after
        push = of.line, of.run, of.up, of.down, of.first, of.first * of.gipf
        last = worth(of.own_after, of.gipf_after)
        return TurnTable(
            of,
            np.array((~before, *push, ~after)),
            cost=np.where(of.first, 1 + of.gipf, 0).astype(np.int8),
            returned=worth(of.own_before, of.gipf_before) + last,
            returned_last=last,
            caught=worth(of.enemy_before, of.gipf_before) + worth(of.enemy_after, of.gipf_after),
            takes=before | after != 0,
        )

    def step(self, table: TurnTable, now: Words, codes: Codes, side: int) -> Flags:
        """Carry out one turn on each of several boards; see `ArrayRules.step`.

        A partial move removes all rows of the mover, or nothing if rows cross.
        """
        kept, line, run, up, down, first, first_gipf, left = table.steps.take(codes, 1, mode="clip")
        some = np.flatnonzero(table.turns.open.take(codes))
        boards = now[:, 0]
        boards &= kept
        removed = _clear(boards, some, side) if len(some) else ()
        fits: Flags = (boards[0] | boards[1]) & line == run
        moved = boards & run
        boards ^= moved
        moved <<= up
        moved >>= down
        boards |= moved
        boards[side] |= first
        boards[2:] |= first_gipf
        boards &= left
        if len(some):
            keys = zip(codes[some].tolist(), *removed, *_clear(boards, some, side), strict=True)
            named = zip(fits[some].tolist(), keys, strict=True)
            codes[some] = [self._named[key] if is_possible else 0 for is_possible, key in named]
        return fits

    def _name(self, key: tuple[int, ...]) -> int:
        """Return the code of a turn with the removals found on the board; 0 if these do not fit.

        Args:
            key: the code of the turn as written, then four bit sets: the mover's pieces removed
                before the push, all pieces removed before it, and the same two after the push.
        """
        code, *sets = key
        claim = self.claim(code)
        before, after = _one_row(*sets[:2]), _one_row(*sets[2:])
        if before is None or after is None:
            return 0
        if not (fits(claim.before, before) and fits(claim.after, after)):
            return 0
        return self.code(Move(before, claim.push, after, claim.reserve), code)

    def laws(self, boards: Boards[Position]) -> Flags:
        """Return for each ply whether it obeys the laws of reserves, removals and GIPF pieces.

        In the basic game, only turns with removals and turns on boards with rows need a check of
        their removals.
        """
        plies, codes, table = boards.plies, boards.codes, self.table
        reserve = plies.mover(self._reserves(boards))
        stated = table.turns.stated[codes]
        good: Flags = reserve >= table.returned_last[codes]  # what is left after the push
        good &= (stated == 0) | (stated == reserve + 1)
        if self.stacked:
            return good & self._removals_are_legal(boards, np.arange(plies.count))
        rows, first = _have_rows(boards.sets[:, 0]), _have_rows(self.first[:, 0])
        takes = table.takes[codes] | plies.mover(rows) | plies.mover(plies.before(rows, first))
        some = np.flatnonzero(takes)
        good[some] &= self._removals_are_legal(boards, some)
        return good

    def _removals_are_legal(self, boards: Boards[Position], some: Places) -> Flags:
        """Return for each given ply whether its removals and its kind of piece are legal.

        Args:
            boards: the boards after all plies.
            some: the indices of the plies; all plies in games with GIPF pieces.
        """
        plies, turn = boards.plies, self.table.turns.at(boards.codes[some])
        pieces = np.where(plies.places[some] == 0, self.first[:, 0], boards.sets[:, 0, some - 1])
        own, enemy = np.where(plies.turns[some] == 0, pieces[:2], pieces[1::-1])
        before = Sides(own, enemy, pieces[2] if self.stacked else np.zeros_like(own))
        first = Sides(turn.own_before, turn.enemy_before, turn.gipf_before)
        last = Sides(turn.own_after, turn.enemy_after, turn.gipf_after)
        ready = before.without(first.own | first.enemy)
        own, enemy, gipf = (shifted(pieces, turn) for pieces in ready)
        pushed = Sides(own | turn.first, enemy, gipf | turn.first * turn.gipf)
        good = may_be_taken(before, first) & may_be_taken(pushed, last)
        if self.stacked:
            cost, has_gipf = self.table.cost[boards.codes], ready.own & ready.gipf != 0
            over = before.bereft(ready)
            ended = over | pushed.bereft(pushed.without(last.own | last.enemy))
            first_may = np.array([self.start.bringing]).T
            brings = plies.before(np.array(self._bringing(boards)), first_may)
            good &= (over == (cost == 0)) & ~plies.before(ended, False)
            good &= np.where(plies.mover(brings), (cost != 1) | has_gipf, cost != 2)
        return good

    def _reserves(self, boards: Boards[Position]) -> list[Codes]:
        """Return White's and Black's reserves after all plies."""
        change = self.table.returned - self.table.cost
        return boards.plies.totals(change[boards.codes], self.start.reserves)

    def _bringing(self, boards: Boards[Position]) -> list[Flags]:
        """Return for each ply whether White has brought in no single piece yet; the same for Black.

        In the tournament game a side may bring in GIPF pieces until its first single piece.
        """
        singles = boards.plies.totals(self.table.cost[boards.codes] == 1, (0, 0))
        return [may & (one == 0) for may, one in zip(self.start.bringing, singles, strict=True)]

    def beside(self, boards: Boards[Position]) -> Sequence[Numbers]:
        """Return the numbers of `State.beside` after all plies, one array for each number."""
        plies, (white, black, gipf) = boards.plies, pieces_of(boards)
        prisoners = plies.totals(self.table.caught[boards.codes], self.start.prisoners)
        if not any(self.start.bringing):
            no = np.zeros(plies.count, np.bool_)
            return 1 - plies.turns, *self._reserves(boards), *prisoners, no, no
        bringing = self._bringing(boards)
        for side, pieces in enumerate((white, black)):
            # A side that has lost its last GIPF piece brings in no more.
            has = pieces & gipf != 0
            had = plies.before(has, self.start.sets[side] & self.start.gipf != 0)
            had |= (plies.turns == side) & (self.table.cost[boards.codes] == 2)
            bringing[side] &= has | ~had
        return 1 - plies.turns, *self._reserves(boards), *prisoners, *bringing

    def endings(self, boards: Boards[Position], plies: Places) -> tuple[Flags, Numbers]:
        """Return which games may be over, and a number for each; equal numbers mean equal ends.

        A game is not over if a spot is empty and the side to move has a piece in reserve, since it
        can push along a line with an empty spot. In games with GIPF pieces it needs two pieces in
        reserve, and each side must have a GIPF piece on the board. The outcome of a game is decided
        by the side to move if this side has neither a row nor a piece in reserve.
        """
        white, black, gipf = (pieces[plies] for pieces in pieces_of(boards))
        turn, *reserves = (column[plies] for column in boards.beside[:3])
        reserve = np.where(turn, *reversed(reserves))
        lacks = self.stacked & ((white & gipf == 0) | (black & gipf == 0))
        full = white | black == np.uint64(FULL)
        others = (reserve > 0) | (fours(np.where(turn, black, white)) != 0) | lacks
        decisive = np.where(others, np.arange(len(plies)), -1 - turn)
        return full | (reserve < 1 + self.stacked) | lacks, decisive[np.newaxis]

    def measures(
        self, boards: Boards[Position]
    ) -> tuple[tuple[Numbers, ...], Sequence[ColumnValues]]:
        """Return the scores, and the columns from the material to the longest lines."""
        white, black, gipf = pieces_of(boards)
        standing = count_bits(white), count_bits(black)
        stacked = count_bits(white & gipf), count_bits(black & gipf)
        reserves = boards.beside[1:3]
        scores = tuple(reserves[side] + standing[side] + stacked[side] for side in (0, 1))
        lines = [partial(longest, one) for one in (white, black)]
        return scores, (*standing, *reserves, *stacked, *lines)

    def count_moves(self, boards: Boards[Position]) -> Codes:
        """Return the number of legal turns before each ply, even if the game is over."""
        plies, before = boards.plies, boards.sets_before()[:, 0]
        gipf = before[2] if self.stacked else np.zeros_like(before[0])
        sides = Sides(plies.mover(before[:2]), plies.mover(before[1::-1]), gipf)
        stock = [plies.before(*one) for one in zip(boards.beside, self.start.beside, strict=True)]
        reserve, bringing = plies.mover(stock[1:3]), plies.mover(stock[5:]) != 0
        found = np.empty(plies.count, np.int32)
        for start in range(0, plies.count, CHUNK):
            some = slice(start, start + CHUNK)
            found[some] = count_turns(sides.at(some), reserve[some], bringing[some])
        return found


def _clear(boards: Words, some: Places, side: int) -> tuple[list[int], list[int]]:
    """Remove all rows of a side in place, or nothing where rows cross.

    Args:
        boards: bit sets with shape (kinds of pieces, boards).
        some: the indices of the boards.
        side: index of the side.

    Returns:
        The removed pieces of the side, and all removed pieces, as a bit set for each board.
    """
    here = boards[:, some]
    rows, crossing = rows_of(here[side], here[0] | here[1])
    rows[crossing] = 0
    boards[:, some] = here & ~rows
    return (here[side] & rows).tolist(), rows.tolist()


def _have_rows(boards: Words) -> Flags:
    """Return for each bit set of a side's pieces whether four are in a row."""
    chunks = (boards[..., at : at + CHUNK] for at in range(0, boards.shape[-1], CHUNK))
    return np.concatenate([boards[..., :0] != 0, *(fours(one) != 0 for one in chunks)], axis=-1)


def _one_row(own: int, spots: int) -> Removal | None:
    """Return the removal of one row; `NOTHING` without spots, None if they are not on one line.

    Args:
        own: bit set of the mover's removed pieces.
        spots: bit set of all removed pieces.
    """
    pieces = [Piece(spot, captured=not own & bit) for spot, bit in BITS.items() if spots & bit]
    if not pieces:
        return NOTHING
    line = line_through([piece.spot for piece in pieces])
    return Removal.of([Row(tuple(sorted(pieces)), name(line))]) if line else None
