"""Players: results, cross table, ratings, and similar names.

Different spellings are different players. Each game has its own players and ratings.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from analysis.statistics.estimates import Proportion, rounded
from analysis.statistics.ratings import Meeting, Rating, rate
from analysis.tables.schema import PLAYERS

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Standing:
    """The results and the rating of a player.

    Attributes:
        name: the name as the tags have it.
        wins: games won.
        draws: games drawn.
        losses: games lost.
        first: games in which the player moved first.
        rating: the rating among these players.
    """

    name: str
    wins: int
    draws: int
    losses: int
    first: int
    rating: Rating

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> Proportion:
        """Points scored, half a point for a draw."""
        return Proportion(self.wins + self.draws / 2, self.games)

    def to_json(self) -> dict[str, object]:
        """Return the standing as a JSON object."""
        low, high = self.rating.interval
        return {
            "player": self.name,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "first": self.first,
            "score": self.score.to_json(),
            "rating": {
                "value": rounded(self.rating.value),
                "error": rounded(self.rating.error),
                "low": rounded(low),
                "high": rounded(high),
            },
        }


@dataclass(frozen=True, slots=True)
class RatingPool:
    """The players of one game.

    Attributes:
        game: name of the game.
        standings: the players, the highest rating first.
        met: the points of a player against an opponent, by the names of both.
        games: number of rated games, which have a result and a name for each side.
        left_out: number of the other games.
        circles: sets of players connected by games: ratings within a set are compared by games,
            ratings of different sets by the prior alone.
        alike: names that may be of the same player.
    """

    game: str
    standings: tuple[Standing, ...]
    met: dict[tuple[str, str], Proportion]
    games: int
    left_out: int
    circles: tuple[frozenset[str], ...]
    alike: tuple[tuple[str, ...], ...]


def rating_pools(games: "pd.DataFrame") -> Iterator[RatingPool]:
    """Yield the players of each game that the table of games has."""
    for name, rows in games.groupby("game", observed=True):
        yield _rating_pool(str(name), rows)


def _rating_pool(game: str, rows: "pd.DataFrame") -> RatingPool:
    counted = rows[_counts(rows)]
    table = meetings(counted)
    # A game of three is two meetings for the winner, but one game.
    results = _results(counted)
    names = sorted(results)
    numbers = {name: number for number, name in enumerate(names)}
    pairs = [
        Meeting(numbers[one], numbers[other], share.count, share.of)
        for (one, other), share in table.items()
        if one < other
    ]
    ratings = rate(len(names), pairs)
    standings = [
        Standing(name, *results[name], rating) for name, rating in zip(names, ratings, strict=True)
    ]
    standings.sort(key=lambda one: (-one.rating.value, one.name))
    return RatingPool(
        game,
        tuple(standings),
        table,
        len(counted),
        len(rows) - len(counted),
        tuple(_circles(names, table)),
        tuple(alike(names)),
    )


def _counts(rows: "pd.DataFrame") -> "pd.Series[bool]":
    """Return whether each game has a result and a different name for each side."""
    named = rows[list(PLAYERS)].nunique(axis=1) == rows["sides"].fillna(0)
    return named & rows["verdict"].notna() & (rows["ended"] != "broken")


def _results(rows: "pd.DataFrame") -> dict[str, tuple[int, int, int, int]]:
    """Return wins, draws, losses and first moves of each player."""
    import pandas as pd

    found: list[pd.DataFrame] = []
    for side, column in enumerate(PLAYERS, start=1):
        played = rows[rows[column].notna()]
        verdict = played["verdict"].astype(object)
        won, drawn = verdict == str(side), verdict == "draw"
        columns = {"won": won, "drawn": drawn, "lost": ~won & ~drawn}
        first = played["first"] == side
        found.append(pd.DataFrame({"player": played[column], **columns, "first": first}))
    sums = pd.concat(found).groupby("player").sum().astype(int)
    return {
        str(name): (won, drawn, lost, first) for name, won, drawn, lost, first in sums.itertuples()
    }


def meetings(rows: "pd.DataFrame") -> dict[tuple[str, str], Proportion]:
    """Return the points of each player against each opponent, by the names of both.

    In a game of three the winner beats both others, who do not meet; a draw is between all.
    """
    import pandas as pd

    found: list[pd.DataFrame] = []
    for one, other in permutations(range(1, len(PLAYERS) + 1), 2):
        names = rows[[PLAYERS[one - 1], PLAYERS[other - 1]]].set_axis(["one", "other"], axis=1)
        verdict = rows["verdict"].astype(object)
        points = verdict.map({str(one): 1.0, str(other): 0.0, "draw": 0.5})
        found.append(names.assign(points=points.astype(float)).dropna())
    sums = pd.concat(found).groupby(["one", "other"])["points"].agg(["sum", "count"])
    return {
        (str(one), str(other)): Proportion(float(points), int(count))
        for (one, other), points, count in sums.itertuples()
    }


def _circles(names: Iterable[str], met: Iterable[tuple[str, str]]) -> Iterator[frozenset[str]]:
    """Yield the sets of players connected by games, the largest first."""
    opponents: dict[str, set[str]] = {name: set() for name in names}
    for one, other in met:
        opponents[one].add(other)
    circles, left = [], set(opponents)
    while left:
        circle, waiting = set[str](), {min(left)}
        while waiting:
            name = waiting.pop()
            circle.add(name)
            waiting |= opponents[name] - circle
        circles.append(frozenset(circle))
        left -= circle
    yield from sorted(circles, key=lambda circle: (-len(circle), min(circle)))


def alike(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield names that differ only in case, accents, punctuation and the order of words."""
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        plain = unicodedata.normalize("NFKD", name.casefold())
        letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
        words = sorted(re.findall(r"\w+", letters))
        found.setdefault(" ".join(words), []).append(name)
    yield from (tuple(same) for same in found.values() if len(same) > 1)
