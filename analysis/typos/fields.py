"""The fields of move texts: numbers, points and names, and slips that concern whole fields."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

HalfTurn = Callable[[str], str | None]
"""Returns the opposite point under a half-turn of the board, None if there is none."""


@dataclass(frozen=True, eq=False)
class Fields:
    """The fields that the texts of a dialect consist of.

    Attributes:
        tokens: the regular expression of a field; its named groups are the kinds of fields.
        scales: the names in their order, by kind of field.
        rings: the kinds whose scale is cyclic.
        parts: the separator of the parts of a move, which may be exchanged; empty for a notation
            whose moves have no parts.
    """

    tokens: re.Pattern[str]
    scales: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rings: frozenset[str] = frozenset()
    parts: str = ""

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> "Fields":
        """Return the fields that a table of a slip model describes."""
        scales = {kind: tuple(names) for kind, names in table.get("scales", {}).items()}
        rings, parts = frozenset(table.get("rings", ())), str(table.get("parts", ""))
        return cls(re.compile(table["tokens"]), scales, rings, parts)

    def split(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the frame of a text, and its fields.

        The frame has the text before each field and the kind of the field, and the text after the
        last.
        """
        frame, found, end = list[str](), list[str](), 0
        for match in self.tokens.finditer(text):
            kind = match.lastgroup or ""
            start, stop = match.span(kind)
            frame += (text[end:start], kind)
            found.append(match[kind])
            end = stop
        return (*frame, text[end:]), tuple(found)

    def slip(self, kind: str, written: str, meant: str) -> str:
        """Return the kind of slip that turns one field into another of its kind, or an empty text.

        It is ``next``, ``opposite`` or ``transposed``, a name of a price in the slip model.
        """
        if kind in self.scales:
            scale = self.scales[kind]
            if written not in scale or meant not in scale:
                return ""
            apart = abs(scale.index(written) - scale.index(meant))
            if kind in self.rings:
                apart = min(apart, len(scale) - apart)
                if 2 * apart == len(scale):
                    return "opposite"
            return "next" if apart == 1 else ""
        if kind == "point":
            (one, other), (right, true) = coordinates(written), coordinates(meant)
            if abs(one - right) + abs(other - true) == 1:
                return "next"
            return "transposed" if (one, other) == (true, right) else ""
        is_number = written.isdecimal() and meant.isdecimal()
        return "next" if is_number and abs(int(written) - int(meant)) == 1 else ""

    def half_turned(self, text: str, half_turn: HalfTurn) -> str | None:
        """Return a text as seen from the other side of the board; None if it names no points.

        Points become the opposite points; directions become the opposite directions.
        """
        frame, found = self.split(text)
        kinds, turned = frame[1::2], ""
        for before, kind, name in zip(frame[::2], kinds, found, strict=False):
            other: str | None = name
            if kind == "point":
                other = half_turn(name)
            elif kind in self.rings:
                ring = self.scales[kind]
                other = ring[(ring.index(name) + len(ring) // 2) % len(ring)]
            if other is None:
                return None
            turned += before + other
        return turned + frame[-1] if "point" in kinds else None

    def exchanged_parts(self, text: str, counts: re.Pattern[str] | None) -> Iterator[str]:
        """Yield texts of a move with two neighbouring parts exchanged.

        Args:
            counts: matches a count at the end of a move, which is not moved; None without counts.
        """
        count = counts.search(text) if counts else None
        end = count.start() if count else len(text)
        parts = text[:end].split(self.parts) if self.parts else []
        for at in range(len(parts) - 1):
            swapped = (*parts[:at], parts[at + 1], parts[at], *parts[at + 2 :])
            yield self.parts.join(swapped) + text[end:]


def coordinates(point: str) -> tuple[int, int]:
    """Return the two coordinates in the name of a point; letters count from 1."""
    first, dot, second = point.partition(".")
    if dot:
        return int(first), int(second)
    return ord(point[0].lower()) - ord("a") + 1, int(point[1:])
