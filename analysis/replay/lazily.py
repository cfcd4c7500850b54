"""The replays of a batch: all that are asked for, and what is known of the others without them."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, cast, overload

from analysis.games.position import AnyPosition, Outcome, write_unambiguously
from analysis.replay.at_once import (
    JudgedColumns,
    JudgedGames,
    judge_at_once,
    judge_columns,
    replays,
)
from analysis.replay.replay import Replay, replay
from analysis.replay.results import agrees_with
from notation import LudographError, UnknownName, UnwritableMove, find_dialect
from notation.dialect import AnyDialect
from notation.memo import Memo
from records import Record
from records.columns import LazyRecords, PlainGame, PlainGames
from records.model import UNDECIDED


class Settled(NamedTuple):
    """What is known of a valid game without its replay.

    Attributes:
        plies: number of plies.
        notes: number of notes.
    """

    plies: int
    notes: int


class ColumnVerdicts:
    """The verdicts on games in columns that were judged at once.

    Attributes:
        games: the games.
        judged: how they were judged.
        good: which of them are canonical; the replay decides on the others.
    """

    def __init__(self, games: PlainGames, judged: JudgedColumns) -> None:
        self.games, self.judged = games, judged
        self._boards, self._compiled = judged.boards, judged.texts.compiled
        self.good: list[bool] = self._boards.good.tolist()
        self._lengths: list[int] = games.lengths.tolist()
        self._seats = len(self._compiled.start.variant.seats)
        self._rewrites = Memo(self._rewrites_to)
        self._columns = len(games.words.dialect.side_letters(games.variant))

    def settled(self, number: int) -> Settled | None:
        """Return what is known of a game if it is valid."""
        if not self.good[number] or self._columns > self._seats:
            return None
        result, notes = self.games.results[number], 0
        if result != UNDECIDED:
            outcome = self.outcomes[number]
            if outcome and not agrees_with(result, outcome, self._compiled.start.sides):
                return None
            notes = outcome is None
        return Settled(self._lengths[number], int(notes))

    @cached_property
    def outcomes(self) -> dict[int, Outcome | None]:
        """How the good games ended on the board; None where they go on."""
        numbers = [number for number, good in enumerate(self.good) if good]
        found = self._boards.outcomes(self._boards.plies.lasts[numbers])
        return dict(zip(numbers, found, strict=True))

    @cached_property
    def positions(self) -> dict[int, AnyPosition]:
        """The last positions of the good games."""
        numbers = [number for number, good in enumerate(self.good) if good]
        found = self._boards.positions(self._boards.plies.lasts[numbers])
        return dict(zip(numbers, found, strict=True))

    def rewritten(self, number: int, target: AnyDialect) -> tuple[str, ...] | None:
        """Return the moves of a good game in a dialect; None where more is to be said of that."""
        known = self._rewrites[target]
        stop = self.games.stops[number]
        first = stop - self._lengths[number]
        codes = self.games.codes[first:stop].tolist()
        found = list(map(known.__getitem__, codes))
        if None in found:
            try:
                self._complete(found, codes, first, target)
            except LudographError:
                return None
        return tuple(cast("list[str]", found))

    def _complete(
        self, found: list[str | None], codes: list[int], first: int, target: AnyDialect
    ) -> None:
        """Fill in the moves of a game that depend on the board.

        Raises:
            LudographError: one cannot be written, or something of it would be left out.
        """
        counts = None if target.counts else self.games.words.dialect.counts
        for at, code in enumerate(codes):
            if found[at] is None:
                text = self.games.words.texts[code]
                if counts and counts.search(text):
                    raise UnwritableMove(text)
                before = self._boards.position(first + at - 1) if at else self._compiled.start
                move = self._compiled.complete_move(text, before)
                found[at] = write_unambiguously(before, move, target)

    def _rewrites_to(self, target: AnyDialect) -> list[str | None]:
        """Return by code the texts of moves in a dialect.

        None where one depends on the board, or has a count that the dialect has no room for.
        """
        import numpy as np

        games = self.games
        counts = None if target.counts else games.words.dialect.counts
        found: list[str | None] = [None] * len(games.words.texts)
        for code in np.unique(games.codes[np.repeat(self._boards.good, games.lengths)]).tolist():
            text = games.words.texts[code]
            if not (counts and counts.search(text)):
                found[code] = self._compiled.rewrite(text, target)
        return found

    def settle(self, game: Replay, number: int) -> Replay:
        """Return the replay of a game, with its last position if it is good."""
        if self.good[number] and game.compiled is self._compiled:
            stop = self.games.stops[number]
            plies = slice(stop - self._lengths[number], stop)
            game.end_in(self.positions[number], self._boards, plies)
        return game


class LazyReplays(Sequence[Replay]):
    """The replays of a batch of records, of which most are made when they are asked for.

    Args:
        records: the records.
        as_recorded: as for `replay`.
        measured: as for `judge_at_once`.

    Attributes:
        verdicts: the verdicts on games in columns.
        judged: the other games that were judged at once.
    """

    def __init__(self, records: LazyRecords, as_recorded: bool, measured: bool = False) -> None:
        self._records, self._as_recorded = records, as_recorded
        self.verdicts: dict[PlainGames, ColumnVerdicts] = {}
        among = dict.fromkeys(one.among for one in records.entries if isinstance(one, PlainGame))
        for games in among:
            if judged := judge_columns(games, measured):
                self.verdicts[games] = ColumnVerdicts(games, judged)
        self._made: list[Replay | None] = [
            self._make(one) if isinstance(one, Record) or one.among not in self.verdicts else None
            for one in records.entries
        ]
        self.judged: list[JudgedGames] = judge_at_once(filter(None, self._made), measured)

    @property
    def entries(self) -> Sequence[Record | PlainGame]:
        """The records, and what others are made of."""
        return self._records.entries

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> Replay: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Replay]: ...
    def __getitem__(self, index: int | slice) -> Replay | Sequence[Replay]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        made = self._made[index]
        if made is None:
            made = self._made[index] = self._make(self._records.entries[index])
        return made

    def _make(self, entry: Record | PlainGame) -> Replay:
        if isinstance(entry, Record):
            return replay(entry, as_recorded=self._as_recorded)
        made = replay(entry.record(), as_recorded=self._as_recorded)
        verdicts = self.verdicts.get(entry.among)
        return verdicts.settle(made, entry.number) if verdicts else made

    def is_good(self, game: PlainGame) -> bool:
        """Whether a game in columns was judged at once and is canonical."""
        verdicts = self.verdicts.get(game.among)
        return verdicts is not None and verdicts.good[game.number]

    def good_ones(self) -> dict[PlainGames, tuple[list[PlainGame], ColumnVerdicts]]:
        """Return the good games in columns, in their order, and the verdicts on them."""
        found: dict[PlainGames, list[PlainGame]] = {}
        for entry in self.entries:
            if isinstance(entry, PlainGame) and self.is_good(entry):
                found.setdefault(entry.among, []).append(entry)
        return {among: (games, self.verdicts[among]) for among, games in found.items()}

    def settled(self, index: int) -> Settled | None:
        """Return what is known of a game if it is valid and its replay was not needed for that."""
        entry = self._records.entries[index]
        verdicts = None if isinstance(entry, Record) else self.verdicts.get(entry.among)
        if isinstance(entry, Record) or verdicts is None:
            return None
        return verdicts.settled(entry.number)

    def converted(self, index: int, dialect: str | None = None) -> Record | None:
        """Return the record of a valid game as its conversion to a dialect would be.

        Args:
            index: which of the games.
            dialect: name of the dialect; None for its own.

        Returns:
            The record; None for a game of which more is to be said.
        """
        entry = self._records.entries[index]
        verdicts = None if isinstance(entry, Record) else self.verdicts.get(entry.among)
        if isinstance(entry, Record) or verdicts is None or not verdicts.settled(entry.number):
            return None
        own = entry.among.words.dialect
        try:
            target = find_dialect(own.game, dialect) if dialect else own
        except UnknownName:
            return None
        texts = verdicts.rewritten(entry.number, target)
        return None if texts is None else entry.rewritten(texts, target)


def lazy_replays(records: Sequence[Record], as_recorded: bool) -> Sequence[Replay]:
    """Return the replays of a batch, which are made when they are asked for if its records are."""
    if isinstance(records, LazyRecords):
        return LazyReplays(records, as_recorded)
    return replays(records, as_recorded)


def settled(games: Sequence[Replay]) -> list[Settled | None]:
    """Return for each game of a batch what is known of it without its replay."""
    if isinstance(games, LazyReplays):
        return list(map(games.settled, range(len(games))))
    return [None] * len(games)


def converted(games: Sequence[Replay], index: int, dialect: str | None) -> Record | None:
    """Return the record of a game of a batch as its conversion to a dialect would be."""
    return games.converted(index, dialect) if isinstance(games, LazyReplays) else None
