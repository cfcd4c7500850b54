"""The positions of a game as frames: lists of numbers of shapes, which any browser can draw.

Between two plies little changes, so that a shape is kept once, and a frame is a list of small
numbers in which nearly all are those of the frame before: compressed, some 25 bytes a ply. A board
seen from the second side has the same shapes in the same order, each elsewhere; that is why a
number stands for a pair of them.
"""

from array import array
from collections.abc import Iterable
from itertools import zip_longest

from analysis.diagrams import compose, ply_caption, ply_diagram
from analysis.drawing.scene import Scene, Shape
from analysis.drawing.svg import UNIT, group_tag, shape_tag
from analysis.replay import Ply, Replay
from notation.values import frozen

Tag = tuple[str, str]
"""A shape as the opening tag of the group of its role, and its element; both empty for none."""

Pair = tuple[Tag, Tag]
"""A shape, and that which has its place where the board is seen from the second side."""


@frozen
class Frames:
    """The positions of a game, from its start on.

    Attributes:
        size: width and height of the pictures, in drawing units.
        pairs: the shapes that occur.
        frames: for each position the indices of its shapes in ``pairs``, in painting order.
        captions: the moves that led to the positions.
        words: the positions in words.
    """

    size: tuple[float, float]
    pairs: tuple[Pair, ...]
    frames: "tuple[array[int], ...]"
    captions: tuple[str, ...]
    words: tuple[str, ...]

    def drawn(self, number: int, flipped: bool = False) -> str:
        """Return the shapes of a position as SVG."""
        return drawn(self.pairs[index][flipped] for index in self.frames[number])


def drawn(tags: Iterable[Tag]) -> str:
    """Return shapes as groups of one role, as `analysis.drawing.svg.shapes` does."""
    parts, last = [], ""
    for group, tag in tags:
        if group and group != last:
            parts += ["</g>" if last else "", group]
            last = group
        parts.append(tag)
    return "".join([*parts, "</g>" if last else ""])


def frames_of(game: Replay) -> Frames:
    """Return the positions of a game up to the last ply that could be played.

    Raises:
        ValueError: the record has no start.
    """
    shapes = _Shapes()
    plies: list[Ply | None] = [None, *game.plies()]
    seen: list[Scene] = []
    frames = []
    for ply in plies:
        scenes = [_scene(game, ply, flipped) for flipped in (False, True)]
        frames.append(shapes.frame(*scenes))
        seen.append(scenes[0])
    return Frames(
        (UNIT * max(one.width for one in seen), UNIT * max(one.height for one in seen)),
        tuple(shapes.pairs),
        tuple(frames),
        tuple("Start" if ply is None else ply_caption(game, ply) for ply in plies),
        tuple(scene.title for scene in seen),
    )


def _scene(game: Replay, ply: Ply | None, flipped: bool) -> Scene:
    position, _, options = ply_diagram(game, ply, flipped)
    return compose(position, **options)


class _Shapes:
    """Numbers the pairs of shapes of one game.

    Attributes:
        pairs: the pairs, in the order of their numbers.
    """

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        self._numbers: dict[tuple[Shape | None, Shape | None], int] = {}
        # Most shapes are the same objects in every scene, and are found without a comparison;
        # they are kept here, so that no other object gets their identity.
        self._met: dict[tuple[int, int], tuple[int, Shape | None, Shape | None]] = {}

    def frame(self, scene: Scene, flipped: Scene) -> "array[int]":
        """Return the numbers of the pairs of two scenes."""
        both = zip_longest(scene.shapes, flipped.shapes)
        return array("I", [self._number(one, other) for one, other in both])

    def _number(self, one: Shape | None, other: Shape | None) -> int:
        key = (id(one), id(other))
        if met := self._met.get(key):
            return met[0]
        number = self._numbers.setdefault((one, other), len(self._numbers))
        if number == len(self.pairs):
            self.pairs.append((_tag(one), _tag(other)))
        self._met[key] = number, one, other
        return number


def _tag(shape: Shape | None) -> Tag:
    return (group_tag(shape.role), shape_tag(shape)) if shape else ("", "")
