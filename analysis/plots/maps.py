"""Maps of captures, on the board of each game."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from analysis.games import find
from analysis.games.diagram import EmptyBoard
from analysis.plots.chart import Chart, HeatMap
from analysis.plots.groups import populations
from analysis.plots.style import NothingToPlot
from analysis.text import plural
from notation import find_dialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

LACKING = "no piece was captured in these games"

CAPTION = "Enemy pieces captured on each point of the board; points without colour had no captures."


def capture_map(plies: "pd.DataFrame", *, pool: bool = False) -> Chart:
    """Return a map of the captures under each variant.

    Args:
        plies: a table of plies with ``path``, ``game_id``, ``game``, ``variant`` and
            ``captured_points``.
        pool: whether variants with the same board share a map.

    Raises:
        NothingToPlot: nothing was captured.
    """
    found, left = heat_maps(plies, pool)
    if not found:
        raise NothingToPlot(LACKING)
    return Chart("Where pieces are captured", f"{CAPTION} {_totals(found)}{left}", tuple(found))


def heat_maps(plies: "pd.DataFrame", pool: bool = False) -> tuple[list[HeatMap], str]:
    """Return the boards with captures, by game, and a sentence on variants without a map.

    Args:
        plies: the plies.
        pool: whether variants with the same geometry are one board.
    """
    parts, left = populations(plies, LACKING)
    found: dict[tuple[str, object], HeatMap] = {}
    for part in parts:
        board = _ground(part.game, part.variants[0])
        kind = tuple(board.cells) if pool else part.variants
        before = found.get((part.game, kind), HeatMap(part.game, (), 0, board, Counter()))
        taken = Counter(part.rows["captured_points"].explode().dropna().tolist())
        found[part.game, kind] = replace(
            before,
            variants=before.variants + part.variants,
            games=before.games + part.games,
            counts=Counter(before.counts) + taken,
        )
    return [heat_map for heat_map in found.values() if heat_map.counts], left


def _ground(game: str, variant: str) -> EmptyBoard:
    """Return the empty board of a variant, labelled for the usual dialect of the game."""
    diagram, labels = find(game).diagram(), find_dialect(game).label_style
    return diagram.ground(find(game).variant(variant), labels=labels)


def _totals(found: "Sequence[HeatMap]") -> str:
    totals = Counter[str]()
    for one in found:
        totals[find(one.game).title] += sum(one.counts.values())
    named = (f"{title} {plural(count, 'piece')}" for title, count in totals.items())
    return f"Total captures: {', '.join(named)}."
