"""``ludograph check --watch``: a check that is repeated whenever a file changes."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence

import click

from analysis.cli.errors import report
from analysis.cli.terminal import echo, is_dumb
from notation import LudographError
from records.classics import is_classic
from records.sources.names import LIST, STANDARD_INPUT

SETTLED = 200
"""Milliseconds without another change after which files are read again."""


def watch(files: Sequence[str], outputs: Sequence[str], check: Callable[[], int]) -> int:
    """Run a check now and after every change of its files, until Ctrl-C.

    Args:
        files: names of sources.
        outputs: folders that the check writes; changes in them count for nothing.
        check: checks the files; returns the exit status.

    Returns:
        The exit status of the last check.

    Raises:
        click.UsageError: a source is none that changes.
        MissingExtra: the package that watches files is not installed.
    """
    from watchfiles import watch as changes

    watched = dict.fromkeys(_watched(files))
    folders = [one for one in watched if os.path.isdir(one)]
    ignored = [os.path.abspath(one) for one in outputs]

    def counts(change: object, path: str) -> bool:
        inside = any(_is_inside(path, one) for one in folders)
        written = any(_is_inside(path, one) for one in ignored)
        return (path in watched or inside or bool(_patterns(files))) and not written

    status = _checked(check)
    roots = {one if os.path.isdir(one) else os.path.dirname(one) for one in watched}
    try:
        for _ in changes(
            *roots,
            watch_filter=counts,
            debounce=SETTLED,
            recursive=bool(folders),
            raise_interrupt=True,
        ):
            status = _checked(check)
    except KeyboardInterrupt:
        pass
    return status


def _checked(check: Callable[[], int]) -> int:
    """Check once, on an empty screen; what cannot be checked now may be after the next change."""
    if sys.stdout.isatty() and not is_dumb():
        click.clear()
    try:
        status = check()
    except (OSError, LudographError) as error:
        status = report(error)
    echo("Waiting for changes; Ctrl-C ends.", err=True)
    sys.stdout.flush()
    return status


def _is_inside(path: str, folder: str) -> bool:
    return path.startswith(f"{folder.rstrip(os.sep)}{os.sep}")


def _patterns(files: Sequence[str]) -> list[str]:
    return [one for one in files if not os.path.exists(one) and any(map(one.count, "*?["))]


def _watched(files: Sequence[str]) -> Iterator[str]:
    """Yield the files and folders to watch, as absolute paths; of a pattern its folder.

    Raises:
        click.UsageError: a source is none that changes.
    """
    for name in files:
        if name == STANDARD_INPUT or is_classic(name):
            raise click.UsageError(f"--watch is for files, and {name} does not change")
        path = name if os.path.exists(name) else name.removeprefix(LIST)
        while any(map(path.count, "*?[")) and not os.path.exists(path):
            path = os.path.dirname(path) or os.curdir
        found = os.path.realpath(path)
        if not os.path.isdir(found if os.path.isdir(found) else os.path.dirname(found)):
            raise FileNotFoundError(2, "No such file or directory", name)
        yield found
