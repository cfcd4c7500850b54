"""Tasks on the selected games of a batch."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
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
        return map(self.replays().__getitem__, self.numbers)

    @property
    def records(self) -> list[Record]:
        """The selected records, placeholders included."""
        return [self.batch.records[number] for number in self.numbers]

    @cached_property
    def notes(self) -> dict[int, int]:
        """Index -> number of notes, for those selected games that are in `Batch.notes`."""
        notes = self.replays().notes
        if len(self.numbers) == len(self.batch.records):
            return notes
        return {number: notes[number] for number in self.numbers if number in notes}

    def games(self) -> Batch:
        """Return the replays of the games, without placeholders."""
        replays = self.replays()
        found = list(filter(self.batch.is_game, self.numbers))
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
        accepted: number of games with illegal moves that were played as recorded.
        illegal: number of these moves.
        ignored: number of findings that do not count.
    """

    games: int = 0
    plies: int = 0
    notes: int = 0
    wrong: int = 0
    accepted: int = 0
    illegal: int = 0
    ignored: int = 0

    @classmethod
    def of(cls, game: Replay) -> "GameCounts":
        """Return the counts of one game."""
        notes, illegal = len(game.findings) - len(game.violations), len(game.accepted)
        return cls(1, game.played, notes, not game.valid, illegal > 0, illegal, game.ignored)

    def add(self, other: "GameCounts") -> None:
        """Add the counts of other games."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


@dataclass(slots=True)
class SelectedPart(Generic[Value]):
    """The value of a task for some selected games.

    Attributes:
        value: the value.
        filtered: number of games that were not selected.
        counts: the counts of the games that are not in `compared`.
        compared: the fingerprint and the counts of each game that may be a duplicate; empty if
            duplicates are kept. A game with an empty fingerprint has no duplicates.
        others: placeholders for sources that have no games or could not be read to their end, with
            their findings.
    """

    value: Value
    filtered: int = 0
    counts: GameCounts = field(default_factory=GameCounts)
    compared: list[tuple[Fingerprint, GameCounts]] = field(default_factory=list)
    others: list[tuple[Record, tuple[Finding, ...]]] = field(default_factory=list)


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
        divisible: whether duplicates can later be removed from a value of several games.
        made: returns whether a value contains a game; only then is the game compared with others.
            None if every value contains one.
    """

    make: Callable[[SelectedGames], Value]
    chosen: Selection
    reading: InputOptions
    judged: bool = True
    measured: bool = False
    share: float | None = None
    divisible: bool = False
    made: Callable[[Value], bool] | None = None

    def __call__(self, batch: RecordBatch) -> tuple[list[SelectedPart[Value]], frozenset[str]]:
        """Return the values for the selected games of a batch, and the names of the batch's tags.

        The names are left out if no condition tests a tag.
        """
        tags = (name for one in batch.records for name in one.tags) if self.chosen.tags else ()
        return list(self._parts(batch)), frozenset(tags)

    def _parts(self, batch: RecordBatch) -> Iterator[SelectedPart[Value]]:
        share = self.share or batch.share
        measured = self.measured or self.chosen.compares_positions

        @cache
        def replays() -> Batch:
            return self.reading.replays(batch.records, measured=measured, share=share)

        numbers: Sequence[int] = range(len(batch.records))
        if self.chosen.conditions or self.chosen.target:
            numbers = [number for number in numbers if self._keeps(replays, batch, number)]
        filtered = len(batch.records) - len(numbers)
        if self.chosen.dedupe and not self.divisible:
            for number in numbers:
                yield self._part(SelectedGames(batch, [number], replays))
            numbers = ()
        yield self._part(SelectedGames(batch, numbers, replays), filtered)

    def _keeps(self, replays: Callable[[], Batch], batch: RecordBatch, number: int) -> bool:
        """Whether a record is selected; placeholders for sources without games always are."""
        if not batch.is_game(number):
            return True
        chosen, games = self.chosen, replays()
        return chosen.holds(games.facts[number]) and (
            chosen.target is None or chosen.target.is_reached(games[number])
        )

    def _part(self, found: SelectedGames, filtered: int = 0) -> SelectedPart[Value]:
        """Return the value of the task for some games, with their counts and fingerprints."""
        part, kind = SelectedPart(self.make(found), filtered), self.chosen.dedupe
        batch, numbers, replays = found.batch, found.numbers, found.replays
        compares = kind is not None and (self.made is None or self.made(part.value))
        notes = found.notes if self.judged else dict.fromkeys(filter(batch.is_game, numbers), 0)
        if kind is None:  # These games are counted together.
            plies = sum(map(batch.lengths.__getitem__, notes))
            part.counts.add(GameCounts(len(notes), plies, sum(notes.values())))
        for number in numbers if kind else filterfalse(notes.__contains__, numbers):
            if not batch.is_game(number):
                record = batch.records[number]
                findings = replays()[number].findings if self.judged else record.findings
                part.others.append((record, findings))
                part.counts.notes += sum(not one.violation for one in findings)
                continue
            if number in notes:
                counts = GameCounts(1, batch.lengths[number], notes[number])
            else:
                counts = GameCounts.of(replays()[number])
            if kind:
                same = fingerprint(replays()[number], kind) if compares else ()
                part.compared.append((same, counts))
            else:
                part.counts.add(counts)
        return part
