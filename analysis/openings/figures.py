"""The figures of the lines of opening trees that are printed, a list of each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from analysis.openings.caveats import remark
from analysis.openings.nodes import OpeningNode
from analysis.statistics.significance import stands


class LineFigures(NamedTuple):
    """The figures of some lines, in the order of these.

    Attributes:
        depths: numbers of plies.
        moves: texts of the last moves; empty for a first position.
        folds: numbers of equivalent moves.
        times: numbers of games in which the move was played in the position before.
        shares: these as shares of all games that reached the position before.
        games: numbers of games that reached the position.
        plies: sums of their lengths.
        last: their latest dates.
        sides: indices of the sides that moved.
        stand: whether the wins are uneven after the correction for many tests.
        draws: numbers of drawn games.
        wins: for each side the numbers of games that it won.
        years: for each period the numbers of its games.
        remarks: what stands after the figures.
    """

    depths: Sequence[int]
    moves: Sequence[str]
    folds: Sequence[int]
    times: Sequence[int]
    shares: Sequence[float]
    games: Sequence[int]
    plies: Sequence[int]
    last: Sequence[str]
    sides: Sequence[int]
    stand: Sequence[bool]
    draws: Sequence[int]
    wins: Sequence[Sequence[int]]
    years: Sequence[Sequence[int]]
    remarks: Sequence[str]


def figures_of(
    nodes: Sequence[OpeningNode], spans: Mapping[str, str], examples: bool
) -> LineFigures:
    """Return the figures of nodes.

    Args:
        nodes: the nodes.
        spans: names of periods, with what their years begin with.
        examples: whether the first game of each position is named.
    """
    results = [node.results for node in nodes]
    return LineFigures(
        [len(node.line) for node in nodes],
        [node.move for node in nodes],
        [node.fold for node in nodes],
        [node.times for node in nodes],
        [node.share for node in nodes],
        [one.games for one in results],
        [one.plies for one in results],
        [one.last for one in results],
        [node.side for node in nodes],
        [stands(node.p_adjusted) for node in nodes],
        [one.draws for one in results],
        list(zip(*(one.wins for one in results), strict=True)),
        [[_within(one.years.items(), span) for one in results] for span in spans.values()],
        [
            remark(
                node.name,
                node.transposes,
                node.accepted,
                node.results.examples[0] if examples else None,
            )
            for node in nodes
        ],
    )


def _within(years: Iterable[tuple[str, int]], beginning: str) -> int:
    return sum(games for year, games in years if year.startswith(beginning))
