"""Speed and memory of tables, statistics, openings and reports: whole commands on an archive."""

import sys
import tempfile
from pathlib import Path

import click

from scripts.measuring import PROGRAM, speed, together

WAYS = {
    "statistics": ["stats", "--json"],
    "statistics, two jobs": ["stats", "--json", "--jobs", "2"],
    "with legal moves": ["stats", "--json", "--branching"],
    "without duplicates": ["check", "-q", "--dedupe", "moves"],
    "tables kept, with keys": ["stats", "--json", "--save", "{kept}"],
    "of kept tables": ["stats", "--json"],
    "openings to depth 8": ["openings", "--depth", "8", "--json"],
}
"""What is measured, in this order: what is kept is read by the one after."""

FLOOR = """
import sys, pandas
plies = pandas.read_parquet(sys.argv[1] + "/plies", columns=sys.argv[2:])
games = pandas.read_parquet(sys.argv[1] + "/games")
by_game = plies.groupby(["path", "game"], observed=True)
print(by_game[["score_1", "score_2"]].agg(["mean", "var"]).mean(), by_game["captured"].sum())
print(plies["captured"].value_counts(), games.groupby("verdict", observed=True).size())
"""
"""What statistics cost at least where the tables are there: to read and group them with pandas."""

COLUMNS = ("path", "game", "ply", "captured", "score_1", "score_2")


def measure_tables(archive: Path, thousand: tuple[Path, int], runs: int) -> None:
    """Print how quickly an archive becomes tables, and a thousand of its games a report.

    Args:
        archive: the games.
        thousand: an archive of a thousand games, and how many plies they have.
        runs: how often to run each; the best counts.
    """
    plies = int(archive.with_name(f"{archive.name}.plies").read_text())
    with tempfile.TemporaryDirectory() as folder:
        kept = str(Path(folder, "tables"))
        commands = {}
        for name, (command, *options) in WAYS.items():
            files = kept if name == "of kept tables" else str(archive)
            options = [option.format(kept=kept) for option in options]
            commands[name] = [*PROGRAM, command, files, *options]
        commands["pandas, kept tables"] = [sys.executable, "-c", FLOOR, kept, *COLUMNS]
        path, fewer = thousand
        commands["report, 1,000 games"] = [
            *PROGRAM,
            *("report", str(path), "-o", f"{folder}/report", "--force"),
        ]
        for name, figures in together(commands, runs).items():
            of = fewer if name.startswith("report") else plies
            click.echo(f"  {name:23} {speed(of, figures)}")
