"""Speed and memory, measured beside programs that do the like for chess.

Everything is measured in one run and printed as ratios: absolute times say more about the machine
than about the program. All games of an archive are different. The chess games are as long as ours.
Each figure is the least of several runs, the programs taking turns: of processor time, which other
work on the machine disturbs less, and of wall time, start included. Python keeps its bytecode.
Cold is the first pass over an archive in a process, warm the second.

Needs ``pgn-extract`` on the path (Debian has a package) and ``pip install 'ludograph[benchmark]'``;
what is missing is named. ``docs/performance.md`` keeps figures.

    python scripts/benchmark.py
    python scripts/benchmark.py --games 2000 --runs 2
    python -m scripts.benchmark repair --games 40
    python scripts/benchmark.py repair --help
    python -m scripts.benchmark ocr --sheets 40 --jobs 2
"""

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click

from analysis.games import GAMES
from scripts.archives import chess_archive, epaminondas_archive, random_archive
from scripts.batches import measure_batches
from scripts.measuring import PROGRAM, passes, speed, together
from scripts.ocr_benchmark import main as ocr
from scripts.reference_speed import judged_plies
from scripts.repair_benchmark import main as repair
from scripts.tables import measure_tables

AIMS = {"epaminondas": 1.2, "megiddo": 0.6, "gipf": 0.6}
"""Games, and how many times the speed of pgn-extract each should be checked with."""

CHESS_PLIES = 100_000
"""Plies of a chess archive at most: they take long to make, and longer for Python to read."""

CHESS = """
import sys, chess.pgn
with open(sys.argv[1]) as file:
    while game := chess.pgn.read_game(file):
        assert not game.errors
"""


@click.group(invoke_without_command=True)
@click.option("--games", default=20_000, show_default=True, help="Games in an archive.")
@click.option("--game", "names", multiple=True, default=tuple(AIMS), help="Game to measure.")
@click.option("--runs", default=3, show_default=True, help="Runs of which the best counts.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where archives are kept.")
@click.pass_context
def main(
    ctx: click.Context, games: int, names: tuple[str, ...], runs: int, folder: Path | None
) -> None:
    """Measure verdicts, conversions, batches, tables, memory and the start of the command line.

    Repairs are measured apart, by the command repair: they are judged by what they find.
    """
    if ctx.invoked_subcommand:
        return
    folder = folder or Path(tempfile.gettempdir()) / "ludograph-benchmark"
    folder.mkdir(exist_ok=True)
    click.echo(_machine())
    for name in names:
        archive, plies = _archive(folder / f"{name}-{games}.txt", partial(_write, name, games))
        click.echo(f"{name}: {games:,} games, {plies:,} plies, {archive.stat().st_size:,} bytes")
        _compare(folder, archive, plies, games, runs, AIMS[name])
        if name == "gipf":
            click.echo(f"  the tests' plain judge {judged_plies(archive):>10,.0f} plies/s")
        measure_batches(archive, _tenfold(archive), plies, runs)
        thousand = _archive(folder / f"{name}-1000.txt", partial(_write, name, 1000))
        measure_tables(archive, thousand, runs)
    _start_up(max(runs, 10))


def _machine() -> str:
    """Return a line on the machine and how busy it is."""
    model = platform.machine()
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((one.split(": ")[1] for one in lines if one.startswith("model name")), model)
    busy = f"{os.getloadavg()[0]:.1f} processes busy before"
    return f"{os.cpu_count()} processors ({model}), Python {platform.python_version()}, {busy}"


def _write(name: str, games: int, path: Path) -> int:
    """Write random games of a kind; return the number of plies."""
    if name == "epaminondas":
        return epaminondas_archive(path, games)
    return random_archive(path, name, GAMES[name].default, games)


def _archive(path: Path, write: Callable[[Path], int]) -> tuple[Path, int]:
    """Return an archive and its number of plies, writing it if it is not there yet."""
    counted = path.with_name(f"{path.name}.plies")
    if not counted.exists():
        counted.write_text(str(write(path)))
    return path, int(counted.read_text())


def _compare(folder: Path, archive: Path, plies: int, games: int, runs: int, aim: float) -> None:
    """Compare verdicts, and JSON lines of checked games, with what chess programs take."""
    ours = {
        "text to verdict": [*PROGRAM, "check", "-q", str(archive)],
        "text to JSON lines": [*PROGRAM, "convert", str(archive), "--to", "jsonl"],
    }
    theirs: dict[str, list[str]] = {}
    chess_plies = 0
    if find_spec("chess") is None:
        click.echo("  (the package chess is not installed: nothing to compare with)")
    else:
        pgn, chess_plies = _archive(
            folder / f"{archive.stem}.pgn",
            partial(chess_archive, plies=min(plies, CHESS_PLIES), length=round(plies / games)),
        )
        theirs["chess.pgn.read_game"] = [sys.executable, "-c", CHESS, str(pgn)]
        if shutil.which("pgn-extract"):
            theirs["pgn-extract -r"] = ["pgn-extract", "-r", str(pgn)]
            theirs["pgn-extract -Wuci"] = ["pgn-extract", "-Wuci", str(pgn)]
        else:
            click.echo("  (pgn-extract is not installed: not compared with)")
    found = together(ours | theirs, runs)
    for name in ours:
        click.echo(f"  {name:20} {speed(plies, found[name])}")
    cold, warm = passes(["check", "-q", str(archive)], runs)
    passed = f"{plies / cold:,.0f} plies/s cold, {plies / warm:,.0f} warm"
    click.echo(f"  {'':20} without the start of the interpreter {passed}")
    wanted = {"pgn-extract -r": aim, "pgn-extract -Wuci": 1.0, "chess.pgn.read_game": 15.0}
    for name in theirs:
        with_ours = "text to JSON lines" if name.endswith("uci") else "text to verdict"
        rate, own = chess_plies / found[name].busy, plies / found[with_ours].busy
        click.echo(
            f"  {name:20} {speed(chess_plies, found[name])}; {with_ours} has "
            f"{own / rate:.2f} times that (aim {wanted[name]})"
        )


def _tenfold(archive: Path) -> Path:
    """Return an archive with the games ten times, for measuring memory."""
    tenfold = archive.with_name(f"{archive.stem}-tenfold.txt")
    if not tenfold.exists():
        with tenfold.open("wb") as out:
            for _ in range(10):
                out.write(archive.read_bytes())
    return tenfold


def _start_up(runs: int) -> None:
    aims = {"--version": 4, "check classic:epaminondas-demonstration": 9}
    commands = {"": [sys.executable, "-c", "pass"]}
    commands |= {words: [*PROGRAM, *words.split()] for words in aims}
    found = together(commands, runs)
    bare = found.pop("").busy
    click.echo(f"start: a bare interpreter takes {bare * 1000:.0f} ms of processor time")
    for words, figures in found.items():
        ratio = f"{figures.busy / bare:.1f} times that (aim {aims[words]})"
        click.echo(f"  ludograph {words}: {figures.busy * 1000:.0f} ms, {ratio}")


main.add_command(repair, "repair")
main.add_command(ocr, "ocr")

if __name__ == "__main__":
    main()
