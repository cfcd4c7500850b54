"""The visits of games to a position are those of a plain scan."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from analysis.library import tree
from analysis.library.index import BoardKind
from analysis.library.library import LibraryFile
from analysis.library.tree import find_visits
from tests.library import comparing, plain


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LibraryFile]:
    path = tmp_path_factory.mktemp("library") / "games.ludo"
    with plain.library_of(str(path), plain.records(6)) as found:
        yield found


def test_a_position_that_no_game_reaches_has_no_visits(tmp_path: Path):
    with LibraryFile.made(str(tmp_path / "empty.ludo")) as library:
        position = next(plain.replays(6)[0].positions())
        games = library.boards.games(BoardKind(position.GAME, str(position.variant)))
        assert not len(find_visits(library, position, games).numbers)


@pytest.mark.slow
@pytest.mark.parametrize("few", [0, tree.FEW])
def test_visits_are_those_of_a_plain_scan(
    library: LibraryFile, monkeypatch: pytest.MonkeyPatch, few: int
):
    monkeypatch.setattr(tree, "FEW", few)
    chance = random.Random(few)
    for _ in range(8):
        comparing.compare_trees([library], plain.replays(6), chance)
