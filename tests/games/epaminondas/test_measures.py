"""Measures of Epaminondas, held against position strings read letter by letter, and the book."""

import re
from itertools import product

import numpy as np
import pytest

import analysis
from analysis.games import find
from analysis.games.bits import bits_of
from analysis.games.grid.arrays import longest_lines
from records import Record
from tests.games.engine_games import engine_games, rows
from tests.records.samples import DEMONSTRATION

PLIES = analysis.plies(engine_games("epaminondas-games", 6), keys=False)
BOOK = analysis.plies([Record(DEMONSTRATION, "epaminondas", "standard", "abbott")])


def squares(position: str) -> dict[tuple[int, int], str]:
    """Read a position string without the rules: (column, row) and letter of each piece."""
    rows = position.split()[0].split("/")
    found: dict[tuple[int, int], str] = {}
    for row, text in enumerate(reversed(rows), start=1):
        whole = re.sub(r"\d+", lambda run: "." * int(run[0]), text)
        found |= {(column, row): piece for column, piece in enumerate(whole, 1) if piece != "."}
    return found


def longest_line(points: set[tuple[int, int]]) -> int:
    """Walk from every point in every direction."""
    best = 0
    for (column, row), (east, north) in product(points, ((1, 0), (0, 1), (1, 1), (1, -1))):
        length = 0
        while (column + length * east, row + length * north) in points:
            length += 1
        best = max(best, length)
    return best


def test_what_stands_on_the_board_is_what_the_position_string_says():
    for ply in rows(PLIES):
        board = squares(ply.position)
        sides = [{point for point, piece in board.items() if piece == side} for side in "wb"]
        assert [ply.material_1, ply.material_2] == [len(side) for side in sides]
        assert [ply.score_1, ply.score_2] == [len(side) for side in sides]
        assert ply.far_row_1 == sum(row == 12 for _, row in sides[0])
        assert ply.far_row_2 == sum(row == 1 for _, row in sides[1])
        assert [ply.longest_1, ply.longest_2] == [longest_line(side) for side in sides]
        ahead = len(sides[0]) - len(sides[1])
        assert (ply.leader if ahead else None) == (
            "white" if ahead > 0 else "black" if ahead else None
        )


def test_what_was_captured_is_what_has_gone_from_the_board():
    before = squares(str(find("epaminondas").start()))
    for ply in rows(PLIES):
        if ply.ply == 1:
            before = squares(str(find("epaminondas").start()))
        after = squares(ply.position)
        enemy = "b" if ply.side == "white" else "w"
        gone = {point for point, piece in before.items() if piece == enemy} - {
            point for point, piece in after.items() if piece == enemy
        }
        assert set(ply.captured_points) == {f"{chr(96 + column)}{row}" for column, row in gone}
        assert ply.captured == len(gone)
        assert ply.kind == ("capture" if gone else "move")
        before = after


def test_a_move_is_taken_apart_as_its_text_says():
    for ply in rows(PLIES):
        parts = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)([NESW]+)(\d+)(?:x\d+)?", ply.move)
        assert parts
        row, column, count, direction, distance = parts.groups()
        assert ply.from_point == f"{chr(96 + int(column))}{row}"
        assert (ply.group_size, ply.direction, ply.distance) == (
            int(count),
            direction,
            int(distance),
        )
        sign = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
        east, north = (sum(sign[letter][axis] for letter in direction) for axis in (0, 1))
        target = int(column) + east * int(distance), int(row) + north * int(distance)
        assert ply.to_point == f"{chr(96 + target[0])}{target[1]}"


def test_the_book_s_game():
    fourth = BOOK.iloc[6]
    assert (fourth.move, fourth.kind, fourth.group_size, fourth.distance) == (
        *("4.7.4N3x3", "capture", 4, 3),
    )
    assert list(fourth.captured_points) == ["g7", "g8", "g9"]
    assert BOOK.captured.sum() == 11
    assert (BOOK.far_row_1.iloc[-1], BOOK.far_row_2.iloc[-1]) == (1, 0)
    assert (BOOK.longest_1.iloc[0], BOOK.longest_2.iloc[0]) == (7, 14)


@pytest.mark.parametrize(
    ("rows", "length"),
    [
        (["......"], 0),
        (["w....."], 1),
        (["..ww..", "......"], 2),
        (["....ww", "ww...."], 2),
        (["w.....", ".w....", "..w...", "...w.."], 4),
        (["...w..", "..w...", ".w....", "w....."], 4),
        (["w.....", "w.....", "w.....", "wwww.."], 4),
    ],
    ids=["nothing", "alone", "row", "not round the edge", "falling", "rising", "column"],
)
def test_the_longest_phalanx(rows, length):
    rows = [*rows, *["......"] * (5 - len(rows))]
    bits = [[bits_of(row, "w")] for row in reversed(rows)]
    assert longest_lines(np.array(bits, np.uint16)).tolist() == [length]
