"""Where work is done: in this process, or in several others."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from notation import LudographError

IN_FLIGHT = 3
"""Pieces for each worker that are being worked or wait for it."""


class WorkerLost(LudographError):
    """A worker that ended before its work was done."""


class Promise(Protocol):
    """The result of work that may not be done yet."""

    def result(self) -> Any:
        """Wait for the work and return its result, or raise what it raised."""

    def cancel(self) -> Any:
        """Give the work up, if it has not begun."""


class Pool(Protocol):
    """Takes work.

    Attributes:
        width: pieces of work to hand over before waiting for the first of them.
        remote: whether the work is done on other machines, which see the same files.
    """

    width: int
    remote: bool

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Hand over work."""


@dataclass(frozen=True, slots=True)
class Done:
    """The result of work that is done."""

    value: Any

    def result(self) -> Any:
        """Return the result."""
        return self.value

    def cancel(self) -> bool:
        """Tell that it is too late for that."""
        return False


class Here:
    """Does work in this process, at once."""

    width = 1
    remote = False

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Do the work."""
        return Done(function(*arguments))


@contextmanager
def local_pool(jobs: int) -> Iterator[Pool]:
    """Open a pool of so many processes, which end with it.

    Args:
        jobs: how many; 1 does the work in this process, 0 takes one for each processor.
    """
    if jobs == 1:
        yield Here()
        return
    # Loaded here: most work is done in one process, which starts sooner without.
    from analysis.batch.processes import processes

    with processes(jobs) as pool:
        yield pool
