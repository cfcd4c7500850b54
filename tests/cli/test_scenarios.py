r"""Commands on small files, with their output: the table in ``scenarios.txt``.

A scenario is a paragraph. Its first line names it. ``NAME = TEXT`` writes a file, in which ``\n``
ends a line. ``$ ...`` runs a command, with ``< FILE`` for standard input and ``=> N`` for a status
that is not 0; with ``--json`` it prints JSON objects only. Each line below a command is part of its
output, where blanks and line ends are equal; a line after ``!`` is not. ``NAME holds WORDS`` is
about a file.

Bad usage of every command has status 2, prints the reason, and no other output: the table in
``usage.txt`` has command lines, and words of the message of each.
"""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cases import each_case
from tests.cli.test_convert import BROKEN, RICH
from tests.pages.transcribe.sheets import png

TEXT = Path(__file__).with_name("scenarios.txt").read_text(encoding="utf-8")
SCENARIOS = dict(one.split("\n", 1) for one in re.split(r"\n\n+", TEXT.strip()))
HOLDS = re.compile(r"(\S+) holds (.*)")
COMMAND = re.compile(r"\$ (.*?)(?: < (\S+))?(?: => (\d))?")


def once(text: str) -> str:
    """Return a text with one blank for each run of blanks and line ends."""
    return " ".join(text.split())


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_what_is_said(ludograph, tmp_path, scenario):
    said = ""
    for line in scenario.splitlines():
        if found := COMMAND.fullmatch(line):
            words, stdin, status = found.groups()
            given = (tmp_path / stdin).read_bytes() if stdin else b""
            run = ludograph(*shlex.split(words), stdin=given)
            said = once(run.out + run.err)
            assert run.status == int(status or 0), said
            for written in run.out.splitlines() if "--json" in words else ():
                assert isinstance(json.loads(written), dict)
            assert "Traceback" not in said
        elif found := HOLDS.fullmatch(line):
            assert once(found[2]) in once((tmp_path / found[1]).read_text(encoding="utf-8"))
        elif line.startswith("  ! "):
            assert once(line[4:]) not in said
        elif line.startswith("  "):
            assert once(line) in said
        else:
            name, text = line.split(" = ", 1)
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text.replace("\\n", "\n") + "\n", encoding="utf-8")


PLACES = {
    "GAME": "classic:epaminondas-demonstration",
    "MATCH": "classic:megiddo-match",
    "SLIP": "classic:epaminondas-slip",
}


TABLE = Path(__file__).with_name("usage.txt").read_text(encoding="utf-8")
CASES = [line.split(" => ") for line in TABLE.splitlines()]
"""Command lines, and words of the message."""

FILES = {
    "good.txt": RICH.encode(),
    "broken.txt": BROKEN.encode(),
    "prose.txt": b"It was a dark night.\n",
    "costs.toml": b"[plies]\nlost = 1\n",
    "sheet.png": png(),
    "bad.png": b"<svg onload='alert(1)'/>",
    "bad.tif": b"II*\0not at all",
    "bytes.txt": b"\xff\xfe",
}


@pytest.fixture
def folder(tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@each_case(("line", "words"), CASES, ids=[" ".join(one[0].split()) for one in CASES])
def test_bad_usage_is_told_and_nothing_is_written(ludograph, folder, line, words):
    run = ludograph(*(PLACES.get(word, word) for word in shlex.split(line)))
    assert (run.status, run.out) == (2, "")
    assert words.strip() in " ".join(run.err.split())
    assert run.err.startswith("ludograph: ") or "error" in run.err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == FILES
