"""Diagrams: drawing the board of a game, and writing it as text that can be read back.

A text diagram is the board with its coordinates, the side to move, and the last move if one was
given; blank lines and lines that begin with ``#`` are ignored.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Generic, TypeAlias, TypedDict, TypeVar, Unpack

from analysis.drawing.scene import Point, Scene, Shape
from analysis.games.position import AnyPosition
from analysis.games.variant import Variant
from notation.errors import InvalidPosition, UnknownName
from notation.registry import dialects

V = TypeVar("V", bound=Variant)
"""A game's variants."""

B = TypeVar("B", bound=AnyPosition)
"""A game's positions."""

M = TypeVar("M")
"""A game's complete moves."""

COMMENT = "#"
"""Begins a line of a text diagram that is no part of the board."""

LETTERED = "letters"
"""The usual kind of labels."""

LAST_MOVE = "Last move:"
"""Begins the last line of a text diagram that shows a move."""


class Options(TypedDict, total=False):
    """Options of the diagrams of all games.

    Attributes:
        last: the move just played, to be marked.
        before: the position that it was played in; without it, captures are shown only if the move
            itself has them.
        flipped: whether the board is seen from the second side.
        labels: the kind of coordinates, as `notation.Dialect.label_style` has it; ``letters``
            unless given.
    """

    last: Any
    before: Any
    flipped: bool
    labels: str


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """The shapes of an empty board, so that areas of it can be coloured under its lines.

    Attributes:
        width: width of the whole picture with its margins, in board steps.
        height: height, likewise.
        under: the ground of the board.
        cells: the outline of the area around each point where pieces stand, by the point's name.
        over: the lines of the board and its coordinates.
    """

    width: float
    height: float
    under: tuple[Shape, ...]
    cells: Mapping[str, tuple[Point, ...]]
    over: tuple[Shape, ...]


class BoardDiagram(ABC, Generic[V, B, M]):
    """The drawing of one game's positions, as pictures and as text."""

    @abstractmethod
    def ground(self, variant: V, **options: Unpack[Options]) -> EmptyBoard:
        """Return the empty board of a variant, for maps.

        Raises:
            UnknownName: the game's boards have no such labels.
        """

    def point(self, variant: V, name: str, *, flipped: bool = False) -> Point:
        """Return the place of a point in the picture, by its name in any case.

        Raises:
            UnknownName: the board has no such point.
        """
        cells = self.ground(variant, flipped=flipped).cells
        outline = {one.casefold(): cell for one, cell in cells.items()}.get(name.casefold())
        if outline is None:
            first, last = (next(iter(some)) for some in (cells, reversed(list(cells))))
            raise UnknownName(f"the board has no point {name!r}: its points are {first} to {last}")
        return fmean(x for x, _ in outline), fmean(y for _, y in outline)

    def legend(self, position: B) -> dict[str, str]:
        """Return the meanings of the signs of text diagrams; empty if the game explains none."""
        return {}

    @abstractmethod
    def scene(self, position: B, **options: Unpack[Options]) -> Scene:
        """Return the picture of a position.

        Raises:
            UnknownName: the game's boards have no such labels.
        """

    @abstractmethod
    def text(self, position: B, **options: Unpack[Options]) -> str:
        """Return a position as a diagram in plain text, without a line break at its end.

        Raises:
            UnknownName: the game's boards have no such labels.
        """

    @abstractmethod
    def read_text(self, text: str, variant: str | None = None) -> B:
        """Read a text diagram seen from any side; marks of a move are ignored.

        Under the position's own variant this is the inverse of `text`.

        Raises:
            InvalidPosition: the text is no diagram of the game; the message names the line.
            InvalidVariant: the game has no such variant.
        """


AnyDiagram: TypeAlias = BoardDiagram[Any, Any, Any]
"""The diagram of whichever game."""


@dataclass(frozen=True, slots=True)
class DiagramLine:
    """A line of a text diagram, with its number counted from 1."""

    number: int
    text: str

    def wrong(self, expected: str) -> InvalidPosition:
        """Return an error for this line, with what was expected there."""
        found = repr(self.text.strip()) if self.text else "the end of the diagram"
        return InvalidPosition(f"diagram line {self.number}: expected {expected}, found {found}")


class DiagramReader:
    """Reads the lines of a text diagram one by one, without blank lines and comments.

    After the last of them, `here` and `next` give an empty line, whose `wrong` names the end of the
    diagram as the text found.
    """

    def __init__(self, text: str) -> None:
        self._lines = [
            DiagramLine(number, line)
            for number, line in enumerate(text.splitlines(), start=1)
            if line.strip() and not line.lstrip().startswith(COMMENT)
        ]
        self._end = DiagramLine(len(text.splitlines()) + 1, "")

    @property
    def here(self) -> DiagramLine:
        """The next line."""
        return self._lines[0] if self._lines else self._end

    def next(self) -> DiagramLine:
        """Return the next line, and advance."""
        return self._lines.pop(0) if self._lines else self._end

    def turn(self, sides: tuple[str, ...]) -> int:
        """Read the lines after the board and return the index of the side to move.

        Raises:
            InvalidPosition: they name no side to move, or there is more.
        """
        line = self.next()
        known = [_to_move(side) for side in sides]
        written = " ".join(line.text.split())
        if written not in known:
            raise line.wrong(" or ".join(map(repr, known)))
        if self.here.text.strip().startswith(LAST_MOVE):
            self.next()
        if self._lines:
            raise self.here.wrong("the end of the diagram")
        return known.index(written)


def closing_lines(position: AnyPosition, options: Options) -> list[str]:
    """Return the lines that every text diagram ends with: side to move and last move."""
    lines, last = [_to_move(position.sides[position.turn])], options.get("last")
    if last is not None:
        labels = options.get("labels", LETTERED)
        lines.append(f"{LAST_MOVE} {spelled(position.GAME, last, labels)}")
    return lines


def spelled(game: str, move: object, labels: str) -> str:
    """Return a move in the game's first dialect with such labels."""
    family = dialects(game)
    fitting = [dialect for dialect in family if dialect.label_style == labels]
    return (fitting or family)[0].write(move)


def known_labels(options: Options, *known: str) -> str:
    """Return the kind of labels, if a game has it.

    Raises:
        UnknownName: it has none of that kind.
    """
    labels = options.get("labels", LETTERED)
    if labels not in known:
        raise UnknownName.among("labels", labels, known)
    return labels


def _to_move(side: str) -> str:
    return f"{side.title()} to move"
