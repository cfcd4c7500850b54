"""The rules of GIPF: variants, position strings, rows, GIPF pieces and the end of a game."""

import pytest

from analysis.games import find
from analysis.games.gipf.rules import Position, guess
from analysis.games.gipf.state import GipfVariant
from analysis.games.variant import Evidence
from notation.errors import InvalidPosition, InvalidVariant
from notation.gipf.moves import NOTHING, Move, Push
from notation.registry import find as find_dialect

STARTS = {
    "basic": "b2w/5/6/w5b/6/5/b2w w 12,12 0,0 -",
    "basic+pieces=18": "b2w/5/6/w5b/6/5/b2w w 15,15 0,0 -",
    "basic+pieces=15,18": "b2w/5/6/w5b/6/5/b2w w 12,15 0,0 -",
    "basic+pieces=17,15": "b2w/5/6/w5b/6/5/b2w w 14,12 0,0 -",
    "standard": "B2W/5/6/W5B/6/5/B2W w 12,12 0,0 -",
    "tournament": "4/5/6/7/6/5/4 w 18,18 0,0 WB",
}


def claim(text):
    return find_dialect("gipf", "complete").read(text).moves[0]


def played(position, *texts):
    for text in texts:
        position = position.play(claim(text))
    return position


def turns(text, push):
    """Return what the legal turns with one push take before and after it."""
    return {
        (str(move.before) if move.before else "", str(move.after) if move.after else "")
        for move in Position.from_string(text).legal_moves()
        if str(move.push or "") == push
    }


@pytest.mark.parametrize(("variant", "text"), STARTS.items(), ids=STARTS)
def test_start_positions(variant, text):
    rules = GipfVariant.parse(variant)
    assert str(Position.start(rules)) == text
    assert Position.from_string(text, rules) == Position.start(rules)
    assert str(rules) == variant
    assert hash(Position.from_string(text, rules)) == hash(Position.start(rules))


@pytest.mark.parametrize(
    ("variant", "reason"),
    [
        ("basic+pieces=14", "pieces goes from 15 to 18, not '14'"),
        ("standard+pieces=17", "standard is always played with 18 pieces a side"),
        ("standard+pieces=17,18", "standard is always played with 18 pieces a side"),
        ("basic+pieces=15,19", "pieces goes from 15 to 18, not '19'"),
        ("basic+pieces=15,", "pieces goes from 15 to 18, not ''"),
        ("basic+pieces=15,16,17", "pieces goes from 15 to 18, not '16,17'"),
        ("basic+pieces=" + "1" * 5000, "pieces goes from 15 to 18, not '111"),
        ("basic+tournament", "basic and tournament exclude each other"),
        ("master", "'master' is not one of basic, standard, tournament, pieces=..."),
    ],
)
def test_variants_that_do_not_exist(variant, reason):
    with pytest.raises(InvalidVariant, match=reason):
        GipfVariant.parse(variant)


@pytest.mark.parametrize(
    ("variant", "text", "reason"),
    [
        ("basic", "", "expected columns b to h"),
        ("basic", "b2w/5/6/w5b/6/5 w 12,12 0,0 -", "the columns b to h are 7, not 6"),
        ("basic", "b3w/5/6/7/6/5/4 w 12,12 0,0 -", "column b is 'b3w', not 4 spots"),
        ("basic", "b.2w/5/6/7/6/5/4 w 12,12 0,0 -", "column b is 'b.2w', not 4 spots"),
        ("basic", "4/5/6/7/6/5/4 g 12,12 0,0 -", "expected columns b to h"),
        ("basic", "W3/5/6/7/6/5/4 w 12,12 0,0 -", "the basic game has no GIPF pieces"),
        ("standard", "4/WWWWW/WWWWW1/7/6/5/4 w 2,2 0,0 -", "at most 9 GIPF pieces of a colour"),
        ("standard", "W3/5/6/7/6/5/4 w 12,12 0,0 W", "only the tournament game lets players"),
    ],
)
def test_strings_that_describe_no_position(variant, text, reason):
    with pytest.raises(InvalidPosition, match=reason):
        Position.from_string(text, variant)


def test_position_string_tells_the_rules_that_it_needs():
    game = find("gipf")
    assert [str(game.position(text).variant) for text in STARTS.values()] == [
        *("basic", "basic", "basic", "basic", "standard", "tournament")
    ]
    named = game.position(STARTS["basic"], "basic+pieces=18")
    assert str(named.variant) == "basic+pieces=18"


@pytest.mark.parametrize(
    ("texts", "variant"),
    [
        (["Gg2 (16)", "Gh4 (16"], "tournament"),
        (["GWi3-h3"], "tournament"),
        (["gi2-g4"], "tournament"),
        (["g2", "a1-d4;xGf3*,c3"], "standard"),
        (["ne1-e2 rowe1-e9 gipfe3"], "standard"),
        (["g2", "G7-g5", "e2;xg2,g3"], "basic"),
        (["b3 (11)", "b4 (11)"], "basic"),
        (["b3 (14)"], "basic+pieces=18"),
        (["b3 (3)"], "basic"),
        (["b3 (11)", "b4 (14)", "e2 (10)", "e3 (13)"], "basic+pieces=15,18"),
        (["b3 (13)", "b4 (11)", "e2 (12)", "e3 (10)"], "basic+pieces=17,15"),
        (["b3 (14)", "b4 (14)", "e2 (13)", "e3 (13)"], "basic+pieces=18"),
        (["b3 (11)", "b4 (12)", "e2 (10)", "e3 (10)"], "basic"),
        (["b3 (11)", "b4 (14)"], "basic"),
        (["b3 (11)", "b4 (15)", "e2 (10)", "e3 (14)"], "basic"),
        ([], "basic"),
    ],
)
def test_variant_is_guessed_from_the_moves(texts, variant):
    evidence = Evidence(texts)
    assert guess(evidence) == find("gipf").guess(evidence) == variant


def test_row_of_gipf_pieces_only_may_stay_or_go_in_part_before_or_after_the_push():
    text = "WWWW/5/6/7/6/5/3B w 2,5 0,0 -"
    found = turns(text, "e2")
    assert ("", "") in found
    assert ("xGb2", "") in found
    assert ("", "xGb2") in found
    assert ("xGb2,Gb3,Gb4", "") in found
    # Nothing or a part before, and then, if all stand, nothing or a part after: all but the last
    # GIPF pieces before, or the game would end there.
    assert len(found) == 14 + 16
    assert turns("WWWW/5/6/7/6/5/3B w 0,5 0,0 -", "e2") == {taken for taken in found if taken[0]}


def test_four_gipf_pieces_and_an_enemy_single():
    text = "4/WWWWb/6/7/6/5/3B w 2,5 0,0 -"
    takings = {before for before, after in turns(text, "e2") if not after}
    assert "xc6*" in takings
    assert "" not in takings
    assert len(takings) == 15


def test_row_of_gipf_pieces_may_be_taken_before_a_mandatory_row_and_break_it():
    text = "WWWW/w4/w5/w6/6/5/3B w 2,5 0,0 -"
    takings = {before for before, after in turns(text, "h3") if not after}
    assert "xGb2" in takings
    assert "xc2,d2,e2" in takings
    assert "" not in takings


def test_tournament_opens_with_gipf_pieces_until_the_first_single():
    position = played(Position.start(GipfVariant.parse("tournament")), "Gg2")
    assert str(position) == "4/5/6/7/6/W4/4 b 16,18 0,0 WB"
    assert {move.push.gipf for move in position.legal_moves()} == {True}
    position = played(position, "Gh4", "c2")
    assert str(position) == "4/w4/6/7/6/W4/2B1 b 15,16 0,0 B"
    assert {move.push.gipf for move in position.legal_moves()} == {True, False}
    position = played(position, "Gd2", "d1-d3", "d7")
    assert str(position).endswith("w 14,13 0,0 -")
    assert {move.push.gipf for move in position.legal_moves()} == {False}


def test_all_rows_are_taken_before_it_is_judged_who_lost():
    text = "4/Wwww1/B5/wwww3/6/5/4 w 5,5 0,0 -"
    moves = list(Position.from_string(text).legal_moves())
    assert {str(move.before) for move in moves} == {
        "xc3,c4,c5;xe2,e3,e4,e5",
        "xGc2,c3,c4,c5;xe2,e3,e4,e5",
    }
    lost = [move for move in moves if move.push is None]
    assert [str(move) for move in lost] == ["xGc2,c3,c4,c5;xe2,e3,e4,e5"]


def test_undisplaced_push_is_one_turn_from_whichever_dot():
    moves = list(Position.from_string(STARTS["basic"]).legal_moves())
    assert Move(NOTHING, Push("b3"), NOTHING) in moves
    assert len(moves) == 30
