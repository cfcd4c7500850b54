"""Speed and memory of tables and statistics: plies a second, and the peak of a whole process.

    python -m scripts.tables_benchmark ARCHIVE...

An archive is whatever ``ludograph stats`` reads; ``python scripts/benchmark.py`` leaves some in
the folder for temporary files.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from scripts.benchmark import measure

PROGRAM = [sys.executable, "-m", "analysis"]

WAYS = {
    "statistics": ["stats", "--json"],
    "statistics, 2 processes": ["stats", "--json", "--jobs", "2"],
    "players": ["players", "--json"],
    "tables kept, keys and all": ["stats", "--json", "--save"],
    "statistics of kept tables": ["stats", "--json"],
}
"""What is measured, in this order: the last reads what the one before it has kept."""


@click.command()
@click.argument("archives", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--runs", default=1, show_default=True, help="Runs of which the best counts.")
def main(archives: tuple[str, ...], runs: int) -> None:
    """Measure tables of ARCHIVES, all at a time."""
    plies = _count(archives)
    click.echo(f"{plies:,} plies")
    with tempfile.TemporaryDirectory() as folder:
        kept = str(Path(folder, "tables"))
        for name, (command, *options) in WAYS.items():
            files = [kept] if name == "statistics of kept tables" else archives
            options = [*options, kept] if options[-1] == "--save" else options
            seconds, peak = measure([*PROGRAM, command, *files, *options], runs)
            speed = f"{plies / seconds:>10,.0f} plies/s"
            click.echo(f"  {name:26} {speed}  {seconds:6.1f} s  {peak:5.0f} MiB")


def _count(archives: tuple[str, ...]) -> int:
    """Return how many plies the tables of archives have."""
    command = [*PROGRAM, "stats", *archives, "--by", "game", "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return sum(int(json.loads(line)["plies"]) for line in run.stdout.splitlines())


if __name__ == "__main__":
    main()
