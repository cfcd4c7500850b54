"""The GIPF board as bit sets: how pushes shift pieces, where rows stand, and what may be taken.

A set of spots is an integer. The board lies slanted in a grid eight wide, so that every line runs
straight: one step along it adds 1, 8 or 9 to the number of the bit. The bits between the columns
stay empty, and nothing that is shifted ever comes round to another line.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from notation.errors import InvalidPosition
from notation.gipf.lists import Push
from notation.gipf.points import HEIGHTS, LINES, SPOTS, WAYS, name, place

STEPS = (1, 8, 9)
"""By how much the number of the bit grows along each of the three directions of lines."""


def index(spot: str) -> int:
    """Return the number of a spot's bit."""
    column, height = place(spot)
    return (column - 1) * 8 + height - 1


BITS = {spot: 1 << index(spot) for spot in SPOTS}
"""Every spot as a bit set."""

FULL = sum(BITS.values())
"""All spots."""

NAMES = {index(spot): spot for spot in SPOTS}
"""The spots by the numbers of their bits."""


def spots(bits: int) -> list[str]:
    """Return the names of the spots in a bit set, column by column."""
    return [NAMES[number] for number in _ones(bits)]


def _ones(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class PushPattern(NamedTuple):
    """How a push displaces a run of so many pieces.

    Attributes:
        push: the push, as one that brings in a single piece.
        line: the spots that are displaced, and the one that the last piece reaches.
        run: the spots that are displaced, which must be occupied.
        first: the spot next to the dot.
        up: how far bits move up, in a push towards higher bits.
        down: how far bits move down, in a push towards lower bits.
    """

    push: Push
    line: int
    run: int
    first: int
    up: int
    down: int


def _plans(dot: str, way: tuple[str, ...]) -> tuple[PushPattern, ...]:
    bits = [BITS[spot] for spot in way]
    shift = index(way[1]) - index(way[0])
    up, down = max(shift, 0), max(-shift, 0)
    return tuple(
        PushPattern(
            Push(spot, dot if run else None),
            sum(bits[: run + 1]),
            sum(bits[:run]),
            bits[0],
            up,
            down,
        )
        for run, spot in enumerate(way)
    )


_WAYS_IN = tuple(_plans(dot, way) for (dot, _), way in WAYS.items())

PLANS = {plan.push: plan for plans in _WAYS_IN for plan in plans}
"""Every push of a single piece that there can be, and what it does."""

_DISTINCT = tuple(tuple(plan for plan in plans if PLANS[plan.push] is plan) for plans in _WAYS_IN)


def pushes(occupied: int) -> Iterator[PushPattern]:
    """Yield the pushes that a board allows, each once: a full line cannot be pushed."""
    for plans in _DISTINCT:
        for plan in plans:
            if occupied & plan.line == plan.run:
                yield plan
                break


def shifted(pieces: int, plan: PushPattern) -> int:
    """Return pieces after a push, without the one that it brings in."""
    moved = pieces & plan.run
    return pieces ^ moved | moved << plan.up >> plan.down if moved else pieces


def worth(pieces: int, gipf: int) -> int:
    """Return how many pieces a bit set stands for, GIPF pieces counted twice."""
    return pieces.bit_count() + (pieces & gipf).bit_count()


def has_four(pieces: int) -> bool:
    """Tell whether four or more of the pieces stand in a row."""
    one, two, three = pieces & pieces >> 1, pieces & pieces >> 8, pieces & pieces >> 9
    return bool(one & one >> 2 or two & two >> 16 or three & three >> 18)


class RowOnBoard(NamedTuple):
    """A row that stands on the board, with all that extends it.

    Attributes:
        line: the dots at the ends of its line, such as ``b1-i4``.
        spots: the whole row as a bit set.
    """

    line: str
    spots: int


_LINE_NAMES = {
    (index(line[2]) - index(line[1]), index(spot)): name(line)
    for line in LINES
    for spot in line[1:-1]
}


def stretches(own: int, occupied: int) -> list[RowOnBoard]:
    """Return the rows of the side that owns ``own``."""
    found = []
    for step in STEPS:
        pairs = own & own >> step
        fours = pairs & pairs >> 2 * step
        while fours:
            low = fours & -fours
            line = _LINE_NAMES[step, low.bit_length() - 1]
            whole = stretch(low, step, occupied)
            found.append(RowOnBoard(line, whole))
            fours &= ~whole
    return found


def stretch(part: int, step: int, occupied: int) -> int:
    """Return the unbroken stretch of pieces along one direction that a part of it belongs to."""
    whole = part
    while True:
        grown = (whole | whole << step | whole >> step) & occupied
        if grown == whole:
            return whole
        whole = grown


Removals = tuple[RowOnBoard, ...]
"""Rows taken one after the other; ``spots`` are those that were really taken."""


def outcomes(
    own: int, occupied: int, gipf: int, spared: frozenset[str] = frozenset()
) -> dict[int, Removals]:
    """Return every set of spots that a side can clear by taking its rows, and one way to do it.

    Rows are looked for anew after each that is taken. Every single piece of a row goes, each GIPF
    piece may stay; a row of GIPF pieces only may be left whole, and so may one on a line that is
    spared. No more is taken when only such rows stand.
    """
    if not has_four(own):
        return {0: ()}
    found: dict[int, Removals] = {}
    seen = {0}
    waiting: list[tuple[int, Removals]] = [(0, ())]
    while waiting:
        cleared, rows = waiting.pop(0)
        standing = stretches(own & ~cleared, occupied & ~cleared)
        if not any(whole & ~gipf and line not in spared for line, whole in standing):
            found[cleared] = rows
        for line, whole in standing:
            for some in subsets(whole & gipf):
                taken = whole & ~gipf | some
                if cleared | taken not in seen:
                    seen.add(cleared | taken)
                    waiting.append((cleared | taken, (*rows, RowOnBoard(line, taken))))
    return found


def subsets(bits: int) -> Iterator[int]:
    """Yield every part of a bit set, the empty one first."""
    part = 0
    while True:
        yield part
        if part == bits:
            return
        part = part - bits & bits


_SIZES = {column: height - 2 for column, height in HEIGHTS.items() if column not in "ai"}


def read_pieces(text: str) -> tuple[int, int, int]:
    """Read the first field of a position string, such as ``b2w/5/6/w5b/6/5/b2w``.

    Returns bit sets of the white, the black and the GIPF pieces.

    Raises:
        InvalidPosition: it describes no board.
    """
    columns = text.split("/")
    if len(columns) != len(_SIZES):
        raise InvalidPosition(f"the columns b to h are 7, not {len(columns)}")
    letters = ""
    for (letter, size), column in zip(_SIZES.items(), columns, strict=True):
        whole = re.sub("[1-7]", lambda run: "." * int(run[0]), column)
        if not re.fullmatch("[wbWB1-7]*", column) or len(whole) != size:
            expected = f"{size} spots of w, b, W, B and runs of empty ones"
            raise InvalidPosition(f"column {letter} is {column!r}, not {expected}")
        letters += whole
    pieces = list(zip(SPOTS, letters, strict=True))
    white, black, gipf = (
        sum(BITS[spot] for spot, letter in pieces if letter in kind) for kind in ("wW", "bB", "WB")
    )
    return white, black, gipf


def write_pieces(letters: Iterable[str]) -> str:
    """Return the first field of a position string; letters are those of all spots, in order."""
    rest = iter(letters)
    return "/".join(_packed("".join(islice(rest, size))) for size in _SIZES.values())


def write_board(white: int, black: int, gipf: int) -> str:
    """Return the first field of a position string; the bit sets are those that it is read as."""
    return "/".join(
        [
            _column_text(column, white >> start & 255, black >> start & 255, gipf >> start & 255)
            for start, column in _STARTS
        ]
    )


_STARTS = tuple((place(f"{column}1")[0] * 8 - 8, column) for column in _SIZES)
"""Where the bits of each column begin."""


@lru_cache(maxsize=1 << 16)
def _column_text(column: str, white: int, black: int, gipf: int) -> str:
    letters = ""
    for spot in (spot for spot in SPOTS if spot[0] == column):
        bit = BITS[spot] >> (place(spot)[0] * 8 - 8)
        letter = "w" if white & bit else "b" if black & bit else "."
        letters += letter.upper() if gipf & bit else letter
    return _packed(letters)


def _packed(letters: str) -> str:
    """Return a column with numbers for its runs of empty spots."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), letters)


def opposite(rules: object, point: str) -> str | None:
    """Return the point, spot or dot, that a half-turn of the board takes another to."""
    height = HEIGHTS.get(point[0])
    if height is None or not 1 <= int(point[1:]) <= height:
        return None
    columns = list(HEIGHTS)
    return f"{columns[-1 - columns.index(point[0])]}{height + 1 - int(point[1:])}"
