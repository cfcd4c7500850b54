"""The page of a report in a browser: its script, its width, its print."""

import re
import shutil
import subprocess

import pytest

from analysis.pages.html import element
from analysis.report.page import build_page, table
from tests.pages.pages import BROWSER, heard

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="no Chromium is installed"),
]

ROWS = [(f"<i>{number}</i>", 7 * number % 30 or None, "even" if number % 2 else "odd" * 40)
        for number in range(30)]  # fmt: skip


@pytest.fixture
def tab(open_tab, tmp_path):
    """A tab with a page of one table."""
    heads = ("name", "value", "kind", "a", "b")
    body = table("Numbers", heads, [(*row, "", "") for row in ROWS], (1,))
    path = tmp_path / "page.html"
    page = build_page("Title", element("p", "About"), [("one", "One", body)])
    path.write_text(page, encoding="utf-8")
    with heard(open_tab) as found:
        found.goto(path.as_uri())
        yield found


def names(html):
    """Return the names of the visible rows, in order."""
    rows = re.findall(r'<tr([^>]*)><th scope="row">&lt;i&gt;(\d+)&lt;/i&gt;</th>', html)
    return [int(name) for more, name in rows if "hidden" not in more]


def test_a_head_sorts_by_numbers_and_again_the_other_way(tab):
    values = {number: value for number, (_, value, _) in enumerate(ROWS)}
    tab.locator("th button").nth(1).click()
    rising = [values[name] for name in names(tab.content())]
    assert rising[-1] is None  # an empty cell is last either way
    assert rising[:-1] == sorted(value for value in values.values() if value is not None)
    tab.locator("th button").nth(1).click()
    falling = [values[name] for name in names(tab.content())]
    assert falling == [*reversed(rising[:-1]), None]


def test_a_filter_hides_the_other_rows_and_counts(tab):
    tab.fill("input", "EVEN 2")
    wanted = [number for number, (name, value, kind) in enumerate(ROWS)
              if kind == "even" and "2" in f"{name}{value}"]  # fmt: skip
    assert names(tab.content()) == wanted
    assert tab.inner_text("output") == f"{len(wanted)} of 30 rows"


BOX = "document.querySelector('.scroll').getBoundingClientRect()"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_table_scrolls_in_a_box_under_its_heads_but_is_whole_in_print(tab, width):
    rows = [(f"row {number}", *"abcd") for number in range(300)]
    body = table("Letters", ("name", *"wxyz"), rows, ids=[f"r{n}" for n in range(300)])
    tab.set_viewport_size({"width": width, "height": 800})
    tab.set_content(build_page("Title", "About", [("one", "One", body)]))
    assert tab.evaluate(f"{BOX}.height") <= 800
    tab.evaluate("location.hash = 'r250'")
    at = tab.evaluate("document.getElementById('r250').getBoundingClientRect().top")
    box, heads = tab.evaluate(f"{BOX}.top"), tab.locator("thead th").first.bounding_box()
    assert 0 <= at - box <= tab.evaluate(f"{BOX}.height")
    if width > 640:  # on a narrow screen each cell has its head beside it
        assert abs(heads["y"] - box) <= 2
        assert heads["y"] + heads["height"] <= at
    tab.emulate_media(media="print")
    assert tab.evaluate(f"{BOX}.height") > 300 * 10


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")
def test_heads_of_a_table_are_on_each_printed_page(tab, tmp_path):
    rows = [(f"row {number}", number) for number in range(150)]
    body = table("Numbers", ("letters of a head", "number"), rows, (1,))
    tab.set_content(build_page("Title", "About", [("one", "One", body)]))
    tab.pdf(path=tmp_path / "page.pdf")
    printed = ["pdftotext", tmp_path / "page.pdf", "-"]
    text = subprocess.run(printed, capture_output=True, text=True, check=True)
    pages = [page for page in text.stdout.split("\f") if "row " in page]
    assert len(pages) > 2
    assert all("letters of a head" in page for page in pages)
