"""The Smart Game Format: games by the book, files as they are found, and logs of a site."""

import re

import pytest

import records
from records import Record
from tests.records.samples import codes, read_all, read_one

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
        'EXTRA[{"k": null, "tags": {"Elo": "1\\\\\\\\2"}}]AP[x:1]\n'
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


def test_a_file_of_another_game_is_refused_once():
    go = "(;FF[4]GM[1]SZ[19];B[pd];W[dp])\n"
    (other,) = records.read_text(go + go, format="sgf")
    assert (other.source.game, other.moves) == (0, ())
    (finding,) = other.findings
    assert (finding.code, finding.line, finding.column) == ("other-game", 1, 11)
    assert finding.message.startswith("2 games with GM[1], ")
    (told, _) = records.read_text(go + go, format="sgf", game="gipf")
    assert told.game == "gipf"
    first, second = records.read_text(GAME + go, format="sgf")
    assert (first.game, second.game) == ("gipf", "sgf game 1")


def test_what_is_not_ours_is_kept_and_written_back():
    text = (
        "(;FF[4]GM[39]CA[UTF-8]PW[Ann]RU[basic]KM[1][2]AP[x:1]\n"
        ";W[e2]BL[120]N[one]\n;B[b3]TE[1]C[good])\n"
    )
    record = read_one(text)
    assert record.extra["sgf"] == {"KM": ["1", "2"], "AP": ["x:1"]}
    assert record.details[0] == {"sgf": {"BL": ["120"], "N": ["one"]}}
    assert records.write(record, "sgf") == text


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


SETUPS = {
    "a name": ("gipf-tournament", "tournament", []),
    "a name in capitals": ("Gipf-Standard", "standard", []),
    "a random key and the revision": ("gipf-tournament 0 101", "tournament", []),
    "a long random key": ("gipf-standard 4294967296123 102", "standard", []),
    "a random key alone": ("gipf 12", "basic", []),
    "a revision with more pieces": ("gipf 0 100", "basic+pieces=16", ["old-revision"]),
    "the same with GIPF pieces": ("gipf-standard 0 99", "standard", ["old-revision"]),
}


@pytest.mark.parametrize(("setup", "variant", "notes"), SETUPS.values(), ids=SETUPS)
def test_a_setup_has_a_random_key_and_a_revision(setup, variant, notes):
    record = read_one(LOG.replace("gipf-standard", setup))
    assert (record.game, record.variant, codes(record)) == ("gipf", variant, notes)
    assert len(record.moves) == 2
    assert record.extra.get("sgf", {}).get("SU") == ([setup] if " " in setup else None)
    nameless = read_one(re.sub(r"P[01]\[id .*\n", "", LOG).replace("gipf-standard", setup))
    assert nameless.moves == record.moves


def test_a_log_can_be_kept_in_every_container(tmp_path):
    record = read_one(LOG)
    for name in ("jsonl", "csv", "parquet", "sgf"):
        records.save(record, tmp_path / name, name)
        (back,) = records.read(tmp_path / name)
        assert (back.moves, back.tags, back.details) == (record.moves, record.tags, record.details)


@pytest.mark.parametrize("comment", ["(", ")", ";", "(;FF[4", "((", "]", "\\", " ( "])
def test_a_value_that_looks_like_a_mark_is_a_value(comment):
    record = Record(("C6", "B4"), "megiddo", "base", "book", comment=comment)
    (back,) = read_all(records.write(record, "sgf"))
    assert (back.comment, back.moves) == (comment, record.moves)


def test_a_log_that_ends_without_a_result_is_decided_by_its_last_word():
    bare = LOG.replace("RE[Partie gewonnen von Bob]\n", "")
    assert (read_one(bare).result, read_one(bare).tags["Termination"]) == ("0-1", "resignation")
    other = bare.replace("P0[7 Resign]", "P1[7 Resign]")
    assert read_one(other).result == "1-0"
    agreed = bare.replace("P0[7 Resign]", "P0[7 AcceptDraw]")
    assert (read_one(agreed).result, read_one(agreed).tags["Termination"]) == (
        "1/2-1/2",
        "agreement",
    )
    assert read_one(bare.replace("; P0[7 Resign]\n", "")).result == "*"


def test_a_player_in_a_log_may_say_more_than_a_name():
    record = read_one(LOG.replace('P1[id "Bob"]', 'P1[id "Bob"][ranking 3]'))
    assert record.tags["Black"] == "Bob"
    assert record.extra["sgf"]["P1"] == ["ranking 3"]
    assert "P0" not in record.extra["sgf"]


def test_a_control_character_in_a_move_is_refused():
    with pytest.raises(records.CannotWrite, match="cannot hold the move"):
        records.write(Record(("e\x07",), "gipf"), "sgf")


def test_the_caller_names_the_game_and_the_variant():
    (record,) = records.read_text("(;GM[1]PW[A];W[C6];B[B4])", format="sgf", game="megiddo")
    assert (record.game, record.tags) == ("megiddo", {"Red": "A"})
