"""Diagrams of positions and plies: SVG, PNG, PDF, GIF, and plain text that can be read back.

The functions work for every game: what its board looks like stands in the game's own `diagram`
module; the options are those of `analysis.games.diagram.Options`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Unpack

from analysis.drawing import svg as _svg
from analysis.drawing.scene import Scene, printable
from analysis.games import find
from analysis.games.diagram import COMMENT, AnyDiagram, Options
from analysis.games.position import AnyPosition
from analysis.replay import Ply, Replay
from analysis.text import plural
from notation.errors import UnknownName
from records.target import completed

KINDS = ("text", "svg", "png", "pdf")
"""The kinds of file that `draw` makes of one position."""

STEP = 36.0
"""Default length of a board step in pixels."""

DELAY = 1.0
"""Default of the seconds that an animation shows a position."""


def compose(position: AnyPosition, *, caption: str = "", **options: Unpack[Options]) -> Scene:
    """Return the picture of a position as shapes, for a painter.

    Raises:
        UnknownName: the game's boards have no such labels.
    """
    return _diagram(position).scene(position, **options).captioned(caption)


def svg(
    position: AnyPosition, *, caption: str = "", step: float = STEP, **options: Unpack[Options]
) -> _svg.Svg:
    """Return the picture of a position as an SVG document, which notebooks show.

    Args:
        position: the position.
        caption: a text under the board.
        step: length of a board step in pixels.
        **options: `Options`.

    Raises:
        UnknownName: the game's boards have no such labels.
    """
    return _svg.paint(compose(position, caption=caption, **options), step)


def text(position: AnyPosition, *, caption: str = "", **options: Unpack[Options]) -> str:
    """Return a position as a diagram in plain text, which `read_text` reads.

    Raises:
        UnknownName: the game's boards have no such labels.
    """
    diagram = _diagram(position).text(position, **options)
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
        position: the position.
        kind: one of `KINDS`.
        caption: a text under the board.
        step: length of a board step in pixels, of which 96 make an inch on paper.
        **options: `Options`.

    Raises:
        UnknownName: there is no such kind, or the game's boards have no such labels.
    """
    if kind not in KINDS:
        raise UnknownName.among("kind of picture", kind, KINDS)
    if kind == "text":
        return f"{text(position, caption=caption, **options)}\n".encode()
    if kind == "svg":
        return svg(position, caption=caption, step=step, **options).encode()
    from analysis.drawing import mpl

    return mpl.paint(compose(position, caption=caption, **options), kind, step)


def animate(scenes: Sequence[Scene], *, step: float = STEP, delay: float = DELAY) -> bytes:
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
    """Write the picture of a position to a file, whose name ends in the kind of picture.

    ``.txt`` stands for text. Arguments and errors are those of `draw`.
    """
    kind = Path(path).suffix.lower().removeprefix(".")
    kind = "text" if kind == "txt" else kind
    with completed(path) as out:
        out.write(draw(position, kind, caption=caption, step=step, **options))


def _diagram(position: AnyPosition) -> AnyDiagram:
    return find(position.GAME).diagram()


def draw_ply(game: Replay, number: int, kind: str, flip: bool = False) -> bytes:
    """Return the picture of a game's position after a ply, with a caption.

    Args:
        game: the game.
        number: number of the ply, 0 for the start; no more than have been played.
        kind: one of `KINDS`.
        flip: whether the board is seen from the second side.

    Raises:
        ValueError: the record has no start.
    """
    ply = next(islice(game.plies(), number - 1, None), None) if number else None
    position, caption, options = ply_diagram(game, ply, flip)
    return draw(position, kind, caption=caption, **options)


def ply_scenes(game: Replay, numbers: Iterable[int], flip: bool = False) -> Iterator[Scene]:
    """Yield the pictures of a game's positions after plies, for `animate`.

    Args:
        game: the game.
        numbers: numbers of the plies, 0 for the start.
        flip: whether the board is seen from the second side.

    Raises:
        ValueError: the record has no start.
    """
    plies: list[Ply | None] = [None, *game.plies()]
    for number in numbers:
        position, caption, options = ply_diagram(game, plies[number], flip)
        yield compose(position, caption=caption, **options)


def ply_diagram(
    game: Replay, ply: Ply | None, flip: bool = False
) -> tuple[AnyPosition, str, Options]:
    """Return the position after a ply or else the first, its caption, and how to draw it.

    Raises:
        ValueError: the record has no start.
    """
    if game.start is None or game.dialect is None:
        raise ValueError("a record without a start cannot be drawn")
    options: Options = {"flipped": flip, "labels": game.dialect.label_style}
    if ply is None:
        return game.start, "Start", options
    return (
        ply.after,
        ply_caption(game, ply),
        options | {"last": ply.carried_out, "before": ply.before},
    )


def ply_caption(game: Replay, ply: Ply) -> str:
    """Return the caption of the picture of a ply, which states what was accepted up to it."""
    caption = f"{ply.number}. {canonical_text(game, ply)} ({ply.side.title()}, ply {ply.index})"
    earlier = sum((one.ply or 0) < ply.index for one in game.accepted)
    if ply.move is None:
        caption += ", illegal, played as recorded"
    elif earlier:
        caption += f", after {plural(earlier, 'illegal move')} played as recorded"
    return caption


def canonical_text(game: Replay, ply: Ply) -> str:
    """Return a ply's move in the record's own dialect; an illegal one as it was written."""
    if game.dialect is None or ply.move is None:
        return ply.text
    return game.dialect.write(ply.move)
