"""Patterns of pieces on boards, as used by searches.

The *signs* of a pattern are ``?`` for any point, ``.`` for an empty point, ``*`` for a point with
any piece, and a letter for a point with that piece. A *whole* pattern is the diagram of a board
with its coordinates, as ``ludograph show`` prints it. A *part* has no coordinates, and may lie
anywhere on the board. A list of points, such as ``a6=w b4=.``, is a part at a fixed place.

Many boards are compared at once. For each point of a part, the bit set of the board's points with
that sign is shifted by the distance of the point from the part's first point. The part lies on the
board wherever a bit remains in the intersection of these sets.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from analysis.games import find
from analysis.games.arrays import Flags, Words, in_words
from analysis.games.bits import EMPTY
from analysis.games.diagram import COMMENT, AnyDiagram, BoardView, DiagramReader
from analysis.games.symmetry import Symmetries
from analysis.library.index import WORD, BoardKind
from notation import InvalidPosition, LudographError

Place = tuple[int, int]
"""Line and column in a text, both from 0."""


class PatternBoard(NamedTuple):
    """A kind of board, with the signs and points that patterns use.

    Attributes:
        diagram: reads text diagrams of the board.
        view: the board as a diagram shows it.
        letters: the letters of pieces.
        bits: the bit number of each point, by its name.
    """

    diagram: AnyDiagram
    view: BoardView
    letters: tuple[str, ...]
    bits: Mapping[str, int]

    @classmethod
    def of(cls, kind: BoardKind) -> "PatternBoard":
        """Return the board of a kind."""
        home = find(kind.game)
        start, diagram = home.start(kind.variant), home.diagram()
        bits = {name: bit for bit, name in start.point_names.items()}
        view = diagram.ground(start.variant)
        return cls(diagram, view, tuple(start.by_letter(start.sets)), bits)

    @property
    def cells(self) -> dict[Place, int]:
        """The bit number of each point, by its line and column in the text diagram."""
        return {
            (line, column): self.bits[name]
            for line, row in enumerate(self.view.rows)
            for column, name in row
            if name in self.bits
        }

    def sign(self, token: str) -> str | None:
        """Return the sign for which a token of a diagram stands; None if the token is no point."""
        if token in (ANY, EMPTY, PIECE) or token in self.letters:
            return token
        if token in EMPTIED:
            return EMPTY
        return token.lower() if token.lower() in self.letters else None

    @property
    def known(self) -> str:
        """All signs, separated by blanks, for messages."""
        return " ".join((*self.letters, EMPTY, PIECE, ANY))


ANY, PIECE = "?", "*"

EMPTIED = ("+", "x")
"""Marks in text diagrams for points that the last move left empty."""

CHUNK = 1 << 13
"""Number of boards compared at once, so that they fit into the cache of a processor."""

Needs: TypeAlias = tuple[tuple[str, int], ...]
"""The signs of a pattern, each with its bit, or with the distance from the first bit."""


Bits: TypeAlias = npt.NDArray[np.uint64]
"""A bit set for each of many boards, in the shape (words of a bit set, boards)."""


class InvalidPattern(LudographError):
    """The text is not a pattern for any of the searched boards."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Placements of a pattern on a board that differ only in the place of its first point.

    Attributes:
        anchors: bit set of the points at which the first point may lie.
        needs: the required signs, each with the distance in bits from the first point.
    """

    anchors: int
    needs: Needs


class PiecePattern:
    """A pattern of pieces.

    Args:
        text: the text of the pattern.

    Attributes:
        left_out: lines of a whole pattern that are not part of the board, such as the side to move.
    """

    def __init__(self, text: str) -> None:
        self._text = text.expandtabs()
        self._lines = [
            line.rstrip()
            for line in self._text.splitlines()
            if not line.lstrip().startswith(COMMENT)
        ]
        self.left_out: tuple[str, ...] = ()

    def laid(self, kind: BoardKind, fold: bool) -> list[Laid]:
        """Return the placements of the pattern on boards of a kind.

        Args:
            fold: whether images of the pattern under the board's symmetries match as well.

        Raises:
            InvalidPattern: it is not a pattern for such boards.
        """
        found = self._on_board(PatternBoard.of(kind))
        return _grouped(found, find(kind.game).variant(kind.variant).symmetries, fold)

    def _on_board(self, board: PatternBoard) -> list[Needs]:
        """Return each placement of the pattern: the signs that it requires, each with the number of
        the bit of its point.

        Raises:
            InvalidPattern: it is not a pattern for such boards.
        """
        if not board.letters:
            raise InvalidPattern("boards of this game cannot be searched for patterns")
        tokens = [token for line in self._lines for token in re.findall(r"[^\s()]+", line)]
        if not tokens:
            raise InvalidPattern("the pattern is empty")
        if any("=" in line for line in self._lines):
            return [_listed(self._lines, board)]
        spread = any(len(token) > 1 for token in tokens)
        known = {board.sign(sign) for token in tokens for sign in token}
        if None not in known and not (spread and any(" " in one.strip() for one in self._lines)):
            return _anywhere(self._lines, spread, board)
        coordinates = {name for row in board.view.rows for _, name in row}
        for token in tokens if len(self._lines) < len(board.view.rows) else ():
            if board.sign(token) is None and token not in coordinates:
                raise InvalidPattern(f"{token!r} is not one of {board.known}, nor a coordinate")
        return [self._whole(board)]

    def _whole(self, board: PatternBoard) -> Needs:
        """Read the pattern as the diagram of a whole board, drawn from the view of any side.

        Raises:
            InvalidPattern: it is not such a diagram.
        """
        reader, needs = DiagramReader(self._text), []
        try:
            view = board.diagram.view_of(reader)
            if view.cells.keys() != board.view.cells.keys():
                size = f"{len(board.bits)} points, not {len(view.cells)}"
                raise InvalidPattern(f"the pattern is not a diagram of this board: it has {size}")
            for line, name, token in board.diagram.signs(reader, view):
                sign = board.sign(token)
                if sign is None:
                    raise line.wrong(f"one of {board.known} on {name}, not {token!r}")
                if sign != ANY:
                    needs.append((sign, board.bits[name]))
        except InvalidPosition as error:
            raise InvalidPattern(str(error)) from None
        self.left_out = tuple(line.text.strip() for line in reader.lines)
        return _checked(needs)


def _listed(lines: Sequence[str], board: PatternBoard) -> Needs:
    """Read a list of points with their signs, separated by blanks or commas.

    Raises:
        InvalidPattern: it is not such a list for this board.
    """
    needs: dict[int, str] = {}
    bits = {name.lower(): bit for name, bit in board.bits.items()}
    for number, line in enumerate(lines, 1):
        for token in line.replace(",", " ").split():
            name, _, written = token.partition("=")
            sign, bit = board.sign(written), bits.get(name.lower())
            if bit is None:
                known = f"names no point of this board, as {min(board.bits)}= does"
                raise InvalidPattern(f"line {number}: {token!r} {known}")
            if sign is None:
                known = f"{written!r} is not one of {board.known}"
                raise InvalidPattern(f"line {number}: {known}, in {token!r}")
            if needs.setdefault(bit, sign) != sign:
                message = f"{token!r} contradicts another sign at that point"
                raise InvalidPattern(f"line {number}: {message}")
    return _checked([(sign, bit) for bit, sign in needs.items() if sign != ANY])


def _checked(needs: Sequence[tuple[str, int]]) -> Needs:
    """Return the required signs.

    Raises:
        InvalidPattern: there are none.
    """
    if not needs:
        raise InvalidPattern(f"the pattern has nothing but {ANY}")
    return tuple(needs)


def _anywhere(lines: Sequence[str], spread: bool, board: PatternBoard) -> list[Needs]:
    """Return each placement of a part on the board; see `PiecePattern._on_board`.

    Args:
        lines: the lines of the part.
        spread: whether signs have no blanks between them.

    Raises:
        InvalidPattern: it fits nowhere on the board.
    """
    width = 2 if spread else 1
    cells = {
        (number, width * column): board.sign(sign) or ANY
        for number, line in enumerate(lines)
        for column, sign in enumerate(line)
        if sign not in " ()"
    }
    line, column = next(iter(cells))
    found, points = [], board.cells
    for down, right in points:
        moved = {
            (place[0] - line + down, place[1] - column + right): sign
            for place, sign in cells.items()
        }
        if moved.keys() <= points.keys():
            needs = [(sign, points[at]) for at, sign in moved.items() if sign != ANY]
            found.append(_checked(needs))
    if not found:
        raise InvalidPattern(
            "the pattern does not fit on this board; a part of a board is written as in its "
            f"diagram, without coordinates, or as a list of points such as {min(board.bits)}=*"
        )
    return found


def _grouped(found: Iterable[Needs], symmetries: Symmetries, fold: bool) -> list[Laid]:
    """Group placements, and with ``fold`` their images, by the distances between their signs."""
    anchors: dict[Needs, int] = {}
    for needs in found:
        for symmetry in symmetries if fold else symmetries[:1]:
            image = [(sign, symmetry.bits.values[bit].bit_length() - 1) for sign, bit in needs]
            first = min(bit for _, bit in image)
            shape = tuple(sorted(((sign, bit - first) for sign, bit in image), key=_rarest))
            anchors[shape] = anchors.get(shape, 0) | 1 << first
    return [Laid(bits, shape) for shape, bits in anchors.items()]


def _rarest(need: tuple[str, int]) -> tuple[bool, bool, str, int]:
    """Return the sort key of a sign and its distance; pieces, which exclude most boards, come
    first."""
    sign, distance = need
    return sign in (EMPTY, PIECE), sign == EMPTY, sign, distance


Signs: TypeAlias = Mapping[str, Bits]
"""The points of each sign of a pattern on some boards."""


def in_chunks(kind: BoardKind, words: Words) -> Iterator[Signs]:
    """Yield the points of each sign on `CHUNK` boards at a time; ``words`` has all boards' bit
    sets."""
    home = find(kind.game)
    start = home.start(kind.variant)
    board = sum(1 << bit for bit in start.point_names)
    size = len(words) // len(start.sets)
    for first in range(0, words.shape[1], CHUNK):
        sets = words[:, first : first + CHUNK].reshape(len(start.sets), size, -1)
        found: dict[str, Bits] = start.by_letter(list(sets))
        pieces = reduce(np.bitwise_or, found.values())
        yield found | {PIECE: pieces, EMPTY: ~pieces & _column(board, size)}


def fits(laid: Sequence[Laid], signs: Signs) -> Flags:
    """Return whether each board matches a pattern.

    Args:
        laid: the placements of the pattern.
        signs: the points of each sign on the boards.
    """
    found = np.zeros(signs[PIECE].shape[1], np.bool_)
    for one in laid:
        lying = np.flatnonzero(~found) if found.any() else np.arange(len(found))
        found[_lying(one, signs, lying)] = True
    return found


def _lying(laid: Laid, signs: Signs, boards: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return the indices in ``boards`` of those boards on which a placement matches."""
    size, rows = signs[PIECE].shape
    left = np.repeat(_column(laid.anchors, size), len(boards), axis=1)
    for sign, distance in laid.needs:
        bits = signs[sign] if len(boards) == rows else signs[sign][:, boards]
        left &= _moved(bits, distance)
        kept = np.bitwise_or.reduce(left) != 0
        if 2 * np.count_nonzero(kept) < len(kept):
            left, boards = left[:, kept], boards[kept]
        if not len(boards):
            break
    found: npt.NDArray[np.intp] = boards[np.bitwise_or.reduce(left) != 0]
    return found


def _moved(bits: Bits, distance: int) -> Bits:
    """Return bit sets shifted down by a distance in bits, in the shape (words, boards)."""
    word, place = divmod(distance, WORD)
    if not distance:
        return bits
    found = np.zeros_like(bits)
    size = len(bits) - word
    if size > 0:
        found[:size] = bits[word:] >> np.uint64(place)
        if place and size > 1:
            found[: size - 1] |= bits[word + 1 :] << np.uint64(WORD - place)
    return found


def _column(bits: int, size: int) -> Bits:
    """Return a bit set as a column of ``size`` words."""
    return np.array(in_words(size, bits), np.uint64)[:, np.newaxis]
