"""``ludograph convert``: every game in another format or notation, or among the rejects."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import compress
from pathlib import Path

import click

from analysis.batch import InputOptions
from analysis.batch.convert import ConversionTask, Converted, Counts, Loss, add_losses
from analysis.batch.executors import Workers
from analysis.batch.output import Output
from analysis.cli.options import (
    STANDARD_OUTPUT,
    OpenPool,
    OutputFile,
    json_option,
    output_option,
    plural,
    safe_csv_option,
)
from analysis.cli.output import check_output, exit_status, output_format, print_json
from analysis.cli.printer import Printer
from analysis.cli.progress import Progress
from analysis.cli.selecting import duplicate_filter, files_argument, games_options
from analysis.cli.tag_hints import SelectingPipeline
from analysis.cli.terminal import Printable, echo
from analysis.select.duplicates import Fingerprint
from analysis.select.selection import Selection
from analysis.tables.spreadsheets import formula_remark
from notation.printing import visible
from records.assumptions import Assumptions
from records.format import Format
from records.target import is_written_through

LOSSES = 20
"""Most kinds of things left out that are listed."""


@click.command("convert")
@files_argument
@click.option(
    "--to", "target", metavar="FORMAT[:DIALECT]",
    help="Format and notation to write, e.g. jsonl, text:span, parquet  [default: that of the name "
    "of the output].",
)  # fmt: skip
@output_option
@click.option(
    "--rejects", type=OutputFile(),
    help="File for the games that cannot be converted  [default: next to the output, else "
    "standard error].",
)  # fmt: skip
@click.option("--counts", is_flag=True, help="Write running counts, such as reserves, too.")
@click.option("--lossy", is_flag=True, help="Leave out what the format cannot hold.")
@safe_csv_option
@games_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    target: str | None,
    output: str | None,
    rejects: str | None,
    counts: bool,
    lossy: bool,
    safe_csv: bool,
    chosen: Selection,
    reading: InputOptions,
    pool: OpenPool,
    as_json: bool,
) -> None:
    """Write the games in FILES in another format or notation.

    Every game is replayed first, so that the conversion is exact. A game with errors is not
    converted: it goes to the rejects file as written, with its errors; to standard error where
    the games go to standard output. With --as-recorded, a game whose illegal moves can all be
    carried out is written, with the tag AsRecorded, which lists them and has them played again.

    \b
    Examples:
      ludograph convert classic:epaminondas-demonstration --to text:span
      ludograph convert games/ -o games.csv
      ludograph convert games/ --to jsonl:abstractplay -o games.jsonl --jobs 0
    """
    name, _, dialect = (target or "").partition(":")
    form = output_format(output, name)
    _check_usage(form, output, rejects, as_json)
    # Raises for a dialect that no game has, before the first record is read.
    Assumptions(reading.game, None, dialect or None)
    printed = rejects == STANDARD_OUTPUT
    beside = None if printed else rejects or _beside(output, form)
    check_output(output, files)
    if beside:
        check_output(beside, files, "--rejects" if rejects else "the file of rejects,")
        if output and os.path.realpath(beside) == os.path.realpath(output):
            raise click.UsageError(f"-o {output} and --rejects {beside} are the same file")
    kind = _rejects_form(form) if beside or printed else "text"
    if safe_csv:
        form.safe_csv()  # raises where the format has no cells
    task = ConversionTask(
        form.name, dialect or None, lossy, kind, chosen, counts, reading.as_recorded, safe_csv
    )
    show = partial(_show_rejects, err=not printed)
    with Output(output, form, beside, show) as out, pool() as workers:
        collector = _convert(files, output, task, reading, workers, out)
    if collector.aside:
        echo(f"{beside} had been edited; it was moved to {collector.aside}", err=True)
    if remark := formula_remark(collector.counts.formulas, "cell", safe_csv):
        echo(remark, err=True)
    _summarise(collector, beside, bool(chosen), as_json and output is not None)
    total = collector.counts
    ctx.exit(exit_status(total.unreadable, total.rejected + total.nothing))


def _convert(
    files: tuple[str, ...],
    output: str | None,
    task: ConversionTask,
    reading: InputOptions,
    workers: Workers,
    out: Output,
) -> "_Collector":
    """Convert the games of files."""
    with Progress(files, output is not None) as progress:
        keeps = duplicate_filter(task.chosen, files, workers, reading)
        flow = SelectingPipeline(task, workers, reading, task.chosen)
        collector = _Collector(out, keeps, task.chosen)
        for done in flow.run(files):
            progress.add(done.counts.read, done.counts.plies, flow.bytes_read)
            if done.complaints:
                progress.clear()
            collector.take(done)
        collector.aside = out.complete()
    return collector


def _show_rejects(text: bytes, err: bool) -> None:
    """Print rejected games."""
    for line in text.decode().removesuffix("\n").split("\n"):
        echo(Printable("\t".join(map(visible, line.split("\t")))), err=err)


def _check_usage(form: Format, output: str | None, rejects: str | None, as_json: bool) -> None:
    """Raise `click.UsageError` for options that exclude each other."""
    if rejects == STANDARD_OUTPUT and (output is None or as_json):
        other = "the games" if output is None else "--json"
        raise click.UsageError(f"--rejects - and {other} both go to standard output: name a file")
    if as_json and output is None and form.name != "jsonl":
        raise click.UsageError(f"--json and {form.name} do not mix: name a file with -o")
    if form.binary and output is None and sys.stdout.isatty():
        raise click.UsageError(f"{form.name} is not for a terminal: name a file with -o")


class _Collector:
    """Writes the results of tasks in their order, and adds up their counts.

    Args:
        out: the output.
        keeps: whether a game is not a duplicate of an earlier one.
        chosen: selection of games.

    Attributes:
        counts: the numbers of games so far.
        left_out: what was left out of them, by message.
        notes: how often reading left something out, by code of the note.
        aside: where an edited file of rejects was moved; None where there was none.
    """

    def __init__(
        self, out: Output, keeps: Callable[[Fingerprint], bool], chosen: Selection
    ) -> None:
        self.counts = Counts()
        self.left_out: dict[str, Loss] = {}
        self.notes: Counter[str] = Counter()
        self.aside: Path | None = None
        self._out, self._keeps, self._chosen = out, keeps, chosen

    def losses(self) -> dict[str, dict[str, object]]:
        """Return what was left out as JSON."""
        return {message: asdict(one) for message, one in self.left_out.items()}

    def take(self, done: Converted) -> None:
        """Write the next result."""
        fragments = done.fragments
        if self._chosen.dedupe:
            kept = [self._keeps(found) for found in done.fingerprints]
            fragments = list(compress(done.fragments, kept))
            done.accepted = list(compress(done.accepted, kept))
            dropped = len(done.fragments) - len(fragments)
            done.counts.written -= dropped
            done.counts.filtered += dropped
        for fragment in fragments:
            self._out.append(fragment)
        if done.rejects:
            self._out.reject(done.rejects.encode("utf-8", "backslashreplace"))
        for path, findings in done.complaints:
            Printer(False, True, err=True).findings(path, findings)
        done.counts.accepted = sum(map(bool, done.accepted))
        done.counts.illegal = sum(done.accepted)
        self.counts.add(done.counts)
        add_losses(self.left_out, done.left_out)
        self.notes += done.notes


def _summarise(collector: _Collector, rejects: str | None, chosen: bool, as_json: bool) -> None:
    counts = collector.counts
    if as_json:
        summary: dict[str, object] = {
            "read": counts.read,
            "written": counts.written,
            "rejected": counts.rejected,
        }
        summary |= {"filtered": counts.filtered} if chosen else {}
        summary |= {"accepted": counts.accepted} if counts.accepted else {}
        summary |= {"without-game": counts.nothing} if counts.nothing else {}
        summary |= {"unreadable": counts.unreadable} if counts.unreadable else {}
        summary |= {"left-out": collector.losses()} if collector.left_out else {}
        summary |= {"notes": collector.notes} if collector.notes else {}
        print_json(summary | {"rejects": rejects if counts.rejected else None})
        return
    line = f"{counts.read} read, {counts.written} written, {counts.rejected} rejected"
    line += f", {counts.filtered} filtered" if chosen else ""
    line += f" (see {rejects})" if counts.rejected and rejects else ""
    if counts.accepted:
        moves = plural(counts.illegal, "illegal move")
        line += f"; played as recorded: {plural(counts.accepted, 'game')} with {moves}"
        line += ", listed in the tag AsRecorded"
    if counts.nothing:
        line += f"; {plural(counts.nothing, 'file')} without a game"
    if counts.unreadable:
        line += f"; {plural(counts.unreadable, 'file')} could not be read"
    for loss in _losses(collector.left_out):
        echo(loss, err=True)
    if collector.notes:
        kinds = ", ".join(f"{number:,} {code}" for code, number in collector.notes.most_common())
        echo(f"left out in reading: {kinds}; see ludograph check", err=True)
    echo(line, err=True)


def _losses(left_out: dict[str, Loss]) -> Iterator[str]:
    """Yield what was left out as lines, the most frequent first; one for all beyond `LOSSES`."""
    sorted_out = sorted(left_out.items(), key=lambda entry: -entry[1].games)
    for message, one in sorted_out[:LOSSES]:
        place = f"{one.times:,} times, first at" if one.times > 1 else "at"
        yield f"left out of {plural(one.games, 'game')}: {message} ({place} {one.first})"
    if more := sorted_out[LOSSES:]:
        times = plural(sum(one.times for _, one in more), "more place")
        yield f"left out in {times}: {plural(len(more), 'other thing')}; --json lists them all"


def _rejects_form(form: Format) -> str:
    return "jsonl" if form.name == "jsonl" else "text"


def _beside(output: str | None, form: Format) -> str | None:
    """Return the default path of the rejects file of an output, None if that is no file."""
    if output is None or is_written_through(output):
        return None
    path = Path(output)
    ending = path.suffix if _rejects_form(form) == form.name else ".txt"
    ending = ".txt" if ending in ("", ".gz", ".zst") else ending
    return str(path.with_name(f"{path.stem}-rejects{ending}"))
