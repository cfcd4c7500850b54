"""Tables of plies and games for commands: built from records, or read from saved folders."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import click

from analysis.batch import InputOptions, Pipeline, RecordBatch
from analysis.cli.options import (
    COULD_NOT_WORK,
    FOUND_WRONG,
    OpenPool,
    accepted_sentence,
    is_unreadable,
    plural,
)
from analysis.cli.output import check_output
from analysis.cli.printer import Printer
from analysis.cli.progress import Progress
from analysis.cli.terminal import echo
from analysis.replay.replay import Replay
from analysis.select.selection import Selection
from analysis.tables.build import TableBuilder, TablePart, merge_parts, selected
from analysis.tables.frames import Tables, tables
from analysis.tables.parquet import holds_tables, read_parquet, saved_files, write_through
from notation import Finding
from records import Record
from records.sources.archives import NOT_READ
from records.sources.names import STANDARD_INPUT


@dataclass(frozen=True, slots=True)
class Tabulated:
    """The tables of a batch of records.

    Attributes:
        part: the tables.
        others: path and findings of each file without a game, or not read to its end.
    """

    part: TablePart
    others: tuple[tuple[str, tuple[Finding, ...]], ...]


@dataclass(frozen=True, slots=True)
class TableTask:
    """The task of building the tables of a batch, in any process.

    Attributes:
        tabulator: the builder of the tables.
    """

    tabulator: TableBuilder

    def __call__(self, batch: RecordBatch) -> Tabulated:
        """Build the tables of a batch."""
        part = self.tabulator(record for record in batch.records if _is_game(record))
        others = (record for record in batch.records if not _is_game(record))
        return Tabulated(part, tuple((one.source.path, one.findings) for one in others))


def _is_game(record: Record) -> bool:
    """Whether a record stands for a game, not for a file without one, or one that is unreadable."""
    return record.source.game > 0 and not is_unreadable(record)


def _status_of(findings: Iterable[Finding]) -> int:
    """Return the exit status for a file without a game, or one that could not be read."""
    unread = any(finding.code in NOT_READ for finding in findings)
    return COULD_NOT_WORK if unread else FOUND_WRONG


class CommandTables:
    """The tables of one run of a command.

    Attributes:
        status: the exit status so far.
    """

    def __init__(self) -> None:
        self.status = 0

    def of_files(
        self,
        files: Sequence[str],
        reading: InputOptions,
        tabulator: TableBuilder,
        pool: OpenPool,
        save: str | None = None,
    ) -> Tables:
        """Return the tables of files, which are records or folders of saved tables.

        Args:
            files: paths of records, or folders of saved tables.
            reading: assumptions about the records.
            tabulator: the columns to build and the games to select.
            pool: opens the pool of workers.
            save: folder in which to save both tables with all columns.

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
        return self._judged(tables(batches))

    def _parts(
        self, files: list[str], reading: InputOptions, tabulator: TableBuilder, pool: OpenPool
    ) -> Iterator[TablePart]:
        """Yield tables in the order of the files; print why a file cannot be read."""
        with pool() as workers, Progress(files) as progress:
            flow = Pipeline(TableTask(tabulator), workers, reading)
            for done in flow.run(files):
                batches = done.value.part.batches
                games = sum(batch.games.num_rows for batch in batches)
                plies = sum(batch.plies.num_rows for batch in batches)
                progress.add(games, plies, flow.bytes_read)
                for path, findings in done.value.others:
                    self.status = max(self.status, _status_of(findings))
                    progress.clear()
                    Printer(False, True, err=True).findings(path, findings)
                yield done.value.part

    def replays(
        self, files: tuple[str, ...], reading: InputOptions, chosen: Selection
    ) -> Iterator[Replay]:
        """Yield the replays of the selected games; the status is complete after the last.

        Raises:
            click.UsageError: the games have to be read twice, and one source is standard input.
        """
        deduper = chosen.deduper()
        if deduper and deduper.passes > 1 and STANDARD_INPUT in files:
            message = f"--dedupe {deduper.kind} reads twice, and standard input can be read once"
            raise click.UsageError(message)
        wrong, accepted, reported = 0, list[int](), set[str]()
        for one in chosen.select(
            lambda: map(reading.replay, self._readable(reading.records(files), reported))
        ):
            wrong += not one.valid
            accepted.append(len(one.accepted))
            yield one
        self._judge(wrong, accepted)

    def _readable(self, found: Iterable[Record], reported: set[str]) -> Iterator[Record]:
        """Yield the games; print once for each other file why there is none, or not all of it."""
        for record in Progress.over(found):
            if _is_game(record):
                yield record
            elif record.source.path not in reported:
                reported.add(record.source.path)
                self.status = max(self.status, _status_of(record.findings))
                Printer(False, True, err=True).findings(record.source.path, record.findings)

    def _judged(self, both: Tables) -> Tables:
        self._judge(int((~both.games["valid"]).sum()), both.games["accepted"].fillna(0))
        return both

    def _judge(self, wrong: int, accepted: Iterable[int]) -> None:
        """Print how many records have errors, and how many moves of each were accepted."""
        if wrong:
            self.status = max(self.status, FOUND_WRONG)
            echo(f"{plural(wrong, 'record')} with errors: see ludograph check", err=True)
        if sentence := accepted_sentence(accepted):
            echo(sentence, err=True)


def are_tables(files: Iterable[str]) -> bool:
    """Whether all paths are folders of saved tables."""
    return all(map(holds_tables, files))
