"""The table of games from which all statistics are computed.

Each row is a game and takes about 60 bytes. Games are grouped by *words*: names of columns or tags,
such as ``variant``, ``player`` and ``event``. Each word takes 4 more bytes of a row. Captures are
counted for each group, not for each game.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from analysis.statistics.captures import capture_columns, captured_items, in_order, summed
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
from analysis.tables.arrow import coded_texts, stretches, text_column
from analysis.tables.frames import tag_column, tag_names
from analysis.tables.rows import TableBatch, TableBuilder
from analysis.tables.schema import GAME_COLUMNS, PLAYERS, ply_columns, schema
from notation.errors import did_you_mean
from records.model import named_player, played_on
from records.tabular.rows import HALVES

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.signedinteger[Any]]

YEARS = 10
"""Maximum number of years for which each year is a period."""

PARTS = 4
"""Number of tables that are joined at a time."""

BROKEN = "broken"
"""The ending of games that could not be played to their end."""

ROW = "row"
"""The column with the row numbers of games, which subsets of the table and captures share."""

WHOLE, COMPLETE = ":whole", ":complete"
"""The columns of groups with `GameTable.whole` and `GameTable.complete`."""


class Measure(NamedTuple):
    """A measure of single games; ``docs/measures.md`` defines all measures.

    Attributes:
        name: its name.
        title: its name in printed tables.
        column: the column of the table of games that has its values.
        of: the column by which these values are divided; empty for no division.
        branching: whether it needs the legal moves before each ply, which ``--branching`` counts.
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

_COURSE = tuple(
    one.name
    for one in GAME_COLUMNS
    if one.name in {name for measure in MEASURES for name in (measure.column, measure.of)}
)
"""The columns from which measures are computed."""

_SCORES = ("score_1", "score_2", "score_3")


class Group(NamedTuple):
    """A group of games with equal values.

    Attributes:
        keys: the value of each word of the grouping; None for a missing value.
        games: the games.
    """

    keys: dict[str, str | None]
    games: "GameTable"


@dataclass(frozen=True)
class GameTable:
    """A table of games.

    Attributes:
        columns: the columns of `analysis.tables.schema`, the measures, and a column ``tag:NAME``
            for each wanted tag. The column ``won`` has the number of the side that won, `DRAWN` or
            `UNDECIDED`.
        captured: the captures, see `analysis.statistics.captures`; None where they were not
            counted. Each row has the number of a game, or the values of a group of games.
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
        """Return selected games, by their indices or by a flag for each game."""
        if rows.dtype == np.bool_:
            if rows.all():
                return self
            rows = np.flatnonzero(rows)
        return GameTable(self.columns.take(pa.array(rows)), self.captured, self.tags)

    def united(self, others: "Iterable[GameTable]") -> "GameTable":
        """Return the games that are in this selection or in others of the same table, each once."""
        found = GameTable.joined([self, *others])
        return found.some(np.unique(found[ROW], return_index=True)[1])

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
            columns = columns.set_column(place, name, columns[name].combine_chunks())
        return cls(columns, every, tags)

    def matching(self, name: str, test: Callable[[str], bool]) -> Flags:
        """Test a column of texts; return the result for each game. A missing text is tested as
        empty."""
        codes, values = coded_texts(self.column(name))
        found: Flags = np.array([*map(test, values), test("")], np.bool_)[codes]
        return found

    @cached_property
    def whole(self) -> Flags:
        """Whether each game could be played to its end."""
        if WHOLE in self.columns.column_names:
            return self[WHOLE]
        return self.matching("ended", lambda way: way != BROKEN)

    @cached_property
    def finished(self) -> Flags:
        """Whether each game is finished.

        A finished game could be played to its last ply and has a result, on the board or in the
        record. A limit on the length is no result.
        """
        found: Flags = (self["won"] != UNDECIDED) & self.whole
        return found

    @cached_property
    def complete(self) -> Flags:
        """Whether the recorded length of each game is the length of the whole game.

        A game that was cut off or adjudicated is incomplete unless the board decided it.
        """
        if COMPLETE in self.columns.column_names:
            return self[COMPLETE]
        decided = self.columns["reason"].is_valid().to_numpy()
        found: Flags = self.finished & (decided | ~self.matching("ended", cut_off))
        return found

    @property
    def variants(self) -> tuple[str, ...]:
        """The variant strings of the games with known rules, sorted."""
        codes, values = coded_texts(self.column(VARIANT))
        known = set(codes[self["sides"] > 0].tolist()) - {-1}
        return tuple(sorted(filter(None, map(values.__getitem__, known))))

    @cached_property
    def players(self) -> "tuple[npt.NDArray[np.integer[Any]], list[str]]":
        """The players of each game, and their names.

        The players are indices of the names, in the shape (sides, games); -1 is a missing player.
        """
        sides = pa.chunked_array([self.column(name).dictionary_encode() for name in PLAYERS])
        codes, names = coded_texts(sides.combine_chunks())
        return codes.reshape(len(PLAYERS), -1), names

    def count_names(self) -> "npt.NDArray[np.int32]":
        """Return the number of different players of each game."""
        players = np.sort(self.players[0], axis=0)
        fresh = players >= 0
        fresh[1:] &= players[1:] != players[:-1]
        found: npt.NDArray[np.int32] = fresh.sum(axis=0, dtype=np.int32)
        return found

    def measure(self, one: Measure) -> Floats:
        """Return the value of a measure for each game; NaN where there is none."""
        values = self._floats(one.column)
        if one.of:
            every = self._floats(one.of)
            values = values / np.where(every > 0, every, np.nan)
        return values

    def _floats(self, name: str) -> Floats:
        if self.columns.schema.get_field_index(name) >= 0:
            return self[name].astype(np.float64, copy=False)
        return np.full(len(self), np.nan)

    def groups(self, by: Sequence[str] = (VARIANT,)) -> list[Group]:
        """Return the groups in the order of their values; see `in_groups`."""
        return self.in_groups(by)[0]

    def in_groups(self, by: Sequence[str] = (VARIANT,)) -> "tuple[list[Group], GameTable]":
        """Return the groups in the order of their values, and a table of all their games in order.

        A group holds records of one game, such as GIPF.

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
        games, captured = self._numbered(), self.captured and in_order(self.captured)
        for name, flags in ((WHOLE, self.whole), (COMPLETE, self.complete)):
            if name not in games.columns.column_names:
                games = GameTable(games.columns.append_column(name, pa.array(flags)))
        rows, columns = games._by(words)
        names = list(map(column_word, words))
        of_games = [columns[word] for word in words]
        of_captures = [captured[name].combine_chunks() for name in names] if captured else []
        if PERIOD in names and len(of_games[at := names.index(PERIOD)].dictionary) > YEARS:
            for columns_of in filter(None, (of_games, of_captures)):
                columns_of[at] = as_texts(columns_of[at], decade)
        parts, table = _cut(games.columns, of_games, rows)
        taken = _cut(captured, of_captures)[0] if captured else {}
        found = [
            Group(
                dict(zip(words, key, strict=True)),
                GameTable(part, captured and taken.get(key, captured.slice(0, 0)), self.tags),
            )
            for key, part in parts.items()
        ]
        return found, GameTable(table, self.captured, self.tags)

    def _numbered(self) -> "GameTable":
        """Return the table with a column `ROW` of row numbers; subsets of the table keep the
        numbers."""
        if ROW in self.columns.column_names:
            return self
        numbers = pa.array(np.arange(len(self), dtype=np.int32))
        return GameTable(self.columns.append_column(ROW, numbers), self.captured, self.tags)

    def totalled(self, words: Iterable[str]) -> "GameTable":
        """Return the table with captures summed for each group of games, and without row numbers.

        Args:
            words: words to group by, in addition to game, variant and number of sides.
        """
        if self.captured is None:
            return self
        # A lone surrogate cannot be the name of a column; `groups` raises the error.
        words = [word for word in map(column_word, words) if not HALVES.search(word)]
        rows, columns = self._by(dict.fromkeys((GAME, VARIANT, SIDES, *words)))
        row, own = self.captured[ROW].to_numpy(), self[ROW][rows]
        first, end = (np.searchsorted(row, own, side) for side in ("left", "right"))
        places = stretches(first, end - first)
        owner = pa.array(np.repeat(np.arange(len(rows)), end - first))
        of_groups = {name: column.take(owner) for name, column in columns.items()}
        for name in ("item", "count"):
            of_groups[name] = self.captured[name].take(pa.array(places))
        captured = summed(pa.table(of_groups))
        return GameTable(self.columns.drop_columns([ROW]), captured, self.tags)

    def _by(self, words: Iterable[str]) -> tuple[Rows, dict[str, pa.DictionaryArray]]:
        """Return the values of words for all games, as columns of texts by word.

        If one word is `PLAYER`, each game is repeated for each of its players. The first result is
        the row in this table of each entry of the columns.
        """
        rows, columns = np.arange(len(self)), dict[str, pa.DictionaryArray]()
        if PLAYER in words:
            codes, names = self.players
            seats, games = np.nonzero(codes >= 0)
            pairs = codes[seats, games].astype(np.int64) * len(self) + games
            # In self-play a game counts once.
            first = np.sort(np.unique(pairs, return_index=True)[1])
            rows = games[first]
            own = codes[seats, games][first].astype(np.int32)
            columns[PLAYER] = as_texts(text_column(own, pa.array(names, pa.string())))
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
        known = {column.casefold(): column for column in self.columns.column_names}
        if name in known:
            return self.column(known[name])
        if f"{TAG}{name}" in known:
            # A tag whose value is blank or ``?`` counts as missing.
            return as_texts(self.column(known[f"{TAG}{name}"]), named_player)
        return None

    def _sides(self) -> pa.Array:
        """Return the number of sides of each record; where it is unknown, the least number in the
        table that records of the same game (such as GIPF) have."""
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


def _cut(
    table: pa.Table, columns: Sequence[pa.Array], rows: Rows | None = None
) -> tuple[dict[tuple[str | None, ...], pa.Table], pa.Table]:
    """Sort a table by the texts of columns, and cut it into parts with equal texts.

    The parts are in the order of the dictionaries, with null last.

    Args:
        table: the table. It is copied unless it is sorted already.
        columns: the columns of texts, of equal length.
        rows: the index of the row of the table to which each entry of the columns belongs; None if
            the columns have an entry for each row.

    Returns:
        The parts by their texts, and the sorted table.
    """
    coded = list(map(coded_texts, columns))
    ranks = np.stack([np.where(codes < 0, len(values), codes) for codes, values in coded])
    order = np.lexsort(ranks[::-1])
    changes = np.diff(ranks[:, order], prepend=-1).any(axis=0)
    taken = order if rows is None else rows[order]
    if not np.array_equal(taken, np.arange(len(table))):
        table = table.take(pa.array(taken))
    parts = {}
    for start, end in pairwise([*np.flatnonzero(changes).tolist(), len(order)]):
        at = order[start]
        key = tuple(values[codes[at]] if codes[at] >= 0 else None for codes, values in coded)
        parts[key] = table.slice(start, end - start)
    return parts, table


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
        tags = {"tags"} if self.words else set()
        games = frozenset({*self._columns, "verdict"} | tags)
        return TableBuilder(frozenset(plies), legal_moves, False, games)

    @property
    def _names(self) -> set[str]:
        """The names of the columns and tags that are grouped by, in lower case."""
        names = set(map(column_word, self.words))
        return names | ({"date"} if PERIOD in names else set())

    @property
    def _columns(self) -> set[str]:
        """The columns of the table of games."""
        wanted = {*_RECORD, *(_COURSE if self.measured else ())}
        wanted |= {*PLAYERS} if self.names_players else set()
        own = self._names - {"tags"}
        return wanted | {one.name for one in GAME_COLUMNS if one.name.casefold() in own}

    @property
    def names_players(self) -> bool:
        """Whether the tables have columns of players."""
        return self.named or PLAYER in self.words

    def wanted_tags(self, tags: Iterable[str]) -> list[str]:
        """Return the names in ``tags`` by which games are grouped."""
        return [one for one in tags if one.casefold() in self._names]

    def __call__(self, batch: TableBatch) -> GameTable:
        """Return the table of the games of a batch, with captures by group."""
        return self.by_game(batch).totalled(self.words)

    def by_game(self, batch: TableBatch) -> GameTable:
        """Return the table of the games of a batch, with the captures of each game."""
        games, tags = pa.Table.from_batches([batch.games]), list[str]()
        found = games.select([name for name in games.column_names if name in self._columns])
        for place, name in enumerate(found.column_names):
            if name in ("sides", "first"):
                found = found.set_column(place, name, found[name].fill_null(0))
            elif pa.types.is_string(found[name].type):
                found = found.set_column(place, name, found[name].dictionary_encode())
        found = found.append_column("won", _winners(batch.games.column("verdict")))
        if self.words:
            tags = tag_names(batch.games.column("tags"))
            for name in self.wanted_tags(tags):
                values = tag_column(batch.games.column("tags"), name).dictionary_encode()
                found = found.append_column(f"{TAG}{name}", values)
        if not self.measured:
            return GameTable(found, None, tuple(tags))
        lengths = batch.games.column("plies").to_numpy().astype(np.intp)
        owner = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
        table = GameTable(found)
        for name, values in _measures_of_plies(batch.plies, table, owner, lengths).items():
            found = found.append_column(name, pa.array(values))
        if not self.captured:
            return GameTable(found, None, tuple(tags))
        captured = captured_items(batch.plies, owner, table.whole[owner])
        return GameTable(found, captured, tuple(tags))._numbered()


@dataclass
class GameTableParts:
    """Joins tables of games as they arrive.

    Attributes:
        maker: makes the table of each batch.
    """

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
            plies, games = (
                pa.RecordBatch.from_pylist([], schema(one)) for one in (ply_columns(), GAME_COLUMNS)
            )
            return self.maker(TableBatch(plies, games))
        return GameTable.joined(self._parts)


def game_table(
    batches: Iterable[TableBatch],
    words: Sequence[str] = (),
    *,
    measured: bool = True,
    named: bool = False,
) -> GameTable:
    """Return the table of the games of all batches.

    Args:
        batches: the tables of plies and games, see `analysis.tables.frames.arrow_batches`.
        words: words to group by; see `GameTable.groups`.
        measured: whether measures and captures are wanted, which need the plies.
        named: whether players are wanted.
    """
    parts = GameTableParts(GameTableMaker(tuple(words), measured, named))
    for batch in batches:
        parts.add(parts.maker(batch))
    return parts.table()


def _winners(verdicts: pa.Array) -> pa.Array:
    """Return the winner of each game, as the number of its side, `DRAWN` or `UNDECIDED`."""
    codes, values = coded_texts(verdicts)
    known = [int(one) if one.isdigit() else DRAWN for one in values]
    return pa.array(np.array([*known, UNDECIDED], np.int8)[codes])


def _measures_of_plies(
    plies: pa.RecordBatch, games: GameTable, owner: Rows, lengths: Rows
) -> dict[str, Floats]:
    """Return the measures that are computed from plies, by name; measures without values are left
    out.

    They are ``drama`` and ``stability``; ``branching``, the mean number of legal moves;
    ``choices``, the share of plies with more than one legal move; and ``tree``, the decimal
    logarithm of the size of the game tree. ``docs/measures.md`` has the definitions.

    Args:
        owner: the index of the game of each ply.
        lengths: the number of plies of each game.
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
