"""``ludograph repair``: the likeliest edits of broken games, printed or written to a file."""

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

import records
from analysis.batch import InputOptions
from analysis.batch.executors import Workers, in_order
from analysis.batch.games import is_unreadable
from analysis.cli.crops import Crops, crop_sentence, crops_of, crops_option, doubtful
from analysis.cli.interactive.journal import Journal
from analysis.cli.interactive.sitting import OPEN, Sitting
from analysis.cli.options import (
    Finite,
    Games,
    OutputFile,
    games_options,
    json_option,
    not_printed,
)
from analysis.cli.output import check_output, exit_status, output_format, print_json
from analysis.cli.printer import INDENT, Printer
from analysis.cli.repair_output import check_format, kept
from analysis.cli.repair_report import print_repair
from analysis.cli.run import Run
from analysis.cli.streams import STANDARD_OUTPUT
from analysis.cli.terminal import echo
from analysis.repair.repair import SECONDS, repair
from analysis.repair.result import MIN_CONFIDENCE, Repair
from analysis.replay import settle_doubts
from analysis.typos.model import PROFILES, SlipModel, load
from notation.numbers import plural
from records import Record
from records.format import CannotWrite, Format
from records.formats import DEFAULT, by_suffix
from records.pages import joined
from records.sources.boundary import fault
from records.sources.names import LIST, STANDARD_INPUT


@click.command("repair")
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
@click.option("--explain", is_flag=True, help="Print the factors of each confidence.")
@click.option("-i", "--interactive", is_flag=True, help="Confirm every edit; needs -o.")
@click.option(
    "--journal",
    "journal_file",
    type=OutputFile(),
    callback=not_printed("journal"),
    help="File of the answers of --interactive  [default: OUTPUT.answers.jsonl].",
)
@crops_option
@games_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    games: Games,
    output: str | None,
    errors: str | None,
    seconds: float,
    min_confidence: float,
    explain: bool,
    interactive: bool,
    journal_file: str | None,
    crops: str | None,
    as_json: bool,
) -> None:
    """Propose edits that make the broken games in FILES legal.

    Prints the likeliest edits that make each game legal to its end, with their confidence and the
    runner-up. Valid games are left alone. Nothing is written without -o. The file named there
    gets all games: a mended game has the original text beside each edit, an uncertain one its best
    reading with the doubtful plies marked, and one that could not be mended is unchanged.

    With --interactive every edit is a question, answered by the number of a proposal or by a move;
    ? explains it. The answers are kept in a journal, so that an interrupted sitting can be
    continued. Exit status 1: some game could not be mended, or is uncertain.

    \b
    Examples:
      ludograph repair classic:epaminondas-slip
      ludograph repair classic:epaminondas-slip --json
      ludograph repair games/ -o mended.jsonl
    """
    files, reading, chosen, _ = games
    _check_usage(ctx, interactive, files, output, as_json)
    sources = [*files, *([errors] if errors is not None and errors not in PROFILES else [])]
    if output:
        check_output(output, sources)
    form = output_format(output, None if by_suffix(output or "") else DEFAULT.name)
    if output:
        check_format(form, output)
    mend = _mender(reading, errors, seconds, min_confidence)
    journal = _journal(output, journal_file, sources) if interactive and output else None
    is_printed = output == STANDARD_OUTPUT
    summary, printer = _Summary(), Printer(False, False, reading.encoding, err=is_printed)
    show = partial(print_repair, printer, explained=explain)
    session = _Session(output, form, mend, summary, printer, show, crops_of(crops))
    with Run(games, complains=False) as run:
        found = _selected(run)
        if journal:
            with _kept_answers(journal):
                session.write(session.discussed(found, journal, reading))
            summary.unusable = journal.complained
        else:
            session.write(session.mended(found, run.workers, as_json))
    summary.filtered = run.filtered if chosen else None
    summary.passed_over = run.passed_over
    if not as_json:
        printer.paragraph("", summary.sentence())
    if journal and journal.count:
        printer.paragraph("", _journal_sentence(journal, summary))
    ctx.exit(summary.exit_status)


def _check_usage(
    ctx: click.Context,
    interactive: bool,
    files: Sequence[str],
    output: str | None,
    as_json: bool,
) -> None:
    """Raise `click.UsageError` for options that do not go together."""
    if output == STANDARD_OUTPUT and as_json:
        raise click.UsageError("--json and -o - both go to standard output: name a file with -o")
    if not interactive:
        if ctx.params["journal_file"] is not None:
            raise click.UsageError("--journal goes with --interactive")
        return
    if output is None or as_json:
        raise click.UsageError("--interactive needs -o FILE and excludes --json")
    if STANDARD_INPUT in (name.removeprefix(LIST) for name in (*files, output)):
        raise click.UsageError("--interactive reads answers from standard input: name files, not -")
    if ctx.params["cluster"] is not None or ctx.params["jobs"] not in (None, 1):
        raise click.UsageError("--interactive asks about one game at a time: no --jobs, --cluster")


def _journal(output: str, path: str | None, sources: list[str]) -> Journal:
    """Open the journal of answers, which is none of the files that are read or written."""
    path = path or f"{output}.answers.jsonl"
    check_output(path, [*sources, output], "--journal")
    return Journal(Path(path))


def _selected(run: Run) -> Iterator[Record]:
    """Yield the selected games, with what is doubtful in their texts decided."""
    for record in joined(run.records()):
        yield settle_doubts(record, run.reading.variant)


@dataclass(frozen=True, slots=True)
class _Session:
    """A run of the command: games are mended, counted, printed, and yielded for the output."""

    output: str | None
    form: Format
    mend: "partial[Repair]"
    summary: "_Summary"
    printer: Printer
    show: "partial[None]"
    crops: Crops | None = None

    def write(self, games: Iterable[Record]) -> None:
        """Write games to the output, if there is one; all are worked on either way."""
        if self.output:
            target = sys.stdout.buffer if self.output == STANDARD_OUTPUT else self.output
            records.save(games, target, self.form.name)
        else:
            deque(games, maxlen=0)

    def mended(self, games: Iterable[Record], workers: Workers, as_json: bool) -> Iterator[Record]:
        """Yield games for the output, mended in workers."""
        for done in in_order(workers, self.mend, games):
            self.summary.count(done)
            cut = {} if self.crops is None else self.crops.all(done.record, doubtful(done))
            if as_json:
                print_json(done.to_json() | ({"crops": cut} if cut else {}))
            else:
                self.show(done)
                if cut:
                    self.printer.paragraph(INDENT, crop_sentence(cut))
            if self.output and done.record.source.game:
                yield from self._written(done)

    def discussed(
        self, games: Iterable[Record], journal: Journal, reading: InputOptions
    ) -> Iterator[Record]:
        """Yield games for the output after questions about them."""
        crop = self.crops.of if self.crops else None
        sitting = Sitting(
            self.mend, journal, self.printer, reading.variant, reading.as_recorded, crop
        )
        for one in sitting.over(games, self.show):
            self.summary.count(one.done, one.answers, one.asked)
            if one.record.source.game:
                yield from self._written(one.done)
        sitting.complain()

    def _written(self, done: Repair) -> Iterator[Record]:
        """Yield a game as the output holds it; print what that leaves out."""
        try:
            record, unheld = kept(done, self.form)
            if unheld:
                where = f"{plural(unheld, 'ply')} that {self.form.name} cannot hold"
                message = f"{record.source}: {where}: ? in {self.output}, with the text beside it"
                echo(message, err=True)
            yield record
        except CannotWrite as error:
            self.summary.left_out += 1
            echo(f"{done.record.source}: left out of {self.output}: {error}", err=True)


@contextmanager
def _kept_answers(journal: Journal) -> Iterator[None]:
    """Print where the answers are if a sitting is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        echo("", err=True)
        if journal.added:
            answers = plural(journal.added, "answer")
            message = f"{answers} kept in {journal.path}; the same command goes on from there"
            Printer(False, False, err=True).paragraph("", message)
        raise


def _journal_sentence(journal: Journal, summary: "_Summary") -> str:
    """Return where the answers are, what is wrong with them, and how to go on."""
    kept = f"{plural(journal.count, 'answer')} in {journal.path}"
    unused = journal.unused()
    kept += f", {unused:,} of them about games that were not read" if unused else ""
    return kept + ("; the same command goes on from there" if summary.unasked else "")


def _mender(
    reading: InputOptions, errors: str | None, seconds: float, min_confidence: float
) -> "partial[Repair]":
    """Return the function that repairs one game, which can be sent to workers."""
    return partial(
        _repaired,
        variant=reading.variant,
        model=None if errors is None else load(errors),
        seconds=seconds,
        as_recorded=reading.as_recorded,
        min_confidence=min_confidence,
    )


def _repaired(
    record: Record,
    settled: frozenset[int] = frozenset(),
    *,
    variant: str | None,
    model: SlipModel | None,
    seconds: float,
    as_recorded: bool,
    min_confidence: float,
) -> Repair:
    try:
        return repair(
            record,
            variant=variant,
            errors=model,
            seconds=seconds,
            settled=settled,
            as_recorded=as_recorded,
            min_confidence=min_confidence,
        )
    except Exception as error:
        # A game that the program fails on must not cost the work on the others.
        reason = fault(error).message.replace("could not be read", "could not be searched", 1)
        return Repair(record, valid=False, reason=reason)


class _Summary:
    """Counts of the games by verdict."""

    def __init__(self) -> None:
        self.valid = self.mended = self.broken = self.unreadable = self.nothing = self.playable = 0
        self.uncertain = self.unasked = self.unusable = self.left_out = 0
        self.filtered: int | None = None
        self.passed_over = ""
        self._unread: set[str] = set()

    def count(self, done: Repair, answers: int = 0, asked: bool = True) -> None:
        """Count one game or one unreadable file.

        Args:
            done: its repair.
            answers: number of answers on it.
            asked: whether its questions were asked.
        """
        if is_unreadable(done.record):
            self._unread.add(done.record.source.path)
            self.unreadable = len(self._unread)
        elif not done.record.source.game:
            self.nothing += 1
        elif done.valid and not answers:
            self.valid += 1
        elif done.playable and not answers:
            self.playable += 1
        elif not asked:
            self.unasked += 1
        elif done.uncertain:
            self.uncertain += 1
        elif done.valid or done.solutions or done.playable:
            self.mended += 1
        else:
            self.broken += 1

    @property
    def exit_status(self) -> int:
        """Exit status of the command."""
        wrong = self.broken + self.nothing + self.uncertain + self.unasked + self.unusable
        wrong += self.left_out
        return exit_status(self.unreadable, wrong)

    def sentence(self) -> str:
        """Return the summary."""
        games = plural(
            self.valid + self.mended + self.broken + self.playable + self.uncertain + self.unasked,
            "game",
        )
        counts = f"{self.valid:,} valid, {self.mended:,} mended, {self.broken:,} not mended"
        counts += f", {self.uncertain:,} uncertain" if self.uncertain else ""
        counts += f", {self.unasked:,} {OPEN}" if self.unasked else ""
        counts += f", {self.playable:,} played as recorded" if self.playable else ""
        counts += f", {self.filtered:,} filtered" if self.filtered is not None else ""
        counts += f"; {plural(self.left_out, 'game')} left out" if self.left_out else ""
        unread = f"; {plural(self.unreadable, 'file')} could not be read" if self.unreadable else ""
        nothing = f"; {plural(self.nothing, 'file')} without a game" if self.nothing else ""
        passed = f"; {self.passed_over}" if self.passed_over else ""
        return f"{games} read: {counts}{nothing}{passed}{unread}"
