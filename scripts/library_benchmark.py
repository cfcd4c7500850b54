"""Speed, size and memory of libraries, and their answers beside a plain scan.

    python -m scripts.library_benchmark measure games/*.txt
    python -m scripts.library_benchmark measure games/*.txt --folder kept
    python -m scripts.library_benchmark compare games/*.txt --games 2000

Times are those of the processor, in all processes. A question is *cold* where the library has just
been opened, *warm* where it stays open. ``docs/library.md`` keeps figures.
"""

import os
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import click

import records
from analysis.batch import InputOptions, RecordBatch
from analysis.games.position import AnyPosition
from analysis.library.importing import Importer
from analysis.library.library import Library
from analysis.library.material import Material
from analysis.library.pattern import PiecePattern
from analysis.library.search import Query, matching_rows, search
from analysis.library.tree import tree_node
from analysis.replay import replay
from analysis.select.condition import parse_condition
from analysis.select.position import TargetPosition
from records import Record

BATCH = 500
"""Games that are indexed at once."""

Ask = Callable[[Library], object]


@click.group()
def main() -> None:
    """Measure libraries."""


def busy() -> float:
    """Return the processor time of this process, and of its children that have ended."""
    return sum(sum(os.times()[:4][at : at + 2]) for at in (0, 2))


def peak() -> int:
    """Return the greatest memory of this process so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def batches(files: Sequence[str]) -> Iterator[list[Record]]:
    """Yield the games of files, some at a time."""
    found = (one for path in files for one in records.read(path))
    while some := list(islice(found, BATCH)):
        yield some


@main.command()
@click.argument("files", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), help="Where the libraries are kept.")
def measure(files: tuple[str, ...], folder: Path | None) -> None:
    """Measure the import, and every kind of question.

    Without FILES the library in the folder is measured as it is.
    """
    folder = folder or Path(tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    path = str(folder / "games.ludo")
    with Library.made(path) as library:
        start, importer = busy(), Importer(library, InputOptions())
        task = importer.task()
        for some in batches(files):
            importer.add(task(RecordBatch("", some)))
        importer.flush()
        took = busy() - start
        games, plies, _ = library.totals()
        if importer.tally.added:
            click.echo(f"import {plies / took:,.0f} plies/s, {took:.0f} s, {peak()} MB at most")
    size = os.path.getsize(path)
    click.echo(f"{games:,} games, {plies:,} plies, {size:,} bytes, {size / plies:.1f} a ply")
    for name, asked in questions(path):
        report(name, path, asked)
    click.echo(f"{peak()} MB at most")


def report(name: str, path: str, asked: Sequence[Ask]) -> None:
    """Print the times of some questions of a kind."""
    cold, warm = [], []
    for ask in asked:
        start = time.process_time()
        with Library(path) as library:
            ask(library)
        cold.append(time.process_time() - start)
    with Library(path) as library:
        for ask in asked:
            start = time.process_time()
            ask(library)
            warm.append(time.process_time() - start)
    times = [f"{_at(some, share):9.1f}" for some in (cold, warm) for share in (0.5, 0.99)]
    click.echo(f"  {name:42}{''.join(times)} ms ({len(asked)})")


def _at(times: list[float], share: float) -> float:
    return 1e3 * sorted(times)[min(len(times) - 1, int(len(times) * share))]


def questions(path: str) -> Iterator[tuple[str, list[Ask]]]:
    """Yield questions of every kind: cold median and 99th of 100 are printed, then warm."""
    chance = random.Random(3)
    with Library(path) as library:
        some = list(library.records(sorted(chance.sample(range(1, len(library)), 40))))
        kinds = {kind.game for kind in library.kinds().values()}
    lines: list[list[AnyPosition]] = [list(replay(one).positions()) for one in some]
    deep = [chance.choice(chance.choice(lines)[5:]) for _ in range(100)]
    for fold in (False, True):
        wanted = [Query(targets=(TargetPosition.of(one, fold),)) for one in deep]
        yield f"a deep position{', any symmetry' if fold else ''}", list(map(_searched, wanted))
    for depth in range(5):
        early = [Query(targets=(TargetPosition.of(one[depth], True),)) for one in lines[:10]]
        yield f"all rows of a position at depth {depth}", list(map(_rows, early))
    for depth in (0, 1, 2, 4, 16):
        nodes = [one[depth] for one in lines[:20] if len(one) > depth]
        yield f"node of the tree at depth {depth}", [_node(one) for one in nodes]
    parts = {"epaminondas": "w w w\n. b .\n? . ?", "gipf": "    w\nw       b\n    ."}
    for game in sorted(kinds & parts.keys()):
        for fold in (False, True):
            part = Query(pattern=PiecePattern(parts[game]), fold=fold, game=game)
            yield f"a part anywhere{', any image' * fold}, {game}", [_rows(part)]
    yield "numbers of pieces", [_rows(Query(material=Material.parse("*>=20, *<40")))]
    yield "a condition", [_searched(Query((parse_condition('plies >= 40 and Round ~ "77$"'),)))]


def _searched(question: Query) -> Ask:
    return lambda library: list(search(library, question))


def _rows(question: Query) -> Ask:
    return lambda library: matching_rows(library, question)


def _node(position: AnyPosition) -> Ask:
    return lambda library: tree_node(library, position)


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--games", default=2000, show_default=True, help="Games, as many of each file.")
@click.option("--rounds", default=3, show_default=True, help="Rounds of each kind of question.")
def compare(files: tuple[str, ...], games: int, rounds: int) -> None:
    """Compare the answers with a plain scan of every board.

    The games get players, dates and results; one in twenty gets moves that are illegal.
    """
    from tests.library import comparing
    from tests.library.plain import library_of

    each, chance = games // len(files), random.Random(2)
    read = [one for path in files for one in islice(records.read(path), each)]
    some = tuple(comparing.dressed(read, chance))
    folder = Path(tempfile.mkdtemp())
    with library_of(str(folder / "games.ludo"), some) as library:
        replays = list(map(comparing.KeptReplay, some))
        wrong = sum(not one.valid for one in replays)
        plies = sum(one.played for one in replays)
        click.echo(f"{len(some):,} games, {wrong:,} of them with errors, {plies:,} plies")
        for ask in comparing.EVERY:
            start = busy()
            for number in range(rounds):
                ask([library], replays, random.Random(number))
            took = busy() - start
            click.echo(f"{ask.__name__}: {rounds} rounds alike, {took:.0f} s")


if __name__ == "__main__":
    main()
