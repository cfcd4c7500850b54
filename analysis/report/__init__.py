"""Reports: a folder with findings, tables, statistics, plots, diagrams, and a page.

The page works offline; its only script sorts and filters tables, and the page is complete without
it. Texts from records are escaped. Memory is bounded, except for some columns of the table of
games.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from analysis.batch.executors import Workers
from analysis.games import all_games
from analysis.openings.lines import COLUMNS, csv_cells, tests_of
from analysis.openings.lines import rows as opening_rows
from analysis.openings.names import bundled_names
from analysis.openings.nodes import opening_trees
from analysis.openings.tree import Openings
from analysis.pages.html import Child, Markup, element
from analysis.plots.chart import Icicle
from analysis.plots.openings import panel_of
from analysis.replay.verdict import accepted_sentence
from analysis.report import sections
from analysis.report.collect import Collector, PartMaker, ReportCounts, ReportPart, parts_of
from analysis.report.folder import PAGE, check_folder, report_folder
from analysis.report.page import SUMMARY, VIEW, build_page
from analysis.report.plots import PRINT_KINDS, Plotter, draw_plots, plots_section
from analysis.statistics.estimates import to_json
from analysis.statistics.games import GameTable
from analysis.statistics.players import RatingPool, rating_pools
from analysis.statistics.summaries import Summary, summarize
from analysis.tables.csv import CellWriter, CsvTable
from notation.numbers import plural
from notation.printing import json_page

__all__ = [
    "PRINT_KINDS",
    "PartMaker",
    "ReportCounts",
    "check_folder",
    "parts_of",
    "write_report",
]

TABLES = "tables"


def write_report(
    parts: Iterable[ReportPart],
    target: str | Path,
    *,
    diagrams: int = 12,
    legal_moves: bool = False,
    force: bool = False,
    sources: Sequence[str] = (),
    csv: bool = False,
    safe_csv: bool = False,
    print_kind: str = "",
    pool: bool = False,
    workers: Workers | None = None,
    filtered: Callable[[], int] | None = None,
) -> ReportCounts:
    """Write a report into a folder, and return the counts.

    Args:
        parts: the parts of the report; see `parts_of` and `PartMaker`.
        target: the folder; a report in it is replaced.
        diagrams: maximum number of games of each kind with diagrams.
        legal_moves: whether the legal moves before each ply were counted.
        force: whether the folder may hold other files, which are kept.
        sources: names of the sources of the records, for the page.
        csv: whether to write the tables of games and plies also as CSV, which makes large files.
        safe_csv: whether to put an apostrophe before texts that a spreadsheet would interpret as
            formulas.
        print_kind: file format of plots for print, one of `PRINT_KINDS`; empty for no such plots.
        pool: whether the variants of a game with the same number of sides are one population,
            except for openings.
        workers: workers that draw plots; this process by default.
        filtered: returns the number of records that were not selected; it is called after the last
            record. None if there is no selection.

    Raises:
        OccupiedFolder: the folder holds other files.
        OSError: the folder cannot be written to.
    """
    cell = CellWriter(safe_csv)
    with report_folder(Path(target), force) as folder:
        with Collector(folder, diagrams, cell, csv) as collector:
            _write_games(folder, collector, parts)
        panels, first_moves = _openings(folder, collector.openings, cell)
        del collector.openings  # frees memory before statistics and plots
        counts = collector.counts
        # No group of a table in this order is a copy.
        _, table = collector.games.table().in_groups()
        pa.default_memory_pool().release_unused()  # Arrow keeps the memory of freed tables
        summaries, standings = _statistics(folder, table, pool)
        accepted = accepted_sentence(len(counts.accepted), sum(counts.accepted))
        plotter = Plotter(folder, collector.plies, accepted, print_kind, pool)
        plots = draw_plots(plotter, table, panels, legal_moves, _places(workers), cell)
        blocks = (
            (SUMMARY, "Summary", sections.summary(counts, summaries, csv)),
            ("findings", "Findings", sections.findings(counts)),
            ("measures", "Measures", sections.measures(summaries)),
            ("players", "Players", sections.players(standings)),
            ("openings", "Openings", first_moves),
            ("plots", "Plots", plots_section(list(plots))),
            ("games", "Games", sections.games(counts, diagrams)),
        )
        title = f"Report on {plural(counts.games, 'game')}"
        written = build_page(title, _about(counts, sources, filtered), blocks)
        (folder / PAGE).write_text(written, encoding="utf-8")
    counts.formulas = cell.remark()
    return counts


def _places(workers: Workers | None) -> Workers:
    """Return workers on this machine, since plots are drawn from tables in local memory."""
    return Workers() if workers is None or workers.remote else workers


def _write_games(folder: Path, collector: Collector, parts: Iterable[ReportPart]) -> None:
    """Write the tables of games, and the page that steps through the games with diagrams."""
    from analysis.tables.parquet import write_parquet

    write_parquet(map(collector.add, parts), folder / TABLES)
    if collector.page.count:
        (folder / VIEW).write_text(collector.page.written(), encoding="utf-8")


def _openings(folder: Path, openings: Openings, cell: CellWriter) -> tuple[list[Icicle], Markup]:
    """Write the openings into a file, as ``ludograph openings --csv`` does.

    Returns:
        The panels of the plot, and the section of the page.
    """
    panels, tables, tests = list[Icicle](), list[Markup](), list[int]()
    with CsvTable(folder / "openings.csv", COLUMNS, cell) as out:
        for tree in opening_trees(openings, names=bundled_names()):
            for row in opening_rows([tree]):
                out.row(*csv_cells(row))
            panels.append(panel_of(tree))
            tables += sections.first_moves(tree)
            tests += map(tests_of, tree.roots)
    return panels, sections.openings(tables, tests)


def _statistics(
    folder: Path, games: "GameTable", pool: bool
) -> tuple[list[Summary], list[RatingPool]]:
    """Write the statistics of all games into a file, and return them."""
    names = {game.name for game in all_games()}
    known = games.some(games.matching("game", names.__contains__))
    summaries = summarize(known, pool=pool)
    standings = list(rating_pools(known, pool))
    content = {
        "groups": [one.to_json() for one in summaries],
        "players": [
            {
                "game": one.game,
                "variant": one.variant,
                "variants": list(one.variants),
                "players": to_json(one.standings),
            }
            for one in standings
        ],
    }
    (folder / "statistics.json").write_text(f"{json_page(content)}\n", encoding="utf-8")
    return summaries, standings


def _about(
    counts: ReportCounts, sources: Sequence[str], filtered: Callable[[], int] | None
) -> Iterator[Child]:
    files = f"{plural(counts.files, 'file')} read"
    yield element("p", files, ": " if sources else ".", ", ".join(sources), class_="soft")
    if filtered is not None:
        left = plural(filtered(), "other record")
        yield element("p", f"A selection of games: {left} left out.", class_="soft")
