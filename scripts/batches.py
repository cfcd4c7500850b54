"""Speed and memory of batches: commands on whole archives, by one process and by two."""

import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import click

COMMANDS = {
    "check": ["check", "-q"],
    "text to JSON lines": ["convert", "--to", "jsonl"],
    "text to Parquet": ["convert", "--to", "parquet"],
}
"""What is measured, and the command for it."""

AIM = 1.8
"""Times the speed of one job that two should have, on two processors with nothing else to do."""

PAUSE = 0.02
"""Seconds between two looks at the memory."""


@dataclass(frozen=True)
class Figures:
    """What a run took.

    Attributes:
        seconds: from its start to its end.
        busy: seconds of processor time, of the process and of its children.
        peak: MiB of memory of the process and its children, as often as it was looked at.
    """

    seconds: float
    busy: float
    peak: float


def run(arguments: list[str]) -> Figures:
    """Run ``ludograph`` with arguments, in a process group of its own.

    Memory that processes share is divided among them, so that it is counted once.
    """
    started = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "analysis", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    peak, ended = 0.0, threading.Event()

    def look() -> None:
        nonlocal peak
        while not ended.wait(PAUSE):
            peak = max(peak, _memory(process.pid))

    watch = threading.Thread(target=look)
    watch.start()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = perf_counter() - started
    ended.set()
    watch.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise click.ClickException(f"failed: ludograph {' '.join(arguments)}")
    return Figures(seconds, usage.ru_utime + usage.ru_stime, peak)


def _memory(group: int) -> float:
    """Return the MiB that the processes of a group have in memory."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(folder.name)) == group:
                lines = (folder / "smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, StopIteration):
            continue
    return total / 1024


def measure_batches(archive: Path, tenfold: Path, plies: int, runs: int) -> None:
    """Print how quick each command is with one job and with two, and what memory it takes.

    Args:
        archive: the games.
        tenfold: the same ten times.
        plies: how many there are in the archive.
        runs: how often to run each; the best counts.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name, command in COMMANDS.items():
            output = ["-o", f"{folder}/out"] if "convert" in command else []
            one, two = (
                min(
                    (run([*command, str(archive), *output, "--jobs", jobs]) for _ in range(runs)),
                    key=lambda figures: figures.seconds,
                )
                for jobs in ("1", "2")
            )
            ratio, free = one.seconds / two.seconds, 2 * one.busy / two.busy
            click.echo(
                f"  {name:20} {plies / one.seconds:>12,.0f} plies/s; two jobs have {ratio:.2f} "
                f"times that (aim {AIM}), {free:.2f} by processor time"
            )
            ten = run([*command, str(tenfold), *output, "--jobs", "2"])
            click.echo(
                f"  {'':20} peak memory {one.peak:.0f} MiB, of two jobs {two.peak:.0f} MiB, with "
                f"ten times the input {ten.peak:.0f} MiB"
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
