"""The measures of the games of a library, stored so that statistics need no replays.

Each lot of games is stored as packed columns: the numbers of `analysis.statistics.games`, and the
captures of each game. They are stored where pyarrow, which computes them, is installed; statistics
of games without them are computed from their records.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from analysis.games.arrays import Places
from analysis.library.packing import DamagedColumn, join, pack, split, typed, unpack
from analysis.replay.batch import Batch
from notation.extras import is_installed
from notation.printing import json_line

if TYPE_CHECKING:
    from analysis.statistics.games import MeasuredGames

Header = dict[str, list[list[Any]]]
"""The names and types of columns of numbers, the columns of words with their values, and the
items of captures."""


def measured_batch(games: Batch) -> "MeasuredGames | None":
    """Return the games of a batch with their measures; None where pyarrow is missing."""
    if not is_installed("pyarrow"):
        return None
    from analysis.statistics.games import GameTableMaker, measured_games

    return measured_games(GameTableMaker().builder()(games))


class StoredMeasures(NamedTuple):
    """The measures of some games.

    Attributes:
        numbers: the numbers of the games.
        games: the games, in the same order.
    """

    numbers: Places
    games: "MeasuredGames"

    def pack(self) -> bytes:
        """Return the packed columns."""
        games = self.games
        assert games.captured is not None
        header: Header = {
            "numbers": [[name, column.dtype.str] for name, column in games.numbers.items()],
            "words": [[name, column.values] for name, column in games.words.items()],
            "items": [list(item) for item in games.captured.items],
        }
        columns = [self.numbers, *games.numbers.values()]
        columns += [column.codes for column in games.words.values()]
        columns += list(games.captured.rows)
        return join([json_line(header).encode(), *map(pack, columns)])

    @classmethod
    def unpack(cls, packed: bytes) -> "StoredMeasures":
        """Return what `pack` has packed.

        Raises:
            DamagedColumn: the bytes are damaged.
        """
        from analysis.statistics.captures import CapturedItems
        from analysis.statistics.games import MeasuredGames, WordColumn

        written, *columns = split(packed)
        try:
            header: Header = json.loads(written)
            kinds = [(name, np.dtype(kind)) for name, kind in header["numbers"]]
            words = [(name, list(values)) for name, values in header["words"]]
            items = [(name, value) for name, value in header["items"]]
        except (ValueError, TypeError, KeyError) as error:
            raise DamagedColumn(f"the measures of games are damaged: {error}") from None
        if len(columns) != len(kinds) + len(words) + 4:
            raise DamagedColumn("the measures of games have other columns than stated")
        rest = iter(columns)
        numbers = unpack(next(rest), np.int64)
        found = {name: unpack(next(rest), kind) for name, kind in kinds}
        codes = {name: WordColumn(unpack(next(rest), np.int32), values) for name, values in words}
        rows = [unpack(one, np.int32) for one in islice(rest, 3)]
        sizes = {len(one) for one in (*found.values(), *(one.codes for one in codes.values()))}
        bounds = zip((rows[0], rows[1]), (len(numbers), len(items)), strict=True)
        if (
            sizes != {len(numbers)}
            or len({*map(len, rows)}) > 1
            or any(one.min(initial=0) < 0 or one.max(initial=-1) >= most for one, most in bounds)
            or any(one.codes.max(initial=-1) >= len(one.values) for one in codes.values())
        ):
            raise DamagedColumn("the measures of games contradict each other")
        return cls(numbers, MeasuredGames(found, codes, CapturedItems(items, np.stack(rows))))


def add_measures(
    engine: sqlite3.Connection, games: "Iterable[tuple[int, tuple[MeasuredGames, int] | None]]"
) -> None:
    """Store the measures of games; inside of `Library.changing`.

    Args:
        engine: the opened library.
        games: numbers of games, each with the games that it was measured with and its row there.
    """
    lots: dict[int, tuple[MeasuredGames, list[tuple[int, int]]]] = {}
    for number, one in games:
        if one is not None:
            lots.setdefault(id(one[0]), (one[0], []))[1].append((number, one[1]))
    for measured, placed in lots.values():
        numbers, rows = np.array(placed, np.int64).T
        stored = StoredMeasures(numbers, measured.some(rows)).pack()
        engine.execute("INSERT INTO measures (games) VALUES (?)", (stored,))


def stored_measures(engine: sqlite3.Connection) -> Iterator[StoredMeasures]:
    """Yield the measures of the games of a library, and of games that are no longer in it.

    Raises:
        DamagedColumn: they are damaged.
    """
    for (packed,) in typed(engine.execute("SELECT games FROM measures ORDER BY id"), bytes):
        yield StoredMeasures.unpack(packed)
