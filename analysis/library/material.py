"""Conditions on the numbers of pieces on the board, such as ``w >= 10, w+W < b``."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Flags, count_bits
from analysis.library.pattern import EMPTY, Signs
from notation import LudographError

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
    """A text that is no condition on the numbers of pieces."""


@dataclass(frozen=True, slots=True)
class Material:
    """A condition on the numbers of pieces on the board.

    Attributes:
        tests: what has to be true, all of it: sums of letters or numbers, and what is between them.
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
        """Return on which boards it is true.

        Args:
            signs: where each sign is true.
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
