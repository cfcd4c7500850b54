"""Records of Abstract Play, by its schema and as they occur."""

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import records
from records import CannotWrite, Record
from tests.cases import each_case, each_line
from tests.records.samples import codes, read_all, read_one

SAMPLE: dict[str, Any] = {
    "header": {
        "game": {"name": "Epaminondas", "variants": []},
        "event": "Cup",
        "round": "2",
        "site": {"name": "Abstract Play", "gameid": "epam#example"},
        "date-start": "2024-01-01T00:00:00.000Z",
        "date-end": "2024-01-02T00:00:00.000Z",
        "date-generated": "2024-01-02T00:00:00.000Z",
        "players": [
            {"name": "A", "userid": "a", "result": 0},
            {"name": "B", "userid": "b", "result": 1},
        ],
    },
    "moves": [["g1-g4", "h12-h9"], ["h1-h4", "i12-i9"], ["resign"]],
}
FORMAT = "abstractplay-json"


def changed(**header: Any) -> dict[str, Any]:
    """Return the sample with other values in its header; ``moves`` replaces its moves."""
    data = deepcopy(SAMPLE)
    data["moves"] = header.pop("moves", data["moves"])
    data["header"] |= header
    return data


def results(*values: Any) -> dict[str, Any]:
    """Return the sample with other results, and with two moves that do not end the game."""
    players = [{"name": name, "result": value} for name, value in zip("ABC", values, strict=False)]
    return changed(players=players, moves=[["g1-g4", "h12-h9"]])


def read(data: Any, **hints: Any) -> Record:
    return read_one(json.dumps(data), format=FORMAT, **hints)


TABLE = Path(__file__).with_name("abstractplay.jsonl")
"""What is other in the header and moves of records that are found ``wild``; how a variant is
``named``; and what is ``edited`` in a record."""
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
WILD = {
    one["about"]: changed(**one["wild"], moves=one.get("moves", SAMPLE["moves"]))
    for one in ROWS
    if "wild" in one
}


@each_case("data", WILD.values(), ids=WILD)
def test_what_occurs_in_the_wild_is_written_back(data):
    record = read(data)
    assert json.loads(records.write(record, FORMAT)) == data
    # The text format keeps it all as well.
    if record.game == "epaminondas" and not record.details:
        (again,) = read_all(records.write(record))
        assert json.loads(records.write(again, FORMAT)) == data


FILES = {
    "an object": "{0}",
    "an array": "[{0},\n{1}]",
    "lines": "{0}\n{1}\n",
    "one after the other": "{0} {1}",
    "an array of one": "\n[ {0} ]\n",
}


def test_a_word_that_would_end_the_game_is_no_move():
    with pytest.raises(CannotWrite, match="'resign': it ends the game"):
        records.write(Record(("g1-g4", "Resign")), FORMAT)


def test_who_gave_up_out_of_turn_did_so_in_his_own_place():
    record = Record(
        ("g1-g4",), "epaminondas", dialect="abstractplay", result="1-0",
        tags={"Termination": "resignation"},
    )  # fmt: skip
    assert json.loads(records.write(record, FORMAT))["moves"] == [["g1-g4", "resign"]]
    lost = Record(record.moves, "epaminondas", None, "abstractplay", record.tags, result="0-1")
    text = records.write(lost, FORMAT)
    assert json.loads(text)["moves"] == [["g1-g4", None], ["resign"]]
    back = read_one(text)
    assert (back.moves, back.result, back.tags, codes(back)) == (lost.moves, "0-1", lost.tags, [])


def test_a_loss_names_what_is_lost():
    record = Record(
        ("g1-g4",), "epaminondas", "a++b", "abstractplay",
        details={0: {"marks": "!", "sequence": 1}}, result="lost",
        extra={"abstractplay": {"header": 1}, "q": 1},
    )  # fmt: skip
    fit, losses = records.FORMATS[FORMAT].reduce(record)
    assert losses == [
        "marks of 'g1-g4'",
        "the key 'q'",
        "the variant 'a++b': Abstract Play means 'a+b' by it",
        "the result 'lost'",
        "a key 'abstractplay' that the site's records do not have",
    ]
    assert fit.details == {0: {"sequence": 1}}


@each_line(TABLE, "named")
def test_the_site_lists_labels_and_the_defaults_of_unused_groups(case):
    names, variant = case["named"], case["variant"]
    game = {"name": "Epaminondas"} | ({} if names is None else {"variants": names})
    record = read(changed(game=game))
    assert record.variant == variant
    assert codes(record) == (["guessed-variant"] if names is None else [])
    assert json.loads(records.write(record, FORMAT))["header"]["game"] == game
    mirror = replace(record, variant="standard+symmetry=mirror")
    assert read(json.loads(records.write(mirror, FORMAT))).variant == mirror.variant


@each_case("wild", ["the sample", "a site with more to say", "shares of a point"])
@each_line(TABLE, "edited")
def test_what_is_changed_in_a_record_of_the_site_is_written_over_it(wild, case):
    change = case["edited"]
    record = read(WILD[wild])
    tags = {name: value for name, value in (record.tags | change.get("tags", {})).items() if value}
    moves = tuple(change.get("moves", record.moves))
    edited = replace(record, **{**change, "tags": tags, "moves": moves})
    back = read(json.loads(records.write(edited, FORMAT)))
    for field in ("game", "variant", "dialect", "tags", "moves", "start", "result"):
        assert getattr(back, field) == getattr(edited, field), field
