"""Where pieces are worked: in this process or in several; `analysis.batch.cluster` has clusters.

Each is an executor as those of `concurrent.futures`, opened by a context manager that ends it and
raises `WorkerLost` in place of the executor's own errors.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from notation import LudographError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")
Item = TypeVar("Item")
Result = TypeVar("Result", covariant=True)

IN_FLIGHT = 3
"""Pieces submitted for each worker before the first result is awaited."""

PER_PROCESSOR = 4
"""Processes that are started for each processor at most."""


class WorkerLost(LudographError, RuntimeError):
    """A worker that ended before its work was done."""


class Future(Protocol[Result]):
    """A call that is under way, such as a future of `concurrent.futures`."""

    def result(self) -> Result:
        """Return what the call returned, or raise its error."""


class Executor(Protocol):
    """Where calls are made, such as an executor of `concurrent.futures`."""

    def submit(
        self,
        fn: Callable[Arguments, Value],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Value]:
        """Make a call."""


class Workers(NamedTuple):
    """An executor and how it is to be used.

    Attributes:
        executor: the executor.
        in_flight: calls to submit before the first result is awaited.
        remote: whether the calls run on other machines.
        first: where the first calls of a batch are made, until other processes pay off; None where
            all are made by the executor.
    """

    executor: Executor
    in_flight: int = 1
    remote: bool = False
    first: "Executor | None" = None


class Called(NamedTuple, Generic[Value]):
    """A call that is over, as a future.

    Attributes:
        value: what it returned; None if it failed.
        error: what it raised.
    """

    value: Value | None
    error: Exception | None = None

    def result(self) -> Value:
        """Return what the call returned, or raise its error."""
        try:
            if self.error is not None:
                raise self.error
            return cast("Value", self.value)
        finally:
            # Otherwise the error, this frame and this object would keep one another alive.
            del self


class SerialExecutor:
    """Runs each call in this process when it is submitted."""

    def submit(
        self,
        fn: Callable[Arguments, Value],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Called[Value]:
        """Return a future that is done."""
        try:
            return Called(fn(*args, **kwargs))
        except Exception as error:
            return Called(None, error)


def in_order(
    workers: Workers, work: Callable[[Item], Value], items: Iterable[Item]
) -> Iterator[Value]:
    """Yield what a function returns for each item, in their order, a few calls ahead.

    Args:
        workers: where the function is called.
        work: the function; it can be pickled, and so can its values.
        items: what it is called with, each taken when a worker is free for it.
    """
    futures = deque[Future[Value]]()
    for item in items:
        futures.append(workers.executor.submit(work, item))
        if len(futures) >= workers.in_flight:
            yield futures.popleft().result()
    while futures:
        yield futures.popleft().result()


@contextmanager
def local_workers(jobs: int) -> Iterator[Workers]:
    """Open workers on this machine, which end with the context.

    Args:
        jobs: number of processes, of which `most_jobs` are started at most; 1 works in this
            process, 0 takes one for each processor.

    Raises:
        WorkerLost: a process was killed, or could not be started.
    """
    if jobs == 1:
        yield Workers(SerialExecutor())
        return
    # Loaded here: one process starts sooner without.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    jobs = min(jobs or _processors(), most_jobs())
    executor = ProcessPoolExecutor(jobs, get_context(_start_method()), _set_up_worker)
    pool, done = WholePool(executor), False
    try:
        yield Workers(pool, IN_FLIGHT * jobs, first=SerialExecutor())
        done = True
    except BrokenProcessPool:
        message = "a worker process was killed, perhaps for want of memory: try fewer --jobs"
        raise WorkerLost(message) from None
    finally:
        # A second Ctrl-C would let the interpreter end before the pool has ended its processes,
        # and wait for these for ever.
        with _without_interrupts():
            if not done:
                pool.kill()
            executor.shutdown(wait=True, cancel_futures=True)


class WholePool:
    """A pool of processes that are all started, or all ended.

    The pool itself forgets its processes where one of them cannot be started or Ctrl-C comes
    between them: they would wait for calls, and the end of this process for them.

    Args:
        pool: the pool, which has made no call yet.
    """

    def __init__(self, pool: "ProcessPoolExecutor") -> None:
        from multiprocessing import active_children

        self._pool, self._others = pool, frozenset(active_children())

    def submit(
        self,
        fn: Callable[Arguments, Value],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Value]:
        """Make a call in one of the processes, which the first calls start.

        Raises:
            WorkerLost: a process could not be started.
        """
        try:
            with _without_interrupts():
                return self._pool.submit(fn, *args, **kwargs)
        except OSError as error:
            self.kill()
            reason = error.strerror or str(error)
            message = f"no more processes can be started ({reason}): try fewer --jobs"
            raise WorkerLost(message) from None

    def kill(self) -> None:
        """End the processes, whatever they do."""
        from multiprocessing import active_children

        for process in active_children():
            if process not in self._others:
                process.kill()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Put Ctrl-C off; threads and processes that are started meanwhile never take it."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def most_jobs() -> int:
    """Return how many processes are started at most: more only get in each other's way."""
    return PER_PROCESSOR * _processors()


def _processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start_method() -> str:
    """Return how to start processes: a fork is quick, but is unsafe beside other threads."""
    import threading
    from multiprocessing import get_all_start_methods

    forks = "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if forks else "spawn"


def _set_up_worker() -> None:
    """Leave Ctrl-C to the parent process, and end this one when the parent ends."""
    import signal
    import threading
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent.sentinel,), daemon=True).start()


def _exit_after(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
