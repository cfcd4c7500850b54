"""Unexpected errors of readers become findings with places, and the other games are read."""

import json
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

import records
import records.jsonl
import records.sgf
import records.text.game
from analysis.batch import InputOptions, Pipeline, RecordBatch
from analysis.batch.executors import Workers
from notation import Finding, findings
from records import Record
from records.jsontext import DEPTH, loads
from records.sgf.grammar import trees
from records.sources.boundary import FAULT
from tests.cases import each_case
from tests.records.samples import codes, messages

MOVES = ("a1-b2", "c3-d4")
FILES = {
    "text": "".join(f'[Event "{name}"]\n\n1. a1-b2 {{x}} c3-d4\n\n' for name in "abc"),
    "plain text": "".join(f'[Event "{name}"]\n\n1. a1-b2 c3-d4\n\n' for name in "abc"),
    "jsonl": "".join(f'{{"tags": {{"Event": "{name}"}}, "moves": ["a1-b2"]}}\n' for name in "abc"),
    "sgf": "".join(f"(;GM[39]EV[{name}];W[a1-b2])\n" for name in "abc"),
    "csv": "game_id,ply,move,tags\n"
    + "".join(f'{name},1,a1-b2,"{{""Event"": ""{name}""}}"\n' for name in "abc"),
    "abstractplay-json": json.dumps(
        [{"header": {"game": {"name": "Epaminondas"}, "event": name}, "moves": [["a1-b2"]]}
         for name in "abc"]
    ),
}  # fmt: skip
BROKEN = {
    "text": "records.text.game.RecordBuilder.record",
    "plain text": "records.text.reader.read_plain",
    "jsonl": "records.jsonl.from_json",
    "sgf": "records.sgf.TreeReader.record",
    "csv": "records.tabular.rows.from_json",
    "abstractplay-json": "records.abstractplay._record",
}
"""For each format, what is made to fail on its second call."""


def broken(monkeypatch, place: str, error: Exception) -> None:
    """Make a function raise an error in its second call."""
    module, _, name = place.rpartition(".")
    try:
        home = __import__(module, fromlist=["x"])
    except ImportError:
        outer, _, middle = module.rpartition(".")
        home = getattr(__import__(outer, fromlist=["x"]), middle)
    original, calls = getattr(home, name), []

    def failing(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise error
        return original(*arguments)

    monkeypatch.setattr(home, name, failing)
    monkeypatch.setattr(findings, "_new", Finding)


@each_case("error", [KeyError("x"), RecursionError("deep"), MemoryError()], ids=repr)
@each_case("name", FILES)
def test_a_reader_that_fails_loses_one_game_and_names_its_place(monkeypatch, name, error):
    broken(monkeypatch, BROKEN[name], error)
    form = name.removeprefix("plain ")
    first, second, third = records.read_text(FILES[name], format=form)
    assert (first.tags["Event"], third.tags["Event"]) == ("a", "c")
    assert [one.source.game for one in (first, second, third)] == [1, 2, 3]
    (finding,) = (one for one in second.findings if one.code == FAULT)
    assert finding.violation
    assert finding.line is not None
    assert f"{type(error).__name__}" in finding.message
    assert "records." in finding.message
    assert ", line " in finding.message


@pytest.mark.parametrize("name", FILES)
def test_a_failing_reader_gives_the_same_in_pieces(monkeypatch, tmp_path, name):
    path = tmp_path / f"games.{name}"
    path.write_text(FILES[name])
    options = InputOptions(container=name.removeprefix("plain "))
    with monkeypatch.context() as patch:
        broken(patch, BROKEN[name], KeyError("x"))
        wanted = [*map(_placed, options.records(str(path)))]
    broken(monkeypatch, BROKEN[name], KeyError("x"))
    flow = Pipeline(_taken, Workers(in_flight=4), options)
    assert [one for done in flow.run([str(path)]) for one in done] == wanted


def _taken(batch: RecordBatch) -> list[Record]:
    return [*map(_placed, batch.records)]


def _placed(record: Record) -> Record:
    return replace(record, places=tuple(record.places))


def test_a_stream_that_fails_stops_no_other(monkeypatch, tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.sgf").write_text(FILES["sgf"])
    calls = []

    def failing(blocks):
        calls.append(1)
        if len(calls) == 1:
            raise IndexError("no such thing")
        yield from original(blocks)

    original = trees
    monkeypatch.setattr(records.sgf, "trees", failing)
    monkeypatch.setattr(findings, "_new", Finding)
    failed, *rest = records.read(tmp_path)
    assert codes(failed) == [FAULT]
    assert "IndexError: no such thing (records.sgf, line " in messages(failed)
    assert len(rest) == 3


DEEP = "[" * 1000 + "]" * 1000
LONG = "9" * 5000
ODD_JSON = {"deep": DEEP, "long number": LONG, "NaN": "NaN", "infinite": "1e999"}


@each_case("value", ODD_JSON.values(), ids=ODD_JSON)
@each_case(
    ("form", "before", "after"),
    [
        ("jsonl", '{"moves": ["a1-b2"], "x": ', "}\n" + '{"moves": ["a1-b2"]}\n'),
        ("text", "[Extra \"{'x': ", "}\"]\n\n1. a1-b2 c3-d4\n\n[Event \"b\"]\n\n1. a1-b2\n"),
        ("sgf", "(;GM[39]EXTRA[{\"x\": ", "}];W[a1-b2])(;GM[39];W[a1-b2])"),
        ("csv", 'game_id,ply,move,tags\n1,1,a1-b2,"', '"\n2,1,a1-b2,\n'),
        ("csv-games", 'game_id,moves,details\n1,[],"', '"\n2,"[""a1-b2""]",\n'),
        ("abstractplay-json", '[{"header": {}, "moves": ', '}, {"header": {}, "moves": [["a"]]}]'),
    ],
)  # fmt: skip
def test_json_that_no_record_needs_is_a_finding_with_its_reason(form, before, after, value):
    if form == "sgf":
        value = value.replace("]", "\\]")
    odd, good = records.read_text(before.replace("'", '\\"') + value + after, format=form)
    assert len(good.moves) == 1
    assert not [one for one in good.findings if one.violation]
    assert any(one.code in ("bad-json", "bad-row") and one.line for one in odd.findings)
    assert any(part in messages(odd) for part in ("levels deep", "digits", "NaN", "too large"))


@each_case("around", ["{}", '["[[[[[",{}]', "[[1],[2],{}]", '[{{"a":1}}, {{}}, {}]'])
def test_the_limit_of_depth_is_exact(around):
    wide = "[" + "[1]," * 40 + '{"a": 1}, ' * 40 + "[1]]"
    levels = DEPTH - 2 - (around != "{}")
    text = around.format("[" * levels + wide + "]" * levels)
    assert loads(text) == json.loads(text)
    with pytest.raises(json.JSONDecodeError, match="levels deep"):
        loads(around.format("[" * (levels + 1) + wide + "]" * (levels + 1)))


ODD_NUMBERS = {
    "result of text": ("text", f'[Result "{LONG}"]\n\n1. a1-b2 c3-d4\n'),
    "result of jsonl": ("jsonl", f'{{"game": "megiddo", "moves": [], "result": "{LONG}"}}\n'),
    "GM": ("sgf", f"(;GM[{LONG}];W[a1-b2])"),
    "RE": ("sgf", f"(;GM[39]RE[{LONG}];W[a1-b2])"),
    "RESERVE": ("sgf", f"(;GM[gipf];W[a1-b2]RESERVE[{LONG}])"),
    "ply": ("csv", f"game_id,ply,move,reserve\n1,{LONG},a1-b2,{LONG}\n"),
    "variant": ("jsonl", f'{{"game": "epaminondas", "variant": "{LONG}", "moves": []}}\n'),
    "rows": ("jsonl", f'{{"game": "epaminondas", "variant": "rows={LONG}", "moves": []}}\n'),
    "move": ("jsonl", f'{{"game": "epaminondas", "moves": ["{LONG}", "a{LONG}-b2"]}}\n'),
    "move of text": ("text", f"{LONG}. a1-b2 c3-d4 ({LONG})\n1. a1-b2 a{LONG}\n"),
    "note": ("jsonl", f'{{"moves": ["a"], "notes": [{{"line": {LONG[:400]}, "ply": "x"}}]}}\n'),
}


@pytest.mark.parametrize(("form", "text"), ODD_NUMBERS.values(), ids=ODD_NUMBERS)
def test_numbers_of_thousands_of_digits_stop_nothing(ludograph, tmp_path, form, text):
    (tmp_path / "odd").write_text(text)
    run = ludograph("check", "odd", "--format", form)
    assert run.status in (0, 1, 2)
    assert "Traceback" not in run.err
    assert FAULT not in run.out


def table(tmp_path: Path, form: str, columns: list[tuple[str, pa.Array]]) -> list[Record]:
    path = tmp_path / f"games.{form}"
    names = [name for name, _ in columns]
    parquet.write_table(pa.Table.from_arrays([cells for _, cells in columns], names), path)
    return list(records.read(path))


RECORD = ("game_id", pa.array([1, 1, 2]))
PLY = ("ply", pa.array([1, 2, 1]))
MOVE = ("move", pa.array(["a1-b2", "c3-d4", "a1-b2"]))
ODD_TABLES = {
    "list in a text column": (
        [RECORD, PLY, MOVE, ("game", pa.array([["x"], ["x"], ["y"]]))], "column 'game': ['x']"),
    "list beside a move": (
        [RECORD, PLY, MOVE, ("comment", pa.array([["x"], None, None]))], "it is a list"),
    "infinite ply": ([RECORD, ("ply", pa.array([1.0, float("inf"), 1.0])), MOVE], "'ply': inf"),
    "broken ply": ([RECORD, ("ply", pa.array([1.0, 1.5, 1.0])), MOVE], "'ply': 1.5"),
    "infinite reserve": (
        [RECORD, PLY, MOVE, ("reserve", pa.array([float("inf"), 1.0, 2.0]))], "'reserve': inf"),
    "column twice": ([RECORD, PLY, MOVE, ("move", pa.array(["x"] * 3))], "are not read: 'move'"),
    "bytes": ([RECORD, PLY, ("move", pa.array([b"a1-b2", b"\xff", b"a1-b2"]))], "bytes"),
    "details of a list": (
        [RECORD, PLY, MOVE, ("details", pa.array(["[1]", None, None]))], "it must be an object"),
}  # fmt: skip


@pytest.mark.parametrize(("columns", "said"), ODD_TABLES.values(), ids=ODD_TABLES)
def test_odd_cells_of_parquet_are_named(tmp_path, columns, said):
    first, second = table(tmp_path, "parquet", columns)
    assert said in messages(first) or "text" in messages(first)
    if "bytes" not in said:
        assert (first.moves, second.moves) == (MOVES, MOVES[:1])


@pytest.mark.parametrize("rows", [3, 4, 9])
def test_rows_that_are_left_out_are_counted(rows, monkeypatch):
    monkeypatch.setattr("records.tabular.rows.MOST", 3)
    (record,) = records.read_text("game_id,ply,move\n1,1,a1-b2\n" + "x\n" * rows)
    assert codes(record).count("bad-row") == min(rows, 4)
    told = f"{rows - 3} more rows of this game cannot be read"
    assert (told in messages(record)) == (rows > 3)
