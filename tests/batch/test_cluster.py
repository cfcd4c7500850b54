"""Batches on a Dask cluster: a scheduler and two workers on this machine; one worker is killed."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import records
from analysis.batch import InputOptions, Pipeline
from analysis.batch.cluster import cluster_workers
from analysis.batch.executors import local_workers
from tests.batch.tasks import described
from tests.cli.batches import ROOT, finish, start, until_written
from tests.records.samples import DEMONSTRATION, rows

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs distributed")

GAME = f'[Variant "standard"]\n[Round "{{}}"]\n\n{rows(DEMONSTRATION)}*\n\n'

BROKEN = '[Round "{}"]\n\n1. 2.7.2N2 11.6.2SE2 2. 2.6.3E4 {{so}}\n\n'


@dataclass
class Cluster:
    """A scheduler and its workers.

    Attributes:
        address: address of the scheduler.
        scheduler: the scheduler.
        workers: the workers.
    """

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def dask(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__WORKER__DAEMON": "0"}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    found = folder / "scheduler.json"
    scheduler = dask(
        folder, "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(found)
    )
    worker = ("worker", "--scheduler-file", str(found), "--nthreads", "1", "--no-nanny")
    workers = [dask(folder, *worker, "--host", "127.0.0.1") for _ in range(2)]
    try:
        # A busy machine may take long; the time-out of tests is the limit.
        while not (found.exists() and found.read_text().strip()):
            assert scheduler.poll() is None
            time.sleep(0.1)
        yield Cluster(json.loads(found.read_text())["address"], scheduler, workers)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def folder(tmp_path) -> Any:
    texts = [(BROKEN if number % 10 == 7 else GAME).format(number) for number in range(600)]
    (tmp_path / "a.txt").write_text("".join(texts[:500]))
    (tmp_path / "b.txt").write_bytes("".join(texts[500:]).replace("\n", "\r\n").encode("cp1252"))
    return tmp_path


def values(workers, folder):
    results = Pipeline(described, workers, InputOptions()).run([str(folder)])
    return list(results)


@pytest.mark.slow
def test_a_cluster_gives_what_one_machine_does(cluster, folder, monkeypatch):
    monkeypatch.setattr("records.pieces.PIECE", 5000)
    (folder / "c.txt").write_text("Élan\n" + GAME.format(1) * 3, encoding="utf-8")

    records.save(records.read(folder / "a.txt"), folder / "d.csv")
    with local_workers(1) as workers:
        single = values(workers, folder)
    with cluster_workers(cluster.address) as workers:
        assert workers.in_flight >= 3
        found = values(workers, folder)
    assert found == single
    assert sum(map(len, single)) == 1103


@pytest.mark.slow
def test_a_worker_that_is_killed_is_stood_in_for(cluster, folder):
    command = ["convert", "a.txt", "b.txt", "--to", "parquet", "-o"]
    assert finish(folder, *command, "single.parquet")[0] == 1
    process = start(folder, *command, "out.parquet", "--cluster", cluster.address)
    until_written(folder, process)  # On an idle machine it may all be written at once.
    cluster.workers[0].kill()
    _, err = process.communicate()
    assert err.decode().splitlines()[-1].startswith("600 read, 540 written, 60 rejected")
    assert cluster.workers[0].wait() < 0
    files = ("out.parquet", "single.parquet", "out-rejects.txt", "single-rejects.txt")
    found, single, rejects, single_rejects = ((folder / name).read_bytes() for name in files)
    assert (found, rejects) == (single, single_rejects)


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_told(folder, monkeypatch, ludograph):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    monkeypatch.setattr("analysis.batch.cluster.CONNECT_TIMEOUT", 1)
    run = ludograph("check", "a.txt", "--cluster", address)
    assert run.status == 2
    assert run.err.startswith(f"ludograph: no Dask scheduler answers at {address}")


def test_without_the_library_it_is_named(monkeypatch, ludograph):
    monkeypatch.setitem(sys.modules, "distributed", None)
    run = ludograph("check", "a.txt", "--cluster", "tcp://127.0.0.1:1")
    assert run.status == 2
    assert run.err == "ludograph: this needs \"pip install 'ludograph[cluster]'\"\n"
    assert ludograph("check", "a.txt", "--cluster", "x", "--jobs", "2").status == 2
