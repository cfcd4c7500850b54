"""Statistics of games, computed from a table of games.

`analysis.statistics.games.game_table` makes the table, and
`analysis.statistics.summaries.summarize` yields a summary of each group of games: lengths, results
with intervals, endings, measures, and captures.
``docs/measures.md`` has the definitions.
"""
