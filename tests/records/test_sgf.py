"""The Smart Game Format: games by the book, files as they are found, and logs of a site."""

import io
import re

import pytest

import records
from analysis import replay
from records import Record
from tests.records.samples import codes, messages, read_all, read_one

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
        'EXTRA[{"tags": {"Elo": "1\\\\\\\\2"}, "extra": {"k": null}}]AP[x:1]\n'
        ";W[Gg2]\n"
        ";B[Gh4]TE[1]C[good]\n"
        ';W[Gg1-g3]DETAILS[{"marks": "!!!", "reserve": 12, "s": 1}])\n'
    )


def test_games_are_read():
    record = read_one(GAME)
    assert record.moves == ("Gg2", "Gh4", "Gg1-g3")
    assert (record.game, record.dialect, record.result) == ("gipf", "complete", "1-0")
    assert record.tags == {"White": "Ann", "Black": "Bob", "Termination": "resignation"}
    assert not record.findings
    assert replay(record).valid


def test_where_moves_stand_is_known():
    text = GAME.replace(";", "\n ;")
    lines = text.split("\n")
    record = read_one(text)
    for move, (line, column) in zip(record.moves, record.places, strict=True):
        assert lines[line - 1][column - 1 :].startswith(move)


GAMES = {
    "by number": ("GM[39]", "gipf"),
    "by name": ("GM[Megiddo]", "megiddo"),
    "not at all": ("", "gipf"),
}


@pytest.mark.parametrize(("number", "game"), GAMES.values(), ids=GAMES)
def test_the_game_is_named_by_number_or_by_name(number, game):
    assert read_one(GAME.replace("GM[39]", number)).game == game


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


@pytest.mark.parametrize("game", ["epaminondas", "megiddo"])
def test_games_without_a_number_are_written_by_name(game):
    assert f"GM[{game}]" in records.write(Record(game=game), "sgf")


RESULTS = {
    "W+R": ("1-0", "resignation"),
    "b+Time": ("0-1", "time"),
    "B+F": ("0-1", "forfeit"),
    "W+12.5": ("1-0", None),
    "B+": ("0-1", None),
    "0": ("1/2-1/2", None),
    "Draw": ("1/2-1/2", None),
    "?": ("*", None),
    "Void": ("*", None),
    "1-0": ("1-0", None),
    "Black wins": ("0-1", None),
    "White resigns": ("0-1", "resignation"),
}


@pytest.mark.parametrize(("value", "told"), RESULTS.items(), ids=RESULTS)
def test_results_are_read(value, told):
    record = read_one(GAME.replace("W+Resign", value))
    assert (record.result, record.tags.get("Termination")) == told
    assert not record.findings


def test_a_result_that_is_not_understood_is_kept():
    record = read_one(GAME.replace("W+Resign", "who knows"))
    assert (record.result, codes(record)) == ("*", ["unclear-result"])
    assert record.extra == {"sgf": {"RE": ["who knows"]}}


FORGIVEN = {
    "text before": (f"Dear all (see below),\n{GAME}", "skipped-text"),
    "text after": (f"{GAME}\nRegards", "skipped-text"),
    "a bracket too many": (f"{GAME})", "skipped-text"),
    "a bracket too few": (GAME[:-1], "sgf-syntax"),
    "a value left open": (f"{GAME[:-1]};B[Gh5", "sgf-syntax"),
    "a stray value": (GAME.replace("FF[4]", "[4]"), "sgf-syntax"),
    "a stray word": (GAME.replace(";B", " ! ;B"), "sgf-syntax"),
    "variations": (f"{GAME[:-1]}(;B[Gh5])(;B[Gh6](;W[x])(;W[y])))", "variations"),
    "a variation at the start": (GAME.replace(";W[Gg2]", "(;W[Gg2]") + "(;W[Gi3]))", "variations"),
    "another charset": (GAME.replace("UTF-8", "GBK"), "encoding"),
}


@pytest.mark.parametrize(("text", "code"), FORGIVEN.values(), ids=FORGIVEN)
def test_files_as_they_are_found(text, code):
    record = read_one(text, format="sgf")
    assert record.moves[:3] == ("Gg2", "Gh4", "Gg1-g3")
    assert codes(record) == [code]


def test_how_many_variations_are_left_out():
    text, _ = FORGIVEN["variations"]
    record = read_one(text)
    assert record.moves == ("Gg2", "Gh4", "Gg1-g3", "Gh5")
    assert messages(record) == "the main line was read, 1 variation left out"


LENIENT = {
    "nothing but a root": ("(;)", ()),
    "old names": (GAME.replace("W[", "White[").replace("PWhite", "PW"), ("Gg2", "Gh4", "Gg1-g3")),
    "blanks and lines": (re.sub(r"([;\[\]])", "\\1\n", "(;GM[39];W[") + "e2] ; B [b3] )", None),
    "escapes": (r"(;GM[39];W[e\2];B[b\]3])", ("e2", "b]3")),
    "a line end that is none": ("(;GM[39];W[e\\\n2])", ("e2",)),
    "moves in the root": ("(;GM[39]W[e2];B[b3])", ("e2", "b3")),
    "a pass": ("(;GM[39];W[])", ("",)),
    "a node without anything": ("(;GM[39];;W[e2];)", ("e2",)),
}


@pytest.mark.parametrize(("text", "moves"), LENIENT.values(), ids=LENIENT)
def test_odd_but_right(text, moves):
    record = read_one(text, format="sgf")
    assert not record.findings
    assert moves is None or record.moves == moves


def test_comments_stand_where_they_belong():
    record = read_one("(;GM[39]C[a];C[b];W[e2]C[c];C[d\n[e\\]];B[b3])")
    assert record.comment == "a\nb"
    assert record.details == {0: {"comment": "c\nd\n[e]"}}


def test_what_is_not_ours_is_kept_and_written_back():
    text = (
        "(;FF[4]GM[39]CA[UTF-8]PW[Ann]RU[basic]KM[1][2]AP[x:1]\n"
        ";W[e2]BL[120]N[one]\n;B[b3]TE[1]C[good])\n"
    )
    record = read_one(text)
    assert record.extra["sgf"] == {"KM": ["1", "2"], "AP": ["x:1"]}
    assert record.details[0] == {"sgf": {"BL": ["120"], "N": ["one"]}}
    assert records.write(record, "sgf") == text


def test_both_sides_have_to_take_turns():
    record = read_one("(;GM[39];W[e2];W[b3];B[f2])")
    assert record.moves == ("e2", "b3", "f2")
    assert codes(record) == ["wrong-turn", "wrong-turn"]
    assert (record.findings[0].line, record.findings[0].column) == (1, 18)


def test_black_begins_where_the_start_says_so():
    start = "b2w/5/6/w5b/6/5/b2w b 12,12 0,0 -"
    record = Record(("e8", "e2"), "gipf", "basic", "complete", start=start)
    text = records.write(record, "sgf")
    assert ";B[e8]\n;W[e2]" in text
    assert not read_one(text).findings


def test_positions_that_are_set_up_are_errors():
    record = read_one("(;GM[39]AW[e2]AB[e8];W[b3])")
    assert codes(record) == ["sgf-setup", "sgf-setup"]
    assert record.extra["sgf"] == {"AW": ["e2"], "AB": ["e8"]}


def test_broken_private_properties_are_told():
    record = read_one("(;GM[39]EXTRA[{];W[b3]DETAILS[x])")
    assert codes(record) == ["bad-json", "bad-json"]
    assert record.moves == ("b3",)


COLLECTIONS = {
    "apart": f"{GAME}\n\n{GAME}\n",
    "glued": f"{GAME}{GAME}",
    "one not closed": f"{GAME[:-1]}\n{GAME}",
    "neither closed": f"{GAME[:-1]}\n{GAME[:-1]}",
    "a value of the first not closed": f"{GAME[:-1]};B[Gh5\n{GAME}",
    "with text between": f"First (1):\n{GAME}\nSecond:\n{GAME}",
}


@pytest.mark.parametrize("text", COLLECTIONS.values(), ids=COLLECTIONS)
def test_several_games(text):
    first, second = read_all(text, format="sgf")
    assert first.moves[:3] == second.moves == ("Gg2", "Gh4", "Gg1-g3")
    assert (first.source.game, second.source.game) == (1, 2)
    assert text.split("\n")[second.source.line - 1].rstrip(")").endswith(GAME[:-1])


def test_what_holds_no_game_is_told():
    assert codes(read_one("just text", format="sgf")) == ["no-game"]
    assert codes(read_one("", format="sgf")) == ["empty-file"]


def test_three_sides_are_too_many():
    with pytest.raises(records.CannotWrite, match="more than two sides"):
        records.write(Record(game="megiddo", variant="base+players=3"), "sgf")


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


def test_a_log_is_read():
    record = read_one(LOG)
    assert (record.moves, record.result) == (("e1-e3", "e9-e7"), "0-1")
    assert (record.game, record.variant, record.dialect) == ("gipf", "standard", "complete")
    assert record.tags == {
        "White": 'Ann "x" B',
        "Black": "Bob",
        "Date": "Sat Jan 01 00:00:00 2011",
        "Title": "GF-Ann-Bob",
        "Termination": "resignation",
    }
    assert record.details == {0: {"sgf": {"TM": ["3261", "4000", "5000"]}}}
    assert record.places == ((9, 6), (12, 6))
    assert not record.findings
    assert replay(record).valid


def test_a_log_may_say_nothing_of_the_result():
    record = read_one(LOG.replace("RE[Partie gewonnen von Bob]", ""))
    assert record.result == "0-1"
    record = read_one(LOG.replace("gewonnen von Bob", "unterbrochen").replace("7 Resign", "7 Done"))
    assert (record.result, codes(record)) == ("*", ["unclear-result"])
    assert record.extra["sgf"]["RE"] == ["Partie unterbrochen"]


def test_a_log_is_read_up_to_what_makes_no_sense():
    record = read_one(LOG.replace("P1[Dropb E 9]", "P1[Frob E 9]"))
    assert record.moves == ("e1-e3",)
    assert codes(record) == ["unknown-command"]
    assert (record.findings[0].line, record.findings[0].text) == (13, "Frob E 9")
    assert "there are: dropb" in messages(record)


def test_a_log_may_break_off():
    record = read_one(re.sub(r"; P1\[6.*\)", ")", LOG, flags=re.DOTALL))
    assert record.moves == ("e1-e3", "e9-e7")
    assert codes(record) == ["unconfirmed"]
    record = read_one(re.sub(r"; P1\[Dropb E 8.*\)", ")", LOG, flags=re.DOTALL))
    assert (record.moves, codes(record)) == (("e1-e3",), [])


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


def test_the_winner_is_named_in_full():
    text = LOG.replace('P1[id "Bob"]', 'P1[id "Ann"]').replace('Ann "x" B', "Anna")
    assert read_one(text.replace("von Bob", "von Anna")).result == "1-0"
    assert read_one(text.replace("von Bob", "von Ann")).result == "0-1"


STANDARD_COMMANDS = {
    "a draw that is offered and accepted": ("P0[7 AcceptDraw]", "1/2-1/2", "agreement"),
    "a draw that is declined": ("P0[7 DeclineDraw]", "*", None),
    "time": ("P0[7 WinOnTime]", "*", "time"),
}


@pytest.mark.parametrize(
    ("command", "result", "ending"), STANDARD_COMMANDS.values(), ids=STANDARD_COMMANDS
)
def test_commands_that_the_site_has_in_every_game(command, result, ending):
    text = LOG.replace("RE[Partie gewonnen von Bob]\n", "").replace("P0[7 Resign]", command)
    record = read_one(text.replace("; P0[time", "; P1[6 OfferDraw]\n; P0[time"))
    assert (record.moves, codes(record)) == (("e1-e3", "e9-e7"), [])
    assert (record.result, record.tags.get("Termination")) == (result, ending)


def test_a_log_of_another_game_is_told():
    record = read_one(LOG.replace("gipf-standard", "hive-plm"))
    assert (record.moves, codes(record)) == ((), ["unknown-log"])
    assert "'hive-plm'" in messages(record)


def test_what_is_strange_in_a_log_is_told():
    record = read_one(LOG.replace("TM[4000]", "C[hm]"))
    assert codes(record) == ["skipped-text"]
    assert record.moves == ("e1-e3", "e9-e7")


def test_a_log_can_be_kept_in_every_container(tmp_path):
    record = read_one(LOG)
    for name in ("jsonl", "csv", "parquet", "sgf"):
        records.save(record, tmp_path / name, name)
        (back,) = records.read(tmp_path / name)
        assert (back.moves, back.tags, back.details) == (record.moves, record.tags, record.details)


def test_games_of_every_kind_may_share_a_file():
    found = read_all(f"{GAME}\n{LOG}\n{GAME}")
    assert [len(record.moves) for record in found] == [3, 2, 3]
    assert list(records.read(io.BytesIO(f"{GAME}\n{LOG}".encode())))[1].moves == ("e1-e3", "e9-e7")


@pytest.mark.parametrize("comment", ["(", ")", ";", "(;FF[4", "((", "]", "\\", " ( "])
def test_a_value_that_looks_like_a_mark_is_a_value(comment):
    record = Record(("C6", "B4"), "megiddo", "base", "book", comment=comment)
    (back,) = read_all(records.write(record, "sgf"))
    assert (back.comment, back.moves) == (comment, record.moves)
