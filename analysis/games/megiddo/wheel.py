"""The Megiddo wheel in plain text, and what diagrams show of the last move.

``r``, ``b`` and ``g`` are stones, a capital is the one just placed or slid, ``+`` the point that
it left, ``(r)`` a stone just captured and ``<r>`` one that a capture's capture took.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from analysis.games.diagram import DiagramLine, DiagramReader
from analysis.games.megiddo.board import SIZE, bits, is_on_board
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import COLOURS, LETTERS
from notation.megiddo import Move, point_name
from notation.megiddo import Point as Place
from notation.pattern import lazy_pattern

SPOKES = "ABCDEF"
VACATED = "+"
DIRECT, CHAIN = "()", "<>"
"""Marks of the last move."""

CAPTURED = "Captured:"
"""Begins the line under the wheel."""

_WAYS = ((0, -2), (4, -1), (4, 1), (0, 2), (-4, 1), (-4, -1))
"""Columns to the right and rows down from ring to ring, by spoke from the top clockwise."""

_LEFT = 4 * SIZE + 4
"""Column of the middle of the wheel."""

_SIGN = lazy_pattern(r"\([A-Za-z]\)|<[A-Za-z]>|\S")

Item = tuple[int, Place | str]
"""A column, and the point that stands there, or a sign that belongs to the board."""


@dataclass(frozen=True, slots=True)
class WheelMarks:
    """What a diagram shows of the last move, as far as the position bears it out.

    Attributes:
        moved: the point of the stone placed or slid, None where there is none.
        vacated: the empty point that it came from, None where there is none.
        generations: captured pairs, direct ones first, each with what it set off behind it.
    """

    moved: Place | None = None
    vacated: Place | None = None
    generations: tuple[tuple[tuple[Place, ...], ...], ...] = ()

    @classmethod
    def of(cls, position: Position, move: Move | None, before: Position | None) -> "WheelMarks":
        """Work out the marks; without the position before, all captures count as direct."""
        if move is None:
            return cls()
        generations = [move.groups]
        if before:
            named = frozenset(map(bits, move.groups))
            found = before.captures(move, named)
            generations = [tuple(sorted(pairs.values())) for pairs in found]

        def stands(place: Place) -> bool:
            return is_on_board(place) and position.stone(place) != "."

        left = move.origin if move.origin and is_on_board(move.origin) else None
        return cls(
            moved=move.point if stands(move.point) else None,
            vacated=left if left and not stands(left) else None,
            generations=tuple(
                kept
                for pairs in generations
                if (kept := tuple(pair for pair in pairs if all(map(stands, pair))))
            ),
        )

    @property
    def captured(self) -> dict[Place, int]:
        """The generation, from 1, in which each captured stone was taken."""
        taken: dict[Place, int] = {}
        for number, pairs in enumerate(self.generations, start=1):
            for pair in pairs:
                taken |= {place: number for place in pair if place not in taken}
        return taken


@lru_cache(maxsize=2)
def _wheel(flipped: bool) -> tuple[tuple[Item, ...], ...]:
    """Return the rows of the text diagram, from the top down."""
    rows: dict[int, list[Item]] = {0: [(_LEFT, "*")]}
    for spoke, name in enumerate(SPOKES, start=1):
        right, down = _WAYS[(spoke - 1 + (3 if flipped else 0)) % SIZE]
        for ring in range(1, SIZE + 1):
            row = rows.setdefault(down * ring, [])
            row.append((_LEFT + right * ring, (spoke, ring)))
            if spoke == 1:
                row.append((_LEFT + 3, str(ring)))
        # Beside the last point, or where the spoke is upright above or below it.
        beyond = (right > 0) - (right < 0)
        row = rows.setdefault(down * SIZE + (0 if right else down // 2), [])
        row.append((_LEFT + right * SIZE + 4 * beyond, name))
    return tuple(tuple(sorted(rows.get(row, []))) for row in range(min(rows), max(rows) + 1))


def write_wheel(position: Position, marks: WheelMarks, flipped: bool) -> list[str]:
    """Return the lines of the wheel, and the line of captured stones under it."""
    lines = [_drawn(row, position, marks) for row in _wheel(flipped)]
    counts = zip(position.sides, position.taken, strict=True)
    return [*lines, f"{CAPTURED} {', '.join(f'{side} {count}' for side, count in counts)}"]


def _drawn(row: tuple[Item, ...], position: Position, marks: WheelMarks) -> str:
    """Return a row of the wheel as text."""
    text = ""
    for column, item in row:
        sign = item if isinstance(item, str) else _sign(item, position, marks)
        text = text.ljust(column - len(sign) // 2) + sign
    return text


def _sign(place: Place, position: Position, marks: WheelMarks) -> str:
    if place == marks.vacated:
        return VACATED
    stone = position.stone(place)
    if place == marks.moved:
        return stone.upper()
    if generation := marks.captured.get(place):
        return stone.join(DIRECT if generation == 1 else CHAIN)
    return stone


def read_wheel(reader: DiagramReader) -> dict[Place, str]:
    """Read the wheel into the letter of the stone on each occupied point.

    Raises:
        InvalidPosition: something else stands there; the message names the line.
    """
    flipped = reader.here.text.strip() == SPOKES[3]
    stones: dict[Place, str] = {}
    for row in _wheel(flipped):
        if not row:
            continue
        line = reader.next()
        signs = _SIGN.findall(line.text)
        names = [item if isinstance(item, str) else point_name(item) for _, item in row]
        if len(signs) != len(row):
            raise line.wrong(f"{len(row)} signs, for {' '.join(names)}")
        for (_, item), sign, name in zip(row, signs, names, strict=True):
            if isinstance(item, str):
                if sign != item:
                    raise line.wrong(f"{item} where {sign} stands")
            elif (stone := _read_sign(line, sign, name)) != ".":
                stones[item] = stone
    return stones


def _read_sign(line: DiagramLine, sign: str, name: str) -> str:
    bare = sign.strip("()<>")
    stone = bare.lower().replace(VACATED, ".")
    if stone not in tuple(LETTERS + "."):
        known = ", ".join([*LETTERS, *LETTERS.upper(), ".", VACATED])
        raise line.wrong(f"one of {known} on {name}, not {sign!r}")
    return stone


def read_counts(line: DiagramLine) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Read the line of captured stones into the sides that play and their counts.

    Raises:
        InvalidPosition: something else stands there; the message names the line.
    """
    known = [", ".join(f"{side} 0" for side in COLOURS[:count]) for count in (2, 3)]
    pattern = rf"\s*{CAPTURED}\s*((?:(?:^|, *)?[a-z]+ +[0-9]{{1,4}})+)\s*"
    match = re.fullmatch(pattern, line.text)
    entries = re.findall(r"([a-z]+) +([0-9]+)", match[1]) if match else []
    sides = tuple(side for side, _ in entries)
    if sides not in (COLOURS[:2], COLOURS[:3]):
        raise line.wrong(" or ".join(repr(f"{CAPTURED} {counts}") for counts in known))
    return sides, tuple(int(count) for _, count in entries)
