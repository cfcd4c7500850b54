"""Diagrams of positions and plies: SVG, PNG, PDF, GIF, TikZ, and plain text that can be read back.

The functions work for every game: the game's own `diagram` module defines the look of its board.
The options are those of `analysis.games.diagram.Options`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import dist
from typing import Unpack

from analysis.drawing import svg
from analysis.drawing.picture import NO_LABELS, PLAIN, PictureOptions, Pointers
from analysis.drawing.scene import Disc, Point, Scene, Shape, arrow, printable
from analysis.drawing.style import Role
from analysis.games import find
from analysis.games.diagram import COMMENT, AnyDiagram, Options
from analysis.games.position import AnyPosition
from analysis.replay import PlayedPly, Replay
from notation.errors import UnknownName
from notation.numbers import plural

KINDS = ("text", "svg", "png", "pdf", "tex")
"""The kinds of file that `draw` makes of one position."""

GIF = "gif"
"""The kind of picture that shows many positions of a game."""

COORDINATES = (Role.LABEL, Role.LABEL_GROUND)

POINTER_INSET = 0.3
"""Distance between a requested arrow and the centre of its first point."""

DELAY = 1.0
"""Default time in seconds that an animation shows a position."""

QUICKEST, SLOWEST = 0.02, 60.0
"""Bounds for the seconds per frame. GIF counts hundredths; the last frame is shown longer."""


def compose(
    position: AnyPosition,
    drawn: PictureOptions = PLAIN,
    *,
    caption: str = "",
    **options: Unpack[Options],
) -> Scene:
    """Return the picture of a position as shapes, for a painter.

    Args:
        position: the position.
        drawn: arrows and circles to add.
        caption: a text under the board.
        **options: `Options`; labels may also be `NO_LABELS`.

    Raises:
        UnknownName: the game's boards have no such labels, or no such point.
    """
    pointers = drawn.pointers
    bare = options.get("labels") == NO_LABELS
    if bare:
        del options["labels"]
    scene = _diagram(position).scene(position, **options)
    shapes = [one for one in scene.shapes if not (bare and one.role in COORDINATES)]
    shapes += _pointing(position, pointers, options.get("flipped", False))
    said = f"; {pointers}" if str(pointers) else ""
    return replace(scene, shapes=tuple(shapes), title=f"{scene.title}{said}").captioned(caption)


def _pointing(position: AnyPosition, pointers: Pointers, flipped: bool) -> Iterator[Shape]:
    """Yield the requested arrows and circles."""

    def at(name: str) -> Point:
        return _diagram(position).point(position.variant, name, flipped=flipped)

    for name in pointers.marks:
        yield Disc(*at(name), 0.46, Role.MARK)
    for first, last in pointers.arrows:
        start, end = at(first), at(last)
        if start == end:
            raise UnknownName(f"an arrow from {first} to {last} has no length")
        share = POINTER_INSET / dist(start, end)
        begin = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        yield arrow(begin, end, role=Role.POINTER)


def text(
    position: AnyPosition,
    *,
    caption: str = "",
    legend: bool = False,
    **options: Unpack[Options],
) -> str:
    """Return a position as a diagram in plain text, which `read_text` reads.

    Args:
        position: the position.
        caption: a text under the board.
        legend: whether to explain each sign under the board.
        **options: `Options`.

    Raises:
        UnknownName: the game's boards have no such labels.
    """
    diagram = _diagram(position)
    signs = diagram.legend(position).items() if legend else ()
    remarks = [printable(caption), *(f"{sign:3} {meaning}" for sign, meaning in signs)]
    written = diagram.text(position, **options)
    return "\n".join([written, *(f"{COMMENT} {one}" for one in remarks if one)])


def read_text(game: str, diagram: str, variant: str | None = None) -> AnyPosition:
    """Read a diagram in plain text, as `text` writes it for a position of this variant.

    Raises:
        InvalidPosition: the text is not a diagram of the game; the message names the line.
        InvalidVariant: the game has no such variant.
        UnknownName: there is no such game.
    """
    position: AnyPosition = find(game).diagram().read_text(diagram, variant)
    return position


def draw(
    position: AnyPosition,
    kind: str,
    drawn: PictureOptions = PLAIN,
    *,
    caption: str = "",
    **options: Unpack[Options],
) -> bytes:
    """Return the picture of a position as the content of a file.

    Args:
        position: the position.
        kind: one of `KINDS`.
        drawn: size, theme, arrows, circles, and legend; a text diagram lists arrows and circles
            below the board. The kind of labels in it is ignored; that in ``options`` is used.
        caption: a text under the board.
        **options: `Options`; labels may also be `NO_LABELS`.

    Raises:
        UnknownName: there is no such kind, theme or point, or the game's boards have no such
            labels.
    """
    if kind not in KINDS:
        raise UnknownName.among("kind of picture", kind, KINDS)
    scene = compose(position, drawn, caption=caption, **options)
    if kind == "text":
        written = text(position, caption=caption, legend=drawn.legend, **options)
        named = f"{COMMENT} {drawn.pointers}\n" if str(drawn.pointers) else ""
        return f"{written}\n{named}".encode()
    step = drawn.step_of(scene)
    if kind == "svg":
        return svg.paint(scene, step, theme=drawn.theme).encode()
    if kind == "tex":
        from analysis.drawing import tikz

        return tikz.paint(scene, step, theme=drawn.theme).encode()
    from analysis.drawing import mpl

    return mpl.paint(scene, kind, step, theme=drawn.theme, dpi=drawn.dots)


def _diagram(position: AnyPosition) -> AnyDiagram:
    return find(position.GAME).diagram()


def draw_plies(
    game: Replay,
    numbers: Iterable[int],
    kind: str,
    drawn: PictureOptions = PLAIN,
    *,
    flip: bool = False,
    caption: str | None = None,
    delay: float = DELAY,
) -> Iterator[bytes]:
    """Yield pictures of the positions after some plies of a game; for `GIF`, one animation.

    Args:
        game: the game.
        numbers: numbers of played plies, one or more; 0 is the start.
        kind: one of `KINDS`, or `GIF`.
        drawn: options of the pictures.
        flip: whether the board is seen from the second side.
        caption: a text under the board; None for the number and the move of the ply.
        delay: seconds that an animation shows a position; the last one stays three times as long.

    Raises:
        UnknownName: the board has no such labels or points, or there is no such theme.
        ValueError: the record has no start.
    """
    plies: list[PlayedPly | None] = [None, *game.plies()]
    found = (ply_diagram(game, plies[number], flip, drawn.labels) for number in numbers)
    shown = ((one, words if caption is None else caption, more) for one, words, more in found)
    if kind != GIF:
        for position, words, options in shown:
            yield draw(position, kind, drawn, caption=words, **options)
        return
    from analysis.drawing import animation

    scenes = [compose(one, drawn, caption=words, **options) for one, words, options in shown]
    if scenes:
        yield animation.animate(scenes, drawn.step_of(scenes[0]), delay, drawn.theme)


def ply_diagram(
    game: Replay, ply: PlayedPly | None, flip: bool = False, labels: str | None = None
) -> tuple[AnyPosition, str, Options]:
    """Return the position after a ply (or the start), its caption, and the drawing options.

    Raises:
        ValueError: the record has no start.
    """
    if game.start is None or game.dialect is None:
        raise ValueError("a record without a start cannot be drawn")
    options: Options = {"flipped": flip, "labels": labels or game.dialect.label_style}
    if ply is None:
        return game.start, "Start", options
    return (
        ply.after,
        ply_caption(game, ply),
        options | {"last": ply.carried_out, "before": ply.before},
    )


def ply_caption(game: Replay, ply: PlayedPly) -> str:
    """Return the caption of a ply's picture, which mentions illegal moves up to this ply."""
    caption = f"{ply.number}. {canonical_text(game, ply)} ({ply.side.title()}, ply {ply.index})"
    earlier = sum((one.ply or 0) < ply.index for one in game.accepted)
    if ply.move is None:
        caption += ", illegal, played as recorded"
    elif earlier:
        caption += f", after {plural(earlier, 'illegal move')} played as recorded"
    return caption


def canonical_text(game: Replay, ply: PlayedPly) -> str:
    """Return the move of a ply in the record's own dialect; an illegal move as it was written."""
    if game.dialect is None or ply.move is None:
        return ply.text
    return game.dialect.write(ply.move)
