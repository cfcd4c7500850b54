"""Other processes of this machine that do work."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import wait
from typing import Any

from analysis.batch.pools import IN_FLIGHT, Promise, WorkerLost


class Processes:
    """Has work done by other processes.

    Args:
        executor: the processes.
        jobs: how many there are.
    """

    remote = False

    def __init__(self, executor: ProcessPoolExecutor, jobs: int) -> None:
        self._executor = executor
        self.width = IN_FLIGHT * jobs

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Hand over work.

        Raises:
            Lost: a worker has ended, and with it all of them.
        """
        with _telling():
            return _Watched(self._executor.submit(function, *arguments))


@contextmanager
def _telling() -> Iterator[None]:
    """Say in our words that a worker was lost."""
    try:
        yield
    except BrokenProcessPool:
        message = "a worker process was killed, perhaps for want of memory: try fewer --jobs"
        raise WorkerLost(message) from None


class _Watched:
    """A promise that says in our words that a worker was lost."""

    def __init__(self, promise: "Future[Any]") -> None:
        self._promise = promise

    def result(self) -> Any:
        with _telling():
            return self._promise.result()

    def cancel(self) -> bool:
        return self._promise.cancel()


@contextmanager
def processes(jobs: int) -> Iterator[Processes]:
    """Open a pool of so many processes, which end with it; 0 takes one for each processor."""
    jobs = jobs or _processors()
    executor = ProcessPoolExecutor(jobs, get_context(_start_method()), _begin)
    try:
        yield Processes(executor, jobs)
    finally:
        # What has begun is soon done: a piece is a fraction of a second.
        executor.shutdown(wait=True, cancel_futures=True)


def _processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start_method() -> str:
    """Return how to start processes: a fork is quick, but no thread may be running beside it."""
    forks = "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if forks else "spawn"


def _begin() -> None:
    """Set up a worker: the parent alone hears Ctrl-C, and no worker outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
