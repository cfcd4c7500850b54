"""Man pages: one for each command, with all of its options, in roff without warnings."""

import re
import shutil
import subprocess

import click
import pytest

from scripts import manual
from tests.cli.groups import every_command

PAGES = {page.name: page for page in manual.every_command()}


def test_every_command_has_a_page():
    assert set(PAGES) >= {f"ludograph {name}" for name, _ in every_command()}
    assert {"ludograph", "ludograph library"} < set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_what_the_help_has(name, ludograph):
    shown = ludograph(*name.split()[1:], "--help").out.partition("\nOptions:\n")[2]
    page = plain(manual.man_page(PAGES[name]))
    options = re.findall(r"^  (-\S.*?)(?:  |$)", shown, re.MULTILINE)
    assert len(options) == len(PAGES[name].options)
    for one in options:
        assert one.split()[0].rstrip(",") in page
    assert PAGES[name].examples
    for one in PAGES[name].examples:
        assert one in page


def plain(roff: str) -> str:
    """Return the text of a page."""
    return roff.replace("\\-", "-").replace("\\:", "").replace("\\e", "\\").replace("\\&", "")


def test_texts_are_printed_as_they_stand():
    page = manual.HelpPage("x", "a-b.", "[OPTIONS]", (".dot \\ '",), (), (), ())
    shown = manual.man_page(page)
    assert "\\&.dot \\e '" in shown
    assert "a\\-b" in shown


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_pages_are_roff(tmp_path):
    for path in manual.write_man_pages(tmp_path):
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww", "-K", "utf8", path], capture_output=True, text=True
        )
        assert done.stderr == "", path.name


def test_options_are_those_that_are_shown():
    for name, command in every_command():
        shown = [p for p in command.params if isinstance(p, click.Option) and not p.hidden]
        assert len(PAGES[f"ludograph {name}"].options) == len(shown) + 1, name
