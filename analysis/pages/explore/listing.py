"""The games that reached a position, as the explorer lists them."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from analysis.library.described import DescribedGame
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


def listed_games(
    explorer: Explorer, visits: Visits, start: int, page: str, count: int = GAMES
) -> Json:
    """Return some of the games that reached a position, the latest first.

    Args:
        explorer: the explorer.
        visits: the visits of games to the position.
        start: number of games that are passed over.
        page: what the address of the page of a game begins with, before its number.
        count: most games that are listed.
    """
    order = np.lexsort((visits.numbers, -visits.dates))[start : start + count]
    plies = dict(zip(visits.numbers[order].tolist(), visits.plies[order].tolist(), strict=True))
    games = explorer.library.games(plies)
    return {
        "games_in_all": len(visits.numbers),
        "games": [
            _game(game, plies[number]) | {"number": number, "link": address(page, number, plies)}
            for number, game in games
        ],
    }


def address(page: str, number: int, plies: Mapping[int, int]) -> str:
    """Return the address of a game on a page that steps through it, at a ply."""
    where = f"{page}{number}" if page.endswith("/") else page
    return f"{where}#{number}/{plies[number]}"


def view_page(explorer: Explorer, numbers: Iterable[int]) -> str:
    """Return the page that steps through games.

    Raises:
        MissingGame: the library has no game with one of the numbers.
    """
    view = ViewPage()
    games = dict(explorer.library.games(numbers))
    for number in numbers:
        if number not in games:
            raise MissingGame(f"{explorer.path} has no game {number}")
    for record in explorer.library.records(games):
        number = record.source.game
        view.add(view_of(replay(record, as_recorded=bool(games[number].accepted))), str(number))
    return view.written(Path(explorer.path).name)


def _game(game: DescribedGame, ply: int) -> Json:
    tags = game.tags
    sides = game.start.sides if game.start else ()
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
