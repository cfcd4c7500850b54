"""``ludograph repair``: the likeliest edits of broken games, printed or written to a file."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import click

import records
from analysis.batch import InputOptions
from analysis.batch.executors import Workers, in_order
from analysis.cli.options import (
    Finite,
    OpenPool,
    OutputFile,
    is_unreadable,
    json_option,
    plural,
)
from analysis.cli.output import check_output, exit_status, output_format, print_json
from analysis.cli.printer import INDENT, Printer
from analysis.cli.repair_interactive import Journal, discuss
from analysis.cli.selecting import MadeOfGames, as_read, files_argument, games_options
from analysis.cli.terminal import joined, styled
from analysis.convert import with_accepted
from analysis.repair.apply import with_comments, with_doubts
from analysis.repair.repair import SECONDS, repair
from analysis.repair.result import MIN_CONFIDENCE, Edit, Repair, Solution
from analysis.replay import settle_doubts
from analysis.select.selection import Selection
from analysis.typos.model import PROFILES, SlipModel, load
from records import Record
from records.format import Format
from records.formats import DEFAULT, by_suffix

SHOWN = 3
"""Number of alternatives to an edit, and of equally good repairs, that are printed."""


@click.command("repair")
@files_argument
@click.option("-o", "--output", type=OutputFile(), help="File to write all games to.")
@click.option(
    "--errors",
    metavar="NAME",
    help="Slips and costs: typed, scanned, or a file laid over typed  [default: from the text].",
)
@click.option(
    "--time", "seconds", type=Finite(min=0, min_open=True), default=SECONDS,
    show_default=True, metavar="SECONDS", help="Processor time limit for one game.",
)  # fmt: skip
@click.option(
    "--min-confidence", type=Finite(min=0, max=1), default=MIN_CONFIDENCE,
    show_default=True, metavar="X", help="Confidence from which on a game is mended.",
)  # fmt: skip
@click.option("-i", "--interactive", is_flag=True, help="Confirm every edit; needs -o.")
@games_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    output: str | None,
    errors: str | None,
    seconds: float,
    min_confidence: float,
    interactive: bool,
    reading: InputOptions,
    chosen: Selection,
    pool: OpenPool,
    as_json: bool,
) -> None:
    """Propose edits that make the broken games in FILES legal.

    Prints the likeliest edits that make each game legal to its end, with their confidence and the
    runner-up. Valid games are left alone. Nothing is written without -o. The file named there
    gets all games: a mended game has the original text beside each edit, an uncertain one its best
    reading with the doubtful plies marked, and one that could not be mended is unchanged.

    With --interactive every edit is a question; the answers are kept in a file named after the
    output, so that an interrupted session can be continued. Exit status 1: some game could not be
    mended, or is uncertain.

    \b
    Examples:
      ludograph repair classic:epaminondas-slip
      ludograph repair classic:epaminondas-slip --json
      ludograph repair games/ -o mended.jsonl
    """
    _check_usage(ctx, interactive, output, as_json)
    costs = [errors] if errors is not None and errors not in PROFILES else []
    if output:
        check_output(output, [*files, *costs])
    form = output_format(output, None if by_suffix(output or "") else DEFAULT.name)
    model = None if errors is None else load(errors)
    task = RepairTask(reading.variant, model, seconds, reading.as_recorded, min_confidence)
    journal = Journal(Path(f"{output}.answers.jsonl")) if interactive else None
    summary, printer = _Summary(), Printer(False, False, reading.encoding)

    def mended() -> Iterator[Record]:
        with pool() as workers:
            found = MadeOfGames(as_read, files, workers, reading, chosen)
            for done, answered in _repairs(found, task, journal, workers):
                summary.count(done, answered)
                if as_json:
                    print_json(done.to_json())
                else:
                    _print(printer, done)
                if done.record.source.game:
                    yield _kept(done, form)
            summary.filtered = found.filtered if chosen else None

    if output:
        records.save(mended(), output, form.name)
    else:
        deque(mended(), maxlen=0)
    if not as_json:
        printer.paragraph("", summary.sentence())
    ctx.exit(summary.exit_status)


def _check_usage(ctx: click.Context, interactive: bool, output: str | None, as_json: bool) -> None:
    """Raise `click.UsageError` for options that do not go with ``--interactive``."""
    if not interactive:
        return
    if output is None or as_json:
        raise click.UsageError("--interactive needs -o FILE and excludes --json")
    if ctx.params["cluster"] is not None or ctx.params["jobs"] not in (None, 1):
        raise click.UsageError("--interactive asks about one game at a time: no --jobs, --cluster")


@dataclass(frozen=True, slots=True)
class RepairTask:
    """The task of repairing a game, in any process.

    Attributes:
        variant: variant string of all games; None for that of each record.
        model: the costs of slips; None to choose them from the text of each.
        seconds: limit of the processor time for a game.
        as_recorded: whether illegal moves are played as they stand wherever they can be.
        min_confidence: confidence from which on a game is mended.
    """

    variant: str | None
    model: SlipModel | None
    seconds: float
    as_recorded: bool
    min_confidence: float

    def __call__(self, record: Record, settled: frozenset[int] = frozenset()) -> Repair:
        """Return the repair of a game; ``settled`` are the plies that are certain."""
        return repair(
            record,
            variant=self.variant,
            errors=self.model,
            seconds=self.seconds,
            settled=settled,
            as_recorded=self.as_recorded,
            min_confidence=self.min_confidence,
        )


def _repairs(
    found: Iterable[list[Record]], task: RepairTask, journal: Journal | None, workers: Workers
) -> Iterator[tuple[Repair, bool]]:
    """Yield the repairs of games, each with whether answers have changed the game."""
    games = (settle_doubts(one, task.variant) for one in chain.from_iterable(found))
    if journal is None:
        yield from ((done, False) for done in in_order(workers, task, games))
        return
    for game in games:
        done = discuss(game, task, journal)
        yield done, done.record.moves != game.moves


def _kept(done: Repair, form: Format) -> Record:
    """Return a game for the output: mended if there is a solution."""
    record = with_accepted(with_doubts(done), done.accepted)
    return record if form.lossless else with_comments(record)


def _print(printer: Printer, done: Repair) -> None:
    """Print the verdict on a game and its edits."""
    head = styled(str(done.record.source), bold=True)
    if done.valid:
        printer.paragraph(joined(head, ": ", styled("valid", fg="green"), ": "), "nothing to mend.")
        return
    if done.playable:
        kind = styled("playable", fg="yellow")
        printer.paragraph(joined(head, ": ", kind, ": "), "nothing to mend.")
    for finding in done.accepted:
        printer.paragraph(INDENT, f"ply {finding.ply}, as recorded: {finding.message}")
    if done.playable:
        return
    if not done.solutions:
        head = joined(head, ": ", styled("not mended", fg="red"), ": ")
        printer.paragraph(head, _shortfall(done))
        for edit in done.edits:
            printer.paragraph(INDENT, f"{_place(done, edit)}: {edit.sentence()}")
        return
    what = f"{plural(len(done.edits), 'edit')}, {_confidence(done.confidence)}."
    verdict = "mended" if done.mended else "uncertain"
    printer.paragraph(joined(head, ": ", styled(verdict, fg="yellow"), ": "), what)
    for edit in done.edits:
        printer.paragraph(INDENT, _sentence(done, edit))
    for line in _runners_up(done):
        printer.paragraph(INDENT, line)


def _shortfall(done: Repair) -> str:
    if not done.reached:
        return f"{done.reason}."
    far = f"{done.reached} of {plural(len(done.record.moves), 'ply')}"
    return f"{done.reason}; with these edits it goes for {far}." if done.edits else done.reason


def _sentence(done: Repair, edit: Edit) -> str:
    likely = [one for one in edit.alternatives if one.confidence >= 0.01][:SHOWN]
    others = [f"{one.meant or 'leaving it out'} ({int(100 * one.confidence)}%)" for one in likely]
    instead = f"; or {', '.join(others)}" if others else ""
    return f"{_place(done, edit)}: {edit.sentence()} ({edit.confidence:.0%}){instead}"


def _place(done: Repair, edit: Edit) -> str:
    line, column = done.record.place(edit.ply - 1)
    where = f"line {line}, column {column}, " if column else ""
    return f"{where}ply {edit.ply}"


def _runners_up(done: Repair) -> list[str]:
    """Return the line on the runner-up, or on the repairs that are as good."""
    ties = list(done.ties)[1:]
    if ties:
        return [f"equally good: {'; '.join(map(_edits, ties[:SHOWN]))}"]
    second = done.runner_up
    return [f"runner-up, {_confidence(second.confidence)}: {_edits(second)}"] if second else []


def _edits(solution: Solution) -> str:
    return " and ".join(f"ply {edit.ply}: {edit.sentence()}" for edit in solution.edits)


def _confidence(confidence: float) -> str:
    return f"confidence {confidence:.2f}"


class _Summary:
    """Counts of the games by verdict."""

    def __init__(self) -> None:
        self.valid = self.mended = self.broken = self.unreadable = self.nothing = self.playable = 0
        self.uncertain = 0
        self.filtered: int | None = None

    def count(self, done: Repair, answered: bool) -> None:
        """Count one game or one unreadable file; ``answered`` if answers changed the game."""
        if is_unreadable(done.record):
            self.unreadable += 1
        elif not done.record.source.game:
            self.nothing += 1
        elif done.valid and not answered:
            self.valid += 1
        elif done.playable and not answered:
            self.playable += 1
        elif done.uncertain:
            self.uncertain += 1
        elif done.valid or done.solutions or done.playable:
            self.mended += 1
        else:
            self.broken += 1

    @property
    def exit_status(self) -> int:
        """Exit status of the command."""
        return exit_status(self.unreadable, self.broken + self.nothing + self.uncertain)

    def sentence(self) -> str:
        """Return the summary."""
        games = plural(
            self.valid + self.mended + self.broken + self.playable + self.uncertain, "game"
        )
        counts = f"{self.valid:,} valid, {self.mended:,} mended, {self.broken:,} not mended"
        counts += f", {self.uncertain:,} uncertain" if self.uncertain else ""
        counts += f", {self.playable:,} played as recorded" if self.playable else ""
        counts += f", {self.filtered:,} filtered" if self.filtered is not None else ""
        unread = f"; {plural(self.unreadable, 'file')} could not be read" if self.unreadable else ""
        nothing = f"; {plural(self.nothing, 'file')} without a game" if self.nothing else ""
        return f"{games} read: {counts}{nothing}{unread}"
