"""The text reader: what transcribers write beside moves."""

import pytest

import records
from analysis.repair.repair import repair
from analysis.replay import replay, settle_doubts
from tests.records.samples import codes, messages, read_one

ROWS = ("E4 E6", "B1 A4", "E3 F4", "C1 F6")
MOVES = tuple(" ".join(ROWS).split())


def sheet(second, last=""):
    rows = (ROWS[0], second, *ROWS[2:])
    return "".join(f"{number}. {row}\n" for number, row in enumerate(rows, start=1)) + last


UNREADABLE = ["(illisible)", "[unreadable]", "unleserlich", "(?)", "[...]", "[blank]", "xxx"]


@pytest.mark.parametrize("word", UNREADABLE)
@pytest.mark.parametrize("at", [0, 1])
def test_words_for_an_unreadable_ply_stand_for_one(word, at):
    row = [word, "A4"] if at == 0 else ["B1", word]
    record = read_one(sheet(" ".join(row)))
    assert record.moves == (*MOVES[: 2 + at], "?", *MOVES[3 + at :])
    assert codes(record) == ["lost-ply"]
    assert repr(word) in messages(record)


@pytest.mark.parametrize("word", UNREADABLE[:2])
def test_behind_a_full_row_such_a_word_is_no_ply(word):
    assert read_one(sheet(f"B1 A4 {word}")).moves == MOVES


TIMES = ["0:12", "12'", "1h05", "(0:12)", "0:12:30", "[0:12]", "12 min"]


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("last", ["", "5. D5\n"], ids=["whole", "with a lost ply"])
def test_times_beside_moves_are_comments(time, last):
    record = read_one(sheet(f"B1 {time} A4 {time}", last))
    assert record.moves[:8] == MOVES
    assert record.details[2] == record.details[3] == {"comment": time.strip("()[]")}
    assert "2 times" in messages(record)


NUMERALS = ["{}er coup :", "Coup {} :", "Coup {}", "Zug {}:", "Move {}", "No. {}", "n° {}"]


@pytest.mark.parametrize("numeral", NUMERALS)
def test_numbers_of_rows_are_written_in_words(numeral):
    text = "".join(f"{numeral.format(at)} {row}\n" for at, row in enumerate(ROWS, start=1))
    record = read_one(text)
    assert record.moves == MOVES
    assert codes(record) == ["number-style"]


CORRECTIONS = ["(recte B1)", "[sic: B1]", "(read B1)", "(for B1)", "(lies B1)", "{recte: B1}"]


@pytest.mark.parametrize("words", CORRECTIONS)
def test_a_correction_is_named_and_kept(words):
    record = read_one(sheet(f"E5 {words} A4"))
    assert record.moves == (*MOVES[:2], "E5", *MOVES[3:])
    assert record.details[2]["correction"] == "B1"
    assert codes(record) == ["correction"]


def test_repair_offers_a_correction_first():
    # E6 is taken, and many points that it may be instead are free.
    record = read_one(sheet("E6 (recte B1) A4"))
    assert repair(record).edits[0].meant == "B1"


def test_words_like_those_of_corrections_put_no_move():
    record = read_one(sheet("B1 (sic) A4 (read twice)"))
    assert record.moves == MOVES
    assert not codes(record)


def test_a_move_that_is_struck_out_is_not_played():
    record = read_one(sheet("~~E5~~ B1 A4"))
    assert record.moves == MOVES
    assert "'E5' is crossed out" in messages(record)


@pytest.mark.parametrize("row", ["E6 B1 A4", "B1 E4 A4", "B1 A4 E6"])
def test_the_board_decides_which_of_three_moves_is_crossed_out(row):
    record = settle_doubts(read_one(sheet(row)))
    assert record.moves == MOVES
    assert replay(record).valid
    assert "crossed-out" in codes(record)
    assert any("crossed out: E" in one["comment"] for one in record.details.values())


def test_where_the_board_does_not_decide_the_assumption_is_named():
    record = settle_doubts(read_one(sheet("E5 B1 A4")))
    assert record.moves == MOVES
    assert "E5 is taken to be crossed out" in messages(record)
    assert [one.code for one in repair(record).gaps] == ["crossed-out"]


def test_a_row_of_which_only_letters_are_left_is_a_row():
    text = sheet("B1 A4", "KEN Erle J AVL ase\n6. D3 D4\n7. F2 B4\n")
    record = read_one(text)
    assert len(record.moves) == 14
    assert record.moves[-4:] == ("D3", "D4", "F2", "B4")


@pytest.mark.parametrize("mark", ["1)", "\N{DAGGER}", "[1]"])
def test_footnotes_are_no_rows(mark):
    record = read_one(sheet(f"B1 A4 {mark}", f"\n{mark} see page three of the book\n"))
    assert record.moves == MOVES
    assert "row-number" not in codes(record)


@pytest.mark.parametrize(
    "line", ["2. F6 A2 2)", "2. F6 (?)", "2. F6 A2 (i.e. A3)", "2. F6 A2 [12]", "2. F6 A2 12:30"]
)
def test_a_line_alone_shows_what_stands_beside_its_moves(line):
    text = f"1. F1 B3\n{line}\n3. C2 D4\n4. E5 A1\n"
    (tidy,) = records.read_text("1. F1 B3\n2. F6 A2\n3. C2 D4\n4. E5 A1\n", game="megiddo")
    (found,) = records.read_text(text, game="megiddo")
    assert len(found.moves) == 8
    assert found.moves[:3] == tidy.moves[:3]
    assert {one.code for one in found.findings} > {one.code for one in tidy.findings}


@pytest.mark.parametrize("mark", ["|", "/", ","])
def test_marks_between_the_moves_of_a_damaged_table_are_left_out(mark):
    rows = (
        f"{number}. {row.replace(' ', f' {mark} ')}" for number, row in enumerate(ROWS, start=1)
    )
    text = "\n".join(rows).replace("C1", "(illisible)")
    record = read_one(f"{text}\n")
    assert record.moves == (*MOVES[:6], "?", MOVES[7])
    assert {"lost-ply", "mark-between"} <= set(codes(record))


DITTO = ['"', "''", "do.", "idem", "\N{DITTO MARK}"]


@pytest.mark.parametrize("mark", DITTO)
def test_a_ditto_mark_is_a_ply_that_is_not_known(mark):
    record = read_one(sheet(f"B1 {mark}"))
    assert record.moves == (*MOVES[:3], "?", *MOVES[4:])
    assert "lost-ply" in codes(record)
    assert f"{mark!r} stands for another ply" in messages(record)


@pytest.mark.parametrize(
    ("row", "sign"),
    [("B1+ A4", "+"), ("B1 A4#", "#"), ("B1 \N{RIGHTWARDS ARROW}A4", "\N{RIGHTWARDS ARROW}"),
     ("B1A4=", "="), ("B1\N{LEFTWARDS ARROW} A4", "\N{LEFTWARDS ARROW}")],
)  # fmt: skip
def test_signs_at_a_move_are_comments(row, sign):
    record = read_one(sheet(row))
    assert record.moves == MOVES
    assert any(beside.get("comment") == sign for beside in record.details.values())
    assert "comment" in codes(record)


@pytest.mark.parametrize("blank", ["", " "])
def test_numbers_may_have_a_slash(blank):
    text = "".join(f"{at}/{blank}{row}\n" for at, row in enumerate(ROWS, start=1))
    record = read_one(text)
    assert record.moves == MOVES
    assert "numbers are written with '1/'" in messages(record)


@pytest.mark.parametrize("blank", ["", " "])
def test_marks_of_footnotes_in_brackets_are_no_part_of_moves(blank):
    record = read_one(sheet(f"B1{blank}(1) A4", "(1) the usual move\n"))
    assert record.moves == MOVES
    assert "'(1)' is read as the mark of a footnote" in messages(record)


def test_a_list_that_breaks_off_at_a_comma_ends_on_the_line_below():
    text = "GIPF\n1. Gb2 Gh5\n2. Gg2 c6\n3. h6-h4;xh2,h3,\n   h5 b2\n4. i4-g4 d7\n"
    record = read_one(text)
    assert record.moves[4:6] == ("h6-h4;xh2,h3,h5", "b2")
    assert "'h5' on line 5 ends the move" in messages(record)
