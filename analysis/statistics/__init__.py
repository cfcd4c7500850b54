"""Statistics of games, computed from the tables of plies and games.

`summarize` yields a summary of each group of games: lengths, results with intervals, endings,
measures of games, and distributions of captures. ``docs/measures.md`` has the definitions.
"""

from analysis.statistics.estimates import Distribution, Proportion
from analysis.statistics.groups import NoSuchGroup
from analysis.statistics.per_game import game_measures
from analysis.statistics.summaries import Summary, summarize, summarize_tallies

__all__ = [
    "Distribution",
    "NoSuchGroup",
    "Proportion",
    "Summary",
    "game_measures",
    "summarize",
    "summarize_tallies",
]
