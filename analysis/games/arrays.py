"""Many games at once: the rules of a variant on numpy arrays of boards.

The moves are carried out in rounds, legal or not: the first ply of all games, then the second, and
so on. Rules that need no round are checked for all plies at the end. A game is *good* if all its
moves are legal and the board agrees with every detail that the texts state. All other games are
left to `analysis.replay.replay`, which explains errors.

The module needs numpy. Import it only where many games are played.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import chain
from struct import unpack
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from analysis.games.bits import row_text
from analysis.games.measures import Cell, Measures
from analysis.games.position import AnyPosition, Outcome
from analysis.games.symmetry import Symmetries, hash_word

Numbers: TypeAlias = npt.NDArray[Any]
"""An array of numbers or flags of any type."""

Words: TypeAlias = npt.NDArray[np.uint64]
"""An array of 64-bit words: parts of bit sets, or keys."""

Codes: TypeAlias = npt.NDArray[np.int32]
"""An array of indices into a list, or of other 32-bit integers."""

Places: TypeAlias = npt.NDArray[np.int64]
"""An array of indices of plies."""

Counts: TypeAlias = npt.NDArray[np.int16]
"""An array of numbers of pieces, points or moves."""

Flags: TypeAlias = npt.NDArray[np.bool_]

ONE = np.uint64(1)

P = TypeVar("P", bound=AnyPosition)

_TABLED = 1 << 20


def distinct(numbers: npt.NDArray[np.generic]) -> tuple[list[int], Codes]:
    """Return the distinct values of an array of non-negative integers, in ascending order.

    The second result has, for each element of the array, the index of its value in the first.
    """
    if not len(numbers) or numbers.max() >= _TABLED:
        found, places = np.unique(numbers, return_inverse=True)
        return found.tolist(), places.astype(np.int32)
    present = np.zeros(int(numbers.max()) + 1, np.bool_)
    present[numbers] = True
    found = np.flatnonzero(present)
    order = np.zeros(len(present), np.int32)
    order[found] = np.arange(len(found))
    return found.tolist(), order[numbers]


DistinctRows: TypeAlias = tuple[list[tuple[int, ...]], Codes]
"""The distinct rows of a table of numbers, and for each row of the table its index among these."""


def distinct_rows(columns: Sequence[npt.NDArray[np.integer]]) -> DistinctRows:
    """Return the distinct rows of a table, and for each row of the table its index among these.

    The table is given by its columns of non-negative integers.
    """
    sizes = [int(column.max(initial=0)) + 1 for column in columns]
    together = np.zeros(len(columns[0]), np.int64)
    for column, size in zip(columns, sizes, strict=True):
        together = together * size + column.astype(np.int64)
    found, places = distinct(together)
    rows = np.array(found, np.int64)
    parts = []
    for size in reversed(sizes):
        rows, part = np.divmod(rows, size)
        parts.append(part.tolist())
    return list(zip(*reversed(parts), strict=True)), places


def count_bits(sets: Words) -> npt.NDArray[np.uint8]:
    """Return the number of bits set in each word."""
    found: npt.NDArray[np.uint8] = np.bitwise_count(sets)
    return found


def lowest_bits(sets: Words) -> Words:
    """Return a word with only the lowest set bit of each word; 0 for a word of 0."""
    return sets & (~sets + ONE)


def in_words(count: int, *sets: int) -> tuple[int, ...]:
    """Return bit sets as 64-bit words, ``count`` words for each set, the lowest word first."""
    packed = b"".join([bits.to_bytes(8 * count, "little") for bits in sets])
    return unpack(f"<{len(packed) // 8}Q", packed)


def in_columns(count: int, sets: Iterable[int]) -> Words:
    """Return bit sets as an array with shape (bit sets, ``count`` words, 1); see `in_words`."""
    words = np.array([in_words(count, bits) for bits in sets], np.uint64)
    return words[:, :, np.newaxis]


def as_ints(words: Words) -> list[int]:
    """Return bit sets as Python integers.

    Args:
        words: shape (number of words in a bit set, number of bit sets), the lowest word first.
    """
    if len(words) == 1:
        found: list[int] = words[0].tolist()
        return found
    size, packed = 8 * len(words), words.T.astype("<u8").tobytes()
    return [int.from_bytes(packed[at : at + size], "little") for at in range(0, len(packed), size)]


def field(words: Words, first: int, width: int) -> Words:
    """Return a range of adjacent bits from each bit set, shifted to bit 0.

    Args:
        words: the bit sets, shaped as for `as_ints`.
        first: index of the first bit of the range.
        width: number of bits in the range, 64 at most.
    """
    word, place = divmod(first, 64)
    found: Words = words[word] >> np.uint64(place)
    if place + width > 64:
        found |= words[word + 1] << np.uint64(64 - place)
    return found & np.uint64((1 << width) - 1)


def changes(columns: Sequence[npt.NDArray[np.generic]]) -> tuple[Flags, Places]:
    """Find the rows of a table that differ from the row before, given the table's columns.

    Returns:
        A flag for each row, True in the first row; and for each row the number of flags up to and
        including this row, minus 1.
    """
    new = np.zeros(len(columns[0]), np.bool_)
    new[:1] = True
    for values in columns:
        new[1:] |= values[1:] != values[:-1]
    return new, np.cumsum(new, dtype=np.int64) - 1


class Coded(NamedTuple):
    """A column with few distinct values, stored as codes.

    Attributes:
        values: the distinct values; None stands for a missing value.
        codes: for each row, the index of its value.
    """

    values: Sequence[Cell]
    codes: Codes

    def replaced(self, rows: "Places", values: Sequence[Cell]) -> "Coded":
        """Return the column with ``values[i]`` in the row ``rows[i]``."""
        codes = self.codes.copy()
        codes[rows] = np.arange(len(rows)) + len(self.values)
        return Coded([*self.values, *values], codes)


ColumnValues: TypeAlias = Coded | Numbers | Callable[[], Coded | Numbers]
"""A column with one value for each ply, or a function that computes it. An array is a column of
numbers or flags without missing values."""


class CodeColumns:
    """Columns whose values depend only on the code of a move; computed on first use.

    Args:
        values: function from a code to the values of all columns.
    """

    def __init__(self, values: Callable[[int], Sequence[Cell]]) -> None:
        self._values_of = values
        self._places: list[dict[Cell, int]] = [{} for _ in values(0)]
        """For each column, the distinct values with their indices."""
        self._codes: Codes = np.zeros((len(self._places), 0), np.int32)

    def __call__(self, codes: Codes) -> list[Coded]:
        """Return the columns, with a row for each of the given codes."""
        missing = int(codes.max(initial=-1)) + 1 - self._codes.shape[1]
        if missing > 0:
            added = max(missing, self._codes.shape[1])
            self._codes = np.pad(self._codes, ((0, 0), (0, added)), constant_values=-1)
        for code in np.unique(codes[self._codes[0][codes] < 0]).tolist():
            values = zip(self._places, self._values_of(code), strict=True)
            self._codes[:, code] = [one.setdefault(value, len(one)) for one, value in values]
        columns = zip(self._places, self._codes, strict=True)
        return [Coded(list(places), values[codes]) for places, values in columns]


class Plies:
    """The plies of games with the same start, in one sequence, one game after the other.

    Attributes:
        lengths: number of plies of each game.
        turn: index of the side that moves first.
        sides: number of sides.
        count: number of all plies.
        firsts: index of the first ply of each game; for a game without plies, of the next ply.
        lasts: index of the last ply of each game; for a game without plies, ``firsts - 1``.
        places: for each ply, the number of plies before it in its game.
        turns: for each ply, the index of the side that moves.
    """

    def __init__(self, lengths: Codes, turn: int, sides: int) -> None:
        self.lengths, self.turn, self.sides = lengths, turn, sides
        ends = np.cumsum(lengths, dtype=np.int64)
        self.count = int(ends[-1]) if len(ends) else 0
        self.firsts: Places = ends - lengths
        self.lasts: Places = ends - 1
        self.places: Places = np.arange(self.count) - np.repeat(self.firsts, lengths)
        in_turn = (np.arange(lengths.max(initial=0)) + turn) % sides
        self.turns: npt.NDArray[np.int8] = in_turn.astype(np.int8).take(self.places)

    def rounds(self) -> Iterator[Places]:
        """Yield the indices of the first plies of all games, then of the second plies, and so on.

        Games are in the same order in every round, longest first, so that games that have ended
        are missing only at the end of a round.
        """
        order = np.argsort(-self.lengths, kind="stable")
        firsts, lengths = self.firsts[order], self.lengths[order]
        active = np.searchsorted(-lengths, -np.arange(lengths.max(initial=0)))
        for number, games in enumerate(active.tolist()):
            yield firsts[:games] + number

    def totals(self, values: Numbers, starts: Sequence[int]) -> list[Codes]:
        """Return for each side its sum of the values of its plies up to each ply of a game.

        Args:
            values: a number for each ply.
            starts: for each side, the sum before the first ply of every game.
        """
        found = []
        for side, start in enumerate(starts):
            sums = np.cumsum(np.where(self.turns == side, values, 0), dtype=np.int32)
            earlier = np.concatenate((np.zeros(1, np.int32), sums))[self.firsts]
            found.append(sums - np.repeat(earlier - start, self.lengths).astype(np.int32))
        return found

    def before(self, after: npt.NDArray[Any], start: Any) -> npt.NDArray[Any]:
        """Return the values before each ply.

        Args:
            after: the values after each ply, with plies as the last axis.
            start: the values before the first ply of every game; its last axis has size 1.
        """
        found = np.empty_like(after)
        found[..., 1:] = after[..., :-1]
        found[..., self.firsts[self.lengths > 0]] = start
        return found

    def mover(self, by_side: Sequence[Numbers] | Numbers) -> Numbers:
        """Return for each ply the value of the side that moves, given the values of each side."""
        found = by_side[0]
        for side, values in enumerate(by_side[1:], start=1):
            found = np.where(self.turns == side, values, found)
        return found

    def every(self, good: Flags) -> Flags:
        """Return for each game whether all its plies are flagged."""
        found = np.ones(len(self.lengths), np.bool_)
        found[np.searchsorted(self.lasts, np.flatnonzero(~good))] = False
        return found


class MeasuredPlies(NamedTuple):
    """The measures of plies, as columns with a row for each ply.

    Attributes:
        captured: names of the points where the ply captures enemy pieces.
        scores: the score of each side after the ply, one array for each side.
        values: the columns `Measures.COLUMNS`, in the same order.
    """

    captured: Coded
    scores: tuple[npt.NDArray[np.generic], ...]
    values: Sequence[ColumnValues]


class OtherMoves(NamedTuple):
    """Legal moves that ambiguous texts can also mean, but that are not the likeliest ones.

    Attributes:
        games: for each move, the index of its game.
        plies: for each move, the index of its ply among all plies.
        codes: for each move, its code.
    """

    games: Places
    plies: Places
    codes: Codes


class Boards(Generic[P]):
    """The boards after all plies of games with the same start.

    Attributes:
        rules: the rules with which the games were played.
        start: the position that the games start from.
        plies: the plies.
        codes: the code of each ply's move.
        sets: bit sets after all plies, with shape (kinds of pieces, words, plies). The kinds are
            those at the beginning of `Position.sets`; words have 64 bits, the lowest first.
        good: for each game, whether it is good (see the module), so that `Position.advance` plays
            it to its end. Values for plies of other games are meaningless.
        others: further legal moves of ambiguous texts. A game with such a move is not good, but
            would be good if each text meant its first legal move.
    """

    sets: Words
    others: OtherMoves = OtherMoves(*np.zeros((3, 0), np.int64))

    def __init__(
        self, rules: "ArrayRules[P, Any]", plies: Plies, codes: Codes, sets: Words
    ) -> None:
        self.rules, self.start = rules, rules.start
        self.plies, self.codes, self.sets = plies, codes, sets
        self.good: Flags = np.ones(len(plies.lengths), np.bool_)

    @cached_property
    def beside(self) -> Sequence[Numbers]:
        """The numbers of `Position.beside` after each ply: one array for each number."""
        return self.rules.beside(self)

    @cached_property
    def distinct_beside(self) -> DistinctRows:
        """The distinct values of `Position.beside`, and for each ply the index of its value."""
        return distinct_rows(self.beside)

    def good_ones(self) -> "Boards[P]":
        """Return the boards of the good games only."""
        lengths = self.plies.lengths
        return self.kept(np.repeat(self.good, lengths), lengths[self.good])

    def kept(self, which: Flags, lengths: Codes) -> "Boards[P]":
        """Return the boards of a part of the games, each from its start.

        Args:
            which: for each ply, whether it is kept.
            lengths: number of plies that are kept of each game.
        """
        plies = Plies(lengths, self.plies.turn, self.plies.sides)
        return Boards(self.rules, plies, self.codes[which], self.sets[:, :, which])

    def positions(self, plies: Places) -> Iterator[P]:
        """Yield the positions after plies, given their indices among all plies."""
        make, variant = type(self.start).of, self.start.variant
        sets = [as_ints(words) for words in self.sets[:, :, plies]]
        absent = (0,) * (len(self.start.sets) - len(sets))
        beside = [column[plies].tolist() for column in self.beside]
        for bits, numbers in zip(zip(*sets, strict=True), zip(*beside, strict=True), strict=True):
            yield make(variant, bits + absent, numbers)

    def positions_before(self, plies: Places) -> Iterator[P]:
        """Yield the positions before plies, given their indices in ascending order."""
        later = self.plies.places[plies] > 0
        after = self.positions(plies[later] - 1)
        return (next(after) if one else self.start for one in later.tolist())

    def sets_before(self) -> Words:
        """Return the bit sets before all plies, with shape (kinds of pieces, words, plies)."""
        return self.plies.before(self.sets, self.rules.first)

    def outcomes(self, plies: Places) -> list[Outcome | None]:
        """Return the outcome after each given ply of a good game; None if the game goes on."""
        found: list[Outcome | None] = [None] * len(plies)
        may_be_over, decisive = self.rules.endings(self, plies)
        some = np.flatnonzero(may_be_over)
        _, first, again = np.unique(
            decisive[:, some], axis=1, return_index=True, return_inverse=True
        )
        different = [one.outcome() for one in self.positions(plies[some][first])]
        for at, which in zip(some.tolist(), again.ravel().tolist(), strict=True):
            found[at] = different[which]
        return found

    @property
    def occupied(self) -> Words:
        """Bit sets of the points with pieces after all plies, with shape (words, plies)."""
        found: Words = reduce(np.bitwise_or, self.start.by_letter(list(self.sets)).values())
        return found

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        captured, *of_moves = self._of_moves()
        scores, of_boards = self.rules.measures(self)
        return MeasuredPlies(captured, scores, (*of_moves, *of_boards))

    def _of_moves(self) -> list[Coded]:
        """Return the columns of `Measures.of_move`.

        Values are looked up by the code of the move, or computed from the board before the ply.
        """
        depends, *columns = self.rules.of_moves(self.codes)
        is_open = np.array(depends.values, np.bool_)[depends.codes]
        plies = np.flatnonzero(is_open & np.repeat(self.good, self.plies.lengths))
        if not len(plies):
            return columns
        claims = map(self.rules.claim, self.codes[plies].tolist())
        rows = [
            self.rules.MEASURES.of_move(before, claim)
            for before, claim in zip(self.positions_before(plies), claims, strict=True)
        ]
        return [
            column.replaced(plies, values)
            for column, values in zip(columns, zip(*rows, strict=True), strict=True)
        ]

    def strings(self) -> Sequence[Coded]:
        """Return columns whose texts, joined in each row, are the position strings."""
        kinds = self.start.by_letter(list(self.sets))
        letters, rows, parts = "".join(kinds), self.start.layout, list[Coded]()
        for number, (first, size) in enumerate(rows):
            here = [field(words, first, size) for words in kinds.values()]
            new, again = changes(here)
            different, places = distinct_rows([one[new] for one in here])
            end = "/" if number < len(rows) - 1 else " "
            texts = [row_text(one, letters, size) + end for one in different]
            parts.append(Coded(texts, places[again]))
        different, places = self.distinct_beside
        return [*parts, Coded([self.start.tail(*one) for one in different], places)]

    def keys(self) -> Words:
        """Return `Position.keys` after all plies, with shape (symmetries, plies)."""
        return image_keys(self.start.variant.symmetries, list(self.sets), self.distinct_beside).T

    @cached_property
    def known_keys(self) -> tuple[Words, Words, npt.NDArray[np.uint16]]:
        """The key after each ply, the least key of its images, and the index of this image.

        Positions for which the last two agree are the same position.
        """
        symmetries, (rows, places) = self.start.variant.symmetries, self.distinct_beside
        own, least = np.empty((2, self.plies.count), np.uint64)
        images, step = np.empty(len(own), np.uint16), -(-CHUNK // len(symmetries))
        for start in range(0, len(own), step):
            some = slice(start, start + step)
            found = image_keys(symmetries, list(self.sets[:, :, some]), (rows, places[some]))
            own[some], least[some] = found[:, 0], found.min(axis=1)
            images[some] = found.argmin(axis=1)
        return own, least, images

    def count_moves(self) -> Codes:
        """Return the number of legal moves before each ply, even if the game is over."""
        return self.rules.count_moves(self)


AnyBoards: TypeAlias = Boards[Any]
"""The boards of any game."""


CHUNK = 1 << 15
"""Number of keys compared at once, so that they fit into the processor's cache."""


def image_keys(symmetries: Symmetries, sets: Sequence[Words], beside: DistinctRows) -> Words:
    """Return `Symmetries.keys` of positions, with shape (positions, images).

    Args:
        symmetries: the symmetries of the board.
        sets: for each kind of piece, bit sets with shape (words, positions), the lowest word first.
            Kinds at the end without pieces may be left out.
        beside: the result of `distinct_rows` for the numbers of `Position.beside`.
    """
    rows, places = beside
    labels = np.array([hash_word(symmetries.label, *row) for row in rows], np.uint64)
    found = np.repeat(labels[places][:, np.newaxis], len(symmetries), axis=1)
    for tables, words in zip(_key_tables(symmetries), sets, strict=False):
        for number, table in enumerate(tables):
            # A view of bytes, because shifting words takes as long as all other steps.
            word = np.ascontiguousarray(words[number // 8], "<u8")
            found ^= table.take(word.view(np.uint8)[number % 8 :: 8].astype(np.intp), axis=0)
    return found


@lru_cache(maxsize=16)
def _key_tables(symmetries: Symmetries) -> list[Words]:
    """Return for each kind of piece the contributions of its pieces to the keys of all images.

    The contribution of a byte of a bit set is at the byte's index and value; the shape is (bytes,
    256, images).
    """
    found = []
    for kind in symmetries.tables:
        words = np.array(in_words(len(symmetries), *kind.values), np.uint64)
        words = words.reshape(kind.width, len(symmetries))
        tables = np.zeros((-(-kind.width // 8), 256, len(symmetries)), np.uint64)
        for bit, word in enumerate(words):
            table, place = tables[bit // 8], bit % 8
            np.bitwise_xor(table[: 1 << place], word, out=table[1 << place : 2 << place])
        found.append(tables)
    return found


T = TypeVar("T")
"""The type of a game's table of moves."""


class ArrayRules(ABC, Generic[P, T]):
    """The rules of one variant on arrays.

    Moves have *codes*, numbers from 1. A table has a row of words for each code, which encodes the
    conditions and the effect of the move. A game defines how a move is encoded, how it is carried
    out on many boards (`step`), and which of its `laws` are checked for all plies at the end.

    Attributes:
        start: the position that games start from.
        first: its bit sets, with shape (kinds of pieces, words, 1).
        table: the table of moves, as `arranged` returns it; `judge` adds new codes.
        of_moves: columns by the code of a move: first a flag, True if the values depend on the
            board; then the columns of `Measures.of_move`.
        origins: for each code, the code itself; but for a move that `judge` completed, the code of
            the partial move as written.
    """

    MEASURES: ClassVar[Measures[Any, Any]]
    """The measures of the game."""

    kinds: int
    """Number of kinds of pieces, those at the beginning of `Position.sets`."""

    width: int
    """Number of words in a row of the table."""

    def __init__(self, start: P) -> None:
        self.start = start
        self.first = in_columns(max(start.point_names) // 64 + 1, start.sets[: self.kinds])
        self.origins: list[int] = [0]
        self._claims: list[Any] = [None]
        self._columns: Words = np.zeros((self.width, 1), np.uint64)
        self._new_rows: list[tuple[int, ...]] = []
        self.table = self.arranged(self._columns)
        self._choices: list[tuple[int, ...]] = [()]
        self._sizes: Places = np.zeros(0, np.int64)
        self.of_moves = CodeColumns(self._of_code)

    @classmethod
    @abstractmethod
    def covers(cls, start: P) -> bool:
        """Whether `judge` implements all rules for games that start from a position."""

    @abstractmethod
    def row(self, claim: Any) -> tuple[int, ...] | None:
        """Return the row of a complete or partial move in the table; None if it needs a replay."""

    @abstractmethod
    def arranged(self, columns: Words) -> T:
        """Return the table of moves.

        Args:
            columns: the rows of all codes, with shape (`width`, codes); zeros for code 0.
        """

    @abstractmethod
    def step(self, table: T, now: Words, codes: Codes, side: int) -> Flags:
        """Carry out one move on each of several boards in place, legal or not.

        Args:
            table: the value of `table` at the first ply.
            now: the bit sets of the boards, with shape (kinds of pieces, words, boards).
            codes: the codes of the moves. The code of a partial move is replaced in place by that
                of its completion.
            side: index of the side that moves.

        Returns:
            For each move, whether it fits its board, as far as it is checked here.
        """

    @abstractmethod
    def laws(self, boards: Boards[P]) -> Flags:
        """Return for each ply whether it obeys all laws that `step` does not check.

        The value of a ply has a meaning only if all earlier plies of its game are legal.
        """

    @abstractmethod
    def beside(self, boards: Boards[P]) -> Sequence[Numbers]:
        """Return the value of `Boards.beside`."""

    @abstractmethod
    def endings(self, boards: Boards[P], plies: Places) -> tuple[Flags, Numbers]:
        """Return the data that decide the outcomes of good games.

        Returns:
            For each of the given plies, whether the game may be over after it; and an array of
            numbers with a column for each ply. Plies with equal columns have equal outcomes.
        """

    @abstractmethod
    def measures(self, boards: Boards[P]) -> tuple[tuple[Numbers, ...], Sequence[ColumnValues]]:
        """Return the scores of each side, and the columns of `Measures.COLUMNS` about boards."""

    @abstractmethod
    def count_moves(self, boards: Boards[P]) -> Codes:
        """Return the number of legal moves before each ply, even if the game is over."""

    def judge(self, codes: Codes, lengths: Codes) -> Boards[P]:
        """Return the boards of games that begin at `start`; `Boards.good` tells which are good.

        Args:
            codes: the codes of all moves, one game after the other. A game with a code 0 is not
                good. A negative code, which `choice` returned, is replaced in place by the code of
                the first legal move, or by 0; that of a partial move by that of a complete one.
            lengths: number of plies of each game.
        """
        turn, sides, table = self.start.turn, len(self.start.sides), self._extend_table()
        plies, others = Plies(lengths, turn, sides), list[tuple[Places, Codes]]()
        sets = np.empty((*self.first.shape[:2], plies.count), np.uint64)
        legal = np.empty(plies.count, np.bool_)
        now, has_choices = np.repeat(self.first, len(lengths), axis=2), bool((codes < 0).any())
        for number, at in enumerate(plies.rounds()):
            now, moves, side = now[:, :, : len(at)], codes[at], (turn + number) % sides
            if has_choices:
                some = np.flatnonzero(moves < 0)
                moves[some], more = self._chosen(table, now[:, :, some], moves[some], side)
                others.append((at[some[more[0]]], more[1]))
            legal[at] = self.step(table, now, moves, side)
            codes[at] = moves
            # Fancy assignment to several axes at once takes ten times as long.
            for kind, pieces in zip(sets, now, strict=True):
                for words, after in zip(kind, pieces, strict=True):
                    words[at] = after
        self._extend_table()
        boards = Boards(self, plies, codes, sets)
        boards.good = plies.every(legal & (codes != 0) & self.laws(boards))
        if has_choices:
            where, further = map(np.concatenate, zip(*others, strict=True))
            games = np.searchsorted(plies.lasts, where)
            # Other rules of the game may leave only one move; the replay decides.
            good = boards.good[games]
            boards.others = OtherMoves(games[good], where[good], further[good])
            boards.good[games] = False
        return boards

    def _chosen(
        self, table: T, now: Words, choices: Codes, side: int
    ) -> tuple[Codes, tuple[Places, Codes]]:
        """Return the moves of ambiguous texts that fit the board.

        Args:
            table, now, side: as for `step`.
            choices: the negative codes of the texts, one for each board.

        Returns:
            For each choice the code of its first fitting move, or 0; and for each further fitting
            move the index of its choice and its code.
        """
        if len(self._sizes) < len(self._choices):
            self._sizes = np.array(list(map(len, self._choices)))
            self._starts = np.cumsum(self._sizes) - self._sizes
            self._moves = np.fromiter(chain.from_iterable(self._choices), np.int32)
        sizes = self._sizes[-choices]
        at = np.repeat(np.arange(len(choices)), sizes)
        before = np.repeat(np.cumsum(sizes) - sizes - self._starts[-choices], sizes)
        codes = self._moves[np.arange(len(at)) - before]
        fits = self.step(table, now[:, :, at], codes.copy(), side)
        at, codes = at[fits], codes[fits]
        first = np.diff(at, prepend=-1) > 0
        found = np.zeros(len(choices), np.int32)
        found[at[first]] = codes[first]
        return found, (at[~first], codes[~first])

    def code(self, claim: object, origin: int = 0) -> int:
        """Return a new code for a complete or partial move; 0 if only a replay can play it.

        A completion of a partial move has the code of this move as its ``origin``.
        """
        row = self.row(claim)
        if row is None:
            return 0
        self._new_rows.append(row)
        self._claims.append(claim)
        self.origins.append(origin or len(self.origins))
        return len(self._claims) - 1

    def choice(self, codes: tuple[int, ...]) -> int:
        """Return a negative code for an ambiguous text, given codes of moves, likeliest first.

        It stands for the first legal move. A game in which a second move is legal too is not good;
        see `Boards.others`.
        """
        self._choices.append(codes)
        return 1 - len(self._choices)

    def claim(self, code: int) -> Any:
        """Return the complete or partial move of a code; None for 0."""
        return self._claims[code]

    def sole_move(self, code: int) -> Any | None:
        """Return the complete move of a code; None for 0, or if the move depends on the board."""
        return self.start.sole_move(self.claim(code)) if code else None

    def _of_code(self, code: int) -> tuple[Cell, ...]:
        """Return the values of `of_moves` for a code."""
        move = self.sole_move(code)
        return code > 0 and move is None, *self.MEASURES.of_move(self.start, move)

    def _extend_table(self) -> T:
        """Add the rows of new codes to `table`, and return it."""
        if self._new_rows:
            added = np.array(self._new_rows, np.uint64).T
            self._columns = np.concatenate((self._columns, added), axis=1)
            self._new_rows.clear()
            self.table = self.arranged(self._columns)
        return self.table


AnyArrayRules: TypeAlias = ArrayRules[Any, Any]
"""The rules of any game on arrays."""


class PositionBoards(Boards[P]):
    """The boards after all plies of games that were replayed one by one.

    Args:
        start: the position that the games start from.
        lengths: number of plies of each game.
        moves: the moves of all plies, one game after the other, legal or carried out as recorded.
        after: the positions after all plies.
        measures: the measures of the game.
        rules: the rules of the game on arrays, even if they do not cover ``start``; None if the
            game has no such rules.
    """

    def __init__(
        self,
        start: P,
        lengths: Codes,
        moves: Sequence[object],
        after: Sequence[P],
        measures: Measures[Any, Any],
        rules: AnyArrayRules | None = None,
    ) -> None:
        self.start, self.plies = start, Plies(lengths, start.turn, len(start.sides))
        self.good = np.ones(len(lengths), np.bool_)
        self._moves, self._after, self._measures, self._rules = moves, after, measures, rules

    @cached_property
    def sets(self) -> Words:  # type: ignore[override]
        """The bit sets after all plies, with shape (kinds of pieces, words, plies)."""
        words = max(self.start.point_names) // 64 + 1
        rows = [in_words(words, *one.sets) for one in self._after]
        return np.array(rows, np.uint64).reshape(-1, len(self.start.sets), words).transpose(1, 2, 0)

    @cached_property
    def beside(self) -> Sequence[Numbers]:
        """The numbers of `Position.beside` after each ply: one array for each number."""
        return [np.array(one) for one in zip(*(one.beside for one in self._after), strict=False)]

    @cached_property
    def distinct_beside(self) -> DistinctRows:
        """The distinct values of `Position.beside`, which may differ in length; see `Boards`."""
        places: dict[tuple[int, ...], int] = {}
        order = [places.setdefault(one.beside, len(places)) for one in self._after]
        return list(places), np.array(order, np.int32)

    def positions(self, plies: Places) -> Iterator[P]:
        """Yield the positions after plies, given their indices among all plies."""
        return map(self._after.__getitem__, plies.tolist())

    def count_moves(self) -> Codes:
        """Return the number of legal moves before each ply."""
        before = self.positions_before(np.arange(self.plies.count))
        return np.fromiter((one.count_moves() for one in before), np.int32, self.plies.count)

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        measures, sides = self._measures, len(self.start.sides)
        before = self.positions_before(np.arange(self.plies.count))
        plies = zip(before, self._moves, self._after, strict=True)
        if self._rules and self._after:
            rows = [measures.of_move(one, move) for one, move, _ in plies]
            scores, of_boards = self._rules.measures(self)
        else:
            rows = [
                (measures.captured(one, move) if move else (), *measures.values(one, move, after))
                for one, move, after in plies
            ]
            standing = [measures.standing(after) for after in self._after]
            scores, of_boards = tuple(np.array(standing, np.int32).reshape(-1, sides).T), ()
        every = range(1 + len(measures.COLUMNS) - len(of_boards))
        codes = np.arange(len(rows), dtype=np.int32)
        captured, *columns = [Coded([row[at] for row in rows], codes) for at in every]
        return MeasuredPlies(captured, scores, (*columns, *of_boards))
