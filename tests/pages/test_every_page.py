"""Every page in Chromium, with hostile texts: its policy is kept, and it fits each screen."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analysis import replay
from analysis.batch import InputOptions
from analysis.library.search import Query
from analysis.pages.explore.endpoints import ExplorerEndpoints
from analysis.pages.html import element
from analysis.pages.server import LocalServer
from analysis.pages.transcribe.sheets import scans_of
from analysis.pages.transcribe.workbench import Workbench, workbench_endpoints
from analysis.pages.view import game_page
from analysis.report.page import build_page, fold, table
from records import Record
from tests.pages.explore.libraries import fill, records
from tests.pages.pages import BROWSER, SIZE, answering, heard
from tests.pages.transcribe.sheets import scan

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="no Chromium is installed"),
]

HOSTILE = "<img src=x onerror=\"document.title='lost'\">"


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The addresses of pages by name; servers answer in the background."""
    folder = tmp_path_factory.mktemp("<b>pages")
    tags = {"Red": HOSTILE, "Event": HOSTILE}
    details = {0: {"comment": HOSTILE, "marks": HOSTILE}}
    game = Record(("A1", f"B1 {HOSTILE}"), "megiddo", "base", "book", tags, details=details)
    rows = table("Numbers", ("a name", *"bcde"), [(f"{HOSTILE} {n}", n, *"xyz") for n in range(30)])
    files = {
        "view": game_page([replay(game)] * 2, HOSTILE),
        "report": build_page("Report", element("p", HOSTILE), [("one", "One", rows)]),
    }
    found = {}
    for name, html in files.items():
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
        found[name] = (folder / f"{name}.html").as_uri()
    games = tuple(replace(one, tags={**one.tags, "Event": HOSTILE, "White": HOSTILE})
                  for one in records())  # fmt: skip
    endpoints = ExplorerEndpoints(fill(str(folder / "games.ludo"), games), Query())
    typed = f'[White "{HOSTILE}"]\n[Game "gipf"]\n\n1. {HOSTILE} {{{HOSTILE}}}\n2. Gb5  '
    (folder / "game.txt").write_text(typed, encoding="utf-8")
    bench = Workbench(str(folder / "game.txt"), scans_of(scan(folder)), InputOptions())
    bench.start()
    with ExitStack() as served:
        for name, some in (("explore", endpoints.all), ("transcribe", workbench_endpoints(bench))):
            server = served.enter_context(LocalServer(some))
            served.enter_context(answering(server))
            found[name] = server.address
        yield found
    endpoints.close()


def step(tab: Any) -> None:
    tab.locator("html[data-ready]").wait_for()
    tab.keyboard.press("ArrowRight")


def sort_table(tab: Any) -> None:
    tab.locator("th button").first.click()


def explore(tab: Any) -> None:
    wanted = tab.locator("#kind option", has_text="GIPF").first
    wanted.wait_for(state="attached")
    tab.locator("#kind").select_option(label=wanted.inner_text())
    # A click on a move of the former kind would lead back to it.
    tab.wait_for_function("() => document.title.endsWith('GIPF')")
    tab.locator("#moves a.move").first.click()
    tab.locator("#line a").nth(1).wait_for()
    tab.locator("#games tbody tr").first.wait_for()
    tab.click("summary")
    tab.fill("#player", "img")
    tab.locator("#names option").first.wait_for(state="attached")


def transcribe(tab: Any) -> None:
    tab.locator("#board .cell").first.wait_for()
    tab.keyboard.press("Control+End")
    tab.keyboard.type("Gf")
    tab.locator("#completions button").first.wait_for()
    tab.locator("#completions button").first.click()
    tab.locator("#findings li").first.wait_for(state="attached")
    tab.locator("#picture").evaluate("one => one.decode()")


USES = {
    "view": (step, 0, 320),
    "report": (sort_table, 0, 390),
    "explore": (explore, 0, 390),
    "transcribe": (transcribe, 1, 390),
}
"""What is done on each page, how many pictures it has, and the narrowest screen that it fits."""


@pytest.mark.parametrize("name", USES)
def test_texts_of_strangers_are_text_and_the_page_fits(
    strict_tab: Any, addresses: dict[str, str], name: str
):
    """Nothing violates the policy of the page; the browser would report it on the console."""
    use, pictures, narrowest = USES[name]
    said: list[str] = []
    listeners = {
        "pageerror": lambda error: said.append(str(error)),
        "console": lambda one: said.append(one.text),
    }
    with heard(strict_tab, **listeners) as tab:
        tab.goto(addresses[name])
        use(tab)
        assert HOSTILE in tab.inner_text("body")
        assert tab.locator("img").count() == pictures
        assert tab.title() != "lost"
        for width in (1440, 1280, 800, narrowest):
            tab.set_viewport_size({"width": width, "height": 840})
            tab.wait_for_timeout(50)
            needed = tab.locator("html").evaluate("one => one.scrollWidth")
            assert needed <= width, f"{needed} pixels of a screen of {width}"
        for box in tab.locator("#moves").all():
            beyond = box.evaluate("one => one.scrollWidth - one.parentElement.clientWidth")
            assert beyond <= 0, f"the table of moves is {beyond} pixels too wide"
    assert [one for one in said if "status of 403" not in one] == []


def test_a_report_on_a_narrow_screen_begins_as_an_outline(tab: Any, tmp_path: Path):
    """Links and printing unfold parts; without scripts, the style sheet prints everything."""
    deep = fold(element("h3", "Inner"), element("p", "inside", id="deep"))
    parts = [
        ("summary", "Summary", "open"),
        ("one", "One", table("T", "ab", ["cd"])),
        ("two", "Two", deep),
    ]
    (tmp_path / "page.html").write_text(build_page("Report", None, parts), encoding="utf-8")
    tab.set_viewport_size({"width": 390, "height": 840})
    tab.goto((tmp_path / "page.html").as_uri())
    cell, inside = tab.locator("#one td"), tab.locator("#deep")

    def shown() -> tuple[bool, bool]:
        return cell.is_visible(), inside.is_visible()

    assert shown() == (False, False)
    tab.locator("nav a", has_text="One").click()
    cell.wait_for(timeout=3000)
    assert shown() == (True, False)
    tab.evaluate("location.hash = 'deep'")
    inside.wait_for(timeout=3000)
    tab.evaluate("history.replaceState(null, '', ' ')")
    tab.reload()
    assert shown() == (False, False)
    tab.emulate_media(media="print")
    assert shown() == (True, True)
    tab.emulate_media(media="screen")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert shown() == (True, True)
    tab.set_viewport_size(SIZE)
