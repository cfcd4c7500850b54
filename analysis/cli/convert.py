"""``ludograph convert``."""

import json
from dataclasses import replace
from pathlib import Path
from typing import IO

import click

import records
from analysis.cli.diagnostics import Printer
from analysis.cli.options import (
    COULD_NOT_WORK,
    FOUND_WRONG,
    check_variant,
    is_unreadable,
    json_option,
    output_file,
    reading_options,
    watched,
)
from analysis.converting import convert
from analysis.replaying import replay
from notation import Finding, LudographError
from notation.errors import violation
from records import Record
from records.containers import find as find_container
from records.hints import Hints


@click.command("convert")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--to", "target", required=True, metavar="FORMAT[:DIALECT]",
    help="What to write, e.g. jsonl, text:span, text:abbott.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="File to write.")
@click.option(
    "--rejects", type=click.Path(dir_okay=False),
    help="File for what cannot be converted  [default: next to the output].",
)  # fmt: skip
@reading_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    target: str,
    output: str | None,
    rejects: str | None,
    game: str | None,
    variant: str | None,
    dialect: str | None,
    container: str | None,
    encoding: str | None,
    as_json: bool,
) -> None:
    """Write the games in FILES in another format or notation.

    Every game is replayed first, so that the conversion is exact. A game with errors is not
    converted: it goes to the rejects file, as it was written, with what is wrong with it.

    \b
    Examples:
      ludograph convert classic:epaminondas-demonstration --to text:span
      ludograph convert games/ --to jsonl:abstractplay -o games.jsonl
    """
    name, _, to_dialect = target.partition(":")
    form = find_container(name)
    if as_json and output is None and form.name != "jsonl":
        raise click.UsageError(f"--json and {form.name} do not mix: name a file with -o")
    # A dialect that no game has is a slip of the user's, not of the records.
    Hints(game, None, to_dialect or None)
    check_variant(game, variant)
    found = records.read(
        files, format=container, game=game, variant=variant, dialect=dialect, encoding=encoding
    )
    rejected = _Rejects(rejects or _beside(output), form.name)
    read = written = unreadable = 0
    with output_file(output) as out:
        for record in watched(found):
            read += 1
            if is_unreadable(record):
                unreadable += 1
                Printer(False, True, err=True).findings(record.source.path, record.findings)
            try:
                conversion = convert(replay(record), to_dialect or None)
                if conversion.record is None:
                    rejected.add(record, conversion.violations)
                    continue
                out.write(form.write(conversion.record))
                written += 1
            except LudographError as error:
                rejected.add(record, (violation("cannot-write", str(error)),))
    rejected.close()
    _summarise(read, written, rejected, as_json and output is not None)
    if unreadable:
        ctx.exit(COULD_NOT_WORK)
    ctx.exit(FOUND_WRONG if rejected.count else 0)


def _summarise(read: int, written: int, rejected: "_Rejects", as_json: bool) -> None:
    if as_json:
        counts = {"read": read, "written": written, "rejected": rejected.count}
        click.echo(json.dumps(counts | {"rejects": rejected.path if rejected.count else None}))
        return
    where = f" (see {rejected.path})" if rejected.count else ""
    counted = f"{read} read, {written} written, {rejected.count} rejected"
    click.echo(counted + where, err=True)


def _beside(output: str | None) -> str:
    """Return the path of the rejects file that belongs to an output."""
    if output is None:
        return "rejects.txt"
    path = Path(output)
    return str(path.with_name(f"{path.stem}-rejects{path.suffix or '.txt'}"))


class _Rejects:
    """The file of rejected games, made when the first one comes."""

    def __init__(self, path: str, container: str) -> None:
        self.path = path
        self.count = 0
        self._container = container
        self._file: IO[str] | None = None

    def add(self, record: Record, violations: tuple[Finding, ...]) -> None:
        """Write a game as it was read, with what is wrong with it."""
        self.count += 1
        if self._file is None:
            self._file = open(self.path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115
        self._file.write(self._entry(record, violations))

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._file:
            self._file.close()

    def _entry(self, record: Record, violations: tuple[Finding, ...]) -> str:
        if self._container == "jsonl":
            told = {"violations": [finding.to_json() for finding in violations]}
            return records.write(replace(record, extra={**record.extra, **told}), "jsonl")
        lines = [f"# {record.source}: {_told(finding)}\n" for finding in violations]
        try:
            game = records.write(record) if record.source.game else "\n"
        except LudographError as error:
            game = f"# {error}\n# {records.write(record, 'jsonl')}\n"
        return "".join(lines) + game


def _told(finding: Finding) -> str:
    place = f"line {finding.line}, column {finding.column}: " if finding.column else ""
    who = f"move {finding.number}, {finding.side.title()}, {finding.text}: " if finding.side else ""
    return f"{place}{who}{finding.message} [{finding.code}]"
