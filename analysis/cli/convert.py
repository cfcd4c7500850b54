"""``ludograph convert``: games written in another format or notation, or rejected."""

import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from analysis.batch.convert import Converted, Converter, Loss
from analysis.batch.output import Output
from analysis.cli.options import (
    Games,
    OutputFile,
    games_options,
    json_option,
    output_option,
    safe_csv_option,
)
from analysis.cli.output import check_apart, check_output, output_format, print_json
from analysis.cli.run import Run
from analysis.cli.streams import STANDARD_OUTPUT
from analysis.cli.terminal import Printable, echo
from analysis.tables.csv import formula_remark
from notation.numbers import plural
from notation.printing import visible
from records.assumptions import Assumptions
from records.format import Format
from records.target import is_written_through

LOSSES = 20
"""Maximum number of kinds of losses that are listed."""


@click.command("convert")
@click.option(
    "--to", "target", metavar="FORMAT[:DIALECT]",
    help="Format and notation to write, e.g. jsonl, text:span, parquet  [default: by the name "
    "of the output].",
)  # fmt: skip
@output_option
@click.option(
    "--rejects", type=OutputFile(),
    help="File for the games that cannot be converted  [default: next to the output, else "
    "standard error].",
)  # fmt: skip
@click.option("--counts", is_flag=True, help="Write running counts as well, e.g. reserves.")
@click.option("--lossy", is_flag=True, help="Leave out what the format cannot hold.")
@safe_csv_option
@games_options
@json_option
def command(
    games: Games,
    target: str | None,
    output: str | None,
    rejects: str | None,
    counts: bool,
    lossy: bool,
    safe_csv: bool,
    as_json: bool,
) -> int:
    """Write the games in FILES in another format or notation.

    Every game is replayed first, so that the conversion is exact. A game with errors is not
    converted: it goes to the rejects file as written, with its errors, or to standard error if
    the games go to standard output. With --as-recorded, a game whose illegal moves can all be
    carried out is written, with these moves in the tag AsRecorded, so that they are played again.

    \b
    Examples:
      ludograph convert classic:epaminondas-demonstration --to text:span
      ludograph convert games/ -o games.csv
      ludograph convert games/ --to jsonl:abstractplay -o games.jsonl --jobs 0
    """
    name, _, dialect = (target or "").partition(":")
    form = output_format(output, name)
    _check_usage(form, output, rejects, as_json)
    # Raises an error for an unknown dialect before the first record is read.
    Assumptions(games.reading.game, None, dialect or None)
    printed = rejects == STANDARD_OUTPUT
    beside = None if printed else rejects or _beside(output, form)
    check_output(output, games.files)
    if beside:
        check_output(beside, games.files, "--rejects" if rejects else "the file of rejects,")
        if output:
            check_apart(output, beside, "--rejects")
    kind = _rejects_form(form) if beside or printed else "text"
    if safe_csv:
        form.safe_csv()  # raises where the format has no cells
    make = Converter(form.name, dialect or None, lossy, kind, counts, bool(games.chosen), safe_csv)
    run, total = Run(games, shown=output is not None), Converted()
    with Output(output, form, beside) as out, run:
        reject = out.reject if beside else partial(_show_rejects, err=not printed)
        for done in run.of(make, judged=False, made=_is_written):
            if done.fragment:
                out.append(done.fragment)
            if done.rejects:
                run.clear()
                reject(done.rejects.encode("utf-8", "backslashreplace"))
            total.add(done)
        aside = out.complete()
    if aside:
        echo(f"{beside} had been edited; it was moved to {aside}", err=True)
    if remark := formula_remark(total.formulas, "cell", safe_csv):
        echo(remark, err=True)
    rejected_to = beside if total.rejected else None
    if as_json and output is not None:
        print_json(_counted(run, total) | {"rejects": rejected_to})
    else:
        for line in _sentences(run, total, rejected_to):
            echo(line, err=True)
    return run.status(total.rejected)


def _is_written(done: Converted) -> bool:
    """Whether a game was converted; only converted games are compared for duplicates."""
    return done.written > 0


def _show_rejects(text: bytes, err: bool) -> None:
    for line in text.decode().removesuffix("\n").split("\n"):
        echo(Printable("\t".join(map(visible, line.split("\t")))), err=err)


def _check_usage(form: Format, output: str | None, rejects: str | None, as_json: bool) -> None:
    """Raise `click.UsageError` for options that exclude each other."""
    if rejects == STANDARD_OUTPUT and (output is None or as_json):
        other = "the games" if output is None else "--json"
        raise click.UsageError(f"--rejects - and {other} both go to standard output: name a file")
    if as_json and output is None and form.name != "jsonl":
        raise click.UsageError(f"--json and {form.name} exclude each other: name a file with -o")
    if form.binary and output is None and sys.stdout.isatty():
        raise click.UsageError(f"{form.name} is not for a terminal: name a file with -o")


def _counted(run: Run, total: Converted) -> dict[str, object]:
    """Return the counts of a conversion as JSON."""
    summary: dict[str, object] = {
        "read": run.counts.games + run.filtered,
        "written": total.written,
        "rejected": total.rejected,
    }
    summary |= {"filtered": run.filtered} if run.chosen else {}
    optional = {
        "accepted": total.accepted,
        "without-game": run.empty,
        "unreadable": len(run.unreadable),
        "left-out": {message: asdict(one) for message, one in total.left_out.items()},
        "notes": total.notes,
    }
    return summary | {name: value for name, value in optional.items() if value}


def _sentences(run: Run, total: Converted, rejects: str | None) -> Iterator[str]:
    """Yield the losses and the counts of a conversion as lines."""
    yield from _losses(total.left_out)
    if total.notes:
        kinds = ", ".join(f"{number:,} {code}" for code, number in total.notes.most_common())
        yield f"left out in reading: {kinds}; see ludograph check"
    read = run.counts.games + run.filtered
    counts = f"{read:,} read, {total.written:,} written, {total.rejected:,} rejected{run.left_out}"
    games, moves = plural(total.accepted, "game"), plural(total.illegal, "illegal move")
    accepted = f"played as recorded: {games} with {moves}, listed in the tag AsRecorded"
    yield run.summary(
        f"{counts} (see {rejects})" if rejects else counts, accepted if total.accepted else ""
    )


def _losses(left_out: dict[str, Loss]) -> Iterator[str]:
    """Yield a line for each of the most frequent kinds of loss, and one line for all others."""
    sorted_out = sorted(left_out.items(), key=lambda entry: -entry[1].games)
    for message, one in sorted_out[:LOSSES]:
        place = f"{one.times:,} times, first at" if one.times > 1 else "at"
        yield f"left out of {plural(one.games, 'game')}: {message} ({place} {one.first})"
    if more := sorted_out[LOSSES:]:
        times = plural(sum(one.times for _, one in more), "more place")
        kinds = plural(len(more), "other kind")
        yield f"left out in {times}: {kinds} of data; --json lists them all"


def _rejects_form(form: Format) -> str:
    return "jsonl" if form.name == "jsonl" else "text"


def _beside(output: str | None, form: Format) -> str | None:
    """Return the default path of the file of rejects; None if the output is not a file."""
    if output is None or is_written_through(output):
        return None
    path = Path(output)
    ending = path.suffix if _rejects_form(form) == form.name else ".txt"
    ending = ".txt" if ending in ("", ".gz", ".zst") else ending
    return str(path.with_name(f"{path.stem}-rejects{ending}"))
