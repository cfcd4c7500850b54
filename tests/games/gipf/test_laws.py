"""Each law of GIPF, broken: the code, and a message with the place, the text and the numbers."""

import pytest

from analysis.games.gipf.rules import Position
from notation.errors import IllegalMove
from notation.gipf.moves import Move
from notation.registry import find

START = "b2w/5/6/w5b/6/5/b2w w 12,12 0,0 -"
FULL = "b2w/5/6/wbwbwbw/6/5/b2w w 12,12 0,0 -"
ROW = "wwww/5/6/7/6/5/4 w 3,12 0,0 -"
CROSS = "wwww/w4/w5/w6/6/5/4 w 5,5 0,0 -"
PAIR = "4/wwww1/1wwwwb/7/6/5/4 w 5,5 0,0 -"
THEIRS = "bbbb/5/6/7/6/5/w3 w 5,5 0,0 -"
STACKED = "4/WWww1/B5/7/6/5/4 w 5,5 0,0 -"
LAST = "4/Wwww1/BW4/7/6/5/4 w 5,5 0,0 -"
GIVEN_UP = "4/Wwww1/B5/7/6/5/4 w 5,5 0,0 -"
EMPTY = "4/5/6/7/6/5/4 w 18,18 0,0 WB"
SINGLE = "4/5/wW4/7/6/5/B3 w 15,16 0,0 B"
OPEN = "4/5/W5/7/6/5/B3 w 1,16 0,0 WB"


def position(text):
    return Position.from_string(text)


def claim(text, dialect="complete"):
    return find("gipf", dialect).read(text).moves[0]


BROKEN = [
    (START, "j5-h5", "no-such-point", "there is no point j5: the columns run from a to i"),
    (START, "e10", "no-such-point", "there is no point e10: column e has the points 1 to 9"),
    (START, "xb9;e3", "no-such-point", "column b has the points 1 to 6"),
    (START, "a3", "dot-as-spot", "a3 is one of the 24 dots; pieces stand on the 37 spots"),
    (START, "e1-e9", "dot-as-spot", "e9 is one of the 24 dots"),
    (START, "xa3;b4", "dot-as-spot", "a3 is one of the 24 dots"),
    (START, "c3-c5", "spot-as-dot", "c3 is one of the 37 spots; pieces enter from the 24 dots"),
    (START, "d5", "dot-missing", "d5 is not next to a dot"),
    (START, "e1-c3", "no-line", "no line leads from e1 to c3, only along e1-e9"),
    (START, "b1-d5", "no-line", "no line leads from b1 to d5, only along b1-b6 or b1-i4"),
    (FULL, "e1-e8", "full-line", "the line e1-e9 is full: its 7 spots are occupied"),
    (
        START,
        "e1-e5",
        "wrong-end",
        "the push from e1 to e2 displaces 1 piece and ends on e3, not e5",
    ),
    (START, "c1-c4", "wrong-end", "the push from c1 to c2 displaces nothing and ends on c2, not"),
    (START, "e2", "occupied-spot", "e2 is occupied: a push that displaces a piece names the dot"),
    (START, "Ge1-e3", "gipf-too-late", "no GIPF pieces are brought in in the basic game"),
    (START.upper()[:19] + " w 12,12 0,0 -", "Gd2", "gipf-too-late", "in the standard game"),
    (EMPTY, "d2", "gipf-missing", "the first piece that White brings in is a GIPF piece"),
    (SINGLE, "Gd2", "gipf-too-late", "White has brought in a single piece: no more GIPF pieces"),
    (OPEN, "Gd2", "reserve-short", "takes 2 pieces from the reserve, and White has 1"),
    (START.replace("12,12", "0,12"), "b3", "reserve-empty", "White has 0 pieces in reserve"),
    (START, "xb3;b4", "empty-spot", "b3 is empty: there is nothing to remove"),
    (START, "xb5;b4", "no-row", "White has no row of 4 to take xb5 from"),
    (THEIRS, "c2;xb2*,b3*,b4*,b5*", "no-row", "on b1-b6 (b2, b3, b4, b5) is Black's, to be taken"),
    (ROW, "e2", "missed-removal", "White's row of 4 on b1-b6 (b2, b3, b4, b5) has to be taken"),
    (ROW, "xb2,b3;e2", "too-few", "2 of 4 pieces are taken of the row on b1-b6: b4, b5 have to go"),
    (
        ROW,
        "xb2,b3,b5;e2",
        "single-left",
        "the single piece on b4 may not stay, it is in the row of 4",
    ),
    (ROW, "xb2,b3,b4,b5", "no-push", "a turn brings a piece into play"),
    (PAIR, "xc2,c3,c4,c5;e2", "missed-removal", "row of 5 on d1-d8 (d3, d4, d5, d6, d7) has to"),
    (PAIR, "xc2,c3,c4,c5;xd3,d4,d5,d6;e2", "single-left", "the single piece on d7 may not stay"),
    (
        CROSS,
        "xb2,b3,b4,b5;xc2,d2,e2;h5",
        "row-broken",
        "on b1-b6 is taken, no row holds c2, d2, e2",
    ),
    (
        ROW.replace("/5/", "/w4/", 1),
        "xb2,b3,b4,b5,c2;e2",
        "outside-row",
        "no row of White's holds c2",
    ),
    (STACKED, "xGc2,c4;e2", "single-left", "the single piece on c5 may not stay"),
    (LAST, "xGc2,c3,c4,c5,Gd3;h5", "outside-row", "no row of White's holds d3"),
    (GIVEN_UP, "xGc2,c3,c4,c5;h5", "after-end", "the game is over by what"),
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
    ("short", START, "x;e1-e3", "no-row", "White has no row of 4, and one is said to be taken"),
    ("short", START, "e1-e3;x", "no-row", "White has no row of 4"),
    ("short", CROSS, "x;x;h5", "no-row", "2 rows are said to be taken; White has rows on"),
    (
        "short",
        STACKED,
        "xGc4;h5",
        "outside-row",
        "just the GIPF pieces c4; White has rows on c1-c7",
    ),
    ("short", START, "e1-e5", "wrong-end", "ends on e3, not e5"),
    ("pbem", ROW, "rowc1-c7 ne1-e2", "no-row", "White has no row on c1-c7, only on b1-b6"),
    ("pbem", PAIR, "rowc1-c7 ne1-e2", "missed-removal", "White has rows on c1-c7, d1-d8; not only"),
    ("pbem", ROW, "rowb1-b6 gipfb3 ne1-e2", "outside-row", "just the GIPF pieces b3"),
    ("steps", ROW, "e1-e2", "missed-removal", "White's row of 4 on b1-b6"),
    ("steps", ROW, "xb2,b3,b4 e1-e2", "single-left", "the single piece on b5 may not stay"),
    ("steps", ROW, "xb9 e1-e2", "no-such-point", "column b has the points 1 to 6"),
    ("steps", FULL, "e1-e2", "full-line", "its 7 spots are occupied"),
    ("steps", START, "Ke1-e2", "wrong-side", "the text has Black move, and White is to move"),
    ("steps", GIVEN_UP, "xc2,c3,c4,c5 h6-h5", "after-end", "the game is over"),
    ("steps", "4/Wwww1/6/7/6/5/4 w 5,5 0,0 -", "e1-e2", "after-end", "Black has no GIPF piece"),
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


def test_overlooked_row_may_be_taken_later_and_is_told_once():
    made = position("www1/5/6/7/6/5/3b w 3,5 0,0 -")
    assert made.violation_of(claim("b5")).code == "missed-removal"
    standing = made.as_recorded(claim("b5"))
    assert standing is not None
    assert str(standing) == "wwww/5/6/7/6/5/3b b 2,5 0,0 -"
    then = standing.play(claim("e8"))
    assert then.check(claim("e2")) is None
    assert str(then.play(claim("xb2,b3,b4,b5;e2"))) == "4/5/6/w5b/6/5/3b b 5,4 0,0 -"
    # A position of that look that nobody knows the past of has the row taken.
    assert position(str(then)).violation_of(claim("e2")).code == "missed-removal"


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


def test_reserve_mismatch_does_not_stop_the_game():
    (candidate,) = position(START).completions(claim("b3 (12)"))
    (finding,) = candidate.findings
    assert (finding.code, finding.violation) == ("reserve-mismatch", True)
    assert candidate.move == claim("b3 (11)")
    assert isinstance(candidate.move, Move)
    assert position(START).completions(claim("b3 (11)"))[0].findings == ()
    assert position(START).completions(claim("b3 (10)", "short"))[0].findings[0].code == (
        "reserve-mismatch"
    )
