"""The words and numbers of a page, whole, of a small archive; and those of its tables."""

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from analysis.report import parts_of, write_report
from analysis.report.page import table
from records import Record
from records.model import Source
from tests.plots.samples import sample

KEPT = Path(__file__).with_name("page.txt")

ILLEGAL = Record(("A1", "A1"), "megiddo", "base", "book", {"Red": "Ada"}, source=Source("x", 9, 4))


def archive():
    """Return twelve games of Megiddo of three players, and some of GIPF."""
    names = ("Ada", "Eve", "Uri")
    for number, one in enumerate(sample().of("megiddo", "base")[:12]):
        tags = {"Red": names[number % 3], "Blue": names[(number + 1 + number // 6) % 3]}
        yield replace(one, tags={**one.tags, **tags})
    yield ILLEGAL
    yield from sample().of("gipf", "basic")[:4]
    yield sample().of("gipf", "tournament")[0]


class Words(HTMLParser):
    """The text of a page: a line for each block, cells apart, those to the right with an arrow."""

    BLOCKS = ("p", "li", "tr", "h1", "h2", "h3", "h4", "caption", "dt", "figcaption", "article")

    def __init__(self):
        super().__init__()
        self.text = ""

    def handle_starttag(self, tag, attrs):
        if tag in self.BLOCKS:
            self.text += "\n"
        if tag == "table":
            self.text += f"\ntable {dict(attrs).get('class')}"
        if tag in ("td", "th"):
            self.text += " |> " if ("class", "number") in attrs else " | "
        if tag == "a":
            self.text += f"[{dict(attrs).get('href')}] "
        if tag == "img":
            size = {name: value for name, value in attrs if name in ("width", "height")}
            self.text += f"\nimage {size.get('width')} x {size.get('height')}"

    def handle_data(self, data):
        if self.cdata_elem is None:
            self.text += data

    def lines(self):
        found = (" ".join(line.split()) for line in self.text.splitlines())
        return [line for line in found if line]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    target = tmp_path_factory.mktemp("words") / "report"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analysis.report.plots.PLOTS", {})
        patch.setattr("analysis.report.games.CELL", 40)
        write_report(
            parts_of(archive()), target, diagrams=2, sources=("games",), filtered=lambda: 3
        )
    return target


def test_the_words_of_the_page_are_kept(folder, request):
    """Written anew with ``--write-golden``."""
    words = Words()
    words.feed((folder / "index.html").read_text(encoding="utf-8"))
    found = words.lines()
    if request.config.getoption("--write-golden"):
        KEPT.write_text("\n".join(found) + "\n", encoding="utf-8")
    assert found == KEPT.read_text(encoding="utf-8").splitlines()


def test_tables_are_csv_only_where_that_is_asked_for(folder, tmp_path, monkeypatch):
    assert not [*folder.glob("games.csv"), *folder.glob("plies.csv")]
    assert (folder / "tables" / "plies" / "part-00000.parquet").is_file()
    monkeypatch.setattr("analysis.report.plots.PLOTS", {})
    write_report(parts_of([ILLEGAL]), tmp_path / "report", csv=True)
    rows = (tmp_path / "report" / "games.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 2
    assert rows[1].startswith("x,")
    assert len((tmp_path / "report" / "plies.csv").read_text(encoding="utf-8").splitlines()) == 2
    text = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert 'href="plies.csv"' in text
    assert 'href="games.csv"' in text


def test_columns_without_a_value_are_left_out():
    words = Words()
    words.feed(table("C", ("a", "b", "c", "d"), [("x", "", 1, None), ("", "", 2, "")], (1, 2)))
    assert words.lines() == ["table short", "C", "| a |> c", "| x |> 1", "| |> 2"]
    assert str(table("C", ("a", "b"), [("x", 1)], (1,))).count('class="number"') == 2
    assert 'class="number"' not in table("C", ("a", "b", "c"), [("x", "", "y")], (1,))
