"""Preparing tables for plots: splitting into populations, and cutting.

Games with different rules, or on boards of different sizes, are different populations: a variant
string names both. They are pooled only on request, and never if the games have different numbers of
sides.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from analysis.games import all_games, find
from analysis.plots.counts import CountedPlies, PlyCounts
from analysis.statistics.groups import GAME, population_words
from notation.errors import LudographError
from notation.numbers import plural

if TYPE_CHECKING:
    from analysis.statistics.games import GameTable

PANELS = 9
"""Maximum number of panels in a figure whose panels are variants or boards."""


class NothingToPlot(LudographError):
    """A table without data for the plot; the message has the reason."""


Content = TypeVar("Content")


class Population(NamedTuple, Generic[Content]):
    """The games of one variant, or of several that are pooled.

    Attributes:
        game: name of the game.
        variants: the variant strings, sorted.
        games: number of games.
        content: the rows of a table of games, or counts of their plies.
    """

    game: str
    variants: tuple[str, ...]
    games: int
    content: Content

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides, in the order in which they move."""
        return sides(self.game, self.variants)


def sides(game: str, variants: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the sides in games of some variants, in the order in which they move."""
    found = (find(game).variant(text).sides for text in variants)
    return max(found, key=len, default=())


def number_of_sides(game: str, variant: str) -> int:
    """Return the number of sides under a variant."""
    return len(sides(game, [variant]))


def populations(games: "GameTable", pool: bool = False) -> "list[Population[GameTable]]":
    """Return the populations of a table; with ``pool``, the variants of a game with the same number
    of sides are one population."""
    return [
        Population(str(one.keys[GAME]), one.games.variants, len(one), one.games)
        for one in games.groups(population_words((), pool))
        if one.keys[GAME] is not None
    ]


def populations_of_plies(
    counted: CountedPlies, pool: Callable[[str, str], Hashable] | None = None
) -> list[Population[PlyCounts]]:
    """Return the populations of plies.

    Args:
        counted: the plies.
        pool: returns what a variant (name of the game, variant string) has in common with the
            others of its population; None if each variant is a population.
    """
    rules = sorted({key[:2] for key in counted})
    kinds = {(game, text): (game, pool(game, text) if pool else text) for game, text in rules}
    found = {kind: PlyCounts() for kind in kinds.values()}
    for (game, variant, move, name, value), count in counted.items():
        found[kinds[game, variant]].by_name[name][move, value] += count
    return [
        Population(
            kind[0],
            tuple(text for (game, text) in rules if kinds[game, text] == kind),
            counts.games,
            counts,
        )
        for kind, counts in found.items()
    ]


def most_played(
    found: Sequence[Population[Content]], lacking: str
) -> tuple[list[Population[Content]], str]:
    """Return the populations with most games, ordered by game, then by number of games.

    Args:
        found: the populations.
        lacking: the message of the error if there are none.

    Returns:
        At most `PANELS` populations, and a sentence on the others, which is empty if there are
        none.

    Raises:
        NothingToPlot: there is no population.
    """
    if not found:
        raise NothingToPlot(lacking)
    order = [game.name for game in all_games()]
    ranked = sorted(found, key=lambda one: (-one.games, order.index(one.game), one.variants))
    shown = sorted(ranked[:PANELS], key=lambda one: order.index(one.game))
    return shown, remark([one.games for one in ranked[PANELS:]])


def remark(others: Sequence[int], shown: int = PANELS) -> str:
    """Return a sentence on populations without a panel; empty if there is none.

    Args:
        others: the number of games of each population without a panel.
        shown: the number of panels.
    """
    if not others:
        return ""
    games, have = plural(sum(others), "game"), "has" if len(others) == 1 else "have"
    return f"The {shown} most played variants are shown; {len(others)} more {have} {games}."
