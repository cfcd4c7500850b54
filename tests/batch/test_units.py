"""Parts of batches: lines of records, counts, workers."""

import os
import signal
from dataclasses import replace
from types import SimpleNamespace

import pytest

import records
from analysis.batch import InputOptions, Pipeline, RecordBatch, executors, pipeline
from analysis.batch.executors import Workers, local_workers, most_jobs
from analysis.batch.games import GamesTask
from analysis.batch.work import work
from analysis.select.condition import parse_condition
from analysis.select.selection import Selection
from notation.findings import note, violation
from records import Record, Source
from records.assumptions import Assumptions
from records.formats import find
from records.jsonl import JsonlReader
from records.pieces import TextPiece
from records.sources.boundary import UnreadableFile

TEXT = '[Round "1"]\n\n1. 2.7.2N2\n\n[Round "2"]\n\n1. 2.7.2N9\n'


def batch_of(text=TEXT, line=0, **more):
    split = find("text").split
    found = list(records.read_text(text))
    moved = [replace(one, source=replace(one.source, line=one.source.line + line)) for one in found]
    return RecordBatch("a.txt", moved, text, line, split, **more)


@pytest.mark.parametrize("line", [0, 40])
def test_a_batch_knows_the_lines_of_its_records(line):
    batch = batch_of(line=line)
    first, second = TEXT[: TEXT.index('[Round "2')], TEXT[TEXT.index('[Round "2') :]
    assert [batch.original(at) for at in range(2)] == [first, second]
    lines = TEXT.splitlines()
    shown = [batch.source_line(line + at) for at in range(1, len(lines) + 2)]
    assert shown == [*lines, None]
    assert batch.source_line(line) is None
    assert batch.lengths == [1, 1]
    assert [batch.is_game(at) for at in range(2)] == [True, True]


def piece_of(text, number=0, size=0, last=True):
    made = TextPiece("a.txt", "text", Assumptions(), text, last=last)
    return made._replace(number=number, size=size, line=7, complete=True)


def share_and_places(batch):
    return batch.share, [(one.source.line, one.source.game) for one in batch.records]


@pytest.mark.parametrize(("number", "size", "share"), [(0, 0, 1), (4, 0, 5), (0, 900, None)])
def test_work_counts_games_from_those_before_and_knows_the_share(number, size, share):
    value, games = work(share_and_places, piece_of(TEXT, number, size), 3)
    assert value == (share or size / len(TEXT), [(8, 4), (12, 5)])
    assert games == 5


def test_records_that_cannot_be_cut_come_in_batches_of_equal_size(tmp_path, monkeypatch):
    monkeypatch.setattr(pipeline, "BATCH", 3)
    games = [Record(("A1",), "megiddo", "base", "book")] * 7
    records.save(games, tmp_path / "a.parquet")
    run = Pipeline(share_and_places, Workers(), InputOptions())
    found = list(run.run([tmp_path / "a.parquet"]))
    assert [share for share, _ in found] == [1, 2, 3]
    assert [[game for _, game in places] for _, places in found] == [[1, 2, 3], [4, 5, 6], [7]]


def test_after_a_fault_of_a_reader_games_keep_their_numbers(tmp_path, monkeypatch):
    def feed(reader, blocks, complete=True, read=JsonlReader.feed):
        yield from read(reader, blocks, complete)
        if "fault" in "".join(blocks):
            raise UnreadableFile(violation("unreadable-file", "no more"))

    monkeypatch.setattr(JsonlReader, "feed", feed)
    monkeypatch.setattr("records.pieces.PIECE", 80)
    tags = [{}, {"Event": "fault"}, {}, {}]
    games = [Record(("A1",), "megiddo", "base", "book", tags=one) for one in tags]
    records.save(games, tmp_path / "a.jsonl")
    run = Pipeline(share_and_places, Workers(), InputOptions())
    found = [place for _, places in run.run([tmp_path / "a.jsonl"]) for place in places]
    assert found == [(1, 1), (2, 2), (1, 0), (3, 3), (4, 4)]


# Workers


@pytest.mark.parametrize(("usable", "counted", "processors"), [
    ({0, 4, 5}, 8, 3), (None, 6, 6), (None, None, 1),
])  # fmt: skip
def test_processors_are_those_that_this_process_may_use(monkeypatch, usable, counted, processors):
    if usable is None:
        monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    else:
        monkeypatch.setattr(os, "sched_getaffinity", lambda process: usable, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: counted)
    assert executors._processors() == processors
    assert most_jobs() == 4 * processors


class Process:
    def __init__(self, said, name):
        self.kill = lambda: said.append(f"kill {name}")


class Pool:
    """An executor that records the calls of its methods."""

    said: list[object]
    processes: list[Process]

    def __init__(self, jobs, context, set_up):
        self.said += [jobs, set_up.__name__]
        closing = SimpleNamespace(close=lambda: self.said.append("close"))
        self._result_queue = SimpleNamespace(_writer=closing)

    def submit(self, work, *arguments):
        self.processes.append(Process(self.said, "own"))
        if work is open:
            raise OSError(11, "no room")
        return SimpleNamespace(result=None)

    def shutdown(self, wait, cancel_futures):
        self.said.append(("shutdown", wait, cancel_futures))


@pytest.fixture
def pool(monkeypatch):
    Pool.said, Pool.processes = [], []
    Pool.processes.append(Process(Pool.said, "another"))
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Pool)
    monkeypatch.setattr("multiprocessing.active_children", lambda: list(Pool.processes))
    monkeypatch.setattr(executors, "_processors", lambda: 5)
    return Pool


@pytest.mark.parametrize(("jobs", "started"), [(2, 2), (0, 5), (99, 20)])
def test_workers_that_are_done_are_shut_down(pool, jobs, started):
    with local_workers(jobs) as workers:
        assert (workers.in_flight, workers.remote) == (3 * started, False)
        assert pool.said == []  # no process before a call
        workers.submit(len, "")
    assert pool.said == [started, "_set_up_worker", ("shutdown", True, True)]


@pytest.mark.parametrize(
    ("work", "error"), [(len, ZeroDivisionError), (open, executors.WorkerLost)]
)
def test_after_an_error_own_processes_are_killed_and_no_other(pool, work, error):
    with pytest.raises(error), local_workers(2) as workers:  # noqa: PT012
        workers.submit(work, "")
        raise ZeroDivisionError
    assert pool.said[2:] == ["kill own", "close", ("shutdown", True, True)]


@pytest.mark.parametrize("has_parent", [True, False])
def test_a_worker_ends_with_its_parent_and_ignores_interrupts(monkeypatch, has_parent):
    started: list[object] = []

    class Thread:
        def __init__(self, target, args, daemon):
            started.append((target, args, daemon))

        def start(self):
            started.append("started")

    parent = type("Parent", (), {"sentinel": 7})() if has_parent else None
    monkeypatch.setattr("multiprocessing.parent_process", lambda: parent)
    monkeypatch.setattr("threading.Thread", Thread)
    monkeypatch.setattr(signal, "signal", lambda *call: started.append(call))
    executors._set_up_worker()
    waiting = [(executors._exit_after, (7,), True), "started"] if has_parent else []
    assert started == [(signal.SIGINT, signal.SIG_IGN), *waiting]


def test_interrupts_wait_until_the_block_ends():
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with executors._without_interrupts():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before


# Games


def unread(path="a", game=0):
    return Record(source=Source(path, 1, game), findings=(violation("unreadable-file", "x"),))


VALID = Record(("A1", "B1"), "megiddo", "base", "book", source=Source("a", 1, 1))
WRONG = Record(("A1", "A1"), "megiddo", "base", "book", {"Red": "Ada"}, source=Source("a", 3, 2))
NOTED = Record(("A1", "a2"), "megiddo", "base", "book", source=Source("a", 5, 3))
NOTHING = Record(source=Source("a", 9, 0), findings=(note("no-game", "none"),))
SOME = RecordBatch("a", [VALID, WRONG, NOTED, VALID, NOTHING])


def lengths(found):
    return [one.played for one in found]


def counted(**options):
    chosen = Selection(*options.pop("chosen", ()), **options.pop("selection", {}))
    parts, tags = GamesTask(lengths, chosen, InputOptions(), **options)(SOME)
    found = []
    for one in parts:
        counts = [one.counts, *(counts for _, counts in one.compared)]
        different = len({same for same, _ in one.compared})
        found.append((one.value, [*map(shown, counts)], one.filtered, len(one.others), different))
    return found, tags


def shown(counts):
    return counts.games, counts.plies, counts.notes, counts.wrong


def test_games_are_counted_played_or_as_they_are_recorded():
    assert counted() == ([([2, 1, 2, 2, 0], [(4, 7, 2, 1)], 0, 1, 0)], frozenset())
    tested = {"conditions": (parse_condition('not Green = "x"'),)}
    assert counted(selection=tested)[1] == {"Red"}
    ((_, counts, *_),), tags = counted(judged=False)
    assert (counts, tags) == ([(4, 8, 1, 0)], frozenset())


def test_games_are_selected_and_those_that_may_be_duplicates_counted_apart():
    valid = {"conditions": (parse_condition("valid"),)}
    ((value, (counts,), filtered, *_),), _ = counted(selection=valid)
    assert (value, counts, filtered) == ([2, 2, 2, 0], (3, 6, 2, 0), 1)
    together = [([2, 1, 2, 2, 0], [(0, 0, 1, 0), (1, 2, 0, 0), (1, 1, 0, 1), (1, 2, 1, 0),
                                   (1, 2, 0, 0)], 0, 1, 3)]  # fmt: skip
    assert counted(selection={"dedupe": "moves"}, divisible=True)[0] == together
    apart, _ = counted(selection={"dedupe": "moves"})
    assert [value for value, *_ in apart] == [[2], [1], [2], [2], [0], []]
    assert [len(counts) for _, counts, *_ in apart] == [2, 2, 2, 2, 1, 1]
