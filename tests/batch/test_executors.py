"""Processes of a batch: all of them are started, or none is left."""

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children

import pytest

from analysis.batch.cluster import ClusterFuture
from analysis.batch.executors import (
    SerialExecutor,
    WorkerLost,
    local_workers,
    most_jobs,
)
from tests.cli.batches import ROOT


def test_processes_are_bounded(monkeypatch):
    counts = []

    class Counting(SerialExecutor):
        def __init__(self, jobs, *_):
            counts.append(jobs)

        def shutdown(self, **_):
            pass

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Counting)
    with local_workers(10**6) as workers:
        workers.executor.submit(len, "")
    assert counts == [most_jobs()]


@pytest.fixture
def second_fork(monkeypatch):
    """Replace the second fork from now on; only a process without threads forks."""
    if not hasattr(os, "fork"):
        pytest.skip("there is no fork")
    monkeypatch.setattr("analysis.batch.executors._start_method", lambda: "fork")
    before, forks, fork = set(active_children()), [], os.fork

    def replace(instead):
        def counted():
            forks.append(1)
            return instead(fork) if len(forks) == 2 else fork()

        monkeypatch.setattr(os, "fork", counted)

    yield replace
    assert len(forks) == 2
    for child in set(active_children()) - before:
        child.join(20)
    assert set(active_children()) == before


def test_where_a_process_cannot_be_started_none_is_left_waiting(second_fork):
    def refuse(fork):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    second_fork(refuse)
    wanted = r"\(Resource temporarily unavailable\).*fewer --jobs"
    with pytest.raises(WorkerLost, match=wanted), local_workers(2) as workers:
        workers.executor.submit(len, "")


def test_an_interrupt_between_two_processes_leaves_none_waiting(second_fork):
    def interrupted(fork):
        signal.raise_signal(signal.SIGINT)
        return fork()

    second_fork(interrupted)
    with pytest.raises(KeyboardInterrupt), local_workers(2) as workers:
        workers.executor.submit(len, "")


def test_a_killed_process_is_told_though_a_call_was_given_up(monkeypatch):
    monkeypatch.setattr("analysis.batch.executors._start_method", lambda: "fork")
    before = set(active_children())

    def wait():
        with local_workers(2) as workers:
            calls = [workers.executor.submit(time.sleep, 30) for _ in range(9)]
            calls[7].cancel()
            (one, _) = set(active_children()) - before
            one.kill()
            calls[8].result()

    with pytest.raises(WorkerLost, match="was killed"):
        wait()


class NeverDone:
    """A call on a cluster without workers, and its client."""

    def result(self, timeout):
        raise TimeoutError

    def done(self):
        return False

    def wait_for_workers(self, count, timeout):
        raise TimeoutError


def test_a_cluster_that_loses_all_its_workers_is_not_waited_for():
    with pytest.raises(WorkerLost, match="lost all of its workers"):
        ClusterFuture(NeverDone(), NeverDone()).result()


def test_a_call_that_runs_out_of_its_own_time_is_over():
    class Late(NeverDone):
        def done(self):
            return True

        def result(self, timeout=None):
            raise TimeoutError("a call")

    with pytest.raises(TimeoutError, match="a call"):
        ClusterFuture(NeverDone(), Late()).result()


def test_calls_under_way_do_not_delay_an_error(monkeypatch):
    monkeypatch.setattr("analysis.batch.executors._start_method", lambda: "fork")

    def fail():
        with local_workers(2) as workers:
            for _ in range(9):
                workers.executor.submit(time.sleep, 30)
            raise ZeroDivisionError

    begin = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        fail()
    assert time.monotonic() - begin < 20


TWICE = """
import os, signal, threading, time
from analysis.batch.executors import local_workers
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    with local_workers(2) as workers:
        for _ in range(4):
            workers.executor.submit(time.sleep, 1)
        time.sleep(0.2)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.slow
def test_a_second_interrupt_leaves_no_process_waiting():
    """A thread whose end is not awaited any more counts as ended, and the pool's ends processes."""
    run = subprocess.run(
        [sys.executable, "-c", TWICE],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
        timeout=20,
    )
    assert run.stdout in (b"interrupted\n", b"")
