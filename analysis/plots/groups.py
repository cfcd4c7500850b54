"""Tables prepared for plots: split into populations, counted, and cut.

Games with different rules, or on boards of different sizes, are different populations: a variant
string names both. Their figures are not put together unless that is asked for.
"""

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from analysis.games import all_games, find
from analysis.plots.style import PANELS, NothingToPlot
from analysis.tables.schema import RECORD_NAMES
from analysis.text import plural

if TYPE_CHECKING:
    import pandas as pd

LEAST = 0.1
"""Least share of the games that reach a move that is shown."""


class Population(NamedTuple):
    """The games of one variant, or of several that are pooled.

    Attributes:
        game: name of the game.
        variants: the variant strings, sorted.
        rows: the rows of a table of plies or games.
        games: number of games.
    """

    game: str
    variants: tuple[str, ...]
    rows: "pd.DataFrame"
    games: int


def populations(
    frame: "pd.DataFrame", lacking: str, pool: bool = False
) -> tuple[list[Population], str]:
    """Return the populations of a table, by game, then the most played first.

    Args:
        frame: a table with the columns ``path``, ``game_id``, ``game`` and ``variant``.
        lacking: the message of the error for a table without a game.
        pool: whether the variants of a game are one population.

    Returns:
        At most `PANELS` populations, those of the most games; and a sentence on the others, empty
        if there are none.

    Raises:
        NothingToPlot: the table has no game.
    """
    words = ["game"] if pool else ["game", "variant"]
    found = [
        Population(str(keys[0]), _variants(rows), rows, count_games(rows))
        for keys, rows in frame.groupby(words, observed=True, dropna=False)
        if keys[0] == keys[0]
    ]
    if not found:
        raise NothingToPlot(lacking)
    order = [game.name for game in all_games()]
    found.sort(key=lambda one: (-one.games, order.index(one.game), one.variants))
    shown, others = found[:PANELS], found[PANELS:]
    return sorted(shown, key=lambda one: order.index(one.game)), remark(
        [one.games for one in others]
    )


def _variants(rows: "pd.DataFrame") -> tuple[str, ...]:
    return tuple(sorted(map(str, rows["variant"].dropna().unique())))


def remark(others: Sequence[int]) -> str:
    """Return a sentence on populations without a panel, empty for none.

    Args:
        others: the number of games of each.
    """
    if not others:
        return ""
    games = plural(sum(others), "game")
    return f" The {PANELS} most played variants are shown; {len(others)} more have {games}."


def count_games(frame: "pd.DataFrame") -> int:
    """Return the number of records in a table of plies or games."""
    return len(frame[RECORD_NAMES].drop_duplicates())


def cut(plies: "pd.DataFrame") -> "pd.DataFrame":
    """Return the plies up to the last move that at least `LEAST` of the games have reached.

    A few long games are not typical of the game.
    """
    lengths = plies.groupby(RECORD_NAMES, observed=True)["number"].max()
    longest = lengths.nlargest(ceil(LEAST * len(lengths)))
    return plies[plies["number"] <= int(longest.iloc[-1])]


def sides(population: Population) -> tuple[str, ...]:
    """Return the names of the sides of a population, in the order in which they move.

    If the number of sides differs by variant, those of the most sides are returned.
    """
    variants = (find(population.game).variant(text) for text in population.variants)
    return max((variant.sides for variant in variants), key=len, default=())
