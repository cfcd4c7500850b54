"""Diagrams of positions and plies: SVG, PNG, PDF, GIF, TikZ, and plain text that can be read back.

The functions work for every game: the game's own `diagram` module defines the look of its board.
The options are those of `analysis.games.diagram.Options`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import dist
from typing import Unpack

from analysis.drawing import svg
from analysis.drawing.picture import NO_LABELS, PLAIN, PictureOptions
from analysis.drawing.scene import Disc, Point, Scene, Shape, arrow, printable
from analysis.drawing.style import Role, find_theme
from analysis.games import find
from analysis.games.diagram import COMMENT, LETTERED, AnyDiagram, Options
from analysis.games.position import AnyPosition
from analysis.replay import PlayedPly, Replay
from notation.errors import UnknownName
from notation.numbers import plural

KINDS = ("text", "svg", "png", "pdf", "tex")
"""The kinds of file that `draw` makes of one position."""

GIF = "gif"
"""The kind of picture that shows many positions of a game."""

COORDINATES = (Role.LABEL, Role.LABEL_GROUND)

INSET = 0.3
"""Distance between an added arrow and the centre of its first point."""

DELAY = 1.0
"""Default time in seconds that an animation shows a position."""

QUICKEST, SLOWEST = 0.02, 60.0
"""Bounds for the seconds per frame. GIF counts hundredths; the last frame is shown longer."""


def compose(
    position: AnyPosition, drawn: PictureOptions = PLAIN, **options: Unpack[Options]
) -> Scene:
    """Return the picture of a position as shapes, for a painter.

    Args:
        position: the position.
        drawn: the options of the picture.
        **options: `Options`, instead of those of ``drawn``; labels may also be `NO_LABELS`.

    Raises:
        UnknownName: the game's boards have no such labels, or no such point.
    """
    options = _options(drawn, options)
    is_bare = options["labels"] == NO_LABELS
    if is_bare:
        del options["labels"]
    scene = _diagram(position).scene(position, **options)
    shapes = [one for one in scene.shapes if not (is_bare and one.role in COORDINATES)]
    shapes += _added(position, drawn, options["flipped"])
    title = "; ".join(filter(None, (scene.title, drawn.added)))
    return replace(scene, shapes=tuple(shapes), title=title).captioned(drawn.caption or "")


def _options(drawn: PictureOptions, options: Options) -> Options:
    """Return the options of a diagram: those of a picture, unless others are stated."""
    return {"flipped": drawn.flip, "labels": drawn.labels or LETTERED, **options}


def _added(position: AnyPosition, drawn: PictureOptions, flipped: bool) -> Iterator[Shape]:
    """Yield the arrows and circles that are added to a picture."""

    def at(name: str) -> Point:
        return _diagram(position).point(position.variant, name, flipped=flipped)

    for name in drawn.marks:
        yield Disc(*at(name), 0.46, Role.MARK)
    for first, last in drawn.arrows:
        start, end = at(first), at(last)
        if start == end:
            raise UnknownName(f"an arrow from {first} to {last} has no length")
        share = INSET / dist(start, end)
        begin = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        yield arrow(begin, end, role=Role.POINTER)


def text(position: AnyPosition, drawn: PictureOptions = PLAIN, **options: Unpack[Options]) -> str:
    """Return a position as a diagram in plain text, which `read_text` reads.

    The caption, the legend, arrows and circles are remarks under the board. Arguments and errors
    are those of `compose`.
    """
    diagram = _diagram(position)
    legend = diagram.legend(position) if drawn.legend else {}
    signs = (f"{sign:3} {meaning}" for sign, meaning in legend.items())
    remarks = filter(None, (printable(drawn.caption or ""), *signs, drawn.added))
    written = diagram.text(position, **_options(drawn, options))
    return "\n".join([written, *(f"{COMMENT} {one}" for one in remarks)])


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
    **options: Unpack[Options],
) -> bytes:
    """Return the picture of a position as a file of one of `KINDS`; arguments as in `compose`.

    Raises:
        UnknownName: there is no such kind, theme or point, or the game's boards have no such
            labels.
    """
    if kind not in KINDS:
        raise UnknownName.among("kind of picture", kind, KINDS)
    scene = compose(position, drawn, **options)
    if kind == "text":
        return f"{text(position, drawn, **options)}\n".encode()
    step, theme = drawn.step_of(scene), find_theme(drawn.theme)
    if kind == "svg":
        return svg.paint(scene, step, theme=theme).encode()
    if kind == "tex":
        from analysis.drawing import tikz

        return tikz.paint(scene, step, theme=theme).encode()
    from analysis.drawing import mpl

    return mpl.paint(scene, kind, step, theme=theme, dpi=drawn.dots)


def _diagram(position: AnyPosition) -> AnyDiagram:
    return find(position.GAME).diagram()


def draw_plies(
    game: Replay,
    numbers: Iterable[int],
    kind: str,
    drawn: PictureOptions = PLAIN,
    *,
    delay: float = DELAY,
) -> Iterator[bytes]:
    """Yield pictures of the positions after some plies of a game; for `GIF`, one animation.

    Args:
        game: the game.
        numbers: numbers of played plies, one or more; 0 is the start.
        kind: one of `KINDS`, or `GIF`.
        drawn: the options of the pictures.
        delay: seconds that an animation shows a position; the last one stays three times as long.

    Raises:
        UnknownName: the board has no such labels or points, or there is no such theme.
        ValueError: the record has no start.
    """
    plies: list[PlayedPly | None] = [None, *game.plies()]
    scenes = []
    for number in numbers:
        position, caption, options = ply_diagram(game, plies[number], drawn.flip, drawn.labels)
        captioned = replace(drawn, caption=caption) if drawn.caption is None else drawn
        if kind == GIF:
            scenes.append(compose(position, captioned, **options))
        else:
            yield draw(position, kind, captioned, **options)
    if scenes:
        from analysis.drawing import animation

        yield animation.animate(scenes, drawn.step_of(scenes[0]), delay, find_theme(drawn.theme))


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
