"""Openings counted from games on arrays give the same trees as replays."""

import pickle
from dataclasses import replace
from functools import cache

import pytest

from analysis.openings.lines import rows
from analysis.openings.nodes import opening_trees
from analysis.openings.tree import Openings
from analysis.replay import batch
from analysis.replay.batch import Batch
from analysis.replay.replay import replay
from records.model import Record, Source
from tests.games.engine_games import engine_games, odd_games


def listed(openings):
    """Return the counted openings as rows."""
    return list(rows(opening_trees(openings, min_count=1)))


MANY_IMAGES = [
    Record(moves, "megiddo", "grand-master", "book", source=Source("many", number, number))
    for number, moves in enumerate((("D3", "A1"), ("A1", "D3"), ("F6", "B2", "C2")), start=1)
]
"""Games of a variant whose boards have more than 64 images."""


@cache
def games_of(name):
    """Return games of all kinds, or games of GIPF with many transpositions."""
    if name == "gipf":
        return [*engine_games("gipf-basic-games", 6)] * 2
    return [
        replace(game, tags={**game.tags, "Date": f"{1990 + number % 3}.05.??"})
        for number, game in enumerate((*odd_games(), *MANY_IMAGES))
    ]


@pytest.mark.parametrize(
    ("name", "fold", "first"),
    [pytest.param("odd", True, None, marks=pytest.mark.slow),
     pytest.param("odd", False, None, marks=pytest.mark.slow),
     ("odd", True, (0, 1)), ("gipf", True, (3, 0)), ("gipf", False, (3, 7))],
    ids=str,
)  # fmt: skip
def test_openings_counted_from_arrays_are_those_of_replays(name, fold, first, monkeypatch):
    """The first position is the start, or a position of a game."""
    monkeypatch.setattr(batch, "MANY", 1)
    monkeypatch.setattr(batch, "ENOUGH", 1)
    games = games_of(name)
    place = first and list(replay(games[first[0]]).positions())[first[1]]
    trees = []
    for alone in (True, False):
        openings = Openings(6, fold=fold, origin=place)
        for game in games if alone else ():
            openings.add(replay(game))
        openings.add_all(Batch([] if alone else games))
        trees.append((listed(openings), list(openings.trees), openings.read, openings.counted))
    assert trees[0] == trees[1]
    assert trees[0][3] >= 2
    assert len(trees[0][1]) > 3 or first


def parts_of(games, size):
    """Yield the openings of parts of some games, counted in a batch or game by game, in turn."""
    for start in range(0, len(games), size):
        openings, part = Openings(4), games[start : start + size]
        if start // size % 2:
            openings.add_all(Batch(part))
        else:
            for game in part:
                openings.add(replay(game))
        yield pickle.loads(pickle.dumps(openings))


@pytest.mark.parametrize("min_count", [3, 1000])
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
