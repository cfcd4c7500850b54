"""The positions of a game as frames: lists of numbers of shapes, which any browser can draw.

Between two plies little changes, so that a shape is kept once, and a frame is a list of small
numbers in which nearly all are those of the frame before: compressed, some 25 bytes a ply. A board
seen from the second side has the same shapes in the same order, each elsewhere; that is why a
number stands for a pair of them, and why it is drawn only for shapes that are met for the first
time among boards of its kind.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import zip_longest

from analysis.diagrams import compose, ply_caption, ply_diagram
from analysis.drawing.scene import Scene, Shape
from analysis.drawing.svg import UNIT, group_tag, shape_tag
from analysis.replay import Ply, Replay

Tag = tuple[str, str]
"""A shape as the opening tag of the group of its role, and its element; both empty for none."""

Pair = tuple[Tag, Tag]
"""A shape, and that which has its place where the board is seen from the second side."""

_Both = tuple[Shape | None, Shape | None]
"""A shape of a board, and the same seen from the second side."""

MOST_SHAPES = 1 << 14
"""Shapes of boards of one kind that are remembered."""


@dataclass(frozen=True, slots=True)
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
    plies: list[Ply | None] = [None, *game.plies()]
    seen = [_scene(game, ply, False) for ply in plies]
    shapes = _Shapes(_sides(game.game, game.variant, game.dialect))
    frames = [
        shapes.frame(scene.shapes, partial(_scene, game, ply, True))
        for ply, scene in zip(plies, seen, strict=True)
    ]
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


class _Sides:
    """Knows where the shapes of one kind of boards are when these are seen from the second side.

    Attributes:
        places: the shapes, with those that have their places.
        is_fixed: whether each shape has been in one place only, as in the games of the package.
    """

    def __init__(self) -> None:
        self.places: dict[Shape, Shape] = {}
        self.is_fixed = True

    def know(self, shapes: Iterable[Shape]) -> bool:
        """Return whether the places of shapes are known."""
        return self.is_fixed and all(one in self.places for one in shapes)

    def learn(self, shapes: Sequence[Shape], turned: Sequence[Shape]) -> bool:
        """Keep the places of the shapes of a board; return whether they are where they were."""
        if len(self.places) > MOST_SHAPES:
            self.places.clear()
        self.is_fixed &= len(shapes) == len(turned) and all(
            self.places.setdefault(one, other) == other
            for one, other in zip(shapes, turned, strict=True)
        )
        return self.is_fixed


@lru_cache(maxsize=16)
def _sides(game: object, variant: object, dialect: object) -> _Sides:
    """Return what is known of the boards of a game, a variant and the labels of a dialect."""
    return _Sides()


class _Shapes:
    """Numbers the pairs of shapes of one game.

    Attributes:
        pairs: the pairs, in the order of their numbers.
    """

    def __init__(self, sides: _Sides) -> None:
        self.pairs: list[Pair] = []
        self._sides = sides
        self._numbers: dict[_Both, int] = {}
        # Most shapes are the same objects in every scene, and are found without a comparison;
        # they are kept here, so that no other object gets their identity.
        self._met: dict[int, tuple[int, Shape]] = {}

    def frame(self, shapes: Sequence[Shape], draw: Callable[[], Scene]) -> "array[int]":
        """Return the numbers of the pairs of shapes of a board, drawn from the second side, too.

        Args:
            shapes: the shapes seen from the first side.
            draw: draws it from the second side, where that is not known.
        """
        met, sides = self._met, self._sides
        new = [one for one in shapes if id(one) not in met]
        if not sides.know(new):
            turned = draw().shapes
            if not sides.learn(shapes, turned):
                return array("I", map(self._number, zip_longest(shapes, turned)))
        met.update((id(one), (self._number((one, sides.places[one])), one)) for one in new)
        return array("I", [met[id(one)][0] for one in shapes])

    def _number(self, both: _Both) -> int:
        number = self._numbers.setdefault(both, len(self._numbers))
        if number == len(self.pairs):
            self.pairs.append((_tag(both[0]), _tag(both[1])))
        return number


@lru_cache(maxsize=MOST_SHAPES)
def _tag(shape: Shape | None) -> Tag:
    return (group_tag(shape.role), shape_tag(shape)) if shape else ("", "")
