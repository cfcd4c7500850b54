"""Cases of texts as people type them, and of files, with their findings."""

import re
import shutil
from collections.abc import Iterable
from contextlib import chdir
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from analysis.cli.group import cli
from analysis.replay.replay import replay
from notation.catalogue import catalogue
from records import read_text
from scripts.vectors.games import Case

PRINTING = {
    "check": ("--json",),
    "score": ("--json",),
    "convert": ("--json", "-o", "out"),
    "repair": ("-o", "out.txt"),
}
"""Options of a call that print its findings; they do not change these."""

CODE = re.compile(r'"code": "([a-z-]+)"|"(left-out)":|\[([a-z-]+)\]')


def text_case(one: Case) -> Case:
    """Return the case of a typed text: the text, its games, and the codes of its findings."""
    games = [replay(record) for record in read_text(one["text"])]
    codes = sorted({finding.code for game in games for finding in game.findings})
    found = [
        {"game": game.record.game, "moves": list(game.record.moves), "result": game.record.result}
        for game in games
    ]
    return {"about": one["about"], "text": one["text"], "games": found, "findings": codes}


def file_case(one: Case, folder: Path) -> Case:
    """Return the case of a file, with the exit status of a command and the codes of its findings.

    Args:
        one: the case so far: a description, the file with its format, and the command (``call``).
        folder: the folder of the file.
    """
    case = {"call": "check", "options": [], **one}
    names = [case["file"], *case.get("beside", ())]
    case["sha256"] = {name: sha256((folder / name).read_bytes()).hexdigest() for name in names}
    status, codes = outcome(case, folder)
    return case | {"status": status, "findings": sorted(codes)}


def outcome(case: Case, folder: Path) -> tuple[int, set[str]]:
    """Run the command of a case; return its exit status, and the codes of its findings."""
    folder = folder.resolve()
    with TemporaryDirectory() as place, chdir(place):
        for name in case["sha256"]:
            shutil.copy(folder / name, name)
        without = {} if case.get("tesseract", True) else {"PATH": ""}
        arguments = [case["call"], case["file"], *case["options"], *PRINTING[case["call"]]]
        run = CliRunner(env=without).invoke(cli, arguments)
        rejects = (path.read_text(encoding="utf-8") for path in Path().glob("*rejects*"))
        return run.exit_code, _codes((run.output, *rejects))


def _codes(texts: Iterable[str]) -> set[str]:
    known = {kind.code for kind in catalogue()}
    found = ("".join(parts) for text in texts for parts in CODE.findall(text))
    return known.intersection(found)
