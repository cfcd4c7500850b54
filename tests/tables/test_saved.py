"""Saved tables that are read some games at a time are those that are read whole."""

from pathlib import Path

import pytest
from pandas.testing import assert_frame_equal
from pyarrow import parquet

from analysis.tables import saved
from analysis.tables.frames import arrow_batches, tables
from analysis.tables.parquet import read_parquet, write_parquet
from analysis.tables.saved import are_in_order, saved_batches
from tests.games.engine_games import all_games


@pytest.fixture
def folders(tmp_path):
    """Return two folders, the first with two parts, of games that differ and of some again."""
    records = all_games(2)
    for place, (folder, some) in enumerate(
        [("one", records[:5]), ("one", records[5:]), ("other", records[2:6])]
    ):
        write_parquet(arrow_batches(some, size=60), tmp_path / folder, place)
    return [str(tmp_path / "one"), str(tmp_path / "other")]


@pytest.mark.slow
@pytest.mark.parametrize(("games", "rows"), [(1, 1), (2, 7), (1000, 1000)])
def test_parts_are_the_whole(folders, monkeypatch, games, rows):
    monkeypatch.setattr(saved, "GAMES", games)
    monkeypatch.setattr(saved, "ROWS", rows)
    columns = ["path", "game_id", "ply", "captured", "captured_points", "leader"]
    assert are_in_order(folders)
    parts, whole = tables(saved_batches(folders, columns)), read_parquet(folders, columns)
    assert_frame_equal(parts.plies, whole.plies)
    assert_frame_equal(parts.games, whole.games)
    alone = tables(saved_batches(folders, [], ["verdict"]))
    assert [*alone.games] == ["plies", "verdict"]
    assert alone.plies.empty


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plies", "games"])
def test_changed_files_are_not_in_order(folders, name):
    path = min(Path(folders[0], name).glob("*.parquet"))
    table = parquet.read_table(path)
    fewer = table.slice(1), table.slice(0, table.num_rows - 1)
    for changed in (*fewer, table.take([1, 0, *range(2, table.num_rows)])):
        parquet.write_table(changed, path)
        assert not are_in_order(folders)
    parquet.write_table(table, path)
    assert are_in_order(folders)
