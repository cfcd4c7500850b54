"""The page in Chromium, served by a server of files: slips, scans, exports, hangs, no network."""

import base64
import json
import shutil
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludograph
from analysis.cli import captured, cli
from analysis.pages.site.session import WRITTEN, BrowserSession
from notation import dialects
from records.classics import classic_path, classics
from tests.pages.pages import BROWSER
from tests.pages.site.visits import StaticServer, Visit
from tests.pages.transcribe.sheets import DATA, png

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="no Chromium is installed"),
]

HOSTILE = "<img src=x onerror=\"document.title='lost'\">"


def test_three_slips_are_mended_by_keys_alone(visit: Visit):
    visit.example("tour")
    for left in (2, 1, 0):
        visit.tab.keyboard.press("F8")
        visit.settle()
        visit.tab.keyboard.press("Alt+1")
        visit.settle()
        assert visit.tab.inner_text("#count").startswith(f"{left} error")
    assert "97 %" not in visit.tab.inner_text("#remarks")
    (game,) = ludograph.read_text(visit.text)
    (meant,) = ludograph.read("classic:epaminondas-demonstration")
    assert [ply.after for ply in ludograph.replay(game).plies] == [
        ply.after for ply in ludograph.replay(meant).plies
    ]
    visit.tab.keyboard.press("Control+z")
    visit.settle()
    assert visit.tab.inner_text("#count").startswith("1 error")


def test_a_repair_is_found_beside_the_text_and_ended_by_typing(visit: Visit):
    visit.example("tour")
    visit.tab.click("#repair")
    visit.wait("site.mender !== null")
    assert visit.tab.inner_text("#repair") == "Stop"
    assert visit.tab.locator("#notes progress").count() == 1
    visit.tab.locator("#text").focus()
    visit.tab.keyboard.type(" ")
    visit.wait("site.mender === null")
    assert "the text has changed" in visit.tab.inner_text("#notes")
    visit.settle()
    visit.tab.click("#repair")
    visit.wait("site.mender === null && bench.unsure.length > 0")
    visit.settle()
    assert "3 edits" in visit.tab.inner_text("#notes")
    assert visit.tab.inner_text("#count").startswith("0 errors")


def test_a_sheet_is_dropped_with_its_picture(visit: Visit, tmp_path: Path):
    shutil.copy(DATA / "gipf-scan.hocr.gz", tmp_path / "sheet.hocr.gz")
    (tmp_path / "sheet.png").write_bytes(png())
    session = BrowserSession(tmp_path, captured)
    known = session.open(["sheet.hocr.gz", "sheet.png"])
    contents = {
        path.name: base64.b64encode(path.read_bytes()).decode() for path in tmp_path.iterdir()
        if path.name.startswith("sheet.")
    }  # fmt: skip
    visit.of(f"""(() => {{
      const moved = new DataTransfer();
      for (const [name, text] of Object.entries({json.dumps(contents)})) {{
        moved.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
      }}
      document.dispatchEvent(new DragEvent("drop", {{ dataTransfer: moved }}));
    }})()""")
    visit.wait("scan.pages === 1 && byId('picture').naturalWidth === 640")
    visit.settle()
    assert visit.text == known["text"]
    unsure = known["unsure"]
    assert isinstance(unsure, list)
    assert visit.of("bench.unsure.length") == len(unsure) > 0
    assert visit.of("scan.print.print.box")


TEXTS = (
    *("gipf-tournament-84-plies.txt", "rule-book-tabs.txt"),
    *("rule-book-blanks.txt", "english-prose.txt"),
)


def test_files_and_findings_are_those_of_the_command(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for name in classics():
        visit.example(name)
        path = tmp_path / f"{name}.txt"
        shutil.copy(classic_path(name), path)
        (game, *_) = ludograph.read(str(path))
        known = [one.name for one in dialects(str(game.game or "epaminondas"))]
        for form, dialect in [*product(WRITTEN, [""]), *product(["text"], known)]:
            to = f"{form}:{dialect}" if dialect else form
            output = f"made{WRITTEN[form]}"
            asked = json.dumps({"words": ["convert", "{}", "--to", to], "output": output})
            found = visit.of(f"""checker.ask("run", {asked}).then((found) =>
              [found.err, found.bytes ? Array.from(found.bytes) : null])""")
            done = CliRunner().invoke(cli, ["convert", path.name, "--to", to, "-o", output])
            made = tmp_path / output
            # Where a file is not written, the message names it.
            if done.exception is None or isinstance(done.exception, SystemExit):
                assert found[0].replace("/texts/made/", "") == done.stderr, (name, to)
            assert bytes(found[1] or b"") == (made.read_bytes() if made.exists() else b""), to
            made.unlink(missing_ok=True)
    for name in TEXTS:
        path = Path(shutil.copy(DATA / name, tmp_path))
        done = CliRunner().invoke(cli, ["check", name])
        content = base64.b64encode(path.read_bytes()).decode()
        said = visit.of(f"""(async () => {{
          const bytes = Uint8Array.from(atob("{content}"), (one) => one.charCodeAt(0));
          await checker.ask("open", {{ names: ["{name}"] }}, [{{ name: "{name}", bytes }}]);
          return checker.ask("run", {{ words: ["check", "{{}}"] }});
        }})()""")
        wanted = (done.stdout, done.stderr, done.exit_code)
        assert (said["out"], said["err"], said["status"]) == wanted, name


def test_what_is_saved_are_files(visit: Visit, tmp_path: Path):
    visit.example("gipf-tournament")
    beginnings = {
        "convert": b"[",
        "picture-svg": b"<svg",
        "picture-png": b"\x89PNG",
        "stepping": b"<!DOCTYPE",
    }
    visit.tab.keyboard.press("Escape")
    visit.tab.click("#export")
    for button, beginning in beginnings.items():
        with visit.tab.expect_download() as begun:
            visit.tab.click(f"#{button}")
        assert Path(begun.value.path()).read_bytes().startswith(beginning), button
    visit.tab.keyboard.press("Escape")
    with visit.tab.expect_download() as begun:
        visit.tab.keyboard.press("Control+s")
    assert begun.value.suggested_filename == "gipf-tournament.txt"
    assert (
        Path(begun.value.path()).read_bytes() == Path(classic_path("gipf-tournament")).read_bytes()
    )


def test_a_file_of_the_browser_is_written_where_there_is_one(visit: Visit):
    visit.example("gipf-tournament")
    visit.of("""globalThis.showSaveFilePicker = async ({ suggestedName }) => {
      const folder = await navigator.storage.getDirectory();
      return folder.getFileHandle(`my-${suggestedName}`, { create: true });
    }; undefined""")
    visit.tab.keyboard.press("Control+s")
    visit.wait("byId('notes').textContent === 'Saved to my-gipf-tournament.txt.'")
    visit.tab.keyboard.press("Control+End")
    visit.tab.keyboard.type(" ")
    visit.tab.keyboard.press("Control+s")  # into the same file
    written = "site.handle.getFile().then((file) => file.text())"
    visit.wait(f"{written}.then((text) => text === field().value, () => false)")
    assert visit.tab.inner_text("#name") == "my-gipf-tournament.txt"


def test_results_of_a_match_are_listed_and_added_up_on_any_screen(visit: Visit):
    visit.example("megiddo-match")
    visit.tab.click("#results")
    visit.wait("byId('score').textContent !== ''")
    rows = visit.tab.locator("#games tr")
    assert rows.count() == 3
    assert "Megiddo game 2 (master), 25 plies" in rows.nth(1).inner_text()
    assert "Program A 40, Program B 8" in visit.tab.inner_text("#score")
    visit.tab.get_by_role("button", name="3", exact=True).click()
    visit.settle()
    assert not visit.tab.locator("#results-dialog").is_visible()
    assert visit.of("caret().line") > 40
    visit.tab.set_viewport_size({"width": 360, "height": 740})  # a phone
    assert visit.of("document.documentElement.scrollWidth") <= 360
    text, board = (visit.tab.locator(name).bounding_box() for name in ("#editor", "#board"))
    assert text
    assert board
    assert board["y"] >= text["y"] + text["height"]


def test_a_worker_that_hangs_is_ended_and_the_text_is_kept(visit: Visit):
    visit.example("tour")
    text = visit.text
    visit.of("globalThis.hanging = checker.worker; site.patience = 500; undefined")
    visit.tab.workers[-1].evaluate("() => { setTimeout(() => { for (;;); }, 0); }")
    visit.tab.keyboard.type("x")
    visit.wait("checker.worker !== hanging")
    visit.of("site.patience = 20000; undefined")
    visit.wait("byId('problem').textContent.includes('took too long')")
    visit.tab.keyboard.press("Backspace")
    visit.settle()
    assert visit.text == text
    assert visit.tab.inner_text("#count").startswith("1 error")
    assert not visit.tab.locator("#problem").is_visible()


def test_texts_of_strangers_are_text_and_no_request_leaves(
    visit: Visit, context: Any, visited: str
):
    visit.type(f'[White "{HOSTILE}"]\n[Game "epaminondas"]\n\n1. 2.7.2N2 {{{HOSTILE}}} {HOSTILE}\n')
    visit.tab.click("#results")
    visit.wait("byId('games').children.length === 1")
    assert HOSTILE in visit.tab.inner_text("#games")
    assert visit.of("document.images.length") == 1  # the scan's
    assert "lost" not in visit.of("document.title")
    # From the page and from its worker, whose policy is that of the page.
    with StaticServer(DATA) as other:
        outside = f"fetch('{other.address}').then(() => 'left', () => 'kept')"
        assert visit.of(outside) == "kept"
        assert visit.tab.workers[-1].evaluate(f"() => {outside}") == "kept"
    visit.wrong = [one for one in visit.wrong if "Content Security Policy" not in one]
    elsewhere = [one for one in context.requested
                 if not one.startswith((visited, f"blob:{visited}"))]  # fmt: skip
    assert elsewhere == []


def test_the_text_is_there_again_without_a_network(
    context: Any, visited: str, server: StaticServer
):
    """This test comes last, because it stops the server."""
    before = Visit(context, visited)
    before.example("megiddo-double")
    text = before.text
    before.tab.close()
    server.stop()
    later = Visit(context, visited)
    later.settle()
    assert later.of("site.isRestored")
    assert later.text == text
    assert later.tab.locator("#board svg").count() == 1
    later.tab.close()
