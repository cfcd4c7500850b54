"""Pictures of positions for the Python interface: checks of their options, and the drawing."""

from collections.abc import Iterable
from typing import TypedDict, TypeVar

from analysis import diagrams
from analysis.drawing.picture import (
    LEAST_DPI,
    MOST_DPI,
    NOTATION,
    STEP,
    InvalidPicture,
    PictureOptions,
    parse_arrows,
    parse_points,
    parse_width,
)
from analysis.drawing.style import CLASSIC
from analysis.drawing.svg import Svg
from analysis.games.position import AnyPosition
from ludograph._arguments import check_range, typed
from notation.errors import UnknownName

T = TypeVar("T")

WIDEST_STEP = 2_000
"""Maximum length of a board step in pixels."""


class DrawOptions(TypedDict, total=False):
    """Options of pictures.

    Attributes:
        flip: whether the board is seen from the second side.
        caption: text under the board; None names the move of a game.
        step: length of a board step in pixels, if no size is given.
        theme: ``"classic"``, ``"print"``, ``"dark"`` or ``"high-contrast"``.
        size: width of the whole picture: pixels as a number, or a text such as ``"12cm"``.
        dpi: resolution of a PNG in dots per inch; None for 96.
        labels: coordinates: ``"letters"``, ``"numbers"`` or ``"none"``; None for those of the
            game's notation.
        arrows: arrows to add, each the names of two points: ``"a1-a3"`` or a pair.
        marks: the names of points to draw circles on.
        legend: whether the signs of a text diagram are explained under it.
    """

    flip: bool
    caption: str | None
    step: float
    theme: str
    size: str | float | None
    dpi: float | None
    labels: str | None
    arrows: Iterable[str | tuple[str, str]]
    marks: Iterable[str]
    legend: bool


@typed
def draw_options(
    kind: str,
    *,
    flip: bool = False,
    caption: str | None = None,
    step: float = STEP,
    theme: str = CLASSIC,
    size: str | float | None = None,
    dpi: float | None = None,
    labels: str | None = None,
    arrows: Iterable[str | tuple[str, str]] = (),
    marks: Iterable[str] = (),
    legend: bool = False,
) -> PictureOptions:
    """Check the options of a picture, which `DrawOptions` describes, and return them.

    Raises:
        InvalidPicture: an option is invalid, or does not apply to the kind of picture.
        UnknownName: there is no such kind, theme or labels.
    """
    if kind not in (kinds := (*diagrams.KINDS, diagrams.GIF)):
        raise UnknownName.among("kind of picture", kind, kinds)
    if dpi is not None and not LEAST_DPI <= dpi <= MOST_DPI:
        raise InvalidPicture(f"{dpi} is not from {LEAST_DPI} to {MOST_DPI} dots per inch")
    check_range("step", step, 1, WIDEST_STEP)
    width = f"{size:g}" if isinstance(size, float) else str(size)
    texts = [one if isinstance(one, str) else "-".join(one) for one in _several(arrows)]
    drawn = PictureOptions(
        theme,
        None if size is None else parse_width(width),
        dpi,
        None if labels == NOTATION else labels,
        parse_arrows(texts),
        parse_points(_several(marks)),
        legend,
        step,
        flip,
        caption,
    )
    if found := drawn.misfit(kind):
        raise InvalidPicture(f"{' and '.join(found[0])} {found[1]}")
    return drawn


def _several(values: Iterable[T]) -> Iterable[T | str]:
    """Return several values; a single text becomes a list of one."""
    return [values] if isinstance(values, str) else values


def as_shown(content: bytes, kind: str) -> str | bytes:
    """Return a picture as text if its kind is a text format, else as bytes; SVG is an `Svg`."""
    if kind == "text":
        return content.decode().removesuffix("\n")
    if kind in ("svg", "tex"):
        return Svg(content.decode()) if kind == "svg" else content.decode()
    return content


def picture_of_position(position: AnyPosition, kind: str, drawn: PictureOptions) -> str | bytes:
    """Return the picture of a position by itself, without a game.

    Raises:
        InvalidPicture: the kind is an animation, which shows a game.
    """
    if kind == diagrams.GIF:
        raise InvalidPicture("an animation shows a game, not a position")
    return as_shown(diagrams.draw(position, kind, drawn), kind)
