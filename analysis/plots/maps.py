"""Maps of captures, on the board of each game."""

from collections import Counter
from collections.abc import Hashable

from analysis.games import find
from analysis.games.diagram import BoardView
from analysis.plots.chart import Chart, HeatMap
from analysis.plots.counts import CountedPlies, PlyMeasure
from analysis.plots.groups import most_played, number_of_sides, populations_of_plies
from notation.numbers import plural

TAKEN = PlyMeasure(points="captured_points")

LACKING = "no piece was captured in these games"

READING = (
    "The colour of a point shows how many enemy pieces are captured on it per game; a point "
    "in the colour of the board had no capture. Boards of one game share a scale."
)


def capture_map(plies: CountedPlies, *, pool: bool = False) -> Chart:
    """Return a map of the captures under each variant.

    Args:
        plies: the plies, counted by `TAKEN`.
        pool: whether variants with the same board and number of sides share a map.

    Raises:
        NothingToPlot: nothing was captured.
    """
    found = populations_of_plies(plies, _geometry if pool else None)
    parts, left = most_played([one for one in found if one.content.captures], LACKING)
    totals = Counter[str]()
    for part in parts:
        totals[find(part.game).title] += part.content.captures.total()
    named = (f"{title} {plural(count, 'piece')}" for title, count in totals.items())
    panels = [
        HeatMap(part.game, part.variants, part.games,
                _board(part.game, part.variants[0]), part.content.captures)
        for part in parts
    ]  # fmt: skip
    counted = f"Total captures: {', '.join(named)}. {left}".rstrip()
    return Chart("Where pieces are captured", READING, tuple(panels), counted)


def _board(game: str, variant: str) -> BoardView:
    """Return the empty board of a variant, with the coordinates of the table of plies."""
    return find(game).diagram().ground(find(game).variant(variant))


def _geometry(game: str, variant: str) -> Hashable:
    return number_of_sides(game, variant), *_board(game, variant).cells
