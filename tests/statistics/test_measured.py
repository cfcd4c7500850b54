"""Tables that are let go part by part have the same summaries."""

from dataclasses import replace

import pytest

from analysis.statistics.measured import measured_in_parts, tallies_of_batch
from analysis.statistics.summaries import summarize, summarize_tallies
from analysis.statistics.tally import GameKind, GameTally, add_tallies
from analysis.tables.frames import arrow_batches, tables
from analysis.tables.rows import TableBatch
from tests.games.engine_games import odd_games


@pytest.fixture(scope="module")
def batches() -> list[TableBatch]:
    """Good, broken and empty games of several kinds, some of them twice."""
    games = [replace(game, moves=game.moves[:12]) for game in odd_games(1)]
    found = list(arrow_batches([*games, *games[:4]], legal_moves=True, keys=False, size=60))
    assert len(found) > 4
    return found


@pytest.mark.slow
@pytest.mark.parametrize("by", [("event",), ("player", "period")], ids=str)
def test_summaries_of_parts_are_those_of_the_whole(
    batches: list[TableBatch], by: tuple[str, ...]
) -> None:
    both, parts = tables(batches), measured_in_parts(batches, size=120)
    assert len(parts.plies) < len(both.plies)
    expected, found = (
        [one.to_json() for one in summarize(frames.games, frames.plies, by)]
        for frames in (both, parts)
    )
    assert found == expected
    assert len(found) > 4


@pytest.mark.parametrize(("by", "pool"), [((), False), ((), True), (("sides",), True)], ids=str)
def test_summaries_of_counts_are_those_of_rows(
    batches: list[TableBatch], by: tuple[str, ...], pool: bool
) -> None:
    both, counted = tables(batches), dict[GameKind, GameTally]()
    for batch in batches:
        add_tallies(counted, tallies_of_batch(batch))
    expected = summarize(both.games, both.plies, by, pool)
    found = [one.to_json() for one in summarize_tallies(counted, by, pool)]
    assert found == [one.to_json() for one in expected]
    assert len(found) > 2


def test_nothing_has_no_summary() -> None:
    parts = measured_in_parts([])
    assert list(summarize(parts.games, parts.plies)) == []
