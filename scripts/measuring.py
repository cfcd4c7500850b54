"""Processor time, wall time and memory of whole commands."""

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import click

PROGRAM = [sys.executable, "-m", "analysis"]

PAUSE = 0.02
"""Seconds between two samples of memory."""

Command = Sequence[str]


class Figures(NamedTuple):
    """Figures of a run.

    Attributes:
        seconds: wall time.
        busy: seconds of processor time of the process and its children.
        peak: MiB of memory of the process and its children, sampled every 20 ms.
    """

    seconds: float
    busy: float
    peak: float

    def least(self, other: "Figures") -> "Figures":
        """Return the lesser times and the greater memory of two runs."""
        return Figures(
            min(self.seconds, other.seconds),
            min(self.busy, other.busy),
            max(self.peak, other.peak),
        )


def together(commands: Mapping[str, Command], runs: int) -> dict[str, Figures]:
    """Return the least times of each command of several runs, in which the commands take turns.

    ``{out}`` in a command stands for a file or folder that is not there yet.
    """
    found: dict[str, Figures] = {}
    for _ in range(runs):
        for name, command in commands.items():
            with tempfile.TemporaryDirectory() as folder:
                figures = run([word.replace("{out}", f"{folder}/out") for word in command])
            found[name] = figures.least(found.get(name, figures))
    return found


def run(command: Command) -> Figures:
    """Run a command in a process group of its own, with Python's bytecode kept.

    Memory that processes share is divided among them and so counted once.

    Raises:
        ClickException: the command fails.
    """
    started = perf_counter()
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=_environment(),
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
        raise click.ClickException(f"failed: {' '.join(command)[-200:]}")
    return Figures(seconds, usage.ru_utime + usage.ru_stime, peak)


def _environment() -> dict[str, str]:
    """Return the environment without what keeps Python from writing bytecode."""
    return {name: one for name, one in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


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
