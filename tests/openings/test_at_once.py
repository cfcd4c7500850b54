"""Openings of games judged at once: the same trees."""

import pytest

from analysis.openings.tree import Openings
from analysis.replay import at_once
from analysis.replay.replay import replay
from tests.replay.test_at_once import odd_games


@pytest.mark.parametrize("fold", [True, False])
def test_openings_counted_from_arrays_are_those_of_replays(
    fold: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(at_once, "MANY", 1)
    trees = []
    for enough in (1, 10**9):
        monkeypatch.setattr(at_once, "ENOUGH", enough)
        openings = Openings(6, fold=fold)
        openings.add_all(list(map(replay, odd_games())))
        trees.append((openings.trees, openings.read, openings.counted))
    assert trees[0] == trees[1]
    assert len(trees[0][0]) > 3
