"""Tables of games for tests of statistics."""

from collections.abc import Iterable

from analysis.statistics.games import GameTable, game_table
from analysis.tables.frames import arrow_batches
from records import Record


def table_of(records: Iterable[Record], *words: str) -> GameTable:
    """Return the table of records, with players, measures and words to group by."""
    return game_table(arrow_batches(records, keys=False), words, named=True)
