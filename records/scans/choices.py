"""What a ply may be, from the alternatives of its characters."""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from math import exp, log

from records.scans.page import Cell

CHOICES = "choices"
"""The detail of a ply that holds these: a list of texts and probabilities, likeliest first."""

MOST = 20
"""Texts of a ply that are kept."""
TRIED = 400
"""Texts of a ply that are looked at."""
LONGEST = 60
"""Characters of a ply whose alternatives are combined."""
FLOOR = 1.0
"""Confidence of an alternative that is listed with less."""
LEAST = 1e-7
"""Probability, in that of the likeliest text, below which no text is kept."""


def choices(
    cells: Sequence[Cell], readable: Callable[[str], object], most: int = MOST
) -> list[list[object]]:
    """Return the likeliest texts of a ply, each with its probability.

    The characters are taken to be independent of one another; the confidences of each are scaled
    to a sum of 1.

    Args:
        cells: the alternatives of each character.
        readable: whether a text is a move, as far as its form goes. Such texts come before all
            others where there are more texts than are kept.
        most: how many texts are kept.

    Returns:
        Lists of a text and a probability, likeliest first; none where no character has an
        alternative, or there are too many characters.
    """
    if not any(len(cell) > 1 for cell in cells) or len(cells) > LONGEST:
        return []
    moves: list[list[object]] = []
    others: list[list[object]] = []
    likeliest = 0.0
    for text, probability in _combined(cells):
        likeliest = likeliest or probability
        if probability < LEAST * likeliest or len(moves) == most:
            break
        kept = moves if readable(text) else others
        kept.append([text, float(f"{probability:.3g}")])
    found = [*moves, *others[: most - len(moves)]]
    return sorted(found, key=lambda choice: -float(str(choice[1])))


def _combined(cells: Sequence[Cell]) -> Iterator[tuple[str, float]]:
    """Yield the distinct texts of combined alternatives, likeliest first, `TRIED` at most."""
    weighed = [_weighed(cell) for cell in cells]
    first = (0,) * len(cells)
    heap = [(sum(-log(cell[0][1]) for cell in weighed), first, 0)]
    seen: set[str] = set()
    for _ in range(TRIED):
        if not heap:
            return
        cost, taken, last = heappop(heap)
        text = "".join(cell[at][0] for cell, at in zip(weighed, taken, strict=True)).strip()
        if text and text not in seen:
            seen.add(text)
            yield text, exp(-cost)
        # Each text has one parent: that with the last changed character one step better.
        for place in range(last, len(weighed)):
            cell, at = weighed[place], taken[place] + 1
            if at < len(cell):
                more = cost + log(cell[at - 1][1]) - log(cell[at][1])
                heappush(heap, (more, (*taken[:place], at, *taken[place + 1 :]), place))


def _weighed(cell: Cell) -> list[tuple[str, float]]:
    """Return the alternatives of a character with probabilities, best first."""
    shares: dict[str, float] = {}
    for text, confidence in cell:
        # A blank among the alternatives stands for no character, which repair considers anyhow.
        if not text.isspace() or len(cell) == 1:
            shares[text] = max(shares.get(text, FLOOR), confidence)
    total = sum(shares.values())
    return sorted(
        ((text, share / total) for text, share in shares.items()), key=lambda one: -one[1]
    ) or [("", 1.0)]
