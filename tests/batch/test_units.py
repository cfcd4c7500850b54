"""What batches are made of: lines of records, counts, losses, workers, files of rejects."""

import io
import os
import signal
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import records
from analysis.batch import InputOptions, Pipeline, RecordBatch, executors, pipeline
from analysis.batch.convert import Converted, Converter, Loss, add_losses, losses_of
from analysis.batch.executors import Workers, in_order, local_workers, most_jobs
from analysis.batch.games import (
    GameCounts,
    GamesTask,
    SelectedGames,
    is_game,
    is_passed_over,
    is_unreadable,
)
from analysis.batch.output import Output, put_rejects
from analysis.batch.settings import Settings, find_settings
from analysis.batch.work import LineStarts, starting_lines, work
from analysis.select.condition import parse_condition
from analysis.select.selection import Selection
from notation.findings import note, violation
from records import Record, Source
from records.assumptions import Assumptions
from records.formats import find
from records.pieces import TextPiece
from records.sources.names import Folders

TEXT = '[Round "1"]\n\n1. 2.7.2N2\n\n[Round "2"]\n\n1. 2.7.2N9\n'


def test_lines_begin_where_the_last_one_ends():
    starts = LineStarts("a\nbb\n\nc")
    assert [starts.start(at) for at in (3, 0, 1, 2, 4, 99)] == [6, 0, 2, 5, 7, 7]
    assert [LineStarts("a\n").start(at) for at in range(4)] == [0, 2, 2, 2]


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
    assert [batch.length(at) for at in range(2)] == [1, 1]
    assert not batch.is_tidy(0)


def test_without_lines_there_are_none():
    batch = RecordBatch("a", [Record(("A1",), "megiddo", source=Source("a", 1, 1))])
    assert (batch.original(0), batch.source_line(1)) == (None, None)


def test_a_record_without_a_game_begins_after_all_lines():
    found = [Record(source=Source("a", line, game)) for line, game in ((5, 1), (7, 0), (9, 2))]
    split = find("text").split
    assert [*starting_lines(found, split, 2)] == [2, sys.maxsize, 6]
    assert [*starting_lines(found, None, 2)] == [sys.maxsize] * 3


def piece_of(text, number=0, size=0, last=True):
    made = TextPiece("a.txt", "text", Assumptions(), text, last=last)
    return made._replace(number=number, size=size, line=7, complete=True)


def share_and_places(batch):
    return batch.share, [(one.source.line, one.source.game) for one in batch.records]


@pytest.mark.parametrize(("number", "size", "share"), [(0, 0, 1), (4, 0, 5), (0, 900, None)])
def test_work_counts_games_from_those_before_and_knows_the_share(number, size, share):
    worked = work(share_and_places, piece_of(TEXT, number, size), 3)
    assert worked.value
    found, places = worked.value
    assert found == (share or size / len(TEXT))
    assert places == [(8, 4), (12, 5)]
    assert (worked.before, worked.games) == (3, 2)


def test_a_piece_that_may_go_on_is_read_together_with_the_next():
    assert work(share_and_places, piece_of("{a comment", last=False), 3) == (None, 3, 0)


def test_records_that_cannot_be_cut_come_in_batches_of_equal_size(tmp_path, monkeypatch):
    monkeypatch.setattr(pipeline, "BATCH", 3)
    games = [Record(("A1",), "megiddo", "base", "book")] * 7
    records.save(games, tmp_path / "a.parquet")
    run = Pipeline(share_and_places, Workers(), InputOptions())
    found = list(run.run([tmp_path / "a.parquet"]))
    assert [share for share, _ in found] == [1, 2, 3]
    assert [[game for _, game in places] for _, places in found] == [[1, 2, 3], [4, 5, 6], [7]]


# Workers


def test_so_many_calls_are_on_their_way_and_their_values_come_in_order():
    done = []

    def submit(work, item):
        done.append(item)
        return lambda: (work(item), list(done))

    found: list[object] = list(in_order(Workers(submit, 2), str, [1, 2, 3]))
    assert found == [("1", [1, 2]), ("2", [1, 2, 3]), ("3", [1, 2, 3])]


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


@pytest.mark.parametrize(("methods", "threads", "method"), [
    (["fork", "spawn"], 1, "fork"), (["fork", "spawn"], 2, "spawn"), (["spawn"], 1, "spawn"),
])  # fmt: skip
def test_only_a_process_without_threads_forks(monkeypatch, methods, threads, method):
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: methods)
    monkeypatch.setattr("threading.active_count", lambda: threads)
    assert executors._start_method() == method


class Process:
    def __init__(self, said, name):
        self.kill = lambda: said.append(f"kill {name}")


class Pool:
    """An executor that says what becomes of it."""

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


def test_what_is_a_game_and_what_is_passed_over(tmp_path):
    (tmp_path / "in").mkdir()
    folders = Folders([str(tmp_path)])
    inside, outside = str(tmp_path / "a.txt"), "b.txt"
    empty = [Record(source=Source(path, 1, 0)) for path in (inside, outside)]
    assert [is_passed_over(one, folders) for one in empty] == [True, False]
    assert not is_passed_over(Record(source=Source(inside, 1, 1)), folders)
    assert [is_game(one) for one in (*empty, Record(source=Source("a", 1, 2)))] == [0, 0, 1]
    assert not is_unreadable(empty[0])


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
    found = [
        (one.value, [*map(shown, one.counts)], one.filtered, len(one.others), len(set(one.prints)))
        for one in parts
    ]
    return found, tags


def shown(counts):
    return counts.games, counts.plies, counts.notes, counts.wrong


def test_games_are_counted_played_or_as_they_are_recorded():
    assert counted(tagged=True) == (
        [([2, 1, 2, 2, 0], [(4, 7, 2, 1)], 0, 1, 0)], frozenset({"Red"}),
    )  # fmt: skip
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


def test_counts_of_games_are_added():
    one = GameCounts(1, 2, 3, 4, Counter({1: 2}), 5)
    one.add(GameCounts(10, 20, 30, 40, Counter({1: 1, 3: 1}), 50))
    assert one == GameCounts(11, 22, 33, 44, Counter({1: 3, 3: 1}), 55)


# Conversion


def test_losses_are_counted_by_message_with_the_first_place():
    record = Record(source=Source("a", 4, 1))
    lost = losses_of(record, [note("left-out", "x"), note("left-out", "x").at(line=6, column=2)])
    assert lost == {"x": Loss(1, 2, "a:4")}
    other = {"x": Loss(1, 1, "b:1"), "y": Loss(2, 3, "b:2:5")}
    add_losses(lost, other)
    assert lost == {"x": Loss(2, 3, "a:4"), "y": Loss(2, 3, "b:2:5")}
    (found,) = losses_of(record, [note("left-out", "z").at(line=6, column=2)]).values()
    assert found.first == "a:6:2"
    one = Converted(b"", 1, 2, 3, 4, 5, "", {"x": Loss(1, 1, "c")}, Counter({"a": 1}))
    one.add(Converted(b"", 10, 20, 30, 40, 50, "", {"x": Loss(1, 4, "d")}, Counter({"a": 2})))
    assert one == Converted(b"", 11, 22, 33, 44, 55, "", {"x": Loss(2, 5, "c")}, Counter({"a": 3}))


def converted(batch, chosen=None, as_recorded=False, **options):
    reading = InputOptions(as_recorded=as_recorded)
    numbers = range(len(batch.records)) if chosen is None else chosen
    found = SelectedGames(batch, numbers, lambda: reading.replays(batch.records))
    return Converter(**options)(found)


def test_games_are_written_or_rejected_with_their_lines_and_findings():
    done = converted(batch_of(), format="jsonl")
    assert (done.written, done.rejected, done.accepted, done.illegal) == (1, 1, 0, 0)
    (kept,) = records.read_text(done.fragment.decode(), format="jsonl")
    assert kept.moves == ("2.7.2N2",)
    rule, finding, *lines = done.rejects.splitlines()
    assert rule == f"# {'-' * 38}"
    assert finding.startswith("# <text>:5: line 7, column 4: move 1, White, 2.7.2N9: ")
    assert finding.endswith("]")
    assert "\n".join(lines) == batch_of().original(1)
    (text,) = converted(batch_of(), format="jsonl", rejects="jsonl").rejects.splitlines()
    (again,) = records.read_text(text, format="jsonl")
    assert [one["ply"] for one in again.extra["violations"]] == [1]


def test_of_rejected_games_without_lines_the_record_is_written():
    done = converted(SOME, format="text", dialect="book")
    assert (done.written, done.rejected) == (3, 1)
    assert done.rejects.split()[-4:] == ["1.", "A1", "A1", "*"]
    assert "# a:3: move 1, Blue, A1: " in done.rejects
    assert converted(SOME, [0, 4], format="text").written == 1
    assert converted(SOME, [4], format="text").fragment == b""


def test_what_was_lost_in_reading_is_counted_and_formulas_are_too():
    odd = replace(VALID, comment="=1+1", findings=(note("skipped-text", "x"), note("heading", "y")))
    done = converted(RecordBatch("a", [odd]), format="csv-games")
    assert (done.notes, done.formulas) == (Counter({"skipped-text": 1}), 1)
    safe = converted(RecordBatch("a", [odd]), format="csv-games", safe_csv=True).fragment
    assert (b",=1+1," in done.fragment, b",=1+1," in safe) == (True, False)


# Files of rejects


def body(folder, text):
    path = folder / "body"
    path.write_text(text)
    return path


def test_a_file_of_rejects_is_replaced_unless_somebody_has_edited_it(tmp_path):
    path = tmp_path / "rejects.txt"
    assert put_rejects(path, body(tmp_path, "one\n")) is None
    head, text = path.read_text().split("\n", 1)
    assert head.startswith("# Rejected by ludograph convert.")
    assert text == "one\n"
    assert put_rejects(path, body(tmp_path, "two\n")) is None
    assert path.read_text().endswith("\ntwo\n")
    for number in (1, 2):
        path.write_text(f"{path.read_text()}edited {number}")
        aside = put_rejects(path, body(tmp_path, "three\n"))
        assert aside == tmp_path / f"rejects.txt.{number}~"
        assert aside
        assert aside.read_text().endswith(f"edited {number}")
    assert put_rejects(path, None) is None
    assert not path.exists()


def test_rejects_in_json_have_no_heading_and_are_never_overwritten(tmp_path):
    path = tmp_path / "rejects.jsonl"
    put_rejects(path, body(tmp_path, '{"a": 1}\n'))
    assert path.read_text() == '{"a": 1}\n'
    assert put_rejects(path, None) == tmp_path / "rejects.jsonl.1~"


@pytest.mark.parametrize("name", ["text", "parquet"])
def test_an_output_is_whole_when_it_is_complete_and_old_rejects_go(tmp_path, name):
    out, rejects, form = tmp_path / "out", tmp_path / "rejects.txt", find(name)
    for rejected, there in ((b"one\n", True), (b"", False)):
        with Output(str(out), form, str(rejects), print) as made:
            made.append(form.pack([VALID]))
            if rejected:
                made.reject(rejected)
            assert made.complete() is None
        (again,) = records.read(str(out), format=name)
        assert (again.moves, rejects.exists()) == (VALID.moves, there)


def test_old_rejects_stay_where_games_are_printed(tmp_path, monkeypatch):
    rejects = tmp_path / "rejects.txt"
    put_rejects(rejects, body(tmp_path, "one\n"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    with Output(None, find("text"), str(rejects), print) as made:
        assert made.complete() is None
    assert rejects.exists()


def test_rejects_without_a_file_are_shown(tmp_path):
    shown: list[bytes] = []
    with Output(str(tmp_path / "out"), find("text"), None, shown.append) as made:
        made.reject(b"one\n")
        made.complete()
    assert shown == [b"one\n"]


# Settings


def settings_of(folder: Path, text: str) -> Settings:
    (folder / "ludograph.toml").write_text(text)
    found = find_settings(str(folder))
    assert found
    return found


def test_settings_have_their_values_and_names(tmp_path):
    found = settings_of(
        tmp_path,
        'game = "GIPF"\nvariant = "basic"\ninclude = ["in/*.txt"]\nselect = ["heading"]\n'
        'strict = true\noutput-format = "json"\n',
    )
    assert found == Settings(
        str(tmp_path / "ludograph.toml"), "gipf", "basic", None, ("in/*.txt",), (), ("heading",),
        (), True, "json",
    )  # fmt: skip
    assert found.named() == {
        "game": "gipf", "variant": "basic", "include": ("in/*.txt",), "select": ("heading",),
        "strict": True, "output-format": "json",
    }  # fmt: skip
    assert [found.value("variant", game) for game in (None, "gipf", "megiddo")] == [
        "basic", "basic", None,
    ]  # fmt: skip
    assert (found.value("dialect"), found.value("exclude")) == (None, ())
    assert found.value("include") == (str(tmp_path / "in/*.txt"),)
    policy = found.policy()
    assert (policy.select, policy.ignore, policy.strict) == (
        frozenset({"heading"}),
        frozenset(),
        True,
    )


def test_the_nearest_file_with_settings_applies_and_is_read_again_when_it_changed(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.ludograph]\ngame = "gipf"\n')
    (inner / "pyproject.toml").write_text("[tool.other]\n")
    found = find_settings(str(inner))
    assert found
    assert (found.game, found.path) == ("gipf", str(tmp_path / "pyproject.toml"))
    assert settings_of(inner, 'game = "megiddo"').game == "megiddo"
