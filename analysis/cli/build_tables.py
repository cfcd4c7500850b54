"""Both tables, made of records or read back from where they were saved."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import click

from analysis.batch import InputOptions, Pipeline, RecordBatch
from analysis.cli.options import (
    COULD_NOT_WORK,
    FOUND_WRONG,
    OpenPool,
    is_unreadable,
    plural,
)
from analysis.cli.printer import Printer
from analysis.cli.progress import Progress
from analysis.replay.replay import Replay, replay
from analysis.select.selection import Selection
from analysis.tables.build import TableBuilder, TablePart, merge_parts, selected
from analysis.tables.frames import Tables, tables
from analysis.tables.parquet import holds_tables, read_parquet, write_through
from notation import Finding
from records import Record
from records.sources.names import STANDARD_INPUT


@dataclass(frozen=True, slots=True)
class Tabulated:
    """What came of some records.

    Attributes:
        part: their tables.
        unreadable: path and findings of each file that could not be read, or not to its end.
    """

    part: TablePart
    unreadable: tuple[tuple[str, tuple[Finding, ...]], ...]


@dataclass(frozen=True, slots=True)
class TableTask:
    """The task of making tables; it can be sent to another process.

    Attributes:
        tabulator: makes them.
    """

    tabulator: TableBuilder

    def __call__(self, batch: RecordBatch) -> Tabulated:
        """Make the tables of a batch."""
        unreadable = [record for record in batch.records if is_unreadable(record)]
        part = self.tabulator(record for record in batch.records if not is_unreadable(record))
        return Tabulated(part, tuple((one.source.path, one.findings) for one in unreadable))


class CommandTables:
    """Makes the tables of a command.

    Attributes:
        status: the exit status so far: whether something was wrong, or could not be read.
    """

    def __init__(self) -> None:
        self.status = 0

    def of_files(
        self,
        files: Iterable[str],
        reading: InputOptions,
        tabulator: TableBuilder,
        pool: OpenPool,
        save: str | None = None,
    ) -> Tables:
        """Replay the records of files into tables.

        Args:
            files: the files.
            reading: what is known of them.
            tabulator: what is wanted of their records.
            pool: opens the place where the work is done.
            save: a folder to keep both whole tables in.
        """
        columns = tabulator.columns
        if save:
            tabulator = tabulator.whole()
        parts = self._parts(list(files), reading, tabulator, pool)
        batches = merge_parts(parts, tabulator.chosen.deduper())
        if save and columns is not None:
            batches = (selected(batch, columns) for batch in write_through(batches, save))
        return self._judged(tables(batches))

    def of_folders(self, folders: Iterable[str], columns: Collection[str]) -> Tables:
        """Read tables back from the folders that they were saved in."""
        return self._judged(read_parquet(folders, columns))

    def _parts(
        self, files: list[str], reading: InputOptions, tabulator: TableBuilder, pool: OpenPool
    ) -> Iterator[TablePart]:
        """Yield tables in the order of the files; say of those that cannot be read why not."""
        with pool() as workers, Progress(files) as progress:
            flow = Pipeline(TableTask(tabulator), workers, reading)
            for done in flow.run(files):
                batches = done.value.part.batches
                games = sum(batch.games.num_rows for batch in batches)
                plies = sum(batch.plies.num_rows for batch in batches)
                progress.add(games, plies, flow.bytes_read)
                for path, findings in done.value.unreadable:
                    self.status = COULD_NOT_WORK
                    progress.clear()
                    Printer(False, True, err=True).findings(path, findings)
                yield done.value.part

    def replays(
        self, files: tuple[str, ...], reading: InputOptions, chosen: Selection
    ) -> Iterator[Replay]:
        """Yield the replays of the games that are wanted; the status is settled with the last.

        Raises:
            click.UsageError: the games have to be read twice, and standard input comes once.
        """
        deduper = chosen.deduper()
        if deduper and deduper.passes > 1 and STANDARD_INPUT in files:
            message = f"--dedupe {deduper.kind} reads twice, and standard input comes once"
            raise click.UsageError(message)
        wrong, told = 0, set[str]()
        for one in chosen.select(lambda: map(replay, self._readable(reading.records(files), told))):
            wrong += not one.valid
            yield one
        self._judge(wrong)

    def _readable(self, found: Iterable[Record], told: set[str]) -> Iterator[Record]:
        """Yield the records that there are; say once of files that cannot be read why not."""
        for record in Progress.over(found):
            if not is_unreadable(record):
                yield record
            elif record.source.path not in told:
                told.add(record.source.path)
                self.status = COULD_NOT_WORK
                Printer(False, True, err=True).findings(record.source.path, record.findings)

    def _judged(self, both: Tables) -> Tables:
        self._judge(int((~both.games["valid"]).sum()))
        return both

    def _judge(self, wrong: int) -> None:
        if wrong:
            self.status = max(self.status, FOUND_WRONG)
            click.echo(f"{plural(wrong, 'record')} with errors: see ludograph check", err=True)


def are_tables(files: Iterable[str]) -> bool:
    """Tell whether files are all folders of saved tables."""
    return all(map(holds_tables, files))
