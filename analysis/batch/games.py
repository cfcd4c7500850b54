"""Tasks on the selected games of a batch.

A source without games is read as one *placeholder*: a record without moves, with findings that say
why there are none. So is a file that cannot be read, or not to its end.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import filterfalse
from typing import Generic, NamedTuple

from analysis.batch.work import InputOptions, RecordBatch, Value
from analysis.replay.batch import LOADED, Batch
from analysis.replay.replay import Replay
from analysis.select.duplicates import Fingerprint, fingerprint
from analysis.select.selection import Selection
from notation import Finding
from records import Record
from records.sources.boundary import NOT_READ
from records.sources.names import Folders


def is_unreadable(record: Record) -> bool:
    """Whether a record is a placeholder for a file that could not be read completely."""
    return bool(record.findings) and any(one.code in NOT_READ for one in record.findings)


def is_game(record: Record) -> bool:
    """Whether a record is a game, not a placeholder for a source without games."""
    return record.source.game > 0 and not is_unreadable(record)


def is_passed_over(record: Record, folders: Folders) -> bool:
    """Whether a record is a placeholder for a file without games, in a folder that is a source."""
    is_empty = record.source.game == 0 and not is_unreadable(record)
    return is_empty and folders.hold(record.source.path)


@dataclass(frozen=True)
class SelectedGames:
    """The selected games of a batch, and the placeholders for sources without games.

    Iteration yields the replay of each record.

    Attributes:
        batch: the records that were read.
        numbers: the indices of the selected records in the batch.
        replays: returns the replays of all records of the batch.
    """

    batch: RecordBatch
    numbers: Sequence[int]
    replays: Callable[[], Batch]

    def __iter__(self) -> Iterator[Replay]:
        replays = self.replays()
        return (replays[number] for number in self.numbers)

    @property
    def records(self) -> list[Record]:
        """The selected records, placeholders included."""
        return [self.batch.records[number] for number in self.numbers]

    def is_game(self, number: int) -> bool:
        """Return whether a record is a game.

        Unlike the function `is_game`, this makes no record of a tidy game; see `records.tidy`.
        """
        return self.batch.is_tidy(number) or is_game(self.batch.records[number])

    @cached_property
    def notes(self) -> dict[int, int]:
        """Number of notes on some of the selected games; see `Batch.notes`."""
        notes = self.replays().notes
        if len(self.numbers) == len(self.batch.records):
            return notes
        return {number: notes[number] for number in self.numbers if number in notes}

    def games(self) -> Batch:
        """Return the replays of the games, without placeholders."""
        replays = self.replays()
        found = list(filter(self.is_game, self.numbers))
        if len(found) == len(replays):
            return replays
        return Batch((replays[number] for number in found), measured=True, share=LOADED)


@dataclass(slots=True)
class GameCounts:
    """Counts of games.

    Attributes:
        games: number of selected games.
        plies: number of plies that were played, or that are recorded if games are not played.
        notes: number of notes on the games and on sources without games.
        wrong: number of games with errors.
        accepted: number of games played as recorded, by their number of illegal moves.
        ignored: number of findings that do not count.
    """

    games: int = 0
    plies: int = 0
    notes: int = 0
    wrong: int = 0
    accepted: Counter[int] = field(default_factory=Counter)
    ignored: int = 0

    @classmethod
    def of(cls, game: Replay) -> "GameCounts":
        """Return the counts of one game."""
        accepted = Counter([len(game.accepted)] if game.accepted else ())
        notes = len(game.findings) - len(game.violations)
        return cls(1, game.played, notes, int(not game.valid), accepted, game.ignored)

    def add(self, other: "GameCounts") -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.plies += other.plies
        self.notes += other.notes
        self.wrong += other.wrong
        self.accepted.update(other.accepted)
        self.ignored += other.ignored


class SelectedPart(NamedTuple, Generic[Value]):
    """The value of a task for some selected games.

    Attributes:
        value: the value.
        counts: one element with the counts of all games. If duplicates are left out later, one
            element for sources without games, then one for each game.
        filtered: number of games that were not selected.
        others: the placeholder records of sources without games, or not read to their end, with
            their findings.
        prints: the fingerprint of each game; empty where duplicates are kept.
    """

    value: Value
    counts: Sequence[GameCounts]
    filtered: int = 0
    others: Sequence[tuple[Record, tuple[Finding, ...]]] = ()
    prints: Sequence[Fingerprint] = ()


class GamesTask(NamedTuple, Generic[Value]):
    """A task on selected games.

    Attributes:
        make: computes the value from all selected games of a batch. If duplicates are left out and
            `divisible` is false, it is called for one game at a time.
        chosen: which games are selected.
        reading: how games are read and played.
        judged: whether every game is played, so that games with errors can be counted.
        measured: whether measures or keys of all positions are needed.
        share: length of all games divided by that of a batch; None if it is unknown.
        divisible: whether duplicates can be taken out of the value of several games.
        tagged: whether to return the names of the tags.
        made: returns whether a value has a game in it, which is then compared with other games;
            None if every value has.
    """

    make: Callable[[SelectedGames], Value]
    chosen: Selection
    reading: InputOptions
    judged: bool = True
    measured: bool = False
    share: float | None = None
    divisible: bool = False
    tagged: bool = False
    made: Callable[[Value], bool] | None = None

    def __call__(self, batch: RecordBatch) -> tuple[list[SelectedPart[Value]], frozenset[str]]:
        """Return the values for the selected games of a batch, and the names of all its tags."""
        tags = (name for one in batch.records for name in one.tags) if self.tagged else ()
        return list(self._parts(batch)), frozenset(tags)

    def _parts(self, batch: RecordBatch) -> Iterator[SelectedPart[Value]]:
        share = self.share or batch.share
        measured = self.measured or self.chosen.compares_positions

        @cache
        def replays() -> Batch:
            return self.reading.replays(batch.records, measured=measured, share=share)

        numbers: Sequence[int] = range(len(batch.records))
        if self.chosen.is_filter:
            numbers = [number for number in numbers if self._keeps(replays, batch, number)]
        filtered = len(batch.records) - len(numbers)
        if not self.chosen.dedupe or self.divisible:
            yield self._part(SelectedGames(batch, numbers, replays), filtered)
            return
        for number in numbers:
            yield self._part(SelectedGames(batch, [number], replays))
        yield self._part(SelectedGames(batch, [], replays), filtered)

    def _keeps(self, replays: Callable[[], Batch], batch: RecordBatch, number: int) -> bool:
        """Whether a record is selected; placeholders for sources without games always are."""
        if not is_game(batch.records[number]):
            return True
        chosen, games = self.chosen, replays()
        return chosen.holds(games.facts[number]) and (
            chosen.target is None or chosen.target.is_reached(games[number])
        )

    def _part(self, found: SelectedGames, filtered: int = 0) -> SelectedPart[Value]:
        """Return the value of the task for some games, with their counts and fingerprints."""
        value, kind, batch = self.make(found), self.chosen.dedupe, found.batch
        counts, prints = [GameCounts()], list[Fingerprint]()
        others = list[tuple[Record, tuple[Finding, ...]]]()
        compares = kind is not None and (self.made is None or self.made(value))
        games = filter(found.is_game, found.numbers)
        notes = found.notes if self.judged else dict.fromkeys(games, 0)
        settled = {} if kind else notes  # These games are counted together.
        plies = sum(map(batch.lengths.__getitem__, settled))
        counts[0].add(GameCounts(len(settled), plies, sum(settled.values())))
        for number in filterfalse(settled.__contains__, found.numbers):
            if not found.is_game(number):
                record = batch.records[number]
                findings = found.replays()[number].findings if self.judged else record.findings
                others.append((record, findings))
                counts[0].notes += sum(not one.violation for one in findings)
                continue
            if kind:
                counts.append(GameCounts())
                prints.append(fingerprint(found.replays()[number], kind) if compares else ())
            if number in notes:
                counts[-1].add(GameCounts(1, batch.lengths[number], notes[number]))
            else:
                counts[-1].add(GameCounts.of(found.replays()[number]))
        return SelectedPart(value, counts, filtered, others, prints)
