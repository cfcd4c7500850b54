"""Tables of parts are the tables of the whole, whatever is chosen."""

import pickle

import pytest
from pandas.testing import assert_frame_equal

import analysis
from analysis.select.duplicates import KINDS, Deduper, fingerprint
from analysis.select.selection import parse_selection
from analysis.tables.build import TableBuilder, merge_parts, selected
from analysis.tables.frames import tables
from records import Record
from tests.games.engine_games import all_games

RECORDS = all_games(3)
TWICE = (*RECORDS, *(Record(one.moves[:9], one.game, one.variant, one.dialect) for one in RECORDS))


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 4, 100])
def test_parts_merge_to_the_same_tables(size):
    builder = pickle.loads(pickle.dumps(TableBuilder()))
    chunks = [RECORDS[start : start + size] for start in range(0, len(RECORDS), size)]
    parts = [pickle.loads(pickle.dumps(builder(chunk))) for chunk in chunks]
    both = tables(merge_parts(parts))
    assert_frame_equal(both.plies, analysis.plies(RECORDS))
    assert_frame_equal(both.games, analysis.games(RECORDS))


def test_only_the_games_that_are_wanted():
    builder = TableBuilder(chosen=parse_selection("plies >= 60"))
    both = tables(merge_parts([builder(RECORDS)]))
    assert both.games.plies.to_list() == [
        analysis.replay(record).played for record in RECORDS if len(record.moves) >= 60
    ]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 5, 100])
def test_games_found_twice_are_dropped_wherever_the_parts_begin(kind, size):
    games = [analysis.replay(record) for record in (*TWICE, *TWICE)]
    deduper, prints = Deduper(kind), [fingerprint(game, kind) for game in games]
    if deduper.passes > 1:
        for one in prints:
            deduper.survey(one)
    expected = [g.record for g, found in zip(games, prints, strict=True) if deduper.keeps(found)]
    builder = TableBuilder(chosen=parse_selection(dedupe=kind))
    records = (*TWICE, *TWICE)
    parts = [builder(records[start : start + size]) for start in range(0, len(records), size)]
    both = tables(merge_parts(parts, builder.chosen.deduper()))
    assert_frame_equal(both.plies, analysis.plies(expected))
    assert_frame_equal(both.games, analysis.games(expected))


def test_fewer_columns():
    batch = selected(TableBuilder()(RECORDS).batches[0], ["captured", "kind", "no such"])
    assert batch.plies.schema.names == ["captured", "kind"]
