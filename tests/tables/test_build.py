"""Tables of parts are the tables of the whole."""

import pickle

import pytest
from pandas.testing import assert_frame_equal

import analysis
from analysis.replay.batch import Batch
from analysis.tables.frames import tables
from analysis.tables.rows import TableBuilder
from tests.games.engine_games import all_games

RECORDS = all_games(3)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 4, 100])
def test_parts_make_the_same_tables(size):
    builder = pickle.loads(pickle.dumps(TableBuilder()))
    chunks = [RECORDS[start : start + size] for start in range(0, len(RECORDS), size)]
    both = tables(pickle.loads(pickle.dumps(builder(Batch(chunk)))) for chunk in chunks)
    assert_frame_equal(both.plies, analysis.plies(RECORDS))
    assert_frame_equal(both.games, analysis.games(RECORDS))


def test_games_are_left_out_of_both_tables():
    kept = [number % 3 != 1 for number in range(len(RECORDS))]
    both = tables([TableBuilder()(Batch(RECORDS)).some(kept)])
    expected = [record for record, stays in zip(RECORDS, kept, strict=True) if stays]
    assert_frame_equal(both.plies, analysis.plies(expected), check_categorical=False)
    assert_frame_equal(both.games, analysis.games(expected), check_categorical=False)


def test_fewer_columns():
    batch = TableBuilder()(Batch(RECORDS)).select(["captured", "kind", "no such"])
    assert batch.plies.schema.names == ["captured", "kind"]
