"""What commands print: lines in which no text of a record acts on the terminal."""

import os
from collections.abc import Iterable

import click

from notation.printing import visible


class Printable(str):
    """A text that is safe to print: styles are all that it has of ECMA-48."""

    __slots__ = ()


LINE_END = Printable("\n")


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
