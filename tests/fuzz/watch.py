"""Broken laws: exceptions, their description, and the time limit."""

import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

ROOT = str(Path(__file__).parents[2])

SECONDS = 2.0
"""Seconds of processor time that one step of a law may take on a small input."""


class Broken(Exception):
    """An input breaks a law.

    Args:
        law: name of the law.
        why: the values that break the law.
    """

    def __init__(self, law: str, why: str = "") -> None:
        super().__init__(f"{law}: {why}")
        self.law = law


class Hang(BaseException):
    """A step takes too long; readers do not catch this exception."""


class Fault(BaseException):
    """A reader fails unexpectedly, which users see as a finding; readers do not catch this."""


def _ring(_number: int, frame: FrameType | None) -> None:
    raise Hang


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `Hang` after a number of seconds of processor time."""
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Failure(NamedTuple):
    """A broken law.

    Attributes:
        law: name of the law, or of the exception.
        key: the law and the function of the project; equal for equal failures.
        text: the traceback.
    """

    law: str
    key: str
    text: str


def failure_of(error: BaseException) -> Failure:
    """Return the description of an exception; for a hang, with the outermost project function."""
    frames = [
        (Path(frame.filename).relative_to(ROOT).as_posix(), frame.name)
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(ROOT)
    ]
    inside = [one for one in frames if not one[0].startswith("tests/")]
    law, place = type(error).__name__, ""
    if isinstance(error, Broken):
        law = error.law
    elif isinstance(error, Fault):
        place = str(error).rpartition("(")[2]
    elif inside:
        place = ":".join(inside[0 if isinstance(error, Hang) else -1])
    text = "".join(traceback.format_exception(error, limit=-12))[-1500:]
    return Failure(law, f"{law} {place}", text)
