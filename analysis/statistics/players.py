"""Players: results, cross table, ratings, and similar names.

Different spellings are different players. Each variant of a game has its own players and ratings;
so has each number of sides, where variants are pooled.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from analysis.statistics.differing import Differing, differing
from analysis.statistics.estimates import Proportion, rounded
from analysis.statistics.evenness import Evenness, evenness
from analysis.statistics.groups import count_names, population_title
from analysis.statistics.rating_fit import RatingFit, components, fitted
from analysis.statistics.ratings import Contest, Rating, rate
from analysis.statistics.summaries import results
from analysis.tables.schema import PLAYERS

if TYPE_CHECKING:
    import pandas as pd

    from analysis.statistics.differing import Floats, Numbers

OF_PLAYERS = ("game", "variant", "verdict", "ended", "sides", "first", *PLAYERS)
"""The columns of games that `rating_pools` reads."""


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
        component: number of the player's strongly connected component, from 1.
        within: the rating within the component by maximum likelihood; None for a player who is
            alone in it.
        sides: number of sides of the games.
    """

    name: str
    wins: int
    draws: int
    losses: int
    first: int
    rating: Rating
    component: int = 1
    within: Rating | None = None
    sides: int = 2

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> Proportion:
        """Points scored, an equal share of one for a draw."""
        return Proportion(self.wins + self.draws / self.sides, self.games)

    def to_json(self) -> dict[str, object]:
        """Return the standing as a JSON object."""
        low, high = self.rating.interval
        within = self.within
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
            "component": self.component,
            "within": within and {"value": rounded(within.value), "error": rounded(within.error)},
        }


@dataclass(frozen=True, slots=True)
class RatingPool:
    """The players of one variant of a game, or of all its variants with one number of sides.

    Attributes:
        game: name of the game.
        variants: the variant strings, sorted; none where no variant is known.
        sides: number of sides.
        standings: the players, the highest rating first.
        met: the points of a player against an opponent, by the names of both.
        games: number of rated games, which have a result and a name for each side.
        left_out: number of the other games.
        self_play: number of those with a result in which a player has several sides.
        alone: the first moves of those in which one player has all sides, against even.
        circles: sets of players connected by games: ratings within a set are compared by games,
            ratings of different sets by the prior alone.
        components: sets of players who have taken points from each other, directly or in a chain,
            the largest first: ratings of different sets are comparable by the prior alone.
        fit: tests of the model; None where no two players are in one component.
        differing: the test of whether the players differ at all; None of too few games.
        alike: names that may be of the same player.
    """

    game: str
    variants: tuple[str, ...]
    sides: int
    standings: tuple[Standing, ...]
    met: dict[tuple[str, str], Proportion]
    games: int
    left_out: int
    self_play: int
    alone: Evenness
    circles: tuple[frozenset[str], ...]
    components: tuple[tuple[str, ...], ...]
    fit: RatingFit | None
    differing: Differing | None
    alike: tuple[tuple[str, ...], ...]

    @property
    def variant(self) -> str | None:
        """The variant string; None where several are pooled, or none is known."""
        return self.variants[0] if len(self.variants) == 1 else None

    @property
    def title(self) -> str:
        """The title of the population."""
        return population_title(self.game, self.variants, self.sides)


def rating_pools(games: "pd.DataFrame", pool: bool = False) -> Iterator[RatingPool]:
    """Yield the players of each game and variant that the table of games has.

    Records that could not be set up are left out of the first pool of their game.

    Args:
        games: the table of games.
        pool: whether the variants of a game with the same number of sides are one population.
    """
    for name, rows in games.groupby("game", observed=True):
        keys = rows["sides" if pool else "variant"].astype(object).where(rows["sides"].notna())
        known = keys.dropna().unique().tolist()
        order = sorted(known, key=lambda key: (-(keys == key).sum(), str(key)))
        parts = {key: keys == key for key in order}
        unknown = ~keys.isin(known)
        for place, own in enumerate(parts.values() or [unknown]):
            yield _rating_pool(str(name), rows[own | unknown if place == 0 else own])


def _rating_pool(game: str, rows: "pd.DataFrame") -> RatingPool:
    sides = int(rows["sides"].max()) if rows["sides"].notna().any() else 0
    counted = rows[_counts(rows)]
    table = meetings(counted)
    # A game of three is two meetings for the winner, but one game.
    scored = _results(counted)
    names = sorted(scored)
    numbers = {name: number for number, name in enumerate(names)}
    games = list(contests(counted, numbers))
    parts = components(len(names), games)
    fit, within = fitted(len(names), games, parts)
    ratings = rate(len(names), games, first=fit is not None and fit.has_advantage).players
    home = {player: place for place, part in enumerate(parts, start=1) for player in part}
    standings = [
        Standing(name, *scored[name], rating, home[number], within.get(number), sides)
        for number, (name, rating) in enumerate(zip(names, ratings, strict=True))
    ]
    standings.sort(key=lambda one: (-one.rating.value, one.name))
    own = _self_play(rows)
    return RatingPool(
        game,
        tuple(sorted(map(str, rows["variant"][rows["sides"].notna()].unique()))),
        sides,
        tuple(standings),
        table,
        len(counted),
        len(rows) - len(counted),
        int(own.sum()),
        _alone(rows[own]),
        tuple(_circles(names, table)),
        tuple(tuple(names[number] for number in part) for part in parts),
        fit,
        differing(*_in_order(counted, numbers)),
        tuple(alike(names)),
    )


def contests(rows: "pd.DataFrame", numbers: dict[str, int]) -> Iterator[Contest]:
    """Yield the rated games by their players in the order of moving.

    Args:
        rows: rated games, all with the same number of sides.
        numbers: the number of each player.
    """
    sums: dict[tuple[int, ...], list[float]] = {}
    who, points = _in_order(rows, numbers)
    for players, some in zip(map(tuple, who.tolist()), points.tolist(), strict=True):
        so_far = sums.setdefault(players, [0.0] * len(players))
        sums[players] = [one + more for one, more in zip(so_far, some, strict=True)]
    yield from (Contest(players, tuple(points)) for players, points in sums.items())


def _in_order(rows: "pd.DataFrame", numbers: dict[str, int]) -> "tuple[Numbers, Floats]":
    """Return the players of rated games in the order of moving, and their points; a row a game."""
    import numpy as np

    sides = int(rows["sides"].max()) if len(rows) else 2
    first, verdict = rows["first"].to_numpy(int), rows["verdict"].astype(object)
    order = (first[:, np.newaxis] - 1 + np.arange(sides)) % sides
    names = [rows[one].astype(object).map(numbers) for one in PLAYERS[:sides]]
    points = [verdict.map({"draw": 1 / sides, str(side + 1): 1.0}) for side in range(sides)]
    who: Numbers = np.column_stack([one.to_numpy(np.intp) for one in names])
    got: Floats = np.column_stack([one.to_numpy(np.float64, na_value=0.0) for one in points])
    return np.take_along_axis(who, order, axis=1), np.take_along_axis(got, order, axis=1)


def _counts(rows: "pd.DataFrame") -> "pd.Series[bool]":
    """Return whether each game has a result and a different name for each side."""
    named = count_names(rows) == rows["sides"].fillna(0)
    return named & rows["verdict"].notna() & (rows["ended"] != "broken")


def _self_play(rows: "pd.DataFrame") -> "pd.Series[bool]":
    """Return whether each game has a result and a name for each side, some of them the same."""
    names = rows[list(PLAYERS)]
    named = names.notna().sum(axis=1) == rows["sides"].fillna(0)
    repeated = named & (count_names(rows) < rows["sides"].fillna(0))
    return repeated & rows["verdict"].notna() & (rows["ended"] != "broken")


def _alone(rows: "pd.DataFrame") -> Evenness:
    """Return the wins of the first move in games that one player played alone, against even."""
    whole = rows[count_names(rows) == 1]
    wins, _ = results(whole)
    return evenness(wins, sorted(whole["sides"].astype(int).unique().tolist()))


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
