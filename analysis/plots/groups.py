"""Preparing tables for plots: splitting into populations, counting, and cutting.

Games with different rules, or on boards of different sizes, are different populations: a variant
string names both. They are pooled only on request, and never if the games have different numbers of
sides.
"""

from collections.abc import Sequence
from math import ceil, inf
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from analysis.games import all_games, find
from analysis.plots.chart import HeatMap
from analysis.plots.counts import CountedPlies, PlyCounts
from analysis.statistics.groups import GAME, population_words
from notation.errors import LudographError
from notation.numbers import plural

if TYPE_CHECKING:
    from analysis.statistics.games import GameTable

PANELS = 9
"""Maximum number of panels in a figure whose panels are variants or boards."""

LEAST = 0.1
"""Minimum share of the games that must reach a move for it to be shown."""


class NothingToPlot(LudographError):
    """A table without data for the plot; the message has the reason."""


Content = TypeVar("Content")


class Population(NamedTuple, Generic[Content]):
    """The games of one variant, or of several that are pooled.

    Attributes:
        game: name of the game.
        variants: the variant strings, sorted.
        content: the rows of a table of games, or counts of their plies.
        games: number of games.
    """

    game: str
    variants: tuple[str, ...]
    content: Content
    games: int


Part = TypeVar("Part", "Population[GameTable]", Population[PlyCounts], HeatMap)


def populations(
    games: "GameTable", lacking: str, pool: bool = False
) -> "tuple[list[Population[GameTable]], str]":
    """Return the populations of a table, ordered by game, then by number of games.

    Args:
        games: the table.
        lacking: the message of the error for a table without a game.
        pool: whether the variants of a game with the same number of sides are one population.

    Returns:
        The populations with most games, at most `PANELS`, and a sentence on the others, which is
        empty if there are none.

    Raises:
        NothingToPlot: the table has no game.
    """
    found = [
        Population(str(one.keys[GAME]), one.games.variants, one.games, len(one.games))
        for one in games.groups(population_words((), pool))
        if one.keys[GAME] is not None
    ]
    if not found:
        raise NothingToPlot(lacking)
    return most_played(found)


def populations_of_plies(
    counted: CountedPlies, lacking: str, pool: bool = False
) -> tuple[list[Population[PlyCounts]], str]:
    """Return the populations of plies; see `populations`."""
    found: dict[tuple[object, ...], Population[PlyCounts]] = {}
    for rules, counts in sorted(counted.items(), key=lambda one: one[0]):
        kind = (rules.game, len(find(rules.game).variant(rules.variant).sides)) if pool else rules
        before = found.get(kind, Population(rules.game, (), PlyCounts(), 0))
        before.content.add(counts)
        variants = (*before.variants, rules.variant)
        found[kind] = Population(rules.game, variants, before.content, before.content.games)
    if not found:
        raise NothingToPlot(lacking)
    return most_played([*found.values()])


def most_played(found: "list[Part]") -> "tuple[list[Part], str]":
    """Return the parts with most games, at most `PANELS`, and a sentence on the other parts.

    The parts are ordered by the kind of game; of one kind, those with most games come first.
    """
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


def last_move(counts: PlyCounts) -> int:
    """Return the number of the last move that at least the share `LEAST` of the games reaches.

    A few long games are not typical of the game.
    """
    left = ceil(LEAST * counts.games)
    last = sorted(((move, n) for (move, after), n in counts.steps.items() if after == inf))
    while last:
        move, games = last.pop()
        left -= games
        if left <= 0:
            return move
    raise ValueError("plies without games")


def sides(population: Population[Content]) -> tuple[str, ...]:
    """Return the names of the sides of a population, in the order in which they move."""
    variants = (find(population.game).variant(text) for text in population.variants)
    return max((variant.sides for variant in variants), key=len, default=())
