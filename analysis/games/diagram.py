"""The shape that the pictures of all games share, and what their text diagrams have in common.

A game's picture is one file, ``analysis/diagrams/<game>.py``, whose ``PICTURE`` is a
`BoardDiagram`. A text diagram is the board with its coordinates, the side to move, and, if one
was given, the last move; blank lines and lines that begin with ``#`` mean nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

from analysis.drawing.scene import Point, Scene, Shape
from analysis.games.position import AnyPosition
from notation.errors import InvalidPosition, UnknownName
from notation.registry import dialects

COMMENT = "#"
"""Begins a line of a text diagram that says nothing about the position."""

LAST_MOVE = "Last move:"
"""Begins the last line of a text diagram that shows a move."""


class Options(TypedDict, total=False):
    """What may be asked of every picture.

    Attributes:
        last: the move just played, to be marked.
        before: the position that it was played in; without it, what was taken is shown as far as
            the move itself says.
        flipped: whether the board is seen from the second side.
        labels: the kind of coordinates, as `notation.Dialect.label_style` has it.
    """

    last: Any
    before: Any
    flipped: bool
    labels: str


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """An empty board taken apart, so that areas of it can be coloured under its lines.

    Attributes:
        width: of the whole picture with its margins, in steps.
        height: likewise.
        under: the ground of the board.
        cells: the outline of the area around each point where pieces stand, by the point's name.
        over: the lines of the board and its coordinates.
    """

    width: float
    height: float
    under: tuple[Shape, ...]
    cells: Mapping[str, tuple[Point, ...]]
    over: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of one picture; the attributes are those of `Options`."""

    last: Any = None
    before: Any = None
    flipped: bool = False
    labels: str = "letters"


class BoardDiagram(ABC):
    """How one game's positions are drawn, and written as text that can be read back."""

    @abstractmethod
    def ground(self, rules: Any, *, flipped: bool = False, labels: str = "letters") -> EmptyBoard:
        """Return the empty board of a variant, for maps of what happens where.

        Raises:
            UnknownName: the game's boards have no such labels.
        """

    def scene(self, position: Any, **options: Unpack[Options]) -> Scene:
        """Return the picture of a position. For the options see `Options`.

        Raises:
            UnknownName: the game's boards have no such labels.
        """
        return self._scene(position, Asked(**options))

    @abstractmethod
    def _scene(self, position: Any, asked: Asked) -> Scene:
        """Do what `scene` says."""

    def text(self, position: Any, **options: Unpack[Options]) -> str:
        """Return a position as a diagram in plain text, without a line break at its end.

        Raises:
            UnknownName: the game's boards have no such labels.
        """
        return self._text(position, Asked(**options))

    @abstractmethod
    def _text(self, position: Any, asked: Asked) -> str:
        """Do what `text` says."""

    @abstractmethod
    def read_text(self, text: str, variant: str | None = None) -> AnyPosition:
        """Read a text diagram, from whichever side it is seen; marks of a move are passed over.

        Under the position's own variant this is the inverse of `text`.

        Raises:
            InvalidPosition: the text is no diagram of the game; the message names the line.
            InvalidVariant: the game has no such variant.
        """


@dataclass(frozen=True, slots=True)
class DiagramLine:
    """A line of a text diagram, with its number counted from 1."""

    number: int
    text: str

    def wrong(self, expected: str) -> InvalidPosition:
        """Return the error that something else was expected in this line."""
        found = repr(self.text.strip()) if self.text else "the end of the diagram"
        return InvalidPosition(f"diagram line {self.number}: expected {expected}, found {found}")


class DiagramReader:
    """Goes through the lines of a text diagram that mean something, one by one.

    After the last of them comes a line that says so, again and again: whoever expects something
    else there says what, as about any other line.
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
        """The line to be read next."""
        return self._lines[0] if self._lines else self._end

    def next(self) -> DiagramLine:
        """Return the line to be read next, and go on to the one after it."""
        return self._lines.pop(0) if self._lines else self._end

    def turn(self, sides: tuple[str, ...]) -> int:
        """Read the lines after the board and return the index of the side to move.

        Raises:
            InvalidPosition: they do not say who is to move, or there is more.
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


def closing_lines(position: AnyPosition, last: Any, labels: str) -> list[str]:
    """Return the lines that every text diagram ends with: side to move and last move."""
    lines = [_to_move(position.sides[position.turn])]
    if last is not None:
        lines.append(f"{LAST_MOVE} {spelled(position.GAME, last, labels)}")
    return lines


def spelled(game: str, move: Any, labels: str) -> str:
    """Return a move in the game's first dialect whose readers want such labels."""
    family = dialects(game)
    fitting = [dialect for dialect in family if dialect.label_style == labels]
    return (fitting or family)[0].write(move)


def known_labels(labels: str, known: tuple[str, ...]) -> str:
    """Return the kind of labels if a game has it.

    Raises:
        UnknownName: it has not.
    """
    if labels not in known:
        raise UnknownName(f"no labels {labels!r}; there are: {', '.join(known)}")
    return labels


def _to_move(side: str) -> str:
    return f"{side.title()} to move"
