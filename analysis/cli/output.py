"""Output of commands: JSON lines, CSV, the content of files, exit status."""

import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import click

from analysis.cli.options import COULD_NOT_WORK, FOUND_WRONG
from analysis.cli.terminal import echo
from notation import UnknownName
from notation.printing import json_line


def exit_status(unreadable: int, wrong: int) -> int:
    """Return the exit status of a command.

    Args:
        unreadable: number of files that could not be read to their end.
        wrong: number of games with errors, and of files without a game.
    """
    return COULD_NOT_WORK if unreadable else FOUND_WRONG if wrong else 0


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    echo(json_line(value))


def print_csv(columns: Iterable[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Print a CSV table with a header."""
    import csv

    writer = csv.DictWriter(sys.stdout, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def file_kind(output: str | None, kinds: Collection[str], default: str, what: str) -> str:
    """Return the kind of file that the name of an output stands for, ``text`` for ``.txt``.

    Args:
        output: name of the file; None for standard output.
        kinds: the kinds that there are.
        default: the kind for standard output.
        what: what the kinds are of, for the message.

    Raises:
        UnknownName: the name stands for no such kind.
    """
    suffix = Path(output).suffix.lower().removeprefix(".") if output else default
    kind = "text" if suffix == "txt" else suffix
    if kind not in kinds:
        known = ", ".join(kinds)
        raise UnknownName(f"{output}: no kind of {what} {suffix!r}; there are: {known}")
    return kind


def refuse_terminal(kind: str, output: str | None) -> None:
    """Raise `click.UsageError` where binary content would be printed on a terminal."""
    if output is None and sys.stdout.isatty():
        raise click.UsageError(f"a {kind.upper()} is not for a terminal: name a file with -o")


def write_bytes(content: bytes, output: str | None) -> None:
    """Write content to a file, or to standard output."""
    if output:
        Path(output).write_bytes(content)
    else:
        sys.stdout.buffer.write(content)
