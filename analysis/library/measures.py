"""The measures of the games of a library, stored so that statistics need no replays.

They are stored where pyarrow, which computes them, is installed; statistics of games without them
are computed from their records.
"""

import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from analysis.games.arrays import Places
from analysis.library.packing import (
    DamagedColumn,
    join,
    pack,
    pack_json,
    split,
    typed,
    unpack,
    unpack_json,
)
from analysis.replay.batch import Batch
from notation.extras import is_installed

if TYPE_CHECKING:
    from analysis.statistics.games import MeasuredGames


def measured_batch(games: Batch) -> "MeasuredGames | None":
    """Return the games of a batch with their measures; None where pyarrow is missing."""
    if not is_installed("pyarrow"):
        return None
    from analysis.statistics.games import GameTableMaker, measured_games

    return measured_games(GameTableMaker().builder()(games))


def pack_measures(numbers: Places, games: "MeasuredGames") -> bytes:
    """Return the measures of games as packed columns, with their numbers in the library.

    Args:
        numbers: the numbers of the games.
        games: the games, in the same order, with their captures.
    """
    assert games.captured is not None
    header = [
        [(name, column.dtype.str) for name, column in games.numbers.items()],
        [(name, column.values) for name, column in games.words.items()],
        games.captured.items,
    ]
    columns = [numbers, *games.numbers.values()]
    columns += [column.codes for column in games.words.values()]
    columns += list(games.captured.rows)
    return join([pack_json(header), *map(pack, columns)])


def stored_measures(engine: sqlite3.Connection) -> "Iterator[tuple[Places, MeasuredGames]]":
    """Yield games with their numbers and measures, including removed games.

    Raises:
        DamagedColumn: the measures are damaged.
    """
    from analysis.statistics.captures import CapturedItems
    from analysis.statistics.games import MeasuredGames, WordColumn

    for (packed,) in typed(engine.execute("SELECT games FROM measures ORDER BY id"), bytes):
        header, *columns = split(packed)
        kinds, words, items = unpack_json(header) if header else ([], [], [])
        if len(columns) != 1 + len(kinds) + len(words) + 3:
            raise DamagedColumn("the measures of games have other columns than stated")
        rest = iter(columns)
        numbers = unpack(next(rest), np.int64)
        found = {name: unpack(next(rest), kind) for name, kind in kinds}
        codes = {name: WordColumn(unpack(next(rest), np.int32), values) for name, values in words}
        rows = np.stack([unpack(one, np.int32) for one in rest])
        captured = CapturedItems([(name, value) for name, value in items], rows)
        yield numbers, MeasuredGames(found, codes, captured)
