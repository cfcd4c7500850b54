"""Maps of captures, on the board of each game."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from analysis.games import find
from analysis.plots.chart import Chart, HeatMap
from analysis.plots.counts import CountedPlies, PlyMeasure
from analysis.plots.groups import NothingToPlot, most_played
from notation.numbers import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    found, left = heat_maps(plies, pool)
    if not found:
        raise NothingToPlot(LACKING)
    counted = f"{_totals(found)} {left}".rstrip()
    return Chart("Where pieces are captured", READING, tuple(found), counted)


def heat_maps(plies: CountedPlies, pool: bool = False) -> tuple[list[HeatMap], str]:
    """Return the boards with captures, by game, and a sentence on variants without a map.

    Args:
        plies: the plies.
        pool: whether variants with the same geometry and number of sides share a map.
    """
    found: dict[tuple[object, ...], HeatMap] = {}
    for (game, text), counts in sorted(plies.items(), key=lambda one: one[0]):
        variant = find(game).variant(text)
        board = find(game).diagram().ground(variant)  # with the coordinates of the table
        kind = (game, len(variant.sides), *board.cells) if pool else (game, text)
        before = found.get(kind, HeatMap(game, (), 0, board, Counter()))
        found[kind] = replace(
            before,
            variants=(*before.variants, text),
            games=before.games + counts.games,
            counts=Counter(before.counts) + counts.points,
        )
    shown, left = most_played([heat_map for heat_map in found.values() if heat_map.counts])
    most = dict.fromkeys((one.game for one in shown), 0.0)
    for one in shown:
        most[one.game] = max(most[one.game], *one.rates.values())
    return [replace(one, most=most[one.game]) for one in shown], left


def _totals(found: "Sequence[HeatMap]") -> str:
    totals = Counter[str]()
    for one in found:
        totals[find(one.game).title] += sum(one.counts.values())
    named = (f"{title} {plural(count, 'piece')}" for title, count in totals.items())
    return f"Total captures: {', '.join(named)}."
