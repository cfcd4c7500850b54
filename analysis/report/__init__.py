"""Everything at once: a folder with findings, tables, statistics, plots, diagrams, and a page.

The page works offline and without scripts, and what records say is text on it, whatever they say.
Memory is bounded but for the openings, whose number of different positions counts, and for one
column or another of the tables at a time.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.games import GAMES
from analysis.openings import lines as opening_lines
from analysis.openings.names import bundled_names
from analysis.openings import Openings
from analysis.plots import Plot
from analysis.report import sections
from analysis.report.collect import Collector, ReportCounts
from analysis.report.folder import PAGE, check_folder, outside, report_folder
from analysis.report.games import games
from analysis.report.html import Child, element
from analysis.report.page import page
from analysis.report.pictures import draw_plots
from analysis.statistics.players import RatingPool, rating_pools
from analysis.statistics.summaries import Summary, summarize, summary_columns
from analysis.tables.csv import CsvWriter
from analysis.text import plural
from records import Record

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DIAGRAMS", "ReportCounts", "check_folder", "write_report"]

DIAGRAMS = 12
"""Games of each kind that usually have diagrams."""

TABLES = "tables"

BETWEEN = " | "
"""Stands between the moves of a line in a CSV file."""


def write_report(
    found: Iterable[Record],
    target: str | Path,
    *,
    diagrams: int = DIAGRAMS,
    legal_moves: bool = False,
    force: bool = False,
    sources: Sequence[str] = (),
) -> ReportCounts:
    """Write a report on records into a folder, and return what was counted.

    Args:
        found: the records; those that come from the folder of the report are left out.
        target: the folder. It may hold a former report, whose place the new one takes.
        diagrams: of how many games of each kind there are diagrams.
        legal_moves: whether to count the legal moves before each ply, which takes its time.
        force: whether the folder may hold other files; they stay.
        sources: what the page says the records are from.

    Raises:
        OccupiedFolder: the folder holds something else.
        OSError: it cannot be written.
    """
    with report_folder(Path(target), force) as folder:
        with Collector(folder, diagrams, legal_moves) as gatherer:
            _write_tables(folder, gatherer, outside(found, Path(target)))
        tally, openings = gatherer.tally, gatherer.openings
        summaries, standings = _statistics(folder)
        opened = _openings(folder, openings)
        pictures = list(draw_plots(folder, _Tables(folder, opened, legal_moves)))
        parts = (
            ("summary", "Summary", sections.summary(tally, summaries)),
            ("findings", "Findings", sections.findings(tally)),
            ("players", "Players", sections.players(standings)),
            ("openings", "Openings", sections.openings(openings)),
            ("measures", "Measures", sections.measures(summaries)),
            ("plots", "Plots", sections.plots(pictures)),
            ("games", "Games", games(tally, diagrams)),
        )
        written = page(_title(tally), _about(tally, sources), parts)
        (folder / PAGE).write_text(written, encoding="utf-8")
    return tally


def _write_tables(folder: Path, gatherer: Collector, found: Iterable[Record]) -> None:
    from analysis.tables.parquet import write_parquet

    write_parquet(gatherer.batches(found), folder / TABLES)


def _openings(folder: Path, openings: Openings) -> "pd.DataFrame":
    """Write the openings into a file, as ``ludograph openings --csv`` does, and return them."""
    rows = list(opening_lines.rows(openings, names=bundled_names()))
    with CsvWriter(folder / "openings.csv", opening_lines.COLUMNS) as sheet:
        for row in rows:
            replies = (f"{reply['move']} {reply['times']}" for reply in row["replies"])
            lists = {"line": BETWEEN.join(row["line"]), "replies": BETWEEN.join(replies)}
            sheet.row(*(row | lists).values())
    return opening_lines.framed(rows)


def _statistics(folder: Path) -> tuple[list[Summary], list[RatingPool]]:
    """Write the statistics of all games into a file, and return them."""
    from analysis.tables.parquet import read_parquet

    tables = read_parquet(folder / TABLES, summary_columns())
    played = tables.games[tables.games["game"].isin(list(GAMES))]
    summaries = list(summarize(played, tables.plies)) if len(played) else []
    standings = list(rating_pools(played)) if len(played) else []
    content = {
        "groups": [one.to_json() for one in summaries],
        "players": [
            {"game": one.game, "players": [player.to_json() for player in one.standings]}
            for one in standings
        ],
    }
    text = json.dumps(content, ensure_ascii=False, indent=1)
    (folder / "statistics.json").write_text(text + "\n", encoding="utf-8", errors="replace")
    return summaries, standings


class _Tables:
    """Gives each plot the columns that it needs, one plot at a time."""

    def __init__(self, folder: Path, openings: "pd.DataFrame", legal_moves: bool) -> None:
        self._folder, self._openings, self._legal_moves = folder / TABLES, openings, legal_moves

    def __call__(self, plot: Plot) -> "pd.DataFrame | None":
        from analysis.tables.parquet import read_parquet

        if plot.table == "openings":
            return self._openings
        if "legal_moves" in plot.columns and not self._legal_moves:
            return None
        tables = read_parquet(self._folder, plot.columns)
        return tables.games if plot.table == "games" else tables.plies


def _title(tally: ReportCounts) -> str:
    return f"Report on {plural(tally.games, 'game')}"


def _about(tally: ReportCounts, sources: Sequence[str]) -> Iterator[Child]:
    said = f"{plural(tally.files, 'file')} read"
    yield element("p", said, ": " if sources else ".", ", ".join(sources), class_="soft")
