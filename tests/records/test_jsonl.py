"""JSON lines: the documented object, and lines that hold not a record."""

import json
import sys

import pytest

import records
from records import Record, Source, write
from tests.records.samples import codes, messages, read_all, read_one

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


def test_what_a_record_was_first_copied_from_stays_with_it():
    first = Record(("2.7.2N2",), "epaminondas", dialect="abbott", source=Source("a.txt", 7, 2))
    second = read_one(write(first, "jsonl"))
    third = read_one("\n" + write(second, "jsonl"))
    assert third.source == Source("-", 2, 1)
    assert json.loads(write(third, "jsonl"))["source"] == {"path": "a.txt", "line": 7, "game": 2}


def test_little_needs_to_be_said():
    record = read_one('{"moves":["g1,g2-g4","f12,f11-f9"]}')
    assert (record.game, record.dialect, record.result) == ("epaminondas", "span", "*")
    assert record.moves == ("g1,g2-g4", "f12,f11-f9")
    assert not record.findings


BESIDE = {
    "null": ('{"move": "B4", "comment": null, "marks": null, "reserve": null}', {}),
    "numbers": ('{"move": "B4", "comment": 5, "marks": [1]}', {"comment": "5", "marks": "[1]"}),
    "null of another": ('{"move": "B4", "clock": null}', {"clock": None}),
}


@pytest.mark.parametrize(("move", "detail"), BESIDE.values(), ids=BESIDE)
def test_null_beside_a_move_is_none_and_comments_are_texts(ludograph, tmp_path, move, detail):
    text = f'{{"game": "megiddo", "moves": ["D3", {move}]}}\n'
    record = read_one(text)
    assert (record.moves, record.details) == (("D3", "B4"), {1: detail} if detail else {})
    (tmp_path / "a.jsonl").write_text(text)
    for command in (["check"], ["convert", "--to", "text", "--lossy"], ["repair"], ["stats"]):
        run = ludograph(*command, "a.jsonl")
        assert (run.status, "Traceback" in run.err) == (0, False)


@pytest.mark.parametrize("form", ["jsonl", "csv", "csv-games", "parquet", "sgf"])
@pytest.mark.parametrize("key", ["notes", "comment", "moves", "tags", "extra", "start", "x"])
def test_a_property_under_a_key_of_ours_is_no_field(tmp_path, form, key):
    record = Record(("D3",), "megiddo", "base", "book", extra={key: {"tags": "of others"}})
    records.save(record, tmp_path / "file", form)
    (back,) = records.read(tmp_path / "file", format=form)
    assert {**back.extra, "source": 0} == {**record.extra, "source": 0}
    assert (back.tags, back.comment, back.moves) == ({}, "", record.moves)


GUESSED = {
    "nothing": ({}, ("epaminondas", "abstractplay")),
    "the game": ({"game": "epaminondas"}, ("epaminondas", "abstractplay")),
    "the game in capitals": ({"game": " Epaminondas"}, ("epaminondas", "abstractplay")),
    "the dialect": ({"dialect": "span"}, ("epaminondas", "span")),
    "another game": ({"game": "chess"}, ("chess", None)),
}


@pytest.mark.parametrize(("said", "told"), GUESSED.values(), ids=GUESSED)
def test_game_and_dialect_are_told_from_the_moves_where_they_are_not_named(said, told):
    record = read_one(json.dumps({"moves": ["g2-g3", "f11-f10"]} | said))
    assert (record.game, record.dialect) == told


def test_hints_count_for_more_than_what_a_record_says():
    line = '{"moves":["g2-g3"],"dialect":"abstractplay","variant":"standard"}'
    record = read_one(line, dialect="span", variant="standard+symmetry=off")
    assert (record.dialect, record.variant) == ("span", "standard+symmetry=off")


LENIENT = {
    "numbers as results": ('{"moves":["2.7.2N2"],"result":2}', "result", "2"),
    "nulls": ('{"moves":["2.7.2N2"],"result":null,"tags":null,"notes":null}', "result", "*"),
    "numbers as tags": ('{"moves":["2.7.2N2"],"tags":{"Elo":1200}}', "tags", {"Elo": "1200"}),
    "blanks around": ('  {"moves": ["2.7.2N2"]}  ', "moves", ("2.7.2N2",)),
    "windows line ends": ('{"moves": ["2.7.2N2"]}\r\n', "moves", ("2.7.2N2",)),
}


@pytest.mark.parametrize(("line", "key", "value"), LENIENT.values(), ids=LENIENT)
def test_what_is_read_all_the_same(line, key, value):
    record = read_one(line)
    assert not record.findings
    assert getattr(record, key) == value


GOOD = '{"game":"epaminondas","moves":["2.7.2N2"]}'

BROKEN = {
    "cut off": ('{"game":"epaminondas","moves":["2.7', 32, "not JSON: Unterminated string"),
    # Python 3.13 names the comma, earlier ones what follows it.
    "a comma too many": ('{"moves":["2.7.2N2",]}', 21 - (sys.version_info >= (3, 13)), "not JSON"),
    "not JSON": ("2.7.2N2 11.6.2SE2", 4, "not JSON: Extra data"),
    "a list": ('["2.7.2N2"]', 1, "not a record: expected an object, found list"),
    "moves that are no list": ('{"moves":"2.7.2N2"}', 1, "'moves' must be list, not str"),
    "a move that is no text": ('{"moves":["2.7.2N2",5]}', 1, "a key 'move', not 5"),
    "a move without its text": ('{"moves":[{"comment":"!"}]}', 1, "a key 'move'"),
    "tags that are no object": ('{"moves":[],"tags":["A"]}', 1, "'tags' must be dict"),
    "a result that is no text": ('{"moves":[],"result":[1]}', 1, "'result' must be a text"),
    "a start that is no text": ('{"moves":[],"start":{}}', 1, "'start' must be a text"),
    "a note that is no object": ('{"moves":[],"notes":["x"]}', 1, "a note is an object, not 'x'"),
}


@pytest.mark.parametrize(("line", "column", "message"), BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("place", ["first", "last"])
def test_a_bad_line_is_told_with_its_place_and_the_others_are_read(place, line, column, message):
    text = f"{line}\n\n{GOOD}\n" if place == "first" else f"{GOOD}\n\n{line}\n"
    found = read_all(text, format="jsonl")
    bad, good = found if place == "first" else found[::-1]
    assert good.moves == ("2.7.2N2",)
    (finding,) = bad.findings
    assert (finding.code, finding.violation) == ("bad-json", True)
    assert (finding.line, finding.column) == (1 if place == "first" else 3, column)
    assert message in finding.message
    assert bad.moves == ()


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_a_file_with_nothing_in_it(text):
    assert codes(read_one(text, format="jsonl")) == ["empty-file"]


CHOSEN = {
    "by content": ("games.txt", f"\n {GOOD}\n", "2.7.2N2"),
    "by name where the first line is broken": ("games.jsonl", f'{{"oh\n{GOOD}\n', "2.7.2N2"),
    "by name in capitals": ("games.NDJSON", f"oh\n{GOOD}\n", "2.7.2N2"),
    "text with a comment first": ("games.txt", "{ a plan } 1. 2.7.2N2 11.6.2SE2", "2.7.2N2"),
    "text with another name": ("games.dat", "1. 2.7.2N2 11.6.2SE2", "2.7.2N2"),
}


@pytest.mark.parametrize(("name", "text", "move"), CHOSEN.values(), ids=CHOSEN)
def test_the_container_is_told_from_the_text_or_the_name(tmp_path, name, text, move):
    (tmp_path / name).write_text(text, encoding="utf-8")
    *_, last = records.read(tmp_path / name)
    assert last.moves[0] == move


def test_a_named_format_is_believed():
    record = read_one(GOOD, format="text")
    assert codes(record) == ["no-game", "skipped-text"]


REPEATED = {
    "a field": ('{"moves": ["D3"], "moves": ["A1"], "game": "megiddo"}', "'moves'"),
    "a tag": ('{"moves": ["A1"], "game": "megiddo", "tags": {"Red": "a", "Red": "b"}}', "'Red'"),
    "beside a move": ('{"game": "megiddo", "moves": [{"move": "D3", "move": "A1"}]}', "'move'"),
    "two": ('{"game": "gipf", "game": "megiddo", "moves": [], "moves": ["A1"]}', "'game', 'moves'"),
}


@pytest.mark.parametrize(("line", "keys"), REPEATED.values(), ids=REPEATED)
def test_a_key_that_stands_twice_is_noted_and_the_last_value_counts(line, keys):
    record = read_one(line)
    assert (record.moves, record.game) == (("A1",), "megiddo")
    assert codes(record) == ["repeated-key"]
    assert keys in messages(record)


@pytest.mark.parametrize("tag", ['a": b', "{", '\\":\\":', '"moves":'])
def test_text_like_keys_is_no_key(tag):
    line = json.dumps({**DOCUMENTED, "tags": {"White": tag}, "comment": '"a": 1'})
    assert codes(read_one(line)) == ["glued-number"]


ARRAYS = {
    "an array on one line": '[{"game": "megiddo", "moves": ["D3"]}, {"moves": ["D3", "B4"]}]',
    "an array on many lines": '[\n {\n  "moves": [\n   "D3"\n  ]\n },\n{"moves": ["D3",\n"B4"]}]',
    "one object after the other": '{\n"moves": ["D3"]\n}\n{\n"moves": ["D3", "B4"]\n}\n',
    "moves with details": '[{"moves": [{"move": "D3", "comment": "!"}]}, {"moves": ["D3", "B4"]}]',
}


@pytest.mark.parametrize("text", ARRAYS.values(), ids=ARRAYS)
def test_json_of_any_lines_is_read(text):
    first, second = read_all(text)
    assert (first.moves, second.moves) == (("D3",), ("D3", "B4"))
    assert (first.game, codes(first), codes(second)) == ("megiddo", [], [])


@pytest.mark.parametrize(
    "text", ['{"name": "x", "version": "1.0"}\n', "[1, 2]", '[{"cells": []}, {}]', "null"]
)
def test_json_without_a_record_has_no_game(text):
    (record,) = records.read_text(text, format="json")
    assert (record.source.game, codes(record)) == (0, ["no-game"])


def test_an_object_without_moves_beside_a_record_counts_as_a_game():
    first, last = read_all('[{"name": "x"}, {"moves": ["D3"]}]')
    assert (last.moves, first.source.game, first.moves) == (("D3",), 1, ())


def test_an_error_in_an_array_leaves_the_other_games():
    text = (
        '\n[{"moves": ["D3"]},\n{"result": "*" "moves": []},\n{"moves": ["D3"], "moves": ["B4"]}]'
    )
    first, broken, last = read_all(text)
    assert (first.source.line, codes(first)) == (2, [])
    assert (codes(broken), broken.findings[0].line, broken.findings[0].column) == (
        ["bad-json"],
        3,
        16,
    )
    assert (last.moves, codes(last), last.source.line) == (("B4",), ["repeated-key"], 4)


@pytest.mark.parametrize("record", ['{"moves": ["D3"]}', '{"header": {"game": {"name": "Gipf"}}}'])
def test_a_list_of_games_that_breaks_off_is_an_error(record):
    first, last = read_all(f"[{record},\n{record},\n")
    assert "bad-json" not in codes(first)
    assert codes(last)[-1:] == ["bad-json"]
    assert "games may be missing" in messages(last)


def test_abstract_play_has_keys_twice_which_is_noted():
    text = '{"header": {"game": {"name": "Gipf"}}, "moves": [], "moves": []}'
    assert "repeated-key" in codes(read_one(text))
