"""Moves in quoted mail, forum posts, web pages and Markdown, and signs that begin no move."""

import pytest

from ludograph import read_text, replay
from tests.records.samples import codes

MOVES = ["F6", "D3", "D5", "E1", "F5", "D1", "E6", "C3"]
PAIRS = list(zip(range(1, 5), MOVES[::2], MOVES[1::2], strict=True))


def lines(form, title="Megiddo\n\n"):
    return title + "".join(form.format(*pair) + "\n" for pair in PAIRS)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("> Hello\n>\n" + lines("> {}. {} {}", ""), id="quoted mail"),
        pytest.param(lines(">> {}. {} {}", ">> Megiddo\n>>\n"), id="mail quoted twice"),
        pytest.param(lines("[*] {}. [b]{}[/b] {}"), id="forum codes"),
        pytest.param(lines("- {}. **{}** {}"), id="a Markdown list"),
        pytest.param(lines("#{} {} {}"), id="numbers with a hash"),
        pytest.param(lines("```\n{}. {} {}\n```"), id="fences"),
        pytest.param(lines("<tr><td>{}</td><td>{}</td><td class=x>{}</td></tr>"), id="HTML"),
        pytest.param(lines("{}.&nbsp;{}&nbsp;{}<br />"), id="entities"),
        pytest.param(lines("+---+----+----+\n| {} | {} | {} |"), id="a ruled table"),
        pytest.param(lines("│ {} │ {} │ {} │\n├───┼────┼────┤"), id="a drawn table"),
    ],
)
def test_markup_around_moves_is_left_out_with_one_note(text):
    (record,) = read_text(text)
    assert ([*record.moves], record.game) == (MOVES, "megiddo")
    assert codes(record).count("markup") == ("```" not in text and "+-" not in text)


def test_columns_are_those_of_the_text_with_its_markup():
    (record,) = read_text(lines("> {}. {} <b>{}</b>").replace("D3", "D9"))
    (violation,) = replay(record).violations
    assert (violation.line, violation.column) == (3, 12)


@pytest.mark.parametrize("kept", ["see <b>this</b>", "a > b", "**"])
def test_markup_in_tags_and_comments_stays(kept):
    (record,) = read_text(f'[Event "{kept}"]\n\n1. F6 D3 {{{kept}}}\n2. D5 E1\n', game="megiddo")
    assert (record.tags["Event"], record.details[1]["comment"]) == (kept, kept)


ASIDES = {
    "a variation on its own line": "[3...C1 4. A1 B1]",
    "a variation over two lines": "[3...C1 4. A1 B1\n5. C2 C4]",
    "a list of variations": "a) 3...C1 4. A1\nb) 3...C2",
}


@pytest.mark.parametrize("aside", ASIDES.values(), ids=ASIDES)
def test_variations_are_not_played(aside):
    text = lines("{}. {} {}").replace("\n4.", f"\n{aside}\n4.")
    (record,) = read_text(text)
    assert [*record.moves] == MOVES
    assert "comment" in codes(record) or record.details[5]["comment"] == aside[1:-1]


@pytest.mark.parametrize(
    "row",
    [
        "4. E6 (4. A1 B1 5. C2) C3",
        "4. E6 C3 4...C1 is worse",
        "4. E6 -- a quiet move",
        "4. E6 ± C3 $6",
        "4. E6+- C3 □",
    ],
)
def test_what_stands_beside_moves_of_a_row_is_a_comment(row):
    (record,) = read_text(lines("{}. {} {}").replace("4. E6 C3", row))
    assert [*record.moves][:7] == MOVES[:7]
    assert "C3" not in row or [*record.moves] == MOVES
    assert replay(record).valid


def test_a_full_stop_behind_the_last_move_is_no_move():
    (record,) = read_text(f"Megiddo: {', '.join(MOVES)}.\n")
    assert [*record.moves] == MOVES


def test_a_title_names_the_game_of_moves_that_fit_another_better():
    moves = "1. D1,D2-D4 E11-D10\n2. D4-C5 I11-J10\n3. E2-D2 J11-K10\n"
    (record,) = read_text(f"Epaminondas, 2nd round\n{moves}")
    assert (record.game, len(record.moves), replay(record).valid) == ("epaminondas", 6, True)


def test_a_name_below_a_letter_is_no_move():
    (record,) = read_text(lines("> {}. {} {}") + "\nWhat do you think of it?\nAl\n")
    assert [*record.moves] == MOVES


def test_counts_in_square_brackets_are_reserves():
    (record,) = read_text("GIPF\n1. Gd2[16] Gf2[16]\n2. Gb2[14] Gg1-e3[14]\n")
    assert (record.game, replay(record).valid) == ("gipf", True)
    (wrong,) = map(replay, read_text("GIPF\n1. Gd2[16] Gf2[12]\n2. Gb2[14] Gg1-e3[14]\n"))
    assert [one.code for one in wrong.violations] == ["reserve-mismatch"]


def test_directions_are_german_where_there_is_a_w_and_no_e():
    german = "1. 2.7.2N2 11.6.2SO2\n2. 2.6.3O1 10.7.3S3\n3. 2.8.1SW1 11.11.2SW2\n"
    (game,) = map(replay, read_text(f"Epaminondas\n{german}"))
    assert (game.valid, str([*game.plies()][1].move)) == (True, "11.6.2SE2")
    assert [one.code for one in game.notes].count("german-compass") == 2
    (french,) = map(replay, read_text("Epaminondas\n1. 2.7.2N2 11.6.2SO2\n2. 2.6.3E1\n"))
    assert str([*french.plies()][1].move) == "11.6.2SW2"


@pytest.mark.parametrize("shape", ["(D2,\nE2)", "(D2,\n   E2)"])
def test_captures_that_wrap_to_the_next_line_belong_to_their_move(shape):
    moves = "1. F6 D2\n2. A1 E2\n3. F4 B4\n4. C2 "
    (record,) = read_text(f"Megiddo\n{moves}{shape} F1\n")
    assert [*record.moves][6:] == [f"C2 {shape[0]}D2,{shape[4:].replace(chr(10), ' ')}", "F1"]


def test_a_game_may_be_numbered_from_zero():
    (record,) = read_text("Megiddo\n0. F6 D3\n1. D5 E1\n2. F5 D1\n")
    assert len(record.moves) == 6


def test_a_number_behind_a_word_is_no_move_number():
    text = "Epaminondas\n1. 2.7.2N2 11.6.2SE2 attend 1\n2. 2.6.3E1 10.7.3S3\n"
    (record,) = read_text(text)
    assert len(record.moves) == 4


@pytest.mark.parametrize("first", ["Red\n{}\nBlue\n{}\n", "Rouges :\n{}\n\nBleus :\n{}\n"])
@pytest.mark.parametrize("plies", [7, 8])
def test_moves_below_the_name_of_their_side_take_turns(first, plies):
    sides = ("\n".join(MOVES[side:plies:2]) for side in (0, 1))
    (record,) = read_text("Megiddo\n\n" + first.format(*sides))
    assert ([*record.moves], "layout" in codes(record)) == (MOVES[:plies], True)
