"""Openings of games judged at once: the same trees."""

import pickle
from dataclasses import replace

import pytest

from analysis.openings.lines import rows
from analysis.openings.nodes import opening_trees
from analysis.openings.tree import Openings
from analysis.replay import batch
from analysis.replay.batch import Batch
from analysis.replay.replay import replay
from analysis.select.position import read_position
from records.model import Record, Source
from tests.games.engine_games import engine_games, odd_games


def listed(openings):
    """Return what was counted."""
    return {kind: (one.roots, one.positions, one.moves) for kind, one in openings.trees.items()}


MANY_IMAGES = [
    Record(moves, "megiddo", "grand-master", "book", source=Source("many", number, number))
    for number, moves in enumerate((("D3", "A1"), ("A1", "D3"), ("F6", "B2", "C2")), start=1)
]
"""Games of a variant whose boards have more than 64 images."""


@pytest.mark.parametrize("origin", [False, True], ids=["from the start", "from a position"])
@pytest.mark.parametrize("fold", [True, False])
def test_openings_counted_from_arrays_are_those_of_replays(
    fold: bool, origin: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(batch, "MANY", 1)
    monkeypatch.setattr(batch, "ENOUGH", 1)
    games = [
        replace(game, tags={**game.tags, "Date": f"{1990 + number % 3}.05.??"})
        for number, game in enumerate((*odd_games(), *MANY_IMAGES))
    ]
    first = games[0]
    place = read_position(first.moves[0], first.game, first.variant) if origin else None
    trees = []
    for alone in (True, False):
        openings = Openings(6, fold=fold, origin=place)
        for game in games if alone else ():
            openings.add(replay(game))
        openings.add_all(Batch([] if alone else games))
        trees.append((listed(openings), list(openings.trees), openings.read, openings.counted))
    assert trees[0] == trees[1]
    assert len(trees[0][0]) > 3 or origin


@pytest.mark.parametrize("ply", [0, 1, 7])
def test_a_first_position_is_where_games_reach_it_first(ply: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(batch, "MANY", 1)
    monkeypatch.setattr(batch, "ENOUGH", 1)
    games = [*engine_games("gipf-basic-games", 6)] * 2
    place = list(replay(games[3]).positions())[ply]
    trees = []
    for alone in (True, False):
        openings = Openings(3, origin=place)
        for game in games if alone else ():
            openings.add(replay(game))
        openings.add_all(Batch([] if alone else games))
        trees.append((listed(openings), openings.read, openings.counted))
    assert trees[0] == trees[1]
    assert trees[0][2] >= 2


def parts_of(games, size):
    """Return the openings of parts of some games, counted together and by themselves in turn."""
    for start in range(0, len(games), size):
        openings, part = Openings(4), games[start : start + size]
        if start // size % 2:
            openings.add_all(Batch(part))
        else:
            for game in part:
                openings.add(replay(game))
        yield pickle.loads(pickle.dumps(openings))


@pytest.mark.parametrize("min_count", [1, 3, 1000])
def test_parts_add_up_to_the_whole(min_count: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(batch, "MANY", 1)
    monkeypatch.setattr(batch, "ENOUGH", 1)
    games = [
        replace(game, tags={"Date": "2004.05"} if number % 3 else {}, source=Source("a", number))
        for number, game in enumerate([*engine_games("gipf-basic-games", 6)] * 4, start=1)
    ]
    merged, whole = Openings(4), Openings(4)
    for part in parts_of(games, 5):
        merged.merge(part)
    for game in games:
        whole.add(replay(game))
    found = [list(rows(opening_trees(one, min_count=min_count))) for one in (merged, whole)]
    assert found[0] == found[1]
    assert len(found[0]) > 20 or min_count > len(games)
    assert all(any(row[name] for row in found[0]) for name in ("examples", "years"))
