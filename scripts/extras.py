"""Runs every command in a clean environment of the base install, and of each extra.

    python -m scripts.extras
    python -m scripts.extras base tables --folder kept

The program builds a wheel, installs it, and prints a table of exit statuses. A command has to work,
or to exit with 2 and name a missing extra in one line.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

import click

from scripts import table

TOP = Path(__file__).parents[1]

LIMIT = 300
"""Time limit of a command, in seconds."""

SERVING = 20
"""Seconds after which a server gets Ctrl-C."""

GAME = "classic:gipf-tournament"

MADE = f"""\
convert {GAME} -o given.txt.gz
convert {GAME} -o given.parquet
convert {GAME} -o given.jsonl.zst
library import {GAME} classic:megiddo-match -L given.ludo
"""
"""Commands that make the input files of the calls."""

CALLS = f"""\
--version
check {GAME} classic:megiddo-match --json
check {GAME} --output-format sarif
check {GAME} --crops crops
check {GAME} --jobs 2
check given.txt.gz
check --diff slip.txt
check {GAME} --where 'plies > 10' --position 'F6 D4' --game megiddo --any-symmetry --dedupe moves
completion bash
moves --game crossings --count 2
openings {GAME} --depth 3
openings classic:megiddo-match --depth 3
score classic:megiddo-match
repair slip.txt -o mended.txt
repair slip.txt -o asked.txt --interactive
convert {GAME} -o game.txt
convert {GAME} -o game.jsonl
convert {GAME} -o game.csv
convert {GAME} -o game.sgf
convert classic:epaminondas-demonstration --to abstractplay-json -o game.json
show {GAME} --ply 7
show {GAME} -o seven.svg
show {GAME} -o seven.tex
view {GAME} -o view.html --no-browser
stats {GAME}
stats {GAME} --by variant --json
players classic:megiddo-match
convert {GAME} -o game.parquet
check given.parquet
report {GAME} -o report
plot lengths {GAME} -o lengths.svg
plot lengths {GAME} -o lengths.pdf
show {GAME} -o seven.png
show {GAME} -o seven.pdf
show {GAME} -o seven.gif
report {GAME} -o printed --as pdf
convert {GAME} -o game.jsonl.zst
check given.jsonl.zst
library import {GAME} classic:megiddo-match -L new.ludo
library import {GAME} classic:megiddo-match -L two.ludo --jobs 2
library search -L given.ludo --position C6 --game megiddo
library show 1 -L given.ludo
library show 1 -L given.ludo -o one.png
library export -L given.ludo -o export.jsonl
library check -L given.ludo
check given.ludo
stats given.ludo
library remove 1 -L given.ludo
explore given.ludo --no-browser
transcribe -o typed.txt --game gipf --no-browser
check slip.txt --watch
lsp
check {GAME} --cluster tcp://127.0.0.1:1
"""
"""A typical call of every command, and of all options that need a package."""

SERVERS = ("given.ludo --no-browser", "gipf --no-browser", "--watch")
"""Commands that run until Ctrl-C."""

MISSING = re.compile(r"""this needs "pip install 'ludograph\[(\w+)\]'\"""")

OTHERS = {"slip.txt": (0, 1), "tcp://": (2,)}
"""Exit statuses of calls that do not end with 0: errors, and a missing cluster."""


def extras() -> list[str]:
    """Return the names of the extras for users."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [name for name in project["optional-dependencies"] if name != "test"]


def built(folder: Path) -> Path:
    """Build a wheel of the current sources in a folder, and return its path."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
    subprocess.run([*pip, str(TOP)], check=True)
    (wheel,) = folder.glob("ludograph-*.whl")
    return wheel


def environment(folder: Path, wheel: Path, extra: str) -> Path:
    """Make a virtual environment with the base install or an extra; return its ``ludograph``."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    wanted = f"{wheel}[{extra}]" if extra != "base" else str(wheel)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-compile", "--quiet", wanted], check=True)
    return folder / "bin" / "ludograph"


def size(folder: Path) -> int:
    """Return the bytes of all files in an environment, without pip."""
    files = (one for one in folder.rglob("*") if one.is_file() and not one.is_symlink())
    return sum(one.stat().st_size for one in files if "pip" not in one.relative_to(folder).parts)


def inputs(folder: Path) -> None:
    """Write the files that the calls read, with the packages of this interpreter."""
    folder.mkdir()
    shutil.copy(TOP / "records" / "classics" / "epaminondas-slip.txt", folder / "slip.txt")
    path = os.pathsep.join([str(TOP), os.environ.get("PYTHONPATH", "")])
    for line in MADE.splitlines():
        ludograph = [sys.executable, "-m", "analysis", *line.split()]
        environ = os.environ | {"PYTHONPATH": path}
        subprocess.run(ludograph, cwd=folder, env=environ, check=True, stdout=subprocess.DEVNULL)


def outcome(program: Path, line: str, folder: Path, installed: set[str]) -> tuple[str, str]:
    """Run a command line; return the cell of the table, and the error, empty if there is none."""
    serves = line.endswith(SERVERS)
    limit = SERVING if serves else LIMIT
    # GNU timeout exits with 124 after an interrupt, and with 137 after a kill.
    timeout = ["timeout", "--signal=INT", "--kill-after=60", str(limit)]
    call = [*timeout, str(program), *shlex.split(line)]
    done = subprocess.run(
        call, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    out, err, status = done.stdout, done.stderr, done.returncode
    if "Traceback" in out + err:
        return "traceback", err
    if named := MISSING.search(" ".join([*err.split(), *out.split()])):
        if named[1] in installed:
            return f"{status} {named[1]}", "names an extra that is installed"
        fine = status == 2 and err.count("\n") < 2
        return f"{status} {named[1]}", "" if fine else out + err
    if serves and status == 124:
        return "served", ""
    right = next((ends for part, ends in OTHERS.items() if part in line), (0,))
    return str(status), "" if status in right else err or out or "interrupted"


@click.command()
@click.argument("names", nargs=-1, metavar="[EXTRA]...")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the environments are kept.")
@click.option("--only", default="", metavar="TEXT", help="Only calls with this text.")
def main(names: Sequence[str], folder: Path | None, only: str) -> None:
    """Run every command with the base and each EXTRA; by default with all."""
    folder = (folder or Path(tempfile.mkdtemp())).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    wheel, failed = built(folder), 0
    found = {line: list[str]() for line in CALLS.splitlines() if only in line}
    inputs(folder / "given")
    names = names or ("base", *extras())
    for name in names:
        begun = time.monotonic()
        program = environment(folder / name, wheel, name)
        took = time.monotonic() - begun
        click.echo(f"{name}: {size(folder / name) / 1e6:.0f} MB, {took:.0f} s", err=True)
        work = shutil.copytree(folder / "given", folder / f"{name}-work")
        installed = set(extras()) if name == "all" else {name}
        for line, words in found.items():
            word, wrong = outcome(program, line, work, installed)
            words.append(word)
            if wrong:
                failed += 1
                click.echo(f"{name}: ludograph {line}: {word}\n{wrong.strip()}", err=True)
    rows = ([f"`{line}`", *words] for line, words in found.items())
    click.echo(table(["command", *names], rows))
    if failed:
        raise click.ClickException(f"{failed} calls failed")


if __name__ == "__main__":
    main()
