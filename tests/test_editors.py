"""The extension for Visual Studio Code and the GitHub action, as far as they can be run here."""

import json
import os
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path
from shutil import which

import pytest

from ludograph import __version__
from tests.cases import each_case

ROOT = Path(__file__).parents[1]
EXTENSION = ROOT / "editors" / "vscode"
GAMES = ("crossings", "epaminondas", "gipf", "megiddo")

GAME = '[Game "megiddo"]\n[White "<script>alert(1)</script>"]\n\n1. C4       B4\n2. E6 A4\n'


def manifest():
    return json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))


def test_the_files_that_the_manifest_names_are_there():
    contributed = manifest()["contributes"]
    named = [one["configuration"] for one in contributed["languages"]]
    named += [one["path"] for one in contributed["grammars"]]
    assert all((EXTENSION / name).is_file() for name in named)
    for name in named:
        json.loads((EXTENSION / name).read_text(encoding="utf-8"))
    assert manifest()["version"] == __version__


@each_case("game", GAMES)
def test_the_syntax_knows_every_legal_move_in_every_notation(game):
    grammar = json.loads((EXTENSION / "syntaxes/ludograph.json").read_text(encoding="utf-8"))
    moves = [re.compile(one["match"]) for one in grammar["repository"]["moves"]["patterns"]]
    found = json.loads((ROOT / f"vectors/{game}/positions.json").read_text(encoding="utf-8"))
    texts = set(chain.from_iterable(chain(*case["texts"].values()) for case in found["cases"]))
    left = [text for text in texts if all(one.sub("", text).strip() for one in moves)]
    assert len(texts) > 100
    assert left == []


@pytest.mark.slow
def test_the_panel_shows_the_board_at_the_cursor(tmp_path):
    pytest.importorskip("pygls")
    node = which("node")
    if node is None:
        pytest.skip("node is not installed")
    (tmp_path / "game.games").write_text(GAME)
    server = [sys.executable, "-m", "analysis", "lsp"]
    command = [
        node,
        "tests/vscode.cjs",
        EXTENSION / "extension.js",
        tmp_path / "game.games",
        *server,
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    shown = [json.loads(line) for line in run.stdout.splitlines()]
    ends = ["Start", "1. C4 (Red, ply 1)", "1. B4 (Blue, ply 2)", "2. E6 (Red, ply 3)"]
    assert [one["text"].endswith(end) for one, end in zip(shown, ends, strict=True)] == [True] * 4
    assert not any(one["script"] for one in shown)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the action's own shell is bash")
def test_the_action_annotates_what_is_found(tmp_path):
    yaml = pytest.importorskip("yaml")
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    *_, step = action["runs"]["steps"]
    (tmp_path / "a game.games").write_text(GAME.replace("A4", "E6"))
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "ludograph"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m analysis "$@"\n')
    program.chmod(0o755)
    paths = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": paths, "FILES": "*.games", "OPTIONS": "--strict --quiet"}
    run = subprocess.run(
        ["bash", "-e", "-c", step["run"]],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert run.stdout.startswith("::error file=a game.games,line=5,col=7")
    assert set(step["env"]) == {"FILES", "OPTIONS"}
    assert "${{" not in step["run"]
