"""Games with their measures, and of their plies only those whose captures are counted.

Plies are needed for the measures of their own game and for counts of captures. So they are let go
part by part. Of whole populations, only counts are kept; where games are grouped by what records
say of them, a row for each game is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from analysis.statistics.captures import are_taking, capture_columns
from analysis.statistics.game_columns import NUMBERS, WORDS, columns_of_batch, columns_of_frame
from analysis.statistics.groups import group_columns, group_tags
from analysis.statistics.per_game import game_measures, owners
from analysis.statistics.tally import Tallies, count_games
from analysis.tables.frames import Tables, tables, to_pandas, with_few_tags
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


def measured(games: "pd.DataFrame", plies: "pd.DataFrame") -> Tables:
    """Return the plies that take pieces, with `OWNER`, and games with the measures of each.

    Args:
        games: the table of games.
        plies: the table of plies.
    """
    games = games.reset_index(drop=True)
    games = games.join(game_measures(plies, games))
    taking = are_taking(_of_captures(plies))
    return Tables(plies[taking].assign(**{OWNER: owners(plies, games)[taking]}), games)


def _of_captures(plies: "pd.DataFrame") -> "pa.Table":
    """Return the columns of captures."""
    import pyarrow as pa

    return pa.Table.from_pandas(plies[[*capture_columns()]], preserve_index=False)


def tallies_of_frames(games: "pd.DataFrame", plies: "pd.DataFrame") -> Tallies:
    """Return games counted.

    Args:
        games: rows of the games that `measured` returns, each once.
        plies: the plies that `measured` returns, those of other games too.
    """
    import pandas as pd

    rows = games.index.get_indexer(pd.Index(plies[OWNER]))
    theirs = rows >= 0
    return count_games(columns_of_frame(games), _of_captures(plies[theirs]), rows[theirs])


def tallies_of_batch(batch: TableBatch) -> Tallies:
    """Return the games of a batch counted.

    Args:
        batch: the tables of the games.
    """
    import numpy as np
    import pyarrow as pa

    plies = pa.Table.from_batches([batch.plies])
    lengths = batch.games.column("plies").to_numpy()
    owner = np.repeat(np.arange(len(lengths)), lengths)
    return count_games(columns_of_batch(batch.games, batch.plies, owner), plies, owner)


def measured_in_parts(batches: Iterable[TableBatch], size: int = PART) -> Tables:
    """Return what `measured` does for both tables of batches, of which few are kept at a time.

    Plies are returned with the columns of their captures only.

    Args:
        batches: the tables.
        size: plies and games that are in memory together.
    """
    import pyarrow as pa

    plies, games, measures, count = list[pa.Table](), list[pa.Table](), list[pa.Table](), 0
    for part in _parts(batches, size):
        some = pa.Table.from_batches([one.plies for one in part])
        records = _joined(pa.Table.from_batches([one.games]) for one in part)
        tags = [one for one in records.column_names if one.startswith("tag")]
        their, own = to_pandas(some), to_pandas(records.drop_columns(tags))
        titles = enumerate(some.column_names)
        counted = some.select([at for at, one in titles if one in capture_columns()])
        taking = are_taking(counted)
        owner = owners(their, own)[taking] + count
        plies.append(counted.filter(pa.array(taking)).append_column(OWNER, pa.array(owner)))
        games.append(records)
        found = game_measures(their, own)
        measures.append(pa.table({str(name): _known(found[name].to_numpy()) for name in found}))
        count += len(own)
        for held in (plies, games, measures):
            # A few large blocks: memory between many small ones would never be free again.
            while len(held) > 1 and held[-2].num_rows <= held[-1].num_rows:
                held[-2:] = [_joined(held[-2:]).unify_dictionaries().combine_chunks()]
    if not measures:
        empty = tables([])
        return measured(empty.games, empty.plies)
    del part, some, records, their, own, counted
    whole = to_pandas(_joined(_drained(games)))
    values = _joined(_drained(measures))
    for name in values.column_names:
        whole[name] = values.column(name).to_numpy()
    return Tables(to_pandas(_joined(_drained(plies))), whole)


def measured_by(batches: Iterable[TableBatch], words: Sequence[str]) -> Tables:
    """Return what `measured_in_parts` does, with the values of those tags only that words name.

    Args:
        batches: the tables, with `columns_by` of games at least.
        words: words to group by; see `analysis.statistics.groups.groups`.
    """
    return measured_in_parts(with_few_tags(batches, group_tags(words)))


def columns_by(words: Sequence[str]) -> frozenset[str]:
    """Return the names of the columns of games that are needed to measure groups of them."""
    return group_columns(words).union(NUMBERS, WORDS, RECORD_NAMES)


def _drained(items: list[T]) -> Iterator[T]:
    """Yield the items of a list, and let go of each of them."""
    items.reverse()
    while items:
        yield items.pop()


def _joined(parts: "Iterable[pa.Table]") -> "pa.Table":
    """Return parts of a table as one, its numbers as wide as the widest."""
    import pyarrow as pa

    return pa.concat_tables(parts, promote_options="permissive")


def _known(values: "npt.NDArray[np.float64]") -> "pa.Array":
    """Return numbers as a column; where all are missing, in no memory."""
    import numpy as np
    import pyarrow as pa

    return pa.nulls(len(values)) if np.isnan(values).all() else pa.array(values)


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
