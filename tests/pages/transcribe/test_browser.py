"""The workbench in a browser: keys, clicks, and hostile texts."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import records
from analysis.batch import InputOptions
from analysis.pages.server import LocalServer
from analysis.pages.transcribe.sheets import scans_of
from analysis.pages.transcribe.workbench import Workbench, workbench_endpoints
from analysis.replay import replay
from records.classics import classic_path
from tests.pages.pages import BROWSER, answering
from tests.pages.transcribe.sheets import png, scan

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="no Chromium is installed"),
]


@pytest.fixture
def served() -> Iterator[ExitStack]:
    """The workbenches of a test, which are closed after it."""
    with ExitStack() as found:
        yield found


@pytest.fixture
def serve(served: ExitStack, tmp_path: Path) -> Callable[..., str]:
    """Serve a workbench on ``game.txt``; return its address."""

    def start(text: str | None = None, *scans: str, game: str | None = None) -> str:
        if text is not None:
            (tmp_path / "game.txt").write_text(text, encoding="utf-8")
        pages = [page for one in scans for page in scans_of(one)]
        bench = Workbench(str(tmp_path / "game.txt"), pages, InputOptions(game=game))
        bench.start()
        server = served.enter_context(LocalServer(workbench_endpoints(bench)))
        served.enter_context(answering(server))
        return server.address

    return start


def settled(tab: Any) -> None:
    """Wait until the server has the text, and the page has the answer."""
    known = "!bench.dirty && !bench.wanted && !bench.working && shown"
    tab.wait_for_function(f"{known} && !field().readOnly && held === null")


def at(tab: Any, address: str) -> None:
    tab.goto(address)
    settled(tab)


def text(tab: Any) -> str:
    return str(tab.input_value("#text"))


def saved(tmp_path: Path) -> str:
    return (tmp_path / "game.txt").read_text(encoding="utf-8")


def click_move(tab: Any, wanted: str) -> None:
    """Click on the points of a move until it is typed or chosen from the list."""
    settled(tab)
    points = tab.evaluate("move => shown.moves.find(([one]) => one === move)", wanted)
    for point in [*points[1], *points[2]]:
        tab.locator(f"#board .cell[data-point='{point}']").click(force=True)
        settled(tab)
        if wanted in text(tab):
            return
    tab.locator("#choices").get_by_role("button", name=wanted, exact=True).click()
    settled(tab)


def test_a_game_is_transcribed_with_keys_clicks_suggestions_and_undo(
    tab: Any, serve: Any, served: ExitStack, tmp_path: Path
):
    (demonstration,) = records.read("classic:epaminondas-demonstration")
    moves = [ply.text.replace(" ", "") for ply in replay(demonstration).plies()]
    shutil.copy(scan(tmp_path), tmp_path / "blank.png")
    at(tab, serve(None, str(tmp_path / "blank.png"), game="epaminondas"))
    tab.wait_for_function("shown && shown.moves")  # once tesseract has found nothing, or is missing
    settled(tab)
    assert "2.7.2N2" in tab.evaluate("shown.moves.map(([one]) => one)")
    # Typed: a move to its end, then one of which Tab takes the rest.
    tab.keyboard.type(moves[0])
    settled(tab)
    assert "Black to move" in tab.inner_text("#caption")
    tab.keyboard.type(f"  {moves[1][:-1]}")
    settled(tab)
    while tab.locator("#completions [aria-selected='true']").inner_text() != moves[1]:
        tab.keyboard.press("Alt+ArrowDown")
    tab.keyboard.press("Tab")
    settled(tab)
    assert text(tab).endswith(f"1. {moves[0]}  {moves[1]}")
    # Enter begins the next row; the board types the moves.
    tab.keyboard.press("Enter")
    settled(tab)
    assert text(tab).endswith("\n2. ")
    for move in moves[2:6]:
        click_move(tab, move)
    assert text(tab).endswith(f"3. {moves[4]}  {moves[5]}")
    # A slip, and the suggestion that mends it.
    tab.keyboard.press("Enter")
    tab.keyboard.type("4.7.3N3x3")
    settled(tab)
    assert "takes at most 2" in tab.inner_text("#remarks")
    assert "takes at most 2" in tab.inner_text("#lines")
    tab.keyboard.press("Alt+1")
    settled(tab)
    assert text(tab).endswith("4. 4.7.4N3x3")
    tab.keyboard.press("Control+z")
    settled(tab)
    assert text(tab).endswith("4. 4.7.3N3x3")
    tab.keyboard.press("Control+Shift+z")
    settled(tab)
    assert text(tab).endswith("4. 4.7.4N3x3")
    # Loaded again, and served again after the server was killed.
    tab.reload()
    settled(tab)
    assert text(tab).endswith("4. 4.7.4N3x3")
    served.close()
    tab.keyboard.type("  ")
    tab.locator("#problem").wait_for()
    assert "on this page only" in tab.inner_text("#problem")
    at(tab, serve())
    assert text(tab).endswith("4. 4.7.4N3x3")
    for number, move in enumerate(moves[7:], start=7):
        # Quicker than the server answers: what is typed behind Enter waits for it.
        tab.keyboard.press("Enter") if number % 2 == 0 else tab.keyboard.type("  ")
        tab.keyboard.type(move)
    settled(tab)
    assert tab.inner_text("#saved") == "Saved"
    (found,) = records.read(str(tmp_path / "game.txt"))
    assert list(found.moves) == moves
    assert replay(found).valid


def test_the_scan_is_read_marked_and_followed(tab: Any, serve: Any, tmp_path: Path):
    at(tab, serve(None, scan(tmp_path)))
    tab.wait_for_function("bench.unsure.length > 0")
    settled(tab)
    assert tab.locator("#lines .unsure").count() > 0
    tab.keyboard.press("Control+Home")
    for _ in range(8):
        tab.keyboard.press("ArrowDown")
    tab.keyboard.press("End")
    settled(tab)
    left = "`${scan.print.print.box[0] - 4}px`"
    tab.wait_for_function(f"byId('ply-marker').style.left === {left}")
    # A click on another ply of the scan leads to it in the text.
    before = tab.evaluate("caret()")
    tab.evaluate("byId('follow').checked = false")
    marker = tab.locator("#ply-marker").bounding_box()
    tab.keyboard.press("Control+Home")
    settled(tab)
    tab.mouse.click(marker["x"] + marker["width"] / 2, marker["y"] + marker["height"] / 2)
    tab.wait_for_function(f"caret().line === {before['line']}")
    assert tab.evaluate("caret()") == before
    # An unsure ply that is right is marked no longer.
    tab.keyboard.press("Control+Home")
    tab.keyboard.press("F8")
    settled(tab)
    number = tab.evaluate("bench.unsure.length")
    tab.locator("#remarks").get_by_role("button", name="It is right").click()
    tab.wait_for_function(f"bench.unsure.length === {number - 1}")


def test_the_scan_is_moved_with_keys_and_buttons(tab: Any, serve: Any, tmp_path: Path):
    (tmp_path / "sheet.png").write_bytes(png())
    at(tab, serve("1. Gb5", str(tmp_path / "sheet.png")))
    tab.wait_for_function("byId('picture').naturalWidth > 0")
    tab.locator("#scan").focus()
    before = tab.evaluate("({...scan})")
    for _ in range(9):
        tab.keyboard.press("+")
    tab.keyboard.press("ArrowDown")
    scrolled = "byId('scan').scrollTop > {}"
    tab.wait_for_function(scrolled.format(tab.evaluate("byId('scan').scrollTop")))
    frame, top = tab.locator("#scan").bounding_box(), tab.evaluate("byId('scan').scrollTop")
    tab.mouse.move(frame["x"] + 90, frame["y"] + 190)
    tab.mouse.down()
    tab.mouse.move(frame["x"] + 90, frame["y"] + 40, steps=5)
    tab.mouse.up()
    tab.wait_for_function(scrolled.format(top + 99))
    assert tab.evaluate("scan.anchors.length") == 0  # no click
    tab.keyboard.press("r")
    tab.locator("#zoom-out").click()
    after = tab.evaluate("({...scan})")
    assert after["zoom"] != before["zoom"]
    assert after["turns"] == 1
    tab.locator("summary", has_text="Picture").click()
    tab.locator("#contrast").fill("2")
    assert "contrast(2)" in tab.evaluate("byId('picture').style.filter")


def test_what_another_program_writes_is_asked_about(tab: Any, serve: Any, tmp_path: Path):
    at(tab, serve("1. Gb5"))
    (tmp_path / "game.txt").write_text("1. Gf2")
    tab.keyboard.type(" ")
    tab.locator("#problem").wait_for()
    assert "changed the file" in tab.inner_text("#problem")
    assert saved(tmp_path) == "1. Gf2"
    tab.get_by_role("button", name="Take the text of the file").click()
    tab.wait_for_function("field().value === '1. Gf2'")
    tab.locator("#problem").wait_for(state="hidden")
    tab.locator("#undo").click()
    tab.wait_for_function("field().value === '1. Gb5 '")
    settled(tab)
    assert saved(tmp_path) == "1. Gb5 "


def test_a_repair_is_put_into_the_text_and_named(tab: Any, serve: Any):
    slip = Path(classic_path("classic:epaminondas-slip")).read_text(encoding="utf-8")
    at(tab, serve(slip))
    assert tab.evaluate("caret()") == {"line": 7, "units": 13}  # behind the first error
    tab.locator("#repair").click()
    tab.wait_for_function("field().value.includes('4.7.4N3x3')")
    settled(tab)
    assert "ply 7: 4.7.4N3x3, not 4.7.3N3x3" in tab.inner_text("#notes")
    assert "Put by the repair" in tab.inner_text("#remarks")
    tab.keyboard.press("F9")
    tab.wait_for_function("bench.unsure.length === 0")


def test_behind_an_error_enter_gives_the_next_number_and_tab_writes_none(tab: Any, serve: Any):
    slip = Path(classic_path("classic:epaminondas-slip")).read_text(encoding="utf-8")
    at(tab, serve(slip.rstrip()))
    tab.keyboard.press("Control+End")
    tab.keyboard.press("Enter")
    tab.keyboard.type("7.")
    settled(tab)
    assert text(tab) == f"{slip.rstrip()}\n5. 7."
    assert "goes no further" in tab.inner_text("#caption")
    tab.keyboard.press("Tab")
    settled(tab)
    assert text(tab) == f"{slip.rstrip()}\n5. 7."


def test_findings_stand_below_the_underline_of_their_words(tab: Any, serve: Any):
    at(tab, serve('[Game "megiddo"]\n\n1. C4 Z9\n2. C5 D5'))
    *found, letters = tab.evaluate("""(() => {
        const word = document.querySelector("#lines .wrong"), line = word.parentElement;
        const below = line.querySelector("small"), next = line.nextElementSibling.firstElementChild;
        const [one, two, three] = [word, below, next].map((some) => some.getBoundingClientRect());
        return [one.bottom + 2, two.top, two.bottom, three.top, below.scrollHeight - two.height];
    })()""")
    assert found == sorted(found)
    assert letters <= 0, "letters are cut off below"


def test_the_marker_waits_for_two_clicks_and_says_so(tab: Any, serve: Any, tmp_path: Path):
    (tmp_path / "sheet.png").write_bytes(png())
    at(tab, serve("1. Gb5\n2. Gf2\n3. c4\n4. d4", str(tmp_path / "sheet.png")))
    tab.wait_for_function("byId('picture').naturalWidth > 0 && bench.reading !== 'reading'")
    marker = "byId('row-marker').hidden ? null : parseFloat(byId('row-marker').style.top)"
    notes = []
    for line, y in ((1, 100), (3, 180)):
        assert tab.evaluate(marker) is None
        notes.append(tab.inner_text("#scan-note"))
        tab.evaluate(f"goTo({line - 1}, 0)")
        settled(tab)
        tab.locator("#scan").click(position={"x": 50, "y": y})
        tab.wait_for_function(f"({marker}) !== null")
        if line == 1:
            tab.evaluate("goTo(3, 0)")
            settled(tab)
    assert "Click on the scan" in notes[0]
    assert "Click once more" in notes[1]
    assert "Click" not in tab.inner_text("#scan-note")
    tops = []
    for line in range(4):
        tab.evaluate(f"goTo({line}, 0)")
        settled(tab)
        tops.append(tab.evaluate(marker))
    steps = [later - earlier for earlier, later in pairwise(tops)]
    assert steps[0] > 10
    assert max(steps) - min(steps) < 0.1


def test_a_game_is_chosen_with_the_keyboard_alone(tab: Any, serve: Any):
    at(tab, serve())
    tab.get_by_role("button", name="Megiddo").focus()
    tab.keyboard.press("Enter")
    settled(tab)
    assert text(tab) == '[Game "megiddo"]\n\n1. '
    tab.keyboard.type("C")
    settled(tab)
    tab.keyboard.press("Alt+ArrowDown")
    second = tab.locator("#completions [aria-selected='true']").inner_text()
    tab.keyboard.press("Enter")
    settled(tab)
    assert text(tab).endswith(f"1. {second}")
    tab.keyboard.press("F1")
    assert tab.locator("#help").is_visible()
    tab.keyboard.press("Escape")
    tab.keyboard.press("Escape")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.id") != "text"
    tab.wait_for_function("byId('status').textContent.includes('Line 3')")
