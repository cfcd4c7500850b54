"""Each law of GIPF, broken: the code, and a message with the place, the text and the numbers."""

import pytest

from analysis.games.gipf.rules import Position
from notation.errors import IllegalMove
from notation.registry import find

START = "b2w/5/6/w5b/6/5/b2w w 12,12 0,0 -"
FULL = "b2w/5/6/wbwbwbw/6/5/b2w w 12,12 0,0 -"
ROW = "wwww/5/6/7/6/5/4 w 3,12 0,0 -"
PAIR = "4/wwww1/1wwwwb/7/6/5/4 w 5,5 0,0 -"
LAST = "4/Wwww1/BW4/7/6/5/4 w 5,5 0,0 -"
GIVEN_UP = "4/Wwww1/B5/7/6/5/4 w 5,5 0,0 -"
EMPTY = "4/5/6/7/6/5/4 w 18,18 0,0 WB"
SINGLE = "4/5/wW4/7/6/5/B3 w 15,16 0,0 B"


def position(text):
    return Position.from_string(text)


def claim(text, dialect="complete"):
    return find("gipf", dialect).read(text).moves[0]


BROKEN = [
    (START, "xb9;e3", "no-such-point", "column b has the points 1 to 6"),
    (START, "xa3;b4", "dot-as-spot", "a3 is one of the 24 dots"),
    (START.replace("12,12", "0,12"), "b3", "reserve-empty", "White has 0 pieces in reserve"),
    (LAST, "xGc2,c3,c4,c5,Gd3;h5", "outside-row", "no row of White's holds d3"),
    ("4/Wwww1/6/7/6/5/4 w 5,5 0,0 -", "h5", "after-end", "Black has no GIPF piece left"),
]


@pytest.mark.parametrize(
    ("text", "written", "code", "message"), BROKEN, ids=[f"{b[2]}-{b[1]}" for b in BROKEN]
)
def test_broken_law_is_named_with_its_numbers(text, written, code, message):
    before = position(text)
    assert before.completions(claim(written)) == []
    finding = before.violation_of(claim(written))
    assert finding.violation
    assert finding.code == code
    assert message in finding.message
    with pytest.raises(IllegalMove):
        before.play(claim(written))


SAID = [
    ("complete", ROW, "xGb2,b3,b4,b5;e2", "wrong-mark", "a single piece of White's, that is b2"),
    ("complete", ROW, "xb2,b3,b4,b5*;e2", "wrong-mark", "b5* is written for a single piece of"),
    ("complete", ROW, "xb2,Gb2,b3,b4,b5;e2", "named-twice", "a spot is named more than once"),
    ("complete", START, "b3 (12)", "reserve-mismatch", "(12) is written, and White has 11"),
]


@pytest.mark.parametrize(("dialect", "text", "written", "code", "message"), SAID)
def test_complete_moves_are_exact(dialect, text, written, code, message):
    finding = position(text).check(claim(written, dialect))
    assert finding is not None
    assert finding.code == code
    assert message in finding.message


OUTLINED = [
    ("short", ROW, "e2", "missed-removal", "White's row of 4 on b1-b6"),
    ("short", START, "e1-e3;x", "no-row", "White has no row of 4"),
    ("short", START, "e1-e5", "wrong-end", "ends on e3, not e5"),
    ("steps", GIVEN_UP, "xc2,c3,c4,c5 h6-h5", "after-end", "the game is over"),
]


@pytest.mark.parametrize(
    ("dialect", "text", "written", "code", "message"),
    OUTLINED,
    ids=[f"{o[0]}-{o[3]}-{o[2]}" for o in OUTLINED],
)
def test_outlines_that_fit_nothing_are_explained(dialect, text, written, code, message):
    before, outline = position(text), claim(written, dialect)
    assert before.completions(outline) == []
    finding = before.violation_of(outline)
    assert finding.code == code
    assert message in finding.message


def test_legal_moves_are_not_explained():
    with pytest.raises(ValueError, match="e1-e3 is legal"):
        position(START).violation_of(claim("e1-e3"))


@pytest.mark.parametrize(
    ("dialect", "text", "written", "after"),
    [
        ("complete", ROW, "e2", "wwww/5/6/w6/6/5/4 b 2,12 0,0 -"),
        ("short", ROW, "e2", "wwww/5/6/w6/6/5/4 b 2,12 0,0 -"),
        ("steps", ROW, "e1-e2", "wwww/5/6/w6/6/5/4 b 2,12 0,0 -"),
        ("complete", ROW, "xb2,b3,b4;e2", "3w/5/6/w6/6/5/4 b 5,12 0,0 -"),
        ("steps", ROW, "xb2,b3,b4 e1-e2", "3w/5/6/w6/6/5/4 b 5,12 0,0 -"),
        ("complete", ROW, "e2;xb2,b3,b4,b5", "4/5/6/w6/6/5/4 b 6,12 0,0 -"),
        ("short", PAIR, "e2", "4/wwww1/1wwwwb/w6/6/5/4 b 4,5 0,0 -"),
        ("complete", PAIR, "xc2,c3,c4,c5;e2", "4/5/1wwwwb/w6/6/5/4 b 8,5 0,0 -"),
        ("complete", EMPTY, "d2", "4/5/w5/7/6/5/4 b 17,18 0,0 B"),
        ("complete", SINGLE, "Gd1-d4", "4/5/WwW3/7/6/5/B3 b 13,16 0,0 B"),
    ],
)
def test_what_was_overlooked_stays_in_the_position_as_recorded(dialect, text, written, after):
    assert position(text).completions(claim(written, dialect)) == []
    assert str(position(text).as_recorded(claim(written, dialect))) == after


@pytest.mark.parametrize(
    ("dialect", "text", "written"),
    [
        ("complete", START, "j5-h5"),
        ("complete", START, "a3"),
        ("complete", START, "e1-e5"),
        ("complete", FULL, "e1-e8"),
        ("complete", START, "xb3;b4"),
        ("complete", START, "b4;xc4"),
        ("complete", START, "xb5;b4"),
        ("complete", ROW.replace("/5/", "/w4/", 1), "xb2,b3,b4,b5,c2;e2"),
        ("complete", START, "Gb3"),
        ("complete", START.replace("12,12", "0,12"), "b3"),
        ("complete", ROW, "xb2,b3,b4,b5"),
        ("short", START, "x;b3"),
        ("short", START, "b3;xGb3"),
        ("steps", START, "Kd1-d2"),
    ],
)
def test_what_cannot_be_carried_out_is_not_recorded(dialect, text, written):
    assert position(text).as_recorded(claim(written, dialect)) is None


def test_overlooked_row_hides_nothing_else():
    later = position("wwww/5/6/www4/6/5/3b w 9,9 0,0 -").as_recorded(claim("h3"))
    assert later is not None
    then = later.play(claim("e8"))
    assert then.violation_of(claim("g1-g4")).code == "wrong-end"
    new = then.violation_of(claim("e1-e5"))
    assert (new.code, "e1-e9" in new.message, "b1-b6" in new.message) == (
        "missed-removal", True, False
    )  # fmt: skip
    both = then.as_recorded(claim("e1-e5"))
    assert both is not None
    assert both.overlooked == {(0, "b1-b6"), (0, "e1-e9")}


def test_part_of_an_overlooked_row_is_not_taken():
    later = position("wwww/5/6/7/6/5/3b w 3,5 0,0 -").as_recorded(claim("h4"))
    assert later is not None
    then = later.play(claim("e8"))
    assert then.violation_of(claim("xb2,b3,b4;e2")).code == "single-left"


def test_row_that_was_broken_is_no_longer_overlooked():
    later = position("wwww/w4/w5/5w1/6/5/3b w 9,9 0,0 -").as_recorded(claim("h3"))
    assert later is not None
    assert later.overlooked == {(0, "b1-b6")}
    assert later.play(claim("e2")).overlooked == {(0, "b1-b6")}
    assert later.play(claim("a5-c5")).overlooked == frozenset()
