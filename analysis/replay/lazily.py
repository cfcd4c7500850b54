"""The replays of a batch: all that are asked for, and what is known of the others without them."""

from collections.abc import Iterator, Sequence
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
from records import Record
from records.columns import LazyRecords, PlainGame, PlainGames, RewrittenGames
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
        self._columns = len(games.words.dialect.side_letters(games.variant))

    @cached_property
    def settled(self) -> list[Settled | None]:
        """What is known of each game that is valid; None for any other."""
        if self._columns > self._seats:
            return [None] * len(self.good)
        results = zip(self.games.results, self.good, strict=True)
        decided = [at for at, (result, good) in enumerate(results) if good and result != UNDECIDED]
        found = [
            Settled(plies, 0) if good else None
            for good, plies in zip(self.good, self._lengths, strict=True)
        ]
        for number in decided:
            found[number] = self._with_result(number)
        return found

    def _with_result(self, number: int) -> Settled | None:
        """Return what is known of a good game that has a result, if it is valid."""
        outcome, sides = self.outcomes[number], self._compiled.start.sides
        if outcome and not agrees_with(self.games.results[number], outcome, sides):
            return None
        return Settled(self._lengths[number], int(outcome is None))

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

    def rewritten(self, target: AnyDialect) -> list[list[str] | None]:
        """Return the moves of each game in a dialect.

        None for a game that is not known to be valid, or of whose moves more is to be said.
        """
        good = self.games.codes[self._boards.good.repeat(self.games.lengths)]
        rewrites = self.judged.texts.rewrites(self.games.words, target, good)
        texts = list(map(rewrites.texts.__getitem__, self.games.codes.tolist()))
        spans = zip(self.settled, self._lengths, self.games.stops, strict=True)
        found = [texts[stop - length : stop] if one else None for one, length, stop in spans]
        complete = self._boards.plies.every(rewrites.known[self.games.codes])
        for number in (~complete).nonzero()[0].tolist():
            found[number] = self._completed(found[number], number, target)
        return cast("list[list[str] | None]", found)

    def _completed(
        self, texts: list[str | None] | None, number: int, target: AnyDialect
    ) -> list[str | None] | None:
        """Return the moves of a game with those that depend on the board; None as `rewritten`."""
        try:
            for at, text in enumerate(texts or ()):
                if text is None and texts:
                    texts[at] = self._written(number, at, target)
        except LudographError:
            return None
        return texts

    def _written(self, number: int, at: int, target: AnyDialect) -> str:
        """Return a move of a game in a dialect, as it is written on the board.

        Raises:
            LudographError: it cannot be written, or something of it would be left out.
        """
        ply = self.games.stops[number] - self._lengths[number] + at
        text, dialect = self.games.words.texts[self.games.codes[ply]], self.games.words.dialect
        if not target.counts and dialect.counts and dialect.counts.search(text):
            raise UnwritableMove(text)
        before = self._boards.position(ply - 1) if at else self._compiled.start
        return write_unambiguously(before, self._compiled.complete_move(text, before), target)

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

    def settled(self) -> list[Settled | None]:
        """Return for each game what is known of it if its replay was not needed for that."""
        known = {among: verdicts.settled for among, verdicts in self.verdicts.items()}
        return [
            known[one.among][one.number]
            if isinstance(one, PlainGame) and one.among in known
            else None
            for one in self.entries
        ]

    def rewritten(self, dialect: str | None = None) -> Iterator[tuple[int, RewrittenGames]]:
        """Yield valid games in columns as their conversion to a dialect would have them.

        Games of which more is to be said are left out.

        Args:
            dialect: name of the dialect; None for that of each game.

        Yields:
            The number of a game, and this game with all that follow it and are of its kind.
        """
        known = {
            among: (target, verdicts.rewritten(target))
            for among, verdicts in self.verdicts.items()
            if (target := _target(among.words.dialect, dialect))
        }
        of: PlainGames | None = None
        first, games, moves = 0, list[PlainGame](), list[list[str]]()
        for index, one in enumerate(self.entries):
            texts = None
            if isinstance(one, PlainGame) and one.among in known:
                texts = known[one.among][1][one.number]
                if texts is not None and of is one.among:
                    games.append(one)
                    moves.append(texts)
                    continue
            if of:
                yield first, RewrittenGames(games, known[of][0], moves)
                of = None
            if texts is not None and isinstance(one, PlainGame):
                of, first, games, moves = one.among, index, [one], [texts]
        if of:
            yield first, RewrittenGames(games, known[of][0], moves)


def _target(own: AnyDialect, dialect: str | None) -> AnyDialect | None:
    """Return the dialect to write in the place of one; None where the game has no such dialect."""
    try:
        return find_dialect(own.game, dialect) if dialect else own
    except UnknownName:
        return None


def lazy_replays(records: Sequence[Record], as_recorded: bool) -> Sequence[Replay]:
    """Return the replays of a batch, which are made when they are asked for if its records are."""
    if isinstance(records, LazyRecords):
        return LazyReplays(records, as_recorded)
    return replays(records, as_recorded)


def settled(games: Sequence[Replay]) -> list[Settled | None]:
    """Return for each game of a batch what is known of it without its replay."""
    return games.settled() if isinstance(games, LazyReplays) else [None] * len(games)


def rewritten(games: Sequence[Replay], dialect: str | None) -> Iterator[tuple[int, RewrittenGames]]:
    """Yield games of a batch as their conversion to a dialect would be, without their replays."""
    return games.rewritten(dialect) if isinstance(games, LazyReplays) else iter(())
