r"""Commands on small files, and what they say: the table in ``scenarios.txt``.

A scenario is a paragraph. Its first line names it. ``NAME = TEXT`` writes a file, in which ``\n``
ends a line. ``$ ...`` runs a command, with ``< FILE`` for standard input and ``=> N`` for a status
that is not 0; with ``--json`` it prints JSON objects and nothing else. Each line below a command
stands in what it prints, blanks and line ends being alike; after ``!`` it does not. ``NAME holds
WORDS`` is about a file.
"""

import json
import re
import shlex
from pathlib import Path

import pytest

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
