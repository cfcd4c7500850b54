"""Batches on a Dask cluster: the same pieces and tasks, worked by machines that share files.

What is handed to a worker is the name of a file and a range of its bytes. Where that is not to be
had, because a file is compressed, comes from standard input or is not UTF-8 with plain line ends,
the text itself is sent. Dask gives the work of a worker that is lost to another.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from analysis.batch.pools import IN_FLIGHT, Pool, Promise, WorkerLost
from notation import LudographError

PATIENCE = 15
"""Seconds in which the scheduler has to answer and to have a worker."""


class NoCluster(LudographError):
    """A cluster that cannot be worked on."""


class _Cluster:
    """Has work done by the workers of a cluster."""

    remote = True

    def __init__(self, client: Any, threads: int) -> None:
        self._client = client
        self.width = IN_FLIGHT * threads

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Hand over work."""
        return _Future(self._client.submit(function, *arguments, pure=False))


class _Future:
    """A promise that says in our words what went wrong with the cluster."""

    def __init__(self, future: Any) -> None:
        self._future = future

    def result(self) -> Any:
        from distributed import KilledWorker

        try:
            return self._future.result()
        except KilledWorker as error:
            raise WorkerLost(f"workers of the cluster were lost again and again: {error}") from None
        except FileNotFoundError as error:
            message = f"{error.filename}: a worker of the cluster does not see this file"
            raise NoCluster(message) from None

    def cancel(self) -> None:
        self._future.cancel()


@contextmanager
def cluster_pool(address: str) -> Iterator[Pool]:
    """Connect to a cluster.

    Args:
        address: of its scheduler, such as ``tcp://host:8786``.

    Raises:
        NoCluster: there is none, it has no workers, or ``distributed`` is not installed.
    """
    try:
        import distributed
    except ImportError:
        needed = "--cluster needs the package distributed: pip install 'ludograph[cluster]'"
        raise NoCluster(needed) from None
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise NoCluster(f"the Dask scheduler at {address} has no workers") from None
        yield _Cluster(client, sum(client.nthreads().values()))
