"""Variant strings, position strings, start positions, and variants guessed from moves."""

import pytest

from analysis.games import find
from analysis.games.variant import Evidence
from notation import InvalidPosition, InvalidVariant
from notation.registry import find as dialect
from tests.cases import each_case

CANONICAL = {
    "epaminondas": {
        "standard": "standard",
        "standard+symmetry=rotation": "standard",
        "standard+columns=14+rows=12+filled=2": "standard",
        "symmetry=off": "standard+symmetry=off",
        "Rows=5 + STANDARD + columns=6": "standard+columns=6+rows=5",
        "symmetry=mirror+filled=1+rows=05": "standard+rows=5+filled=1+symmetry=mirror",
        "standard+stones+columns=3+rows=5+filled=1": "standard+stones+columns=3+rows=5+filled=1",
    },
    "megiddo": {
        "cleopatra": "base+cleopatra",
        "Cleopatra + master": "master+cleopatra",
        "radial-move+base": "base+radial-move",
        "players=6+cleopatra+radial-move+master": "master+cleopatra+radial-move+players=6",
        "base+players=2": "base",
    },
}


@pytest.mark.parametrize("game", CANONICAL)
def test_variant_strings_take_any_order_and_have_one_canonical_form(game):
    for text, canonical in CANONICAL[game].items():
        assert str(find(game).variant(text)) == canonical


NO_VARIANTS = {
    "epaminondas": {
        "standard+": "'' is not one of standard, stones, columns=...",
        "crossings": "'crossings' is not one of standard",
        "standard+rank=5": "'rank=5' is not one of",
        "rows": "'rows' is not one of standard, stones",
        "standard=1": "'standard=1' is not one of",
        "rows=5+rows=6": "says 'rows' twice",
        "standard+standard": "says 'standard' twice",
        "rows=4": "rows goes from 5 to 99, not '4'",
        "rows=100": "rows goes from 5 to 99, not '100'",
        "columns=1": "columns goes from 2 to 26, not '1'",
        "columns=27": "columns goes from 2 to 26, not '27'",
        "filled=0": "filled goes from 1 to 49, not '0'",
        "rows=": "rows goes from 5 to 99, not ''",
        "rows=-7": "rows goes from 5 to 99, not '-7'",
        "rows=٧": "rows goes from 5 to 99, not '٧'",
        "filled=6": "6 filled rows a side leave no free row of 12",
        "symmetry=on": "symmetry is one of rotation, mirror, move, off, not 'on'",
        "standard+stones+columns=2+rows=5+filled=1": "2 squares can take a neutral stone",
    },
    "crossings": {"stones": "'stones' is not one of standard, columns"},
    "gipf": {
        "basic+pieces=14": "pieces goes from 15 to 18, not '14'",
        "standard+pieces=17": "standard is always played with 18 pieces a side",
        "standard+pieces=17,18": "standard is always played with 18 pieces a side",
        "basic+pieces=15,19": "pieces goes from 15 to 18, not '19'",
        "basic+pieces=15,": "pieces goes from 15 to 18, not ''",
        "basic+pieces=15,16,17": "pieces goes from 15 to 18, not '16,17'",
        "basic+pieces=" + "1" * 5000: "pieces goes from 15 to 18, not '111",
        "basic+tournament": "basic and tournament exclude each other",
        "master": "'master' is not one of basic, standard, tournament, pieces=...",
    },
    "megiddo": {
        "base+master": "base and master exclude each other",
        "base+players=5": "players is one of 2, 3, 4, 6, not '5'",
        "standard": "'standard' is not one of base, master, grand-master, cleopatra",
    },
}


@pytest.mark.parametrize("game", NO_VARIANTS)
def test_variants_that_do_not_exist_are_refused_with_the_reason(game):
    for text, message in NO_VARIANTS[game].items():
        with pytest.raises(InvalidVariant) as caught:
            find(game).variant(text)
        assert message in str(caught.value), text


FIELDS, TO_STAND = "expected rows, a blank, and w or b", "the side to move, and the captured stones"
COUNTS = "expected captured stones such as 0,0, found"

NO_POSITIONS = {
    ("epaminondas", None): {
        "": FIELDS,
        "5/5/5/5/5": FIELDS,
        "5/5/5/5/5 W": FIELDS,
        "5/5/5/5/5 w 0,0": FIELDS,
        "5/5/5/5/4r w": "row '4r' is not made of w, b, s and numbers",
        "5/5/5/5/5/ w": "row '' is not made of w, b, s and numbers",
        "5/5/0w4/5/5 w": "row '0w4' is not made of",
        "5/5/5/5/05 w": "row '05' is not made of",
        "5/5/5/5/9999999999 w": "row '9999999999' is not made of",
        "5/5/5/5/٥ w": "row '٥' is not made of",
        "5/5/ww2/5/5 b": "row 3 has 4 squares, row 1 has 5",
        "5/5/5/5w/5 b": "row 2 has 6 squares, row 1 has 5",
        "5/5/5/5 w": "no board has 5 columns by 4 rows (2-26 by 5-99)",
        "/".join(["5"] * 100) + " w": "no board has 5 columns by 100 rows",
        "1/1/1/1/w b": "no board has 1 columns by 5 rows",
        "27/27/27/27/27 w": "no board has 27 columns by 5 rows",
    },
    ("epaminondas", "standard"): {
        "1w2/4/4/4/3b b 4.1.1NE1": FIELDS,
        f"2s1s9/{'/'.join(['14'] * 11)} w": "only the variant stones has any",
    },
    ("epaminondas", "symmetry=move"): {
        "1w2/4/4/4/3b b 4.1.1N1": "'4.1.1N1' is no move by which the other side came",
        "1w2/4/4/4/3b w 4.1.1NE1": "'4.1.1NE1' is no move",
        "1w2/w3/4/4/3b b 4.1.1NE1": "'4.1.1NE1' is no move",
        "1w2/4/4/4/3b b 4.0.1NE1": "'4.0.1NE1' is no move",
        "1w2/4/4/4/3b b 3.9.3NE3": "'3.9.3NE3' is no move",
        "1w2/4/4/4/3b b xx": "'xx' is no move",
    },
    ("crossings", None): {"8/8/8/3s4/8/8/8/8 w": "not made of w, b and numbers"},
    ("gipf", "basic"): {
        "": "expected columns b to h",
        "b2w/5/6/w5b/6/5 w 12,12 0,0 -": "the columns b to h are 7, not 6",
        "b3w/5/6/7/6/5/4 w 12,12 0,0 -": "column b is 'b3w', not 4 spots",
        "b.2w/5/6/7/6/5/4 w 12,12 0,0 -": "column b is 'b.2w', not 4 spots",
        "4/5/6/7/6/5/4 g 12,12 0,0 -": "expected columns b to h",
        "W3/5/6/7/6/5/4 w 12,12 0,0 -": "the basic game has no GIPF pieces",
    },
    ("gipf", "standard"): {
        "4/WWWWW/WWWWW1/7/6/5/4 w 2,2 0,0 -": "at most 9 GIPF pieces of a colour",
        "W3/5/6/7/6/5/4 w 12,12 0,0 W": "only the tournament game lets players",
    },
    ("megiddo", None): {
        "6/6/6/6/6/6 r": f"expected six rings, {TO_STAND}",
        "6/6/6/6/6 r 0,0": "5 rings, the board has 6",
        "6/6/6/6/6/5 r 0,0": "ring 6 has 5 points, not 6",
        "6/6/6/r6/6/6 r 0,0": "ring 4 has 7 points, not 6",
        "6/6/6/6/6/w5 r 0,0": "ring 6, 'w5', is not made of r, b, g and numbers up to 6",
        "6/6/6/6/6/6 x 0,0": "the side to move is one of r, b, not x",
        "6/6/6/6/6/6 r 0": f"{COUNTS} '0'",
        "6/6/6/6/6/6 r 0,0,0,0": f"{COUNTS} '0,0,0,0'",
        "6/6/6/6/6/6 r 0,-1": f"{COUNTS} '0,-1'",
    },
    ("megiddo", "master+players=4"): {
        "6/6/6/6/6/g5 r 0,0": "g is a third colour and 2 play",
        "6/6/6/6/6/6 g 0,0": "g is a third colour and 2 play",
    },
}


@pytest.mark.parametrize(("game", "variant"), NO_POSITIONS, ids=str)
def test_strings_that_describe_no_position_are_refused_with_the_reason(game, variant):
    for text, message in NO_POSITIONS[game, variant].items():
        with pytest.raises(InvalidPosition) as caught:
            find(game).position(text, variant)
        assert repr(text) in str(caught.value)
        assert message in str(caught.value), text


BASIC = "b2w/5/6/w5b/6/5/b2w w 12,12 0,0 -"
USUAL = "bbbbbbbbbbbbbb/bbbbbbbbbbbbbb/14/14/14/14/14/14/14/14/wwwwwwwwwwwwww/wwwwwwwwwwwwww w"

STARTS = [
    ("epaminondas", "standard", USUAL),
    ("gipf", "basic", BASIC),
    ("gipf", "basic+pieces=18", "b2w/5/6/w5b/6/5/b2w w 15,15 0,0 -"),
    ("gipf", "basic+pieces=15,18", "b2w/5/6/w5b/6/5/b2w w 12,15 0,0 -"),
    ("gipf", "basic+pieces=17,15", "b2w/5/6/w5b/6/5/b2w w 14,12 0,0 -"),
    ("gipf", "standard", "B2W/5/6/W5B/6/5/B2W w 12,12 0,0 -"),
    ("gipf", "tournament", "4/5/6/7/6/5/4 w 18,18 0,0 WB"),
    ("megiddo", "base", "6/6/6/6/6/6 r 0,0"),
    ("megiddo", "base+players=3", "6/6/6/6/6/6 r 0,0,0"),
]


@pytest.mark.parametrize(("game", "variant", "text"), STARTS)
def test_start_positions(game, variant, text):
    start = find(game).start(variant)
    assert (str(start), str(start.variant)) == (text, variant)
    assert find(game).position(text, variant) == start


def test_a_position_string_tells_the_rules_that_it_needs():
    for game, text, variant in (
        ("gipf", BASIC, "basic"),
        ("gipf", STARTS[5][2], "standard"),
        ("gipf", STARTS[6][2], "tournament"),
        ("megiddo", "rbg3/6/6/6/6/6 g 0,2,0", "base+players=3"),
        ("megiddo", "rb4/6/6/6/6/6 r 0,2", "base"),
        ("epaminondas", "1w2/4/4/4/3b b", "standard+columns=4+rows=5"),
    ):
        assert str(find(game).position(text).variant) == variant
    with_move = find("epaminondas").position("1w2/4/4/4/3b b 4.1.1NE1")
    assert str(with_move.variant) == "standard+columns=4+rows=5+symmetry=move"
    assert with_move != find("epaminondas").position("1w2/4/4/4/3b b", with_move.variant)


def test_a_move_before_that_forbids_nothing_is_no_part_of_a_position():
    start = find("epaminondas").start("symmetry=move")
    after = start.play(start.complete(dialect("epaminondas", "abbott").read("2.7.2N2").moves[0]))
    assert str(after).count(" ") == 1
    assert find("epaminondas").position(f"{after} 2.7.2N2", after.variant) == after


GUESSED = [
    ("epaminondas", Evidence(["e5", "f6"]), "standard+stones"),
    ("epaminondas", Evidence(["5.5"]), "standard+stones"),
    ("epaminondas", Evidence(["2.7.2N2"]), "standard"),
    ("gipf", Evidence(["Gg2 (16)", "Gh4 (16"]), "tournament"),
    ("gipf", Evidence(["GWi3-h3"]), "tournament"),
    ("gipf", Evidence(["gi2-g4"]), "tournament"),
    ("gipf", Evidence(["g2", "a1-d4;xGf3*,c3"]), "standard"),
    ("gipf", Evidence(["ne1-e2 rowe1-e9 gipfe3"]), "standard"),
    ("gipf", Evidence(["g2", "G7-g5", "e2;xg2,g3"]), "basic"),
    ("gipf", Evidence(["b3 (11)", "b4 (11)"]), "basic"),
    ("gipf", Evidence(["b3 (14)"]), "basic+pieces=18"),
    ("gipf", Evidence(["b3 (3)"]), "basic"),
    ("gipf", Evidence(["b3 (11)", "b4 (14)", "e2 (10)", "e3 (13)"]), "basic+pieces=15,18"),
    ("gipf", Evidence(["b3 (13)", "b4 (11)", "e2 (12)", "e3 (10)"]), "basic+pieces=17,15"),
    ("gipf", Evidence(["b3 (14)", "b4 (14)", "e2 (13)", "e3 (13)"]), "basic+pieces=18"),
    ("gipf", Evidence(["b3 (11)", "b4 (12)", "e2 (10)", "e3 (10)"]), "basic"),
    ("gipf", Evidence(["b3 (11)", "b4 (15)", "e2 (10)", "e3 (14)"]), "basic"),
    ("gipf", Evidence([]), "basic"),
    ("megiddo", Evidence(["A1", "B2", "C3"], columns=3), "base+players=3"),
    ("megiddo", Evidence(["A1", "B2"], tags={"Green": "Clara"}), "base+players=3"),
    ("megiddo", Evidence(["A1", "B2", "A1 \N{EN DASH} A3"]), "base+radial-move"),
    ("megiddo", Evidence(["A1", "B2", "C3"], 3, {"Red": "Anna"}), "base+players=3"),
    ("megiddo", Evidence(["A1", "B2 (A1, A2)"], tags={"Red": "Anna", "Blue": "B."}), "base"),
    ("megiddo", Evidence([]), "base"),
]


@each_case(("game", "evidence", "variant"), GUESSED)
def test_the_variant_is_guessed_from_the_record(game, evidence, variant):
    assert find(game).guess(evidence) == variant


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (2, ("red", "blue")),
        (3, ("red", "blue", "green")),
        (4, ("red 1", "blue 1", "red 2", "blue 2")),
        (6, ("red 1", "blue 1", "green 1", "red 2", "blue 2", "green 2")),
    ],
)
def test_partners_share_a_colour_and_alternate(players, seats):
    rules = find("megiddo").variant(f"base+players={players}")
    assert rules.seats == seats
    assert rules.sides == tuple(dict.fromkeys(seat.split()[0] for seat in seats))
