"""Batches: the results do not depend on the pieces or on the number of workers."""

import gc
import gzip
import weakref
import zipfile
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import records
from analysis.batch import InputOptions, Pipeline
from analysis.batch.executors import Workers, local_workers
from records.jsonl import to_json
from tests.batch.tasks import described
from tests.examples import examples, full
from tests.records.samples import ROW

GAMES = [
    f'[White "Anna"]\n[Round "1"]\n\n{ROW}',
    f'[Game "epaminondas"]\n[Variant "standard"]\n\n{ROW}2. 2.6.3E1 10.7.3S3\n1-0\n',
    '[Game "gipf"]\n\n1. e2 e8\n2. b2 h5\n*\n',
    f'{ROW}{{a comment\n\n[Round "9"]\n\nthat never ends\n',
    f"{ROW}{{a comment\n\nwith a blank line\n\n[not a tag]\n\n}} 2. 2.6.3E1\n",
    '[White "Nobody"]\n',
    '[Event "Cup"]\n\n[Round "2"]\n\n1. 2.7.2N2 11.6.2SE2\n',
    "Some prose about games.\n",
    "A title of a game\n\n1. 2.7.2N2 11.6.2SE2\n",
    "-----\n",
    "\n\n\n",
    "1-0\n",
    "{",
    '[Round "3"] 1. 2.7.2N2\n',
    "[\n",
    '[Broken "',
    "2. 2.6.3E1 10.7.3S3\n",
    "René\x85\u2028\x0c?\n",
]

TEXTS = st.lists(st.sampled_from(GAMES), max_size=9).flatmap(
    lambda parts: st.sampled_from(["\n", "", "\n\n"]).map(lambda joint: joint.join(parts))
)


def run(names, jobs=1, **reading):
    with local_workers(jobs) as workers:
        return [one for done in Pipeline(described, workers, InputOptions(**reading)).run(names)
                for one in done]  # fmt: skip


def expected(names, **reading):
    """Return the records that a single reader finds, without their original lines."""
    return [
        to_json(record)
        | {
            "here": record.source.to_json(),
            "findings": [repr(one) for one in record.findings],
            "places": list(record.places),
        }
        for record in InputOptions(**reading).records(names)
    ]


def without_lines(found):
    return [{key: value for key, value in one.items() if key != "original"} for one in found]


@pytest.mark.slow
@examples(300)
@given(TEXTS, st.integers(1, 60), st.sampled_from(["\n", "\r\n", "\r"]),
       st.sampled_from(["utf-8", "cp1252", "utf-16"]))  # fmt: skip
def test_any_text_cut_anywhere_is_read_as_by_one_reader(tmp_path_factory, text, size, ends, code):
    path = tmp_path_factory.getbasetemp() / "text.txt"
    path.write_bytes(text.replace("\n", ends).encode(code, errors="replace"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("records.pieces.PIECE", size)
        patch.setattr("records.pieces.HOLD", 2)
        found = run([path])
    assert without_lines(found) == expected([path])


def test_blank_lines_after_a_comment_count_alike_however_the_text_is_cut(tmp_path, monkeypatch):
    path = tmp_path / "text.txt"
    path.write_text("\n".join([GAMES[3], GAMES[10], GAMES[4]]))
    whole = expected([path])
    monkeypatch.setattr("records.pieces.PIECE", 4)
    monkeypatch.setattr("records.pieces.HOLD", 2)
    assert without_lines(run([path])) == whole


LONG = "".join(
    f'[White "Léa {number}"]\n\n{ROW}2. 2.6.3E1 {{a\n\n[Round "{number}"] b}} 10.7.3S3\n\n'
    if number % 5
    else f"Game {number}\n\n{ROW}1-0\n-----\n{ROW}"
    for number in range(24)
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a file of every kind; pieces are so small that each file has several."""
    plain = tmp_path / "a.txt"
    plain.write_text(LONG)
    (tmp_path / "b-windows.txt").write_bytes(LONG.replace("\n", "\r\n").encode("cp1252"))
    (tmp_path / "c.txt").write_bytes(LONG.encode("utf-16"))
    (tmp_path / "d.txt.gz").write_bytes(gzip.compress(LONG.encode()))
    (tmp_path / "e.txt").write_text("Nothing to see here.\n" * 200)
    (tmp_path / "empty.txt").touch()
    with zipfile.ZipFile(tmp_path / "f.zip", "w") as archive:
        archive.writestr("one.txt", LONG)
        archive.writestr("two.png", b"\x89PNG\0")
    found = [one for one in records.read(plain) if one.game]
    for name in ("g.jsonl", "h.csv", "i.parquet"):
        records.save(found, tmp_path / name, lossy=True)
    lines = (tmp_path / "g.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "g.jsonl").write_text("\n".join(lines[:20]) + "{\n" + "".join(lines[20:]))
    monkeypatch.setattr("records.pieces.PIECE", 700)
    return tmp_path


@pytest.mark.slow
def test_any_number_of_jobs_gives_the_same(folder, monkeypatch):
    names = [str(folder), "missing.txt", str(folder / "a.txt")]
    single = run(names)
    assert without_lines(single) == expected(names)
    assert len({one["here"]["path"] for one in single}) == 12
    for jobs in (2, 3) if full() else (3,):
        assert run(names, jobs) == single
    for size in (50, 1 << 20) if full() else (1 << 20,):
        monkeypatch.setattr("records.pieces.PIECE", size)
        assert without_lines(run(names, 2)) == without_lines(single)


def test_original_lines_are_those_of_the_source(tmp_path, monkeypatch):
    path, lines = tmp_path / "a.txt", LONG.split("\n")
    path.write_text(LONG)
    monkeypatch.setattr("records.pieces.PIECE", 700)
    found = run([path])
    assert run([path], jobs=2) == found
    for one in found:
        original = one["original"].split("\n")
        assert lines[one["here"]["line"] - 1] in original
        assert "".join(original) in "".join(lines)
    assert "".join(one["original"] for one in found) == LONG


class Counting:
    """An executor that makes calls on request, and counts the calls that are still referenced."""

    def __init__(self) -> None:
        self.most = 0
        self._kept: weakref.WeakSet[partial[object]] = weakref.WeakSet()

    def submit(self, work, *arguments):
        made: partial[object] = partial(work, *arguments)
        self._kept.add(made)
        self.most = max(self.most, len(self._kept))
        return made


@pytest.mark.slow
def test_few_pieces_are_on_their_way_at_a_time(folder):
    counting = Counting()
    workers = Workers(counting.submit, in_flight=4)
    found = [one for done in Pipeline(described, workers, InputOptions()).run([str(folder)])
             for one in done]  # fmt: skip
    assert without_lines(found) == expected([str(folder)])
    assert 2 <= counting.most <= workers.in_flight + 1


class Broken(Exception):
    """An exception that supports weak references."""


def broken(batch):
    raise Broken


@pytest.mark.slow
def test_an_error_of_a_task_keeps_no_file_open(folder):
    gc.collect()
    gc.disable()
    try:
        try:
            list(Pipeline(broken, Workers(), InputOptions()).run([folder]))
        except Broken as error:
            found = weakref.ref(error)
        assert found() is None
    finally:
        gc.enable()
