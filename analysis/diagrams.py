"""Pictures of positions: SVG, PNG, PDF, GIF, and plain text that can be read back.

The functions work for every game. What one game's board looks like stands in
``analysis/diagrams/<game>.py``; what the options mean, in `analysis.games.diagram.Options`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from analysis.drawing import svg as _svg
from analysis.drawing.scene import Scene, printable
from analysis.games import find
from analysis.games.diagram import COMMENT, AnyDiagram, Options
from analysis.games.position import AnyPosition
from notation.errors import UnknownName

__all__ = [
    "KINDS",
    "STEP",
    "Options",
    "Scene",
    "animate",
    "compose",
    "draw",
    "read_text",
    "svg",
    "text",
    "write",
]

KINDS = ("text", "svg", "png", "pdf")
"""What `draw` can make of one position."""

STEP = 36.0
"""Usual length of a board step in pixels."""


def compose(position: AnyPosition, *, caption: str = "", **options: Unpack[Options]) -> Scene:
    """Return the picture of a position as shapes, for a painter.

    Raises:
        UnknownName: the game's boards have no such labels.
    """
    return _picture(position).scene(position, **options).captioned(caption)


def svg(
    position: AnyPosition, *, caption: str = "", step: float = STEP, **options: Unpack[Options]
) -> _svg.Svg:
    """Return the picture of a position as an SVG document, which notebooks show.

    Args:
        position: what to draw.
        caption: a text under the board.
        step: length of a board step in pixels.
        **options: the last move, the side it is seen from, the labels.

    Raises:
        UnknownName: the game's boards have no such labels.
    """
    return _svg.paint(compose(position, caption=caption, **options), step)


def text(position: AnyPosition, *, caption: str = "", **options: Unpack[Options]) -> str:
    """Return a position as a diagram in plain text, which `read_text` reads.

    Raises:
        UnknownName: the game's boards have no such labels.
    """
    diagram = _picture(position).text(position, **options)
    caption = printable(caption)
    return f"{diagram}\n{COMMENT} {caption}" if caption else diagram


def read_text(game: str, diagram: str, variant: str | None = None) -> AnyPosition:
    """Read a diagram in plain text; the inverse of `text` under the position's own variant.

    Raises:
        InvalidPosition: the text is no diagram of the game; the message names the line.
        InvalidVariant: the game has no such variant.
        UnknownName: there is no such game.
    """
    position: AnyPosition = find(game).diagram().read_text(diagram, variant)
    return position


def draw(
    position: AnyPosition,
    kind: str,
    *,
    caption: str = "",
    step: float = STEP,
    **options: Unpack[Options],
) -> bytes:
    """Return the picture of a position as the content of a file.

    Args:
        position: what to draw.
        kind: one of `KINDS`.
        caption: a text under the board.
        step: length of a board step in pixels, of which 96 make an inch on paper.
        **options: the last move, the side it is seen from, the labels.

    Raises:
        UnknownName: there is no such kind, or the game's boards have no such labels.
    """
    if kind not in KINDS:
        raise UnknownName(f"no kind of picture {kind!r}; there are: {', '.join(KINDS)}")
    if kind == "text":
        return f"{text(position, caption=caption, **options)}\n".encode()
    if kind == "svg":
        return svg(position, caption=caption, step=step, **options).encode()
    from analysis.drawing import mpl

    return mpl.paint(compose(position, caption=caption, **options), kind, step)


def animate(scenes: Sequence[Scene], *, step: float = STEP, delay: float = 1.0) -> bytes:
    """Return pictures made by `compose` as an animated GIF that runs again and again.

    Args:
        scenes: the frames, one or more.
        step: length of a board step in pixels.
        delay: seconds that a frame is shown; the last one stays three times as long.
    """
    from analysis.drawing import animation

    return animation.animate(scenes, step, delay)


def write(
    path: str | Path,
    position: AnyPosition,
    *,
    caption: str = "",
    step: float = STEP,
    **options: Unpack[Options],
) -> None:
    """Write the picture of a position to a file; the end of its name says of what kind.

    ``.txt`` stands for text. Arguments and errors are those of `draw`.
    """
    kind = Path(path).suffix.lower().removeprefix(".")
    kind = "text" if kind == "txt" else kind
    Path(path).write_bytes(draw(position, kind, caption=caption, step=step, **options))


def _picture(position: AnyPosition) -> AnyDiagram:
    return find(position.GAME).diagram()
