"""What breaks a law: its name and place, and the time limit."""

import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

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
    """Raise `Hang` once so many seconds of this process's time have been spent.

    Processor time is measured, so that a busy machine breaks no law.
    """
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass(frozen=True, slots=True)
class Failure:
    """How a law was broken.

    Attributes:
        law: name of the law, or of the exception.
        place: the innermost line of the project where it was; empty for none.
        text: the traceback.
    """

    law: str
    place: str
    text: str

    @classmethod
    def of(cls, error: BaseException) -> "Failure":
        """Describe an exception; of a hang, only the function of a law that it was in counts."""
        frames = [
            (Path(frame.filename).relative_to(ROOT).as_posix(), frame)
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename.startswith(ROOT)
        ]
        inside = [(path, one) for path, one in frames if not path.startswith("tests/")]
        if isinstance(error, Fault):
            law, place = "Fault", str(error).rpartition("(")[2]
        elif isinstance(error, Broken) or not inside:
            place, law = "", error.law if isinstance(error, Broken) else type(error).__name__
        else:
            # Where a hang is noticed is chance: the first function of the project names it.
            path, frame = inside[0] if isinstance(error, Hang) else inside[-1]
            law, place = type(error).__name__, f"{path}:{frame.name}"
        text = "".join(traceback.format_exception(error, limit=-25))
        return cls(law, place, text)

    @property
    def key(self) -> tuple[str, str]:
        """What makes two failures the same."""
        return self.law, self.place
