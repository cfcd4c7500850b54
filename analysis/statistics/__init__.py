"""Statistics of games: functions on the tables, however these came about.

`summarize` says of each group of games what ``docs/measures.md`` defines: lengths, results with
intervals, how games end, the measures that researchers use for games, and what was captured where.
"""

from analysis.statistics.estimates import Distribution, Proportion
from analysis.statistics.groups import NoSuchGroup
from analysis.statistics.per_game import courses
from analysis.statistics.summaries import Summary, summarize

__all__ = ["Distribution", "NoSuchGroup", "Proportion", "Summary", "courses", "summarize"]
