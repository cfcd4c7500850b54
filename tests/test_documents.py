"""The examples in the documents agree with the program."""

import doctest
import re
import runpy
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from analysis.openings.lines import COLUMNS
from analysis.plots import PLOTS
from analysis.statistics.games import MEASURES
from ludograph import plot
from notation.catalogue import catalogue
from notation.registry import dialects
from records.formats import FORMATS, ONLY_READ
from scripts import pages
from scripts.manual import every_command
from scripts.pages import findings_page
from tests.cases import each_case

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$(?:\n\n^```text\n(?P<output>.*?)^```$)?",
    re.DOTALL | re.MULTILINE,
)
ANCHOR = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
TOC = re.compile(r"^```\{toctree\}\n(?::[^\n]*\n)*\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
NOT_RUN = {"", "sh", "toml", "text", "yaml"}
"""Languages of blocks that show something else than what this program does."""


class Block(NamedTuple):
    """A block of a document: its place, language and text, and the output shown after it."""

    place: str
    language: str
    text: str
    output: str


TUTORIAL = ROOT / "docs" / "add-a-game.md"
OUTSIDE = ROOT / "tests" / "outside"
LISTING = re.compile(
    r"^\[`([\w./]+)`\]\(../tests/outside/\1\)\n(?:\n```\w+\n(.*?)^```$)?", re.DOTALL | re.MULTILINE
)
"""The name of a file and a part of its text, as the tutorial shows them."""

MADE = ROOT / "docs" / "made"
"""Pages that are written when the site is built."""

DOCUMENTS = [
    ROOT / "README.md",
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if MADE not in path.parents),
]
BLOCKS = [
    Block(
        f"{path.name}:{text.count(chr(10), 0, found.start()) + 1}",
        found["language"],
        found["text"],
        found["output"] or "",
    )
    for path in DOCUMENTS
    if path != TUTORIAL
    for text in [path.read_text(encoding="utf-8")]
    for found in BLOCK.finditer(text)
]


def blocks(language: str) -> list[object]:
    """Return the blocks of a language as parameters of a test."""
    return [pytest.param(one, id=one.place) for one in BLOCKS if one.language == language]


def test_the_tutorial_shows_a_package_of_the_tests():
    shown = {OUTSIDE / name: part for name, part in LISTING.findall(TUTORIAL.read_text("utf-8"))}
    assert set(shown) == {path for path in OUTSIDE.rglob("*.*") if path.suffix in (".py", ".toml")}
    for path, part in shown.items():
        assert _unindented(part) in _unindented(path.read_text("utf-8"))


def _unindented(text: str) -> str:
    return re.sub("^ +", "", text, flags=re.MULTILINE)


def test_every_block_is_of_a_known_language():
    known = {"console", "python", "pycon"} | NOT_RUN
    assert {one.language for one in BLOCKS} <= known
    assert len(blocks("console")) > 8
    assert len(blocks("python")) > 6


@pytest.mark.parametrize("block", blocks("console"))
def test_a_session_shows_what_happens(block, ludograph):
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        program, *arguments = shlex.split(command)
        assert program == "ludograph"
        run = ludograph(*arguments)
        assert unsized(run.out + run.err) == unsized(shown)
        assert run.status == (2 if shown.startswith("ludograph: ") else "error:" in shown)


def unsized(text: str) -> str:
    """Return a text without sizes of files, which depend on the version of a compressor."""
    return re.sub(r"[\d,]+ bytes", "... bytes", text)


@pytest.mark.slow
@pytest.mark.parametrize("block", blocks("python"))
def test_a_program_prints_what_is_shown(block, tmp_path, monkeypatch, capfd):
    (tmp_path / "example.py").write_text(block.text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    runpy.run_path("example.py", run_name="__main__")
    assert capfd.readouterr() == (block.output, "")


@pytest.mark.parametrize("block", blocks("pycon"))
def test_an_interactive_session_shows_what_happens(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(block.text, {}, block.place, None, 0)
    failures: list[str] = []
    assert doctest.DocTestRunner().run(test, out=failures.append).attempted
    assert failures == []


@each_case("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    links = LINK.findall(BLOCK.sub("", path.read_text(encoding="utf-8")))
    assert [link for link in links if not (path.parent / link).exists()] == []


@each_case("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_headings(path):
    for link, anchor in ANCHOR.findall(BLOCK.sub("", path.read_text(encoding="utf-8"))):
        text = (path.parent / link if link else path).read_text(encoding="utf-8")
        assert anchor in {_anchor(title) for title in HEADING.findall(text)}


def _anchor(title: str) -> str:
    """Return the anchor of a heading, as GitHub and the site have it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def test_every_page_is_in_the_index():
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    listed = {line for toc in TOC.findall(index) for line in toc.split()}
    pages = {
        path.relative_to(ROOT / "docs").with_suffix("").as_posix()
        for path in DOCUMENTS
        if path.parent != ROOT and path.stem != "index"
    }
    assert pages <= listed
    assert {name for name in listed - pages if not name.startswith("made/")} == set()


@each_case("path", DOCUMENTS, ids=lambda path: path.name)
def test_codes_in_pages_are_in_the_catalogue_or_are_no_codes(path):
    """A code in brackets after a statement is in the catalogue."""
    known = {kind.code for kind in catalogue()}
    named = re.findall(r"\(`([a-z]+(?:-[a-z]+)+)`\)", path.read_text(encoding="utf-8"))
    assert set(named) <= known | {"group-size"}


@pytest.mark.slow
def test_the_pages_that_are_made(tmp_path):
    pages.write(tmp_path)
    commands = (tmp_path / "commands.md").read_text(encoding="utf-8")
    assert [f"## {page.name}" for page in every_command()] == re.findall("^## .*", commands, re.M)
    gallery = (tmp_path / "gallery.md").read_text(encoding="utf-8")
    pictures = re.findall(r"\]\((.*?)\)", gallery)
    assert len(pictures) > 7
    for name in pictures:
        assert "<svg" in (tmp_path / name).read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 1_000_000


def test_the_document_of_findings_is_the_catalogue(kept):
    kept(findings_page(), ROOT / "docs/findings.md")


def test_the_architecture_names_files_that_exist():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+/(?:\w+\.\w+)?)`", text)
    assert len(named) > 40
    assert [name for name in named if not (ROOT / name).exists()] == []


FIRST_CELL = re.compile(r"^\| `?([\w -]+)`? \|", re.MULTILINE)
NUMBERS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Numbers of notations as documents write them; above these in digits."""


@each_case(
    ("name", "pattern", "wanted"),
    [
        ("measures", FIRST_CELL, [one.name for one in MEASURES]),
        ("notations", re.compile("^### `(.*)`$", re.MULTILINE), [one.name for one in dialects()]),
        ("openings", FIRST_CELL, COLUMNS),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_document_has_everything_of_its_kind(name, pattern, wanted):
    named = pattern.findall((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8"))
    missing = [one for one in wanted if one not in named]
    assert not missing, f"docs/{name}.md lacks {', '.join(missing)}"


def test_the_document_has_every_format_with_its_suffixes():
    text = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (`\..*?|-) \|", text, re.MULTILINE)
    suffixes = {name: tuple(re.findall("`(.*?)`", cell)) for name, cell in rows}
    assert suffixes == {name: form.suffixes for name, form in {**FORMATS, **ONLY_READ}.items()}


def test_measures_that_need_an_option_say_so():
    text = (ROOT / "docs/measures.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w -]+) \| .*with `--branching`", text, re.MULTILINE)
    assert rows == [one.name for one in MEASURES if one.branching]


def test_the_function_of_python_lists_every_plot():
    names = re.findall('``"([a-z-]+)"``', str(plot.__doc__))
    assert names == list(PLOTS), "ludograph/_archive.py lists other plots than analysis.plots.PLOTS"


def test_the_number_of_notations_is_that_of_the_registry():
    count = len({one.name for one in dialects()})
    number = [*NUMBERS, str(count)][min(count - 1, len(NUMBERS))]
    stated = re.findall(r"(?i)\b(\w+) notations", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [one for one in stated if one in NUMBERS or one.isdigit()] == [number]
