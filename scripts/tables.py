"""Speed and memory of tables, statistics, openings and reports: whole commands on an archive."""

import sys
import tempfile
from pathlib import Path

import click

from scripts.measuring import measure

PROGRAM = [sys.executable, "-m", "analysis"]

WAYS = {
    "statistics": ["stats", "--json"],
    "statistics, two jobs": ["stats", "--json", "--jobs", "2"],
    "tables kept, with keys": ["stats", "--json", "--save", "{kept}"],
    "of kept tables": ["stats", "--json"],
    "openings to depth 8": ["openings", "--depth", "8", "--json"],
}
"""What is measured, in this order: what is kept is read by the one after."""


def measure_tables(archive: Path, thousand: tuple[Path, int]) -> None:
    """Print how quickly an archive becomes tables, and a thousand of its games a report.

    Args:
        archive: the games.
        thousand: an archive of a thousand games, and how many plies they have.
    """
    plies = int(archive.with_name(f"{archive.name}.plies").read_text())
    with tempfile.TemporaryDirectory() as folder:
        kept = str(Path(folder, "tables"))
        for name, (command, *options) in WAYS.items():
            files = kept if name == "of kept tables" else str(archive)
            options = [option.format(kept=kept) for option in options]
            _tell(name, plies, [command, files, *options])
        path, fewer = thousand
        _tell("report, 1,000 games", fewer, ["report", str(path), "-o", f"{folder}/report"])


def _tell(name: str, plies: int, arguments: list[str]) -> None:
    seconds, peak = measure([*PROGRAM, *arguments], 1)
    click.echo(f"  {name:23} {plies / seconds:>9,.0f} plies/s, {seconds:.1f} s, {peak:.0f} MiB")
