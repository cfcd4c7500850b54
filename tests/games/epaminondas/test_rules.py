"""Variants, position strings, and how a game of Epaminondas ends."""

import pytest

from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import STANDARD, EpaminondasVariant
from notation.errors import InvalidPosition, InvalidVariant
from notation.phalanx import Move

START = "bbbbbbbbbbbbbb/bbbbbbbbbbbbbb/14/14/14/14/14/14/14/14/wwwwwwwwwwwwww/wwwwwwwwwwwwww w"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("standard", "standard"),
        ("standard+symmetry=rotation", "standard"),
        ("standard+columns=14+rows=12+filled=2", "standard"),
        ("symmetry=off", "standard+symmetry=off"),
        ("Rows=5 + STANDARD + columns=6", "standard+columns=6+rows=5"),
        ("symmetry=mirror+filled=1+rows=05", "standard+rows=5+filled=1+symmetry=mirror"),
    ],
)
def test_variant_strings_take_any_order_and_have_one_canonical_form(text, canonical):
    assert str(EpaminondasVariant.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "'' is not one of standard, stones, columns=...", id="empty"),
        pytest.param("standard+", "'' is not one of standard", id="nothing-after-plus"),
        pytest.param("crossings", "'crossings' is not one of standard", id="unknown-word"),
        pytest.param("standard+rank=5", "'rank=5' is not one of", id="unknown-option"),
        pytest.param("rows", "'rows' is not one of standard, stones", id="option-without-value"),
        pytest.param("standard=1", "'standard=1' is not one of", id="word-with-value"),
        pytest.param("rows=5+rows=6", "says 'rows' twice", id="option-twice"),
        pytest.param("standard+standard", "says 'standard' twice", id="word-twice"),
        pytest.param("rows=4", "rows goes from 5 to 99, not '4'", id="too-few-rows"),
        pytest.param("rows=100", "rows goes from 5 to 99, not '100'", id="too-many-rows"),
        pytest.param("columns=1", "columns goes from 2 to 26, not '1'", id="too-few-columns"),
        pytest.param("columns=27", "columns goes from 2 to 26, not '27'", id="too-many-columns"),
        pytest.param("filled=0", "filled goes from 1 to 49, not '0'", id="nothing-filled"),
        pytest.param("rows=", "rows goes from 5 to 99, not ''", id="empty-value"),
        pytest.param("rows=-7", "rows goes from 5 to 99, not '-7'", id="negative"),
        pytest.param("rows=six", "rows goes from 5 to 99, not 'six'", id="no-number"),
        pytest.param("rows=٧", "rows goes from 5 to 99, not '٧'", id="other-digits"),
        pytest.param("filled=6", "6 filled rows a side leave no free row of 12", id="no-free-row"),
        pytest.param(
            "symmetry=on",
            "symmetry is one of rotation, mirror, move, off, not 'on'",
            id="unknown-symmetry",
        ),
    ],
)
def test_bad_variant_strings_say_what_is_wrong(text, message):
    with pytest.raises(InvalidVariant) as caught:
        EpaminondasVariant.parse(text)
    assert repr(text) in str(caught.value)
    assert message in str(caught.value)


def test_the_usual_start():
    position = Position.start(STANDARD)
    assert str(position) == START
    assert (position.white.bit_count(), position.black.bit_count()) == (28, 28)
    assert position.turn == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "expected rows, a blank, and w or b", id="empty"),
        pytest.param("5/5/5/5/5", "expected rows, a blank, and w or b", id="no-side"),
        pytest.param("5/5/5/5/5 x", "expected rows, a blank, and w or b", id="unknown-side"),
        pytest.param("5/5/5/5/5 W", "expected rows, a blank, and w or b", id="upper-case-side"),
        pytest.param("5/5/5/5/5 w 0,0", "expected rows, a blank, and w or b", id="more-fields"),
        pytest.param("5/5/5/5/4r w", "row '4r' is not made of w, b, s and numbers", id="piece"),
        pytest.param("5/5/5/5/5/ w", "row '' is not made of w, b, s and numbers", id="empty-row"),
        pytest.param("5/5/0w4/5/5 w", "row '0w4' is not made of", id="zero"),
        pytest.param("5/5/5/5/05 w", "row '05' is not made of", id="leading-zero"),
        pytest.param("5/5/5/5/..... w", "row '.....' is not made of", id="dots"),
        pytest.param("5/5/5/5/9999999999 w", "row '9999999999' is not made of", id="huge-run"),
        pytest.param("5/5/5/5/٥ w", "row '٥' is not made of", id="other-digits"),
        pytest.param("5/5/ww2/5/5 b", "row 3 has 4 squares, row 1 has 5", id="short-row"),
        pytest.param("5/5/5/5w/5 b", "row 2 has 6 squares, row 1 has 5", id="long-row"),
        pytest.param(
            "5/5/5/5 w", "no board has 5 columns by 4 rows (2-26 by 5-99)", id="too-few-rows"
        ),
        pytest.param(
            "/".join(["5"] * 100) + " w", "no board has 5 columns by 100 rows", id="too-many-rows"
        ),
        pytest.param("1/1/1/1/w b", "no board has 1 columns by 5 rows", id="one-column"),
        pytest.param(
            "27/27/27/27/27 w", "no board has 27 columns by 5 rows", id="too-many-columns"
        ),
    ],
)
def test_bad_position_strings_say_what_is_wrong(text, message):
    with pytest.raises(InvalidPosition) as caught:
        Position.from_string(text)
    assert repr(text) in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("w3/4/4/4/3b w", id="level"),
        pytest.param("w3/4/4/1b2/3w b", id="the-other-side-is-ahead"),
        pytest.param("bbbb/4/4/4/wwww w", id="at-home"),
    ],
)
def test_the_game_goes_on(text):
    position = Position.from_string(text)
    assert position.outcome() is None
    assert position.count_moves() == len(list(position.legal_moves())) > 0


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1w2/4/4/4/3b b 4.1.1NE1", None),
        ("1w2/4/4/4/3b b 4.3.1NW1", None),
        ("1w2/4/4/4/3b b 4.1.1N1", "'4.1.1N1' is no move by which the other side came"),
        ("1w2/4/4/4/3b w 4.1.1NE1", "'4.1.1NE1' is no move"),
        ("1w2/w3/4/4/3b b 4.1.1NE1", "'4.1.1NE1' is no move"),
        ("1w2/4/4/4/3b b 4.0.1NE1", "'4.0.1NE1' is no move"),
        ("1w2/4/4/4/3b b 3.9.3NE3", "'3.9.3NE3' is no move"),
        ("1w2/4/4/4/3b b xx", "'xx' is no move"),
    ],
)
def test_a_position_may_have_the_move_before(text, wrong):
    variant = EpaminondasVariant.parse("symmetry=move")
    if wrong is None:
        position = Position.from_string(text)
        assert str(position) == text
        assert str(position.variant) == "standard+columns=4+rows=5+symmetry=move"
        assert position != Position.from_string(text.rpartition(" ")[0], position.variant)
        with pytest.raises(InvalidPosition, match="expected rows, a blank, and w or b"):
            Position.from_string(text, "standard")
        return
    with pytest.raises(InvalidPosition, match=wrong):
        Position.from_string(text, variant)


def test_a_move_before_that_forbids_nothing_is_no_part_of_a_position():
    start = Position.start(EpaminondasVariant.parse("symmetry=move"))
    after = start.play(Move(2, 7, 2, "N", 2, 0))
    assert after.before is None
    assert str(after).count(" ") == 1
    assert Position.from_string(f"{after} 2.7.2N2", after.variant) == after
