"""Games with their measures, and of their plies only those whose captures are counted.

Plies are needed for the measures of their own game and for counts of captures. So they are let go
part by part, and memory grows with the games alone.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from analysis.statistics.captures import are_taking, capture_columns
from analysis.statistics.groups import GAME, SIDES, VARIANT
from analysis.statistics.ludii import ludii_of_games
from analysis.statistics.per_game import game_measures, owners
from analysis.tables.frames import Tables, frame_names, tables, to_pandas
from analysis.tables.rows import TableBatch
from analysis.tables.schema import RECORD_NAMES

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd
    import pyarrow as pa

T = TypeVar("T")

OWNER = "owner"
"""The column of plies with the number of the row of their game."""

PART = 1 << 16
"""Plies that are in memory together."""

_SHORT = (1 << 15) - 1
"""The greatest number of 16 bits; no column of games has numbers below zero."""

OF_SUMMARIES = (
    *(GAME, VARIANT, SIDES, "first", "plies", "valid", "accepted", "verdict", "ended", "reason"),
    *("captures", "first_capture", "lead_changes", "decisive", "behind", "board", "covered"),
)
"""The columns of games that summaries of populations read besides measures; others are needed where
games are grouped by them."""


def measured(games: "pd.DataFrame", plies: "pd.DataFrame", with_ludii: bool = False) -> Tables:
    """Return the plies that take pieces, with `OWNER`, and games with the measures of each.

    Args:
        games: the table of games.
        plies: the table of plies.
        with_ludii: whether to compute the metrics of Ludii by its definitions too.
    """
    games = games.reset_index(drop=True)
    games = games.join(_measures(games, plies, with_ludii))
    taking = are_taking(plies)
    return Tables(plies[taking].assign(**{OWNER: owners(plies, games)[taking]}), games)


def _measures(games: "pd.DataFrame", plies: "pd.DataFrame", with_ludii: bool) -> "pd.DataFrame":
    found = game_measures(plies, games)
    return found.join(ludii_of_games(plies, games.join(found))) if with_ludii else found


def measured_in_parts(
    batches: Iterable[TableBatch],
    with_ludii: bool = False,
    size: int = PART,
    wanted: Collection[str] | None = None,
) -> Tables:
    """Return what `measured` does for both tables of batches, of which few are kept at a time.

    Plies are returned with the columns of their captures only.

    Args:
        batches: the tables.
        with_ludii: whether to compute the metrics of Ludii by its definitions too.
        size: plies and games that are in memory together.
        wanted: the columns of games to return besides measures; None for all.
    """
    import pyarrow as pa

    plies, games, measures, count = list[pa.Table](), list[pa.Table](), list[pa.Table](), 0
    of_captures = set(capture_columns()).difference(RECORD_NAMES)
    for part in _parts(batches, size):
        some = pa.Table.from_batches([one.plies for one in part])
        records = pa.Table.from_batches([one.games for one in part])
        their, own = to_pandas(some), to_pandas(records.drop_columns(["tags"]))
        taking = are_taking(their)
        owner = owners(their, own)[taking] + count
        counted = _only(some, of_captures)
        plies.append(counted.filter(pa.array(taking)).append_column(OWNER, pa.array(owner)))
        games.append(records if wanted is None else _small(_only(records, wanted)))
        found = _measures(own, their, with_ludii)
        measures.append(pa.table({str(name): _known(found[name].to_numpy()) for name in found}))
        count += len(own)
        for held in (plies, games, measures):
            # A few large blocks: memory between many small ones would never be free again.
            while len(held) > 1 and held[-2].num_rows <= held[-1].num_rows:
                held[-2:] = [_joined(held[-2:]).unify_dictionaries().combine_chunks()]
    if not measures:
        empty = tables([])
        return measured(empty.games, empty.plies, with_ludii)
    del part, some, records, their, own, counted
    whole = to_pandas(_joined(_drained(games)))
    values = _joined(_drained(measures))
    for name in values.column_names:
        whole[name] = values.column(name).to_numpy()
    return Tables(to_pandas(_joined(_drained(plies))), whole)


def _drained(items: list[T]) -> Iterator[T]:
    """Yield the items of a list, and let go of each of them."""
    items.reverse()
    while items:
        yield items.pop()


def _only(table: "pa.Table", wanted: Collection[str]) -> "pa.Table":
    """Return a table with some of its columns, by their names in data frames."""
    names = frame_names()
    return table.select([one for one in table.column_names if names[one] in wanted])


def _joined(parts: "Iterable[pa.Table]") -> "pa.Table":
    """Return parts of a table as one, its numbers as wide as the widest."""
    import pyarrow as pa

    return pa.concat_tables(parts, promote_options="permissive")


def _known(values: "npt.NDArray[np.float64]") -> "pa.Array":
    """Return numbers as a column; where all are missing, in no memory."""
    import numpy as np
    import pyarrow as pa

    return pa.nulls(len(values)) if np.isnan(values).all() else pa.array(values)


def _small(table: "pa.Table") -> "pa.Table":
    """Return a table with the same values in less memory: short numbers, and each text once."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for place, column in enumerate(table.columns):
        name, kind = table.column_names[place], column.type
        if pa.types.is_string(kind):
            table = table.set_column(place, name, column.dictionary_encode())
        elif pa.types.is_int32(kind) and (pc.max(column).as_py() or 0) <= _SHORT:
            table = table.set_column(place, name, column.cast(pa.int16()))
    return table


def _parts(batches: Iterable[TableBatch], size: int) -> Iterator[list[TableBatch]]:
    """Yield batches, as many at a time as have so many plies and games."""
    part: list[TableBatch] = []
    for batch in batches:
        part.append(batch)
        if sum(one.plies.num_rows + one.games.num_rows for one in part) >= size:
            yield part
            part = []
    if part:
        yield part
