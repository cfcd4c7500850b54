"""The help: every command has examples, and every example runs."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files

import pytest

import records
from analysis.cli import COMMANDS, cli
from analysis.version import __version__
from tests.cli.groups import every_command
from tests.pages.transcribe.sheets import png


def examples() -> Iterator[str]:
    for name in [None, *COMMANDS]:
        command = cli.get_command(None, name) if name else cli  # type: ignore[arg-type]
        assert command is not None
        _, _, shown = (command.help or "").partition("Example")
        found = [line.strip() for line in shown.splitlines() if "ludograph " in line]
        assert found, f"{name} shows no example"
        yield from found


EXAMPLES = sorted(set(examples()))


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(ludograph, monkeypatch, tmp_path, example):
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    # A server would go on until Ctrl-C.
    monkeypatch.setattr("analysis.pages.server.LocalServer.run", lambda server: None)
    (tmp_path / "games").mkdir()
    shutil.copy(str(files("records.classics") / "epaminondas-demonstration.txt"), "games")
    name, *arguments = shlex.split(example)
    if "games.ludo" in arguments:
        games = "classic:megiddo-match", "classic:gipf-tournament"
        ludograph("library", "import", *games, "-L", "games.ludo")
    if arguments[0] == "transcribe":
        monkeypatch.setattr("analysis.pages.transcribe.sheets.which", lambda name: None)
        for picture in ("sheet.png", "page1.jpg", "page2.jpg"):
            (tmp_path / picture).write_bytes(png())
    assert name == "ludograph"
    redirected = arguments[arguments.index(">") + 1 :] if ">" in arguments else []
    arguments = arguments[: arguments.index(">")] if redirected else arguments
    run = ludograph(*arguments)
    assert run.status == 0, run.err
    # Of a scan nothing is known at once, and so nothing is typed.
    has_output = "-o" in arguments and "sheet.png" not in arguments
    written = [arguments[arguments.index("-o") + 1]] if has_output else []
    # A language server answers nothing to nothing.
    assert run.raw or written or arguments[0] == "lsp"
    for path in written:
        assert (tmp_path / path).stat().st_size
    assert "warning" not in run.err.lower()


@pytest.mark.parametrize("command", ["", "library", *dict(every_command())])
def test_help_fits_the_terminal(ludograph, command):
    run = ludograph(*command.split(), "--help")
    assert run.status == 0
    # Examples and choices are not broken.
    lines = [one for one in run.out.splitlines() if not re.match(r"\s+(ludograph|--)", one)]
    assert max(map(len, lines)) <= 80
    assert "Example" in run.out


def test_every_command_has_a_line_in_the_help(ludograph):
    run = ludograph("--help")
    for name, line in COMMANDS.items():
        assert name in run.out
        assert line in " ".join(run.out.split())
    assert "Exit status: 0 all is well" in run.out


def test_the_version(ludograph):
    assert ludograph("--version").out == f"ludograph {__version__}\n"


def test_the_module_is_the_command():
    run = subprocess.run(
        [sys.executable, "-m", "analysis", "check", "classic:nil"], capture_output=True, text=True
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        f"ludograph: no bundled game 'nil'; there are: {', '.join(records.classics())}\n"
    )
