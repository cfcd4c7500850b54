"""Running counts beside the moves, such as pieces in reserve, and placeholders for them.

Some programs and scribes fill in a number that means nothing. A count that is wrong once is a slip
and reported as one; a number that stands on nearly all moves is a placeholder, reported once.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from records import Record

MIN_COUNTS = 6
"""The least number of counts among which a placeholder is looked for: three of each side."""

MIN_SHARE = 0.9
"""The least share of the counts that a placeholder makes up.

No real count can: a turn changes its side's count, so the same number twice running is rare.
"""


class Placeholder(NamedTuple):
    """A number that stands for a count and is none.

    Attributes:
        number: the number.
        stated: on how many moves it stands.
        counts: how many moves have a count at all.
        first: index of the first of them.
    """

    number: int
    stated: int
    counts: int
    first: int

    def __str__(self) -> str:
        where = f"{self.stated} of {self.counts} moves with a count"
        return f"({self.number}) stands on {where}: it counts nothing, and no count was checked"


def with_counts_in_texts(record: Record, pattern: re.Pattern[str] | None) -> Record:
    """Return a record with the counts that it keeps beside move texts in the texts themselves.

    Args:
        record: the record; containers such as JSON keep a count as a number of its own.
        pattern: finds the count in a text, as `notation.Dialect.counts` does.
    """
    name = next(iter(pattern.groupindex), "") if pattern else ""
    moves, details = list(record.moves), dict(record.details)
    for index, detail in record.details.items():
        count = detail.get(name)
        if pattern and isinstance(count, int) and not pattern.search(moves[index]):
            moves[index] = f"{moves[index]} ({count})"
            details[index] = {key: value for key, value in detail.items() if key != name}
    return replace(record, moves=tuple(moves), details=details)


def placeholder_count(texts: Sequence[str], pattern: re.Pattern[str] | None) -> Placeholder | None:
    """Return the number that move texts have in place of counts; None if there is none.

    Args:
        texts: the move texts of a game.
        pattern: finds the count in a text, as `notation.Dialect.counts` does.
    """
    found = [(index, pattern.search(text)) for index, text in enumerate(texts)] if pattern else []
    numbers = [(index, int(count[1])) for index, count in found if count]
    if len(numbers) < MIN_COUNTS:
        return None
    number, stated = Counter(number for _, number in numbers).most_common(1)[0]
    if stated < MIN_SHARE * len(numbers):
        return None
    first = next(index for index, one in numbers if one == number)
    return Placeholder(number, stated, len(numbers), first)
