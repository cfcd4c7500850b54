"""The explorer in a browser: clicks and keys."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from analysis.library.search import Query
from analysis.pages.explore.endpoints import ExplorerEndpoints
from analysis.pages.server import LocalServer
from tests.pages.explore.libraries import fill, records
from tests.pages.pages import BROWSER, answering

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="no Chromium is installed"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    return fill(str(tmp_path_factory.mktemp("library") / "games.ludo"), records())


@pytest.fixture(scope="module")
def address(library: str) -> Iterator[str]:
    endpoints = ExplorerEndpoints(library, Query())
    with LocalServer(endpoints.all) as server, answering(server):
        yield server.address
    endpoints.close()


def settled(tab: Any) -> None:
    """Wait until the page shows the position in its address."""
    tab.wait_for_function("here && here.address && link(here.address) === location.hash")
    tab.wait_for_function("!document.getElementById('explorer').hasAttribute('aria-busy')")
    tab.wait_for_timeout(50)


def at(tab: Any, address: str, game: str, variant: str) -> None:
    tab.goto(f"{address}#game={game}&variant={variant.replace('+', '%2B').replace('=', '%3D')}")
    settled(tab)


def moves(tab: Any) -> list[str]:
    return list(tab.locator("#line a").all_inner_texts()[1:])


def test_the_game_with_most_records_is_shown_first_and_others_can_be_chosen(tab: Any, address: str):
    tab.goto(address)
    settled(tab)
    first, *others = tab.locator("#kind option").all_inner_texts()
    assert tab.locator("#kind option:checked").inner_text() == first
    (wanted,) = [one for one in others if one.startswith("GIPF \N{MIDDLE DOT} basic")]
    tab.locator("#kind").select_option(label=wanted)
    tab.wait_for_function("here.kind.game === 'gipf'")
    settled(tab)
    assert "6 games reached this position" in tab.inner_text("#status")
    assert tab.locator("#board svg .cell").count() == 37


def test_a_row_goes_on_and_the_browser_comes_back(tab: Any, address: str):
    at(tab, address, "gipf", "basic")
    first = tab.locator("#moves a.move").first
    text = first.inner_text()
    first.click()
    settled(tab)
    assert moves(tab) == [text]
    tab.locator("#moves tbody tr").first.click()
    settled(tab)
    assert len(moves(tab)) == 2
    tab.go_back()
    settled(tab)
    assert moves(tab) == [text]
    tab.go_back()
    settled(tab)
    assert moves(tab) == []
    tab.go_forward()
    settled(tab)
    assert moves(tab) == [text]


def test_an_address_is_shared(tab: Any, address: str):
    at(tab, address, "gipf", "basic")
    tab.locator("#moves a.move").first.click()
    settled(tab)
    status, position = tab.inner_text("#status"), tab.input_value("#position")
    url = tab.url
    tab.goto("about:blank")
    tab.goto(url)
    settled(tab)
    assert tab.input_value("#position") == position
    assert tab.inner_text("#status") == re.sub(r" [\d,]+ came here by other moves\.", "", status)


def test_a_point_of_the_board_plays_the_move_there(tab: Any, address: str):
    at(tab, address, "megiddo", "base")
    point = tab.evaluate("here.node.rows[0].moves.at(-1).filled[0]")
    text = tab.evaluate("here.node.rows[0].moves.at(-1).text")
    tab.locator(f"#board .cell[data-point='{point}']").click(force=True)
    settled(tab)
    assert moves(tab) == [text]


def test_of_several_moves_at_a_point_a_second_click_decides(tab: Any, address: str):
    at(tab, address, "gipf", "basic")
    found = tab.evaluate("""(() => {
        const all = here.node.rows.flatMap((row) => row.moves);
        for (const move of all) for (const point of [...move.filled, ...move.emptied]) {
            if (all.filter((one) => touches(one, point)).length < 2) continue;
            for (const other of [...move.filled, ...move.emptied]) {
                const both = all.filter((one) => touches(one, point) && touches(one, other));
                if (both.length === 1) return [point, other, move.text];
            }
        }
    })()""")
    tab.locator(f"#board .cell[data-point='{found[0]}']").click(force=True)
    assert "choose another point" in tab.inner_text("#status")
    assert tab.locator("#board .cell.chosen").count() == 1
    tab.locator(f"#board .cell[data-point='{found[1]}']").click(force=True)
    settled(tab)
    assert moves(tab) == [found[2]]


def test_keys_go_through_the_moves(tab: Any, address: str):
    at(tab, address, "gipf", "basic")
    second = tab.locator("#moves a.move").nth(1).inner_text()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowDown")
    assert tab.evaluate("document.activeElement.textContent") == second
    assert tab.locator("#board .cell.filled").count() > 0
    tab.keyboard.press("Enter")
    settled(tab)
    assert moves(tab) == [second]
    # The first of the moves there has the focus already.
    assert tab.evaluate("document.activeElement.className") == "move"
    tab.keyboard.press("Backspace")
    settled(tab)
    assert moves(tab) == []
    tab.keyboard.press("f")
    settled(tab)
    assert tab.get_attribute("#flip", "aria-pressed") == "true"
    tab.keyboard.press("?")
    assert tab.locator("#help").is_visible()
    tab.keyboard.press("Escape")
    assert not tab.locator("#help").is_visible()


def test_filters_choose_games_and_stand_in_the_address(tab: Any, address: str):
    at(tab, address, "gipf", "basic")
    tab.click("summary")
    tab.fill("#since", "2010")
    tab.press("#since", "Enter")
    settled(tab)
    assert "since=2010" in tab.url
    games = tab.evaluate("here.node.results.games")
    assert 0 < games < 6
    tab.select_option("#result", "draw")
    settled(tab)
    assert tab.evaluate("here.node.results.games") == 0
    assert "None of the chosen games" in tab.inner_text("#status")
    tab.click("#clear")
    settled(tab)
    assert tab.evaluate("here.node.results.games") == 6
    tab.fill("#where", "plies >= 1000")
    tab.press("#where", "Enter")
    settled(tab)
    assert tab.evaluate("here.node.results.games") == 0


def test_an_error_of_the_server_is_a_message(tab: Any, address: str):
    at(tab, address, "gipf", "basic")
    tab.fill("#position", "no such place")
    tab.click("#place button")
    tab.wait_for_selector("#problem:not([hidden])")
    assert "no such place" in tab.inner_text("#problem-text")
    tab.fill("#position", tab.evaluate("here.node.rows[0].moves[0].position"))
    tab.click("#place button")
    # The address changes only once the server has answered.
    tab.wait_for_selector("#problem", state="hidden")
    settled(tab)
    assert "Set-up" in tab.inner_text("#line")


@pytest.mark.parametrize("variant", ["base+players=3"])
def test_three_sides_have_bars_of_three_colours(tab: Any, address: str, variant: str):
    at(tab, address, "megiddo", variant)
    won = tab.evaluate("here.node.results.wins.filter(Boolean).length")
    assert tab.locator("#whole .bar .side-red, #whole .bar .side-blue, #whole .bar .side-green"
                       ).count() == won  # fmt: skip


def test_a_game_opens_at_the_ply_of_the_position(browser: Any, tab: Any, address: str):
    at(tab, address, "gipf", "basic")
    tab.locator("#moves a.move").first.click()
    settled(tab)
    tab.locator("#games tbody a").first.wait_for()
    link = tab.evaluate("document.querySelector('#games tbody a').href")
    assert link.startswith(address)
    tab.goto(link)
    tab.locator("#caption").filter(has_text="ply 1)").wait_for()


def test_the_columns_of_the_moves_fit_a_usual_screen(tab: Any, address: str):
    """The last columns, board decisions and ratings, are visible without scrolling."""
    tab.set_viewport_size({"width": 1280, "height": 800})
    at(tab, address, "epaminondas", "standard+symmetry=off")
    wide = "one => [one.scrollWidth, one.clientWidth]"
    needed, given = tab.locator(".scroll:has(#moves)").evaluate(wide)
    assert needed <= given


def test_marks_of_moves_on_the_board_are_the_figures_of_their_rows(tab: Any, address: str):
    """The marks are digits, because letters are the spokes of Megiddo's board."""
    at(tab, address, "megiddo", "base")
    marks = tab.locator("#board .badges text").all_text_contents()
    rows = tab.locator("#moves tbody .figure").all_inner_texts()
    assert marks == [str(number) for number in range(1, len(marks) + 1)] != []
    assert rows[: len(marks)] == marks


def test_the_skip_link_leaves_the_address_and_keys_go_on(tab: Any, address: str):
    at(tab, address, "gipf", "basic")
    tab.locator("#moves a.move").first.click()
    settled(tab)
    url = tab.url
    tab.locator("a.skip").press("Enter")
    tab.keyboard.press("ArrowDown")
    assert tab.url == url
    assert tab.locator("#moves a.move").first.evaluate("one => one === document.activeElement")
