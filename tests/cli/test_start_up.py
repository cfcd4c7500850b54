"""What commands load: start-up is a feature, and heavy libraries are loaded only when needed."""

import re
import subprocess
import sys

import pytest

HEAVY = {"pyparsing", "pandas", "pyarrow", "matplotlib", "numpy", "zstandard", "PIL"}

PROGRAM = """
import sys
sys.argv = ["ludograph", *sys.argv[1:]]
from analysis.cli import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def modules(*command: str) -> list[str]:
    """Return the modules that a fresh interpreter has loaded after a command."""
    run = subprocess.run([sys.executable, "-c", *command], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stderr.split()


def loaded(*command: str) -> set[str]:
    """Return the heavy libraries that a fresh interpreter has loaded after a command."""
    return {name.partition(".")[0] for name in modules(*command)} & HEAVY


CLEAN = '[Game "epaminondas"]\n\n1. 2.7.2N2 11.6.2SE2\n'

COMMANDS = {
    "help": (["--help"], set()),
    "version": (["--version"], set()),
    "check a clean game": (["check", "clean.txt"], set()),
    "check a game that needs lenient reading": (["check", "sloppy.txt"], {"pyparsing"}),
    "convert": (["convert", "clean.txt", "--to", "text:span"], set()),
    "openings": (["openings", "clean.txt"], set()),
    "openings of chosen games": (["openings", "clean.txt", "--where", "valid"], {"pyparsing"}),
    "moves": (["moves", "--game", "epaminondas"], set()),
    "list the plots": (["plot", "--list"], set()),
    "help of stats": (["stats", "--help"], set()),
    "help of players": (["players", "--help"], set()),
    "stats": (["stats", "clean.txt"], {"pandas", "pyarrow", "numpy"}),
    "show as text": (["show", "clean.txt"], set()),
    "show as svg": (["show", "clean.txt", "--as", "svg"], set()),
}


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "heavy"), COMMANDS.values(), ids=COMMANDS)
def test_commands_load_what_they_need(tmp_path, monkeypatch, arguments, heavy):
    (tmp_path / "clean.txt").write_text(CLEAN)
    (tmp_path / "sloppy.txt").write_text(CLEAN.replace("2N2", "2n2"))
    paths = [str(tmp_path / part) if part.endswith(".txt") else part for part in arguments]
    assert loaded(PROGRAM, *paths) == heavy


@pytest.mark.parametrize("package", ["ludograph", "notation", "records", "analysis"])
def test_imports_are_light(package):
    assert loaded(f"import sys, {package}\nprint(*sys.modules, file=sys.stderr)") == set()


NOT_FOR_ONE_TIDY_GAME = re.compile(
    r"concurrent|csv|glob|json|logging|lzma|pathlib|shutil|string|tomllib"
    r"|notation[.](crossings|gipf|megiddo)|analysis[.]games[.](crossings|gipf|megiddo)[.]\w+"
    r"|analysis[.](openings|plots|repair|report|statistics|tables|typos)"
    r"|analysis[.]select[.](condition|fields|filters)"
    r"|analysis[.]batch[.](convert|direct|folder|output|rejects)"
    r"|records[.](abstractplay|jsonl|jsontext|scans|sgf|tabular[.]\w+|text[.](rows|writer))"
)


def test_the_check_of_a_tidy_game_loads_what_it_needs(tmp_path):
    (tmp_path / "clean.txt").write_text(CLEAN)
    found = modules(PROGRAM, "check", str(tmp_path / "clean.txt"))
    assert "analysis.games.epaminondas.rules" in found
    assert not list(filter(NOT_FOR_ONE_TIDY_GAME.fullmatch, found))


def test_the_version_is_printed_without_the_commands():
    assert not {"click", "notation", "records"}.intersection(modules(PROGRAM, "--version"))
