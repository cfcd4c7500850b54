"""What the games of phalanxes share, and in what their notations differ."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation import Dialect, Reading, UnreadableMove, sniff
from notation.crossings import DIALECTS as CROSSINGS
from notation.epaminondas import DIALECTS as EPAMINONDAS
from notation.phalanx import Move, PartialMove, Placement
from notation.phalanx.dialects import Abbott, AbstractPlay, Span
from tests.strategies import moves

STONES = tuple(
    dialect("epaminondas", ((1, 2), (11, 12)), Move(4, 7, 4, "N", 3, 3), placements=True)
    for dialect in (Abbott, AbstractPlay, Span)
)
ABBOTT, ABSTRACTPLAY, SPAN = STONES
by_name = pytest.mark.parametrize("name", ["abbott", "abstractplay", "span"])


def named(family: tuple[Dialect[Any], ...], name: str) -> Dialect[Any]:
    (found,) = [dialect for dialect in family if dialect.name == name]
    return found


@by_name
@given(move=moves())
def test_games_of_phalanxes_write_and_read_moves_alike(name, move):
    text = named(EPAMINONDAS, name).write(move)
    assert named(CROSSINGS, name).write(move) == text
    assert named(CROSSINGS, name).read(text) == named(EPAMINONDAS, name).read(text)


@pytest.mark.parametrize("dialect", CROSSINGS, ids=lambda one: one.name)
def test_dialects_of_crossings_are_of_crossings(dialect):
    assert dialect.game == "crossings"
    reading = dialect.read(dialect.example)
    assert reading.notes == ()
    takes = {Move: lambda move: move.captures, PartialMove: lambda move: move.takes}
    assert takes[type(reading.moves[0])](reading.moves[0]) in (True, 1, None)


@pytest.mark.parametrize(("family", "captures"), [(EPAMINONDAS, 0), (CROSSINGS, 1)])
def test_a_capture_without_a_number_takes_one_piece_where_none_takes_more(family, captures):
    reading = named(family, "abbott").read("3.5.3N2x")
    assert reading.moves == (Move(3, 5, 3, "N", 2, captures),)
    assert [note.code for note in reading.notes] == ["missing-capture-count"]


def test_a_text_that_fits_both_games_is_of_the_one_named_first():
    found = sniff(["2.5.2N2"], (*EPAMINONDAS, *CROSSINGS))
    assert found is named(EPAMINONDAS, "abbott")
    # Black's first move begins on his home rows, which only Crossings has there.
    found = sniff(["2.5.2N2", "7.4.2S2"], (*EPAMINONDAS, *CROSSINGS))
    assert found is named(CROSSINGS, "abbott")


def test_first_moves_tell_the_boards_of_the_games_apart():
    found = sniff(["d1,d2-d4", "e8,e7-e5"], (*EPAMINONDAS, *CROSSINGS))
    assert found is named(CROSSINGS, "span")
    other = sniff(["d1,d2-d4", "e12,e11-e9"], (*EPAMINONDAS, *CROSSINGS))
    assert other is named(EPAMINONDAS, "span")


@pytest.mark.parametrize(("text", "fits"), [("n1-n2", True), ("o1-o2", False), ("a12-a11", False)])
def test_first_moves_of_white_fit_from_the_first_column_to_the_last(text, fits):
    assert named(EPAMINONDAS, "span").fits(text, 0) is fits


@pytest.mark.parametrize(
    ("letters", "meant"), [("O", "W"), ("ON", "W"), ("OW", "E"), ("OWE", "W"), ("NOSW", "E")]
)
def test_the_directions_of_all_texts_settle_whether_o_is_west_or_east(letters, meant):
    settled = named(EPAMINONDAS, "abbott").settled([f"2.7.1{letter}1" for letter in letters])
    assert settled.read("2.7.1O1").moves[0].direction == meant


@pytest.mark.parametrize("dialect", STONES, ids=lambda one: one.name)
@given(row=st.integers(1, 26), column=st.integers(1, 26))
def test_the_square_of_a_stone_is_read_back(dialect, row, column):
    stone = Placement(row, column)
    text = dialect.write(stone)
    assert dialect.read(text) == Reading((stone,))
    assert dialect.are_canonical([text])
    assert dialect.read(f" {text}").moves == (stone,)


@pytest.mark.parametrize("dialect", STONES, ids=lambda one: one.name)
@given(move=moves())
def test_moves_are_read_with_stones_as_without(dialect, move):
    text = dialect.write(move)
    assert dialect.read(text) == named(EPAMINONDAS, dialect.name).read(text)


@pytest.mark.parametrize(
    ("dialect", "text", "codes"),
    [
        (SPAN, "E5", ["letter-case"]),
        (ABSTRACTPLAY, "e 5", ["blank-in-move"]),
        (SPAN, "e05", ["leading-zero"]),
        (ABBOTT, "5,5", ["separator"]),
        (ABBOTT, "05. 5", ["leading-zero", "blank-in-move"]),
    ],
)
def test_squares_of_stones_are_read_leniently(dialect, text, codes):
    reading = dialect.read(text)
    assert reading.moves == (Placement(5, 5),)
    assert [note.code for note in reading.notes] == codes
    assert not dialect.are_canonical([text])


@pytest.mark.parametrize(("dialect", "text"), [(SPAN, "e5f"), (SPAN, "5.5"), (ABBOTT, "e5")])
def test_what_names_no_square_is_no_stone(dialect, text):
    with pytest.raises(UnreadableMove):
        dialect.read(text)


@pytest.mark.parametrize("text", ["e5", "5.5"])
@pytest.mark.parametrize("dialect", CROSSINGS, ids=lambda one: one.name)
def test_crossings_has_no_stones(dialect, text):
    with pytest.raises(UnreadableMove):
        dialect.read(text)
