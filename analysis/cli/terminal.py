"""Printing on a terminal; hidden characters in records are escaped."""

import os
import sys
from collections.abc import Iterable

import click

from notation.printing import visible


class Printable(str):
    """A text that is safe to print: its only escape sequences are styles."""

    __slots__ = ()


USUAL_WIDTH = 80
"""Width in columns of a terminal that does not report its width."""


def styled(text: str, *, bold: bool | None = None, fg: str | None = None) -> Printable:
    """Return a text for the terminal in bold or in a colour."""
    return Printable(click.style(visible(text), bold=bold, fg=fg))


def joined(*parts: str) -> Printable:
    """Return several parts as one; parts that are not `Printable` are escaped."""
    return Printable("".join(one if isinstance(one, Printable) else visible(one) for one in parts))


def echo(*parts: str, err: bool = False, nl: bool = True) -> None:
    """Print a line on standard output, or on standard error if ``err``.

    Styles are printed on terminals only, and not if NO_COLOR or TERM=dumb is set.
    """
    click.echo(joined(*parts), nl=nl, err=err, color=False if is_plain() else None)


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines on standard output."""
    for line in lines:
        echo(line)


def is_plain() -> bool:
    """Whether the environment asks for output without colours."""
    return bool(os.environ.get("NO_COLOR")) or is_dumb()


def is_dumb() -> bool:
    """Whether the terminal cannot move its cursor."""
    return os.environ.get("TERM") == "dumb"


def terminal_width() -> int:
    """Return the width of the terminal in columns, as `shutil.get_terminal_size` does."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or USUAL_WIDTH  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return USUAL_WIDTH
