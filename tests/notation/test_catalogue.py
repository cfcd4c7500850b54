"""The catalogue describes every finding, and the document shows all of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from notation import UnknownName
from notation.catalogue import SECTIONS, catalogue, explain
from notation.findings import note, violation
from notation.registry import BUILT_IN, games
from scripts.findings_page import findings_page

ROOT = Path(__file__).parents[2]
PACKAGES = ("notation", "records", "analysis")


def test_a_kind_is_described_once_a_game():
    kinds = [(kind.code, kind.violation, kind.game) for kind in catalogue()]
    assert len(kinds) == len({*kinds}) > 130
    assert {kind.game for kind in catalogue()} == {None, *BUILT_IN}
    assert {kind.section for kind in catalogue()} == {*SECTIONS}


def test_every_kind_says_something():
    for kind in catalogue():
        assert kind.meaning
        assert not any(mark in kind.meaning + kind.example for mark in "|\n")
        assert kind.violation == kind.section.startswith("errors")


@pytest.mark.parametrize("kind", catalogue(), ids=lambda kind: f"{kind.code}-{kind.section}")
def test_every_kind_is_made_somewhere(kind):
    assert f'"{kind.code}"' in _source()


def _source(known: list[str] = []) -> str:  # noqa: B006 (read once)
    if not known:
        paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
        known.append("".join(path.read_text(encoding="utf-8") for path in paths))
    return known[0]


def test_the_kinds_of_other_games_are_left_out():
    assert explain("letter-case", ()) == "letters in the other case"
    assert explain("reserve-short", ["gipf"]).startswith("a GIPF piece needs two pieces")
    assert explain("reserve-short", ["megiddo"]) == ""
    assert "`x`" in explain("capture-count", ["epaminondas"])
    both = explain("wrong-side", ["epaminondas", "gipf"])
    assert explain("wrong-side", ["gipf"]) != explain("wrong-side", ["epaminondas"])
    assert explain("wrong-side", ["gipf"]) in both
    assert explain("no-such-code", games()) == ""
    with pytest.raises(UnknownName):
        catalogue(["chess"])


def test_the_document_names_every_kind_under_its_heading():
    text = findings_page()
    for kind in catalogue():
        assert f"| `{kind.code}` | {kind.meaning} |" in text
    assert text.index("## Errors: moves of GIPF") < text.index("## Errors: records")


@pytest.mark.parametrize("make", [note, violation])
def test_an_unknown_code_fails_in_tests(make):
    with pytest.raises(AssertionError, match="not in the catalogue"):
        make("no-such-code", "unheard of")


def test_a_note_under_the_code_of_an_error_fails_in_tests():
    with pytest.raises(AssertionError, match="not in the catalogue"):
        note("off-board", "forgiven")


def test_the_catalogue_is_not_loaded_unless_asked_for():
    program = (
        "import notation.findings as f; f.note('heading', 'x'); import sys; print(*sys.modules)"
    )
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"tomllib", "notation.catalogue"} & {*run.stdout.split()}
