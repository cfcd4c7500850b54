"""Options of commands that draw boards: theme, size, coordinates, arrows, circles, legend."""

from typing import Any

import click

from analysis.cli.options import Finite, OneOf, gathered
from analysis.drawing.picture import (
    LABELS,
    LEAST_DPI,
    MOST_DPI,
    NOTATION,
    InvalidPicture,
    PictureOptions,
    Pointers,
    Width,
    parse_arrows,
    parse_points,
    parse_width,
)
from analysis.drawing.themes import CLASSIC, THEMES


class WidthOption(click.ParamType):  # type: ignore[type-arg]  # generic only of late
    """A length such as ``600``, ``600px``, ``12cm`` or ``5in``."""

    name = "width"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Width:
        """Return the number and the unit."""
        try:
            return parse_width(str(value))
        except InvalidPicture as error:
            self.fail(str(error), param, ctx)


def check_fit(drawn: PictureOptions, kind: str) -> None:
    """Check that the options fit a kind of picture.

    Raises:
        click.UsageError: one means nothing for it.
    """
    if found := drawn.misfit(kind):
        names, why = found
        hint = ": name a kind with --as or -o" if len(names) > 1 else ""
        raise click.UsageError(f"{' and '.join(f'--{name}' for name in names)} {why}{hint}")


def _arrows(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    try:
        return parse_arrows(values)
    except InvalidPicture as error:
        raise click.BadParameter(str(error)) from None


def _marks(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return parse_points(values)
    except InvalidPicture as error:
        raise click.BadParameter(str(error)) from None


def _picture(labels: str, arrow: Any, mark: Any, **values: Any) -> PictureOptions:
    """Return how boards are drawn."""
    named = None if labels == NOTATION else labels
    return PictureOptions(labels=named, pointers=Pointers(arrow, mark), **values)


picture_options = gathered(
    "drawn",
    _picture,
    click.option(
        "--theme", type=OneOf(list(THEMES)), default=CLASSIC, help="Colours  [default: classic]."
    ),
    click.option("--size", type=WidthOption(), help="Width of the picture: 600, 12cm, 5in."),
    click.option("--dpi", type=Finite(LEAST_DPI, MOST_DPI), help="Dots of a PNG to an inch."),
    click.option(
        "--labels",
        type=OneOf(LABELS),
        default=NOTATION,
        help="Coordinates: as the game's notation has them, others, or none.",
    ),
    click.option("--arrow", multiple=True, callback=_arrows, help="Draw an arrow, e.g. a1-a3."),
    click.option("--mark", multiple=True, callback=_marks, help="Draw a circle, e.g. d4."),
    click.option("--legend", is_flag=True, help="Explain the signs of a text diagram."),
)
"""Adds the options of pictures, a `PictureOptions`, as ``drawn``."""
