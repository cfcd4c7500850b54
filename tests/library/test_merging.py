"""Many small imports give few blocks, and the same answers as one import."""

from pathlib import Path

import numpy as np
import pytest

from analysis.library.checking import check
from analysis.library.index import FANOUT, BoardIndex, BoardKind
from analysis.library.library import LibraryFile
from analysis.library.pattern import PiecePattern
from analysis.library.search import Query, search
from analysis.library.tree import find_visits
from tests.library import plain

EACH = 6


def import_one(library: LibraryFile, number: int) -> None:
    """Import a game by itself."""
    plain.add(library, [plain.records(EACH)[number]])


def sizes(library: LibraryFile) -> list[list[int]]:
    """Return the numbers of rows of the blocks, for each kind of board."""
    every = "SELECT rows FROM boards WHERE kind = ?"
    found = (library.engine.execute(every, (kind,)).fetchall() for kind in library.boards.kinds())
    return [[rows for (rows,) in rows_of_kind] for rows_of_kind in found]


@pytest.mark.slow
def test_many_small_imports_answer_as_one(tmp_path: Path):
    once, often = (str(tmp_path / name) for name in ("once.ludo", "often.ludo"))
    with LibraryFile.made(once) as one, LibraryFile.made(often) as other:
        plain.add(one, plain.records(EACH))
        for number in range(len(plain.records(EACH))):
            import_one(other, number)
        for blocks, games in zip(sizes(other), sizes(one), strict=True):
            levels = (max(games[0], FANOUT) - 1).bit_length()
            assert sum(blocks) == sum(games)
            assert len(blocks) <= (FANOUT - 1) * levels
        assert max(map(len, sizes(other))) < max(len(plain.records(EACH)) // 4, EACH)
        question = Query(pattern=PiecePattern("w w"))
        assert plain.hits(search(one, question)) == plain.hits(search(other, question))
        for game in plain.replays(EACH)[:: EACH // 2]:
            for position in list(game.positions())[:3]:
                kind = BoardKind(position.GAME, str(position.variant))
                here, there = (
                    find_visits(library, position, library.boards.games(kind))
                    for library in (one, other)
                )
                assert np.array_equal(here, there)
    assert check(often).problems == ()


def test_merging_that_fails_leaves_the_library_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "games.ludo"
    with LibraryFile.made(str(path)) as library:
        import_one(library, 0)
    before = path.read_bytes()

    def full(self: BoardIndex) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(BoardIndex, "merge", full)
    with LibraryFile(str(path), write=True) as library, pytest.raises(OSError, match="No space"):
        import_one(library, 1)
    assert path.read_bytes() == before
