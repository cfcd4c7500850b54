"""``-o -`` is standard output in every command, and a folder is never called ``-``."""

import json

import click
import pytest

from tests.cli.groups import every_command

MATCH = "classic:megiddo-match"
SLIP = "classic:epaminondas-slip"
GOOD = "classic:epaminondas-demonstration"

PRINTED = {
    "convert": (("convert", SLIP, MATCH, "--to", "jsonl"), b'{"game"'),
    "plot": (("plot", "lengths", MATCH, "--as", "svg"), b"<?xml"),
    "show": (("show", GOOD), b"12 b"),
    "library show": (("library", "show", "1", "-L", "games.ludo"), b"   "),
    "library export": (("library", "export", "-L", "games.ludo", "--to", "jsonl"), b'{"game"'),
    "view": (("view", MATCH), b"<!doctype html>"),
    "repair": (("repair", SLIP), b"[Game"),
}
"""Commands that write one file, and how it begins."""


@pytest.fixture
def place(ludograph, tmp_path):
    assert ludograph("library", "import", MATCH, "-L", "games.ludo").status == 0
    return tmp_path


def test_every_command_with_an_output_is_listed():
    writing = {
        name
        for name, command in every_command()
        for one in command.params
        if isinstance(one, click.Option) and "-o" in one.opts
    }
    assert writing == {*PRINTED, "report", "transcribe"}


@pytest.mark.parametrize(("command", "begins"), PRINTED.values(), ids=PRINTED)
def test_one_file_is_printed_and_messages_go_to_standard_error(ludograph, place, command, begins):
    before = sorted(place.iterdir())
    run = ludograph(*command, "-o", "-")
    assert run.status in (0, 1)
    assert run.raw.lower().startswith(begins.lower()), run.raw[:80]
    assert sorted(place.iterdir()) == before


def test_what_is_printed_is_what_a_file_has(ludograph, place):
    for words in (("convert", SLIP, MATCH), ("repair", SLIP), ("view", MATCH)):
        name = "page.html" if words[0] == "view" else "games.txt"
        ludograph(*words, "-o", name)
        form = ("--to", "text") if words[0] == "convert" else ()
        assert ludograph(*words, *form, "-o", "-").raw == (place / name).read_bytes()


def test_rejects_are_printed_where_they_are_named_so(ludograph, place):
    run = ludograph("convert", SLIP, MATCH, "-o", "games.jsonl", "--rejects", "-")
    assert [json.loads(line)["game"] for line in run.out.splitlines()] == ["epaminondas"]
    assert run.err.startswith("4 read, 3 written, 1 rejected")
