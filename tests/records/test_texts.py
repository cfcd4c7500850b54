"""Texts as people type, print and send them, with their records: the table `texts.jsonl`.

Each line of the file has a text, the options of reading, and the unusual values of each record:
moves, game, dialect, variant, tags, result, comments, keys without a field, the codes of its
findings in their order, and the line on which it begins. `at` has the lines and columns of the
findings where they matter, and `says` parts of their messages.
"""

import io
import json
from pathlib import Path
from typing import Any

import pytest

import records
from records.assumptions import Assumptions
from records.text.reader import TextReader
from tests.cases import each_case
from tests.records.samples import ROW, codes, messages, read_all, read_one

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "texts.jsonl").read_text(encoding="utf-8").splitlines()
]
PLAIN = [
    one
    for one in CASES
    if "{" not in one["text"] and "(;" not in one["text"] and "format" not in one.get("options", {})
    if "but csv" not in one["about"]
]
TYPED = [one for one in PLAIN if "game_id" not in one["text"]]
"""The texts in which a place is that of the move: in a table it is that of the row."""


def shape(record: records.Record) -> dict[str, Any]:
    """Return a record in the form in which cases state it."""
    found = {
        "game": record.game,
        "dialect": record.dialect,
        "variant": record.variant,
        "moves": list(record.moves),
        "result": "" if record.result == "*" else record.result,
        "start": record.start,
        "tags": dict(record.tags),
        "comment": record.comment,
        "details": {str(at): dict(beside) for at, beside in record.details.items() if beside},
        "extra": {key: value for key, value in record.extra.items() if key != "source"},
        "codes": codes(record),
        "line": 0 if record.source.line == 1 else record.source.line,
    }
    return {name: value for name, value in found.items() if value}


@each_case("case", CASES, ids=lambda case: case["about"])
def test_a_text_is_the_records_that_are_stated(case):
    found = list(records.read_text(case["text"], **case.get("options", {})))
    assert [shape(one) for one in found] == case["records"]
    if "at" in case:
        assert [[[at.line, at.column] for at in one.findings] for one in found] == case["at"]
    for part in case.get("says", ()):
        assert part in "\n".join(map(messages, found))


@each_case("case", PLAIN[::20], ids=lambda case: case["about"])
def test_a_file_is_the_same_with_other_line_ends(case):
    text = case["text"].replace("\n", "\r\n")
    for opened in (io.BytesIO(text.encode()), io.StringIO(text, newline="")):
        found = records.read(opened, **case.get("options", {}))
        assert [shape(one) for one in found] == case["records"]


@each_case("case", TYPED[::9], ids=lambda case: case["about"])
def test_places_are_those_of_the_moves(case):
    lines = case["text"].split("\n")
    for record in records.read_text(case["text"], **case.get("options", {})):
        assert len(record.places) == len(record.moves)
        for move, (line, column) in zip(record.moves, record.places, strict=True):
            written = lines[line - 1][column - 1 :]
            assert (
                move == "?" or not move.isascii() or written[:1].casefold() == move[:1].casefold()
            )


JUNK = {
    "lines of one letter": "x\n" * 1000,
    "rows of one letter": "1. x x\n" * 300,
    "numbered words": "".join(f"{number}. word other\n" for number in range(1, 300)),
    "lines of numbers": "".join(f"{number} {number * 7 % 83}\n" for number in range(1, 300)),
    "blank lines": "\n" * 5000 + "x\n",
}


@pytest.mark.parametrize("text", JUNK.values(), ids=JUNK)
def test_a_text_without_any_move_is_no_game(text):
    (record,) = read_all(text, format="text")
    assert not record.moves
    assert record.source.game == 0
    assert codes(record) == ["no-game", "skipped-text"]


@pytest.mark.parametrize("text", JUNK.values(), ids=JUNK)
def test_a_game_after_such_a_text_is_read(text):
    *_, record = read_all(f'{text}\n[White "A"]\n\n{ROW}', format="text")
    assert (record.tags["White"], record.moves) == ("A", read_all(ROW)[0].moves)


def test_a_password_of_a_server_is_kept_nowhere():
    record = read_one(
        "gipf move 123 anna Geheim7 ga1-c3\ngipf say 123 anna Geheim7 hi\n"
        "> gipf move 123 ben Secret8 gi3-g3\n"
    )
    assert record.moves == ("ga1-c3", "gi3-g3")
    assert "passwords are left out" in messages(record)
    assert "Geheim7" not in repr(record) + messages(record) + str(shape(record))


BETWEEN: dict[str, tuple[str, list[str]]] = {
    "a number alone": ("1.\n\n", []),
    "a number with a comment": ("1. {so}\n\n", []),
    "a comment": ("{so}\n\n", []),
    "prose": ("It rained.\n\n", []),
}


@pytest.mark.parametrize(("between", "comments"), BETWEEN.values(), ids=BETWEEN)
def test_what_stands_between_two_games_is_read_the_same_in_pieces(between, comments):
    before, after = f'[White "A"]\n\n{ROW}\n{between}', f'[White "B"]\n\n{ROW}'
    whole = read_all(before + after, format="text")
    reader = TextReader("<text>", Assumptions())
    found = [*reader.feed([before])]
    assert not reader.settled
    found += [*reader.feed([after]), *reader.end()]
    assert [(shape(one), messages(one)) for one in found] == [
        (shape(one), messages(one)) for one in whole
    ]
    assert [one.comment for one in whole if not one.moves] == comments
