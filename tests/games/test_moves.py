"""Moves in positions of their own: refused, carried out all the same, set right, and played on.

What can be shown is in the tables of pictures; here are positions as strings, for what is said.
"""

from typing import Any

import pytest

from analysis.games import find
from analysis.games.position import AnyPosition, write_unambiguously
from notation import IllegalMove, UnwritableMove, find_dialect
from tests.cases import each_case
from tests.games.pictures import cases, claim

START = "b2w/5/6/w5b/6/5/b2w w 12,12 0,0 -"
FULL = "b2w/5/6/wbwbwbw/6/5/b2w w 12,12 0,0 -"
ROW = "wwww/5/6/7/6/5/4 w 3,12 0,0 -"
PAIR = "4/wwww1/1wwwwb/7/6/5/4 w 5,5 0,0 -"
LAST = "4/Wwww1/BW4/7/6/5/4 w 5,5 0,0 -"
GIVEN_UP = "4/Wwww1/B5/7/6/5/4 w 5,5 0,0 -"
EMPTY = "4/5/6/7/6/5/4 w 18,18 0,0 WB"
SINGLE = "4/5/wW4/7/6/5/B3 w 15,16 0,0 B"
NONE_LEFT = START.replace("12,12", "0,12")
"""Positions of GIPF."""

QUIET = "r5/1b4/2b3/6/6/6 r 0,0"
"""Red on A1, Blue on B2 and C3, Red to move: D4 captures both."""

SLIDES = "r5/1b4/r1b3/6/6/6 r 0,0"
"""Red on A1 and A3."""

CHAIN = "6/6/rbb3/3b2/4b1/5r r 0,0"
"""D3 captures B3 and C3, then D4 and E5."""

RED_LINE = "6/rrrrrr/6/6/6/6 b 2,0"
BOARD_FULL = "bbrbbb/brbrbr/brrbbb/bbrrrb/rrrrbb/rrbrrr r 0,0"

USUAL = str(find("epaminondas").start())

LINES = "6/1b1b2/1b1b1b/1w1w1w/1w1w2/1w4 w"
"""Three files of Epaminondas: three against two, two against two, one against one."""


def at(game: str, text: str, variant: str | None = None) -> AnyPosition:
    return find(game).position(text, variant)


NEIGHBOURS = "are not neighbours on any of the 24 lines"

REFUSED = [
    ("gipf", START, "xb9;e3", "no-such-point", "column b has the points 1 to 6"),
    ("gipf", START, "xa3;b4", "dot-as-spot", "a3 is one of the 24 dots"),
    ("gipf", NONE_LEFT, "b3", "reserve-empty", "White has 0 pieces in reserve"),
    ("gipf", LAST, "xGc2,c3,c4,c5,Gd3;h5", "outside-row", "no row of White's holds d3"),
    ("gipf", GIVEN_UP.replace("B5", "6"), "h5", "after-end", "Black has no GIPF piece left"),
    ("gipf", START, "b3 (12)", "reserve-mismatch", "(12) is written, and White has 11"),
    ("gipf", ROW, "short e2", "missed-removal", "White's row of 4 on b1-b6"),
    ("gipf", START, "short e1-e3;x", "no-row", "White has no row of 4"),
    ("gipf", START, "short e1-e5", "wrong-end", "ends on e3, not e5"),
    ("gipf", GIVEN_UP, "steps xc2,c3,c4,c5 h6-h5", "after-end", "the game is over"),
    ("epaminondas", LINES, "3.2.3N1x1", "capture-count", "x1 is written, but the move takes 2"),
    ("epaminondas", LINES, "3.6.1W1x1", "capture-count", "x1 is written, but the move takes noth"),
    ("megiddo", "6/6/6/b1rb2/6/6 r 0,0", "B4 (A4, D4)", "not-adjacent",
     f"A4 and D4 {NEIGHBOURS}: no capture takes these 2 in base"),
    ("megiddo", "2b3/2r3/6/6/6/2b3 r 0,0", "C5 (C1, C6)", "not-adjacent",
     f"C1 and C6 {NEIGHBOURS}: no capture takes these 2 in base"),
    ("megiddo", "2b3/2b3/2r3/6/6/6 r 0,0", "C6 (C1, C2)", "not-bracketed",
     "(C1, C2) cannot be bracketed: the line ends beside it; C6 captures nothing"),
    ("megiddo", "6/6/rbb3/6/2bb1b/6 r 0,0", "D3 (C3, B3) (D5, C5)", "not-bracketed",
     "(D5, C5) is captured by 2 stones of Red on B5 and E5, but B5 is empty, E5 is empty; "
     "D3 captures (C3, B3)"),
    ("megiddo", "6/6/6/r2r2/6/6 b 6,0", "C4", "after-end",
     "the game is over: Red has captured 6 stones; 6 make an Arbatta"),
    ("megiddo", RED_LINE, "C4", "after-end",
     "the game is over: Red owns 1 of 24 lines: ring 2"),
    ("megiddo", BOARD_FULL, "C4", "after-end",
     "the game is over: all 36 points are taken, without Megiddo or Arbatta; captured: 0 by Red "
     "and 0 by Blue"),
]  # fmt: skip


@each_case(("game", "text", "written", "code", "message"), REFUSED)
def test_an_illegal_move_names_the_law_with_its_numbers(game, text, written, code, message):
    here, move = at(game, text), claim(game, written)
    found = here.completions(move)
    if found:
        (finding,) = found[0].findings
    else:
        finding = here.violation_of(move)
    assert (finding.code, finding.violation) == (code, True)
    assert message in finding.message


@pytest.mark.parametrize(
    ("game", "text", "written", "code", "message"),
    [
        ("gipf", ROW, "xGb2,b3,b4,b5;e2", "wrong-mark", "a single piece of White's, that is b2"),
        ("gipf", ROW, "xb2,b3,b4,b5*;e2", "wrong-mark", "b5* is written for a single piece of"),
        ("gipf", ROW, "xb2,Gb2,b3,b4,b5;e2", "named-twice", "a spot is named more than once"),
        ("epaminondas", USUAL, "2.4.2N3", "distance", "moves at most 2 squares, not 3"),
        ("epaminondas", LINES, "3.2.3N1", "capture-count", "x0 is written, but the move takes 2"),
        ("epaminondas", LINES, "span b3,b1-b4", "capture-count", "left open: the move takes 2"),
    ],
)
def test_only_what_is_exact_can_be_played(game, text, written, code, message):
    here, move = at(game, text), claim(game, written)
    finding = here.check(move)
    assert finding is not None
    assert (finding.code, finding.violation) == (code, True)
    assert message in finding.message
    assert move not in set(here.legal_moves())
    with pytest.raises(IllegalMove) as caught:
        here.play(move)
    assert caught.value.finding == finding


def test_in_cleopatra_the_ends_of_a_row_can_be_captured():
    here = at("megiddo", "6/6/6/b1rbb1/6/6 r 0,0", "base+cleopatra")
    finding = here.violation_of(claim("megiddo", "B4 (A4, E4)"))
    assert finding.message == (
        f"A4 and E4 {NEIGHBOURS}, nor the ends of 4 in a row: no capture takes these 2 in "
        "base+cleopatra"
    )


def test_a_legal_move_breaks_no_law():
    with pytest.raises(ValueError, match="e1-e3 is legal"):
        at("gipf", START).violation_of(claim("gipf", "e1-e3"))


@pytest.mark.parametrize("text", ["D3", "D3 (C3, B3)", "D3 (D4, E5)"])
def test_a_missed_capture_comes_with_the_right_move(text):
    here, move = at("megiddo", CHAIN), claim("megiddo", text)
    assert here.violation_of(move).code == "missed-capture"
    (meant,) = here.corrections(move)
    assert str(meant) == "D3 (C3, B3) (D4, E5)"
    assert here.check(meant) is None


FORGIVEN = [
    ("3.2.3N1x2", None, "", True),
    ("span b1,b3-b4", None, "", True),
    ("abstractplay b1xb4", None, "", True),
    ("abstractplay f3-e3", None, "", True),
    ("3.2.3N1", "missing-capture-count", "the move takes 2: x2 is missing", True),
    ("3.2.3N1x1", "capture-count", "x1 is written, but the move takes 2", False),
    ("abstractplay b1-b4", "wrong-separator", "'x' not '-': the move takes 2", True),
    ("abstractplay f3xe3", "wrong-separator", "'-' not 'x': the move takes nothing", True),
]


@pytest.mark.parametrize(("text", "code", "message", "forgiven"), FORGIVEN)
def test_what_a_text_of_epaminondas_says_otherwise_than_its_move(text, code, message, forgiven):
    here = at("epaminondas", LINES)
    (candidate,) = here.completions(claim("epaminondas", text))
    assert here.check(candidate.move) is None
    said = [
        (finding.code, finding.message, not finding.violation) for finding in candidate.findings
    ]
    assert said == ([(code, message, forgiven)] if code else [])


BOOK_IDEA = ["b1-b2", "c6-c5", "b2-b3", "c5-c4", "b3-b4", "c4-c3", "b4-b5", "c3-c2", "b5-c6"]


def copycat(symmetry: str) -> AnyPosition:
    """Return a position in which c2-b1 answers on the far row with the half-turn of b5-c6."""
    here = find("epaminondas").start(f"standard+columns=4+rows=6+filled=1+symmetry={symmetry}")
    for text in BOOK_IDEA:
        here = here.play(here.complete(claim("epaminondas", f"span {text}")))
    return here


@pytest.mark.parametrize("symmetry", ["rotation", "mirror", "off"])
def test_symmetry_holds_back_the_one_move_it_names(symmetry):
    held_back = {*copycat("off").legal_moves()} - {*copycat(symmetry).legal_moves()}
    assert [str(move) for move in held_back] == ["2.3.1SW1"] * (symmetry == "rotation")


RECORDED = [
    ("epaminondas", USUAL, "span d2-d5",
     "bbbbbbbbbbbbbb/bbbbbbbbbbbbbb/14/14/14/14/14/3w10/14/14/www1wwwwwwwwww/wwwwwwwwwwwwww b"),
    ("epaminondas", str(copycat("rotation")), "span c2-b1", "bbwb/4/4/4/4/wbww w"),
    ("epaminondas", "w4/5/5/5/4w w", "span e1-e2", "w4/5/5/4w/5 b"),
    ("epaminondas", LINES, "3.2.3N1", "6/3b2/1w1b1b/1w1w1w/1w1w2/6 b"),
    ("gipf", ROW, "e2", "wwww/5/6/w6/6/5/4 b 2,12 0,0 -"),
    ("gipf", ROW, "short e2", "wwww/5/6/w6/6/5/4 b 2,12 0,0 -"),
    ("gipf", ROW, "steps e1-e2", "wwww/5/6/w6/6/5/4 b 2,12 0,0 -"),
    ("gipf", ROW, "xb2,b3,b4;e2", "3w/5/6/w6/6/5/4 b 5,12 0,0 -"),
    ("gipf", ROW, "steps xb2,b3,b4 e1-e2", "3w/5/6/w6/6/5/4 b 5,12 0,0 -"),
    ("gipf", ROW, "e2;xb2,b3,b4,b5", "4/5/6/w6/6/5/4 b 6,12 0,0 -"),
    ("gipf", PAIR, "short e2", "4/wwww1/1wwwwb/w6/6/5/4 b 4,5 0,0 -"),
    ("gipf", PAIR, "xc2,c3,c4,c5;e2", "4/5/1wwwwb/w6/6/5/4 b 8,5 0,0 -"),
    ("gipf", EMPTY, "d2", "4/5/w5/7/6/5/4 b 17,18 0,0 B"),
    ("gipf", SINGLE, "Gd1-d4", "4/5/WwW3/7/6/5/B3 b 13,16 0,0 B"),
    ("megiddo", CHAIN, "D3", "6/6/rbbr2/3b2/4b1/5r b 0,0"),
    ("megiddo", CHAIN, "D3 (C3, B3)", "6/6/rrrr2/3b2/4b1/5r b 2,0"),
    ("megiddo", CHAIN, "D3 (C3, B3) (D4, E5)", "6/6/rrrr2/3r2/4r1/5r b 4,0"),
    ("megiddo", QUIET, "D4 (C3, B2) (B2, C3)", "r5/1r4/2r3/3r2/6/6 b 2,0"),
    ("megiddo", QUIET, "A1-A4", "6/1b4/2b3/r5/6/6 b 0,0"),
    ("megiddo", "6/6/6/r2r2/6/6 b 6,0", "C4", "6/6/6/r1br2/6/6 r 6,0"),
]  # fmt: skip


@each_case(("game", "text", "written", "after"), RECORDED)
def test_what_could_be_carried_out_is_followed_as_recorded(game, text, written, after):
    assert str(at(game, text).as_recorded(claim(game, written))) == after


NOT_RECORDED = {
    ("gipf", START): [
        "j5-h5", "a3", "e1-e5", "xb3;b4", "b4;xc4", "xb5;b4", "Gb3", "short x;b3", "short b3;xGb3",
        "steps Kd1-d2",
    ],
    ("gipf", FULL): ["e1-e8"],
    ("gipf", ROW): ["xb2,b3,b4,b5"],
    ("gipf", ROW.replace("/5/", "/w4/", 1)): ["xb2,b3,b4,b5,c2;e2"],
    ("gipf", NONE_LEFT): ["b3"],
    ("megiddo", QUIET): ["B2", "G4", "D4 (C3)", "D4 (C3, B3)", "D5 (C3, B2)"],
    ("megiddo", CHAIN): ["D3 (D4, E5)"],
    ("megiddo", "6/6/rbbr2/6/6/6 r 0,0"): ["E1 (B3, C3)"],
    ("megiddo", SLIDES): ["B2-B4", "A1-A5"],
}  # fmt: skip


@pytest.mark.parametrize(("game", "text"), NOT_RECORDED)
def test_what_could_not_be_carried_out_is_not_followed(game, text):
    for written in NOT_RECORDED[game, text]:
        assert at(game, text).as_recorded(claim(game, written)) is None, written


CARRIED_OUT = {"distance", "symmetry", "after-end", "capture-count", "stone-expected", "stone-row"}


@each_case("case", [*cases("epaminondas")], ids=lambda case: case.name)
def test_other_illegal_moves_of_epaminondas_cannot_be_carried_out(case):
    for text, law in case.stated("refused"):
        if law.partition(":")[0] not in CARRIED_OUT:
            assert case.start.as_recorded(claim(case.game, text)) is None


def test_overlooking_one_capture_may_make_another_possible():
    """A3 takes B3 and C3, B4 and C5. Without the first pair, B4 and B1 then take B2 and B3."""
    here = at("megiddo", "1r4/1b4/1bbr2/1b4/2b3/3r2 r 0,0")
    move = claim("megiddo", "A3 (B4, C5) (B3, B2)")
    finding = here.violation_of(move)
    assert finding.code == "missed-capture"
    assert finding.message.startswith("1 of 2 captures missing: (B3, C3);")
    assert str(here.as_recorded(move)) == "1r4/1r4/rrbr2/1r4/2r3/3r2 b 4,0"


def followed(text: str, *moves: str) -> Any:
    """Return a position of GIPF after a move as recorded and legal ones."""
    here: Any = at("gipf", text).as_recorded(claim("gipf", moves[0]))
    for move in moves[1:]:
        here = here.play(claim("gipf", move))
    return here


def test_an_overlooked_row_is_told_once_and_hides_nothing_else():
    then = followed("wwww/5/6/www4/6/5/3b w 9,9 0,0 -", "h3", "e8")
    assert then.violation_of(claim("gipf", "g1-g4")).code == "wrong-end"
    new = then.violation_of(claim("gipf", "e1-e5"))
    assert new.code == "missed-removal"
    assert "e1-e9" in new.message
    assert "b1-b6" not in new.message
    both = then.as_recorded(claim("gipf", "e1-e5"))
    assert both.overlooked == {(0, "b1-b6"), (0, "e1-e9")}
    part = followed("wwww/5/6/7/6/5/3b w 3,5 0,0 -", "h4", "e8")
    assert part.violation_of(claim("gipf", "xb2,b3,b4;e2")).code == "single-left"


def test_a_row_that_was_broken_is_no_longer_overlooked():
    later = followed("wwww/w4/w5/5w1/6/5/3b w 9,9 0,0 -", "h3")
    assert later.overlooked == {(0, "b1-b6")}
    assert later.play(claim("gipf", "e2")).overlooked == {(0, "b1-b6")}
    assert later.play(claim("gipf", "a5-c5")).overlooked == frozenset()


CAPTURE = "4/5/6/wwwb3/6/5/4 w 5,5 0,0 -"
STACKED = "4/WwWw1/6/7/B5/5/4 w 5,5 0,0 -"
ROWS = "4/wwww1/wwww2/7/6/5/4 w 5,5 0,0 -"
WHOLE = "e1-e6;xe2,e3,e4,e5,e6*"
CROSSED = "wwww/1w3/2w3/3w3/3w2/5/4 w 5,5 0,0 -"
"""A row of four that a row of five crosses is no row any more once that is taken."""

RESOLVED = [
    (CAPTURE, WHOLE, [WHOLE], []),
    (CAPTURE, "e1-e6;xe6*,e5,e2,e4,e3", [WHOLE], []),
    (CAPTURE, "e1-e6;xe2,e3,e4,e5,e6", [WHOLE], ["missing-capture-mark"]),
    (CAPTURE, "e1-e6;xe2*,e3,e4,e5,e6*", [WHOLE], ["superfluous-capture-mark"]),
    (CAPTURE, "steps We1-e2 xe6", [WHOLE], ["captures-only"]),
    (CAPTURE, "steps e1-e2 xe2,e3,e4,e5,e6", [WHOLE], []),
    (CAPTURE, "steps e1-e2", [], []),
    (STACKED, "xc3,Gc2,c5;e2", ["xGc2,c3,c5;e2"], []),
    (STACKED, "xc2,c3,c5;e2", ["xGc2,c3,c5;e2"], ["missing-gipf-mark"]),
    (STACKED, "xGc3,c5;e2", ["xc3,c5;e2"], ["superfluous-gipf-mark"]),
    (STACKED, "short x;e2", ["xc3,c5;e2"], []),
    (STACKED, "short xGc2;e2", ["xGc2,c3,c5;e2"], []),
    (STACKED, "short xGc2,Gc4;e2", [], []),
    (STACKED, "pbem rowc1-c7 gipf ne1-e2", ["xc3,c5;e2"], []),
    (STACKED, "pbem rowc1-c7 ne1-e2", ["xc3,c5;e2"], []),
    (STACKED, "pbem ne1-e2", ["xc3,c5;e2"], []),
    (STACKED, "pbem rowc7-c1 gipfc4 ne1-e2", ["xc3,Gc4,c5;e2"], []),
    (STACKED, "pbem rowd1-d8 ne1-e2", [], []),
    (STACKED, "steps xc3,c5 e1-e2", ["xc3,c5;e2"], []),
    (STACKED, "steps xc3,c4,c5 We1-e2", ["xc3,Gc4,c5;e2"], []),
    (STACKED, "steps xc3,c4 e1-e2", [], []),
    (ROWS, "short x;h5", ["xc2,c3,c4,c5;xd2,d3,d4,d5;h5"], []),
    (ROWS, "short x;x;h5", ["xc2,c3,c4,c5;xd2,d3,d4,d5;h5"], []),
    ("3w/3w1/3w2/wwww3/2b3/5/4 w 5,5 0,0 -", "short x;h5",
     ["xb5,c5,d5,e5,f4*;h5", "xe2,e3,e4,e5;h5"], []),
    ("4/5/6/7/6/W4/3B b 14,14 0,0 WB", "steps GKi3-h3", ["Gh3"], []),
    ("4/5/6/7/6/W4/3B b 14,14 0,0 WB", "steps GWi3-h3", [], []),
    (CROSSED, "pbem rowb1-b6 rowa1-i5 ni5-h5", ["xb2,b3,b4,b5;xc3,d4,e5,f5;h5"], []),
    (CROSSED, "pbem rowa1-i5 rowb1-b6 ni5-h5", ["xb2,b3,b4,b5;xc3,d4,e5,f5;h5"], []),
]  # fmt: skip


@each_case(("text", "written", "moves", "codes"), RESOLVED)
def test_what_a_turn_of_gipf_can_stand_for_likelier_ones_first(text, written, moves, codes):
    found = at("gipf", text).completions(claim("gipf", written))
    assert [str(candidate.move) for candidate in found] == moves
    said = {finding.code for candidate in found for finding in candidate.findings}
    assert said == {*codes}


def test_a_note_on_a_mark_names_the_piece():
    (candidate,) = at("gipf", STACKED).completions(claim("gipf", "xc2,c3,c5;e2"))
    assert [finding.message for finding in candidate.findings] == ["Gc2, not c2"]


def test_the_short_notation_cannot_tell_crossing_rows_apart():
    here = at("gipf", "wwww/w4/w5/w6/6/5/4 w 5,5 0,0 -")
    short, pbem, steps = (find_dialect("gipf", name) for name in ("short", "pbem", "steps"))
    both = here.completions(claim("gipf", "short x;h5"))
    one, other = (here.complete(candidate.move) for candidate in both)
    assert write_unambiguously(here, one, short) == short.write(other) == "x;h5"
    assert write_unambiguously(here, one, steps).startswith("xb2,b3,b4,b5")
    assert write_unambiguously(here, other, steps).startswith("xb2,c2,d2,e2")
    assert write_unambiguously(here, other, pbem) == "rowa2-f1 nh6-h5"
    with pytest.raises(UnwritableMove, match=r"'x;h5' for xb2,c2,d2,e2;h5, .* rather xb2,b3,b4"):
        write_unambiguously(here, other, short)


def test_captures_of_megiddo_are_put_in_order():
    here, move = at("megiddo", CHAIN), claim("megiddo", "D3 (E5, D4) (B3, C3)")
    (candidate,) = here.completions(move)
    assert (str(candidate.move), candidate.findings) == ("D3 (C3, B3) (D4, E5)", ())
    assert here.captured(move) == ((3, 3), (2, 3), (4, 4), (5, 5))
    assert here.play(move) == here.play(candidate.move)
    # Where two stones could have captured a pair, the first of the alphabet has.
    both = at("megiddo", "6/6/6/bbbbr1/6/6 r 0,0", "base+cleopatra")
    assert "F4 (A4, D4) (B4, C4)" in map(str, both.legal_moves())


GIPFS = "WWWW/5/6/7/6/5/3B w 10,16 0,0 WB"

PLAYED_ON = [
    ("gipf", "1WWW/5/6/7/6/5/3B w 10,16 0,0 WB", ["Gb2;xGb2,Gb3,Gb4,Gb5", "Gh3"], 1),
    ("gipf", GIPFS, ["xGb2,Gb3,Gb4,Gb5;Ge2"], 0),
    ("gipf", GIPFS, ["xGb2,Gb3,Gb4,Gb5", "Gh4"], 1),
    ("gipf", GIPFS, ["xGb2,Gb3,Gb4,Gb5 (18)"], 1),
    ("gipf", GIPFS, ["xGb2,Gb3,Gb4,Gb5 (17)"], 0),
    ("gipf", "WWWW/B4/6/7/6/5/4 w 10,16 0,0 WB", ["xGb2,Gb3"], 0),
    ("gipf", "4/WWWWB/6/7/6/5/4 w 10,16 0,0 WB", ["xGc6*", "h2"], 1),
    ("gipf", "4/WWWWB/6/7/6/5/4 w 10,16 0,0 WB", ["xGc5,Gc6*"], 1),
    ("gipf", GIPFS, ["xGb2,Gb3;Ge2", "Gh4", "Gh3", "h2"], 4),
    ("gipf", GIPFS, ["Ge2", "Gh4", "xGb5;e8", "Gh3", "Gd2"], 4),
    ("gipf", "wwww/5/6/bbbb3/6/5/4 w 5,5 0,0 -",
     ["xb2,b3,b4,b5;h5", "xe2,e3,e4,e5;h4"], 2),
    ("gipf", ROWS, ["xc2,c3,c4,c5;h5"], 0),
    ("gipf", "4/Wwww1/6/7/B5/5/4 w 5,5 0,0 -", ["xGc2,c3;h5"], 0),
    ("gipf", "www1/5/6/7/6/5/W2B w 1,16 0,0 WB", ["Gb5;xb2,b3,b4"], 0),
    ("gipf", "4/wwww1/6/7/6/5/4 w 0,5 0,0 -",
     ["xc2,c3,c4,c5;h5 (3)", "h4 (4)", "h3 (3)"], 2),
    ("gipf", EMPTY, ["Gg2 (16)", "Gh4 (15)", "Gg1-g3 (14)"], 1),
    ("megiddo", "2r3/2r3/2r3/6/2r3/2r3 r 0,0", ["C4", "A6"], 1),
    ("megiddo", "6/6/rbbrrr/6/6/6 r 0,0", ["F6", "A6", "E1"], 3),
    ("megiddo", "6/6/6/1bbrbb/6/6 r 0,0", ["A4 (B4, C4) (F4, E4)", "A6"], 1),
    ("megiddo", "6/6/6/1bbr2/6/6 r 4,0", ["A4 (B4, C4)", "A6"], 1),
    ("megiddo", "bbrbbb/brbrbr/brrbbb/bbrrrb/rrrrbb/rrbr1r b 2,4", ["E6", "A6"], 1),
]  # fmt: skip


@each_case(("game", "text", "turns", "number"), PLAYED_ON)
def test_moves_are_played_up_to_the_first_that_is_illegal(game, text, turns, number):
    start = here = at(game, text)
    moves = [claim(game, written) for written in turns]
    for move in moves[:number]:
        here = here.after(move)
    assert all(here.check(move) is not None for move in moves[number : number + 1])
    assert start.advance(map(start.compile, moves)) == (here, number)


@pytest.mark.parametrize(("side", "winner"), [("r", "blue"), ("b", "red")])
def test_where_both_own_lines_the_last_to_have_moved_has_won(side, winner):
    """Only records that go on after the end get there."""
    outcome = at("megiddo", f"rrrrrr/bbbbbb/6/6/6/6 {side} 0,0").outcome()
    assert outcome is not None
    assert outcome.winner == winner
