"""GIPF on arrays of boards; see `analysis.games.arrays`.

A bit set is one 64-bit word. Turns are carried out as the texts state, then the legality of all
plies is computed. Most rules are computed for the side to move, since they are the same for both
sides. Removals of rows that share no spot are computed on arrays; for rows that cross,
`possible_removals` is called for each board.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Generic, NamedTuple, TypeVar, cast

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import (
    ArrayRules,
    Boards,
    Coded,
    Codes,
    ColumnValues,
    Counts,
    Flags,
    MeasuredPlies,
    NumberedColumns,
    Numbers,
    Places,
    Plies,
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
    worth,
)
from analysis.games.gipf.completion import fits
from analysis.games.gipf.measures import of_move
from analysis.games.gipf.rules import Position, Taken, compile_move
from analysis.games.gipf.state import ALL_PIECES
from analysis.games.measures import Cell
from notation.gipf.moves import NOTHING, Move, PartialMove, Piece, Push, Removal, Row
from notation.gipf.points import line_through, name
from notation.memo import Memo

T = TypeVar("T")
"""The type of a turn's data: a number, or an array with a number for each turn."""

S = TypeVar("S", bound=np.generic)


class Turn(NamedTuple, Generic[T]):
    """A turn as its text states it; spots are bit sets.

    Attributes:
        own_before: spots of the mover's pieces removed before the push.
        enemy_before: spots of the opponent's pieces captured before the push.
        gipf_before: spots of the GIPF pieces removed or captured before the push.
        line: spots of ``run``, and the target of the furthest piece; see `PushPattern`.
        run: spots of the displaced pieces.
        first: spot of the piece brought in.
        first_gipf: spot of the piece brought in if it is a GIPF piece, else 0.
        up: number of bits by which pieces are shifted up.
        down: number of bits by which pieces are shifted down.
        own_after: spots of the mover's pieces removed after the push.
        enemy_after: spots of the opponent's pieces captured after the push.
        gipf_after: spots of the GIPF pieces removed or captured after the push.
        cost: number of pieces taken from the reserve: 2 for a GIPF piece, 0 without a push.
        returned: number of pieces that return to the reserve; a GIPF piece counts two.
        returned_last: number of these pieces that return after the push.
        caught: number of captured pieces; a GIPF piece counts two.
        stated: the stated count of the reserve plus 1; 0 if none is stated.
        open: 1 if only the board shows which pieces are removed, else 0.
    """

    own_before: T
    enemy_before: T
    gipf_before: T
    line: T
    run: T
    first: T
    first_gipf: T
    up: T
    down: T
    own_after: T
    enemy_after: T
    gipf_after: T
    cost: T
    returned: T
    returned_last: T
    caught: T
    stated: T
    open: T


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


CHUNK = 1 << 12
"""Number of boards computed at once, so that they fit into the processor's cache."""


def count_turns(before: Sides, reserve: Counts, bringing: Flags) -> Codes:
    """Return the number of legal turns on each board; whether the game is over is not checked.

    Args:
        before: the boards before the turns.
        reserve: for each board, the number of pieces in the reserve of the side to move.
        bringing: for each board, whether the side to move may still bring in GIPF pieces.
    """
    found = np.empty(len(reserve), np.int32)
    for start in range(0, len(found), CHUNK):
        some = slice(start, start + CHUNK)
        found[some] = _count(before.at(some), reserve[some], bringing[some])
    return found


def _count(before: Sides, reserve: Counts, bringing: Flags) -> Codes:
    boards, cleared = _leading(before)
    here, brings = before.at(boards), bringing[boards]
    ready = here.without(cleared)
    returned = here.own & cleared
    stock = reserve[boards] + count_bits(returned) + count_bits(returned & here.gipf)
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


_NOTHING: tuple[Cell, ...] = ((), *(None,) * 7)
"""The values of `of_turn` for an unknown turn."""


class GipfBoards(Boards[Position]):
    """The boards after all plies of games of GIPF: White's, Black's and GIPF pieces."""

    rules: "GipfArrays"

    def may_be_over(self, plies: Places) -> Flags:
        """Return whether the game may be over after each of the given plies of good games.

        It is not over if a spot is empty and the side to move has a piece in reserve, since it can
        push along a line with an empty spot. In games with GIPF pieces it needs two pieces in
        reserve, and each side must have a GIPF piece on the board.
        """
        white, black, _ = self.sets_after(plies)[:, 0]
        least = 2 if self.start.variant.stacked else 1
        over: Flags = (white | black == np.uint64(FULL)) | (self._reserve(plies) < least)
        return over | self._lacks_gipf(plies)

    def decisive(self, plies: Places) -> Numbers:
        """Return numbers that decide the outcome, one for each of the given plies.

        The number is the same for all plies after which the same side is to move and has neither a
        row nor a piece in reserve. Any other ply has a number of its own.
        """
        white, black, _ = self.sets_after(plies)[:, 0]
        turn = self.beside[0][plies]
        has_row = fours(np.where(turn, black, white)) != 0
        others = (self._reserve(plies) > 0) | has_row | self._lacks_gipf(plies)
        return np.where(others, np.arange(len(plies)), -1 - turn)[np.newaxis]

    def _reserve(self, plies: Places) -> Numbers:
        """Return the reserve of the side to move after each of the given plies."""
        turn, white, black = (column[plies] for column in self.beside[:3])
        return np.where(turn, black, white)

    def _lacks_gipf(self, plies: Places) -> Flags:
        """Return whether a side has no GIPF piece on the board after each of the given plies.

        It is always False in the basic game.
        """
        white, black, gipf = self.sets_after(plies)[:, 0]
        lacks: Flags = (white & gipf == 0) | (black & gipf == 0)
        return lacks & self.start.variant.stacked

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        captured, *of_moves = self._of_moves()
        white, black, gipf = self.sets[:, 0]
        standing = count_bits(white), count_bits(black)
        stacked = count_bits(white & gipf), count_bits(black & gipf)
        reserves = self.beside[1:3]
        scores = tuple(reserves[side] + standing[side] + stacked[side] for side in (0, 1))
        rows = [partial(longest, one) for one in (white, black)]
        values: tuple[ColumnValues, ...] = (*of_moves, *standing, *reserves, *stacked, *rows)
        return MeasuredPlies(captured, scores, values)

    def _of_moves(self) -> list[Coded]:
        """Return the columns of `of_turn`, the captured spots first.

        Values are looked up by the code of the turn. If only the board shows which rows the removed
        pieces form, the values are computed from the board before the ply.
        """
        depends, *columns = self.rules.of_turns(self.codes)
        open_ = np.array(depends.values, np.bool_)[depends.codes]
        open_ &= np.repeat(self.good, self.plies.lengths)
        plies = np.flatnonzero(open_)
        if not len(plies):
            return columns
        before = self.positions_before(plies)
        claims = map(self.rules.claim, self.codes[plies].tolist())
        rows = [
            of_turn(one, one.complete(claim)) for one, claim in zip(before, claims, strict=True)
        ]
        return [
            column.replaced(plies, values)
            for column, values in zip(columns, zip(*rows, strict=True), strict=True)
        ]

    def count_moves(self) -> Codes:
        """Return the number of legal turns before each ply, even if the game is over."""
        plies, start = self.plies, self.start
        white, black, gipf = self.sets_before()[:, 0]
        first = (*start.reserves, *start.bringing)
        beside = [self.beside[place] for place in (1, 2, 5, 6)]
        stock = [plies.before(*pair) for pair in zip(beside, first, strict=True)]
        is_white = plies.turns == 0
        sides = Sides(np.where(is_white, white, black), np.where(is_white, black, white), gipf)
        reserve, bringing = (np.where(is_white, *stock[at : at + 2]) for at in (0, 2))
        return count_turns(sides, reserve, bringing)


def of_turn(before: Position, move: Move | None) -> tuple[Cell, ...]:
    """Return the spots on which a turn captures, then the values of the columns about the turn."""
    return before.captured(move) if move else (), *of_move(before, move)


def longest(pieces: Words) -> npt.NDArray[np.int16]:
    """Return the number of pieces in the longest line on each board."""
    length = np.zeros(len(pieces), np.int16)
    runs = [pieces] * len(STEPS)
    while True:
        found = runs[0] | runs[1] | runs[2] != 0
        if not found.any():
            return length
        length += found
        runs = [run & run >> step for run, step in zip(runs, map(np.uint64, STEPS), strict=True)]


class GipfArrays(ArrayRules[Position]):
    """The rules of a variant of GIPF on arrays.

    Attributes:
        of_turns: the columns for the codes of turns: first a flag, True if the values of `of_turn`
            depend on the board; then these values.
    """

    BOARDS = GipfBoards
    width = len(Turn._fields)

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether no row was overlooked in the position at the start."""
        return not start.overlooked

    def __init__(self, start: Position) -> None:
        super().__init__(start)
        self._named: Memo[tuple[int, ...], int] = Memo(self._name)
        self.of_turns = NumberedColumns(1 + len(_NOTHING), self._of_turn)

    def _of_turn(self, code: int) -> tuple[Cell, ...]:
        claim = self.claim(code)
        move = self.start.sole_move(claim) if claim else None
        return (False, *of_turn(self.start, move)) if move else (True, *_NOTHING)

    def row(self, claim: object) -> tuple[int, ...] | None:
        """Return the row of a turn in `table`, as in `Turn`; None for a turn that is never legal.

        The row of a partial move has the push, without removals.
        """
        if isinstance(claim, PartialMove):
            return self._open_row(claim)
        step = compile_move(claim) if isinstance(claim, Move) else None
        if step is None:
            return None
        pattern, gipf, before, after, reserve = step[1]
        if not self.start.variant.stacked and (gipf or before[2] | after[2] or not pattern):
            return None
        if reserve is not None and not 0 <= reserve <= ALL_PIECES:
            return None
        line, run, first, up, down = pattern[1:] if pattern else (0, 0, 0, 0, 0)
        last, caught = _worth(after)
        first_back, first_caught = _worth(before)
        push = line, run, first, gipf * first, up, down
        cost, stated = 1 + gipf if pattern else 0, 0 if reserve is None else reserve + 1
        counts = cost, first_back + last, last, first_caught + caught, stated, 0
        return *before, *push, *after, *counts

    def _open_row(self, claim: PartialMove) -> tuple[int, ...] | None:
        """Return the row in `table` of a partial move in the basic game; its field ``open`` is 1.

        None in other games, and for a move that removes several rows or GIPF pieces.
        """
        removals = claim.before, claim.after
        if self.start.variant.stacked or any(one.gipf or (one.rows or 0) > 1 for one in removals):
            return None
        row = self.row(Move(NOTHING, cast("Push", claim.push), NOTHING, claim.reserve))
        return row and (*row[: Turn._fields.index("open")], 1)

    def _name(self, key: tuple[int, ...]) -> int:
        """Return the code of a turn whose removals were found; 0 if they do not fit the text.

        Args:
            key: the code of the turn as written, then four bit sets: the mover's pieces removed
                before the push, all pieces removed before it, and the same two after the push.
        """
        code, *sets = key
        claim = self.claim(code)
        own_first, first, own_last, last = sets
        before, after = _one_row(own_first, first), _one_row(own_last, last)
        if before is None or after is None:
            return 0
        if not (fits(claim.before, before) and fits(claim.after, after)):
            return 0
        return self.code(Move(before, claim.push, after, claim.reserve), code)

    def _settled(self, codes: Codes, plies: Plies) -> None:
        """Replace in place the codes of ambiguous and partial moves by codes of complete ones."""
        # Codes created below are not looked up in `table`: later rounds have other plies.
        index, turn, table = Turn._fields.index, self.start.turn, self.table
        now = np.repeat(
            np.array([self.start.white, self.start.black], np.uint64)[:, np.newaxis],
            len(plies.lengths),
            1,
        )
        for at in plies.rounds():
            now, code = now[:, : len(at)], codes[at]
            if len(some := np.flatnonzero(code < 0)):
                code[some] = self._chosen(code[some], now[:, some], turn, table)
            row = table[code]
            now, first = self._cleared(now, row, turn)
            push = Turn(*row.T)
            now = shifted(now, push)
            now[turn] |= push.first
            now, last = self._cleared(now, row, turn, "own_after", "enemy_after")
            some = np.flatnonzero(row[:, index("open")])
            taken = (one[some].tolist() for one in (*first, *last))
            keys = zip(code[some].tolist(), *taken, strict=True)
            code[some] = [self._named[key] for key in keys]
            codes[at], turn = code, 1 - turn

    @staticmethod
    def _cleared(
        boards: Words, rows: Words, turn: int, own: str = "own_before", enemy: str = "enemy_before"
    ) -> tuple[Words, tuple[Words, Words]]:
        """Return the boards after a removal, and bit sets of the mover's and of all removed pieces.

        A turn with ``Turn.open`` removes all rows of the mover, or nothing if rows cross. Any other
        turn removes the pieces that it states.

        Args:
            boards: bit sets with shape (sides, boards).
            rows: the turns, as rows of `table`.
            turn: index of the side to move.
            own: the field of `Turn` with the mover's removed pieces.
            enemy: the field of `Turn` with the captured pieces.
        """
        index = Turn._fields.index
        mine = rows[:, index(own)]
        taken = mine | rows[:, index(enemy)]
        some = np.flatnonzero(rows[:, index("open")] & (fours(boards[turn]) != 0))
        if len(some):
            here = boards[:, some]
            standing, crossing = rows_of(here[turn], here[0] | here[1])
            standing[crossing] = 0
            taken[some], mine[some] = standing, standing & here[turn]
        return boards & ~taken, (mine, taken)

    def _chosen(self, choices: Codes, boards: Words, turn: int, table: Words) -> Codes:
        """Return for each ambiguous text the code of the move whose push the board allows.

        The code is 0 if the board allows no push of the text, or several. All moves of a text must
        have the same removal before the push.

        Args:
            choices: negative codes, see `ArrayRules.choice`.
            boards: bit sets with shape (sides, choices).
            turn: index of the side to move.
            table: the value of `table`.
        """
        at, codes = self.options(choices)
        first = np.flatnonzero(np.diff(at, prepend=-1))
        ready, _ = self._cleared(boards, table[codes[first]], turn)
        line, run = (table[:, Turn._fields.index(name)].take(codes) for name in ("line", "run"))
        fits = (ready[0] | ready[1])[at] & line == run
        found = np.zeros(len(choices), np.int32)
        found[at[fits]] = codes[fits]
        found[np.bincount(at[fits], minlength=len(choices)) != 1] = 0
        return found

    def judge(self, codes: Codes, lengths: Codes) -> GipfBoards:
        """Return the boards of games that begin at `start`; see `ArrayRules.judge`."""
        plies = Plies(lengths, self.start.turn, 2)
        is_open = self.table[:, Turn._fields.index("open")] != 0
        if (codes < 0).any() or is_open.take(codes, mode="clip").any():
            self._settled(codes, plies)
        played = _Played(self.start, self.table, codes, plies)
        boards = GipfBoards(self, plies, codes, played.pieces[:, np.newaxis], played.beside)
        boards.good = plies.every(played.legal)
        return boards


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


def _worth(taken: Taken) -> tuple[int, int]:
    """Return two numbers: pieces returned to the reserve, and captures; GIPF pieces count twice."""
    own, enemy, gipf = taken
    return (worth(own, gipf), worth(enemy, gipf)) if own | enemy else (0, 0)


def _pushed(ready: Sides, turn: Turn[Words]) -> Sides:
    """Return the boards after a push."""
    own, enemy, gipf = (shifted(pieces, turn) for pieces in ready)
    return Sides(own | turn.first, enemy, gipf | turn.first_gipf)


def _have_rows(boards: Words) -> Flags:
    """Return for each bit set of a side's pieces whether four are in a row."""
    chunks = (boards[..., at : at + CHUNK] for at in range(0, boards.shape[-1], CHUNK))
    return np.concatenate([boards[..., :0] != 0, *(fours(one) != 0 for one in chunks)], axis=-1)


_TAKEN = ("own_before", "enemy_before", "own_after", "enemy_after")
"""The fields of `Turn` with removed pieces."""


class _Played:
    """The boards and the legality of turns that are carried out as stated.

    Args:
        start: the position that all games start from.
        table: the table of moves, with shape (codes, fields of `Turn`).
        codes: the codes of the turns.
        plies: the plies.

    Attributes:
        pieces: bit sets of White's, Black's and GIPF pieces after all plies, shape (3, plies).
        reserves: White's and Black's reserves after all plies.
        legal: for each ply, whether it is legal if all earlier plies are legal.
        ended: for each ply, whether a side loses its last GIPF piece.
    """

    def __init__(self, start: Position, table: Words, codes: Codes, plies: Plies) -> None:
        self._start, self._codes, self._plies = start, codes.astype(np.intp), plies
        self._table = table
        self._first = np.array([[start.white], [start.black], [start.gipf]], np.uint64)
        self.pieces, self._fits = self._carried_out()
        change = self._small("returned") - self._small("cost")
        self.reserves = self._totals(change, start.reserves)
        self.ended = np.zeros(plies.count, np.bool_)
        self.legal = self._judged()

    def _small(self, name: str) -> npt.NDArray[np.int8]:
        """Return a field of `Turn` for all turns, as small integers."""
        column: Words = self._table[:, Turn._fields.index(name)]
        return column.astype(np.int8).take(self._codes, mode="clip")

    def _carried_out(self) -> tuple[Words, Flags]:
        """Carry out all turns as stated, round by round.

        Returns:
            `pieces`, and a flag for each ply: whether its push fits the board before the ply.
        """
        plies, table = self._plies, Turn(*self._table.T)
        kept = ~(table.own_before | table.enemy_before | table.run)
        left = ~(table.own_after | table.enemy_after)
        # Only the columns of a round are looked up at once: large arrays take time to allocate.
        columns = np.array(
            (table.line, table.run, table.up, table.down, kept, table.first, left, table.first_gipf)
        )
        found = np.zeros((3, plies.count), np.uint64)
        fits, side = np.empty(plies.count, np.bool_), self._start.turn
        now = np.repeat(
            self._first[: 3 if self._start.variant.stacked else 2], len(plies.lengths), 1
        )
        for at in plies.rounds():
            turns = columns.take(self._codes[at], axis=1, mode="clip")
            line, run, up, down, kept, first, left, first_gipf = turns
            now = now[:, : len(at)]
            fits[at] = (now[0] | now[1]) & line == run
            moved = now & run
            moved <<= up
            moved >>= down
            now = now & kept
            now |= moved
            now[side] |= first
            now[2:] |= first_gipf
            now &= left
            for after, pieces in zip(found, now, strict=False):
                after[at] = pieces
            side ^= 1
        return found, fits

    def _totals(self, change: npt.NDArray[np.int8], start: tuple[int, int]) -> tuple[Codes, Codes]:
        """Return White's and Black's number after each ply, such as the reserve, from changes.

        Args:
            change: for each ply, the change of the number of the side that moves.
            start: White's and Black's number at the start.
        """
        turns = self._plies.turns
        white, black = (
            self._plies.running(np.where(turns == side, change, 0), start[side]) for side in (0, 1)
        )
        return white, black

    def _mover(self, white: npt.NDArray[S], black: npt.NDArray[S]) -> npt.NDArray[S]:
        """Return for each ply the value of the side that moves, given White's and Black's."""
        return np.where(self._plies.turns == 0, white, black)

    def _judged(self) -> Flags:
        """Return for each ply whether it is legal if all earlier plies are legal.

        Only turns with removals and turns on boards with rows need a closer check.
        """
        plies, stacked, fits = self._plies, self._start.variant.stacked, self._fits
        reserve = self._mover(*self.reserves)
        good: Flags = self._codes != 0
        good &= reserve >= self._small("returned_last")  # what is left after the push
        stated = self._small("stated")
        good &= (stated == 0) | (stated == reserve + 1)
        taken = self._table[:, [*map(Turn._fields.index, _TAKEN)]]
        takes: Flags = taken.any(axis=1).take(self._codes, mode="clip")
        if not stacked:
            after = [_have_rows(pieces) for pieces in self.pieces[:2]]
            before = map(plies.before, after, _have_rows(self._first[:2]).ravel())
            takes |= self._mover(*after) | self._mover(*before)
        some = np.arange(plies.count) if stacked else np.flatnonzero(takes)
        fits[some] = self._judged_closely(some)
        if stacked:
            fits &= ~plies.before(self.ended, False)
        good &= fits
        return good

    def _judged_closely(self, some: Places) -> Flags:
        """Return whether push and removals of each given ply are legal; also set `ended`.

        Args:
            some: the indices of the plies.
        """
        pieces = np.where(self._plies.places[some] == 0, self._first, self.pieces[:, some - 1])
        own, enemy = np.where(self._plies.turns[some] == 0, pieces[:2], pieces[1::-1])
        before = Sides(own, enemy, pieces[2])
        turn = Turn(*self._table[self._codes[some]].T)
        first, last = Sides(*turn[:3]), Sides(*turn[9:12])
        ready = before.without(first.own | first.enemy)
        pushed = _pushed(ready, turn)
        good: Flags = (ready.own | ready.enemy) & turn.line == turn.run
        good &= may_be_taken(before, first) & may_be_taken(pushed, last)
        if self._start.variant.stacked:
            over = before.bereft(ready)
            self.ended[some] = over | pushed.bereft(pushed.without(last.own | last.enemy))
            good &= (over == (turn.cost == 0)) & self._may_be_brought(ready, turn.cost)
        return good

    def _may_be_brought(self, ready: Sides, cost: Words) -> Flags:
        """Return for each turn whether its kind of piece, single or GIPF, may be brought in.

        Args:
            ready: the boards before the pushes.
            cost: number of pieces taken from the reserve; see `Turn.cost`.
        """
        white, black = (
            self._plies.before(may, first)
            for may, first in zip(self._bringing, self._start.bringing, strict=True)
        )
        kinds = self._mover(white, black)
        has_gipf = ready.own & ready.gipf != 0
        may: Flags = np.where(kinds, (cost != 1) | has_gipf, cost != 2)
        return may

    @cached_property
    def _bringing(self) -> tuple[Flags, Flags]:
        """Whether White, and whether Black, may bring in GIPF pieces after each ply.

        In the tournament game a side may do so until it brings in a single piece.
        """
        singles = self._totals((self._small("cost") == 1).astype(np.int8), (0, 0))
        may = self._start.bringing
        return (singles[0] == 0) & may[0], (singles[1] == 0) & may[1]

    def beside(self) -> Sequence[Numbers]:
        """Return the numbers of `State.beside` after all plies, one array for each number."""
        prisoners = self._totals(self._small("caught"), self._start.prisoners)
        # A side that has lost its last GIPF piece brings in no more.
        white, black = (
            may & ((own & self.pieces[2] != 0) | ~self.ended)
            for may, own in zip(self._bringing, self.pieces, strict=False)
        )
        return 1 - self._plies.turns, *self.reserves, *prisoners, white, black
