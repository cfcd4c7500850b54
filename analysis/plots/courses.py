"""Curves by move number.

All sides have the same move numbers, so that curves do not alternate from ply to ply.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, nan, sqrt

from analysis.plots.chart import Chart, CurveLine, CurvePoint, Curves
from analysis.plots.counts import GAMES, ByMove, CountedPlies, PlyCounts, PlyMeasure
from analysis.plots.groups import Population, most_played, number_of_sides, populations_of_plies
from analysis.statistics.estimates import ENOUGH, Z_95, Distribution, distribution
from notation.numbers import plural

LEAST = 0.1
"""Minimum share of the games that must reach a move for it to be shown."""

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


@dataclass(frozen=True, slots=True)
class MoveCurves:
    """A plot of curves by move number: medians with quartiles, or means with their intervals.

    Attributes:
        measure: counts the values of each side.
        title: the title of the chart.
        unit: the unit of the values.
        about: sentences on the values.
        lacking: the message of the error if nothing was counted.
        means: whether the values are small counts, of which the means are shown. For long games,
            they are means over several moves. Populations in which all values are 0 have no panel.
    """

    measure: PlyMeasure
    title: str
    unit: str
    about: str
    lacking: str
    means: bool = False

    def __call__(self, plies: CountedPlies, *, pool: bool = False) -> Chart:
        """Return the chart of counted plies.

        Args:
            plies: the plies.
            pool: whether the variants of a game with the same number of sides are one population.

        Raises:
            NothingToPlot: nothing was counted.
        """
        found = populations_of_plies(plies, number_of_sides if pool else None)
        if self.means:
            found = [one for one in found if _is_positive(one.content)]
        parts, left = most_played(found, self.lacking)
        games, moves = sum(part.games for part in parts), sum(part.content.plies for part in parts)
        counted = f"{plural(games, 'game')}, {plural(moves, 'ply')}. {left}".rstrip()
        about = f"{self.about} {RANGE.format('moves' if self.means else 'games')}"
        return Chart(self.title, about, tuple(map(self._panel, parts)), counted)

    def _panel(self, part: Population[PlyCounts]) -> Curves:
        """Return a panel with a curve for each side, and the number of games that reach each move.

        A few long games are not typical of the game: the curves end with the last move that at
        least the share `LEAST` of the games reaches.
        """
        counts, columns = part.content, self.measure.columns
        ranked = sorted(move for (move, _), games in counts.ends.items() for _ in range(games))
        last = ranked[-ceil(LEAST * len(ranked))]
        ends = sorted({min(move, last) for move in ranked})
        running = [(move, len(ranked) - bisect_left(ranked, move)) for move in ends]
        names = columns if len(columns) > 1 else part.sides
        curves = [
            CurveLine(side.title(), tuple(_points(counts.by_name[name], last, self.means)))
            for side, name in zip(part.sides, names, strict=False)
        ]
        return Curves(part.game, part.variants, part.games, self.unit, not self.means,
                      tuple(curves), tuple(running))  # fmt: skip


def _is_positive(counts: PlyCounts) -> bool:
    """Whether a value is not 0."""
    values = (some for name, some in counts.by_name.items() if name != GAMES)
    return any(value > 0 for some in values for _, value in some)


def _points(counts: ByMove, last: int, means: bool) -> Iterator[CurvePoint]:
    """Yield the points of a curve up to the last move."""
    import numpy as np

    step = -(-last // BINS) if means else 1
    bins: dict[int, Counter[int]] = {}
    for (move, value), count in sorted(counts.items()):
        if move <= last:
            bins.setdefault(move - (move - 1) % step, Counter())[value] += count
    for first, values in bins.items():
        found = distribution(np.repeat([*values], [*values.values()]))
        yield _mean(first + (step - 1) / 2, found) if means else _median(first, found)


def _median(move: int, values: Distribution) -> CurvePoint:
    """Return a median with the quartiles."""
    low, high = values.low_quartile or 0.0, values.high_quartile or 0.0
    return CurvePoint(move, values.median or 0.0, low, high, values.count)


def _mean(move: float, values: Distribution) -> CurvePoint:
    """Return a mean with its 95 % interval."""
    mean, many = values.mean or 0.0, values.count
    if values.deviation is None:
        return CurvePoint(move, mean, nan, nan, many)
    error = Z_95 * values.deviation / sqrt(many)
    return CurvePoint(move, mean, max(mean - error, 0.0), mean + error, many)


def _standing(name: str, sides: int, title: str, unit: str, more: str = "") -> MoveCurves:
    """Return the course of a measure that has a column for each side."""
    measure = PlyMeasure(tuple(f"{name}_{side}" for side in range(1, sides + 1)))
    about = f"{MEDIANS.format('the median after the moves of all sides')} {more}".rstrip()
    return MoveCurves(measure, title, unit, about, f"the games have no {name}")


CAPTURES = MoveCurves(
    PlyMeasure(("captured",)), "Captures by move number", "captured per move", MEANS,
    "no piece was captured in these games", means=True,
)  # fmt: skip
MATERIAL = _standing("material", 3, "Pieces on the board", "pieces on the board")
RESERVE = _standing("reserve", 2, "Pieces in reserve", "pieces in reserve")
SCORE = _standing("score", 3, "Standing of the sides", "score", OWN_UNIT)
BRANCHING = MoveCurves(
    PlyMeasure(("legal_moves",)), "Number of legal moves", "legal moves",
    MEDIANS.format("the median of the legal moves of a side"), "legal moves were not counted",
)  # fmt: skip
