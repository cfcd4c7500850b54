"""Openings of games judged at once: the same trees."""

from dataclasses import replace

import pytest

from analysis.openings.tree import Openings
from analysis.replay import at_once
from analysis.replay.replay import replay
from analysis.select.position import read_position
from tests.games.engine_games import engine_games
from tests.replay.test_at_once import odd_games


@pytest.mark.parametrize("origin", [False, True], ids=["from the start", "from a position"])
@pytest.mark.parametrize("fold", [True, False])
def test_openings_counted_from_arrays_are_those_of_replays(
    fold: bool, origin: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(at_once, "MANY", 1)
    games = [
        replace(game, tags={**game.tags, "Date": f"{1990 + number % 3}.05.??"})
        for number, game in enumerate(odd_games())
    ]
    first = games[0]
    place = read_position(first.moves[0], first.game, first.variant) if origin else None
    trees = []
    for enough in (1, 10**9):
        monkeypatch.setattr(at_once, "ENOUGH", enough)
        openings = Openings(6, fold=fold, origin=place)
        openings.add_all(list(map(replay, games)))
        trees.append((openings.trees, list(openings.trees), openings.read, openings.counted))
    assert trees[0] == trees[1]
    assert len(trees[0][0]) > 3 or origin


@pytest.mark.parametrize("ply", [0, 1, 7])
def test_a_first_position_is_where_games_reach_it_first(ply: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(at_once, "MANY", 1)
    games = [*engine_games("gipf-basic-games", 6)] * 2
    place = list(replay(games[3]).positions())[ply]
    trees = []
    for enough in (1, 10**9):
        monkeypatch.setattr(at_once, "ENOUGH", enough)
        openings = Openings(3, origin=place)
        openings.add_all(list(map(replay, games)))
        trees.append((openings.trees, openings.read, openings.counted))
    assert trees[0] == trees[1]
    assert trees[0][2] >= 2
