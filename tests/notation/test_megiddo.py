"""Megiddo moves without a board: points, pairs, and what the rules are left to judge."""

import pytest
from hypothesis import given

from notation.megiddo import Move, parse_point, point_name
from notation.registry import find, sniff
from tests.notation.strategies import points

BOOK = find("megiddo")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("A1", Move((1, 1))),
        ("F6", Move((6, 6))),
        ("C4 (B3, A2) (D5, E6)", Move((3, 4), (((2, 3), (1, 2)), ((4, 5), (5, 6))))),
        ("C4-C2 (B3, A4)", Move((3, 2), (((2, 3), (1, 4)),), (3, 4))),
    ],
)
def test_a_text_has_the_parts_of_a_move(text, move):
    assert BOOK.read(text).moves == (move,)
    assert str(move) == text
    assert move.captured == tuple(point for group in move.groups for point in group)


@pytest.mark.parametrize("text", ["G4", "C7", "C0", "Z99", "C4 (G3, A2)", "C4 (B3)"])
def test_what_is_not_on_the_board_is_read_for_the_rules_to_judge(text):
    assert str(BOOK.read(text).moves[0]) == text
    assert not BOOK.read(text).notes


@given(points)
def test_names_of_points_are_a_round_trip(point):
    assert parse_point(point_name(point)) == point


@pytest.mark.parametrize(
    ("text", "ply", "fits"),
    [("C4", 0, True), ("C4-C2", 0, False), ("C4-C2", 2, True), ("C4-D2", 2, False)],
)
def test_a_slide_fits_along_its_spoke_once_stones_are_on_the_board(text, ply, fits):
    assert BOOK.fits(text, ply) is fits


@pytest.mark.parametrize(
    ("variant", "letters"),
    [
        (None, "rb"),
        ("base+players=2", "rb"),
        ("Base + Players=3", "rbg"),
        ("players=4", "rb"),
        ("master+players=6", "rbg"),
    ],
)
def test_players_share_colours(variant, letters):
    assert BOOK.side_letters(variant) == letters


def test_texts_of_the_book_are_known_for_megiddo():
    assert sniff(["C4", "D3 (C4, B5)", "A1"]) is BOOK
