"""What commands print: lines in which no text of a record acts on the terminal."""

import os
import sys
from collections.abc import Iterable

import click

from notation.printing import visible


class Printable(str):
    """A text that is safe to print: styles are all that it has of ECMA-48."""

    __slots__ = ()


USUAL_WIDTH = 80
"""Columns of a terminal where it does not state them."""


def styled(text: str, *, bold: bool | None = None, fg: str | None = None) -> Printable:
    """Return a text for the terminal in bold or in a colour."""
    return Printable(click.style(visible(text), bold=bold, fg=fg))


def joined(*parts: str) -> Printable:
    """Return several parts as one; what is not `Printable` yet is made so."""
    return Printable("".join(one if isinstance(one, Printable) else visible(one) for one in parts))


def echo(*parts: str, err: bool = False, nl: bool = True) -> None:
    """Print a line on standard output, or on standard error if ``err``.

    Styles go to terminals only, and not to those of a user who has set NO_COLOR, or TERM=dumb.
    """
    click.echo(joined(*parts), nl=nl, err=err, color=False if is_plain() else None)


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines on standard output."""
    for line in lines:
        echo(line)


def is_plain() -> bool:
    """Whether the environment asks for text without colours and without a moving cursor."""
    return bool(os.environ.get("NO_COLOR")) or is_dumb()


def is_dumb() -> bool:
    """Whether the terminal cannot move its cursor."""
    return os.environ.get("TERM") == "dumb"


def terminal_width() -> int:
    """Return the columns of the terminal: those of COLUMNS, its own, or 80, as shutil does."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or USUAL_WIDTH  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return USUAL_WIDTH
