"""Options of commands that draw boards: theme, size, coordinates, arrows, circles, legend."""

import re
from collections.abc import Callable
from functools import wraps

import click

from analysis.cli.options import Command, Finite, Word, with_options
from analysis.diagrams import NO_LABELS, Pointers
from analysis.drawing.look import PIXELS_PER_INCH, Look
from analysis.drawing.themes import CLASSIC, THEMES
from notation.values import frozen

NOTATION = "notation"
LABELS = (NOTATION, "letters", "numbers", NO_LABELS)

UNITS = {"": 1.0, "px": 1.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96 / 72}
"""Pixels of style sheets to a unit of length."""

LEAST, MOST = 16, 20_000
"""Width of a picture in pixels."""

_LENGTH = re.compile(r"(\d{1,6}(?:\.\d{1,6})?) ?(px|in|cm|mm|pt|)", re.ASCII)


class Width(click.ParamType):  # type: ignore[type-arg]  # generic only of late
    """A length such as ``600``, ``600px``, ``12cm`` or ``5in``: number and unit."""

    name = "width"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, str]:
        """Return the number and the unit."""
        found = _LENGTH.fullmatch(str(value).strip().lower())
        number, unit = (float(found[1]), found[2]) if found else (0.0, "")
        if not LEAST <= number * UNITS[unit] <= MOST:
            wanted = f"a width of {LEAST} to {MOST:,} pixels, such as 600, 12cm or 5in"
            self.fail(f"{str(value)[:60]!r} is not {wanted}", param, ctx)
        return number, unit


@frozen
class PictureOptions:
    """How boards are drawn.

    Attributes:
        theme: name of the theme.
        size: width as number and unit; None for the usual one.
        dpi: dots of a PNG to an inch; None for 96.
        labels: the kind of coordinates; None for that of the game's notation.
        pointers: arrows and circles.
        legend: whether signs are explained.
    """

    theme: str
    size: tuple[float, str] | None
    dpi: float | None
    labels: str | None
    pointers: Pointers
    legend: bool

    def check(self, kind: str) -> None:
        """Check that the options fit a kind of picture.

        Raises:
            click.UsageError: one means nothing for it.
        """
        text = kind == "text"
        if self.dpi is not None and kind != "png":
            raise click.UsageError("--dpi is for PNG: other kinds have no dots to an inch")
        if text and (self.theme != CLASSIC or self.size):
            raise click.UsageError("--theme and --size are for pictures: name one with --as or -o")
        if text and self.labels == NO_LABELS:
            raise click.UsageError("--labels none is for pictures: text has its coordinates")
        if self.legend and not text:
            raise click.UsageError("--legend explains the signs of text diagrams")

    @property
    def look(self) -> Look:
        """The size and theme; a width in pixels is that of a PNG whatever its dots to an inch."""
        dpi = self.dpi or PIXELS_PER_INCH
        if self.size is None:
            return Look(self.theme, dpi=dpi)
        number, unit = self.size
        scale = PIXELS_PER_INCH / dpi if unit in ("", "px") else 1
        return Look(self.theme, width=number * UNITS[unit] * scale, dpi=dpi)


def _arrows(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Parse arrows such as ``a1-a3``; several may stand in one value, with commas."""
    found = []
    for one in _listed(values):
        start, _, end = (part.strip() for part in one.partition("-"))
        if not (start and end) or "-" in end:
            raise click.BadParameter(f"{one[:60]!r} is not an arrow such as a1-a3")
        found.append((start, end))
    return tuple(found)


def _marks(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Parse the names of points; several may stand in one value, with commas."""
    return tuple(_listed(values))


def _listed(values: tuple[str, ...]) -> list[str]:
    parts = [part.strip() for value in values for part in value.split(",")]
    if "" in parts:
        raise click.BadParameter("a point is missing; write d4, or d4,e5 for several")
    return parts


def picture_options(function: Command) -> Command:
    """Add the options; the command receives a `PictureOptions` as ``drawn``."""

    @wraps(function)
    def command(
        *args: object,
        theme: str,
        size: tuple[float, str] | None,
        dpi: float | None,
        labels: str,
        arrow: tuple[tuple[str, str], ...],
        mark: tuple[str, ...],
        legend: bool,
        **others: object,
    ) -> None:
        named = None if labels == NOTATION else labels
        drawn = PictureOptions(theme, size, dpi, named, Pointers(arrow, mark), legend)
        function(*args, drawn=drawn, **others)

    return with_options(command, *_options())


def _options() -> list[Callable[[Command], Command]]:
    themes, labels = Word(list(THEMES)), Word(LABELS)
    return [
        click.option("--theme", type=themes, default=CLASSIC, help="Colours  [default: classic]."),
        click.option("--size", type=Width(), help="Width of the picture: 600, 12cm, 5in."),
        click.option("--dpi", type=Finite(20, 1200), help="Dots of a PNG to an inch."),
        click.option(
            "--labels",
            type=labels,
            default=NOTATION,
            help="Coordinates: as the game's notation has them, others, or none.",
        ),
        click.option("--arrow", multiple=True, callback=_arrows, help="Draw an arrow, e.g. a1-a3."),
        click.option("--mark", multiple=True, callback=_marks, help="Draw a circle, e.g. d4."),
        click.option("--legend", is_flag=True, help="Explain the signs of a text diagram."),
    ]
