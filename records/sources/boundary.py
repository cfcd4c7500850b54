"""The boundary around readers: an error becomes a finding, and reading goes on.

Readers report errors in a file as findings. Any other exception is a fault of the program or of a
library: its finding names the exception and the line of the program.
"""

import zlib
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TypeVar

from notation import Finding, LudographError
from notation.extras import missing_extra
from notation.findings import violation

T = TypeVar("T")

FAULT = "reader-fault"
"""The code of the finding on an unexpected exception."""

UNREADABLE = "unreadable-file"
"""The code of the finding on a file that was not read, or not to its end."""

_PICTURES = {"no-tesseract", "image-size", "image-time", "image-unread"}

NOT_READ = frozenset({UNREADABLE, FAULT, "long-line", "unpacked-size", *_PICTURES})
"""The codes of findings on files that were not read, or not to their end."""

_SHOWN = 200
_OWN = ("notation", "records", "analysis", "ludograph")


class UnreadableFile(OSError, LudographError):
    """A file that cannot be opened or unpacked, or is not text.

    Attributes:
        finding: the reason, with its line.
    """

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class TooLong(OSError, LudographError):
    """A file or member with an unpacked size above the limit."""


def unreadable(error: Exception) -> Finding:
    """Return the finding on an error in opening or unpacking a file."""
    if isinstance(error, UnreadableFile):
        return error.finding
    if extra := missing_extra(error):
        return violation(UNREADABLE, str(extra))
    if isinstance(error, TooLong):
        return violation("unpacked-size", str(error))
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    if isinstance(error, zlib.error):
        reason = f"it is not a gzip file, or a damaged one ({error})"
    return violation(UNREADABLE, f"cannot be read: {reason}")


def fault(error: Exception) -> Finding:
    """Return the finding on an unexpected exception, with its name and place.

    For a missing package the finding names the extra that installs it.
    """
    if extra := missing_extra(error):
        return violation(UNREADABLE, str(extra))
    message = str(error)
    shown = message if len(message) <= _SHOWN else f"{message[:_SHOWN]}..."
    described = f"{type(error).__name__}: {shown}" if shown else type(error).__name__
    return violation(FAULT, f"this could not be read: {described} ({_place(error.__traceback__)})")


def _place(trace: TracebackType | None) -> str:
    """Return the module and line of the last of the project's own functions in a traceback."""
    place = "outside of the program"
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if module.partition(".")[0] in _OWN:
            place = f"{module}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def guarded(items: Iterable[T], failures: list[Finding]) -> Iterator[T]:
    """Yield items up to an error; append its finding to ``failures``."""
    try:
        yield from items
    except UnreadableFile as error:
        failures.append(error.finding)
    except Exception as error:
        failures.append(fault(error))
