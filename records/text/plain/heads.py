"""The tag blocks of many plain sections: their lines are numbered, and looked at together."""

from collections.abc import Sequence
from itertools import islice
from threading import Lock
from typing import NamedTuple

import numpy as np

from notation.characters import INVISIBLE
from notation.pattern import lazy_pattern
from records.columns import END
from records.text.naming import FIELDS, is_usual_tag
from records.text.plain.section import PLAIN_TAG

Tag = tuple[str, str]
"""A name and a value."""

Values = tuple[int, ...]
"""For each of `FIELDS` the number of the line that gives its value; 0 where none does."""

_WANTED = (*FIELDS, "PlyCount")
"""The tags whose values matter to whether a section is plain."""

_NUMBER = lazy_pattern("0|[1-9][0-9]{0,6}")

_ODD = 63
"""The bit of a line that is no plain, usual tag."""

_MOST_LINES = 1 << 12
"""Lines that are remembered; most occur in one game only, or in all."""


class Heads(NamedTuple):
    """Tag blocks that were looked at together.

    Attributes:
        plain: the numbers of those that have only plain and usual tags, each once.
        values: for each block the lines of `FIELDS`.
        plies: for each block the number of plies that it states; -1 where it states none, and -2
            for what is no number.
    """

    plain: Sequence[int]
    values: Sequence[Values]
    plies: Sequence[int]


class _Numbers(dict[str, int]):
    """Numbers of lines in their order."""

    def __missing__(self, line: str) -> int:
        self[line] = number = len(self)
        return number


class TagLines:
    """Lines of tags by their numbers; line 0 stands between two blocks."""

    def __init__(self) -> None:
        """Begin with no tag."""
        self._numbers = _Numbers({END: 0})
        self._tags: list[Tag] = [("", "")]
        self._bits = np.zeros(1, np.uint64)
        self._fields = np.full(1, -1, np.int8)
        self._names: dict[str, int] = {}
        self._lock = Lock()  # workers of a cluster may be threads

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
        with self._lock:
            numbers = np.fromiter(map(self._numbers.__getitem__, lines), np.int32, len(lines))
            self._learn(list(islice(self._numbers, len(self._tags), None)))
        starts = np.flatnonzero(numbers == 0)
        bits = self._bits[numbers]
        together = np.bitwise_or.reduceat(bits, starts)
        plain = together == np.add.reduceat(bits, starts)  # not if one is there twice
        plain &= together < np.uint64(1 << _ODD)
        fields = self._fields[numbers]
        at = np.flatnonzero(fields >= 0)
        values = np.zeros((len(tops), len(_WANTED)), np.int32)
        values[np.searchsorted(starts, at) - 1, fields[at]] = numbers[at]
        stated = list(map(self._number, values[:, -1].tolist()))
        return Heads(
            np.flatnonzero(plain).tolist(), list(map(tuple, values[:, :-1].tolist())), stated
        )

    def _number(self, line: int) -> int:
        """Return the number that is the value of a line, as `Heads.plies` has it."""
        value = self._tags[line][1]
        return -1 if not line else int(value) if _NUMBER.fullmatch(value) else -2

    def _learn(self, lines: Sequence[str]) -> None:
        """Look at lines that were numbered."""
        if not lines:
            return
        tags = _tags(lines)
        self._tags += tags
        names = [name for name, _ in tags]
        bits = {name: 1 << self._place(name) for name in {*names}}
        fields = {name: _WANTED.index(name) if name in _WANTED else -1 for name in bits}
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


_OF_FIELDS = tuple(f'[{name} "' for name in FIELDS)


def heads_as_json(heads: Sequence[str]) -> list[str]:
    """Return the tags of plain blocks as JSON, aside from those of `FIELDS`.

    Args:
        heads: the blocks.

    Returns:
        An object for each; none at all if a value has to be looked at more closely.
    """
    lines = f"\n{END}\n".join(heads).split("\n")
    text = "\n".join([line for line in lines if not line.startswith(_OF_FIELDS)])
    if ' "]' in text or not text.replace("\n", "").replace(END, "").isprintable():
        return []
    text = text.replace(' "', '": "').replace('"]\n[', '", "')
    blocks = f"\n{text}\n".split(END)
    return [f'{{"{block[2:-2]}}}' if len(block) > 2 else "{}" for block in blocks]


def _is_visible(tops: str) -> bool:
    """Whether blocks of tags have no characters that cannot be seen."""
    visible = tops.replace("\n", "").isprintable()
    return visible and (tops.isascii() or not INVISIBLE.search(tops))
