"""The symmetries of the Megiddo board against all maps that keep its lines and captures."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from analysis.games.megiddo.board import FULL, LINES, board, points_of, symmetries

Points = tuple[int, int]
POINTS = list(points_of(FULL))
ROWS = {frozenset(line.points) for line in LINES}


def captures(edge: str) -> set[tuple[frozenset[Points], frozenset[Points]]]:
    """Return what each four on a line takes between what."""
    fours = board(edge, False).fours()
    return {(frozenset(four[1:3]), frozenset(four[::3])) for four in fours}


def maps_that_keep_the_rules(edge: str) -> Iterator[tuple[Points, ...]]:
    """Yield the image of every point, in their order, for each map that keeps lines and fours."""
    beside: dict[Points, set[Points]] = {point: set() for point in POINTS}
    for four in board(edge, False).fours():
        for one, other in pairwise(four):
            beside[one].add(other)
            beside[other].add(one)
    order = POINTS[:1]
    for point in order:
        order += sorted(beside[point] - {*order})
    fours = captures(edge)

    def extended(images: dict[Points, Points]) -> Iterator[dict[Points, Points]]:
        if len(images) == len(order):
            yield dict(images)
            return
        point = order[len(images)]
        candidates = set(POINTS) - {*images.values()}
        for known, image in images.items():
            candidates &= beside[image] if known in beside[point] else set(POINTS) - beside[image]
        for candidate in candidates:
            yield from extended(images | {point: candidate})

    for images in extended({}):
        kept = {frozenset(map(images.get, row)) for row in ROWS}
        taken = {
            (frozenset(map(images.get, pair)), frozenset(map(images.get, ends)))
            for pair, ends in fours
        }
        if kept == ROWS and taken == fours:
            yield tuple(map(images.__getitem__, POINTS))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edge", "count", "folded"), [("base", 24, 12), ("master", 24, 12), ("grand-master", 288, 288)]
)
def test_maps_that_keep_the_rules(edge, count, folded):
    every = set(maps_that_keep_the_rules(edge))
    group = {tuple(map(one.point, POINTS)) for one in symmetries(edge == "grand-master", 2)}
    assert len(every) == count
    assert len(group) == folded
    assert group <= every
    # On the drawn boards, the others count the rings from outside.
    assert every - group <= {tuple((s, 7 - r) for s, r in one) for one in group}
