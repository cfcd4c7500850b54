"""Speed and memory of batches: commands on whole archives, by one process and by two."""

import tempfile
from pathlib import Path

import click

from scripts.measuring import PROGRAM, run, speed, together

COMMANDS = {
    "check": ["check", "-q"],
    "text to JSON lines": ["convert", "--to", "jsonl"],
    "text to Parquet": ["convert", "--to", "parquet"],
}
"""What is measured, and the command for it."""

AIM = 1.9
"""Times the speed of one job that two should have, on two processors with nothing else to do."""


def measure_batches(archive: Path, tenfold: Path, plies: int, runs: int) -> None:
    """Print how quick each command is with one job and with two, and what memory it takes.

    Args:
        archive: the games.
        tenfold: the same ten times, for the memory.
        plies: how many there are in the archive.
        runs: how often to run each; the best counts.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name, command in COMMANDS.items():
            output = ["-o", f"{folder}/out"] if "convert" in command else []
            jobs = {
                number: [*PROGRAM, *command, str(archive), *output, "--jobs", number]
                for number in ("1", "2")
            }
            one, two = together(jobs, runs).values()
            click.echo(f"  {name:20} {speed(plies, one)}")
            ten = run([*PROGRAM, *command, str(tenfold), *output, "--jobs", "2"])
            click.echo(
                f"  {'':20} two jobs have {one.seconds / two.seconds:.2f} times that (aim {AIM}), "
                f"{2 * one.busy / two.busy:.2f} by processor time; {two.peak:.0f} MiB, with ten "
                f"times the input {ten.peak:.0f} MiB"
            )


@click.command()
@click.argument("archive", type=click.Path(path_type=Path, exists=True))
@click.option("--runs", default=1, show_default=True, help="Runs of which the best counts.")
def main(archive: Path, runs: int) -> None:
    """Measure batches on an ARCHIVE that `scripts/benchmark.py` has written."""
    plies = int(archive.with_name(f"{archive.name}.plies").read_text())
    measure_batches(archive, archive.with_name(f"{archive.stem}-tenfold.txt"), plies, runs)


if __name__ == "__main__":
    main()
