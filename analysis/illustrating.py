"""Pictures of the plies of a game, with captions that say which."""

from collections.abc import Iterable, Iterator
from itertools import islice

from analysis import diagrams
from analysis.drawing.scene import Scene
from analysis.games.diagram import Options
from analysis.games.position import AnyPosition
from analysis.replay import Ply, Replay

DELAY = 1.0
"""Seconds that a frame of an animation is usually shown."""


def draw_ply(verdict: Replay, number: int, kind: str, flip: bool = False) -> bytes:
    """Return the picture of a game's position after a ply, with a caption.

    Args:
        verdict: the game on the board.
        number: number of the ply, 0 for the start; no more than have been played.
        kind: kind of picture.
        flip: whether to draw the board as the other side sees it.
    """
    ply = next(islice(verdict.plies(), number - 1, None), None) if number else None
    position, words, options = ply_diagram(verdict, ply, flip)
    return diagrams.draw(position, kind, caption=words, **options)


def scenes(verdict: Replay, numbers: Iterable[int], flip: bool = False) -> Iterator[Scene]:
    """Yield the pictures of a game's positions after some plies, as shapes for a painter.

    Arguments are those of `draw_ply`.
    """
    plies: list[Ply | None] = [None, *verdict.plies()]
    for number in numbers:
        position, words, options = ply_diagram(verdict, plies[number], flip)
        yield diagrams.compose(position, caption=words, **options)


def animate(
    verdict: Replay, numbers: Iterable[int], flip: bool = False, delay: float = DELAY
) -> bytes:
    """Return an animated GIF of a game's positions after some plies.

    Args:
        verdict: the game on the board.
        numbers: numbers of the plies, one or more, 0 for the start.
        flip: whether to draw the board as the other side sees it.
        delay: seconds that a position is shown.
    """
    return diagrams.animate(list(scenes(verdict, numbers, flip)), delay=delay)


def canonical_text(verdict: Replay, ply: Ply) -> str:
    """Return a ply's move in the record's own notation; as it stands there if it was illegal."""
    if verdict.dialect is None or ply.move is None:
        return ply.text
    return verdict.dialect.write(ply.move)


def caption(verdict: Replay, ply: Ply) -> str:
    """Return the words under the picture of a ply."""
    return f"{ply.number}. {canonical_text(verdict, ply)} ({ply.side.title()}, ply {ply.index})"


def ply_diagram(
    verdict: Replay, ply: Ply | None, flip: bool = False
) -> tuple[AnyPosition, str, Options]:
    """Return the position after a ply or else the first, its caption, and how to draw it.

    Raises:
        ValueError: the record has no start.
    """
    if verdict.start is None or verdict.dialect is None:
        raise ValueError("a record without a start cannot be drawn")
    options: Options = {"flipped": flip, "labels": verdict.dialect.label_style}
    if ply is None:
        return verdict.start, "Start", options
    return ply.after, caption(verdict, ply), options | {"last": ply.move, "before": ply.before}
