"""Every command in a clean environment of the base install, and of each extra.

    python -m scripts.extras
    python -m scripts.extras base tables --folder kept

Builds a wheel, installs it, and prints a table of exit statuses: a command works, or else it names
in one line an extra that is not there, and exits with 2. All else fails.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

TOP = Path(__file__).parents[1]

DEVELOPING = {"test"}
"""Extras that no command needs."""

LIMIT = 300
"""Seconds after which a command has failed."""

SERVING = 20
"""Seconds after which a command that runs until Ctrl-C gets that."""

GAME = "classic:gipf-tournament"

GAMES = TOP / "records" / "classics"

MADE = f"""\
convert {GAME} -o given.txt.gz
convert {GAME} -o given.parquet
convert {GAME} -o given.jsonl.zst
library import {GAME} classic:megiddo-match -L given.ludo
"""
"""How the files that calls read are made."""

CALLS = f"""\
--version
check {GAME} classic:megiddo-match --json
check {GAME} --output-format sarif
check {GAME} --crops crops
check {GAME} --jobs 2
check given.txt.gz
check {GAME} --diagrams boards
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
library list -L given.ludo
library search -L given.ludo --material '*>3' --before 6
library show 1 -L given.ludo
library show 1 -L given.ludo -o one.png
library export -L given.ludo -o export.jsonl
library stats -L given.ludo
library check -L given.ludo
library search -L given.ludo --material '*>3' --before 6
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
"""What runs until Ctrl-C."""

MISSING = re.compile(r"""this needs "pip install 'ludograph\[(\w+)\]'\"""")

OTHERS = {**dict.fromkeys(SERVERS, (0, 1, 130)), "slip.txt": (0, 1), "tcp://": (2,)}
"""Exit statuses of calls that have something of their own: an error, or no cluster there."""


def extras() -> list[str]:
    """Return the names of the extras for users."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [name for name in project["optional-dependencies"] if name not in DEVELOPING]


def built(folder: Path) -> Path:
    """Return a wheel of the sources as they are."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
    subprocess.run([*pip, str(TOP)], check=True)
    (wheel,) = folder.glob("ludograph-*.whl")
    return wheel


def environment(folder: Path, wheel: Path, extra: str) -> Path:
    """Make an environment with the base or an extra; return its folder of programs."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    wanted = f"{wheel}[{extra}]" if extra != "base" else str(wheel)
    pip = [
        str(programs / "python"),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--no-compile",
    ]
    subprocess.run([*pip, "--quiet", wanted], check=True)
    return programs


def size(folder: Path) -> int:
    """Return the bytes of all files in an environment, pip aside."""
    files = (one for one in folder.rglob("*") if one.is_file() and not one.is_symlink())
    return sum(one.stat().st_size for one in files if "pip" not in one.relative_to(folder).parts)


def inputs(folder: Path) -> None:
    """Write the files that the calls read, with the packages of this interpreter."""
    folder.mkdir()
    (folder / "slip.txt").write_bytes((GAMES / "epaminondas-slip.txt").read_bytes())
    for line in MADE.splitlines():
        ludograph = [sys.executable, "-m", "analysis", *line.split()]
        path = os.pathsep.join([str(TOP), os.environ.get("PYTHONPATH", "")])
        environ = os.environ | {"PYTHONPATH": path}
        subprocess.run(ludograph, cwd=folder, env=environ, check=True, stdout=subprocess.DEVNULL)


def outcome(program: Path, line: str, folder: Path) -> tuple[str, str]:
    """Return how a call ended, in a word, and what is wrong with that; empty where nothing is."""
    serves = line.endswith(SERVERS)
    process = subprocess.Popen(
        [str(program), *shlex.split(line)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    ended = ""
    try:
        out, err = process.communicate(timeout=SERVING if serves else LIMIT)
    except subprocess.TimeoutExpired:
        ended = "served" if serves else "hung"
        process.send_signal(signal.SIGINT if serves else signal.SIGKILL)
        try:
            out, err = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:  # as where a shell has Ctrl-C ignored in the background
            process.kill()
            out, err = process.communicate()
            ended = "hung"
    status = process.returncode
    if "Traceback" in out + err:
        return "traceback", err
    if named := MISSING.search(" ".join([*err.split(), *out.split()])):
        fine = status == 2 and err.count("\n") < 2
        return f"{status} {named[1]}", "" if fine else out + err
    right = next((ends for part, ends in OTHERS.items() if part in line), (0,))
    fine = status in right and ended != "hung"
    return ended or str(status), "" if fine else err or out


def rows(
    program: Path, extra: str, folder: Path, calls: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield each call with how it ended, and what is wrong with that."""
    installed = {extra, *(extras() if extra == "all" else ())}
    for line in calls:
        word, wrong = outcome(program, line, folder)
        if not wrong and set(word.partition(" ")[2].split(",")) & installed:
            wrong = "names an extra that is installed"
        yield line, word, wrong


@click.command()
@click.argument("names", nargs=-1, metavar="[EXTRA]...")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the environments are kept.")
@click.option("--only", default="", metavar="TEXT", help="Only calls with this text.")
def main(names: Sequence[str], folder: Path | None, only: str) -> None:
    """Run every command with the base and each EXTRA; by default with all."""
    folder = (folder or Path(tempfile.mkdtemp())).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    wheel, found = built(folder), dict[str, dict[str, str]]()
    calls, failed = [line for line in CALLS.splitlines() if only in line], []
    inputs(folder / "given")
    for name in names or ("base", *extras()):
        begun = time.monotonic()
        programs = environment(folder / name, wheel, name)
        took = time.monotonic() - begun
        click.echo(f"{name}: {size(folder / name) / 1e6:.0f} MB, {took:.0f} s", err=True)
        work = folder / f"{name}-work"
        shutil.copytree(folder / "given", work)
        found[name] = {}
        for line, word, wrong in rows(programs / "ludograph", name, work, calls):
            found[name][line] = word
            if wrong:
                failed.append(name)
                click.echo(f"{name}: ludograph {line}: {word}\n{wrong.strip()}", err=True)
    click.echo("| command | " + " | ".join(found) + " |\n|---|" + "---|" * len(found))
    for line in calls:
        click.echo(f"| `{line}` | " + " | ".join(one[line] for one in found.values()) + " |")
    if failed:
        raise click.ClickException(f"{len(failed)} calls failed")


if __name__ == "__main__":
    main()
