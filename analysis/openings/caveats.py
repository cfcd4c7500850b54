"""What stands beside the figures of opening trees: what they are worth, and what else is known."""

from collections.abc import Iterable

from analysis.openings.nodes import OpeningNode
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.significance import LEVEL
from notation.numbers import plural
from records.model import Source

MARK = "*"
"""Stands where the wins are uneven after the correction for many tests."""


def caveat(root: OpeningNode, shown: Iterable[OpeningNode]) -> str:
    """Return what the intervals of a tree are worth; empty without one.

    Args:
        root: the first position of the tree.
        shown: the nodes whose intervals are shown.
    """
    intervals = len({node.key for node in shown if node.interval})
    return caveat_of(root, intervals, tests_of(root))


def caveat_of(root: OpeningNode, intervals: int, tests: int) -> str:
    """Return what so many intervals and tests of a tree are worth; see `caveat`."""
    if not root.results.decided:
        return "No finished game: nothing to estimate."
    if root.results.decided < ENOUGH:
        games = plural(root.results.decided, "finished game")
        return f"{games}, fewer than {ENOUGH}: too few to estimate."
    if not intervals:
        return ""
    about = f"{intervals:,} intervals of 95 %: about 1 in 20 does not contain the true value."
    about = about if intervals > 1 else ""
    rate = f"{MARK} stands at a false discovery rate of {100 * LEVEL:.0f} %"
    return f"{about} {rate} in {plural(tests, 'test')}.".lstrip() if tests else about


def tests_of(root: OpeningNode) -> int:
    """Return the number of tests of a tree; a position in several lines has one."""
    return len({node.key for node in root.walk() if node.p is not None})


def adjusted_apart(roots: Iterable[OpeningNode]) -> str:
    """Return that the tests of several trees are not adjusted together; empty for one."""
    return adjusted_apart_in(tests_of(root) for root in roots)


def adjusted_apart_in(counts: Iterable[int]) -> str:
    """Return the same for the numbers of tests of several trees."""
    tests = list(filter(None, counts))
    if len(tests) < 2:
        return ""
    return (
        f"The tests of each tree are adjusted by themselves, not for the other trees: "
        f"{len(tests):,} trees have {sum(tests):,} tests together."
    )


def remark(name: str, transposes: bool, accepted: int, example: Source | None) -> str:
    """Return what stands after the figures of a line.

    Args:
        name: the name of the position, empty for none.
        transposes: whether its continuations are listed under another line.
        accepted: number of games in which the move was illegal, and carried out as recorded.
        example: the first game; None where it is not shown.
    """
    elsewhere = "goes on elsewhere" if transposes else ""
    illegal = f"illegal in {plural(accepted, 'game')}, as recorded" if accepted else ""
    return "; ".join(filter(None, [name, elsewhere, illegal, f"e.g. {example}" if example else ""]))
