"""Tables kept as Parquet files are read by any engine, and stand side by side only when whole."""

import os

import pandas as pd
import pytest
from pyarrow import parquet

from analysis.tables.frames import arrow_batches
from analysis.tables.parquet import saved_files, write_parquet
from analysis.tables.schema import GAME_COLUMNS, SCHEMA, ply_columns
from analysis.version import __version__
from tests.games.engine_games import all_games


@pytest.mark.parametrize("records", [[], all_games(2)], ids=["none", "some"])
def test_what_is_written_comes_back(tmp_path, records):
    batches = list(arrow_batches(records, size=200))
    write_parquet(batches, tmp_path)
    for place, (name, columns) in enumerate((("plies", ply_columns()), ("games", GAME_COLUMNS))):
        table = parquet.read_table(saved_files(tmp_path)[place])
        assert table.column_names == [one.name for one in columns]
        rows = [row for batch in batches for row in batch[place].to_pylist()]
        assert table.to_pylist() == rows
        assert len(pd.read_parquet(tmp_path / name)) == len(rows)
        versions = {
            b"ludograph.version": __version__.encode(),
            b"ludograph.schema": SCHEMA.encode(),
        }
        assert versions.items() <= (table.schema.metadata or {}).items()


def test_parts_of_an_archive_are_read_together(tmp_path):
    records = all_games(2)
    for part, chunk in enumerate([records[:3], records[3:]]):
        write_parquet(arrow_batches(chunk), tmp_path, part)
    found = pd.read_parquet(tmp_path / "games")
    assert found["plies"].tolist() == [len(one.moves) for one in records]


@pytest.mark.parametrize("stop", [0, 1], ids=["before the first", "between them"])
def test_tables_of_two_runs_never_stand_side_by_side(tmp_path, monkeypatch, stop):
    write_parquet(arrow_batches(all_games(1)), tmp_path)
    replaced: list[str] = []

    def replace_some(source, target):
        if len(replaced) == stop:
            raise KeyboardInterrupt
        replaced.append(target)
        return real(source, target)

    real = os.replace
    monkeypatch.setattr(os, "replace", replace_some)
    with pytest.raises(KeyboardInterrupt):
        write_parquet(arrow_batches(all_games(2)), tmp_path)
    monkeypatch.undo()
    assert [path.exists() for path in saved_files(tmp_path)].count(True) == 1
    write_parquet(arrow_batches(all_games(2)), tmp_path)
    plies, games = map(parquet.read_table, saved_files(tmp_path))
    assert games.num_rows == len(all_games(2))
    assert plies.num_rows == sum(games.column("plies").to_pylist())
