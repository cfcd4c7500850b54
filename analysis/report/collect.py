"""One pass over the records, which writes findings and tables, and counts results and openings."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple, Self, TypeVar

from analysis.batch import InputOptions
from analysis.batch.games import SelectedGames
from analysis.batch.work import is_passed_over
from analysis.openings import Openings
from analysis.pages.html import Child, Markup
from analysis.pages.view import ViewPage, view_of
from analysis.plots import PLOTS
from analysis.plots.counts import CountedPlies
from analysis.replay.batch import LOADED, Batch
from analysis.replay.replay import Replay, replay
from analysis.replay.verdict import finding_words, place, to_json
from analysis.report.games import draw_key_positions, entry_of, key_plies, row_of
from analysis.statistics.games import GameTable, GameTableMaker, GameTableParts
from analysis.tables.csv import CellWriter, CsvTable
from analysis.tables.rows import TableBatch, TableBuilder
from analysis.tables.schema import GAME_COLUMNS, ply_columns
from notation import Finding
from notation.printing import json_line
from records import Record
from records.model import Source
from records.sources.boundary import UNREADABLE
from records.sources.names import Folders

Value = TypeVar("Value")

FINDING_COLUMNS = (
    *("path", "game", "line", "column", "kind", "code", "ply", "number", "side", "text"),
    *("message", "suggestions"),
)

STATISTICS = GameTableMaker(named=True)
"""Makes the tables of games that statistics are computed from."""

JUDGED = 20_000
"""Number of plies that are judged at once, with all boards in memory."""

LISTED = 500
"""Number of records that are listed from the first on."""

WRONG = 500
"""Maximum number of further records with errors in the list of games."""

VIEWED = 100
"""Number of games above which only games with diagrams can be stepped through."""

EXAMPLES = 5
"""Maximum number of games that are linked from a finding."""


@dataclass
class FindingSummary:
    """The findings of one code.

    Attributes:
        violation: whether one of them is an error.
        times: number of findings.
        records: number of records with such a finding.
        example: the first finding, as a sentence.
        place: the place of the first finding.
        games: the first records with such a finding: number of the record, and number of the ply
            (0 for a finding on the whole record). The list of games has these records.
    """

    violation: bool
    times: int
    records: int
    example: str
    place: str
    games: dict[int, int] = field(default_factory=dict)


@dataclass
class ReportCounts:
    """Counts over all records.

    Attributes:
        games: number of records with a game.
        valid: number of these without errors.
        accepted: the number of illegal moves of each game that was played as recorded.
        plies: number of plies that could be played.
        notes: number of notes.
        empty: number of files without a game.
        unreadable: number of files that could not be read.
        files: number of files with at least one record.
        codes: the findings of each code.
        played: number of records that could be set up, by game.
        records: number of records, including those without a game.
        entries: games with diagrams, in the order of the records: name of the game, and its
            element on the page.
        rows: the rows of the list of games, by number of the record.
        viewed: numbers of the records that can be stepped through.
        formulas: a remark on cells that spreadsheets read as formulas; empty without such cells.
    """

    games: int = 0
    valid: int = 0
    accepted: list[int] = field(default_factory=list)
    plies: int = 0
    notes: int = 0
    empty: int = 0
    unreadable: int = 0
    files: int = 0
    codes: dict[str, FindingSummary] = field(default_factory=dict)
    played: Counter[str] = field(default_factory=Counter)
    records: int = 0
    entries: list[tuple[str, Markup]] = field(default_factory=list)
    rows: dict[int, tuple[Child, ...]] = field(default_factory=dict)
    viewed: set[int] = field(default_factory=set)
    formulas: str = ""


class ReportPart(NamedTuple):
    """The part of a report that covers some games.

    Attributes:
        games: the games, with their findings.
        verdicts: their verdicts, as JSON lines.
        tables: their tables.
        openings: their openings, counted.
        table: the table of the games, for statistics.
        plies: their plies, counted for each plot that shows plies, by its name.
    """

    games: Sequence[Replay]
    verdicts: bytes
    tables: TableBatch
    openings: Openings
    table: GameTable
    plies: dict[str, CountedPlies]


def part_of(games: Batch, legal_moves: bool) -> ReportPart:
    """Return the part of a report that covers some games.

    Args:
        games: the games.
        legal_moves: whether to count the legal moves before each ply.
    """
    openings = Openings()
    openings.add_all(games)
    tables = TableBuilder(legal_moves=legal_moves)(games)
    return ReportPart(
        list(games),
        b"".join(json_line(to_json(game)).encode() + b"\n" for game in games),
        tables,
        openings,
        STATISTICS(tables),
        {name: plot.measure.of(tables) for name, plot in PLOTS.items() if plot.measure},
    )


def parts_of(found: Iterable[Record | Replay], legal_moves: bool = False) -> Iterator[ReportPart]:
    """Yield the parts of a report on records; replays are used as they are."""
    games = (one if isinstance(one, Replay) else replay(one) for one in found)
    for piece in _pieces(games, lambda game: len(game.record.moves)):
        yield part_of(Batch(piece, measured=True, share=LOADED), legal_moves)


def _pieces(games: Iterable[Value], count: Callable[[Value], int]) -> Iterator[list[Value]]:
    """Yield games in lists of about `JUDGED` plies."""
    piece, plies = list[Value](), 0
    for game in games:
        piece.append(game)
        plies += count(game)
        if plies >= JUDGED:
            yield piece
            piece, plies = [], 0
    if piece:
        yield piece


@dataclass(frozen=True, slots=True)
class PartMaker:
    """Makes parts of a report from selected games; can be pickled.

    Attributes:
        reading: options for reading and playing games.
        target: the folder of the report; files in it are not read as records.
        folders: the folders named as sources; their files without a game are skipped.
        legal_moves: whether to count the legal moves before each ply.
    """

    reading: InputOptions
    target: Path
    folders: Folders
    legal_moves: bool

    def __call__(self, found: SelectedGames) -> Iterable[ReportPart]:
        """Return the parts of some games, made on demand."""
        place = self.target.resolve()
        inside = cache(lambda path: Path(path).resolve().is_relative_to(place))
        kept = (
            record
            for record in found.records
            if not (inside(record.source.path) or is_passed_over(record, self.folders))
        )
        return _OnDemand(
            part_of(self.reading.replays(piece, measured=True, share=LOADED), self.legal_moves)
            for piece in _pieces(kept, lambda record: len(record.moves))
        )


class _OnDemand(Iterable[ReportPart]):
    """Parts of a report that are made one at a time. In a pickle they are a list."""

    def __init__(self, parts: Iterator[ReportPart]) -> None:
        self._parts = parts

    def __iter__(self) -> Iterator[ReportPart]:
        return self._parts

    def __reduce__(self) -> tuple[type[list[ReportPart]], tuple[list[ReportPart]]]:
        return list, ([*self._parts],)


class Collector:
    """Writes findings and tables into a folder, and counts them.

    Args:
        folder: the folder of the report.
        diagrams: maximum number of games of each kind with diagrams.
        cell: converts texts to cells of CSV tables.
        csv: whether to write the tables of games and plies as CSV, too.

    Attributes:
        counts: the counts so far.
        openings: the openings played so far.
        games: the games so far, from which statistics are computed.
        plies: the plies so far, counted for each plot that shows plies, by its name.
        page: the page with the games that can be stepped through.
    """

    def __init__(self, folder: Path, diagrams: int, cell: CellWriter, csv: bool = False) -> None:
        self.counts, self.openings, self.page = ReportCounts(), Openings(), ViewPage()
        self.games = GameTableParts(STATISTICS)
        self.plies: defaultdict[str, CountedPlies] = defaultdict(CountedPlies)
        self._folder, self._diagrams = folder, diagrams
        self._path, self._wrong = "", 0
        with ExitStack() as files:
            self._findings = files.enter_context(
                CsvTable(folder / "findings.csv", FINDING_COLUMNS, cell)
            )
            self._sheets = {
                name: files.enter_context(
                    CsvTable(folder / f"{name}.csv", (one.name for one in columns), cell)
                )
                for name, columns in (("plies", ply_columns()), ("games", GAME_COLUMNS))
                if csv
            }
            self._verdicts = files.enter_context((folder / "findings.jsonl").open("wb"))
            self._files = files.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._files.close()

    def add(self, part: ReportPart) -> TableBatch:
        """Collect a part of a report, and return its tables."""
        self.openings.merge(part.openings)
        self.games.add(part.table)
        for name, counted in part.plies.items():
            self.plies[name].update(counted)
        for name, sheet in self._sheets.items():
            sheet.batch(getattr(part.tables, name))
        self._verdicts.write(part.verdicts)
        named = (part.tables.games.column(name) for name in ("first_capture", "decisive"))
        firsts, decisive = (column.to_pylist() for column in named)
        for game, first, from_ply in zip(part.games, firsts, decisive, strict=True):
            self._collect(game, first, from_ply)
        return part.tables

    def _collect(self, game: Replay, first_capture: int | None, decisive: int | None) -> None:
        """Count a record, write its findings, and draw it if it is among the first of its game.

        ``first_capture`` and ``decisive`` are numbers of plies, as for `key_plies`.
        """
        counts, record = self.counts, game.record
        counts.records += 1
        counts.files += record.source.path != self._path
        self._path = record.source.path
        counts.plies += game.played
        counts.notes += len(game.notes)
        if any(finding.code == UNREADABLE for finding in record.findings):
            counts.unreadable += 1
        elif record.source.game == 0:
            counts.empty += 1
        else:
            counts.games += 1
            counts.valid += game.valid
            counts.accepted.extend([len(game.accepted)] if game.accepted else [])
        named = self._write(game)
        number, name = counts.records, game.game.name if game.game and game.position else ""
        if name:
            counts.played[name] += 1
        drawn = 0 < counts.played[name] <= self._diagrams
        if drawn or ((named or not game.valid) and self.page.count < VIEWED):
            self.page.add(view_of(game), str(number))
            counts.viewed.add(number)
        if self._is_listed(game, named):
            counts.rows[number] = row_of(number, game, drawn, number in counts.viewed)
        if drawn:
            plies = key_plies(game, first_capture, decisive)
            pictures = draw_key_positions(game, plies, self._folder, len(counts.entries) + 1)
            counts.entries.append((name, entry_of(number, game, pictures)))

    def _is_listed(self, game: Replay, named: bool) -> bool:
        """Whether a record is listed: the first ones, those with errors, and targets of links."""
        number = self.counts.records
        wrong = number > LISTED and not game.valid and self._wrong < WRONG
        self._wrong += wrong
        return number <= LISTED or wrong or named

    def _write(self, game: Replay) -> bool:
        """Write the findings of a record; return whether the page links to it as an example."""
        named = False
        source, codes = game.record.source, set[str]()
        for finding in game.findings:
            self._findings.row(*_cells(source, finding))
            summary = self.counts.codes.get(finding.code)
            if summary is None:
                example = finding_words(finding)
                summary = FindingSummary(finding.violation, 0, 0, example, place(source, finding))
                self.counts.codes[finding.code] = summary
            summary.times += 1
            if finding.code not in codes:
                summary.records += 1
                if len(summary.games) < EXAMPLES:
                    summary.games[self.counts.records] = finding.ply or 0
                    named = True
            summary.violation = summary.violation or finding.violation
            codes.add(finding.code)
        return named


def _cells(source: Source, finding: Finding) -> tuple[object, ...]:
    return (
        source.path,
        source.game,
        finding.line,
        finding.column,
        "error" if finding.violation else "note",
        finding.code,
        finding.ply,
        finding.number,
        finding.side,
        finding.text,
        finding.message,
        " ".join(finding.suggestions),
    )
