"""``ludograph check``."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import click

from analysis.batch import InputOptions, Pipeline
from analysis.cli.checking import NOTHING, UNREADABLE, CheckedGame, Checking
from analysis.cli.options import (
    COULD_NOT_WORK,
    FOUND_WRONG,
    OpenPool,
    jobs_options,
    json_option,
    plural,
    with_reading,
)
from analysis.cli.printer import INDENT, Printer
from analysis.cli.progress import Progress
from analysis.cli.selecting import duplicate_filter, selecting_options
from analysis.select.selection import Selection


@click.command("check")
@click.argument("files", nargs=-1, required=True)
@selecting_options
@with_reading
@click.option("--as-recorded", is_flag=True, help="Go on after illegal moves where possible.")
@click.option("--diagrams", metavar="DIR", help="Draw the last position of each game into DIR.")
@click.option("-v", "--verbose", is_flag=True, help="Print every note, and the board at errors.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors and the summary only.")
@jobs_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    reading: InputOptions,
    chosen: Selection,
    as_recorded: bool,
    diagrams: str | None,
    verbose: bool,
    quiet: bool,
    pool: OpenPool,
    as_json: bool,
) -> None:
    """Validate the games in FILES.

    Every move is read and played by the rules. What is wrong is an error; what had to be forgiven
    is a note. A game stops at its first illegal move, the other games are still checked.

    \b
    Examples:
      ludograph check classic:epaminondas-demonstration
      ludograph check --variant standard+symmetry=off --json games/ > found.jsonl
    """
    task = Checking(as_recorded, verbose, quiet, as_json, diagrams is not None, reading, chosen)
    pictures = _Pictures(diagrams) if diagrams else None
    tally = CheckSummary()
    shown = sys.stdout.isatty() or not as_json
    with pool() as workers, Progress(files, shown) as progress:
        keeps = duplicate_filter(chosen, files, workers, reading, as_recorded)
        flow = Pipeline(task, workers, reading)
        for done in flow.run(files):
            for said in done.value:
                if said.fingerprint is not None and not keeps(said.fingerprint):
                    said = CheckedGame("filtered", plies=said.plies)
                tally.count(said)
                progress.add(said.kind not in (NOTHING, UNREADABLE), said.plies, flow.bytes_read)
                if said.text or said.picture:
                    progress.clear()
                    click.echo("".join(_lines(said, pictures, quiet or as_json)), nl=False)
    if not as_json:
        Printer(verbose, quiet).paragraph("", tally.sentence(bool(chosen)))
    ctx.exit(tally.exit_status)


def _lines(said: CheckedGame, pictures: "_Pictures | None", quiet: bool) -> Iterator[str]:
    yield said.text
    if pictures and said.picture:
        path = pictures.put(*said.picture)
        if not quiet:
            yield f"{INDENT}diagram: {path}\n"


class _Pictures:
    """The folder of diagrams; files of one name in several folders do not draw over each other."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._drawn: set[Path] = set()

    def put(self, name: str, content: bytes) -> Path:
        """Write a picture; return its path."""
        path = self._folder / f"{name}.svg"
        self._folder.mkdir(parents=True, exist_ok=True)
        number = count(2)
        while path in self._drawn:
            path = self._folder / f"{name}-{next(number)}.svg"
        self._drawn.add(path)
        path.write_bytes(content)
        return path


class CheckSummary:
    """Counts verdicts; the sums always add up to the games read."""

    def __init__(self) -> None:
        self._kinds: Counter[str] = Counter()
        self._plies = self._notes = 0

    def count(self, said: CheckedGame) -> None:
        """Count one verdict."""
        self._kinds[said.kind] += 1
        self._plies += said.plies
        self._notes += said.notes

    @property
    def exit_status(self) -> int:
        """Exit status of the command."""
        if self._kinds[UNREADABLE]:
            return COULD_NOT_WORK
        return FOUND_WRONG if self._kinds["invalid"] or self._kinds[NOTHING] else 0

    def sentence(self, chosen: bool) -> str:
        """Return the summary; ``chosen`` if some games may have been left out."""
        valid, invalid, filtered = (self._kinds[kind] for kind in ("valid", "invalid", "filtered"))
        games = plural(valid + invalid + filtered, "game")
        counts = f"{games} read: {valid:,} valid, {invalid:,} with errors"
        counts += f", {filtered:,} filtered" if chosen else ""
        extra = f"; {plural(self._plies, 'ply')}, {plural(self._notes, 'note')}"
        if self._kinds[NOTHING]:
            extra += f"; {plural(self._kinds[NOTHING], 'file')} without a game"
        if self._kinds[UNREADABLE]:
            extra += f"; {plural(self._kinds[UNREADABLE], 'file')} could not be read"
        return counts + extra
