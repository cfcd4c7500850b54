"""What a ply may be, from the alternatives of its characters."""

from collections.abc import Callable, Container, Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice
from math import exp, log

from records.scans.page import Cell

MOST = 20
"""Texts of a ply that are kept."""
OTHERS = 4
"""Of these, texts that are no move, at least, where there are such."""
TRIED = 200
"""Texts of a ply that are looked at."""
LONGEST = 60
"""Characters of a ply whose alternatives are combined."""
FLOOR = 1.0
"""Confidence of an alternative that is listed with less."""
NO_SIGN = 5.0
"""Confidence that a sign, or a blank, stands for no character."""
LEAST = 1e-6
"""Probability, in that of the likeliest text, below which no text is kept."""

Weighed = Sequence[tuple[str, float]]
"""The alternatives of a character with probabilities, best first."""


def choices(
    cells: Sequence[Cell], is_move: Callable[[str], object], alphabet: Container[str]
) -> list[tuple[str, float]]:
    """Return the likeliest texts of a ply, each with its probability.

    The characters are taken to be independent of one another; the confidences of each are scaled
    to a sum of 1.

    Args:
        cells: the alternatives of each character.
        is_move: whether a text is a move, as far as its form goes. Most texts kept are.
        alphabet: the characters that moves are written with.

    Returns:
        Texts with their probabilities, likeliest first; none where no character has an
        alternative, or there are too many characters.
    """
    if not any(len(cell) > 1 for cell in cells) or len(cells) > LONGEST:
        return []
    weighed = [_weighed(cell) for cell in cells]
    narrowed = [_narrowed(cell, alphabet) for cell in weighed]
    found = dict(islice(_combined(weighed, 2 * OTHERS), OTHERS))
    moves = (one for one in _combined(narrowed, TRIED) if is_move(one[0]))
    found |= islice(moves, MOST - OTHERS)
    likeliest = max(found.values(), default=0.0)
    return [
        (text, float(f"{share:.3g}"))
        for text, share in sorted(found.items(), key=lambda one: -one[1])
        if share >= LEAST * likeliest
    ]


def _combined(cells: Sequence[Weighed], tried: int) -> Iterator[tuple[str, float]]:
    """Yield the distinct texts of combined alternatives, likeliest first, so many at most."""
    costs = [[-log(share) for _, share in cell] for cell in cells]
    heap = [(sum(cost[0] for cost in costs), (0,) * len(cells), 0)]
    seen: set[str] = set()
    for _ in range(tried):
        if not heap:
            return
        cost, taken, last = heappop(heap)
        text = "".join([cell[at][0] for cell, at in zip(cells, taken, strict=True)]).strip()
        if text and text not in seen:
            seen.add(text)
            yield text, exp(-cost)
        # Each text has one parent: that with the last changed character one step better.
        for place in range(last, len(cells)):
            at = taken[place] + 1
            if at < len(costs[place]):
                more = cost + costs[place][at] - costs[place][at - 1]
                heappush(heap, (more, (*taken[:place], at, *taken[place + 1 :]), place))


def _weighed(cell: Cell) -> Weighed:
    """Return the alternatives of a character with probabilities."""
    shares: dict[str, float] = {}
    for text, confidence in cell:
        # A blank among the alternatives stands for no character.
        known = "" if text.isspace() and len(cell) > 1 else text
        shares[known] = max(shares.get(known, FLOOR), confidence)
    if not cell[0][0].isalnum():
        shares.setdefault("", NO_SIGN)
    total = sum(shares.values())
    ordered = sorted(shares.items(), key=lambda one: -one[1])
    return [(text, share / total) for text, share in ordered]


def _narrowed(cell: Weighed, alphabet: Container[str]) -> Weighed:
    """Return the alternatives that moves are written with, all if there are none."""
    return [one for one in cell if not one[0] or one[0] in alphabet] or cell
