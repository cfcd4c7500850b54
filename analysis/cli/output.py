"""Output of commands: JSON lines, CSV, the content of files, exit status."""

import os
import sys
from collections.abc import Collection, Iterable, Mapping

import click

from analysis.cli.streams import STANDARD_OUTPUT
from analysis.cli.terminal import echo
from notation import UnknownName
from notation.errors import did_you_mean
from notation.printing import json_line
from records.format import Format
from records.formats import FORMATS, ONLY_READ, by_suffix, find
from records.target import completed, source_at, source_on_standard_output

NOT_WRITTEN = (".zip", ".tar", ".tgz", ".tzst", ".bz2", ".xz", ".7z", ".rar", ".tar.gz", ".tar.zst")
"""Suffixes of archives, and of compressed files that are only read."""


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    echo(json_line(value))


def print_csv(
    columns: Iterable[str], rows: Iterable[Mapping[str, object]], safe: bool = False
) -> None:
    """Print a CSV table with a header, and on standard error the number of possible formulas.

    If ``safe``, an apostrophe is put before texts that a spreadsheet would interpret as formulas.
    """
    import csv

    from analysis.tables.csv import CellWriter

    cell = CellWriter(safe)
    writer = csv.DictWriter(sys.stdout, list(columns), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: cell(value) for name, value in row.items()})
    if remark := cell.remark():
        echo(remark, err=True)


def file_kind(
    output: str | None, named: str | None, kinds: Collection[str], default: str, what: str
) -> str:
    """Return the kind of the output: the named kind, else the kind of its file name.

    Args:
        output: name of the file, whose suffix is the kind; ``.txt`` stands for ``text``. None is
            standard output.
        named: the kind given by ``--as``; None if it is not given.
        kinds: the known kinds.
        default: the kind for standard output.
        what: the noun for a kind in the message, such as ``"picture"``.
    """
    suffix = os.path.splitext(output)[1].lower().removeprefix(".") if output else default
    kind = "text" if suffix == "txt" else suffix
    if named:
        if output and kind in kinds and kind != named:
            raise click.UsageError(f"--as {named}, but the name of {output} stands for {kind}")
        return named
    if kind not in kinds:
        raise UnknownName.among(f"kind of {what}", suffix, kinds, f"{output}: ")
    return kind


def refuse_terminal(kind: str, output: str | None) -> None:
    """Raise `click.UsageError` where binary content would be printed on a terminal."""
    if output is None and sys.stdout.isatty():
        raise click.UsageError(f"a {kind.upper()} is not for a terminal: name a file with -o")


def write_bytes(content: bytes, output: str | None) -> None:
    """Write content to standard output or to a file, which appears only when it is complete."""
    if output and output != STANDARD_OUTPUT:
        with completed(output) as out:
            out.write(content)
    else:
        sys.stdout.buffer.write(content)


def check_output(output: str | None, sources: Iterable[str], option: str = "-o") -> None:
    """Raise `click.UsageError` if an output file is also a source, even under another name.

    ``output`` is None or ``-`` for standard output; ``option`` names it in the message.
    """
    output = None if output == STANDARD_OUTPUT else output
    found = source_on_standard_output(sources) if output is None else source_at(output, sources)
    if found is None:
        return
    what = f"{option} {output}" if output else "standard output"
    same = "" if found == output else f", which is {found}"
    raise click.UsageError(f"{what}{same}: this file is also read, so it is not overwritten")


def output_format(output: str | None, name: str | None) -> Format:
    """Return the format of the output: the named format, else the format of its file name."""
    path = (output or "").lower()
    if path.endswith(NOT_WRITTEN):
        raise click.UsageError(f"{output}: files of this kind cannot be written; .gz and .zst can")
    usual = by_suffix(path) if path else None
    if usual and usual.name in ONLY_READ:
        raise click.UsageError(
            f"{output}: these formats can be read, but not written: {', '.join(ONLY_READ)}"
        )
    if name:
        if name.casefold() in ONLY_READ:
            known = f"{did_you_mean(name, FORMATS)}; known: {', '.join(FORMATS)}"
            raise click.UsageError(f"--to {name}: it can be read, but not written{known}")
        if name.casefold() not in FORMATS:
            unknown = UnknownName.among("format", name, FORMATS)
            raise UnknownName(f"{unknown}; only read: {', '.join(ONLY_READ)}")
        form = find(name)
        if usual and not any(one.endswith(usual.suffixes) for one in form.suffixes):
            message = f"--to {form.name}, but the name of {output} stands for {usual.name}"
            raise click.UsageError(f"{message}; name it {_renamed(path, form)}, or leave out --to")
        return form
    if usual is None:
        known = ", ".join(FORMATS)
        if output is None:
            raise click.UsageError(f"Missing option '--to', and no file is named with -o: {known}")
        meant = did_you_mean(os.path.splitext(path)[1].removeprefix("."), FORMATS)
        message = (
            f"{output}: the format is not known from the name{meant}; name one with --to: {known}"
        )
        raise UnknownName(message)
    return usual


def _renamed(path: str, form: Format) -> str:
    """Return the name of a file with the suffix of a format."""
    return f"{os.path.basename(path).partition('.')[0]}{form.suffixes[0]}"


def check_apart(output: str, path: str, option: str) -> None:
    """Raise `click.UsageError` if a second output file has the same path as the output."""
    if os.path.realpath(path) == os.path.realpath(output):
        raise click.UsageError(f"-o {output} and {option} {path} are the same file")
