"""The replays of a batch: all that are asked for, and what is known of the others without them."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, overload

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

if TYPE_CHECKING:
    from records.columns import Codes


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

    def rewritten(self, target: AnyDialect) -> "Rewritten":
        """Return the moves of the games in a dialect."""
        import numpy as np

        from analysis.games.arrays import distinct

        lengths, codes = self.games.lengths, self.games.codes
        good = codes[self._boards.good.repeat(lengths)]
        rewrites = self.judged.texts.rewrites(self.games.words, target, good)
        used, places = distinct(codes)
        texts = [rewrites.texts[code] or "" for code in used]
        whole = [one is not None for one in self.settled]
        known = rewrites.known[codes]
        unknown = np.flatnonzero(~known)
        numbers = np.searchsorted(self.games.stops, unknown, side="right")
        for ply, number in zip(unknown.tolist(), numbers.tolist(), strict=True):
            if whole[number]:
                try:
                    texts.append(self._written(number, ply, target))
                    places[ply] = len(texts) - 1
                except LudographError:
                    whole[number] = False
        return Rewritten(target, texts, places, lengths, whole)

    def _written(self, number: int, ply: int, target: AnyDialect) -> str:
        """Return a move of a game in a dialect, as it is written on the board.

        Raises:
            LudographError: it cannot be written, or something of it would be left out.
        """
        text, dialect = self.games.words.texts[self.games.codes[ply]], self.games.words.dialect
        if not target.counts and dialect.counts and dialect.counts.search(text):
            raise UnwritableMove(text)
        at = ply - self.games.stops[number] + self._lengths[number]
        before = self._boards.position(ply - 1) if at else self._compiled.start
        return write_unambiguously(before, self._compiled.complete_move(text, before), target)

    def settle(self, game: Replay, number: int) -> Replay:
        """Return the replay of a game, with its last position if it is good."""
        if self.good[number] and game.compiled is self._compiled:
            stop = self.games.stops[number]
            plies = slice(stop - self._lengths[number], stop)
            game.end_in(self.positions[number], self._boards, plies)
        return game


class Rewritten(NamedTuple):
    """The moves of games in columns in a dialect.

    Attributes:
        dialect: the dialect.
        texts: the texts of moves.
        codes: for every ply the place of its text among them.
        lengths: number of plies of each game.
        whole: which games are known to be valid, with no more to be said of their moves.
    """

    dialect: AnyDialect
    texts: list[str]
    codes: "Codes"
    lengths: "Codes"
    whole: list[bool]

    def only(self, games: Sequence[PlainGame]) -> RewrittenGames:
        """Return some of the games, which are whole, in their order."""
        import numpy as np

        wanted = np.zeros(len(self.whole), np.bool_)
        wanted[[game.number for game in games]] = True
        codes = self.codes[wanted.repeat(self.lengths)]
        return RewrittenGames(games, self.dialect, self.texts, codes, self.lengths[wanted])


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
            among: verdicts.rewritten(target)
            for among, verdicts in self.verdicts.items()
            if (target := _target(among.words.dialect, dialect))
        }
        of: Rewritten | None = None
        first, games = 0, list[PlainGame]()
        for index, one in enumerate(self.entries):
            moves = known.get(one.among) if isinstance(one, PlainGame) else None
            game = one if isinstance(one, PlainGame) and moves and moves.whole[one.number] else None
            if of and games and (game is None or of is not moves):
                yield first, of.only(games)
                games = []
            if game:
                first, of = first if games else index, moves
                games.append(game)
        if of and games:
            yield first, of.only(games)


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
