"""The table of games from which all statistics are computed, with typed numbers in its columns.

A row is a game. It takes about 60 bytes, and 4 more for each word that games are grouped by.
Captures are counted for the groups of games that these words make.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from operator import getitem
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from analysis.statistics.captures import (
    CapturedItems,
    CaptureTotals,
    Taken,
    capture_columns,
    captured_items,
)
from analysis.statistics.groups import (
    ALIASES,
    DRAWN,
    GAME,
    PERIOD,
    PLAYER,
    SIDES,
    TAG,
    UNDECIDED,
    VARIANT,
    NoSuchGroup,
    column_word,
    decade,
)
from analysis.statistics.survival import cut_off
from analysis.tables.arrow import coded_texts
from analysis.tables.frames import tag_column, tag_names
from analysis.tables.rows import TableBatch, TableBuilder
from analysis.tables.schema import GAME_COLUMNS, PLAYERS, ply_columns, schema
from notation.errors import did_you_mean
from records.model import played_on

if TYPE_CHECKING:
    import pyarrow as pa

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]
Codes = npt.NDArray[np.int32]
Numbers = npt.NDArray[Any]

YEARS = 10
"""Most years that are periods of their own."""

BROKEN = "broken"
"""The ending of games that could not be played to their end."""

_RECORD = {
    "sides": np.int8,
    "first": np.int8,
    "plies": np.int32,
    "valid": np.int8,
    "accepted": np.int32,
}
"""The columns of numbers that every table has; -1 where there is none."""

_COURSE = {
    "captures": np.int32,
    "first_capture": np.int32,
    "lead_changes": np.int32,
    "decisive": np.int32,
    "behind": np.int32,
    "board": np.int16,
    "covered": np.int16,
}
"""Further columns of numbers, from which measures are computed."""


class Measure(NamedTuple):
    """A measure of single games; ``docs/measures.md`` defines them.

    Attributes:
        name: its name.
        title: what it is called in tables.
        column: its column in the table of games.
        of: the column by which that is divided; empty for none.
    """

    name: str
    title: str
    column: str
    of: str = ""


MEASURES = (
    Measure("first capture", "first capture, ply", "first_capture"),
    Measure("captured pieces", "captured pieces", "captures"),
    Measure("lead changes", "lead changes", "lead_changes"),
    Measure("lead change rate", "lead changes a ply", "lead_changes", "plies"),
    Measure("decisiveness", "decisiveness", "decisive", "plies"),
    Measure("behind", "winner behind", "behind", "plies"),
    Measure("drama", "drama", "drama"),
    Measure("stability", "stability", "stability"),
    Measure("coverage", "board coverage", "covered", "board"),
    Measure("branching", "branching", "branching"),
    Measure("choices", "plies with a choice", "choices"),
    Measure("tree", "tree size, log10", "tree"),
)
"""The measures of single games, in the order of tables."""

_SCORES = ("score_1", "score_2", "score_3")

_WORDS = (GAME, VARIANT, "ended", "reason")
"""The columns of words that every table has."""


class WordColumn(NamedTuple):
    """A column of words, dictionary-encoded: every different value is stored once.

    Attributes:
        codes: for each row the index of its value; -1 for none.
        values: the different values.
    """

    codes: Codes
    values: list[Any]

    def some(self, rows: Rows | Flags) -> "WordColumn":
        """Return the column with some of its rows."""
        return WordColumn(self.codes[rows], self.values)

    def flags(self, wanted: Sequence[bool], missing: bool = False) -> Flags:
        """Return a flag for each row, looked up by its value."""
        return np.array([*wanted, missing], np.bool_)[self.codes]

    @classmethod
    def joined(cls, parts: "Sequence[WordColumn]") -> "WordColumn":
        """Return the rows of several columns as one column."""
        numbers: dict[Hashable, int] = {}
        codes = []
        for part in parts:
            known = [numbers.setdefault(value, len(numbers)) for value in part.values]
            codes.append(np.array([*known, -1], np.int32)[part.codes])
        return cls(np.concatenate(codes), list(numbers))


class Group(NamedTuple):
    """Games with the same values.

    Attributes:
        keys: the values, by the words of the grouping; None for missing values.
        games: the games.
    """

    keys: dict[str, str | None]
    games: "GameTable"


Column = TypeVar("Column")


class _Columns(Mapping[str, Column]):
    """The columns of a table, of which some rows are taken when a column is asked for."""

    def __init__(
        self,
        columns: Mapping[str, Column],
        take: Callable[[Column, Rows], Column],
        rows: Rows,
    ) -> None:
        self._columns, self._take, self._rows = columns, take, rows

    def __getitem__(self, name: str) -> Column:
        return self._take(self._columns[name], self._rows)

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)


class GameTable:
    """A table of games, or some rows of one.

    Args:
        numbers: columns of numbers, -1 or NaN for missing ones; ``won`` has the side that won by
            number, from 1, `DRAWN` or `UNDECIDED`.
        words: columns of words.
        totals: the captures of the games that could be played to their end, by group; None where
            they were not counted.
        tags: the names of all tags.

    Attributes:
        numbers: the columns of numbers.
        words: the columns of words.
    """

    def __init__(
        self,
        numbers: Mapping[str, Numbers],
        words: Mapping[str, WordColumn],
        totals: CaptureTotals | None = None,
        tags: Iterable[str] = (),
    ) -> None:
        self.numbers, self.words = numbers, words
        self._every = numbers, words
        self._rows: Rows | None = None  # all rows
        self._totals, self._tags = totals, tuple(tags)
        self._keys: dict[str, str | None] = {}

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.numbers["plies"] if self._rows is None else self._rows)

    @property
    def rows(self) -> Rows:
        """The places of the games in the whole table."""
        return np.arange(len(self)) if self._rows is None else self._rows

    def some(self, rows: Rows | Flags) -> "GameTable":
        """Return some rows of the table."""
        if rows.dtype == np.bool_ and rows.all():
            return self
        return self._at(self.rows[rows], self._keys)

    def joined_with(self, others: "Iterable[GameTable]") -> "GameTable":
        """Return the rows of this table and of others, of the same whole table, each row once."""
        rows = np.unique(np.concatenate([self.rows, *(other.rows for other in others)]))
        return self._at(rows, {})

    def _at(self, rows: Rows, keys: dict[str, str | None]) -> "GameTable":
        """Return rows of the whole table, which are of games with the values of some words."""
        found = copy(self)
        for name in ("whole", "finished", "complete", "players"):
            found.__dict__.pop(name, None)  # cached
        found._rows, found._keys = rows, keys
        numbers, words = self._every
        found.numbers = _Columns(numbers, getitem, rows)
        found.words = _Columns(words, WordColumn.some, rows)
        return found

    @classmethod
    def joined(cls, parts: "Sequence[GameTable]") -> "GameTable":
        """Return the games of one or several parts, which have the same columns."""
        if len(parts) == 1:
            return parts[0]
        numbers = {
            name: np.concatenate([part.numbers[name] for part in parts])
            for name in parts[0].numbers
        }
        names = dict.fromkeys(name for part in parts for name in part.words)
        words = {name: WordColumn.joined([part._word(name) for part in parts]) for name in names}
        tags = tuple(dict.fromkeys(tag for part in parts for tag in part._tags))
        totals = [part._totals for part in parts if part._totals]
        every = len(totals) == len(parts)
        return cls(numbers, words, CaptureTotals.joined(totals) if every else None, tags)

    def counted_captures(self, words: Iterable[str], captured: CapturedItems) -> "GameTable":
        """Return the table with the captures of its games counted.

        Args:
            words: words that games are grouped by.
            captured: the captures of each game.
        """
        named = dict.fromkeys((GAME, VARIANT, SIDES, *map(column_word, words)))
        rows, columns = self._grouped(named, years=True)
        places = _alike(map(_ranks, columns.values()), len(rows))
        _, first, groups = np.unique(places, return_index=True, return_inverse=True)
        keys = [tuple(_text(one, row) for one in columns.values()) for row in first.tolist()]
        totals = CaptureTotals.of(tuple(named), keys, groups, captured.some(rows))
        return GameTable(self.numbers, self.words, totals, self._tags)

    def _word(self, name: str) -> WordColumn:
        """Return a column of words; an empty one for a tag that no game of this part has."""
        return self.words[name] if name in self.words else self._no_words()

    def _no_words(self) -> WordColumn:
        return WordColumn(np.full(len(self), -1, np.int32), [])

    @cached_property
    def whole(self) -> Flags:
        """Whether each game could be played to its end."""
        ended = self.words["ended"]
        return ended.flags([way != BROKEN for way in ended.values])

    @cached_property
    def finished(self) -> Flags:
        """Whether each game has an end.

        A game has one if it was decided on the board or has a result in the record, and could be
        played to its last ply; a limit on the length of games is no end.
        """
        found: Flags = np.not_equal(self.numbers["won"], UNDECIDED) & self.whole
        return found

    @cached_property
    def complete(self) -> Flags:
        """Whether the recorded length of each game is the length of the whole game.

        A game that was cut off, at a limit or by adjudication, is not complete, even with a result,
        unless the board decided it.
        """
        ended = self.words["ended"]
        cut = ended.flags([cut_off(str(way)) for way in ended.values], cut_off(""))
        return self.finished & ~(cut & (self.words["reason"].codes < 0))

    @property
    def variants(self) -> tuple[str, ...]:
        """The variant strings of the games with known rules, sorted."""
        variant = self.words[VARIANT].some(np.greater(self.numbers["sides"], 0))
        return tuple(sorted(str(variant.values[one]) for one in _distinct(variant.codes)))

    @cached_property
    def players(self) -> WordColumn:
        """The players of all sides as a column of words, the first side's players first."""
        found = WordColumn.joined([self._word(name) for name in PLAYERS])
        return WordColumn(found.codes.reshape(len(PLAYERS), -1), found.values)

    def count_names(self) -> Codes:
        """Return the number of different players of each game."""
        players = np.sort(self.players.codes, axis=0)
        fresh = players >= 0
        fresh[1:] &= players[1:] != players[:-1]
        found: Codes = fresh.sum(axis=0, dtype=np.int32)
        return found

    def measures(self) -> Iterator[tuple[str, Floats]]:
        """Yield the measures of single games by name, NaN where a game has none."""
        for one in MEASURES:
            values = self._floats(one.column)
            if one.of:
                every = self._floats(one.of)
                values = values / np.where(every > 0, every, np.nan)
            yield one.name, values

    def _floats(self, name: str) -> Floats:
        column = self.numbers.get(name)
        if column is None:
            return np.full(len(self), np.nan)
        if column.dtype.kind == "f":
            return column.astype(np.float64, copy=False)
        return np.where(np.equal(column, -1), np.nan, column.astype(np.float64))

    def captures(self) -> Taken:
        """Return the distributions of captures of the group that these games are.

        Raises:
            KeyError: captures were not counted by a word of the grouping.
        """
        return self._totals.within(self._keys) if self._totals else {}

    def groups(self, by: Sequence[str] = (VARIANT,)) -> Iterator[Group]:
        """Yield the groups in the order of their values; a group never mixes different games.

        Args:
            by: words to group by: ``game``, ``variant``, ``player``, the name of a tag in any case
                (``event``), ``period``, or a column.

        Raises:
            NoSuchGroup: there is no such column or tag; raised when the first group is requested.
        """
        words = [GAME, *(word for word in by if word != GAME)]
        rows, columns = self._grouped(words)
        places = _alike(map(_ranks, columns.values()), len(rows))
        order = np.argsort(places, kind="stable")
        for some in np.split(order, np.flatnonzero(np.diff(places[order])) + 1):
            if not len(some):
                return
            found = {word: _text(column, int(some[0])) for word, column in columns.items()}
            keys = self._keys | {column_word(word): value for word, value in found.items()}
            yield Group(found, self._at(self.rows[rows[some]], keys))

    def _grouped(
        self, words: Iterable[str], years: bool = False
    ) -> tuple[Rows, dict[str, WordColumn]]:
        """Return rows, a game for each of its players if these are wanted, with their words.

        Args:
            words: words to group by.
            years: whether the table is part of a larger one: periods are years, and tags that no
                game has are missing.
        """
        rows, players = np.arange(len(self)), None
        if PLAYER in words:
            rows, players = self._by_player()
        columns = {}
        for word in words:
            if word == PLAYER and players:
                columns[word] = players
            elif years:
                column = self._years() if word == PERIOD else self._column(word)
                columns[word] = (column or self._no_words()).some(rows)
            else:
                columns[word] = self._grouping(word).some(rows)
        return rows, columns

    def _by_player(self) -> tuple[Rows, WordColumn]:
        """Return a row number and a name for each player of each game; in self-play only once."""
        seats, games = np.nonzero(self.players.codes >= 0)
        players = self.players.codes[seats, games].astype(np.int64)
        _, first = np.unique(players * len(self) + games, return_index=True)
        first.sort()
        names = WordColumn(players[first].astype(np.int32), self.players.values)
        return games[first], names

    def _grouping(self, word: str) -> WordColumn:
        """Return the column of a word to group by.

        Raises:
            NoSuchGroup: there is no such column or tag.
        """
        found = self._column(word)
        if found is not None:
            return found
        tags = self._tags
        there_are = f"the tags are {', '.join(tags)}" if tags else "there are no tags"
        columns = [one.name for one in GAME_COLUMNS]
        meant = did_you_mean(word, [PLAYER, PERIOD, *ALIASES, *columns, *tags])
        raise NoSuchGroup(f"no column and no tag is called {word!r}{meant}; {there_are}")

    def _column(self, word: str) -> WordColumn | None:
        """Return the column of a word to group by; None if there is no such column or tag."""
        if word == SIDES:
            return self._sides()
        if word == PERIOD:
            return self._periods()
        name = column_word(word)
        known = {column.casefold(): column for column in self.words}
        for candidate in (name, f"{TAG}{name}"):
            if candidate in known:
                return self.words[known[candidate]]
        return None

    def _sides(self) -> WordColumn:
        """Return the number of sides; where unknown, the least that the game has elsewhere."""
        sides, game = self.numbers["sides"].astype(np.int32), self.words[GAME].codes
        least = np.full(len(self.words[GAME].values) + 1, 1 << 20, np.int32)
        known = sides > 0
        np.minimum.at(least, game[known], sides[known])
        sides = np.where(known, sides, least[game])
        values = [one for one in _distinct(sides) if 0 < one < 1 << 20]
        return _coded(sides, values)

    def _years(self) -> WordColumn:
        """Return the year of each game; none where it is not known."""
        dates = self._word(f"{TAG}Date")
        years = [played_on({"Date": str(date)})[:4] for date in dates.values]
        used = {years[one] for one in _distinct(dates.codes) if one >= 0}
        values = sorted(used - {""})
        places = {year: place for place, year in enumerate(values)}
        codes = np.array([*(places.get(year, -1) for year in years), -1], np.int32)
        return WordColumn(codes[dates.codes], values)

    def _periods(self) -> WordColumn:
        """Return the period of each game: its year, or the decade where the years are many."""
        years = self._years()
        if len(years.values) <= YEARS:
            return years
        values = list(dict.fromkeys(map(decade, years.values)))
        codes = np.array([*(values.index(decade(year)) for year in years.values), -1], np.int32)
        return WordColumn(codes[years.codes], values)


def _alike(columns: Iterable[Codes], count: int) -> Rows:
    """Number rows by their values: equal rows have equal numbers, in the order of the values."""
    places = np.zeros(count, np.intp)
    for column in columns:
        low, size = int(column.min(initial=0)), int(column.max(initial=0)) + 1
        _, places = np.unique(places * (size - low) + (column - low), return_inverse=True)
    return places


def _distinct(codes: Numbers) -> list[int]:
    found: list[int] = np.unique(codes).tolist()
    return found


def _coded(column: Codes, values: Sequence[int]) -> WordColumn:
    """Return a column of numbers as words; numbers that are not among the values are missing."""
    places = np.searchsorted(values, column) if values else np.zeros(len(column), np.intp)
    known = np.append(values, 0)[places] == column if values else np.zeros(len(column), np.bool_)
    return WordColumn(np.where(known, places, -1).astype(np.int32), list(values))


def _ranks(column: WordColumn) -> Codes:
    """Return the rank of the value of each row; missing ones come last."""
    order = sorted(range(len(column.values)), key=column.values.__getitem__)
    ranks = np.full(len(order) + 1, len(order), np.int32)
    ranks[order] = np.arange(len(order))
    found: Codes = ranks[column.codes]
    return found


def _text(column: WordColumn, row: int) -> str | None:
    code = int(column.codes.flat[row])
    return None if code < 0 else str(column.values[code])


@dataclass(frozen=True, slots=True)
class GameTableMaker:
    """Makes tables of games from the tables of batches. It can be sent to another process.

    Attributes:
        words: words to group by; see `GameTable.groups`.
        measured: whether measures and captures are wanted.
        named: whether players are wanted.
    """

    words: tuple[str, ...] = ()
    measured: bool = True
    named: bool = False

    def builder(self, legal_moves: bool = False) -> TableBuilder:
        """Return a builder of tables with the columns that are needed."""
        plies = (*capture_columns(), *_SCORES, "legal_moves") if self.measured else ()
        course = _COURSE if self.measured else ()
        games = {*_RECORD, *course, *_WORDS, "verdict", *self._columns, *self._players}
        tags = {"tags"} if self.words else set()
        return TableBuilder(frozenset(plies), legal_moves, False, frozenset(games | tags))

    def empty(self) -> GameTable:
        """Return a table without games."""
        import pyarrow as pa

        columns = ply_columns(), GAME_COLUMNS
        return self(TableBatch(*(pa.RecordBatch.from_pylist([], schema(one)) for one in columns)))

    @property
    def _names(self) -> set[str]:
        """The names of columns and tags that the words refer to, in lower case."""
        names = set(map(column_word, self.words))
        return names | ({"date"} if PERIOD in names else set())

    @property
    def _columns(self) -> list[str]:
        """The columns of games that the words refer to."""
        known = [one.name for one in GAME_COLUMNS if one.type != "tags"]
        return [name for name in known if name.casefold() in self._names and name != SIDES]

    @property
    def names_players(self) -> bool:
        """Whether tables have the players."""
        return self.named or PLAYER in self.words

    @property
    def _players(self) -> tuple[str, ...]:
        return PLAYERS if self.names_players else ()

    def __call__(self, batch: TableBatch) -> GameTable:
        """Return the table of the games of a batch."""
        games = batch.games
        words, tags = {}, list[str]()
        for name in dict.fromkeys((*self._players, *self._columns)):
            words[name] = _words_of(games.column(name))
        if self.words:
            tags = tag_names(games.column("tags"))
            for name in self.wanted_tags(tags):
                words[f"{TAG}{name}"] = _words_of(tag_column(games.column("tags"), name))
        found = measured_games(batch, self.measured)
        return self.table(found._replace(words=found.words | words), tags)

    def wanted_tags(self, tags: Iterable[str]) -> list[str]:
        """Return those of the tags that the words refer to."""
        return [one for one in tags if one.casefold() in self._names]

    def table(self, found: "MeasuredGames", tags: Iterable[str]) -> GameTable:
        """Return the table of games.

        Args:
            found: the games, with the columns of the words.
            tags: the names of all tags.
        """
        table = GameTable(found.numbers, found.words, None, tags)
        if found.captured is None:
            return table
        return table.counted_captures(self.words, found.captured)


class MeasuredGames(NamedTuple):
    """Games with their measures, and the captures of each.

    Attributes:
        numbers: columns of numbers; see `GameTable`.
        words: columns of words.
        captured: their captures; None where they were not counted.
    """

    numbers: dict[str, Numbers]
    words: dict[str, WordColumn]
    captured: CapturedItems | None

    def some(self, rows: Rows) -> "MeasuredGames":
        """Return some of the games."""
        return MeasuredGames(
            {name: column[rows] for name, column in self.numbers.items()},
            {name: column.some(rows) for name, column in self.words.items()},
            self.captured and self.captured.some(rows),
        )


def measured_games(batch: TableBatch, measured: bool = True) -> MeasuredGames:
    """Return the games of a batch with their measures.

    Args:
        batch: the tables, with the columns of `GameTableMaker.builder`.
        measured: whether measures and captures are wanted.
    """
    games = batch.games
    numbers: dict[str, Numbers] = {
        name: _numbers_of(games.column(name), kind)
        for name, kind in (_RECORD | (_COURSE if measured else {})).items()
    }
    numbers["won"] = _winners(games.column("verdict"))
    words = {name: _words_of(games.column(name)) for name in _WORDS}
    if not measured:
        return MeasuredGames(numbers, words, None)
    lengths = numbers["plies"].astype(np.intp)
    owner = np.repeat(np.arange(len(lengths)), lengths)
    numbers |= _measures_of_plies(batch.plies, numbers, owner, lengths)
    whole = GameTable(numbers, words).whole[owner]
    return MeasuredGames(numbers, words, captured_items(batch.plies, owner, whole))


class GameTableParts:
    """Joins tables of games as they arrive.

    Attributes:
        maker: makes the table of each batch.
    """

    def __init__(self, maker: GameTableMaker) -> None:
        self.maker = maker
        self._parts: list[GameTable] = []

    def add(self, part: GameTable) -> None:
        """Add games. Parts are joined until each has more than twice as many games as the next."""
        if not len(part):
            return
        self._parts.append(part)
        while len(self._parts) > 1 and len(self._parts[-2]) <= 2 * len(self._parts[-1]):
            self._parts[-2:] = [GameTable.joined(self._parts[-2:])]

    def table(self) -> GameTable:
        """Return the table of all games."""
        self._parts = [GameTable.joined(self._parts)] if self._parts else [self.maker.empty()]
        return self._parts[0]


def game_table(
    batches: Iterable[TableBatch],
    words: Sequence[str] = (),
    *,
    measured: bool = True,
    named: bool = False,
) -> GameTable:
    """Return the table of the games of batches.

    Args:
        batches: the tables of plies and games, as of `analysis.tables.frames.arrow_batches`.
        words: words to group by; see `GameTable.groups`.
        measured: whether measures and captures are wanted, which need the plies.
        named: whether players are wanted.
    """
    parts = GameTableParts(GameTableMaker(tuple(words), measured, named))
    for batch in batches:
        parts.add(parts.maker(batch))
    return parts.table()


def _words_of(column: "pa.Array") -> WordColumn:
    codes, values = coded_texts(column)
    return WordColumn(codes.astype(np.int32), list(values))


def _numbers_of(column: "pa.Array", kind: type) -> Numbers:
    import pyarrow as pa

    found = column.cast(pa.int32()).fill_null(-1).to_numpy(zero_copy_only=False)
    return np.asarray(found, kind)


def _winners(verdicts: "pa.Array") -> npt.NDArray[np.int8]:
    """Return the winner of each game, as the number of its side, `DRAWN` or `UNDECIDED`."""
    codes, values = coded_texts(verdicts)
    known = [int(one) if one.isdigit() else DRAWN for one in values]
    found: npt.NDArray[np.int8] = np.array([*known, UNDECIDED], np.int8)[codes]
    return found


def _measures_of_plies(
    plies: "pa.RecordBatch",
    games: Mapping[str, Numbers],
    owner: Rows,
    lengths: Rows,
) -> dict[str, Numbers]:
    """Return the measures that are computed from plies, by name; those without values are omitted.

    ``drama``, ``stability``; ``branching`` is the mean number of legal moves, ``choices`` the share
    of plies with more than one, and ``tree`` the decimal logarithm of the size of the game tree.
    ``docs/measures.md`` has the definitions.

    Args:
        plies: the plies.
        games: the columns of the games.
        owner: for each ply the row of its game.
        lengths: the number of plies of each game.
    """
    won = games["won"].astype(np.intp)
    sides = np.where(np.greater(games["sides"], 0), games["sides"], 1).astype(np.float64)
    most = max(int(sides.max(initial=2)), 2)
    parts = _shares(np.stack([_floats_of(plies.column(name)) for name in _SCORES[:most]]),
                    sides[owner])  # fmt: skip
    side_won = np.maximum(won - 1, 0)[owner]
    deficit = np.nan_to_num(parts).max(axis=0, initial=0) - np.choose(side_won, parts)
    drama = np.where(won > 0, _mean(deficit, owner, lengths), np.nan)
    variances = []
    for part in parts:
        means = _mean(part, owner, lengths)
        variances.append(_mean((part - means[owner]) ** 2, owner, lengths))
    stability = np.where(lengths > 0, np.nansum(variances, axis=0) / sides, np.nan)
    found: dict[str, Numbers] = {"drama": drama, "stability": stability}
    legal = plies.column("legal_moves")
    if legal.null_count == len(legal):
        return found
    moves = _floats_of(legal)
    branching = _mean(moves, owner, lengths)
    with np.errstate(divide="ignore", invalid="ignore"):
        tree = np.where(branching > 0, lengths * np.log10(branching), np.nan)
    chosen = np.where(np.isnan(moves), np.nan, moves > 1)
    return found | {
        "branching": branching,
        "choices": _mean(chosen, owner, lengths),
        "tree": tree,
    }


def _floats_of(column: "pa.Array") -> Floats:
    """Return a column of numbers; NaN stands for a missing one."""
    import pyarrow as pa

    found: Floats = column.cast(pa.float64()).to_numpy(zero_copy_only=False)
    return found


def _shares(scores: Floats, sides: Floats) -> Floats:
    """Return each side's share of the sum of the scores; equal shares while it is 0.

    Args:
        scores: a row for each side, NaN where a position does not have it.
        sides: the number of sides, for each position.
    """
    total = np.nansum(scores, axis=0)
    equal = np.where(np.isnan(scores), np.nan, 1 / sides)
    return np.where(total > 0, scores / np.maximum(total, 1), equal)


def _mean(values: Floats, owner: Rows, lengths: Rows) -> Floats:
    """Return the mean of each game's values; NaN for a game without plies."""
    means = np.full(len(lengths), np.nan)
    sums = np.bincount(owner, weights=values, minlength=len(lengths))
    np.divide(sums, lengths, out=means, where=lengths > 0)
    return means
