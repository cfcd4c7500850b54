"""The games that reached a position, as the explorer lists them."""

import numpy as np

from analysis.library.described import DescribedGame
from analysis.library.tree import Visits
from analysis.pages.explore.explorer import Explorer
from analysis.pages.explore.filters import rating_of
from analysis.pages.explore.node import Json
from records.model import player_of

GAMES = 20
"""Games that are listed at once."""


def listed_games(explorer: Explorer, visits: Visits, start: int, count: int = GAMES) -> Json:
    """Return some of the games that reached a position, the latest first.

    Args:
        explorer: the explorer.
        visits: the visits of games to the position.
        start: number of games that are passed over.
        count: most games that are listed.
    """
    order = np.lexsort((visits.numbers, -visits.dates))[start : start + count]
    plies = dict(zip(visits.numbers[order].tolist(), visits.plies[order].tolist(), strict=True))
    games = explorer.library.games(plies)
    return {
        "games_in_all": len(visits.numbers),
        "games": [_game(number, game, plies[number]) for number, game in games],
    }


def _game(number: int, game: DescribedGame, ply: int) -> Json:
    tags = game.tags
    sides = game.start.sides if game.start else ()
    return {
        "number": number,
        "ply": ply,
        "plies": game.played,
        "players": [player_of(tags, side) or "" for side in sides],
        "ratings": [rating_of(tags, side) for side in sides],
        "won": game.verdict,
        "event": tags.get("Event", ""),
        "date": tags.get("Date", ""),
        "source": f"{game.source.get('path')}:{game.source.get('line')}",
        "valid": game.valid,
    }
