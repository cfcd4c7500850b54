"""Tables of plies and games for commands: built from records, or read from saved folders."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from analysis.batch import InputOptions, RecordBatch
from analysis.cli.options import (
    OpenPool,
    accepted_sentence,
    is_unreadable,
    plural,
)
from analysis.cli.output import check_output
from analysis.cli.printer import Printer
from analysis.cli.progress import Progress
from analysis.cli.selecting import MadeOfGames, Selected
from analysis.cli.streams import COULD_NOT_WORK, FOUND_WRONG
from analysis.cli.tag_hints import SelectingPipeline
from analysis.cli.terminal import echo
from analysis.replay.lazily import settled
from analysis.replay.replay import Replay
from analysis.select.selection import Selection
from analysis.tables.build import EVERYTHING, TableBuilder, TablePart, merge_parts, selected
from analysis.tables.frames import Tables, tables
from analysis.tables.parquet import holds_tables, read_parquet, saved_files, write_through
from analysis.tables.rows import TableBatch
from notation import Finding
from notation.values import frozen
from records import Record
from records.columns import LazyRecords
from records.sources.archives import NOT_READ

if TYPE_CHECKING:
    # Not loaded here: most tables are of other things.
    from analysis.batch.executors import Workers
    from analysis.openings import Openings


@frozen
class Tabulated:
    """The tables of a batch of records.

    Attributes:
        part: the tables.
        others: path and findings of each file without a game, or not read to its end.
    """

    part: TablePart
    others: tuple[tuple[str, tuple[Finding, ...]], ...]


@frozen
class TableTask:
    """The task of building the tables of a batch, in any process.

    Attributes:
        tabulator: the builder of the tables.
    """

    tabulator: TableBuilder

    def __call__(self, batch: RecordBatch) -> Tabulated:
        """Build the tables of a batch."""
        games, others = divided(batch.records)
        part = self.tabulator(games)
        return Tabulated(part, tuple((one.source.path, one.findings) for one in others))


def divided(records: Sequence[Record]) -> tuple[Sequence[Record], list[Record]]:
    """Return the records of games, and those of files without one or that are unreadable.

    Records that are not made yet are of games, and are not made here.
    """
    if not isinstance(records, LazyRecords):
        games = list(filter(_is_game, records))
        return games, [one for one in records if not _is_game(one)]
    others = [one for one in records.entries if isinstance(one, Record) and not _is_game(one)]
    left_out = set(map(id, others))
    return LazyRecords([one for one in records.entries if id(one) not in left_out]), others


def _is_game(record: Record) -> bool:
    """Whether a record stands for a game, not for a file without one, or one that is unreadable."""
    return record.source.game > 0 and not is_unreadable(record)


def status_of(findings: Iterable[Finding]) -> int:
    """Return the exit status for a file without a game, or one that could not be read."""
    unread = any(finding.code in NOT_READ for finding in findings)
    return COULD_NOT_WORK if unread else FOUND_WRONG


@frozen
class CountedOpenings:
    """The openings of some games.

    Attributes:
        openings: the openings.
        wrong: number of games with errors.
        accepted: the number of illegal moves of each game that were carried out.
        others: path and findings of each file without a game, or not read to its end.
    """

    openings: "Openings"
    wrong: int
    accepted: list[int]
    others: tuple[tuple[str, tuple[Finding, ...]], ...]


@frozen
class OpeningsOf:
    """Counts the openings of some games, in any process.

    Attributes:
        empty: openings without a game, with the settings.
    """

    empty: "Openings"

    def __call__(self, found: Sequence[Selected]) -> CountedOpenings:
        """Count the openings of selected games."""
        others = [one.record for one in found if not _is_game(one.record)]
        return self.of_games([one.game for one in found if _is_game(one.record)], others)

    def of_games(self, games: Sequence[Replay], others: Iterable[Record]) -> CountedOpenings:
        """Count the openings of games; ``others`` are of files without one."""
        openings = self.empty.alike()
        openings.add_all(games)
        unsettled = [games[at] for at, known in enumerate(settled(games)) if known is None]
        return CountedOpenings(
            openings,
            sum(not game.valid for game in unsettled),
            [len(game.accepted) for game in unsettled if game.accepted],
            tuple((one.source.path, one.findings) for one in others),
        )


@frozen
class OpeningsTask:
    """The task of counting the openings of all games of a batch, in any process.

    Attributes:
        make: counts them.
        reading: how the games are played.
    """

    make: OpeningsOf
    reading: InputOptions

    def __call__(self, batch: RecordBatch) -> tuple[CountedOpenings, int]:
        """Return the openings of a batch, and its number of plies."""
        games, others = divided(batch.records)
        replays = self.reading.replays(games)
        counted = self.make.of_games(replays, others)
        known = settled(replays)
        plies = sum(one.plies if one else len(games[at].moves) for at, one in enumerate(known))
        return counted, plies


class CommandTables:
    """The tables of one run of a command.

    Attributes:
        status: the exit status so far.
        accepted: how many games were played as recorded, as a sentence; empty for none.
    """

    def __init__(self) -> None:
        self.status, self.accepted = 0, ""

    def of_files(
        self,
        files: Sequence[str],
        reading: InputOptions,
        tabulator: TableBuilder,
        pool: OpenPool,
        save: str | None = None,
        gather: Callable[[Iterable[TableBatch]], Tables] = tables,
    ) -> Tables:
        """Return the tables of files, which are records or folders of saved tables.

        Args:
            files: paths of records, or folders of saved tables.
            reading: assumptions about the records.
            tabulator: the columns to build and the games to select.
            pool: opens the pool of workers.
            save: folder in which to save both tables with all columns.
            gather: makes data frames of the tables of records.

        Raises:
            click.UsageError: games of saved tables were to be selected, played as recorded or
                saved once more, or records are read from the files to be saved.
        """
        if are_tables(files):
            if save:
                raise click.UsageError("--save: these are saved tables already")
            if tabulator.chosen:
                raise click.UsageError("saved tables are taken whole: select games from records")
            if reading.as_recorded:
                raise click.UsageError("--as-recorded plays records; these are saved tables")
            return self._judged(read_parquet(files, tabulator.columns or ()))
        columns = tabulator.columns
        tabulator = replace(tabulator, as_recorded=reading.as_recorded)
        if save:
            for path in saved_files(save):
                check_output(str(path), files, "--save")
            tabulator = tabulator.whole()
        parts = self._parts(list(files), reading, tabulator, pool)
        batches = merge_parts(parts, tabulator.chosen.deduper())
        if save and columns is not None:
            batches = (selected(batch, columns) for batch in write_through(batches, save))
        return self._judged(gather(batches))

    def _parts(
        self, files: list[str], reading: InputOptions, tabulator: TableBuilder, pool: OpenPool
    ) -> Iterator[TablePart]:
        """Yield tables in the order of the files; print why a file cannot be read."""
        import numpy  # noqa: F401  # the tables need it, and pieces are read in columns with it

        with pool() as workers, Progress(files) as progress:
            flow = SelectingPipeline(TableTask(tabulator), workers, reading, tabulator.chosen)
            for done in flow.run(files):
                batches = done.value.part.batches
                games = sum(batch.games.num_rows for batch in batches)
                plies = sum(batch.plies.num_rows for batch in batches)
                progress.add(games, plies, flow.bytes_read)
                for path, findings in done.value.others:
                    progress.clear()
                    self._report(path, findings)
                yield done.value.part

    def count_openings(
        self,
        openings: "Openings",
        files: Sequence[str],
        reading: InputOptions,
        chosen: Selection,
        pool: OpenPool,
    ) -> None:
        """Count the openings of the selected games of files; print why a file cannot be read.

        Raises:
            LudographError: the games have to be read twice, and one source is standard input.
        """
        wrong, accepted, reported = 0, list[int](), set[str]()
        with pool() as workers:
            make = OpeningsOf(openings.alike())
            selected = MadeOfGames(make, files, workers, reading, chosen)
            for part in selected if chosen else _of_all_games(make, files, workers, reading):
                openings.merge(part.openings)
                wrong += part.wrong
                accepted += part.accepted
                for path, findings in part.others:
                    if path not in reported:
                        reported.add(path)
                        self._report(path, findings)
        self._judge(wrong, accepted)

    def _report(self, path: str, findings: tuple[Finding, ...]) -> None:
        """Print why a file has no games, or not all of them could be read."""
        self.status = max(self.status, status_of(findings))
        Printer(False, True, err=True).findings(path, findings)

    def _judged(self, both: Tables) -> Tables:
        self._judge(int((~both.games["valid"]).sum()), both.games["accepted"].fillna(0))
        return both

    def _judge(self, wrong: int, accepted: Iterable[int]) -> None:
        """Print how many records have errors, and how many moves of each were accepted."""
        if wrong:
            self.status = max(self.status, FOUND_WRONG)
            echo(f"{plural(wrong, 'record')} with errors: see ludograph check", err=True)
        self.accepted = accepted_sentence(accepted)
        if self.accepted:
            echo(self.accepted, err=True)


def _of_all_games(
    make: OpeningsOf, files: Sequence[str], workers: "Workers", reading: InputOptions
) -> Iterator[CountedOpenings]:
    """Yield the openings of all games of files, in their order."""
    with Progress(files) as progress:
        flow = SelectingPipeline(OpeningsTask(make, reading), workers, reading, EVERYTHING)
        for done in flow.run(files):
            counted, plies = done.value
            progress.add(counted.openings.read, plies, flow.bytes_read)
            progress.clear()
            yield counted


def are_tables(files: Iterable[str]) -> bool:
    """Whether all paths are folders of saved tables."""
    return all(map(holds_tables, files))
