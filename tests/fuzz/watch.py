"""What breaks a law: its name and place, and the time limit."""

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
    """A law that does not hold of an input.

    Args:
        law: name of the law.
        why: what was found instead.
    """

    def __init__(self, law: str, why: str = "") -> None:
        super().__init__(f"{law}: {why}")
        self.law = law


class Hang(BaseException):
    """A step that takes too long; no error of reading, so that no reader handles it."""


class Fault(BaseException):
    """An error that a reader did not expect; users see it as a finding, so no reader handles it."""


def _ring(_number: int, frame: FrameType | None) -> None:
    raise Hang


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `Hang` once so many seconds of this process's time have been spent."""
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Failure(NamedTuple):
    """How a law was broken.

    Attributes:
        law: name of the law, or of the exception.
        key: what makes two failures the same: the law, and the function of the project.
        text: the traceback.
    """

    law: str
    key: str
    text: str


def failure_of(error: BaseException) -> Failure:
    """Describe an exception; of a hang, the first function of the project that it was in."""
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
