"""Measures of Megiddo, held against position strings and move texts read without the rules."""

import re
from typing import Any

import pytest

import analysis
from analysis.games.megiddo.board import EDGES, LINES
from analysis.games.megiddo.measures import line_kinds
from analysis.games.megiddo.state import MegiddoVariant
from records import Record
from tests.games.engine_games import engine_games, rows

NAMES = ("megiddo-base-games", "megiddo-base-cleopatra-games", "megiddo-master-games")
PLIES = {name: analysis.plies(engine_games(name, 40), keys=False) for name in NAMES}


def pairs(text: str) -> list[tuple[str, str]]:
    return [(one, other) for one, other in re.findall(r"\((\w\d), (\w\d)\)", text)]


def kind(one: str, other: str) -> str:
    return "radial" if one[0] == other[0] else "ring" if one[1] == other[1] else "spiral"


def test_what_stands_on_the_board_is_what_the_position_string_says():
    for plies in PLIES.values():
        for ply in rows(plies):
            board, _, taken = ply.position.split()
            assert [ply.material_1, ply.material_2] == [board.count("r"), board.count("b")]
            whole = re.sub(r"\d", lambda run: "." * int(run[0]), board.replace("/", ""))
            for stones, most in (("r", ply.longest_1), ("b", ply.longest_2)):
                assert most == max(
                    sum(whole[(ring - 1) * 6 + spoke - 1] == stones for spoke, ring in line.points)
                    for line in LINES
                )
            if max(ply.longest_1, ply.longest_2) < 6:
                assert f"{ply.score_1},{ply.score_2}" == taken


def test_captures_are_what_the_text_says():
    depths = set()
    for plies in PLIES.values():
        for ply in rows(plies):
            named = pairs(ply.text)
            assert set(ply.captured_points) == {point for pair in named for point in pair}
            assert ply.captured == len(ply.captured_points)
            assert sorted(ply.line_kinds) == sorted(kind(*pair) for pair in named)
            assert bool(ply.chain_depth) == bool(named)
            assert ply.kind == ("capture" if named else "place")
            assert ply.to_point == ply.text.split(" ")[0]
            depths.add(ply.chain_depth)
    assert {0, 1, 2, 3} <= depths


def test_the_winner_s_score_has_his_megiddos():
    table = analysis.games(engine_games("megiddo-base-games", 40))
    won = table[table.reason == "megiddo"]
    assert len(won)
    for game in rows(won):
        side = 1 if game.winner == "red" else 2
        captured = PLIES["megiddo-base-games"].query(
            f"game_id == {game.game_id} and side == @game.winner"
        )
        assert getattr(game, f"score_{side}") in (
            captured.captured.sum() + 6,
            captured.captured.sum() + 18,
        )


@pytest.mark.parametrize("cleopatra", [False, True])
@pytest.mark.parametrize("edge", EDGES)
def test_each_pair_that_can_be_captured_lies_on_lines_of_one_kind(edge, cleopatra):
    board = MegiddoVariant(edge, cleopatra).board
    kinds: dict[Any, Any] = {}
    for line in LINES:
        for four in board.fours():
            if set(four) <= set(line.points):
                inner, outer = frozenset(four[1:3]), frozenset(four[::3])
                for pair in [inner, outer] if cleopatra else [inner]:
                    kinds.setdefault(pair, set()).add(line.kind.split()[-1])
    assert all(len(found) == 1 for found in kinds.values())
    bits = {sum(1 << (ring - 1) * 6 + spoke - 1 for spoke, ring in pair): pair for pair in kinds}
    assert board.ways.keys() == bits.keys()
    assert all(line_kinds(edge, cleopatra)[pair] in kinds[bits[pair]] for pair in bits)


def test_a_slide_has_a_start_and_three_sides_have_three_columns():
    plies = analysis.plies([Record(("A1", "B1", "A1-A3"), "megiddo", "base+radial-move")])
    assert list(plies.kind) == ["place", "place", "slide"]
    assert (plies.from_point.iloc[2], plies.to_point.iloc[2]) == ("A1", "A3")
    three = analysis.plies([Record(("A1", "B1", "C1"), "megiddo", "base+players=3")])
    assert list(three.material_3) == [0, 0, 1]
    assert list(three.side) == ["red", "blue", "green"]
    assert list(three.score_3) == [0, 0, 0]
