"""Where pieces are worked: in this process, in several processes, or on a Dask cluster.

Each is an executor of `concurrent.futures`, opened by a context manager that ends it and raises
`WorkerLost` in place of the executor's own errors.

A worker of a cluster receives the name of a file and a range of its bytes. The text itself is sent
where a file is compressed, is standard input, or is not UTF-8 with plain line ends. Dask repeats
the work of a lost worker on another one.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from notation import LudographError
from notation.errors import MissingExtra
from notation.values import frozen

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

CONNECT_TIMEOUT = 15
"""Seconds in which a scheduler has to answer and to have a worker."""


class WorkerLost(LudographError, RuntimeError):
    """A worker that ended before its work was done."""


class NoCluster(LudographError, ConnectionError):
    """A cluster that cannot be used."""


class Future(Protocol[Result]):
    """A call that is under way, such as a future of `concurrent.futures`."""

    def result(self) -> Result:
        """Return what the call returned, or raise its error."""

    def cancel(self) -> bool:
        """Give the call up, if it has not begun."""


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


@frozen
class Workers:
    """An executor and how it is to be used.

    Attributes:
        executor: the executor.
        in_flight: calls to submit before the first result is awaited.
        remote: whether the calls run on other machines, which read the same files.
        first: where the first call of a long batch is made, so that the processes that are forked
            after it share its memos; None where they would not.
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

    def cancel(self) -> bool:
        """Return False: it is too late."""
        return False


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
    method = _start_method()
    executor = ProcessPoolExecutor(jobs, get_context(method), _set_up_worker)
    first = SerialExecutor() if method == "fork" else None
    pool, done = WholePool(executor), False
    try:
        yield Workers(pool, IN_FLIGHT * jobs, first=first)
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


def _client(kind: Any, address: str) -> Any:
    """Return a client of a Dask scheduler.

    Raises:
        NoCluster: none answers.
    """
    client = kind.__new__(kind)
    try:
        client.__init__(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        # Dask would wait for a farewell when it discards a client that never had a scheduler.
        client.status = "closed"
        client.loop.add_callback(client.loop.stop)
        raise NoCluster(f"no Dask scheduler answers at {address}: {error}") from None
    return client


@contextmanager
def cluster_workers(address: str) -> Iterator[Workers]:
    """Connect to a Dask cluster.

    Args:
        address: of its scheduler, such as ``tcp://host:8786``.

    Raises:
        NoCluster: there is no such cluster, it has no workers, or ``distributed`` is not installed.
        WorkerLost: several workers were lost with the same piece, or the connection was.
    """
    from concurrent.futures import CancelledError

    try:
        import distributed
    except ImportError:
        raise NoCluster(str(MissingExtra("cluster"))) from None
    with _client(distributed.Client, address) as client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
        except TimeoutError:
            raise NoCluster(f"the Dask scheduler at {address} has no workers") from None
        threads = sum(client.nthreads().values())
        executor = ClusterExecutor(client)
        try:
            yield Workers(executor, IN_FLIGHT * threads, remote=True)
        except distributed.KilledWorker as error:
            raise WorkerLost(f"workers of the cluster were lost again and again: {error}") from None
        except CancelledError:
            raise WorkerLost(f"the Dask scheduler at {address} was lost") from None


class ClusterExecutor:
    """Makes calls on a Dask cluster, as long as it has workers.

    Args:
        client: a `distributed.Client`.
    """

    def __init__(self, client: Any) -> None:
        self._client, self._executor = client, client.get_executor(pure=False)

    def submit(
        self,
        fn: Callable[Arguments, Value],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> "ClusterFuture[Value]":
        """Make a call on one of the workers."""
        return ClusterFuture(self._client, self._executor.submit(fn, *args, **kwargs))


@frozen
class ClusterFuture(Generic[Value]):
    """A call on a Dask cluster.

    Attributes:
        client: the `distributed.Client`.
        future: the call, of which Dask would never despair.
    """

    client: Any
    future: Any

    def result(self) -> Value:
        """Return what the call returned, or raise its error.

        Raises:
            WorkerLost: the cluster has no worker left.
        """
        while True:
            try:
                return cast("Value", self.future.result(CONNECT_TIMEOUT))
            except TimeoutError:
                if self.future.done():
                    return cast("Value", self.future.result())
            try:
                self.client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
            except TimeoutError:
                raise WorkerLost("the Dask cluster has lost all of its workers") from None

    def cancel(self) -> bool:
        """Give the call up, if it has not begun."""
        return bool(self.future.cancel())
