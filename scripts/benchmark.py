"""Speed and memory, measured beside programs that do the like for chess.

Everything is measured in one run and printed as ratios: absolute times say more about the machine
than about the program. The chess archive has as many plies as ours, in games of the same length.
Each figure is the wall time of a whole process, start included, the best of several runs.

Needs ``pgn-extract`` on the path (Debian has a package) and ``pip install 'ludograph[benchmark]'``;
what is missing is left out.

    python scripts/benchmark.py
    python scripts/benchmark.py --games 2000 --runs 1
    python -m scripts.benchmark repair --games 40
    python scripts/benchmark.py repair --help
    python -m scripts.benchmark ocr --sheets 40 --jobs 2
"""

import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click

from analysis.games import GAMES
from scripts.archives import chess_archive, epaminondas_archive, random_archive
from scripts.batches import measure_batches
from scripts.measuring import measure
from scripts.ocr_benchmark import main as ocr
from scripts.reference_speed import judged_plies
from scripts.repair_benchmark import main as repair
from scripts.tables import measure_tables

AIMS = {"epaminondas": 1.2, "megiddo": 0.6, "gipf": 0.6}
"""Games, and how many times the speed of pgn-extract each should be checked with."""

VERDICTS = """
import sys, records
from analysis import replay
wrong = sum(not replay(record).valid for record in records.read(sys.argv[1]))
sys.exit(wrong and f"{wrong} games are not valid")
"""

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
    for name in names:
        archive, plies = _archive(folder / f"{name}-{games}.txt", partial(_write, name, games))
        click.echo(f"{name}: {games:,} games, {plies:,} plies, {archive.stat().st_size:,} bytes")
        _compare(folder, archive, plies, games, runs, AIMS[name])
        if name == "gipf":
            click.echo(f"  the tests' plain judge {judged_plies(archive):>10,.0f} plies/s")
        tenfold = _memory(folder, archive)
        measure_batches(archive, tenfold, plies, runs)
        measure_tables(archive, _archive(folder / f"{name}-1000.txt", partial(_write, name, 1000)))
    _start_up(max(runs, 10))


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
    ours, _ = measure([sys.executable, "-c", VERDICTS, str(archive)], runs)
    click.echo(f"  text to verdict      {plies / ours:>12,.0f} plies/s")
    if find_spec("chess") is None:
        click.echo("  (the package chess is not installed: nothing to compare with)")
        return
    pgn, chess_plies = _archive(
        folder / f"{archive.stem}.pgn",
        partial(chess_archive, plies=plies, length=round(plies / games)),
    )
    if shutil.which("pgn-extract"):
        theirs, _ = measure(["pgn-extract", "-r", str(pgn)], runs)
        _ratio("pgn-extract -r", chess_plies / theirs, plies / ours, aim)
        _compare_conversions(archive, pgn, plies, chess_plies, runs)
    slow, _ = measure([sys.executable, "-c", CHESS, str(pgn)], 1)
    _ratio("chess.pgn.read_game", chess_plies / slow, plies / ours, aim=15)


def _compare_conversions(archive: Path, pgn: Path, plies: int, chess_plies: int, runs: int) -> None:
    """Compare writing checked games as JSON lines with writing chess games in UCI's notation."""
    convert = [sys.executable, "-m", "analysis", "convert", str(archive), "--to", "jsonl"]
    ours, _ = measure(convert, runs)
    click.echo(f"  text to JSON lines   {plies / ours:>12,.0f} plies/s")
    theirs, _ = measure(["pgn-extract", "-Wuci", str(pgn)], runs)
    _ratio("pgn-extract -Wuci", chess_plies / theirs, plies / ours, aim=1)


def _ratio(name: str, theirs: float, ours: float, aim: float) -> None:
    compared = f"ours is {ours / theirs:.2f} times that (aim {aim})"
    click.echo(f"  {name:20} {theirs:>12,.0f} plies/s, {compared}")


def _memory(folder: Path, archive: Path) -> Path:
    """Print the peak memory of text to verdict; return an archive with ten times as much."""
    tenfold = folder / f"{archive.stem}-tenfold.txt"
    if not tenfold.exists():
        with tenfold.open("wb") as out:
            for _ in range(10):
                out.write(archive.read_bytes())
    peaks = [
        measure([sys.executable, "-c", VERDICTS, str(path)], 1)[1] for path in (archive, tenfold)
    ]
    click.echo(f"  peak memory          {peaks[0]:.0f} MiB, ten times the input {peaks[1]:.0f} MiB")
    return tenfold


def _start_up(runs: int) -> None:
    bare, _ = measure([sys.executable, "-c", "pass"], runs)
    click.echo(f"start: a bare interpreter takes {bare * 1000:.0f} ms")
    program = [sys.executable, "-m", "analysis"]
    for arguments, aim in (
        (["--version"], 8),
        (["check", "classic:epaminondas-demonstration"], 15),
    ):
        taken, _ = measure([*program, *arguments], runs)
        command = f"ludograph {' '.join(arguments)}"
        click.echo(f"  {command}: {taken * 1000:.0f} ms, {taken / bare:.1f} times that (aim {aim})")


main.add_command(repair, "repair")
main.add_command(ocr, "ocr")

if __name__ == "__main__":
    main()
