"""``ludograph repair``: what it proposes, writes, asks and keeps."""

import pytest
from click.testing import CliRunner

import records
from analysis.cli import cli
from analysis.repair.repair import repair
from notation import Finding
from tests.records.samples import DEMONSTRATION, rows

SLIP = "classic:epaminondas-slip"
CLEAN = f'[Game "epaminondas"]\n[Variant "standard"]\n\n{rows(DEMONSTRATION)}*\n'


def test_a_confidence_is_explained_by_its_factors(ludograph):
    lines = ludograph("repair", SLIP, "--explain").out.splitlines()
    assert [line.strip() for line in lines if " = " in line] == [
        "0.970 = weight 0.999 x calibration 0.971"
    ] * 2


def test_nothing_is_written_unless_asked(ludograph, tmp_path):
    (tmp_path / "good.txt").write_text(CLEAN, encoding="utf-8")
    before = (tmp_path / "good.txt").read_bytes()
    run = ludograph("repair", "good.txt", SLIP)
    assert [path.name for path in tmp_path.iterdir()] == ["good.txt"]
    assert (tmp_path / "good.txt").read_bytes() == before
    assert "good.txt:1: valid: nothing to mend." in run.out


@pytest.mark.parametrize("name", ["out.jsonl", "out.txt"])
def test_all_games_are_written_and_what_was_written_is_kept(name, ludograph, tmp_path):
    (tmp_path / "good.txt").write_text(CLEAN, encoding="utf-8")
    assert ludograph("repair", "good.txt", SLIP, "-o", name).status == 0
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert '"written": "4.7.3N3x3"' in text or "{written: 4.7.3N3x3}" in text
    checked = ludograph("check", name, "--json").objects
    assert [game["valid"] for game in checked] == [True, True]
    assert [game["plies"] for game in checked] == [23, 8]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig"])
def test_a_file_in_any_encoding_is_asked_about_game_by_game(encoding, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (slip,) = records.read(SLIP)
    text = f'[Event "Zürich"]\n[Game "epaminondas"]\n\n{rows(slip.moves)}*\n\n' * 2
    (tmp_path / "in.txt").write_bytes(text.replace("\n", "\r\n").encode(encoding))
    answers = "99\nq9-z\n1\nb\n4.7.4N3x3\ns\n"
    run = CliRunner().invoke(cli, ["repair", "in.txt", "-o", "out.txt", "-i"], input=answers)
    assert run.output.count("Not used: ") == 2
    assert "1 mended, 1 not mended" in run.output
    first, second = records.read("out.txt")
    assert (first.moves[6], first.tags["Event"]) == ("4.7.4N3x3", "Zürich")
    assert (second.moves, second.details) == (slip.moves, {})


def test_a_game_that_the_program_fails_on_costs_no_other(ludograph, monkeypatch, tmp_path):
    def failing(record, **options):
        if record.source.game == 2:
            raise RuntimeError("out of order")
        return repair(record, **options)

    monkeypatch.setattr("analysis.cli.repair.repair", failing)
    monkeypatch.setattr("notation.findings._new", Finding)  # which lets no fault pass in tests
    (tmp_path / "three.txt").write_text(CLEAN * 3, encoding="utf-8")
    run = ludograph("repair", "three.txt", "-o", "out.jsonl")
    assert "RuntimeError: out of order" in run.out
    assert "3 games read: 2 valid, 0 mended, 1 not mended" in run.out
    assert run.status == 1
    kept = [record.moves for record in records.read(str(tmp_path / "out.jsonl"))]
    assert kept == [tuple(DEMONSTRATION)] * 3
