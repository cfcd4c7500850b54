"""Tables of games for tests of statistics."""

from collections.abc import Iterable

from analysis.statistics.games import GameTable, game_table
from analysis.tables.frames import arrow_batches
from analysis.tables.rows import TableBuilder
from records import Record


def table_of(records: Iterable[Record], *words: str) -> GameTable:
    """Return the table of records, with players, measures and words to group by."""
    return game_table(arrow_batches(records, TableBuilder(keys=False)), words, named=True)


def game(white="Ada", black="Ben", result="1-0", plies=1, **tags):
    """Return a game of Epaminondas; its third ply, if any, is illegal."""
    moves = ("2.7.2N2", "11.6.2SE2", "2.6.3E9")[:plies]
    tags = {"White": white, "Black": black} | tags
    return Record(moves, "epaminondas", "standard", "abbott", tags, result=result)
