"""``ludograph report``: the folder, the exit status, and whose files are left alone."""

import json

import pytest

from analysis.plots import PLOTS
from analysis.report import plots

CLEAN = "1. 2.7.2N2 11.6.2SE2\n"
BROKEN = "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E4 10.7.3S3\n"


@pytest.fixture(autouse=True)
def _few_plots(monkeypatch):
    """Let reports have two plots instead of nine: what they look like is tested elsewhere."""
    few = {name: PLOTS[name] for name in ("lengths", "branching")}
    monkeypatch.setattr(plots, "PLOTS", few)


MIXED = "".join(
    f'[Game "Megiddo"]\n[Variant "{variant}"]\n[Red "Ada"]\n[Blue "Eve"]\n\n{moves} {result}\n\n'
    for variant, moves, result in (
        ("base", "1. A1 B1", "1-0"),
        ("base", "1. A1 B1", "0-1"),
        ("master", "1. A1 B1", "1-0"),
        ("base+players=3", "1. A1 B1 C1", "*"),
    )
)


@pytest.mark.slow
def test_variants_are_pooled_on_request_and_named_everywhere(ludograph, tmp_path):
    (tmp_path / "mixed.txt").write_text(MIXED)
    run = ludograph("report", "mixed.txt", "-o", "report", "--pool", "--max-drawn", "0")
    assert run.status == 0, run.err
    page = (tmp_path / "report" / "index.html").read_text()
    pooled = "Megiddo, 2 variants pooled"
    assert f"{pooled}: 3 games, 6 plies</b>" in page
    assert f"{pooled}: base, master. These variants are pooled, as was asked for" in page
    assert "Megiddo, base+players=3: 1 game, 3 plies" in page
    assert f"{pooled}: 2 players, 3 games" in page
    assert f"{pooled} (3 games)" in (tmp_path / "report" / "plots" / "lengths-1.svg").read_text()
    found = json.loads((tmp_path / "report" / "statistics.json").read_text())
    assert [(one["records"], one["variants"]) for one in found["groups"]] == [(3, 2), (1, 1)]
    assert found["players"][0]["variants"] == ["base", "master"]
    apart = ludograph("report", "mixed.txt", "-o", "apart", "--max-drawn", "0")
    assert apart.status == 0
    assert "pooled" not in (tmp_path / "apart" / "index.html").read_text()


def test_the_page_of_a_selection_states_what_is_left_out(ludograph, tmp_path):
    (tmp_path / "mixed.txt").write_text(MIXED)
    options = ("-o", "report", "--max-drawn", "0", "--where", "variant = master")
    assert ludograph("report", "mixed.txt", *options).status == 0
    page = (tmp_path / "report" / "index.html").read_text()
    left = MIXED.count("[Variant ") - MIXED.count('[Variant "master"]')
    assert f"A selection of games: {left} other records left out." in page
    ludograph("report", "mixed.txt", "-o", "all", "--max-drawn", "0")
    assert "A selection of games" not in (tmp_path / "all" / "index.html").read_text()


def test_openings_of_the_page_have_their_caveat(ludograph, tmp_path):
    (tmp_path / "mixed.txt").write_text(MIXED * 3)
    ludograph("report", "mixed.txt", "-o", "report", "--max-drawn", "0")
    page = (tmp_path / "report" / "index.html").read_text()
    assert "* stands at a false discovery rate of 5 % in" in page
    assert "one in 20 misses: here are 1." not in page


@pytest.mark.slow
def test_a_report_is_written_and_replaced(ludograph, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.txt").write_text(CLEAN)
    run = ludograph("report", "games", "-o", "report")
    assert (run.status, run.err) == (0, "")
    assert run.out == "1 game read: 1 valid, 0 with errors; see report/index.html\n"
    manifest = json.loads((tmp_path / "report" / "report.json").read_text())
    written = {
        path.relative_to(tmp_path / "report").as_posix()
        for path in (tmp_path / "report").rglob("*")
        if path.is_file()
    }
    assert written == set(manifest["files"])
    (tmp_path / "games" / "two.txt").write_text(BROKEN)
    again = ludograph("report", "games", "-o", "report", "--diagrams", "0")
    assert again.status == 1
    assert again.out.startswith("2 games read: 1 valid, 1 with errors;")
    assert not (tmp_path / "report" / "diagrams").exists()
    assert "Report on 2 games" in (tmp_path / "report" / "index.html").read_text()


@pytest.mark.slow
def test_a_report_among_the_games_is_none_of_them(ludograph, tmp_path):
    (tmp_path / "one.txt").write_text(CLEAN)
    first = ludograph("report", ".", "-o", "report")
    page = (tmp_path / "report" / "index.html").read_bytes()
    again = ludograph("report", ".", "-o", "report")
    assert (
        (again.status, again.out, again.err)
        == (first.status, first.out, first.err)
        == (
            0,
            "1 game read: 1 valid, 0 with errors; see report/index.html\n",
            "",
        )
    )
    assert (tmp_path / "report" / "index.html").read_bytes() == page


@pytest.mark.slow
def test_legal_moves_are_counted_when_asked_for(ludograph, tmp_path):
    (tmp_path / "one.txt").write_text(CLEAN)
    run = ludograph("report", "one.txt", "-o", "report", "--legal-moves")
    assert run.status == 0
    assert (tmp_path / "report" / "plots" / "branching-1.svg").is_file()
