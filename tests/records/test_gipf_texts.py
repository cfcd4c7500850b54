"""GIPF games as they are seen in print, and reserve counts, which look like move numbers."""

import pytest

from tests.games.engine_games import engine_games
from tests.records.samples import read_one


@pytest.mark.slow
@pytest.mark.parametrize("blanks", [" ", "  ", "\t"], ids=["one blank", "two blanks", "tab"])
@pytest.mark.parametrize("kind", ["basic", "standard", "tournament"])
def test_rows_without_tags_are_taken_apart(kind, blanks):
    # A removal before a push stands behind the other side's push, and belongs to its own.
    for game in engine_games(f"gipf-{kind}-games", 3):
        pairs = (game.moves[first : first + 2] for first in range(0, len(game.moves), 2))
        lines = (f"{number}. {blanks.join(pair)}\n" for number, pair in enumerate(pairs, start=1))
        record = read_one("".join(lines), game="gipf")
        assert (record.moves, record.dialect) == (game.moves, "complete")
        assert not record.findings
