"""GIPF texts on a board: what they can stand for, and conversion between the dialects."""

from pathlib import Path

import pytest

from analysis import replay
from analysis.games.gipf.rules import Position
from analysis.games.gipf.state import GipfVariant
from analysis.games.position import write_unambiguously
from notation.errors import UnwritableMove
from notation.gipf.moves import Piece
from notation.registry import dialects, find
from records import Record

COMPLETE, SHORT, PBEM, STEPS = dialects("gipf")
REAL = Path(__file__).parents[2] / "data" / "gipf-tournament-84-plies.txt"
CROSS = "wwww/w4/w5/w6/6/5/4 w 5,5 0,0 -"
CAPTURE = "4/5/6/wwwb3/6/5/4 w 5,5 0,0 -"
STACKED = "4/WwWw1/6/7/B5/5/4 w 5,5 0,0 -"


def claim(text, dialect=COMPLETE):
    return dialect.read(text).moves[0]


def resolved(position, text, dialect=COMPLETE):
    candidates = Position.from_string(position).completions(claim(text, dialect))
    return [
        (str(candidate.move), [finding.code for finding in candidate.findings])
        for candidate in candidates
    ]


def test_tournament_game_is_valid_and_every_count_confirmed():
    position = Position.start(GipfVariant.parse("tournament"))
    texts = REAL.read_text(encoding="utf-8").splitlines()
    assert len(texts) == 84
    for text in texts:
        reading = COMPLETE.read(text)
        (candidate,) = position.completions(reading.moves[0])
        assert reading.notes == candidate.findings == ()
        assert candidate.move.reserve == reading.moves[0].reserve is not None
        position = position.play(candidate.move)
    assert str(position) == "4/w1W2/6/4B2/6/4b/2w1 w 5,10 5,9 -"
    assert position.outcome() is None


def test_championship_opening_is_valid_with_one_note():
    position = Position.start(GipfVariant.parse("tournament"))
    notes = []
    texts = ["Gg2 (16)", "Gh4 (16", "Gg1-g3 (14)", "Gh2 (14)", "Gh1-h3 (12)", "Gi2-g4 (12)"]
    for text in [*texts, "Gd2 (10)", "Gf2 (10)"]:
        reading = COMPLETE.read(text)
        (candidate,) = position.completions(reading.moves[0])
        notes += [*reading.notes, *candidate.findings]
        position = position.play(candidate.move)
    assert [(found.code, found.column) for found in notes] == [("unclosed-bracket", 5)]
    assert str(position) == "4/5/W5/7/B5/WWB2/WBB1 w 10,10 0,0 WB"


def test_wrong_count_stops_compiled_turns_and_only_those():
    start = Position.start(GipfVariant.parse("tournament"))
    texts = ["Gg2 (16)", "Gh4 (15)", "Gg1-g3 (14)"]
    steps = [start.compile(claim(text)) for text in texts]
    position, played = start.advance(steps)
    assert played == 1
    (candidate,) = position.completions(claim(texts[1]))
    assert [finding.code for finding in candidate.findings] == ["reserve-mismatch"]
    assert position.play(candidate.move).advance(steps[2:])[1] == 1


@pytest.mark.parametrize(
    ("position", "text", "codes"),
    [
        (CAPTURE, "e1-e6;xe2,e3,e4,e5,e6*", []),
        (CAPTURE, "e1-e6;xe6*,e5,e2,e4,e3", []),
        (CAPTURE, "e1-e6;xe2,e3,e4,e5,e6", ["missing-capture-mark"]),
        (CAPTURE, "e1-e6;xe2*,e3,e4,e5,e6*", ["superfluous-capture-mark"]),
        (STACKED, "xc3,Gc2,c5;e2", []),
        (STACKED, "xc2,c3,c5;e2", ["missing-gipf-mark"]),
        (STACKED, "xGc3,c5;e2", ["superfluous-gipf-mark"]),
    ],
)
def test_marks_are_set_right_with_a_note(position, text, codes):
    ((move, found),) = resolved(position, text)
    assert found == codes
    assert resolved(position, move) == [(move, [])]


def test_note_on_a_mark_names_the_piece():
    (candidate,) = Position.from_string(STACKED).completions(claim("xc2,c3,c5;e2"))
    assert [finding.message for finding in candidate.findings] == ["Gc2, not c2"]
    assert candidate.move.before.pieces == (Piece("c2", True), Piece("c3"), Piece("c5"))


def test_bare_x_may_stand_for_several_rows():
    text = "4/wwww1/wwww2/7/6/5/4 w 5,5 0,0 -"
    one, two = resolved(text, "x;h5", SHORT), resolved(text, "x;x;h5", SHORT)
    assert one == two == [("xc2,c3,c4,c5;xd2,d3,d4,d5;h5", [])]


def test_likelier_turns_come_first():
    text = "3w/3w1/3w2/wwww3/2b3/5/4 w 5,5 0,0 -"
    moves = [move for move, _ in resolved(text, "x;h5", SHORT)]
    assert moves == ["xb5,c5,d5,e5,f4*;h5", "xe2,e3,e4,e5;h5"]


@pytest.mark.parametrize(
    ("dialect", "text", "moves"),
    [
        (SHORT, "x;e2", ["xc3,c5;e2"]),
        (SHORT, "xGc2;e2", ["xGc2,c3,c5;e2"]),
        (SHORT, "xGc2,Gc4;e2", []),
        (PBEM, "rowc1-c7 gipf ne1-e2", ["xc3,c5;e2"]),
        (PBEM, "rowc1-c7 ne1-e2", ["xc3,c5;e2"]),
        (PBEM, "ne1-e2", ["xc3,c5;e2"]),
        (PBEM, "rowc7-c1 gipfc4 ne1-e2", ["xc3,Gc4,c5;e2"]),
        (PBEM, "rowd1-d8 ne1-e2", []),
        (STEPS, "xc3,c5 e1-e2", ["xc3,c5;e2"]),
        (STEPS, "xc3,c4,c5 We1-e2", ["xc3,Gc4,c5;e2"]),
        (STEPS, "xc3,c4 e1-e2", []),
    ],
)
def test_gipf_pieces_that_go_are_named(dialect, text, moves):
    assert resolved(STACKED, text, dialect) == [(move, []) for move in moves]


def test_steps_may_name_only_what_is_captured():
    assert resolved(CAPTURE, "We1-e2 xe6", STEPS) == [("e1-e6;xe2,e3,e4,e5,e6*", ["captures-only"])]
    assert resolved(CAPTURE, "e1-e2 xe2,e3,e4,e5,e6", STEPS) == [("e1-e6;xe2,e3,e4,e5,e6*", [])]
    assert resolved(CAPTURE, "e1-e2", STEPS) == []


def test_short_way_cannot_tell_crossing_rows_apart():
    position = Position.from_string(CROSS)
    both = position.completions(claim("x;h5", SHORT))
    one, other = (position.completions(candidate.move)[0].move for candidate in both)
    assert write_unambiguously(position, one, SHORT) == SHORT.write(other) == "x;h5"
    assert [write_unambiguously(position, move, STEPS)[:12] for move in (one, other)] == [
        *("xb2,b3,b4,b5", "xb2,c2,d2,e2")
    ]
    assert write_unambiguously(position, other, PBEM) == "rowa2-f1 nh6-h5"
    with pytest.raises(UnwritableMove, match=r"'x;h5' for xb2,c2,d2,e2;h5, .* rather xb2,b3,b4"):
        write_unambiguously(position, other, SHORT)


def test_steps_are_told_from_words_by_their_kind():
    assert find("gipf", "steps") is STEPS
    position = Position.from_string("4/5/6/7/6/W4/3B b 14,14 0,0 WB")
    ((move, _),) = resolved(str(position), "GKi3-h3", STEPS)
    assert move == "Gh3"
    assert resolved(str(position), "GWi3-h3", STEPS) == []


@pytest.mark.parametrize("rows", ["rowb1-b6 rowa1-i5", "rowa1-i5 rowb1-b6"])
def test_crossing_rows_are_taken_in_the_one_order_that_is_possible(rows):
    """A row of four that a row of five crosses is no row any more once that is taken."""
    crossing = "wwww/1w3/2w3/3w3/3w2/5/4 w 5,5 0,0 -"
    assert resolved(crossing, f"{rows} ni5-h5", PBEM) == [("xb2,b3,b4,b5;xc3,d4,e5,f5;h5", [])]


@pytest.mark.parametrize("dialect", [COMPLETE, SHORT], ids=lambda one: one.name)
@pytest.mark.parametrize(
    ("text", "played"),
    [("f8-e8", "f8-d7"), ("f8-f7", "f7"), ("e1-e2", "e1-e3"), ("d1-d2", "d2"), ("e1-e4", None)],
)
def test_a_dot_and_the_first_spot_are_the_only_push_along_that_line(dialect, text, played):
    record = Record((text,), "gipf", "basic", dialect.name)
    game = replay(record)
    assert [str(ply.move) for ply in game.plies()] == [played] * bool(played)
    assert [one.code for one in game.violations] == ([] if played else ["wrong-end"])
    assert ("redundant-dot" in [one.code for one in game.notes]) == bool(played)


def test_a_position_without_captured_counts_has_zeros_with_a_note():
    start = "b2w/5/6/w5b/6/5/b2w w 12,11 -"
    game = replay(Record(("b3",), "gipf", "basic", "complete", start=start))
    assert str(game.start) == "b2w/5/6/w5b/6/5/b2w w 12,11 0,0 -"
    assert [one.code for one in game.notes if one.ply is None] == ["short-position"]
