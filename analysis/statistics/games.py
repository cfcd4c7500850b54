"""The table of games from which all statistics are computed.

Each row is a game and takes about 60 bytes. Games are grouped by *words*: names of columns or tags,
such as ``variant``, ``player`` and ``event``. Each word takes 4 more bytes of a row. Captures are
counted for each group, not for each game.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from analysis.replay.batch import Batch
from analysis.statistics.captures import (
    Captures,
    capture_columns,
    captured_items,
    captures_of_groups,
    summed,
)
from analysis.statistics.estimates import Proportion
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
)
from analysis.statistics.survival import cut_off
from analysis.tables.arrow import coded_texts, stretches, text_column
from analysis.tables.frames import tag_column, tag_names
from analysis.tables.rows import TableBatch, TableBuilder
from analysis.tables.schema import GAME_COLUMNS, PLAYERS
from notation.errors import did_you_mean
from records.model import named_player, played_on
from records.tabular.rows import HALVES

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.integer[Any]]
Key = tuple[str | None, ...]

YEARS = 10
"""Maximum number of years for which each year is a period."""

PARTS = 4
"""Number of tables that are joined at a time."""

BROKEN = "broken"
"""The ending of games that could not be played to their end."""

ROW = "row"
"""The column with the number of each row. In a subset of a table, rows keep their numbers."""

WHOLE, FINISHED, COMPLETE = "whole", "finished", "complete"
"""Columns of flags.

A whole game could be played to its end. If it also has a result, on the board or in the record, it
is finished; a limit on the length is no result. A finished game is complete if its recorded length
is its full length: it ended on the board, or it was neither cut off nor adjudicated.
"""

PLACES = ("first", "second", "third")
"""Names for the players, by the order of moving."""


class Measure(NamedTuple):
    """A measure of single games; ``title`` is its name in printed tables.

    Its values are those of ``column`` in the table of games, divided by the column ``of`` if there
    is one. If ``branching`` is true, it needs the number of legal moves before each ply, which
    ``--branching`` counts. ``docs/measures.md`` defines all measures.
    """

    name: str
    title: str
    column: str
    of: str = ""
    branching: bool = False


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
    Measure("branching", "branching", "branching", branching=True),
    Measure("choices", "plies with a choice", "choices", branching=True),
    Measure("tree", "tree size, log10", "tree", branching=True),
)
"""The measures of single games, in the order of tables."""

_RECORD = ("sides", "first", "plies", "valid", "accepted", GAME, VARIANT, "ended", "reason")
"""The columns of every table, except ``won``."""

_COURSE = {one.name for one in GAME_COLUMNS} & {
    name for measure in MEASURES for name in (measure.column, measure.of)
}
"""The columns from which measures are computed."""

_SCORES = ("score_1", "score_2", "score_3")


@dataclass(frozen=True, slots=True)
class Group:
    """Games with equal values of some words: ``keys`` maps words to values, None if missing.

    The games are the rows of a table from ``start`` to ``end``. They are cut out when they are
    read: a table of its own takes 13 KB, however few its games are.
    """

    keys: dict[str, str | None]
    table: "GameTable"
    start: int
    end: int

    def __len__(self) -> int:
        """Return the number of games."""
        return self.end - self.start

    @property
    def games(self) -> "GameTable":
        """The games, without captures."""
        return GameTable(self.table.columns.slice(self.start, len(self)), None, self.table.tags)


@dataclass(frozen=True)
class GameTable:
    """A table of games.

    Attributes:
        columns: columns of `analysis.tables.schema`, the measures, `ROW`, the flags, and a column
            ``tag:NAME`` for each wanted tag. The column ``won`` has the number of the side that
            won, `DRAWN` or `UNDECIDED`.
        captured: the captures, see `analysis.statistics.captures`; None where they were not
            counted. A row for a game has the number of the game; a row for a group of games has the
            values of the group in columns ``tag:WORD``.
        tags: the names of all tags.
    """

    columns: pa.Table
    captured: pa.Table | None = None
    tags: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.columns)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """Return a column of numbers; NaN stands for missing values."""
        found: npt.NDArray[Any] = self.columns[name].to_numpy()
        return found

    def column(self, name: str) -> pa.Array:
        """Return a column as one array without chunks."""
        found = self.columns[name]
        return found.chunk(0) if found.num_chunks == 1 else found.combine_chunks()

    def some(self, rows: Rows | Flags) -> "GameTable":
        """Return selected games; ``rows`` are their indices, or a flag for each game."""
        if rows.dtype == np.bool_:
            if rows.all():
                return self
            rows = np.flatnonzero(rows)
        return GameTable(self.columns.take(pa.array(rows)), self.captured, self.tags)

    @classmethod
    def joined(cls, parts: "list[GameTable]") -> "GameTable":
        """Return one table with the games of all parts. The list is emptied to free memory."""
        if len(parts) == 1:
            return parts.pop()
        columns = pa.concat_tables([one.columns for one in parts], promote_options="default")
        captured = [one.captured for one in parts if one.captured is not None]
        every = summed(pa.concat_tables(captured)) if len(captured) == len(parts) else None
        tags = tuple(dict.fromkeys(tag for part in parts for tag in part.tags))
        parts.clear()
        for place, name in enumerate(columns.column_names):
            values = _numbers(len(columns)) if name == ROW else columns[name].combine_chunks()
            columns = columns.set_column(place, name, values)
        return cls(columns, every, tags)

    def matching(self, name: str, test: Callable[[str], bool]) -> Flags:
        """Test a column of texts; return the result for each game. A missing text is tested as
        empty."""
        codes, values = coded_texts(self.column(name))
        found: Flags = np.array([*map(test, values), test("")], np.bool_)[codes]
        return found

    @property
    def variants(self) -> tuple[str, ...]:
        """The variant strings of the games with known rules, sorted."""
        codes, values = coded_texts(self.column(VARIANT))
        known = set(codes[self["sides"] > 0].tolist()) - {-1}
        return tuple(sorted(filter(None, map(values.__getitem__, known))))

    @cached_property
    def players(self) -> tuple[Rows, list[str]]:
        """The players of each game, and their names.

        The players are indices of the names, in the shape (sides, games); -1 is a missing player.
        """
        sides = pa.chunked_array([self.column(name).dictionary_encode() for name in PLAYERS])
        codes, names = coded_texts(sides.combine_chunks())
        return codes.reshape(len(PLAYERS), -1), names

    def count_names(self) -> Rows:
        """Return the number of different players of each game."""
        players = np.sort(self.players[0], axis=0)
        fresh = players >= 0
        fresh[1:] &= players[1:] != players[:-1]
        found: Rows = fresh.sum(axis=0, dtype=np.int32)
        return found

    def measure(self, one: Measure) -> Floats:
        """Return the value of a measure for each game; NaN where there is none."""
        if one.column not in self.columns.column_names:
            return np.full(len(self), np.nan)
        values = self[one.column].astype(np.float64, copy=False)
        return values / np.where(self[one.of] > 0, self[one.of], np.nan) if one.of else values

    def results(self, finished: Flags) -> tuple[dict[str, Proportion], Proportion]:
        """Return the proportion of games won by each player, by `PLACES`, and that of draws.

        Only ``finished`` games count.
        """
        won, first, sides = (self[name][finished].astype(int) for name in ("won", "first", "sides"))
        decided = won > 0
        places = (won - first)[decided] % sides[decided]
        counts = np.bincount(places, minlength=int(sides.max(initial=0)) or 2).tolist()
        shares = (Proportion(count, len(won)) for count in counts)
        wins = dict(zip(PLACES, shares, strict=False))
        return wins, Proportion(len(won) - len(places), len(won))

    def groups(self, by: Sequence[str] = (VARIANT,)) -> list[Group]:
        """Return the groups in the order of their values; see `in_groups`."""
        return self.in_groups(by)[0]

    def in_groups(self, by: Sequence[str] = (VARIANT,)) -> "tuple[list[Group], GameTable]":
        """Return the groups, sorted by their values, and one table with the games of all groups.

        The table has the games group by group. All games of a group are of one kind, such as GIPF.

        Args:
            by: words to group by: ``game``, ``variant``, ``player``, ``period``, a column or a tag
                (``event``).

        Raises:
            NoSuchGroup: there is no such column or tag.
        """
        words = [GAME, *(word for word in by if word != GAME)]
        for word in words:
            if word not in (PLAYER, PERIOD, SIDES) and self._column(word) is None:
                raise self._no_such(word)
        rows, columns = self._texts(words)
        for word in words:
            if column_word(word) == PERIOD and len(columns[word].dictionary) > YEARS:
                columns[word] = as_texts(columns[word], _decade)
        numbers, keys = _distinct([columns[word] for word in words])
        order = np.argsort(numbers, kind="stable")
        table = self.columns
        if not np.array_equal(rows[order], np.arange(len(self))):
            table = table.take(pa.array(rows[order]))
        ends = np.cumsum(np.bincount(numbers, minlength=len(keys))).tolist()
        games = GameTable(table, self.captured, self.tags)
        return [
            Group(dict(zip(words, key, strict=True)), games, start, end)
            for key, start, end in zip(keys, [0, *ends], ends, strict=False)
        ], games

    def captures(self, groups: Sequence[Group]) -> list[Captures]:
        """Return the captures of each group; ``groups`` come from `in_groups` of this table."""
        if self.captured is None or not groups:
            return [{} for _ in groups]
        columns = []
        for word in groups[0].keys:
            name, known = column_word(word), {one.keys[word] for one in groups}
            column = self.captured[f"{TAG}{name}"].combine_chunks()
            if name == PERIOD and not known.issuperset(column.dictionary.to_pylist()):
                column = as_texts(column, _decade)
            columns.append(column)
        numbers, keys = _distinct(columns)
        places = {tuple(one.keys.values()): place for place, one in enumerate(groups)}
        owner = np.array([places.get(key, -1) for key in keys], int)[numbers]
        return captures_of_groups(self.captured, owner, len(groups))

    def ready(self, words: Iterable[str]) -> "GameTable":
        """Return the table with the columns of flags, and with captures summed for each group.

        The games of a group have the same game, variant, number of sides and values of ``words``.
        """
        whole = self.matching("ended", lambda way: way != BROKEN)
        finished = whole & (self["won"] != UNDECIDED)
        decided = self.columns["reason"].is_valid().to_numpy()
        complete = finished & (decided | ~self.matching("ended", cut_off))
        columns = self.columns
        for name, flags in ((WHOLE, whole), (FINISHED, finished), (COMPLETE, complete)):
            columns = columns.append_column(name, pa.array(flags))
        if self.captured is None:
            return GameTable(columns, None, self.tags)
        # A lone surrogate cannot be the name of a column; `groups` raises the error.
        words = [word for word in map(column_word, words) if not HALVES.search(word)]
        rows, texts = self._texts(dict.fromkeys((GAME, VARIANT, SIDES, *words)))
        row, own = self.captured[ROW].to_numpy(), self[ROW][rows]
        first, end = (np.searchsorted(row, own, side) for side in ("left", "right"))
        owner = pa.array(np.repeat(np.arange(len(rows)), end - first))
        captured = self.captured.drop_columns([ROW]).take(pa.array(stretches(first, end - first)))
        for word, column in texts.items():
            captured = captured.append_column(f"{TAG}{word}", column.take(owner))
        return GameTable(columns, summed(captured), self.tags)

    def _texts(self, words: Iterable[str]) -> tuple[Rows, dict[str, pa.DictionaryArray]]:
        """Return the values of words as rows: the index of each row's game, and word -> texts.

        There is a row for each game or, if `PLAYER` is a word, for each player of each game.
        """
        rows, columns = np.arange(len(self)), dict[str, pa.DictionaryArray]()
        if PLAYER in words:
            codes, names = self.players
            seats, games = np.nonzero(codes >= 0)
            # In self-play a game counts once.
            pairs = np.unique(codes[seats, games].astype(np.int64) * len(self) + games)
            own, rows = np.divmod(pairs, max(len(self), 1))
            players = text_column(own.astype(np.int32), pa.array(names, pa.string()))
            columns[PLAYER] = as_texts(players)
        for word in words:
            if word not in columns:
                found = self._column(word)
                texts = as_texts(pa.nulls(len(self)) if found is None else found)
                columns[word] = texts.take(pa.array(rows))
        return rows, columns

    def _column(self, word: str) -> pa.Array | None:
        """Return the column of values for a word to group by; None if there is no such column or
        tag."""
        name = column_word(word)
        if name == SIDES:
            return self._sides()
        if name == PERIOD:
            dates = self._column("date")
            return None if dates is None else as_texts(dates, _year)
        inner = (ROW, WHOLE, FINISHED, COMPLETE)
        known = {one.casefold(): one for one in self.columns.column_names if one not in inner}
        if name in known:
            return self.column(known[name])
        if f"{TAG}{name}" in known:
            # A tag whose value is blank or ``?`` counts as missing.
            return as_texts(self.column(known[f"{TAG}{name}"]), named_player)
        return None

    def _sides(self) -> pa.Array:
        """Return the number of sides of each record.

        An unknown number is replaced by the least known number for the game, such as GIPF.
        """
        sides, (game, names) = self["sides"], coded_texts(self.column(GAME))
        least = np.full(len(names) + 1, np.iinfo(sides.dtype).max)
        np.minimum.at(least, game[sides > 0], sides[sides > 0])
        found = np.where(sides > 0, sides, least[game])
        return pa.array(found, mask=found == np.iinfo(sides.dtype).max)

    def _no_such(self, word: str) -> NoSuchGroup:
        tags = self.tags
        there_are = f"the tags are {', '.join(tags)}" if tags else "there are no tags"
        columns = [one.name for one in GAME_COLUMNS]
        meant = did_you_mean(word, [PLAYER, PERIOD, *ALIASES, *columns, *tags])
        return NoSuchGroup(f"no column and no tag is called {word!r}{meant}; {there_are}")


def as_texts(column: pa.Array, text: Callable[[Any], str | None] = str) -> pa.DictionaryArray:
    """Convert the values of a column to texts by the function ``text``; null where it returns None.

    The dictionary has the texts in the order of the values, without texts that no row has.
    """
    codes, values = coded_texts(column)
    order = sorted(np.unique(codes[codes >= 0]).tolist(), key=values.__getitem__)
    texts = [text(values[code]) for code in order]
    known = dict.fromkeys(one for one in texts if one is not None)
    places = {one: place for place, one in enumerate(known)}
    ranks = np.full(len(values) + 1, -1, np.int32)
    ranks[order] = [-1 if one is None else places[one] for one in texts]
    return text_column(ranks[codes], pa.array(known, pa.string()))


def _year(date: str) -> str | None:
    return played_on({"Date": date})[:4] or None


def _decade(year: str) -> str:
    return f"{year[:3]}0s"


def _numbers(count: int) -> pa.Array:
    return pa.array(np.arange(count, dtype=np.int32))


def _distinct(columns: Sequence[pa.Array]) -> tuple[Rows, list[Key]]:
    """Return, for each row of text columns, its index in a list of distinct rows; and this list.

    The list is in the order of the dictionaries, with null last.
    """
    coded = list(map(coded_texts, columns))
    numbers, firsts = np.zeros(len(columns[0]), np.int64), np.zeros(0, np.int64)
    for codes, values in coded:
        ranks = numbers * (len(values) + 1) + np.where(codes < 0, len(values), codes)
        _, firsts, numbers = np.unique(ranks, return_index=True, return_inverse=True)
    texts = [np.array([*values, None], object)[codes[firsts]] for codes, values in coded]
    return numbers, [*zip(*texts, strict=True)]


@dataclass(frozen=True, slots=True)
class GameTableMaker:
    """A callable that makes the table of games of a batch. It can be pickled.

    Attributes:
        words: words to group by; see `GameTable.groups`.
        measured: whether measures are wanted.
        named: whether players are wanted.
        captured: whether captures are wanted; they are counted only with `measured`.
    """

    words: tuple[str, ...] = ()
    measured: bool = True
    named: bool = False
    captured: bool = True

    def builder(self, legal_moves: bool = False) -> TableBuilder:
        """Return a builder of the tables of batches, with the columns that are needed."""
        captures = capture_columns() if self.captured else ()
        plies = (*captures, *_SCORES, "legal_moves") if self.measured else ()
        games = {*self._columns, "verdict", *(["tags"] if self.words else [])}
        return TableBuilder(frozenset(plies), legal_moves, False, frozenset(games))

    @property
    def _names(self) -> set[str]:
        """The names of the columns and tags that are grouped by, in lower case."""
        names = set(map(column_word, self.words))
        return names | ({"date"} if PERIOD in names else set())

    @property
    def _columns(self) -> set[str]:
        own = {one.name for one in GAME_COLUMNS if one.name.casefold() in self._names - {"tags"}}
        players = PLAYERS if self.names_players else ()
        return {*_RECORD, *(_COURSE if self.measured else ()), *players, *own}

    @property
    def names_players(self) -> bool:
        """Whether the tables have columns of players."""
        return self.named or PLAYER in self.words

    def wanted_tags(self, tags: Iterable[str]) -> list[str]:
        """Return the names in ``tags`` by which games are grouped."""
        return [one for one in tags if one.casefold() in self._names]

    def __call__(self, batch: TableBatch) -> GameTable:
        """Return the table of the games of a batch, with captures by group."""
        return self.by_game(batch).ready(self.words)

    def by_game(self, batch: TableBatch) -> GameTable:
        """Return the table of the games of a batch, with the captures of each game."""
        games, tags = pa.Table.from_batches([batch.games]), list[str]()
        found = games.select([name for name in games.column_names if name in self._columns])
        for place, name in enumerate(found.column_names):
            if name in ("sides", "first"):
                found = found.set_column(place, name, found[name].fill_null(0))
            elif pa.types.is_string(found[name].type):
                found = found.set_column(place, name, found[name].dictionary_encode())
        codes, verdicts = coded_texts(batch.games.column("verdict"))
        winners = [*(int(one) if one.isdigit() else DRAWN for one in verdicts), UNDECIDED]
        found = found.append_column("won", pa.array(np.array(winners, np.int8)[codes]))
        if self.words:
            tags = tag_names(batch.games.column("tags"))
            for name in self.wanted_tags(tags):
                values = tag_column(batch.games.column("tags"), name).dictionary_encode()
                found = found.append_column(f"{TAG}{name}", values)
        captured = None
        if self.measured:
            lengths = batch.games.column("plies").to_numpy().astype(np.intp)
            owner = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
            table = GameTable(found)
            for name, values in _measures_of_plies(batch.plies, table, owner, lengths).items():
                found = found.append_column(name, pa.array(values))
            if self.captured:
                whole = table.matching("ended", lambda way: way != BROKEN)
                captured = captured_items(batch.plies, owner, whole[owner])
        return GameTable(found.append_column(ROW, _numbers(len(found))), captured, tuple(tags))


@dataclass
class GameTableParts:
    """Joins the tables that ``maker`` returns, as they arrive."""

    maker: GameTableMaker
    _parts: list[GameTable] = field(default_factory=list)

    def add(self, part: GameTable) -> None:
        """Add a table. The last `PARTS` tables are joined if they are of similar length."""
        self._parts += [part] if len(part) else []
        while len(self._parts) >= PARTS and (len(self._parts[-PARTS]) <= 2 * len(self._parts[-1])):
            last = self._parts[-PARTS:]
            del self._parts[-PARTS:]
            self._parts.append(GameTable.joined(last))

    def table(self) -> GameTable:
        """Return the table of all games, and forget it, to free memory."""
        if not self._parts:
            return self.maker(TableBuilder()(Batch([])))
        return GameTable.joined(self._parts)


def game_table(
    batches: Iterable[TableBatch],
    words: Sequence[str] = (),
    *,
    measured: bool = True,
    named: bool = False,
) -> GameTable:
    """Return the table of the games of all batches; see `analysis.tables.frames.arrow_batches`.

    For the other parameters see `GameTableMaker`.
    """
    parts = GameTableParts(GameTableMaker(tuple(words), measured, named))
    for batch in batches:
        parts.add(parts.maker(batch))
    return parts.table()


def _measures_of_plies(
    plies: pa.RecordBatch, games: GameTable, owner: Rows, lengths: Rows
) -> dict[str, Floats]:
    """Return name -> values for the measures that are computed from plies.

    ``owner`` has the game of each ply, ``lengths`` the number of plies of each game.
    """

    def mean(values: Floats) -> Floats:
        sums = np.bincount(owner, weights=values, minlength=len(lengths))
        return np.where(lengths > 0, sums / np.maximum(lengths, 1), np.nan)

    won, sides = games["won"].astype(np.intp), np.maximum(games["sides"], 1)
    most = max(int(sides.max(initial=2)), 2)
    scores = np.stack([_floats(plies.column(name)) for name in _SCORES[:most]])
    total, equal = np.nansum(scores, axis=0), np.where(np.isnan(scores), np.nan, 1 / sides[owner])
    # Each side's share of the sum of the scores; equal shares while that is 0.
    parts = np.where(total > 0, scores / np.maximum(total, 1), equal)
    winner = np.choose(np.maximum(won - 1, 0)[owner], parts)
    deficit = np.nan_to_num(parts).max(axis=0, initial=0) - winner
    variances = [mean((part - mean(part)[owner]) ** 2) for part in parts]
    found = {
        "drama": np.where(won > 0, mean(deficit), np.nan),
        "stability": np.where(lengths > 0, np.nansum(variances, axis=0) / sides, np.nan),
    }
    legal = plies.column("legal_moves")
    if legal.null_count == len(legal):
        return found
    moves = _floats(legal)
    branching = mean(moves)
    with np.errstate(divide="ignore", invalid="ignore"):
        tree = np.where(branching > 0, lengths * np.log10(branching), np.nan)
    choices = mean(np.where(np.isnan(moves), np.nan, moves > 1))
    return found | {"branching": branching, "choices": choices, "tree": tree}


def _floats(column: pa.Array) -> Floats:
    """Return a column of numbers; NaN stands for a missing value."""
    found: Floats = column.cast(pa.float64()).to_numpy(zero_copy_only=False)
    return found
