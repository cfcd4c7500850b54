"""Runs over the games of files: reading, selecting, parallel work, and counting."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, compress
from types import TracebackType
from typing import Self

from analysis.batch import Pipeline
from analysis.batch.games import GameCounts, GamesTask, SelectedGames, SelectedPart
from analysis.batch.work import Value, is_passed_over, is_unreadable
from analysis.cli.options import Games
from analysis.cli.printer import print_errors
from analysis.cli.progress import Progress
from analysis.cli.streams import COULD_NOT_WORK, FOUND_WRONG
from analysis.cli.terminal import echo
from analysis.replay.replay import Replay
from analysis.replay.verdict import accepted_sentence
from analysis.select.duplicates import Fingerprint
from notation import Finding, LudographError
from notation.errors import did_you_mean
from notation.numbers import plural
from records import Record
from records.sources.names import STANDARD_INPUT, Folders, is_read_once

MOST_TAGS = 10_000
"""Maximum number of tag names that are kept for suggestions."""


class Run:
    """One pass over the games of files, with counts of the games and files.

    It is a context, which opens the workers.

    Args:
        games: the sources, how they are read, and which of their games are selected.
        shown: whether the progress is shown on a terminal.
        complains: whether to print why a source has no games, or why some could not be read.

    Attributes:
        counts: counts of the selected games.
        filtered: number of games that were not selected.
        empty: number of named sources without a game.
        passed: files in named folders that have no game; they are skipped.
        folders: the folders that were named.
        unreadable: the sources that could not be read, or only in part.
        workers: the workers, while the run is open.
    """

    def __init__(self, games: Games, *, shown: bool = True, complains: bool = True) -> None:
        self.files, self.reading, self.chosen, self._pool = games
        self.counts, self.filtered, self.empty = GameCounts(), 0, 0
        self.unreadable, self.passed = set[str](), set[str]()
        self.folders = Folders(games.files)
        self._shown, self._complains = shown, complains

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.workers = stack.enter_context(self._pool())
            self._progress = stack.enter_context(Progress(self.files, self._shown))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        return bool(self._stack.__exit__(kind, error, trace))

    def of(
        self,
        make: Callable[[SelectedGames], Value],
        *,
        judged: bool = True,
        measured: bool = False,
        share: float | None = None,
        drop: Callable[[Value, Sequence[bool]], Value] | None = None,
        made: Callable[[Value], bool] | None = None,
    ) -> Iterator[Value]:
        """Yield the values that a function computes from the selected games, in order.

        Args:
            make: computes a value from all selected games of a batch, or from one game at a time
                if duplicates are left out and ``drop`` is not given. It is called in the workers.
            judged: whether every game is played, so that games with errors are counted.
            measured: whether ``make`` needs the measures or the hash keys of all positions.
            share: length of all games, divided by that of a batch; None to compute it.
            drop: removes duplicates from a value, given a flag for each game: whether to keep it.
            made: returns whether a value takes part in the search for duplicates.

        Raises:
            LudographError: duplicates require two passes, and a source can be read only once.
        """
        task = GamesTask(
            make, self.chosen, self.reading, judged, measured, share, drop is not None, made
        )
        keeps = self._duplicates()
        tested, seen = self.chosen.tags, set[str]()
        flow = Pipeline(task.__call__, self.workers, self.reading)
        for parts, tags in flow.run(self.files):
            seen |= tags if len(seen) < MOST_TAGS else tags & tested
            for part in parts:
                kept = [keeps(found) for found, _ in part.compared]
                self._count(part, kept)
                counts = self.counts
                self._progress.update(counts.games + self.filtered, counts.plies, flow.bytes_read)
                if all(kept):
                    yield part.value
                elif drop:
                    yield drop(part.value, kept)
            del parts, part  # before the next ones are made
        print_missing_tags(tested - seen, seen)

    def records(self) -> Generator[Record, None, None]:
        """Yield the records of selected games.

        A named source without a game gives one record without moves.
        """
        for record in chain.from_iterable(self.of(as_read, judged=False)):
            if not is_passed_over(record, self.folders):
                self.clear()
                yield record

    def replays(self) -> Iterator[Replay]:
        """Yield the replays of the records that `records` yields; workers play them."""
        for game in chain.from_iterable(self.of(played)):
            if not is_passed_over(game.record, self.folders):
                self.clear()
                yield game

    def clear(self) -> None:
        """Clear the progress line, so that something else can be printed."""
        self._progress.clear()

    def _count(self, part: SelectedPart[Value], kept: Sequence[bool]) -> None:
        """Count the games of a part, except for duplicates."""
        self.counts.add(part.counts)
        for _, counts in compress(part.compared, kept):
            self.counts.add(counts)
        self.filtered += part.filtered + len(kept) - sum(kept)
        for record, findings in part.others:
            self._take(record, findings)

    def _take(self, record: Record, findings: tuple[Finding, ...]) -> None:
        """Count a source that has no game or could not be read, and print why."""
        path, is_unread = record.source.path, is_unreadable(record)
        if is_passed_over(record, self.folders):
            self.passed.add(path)
            return
        if self._complains and not (is_unread and path in self.unreadable):
            self.clear()
            print_errors(path, findings)
        if is_unread:
            self.unreadable.add(path)
        else:
            self.empty += 1

    def status(self, wrong: int = 0) -> int:
        """Return the exit status: 2 if a source could not be read completely, 1 for errors, else 0.

        Args:
            wrong: number of errors that the run itself does not count.
        """
        if self.unreadable:
            return COULD_NOT_WORK
        return FOUND_WRONG if self.counts.wrong + self.empty + wrong else 0

    @property
    def left_out(self) -> str:
        """A phrase with the number of filtered games; empty without a selection."""
        return f", {self.filtered:,} filtered" if self.chosen else ""

    @property
    def not_read(self) -> list[str]:
        """Phrases with the numbers of skipped and excluded files."""
        excluded = self.reading.files.left_out if self.reading.files else ()
        counts = {"without a game skipped": len(self.passed), "excluded": len(excluded)}
        return [f"{plural(count, 'file')} {what}" for what, count in counts.items() if count]

    def summary(self, *parts: str) -> str:
        """Return counts of games as a sentence, with the number of sources that have no games."""
        empty, unread = self.empty, len(self.unreadable)
        others = (
            f"{plural(empty, 'file')} without a game" if empty else "",
            *self.not_read,
            f"{plural(unread, 'file')} could not be read" if unread else "",
        )
        return "; ".join(filter(None, (*parts, *others)))

    @property
    def accepted(self) -> str:
        """A phrase on the games with accepted illegal moves; empty if there are none."""
        return accepted_sentence(self.counts.accepted, self.counts.illegal)

    def judge(self) -> int:
        """Print the counts of errors and skipped files; return the exit status."""
        wrong = f"{plural(self.counts.wrong, 'record')} with errors: see ludograph check"
        for line in (wrong if self.counts.wrong else "", self.accepted, *self.not_read):
            if line:
                echo(line, err=True)
        return self.status()

    def _duplicates(self) -> Callable[[Fingerprint], bool]:
        """Return a function that tells for each game, in order, whether it is kept.

        If two passes over the records are needed, this method makes the first one.
        """
        deduper = self.chosen.deduper()
        if deduper is None:
            return lambda found: True
        if deduper.passes > 1:
            once = next(filter(is_read_once, self.files), None)
            if once is not None:
                what = "standard input" if once == STANDARD_INPUT else once
                message = f"reads everything twice, and {what} can be read once: name files"
                raise LudographError(f"--dedupe {self.chosen.dedupe} {message}")
            task = GamesTask(_nothing, self.chosen, self.reading, judged=False, divisible=True)
            for parts, _ in Pipeline(task.__call__, self.workers, self.reading).run(self.files):
                for found, _ in chain.from_iterable(part.compared for part in parts):
                    deduper.survey(found)
        return deduper.keeps


def _nothing(found: SelectedGames) -> None:
    """Compute no value, because a first pass over the games needs only their fingerprints."""


def played(found: SelectedGames) -> list[Replay]:
    """Return the replays of games after computing their findings."""
    games = list(found)
    for one in games:
        _ = one.findings  # computed here, not in the process that requests them
    return games


def as_read(found: SelectedGames) -> list[Record]:
    """Return the records of games as they were read."""
    return found.records


def print_missing_tags(missing: set[str] | frozenset[str], tags: set[str]) -> None:
    """Print the tags of a condition that no record has, with suggestions."""
    if missing:
        from analysis.select.condition import FIELDS

        for name in sorted(missing):
            meant = did_you_mean(name, {*FIELDS, *tags})
            echo(f"no record has the tag {name}{meant}", err=True)
