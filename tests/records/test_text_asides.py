"""The text reader: brackets, and rests of lines, that are comments or moves."""

import pytest

import records
from tests.records.samples import ROW, codes, messages, read_one

MOVES = ("2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3")

ASIDES = {
    "a semicolon": ("1. {} {} ; better 10.7.3S2\n2. {} {}\n", {1: "better 10.7.3S2"}),
    "a semicolon without a blank": ("1. {} {}; as usual\n2. {} {}\n", {1: "as usual"}),
    "a semicolon after one move": ("1. {} ; a plan\n1... {}\n2. {} {}\n", {0: "a plan"}),
    "only a move after a full row": ("1. {} {} ; 10.7.3S2\n2. {} {}\n", {1: "10.7.3S2"}),
    "a line that begins with one": ("1. {} {}\n; or 10.7.3S2\n2. {} {}\n", {1: "or 10.7.3S2"}),
    "a hash": ("1. {} {} # or 10.7.3S2\n2. {} {}\n", {1: "or 10.7.3S2"}),
    "a hash before moves": ("1. {} {} # 10.7.3S2\n2. {} {}\n", {1: "10.7.3S2"}),
    "a line that begins with a hash": ("1. {} {}\n# 2.1.1N1\n2. {} {}\n", {1: "2.1.1N1"}),
    "two slashes": ("1. {} {} // 10.7.3S2\n2. {} {}\n", {1: "10.7.3S2"}),
    "words in brackets": ("1. {} {}\n2. {} (expected 10.7.3S2) {}\n", {2: "expected 10.7.3S2"}),
    "no move in brackets": ("1. {} {} (a nice start)\n2. {} {}\n", {1: "a nice start"}),
    "a move in brackets": ("1. {} {}\n2. {} (10.7.3S2) {}\n", {2: "10.7.3S2"}),
    "a line in brackets": ("1. {} {}\n2. {} {} (2... 10.7.3S2 3. 2.8.1SW1)\n",
                           {3: "2... 10.7.3S2 3. 2.8.1SW1"}),
    "nested brackets": ("1. {} {}\n2. {} (10.7.3S2 (2.1.1N1)) {}\n", {2: "10.7.3S2 (2.1.1N1)"}),
    "brackets over lines": ("1. {} {}\n2. {} (10.7.3S2\n3. 2.1.1N1) {}\n",
                            {2: "10.7.3S2\n3. 2.1.1N1"}),
    "numbers behind moves": ("1. {} (1) {}\n2 {} (3) {} (1)\n", {0: "1", 2: "3", 3: "1"}),
    "square brackets": ("1. {} {}\n2. {} [10.7.3S2!] {}\n", {2: "10.7.3S2!"}),
}  # fmt: skip


@pytest.mark.parametrize(("shape", "comments"), ASIDES.values(), ids=ASIDES)
def test_what_is_not_a_move_is_kept_as_a_comment_and_not_played(shape, comments):
    record = read_one(shape.format(*MOVES))
    assert record.moves == MOVES
    assert {index: one["comment"] for index, one in record.details.items()} == comments
    mentions = any(move in str(comments) for move in ("10.7.3S2", "2.1.1N1"))
    assert codes(record) == ["comment"] * mentions
    assert not mentions or "no move in it is played" in messages(record)


@pytest.mark.parametrize("text", ["1. D3 B4 ; maybe better A4\n", "1. D3 (or A4) B4\n"])
def test_letters_and_digits_in_a_comment_are_no_move_of_megiddo(text):
    record = read_one(text)
    assert (record.game, record.moves) == ("megiddo", ("D3", "B4"))
    assert codes(record) == ["comment"]


SEPARATED = {
    "between the moves of rows": "1. {}; {}\n2. {}; {}\n",
    "between numbered rows": "1. {} {}; 2. {} {}\n",
    "in a list": "{} ; {} ; {} ; {}\n",
    "without blanks": "1. {};{}\n2. {};{}\n",
    "at the ends of rows": "1. {} {};\n2. {} {};\n",
}


@pytest.mark.parametrize("shape", SEPARATED.values(), ids=SEPARATED)
def test_semicolons_between_moves_are_noted_once(shape):
    record = read_one(shape.format(*MOVES))
    assert (record.moves, codes(record)) == (MOVES, ["semicolon"])
    assert not record.details


def test_a_bracket_that_never_closes_ends_with_its_line():
    record = read_one(f"{ROW}2. 2.6.3E1 (what now\n\n2... 10.7.3S3\n")
    assert record.moves == MOVES
    assert record.details[2]["comment"] == "what now"
    assert codes(record) == ["unclosed-comment"]


def test_lists_of_a_turn_are_no_comment():
    record = read_one("1. e2 b2\n2. d8-d6 ; xd5,d2 , d6 (4) h2\n")
    assert record.moves[2] == "d8-d6 ; xd5,d2 , d6 (4)"
    assert "comment" not in codes(record)


TABLE = "Megiddo\n1. D3 E4\n2. F5 C3\n3. D4 E5\n"


@pytest.mark.parametrize(
    "notes",
    [
        "1) D3 is the usual move\n2) better C4",
        "(1) D3 war der übliche Zug.\n(2) C4!",
        "¹ D3 est le coup habituel\n² ou C4",
        "\n[1] con D3 gana tiempo\n",
    ],
)
def test_footnotes_below_a_table_begin_no_game(notes):
    (record,) = records.read_text(TABLE + notes + "\n")
    assert record.moves == ("D3", "E4", "F5", "C3", "D4", "E5")
    noted = [one for one in record.findings if "footnote" in one.message]
    assert len(noted) == len(notes.split("\n")) - 2 * notes.startswith("\n")


@pytest.mark.parametrize("title", ["Partie 7, la fin", "Game 7 (end)", "Spiel Nr. 7", "Partida 7"])
def test_below_the_title_of_another_game_an_excerpt_begins(title):
    first, other = records.read_text(f"{TABLE}\n{title}\n21. A1 B2\n22. C3 D4\n23. B5 A2\n")
    assert (len(first.moves), other.moves) == (6, ("A1", "B2", "C3", "D4", "B5", "A2"))
    assert other.tags["Title"] == title


def test_rows_numbered_with_a_bracket_are_no_footnotes():
    rows = "1) D3 E4\n2) F5 C3\n\n1) D3 is the usual move\n2) C3 D4\n"
    assert len(list(records.read_text("Megiddo\n" + rows))) == 2
