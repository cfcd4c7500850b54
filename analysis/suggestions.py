"""Legal moves whose text is close to what was written."""

from collections.abc import Iterable

SUGGESTED = 5
"""How many suggestions are worth making."""


def nearest(text: str, legal: Iterable[str], limit: int = SUGGESTED) -> list[str]:
    """Return the legal texts that the fewest slips of the pen turn into the given one.

    Args:
        text: what was written.
        legal: texts of legal moves.
        limit: how many to return at most; those further off than half of the text are left out.
    """
    written = "".join(text.split())
    near = sorted((edit_distance(written, other), other) for other in legal)
    furthest = max(len(written) // 2, 1)
    return [other for distance, other in near[:limit] if distance <= furthest]


def edit_distance(first: str, second: str) -> int:
    """Return how many characters to insert, drop, replace, or exchange with their neighbour.

    The "optimal string alignment" distance: no part of the text is edited twice.
    """
    before, above = [0] * (len(second) + 1), list(range(len(second) + 1))
    for row, one in enumerate(first, start=1):
        here = [row]
        for column, other in enumerate(second, start=1):
            cost = min(above[column] + 1, here[-1] + 1, above[column - 1] + (one != other))
            if row > 1 and column > 1 and one == second[column - 2] and other == first[row - 2]:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        before, above = above, here
    return above[-1]
