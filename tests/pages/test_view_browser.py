"""The page that steps through games, in Chromium: keys, clicks, links, no script, print."""

from contextlib import ExitStack
from typing import Any

import pytest

from analysis import replay
from analysis.pages.view import game_page
from records import read
from tests.pages.pages import BROWSER, PATIENCE, boards, heard

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="no Chromium is installed"),
]

NAMES = ("megiddo-match", "epaminondas-slip", "gipf-tournament")
GAMES = [replay(record) for name in NAMES for record in read(f"classic:{name}")]
BROKEN = "4"
"""The key of the game with an error, of which six plies are good."""


@pytest.fixture(scope="module")
def html():
    return game_page(GAMES)


@pytest.fixture
def visit(browser, strict_tab, html, tmp_path):
    """Return a function that opens the page; errors of its script fail the test."""
    path = tmp_path / "games.html"
    shared: list[Any] = []
    errors: list[str] = []
    requests: list[str] = []
    path.write_text(html, encoding="utf-8")
    listeners = {
        "pageerror": lambda error: errors.append(str(error)),
        "console": lambda message: errors.append(message.text),
        "requestfinished": lambda one: requests.append(one.url),
    }

    def opened(fragment="", before="", **options):
        if before or options or shared:
            page = visits.enter_context(browser.new_context(**options)).new_page()
            page.set_default_timeout(PATIENCE)
            page.add_init_script(before)
            for event, listener in listeners.items():
                page.on(event, listener)
        else:
            page = visits.enter_context(heard(strict_tab, **listeners))
            shared.append(page)
        page.goto(path.as_uri() + fragment)
        if options.get("java_script_enabled", True):
            page.wait_for_selector("html[data-ready]")
        return page

    with ExitStack() as visits:
        yield opened
    assert errors == []
    assert all(one.startswith("file:") for one in requests)


def board(page):
    """Return the shapes on the board as HTML of the browser."""
    return page.evaluate("document.getElementById('board').firstElementChild.innerHTML")


def normal(page, svg):
    """Return a drawing as HTML of the browser."""
    program = """svg => {
        const one = document.createElement("div");
        one.innerHTML = `<svg>${svg}</svg>`;
        return one.firstElementChild.innerHTML;
    }"""
    return page.evaluate(program, svg)


def reach(page, wanted):
    """Wait until the page is at an address."""
    page.wait_for_url(lambda url: url.endswith(f"#{wanted}"))


def address(page):
    return page.evaluate("location.hash").removeprefix("#")


def test_keys_step_through_a_game_and_the_address_follows(visit, html):
    page = visit("#1/3")
    drawn = boards(html, "1")
    last = len(drawn) - 1
    steps = [
        ("ArrowRight", 4), ("ArrowLeft", 3), ("Home", 0), ("ArrowLeft", 0), ("PageDown", 10),
        ("PageUp", 0), ("End", last), ("ArrowRight", last),
    ]  # fmt: skip
    for key, ply in steps:
        page.keyboard.press(key)
        assert address(page) == f"1/{ply}"
        assert board(page) == normal(page, drawn[ply])


def test_the_skip_link_leaves_the_game_and_the_ply(visit):
    page = visit("#2/3")
    page.locator("a.skip").press("Enter")
    assert address(page) == "2/3"
    assert page.evaluate("document.activeElement.id") == "moves"


DIFFERING = """wanted => {
    const one = document.createElement("div"), board = document.getElementById("board");
    const right = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
    return wanted.filter((svg, ply) => {
        if (ply) document.body.dispatchEvent(right);
        one.innerHTML = `<svg>${svg}</svg>`;
        return one.firstElementChild.innerHTML !== board.firstElementChild.innerHTML;
    }).length;
}"""
"""Steps through a game, and counts the positions that are drawn otherwise."""


def test_every_frame_in_the_browser_is_the_diagram(visit, html):
    page = visit()
    for flipped in (False, True):
        for key in ("1", BROKEN, "5"):
            page.evaluate(f"location.hash = '#{key}/0'")
            page.locator(f"#moves a[href='#{key}/1']").wait_for()
            assert page.evaluate(DIFFERING, boards(html, key, flipped)) == 0
        page.get_by_label("Flip the board").click()


def test_moves_and_buttons_can_be_clicked(visit):
    page = visit("#1/0")
    page.locator("#moves a.ply").nth(6).click()
    assert address(page) == "1/7"
    assert page.locator("#moves [aria-current]").inner_text() == GAMES[0].record.moves[6]
    for label, ply in (("Back", 6), ("Next", 7), ("Start", 0), ("End", GAMES[0].played)):
        page.get_by_label(label, exact=True).click()
        assert address(page) == f"1/{ply}"
    assert page.get_by_label("Next", exact=True).is_disabled()


def test_the_space_bar_plays_to_the_end_and_pauses(visit):
    page = visit("#1/0")
    page.select_option("#speed", "250")
    page.keyboard.press(" ")
    assert page.locator("#play").get_attribute("aria-label") == "Pause"
    reach(page, "1/2")
    page.keyboard.press(" ")
    held = address(page)
    page.wait_for_timeout(400)
    assert address(page) == held
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    page.wait_for_selector("#play[aria-label=Play]")
    assert address(page) == f"1/{GAMES[0].played}"


def test_the_board_is_flipped_and_the_keys_are_listed_by_keys(visit, html):
    page = visit("#1/4")
    page.keyboard.press("f")
    assert board(page) == normal(page, boards(html, "1", flipped=True)[4])
    assert page.get_attribute("#flip", "aria-pressed") == "true"
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("ArrowRight")  # it is the help's
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()
    assert address(page) == "1/4"


@pytest.mark.parametrize("refused", [False, True], ids=["clipboard", "without"])
def test_moves_position_and_link_are_copied(visit, refused):
    """If the browser refuses the clipboard, as in a frame, a selection is copied."""
    before = "navigator.clipboard.writeText = () => Promise.reject();" if refused else ""
    rights = {"permissions": ["clipboard-read", "clipboard-write"]}
    page = visit(f"#{BROKEN}/2", before=before, **rights)

    def copy(name):
        page.get_by_role("button", name=name, exact=True).click()
        page.locator("#copied", has_text=f"{name.title()} copied.").wait_for()
        return page.evaluate("navigator.clipboard.readText()")

    assert copy("position") == str(list(GAMES[3].positions())[2])
    assert copy("link") == page.url
    first, *_, last = copy("moves").splitlines()
    assert first.split() == ["1.", *GAMES[3].record.moves[:2]]
    assert last.split() == ["4.", *GAMES[3].record.moves[6:]]


def test_links_open_games_at_plies_and_wrong_ones_the_nearest(visit):
    page = visit("#5/22")
    assert (
        "(White, ply 22)" in page.locator("#caption").inner_text()
        or "ply 22" in page.locator("#caption").inner_text()
    )
    for wrong, right in (("#5/999", f"5/{GAMES[4].played}"), ("#5/-3", "5/0"), ("#x/2", "1/2")):
        page.evaluate(f"location.hash = '{wrong}'")
        reach(page, f"{right}")


def test_an_error_stands_under_its_move_and_beside_the_last_good_board(visit):
    page = visit(f"#{BROKEN}")
    assert address(page) == f"{BROKEN}/6"
    assert "a phalanx of 3 takes at most 2" in page.locator("#moves p.error").inner_text()
    assert "a phalanx of 3 takes at most 2" in page.locator("#remarks").inner_text()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#remarks").inner_text() == ""


def test_the_state_is_told_in_words(visit):
    page = visit("#1/4")
    state = page.locator("[aria-live=polite]")
    page.keyboard.press("ArrowRight")
    told = state.inner_text()
    assert GAMES[0].record.moves[4].split()[0] in told
    assert "Blue to move" in told
    assert page.get_by_role("img", name="to move").count() == 1


def test_the_list_is_searched_and_opens_games(visit):
    page = visit()
    assert page.locator("#list li").count() == len(GAMES)
    page.fill("#search", "gipf TOURNAMENT")
    assert page.locator("#found").inner_text() == f"1 of {len(GAMES)} games"
    page.keyboard.press("Home")  # in a field it is the field's
    page.locator("#list a").click()
    reach(page, "5/0")
    assert page.locator("#head h2").inner_text() == "GIPF"
    page.evaluate("location.hash = '#1/1'")
    page.locator("#head h2", has_text="Program A").wait_for()


def test_the_whole_page_is_used_without_a_mouse(visit):
    page = visit("#1/2")
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert {"search", "slider", "first", "back", "play", "next", "last", "flip", "speed"} <= reached
    page.focus("#moves a.ply >> nth=3")
    page.keyboard.press("Enter")
    assert address(page) == "1/4"
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    assert address(page) == "1/5"


def focused(page, what="document.activeElement.getAttribute('href')"):
    return page.evaluate(what)


def test_the_list_of_games_and_the_moves_are_one_tab_stop_each_with_arrow_keys(visit):
    page = visit("#2/3")
    page.focus("#search")
    page.keyboard.press("Tab")
    assert focused(page) == "#2"  # the open game
    page.keyboard.press("ArrowDown")
    assert (focused(page), address(page)) == ("#3", "2/3")
    for key, wanted in (("End", "#5"), ("ArrowDown", "#5"), ("Home", "#1"), ("ArrowUp", "#1")):
        page.keyboard.press(key)
        assert focused(page) == wanted
    page.keyboard.press("Tab")
    assert focused(page, "document.activeElement.id") == "slider"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    reach(page, "1/0")
    page.fill("#search", "gipf")
    page.keyboard.press("Tab")
    assert focused(page) == "#5"
    page.focus("#moves")
    page.keyboard.press("Tab")
    assert focused(page) == "#1/1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert (focused(page), address(page)) == ("#1/2", "1/2")
    page.keyboard.press("Tab")
    assert not focused(page, "document.getElementById('moves').contains(document.activeElement)")


def test_a_browser_without_decompression_says_so(visit):
    page = visit("#5/40", before="delete window.DecompressionStream")
    assert "too old to step through games" in page.inner_text("#words")
    assert page.locator("#board svg circle").count() > 20


def test_without_script_the_last_position_and_all_moves_are_there(visit):
    page = visit(java_script_enabled=False)
    text = page.locator("body").inner_text()
    assert page.locator("#board svg circle").count() > 20
    assert not page.locator("button, input, select").locator("visible=true").count()
    assert all(move in text for move in GAMES[0].record.moves)


def test_print_has_the_board_and_the_moves_and_no_controls(visit):
    page = visit("#5/84", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.locator("#board svg").is_visible()
    assert page.locator("#moves a.ply").last.is_visible()
    assert not page.locator("#controls, #games").locator("visible=true").count()
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    moves = page.locator("#moves")
    assert moves.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


def test_a_swipe_steps(visit):
    page = visit("#1/4", viewport={"width": 390, "height": 844}, has_touch=True)
    swipe = """([from, to]) => {
        const target = document.getElementById("board");
        for (const [name, clientX] of [["touchstart", from], ["touchend", to]]) {
            const touch = new Touch({ identifier: 1, target, clientX, clientY: 200 });
            const touches = name === "touchend" ? [] : [touch];
            target.dispatchEvent(new TouchEvent(name, { touches, changedTouches: [touch] }));
        }
    }"""
    page.evaluate(swipe, [300, 100])
    assert address(page) == "1/5"
    page.evaluate(swipe, [100, 300])
    page.evaluate(swipe, [100, 110])
    assert address(page) == "1/4"


def test_the_page_works_inside_another(browser, html, tmp_path):
    from html import escape

    path = tmp_path / "outer.html"
    path.write_text(f'<iframe width=900 height=700 srcdoc="{escape(html)}"></iframe>', "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    inner = page.frame_locator("iframe")
    inner.locator("html[data-ready]").wait_for()
    inner.locator("#moves a.ply").nth(2).click()
    assert "ply 3" in inner.locator("#caption").inner_text()
    assert page.url == path.as_uri()
    page.close()
