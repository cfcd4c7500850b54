"""The Smart Game Format: games by the book, files as they are found, and logs of a site."""

import pytest

import records
from records import Record
from tests.records.samples import read_one

GAME = "(;FF[4]GM[39]CA[UTF-8]PW[Ann]PB[Bob]RE[W+Resign];W[Gg2];B[Gh4];W[Gg1-g3])"


def test_games_are_written_as_the_format_says():
    record = Record(
        ("Gg2", "Gh4", "Gg1-g3"),
        "gipf",
        "tournament",
        "complete",
        {"White": "Ann", "Black": "Bob [2]", "Termination": "resignation", "Elo": "1\\2"},
        result="1-0",
        comment="so\nit went",
        details={1: {"marks": "!", "comment": "good"}, 2: {"marks": "!!!", "reserve": 12, "s": 1}},
        extra={"sgf": {"AP": ["x:1"]}, "k": None},
    )
    assert records.write(record, "sgf") == (
        "(;FF[4]GM[39]CA[UTF-8]PW[Ann]PB[Bob [2\\]]RU[tournament]RE[W+Resign]C[so\nit went]"
        'EXTRA[{"sgf": {"AP": ["x:1"\\]}, "k": null, "dialect": "complete", '
        '"tags": {"Elo": "1\\\\\\\\2"}}]\n'
        ";W[Gg2]\n"
        ";B[Gh4]TE[1]C[good]\n"
        ';W[Gg1-g3]DETAILS[{"marks": "!!!", "reserve": 12, "s": 1}])\n'
    )


def test_where_moves_stand_is_known():
    text = GAME.replace(";", "\n ;")
    lines = text.split("\n")
    record = read_one(text)
    for move, (line, column) in zip(record.moves, record.places, strict=True):
        assert lines[line - 1][column - 1 :].startswith(move)


def test_what_is_not_ours_is_kept_and_written_back():
    text = (
        "(;FF[4]GM[39]CA[UTF-8]PW[Ann]RU[basic]KM[1][2]AP[x:1]\n"
        ";W[e2]BL[120]N[one]\n;B[b3]TE[1]C[good])\n"
    )
    record = read_one(text)
    assert record.extra["sgf"] == {"KM": ["1", "2"], "AP": ["x:1"]}
    assert record.details[0] == {"sgf": {"BL": ["120"], "N": ["one"]}}
    again = read_one(records.write(record, "sgf"))
    assert (again.extra["sgf"], again.details) == (record.extra["sgf"], record.details)


def test_black_begins_where_the_start_says_so():
    start = "b2w/5/6/w5b/6/5/b2w b 12,12 0,0 -"
    record = Record(("e8", "e2"), "gipf", "basic", "complete", start=start)
    text = records.write(record, "sgf")
    assert ";B[e8]\n;W[e2]" in text
    assert not read_one(text).findings


LOG = """(;
GM[gipf]VV[1]
SU[gipf-standard]
P0[id "Ann "x" B"]
P1[id "Bob"]
DT[Sat Jan 01 00:00:00 2011]GN[GF-Ann-Bob]
RE[Partie gewonnen von Bob]
; P0[0 Start P0]
; P0[1 Dropb E 1]TM[3261]
; P0[2 SlideFrom E 1 E 2]TM[4000]
; P0[3 Done]TM[5000]
; P1[4 Pick br 0]
; P1[Dropb E 9]
; P1[Dropb E 8]
; P1[6 Done]
; P0[time 0:04:03]
; P0[7 Resign]
)
"""


def test_a_log_can_be_kept_in_every_container(tmp_path):
    record = read_one(LOG)
    for name in ("jsonl", "csv", "parquet", "sgf"):
        records.save(record, tmp_path / name, name)
        (back,) = records.read(tmp_path / name)
        assert (back.moves, back.tags, back.details) == (record.moves, record.tags, record.details)


def test_a_control_character_in_a_move_is_refused():
    with pytest.raises(records.CannotWrite, match="cannot hold the move"):
        records.write(Record(("e\x07",), "gipf"), "sgf")
