"""What the many intervals and tests of opening trees are worth, in sentences."""

from collections.abc import Iterable

from analysis.openings.nodes import OpeningNode
from analysis.statistics.significance import LEVEL
from notation.numbers import plural

MARK = "*"
"""Stands where the wins are uneven after the correction for many tests."""


def caveat(root: OpeningNode, shown: Iterable[OpeningNode]) -> str:
    """Return what the intervals of a tree are worth; empty without one.

    Args:
        root: the first position of the tree.
        shown: the nodes whose intervals are shown.
    """
    intervals = len({node.key for node in shown if node.results.decided})
    if not root.results.decided:
        return "No finished game: nothing to estimate."
    if not intervals:
        return ""
    if root.results.decided < 2:
        return "One finished game: nothing to estimate."
    tests = tests_of(root)
    about = f"Each interval is of one position, and one in 20 misses: here are {intervals:,}."
    about = about if intervals > 1 else ""
    rate = f"{MARK} stands at a false discovery rate of {100 * LEVEL:.0f} %"
    return f"{about} {rate} in {plural(tests, 'test')}.".lstrip() if tests else about


def tests_of(root: OpeningNode) -> int:
    """Return the number of tests of a tree; a position in several lines has one."""
    return len({node.key for node in root.walk() if node.p is not None})


def adjusted_apart(roots: Iterable[OpeningNode]) -> str:
    """Return that the tests of several trees are not adjusted together; empty for one."""
    tests = [count for root in roots if root.results.decided > 1 and (count := tests_of(root))]
    if len(tests) < 2:
        return ""
    return (
        f"The tests of each tree are adjusted by themselves, not for the other trees: "
        f"{len(tests):,} trees have {sum(tests):,} tests together."
    )
