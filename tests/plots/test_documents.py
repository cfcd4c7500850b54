"""What the documents on plots and reports say is so."""

import re
from pathlib import Path

import pytest

from analysis.cli.report import DIAGRAMS
from analysis.plots import PLOTS
from analysis.plots.openings import LEAST
from analysis.report import parts_of, write_report
from analysis.report.summary import FILES
from records import Record

DOCS = Path(__file__).parents[2] / "docs"


def test_every_plot_is_documented():
    text = (DOCS / "plots.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([a-z][a-z-]*)` \|", text, re.MULTILINE)
    assert named == list(PLOTS)
    assert f"fewer than {100 * LEAST:.2f} %" in text


@pytest.mark.slow
def test_every_file_of_a_report_is_documented(tmp_path):
    text = (DOCS / "report.md").read_text(encoding="utf-8")
    write_report(parts_of([Record(("A1", "B1"), "megiddo", "base", "book")]), tmp_path / "report")
    for path in (tmp_path / "report").iterdir():
        name = f"{path.name}/" if path.is_dir() else path.name
        assert f"`{name}" in text
    for name in FILES:
        assert (tmp_path / "report" / name).is_file()
    assert f"{DIAGRAMS} by default" in text
