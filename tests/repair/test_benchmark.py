"""The benchmark of repairs: games to damage of every kind, aims, and its table."""

import pytest
from click.testing import CliRunner

from notation import dialects
from scripts.repair_benchmark import PLAYED, aim, main, material


@pytest.mark.parametrize("game", PLAYED)
def test_there_are_games_of_every_kind_to_damage(game):
    for dialect in dialects(game):
        assert next(material(game, dialect.name)).game == game


def test_an_aim_of_the_game_comes_before_that_of_the_damage():
    row = {"exact": 0.9, "top three": 1.0}
    assert aim("megiddo", "three", row) == "reached: exact 0.620"
    assert aim("gipf", "one", row) == "missed: exact 0.970"
    assert aim("gipf", "lost", row) == "reached: top three 0.800"
    assert aim("gipf", "doubled", row) == ""
    assert aim("gipf", "one", {**row, "exact": None}) == ""


def test_the_table_has_a_row_for_each_dialect_and_damage(tmp_path):
    cases = tmp_path / "cases.jsonl"
    arguments = ["--game", "megiddo", "--damage", "one", "--games", "2", "--cases", str(cases)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    head, row = (line.split("\t") for line in result.output.splitlines())
    assert (row[0], row[head.index("games")]) == ("megiddo book one", "2")
    assert 0 <= float(row[head.index("exact")]) <= 1
    assert len(cases.read_text(encoding="utf-8").splitlines()) == 2
