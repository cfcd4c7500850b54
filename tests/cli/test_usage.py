"""Bad usage of every command: exit status 2, what is wrong, and nothing printed or written.

The table in ``usage.txt`` has command lines, and words of the message of each.
"""

import shlex
from pathlib import Path

import pytest

from tests.cases import each_case
from tests.cli.test_convert import BROKEN, RICH
from tests.pages.transcribe.sheets import png

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
