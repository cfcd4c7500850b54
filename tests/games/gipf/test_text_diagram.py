from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.games.gipf.diagram import PICTURE
from analysis.games.gipf.rules import Position
from analysis.games.gipf.state import GipfVariant
from notation.errors import InvalidPosition, InvalidVariant
from tests.examples import examples
from tests.games.gipf.moments import moments

BLACK_BELOW = """
                 e1
             f1      d1
         g1      w       c1
     h1      .       .       b1
 i1      .       .       .       a1
     b       .       .       b
 i2      .       .       .       a2
     .       .       .       .
 i3      .       .       .       a3
     .       .       .       .
 i4      .       .       .       a4
     w       .       .       w
 i5      .       .       .       a5
     h6      .       .       b6
         g7      b       c7
             f8      d8
                 e9
White: 12 in reserve, 0 captured
Black: 12 in reserve, 0 captured
White to move
"""


@examples(60)
@given(moments(), st.booleans(), st.booleans())
def test_marks_of_the_last_turn_are_passed_over(moment, flipped, known):
    position, move, before = moment
    text = PICTURE.text(position, last=move, before=before if known else None, flipped=flipped)
    assert PICTURE.read_text(text, str(position.variant)) == position
    taken = {piece.spot: piece for piece in (*move.before.pieces, *move.after.pieces)}
    gone = [piece for spot, piece in taken.items() if position.piece(spot) == "."]
    signs = Counter("".join(text.splitlines()[:17]))
    assert signs["x"] == sum(piece.captured for piece in gone)
    assert signs["+"] == sum(not piece.captured for piece in gone)


def test_variant_of_a_diagram_is_the_simplest_or_the_one_named():
    start = Position.start(GipfVariant.parse("basic"))
    text = PICTURE.text(start)
    assert PICTURE.read_text(text) == start
    assert str(PICTURE.read_text(text, "basic+pieces=18").variant) == "basic+pieces=18"
    for kind in ("standard", "tournament"):
        other = Position.start(GipfVariant.parse(kind))
        assert PICTURE.read_text(PICTURE.text(other)) == other
    with pytest.raises(InvalidVariant):
        PICTURE.read_text(text, "huge")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (BLACK_BELOW, "", "line 1: expected the dot at the top of the board, e9 or e1, found the "
         "end of the diagram"),
        (" e1\n", " e2\n", "line 2: expected the dot at the top of the board, e9 or e1, found "
         "'e2'"),
        (" f1      d1\n", " f1\n", "line 3: expected a sign for each of f1 d1, not 1, found 'f1'"),
        (" f1      d1\n", " d1      f1\n", "line 3: expected the dot f1, not 'd1', found "
         "'d1      f1'"),
        (" g1      w ", " g1      q ", "line 4: expected one of . w b W B x + on e2, not 'q', "
         "found 'g1      q       c1'"),
        (" e9\n", " e9 .\n", "line 18: expected a sign for each of e9, not 2, found 'e9 .'"),
        ("White: 12", "White: many", "line 19: expected 'White: ' and its pieces, such as '12 in "
         "reserve, 0 captured', found 'White: many in reserve, 0 captured'"),
        ("Black: 12", "Green: 12", "line 20: expected 'Black: ' and its pieces, such as '12 in "
         "reserve, 0 captured', found 'Green: 12 in reserve, 0 captured'"),
        ("White to move", "Red to move", "line 21: expected 'White to move' or 'Black to move', "
         "found 'Red to move'"),
        ("White to move\n", "White to move\n!\n", "line 22: expected the end of the diagram, "
         "found '!'"),
    ],
    ids=["empty", "top", "few points", "wrong way round", "sign", "many points", "no number",
         "third side", "turn", "too much"],
)  # fmt: skip
def test_bad_diagrams_are_told_the_line_and_what_was_expected(old, new, message):
    assert old in BLACK_BELOW
    with pytest.raises(InvalidPosition) as caught:
        PICTURE.read_text(BLACK_BELOW.replace(old, new, 1))
    assert str(caught.value) == f"diagram {message}"


def test_diagrams_that_the_variant_forbids_are_told_their_lines():
    text = PICTURE.text(Position.start(GipfVariant.parse("standard")))
    with pytest.raises(InvalidPosition, match=r"^diagram lines 1 to 20: .* has no GIPF pieces"):
        PICTURE.read_text(text, "basic")
