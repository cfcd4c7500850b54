"""The places of what is on lines that a comment joins."""

import re
from bisect import bisect
from collections.abc import Callable

from records.model import Place


def places_in(text: str, first: int) -> Callable[[int], Place]:
    """Return what turns columns counted over joined lines into lines and columns.

    Args:
        text: the lines.
        first: number of the first of them.
    """
    if "\n" not in text:
        return lambda column: (first, column)
    starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(column: int) -> Place:
        index = bisect(starts, column - 1) - 1
        return first + index, column - starts[index]

    return place
