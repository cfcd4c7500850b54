"""Speed and memory of whole commands on archives of random games, beside pgn-extract in one run.

Compare the ratios: absolute times depend on the machine. The programs run in turns. The figure of a
program is the least processor time of several runs, including the start of the interpreter.
pgn-extract reads as many plies of chess, in games of the same mean length. Only about `DIFFERENT`
plies are drawn, and their games repeated. That is no advantage, since pgn-extract keeps no data of
earlier games.

Needs ``pgn-extract`` on the path (Debian has a package) and the dependency group ``benchmark``;
without them the ratios are left out. ``docs/performance.md`` has the current figures.

    python -m scripts.benchmark
    python -m scripts.benchmark --games 2000 --runs 2 --only 'JSON|statistics$'
"""

import json
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import click

import records
from analysis.games import find
from analysis.games.position import AnyPosition
from notation import Dialect, dialects, find_dialect
from records import Record
from scripts import table

GAMES = ("epaminondas", "gipf", "megiddo")
"""The measured games; Crossings shares the code of Epaminondas."""

PROGRAM = [sys.executable, "-m", "analysis"]

VERDICT, OUTPUT = "pgn-extract -r", "pgn-extract -Wuci"
"""The peers of a check and of a conversion."""

DIFFERENT = 100_000
"""Different plies of the chess archive; drawing more takes long."""

FEWER = 1000
"""Games of the small archive, in which the start-up counts for more."""

LONGEST = 125
"""Plies after which a random game ends unfinished."""

LISTED = 1 / 20
"""Share of the plies drawn from a list of all legal moves, which is slow."""

TRIES = 24
"""Moves of other games that are tried on a board before its legal moves are listed."""

VARIANTS = Path(__file__).parents[1] / "vectors" / "variants.json"


class Case(NamedTuple):
    """A command to measure.

    Attributes:
        name: its name in the table.
        words: the command; ``{0}`` stands for the archive, ``{out}`` for a file or folder to write.
        archive: name of the archive; `archive` makes it.
        peer: the program that it is compared with.
        times: number of times that the command names the archive.
    """

    name: str
    words: str
    archive: str = "usual"
    peer: str = VERDICT
    times: int = 1


CASES = (
    Case("check", "check -q {0}"),
    Case("check, 1,000 games", "check -q {0}", "fewer"),
    Case("check, ten times the games", "check -q {0}", times=10),
    Case("check, all variants", "check -q {0}", "mixed"),
    Case("check, quoted tags", "check -q {0}", "quoted"),
    Case("check, rows without tags", "check -q {0}", "bare"),
    Case("check, untidy text", "check -q {0}", "untidy"),
    Case("check, two jobs", "check -q {0} --jobs 2"),
    Case("JSON lines in", "check -q {0}", "jsonl"),
    Case("JSON lines out", "convert {0} --to jsonl -o {out}", peer=OUTPUT),
    Case("Parquet in", "check -q {0}", "parquet"),
    Case("Parquet out", "convert {0} --to parquet -o {out}", peer=OUTPUT),
    Case("duplicates", "check -q {0} --dedupe moves"),
    Case("statistics", "stats --json {0}"),
    Case("statistics, ten times the games", "stats --json {0}", times=10),
    Case("openings", "openings --depth 8 --min-count 10 --json {0}"),
    Case("report", "report {0} -o {out}", "fewer"),
    Case("library import", "library import {0} -L {out}"),
)


def cases(game: str) -> Iterator[Case]:
    """Yield the commands to measure for a game: `CASES`, and a check for each further notation."""
    yield from CASES
    for dialect in dialects(game)[1:]:
        yield Case(f"check, {dialect.name}", "check -q {0}", dialect.name)


class Archive(NamedTuple):
    """A file of games, with its number of plies."""

    path: Path
    plies: int


def archive(folder: Path, game: str, games: int, name: str) -> Archive:
    """Return an archive of random games, which is created if it does not exist.

    Args:
        folder: the folder of archives, and of files with their numbers of plies.
        game: name of the game.
        games: number of games.
        name: ``usual`` is text in the usual notation, and ``fewer`` the same with 1,000 games.
            ``mixed`` has all main variants, ``quoted`` quotation marks in a tag, ``bare`` rows and
            no tags, ``untidy`` the games of ``fewer`` as mail, chats, web pages and blocks. The
            formats ``jsonl`` and ``parquet``, and the names of dialects, have the usual games.
    """
    ending = name if name in ("jsonl", "parquet") else "txt"
    path = folder / f"{game}-{games}-{name}.{ending}"
    counted = path.with_name(f"{path.name}.plies")
    if not counted.exists():
        counted.write_text(str(_make(folder, game, games, name, path)))
    return Archive(path, int(counted.read_text()))


def _make(folder: Path, game: str, games: int, name: str, path: Path) -> int:
    """Write an archive, and return its number of plies."""
    if name in ("usual", "fewer"):
        return _play(path, game, [find(game).default], games if name == "usual" else FEWER)
    if name == "mixed":
        return _play(path, game, json.loads(VARIANTS.read_text(encoding="utf-8"))[game], games)
    if name == "untidy":
        source = archive(folder, game, games, "fewer")
        played = [record.moves for record in records.read(source.path)]
        texts = (_untidy(moves, at) for at, moves in enumerate(played))
        path.write_text("\n\n----------\n\n".join(texts), encoding="utf-8")
        return source.plies
    usual = archive(folder, game, games, "usual")
    if name in ("quoted", "bare"):
        lines = usual.path.read_text(encoding="utf-8").splitlines(keepends=True)
        if name == "quoted":
            lines = [line.replace('[Event "', '[Event "\\"A\\" ') for line in lines]
        else:
            lines = [line for line in lines if line[:1] != "["]
        path.write_text("".join(lines), encoding="utf-8")
        return usual.plies
    kind = name if path.suffix != ".txt" else f"text:{name}"
    convert = [*PROGRAM, "convert", str(usual.path), "--to", kind, "-o", str(path)]
    said = subprocess.run(convert, stderr=subprocess.PIPE, text=True).stderr
    match = re.search(r"([\d,]+) read, ([\d,]+) written", said)
    if match is None:
        raise click.ClickException(f"{' '.join(convert)}: {said}")
    read, written = (int(number.replace(",", "")) for number in match.groups())
    return round(usual.plies * written / read)


def _play(path: Path, game: str, variants: Sequence[str], games: int) -> int:
    """Write distinct games of random legal moves, the variants in turn; return the number of plies.

    Most moves are drawn from the moves of earlier games and tried on the board, which is faster
    than listing all legal moves.
    """
    chance, dialect, plies = random.Random(1), find_dialect(game), 0
    starts = [find(game).start(one) for one in variants]
    steps: list[dict[str, Any]] = [{} for _ in variants]
    played: list[list[str]] = [[] for _ in variants]
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for number in range(games):
            at = number % len(variants)
            moves = tuple(_random_game(starts[at], dialect, steps[at], played[at], chance))
            tags = {"Event": "Random games", "Round": str(number + 1)}
            out.write(records.write(Record(moves, game, variants[at], dialect.name, tags)))
            plies += len(moves)
            played[at] += moves
    return plies


def _random_game(
    position: AnyPosition,
    dialect: Dialect[Any],
    steps: dict[str, Any],
    played: Sequence[str],
    chance: random.Random,
) -> Iterator[str]:
    """Yield the moves of a game.

    Args:
        position: the start of the game.
        dialect: the dialect to write moves in.
        steps: the compiled moves of all games, by their texts; the function adds new ones.
        played: the texts of the moves of all earlier games.
        chance: the random generator.
    """
    for _ in range(LONGEST):
        listed = not played or chance.random() < LISTED
        for text in () if listed else chance.choices(played, k=TRIES):
            after, count = position.advance([steps[text]])
            if count:
                break
        else:
            count = position.count_moves()
            if not count or position.outcome():
                return
            move = next(islice(position.legal_moves(), chance.randrange(count), None))
            text, after = dialect.write(move), position.play(move)
            steps[text] = position.compile(dialect.read(text).moves[0])
        yield text
        position = after


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


def chess_archive(folder: Path, plies: int, length: int) -> Archive:
    """Return an archive of random chess games in PGN, of at least ``plies`` plies.

    Each game has ``length`` plies. About `DIFFERENT` plies are generated; these games are repeated.
    """
    import chess
    import chess.pgn

    path = folder / f"chess-{length}-{plies}.pgn"
    counted = path.with_suffix(".plies")
    if not counted.exists():
        chance, texts, drawn = random.Random(1), list[str](), 0
        while drawn < min(plies, DIFFERENT):
            board = chess.Board()
            while board.ply() < length and not board.is_game_over():
                board.push(chance.choice(list(board.legal_moves)))
            pgn = chess.pgn.Game.from_board(board)
            pgn.headers["Round"] = str(len(texts) + 1)
            texts.append(f"{pgn}\n\n")
            drawn += board.ply()
        times = -(-plies // drawn)
        path.write_text("".join(texts) * times, encoding="utf-8")
        counted.write_text(str(drawn * times))
    return Archive(path, int(counted.read_text()))


class Figures(NamedTuple):
    """Figures of a run.

    Attributes:
        seconds: wall time.
        busy: seconds of processor time of the process and its children.
        peak: MiB of memory of the largest process, at its peak.
    """

    seconds: float
    busy: float
    peak: float


LAUNCH = """
import resource, subprocess, sys, time
begun = time.perf_counter()
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
status = subprocess.run(sys.argv[1:], **quiet).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
sys.exit(status)
"""
"""Runs a command from a small process, since the peak of a child begins with its parent's size."""


def run(command: Sequence[str]) -> Figures:
    """Run a command, which may write Python's bytecode files, and return its figures.

    Raises:
        ClickException: the command fails.
    """
    environ = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    launch = [sys.executable, "-S", "-c", LAUNCH, *command]
    done = subprocess.run(launch, stdout=subprocess.PIPE, text=True, env=environ)
    if done.returncode:
        raise click.ClickException(f"failed: {' '.join(command)[-200:]}")
    return Figures(*map(float, done.stdout.split()))


def together(commands: Mapping[str, Sequence[str]], runs: int) -> dict[str, Figures]:
    """Return the least times and the greatest peak of each command, run in turns.

    ``{out}`` in a command stands for a new file or folder.
    """
    found: dict[str, list[Figures]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            with tempfile.TemporaryDirectory() as folder:
                words = [word.replace("{out}", f"{folder}/out") for word in command]
                found[name].append(run(words))
    return {
        name: Figures(min(seconds), min(busy), max(peak))
        for name, some in found.items()
        for seconds, busy, peak in [zip(*some, strict=True)]
    }


@click.command()
@click.option("--games", default=20_000, show_default=True, help="Games in an archive.")
@click.option("--game", "names", multiple=True, type=click.Choice(GAMES), default=GAMES)
@click.option("--only", default="", metavar="REGEX", help="Only cases whose names match.")
@click.option("--runs", default=3, show_default=True, help="Runs of which the least counts.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where archives are kept.")
def main(games: int, names: tuple[str, ...], only: str, runs: int, folder: Path | None) -> None:
    """Measure speed and memory of commands on archives of random games."""
    folder = folder or Path(tempfile.gettempdir()) / "ludograph-benchmark"
    folder.mkdir(exist_ok=True)
    click.echo(_machine())
    for name in names:
        _measure(folder, name, games, only, runs)
    if re.search(only, "start"):
        _start(max(runs, 10))


def _machine() -> str:
    """Return one line that describes the machine and its load."""
    model = platform.machine()
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((one.split(": ")[1] for one in lines if one.startswith("model name")), model)
    busy = f"{os.getloadavg()[0]:.1f} processes busy before"
    return f"{os.cpu_count()} processors ({model}), Python {platform.python_version()}, {busy}"


def _measure(folder: Path, game: str, games: int, only: str, runs: int) -> None:
    """Measure the commands of a game, and print the table."""
    usual = archive(folder, game, games, "usual")
    click.echo(f"\n{game}: {usual.plies:,} plies\n")
    commands, plies, peers = {}, {}, {}
    for case in cases(game):
        if re.search(only, case.name):
            path, count = archive(folder, game, games, case.archive)
            words = case.words.replace("{0}", " ".join([str(path)] * case.times))
            commands[case.name] = [*PROGRAM, *words.split()]
            plies[case.name], peers[case.name] = case.times * count, case.peer
    program = shutil.which("pgn-extract", path=f"{os.environ['PATH']}:/usr/games")
    if program and find_spec("chess"):
        path, count = chess_archive(folder, usual.plies, usual.plies // games)
        for name in (VERDICT, OUTPUT):
            commands[name] = [program, name.split()[1], str(path)]
            plies[name] = count
    else:
        click.echo("(pgn-extract or the package chess is not installed: no ratios)", err=True)
    found = together(commands, runs)
    rates = {name: plies[name] / one.busy for name, one in found.items()}
    rows = []
    for name, peer in peers.items():
        ratio = f"{rates[name] / rates[peer]:.2f}" if peer in rates else ""
        seconds, _, peak = found[name]
        rows.append([name, f"{rates[name]:,.0f}", f"{seconds:.2f}", f"{peak:.0f}", ratio])
    heads = ("command", "plies/s of processor time", "s by the clock", "MiB", "beside pgn-extract")
    click.echo(table(heads, rows))


def _start(runs: int) -> None:
    names = ("--version", "check classic:epaminondas-demonstration")
    commands = {"": [sys.executable, "-c", "pass"]}
    found = together(commands | {one: [*PROGRAM, *one.split()] for one in names}, runs)
    bare = found.pop("").busy
    click.echo(f"\nStart: a bare interpreter takes {bare * 1000:.0f} ms of processor time.")
    for name, figures in found.items():
        click.echo(f"ludograph {name}: {figures.busy / bare:.1f} times that.")


if __name__ == "__main__":
    main()
