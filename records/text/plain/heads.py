"""The tag blocks of many plain sections: their lines are numbered, and looked at together."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from notation.characters import INVISIBLE
from records.columns import END
from records.text.naming import FIELDS, is_usual_tag
from records.text.plain.section import PLAIN_TAG

Tag = tuple[str, str]
"""A name and a value."""

Values = tuple[int, ...]
"""For each of `FIELDS` the number of the line that gives its value; 0 where none does."""

_ODD = 63
"""The bit of a line that is no plain, usual tag."""

_MOST_LINES = 1 << 12
"""Lines that are remembered; most occur in one game only, or in all."""


class Heads(NamedTuple):
    """Tag blocks that were looked at together.

    Attributes:
        plain: the numbers of those that have only plain and usual tags, each once.
        values: for each block the lines of `FIELDS`.
    """

    plain: Sequence[int]
    values: Sequence[Values]


class TagLines:
    """Lines of tags by their numbers; line 0 stands between two blocks."""

    def __init__(self) -> None:
        """Begin with no tag."""
        self._numbers = {END: 0}
        self._tags: list[Tag] = [("", "")]
        self._bits = np.zeros(1, np.uint64)
        self._fields = np.full(1, -1, np.int8)
        self._names: dict[str, int] = {}

    @property
    def is_full(self) -> bool:
        """Whether there are so many lines that it is time to begin anew."""
        return len(self._tags) > _MOST_LINES

    def value(self, number: int) -> str | None:
        """Return the value of a line; None for line 0."""
        return self._tags[number][1] if number else None

    def heads(self, tops: Sequence[str]) -> Heads:
        """Return what tag blocks have; each is given without the bracket that it begins with."""
        lines = f"\n{END}\n[".join(["", *tops]).split("\n")[1:]
        self._learn(list({*lines}.difference(self._numbers)))
        numbers = np.fromiter(map(self._numbers.__getitem__, lines), np.int32, len(lines))
        starts = np.flatnonzero(numbers == 0)
        bits = self._bits[numbers]
        together = np.bitwise_or.reduceat(bits, starts)
        plain = together == np.add.reduceat(bits, starts)  # not if one is there twice
        plain &= together < np.uint64(1 << _ODD)
        fields = self._fields[numbers]
        at = np.flatnonzero(fields >= 0)
        values = np.zeros((len(tops), len(FIELDS)), np.int32)
        values[np.searchsorted(starts, at) - 1, fields[at]] = numbers[at]
        return Heads(np.flatnonzero(plain).tolist(), list(map(tuple, values.tolist())))

    def _learn(self, lines: Sequence[str]) -> None:
        """Number lines."""
        if not lines:
            return
        first, tags = len(self._tags), _tags(lines)
        self._numbers.update(zip(lines, range(first, first + len(lines)), strict=True))
        self._tags += tags
        names = [name for name, _ in tags]
        bits = {name: 1 << self._place(name) for name in {*names}}
        fields = {name: FIELDS.index(name) if name in FIELDS else -1 for name in bits}
        added = np.array([bits[name] for name in names], np.uint64)
        self._bits = np.concatenate((self._bits, added))
        places = np.array([fields[name] for name in names], np.int8)
        self._fields = np.concatenate((self._fields, places))

    def _place(self, name: str) -> int:
        """Return the bit of a name; that of odd lines for none, and once there are too many."""
        return min(self._names.setdefault(name, len(self._names)), _ODD) if name else _ODD


def _tags(lines: Sequence[str]) -> list[Tag]:
    """Return name and value of each of some lines; empty ones for what is no plain, usual tag."""
    together = "\n".join(lines)
    tags: list[Tag] = PLAIN_TAG.findall(f"{together}\n")
    names = {name for name, _ in tags}
    if len(tags) == len(lines) and _is_visible(together) and all(map(is_usual_tag, names)):
        return tags
    return [_tags([line])[0] for line in lines] if len(lines) > 1 else [("", "")] * len(lines)


def _is_visible(tops: str) -> bool:
    """Whether blocks of tags have no characters that cannot be seen."""
    visible = tops.replace("\n", "").isprintable()
    return visible and (tops.isascii() or not INVISIBLE.search(tops))
