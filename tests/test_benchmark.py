"""The benchmark of whole commands: its archives, and the table of times and memory."""

import pytest
from click.testing import CliRunner

import records
from analysis import replay
from scripts.benchmark import archive, main


@pytest.mark.slow
def test_cases_are_measured_beside_pgn_extract(tmp_path, monkeypatch):
    pytest.importorskip("chess")
    peer = tmp_path / "pgn-extract"
    peer.write_text("#!/bin/sh\ngrep -c Round $2\n")
    peer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    options = ["--games", "2", "--runs", "1", "--only", "JSON lines", "--game", "megiddo"]
    done = CliRunner().invoke(main, [*options, "--folder", str(tmp_path / "archives")])
    assert done.exit_code == 0, done.output
    rows = [line.split(" | ") for line in done.output.splitlines() if line.startswith("| JSON")]
    assert [row[0] for row in rows] == ["| JSON lines in", "| JSON lines out"]
    assert all(float(row[-1].rstrip(" |")) > 0 for row in rows)


@pytest.mark.parametrize("name", ["usual", "mixed", "quoted", "bare"])
def test_an_archive_has_valid_games_and_knows_their_plies(name, tmp_path):
    path, plies = archive(tmp_path, "gipf", 4, name)
    games = [replay(record) for record in records.read(path)]
    assert len(games) == 4
    assert all(game.valid for game in games)
    assert sum(len(game.record.moves) for game in games) == plies
    assert archive(tmp_path, "gipf", 4, name) == (path, plies)
