"""Tables that are let go part by part have the same summaries."""

from dataclasses import replace

import pytest

from analysis.statistics.measured import OF_SUMMARIES as WANTED
from analysis.statistics.measured import measured_in_parts
from analysis.statistics.summaries import summarize
from analysis.tables.frames import arrow_batches, tables
from analysis.tables.rows import TableBatch
from tests.replay.test_at_once import odd_games


@pytest.fixture(scope="module")
def batches() -> list[TableBatch]:
    """Good, broken and empty games of several kinds, some of them twice."""
    games = [replace(game, moves=game.moves[:12]) for game in odd_games(1)]
    found = list(arrow_batches([*games, *games[:4]], legal_moves=True, keys=False, size=60))
    assert len(found) > 4
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("by", "with_ludii"), [(("event",), False), (("player", "period"), True)], ids=str
)
def test_summaries_of_parts_are_those_of_the_whole(
    batches: list[TableBatch], by: tuple[str, ...], with_ludii: bool
) -> None:
    both, parts = tables(batches), measured_in_parts(batches, with_ludii, size=120)
    assert len(parts.plies) < len(both.plies)
    expected, found = (
        [one.to_json() for one in summarize(frames.games, frames.plies, by, with_ludii=with_ludii)]
        for frames in (both, parts)
    )
    assert found == expected
    assert len(found) > 4


def test_populations_need_few_columns_of_games(batches: list[TableBatch]) -> None:
    """The summaries are those of all columns, and what is not read is not returned."""
    every, few = measured_in_parts(batches, True), measured_in_parts(batches, True, wanted=WANTED)
    expected, found = (
        [one.to_json() for one in summarize(one.games, one.plies, pool=True, with_ludii=True)]
        for one in (every, few)
    )
    assert found == expected
    assert {"path", "tag:Event"} <= set(every.games).difference(few.games)


def test_nothing_has_no_summary() -> None:
    parts = measured_in_parts([])
    assert list(summarize(parts.games, parts.plies)) == []
