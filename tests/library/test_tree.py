"""The visits of games to a position are those of a plain scan."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from analysis.library import tree
from analysis.library.index import PLY, BoardKind
from analysis.library.library import Library
from analysis.library.tree import find_visits
from tests.library import plain


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    path = tmp_path_factory.mktemp("library") / "games.ludo"
    with plain.library_of(str(path), plain.records(6)) as found:
        yield found


def test_a_position_that_no_game_reaches_has_no_visits(tmp_path: Path):
    with Library.made(str(tmp_path / "empty.ludo")) as library:
        position = next(plain.replays(6)[0].positions())
        games = library.boards.games(BoardKind(position.GAME, str(position.variant)))
        assert not len(find_visits(library, position, games).numbers)


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
        games = library.boards.games(kind)
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
        assert (found.places >> PLY).tolist() == found.numbers.tolist()
