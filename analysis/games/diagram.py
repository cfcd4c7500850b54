"""Diagrams of positions: pictures, and text diagrams, which can be read back.

A text diagram is the board with its coordinates, the side to move, and the last move if one was
given; blank lines and lines that begin with ``#`` are ignored. A game describes its board by one
`BoardView`, from which pictures are drawn and text diagrams are written and read.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypedDict, TypeVar, Unpack

from analysis.drawing.scene import Area, Point, Scene, Shape
from analysis.drawing.style import Role
from analysis.games.bits import EMPTY
from analysis.games.position import AnyPosition
from analysis.games.variant import Variant
from notation.errors import InvalidPosition, UnknownName
from notation.pattern import lazy_pattern
from notation.registry import dialects

V = TypeVar("V", bound=Variant)
B = TypeVar("B", bound=AnyPosition)
M = TypeVar("M")
"""The types of a game's variants, positions and complete moves."""

COMMENT = "#"
"""First character of comment lines in a text diagram."""

LETTERED = "letters"
"""The default of `Options.labels`."""

LAST_MOVE = "Last move:"
"""Beginning of the line with the last move, the last line of a text diagram."""

RADIUS = 0.39
"""Radius of pieces; the unit is the distance between neighbouring points."""


class Options(TypedDict, total=False):
    """Options of the diagrams of all games.

    Attributes:
        last: the last move, which is marked.
        before: the position before it; without it, only captures that the move states are marked.
        flipped: whether the board is seen from the second side.
        labels: the style of coordinates, as in `notation.Dialect.label_style`; else `LETTERED`.
    """

    last: Any
    before: Any
    flipped: bool
    labels: str


TextRow = tuple[tuple[int, str], ...]
"""A row of a text diagram: pairs of a text column, and the name of a point, or a coordinate."""


class BoardView:
    """A board seen from one side: the shapes of the empty board, and its layout as text.

    The unit of lengths is the distance between neighbouring points.

    Attributes:
        width, height: size of the picture with its margins.
        under: shapes of the background.
        pattern: shapes of the background in another shade; heat maps leave them out.
        lines: the lines of the board.
        labels: the coordinates around the board.
        cells: the outline of the area around each point where pieces can stand, by point name.
        places: the centre of each point, by point name, including points without a cell.
        rows: the rows of the text diagram, from the top.
    """

    width: float
    height: float
    under: tuple[Shape, ...]
    pattern: tuple[Shape, ...] = ()
    lines: tuple[Shape, ...]
    labels: tuple[Shape, ...]
    cells: Mapping[str, tuple[Point, ...]]
    places: Mapping[str, Point]
    rows: tuple[TextRow, ...]


@dataclass(slots=True)
class Marks:
    """The marks of a position and its last move; those that contradict the position are left out.

    Attributes:
        signs: signs in the text diagram that replace those of pieces and empty points, by name.
        under: shapes below the lines of the board.
        among: shapes between the lines and the coordinates.
        behind: shapes between the coordinates and the pieces.
        above: shapes above the pieces.
    """

    signs: dict[str, str] = field(default_factory=dict)
    under: list[Shape] = field(default_factory=list)
    among: list[Shape] = field(default_factory=list)
    behind: list[Shape] = field(default_factory=list)
    above: list[Shape] = field(default_factory=list)


class BoardDiagram(ABC, Generic[V, B, M]):
    """The diagrams of one game: pictures and texts of its positions.

    Attributes:
        TITLE: the game's name in titles of pictures.
        LABELS: the styles of coordinates that the game's boards can have.
        MEANINGS: for each sign of a point in text diagrams, without brackets, the letter of the
            piece on it, or ``.``.
        SIGN: matches a sign or a coordinate in a line of a text diagram.
    """

    TITLE: ClassVar[str]
    LABELS: ClassVar[tuple[str, ...]] = (LETTERED,)
    MEANINGS: ClassVar[Mapping[str, str]]
    SIGN: ClassVar[re.Pattern[str]] = lazy_pattern(r"[(<][^()<>\s][)>]|\d+|\S", re.ASCII)

    # What a game has to define.

    @abstractmethod
    def view(self, variant: V, flipped: bool, labels: str) -> BoardView:
        """Return the view of a variant's board from a side; ``labels`` is one of `LABELS`."""

    @abstractmethod
    def view_of(self, reader: "DiagramReader") -> BoardView:
        """Find the view that a text diagram shows, without taking lines from the reader."""

    @abstractmethod
    def piece(self, at: Point, letter: str) -> Iterator[Shape]:
        """Yield the shapes of a piece."""

    @abstractmethod
    def finish(self, reader: "DiagramReader", pieces: dict[str, str], variant: str | None) -> B:
        """Read the lines below the board of a text diagram, and return the position.

        Args:
            reader: a reader whose next line is the first one below the board.
            pieces: the letter of the piece on each point, by point name; ``.`` if empty.
            variant: the variant string; None for the simplest variant that fits.
        """

    @abstractmethod
    def in_words(self, position: B) -> str:
        """Return a phrase with the pieces on and beside the board, for the title of a picture."""

    # What a game may have, too.

    def marks(self, view: BoardView, position: B, last: M | None, before: B | None) -> Marks:
        """Return the marks of a position and of the last move; arguments as in `Options`."""
        return Marks()

    def beside(self, view: BoardView, position: B) -> Iterator[Shape]:
        """Yield the shapes beside the board in a picture, such as the mark of the side to move."""
        return iter(())

    def lines_below(self, position: B) -> list[str]:
        """Return the lines of a text diagram between the board and the side to move."""
        return []

    def legend(self, position: B) -> dict[str, str]:
        """Return explanations of the signs of a text diagram, by sign; may be empty."""
        return {}

    # What follows from that.

    def ground(self, variant: V, *, flipped: bool = False, labels: str = LETTERED) -> BoardView:
        """Return the view of the empty board of a variant.

        Raises:
            UnknownName: the game's boards have no such labels.
        """
        if labels not in self.LABELS:
            raise UnknownName.among("labels", labels, self.LABELS)
        return self.view(variant, flipped, labels)

    def point(self, variant: V, name: str, *, flipped: bool = False) -> Point:
        """Return the centre of a point in the picture, by its name in any letter case.

        Raises:
            UnknownName: the board has no such point.
        """
        view = self.ground(variant, flipped=flipped)
        for known, place in view.places.items():
            if known.casefold() == name.casefold():
                return place
        first, *_, last = view.cells
        raise UnknownName(f"the board has no point {name!r}: its points are {first} to {last}")

    def scene(self, position: B, **options: Unpack[Options]) -> Scene:
        """Return the picture of a position; errors are those of `ground`."""
        view, marks = self._marked(position, options)
        standing = [item for item in position.pieces().items() if item[1] != EMPTY]
        order = "".join(self.MEANINGS)
        pieces = [
            shape
            for name, letter in sorted(standing, key=lambda item: order.index(item[1]))
            for shape in self.piece(view.places[name], letter)
        ]
        shapes = (
            *(*view.under, *view.pattern, *marks.under),
            *(*view.lines, *marks.among, *view.labels),
            *(*marks.behind, *pieces, *marks.above),
            *self.beside(view, position),
        )
        side = position.sides[position.turn].title()
        after = f" after {last}" if (last := options.get("last")) else ""
        title = f"{self.TITLE}, {side} to move{after}: {self.in_words(position)}"
        return Scene(view.width, view.height, shapes, title)

    def text(self, position: B, **options: Unpack[Options]) -> str:
        """Return the text diagram of a position; errors are those of `ground`."""
        view, marks = self._marked(position, options)
        signs, lines = position.pieces() | marks.signs, []
        for row in view.rows:
            line = ""
            for column, name in row:
                sign = signs.get(name, name)
                # An opening bracket is one column to the left of the point.
                line = line.ljust(column - sign.startswith(("(", "<"))) + sign
            lines.append(line)
        lines += [*self.lines_below(position), f"{position.sides[position.turn].title()} to move"]
        if (last := options.get("last")) is not None:
            family, labels = dialects(position.GAME), options.get("labels", LETTERED)
            fitting = [dialect for dialect in family if dialect.label_style == labels]
            lines.append(f"{LAST_MOVE} {(fitting or family)[0].write(last)}")
        return "\n".join(lines)

    def _marked(self, position: B, options: Options) -> tuple[BoardView, Marks]:
        flipped, labels = options.get("flipped", False), options.get("labels", LETTERED)
        view = self.ground(position.variant, flipped=flipped, labels=labels)  # type: ignore[arg-type]
        return view, self.marks(view, position, options.get("last"), options.get("before"))

    def read_text(self, text: str, variant: str | None = None) -> B:
        """Return the position that a text diagram shows from any side; marks of a move are ignored.

        Args:
            text: the text diagram.
            variant: the variant string; None for the simplest variant that fits.

        Raises:
            InvalidPosition: the text is not a diagram of the game; the message names the line.
            InvalidVariant: the game has no such variant.
        """
        reader = DiagramReader(text)
        pieces: dict[str, str] = {}
        for line, name, sign in self.signs(reader, self.view_of(reader)):
            if sign not in self.MEANINGS:
                raise line.wrong(f"one of {' '.join(self.MEANINGS)} on {name}, not {sign!r}")
            pieces[name] = self.MEANINGS[sign]
        return self.finish(reader, pieces, variant)

    def signs(
        self, reader: "DiagramReader", view: BoardView
    ) -> "Iterator[tuple[DiagramLine, str, str]]":
        """Read the board of a text diagram; yield for each point the line, the name and the sign.

        Signs are yielded without brackets. Coordinates are checked, but not yielded.

        Raises:
            InvalidPosition: the number of signs in a row is wrong, or a coordinate is wrong.
        """
        for row in filter(None, view.rows):
            line, names = reader.next(), [name for _, name in row]
            signs = self.SIGN.findall(line.text)
            if len(signs) != len(row):
                raise line.wrong(f"a sign for each of {' '.join(names)}, not {len(signs)}")
            for name, sign in zip(names, signs, strict=True):
                bare = sign.strip("()<>")
                if name in view.cells:
                    yield line, name, bare
                elif bare != name:
                    raise line.wrong(f"{name} where {sign} stands")


AnyDiagram: TypeAlias = BoardDiagram[Any, Any, Any]
"""The diagram of any game."""


class DiagramLine(NamedTuple):
    """A line of a text diagram, with its number from 1."""

    number: int
    text: str

    def wrong(self, expected: str) -> InvalidPosition:
        """Return an error at this line, whose message has the expected and the found text."""
        found = repr(self.text.strip()) if self.text else "the end of the diagram"
        return InvalidPosition(f"diagram line {self.number}: expected {expected}, found {found}")


class DiagramReader:
    """A reader of the lines of a text diagram, which skips blank lines and comments.

    After the last line, `here` and `next` return an empty line, with which `DiagramLine.wrong`
    reports the end of the diagram.

    Attributes:
        lines: the lines not read yet.
    """

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self.lines = [
            DiagramLine(number, line)
            for number, line in enumerate(lines, start=1)
            if line.strip() and not line.lstrip().startswith(COMMENT)
        ]
        self._end = DiagramLine(len(lines) + 1, "")

    @property
    def here(self) -> DiagramLine:
        """The next line, which stays unread."""
        return self.lines[0] if self.lines else self._end

    def next(self) -> DiagramLine:
        """Read and return the next line."""
        return self.lines.pop(0) if self.lines else self._end

    def turn(self, sides: tuple[str, ...]) -> int:
        """Read the side to move and the last move, and return the index of the side to move.

        Raises:
            InvalidPosition: the next line names no side to move, or other lines follow.
        """
        line, known = self.next(), [f"{side.title()} to move" for side in sides]
        written = " ".join(line.text.split())
        if written not in known:
            raise line.wrong(" or ".join(map(repr, known)))
        if self.here.text.strip().startswith(LAST_MOVE):
            self.next()
        if self.lines:
            raise self.here.wrong("the end of the diagram")
        return known.index(written)


def to_move(x: float, y: float, role: Role) -> Area:
    """Return the triangle that marks the side to move; it points to the left."""
    return Area((((x - 0.18, y), (x + 0.14, y - 0.2), (x + 0.14, y + 0.2)),), role)
