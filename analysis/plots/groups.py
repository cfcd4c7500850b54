"""Tables prepared for plots: split by game, counted, and cut."""

from math import ceil
from typing import TYPE_CHECKING

from analysis.games import all_games, find
from analysis.plots.style import NothingToPlot
from analysis.tables.schema import RECORD_NAMES
from analysis.text import plural

if TYPE_CHECKING:
    import pandas as pd

LEAST = 0.1
"""Least share of the games that reach a move that is shown."""


def by_game(frame: "pd.DataFrame", lacking: str) -> "list[tuple[str, pd.DataFrame]]":
    """Return the rows of each game in a table, in the order of the registry.

    Args:
        frame: a table with the column ``game``.
        lacking: the message of the error for a table without a game.

    Raises:
        NothingToPlot: the table has no game.
    """
    names = set(frame["game"].dropna().unique())
    parts = [
        (game.name, frame[frame["game"] == game.name]) for game in all_games() if game.name in names
    ]
    if not parts:
        raise NothingToPlot(lacking)
    return parts


def heading(name: str, games: int) -> str:
    """Return the title of the panel of a game."""
    return f"{find(name).title} ({plural(games, 'game')})"


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


def sides(name: str, frame: "pd.DataFrame") -> tuple[str, ...]:
    """Return the names of a game's sides, in the order in which they move.

    If the number of sides differs by variant, those of the most sides are returned.
    """
    variants = (find(name).variant(text) for text in frame["variant"].dropna().unique())
    return max((variant.sides for variant in variants), key=len, default=())
