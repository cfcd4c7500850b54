"""GIPF on arrays: texts carried out in all games at once, then the laws asked of all plies.

What a turn does is the same for both sides: it is worked out for the one that moves, and laid out
as White's and Black's pieces only to be kept.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar, cast

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Codes, Flags, Numbers, Places, Plies, Words
from analysis.games.gipf import completion
from analysis.games.gipf.array_boards import (
    GipfBoards,
    GipfRules,
    Sides,
    fours,
    may_be_taken,
    rows_of,
)
from analysis.games.gipf.board import BITS, worth
from analysis.games.gipf.rules import Position, Taken, compile_move
from analysis.games.gipf.state import ALL_PIECES
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


class GipfArrays(GipfRules):
    """The rules of a variant on arrays."""

    width = len(Turn._fields)

    @classmethod
    def covers(cls, start: Position) -> bool:
        """Whether no row stands that was overlooked before."""
        return not start.overlooked

    def __init__(self, start: Position) -> None:
        super().__init__(start)
        self._named: Memo[tuple[int, ...], int] = Memo(self._name)

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
            run, new = row[:, index("run")], row[:, index("first")]
            up, down = row[:, index("up")], row[:, index("down")]
            moved = now & run
            now = now ^ moved | moved << up >> down
            now[turn] |= new
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
    own, enemy, gipf = (_shifted(pieces, turn) for pieces in ready)
    return Sides(own | turn.first, enemy, gipf | turn.first_gipf)


def _shifted(pieces: Words, turn: Turn[Words]) -> Words:
    moved: Words = pieces & turn.run
    return pieces ^ moved | moved << turn.up >> turn.down


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
