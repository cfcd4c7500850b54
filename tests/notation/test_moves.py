"""Moves without a board: parts of texts, written moves, and board sizes that moves fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import notation
from notation import Reading, UnreadableMove, UnwritableMove, find_dialect
from notation.gipf.moves import (
    NOTHING,
    Move,
    Piece,
    Push,
    Removal,
)
from notation.phalanx import Placement
from notation.squares import cell_name
from tests.cases import each_case
from tests.examples import examples
from tests.strategies import moves

COMPLETE, SHORT, PBEM, STEPS = (
    find_dialect("gipf", name) for name in ("complete", "short", "pbem", "steps")
)
ABBOTT, _, SPAN = SHARED = tuple(
    find_dialect("epaminondas", name) for name in ("abbott", "abstractplay", "span")
)
BOOK = find_dialect("megiddo")


def pieces(*texts):
    return tuple(Piece(text.strip("G*"), text[0] == "G", text[-1] == "*") for text in texts)


def script(move):
    """Write a move as a browser script does, which names the end nearest to its first square."""
    end = min(move.head, move.tail, key=lambda square: (-square[0], square[1]))
    if move.direction in ("NE", "SW"):
        end = min(move.head, move.tail)
    count = f" [{move.count}]" if move.count > 1 else ""
    captures = f" ×{move.captures}" if move.captures else ""
    return f"{cell_name(end)}→{cell_name(move.target)}".upper() + count + captures


@examples(200)
@given(moves(14, 12).filter(lambda move: move.count > 1 or move.captures))
def test_a_move_of_the_browser_script_is_read_as_it_was_meant(move):
    reading = SPAN.read(script(move))
    assert reading.moves[0] == move
    assert len(reading.moves) <= 2
    assert [note.code for note in reading.notes] == ["arrow"]
    assert SPAN.lenient_pattern.fullmatch(script(move))


@each_case(
    ("letters", "meant"), [("O", "W"), ("ON", "W"), ("OW", "E"), ("OWE", "W"), ("NOSW", "E")]
)
def test_the_directions_of_all_texts_settle_whether_o_is_west_or_east(letters, meant):
    reading = ABBOTT.settled([f"2.7.1{letter}1" for letter in letters]).read("2.7.1O1")
    assert reading.moves[0].direction == meant
    assert reading.notes[0].code == {"W": "french-compass", "E": "german-compass"}[meant]


@given(row=st.integers(1, 26), column=st.integers(1, 26))
def test_the_square_of_a_stone_is_read_back_but_not_in_crossings(row, column):
    stone = Placement(row, column)
    for dialect in SHARED:
        text = dialect.write(stone)
        assert dialect.read(text) == Reading((stone,))
        assert dialect.are_canonical([text])
        assert dialect.read(f" {text}").moves == (stone,)
        with pytest.raises(UnreadableMove):
            find_dialect("crossings", dialect.name).read(text)


def test_a_removal_behind_a_push_may_be_the_next_players():
    cut = [("e1-e2 xe5", "xf5"), ("e1-e2", "xe5 xf5")]
    for text, ends in (("e1-e2 xe5 xf5", cut), ("xe5 e1-e2", []), ("e2", []), ("xe5 xf5", [])):
        assert STEPS.open_ends(text) == ends
        assert COMPLETE.open_ends(text) == []


FITS = [
    (COMPLETE, 0, ["e1-e4", "e2", "xb2,b3;e2"], ["c3-c5", "e1-c3", "e5", "?"]),
    (STEPS, 0, ["xb2,b3"], []),
    (SPAN, 0, ["n1-n2"], ["o1-o2", "a12-a11", "A5-A6"]),
    (SPAN, 1, ["a12-a11"], []),
    (SPAN, 2, ["a5-a6"], ["a13-a12", "?"]),
    (BOOK, 0, ["C4"], ["C4-C2"]),
    (BOOK, 2, ["C4-C2"], ["C4-D2"]),
]


@each_case(("dialect", "ply", "fitting", "others"), FITS)
def test_moves_fit_the_board_and_first_moves_the_home_rows(dialect, ply, fitting, others):
    assert [text for text in (*fitting, *others) if dialect.fits(text, ply)] == fitting


FULL_ROWS = Move(Removal(pieces("b2", "b3", "b4", "Gb5")), Push("e2"), NOTHING)
WRITTEN = [
    ("xe7,e8;c7-e7;xb2,Gb3,b4*,Gb5* (4)", "short", "x;c7-e7;xGb3,Gb5 (4)"),
    ("xe7,e8;Gc7-e7;xb2,Gb3,b4*", "pbem", "rowe1-e9 gc7-e7 rowb1-b6 gipfb3"),
    ("e2", "pbem", "ne1-e2"),
    ("xe7,e8;Gc7-e7;xb2,Gb3,b4*", "steps", "xe7,e8 Gc7-d7 xb2,b3,b4"),
    ("e2", "steps", "e1-e2"),
    ("xe7,e8", "steps", "xe7,e8"),
    (FULL_ROWS, "complete", "xb2,b3,b4,Gb5;e2"),
    (FULL_ROWS, "short", "xGb5;e2"),
    (FULL_ROWS, "pbem", "rowb1-b6 gipfb5 ne1-e2"),
    (FULL_ROWS, "steps", "xb2,b3,b4,b5 e1-e2"),
]


@each_case(("move", "dialect", "written"), WRITTEN)
def test_turns_of_gipf_are_written_in_every_dialect(move, dialect, written):
    move = COMPLETE.read(move).moves[0] if isinstance(move, str) else move
    assert notation.format("gipf", move, dialect) == written
    assert find_dialect("gipf", dialect).read(written).notes == ()


@pytest.mark.parametrize(
    ("text", "dialect", "reason"),
    [
        ("e2;xe5", "pbem", "xe5: the line of the row is unknown"),
        ("d5", "pbem", "no push from a dot leads to d5"),
        ("e1-c3", "steps", "no push from a dot leads to c3"),
    ],
)
def test_what_a_dialect_cannot_say_is_refused(text, dialect, reason):
    with pytest.raises(UnwritableMove, match=reason):
        notation.format("gipf", COMPLETE.read(text).moves[0], dialect)
