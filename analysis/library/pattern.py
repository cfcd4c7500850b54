"""Patterns of pieces on boards, as used by searches.

The *signs* of a pattern are ``?`` for any point, ``.`` for an empty point, ``*`` for a point with
any piece, and a letter for a point with that piece. A *whole* pattern is the diagram of a board
with its coordinates, as ``ludograph show`` prints it. A *part* has no coordinates, and may lie
anywhere on the board. A list of points, such as ``a6=w b4=.``, is a part at a fixed place.

Many boards are compared at once. Each point of a part has a sign, and a distance from the part's
first point. The bit set of all points of the board with this sign is shifted back by this distance.
The bits in the intersection of these sets are the places of the part's first point.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analysis.games import find
from analysis.games.arrays import Flags, Words, in_words
from analysis.games.bits import EMPTY
from analysis.games.diagram import COMMENT, DiagramReader
from analysis.library.index import BoardKind
from notation import InvalidPosition, LudographError

ANY, PIECE = "?", "*"

EMPTIED = ("+", "x")
"""Marks in text diagrams for points that the last move left empty."""

CHUNK = 1 << 13
"""Number of boards compared at once, so that they fit into the cache of a processor."""

WORD = 64
"""Number of bits in a word of a bit set."""

Needs: TypeAlias = tuple[tuple[str, int], ...]
"""The required signs of a pattern, each with its bit, or with the distance from the first bit."""

Placements: TypeAlias = Mapping[Needs, int]
"""The placements of a pattern on a board: required signs, with their distances from the first bit
-> bit set of the points at which that bit may lie."""


class InvalidPattern(LudographError):
    """The text is not a pattern for any of the searched boards."""


class PatternBoard:
    """A kind of board, with the signs and points that patterns use.

    Args:
        kind: game and variant.

    Attributes:
        start: the first position.
        diagram: reads text diagrams of the board.
        view: the board as a diagram shows it.
        letters: the letters of pieces.
        known: all signs, separated by blanks, for messages.
        bits: name of a point -> its bit number.
        cells: line and column in the text diagram -> bit number of the point there.
    """

    def __init__(self, kind: BoardKind) -> None:
        home = find(kind.game)
        self.start, self.diagram = home.start(kind.variant), home.diagram()
        self.view = self.diagram.ground(self.start.variant)
        self.letters = tuple(self.start.by_letter(self.start.sets))
        self.known = " ".join((*self.letters, EMPTY, PIECE, ANY))
        self.bits = {name: bit for bit, name in self.start.point_names.items()}
        self.cells = {
            (line, column): self.bits[name]
            for line, row in enumerate(self.view.rows)
            for column, name in row
            if name in self.bits
        }

    def sign(self, token: str) -> str | None:
        """Return the sign for which a token of a diagram stands; None if the token is no point."""
        known = (ANY, EMPTY, PIECE, *self.letters)
        if token in EMPTIED and token not in known:
            return EMPTY
        return next((one for one in (token, token.lower()) if one in known), None)


class PiecePattern:
    """A pattern of pieces.

    Args:
        text: the text of the pattern.

    Attributes:
        left_out: lines of a whole pattern that are not part of the board, such as the side to move.
    """

    def __init__(self, text: str) -> None:
        self._text = text.expandtabs()
        lines = map(str.rstrip, self._text.splitlines())
        self._lines = [line for line in lines if not line.lstrip().startswith(COMMENT)]
        self.left_out: tuple[str, ...] = ()

    def laid(self, kind: BoardKind, fold: bool) -> Placements:
        """Return the placements of the pattern on boards of a kind.

        Args:
            kind: the kind.
            fold: whether images of the pattern under the board's symmetries match as well.

        Raises:
            InvalidPattern: it is not a pattern for such boards.
        """
        board, found = PatternBoard(kind), defaultdict[Needs, int](int)
        symmetries = board.start.variant.symmetries
        for signs in self._on_board(board):
            needs = [(sign, bit) for bit, sign in signs.items() if sign != ANY]
            if not needs:
                raise InvalidPattern(f"the pattern has nothing but {ANY}")
            for symmetry in symmetries if fold else symmetries[:1]:
                image = [(sign, symmetry.bits.values[bit].bit_length() - 1) for sign, bit in needs]
                first = min(bit for _, bit in image)
                distances = sorted(((sign, bit - first) for sign, bit in image), key=_rarest)
                found[tuple(distances)] |= 1 << first
        return found

    def _on_board(self, board: PatternBoard) -> list[dict[int, str]]:
        """Return the placements of the pattern, each as a mapping: bit of a point -> sign."""
        if not board.letters:
            raise InvalidPattern("boards of this game cannot be searched for patterns")
        tokens = [token for line in self._lines for token in re.findall(r"[^\s()]+", line)]
        if not tokens:
            raise InvalidPattern("the pattern is empty")
        if any("=" in line for line in self._lines):
            return [self._listed(board)]
        spread = any(len(token) > 1 for token in tokens)
        known = {board.sign(sign) for token in tokens for sign in token}
        if None not in known and not (spread and any(" " in one.strip() for one in self._lines)):
            return list(self._anywhere(board, 2 if spread else 1))
        coordinates = {name for row in board.view.rows for _, name in row}
        for token in tokens if len(self._lines) < len(board.view.rows) else ():
            if board.sign(token) is None and token not in coordinates:
                raise InvalidPattern(f"{token!r} is not one of {board.known}, nor a coordinate")
        return [self._whole(board)]

    def _listed(self, board: PatternBoard) -> dict[int, str]:
        """Read a list of points with their signs, separated by blanks or commas."""
        found: dict[int, str] = {}
        bits = {name.lower(): bit for name, bit in board.bits.items()}
        for number, line in enumerate(self._lines, 1):
            for token in line.replace(",", " ").split():
                name, _, written = token.partition("=")
                sign, bit = board.sign(written), bits.get(name.lower())
                why = ""
                if bit is None:
                    why = f"{token!r} names no point of this board, as {min(board.bits)}= does"
                elif sign is None:
                    why = f"{written!r} is not one of {board.known}, in {token!r}"
                elif found.setdefault(bit, sign) != sign:
                    why = f"{token!r} contradicts another sign at that point"
                if why:
                    raise InvalidPattern(f"line {number}: {why}")
        return found

    def _anywhere(self, board: PatternBoard, width: int) -> Iterator[dict[int, str]]:
        """Yield each placement of a part.

        In a diagram, neighbouring signs are ``width`` columns apart.
        """
        cells = {
            (line, width * column): board.sign(sign) or ANY
            for line, text in enumerate(self._lines)
            for column, sign in enumerate(text)
            if sign not in " ()"
        }
        fits, (top, left) = False, next(iter(cells))
        for down, right in board.cells:
            moved = {(y - top + down, x - left + right): sign for (y, x), sign in cells.items()}
            if moved.keys() <= board.cells.keys():
                fits = True
                yield {board.cells[at]: sign for at, sign in moved.items()}
        if not fits:
            raise InvalidPattern(
                "the pattern does not fit on this board; a part of a board is written as in its "
                f"diagram, without coordinates, or as a list of points such as {min(board.bits)}=*"
            )

    def _whole(self, board: PatternBoard) -> dict[int, str]:
        """Read the pattern as the diagram of a whole board, drawn from the view of any side."""
        reader, found = DiagramReader(self._text), dict[int, str]()
        try:
            view = board.diagram.view_of(reader)
            if view.cells.keys() != board.view.cells.keys():
                size = f"{len(board.bits)} points, not {len(view.cells)}"
                raise InvalidPattern(f"the pattern is not a diagram of this board: it has {size}")
            for line, name, token in board.diagram.signs(reader, view):
                sign = board.sign(token)
                if sign is None:
                    raise line.wrong(f"one of {board.known} on {name}, not {token!r}")
                found[board.bits[name]] = sign
        except InvalidPosition as error:
            raise InvalidPattern(str(error)) from None
        self.left_out = tuple(line.text.strip() for line in reader.lines)
        return found


def _rarest(need: tuple[str, int]) -> tuple[bool, bool, str, int]:
    """Return a sort key that puts pieces before other signs, since fewer boards have them."""
    sign, distance = need
    return sign in (EMPTY, PIECE), sign == EMPTY, sign, distance


def matching(kind: BoardKind, placements: Placements, words: Words) -> Flags:
    """Return whether each of many boards matches a pattern.

    Args:
        kind: the kind of the boards.
        placements: the placements of the pattern.
        words: the bit sets of the boards, in the shape (words of a board, boards).
    """
    start = find(kind.game).start(kind.variant)
    size = len(words) // len(start.sets)
    board = _column(sum(1 << bit for bit in start.point_names), size)
    found = np.zeros(words.shape[1], np.bool_)
    for first in range(0, len(found), CHUNK):
        sets = words[:, first : first + CHUNK].reshape(len(start.sets), size, -1)
        signs: dict[str, Words] = start.by_letter(list(sets))
        pieces = reduce(np.bitwise_or, signs.values())
        signs |= {PIECE: pieces, EMPTY: ~pieces & board}
        part = found[first : first + CHUNK]
        for needs, anchors in placements.items():
            left = np.flatnonzero(~part)
            part[_lying(needs, _column(anchors, size), signs, left)] = True
    return found


def _lying(
    needs: Needs, anchors: Words, signs: Mapping[str, Words], boards: npt.NDArray[np.intp]
) -> npt.NDArray[np.intp]:
    """Return those of ``boards``, which are indices, on which a pattern lies; see `Placements`.

    ``signs`` maps each sign to the bit sets of its points on all boards.
    """
    left, every = np.repeat(anchors, len(boards), axis=1), signs[PIECE].shape[1]
    for sign, distance in needs:
        bits = signs[sign] if len(boards) == every else signs[sign][:, boards]
        left &= _moved(bits, distance)
        kept = np.bitwise_or.reduce(left) != 0
        if 2 * np.count_nonzero(kept) < len(kept):
            left, boards = left[:, kept], boards[kept]
        if not len(boards):
            break
    found: npt.NDArray[np.intp] = boards[np.bitwise_or.reduce(left) != 0]
    return found


def _moved(bits: Words, distance: int) -> Words:
    """Return bit sets shifted down by a distance in bits, in the shape (words, boards)."""
    if not distance:
        return bits
    word, place = divmod(distance, WORD)
    found, size = np.zeros_like(bits), len(bits) - word
    if size > 0:
        found[:size] = bits[word:] >> np.uint64(place)
        if place and size > 1:
            found[: size - 1] |= bits[word + 1 :] << np.uint64(WORD - place)
    return found


def _column(bits: int, size: int) -> Words:
    """Return a bit set as a column of ``size`` words."""
    return np.array(in_words(size, bits), np.uint64)[:, np.newaxis]
