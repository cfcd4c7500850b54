"""Exit statuses, and standard streams, which may be closed or have a limited encoding."""

import os
import sys
from typing import TextIO

STANDARD_OUTPUT = "-"
"""The name that stands for standard output."""

FOUND_WRONG = 1
"""Exit status where something in the records is wrong."""

COULD_NOT_WORK = 2
"""Exit status where the command could not do its work."""

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 plus the number of the signal."""

BROKEN_PIPE = 141
"""Exit status if the reader of the output has gone away: 128 plus the number of SIGPIPE."""

_UNUSABLE = ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY))
"""File descriptor of each stream, and mode in which the null device is opened in its place."""


def open_streams() -> None:
    """Make the standard streams usable; characters that an encoding lacks are printed as escapes.

    The file descriptor of a closed stream is opened on the null device. Otherwise the next opened
    file would get this descriptor, and with it the stream's output. The null device is opened in
    the opposite mode, so that any use of the stream is an error.
    """
    for number, mode in _UNUSABLE:
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115 (it stays open)
    sys.stdout = sys.stdout or _writer(1)
    sys.stderr = sys.stderr or _writer(2)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _writer(number: int) -> TextIO:
    return open(number, "w", encoding="utf-8", closefd=False)


def discard_output() -> None:
    """Discard output that cannot be written, so that it is not flushed again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
