"""Processes of ``ludograph`` for tests of batches that are interrupted or fail."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.records.samples import DEMONSTRATION, rows

ROOT = Path(__file__).parents[2]

GAME = f'[Variant "standard"]\n[Round "{{}}"]\n\n{rows(DEMONSTRATION)}*\n\n'
BROKEN = '[Round "{}"]\n\n1. 2.7.2N2 11.6.2SE2 2. 2.6.3E4 {{so}}\n\n'

SMALL = """
import records.pieces
records.pieces.PIECE = 2000
"""
"""Makes pieces so small that a little text has many."""

REPORT = """
import atexit, re, sys
def report():
    status = open("/proc/self/status").read()
    print(re.search(r"VmHWM:\\s*(\\d+)", status)[1], file=sys.stderr)
atexit.register(report)
"""
"""Prints the peak memory in KiB at the end; what the system says includes the parent's."""

LAUNCH = """
import signal, sys
# What a shell starts in the background ignores interrupts, and so do its children.
signal.signal(signal.SIGINT, signal.default_int_handler)
import analysis.cli
sys.argv[0] = "ludograph"
analysis.cli.main()
"""


def archive(path: Path, numbers: range) -> Path:
    """Write an archive with a game for each round number; one game in ten is broken."""
    texts = ((BROKEN if number % 10 == 7 else GAME).format(number) for number in numbers)
    path.write_text("".join(texts))
    return path


def start(
    folder: Path, *arguments: str, before: str = SMALL, report: bool = False, **options: Any
) -> subprocess.Popen[bytes]:
    """Start ``ludograph`` in a folder, in a process group of its own.

    Args:
        folder: the folder.
        arguments: the command line.
        before: a program that is run first.
        report: whether the peak memory is printed at the end.
        options: go to `subprocess.Popen`.
    """
    environment = os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    if "preexec_fn" in options:
        # A limit on the size of files would cut compiled modules off, too.
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
    program = before + REPORT * report + LAUNCH
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        env=environment,
        start_new_session=True,
        **(pipes | options),
    )


@contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a command during a test, and kill it if the test fails.

    Args:
        command: the command.
        options: go to `subprocess.Popen`.
    """
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options) as process:
        try:
            yield process
        finally:
            process.kill()


def finish(folder: Path, *arguments: str, **options: Any) -> tuple[int, str, str]:
    """Run ``ludograph`` to its end; return its exit status, output and errors."""
    process = start(folder, *arguments, **options)
    out, err = process.communicate()
    return process.returncode, (out or b"").decode(), (err or b"").decode()


def until_written(folder: Path, process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until an output in a folder has its first games, or until a process has ended.

    The time limit is that of the test.
    """
    while process is None or process.poll() is None:
        with suppress(FileNotFoundError):
            if any(path.stat().st_size for path in folder.glob(".ludograph-*")):
                return
        time.sleep(0.005)


def is_alive(group: int) -> bool:
    """Return whether a process of a group is still running; zombies do not count."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            return True
    return False


def until_gone(group: int) -> None:
    """Wait until the last process of a group has ended."""
    while is_alive(group):
        time.sleep(0.01)
