"""Bands of a sheet: blocks of rows side by side, with further blocks below them.

Below the blocks of a band the rows go on from the last number of its last block. So do they where
a heading, or a number of a page, stands between the parts of one table.
"""

from collections.abc import Sequence

Numbers = Sequence[tuple[int, int]]
"""The index in its line and the value of each number of a row, from the left."""

MOST_LOST = 2
"""Rows that may be lost between two bands."""


def band_starts(numbers: Sequence[Numbers]) -> list[tuple[int, int]]:
    """Return the index of the first line of each band, from the top; one band where none shows.

    With each stands the number of its first row, 0 for the first band.

    Args:
        numbers: the numbers of rows on each line, the first that of its first block.
    """
    starts, beside, first, last = [(0, 0)], 0, 0, 0
    for at, found in enumerate(numbers):
        if not found:
            continue
        (_, own), *others = found
        lost = _lost(numbers, at, first, beside)
        if lost is not None:
            # Lines above it without a number that can be read are the rows before it.
            starts.append((max(last + 1, at - lost), beside + 1))
            own, beside = beside + 1 + lost, 0
        first, last, beside = own, at, max(beside, *(value for _, value in others), 0)
    return starts


def _lost(numbers: Sequence[Numbers], at: int, first: int, beside: int) -> int | None:
    """Return how many rows of a band above a line are lost if one begins here, None if none does.

    Args:
        numbers: the numbers of rows on each line.
        at: index of the line.
        first: the number before it in the first block.
        beside: the highest number before it in the others.
    """
    (_, own), *others = numbers[at]
    if not 0 < first < beside or 0 < own - first <= 1:
        return None
    if 0 < own - beside <= MOST_LOST + 1:
        return own - beside - 1
    if not others or others[0][1] <= beside + 1 or own <= beside:
        return None
    # Its own number is misread: that of the next block shows how many rows it has.
    below = next((line[1:] for line in numbers[at + 1 :] if len(line) > 1), [])
    rows = others[0][1] - beside - 1
    goes_on = below and below[0][1] == others[0][1] + 1
    return 0 if goes_on or abs(len(numbers) - at - rows) <= 1 else None
