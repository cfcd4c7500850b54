"""Tables of plies and games for commands, built from records."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from analysis.batch import InputOptions, RecordBatch
from analysis.cli.opening_tasks import OpeningsOf, is_game, of_all_games
from analysis.cli.options import OpenPool, accepted_sentence, plural
from analysis.cli.output import check_output
from analysis.cli.printer import Printer
from analysis.cli.progress import Progress
from analysis.cli.selecting import MadeOfGames
from analysis.cli.streams import COULD_NOT_WORK, FOUND_WRONG
from analysis.cli.tag_hints import SelectingPipeline
from analysis.cli.terminal import echo
from analysis.select.selection import Selection
from analysis.tables.build import TableBuilder, TablePart, merge_parts, selected
from analysis.tables.frames import Tables, tables
from analysis.tables.parquet import saved_files, write_through
from analysis.tables.rows import TableBatch
from analysis.tables.schema import RECORD_NAMES
from notation import Finding
from records.sources.boundary import NOT_READ

if TYPE_CHECKING:
    # Not loaded here: most tables are of other things.
    from analysis.openings import Openings
    from analysis.plots.counts import CountedPlies, PlyMeasure
    from analysis.statistics.tally import Tallies

Made = TypeVar("Made")

JUDGED = frozenset({"plies", "valid", "accepted"})
"""The columns of games that commands need to judge them, and to leave out duplicates."""


@dataclass(frozen=True, slots=True)
class Tabulated(Generic[Made]):
    """What was made of the tables of a batch of records.

    Attributes:
        made: the tables, or what was made of them.
        games: number of games.
        plies: number of plies.
        others: path and findings of each file without a game, or not read to its end.
    """

    made: Made
    games: int
    plies: int
    others: tuple[tuple[str, tuple[Finding, ...]], ...]


@dataclass(frozen=True, slots=True)
class TableTask(Generic[Made]):
    """The task of building the tables of a batch, in any process.

    Attributes:
        tabulator: the builder of the tables.
        make: makes of them what is wanted.
    """

    tabulator: TableBuilder
    make: Callable[[TablePart], Made]

    def __call__(self, batch: RecordBatch) -> Tabulated[Made]:
        """Build the tables of a batch."""
        records = list(filter(is_game, batch.records))
        others = [one for one in batch.records if not is_game(one)]
        part = self.tabulator(records)
        games = sum(one.games.num_rows for one in part.batches)
        plies = sum(one.plies.num_rows for one in part.batches)
        found = tuple((one.source.path, one.findings) for one in others)
        return Tabulated(self.make(part), games, plies, found)


def as_it_is(part: TablePart) -> TablePart:
    """Return tables; see `TableTask.make`."""
    return part


def _counted(part: TablePart) -> "Tallies":
    """Return the games of tables counted."""
    return _counted_batches(part.batches)


def _counted_batches(batches: Iterable[TableBatch]) -> "Tallies":
    # Loaded here: other commands count nothing.
    from analysis.statistics.measured import tallies_of_batch
    from analysis.statistics.tally import add_tallies

    found: Tallies = {}
    for batch in batches:
        add_tallies(found, tallies_of_batch(batch))
    return found


class CountedPart(NamedTuple):
    """The plies of a part of the games, counted.

    Attributes:
        plies: the plies.
        wrong: number of records with errors.
        accepted: by the number of illegal moves that were played as recorded, how many records.
    """

    plies: "CountedPlies"
    wrong: int
    accepted: Counter[int]


@dataclass(frozen=True, slots=True)
class PlyCounting:
    """Counts the plies of tables, in any process.

    Attributes:
        measure: counts plies.
        columns: the columns that it needs.
    """

    measure: "PlyMeasure"
    columns: frozenset[str]

    def __call__(self, part: TablePart) -> CountedPart:
        """Return the plies counted."""
        return self.of_batches(part.batches)

    def of_batches(self, batches: Iterable[TableBatch]) -> CountedPart:
        """Return the plies of batches counted."""
        # Loaded here: other commands count nothing.
        from analysis.plots.counts import add_plies, plies_of

        found = CountedPart({}, 0, Counter())
        for batch in batches:
            add_plies(found.plies, self.measure.of(plies_of(batch, self.columns)))
            valid, accepted = (
                Counter(batch.games.column(one).to_pylist()) for one in ("valid", "accepted")
            )
            found.accepted.update(accepted)
            found = found._replace(wrong=found.wrong + valid[False])
        return found


def status_of(findings: Iterable[Finding]) -> int:
    """Return the exit status for a file without a game, or one that could not be read."""
    unread = any(finding.code in NOT_READ for finding in findings)
    return COULD_NOT_WORK if unread else FOUND_WRONG


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
        """Return the tables of files.

        Args:
            files: paths of records.
            reading: assumptions about the records.
            tabulator: the columns to build and the games to select.
            pool: opens the pool of workers.
            save: folder in which to save both tables with all columns.
            gather: makes data frames of the tables of records.

        Raises:
            click.UsageError: records are read from the files to be saved.
        """
        return self._judged(gather(self._batches(files, reading, tabulator, pool, save)))

    def count(
        self,
        files: Sequence[str],
        reading: InputOptions,
        tabulator: TableBuilder,
        pool: OpenPool,
        save: str | None = None,
    ) -> "Tallies":
        """Return the games of files counted; the arguments are those of `of_files`.

        Args:
            files: paths of records.
            reading: assumptions about the records.
            tabulator: the columns to build and the games to select.
            pool: opens the pool of workers.
            save: folder in which to save both tables with all columns.
        """
        from analysis.statistics.game_columns import NUMBERS, WORDS
        from analysis.statistics.tally import add_tallies

        found: Tallies = {}
        few = replace(
            tabulator,
            columns=(tabulator.columns or frozenset()).difference(RECORD_NAMES),
            of_games=frozenset({*NUMBERS, *WORDS}),
        )
        if save or tabulator.chosen.dedupe:
            found = _counted_batches(self._batches(files, reading, few, pool, save))
        else:
            for part in self._parts(files, reading, few, pool, _counted):
                add_tallies(found, part)
        wrong = sum(one.records - one.valid for one in found.values())
        self._judge(wrong, [moves for one in found.values() for moves in one.accepted.elements()])
        return found

    def count_plies(
        self,
        files: Sequence[str],
        reading: InputOptions,
        tabulator: TableBuilder,
        pool: OpenPool,
        measure: "PlyMeasure",
    ) -> "CountedPlies":
        """Return the plies of files counted; the arguments are those of `of_files`.

        Args:
            files: paths of records.
            reading: assumptions about the records.
            tabulator: the columns to build and the games to select.
            pool: opens the pool of workers.
            measure: counts plies.
        """
        from analysis.plots.counts import add_plies

        counting = PlyCounting(measure, tabulator.columns or frozenset())
        few = replace(tabulator, of_games=JUDGED)
        if tabulator.chosen.dedupe:
            parts = iter([counting.of_batches(self._batches(files, reading, few, pool, None))])
        else:
            parts = self._parts(files, reading, few, pool, counting)
        plies: CountedPlies = {}
        wrong, accepted = 0, Counter[int]()
        for part in parts:
            add_plies(plies, part.plies)
            wrong += part.wrong
            accepted.update(part.accepted)
        self._judge(wrong, [moves for moves in accepted.elements() if moves])
        return plies

    def _batches(
        self,
        files: Sequence[str],
        reading: InputOptions,
        tabulator: TableBuilder,
        pool: OpenPool,
        save: str | None,
    ) -> Iterator[TableBatch]:
        """Yield the tables of records, and save them."""
        columns, of_games = tabulator.columns, tabulator.of_games
        if save:
            for path in saved_files(save):
                check_output(str(path), files, "--save")
            tabulator = tabulator.whole()
        parts = self._parts(files, reading, tabulator, pool, as_it_is)
        batches = merge_parts(parts, tabulator.chosen.deduper())
        if save and columns is not None:
            saved = write_through(batches, save)
            batches = (selected(batch, columns, of_games) for batch in saved)
        yield from batches

    def _parts(
        self,
        files: Sequence[str],
        reading: InputOptions,
        tabulator: TableBuilder,
        pool: OpenPool,
        make: Callable[[TablePart], Made],
    ) -> Iterator[Made]:
        """Yield what is made of tables, in the order of the files; print why one cannot be read."""
        with pool() as workers, Progress(files) as progress:
            task = TableTask(replace(tabulator, as_recorded=reading.as_recorded), make)
            flow = SelectingPipeline(task, workers, reading, tabulator.chosen)
            for done in flow.run(files):
                progress.add(done.games, done.plies, flow.bytes_read)
                for path, findings in done.others:
                    progress.clear()
                    self._report(path, findings)
                yield done.made

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
            for part in selected if chosen else of_all_games(make, files, workers, reading):
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
