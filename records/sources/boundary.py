"""The boundary around readers: an error of theirs becomes a finding, and reading goes on.

What is wrong with a file, a reader knows and states in its own findings. Any other exception is a
fault of the program, or of a library: its finding names the exception and the line of the program,
so that nothing is hidden.
"""

from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TypeVar

from notation import Finding, LudographError
from notation.extras import missing_extra
from notation.findings import violation

T = TypeVar("T")

FAULT = "reader-fault"
"""The code of the finding on an error that a reader does not expect."""

_SHOWN = 200
_OWN = ("notation", "records", "analysis", "ludograph")


class UnreadableFile(OSError, LudographError):
    """A file that cannot be opened or decompressed, or that holds no text.

    Attributes:
        finding: why not, with the line.
    """

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def failure_of(error: Exception) -> Finding:
    """Return the finding of an `UnreadableFile`; of any other exception, that with code `FAULT`."""
    return error.finding if isinstance(error, UnreadableFile) else fault(error)


def fault(error: Exception) -> Finding:
    """Return an exception that no reader expects as a finding with its name and place.

    That a package of an extra is missing is no fault of the program: the finding names the extra.
    """
    if extra := missing_extra(error):
        return violation("unreadable-file", str(extra))
    message = str(error)
    shown = message if len(message) <= _SHOWN else f"{message[:_SHOWN]}..."
    described = f"{type(error).__name__}: {shown}" if shown else type(error).__name__
    return violation(FAULT, f"this could not be read: {described} ({_place(error.__traceback__)})")


def _place(trace: TracebackType | None) -> str:
    """Return the line of the project's own code at which an exception was raised last."""
    place = "outside of the program"
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if module.partition(".")[0] in _OWN:
            place = f"{module}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def guarded(items: Iterable[T], failures: list[Finding]) -> Iterator[T]:
    """Yield items for as long as they can be read; add to ``failures`` why not.

    Args:
        items: what a reader yields, or blocks of text.
        failures: gets a finding, as `failure_of` returns it.
    """
    try:
        yield from items
    except Exception as error:
        failures.append(failure_of(error))
