"""GIPF on arrays: texts carried out in all games at once, then the laws asked of all plies.

What a turn does is the same for both sides: it is worked out for the one that moves, and laid out
as White's and Black's pieces only to be kept. One row that stands alone, and rows that share no
spot, are judged on arrays; of rows that cross, `possible_removals` decides board by board.
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
    CodedOrNumbers,
    Codes,
    Counts,
    Flags,
    Lazy,
    MeasuredPlies,
    NumberedColumns,
    Numbers,
    Places,
    Plies,
    Words,
    as_lazy,
    count_bits,
    lowest_bits,
)
from analysis.games.gipf import completion
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
from analysis.games.gipf.completion import described, sole_move
from analysis.games.gipf.measures import of_move
from analysis.games.gipf.rules import Position, Taken, compile_move
from analysis.games.gipf.state import ALL_PIECES
from analysis.games.measures import Cell
from notation.gipf.moves import NOTHING, Move, PartialMove, Piece, Push, Removal, Row
from notation.gipf.points import line_through, name
from notation.memo import Memo

T = TypeVar("T")
"""A number, or an array of one a ply."""

S = TypeVar("S", bound=np.generic)


class Turn(NamedTuple, Generic[T]):
    """A turn as a text claims it.

    Attributes:
        own_before: the spots where pieces of the side to move are taken before the push.
        enemy_before: those where pieces of the other side are.
        gipf_before: those of them where GIPF pieces are.
        line: the spots that the push displaces, and the one that the last piece reaches.
        run: the spots that it displaces.
        first: the spot where the new piece stands.
        first_gipf: this spot if the new piece is a GIPF piece.
        up: how far bits move up.
        down: how far bits move down.
        own_after: the spots where pieces of the side to move are taken after the push.
        enemy_after: those where pieces of the other side are.
        gipf_after: those of them where GIPF pieces are.
        cost: pieces that the push takes from the reserve: 2 for a GIPF piece, 0 without a push.
        returned: pieces that return to the reserve; a GIPF piece counts two.
        returned_last: those of them that return after the push.
        caught: pieces captured; a GIPF piece counts two.
        stated: the count of the reserve and 1; 0 where the text has none.
        open: whether the board decides what is taken.
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
    """What stands on boards, or is taken off them, as the side to move has it.

    Attributes:
        own: its pieces.
        enemy: the pieces of the other side.
        gipf: those of them that are GIPF pieces.
    """

    own: Words
    enemy: Words
    gipf: Words

    def at(self, boards: Places | slice) -> "Sides":
        """Return some of the boards."""
        return Sides(*(pieces[boards] for pieces in self))

    def without(self, spots: Words) -> "Sides":
        """Return the boards once some spots are cleared."""
        return Sides(*(pieces & ~spots for pieces in self))

    def bereft(self, later: "Sides") -> Flags:
        """Return whether a side that has GIPF pieces has none later."""
        own: Flags = (self.own & self.gipf != 0) & (later.own & later.gipf == 0)
        enemy: Flags = (self.enemy & self.gipf != 0) & (later.enemy & later.gipf == 0)
        return own | enemy

    def removals(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the number of each board, and every set of spots that the side to move can take."""
        sets = (pieces.tolist() for pieces in self)
        for number, (own, enemy, gipf) in enumerate(zip(*sets, strict=True)):
            yield number, [*possible_removals(own, own | enemy, gipf)]


def may_be_taken(boards: Sides, taken: Sides) -> Flags:
    """Return where what is taken is there, and is what the rows of the side to move demand."""
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
    """Return the number of different sets of spots that the sides to move can clear."""
    rows, crossing = rows_of(boards.own, boards.own | boards.enemy)
    found: Codes = np.left_shift(1, count_bits(rows & boards.gipf), dtype=np.int32)
    some = np.flatnonzero(crossing)
    for number, possible in boards.at(some).removals():
        found[some[number]] = len(possible)
    return found


def rows_of(own: Words, occupied: Words) -> tuple[Words, Flags]:
    """Return the spots of all rows of a side, and whether two of these share a spot."""
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
"""Boards looked at together: so many fit the cache of a processor."""


def count_turns(before: Sides, reserve: Counts, bringing: Flags) -> Codes:
    """Return the numbers of legal turns on boards where the game goes on.

    Args:
        before: the boards.
        reserve: pieces in the reserves of the sides to move.
        bringing: whether these may still bring in GIPF pieces.
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
    """Return all that can be taken before a push: the numbers of the boards, and the spots."""
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
    """Return the numbers of pushes with all that they may take.

    Args:
        ready: the boards.
        single: whether a single piece may be brought in.
        stacked: whether a GIPF piece may.
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
"""The columns of a turn that is not known."""


class GipfBoards(Boards[Position]):
    """The boards of every ply of some games of GIPF: White's, Black's, and GIPF pieces."""

    rules: "GipfArrays"

    def may_be_over(self, plies: Places) -> Flags:
        """Return after which of some plies of good games a game may have ended.

        With a piece in reserve, or two where GIPF pieces are brought in, a turn is possible as
        long as a spot is empty: each lies on a line, and every line with one can be pushed.
        """
        white, black, gipf = self.sets_after(plies)[:, 0]
        turn, *reserves = (column[plies] for column in self.beside[:3])
        stacked = self.start.variant.stacked
        least = 2 if stacked else 1
        over: Flags = (white | black == np.uint64(FULL)) | (np.where(turn, *reserves[::-1]) < least)
        if stacked:
            over |= (white & gipf == 0) | (black & gipf == 0)
        return over

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        captured, *of_moves = self._of_moves()
        white, black, gipf = self.sets[:, 0]
        standing = count_bits(white), count_bits(black)
        stacked = count_bits(white & gipf), count_bits(black & gipf)
        reserves = self.beside[1:3]
        scores = tuple(reserves[side] + standing[side] + stacked[side] for side in (0, 1))
        known: tuple[CodedOrNumbers, ...] = (*of_moves, *standing, *reserves, *stacked)
        values: list[Lazy] = list(map(as_lazy, known))
        values += [partial(longest, one) for one in (white, black)]
        return MeasuredPlies(captured, scores, (white | black,), tuple(values))

    def _of_moves(self) -> list[Coded]:
        """Return the columns that follow from the turn alone, the captured spots first.

        Where only the board shows how what is taken divides into rows, its ply is measured.
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
            of_turn(one, described(one, claim)) for one, claim in zip(before, claims, strict=True)
        ]
        return [
            column.replaced(plies, values)
            for column, values in zip(columns, zip(*rows, strict=True), strict=True)
        ]

    def count_moves(self) -> Codes:
        """Return the numbers of legal turns before all plies, which are never after the end."""
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
    """Return the spots where a turn captures, and the columns of moves."""
    return before.captured(move) if move else (), *of_move(before, move)


def longest(pieces: Words) -> npt.NDArray[np.int16]:
    """Return the length of the longest row of each side's pieces."""
    length = np.zeros(len(pieces), np.int16)
    runs = [pieces] * len(STEPS)
    while True:
        found = runs[0] | runs[1] | runs[2] != 0
        if not found.any():
            return length
        length += found
        runs = [run & run >> step for run, step in zip(runs, map(np.uint64, STEPS), strict=True)]


class GipfArrays(ArrayRules[Position]):
    """The rules of a variant on arrays.

    Attributes:
        of_turns: by code whether its columns depend on the board, and what `of_turn` returns.
    """

    BOARDS = GipfBoards
    width = len(Turn._fields)

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether no row stands that was overlooked before."""
        return not start.overlooked

    def __init__(self, start: Position) -> None:
        super().__init__(start)
        self._named: Memo[tuple[int, ...], int] = Memo(self._name)
        self.of_turns = NumberedColumns(1 + len(_NOTHING), self._of_turn)

    def _of_turn(self, code: int) -> tuple[Cell, ...]:
        claim = self.claim(code)
        move = sole_move(claim) if claim else None
        return (False, *of_turn(self.start, move)) if move else (True, *_NOTHING)

    def row(self, claim: object) -> tuple[int, ...] | None:
        """Return what a turn does; None for one that no board allows.

        Of a turn that takes what it does not name, it is the push alone.
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
        """Return what a turn does whose removals are found on the board: those of one row each.

        None where GIPF pieces may be taken, or several rows are named.
        """
        removals = claim.before, claim.after
        if self.start.variant.stacked or any(one.gipf or (one.rows or 0) > 1 for one in removals):
            return None
        row = self.row(Move(NOTHING, cast("Push", claim.push), NOTHING, claim.reserve))
        return row and (*row[: Turn._fields.index("open")], 1)

    def _name(self, key: tuple[int, ...]) -> int:
        """Return the code of a turn with its removals completed; 0 if there is none.

        Args:
            key: the code of the turn as written, then the spots of its rows before the push (the
                mover's pieces, all pieces) and after it (likewise).
        """
        code, *sets = key
        claim = self.claim(code)
        own_first, first, own_last, last = sets
        before, after = _one_row(own_first, first), _one_row(own_last, last)
        if before is None or after is None:
            return 0
        if not (completion.fits(claim.before, before) and completion.fits(claim.after, after)):
            return 0
        return self.code(Move(before, claim.push, after, claim.reserve), code)

    def _settled(self, codes: Codes, plies: Plies) -> None:
        """Replace choices by the turn that fits the board, and each by one that names all."""
        index, turn = Turn._fields.index, self.start.turn
        now = np.repeat(
            np.array([self.start.white, self.start.black], np.uint64)[:, np.newaxis],
            len(plies.lengths),
            1,
        )
        for at in plies.rounds():
            now, code = now[:, : len(at)], codes[at]
            if len(some := np.flatnonzero(code < 0)):
                likely = self.table[self.options(code[some])[:, 0]]
                ready = self._cleared(now[:, some], likely, turn)[0]
                code[some] = self._chosen(code[some], ready[0] | ready[1])
            row = self.table[code]
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
        """Return boards after a removal, and what it takes: of the mover's pieces, and of all.

        That is what turns name, or all that their rows demand; of rows that cross, nothing.
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

    def _chosen(self, choices: Codes, occupied: Words) -> Codes:
        """Return for each choice the code of the only push that fits the board, else 0."""
        found, fitting = np.zeros(len(choices), np.int32), np.zeros(len(choices), np.int8)
        for codes in self.options(choices).T:
            rows = self.table[codes]
            line, run = (rows[:, Turn._fields.index(name)] for name in ("line", "run"))
            fits = (codes != 0) & (occupied & line == run)
            found[fits] = codes[fits]
            fitting += fits
        found[fitting != 1] = 0
        return found

    def judge(self, codes: Codes, lengths: Codes) -> GipfBoards:
        """Play games that begin at the start, and judge every ply."""
        plies = Plies(lengths, self.start.turn, 2)
        table = self.table
        if (codes < 0).any() or table[:, Turn._fields.index("open")].take(codes, mode="clip").any():
            self._settled(codes, plies)
        played = _Played(self.start, self.table, codes, plies)
        boards = GipfBoards(self, plies, codes, played.pieces[:, np.newaxis], played.beside)
        boards.good = plies.every(played.legal)
        return boards


def _one_row(own: int, spots: int) -> Removal | None:
    """Return the removal of one row, or of nothing; None for several."""
    pieces = [Piece(spot, captured=not own & bit) for spot, bit in BITS.items() if spots & bit]
    if not pieces:
        return NOTHING
    line = line_through([piece.spot for piece in pieces])
    return Removal.of([Row(tuple(sorted(pieces)), name(line))]) if line else None


def _worth(taken: Taken) -> tuple[int, int]:
    """Return what returns to the reserve by a removal, and what is captured."""
    own, enemy, gipf = taken
    return (worth(own, gipf), worth(enemy, gipf)) if own | enemy else (0, 0)


def _pushed(ready: Sides, turn: Turn[Words]) -> Sides:
    """Return the boards after a push."""
    own, enemy, gipf = (shifted(pieces, turn) for pieces in ready)
    return Sides(own | turn.first, enemy, gipf | turn.first_gipf)


_TAKEN = ("own_before", "enemy_before", "own_after", "enemy_after")
"""The columns of what turns take off the board."""


class _Played:
    """Turns carried out and judged.

    Args:
        start: the position that all games start from.
        table: the turns by code.
        codes: the codes of the turns.
        plies: the plies.

    Attributes:
        pieces: White's, Black's, and GIPF pieces after every ply; a row each.
        reserves: White's and Black's reserves then.
        legal: whether each ply is legal, if those before it are.
        ended: whether a side loses its last GIPF piece by it.
    """

    def __init__(self, start: Position, table: Words, codes: Codes, plies: Plies) -> None:
        self._start, self._codes, self._plies = start, codes.astype(np.intp), plies
        self._table = table
        self.pieces: Words = self._carried_out([start.white, start.black, start.gipf])
        change = self._small("returned") - self._small("cost")
        self.reserves = self._totals(change, start.reserves)
        self.ended = np.zeros(plies.count, np.bool_)
        self.legal = self._judged()

    def _column(self, name: str, codes: Places | None = None) -> Words:
        """Return what turns have in a column: all of them, or those of some codes."""
        column: Words = self._table[:, Turn._fields.index(name)]
        return column.take(self._codes if codes is None else codes, mode="clip")

    def _small(self, name: str) -> npt.NDArray[np.int8]:
        """Return what all turns have in a column of small numbers."""
        column: Words = self._table[:, Turn._fields.index(name)]
        return column.astype(np.int8).take(self._codes, mode="clip")

    def _carried_out(self, start: list[int]) -> Words:
        """Return the pieces after every ply, played as the texts state."""
        plies = self._plies
        rounds = list(plies.rounds())
        order = np.concatenate([plies.firsts[:0], *rounds])
        codes = self._codes[order]
        names = ("run", "up", "down", "first", "first_gipf")
        run, up, down, first, first_gipf = (self._column(name, codes) for name in names)
        before = ~(self._column("own_before", codes) | self._column("enemy_before", codes))
        after = ~(self._column("own_after", codes) | self._column("enemy_after", codes))
        kinds = 3 if self._start.variant.stacked else 2
        now = np.repeat(np.array(start[:kinds], np.uint64)[:, np.newaxis], len(plies.lengths), 1)
        found = np.empty((kinds, plies.count), np.uint64)
        side = self._start.turn
        first_of = 0
        for games in map(len, rounds):
            at = slice(first_of, first_of := first_of + games)
            now = now[:, :games] & before[at]
            moved = now & run[at]
            now ^= moved
            moved <<= up[at]
            moved >>= down[at]
            now |= moved
            now[side] |= first[at]
            if kinds > 2:
                now[2] |= first_gipf[at]
            now = np.bitwise_and(now, after[at], out=found[:, at])
            side ^= 1
        placed: Words = np.zeros((len(start), plies.count), np.uint64)
        placed[:kinds, order] = found
        return placed

    def _totals(self, change: npt.NDArray[np.int8], start: tuple[int, int]) -> tuple[Codes, Codes]:
        """Return sums over each game of what the turns of White and of Black add."""
        turns = self._plies.turns
        white, black = (
            self._plies.running(np.where(turns == side, change, 0), start[side]) for side in (0, 1)
        )
        return white, black

    def _mover(self, white: npt.NDArray[S], black: npt.NDArray[S]) -> npt.NDArray[S]:
        """Return what the side that moves has, from what White and Black have."""
        return np.where(self._plies.turns == 0, white, black)

    def _judged(self) -> Flags:
        """Return for every ply whether it is legal, if those before it are.

        Most turns take nothing, and no row stands: those are not looked at more closely.
        """
        start, plies = self._start, self._plies
        white, black, gipf = (
            plies.before(pieces, np.uint64(first))
            for pieces, first in zip(
                self.pieces, (start.white, start.black, start.gipf), strict=True
            )
        )
        before = Sides(self._mover(white, black), self._mover(black, white), gipf)
        reserve = self._mover(*self.reserves)
        good: Flags = self._codes != 0
        good &= reserve >= self._small("returned_last")  # what is left after the push
        stated = self._small("stated")
        good &= (stated == 0) | (stated == reserve + 1)
        fits = (before.own | before.enemy) & self._column("line") == self._column("run")
        taken = self._table[:, [*map(Turn._fields.index, _TAKEN)]]
        takes: Flags = taken.any(axis=1).take(self._codes, mode="clip")
        if not start.variant.stacked:
            takes |= (fours(before.own) | fours(self._mover(*self.pieces[:2]))) != 0
        some = np.arange(plies.count) if start.variant.stacked else np.flatnonzero(takes)
        fits[some] = self._judged_closely(some, before.at(some))
        if start.variant.stacked:
            fits &= ~plies.before(self.ended, False)
        good &= fits
        return good

    def _judged_closely(self, some: Places, before: Sides) -> Flags:
        """Return which of some plies fit the board, and take what the rows on it demand.

        Args:
            some: the plies.
            before: the boards before them.
        """
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
        """Return whether each turn brings in a kind of piece that may still be brought in."""
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
        """Whether White and Black have brought in GIPF pieces only, in the tournament game."""
        singles = self._totals((self._small("cost") == 1).astype(np.int8), (0, 0))
        may = self._start.bringing
        return (singles[0] == 0) & may[0], (singles[1] == 0) & may[1]

    def beside(self) -> Sequence[Numbers]:
        """Return all that is not on the board after every ply.

        The side to move, the reserves, what each side has captured, and whether it may still bring
        in GIPF pieces.
        """
        prisoners = self._totals(self._small("caught"), self._start.prisoners)
        # A side that has lost its last GIPF piece brings in no more.
        white, black = (
            may & ((own & self.pieces[2] != 0) | ~self.ended)
            for may, own in zip(self._bringing, self.pieces, strict=False)
        )
        return 1 - self._plies.turns, *self.reserves, *prisoners, white, black
