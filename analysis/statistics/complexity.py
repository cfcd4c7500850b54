"""How large a game is: boards that can be set up, and games that can be played.

Source: L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence* (1994), section
6.2: the state space is bounded by the positions of a freer game, and the game tree by branching to
the power of length.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, log10

from analysis.games import find
from notation import InvalidVariant


@lru_cache(maxsize=256)
def state_space(game: str, variant: str) -> float | None:
    """Return the decimal logarithm of an upper bound of the number of positions.

    Counted are the boards with at most as many pieces of each kind as the game has, legal or not,
    each with every side to move; reserves and prisoners are not.

    Args:
        game: name of the game.
        variant: the variant string; None is returned for one that the game does not have.
    """
    try:
        points, kinds, sides = _box(game, variant)
    except InvalidVariant:
        return None
    return log10(arrangements(points, kinds) * sides)


def _box(game: str, variant: str) -> tuple[int, tuple[int, ...], int]:
    """Return the number of points, the most pieces of each kind, and the number of sides."""
    start, measures = find(game).start(variant), find(game).measures()
    points, sides = measures.size(start), len(start.sides)
    kinds = measures.kinds(start) or (points,) * sides
    return points, tuple(filter(None, kinds)), sides


def arrangements(points: int, kinds: Sequence[int]) -> int:
    """Return the number of ways to put pieces on points, at most one on each.

    Args:
        points: the number of points.
        kinds: the most pieces of each kind, which are alike.
    """
    rows = [1] + [0] * points  # ways to put that many pieces in a row
    for most in kinds:
        rows = [
            sum(comb(many, own) * rows[many - own] for own in range(min(most, many) + 1))
            for many in range(points + 1)
        ]
    return sum(comb(points, many) * ways for many, ways in enumerate(rows))
