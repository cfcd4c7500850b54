"""The page in a browser: its script, its width on a phone. Skipped where Chromium is missing."""

import re
import shutil
import subprocess

import pytest

from analysis.pages.html import element
from analysis.report.page import build_page, table
from tests.report.test_html import read

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BROWSER, reason="no Chromium is installed"),
]

ROWS = [(f"<i>{number}</i>", 7 * number % 30 or None, "even" if number % 2 else "odd" * 40)
        for number in range(30)]  # fmt: skip


def shown(tmp_path, program, width=1280):
    """Return the page after a program ran on it, as the browser has it."""
    heads = ("name", "value", "kind", "a", "b")
    body = table("Numbers", heads, [(*row, "", "") for row in ROWS], (1,))
    html = build_page("Title", element("p", "About"), [("one", "One", body)])
    (policy,) = re.findall('<meta http-equiv="Content-Security-Policy"[^>]*>', html)
    tried = html.replace(policy, "").replace("</body>", f"<script>{program}</script></body>")
    path = tmp_path / "page.html"
    path.write_text(tried, encoding="utf-8")
    call = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},800"]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    run = subprocess.run(
        [*call, profile, "--dump-dom", path.as_uri()], capture_output=True, text=True, timeout=60
    )
    return run.stdout


def names(html):
    """Return the names of the rows that are shown, in their order."""
    rows = re.findall(r'<tr([^>]*)><th scope="row">&lt;i&gt;(\d+)&lt;/i&gt;</th>', html)
    return [int(name) for more, name in rows if "hidden" not in more]


def test_a_head_sorts_by_numbers_and_again_the_other_way(tmp_path):
    click = "document.querySelectorAll('th button')[1].click();"
    values = {number: value for number, (_, value, _) in enumerate(ROWS)}
    rising = [values[name] for name in names(shown(tmp_path, click))]
    assert rising[-1] is None  # an empty cell is last either way
    assert rising[:-1] == sorted(value for value in values.values() if value is not None)
    falling = [values[name] for name in names(shown(tmp_path, 2 * click))]
    assert falling == [*reversed(rising[:-1]), None]


def test_a_filter_hides_the_other_rows_and_counts(tmp_path):
    program = (
        "const input = document.querySelector('input');"
        "input.value = 'EVEN 2'; input.dispatchEvent(new Event('input'));"
        "document.title = document.querySelector('output').value;"
    )
    html = shown(tmp_path, program)
    found = names(html)
    wanted = [number for number, (name, value, kind) in enumerate(ROWS)
              if kind == "even" and "2" in f"{name}{value}"]  # fmt: skip
    assert found == wanted
    assert f"<title>{len(wanted)} of 30 rows</title>" in html


@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_is_no_wider_than_the_screen(tmp_path, width):
    # Headless windows have a least width, so that the page is measured in a frame.
    program = (
        "const frame = document.createElement('iframe');"
        f"frame.width = {width}; frame.height = 800;"
        "frame.srcdoc = document.documentElement.outerHTML.replace(/<script>[^]*<.script>/, '');"
        "frame.onload = () => { document.title = "
        "frame.contentDocument.documentElement.scrollWidth; };"
        "if (self === top) document.body.append(frame);"
    )
    (found,) = re.findall(r"<title>(\d+)</title>", shown(tmp_path, program))
    assert int(found) <= width


def test_names_are_text_after_sorting(tmp_path):
    html = shown(tmp_path, "document.querySelectorAll('th button')[0].click();")
    assert "i" not in {name for name, _ in read(html).elements}


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")
def test_heads_of_a_table_are_on_each_printed_page(tmp_path):
    rows = [(f"row {number}", number) for number in range(150)]
    body = table("Numbers", ("letters of a head", "number"), rows, (1,))
    path, printed = tmp_path / "page.html", tmp_path / "page.pdf"
    path.write_text(build_page("Title", "About", [("one", "One", body)]), encoding="utf-8")
    call = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={printed}"]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    subprocess.run([*call, profile, path.as_uri()], capture_output=True, timeout=60, check=True)
    text = subprocess.run(["pdftotext", printed, "-"], capture_output=True, text=True, check=True)
    pages = [page for page in text.stdout.split("\f") if "row " in page]
    assert len(pages) > 2
    assert all("letters of a head" in page for page in pages)
