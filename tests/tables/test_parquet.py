"""Tables kept as Parquet come back as they were."""

import os

import pytest
from pandas.testing import assert_frame_equal
from pyarrow import parquet

import analysis
from analysis.tables.frames import arrow_batches
from analysis.tables.parquet import read_parquet, write_parquet, write_through
from analysis.tables.schema import SCHEMA
from analysis.version import __version__
from tests.games.engine_games import all_games


@pytest.mark.slow
def test_what_is_written_comes_back(tmp_path):
    write_parquet(arrow_batches(all_games(4), size=200), tmp_path / "kept")
    both = read_parquet(tmp_path / "kept")
    assert_frame_equal(both.plies, analysis.plies(all_games(4)))
    assert_frame_equal(both.games, analysis.games(all_games(4)))


@pytest.mark.slow
def test_parts_are_read_together_in_their_order(tmp_path):
    records = all_games(4)
    for part, chunk in enumerate([records[:9], records[9:]]):
        write_parquet(arrow_batches(chunk), tmp_path, part)
    assert_frame_equal(read_parquet(tmp_path).plies, analysis.plies(records))


def test_some_columns_only(tmp_path):
    batches = list(write_through(arrow_batches(all_games(1)), tmp_path))
    assert batches[0].plies.num_rows == len(analysis.plies(all_games(1)))
    both = read_parquet(tmp_path, columns=["ply", "kind"])
    assert list(both.plies) == ["ply", "kind"]
    assert list(both.games) == list(analysis.games(all_games(1)))


def test_nothing_is_kept_as_empty_tables(tmp_path):
    write_parquet(arrow_batches([]), tmp_path)
    assert read_parquet(tmp_path).plies.empty


def test_a_folder_without_tables(tmp_path):
    with pytest.raises(FileNotFoundError, match="no Parquet files"):
        read_parquet(tmp_path)


@pytest.mark.slow
def test_several_folders_are_one_archive(tmp_path):
    records = all_games(4)
    for name, chunk in (("one", records[:9]), ("two", records[9:])):
        write_parquet(arrow_batches(chunk), tmp_path / name)
    both = read_parquet([tmp_path / "one", tmp_path / "two"])
    assert_frame_equal(both.plies, analysis.plies(records))
    assert_frame_equal(both.games, analysis.games(records))


def test_a_column_that_files_lack_is_empty(tmp_path):
    write_parquet(arrow_batches(all_games(1)), tmp_path)
    (file,) = (tmp_path / "plies").iterdir()
    table = parquet.read_table(file)
    parquet.write_table(table.drop_columns(["group_size"]), file)
    plies = read_parquet(tmp_path).plies
    assert plies["group_size"].isna().all()
    assert plies["material_1"].notna().all()
    assert len(plies) == table.num_rows


def test_files_have_the_names_of_frames_and_the_versions(tmp_path):
    write_parquet(arrow_batches(all_games(1)), tmp_path)
    (file,) = (tmp_path / "games").iterdir()
    schema = parquet.read_schema(file)
    assert schema.names[:3] == ["path", "game_id", "game"]
    assert list(read_parquet(tmp_path).games.columns)[:3] == schema.names[:3]
    versions = {b"ludograph.version": __version__.encode(), b"ludograph.schema": SCHEMA.encode()}
    assert versions.items() <= (schema.metadata or {}).items()


@pytest.mark.parametrize("stop", [0, 1], ids=["before the first", "between them"])
def test_tables_of_two_runs_never_stand_side_by_side(tmp_path, monkeypatch, stop):
    write_parquet(arrow_batches(all_games(1)), tmp_path)
    before = read_parquet(tmp_path).games
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
    with pytest.raises(OSError, match=r"not saved to their end.*part-00000\.parquet"):
        read_parquet(tmp_path)
    write_parquet(arrow_batches(all_games(2)), tmp_path)
    assert len(read_parquet(tmp_path).games) > len(before)
