"""Queries of boards: patterns of pieces, and conditions on numbers of pieces.

In a pattern, ``?`` is any point, ``.`` an empty one, ``*`` one with any piece, a letter one with
that piece. A *whole* pattern is the diagram of a board with its coordinates, as ``ludograph show``
prints it. A *part* has no coordinates, and may lie anywhere on the board. A list of points, such as
``a6=w b4=.``, is a part at a fixed place.

Many boards are compared at once. For each point of a part there is the bit set of board points with
the wanted content; these sets are shifted by the distance from the part's first point, and the part
lies on the board wherever a bit remains in the intersection of all.

A condition on the numbers of pieces has the form ``w >= 10, w+W < b``.
"""

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analysis.games import find
from analysis.games.arrays import Flags, Words, count_bits
from analysis.games.diagram import COMMENT
from analysis.games.position import AnyPosition
from analysis.games.symmetry import Symmetries
from analysis.library.index import WORD, BoardKind
from notation import LudographError

Place = tuple[int, int]
"""Line of a text and column in it, both from 0."""

EMPTY = "."
"""An empty point."""

_TOKEN = re.compile(r"[^\s()]+")


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line of a text diagram.

    Attributes:
        tokens: the signs on it, without blanks and brackets.
        bits: for each sign the number of its point's bit; None for signs that are no points.
    """

    tokens: tuple[str, ...]
    bits: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """The text diagram of an empty board, seen from one side.

    Attributes:
        letters: the letters of pieces.
        cells: the numbers of the points' bits, by their places in the text.
        names: the numbers of the points' bits, by their names.
        lines: the lines from the first to the last with a point, without blank lines.
    """

    letters: tuple[str, ...]
    cells: Mapping[Place, int]
    names: Mapping[str, int]
    lines: tuple[DrawnLine, ...]


def tokens(line: str) -> tuple[str, ...]:
    """Return the signs on a line of a diagram, without blanks and brackets."""
    return tuple(_TOKEN.findall(line))


@lru_cache(maxsize=64)
def drawn_board(kind: BoardKind, flipped: bool) -> DrawnBoard:
    """Return the empty board of a kind as its text diagram shows it; cached.

    The place of each point in the text is found by putting a piece on it.
    """
    home = find(kind.game)
    start, diagram = home.start(kind.variant), home.diagram()
    empty = _with_piece(start, 0)
    plain = diagram.text(empty, flipped=flipped).split("\n")
    cells, names = {}, {}
    for bit, image in enumerate(start.variant.symmetries[0].bits.values):
        if image:
            one = _with_piece(start, 1 << bit)
            changed = diagram.text(one, flipped=flipped).split("\n")
            cells[_difference(plain, changed)] = bit
            name = next(name for name, piece in one.pieces().items() if piece != EMPTY)
            names[name] = bit
    last = max(line for line, _ in cells)
    lines = [
        DrawnLine(
            tokens(text),
            tuple(cells.get((number, found.start())) for found in _TOKEN.finditer(text)),
        )
        for number, text in enumerate(plain[: last + 1])
        if text.strip()
    ]
    letters = tuple(start.by_letter(start.sets))
    return DrawnBoard(letters, cells, names, tuple(lines))


def _with_piece(position: AnyPosition, bits: int) -> AnyPosition:
    """Return a board with pieces of the first kind only."""
    return position.with_sets((bits, *[0] * (len(position.sets) - 1)))


def _difference(plain: list[str], changed: list[str]) -> Place:
    """Return the only place where two texts differ."""
    for number, (one, other) in enumerate(zip(plain, changed, strict=True)):
        for column, (here, there) in enumerate(zip(one, other, strict=True)):
            if here != there:
                return number, column
    raise ValueError("a diagram that does not show a piece")


ANY, PIECE = "?", "*"

EMPTIED = "+x"
"""What text diagrams mark empty points of the last move with."""

CHUNK = 1 << 13
"""Boards that are compared together: so many fit the cache of a processor."""

Needs: TypeAlias = tuple[tuple[str, int], ...]
"""What a pattern needs: a sign, and a bit or how far it is from the first one's."""


_COORDINATE = re.compile(r"[A-Za-z]?\d{0,2}", re.ASCII)

Bits: TypeAlias = npt.NDArray[np.uint64]
"""A bit set on each of many boards; a row a word."""


class InvalidPattern(LudographError):
    """A text that is not a pattern for any board searched."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A placement of a pattern on boards of a kind.

    Attributes:
        anchors: bit set of the possible places of the first point.
        needs: the required signs, with their distances from that point.
    """

    anchors: int
    needs: Needs


class PiecePattern:
    """A pattern.

    Args:
        text: the text.

    Attributes:
        left_out: lines of a whole pattern that are not part of the board, such as the side to move.
    """

    def __init__(self, text: str) -> None:
        self._lines = [
            line.rstrip()
            for line in text.expandtabs().splitlines()
            if not line.lstrip().startswith(COMMENT)
        ]
        self.left_out: tuple[str, ...] = ()

    def laid(self, kind: BoardKind, fold: bool) -> list[Laid]:
        """Return the placements of the pattern on boards of a kind.

        Args:
            kind: the kind.
            fold: whether images of the pattern under the board's symmetries match as well.

        Raises:
            InvalidPattern: it is no pattern for such boards.
        """
        variant = find(kind.game).variant(kind.variant)
        found = self._on_board(drawn_board(kind, False), drawn_board(kind, True))
        return _grouped(found, variant.symmetries, fold)

    def _on_board(self, board: DrawnBoard, flipped: DrawnBoard) -> list[Needs]:
        """Return the required signs by points, for each placement of the pattern.

        Raises:
            InvalidPattern: it is no pattern for such boards.
        """
        if not board.letters:
            raise InvalidPattern("boards of this game cannot be searched for patterns")
        if not any(line.strip() for line in self._lines):
            raise InvalidPattern("the pattern is empty")
        if any("=" in line for line in self._lines):
            return [_listed(self._lines, board)]
        signs = {sign for line in self._lines for token in tokens(line) for sign in token}
        spread = any(len(token) > 1 for line in self._lines for token in tokens(line))
        known = {_sign(sign, board) for sign in signs}
        if None not in known and not (spread and any(" " in one.strip() for one in self._lines)):
            return _anywhere(self._lines, spread, board)
        try:
            return [self._whole(board)]
        except InvalidPattern:
            if flipped.lines == board.lines:
                raise
            try:
                return [self._whole(flipped)]
            except InvalidPattern:
                pass
            raise

    def _whole(self, board: DrawnBoard) -> Needs:
        """Read the pattern as the diagram of a whole board.

        Raises:
            InvalidPattern: it is no such diagram.
        """
        written = [(n, line) for n, line in enumerate(self._lines, 1) if line.strip()]
        if len(written) < len(board.lines):
            raise InvalidPattern(_too_short(written, board))
        needs = []
        for (number, line), drawn in zip(written, board.lines, strict=False):
            found = tokens(line)
            if len(found) != len(drawn.tokens):
                wanted = " ".join(drawn.tokens)
                raise InvalidPattern(
                    f"line {number}: expected {len(drawn.tokens)} signs, as in {wanted!r}, "
                    f"found {len(found)}"
                )
            for token, shown, bit in zip(found, drawn.tokens, drawn.bits, strict=True):
                sign = _sign(token, board)
                if bit is None and token.casefold() != shown.casefold():
                    raise InvalidPattern(f"line {number}: expected {shown!r}, found {token!r}")
                if bit is not None and sign is None:
                    raise InvalidPattern(f"line {number}: {token!r} is none of {_known(board)}")
                if bit is not None and sign and sign != ANY:
                    needs.append((sign, bit))
        rest = (line.strip() for _, line in written[len(board.lines) :])
        self.left_out = tuple(line for line in rest if not _names_columns(line))
        return _checked(needs)


def _listed(lines: Sequence[str], board: DrawnBoard) -> Needs:
    """Read a list of points with their signs, separated by blanks or commas.

    Raises:
        InvalidPattern: it is no such list for these boards.
    """
    needs: dict[int, str] = {}
    bits = {name.lower(): bit for name, bit in board.names.items()}
    for number, line in enumerate(lines, 1):
        for token in line.replace(",", " ").split():
            name, _, written = token.partition("=")
            sign, bit = _sign(written, board), bits.get(name.lower())
            if bit is None:
                example = min(board.names)
                raise InvalidPattern(
                    f"line {number}: {token!r} names no point of this board, as {example}= does"
                )
            if sign is None:
                raise InvalidPattern(
                    f"line {number}: {written!r} is none of {_known(board)}, in {token!r}"
                )
            if needs.setdefault(bit, sign) != sign:
                raise InvalidPattern(
                    f"line {number}: {token!r} contradicts another sign at that point"
                )
    return _checked([(sign, bit) for bit, sign in needs.items() if sign != ANY])


def _known(board: DrawnBoard) -> str:
    """Return the signs of a board, for messages."""
    return " ".join((*board.letters, EMPTY, PIECE, ANY))


def _too_short(written: Sequence[tuple[int, str]], board: DrawnBoard) -> str:
    """Return the reason why lines are neither part of a board nor a whole one."""
    names = {token.casefold() for line in board.lines for token in line.tokens}
    for number, line in written:
        for token in tokens(line):
            if _sign(token, board) is None and token.casefold() not in names:
                return f"line {number}: {token!r} is none of {_known(board)}, and no coordinate"
    size = len(board.lines)
    return f"a pattern with coordinates has {size} lines on this board, not {len(written)}"


def _names_columns(line: str) -> bool:
    """Return whether a line below a board has coordinates only, such as ``1``, ``a`` or ``e1``."""
    return all(_COORDINATE.fullmatch(token) for token in tokens(line))


def _sign(token: str, board: DrawnBoard) -> str | None:
    """Return the sign for a token of a diagram; None for a token that is no point."""
    letters = board.letters
    if token in (ANY, EMPTY, PIECE) or token in letters:
        return token
    if token in EMPTIED and len(token) == 1:
        return EMPTY
    return token.lower() if token.lower() in letters and len(token) == 1 else None


def _checked(needs: Sequence[tuple[str, int]]) -> Needs:
    """Return the required signs, checked not to be empty.

    Raises:
        InvalidPattern: there are none.
    """
    if not needs:
        raise InvalidPattern(f"the pattern has nothing but {ANY}")
    return tuple(needs)


def _anywhere(lines: Sequence[str], spread: bool, board: DrawnBoard) -> list[Needs]:
    """Return the required signs of a part of a board, for each place where it fits.

    Args:
        lines: the lines.
        spread: whether signs have no blanks between them.
        board: the board.

    Raises:
        InvalidPattern: it fits nowhere on the board.
    """
    width = 2 if spread else 1
    cells = {
        (number, width * column): _sign(sign, board) or ANY
        for number, line in enumerate(lines)
        for column, sign in enumerate(line)
        if sign not in " ()"
    }
    line, column = next(iter(cells))
    found = []
    for down, right in board.cells:
        moved = {
            (place[0] - line + down, place[1] - column + right): sign
            for place, sign in cells.items()
        }
        if moved.keys() <= board.cells.keys():
            needs = [(sign, board.cells[at]) for at, sign in moved.items() if sign != ANY]
            found.append(_checked(needs))
    if not found:
        raise InvalidPattern(
            "the pattern does not fit on this board; a part of a board is written as in its "
            f"diagram, without coordinates, or as a list of points such as {min(board.names)}=*"
        )
    return found


def _grouped(found: Iterable[Needs], symmetries: Symmetries, fold: bool) -> list[Laid]:
    """Return placements and their images, grouped by the distances of their signs."""
    anchors: dict[Needs, int] = {}
    for needs in found:
        for symmetry in symmetries if fold else symmetries[:1]:
            image = [(sign, symmetry.bits.values[bit].bit_length() - 1) for sign, bit in needs]
            first = min(bit for _, bit in image)
            shape = tuple(sorted(((sign, bit - first) for sign, bit in image), key=_rarest))
            anchors[shape] = anchors.get(shape, 0) | 1 << first
    return [Laid(bits, shape) for shape, bits in anchors.items()]


def _rarest(need: tuple[str, int]) -> tuple[bool, bool, str, int]:
    """Return the sort key of a sign: pieces come first, since they exclude most boards."""
    sign, distance = need
    return sign in (EMPTY, PIECE), sign == EMPTY, sign, distance


class Signs(Mapping[str, Bits]):
    """For each sign of a pattern, the points of some boards where it is true; computed on demand.

    Args:
        kind: the kind of the boards.
        words: their bit sets, with a row for each word.
    """

    def __init__(self, kind: BoardKind, words: Words) -> None:
        self.rows = words.shape[1]
        self._words, self._home = words, find(kind.game)
        images = self._home.variant(kind.variant).symmetries[0].bits.values
        self.size = -(-len(images) // WORD)
        self._board = sum(1 << bit for bit, image in enumerate(images) if image)

    @cached_property
    def _letters(self) -> dict[str, Bits]:
        starts = range(0, len(self._words), self.size)
        sets = [self._words[start : start + self.size] for start in starts]
        found: dict[str, Bits] = self._home.position_type().by_letter(sets)
        return found

    @cached_property
    def _pieces(self) -> Bits:
        found: Bits = reduce(np.bitwise_or, self._letters.values())
        return found

    @cached_property
    def _empty(self) -> Bits:
        found: Bits = ~self._pieces & _column(self._board, self.size)
        return found

    def __getitem__(self, sign: str) -> Bits:
        if sign == PIECE:
            return self._pieces
        return self._empty if sign == EMPTY else self._letters[sign]

    def __iter__(self) -> Iterator[str]:
        return iter((*self._letters, PIECE, EMPTY))

    def __len__(self) -> int:
        return len(self._letters) + 2


def in_chunks(kind: BoardKind, words: Words) -> Iterator[Signs]:
    """Yield the signs of boards in chunks that fit into a processor's cache."""
    for start in range(0, words.shape[1], CHUNK):
        yield Signs(kind, words[:, start : start + CHUNK])


def fits(laid: Sequence[Laid], signs: Signs) -> Flags:
    """Return a flag for each board: whether it matches a pattern.

    Args:
        laid: the placements of the pattern.
        signs: the points at which each sign is true.
    """
    found = np.zeros(signs.rows, np.bool_)
    for one in laid:
        lying = np.flatnonzero(~found) if found.any() else np.arange(signs.rows)
        found[_lying(one, signs, lying)] = True
    return found


def _lying(laid: Laid, signs: Signs, boards: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return the boards, among some, on which a placement matches."""
    left = np.repeat(_column(laid.anchors, signs.size), len(boards), axis=1)
    for sign, distance in laid.needs:
        bits = signs[sign] if len(boards) == signs.rows else signs[sign][:, boards]
        left &= _moved(bits, distance)
        kept = np.bitwise_or.reduce(left) != 0
        if 2 * np.count_nonzero(kept) < len(kept):
            left, boards = left[:, kept], boards[kept]
        if not len(boards):
            break
    found: npt.NDArray[np.intp] = boards[np.bitwise_or.reduce(left) != 0]
    return found


def _moved(bits: Bits, distance: int) -> Bits:
    """Return bit sets shifted down by a number of bits, with a row for each word."""
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
    """Return a bit set as a column of words."""
    words = [bits >> WORD * word & (1 << WORD) - 1 for word in range(size)]
    return np.array(words, np.uint64)[:, np.newaxis]


_SIDE = r"(?:\d{1,6}|[A-Za-z*](?:\s*\+\s*[A-Za-z*])*)"
_TEST = re.compile(rf"\s*({_SIDE})\s*(<=|>=|!=|==|=|<|>)\s*({_SIDE})\s*", re.ASCII)

Counts = npt.NDArray[np.int64] | int

_ORDERS: dict[str, Callable[[Counts, Counts], Flags]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class InvalidMaterial(LudographError):
    """A text that is not a condition on numbers of pieces."""


@dataclass(frozen=True, slots=True)
class Material:
    """A condition on the numbers of pieces on the board.

    Attributes:
        tests: the comparisons, all of which have to hold: two sums of letters or numbers, and an
            operator.
    """

    tests: tuple[tuple[str, str, str], ...]

    @classmethod
    def parse(cls, text: str) -> "Material":
        """Read a condition: tests of letters and numbers, separated by commas.

        A letter is that of a piece in diagrams, ``*`` any piece; letters may be joined by ``+``.

        Raises:
            InvalidMaterial: it cannot be read.
        """
        tests = []
        for part in text.split(","):
            found = _TEST.fullmatch(part)
            if found is None:
                wanted = "letters of pieces compared with numbers, such as 'w>=10, w<b'"
                raise InvalidMaterial(f"expected {wanted}, found {part.strip()!r}")
            tests.append((found[1], found[2], found[3]))
        return cls(tuple(tests))

    @property
    def letters(self) -> set[str]:
        """The letters of the pieces that are counted."""
        sides = (side for left, _, right in self.tests for side in (left, right))
        return {one for side in sides for one in side if one.isalpha()}

    def holds(self, signs: Signs) -> Flags:
        """Return a flag for each board: whether the condition holds.

        Args:
            signs: the points at which each sign is true.
        """
        named = {one for left, _, right in self.tests for one in f"{left}{right}"}
        counts = {
            sign: count_bits(signs[sign]).sum(axis=0, dtype=np.int64)
            for sign in named & {*signs} - {EMPTY}
        }
        found = np.ones(signs.rows, np.bool_)
        for left, order, right in self.tests:
            found &= _ORDERS[order](_sum(left, counts), _sum(right, counts))
        return found


def _sum(side: str, counts: Mapping[str, npt.NDArray[np.int64]]) -> Counts:
    if side.isdecimal():
        return int(side)
    letters: Sequence[str] = [one.strip() for one in side.split("+")]
    return reduce(operator.add, [counts[letter] for letter in letters])
