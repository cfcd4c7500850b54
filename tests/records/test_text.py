"""The text reader: the shapes in which people write one game down."""

import pytest

from tests.records.samples import (
    DEMONSTRATION,
    PRINTED,
    PRINTED_MOVES,
    ROW,
    codes,
    messages,
    read_all,
    read_one,
    rows,
)

MOVES = ("2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3")


def test_the_table_as_the_rule_book_prints_it():
    record = read_one(PRINTED)
    assert record.moves == PRINTED_MOVES
    assert (record.game, record.dialect, record.result) == ("epaminondas", "abbott", "*")
    assert (record.variant, record.start, dict(record.tags)) == (None, None, {})
    assert codes(record) == ["heading"]
    assert record.places[10] == (7, 4)
    assert record.source.line == 2


LAYOUTS = {
    "two columns": "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E1 10.7.3S3\n",
    "one line": "1. 2.7.2N2 11.6.2SE2 2. 2.6.3E1 10.7.3S3",
    "one column": "1. 2.7.2N2\n1... 11.6.2SE2\n2. 2.6.3E1\n2... 10.7.3S3\n",
    "one column, one character for the dots": "1. 2.7.2N2\n1… 11.6.2SE2\n2. 2.6.3E1\n2…10.7.3S3",
    "Black on a line without a number": "1. 2.7.2N2\n11.6.2SE2\n2. 2.6.3E1\n10.7.3S3\n",
    "three plies a row": "1. 2.7.2N2 11.6.2SE2 2.6.3E1\n2. 10.7.3S3\n",
    "every ply numbered": "1. 2.7.2N2\n2. 11.6.2SE2\n3. 2.6.3E1\n4. 10.7.3S3\n",
    "one move a line": "2.7.2N2\n11.6.2SE2\n2.6.3E1\n10.7.3S3\n",
    "blank lines between": "\n\n2.7.2N2\n\n11.6.2SE2\n  \n2.6.3E1\n\n\n10.7.3S3\n\n",
    "no line end": "2.7.2N2 11.6.2SE2\n2.6.3E1 10.7.3S3",
    "slashes": "2.7.2N2 / 11.6.2SE2 / 2.6.3E1/10.7.3S3\n",
    "commas": "2.7.2N2, 11.6.2SE2, 2.6.3E1, 10.7.3S3\n",
    "a table of bars": "| 1. | 2.7.2N2 | 11.6.2SE2 |\n| 2. | 2.6.3E1 | 10.7.3S3 |\n",
    "numbers in brackets": "(1) 2.7.2N2 11.6.2SE2\n(2) 2.6.3E1 10.7.3S3\n",
    "numbers with brackets": "1) 2.7.2N2 11.6.2SE2\n2) 2.6.3E1 10.7.3S3\n",
    "numbers with colons": "1: 2.7.2N2 11.6.2SE2\n2: 2.6.3E1 10.7.3S3\n",
    "bare numbers": "1 2.7.2N2 11.6.2SE2\n2 2.6.3E1 10.7.3S3\n",
    "a blank before the point": "1 . 2.7.2N2 11.6.2SE2\n2 . 2.6.3E1 10.7.3S3\n",
    "rows broken anywhere": "1. 2.7.2N2\n   11.6.2SE2 2.\n2.6.3E1 10.7.3S3\n",
    "undecided in the last row": "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E1 10.7.3S3 *\n",
}


NOTED = dict.fromkeys(["slashes", "commas", "a table of bars"], "mark-between") | dict.fromkeys(
    ["numbers in brackets", "numbers with brackets", "numbers with colons"], "number-style"
)


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_of_the_same_game(name):
    text = LAYOUTS[name]
    record = read_one(text)
    assert record.moves == MOVES
    assert (record.game, record.dialect, record.result) == ("epaminondas", "abbott", "*")
    assert codes(record) == ([NOTED[name]] if name in NOTED else [])
    lines = text.split("\n")
    for move, (line, column) in zip(record.moves, record.places, strict=True):
        assert lines[line - 1][column - 1 :].startswith(move)


SPELLINGS = {
    "abbott": ("abbott", "1. 2.7.2N2 11.6.2SE2\n2. 2,6,3E1 10.7.3 S3\n"),
    "span": ("span", "1. f1,g2-h3 e12,f11h9\n2. h1,h3-h6\n"),
    "span, letters of any case": ("span", "1. E2,D1-C1 a2-b2\n"),
    "abstractplay": ("abstractplay", "1. g1-g4 f12-h10\n2. E4xE9\n"),
    "lone pieces fit two dialects": ("abstractplay", "1. g2-g3 f11-f10\n"),
}


@pytest.mark.parametrize(("dialect", "text"), SPELLINGS.values(), ids=SPELLINGS)
def test_the_dialect_is_told_from_the_moves(dialect, text):
    assert read_one(text).dialect == dialect


def test_what_the_caller_knows_counts_for_more_than_the_text():
    text = '[Dialect "abstractplay"]\n[Variant "standard"]\n\n1. g2-g3 f11-f10\n'
    record = read_one(text, game="epaminondas", dialect="span", variant="standard+symmetry=off")
    assert (record.dialect, record.variant) == ("span", "standard+symmetry=off")


def test_numbers_glued_to_moves_are_noted_and_cut_off():
    record = read_one("1.2.7.2N2 11.6.2SE2\n2.2.6.3E1 10.7.3S3\n")
    assert record.moves == MOVES
    assert [(one.code, one.line, one.column) for one in record.findings] == [
        ("glued-number", 1, 3),
        ("glued-number", 2, 3),
    ]


NUMBERS = {
    "a gap": ("1. {} {}\n3. {} {}\n", "move 3 follows move 1: moves may be missing", 2),
    "going back": ("2. {} {}\n1. {} {}\n", None, None),
    "a short row": (
        "1. {} {}\n2. {}\n3. {}\n",
        "move 2 has 1 of 2 plies: one may be missing, or too many",
        3,
    ),
    "a long row": (
        "1. {}\n2. {} {}\n3. {}\n",
        "move 2 has 2 of 1 plies: one may be missing, or too many",
        3,
    ),
    "the same number for both sides": ("1. {}\n1. {}\n2. {}\n2. {}\n", None, None),
    "a last row that is not full": ("1. {} {}\n2. {}\n", None, None),
    "a game that begins later": ("17. {} {}\n18. {} {}\n", None, None),
    "Black to begin": ("1. ... {}\n2. {} {}\n3. {}\n", None, None),
}


@pytest.mark.parametrize(("shape", "complaint", "line"), NUMBERS.values(), ids=NUMBERS)
def test_numbers_that_do_not_go_on_are_noted(shape, complaint, line):
    found = [
        (one.message, one.line)
        for record in read_all(shape.format(*MOVES))
        for one in record.findings
        if one.code == "move-number"
    ]
    assert found == ([(complaint, line)] if complaint else [])


@pytest.mark.parametrize("hole", ["--", "...", "—", "?"])
def test_a_hole_in_a_table_is_kept_or_told(hole):
    record = read_one(f"1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E1 {hole}\n3. 2.8.1SW1 11.11.2SW2\n")
    assert hole in record.moves or "move-number" in codes(record)


SUSPECTS = ["2.6.3Q1", "10,7,3", "12:4", "x3", "g2-"]


@pytest.mark.parametrize("suspect", SUSPECTS)
def test_what_stands_where_a_move_should_is_kept_for_the_replay_to_judge(suspect):
    record = read_one(f"1. 2.7.2N2 11.6.2SE2\n2. {suspect} 10.7.3S3\n")
    assert record.moves == ("2.7.2N2", "11.6.2SE2", suspect, "10.7.3S3")


REMARKS = {
    "after a row": "1. 2.7.2N2 11.6.2SE2 good\n2. 2.6.3E1 10.7.3S3\n",
    "longer than the row": "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E1 10.7.3S3 with a plan in mind\n",
    "between the moves": "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E1 oh well 10.7.3S3\n",
}


@pytest.mark.parametrize("text", REMARKS.values(), ids=REMARKS)
def test_words_in_a_row_of_moves_are_skipped_one_by_one_and_cost_no_move(text):
    record = read_one(text)
    assert record.moves == MOVES
    assert set(codes(record)) == {"skipped-text"}
    assert "is not a move and was skipped" in messages(record)


def test_marks_stand_beside_their_moves():
    record = read_one("1. 2.7.2N2! 11.6.2SE2??\n2. 2.6.3E1 !? 10.7.3S3?!\n")
    assert record.moves == MOVES
    assert [record.details[index]["marks"] for index in range(4)] == ["!", "??", "!?", "?!"]


def test_a_blank_inside_a_move_is_part_of_its_text():
    record = read_one("1. 2.7.2 N2 11. 6. 2SE2\n")
    assert record.moves == ("2.7.2 N2", "11. 6. 2SE2")


@pytest.mark.parametrize("heading", ["White Black", "Blancs  Noirs", "\tWeiß\tSchwarz", "N° Blanc"])
def test_headings_of_the_table_are_noted(heading):
    record = read_one(f"{heading}\n{ROW}")
    assert codes(record) == ["heading"]
    assert repr(heading.strip()) in messages(record)


def test_a_long_game_keeps_every_ply():
    moves = DEMONSTRATION * 40
    assert read_one(rows(moves)).moves == moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e2 bZ\n2. h4 e8\n", ("e2", "bZ", "h4", "e8")),
        ("1. bZ e8\n2. h4 e7\n", ("bZ", "e8", "h4", "e7")),
        ("1. e2 e8 ok\n2. h4 e7\n", ("e2", "e8", "h4", "e7")),
        ("1. e2 strong e8\n2. h4 e7\n", ("e2", "e8", "h4", "e7")),
    ],
)
def test_a_misread_move_of_letters_keeps_its_place(text, moves):
    record = read_one(f'[Game "gipf"]\n\n{text}')
    assert record.moves == moves
