"""The games that reached a position, as the explorer lists them."""

from pathlib import Path

import numpy as np

from analysis.library.games import LibraryGame
from analysis.library.tree import Visits
from analysis.pages.explore.explorer import Explorer
from analysis.pages.explore.filters import rating_of
from analysis.pages.explore.node import Json
from analysis.pages.view import ViewPage, view_of
from analysis.replay import replay
from notation import LudographError
from records.model import player_of

GAMES = 20
"""Games that are listed at once."""


class MissingGame(LudographError, LookupError):
    """A number that no game of a library has."""


def listed_games(explorer: Explorer, visits: Visits, start: int) -> Json:
    """Return some of the games that reached a position, the latest first.

    Args:
        explorer: the explorer.
        visits: the visits of games to the position.
        start: number of games that are passed over.
    """
    order = np.lexsort((visits.numbers, -visits.dates))[start : start + GAMES]
    plies = dict(zip(visits.numbers[order].tolist(), visits.plies[order].tolist(), strict=True))
    return {
        "games_in_all": len(visits.numbers),
        "games": [
            _game(game, plies[number])
            | {"number": number, "link": f"game/{number}#{number}/{plies[number]}"}
            for number, game in explorer.library.games(plies)
        ],
    }


def view_page(explorer: Explorer, number: int) -> str:
    """Return the page that steps through a game.

    Raises:
        MissingGame: the library has no game with the number.
    """
    games = dict(explorer.library.games([number]))
    if number not in games:
        raise MissingGame(f"{explorer.path} has no game {number}")
    view = ViewPage()
    for record in explorer.library.records(games):
        view.add(view_of(replay(record, as_recorded=bool(games[number].accepted))), str(number))
    return view.written(Path(explorer.path).name)


def _game(game: LibraryGame, ply: int) -> Json:
    tags, sides = game.record.tags, game.sides
    return {
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
