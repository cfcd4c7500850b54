"""A game in a separate package is found through its entry point, and has all features of a game."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OUTSIDE = ROOT / "tests" / "outside"

GAME = """\
[Game "threeline"]
[White "One"]
[Black "Two"]

1. b2 c2
2. b3 d2
3. D1 b4
4. e5
"""

WON = """\
[Game "threeline"]
[White "One"]
[Black "Two"]

1. b2 c1
2. b3 c2
3. b4 1-0
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return the environment variables for a process with the package installed.

    An installed package consists of its modules and a folder of metadata.
    """
    site = tmp_path_factory.mktemp("site")
    project = tomllib.loads((OUTSIDE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (site / "ludograph_threeline").symlink_to(OUTSIDE / "ludograph_threeline")
    metadata = site / f"ludograph_threeline-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    ((group, names),) = project["entry-points"].items()
    lines = [f"[{group}]", *(f"{name} = {package}" for name, package in names.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    return os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{site}"}


CALLS = """
import json, sys
from click.testing import CliRunner
from analysis.cli import main

for arguments in json.load(sys.stdin):
    sys.argv = ["ludograph", *arguments]
    with CliRunner().isolation() as (out, err, _):
        try:
            main()
        except SystemExit as stop:
            status = int(stop.code or 0)
        told = status, out.getvalue().decode(), err.getvalue().decode()
    print(json.dumps(told))
"""
"""Calls of ``ludograph``, one after the other: status, standard output and errors of each."""


def calls(environment, folder, *lines):
    command = [sys.executable, "-c", CALLS]
    found = subprocess.run(
        command,
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
    )
    assert found.stderr == ""
    return [json.loads(line) for line in found.stdout.splitlines()]


@pytest.mark.slow
def test_the_contract_of_every_game_holds(installed):
    command = [sys.executable, "-m", "pytest", "-q", "tests/outside/check_threeline.py"]
    found = subprocess.run(command, capture_output=True, text=True, env=installed, cwd=ROOT)
    assert found.returncode == 0, found.stdout
    assert re.search(r"\b34 passed", found.stdout)


@pytest.mark.slow
def test_its_games_are_checked_with_its_own_findings(installed, tmp_path):
    (tmp_path / "game.txt").write_text(GAME)
    ((status, out, _),) = calls(installed, tmp_path, ["check", "game.txt"])
    assert status == 1
    said = " ".join(out.split())
    assert "coordinates are written in lower case: d1, not D1 [letter-case]" in said
    assert "move 4, White: e5 is not on a board of 4 by 4 squares [off-board]" in said
    assert "Threeline game 1 (standard), 6 of 7 plies are good." in said


COMMANDS = {
    "convert": (["convert", "game.txt", "--to", "jsonl"], '"game": "threeline"'),
    "show": (["show", "game.txt"], "Last move: b4"),
    "svg": (["show", "game.txt", "--as", "svg"], "<svg"),
    "moves": (["moves", "--game", "threeline", "--count", "2"], "240"),
    "repair": (["repair", "game.txt"], "1 game read"),
    "stats": (["stats", "game.txt"], "Threeline"),
    "openings": (["openings", "game.txt"], "Threeline (standard)"),
    "players": (["players", "game.txt"], "One"),
    "report": (["report", "game.txt", "-o", "report"], ""),
}


@pytest.mark.slow
def test_every_command_knows_it(installed, tmp_path):
    (tmp_path / "game.txt").write_text(WON)
    found = calls(installed, tmp_path, *(arguments for arguments, _ in COMMANDS.values()))
    for (status, out, err), (name, (_, expected)) in zip(found, COMMANDS.items(), strict=True):
        assert (status, expected in out) == (0, True), (name, out, err)


BOARD = """
import ludograph

board = ludograph.start("threeline")
for text in ("b2", "c1", "b3", "c2", "b4"):
    board = board.play(text)
print(board["b4"], board["a1"], board.outcome.winner, board.legal_moves)
assert eval(repr(board)) == board == ludograph.position(board.diagram(), "threeline")
try:
    ludograph.start("threeline").play("e5")
except ludograph.IllegalMove as error:
    print(error.finding.code)
print(ludograph.perft(ludograph.start("threeline"), 2))
"""


def test_it_has_a_board_in_python(installed, tmp_path):
    (tmp_path / "board.py").write_text(BOARD)
    found = subprocess.run(
        [sys.executable, "board.py"], capture_output=True, text=True, env=installed, cwd=tmp_path
    )
    assert found.stderr == ""
    assert found.stdout.splitlines() == ["w None white ()", "off-board", "240"]


def test_nothing_of_it_is_known_where_it_is_not_installed(ludograph, tmp_path):
    (tmp_path / "game.txt").write_text(GAME)
    found = ludograph("check", "game.txt")
    assert found.status == 1
    assert "threeline" in found.out
    assert "unknown-game" in found.out


DEFECTS = {
    "lacks": ("import ludograph_nothing", "No module named 'ludograph_nothing'"),
    "fails": ("raise ValueError('no licence')", "ValueError: no licence"),
    "wrong": ("def (", "SyntaxError"),
    "mute": ("", "has no DIALECTS"),
    "ends": ("raise SystemExit(3)", "SystemExit: 3"),
    "thing:game": ("", "has no attribute 'game.notation'"),
    "odd": ("DIALECTS = (1,)", "has no DIALECTS"),
}
"""Modules of games with a defect, and what is said of it."""


@pytest.mark.slow
def test_games_that_cannot_be_loaded_are_named_and_hinder_no_other(tmp_path):
    site, entries = tmp_path / "site", ["[ludograph.games]"]
    for name, (module, _) in DEFECTS.items():
        package = site / f"ludograph_{name.partition(':')[0]}"
        package.mkdir(parents=True)
        for file in ("__init__.py", "notation.py"):
            (package / file).write_text(module)
        entries.append(f"{name.replace(':', '-')} = ludograph_{name}")
    metadata = site / "ludograph_broken-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: ludograph-broken\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("\n".join(entries))
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{site}"}
    (tmp_path / "game.txt").write_text("1. a1 a2\n")
    (tmp_path / "other.txt").write_text("1. C6 B4\n2. D5 A1\n")
    (tmp_path / "both.txt").write_text('[Game "fails"]\n\n1. a1\n\n[Game "megiddo"]\n\n1. C6\n')
    (tmp_path / "both.jsonl").write_text('{"game": "fails", "moves": ["a1"]}\n')
    names = [name.replace(":", "-") for name in DEFECTS]
    commands = [["check", "game.txt", "--game", name] for name in names]
    both = ["check", "both.txt", "both.jsonl"]
    counted = ["stats", "other.txt", "--jobs", "2"]
    other, named, listed, counts, *found = calls(
        environment,
        tmp_path,
        ["check", "other.txt"],
        both,
        ["moves", "--game", "fails"],
        counted,
        *commands,
    )
    assert other[0] == 0
    assert "3 games read: 1 valid, 2 with errors" in named[1]
    assert named[1].count("no licence [unknown-game]") == 2
    for status, _, told in (listed, *found):
        assert (status, "Traceback" in told) == (2, False)
    assert "cannot be loaded" in listed[2]
    assert counts[0] == 0
    for name in names:
        assert counts[2].count(f"game '{name}' cannot be loaded: ") == 1
    for (_, out, told), name, (_, expected) in zip(found, names, DEFECTS.values(), strict=True):
        assert out == ""
        assert f"game '{name}' cannot be loaded: " in told
        assert expected in told
