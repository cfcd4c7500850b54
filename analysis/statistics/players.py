"""Results, crosstable, ratings and similar names of players, as values and as sections.

Different spellings are different players. Each variant of a game has its own players and ratings;
if variants are pooled, each number of sides has its own.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

import numpy as np

from analysis.statistics.estimates import ENOUGH, Proportion
from analysis.statistics.games import FINISHED, GameTable
from analysis.statistics.groups import DRAWN, GAME, SIDES, VARIANT, population_title
from analysis.statistics.ratings import (
    Contests,
    Differing,
    FirstMove,
    Rating,
    components,
    differing,
    rated,
)
from analysis.statistics.section import Section, chance, percent
from analysis.statistics.significance import are_sample
from notation.numbers import plural

CROSSED = 10
"""Maximum number of players in a crosstable, and of names in a list."""

LISTED = 40
"""Maximum number of players of a table that lists all of them."""

TOP, BOTTOM = 20, 10
"""Number of players listed from the top and the bottom of a longer table."""

HEADS = ("player", "games", "won", "drawn", "lost", "score", "rating", "\N{PLUS-MINUS SIGN}")


class Standing(NamedTuple):
    """The results and the rating of a player; ``player`` is the name in the tags.

    ``first`` is the number of games in which the player moved first. ``score`` is the proportion of
    points to games; a draw gives each player an equal share of a point. ``component`` is the number
    of the player's set in `RatingPool.components`, from 1.
    """

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    first: int
    score: Proportion
    rating: Rating
    component: int


@dataclass(frozen=True)
class RatingPool:
    """The players of one variant of a game, or of all its variants with one number of sides.

    Attributes:
        variants: the variant strings, sorted; empty where no variant is known.
        standings: the players, the highest rating first.
        names: the players, sorted by name.
        contests: the rated games; their players are indices of `names`.
        left_out: number of games left out: not finished, or a name is missing or repeated.
        self_play: number of games with a result in which a player has several sides.
        components: sets of players who have taken points from each other, directly or in a chain,
            the largest first. Ratings of different sets are comparable only because of the prior.
        first_move: the first-move advantage; None if there are too few games.
        differing: the test of whether the players differ in strength; None if it was not made.
    """

    game: str
    variants: tuple[str, ...]
    sides: int
    standings: tuple[Standing, ...]
    names: list[str]
    contests: Contests
    left_out: int
    self_play: int
    components: tuple[tuple[str, ...], ...]
    first_move: FirstMove | None
    differing: Differing | None

    @cached_property
    def met(self) -> dict[tuple[str, str], Proportion]:
        """A mapping: names of a player and an opponent -> the player's points against the opponent.

        In a game of three players the winner meets and beats both others, who do not meet each
        other; in a draw all players meet.
        """
        names, (who, scores) = self.names, self.contests
        pairs, points = [], []
        for one, other in permutations(range(who.shape[1]), 2):
            here, there = scores[:, one], scores[:, other]
            meet = (here > 0) | (there > 0)
            pairs.append(who[meet][:, [one, other]] @ [len(names), 1])
            points.append(np.where(here == there, 0.5, here)[meet])
        found, places = np.unique(np.concatenate(pairs), return_inverse=True)
        sums = np.bincount(places, np.concatenate(points), len(found)).tolist()
        counts = np.bincount(places, minlength=len(found)).tolist()
        return {
            (names[pair // len(names)], names[pair % len(names)]): Proportion(won, many)
            for pair, won, many in zip(found.tolist(), sums, counts, strict=True)
        }

    @property
    def games(self) -> int:
        """The number of rated games."""
        return len(self.contests.who)

    @property
    def variant(self) -> str | None:
        """The variant string; None where several are pooled, or none is known."""
        return self.variants[0] if len(self.variants) == 1 else None

    @property
    def title(self) -> str:
        """The title of the population; see `population_title`."""
        return population_title(self.game, self.variants, self.sides)


def rating_pools(games: GameTable, pool: bool = False) -> Iterator[RatingPool]:
    """Yield a pool of players for each variant of each game.

    Records with a known game but no known variant count in `RatingPool.left_out` of the first pool.

    Args:
        games: the table of games, with players.
        pool: whether the variants of a game with the same number of sides are one population.
    """
    for group in games.groups((GAME,)):
        name, rows = group.keys[GAME], group.games
        if name is None:
            continue
        set_up = rows.some(rows["sides"] > 0)
        groups = [one.games for one in set_up.groups((SIDES if pool else VARIANT,))]
        left_out = len(rows) - len(set_up)
        for one in sorted(groups, key=len, reverse=True) or [set_up]:
            yield _rating_pool(name, one, left_out)
            left_out = 0


def _rating_pool(game: str, rows: GameTable, left_out: int) -> RatingPool:
    sides, finished = rows["sides"], rows[FINISHED]
    named = (rows.players[0] >= 0).sum(axis=0) == sides
    differ = rows.count_names() == sides
    chosen = rows.some(differ & finished)
    names, contests = contests_of(chosen)
    summed = contests.summed()
    parts = components(len(names), summed)
    unfinished = int((differ & ~finished).sum())
    ratings, first_move = rated(len(names), summed, are_sample(len(chosen), unfinished))
    return RatingPool(
        game,
        rows.variants,
        int(sides.max(initial=0)),
        _standings(names, contests, ratings, parts),
        names,
        contests,
        left_out=left_out + len(rows) - len(chosen),
        self_play=int((named & ~differ & finished).sum()),
        components=tuple(tuple(names[number] for number in part) for part in parts),
        first_move=first_move,
        differing=differing(contests),
    )


def _standings(
    names: Sequence[str],
    contests: Contests,
    ratings: Sequence[Rating],
    parts: Sequence[Sequence[int]],
) -> tuple[Standing, ...]:
    who, points = contests
    drawn = (points > 0) & (points < 1)
    players = [who[points == 1], who[drawn], who[points == 0], who[:, 0]]
    counts = np.transpose([np.bincount(one, minlength=len(names)) for one in players]).tolist()
    home = {player: place for place, part in enumerate(parts, start=1) for player in part}
    found = []
    for number, (won, shared, lost, first) in enumerate(counts):
        games = won + shared + lost
        score = Proportion(won + shared / who.shape[1], games)
        results = games, won, shared, lost, first, score
        found.append(Standing(names[number], *results, ratings[number], home[number]))
    # Equal ratings differ by rounding errors.
    return tuple(sorted(found, key=lambda one: (-round(one.rating.value, 6), one.player)))


def contests_of(rated: GameTable) -> tuple[list[str], Contests]:
    """Return the sorted names of the players, and the games as contests.

    All ``rated`` games are finished, have equally many sides, and a different player for each.
    """
    players, values = rated.players
    sides = int(rated["sides"].max(initial=0)) or 2
    used = np.unique(players[:sides])
    order = np.array(sorted(used.tolist(), key=values.__getitem__), int)
    numbers = np.zeros(len(values) + 1, int)
    numbers[order] = np.arange(len(order))
    won, first = (rated[name].astype(int)[:, np.newaxis] for name in ("won", "first"))
    points = np.where(won == DRAWN, 1 / sides, won == np.arange(1, sides + 1))
    turns = (first - 1 + np.arange(sides)) % sides
    found = (np.take_along_axis(one, turns, 1) for one in (numbers[players[:sides].T], points))
    return [values[code] for code in order], Contests(*found)


def alike(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return sets of names that differ only in case, accents, punctuation and word order."""
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        plain = unicodedata.normalize("NFKD", name.casefold())
        letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
        words = sorted(re.findall(r"\w+", letters))
        found.setdefault(" ".join(words), []).append(name)
    return [tuple(same) for same in found.values() if len(same) > 1]


def standings(pool: RatingPool, rest: str) -> list[Section]:
    """Return the sections of a pool: the players by rating, and a crosstable if there are 3 to
    `CROSSED` players. The phrase ``rest`` says where omitted players are listed."""
    players, other = pool.standings, pool.left_out - pool.self_play
    left_out = f"; {other:,} without result or names left out" if other else ""
    left_out += f"; {pool.self_play:,} of self-play left out" if pool.self_play else ""
    counted = f"{plural(len(players), 'player')}, {plural(pool.games, 'game')}{left_out}"
    title, remarks = f"{pool.title}: {counted}", list(_remarks(pool))
    if not players:
        return [Section(title, remarks=remarks)]
    rows = [
        (
            f"{place}. {one.player}",
            *map(str, (one.games, one.wins, one.draws, one.losses)),
            percent(one.score),
            *(f"{value:.0f}" for value in (one.rating.value, one.rating.error)),
        )
        for place, one in enumerate(players, start=1)
    ]
    if len(rows) > LISTED:
        more = f"... {len(rows) - TOP - BOTTOM:,} more ({rest})", *[""] * (len(HEADS) - 1)
        rows = [*rows[:TOP], more, *rows[-BOTTOM:]]
    if not 2 < len(players) <= CROSSED:
        return [Section(title, HEADS, rows, [_whether_ranked(pool)], remarks)]
    return [Section(title, HEADS, rows, [_whether_ranked(pool)]), _crosstable(pool, remarks)]


def _whether_ranked(pool: RatingPool) -> str:
    """Return a sentence on whether the players differ enough for their order to be a ranking."""
    found = pool.differing
    if found is None:
        return (
            f"{plural(pool.games, 'game')}, fewer than {ENOUGH}: too few to estimate; these "
            "ratings depend on the prior, and the order is not a ranking."
        )
    tested = f"p {chance(found.p)}, {found.shuffles} shuffles of the results"
    if found.is_shown:
        return f"Players differ: their points vary more than those of equal players ({tested})."
    return (
        "The order is not a ranking: nothing shows that the players differ, for their points vary "
        f"like those of equal players ({tested})."
    )


def _crosstable(pool: RatingPool, remarks: Sequence[str]) -> Section:
    names = [standing.player for standing in pool.standings]
    heads = ("points/games against", *(f"{place}." for place in range(1, len(names) + 1)))
    cells = {pair: f"{share.count:g}/{share.of}" for pair, share in pool.met.items()}
    rows = [
        (f"{place}. {name}", *(cells.get((name, other), "\N{MIDDLE DOT}") for other in names))
        for place, name in enumerate(names, start=1)
    ]
    return Section("", heads, rows, remarks=remarks)


def _remarks(pool: RatingPool) -> Iterator[str]:
    similar = alike(pool.names)
    yield from (f"Perhaps one person: {', '.join(names)}." for names in similar[:CROSSED])
    if len(similar) > CROSSED:
        yield f"{len(similar) - CROSSED:,} more groups of names may be one person each."
    parts, first = pool.components, pool.first_move
    if not pool.games:
        yield "No rated game: nothing to estimate."
    if first is None:
        return
    if len(parts) > 1:
        shown = "; ".join(map(_some_names, parts[:CROSSED]))
        more = f"; and {len(parts) - CROSSED:,} more" if len(parts) > CROSSED else ""
        yield (
            f"{len(parts):,} sets of players who took points from each other ({shown}{more}): "
            "ratings of different sets can be compared only by the prior."
        )
    if not first.separable:
        yield (
            "First-move advantage: nothing to estimate; the same players moved first, so that it "
            "cannot be separated from their strength."
        )
        return
    advantage = f"{first.value:+.0f} \N{PLUS-MINUS SIGN} {first.error:.0f}"
    if first.p is None:
        yield (
            f"First-move advantage {advantage}: not tested, and not in the ratings, because more "
            "games are unfinished than finished: the finished games are not a sample of all."
        )
        return
    tested = f"likelihood ratio {first.likelihood_ratio:.1f} with 1 degree of freedom"
    kept = "in the ratings" if first.in_ratings else "not in the ratings"
    yield f"First-move advantage {advantage}: {tested}, p {chance(first.p)}; {kept}."


def _some_names(names: Sequence[str]) -> str:
    """Return the first `CROSSED` names, separated by commas, and the number of further names."""
    more = f" and {len(names) - CROSSED:,} more" if len(names) > CROSSED else ""
    return ", ".join(names[:CROSSED]) + more
