"""JSON lines: the documented object, and lines that are not records."""

import json

import records
from records import Record, Source, write
from tests.cases import each_case
from tests.records.samples import read_one

DOCUMENTED = {
    "game": "epaminondas",
    "variant": "standard",
    "dialect": "abbott",
    "tags": {"White": "A", "Event": "Cup"},
    "start": None,
    "moves": ["2.7.2N2", {"move": "11.6.2SE2", "seconds": 16, "comment": "...", "marks": "!"}],
    "result": "1-0",
    "source": {"path": "game.txt", "line": 4, "game": 1},
    "notes": [{"line": 5, "column": 8, "code": "glued-number", "message": "no blank"}],
}


def test_the_documented_object_is_read_and_written_key_for_key():
    record = read_one(json.dumps(DOCUMENTED))
    assert (record.game, record.variant, record.dialect) == ("epaminondas", "standard", "abbott")
    assert record.moves == ("2.7.2N2", "11.6.2SE2")
    assert record.details[1] == {"seconds": 16, "comment": "...", "marks": "!"}
    assert (record.result, record.tags["Event"]) == ("1-0", "Cup")
    (note,) = record.findings
    assert (note.code, note.line, note.column, note.violation) == ("glued-number", 5, 8, False)
    assert json.loads(write(record, "jsonl")) == DOCUMENTED


@each_case("form", ["jsonl", "csv", "csv-games", "parquet", "parquet-games"])
@each_case("path", ["a.txt", ""])
def test_what_a_record_was_first_copied_from_stays_with_it(tmp_path, form, path):
    first = Record(("2.7.2N2",), "epaminondas", dialect="abbott", source=Source(path, 7, 2))
    records.save(first, tmp_path / "file", form)
    (second,) = records.read(tmp_path / "file", format=form)
    third = read_one("\n" + write(second, "jsonl"))
    assert third.source == Source("-", 2, 1)
    assert json.loads(write(third, "jsonl"))["source"] == {"path": path, "line": 7, "game": 2}


@each_case("form", ["jsonl", "csv", "csv-games", "parquet", "parquet-games"])
def test_moves_that_look_like_numbered_rows_are_kept_as_they_are(tmp_path, form):
    record = read_one('{"game": "megiddo", "moves": [{"move": "1. D3 B4"}, {"move": "2. A1"}]}')
    records.save(record, tmp_path / "file", form)
    (kept,) = records.read(tmp_path / "file", format=form)
    assert kept.moves == record.moves == ("1. D3 B4", "2. A1")


@each_case("moves", [["1. D3 B4", "2. A1 A2"], [["1. D3 B4"], ["2. A1 A2"]]])
def test_numbered_rows_are_read_as_moves_in_lists_of_lists_too(moves):
    record = read_one(json.dumps({"game": "megiddo", "moves": moves}))
    assert record.moves == ("D3", "B4", "A1", "A2")


GOOD = '{"game":"epaminondas","moves":["2.7.2N2"]}'
