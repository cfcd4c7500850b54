"""The tree of a library counts what a plain scan counts."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from analysis.library import tree
from analysis.library.indexing import BoardKind
from analysis.library.library import Library
from analysis.library.tree import find_visits, games_of_kind, tree_node
from analysis.replay import Replay
from tests.library import plain


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    path = tmp_path_factory.mktemp("library") / "games.ludo"
    with plain.library_of(str(path), plain.records(6)) as found:
        yield found


def scan(games: list[Replay], key: int, variant: object) -> tuple[list[Replay], Counter[int]]:
    """Return the games that reach a position, and what follows the first time."""
    there, following = [], Counter[int]()
    for game in games:
        keys = [min(one.keys()) for one in game.positions()] if game.variant == variant else []
        if key in keys:
            there.append(game)
            following.update(keys[keys.index(key) + 1 :][:1])
    return there, following


@pytest.mark.slow
@pytest.mark.parametrize("ply", [0, 1, 2, 11, 12, 13, 20])
def test_a_node_has_the_games_and_moves_of_a_plain_scan(library: Library, ply: int):
    games, chance = plain.replays(6), random.Random(ply)
    for game in chance.sample([one for one in games if one.played > ply], 5):
        position = list(game.positions())[ply]
        there, following = scan(games, min(position.keys()), position.variant)
        node = tree_node(library, position)
        sides = range(len(position.sides))
        verdicts = [one.verdict for one in there]
        wins = tuple(sum(verdict == (side,) for verdict in verdicts) for side in sides)
        draws = sum(len(verdict or ()) > 1 for verdict in verdicts)
        assert node.results == (len(there), wins, draws, 0)
        assert {one.key: one.results.games for one in node.continuations} == following
        for one in node.continuations:
            (record,) = library.records([one.number])
            example = next(game for game in games if game.record.moves == record.moves)
            assert min(list(example.positions())[one.ply].keys()) == one.key


def test_a_position_that_no_game_reaches_has_no_node(tmp_path: Path):
    with Library.made(str(tmp_path / "empty.ludo")) as library:
        position = next(plain.replays(6)[0].positions())
        assert tree_node(library, position).results.games == 0


@pytest.mark.slow
@pytest.mark.parametrize("few", [0, tree.FEW])
@pytest.mark.parametrize("fold", [True, False])
def test_visits_are_those_of_a_plain_scan(
    library: Library, monkeypatch: pytest.MonkeyPatch, few: int, fold: bool
):
    monkeypatch.setattr(tree, "FEW", few)
    every, chance = plain.replays(6), random.Random(few)
    for ply in (0, 1, 3, 12, 16):
        game = chance.choice([one for one in every if one.played > ply])
        position = chance.choice(plain.images(list(game.positions())[ply], True))
        kind = BoardKind(position.GAME, str(position.variant))
        games = games_of_kind(library, kind)
        found = find_visits(library, position, games, fold=fold)
        expected = {}
        for number, other in enumerate(every, start=1):
            some = list(other.positions()) if str(other.variant) == kind.variant else []
            there = [n for n, one in enumerate(some) if plain.reached(one, position, fold)]
            if there:
                following = [min(one.keys()) for one in some[there[0] + 1 :][:1]]
                expected[number] = there[0], *(following or [0])
        plies = zip(found.plies.tolist(), found.next.tolist(), strict=True)
        assert dict(zip(found.numbers.tolist(), plies, strict=True)) == expected
        rows = library.places(found.rows)
        assert rows[0].tolist() == found.numbers.tolist()
        assert rows[1].tolist() == found.plies.tolist()
