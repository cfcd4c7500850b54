"""Curves by move number.

All sides have the same move numbers, so that curves do not alternate from ply to ply. Each plot is
a function of plies counted by its measure; with ``pool`` the variants of a game are one population.
`NothingToPlot` is raised if nothing was counted.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import nan, sqrt

from analysis.plots.chart import Chart, CurveLine, CurvePoint, Curves
from analysis.plots.counts import PLIES, STEPS, ByMove, CountedPlies, PlyCounts, PlyMeasure
from analysis.plots.groups import (
    LEAST,
    NothingToPlot,
    Population,
    last_move,
    populations_of_plies,
    sides,
)
from analysis.statistics.estimates import ENOUGH, Z_95, Distribution, distribution
from notation.numbers import plural

Games = Population[PlyCounts]

BINS = 30
"""Maximum number of points on a curve of means; for longer games, moves are averaged."""

MEDIANS = (
    "Half of the games are above the line, {} at that move, and half below; the band holds the "
    "middle half of the games."
)

MEANS = (
    "The line is the mean number of pieces that a side captures with a move, and the band its 95 % "
    "confidence interval."
)

RANGE = (
    "The grey area (right axis) counts the games that go on to a move; curves end where fewer than "
    f"{100 * LEAST:.0f} % do. Dots without a line stand for fewer than {ENOUGH} {{}}."
)

OWN_UNIT = "The unit of a score depends on the game: pieces left, or stones captured."

CAPTURED, LEGAL_MOVES = PlyMeasure(("captured",)), PlyMeasure(("legal_moves",))

MATERIAL, RESERVE, SCORE = (
    PlyMeasure(tuple(f"{name}_{side}" for side in range(1, most + 1)))
    for name, most in (("material", 3), ("reserve", 2), ("score", 3))
)


def standing(
    plies: CountedPlies,
    *,
    measure: PlyMeasure,
    title: str,
    unit: str,
    more: str = "",
    pool: bool = False,
) -> Chart:
    """Return the chart of a measure by move number; the measure has a column for each side.

    Lines are medians, with the quartiles as a band.

    Args:
        plies: the plies.
        measure: the measure that they are counted by.
        title: the title of the chart.
        unit: the unit of the values.
        more: a sentence on the values.
        pool: whether the variants of a game are one population.
    """
    name = measure.columns[0].rpartition("_")[0]
    parts, left = populations_of_plies(plies, f"the games have no {name}", pool)
    panels = [
        _panel(part, _medians(part, measure.columns[: len(sides(part))]), unit) for part in parts
    ]
    about = f"{MEDIANS.format('the median after the moves of all sides')} {more}".rstrip()
    return _chart(title, about, left, parts, panels)


def branching(plies: CountedPlies, *, pool: bool = False) -> Chart:
    """Return the chart of the number of legal moves by side and move: median and quartiles."""
    lacking = "legal moves were not counted"
    parts, left = populations_of_plies(plies, lacking, pool)
    panels = [_panel(part, _medians(part, sides(part)), "legal moves") for part in parts]
    about = MEDIANS.format("the median of the legal moves of a side")
    return _chart("Number of legal moves", about, left, parts, panels)


def captures(plies: CountedPlies, *, pool: bool = False) -> Chart:
    """Return the chart of the mean number of pieces that a move captures, by move number."""
    lacking = "no piece was captured in these games"
    found, left = populations_of_plies(plies, lacking, pool)
    parts = [one for one in found if _captures(one.content)]
    if not parts:
        raise NothingToPlot(lacking)
    panels = [_panel(part, _means(part), "captured per move", whole=False) for part in parts]
    return _chart("Captures by move number", MEANS, left, parts, panels, "moves")


def _captures(counts: PlyCounts) -> bool:
    """Whether a piece was captured."""
    sides = (some for name, some in counts.values.items() if name not in (PLIES, STEPS))
    return any(captured > 0 for some in sides for _, captured in some)


def _chart(
    title: str,
    about: str,
    left: str,
    parts: Sequence[Games],
    panels: Sequence[Curves],
    few: str = "games",
) -> Chart:
    """Return a chart whose caption counts games and plies.

    Args:
        title: the title.
        about: sentences on the values.
        left: a sentence on what is left out; may be empty.
        parts: the counted plies of each population.
        panels: the panels.
        few: the plural noun for what a dot has few of, such as ``games``.
    """
    games, plies = sum(part.games for part in parts), sum(part.content.plies for part in parts)
    counted = f"{plural(games, 'game')}, {plural(plies, 'ply')}. {left}".rstrip()
    return Chart(title, f"{about} {RANGE.format(few)}", tuple(panels), counted)


def _panel(part: Games, curves: Iterator[CurveLine], unit: str, whole: bool = True) -> Curves:
    """Return a panel with curves, and the number of games that reach each move."""
    last, ends = last_move(part.content), Counter[int]()
    for (move, after), games in part.content.steps.items():
        if move <= last < after:
            ends[move] += games
    counts = [ends[move] for move in sorted(ends)]
    left = (sum(counts[place:]) for place in range(len(counts)))
    running = tuple(zip(sorted(ends), left, strict=True))
    return Curves(part.game, part.variants, part.games, unit, whole, tuple(curves), running)


def _medians(part: Games, names: Sequence[str]) -> Iterator[CurveLine]:
    """Yield the median of each side's values by move, with the quartiles."""
    last = last_move(part.content)
    for side, name in zip(sides(part), names, strict=True):
        points = [
            CurvePoint(
                move,
                value=values.median or 0.0,
                low=values.low_quartile or 0.0,
                high=values.high_quartile or 0.0,
                size=values.count,
            )
            for move, values in _by_move(part.content, name)
            if move <= last
        ]
        yield CurveLine(side.title(), tuple(points))


def _means(part: Games) -> Iterator[CurveLine]:
    """Yield the mean captures of each side; for long games, means over several moves."""
    last = last_move(part.content)
    step = -(-last // BINS)
    for side in sides(part):
        bins: dict[float, Counter[float]] = {}
        for (move, value), count in sorted(part.content.values.get(side, ByMove()).items()):
            if move <= last:
                first = (move - 1) // step * step + 1
                bins.setdefault(first + (step - 1) / 2, Counter())[value] += count
        points = (_mean(middle, _counted(values)) for middle, values in bins.items())
        yield CurveLine(side.title(), tuple(points))


def _mean(move: float, values: Distribution) -> CurvePoint:
    """Return a mean with its 95 % interval."""
    mean, many = values.mean or 0.0, values.count
    if values.deviation is None:
        return CurvePoint(move, mean, nan, nan, many)
    error = Z_95 * values.deviation / sqrt(many)
    return CurvePoint(move, mean, max(mean - error, 0.0), mean + error, many)


def _by_move(counts: PlyCounts, name: str) -> Iterator[tuple[int, Distribution]]:
    """Yield the values of each move that has any, ordered by move."""
    pairs = sorted(counts.values.get(name, ByMove()).items())
    for move, same in groupby(pairs, lambda one: one[0][0]):
        yield move, _counted({value: count for (_, value), count in same})


def _counted(values: Mapping[float, int]) -> Distribution:
    """Return the distribution of numbers, given with their counts."""
    import numpy as np

    return distribution(np.repeat([*values], [*values.values()]))
