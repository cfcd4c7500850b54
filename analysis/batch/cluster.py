"""Workers on a Dask cluster. The calls of a lost worker are repeated on another worker."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from analysis.batch.executors import IN_FLIGHT, Call, WorkerLost, Workers
from notation import LudographError
from notation.errors import MissingExtra

CONNECT_TIMEOUT = 15
"""Time limit in seconds for a scheduler to answer and to have a worker."""


class NoCluster(LudographError, ConnectionError):
    """The cluster cannot be used."""


@contextmanager
def cluster_workers(address: str) -> Iterator[Workers]:
    """Connect to a Dask cluster.

    Args:
        address: address of its scheduler, such as ``tcp://host:8786``.

    Raises:
        NoCluster: there is no such cluster, it has no workers, or ``distributed`` is not installed.
        WorkerLost: the same call has ended several workers, or the connection was lost.
    """
    from concurrent.futures import CancelledError

    try:
        import distributed
    except ImportError:
        raise NoCluster(str(MissingExtra("cluster"))) from None
    client: Any = distributed.Client.__new__(distributed.Client)
    try:
        client.__init__(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        # Dask would wait for a reply when it closes a client that never had a scheduler.
        client.status = "closed"
        client.loop.add_callback(client.loop.stop)
        raise NoCluster(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
        except TimeoutError:
            raise NoCluster(f"the Dask scheduler at {address} has no workers") from None
        threads = sum(client.nthreads().values())
        executor = client.get_executor(pure=False)

        def submit(*call: Any) -> Call[Any]:
            return partial(cluster_call, client, executor.submit(*call))

        try:
            yield Workers(submit, IN_FLIGHT * threads, remote=True)
        except distributed.KilledWorker as error:
            raise WorkerLost(f"workers of the cluster were lost again and again: {error}") from None
        except CancelledError:
            raise WorkerLost(f"the Dask scheduler at {address} was lost") from None


def cluster_call(client: Any, future: Any) -> Any:
    """Return the result of a call on a Dask cluster, or raise its error.

    Args:
        client: the `distributed.Client`.
        future: the call. Dask alone would wait for it forever if all workers are lost.

    Raises:
        WorkerLost: the cluster has no worker left.
    """
    while True:
        try:
            return future.result(CONNECT_TIMEOUT)
        except TimeoutError:
            if future.done():
                return future.result()
        try:
            client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
        except TimeoutError:
            raise WorkerLost("the Dask cluster has lost all of its workers") from None
