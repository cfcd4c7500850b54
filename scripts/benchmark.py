"""Speed and memory of whole commands, measured beside pgn-extract in one run.

Every figure is a ratio of one run: absolute times say more about the machine than about the
program. Programs take turns, and of each the least processor time of several runs counts, start of
the interpreter included. pgn-extract reads chess games of the same mean length, as many plies as
ours (100,000 different ones, over and over: it keeps nothing of the games before).

Needs ``pgn-extract`` on the path (Debian has a package) and ``pip install 'ludograph[benchmark]'``;
without them the ratios are left out. ``docs/performance.md`` has the current figures.

    python scripts/benchmark.py
    python scripts/benchmark.py --games 2000 --runs 2 --only JSON
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import click

import records
from analysis.games import find
from notation import dialects
from scripts.archives import chess_archive, epaminondas_archive, random_archive
from scripts.measuring import PROGRAM, Figures, run, together

GAMES = ("epaminondas", "gipf", "megiddo")
"""Games that are measured; Crossings has the code of Epaminondas."""

VERDICT, OUTPUT = "pgn-extract -r", "pgn-extract -Wuci"
"""What a check and a conversion are compared with."""

DIFFERENT = 100_000
"""Different plies of the chess archive: more take long to draw."""

FEWER = 1000
"""Games of the small archive, in which the start weighs more."""


class Case(NamedTuple):
    """A command to measure.

    Attributes:
        name: what the table calls it.
        words: the command; ``{0}`` stands for the archive, ``{out}`` for a file or folder to write.
        archive: which archive, as `Archives` names them.
        peer: what it is compared with.
        aims: the ratios to reach for Epaminondas, GIPF and Megiddo; none where nothing is aimed at.
    """

    name: str
    words: str
    archive: str = "usual"
    peer: str = VERDICT
    aims: tuple[float, ...] = ()


CASES = (
    Case("check", "check -q {0}", aims=(1.5, 0.9, 0.7)),
    Case("check, 1,000 games", "check -q {0}", "fewer"),
    Case("check, all variants", "check -q {0}", "mixed", aims=(1.5, 0.9, 0.7)),
    Case("check, quoted tags", "check -q {0}", "quoted", aims=(0.5, 0.3, 0.23)),
    Case("check, rows without tags", "check -q {0}", "bare"),
    Case("check, untidy text", "check -q {0}", "untidy"),
    Case("check, two jobs", "check -q {0} --jobs 2"),
    Case("JSON lines in", "check -q {0}", "jsonl", aims=(1.0, 0.6, 0.45)),
    Case("JSON lines out", "convert {0} --to jsonl -o {out}", peer=OUTPUT, aims=(2, 1, 0.5)),
    Case("Parquet in", "check -q {0}", "parquet"),
    Case("Parquet out", "convert {0} --to parquet -o {out}", peer=OUTPUT),
    Case("duplicates", "check -q {0} --dedupe moves"),
    Case("statistics", "stats --json {0}"),
    Case("openings", "openings --depth 8 --min-count 10 --json {0}"),
    Case("report", "report {0} -o {out}", "fewer"),
    Case("library import", "library import {0} -L {out}"),
)


class Archives:
    """Archives of random games of one game, made when they are first asked for.

    Args:
        folder: where they are kept.
        game: name of the game.
        games: how many games each has, but the small one.
    """

    def __init__(self, folder: Path, game: str, games: int) -> None:
        self._folder, self._game, self._games = folder, game, games

    def __getitem__(self, name: str) -> Path:
        """Return an archive.

        ``usual`` is text in the usual notation, ``fewer`` the same of 1,000 games, ``mixed`` all
        main variants, ``quoted`` has quotation marks in a tag, ``bare`` has rows and no tags,
        ``untidy`` has the games of ``fewer`` as mail, chats, web pages and blocks, ``jsonl`` and
        ``parquet`` are formats, other names dialects.
        """
        ending = name if name in ("jsonl", "parquet") else "txt"
        path = self._folder / f"{self._game}-{self._games}-{name}.{ending}"
        if not path.exists():
            whole = path.with_name(f"made-{path.name}")
            self._make(name, whole)
            whole.rename(path)
        return path

    def plies(self, name: str) -> int:
        """Return the number of plies of an archive."""
        path = self[name]
        counted = path.with_name(f"{path.name}.plies")
        return int(counted.read_text()) if counted.exists() else self.plies("usual")

    def chess(self) -> tuple[Path, int]:
        """Return chess games as PGN, and how many plies they have: at least the usual archive's."""
        wanted, length = self.plies("usual"), self.plies("usual") // self._games
        path = self._folder / f"chess-{length}-{wanted}.pgn"
        counted = path.with_suffix(".plies")
        if not counted.exists():
            different = chess_archive(path, min(wanted, DIFFERENT), length)
            text, times = path.read_bytes(), -(-wanted // different)
            path.write_bytes(text * times)
            counted.write_text(str(different * times))
        return path, int(counted.read_text())

    def _make(self, name: str, path: Path) -> None:
        variants = _variants(self._game) if name == "mixed" else [find(self._game).default]
        if name in ("usual", "fewer", "mixed"):
            games = FEWER if name == "fewer" else self._games
            if self._game == "epaminondas":
                plies = epaminondas_archive(path, games)
            else:
                plies = random_archive(path, self._game, variants, games)
            self._count(path, plies)
        elif name == "quoted":
            text = self["usual"].read_text(encoding="utf-8")
            path.write_text(text.replace('[Event "', '[Event "\\"A\\" '), encoding="utf-8")
        elif name == "untidy":
            played = [record.moves for record in records.read(str(self["fewer"]))]
            texts = (_untidy(moves, at) for at, moves in enumerate(played))
            path.write_text("\n\n----------\n\n".join(texts), encoding="utf-8")
            self._count(path, sum(map(len, played)))
        elif name == "bare":
            lines = self["usual"].read_text(encoding="utf-8").splitlines(keepends=True)
            path.write_text("".join(one for one in lines if one[:1] != "["), encoding="utf-8")
        else:
            kind = name if path.suffix != ".txt" else f"text:{name}"
            self._convert(kind, path)

    def _convert(self, kind: str, path: Path) -> None:
        """Write the usual archive in a format, but games that a notation cannot express."""
        convert = [*PROGRAM, "convert", str(self["usual"]), "--to", kind, "-o", str(path)]
        said = subprocess.run(convert, stderr=subprocess.PIPE, text=True).stderr
        match = re.search(r"([\d,]+) read, ([\d,]+) written", said)
        if match is None:
            raise click.ClickException(f"{' '.join(convert)}: {said}")
        read, written = (int(one.replace(",", "")) for one in match.groups())
        self._count(path, round(self.plies("usual") * written / read))

    def _count(self, path: Path, plies: int) -> None:
        path.with_name(f"{path.name.removeprefix('made-')}.plies").write_text(str(plies))


def _untidy(moves: Sequence[str], style: int) -> str:
    """Return the moves of a game in one of seven styles of untidy text."""
    rows = [f"{at // 2 + 1}. {'  '.join(moves[at : at + 2])}" for at in range(0, len(moves), 2)]
    half = -(-len(rows) // 2)
    wide = max(map(len, rows), default=0) + 3
    beside = zip_longest(rows[:half], rows[half:], fillvalue="")
    speakers = [f"{('White', 'Black')[at % 2]}: {move}" for at, move in enumerate(moves)]
    lines = (
        [row.replace(".", ")", 1) for row in rows],
        [row.partition(" ")[2] for row in rows],
        [f"> {row}" for row in rows],
        [f"<tr><td>{row.replace(' ', '</td><td>', 1)}</td></tr>" for row in rows],
        [f"[20:{at % 60:02}] {one}" for at, one in enumerate(speakers)],
        speakers,
        [f"{one:{wide}}{other}" for one, other in beside],
    )
    return "\n".join(lines[style % len(lines)])


def _variants(game: str) -> list[str]:
    """Return the variants of the mixed archive."""
    if game == "megiddo":
        names = [
            f"{one}{cleopatra}" for one in ("base", "master") for cleopatra in ("", "+cleopatra")
        ]
        return [*names, "base+players=3", "master+players=3"]
    return ["basic", "standard", "tournament"] if game == "gipf" else [find(game).default]


def cases(game: str) -> Iterator[Case]:
    """Yield what is measured of a game: `CASES`, and a check of every other notation."""
    yield from CASES
    others = dialects(game)[1:]
    aims = tuple(one / 3 for one in CASES[0].aims)
    yield from (Case(f"check, {one.name}", "check -q {0}", one.name, aims=aims) for one in others)


@click.command()
@click.option("--games", default=20_000, show_default=True, help="Games in an archive.")
@click.option("--game", "names", multiple=True, default=GAMES, help="Game to measure.")
@click.option("--only", default="", metavar="TEXT", help="Only cases with this in their name.")
@click.option("--runs", default=3, show_default=True, help="Runs of which the least counts.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where archives are kept.")
def main(
    games: int,
    names: tuple[str, ...],
    only: str,
    runs: int,
    folder: Path | None,
) -> None:
    """Measure speed and memory of commands on archives of random games."""
    folder = folder or Path(tempfile.gettempdir()) / "ludograph-benchmark"
    folder.mkdir(exist_ok=True)
    click.echo(_machine())
    for name in names:
        _measure(Archives(folder, name, games), name, only, runs)
    if only in "start":
        _start(max(runs, 10))


def _machine() -> str:
    """Return a line on the machine and how busy it is."""
    model = platform.machine()
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((one.split(": ")[1] for one in lines if one.startswith("model name")), model)
    busy = f"{os.getloadavg()[0]:.1f} processes busy before"
    return f"{os.cpu_count()} processors ({model}), Python {platform.python_version()}, {busy}"


def _measure(archives: Archives, game: str, only: str, runs: int) -> None:
    """Print the table of a game."""
    click.echo(f"\n{game}: {archives.plies('usual'):,} plies\n")
    click.echo("| command | plies/s of processor time | MiB | beside pgn-extract | aim |")
    click.echo("|---|--:|--:|--:|--:|")
    chosen = [one for one in cases(game) if only in one.name]
    commands = {one.name: _command(one, archives) for one in chosen}
    peers, chess_plies = _peers(archives)
    found = together(commands | peers, runs)
    for one in chosen:
        rate = archives.plies(one.archive) / found[one.name].busy
        peer = chess_plies / found[one.peer].busy if one.peer in found else None
        aim = one.aims[GAMES.index(game)] if one.aims else None
        click.echo(_row(one.name, rate, found[one.name], peer, aim))
    if not only:
        _whole(archives, found)


def _command(case: Case, archives: Archives) -> list[str]:
    words = case.words.replace("{0}", str(archives[case.archive]))
    return [*PROGRAM, *words.split()]


def _peers(archives: Archives) -> tuple[dict[str, list[str]], int]:
    """Return the commands of pgn-extract and the plies that it reads; none where it is missing."""
    program = shutil.which("pgn-extract", path=f"{os.environ['PATH']}:/usr/games")
    if program is None or find_spec("chess") is None:
        click.echo("(pgn-extract or the package chess is not installed: no ratios)", err=True)
        return {}, 0
    path, plies = archives.chess()
    commands = {VERDICT: [program, "-r", str(path)], OUTPUT: [program, "-Wuci", str(path)]}
    return commands, plies


def _row(name: str, rate: float, figures: Figures, peer: float | None, aim: float | None) -> str:
    ratios = ("" if one is None else f"{one:.2f}" for one in (peer and rate / peer, aim))
    return f"| {name} | {rate:,.0f} | {figures.peak:.0f} | {' | '.join(ratios)} |"


def _whole(archives: Archives, found: dict[str, Figures]) -> None:
    """Print what is no ratio to a peer: jobs, and memory of ten times the input."""
    one, two = found["check"], found["check, two jobs"]
    click.echo(
        f"\nTwo jobs: {one.seconds / two.seconds:.2f} times as quick by the clock (aim 1.7)."
    )
    tenfold = [str(archives["usual"])] * 10
    ten = {name: run([*PROGRAM, *name.split(), *tenfold]).peak for name in ("check -q", "stats")}
    click.echo(
        "Ten times the games: " + ", ".join(f"{k} {v:.0f} MiB" for k, v in ten.items()) + "."
    )


def _start(runs: int) -> None:
    aims = {"--version": 4, "check classic:epaminondas-demonstration": 9}
    commands = {"": [sys.executable, "-c", "pass"]}
    commands |= {words: [*PROGRAM, *words.split()] for words in aims}
    found = together(commands, runs)
    bare = found.pop("").busy
    click.echo(f"\nStart: a bare interpreter takes {bare * 1000:.0f} ms of processor time.")
    for words, figures in found.items():
        click.echo(f"ludograph {words}: {figures.busy / bare:.1f} times that (aim {aims[words]}).")


if __name__ == "__main__":
    main()
