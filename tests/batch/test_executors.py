"""Worker processes: all of them are started, or none is left running."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from analysis.batch.cluster import cluster_call
from analysis.batch.executors import WorkerLost, local_workers, most_jobs
from tests.cli.batches import ROOT


def test_processes_are_bounded(monkeypatch):
    counts = []

    class Counting(ThreadPoolExecutor):
        def __init__(self, jobs, *_):
            super().__init__(1)
            counts.append(jobs)

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Counting)
    with local_workers(10**6) as workers:
        assert workers.submit(len, "")() == 0
    assert counts == [most_jobs()]


SECOND_FORK = """
import os, signal
from multiprocessing import active_children
from analysis.batch.executors import WorkerLost, local_workers

fork, forks = os.fork, []

def interrupted():
    signal.raise_signal(signal.SIGINT)
    return fork()

def refused():
    raise BlockingIOError(11, "Resource temporarily unavailable")

def counted():
    forks.append(1)
    return {instead}() if len(forks) == 2 else fork()

os.fork = counted
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    with local_workers(2) as workers:
        workers.submit(len, "")
except (KeyboardInterrupt, WorkerLost) as error:
    print(type(error).__name__, error)
for child in active_children():
    child.join(20)
print(len(forks), "forks,", len(active_children()), "processes left")
"""


KILLED = """
import time
from multiprocessing import active_children
from analysis.batch.executors import WorkerLost, local_workers

try:
    with local_workers(2) as workers:
        calls = [workers.submit(time.sleep, 600) for _ in range(9)]
        active_children()[0].kill()
        calls[8]()
except WorkerLost as error:
    print(type(error).__name__, error)
"""


def in_a_process(script):
    """Return the lines that a script prints in a new interpreter, which forks without threads."""
    run = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
        text=True,
    )
    return run.stdout.splitlines()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize(("instead", "told"), [
    ("refused", r"WorkerLost .*\(Resource temporarily unavailable\).*fewer --jobs"),
    pytest.param("interrupted", "KeyboardInterrupt", marks=pytest.mark.slow),
])  # fmt: skip
def test_where_a_second_process_does_not_start_none_is_left_waiting(instead, told):
    error, left = in_a_process(SECOND_FORK.replace("{instead}", instead))
    assert re.match(told, error)
    assert left == "2 forks, 0 processes left"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_killed_process_is_told():
    (error,) = in_a_process(KILLED)
    assert error.startswith("WorkerLost a worker process was killed")


class NeverDone:
    """A client of a cluster without workers, and a call that never ends."""

    def result(self, timeout):
        raise TimeoutError

    def done(self):
        return False

    def wait_for_workers(self, count, timeout):
        raise TimeoutError


def test_a_cluster_that_loses_all_its_workers_is_not_waited_for():
    with pytest.raises(WorkerLost, match="lost all of its workers"):
        cluster_call(NeverDone(), NeverDone())


FAILED = """
import time
from analysis.batch.executors import local_workers

try:
    with local_workers(2) as workers:
        for _ in range(12):
            workers.submit({call})
        time.sleep({wait})
        raise ZeroDivisionError
except ZeroDivisionError as error:
    print(type(error).__name__)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "wait"),
    [
        pytest.param("time.sleep, 600", 0, id="under way"),
        pytest.param("bytes, 10**8", 0.6, id="being sent"),
    ],
)
def test_calls_and_their_results_do_not_delay_an_error(call, wait):
    assert in_a_process(FAILED.format(call=call, wait=wait)) == ["ZeroDivisionError"]


TWICE = """
import os, signal, threading, time
from analysis.batch.executors import local_workers
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    with local_workers(2) as workers:
        for _ in range(4):
            workers.submit(time.sleep, 1)
        time.sleep(0.2)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.slow
def test_a_second_interrupt_leaves_no_process_waiting():
    """A thread that is not waited for counts as ended; the pool's thread ends the processes."""
    assert in_a_process(TWICE) in (["interrupted"], [])
