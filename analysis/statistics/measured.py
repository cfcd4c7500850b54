"""Games with their measures, and of their plies only those whose captures are counted.

Plies are needed for the measures of their own game and for counts of captures. So they are let go
part by part, and memory grows with the games alone.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from analysis.statistics.captures import are_taking
from analysis.statistics.ludii import ludii_of_games
from analysis.statistics.per_game import game_measures, owners
from analysis.tables.frames import Tables, tables, to_pandas
from analysis.tables.rows import TableBatch

if TYPE_CHECKING:
    import pandas as pd

OWNER = "owner"
"""The column of plies with the number of the row of their game."""

PART = 1 << 17
"""Plies that are in memory together."""


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
    batches: Iterable[TableBatch], with_ludii: bool = False, size: int = PART
) -> Tables:
    """Return what `measured` does for both tables of batches, of which few are kept at a time."""
    import pandas as pd
    import pyarrow as pa

    plies, games, measures, count = list[pa.Table](), list[pa.Table](), list[pd.DataFrame](), 0
    for part in _parts(batches, size):
        some = pa.Table.from_batches([one.plies for one in part])
        games.append(pa.Table.from_batches([one.games for one in part]))
        their, own = to_pandas(some), to_pandas(games[-1].drop_columns(["tags"]))
        taking = are_taking(their)
        owner = owners(their, own)[taking] + count
        plies.append(some.filter(pa.array(taking)).append_column(OWNER, pa.array(owner)))
        measures.append(_measures(own, their, with_ludii))
        count += len(own)
    if not measures:
        empty = tables([])
        return measured(empty.games, empty.plies, with_ludii)
    whole = to_pandas(pa.concat_tables(games))
    return Tables(
        to_pandas(pa.concat_tables(plies)), whole.join(pd.concat(measures, ignore_index=True))
    )


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
