"""Workers in this process or in several; workers of clusters are in `analysis.batch.cluster`.

    with local_workers(jobs=2) as workers:
        calls = [workers.submit(len, text) for text in texts]
        lengths = [call() for call in calls]

Workers are opened by a context manager that ends them, and that raises `WorkerLost` in place of the
errors of their executor.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from notation import LudographError

Value = TypeVar("Value")
Item = TypeVar("Item")

Call: TypeAlias = Callable[[], Value]
"""A submitted call. Calling it returns the result or raises the error; it is called once."""

IN_FLIGHT = 3
"""Number of calls that are submitted per worker before the first result is awaited."""

PER_PROCESSOR = 4
"""Maximum number of processes per processor."""


class WorkerLost(LudographError, RuntimeError):
    """A worker ended before its work was done."""


class Workers(NamedTuple):
    """Workers to which calls are submitted.

    Attributes:
        submit: takes a function and its arguments, and returns the submitted call. By default the
            function is called in this process, when the result is asked for.
        in_flight: number of calls to submit before the first result is awaited.
        remote: whether the calls run on other machines.
    """

    submit: Callable[..., Call[Any]] = partial
    in_flight: int = 1
    remote: bool = False


def in_order(
    workers: Workers, work: Callable[[Item], Value], items: Iterable[Item]
) -> Iterator[Value]:
    """Yield the value of a function for each item, in the order of the items.

    A few calls are submitted ahead, see `Workers.in_flight`.

    Args:
        workers: the workers that call the function.
        work: the function; it and its values can be pickled.
        items: the arguments; each is taken only when its call is submitted.
    """
    calls = deque[Call[Value]]()
    for item in items:
        calls.append(workers.submit(work, item))
        if len(calls) >= workers.in_flight:
            yield calls.popleft()()
    while calls:
        yield calls.popleft()()


@contextmanager
def local_workers(jobs: int) -> Iterator[Workers]:
    """Open workers on this machine, which end with the context.

    Args:
        jobs: number of processes, at most `most_jobs`; 0 for one per processor. With 1, calls are
            made in this process. Other processes are started with the first call.

    Raises:
        WorkerLost: a process was killed, or could not be started.
    """
    if jobs == 1:
        yield Workers()
        return
    jobs = min(jobs or _processors(), most_jobs())
    with ExitStack() as stack:
        pool = cache(lambda: stack.enter_context(_processes(jobs)))
        yield Workers(lambda *call: pool()(*call), IN_FLIGHT * jobs)


@contextmanager
def _processes(jobs: int) -> Iterator[Callable[..., Call[Any]]]:
    """Start processes, which end with the context; return the function that submits calls.

    If a process cannot be started, or Ctrl-C interrupts the start, the processes already started
    are ended. `ProcessPoolExecutor` would leave them waiting for calls forever, and this process
    would wait for them at its exit.

    Raises:
        WorkerLost: a process was killed, or could not be started.
    """
    # Loaded here: one process starts sooner without.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    executor = ProcessPoolExecutor(jobs, get_context(_start_method()), _set_up_worker)
    others, done = frozenset(active_children()), False

    def submit(*call: Any) -> Call[Any]:
        try:
            with _without_interrupts():
                return executor.submit(*call).result
        except OSError as error:
            reason = error.strerror or str(error)
            message = f"no more processes can be started ({reason}): try fewer --jobs"
            raise WorkerLost(message) from None

    try:
        yield submit
        done = True
    except BrokenProcessPool:
        message = "a worker process was killed, perhaps for lack of memory: try fewer --jobs"
        raise WorkerLost(message) from None
    finally:
        # After a second Ctrl-C, the interpreter would exit before the pool has ended its processes,
        # and would wait for these forever.
        with _without_interrupts():
            for process in () if done else active_children():
                if process not in others:
                    process.kill()
            if not done:
                # A process that was killed while it sent a result would be waited for.
                results: Any = executor._result_queue
                results._writer.close()
            executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl-C in the context, also for threads and processes started in it."""
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
    """Return the maximum number of processes that is useful on this machine."""
    return PER_PROCESSOR * _processors()


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start_method() -> str:
    """Return the method to start processes: fork, which is fast, unless other threads make it
    unsafe."""
    import threading
    from multiprocessing import get_all_start_methods

    forks = "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if forks else "spawn"


def _set_up_worker() -> None:
    """Ignore Ctrl-C, which the parent handles, and end this process when the parent ends."""
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
