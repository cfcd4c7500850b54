"""Many games at once: the rules of a variant on numpy arrays of boards.

The moves are first carried out unchecked, the first ply of all games, then the second, and so on.
Then the legality of all plies is computed at once. A game is *good* if all
its moves are legal and the board agrees with every detail that the texts state. All other games are
left to `analysis.replay.replay`, which explains errors.

The module needs numpy. Import it only where many games are played.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import chain, count
from struct import unpack
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from analysis.games.bits import row_text
from analysis.games.measures import Cell, Measures
from analysis.games.position import AnyPosition, Outcome
from analysis.games.symmetry import KEY_BITS, Symmetries, hash_word

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


def coded(values: Iterable[Cell], codes: Codes) -> Coded:
    """Return a column, given values and for each row the index of its value.

    Equal values are merged.
    """
    places: dict[Cell, int] = {}
    order = [places.setdefault(value, len(places)) for value in values]
    return Coded(tuple(places), np.array(order, np.int32)[codes])


ColumnValues: TypeAlias = Coded | Numbers | Callable[[], Coded | Numbers]
"""A column with one value for each ply, or a function that computes it. An array is a column of
numbers or flags without missing values."""


class NumberedColumns:
    """Columns whose values depend only on a number, such as the code of a move; with a cache.

    Args:
        count: number of columns.
        values: function from a number to the values of all columns.
    """

    def __init__(self, count: int, values: Callable[[int], Sequence[Cell]]) -> None:
        self._values_of = values
        self._codes: npt.NDArray[np.int32] = np.zeros((count, 0), np.int32)
        self._places: list[dict[Cell, int]] = [{} for _ in range(count)]
        self._values: list[list[Cell]] = [[] for _ in range(count)]

    def __call__(self, numbers: npt.NDArray[np.integer]) -> list[Coded]:
        """Return the columns; each has one row for each of the given numbers."""
        missing = int(numbers.max(initial=-1)) + 1 - self._codes.shape[1]
        if missing > 0:
            added = max(missing, self._codes.shape[1])
            self._codes = np.pad(self._codes, ((0, 0), (0, added)), constant_values=-1)
        for number in np.unique(numbers[self._codes[0][numbers] < 0]).tolist():
            self._codes[:, number] = list(map(self._place, count(), self._values_of(number)))
        codes = self._codes
        return [Coded(values, codes[at][numbers]) for at, values in enumerate(self._values)]

    def _place(self, column: int, value: Cell) -> int:
        """Return the index of a value among the distinct values of a column; add a new value."""
        places, values = self._places[column], self._values[column]
        if value not in places:
            places[value] = len(values)
            values.append(value)
        return places[value]


class Plies:
    """The plies of games with the same start, in one sequence, one game after the other.

    Args:
        lengths: number of plies of each game.
        turn: index of the side that moves first.
        sides: number of sides.

    Attributes:
        lengths: number of plies of each game.
        count: number of all plies.
        firsts: index of the first ply of each game; for a game without plies, of the next ply.
        lasts: index of the last ply of each game; for a game without plies, ``firsts - 1``.
        places: for each ply, the number of plies before it in its game.
        turns: for each ply, the index of the side that moves.
    """

    def __init__(self, lengths: Codes, turn: int, sides: int) -> None:
        self.lengths, self._turn, self._sides = lengths, turn, sides
        ends = np.cumsum(lengths, dtype=np.int64)
        self.count = int(ends[-1]) if len(ends) else 0
        self.firsts: Places = ends - lengths
        self.lasts: Places = ends - 1
        self.places: Places = np.arange(self.count) - np.repeat(self.firsts, lengths)
        in_turn = (np.arange(lengths.max(initial=0)) + turn) % sides
        self.turns: npt.NDArray[np.int8] = in_turn.astype(np.int8).take(self.places)

    def only(self, games: Flags) -> "Plies":
        """Return the plies of the flagged games."""
        return Plies(self.lengths[games], self._turn, self._sides)

    def until(self, place: int) -> "Plies":
        """Return the plies of the games, with each game cut after ``place`` plies."""
        return Plies(np.minimum(self.lengths, place), self._turn, self._sides)

    def rounds(self) -> Iterator[Places]:
        """Yield the indices of the first plies of all games, then of the second plies, and so on.

        Games are in the same order in every round, longest first, so that games that have ended
        are missing only at the end of a round.
        """
        order = np.argsort(-self.lengths, kind="stable")
        firsts, shrinking = self.firsts[order], -self.lengths[order]
        longest = -int(shrinking[0]) if len(shrinking) else 0
        active = np.searchsorted(shrinking, -np.arange(longest), side="left")
        for number, games in enumerate(active.tolist()):
            yield firsts[:games] + number

    def running(self, values: npt.NDArray[np.generic], start: int = 0) -> Codes:
        """Return ``start`` plus the sum of the values from the start of the game to each ply."""
        sums = np.cumsum(values, dtype=np.int32)
        earlier = np.concatenate((np.zeros(1, np.int32), sums))[self.firsts]
        result: Codes = sums - np.repeat(earlier - start, self.lengths).astype(np.int32)
        return result

    def before(self, after: npt.NDArray[Any], start: Any) -> npt.NDArray[Any]:
        """Return the value before each ply.

        Args:
            after: the value after each ply.
            start: the value before the first ply of every game.
        """
        found = np.empty_like(after)
        found[1:] = after[:-1]
        found[self.firsts[self.lengths > 0]] = start
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


class Boards(ABC, Generic[P]):
    """The boards after all plies of games with the same start.

    Args:
        rules: the rules with which the games were played.
        plies: the plies.
        codes: the code of each ply's move.
        sets: bit sets, with shape (kinds of pieces, words, boards). The kinds are those at the
            beginning of `Position.sets`; words have 64 bits, the lowest first.
        beside: function that returns one array for each number in `Position.beside`.
        effects: the effect of the move that leads to each board; see `ArrayRules.effect`.
        places: for each ply, the index of its board in ``sets`` and ``effects``; None if boards
            are in the order of plies.

    Attributes:
        start: the position that the games start from.
        plies: the plies.
        codes: the code of each ply's move.
        good: for each game, whether it is good (see the module), so that `Position.advance` plays
            it to its end. Values for plies of other games are meaningless.
        others: further legal moves of ambiguous texts. A game with such a move is not good, but
            would be good if each text meant its first legal move.
    """

    others: OtherMoves = OtherMoves(*np.zeros((3, 0), np.int64))

    def __init__(
        self,
        rules: "ArrayRules[P]",
        plies: Plies,
        codes: Codes,
        sets: Words,
        beside: Callable[[], Sequence[Numbers]],
        effects: Counts | None = None,
        places: Places | None = None,
    ) -> None:
        self.rules, self.start = rules, rules.start
        self.plies, self.codes = plies, codes
        self.good: Flags = np.ones(len(plies.lengths), np.bool_)
        self._sets, self._beside, self._effects, self._places = sets, beside, effects, places

    @cached_property
    def sets(self) -> Words:
        """The bit sets after all plies, with shape (kinds of pieces, words, plies)."""
        return self._sets if self._places is None else self._sets.take(self._places, axis=2)

    @cached_property
    def beside(self) -> Sequence[Numbers]:
        """The numbers of `Position.beside` after all plies, one array for each number."""
        return self._beside()

    @cached_property
    def distinct_beside(self) -> DistinctRows:
        """The distinct values of `Position.beside`, and for each ply the index of its value."""
        return distinct_rows(self.beside)

    @cached_property
    def effects(self) -> Counts:
        """The effect of each ply's move; see `ArrayRules.effect`."""
        assert self._effects is not None
        return self._effects if self._places is None else self._effects[self._places]

    def sets_after(self, plies: Places) -> Words:
        """Return the bit sets after the given plies, with shape (kinds, words, given plies)."""
        return self._sets[:, :, plies if self._places is None else self._places[plies]]

    def good_ones(self) -> Self:
        """Return the boards of the good games only."""
        return self.kept(np.repeat(self.good, self.plies.lengths), self.plies.only(self.good))

    def kept(self, which: Flags, plies: Plies) -> Self:
        """Return the boards of a part of the plies.

        Args:
            which: for each ply, whether it is kept.
            plies: the plies that are kept.
        """
        effects = None if self._effects is None else self.effects[which]
        return type(self)(
            self.rules,
            plies,
            self.codes[which],
            self.sets[:, :, which],
            lambda: [column[which] for column in self.beside],
            effects,
        )

    def position(self, ply: int) -> P:
        """Return the position after a ply, given its index among all plies."""
        return next(self.positions(np.array([ply])))

    def positions(self, plies: Places) -> Iterator[P]:
        """Yield the positions after plies, given their indices among all plies."""
        make, variant = type(self.start).of, self.start.variant
        sets = [as_ints(words) for words in self.sets_after(plies)]
        absent = (0,) * (len(self.start.sets) - len(sets))
        beside = [column[plies].tolist() for column in self.beside]
        for bits, numbers in zip(zip(*sets, strict=True), zip(*beside, strict=True), strict=True):
            yield make(variant, bits + absent, numbers)

    def positions_before(self, plies: Places) -> Iterator[P]:
        """Yield the positions before plies, given their indices in ascending order."""
        later = np.isin(plies, self.plies.firsts[self.plies.lengths > 0], invert=True)
        after = self.positions(plies[later] - 1)
        return (next(after) if one else self.start for one in later.tolist())

    def sets_before(self) -> Words:
        """Return the bit sets before all plies, with shape (kinds of pieces, words, plies)."""
        first, words = self.start.sets, self.sets.shape[1]
        before = [
            [self.plies.before(*one) for one in zip(after, in_words(words, bits), strict=True)]
            for after, bits in zip(self.sets, first, strict=False)
        ]
        return np.array(before, np.uint64).reshape(self.sets.shape)

    def may_be_over(self, plies: Places) -> Flags:
        """Return whether the game may be over after each of the given plies of good games."""
        return np.ones(len(plies), np.bool_)

    def decisive(self, plies: Places) -> Numbers:
        """Return numbers that decide the outcome, in one column for each of the given plies.

        Plies with equal columns have equal outcomes.
        """
        return np.arange(len(plies))[np.newaxis]

    def outcomes(self, plies: Places) -> list[Outcome | None]:
        """Return the outcome after each given ply of a good game; None if the game goes on."""
        found: list[Outcome | None] = [None] * len(plies)
        some = np.flatnonzero(self.may_be_over(plies))
        _, first, again = np.unique(
            self.decisive(plies[some]), axis=1, return_index=True, return_inverse=True
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

    @abstractmethod
    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""

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
        return array_keys(self.start.variant.symmetries).keys(list(self.sets), self.distinct_beside)

    @cached_property
    def known_keys(self) -> tuple[Words, Words, npt.NDArray[np.uint16]]:
        """The results of `ArrayKeys.least` for the positions after all plies."""
        keys = array_keys(self.start.variant.symmetries)
        return keys.least(list(self.sets), self.distinct_beside)

    def count_moves(self) -> Codes:
        """Return the number of legal moves before each ply."""
        before = self.positions_before(np.arange(self.plies.count))
        return np.fromiter((one.count_moves() for one in before), np.int32, self.plies.count)


AnyBoards: TypeAlias = Boards[Any]
"""The boards of any game."""


CHUNK = 1 << 15
"""Number of keys compared at once, so that they fit into the processor's cache."""


class ArrayKeys:
    """The keys of positions and of their images under symmetries, computed on arrays.

    Args:
        symmetries: the symmetries of the board.
    """

    def __init__(self, symmetries: Symmetries) -> None:
        self._label, self._images = symmetries.label, len(symmetries)
        self._tables = [self._by_byte(table.values) for table in symmetries.tables]

    def _by_byte(self, values: Sequence[int]) -> list[Words]:
        """Return one table for each byte of a bit set.

        A table has shape (256, images): row ``b`` is the contribution of the byte ``b`` to the keys
        of all images.

        Args:
            values: the contribution of each bit, packed as in `Symmetries.tables`.
        """
        size = self._images * KEY_BITS // 8
        packed = b"".join(value.to_bytes(size, "little") for value in values)
        words = np.frombuffer(packed, "<u8").astype(np.uint64).reshape(len(values), -1)
        tables = []
        for start in range(0, len(values), 8):
            table = np.zeros((256, self._images), np.uint64)
            for place, word in enumerate(words[start : start + 8]):
                np.bitwise_xor(table[: 1 << place], word, out=table[1 << place : 2 << place])
            tables.append(table)
        return tables

    def keys(self, sets: Sequence[Words], beside: DistinctRows) -> Words:
        """Return the keys of positions, with shape (images, positions), as `Symmetries.keys` does.

        Args:
            sets: for each kind of piece, bit sets with shape (words, positions), the lowest word
                first. Kinds at the end without pieces may be left out.
            beside: the result of `distinct_rows` for the numbers of `Position.beside`.
        """
        return self._keys(sets, self._beside(beside)).T

    def least(
        self, sets: Sequence[Words], beside: DistinctRows
    ) -> tuple[Words, Words, npt.NDArray[np.uint16]]:
        """Return for each position its key, the least key of its images, and this image's index.

        Positions for which the last two agree are the same position. Arguments as for `keys`.
        """
        others = self._beside(beside)
        own, least = np.empty_like(others), np.empty_like(others)
        images, step = np.empty(len(others), np.uint16), -(-CHUNK // self._images)
        for start in range(0, len(others), step):
            some = slice(start, start + step)
            found = self._keys([words[:, some] for words in sets], others[some])
            own[some], least[some] = found[:, 0], found.min(axis=1)
            images[some] = found.argmin(axis=1)
        return own, least, images

    def _keys(self, sets: Sequence[Words], others: Words) -> Words:
        found = np.repeat(others[:, np.newaxis], self._images, axis=1)
        for tables, words in zip(self._tables, sets, strict=False):
            for number, table in enumerate(tables):
                found ^= table.take(_byte(words, number), axis=0)
        return found

    def _beside(self, beside: DistinctRows) -> Words:
        """Return, for each position, the contribution of `Position.beside` to its keys."""
        rows, places = beside
        words = [hash_word(self._label, *row) for row in rows]
        return np.array(words, np.uint64)[places]


def _byte(words: Words, number: int) -> npt.NDArray[np.intp]:
    """Return one byte of each bit set; ``number`` is its index, 0 for the lowest byte."""
    word, place = divmod(number, 8)
    # A view of bytes, because shifting words takes as long as all other steps of the keys.
    return np.ascontiguousarray(words[word], "<u8").view(np.uint8)[place::8].astype(np.intp)


@lru_cache(maxsize=16)
def array_keys(symmetries: Symmetries) -> ArrayKeys:
    """Return the `ArrayKeys` of symmetries, from a cache."""
    return ArrayKeys(symmetries)


class ArrayRules(ABC, Generic[P]):
    """The rules of one variant on arrays.

    Moves have *codes*, numbers from 1. A table has a row of words for each code, which encodes the
    conditions and the effect of the move.

    Args:
        start: the position that games start from.

    Attributes:
        start: the position that games start from.
        origins: for each code, the code itself; but for a move that `judge` completed, the code of
            the partial move as written.
    """

    BOARDS: ClassVar[type[Boards[Any]]]
    """The class of the game's boards."""

    width: int
    """Number of 64-bit words in a row of `table`."""

    def __init__(self, start: P) -> None:
        self.start = start
        self._claims: list[Any] = [None]
        self._new_rows: list[tuple[int, ...]] = [(0,) * self.width]
        self._columns: Words = np.empty((self.width, 0), np.uint64)
        self.origins: list[int] = [0]
        self._choices: list[tuple[int, ...]] = [()]
        self._sizes: Places = np.zeros(0, np.int64)
        self._starts: Places = self._sizes
        self._moves: Codes = np.zeros(0, np.int32)

    @classmethod
    def covers(cls, start: P) -> bool:
        """Whether `judge` implements all rules for games that start from a position."""
        return True

    @abstractmethod
    def row(self, claim: Any) -> tuple[int, ...] | None:
        """Return the row of a complete or partial move in `table`; None if it needs a replay."""

    @abstractmethod
    def judge(self, codes: Codes, lengths: Codes) -> Boards[P]:
        """Return the boards of games that begin at `start`; `Boards.good` tells which are good.

        Args:
            codes: the codes of all moves, one game after the other. A game with a code 0 is not
                good. A negative code, which `choice` returned, is replaced in place by the code of
                the first legal move, or by 0.
            lengths: number of plies of each game.
        """

    def code(self, claim: object, origin: int = 0) -> int:
        """Return a new code for a move; 0 if only a replay can play the move.

        Args:
            claim: the complete or partial move.
            origin: the code of the move as written, of which `claim` is a completion; 0 if the move
                is not a completion.
        """
        row = self.row(claim)
        if row is None:
            return 0
        self._new_rows.append(row)
        self._claims.append(claim)
        self.origins.append(origin or len(self.origins))
        return len(self._claims) - 1

    def carried_out(self, move: object) -> int:
        """Return a new code for a move that a replay carried out, legal or not."""
        self._new_rows.append((0,) * self.width)
        self._claims.append(move)
        self.origins.append(len(self.origins))
        return len(self._claims) - 1

    def effect(self, before: P, move: Any) -> int:
        """Return a number that the game assigns to a move, such as the number of captures."""
        return 0

    def choice(self, codes: tuple[int, ...]) -> int:
        """Return a negative code for an ambiguous text; it stands for the first legal move.

        A game in which a second move is legal too is not good; see `Boards.others`.

        Args:
            codes: the codes of the moves that the text can mean, likeliest first.
        """
        self._choices.append(codes)
        return 1 - len(self._choices)

    def options(self, choices: Codes) -> tuple[Places, Codes]:
        """Return all moves that ambiguous texts can mean, one text after the other.

        Args:
            choices: the negative codes of the texts; see `choice`.

        Returns:
            For each move the index of its text in ``choices``, and its code.
        """
        if len(self._sizes) < len(self._choices):
            self._sizes = np.array(list(map(len, self._choices)))
            self._starts = np.cumsum(self._sizes) - self._sizes
            self._moves = np.fromiter(chain.from_iterable(self._choices), np.int32)
        sizes, starts = self._sizes[-choices], self._starts[-choices]
        places = np.repeat(np.arange(len(choices)), sizes)
        before = np.repeat(np.cumsum(sizes) - sizes - starts, sizes)
        return places, self._moves[np.arange(len(places)) - before]

    def claim(self, code: int) -> Any:
        """Return the complete or partial move of a code; None for 0."""
        return self._claims[code]

    def sole_move(self, code: int) -> Any | None:
        """Return the complete move of a code; None for 0, or if the move depends on the board."""
        return self.start.sole_move(self.claim(code)) if code else None

    @property
    def table(self) -> Words:
        """The table of moves, with shape (codes, `width`); columns are contiguous in memory."""
        if self._new_rows:
            added = np.array(self._new_rows, np.uint64).T
            self._columns = np.concatenate((self._columns, added), axis=1)
            self._new_rows.clear()
        table: Words = self._columns.T
        return table


AnyArrayRules: TypeAlias = ArrayRules[Any]
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
        measures: Measures[Any, P],
        rules: "ArrayRules[P] | None" = None,
    ) -> None:
        self.start, self.plies = start, Plies(lengths, start.turn, len(start.sides))
        self.good = np.ones(len(lengths), np.bool_)
        self._moves, self._after, self._measures, self._rules = moves, after, measures, rules

    @cached_property
    def sets(self) -> Words:
        """The bit sets after all plies, with shape (kinds of pieces, words, plies)."""
        words = -(-self.start.variant.symmetries[0].bits.width // 64)
        kinds = len(self.start.sets)
        rows = [in_words(words, *one.sets) for one in self._after]
        return np.array(rows, np.uint64).reshape(-1, kinds, words).transpose(1, 2, 0)

    @cached_property
    def beside(self) -> Sequence[Numbers]:
        """The numbers of `Position.beside` after all plies, one array for each number."""
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

    def measured(self) -> MeasuredPlies:
        """Return the measures of all plies."""
        before = list(self.positions_before(np.arange(self.plies.count)))
        if self._rules and self._after:
            codes = np.array(list(map(self._rules.carried_out, self._moves)), np.int32)
            effects = map(self._rules.effect, before, self._moves)
            return self._rules.BOARDS(
                self._rules,
                self.plies,
                codes,
                self.sets,
                lambda: self.beside,
                np.fromiter(effects, np.int16, self.plies.count),
            ).measured()
        plies, measures = list(zip(before, self._moves, self._after, strict=True)), self._measures
        scores = [measures.standing(after) for after in self._after]
        values = [measures.values(*one) for one in plies]
        return MeasuredPlies(
            _each([measures.captured(before, move) if move else () for before, move, _ in plies]),
            tuple(np.array(scores, np.int32).reshape(-1, len(self.start.sides)).T),
            [_each([one[at] for one in values]) for at in range(len(measures.COLUMNS))],
        )


def _each(values: Sequence[Cell]) -> Coded:
    """Return a column of the given values, one for each row."""
    return Coded(values, np.arange(len(values), dtype=np.int32))
