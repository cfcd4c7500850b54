"""Counting plies for plots, in memory that does not grow with their number.

Curves need the frequency of each value of a side at each move number, and the number of games that
end there; maps need the number of captures on each point. Counts of parts of an archive can be
added, as long as no game is split among parts.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analysis.tables.rows import TableBatch
from analysis.tables.schema import OF_LEGAL_MOVES

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Places = npt.NDArray[np.integer]

GAMES = "games"
"""The name of the counts of games, by the number of the last move and the number of plies."""

CountedPlies = Counter[tuple[str, str, int, str, int]]
"""Numbers of plies, by game, variant, move number, name and value. A name is a side, a column (if
the measure has several), a point where pieces were captured, or `GAMES`."""

ByMove = Counter[tuple[int, int]]
"""Numbers of plies, by move number and value."""


@dataclass(slots=True)
class PlyCounts:
    """Plies of one population, counted.

    Attributes:
        by_name: the counts by name, as in `CountedPlies`.
    """

    by_name: defaultdict[str, ByMove] = field(default_factory=lambda: defaultdict(Counter))

    @property
    def ends(self) -> ByMove:
        """Number of games by the number of their last move and their number of plies."""
        return self.by_name[GAMES]

    @property
    def games(self) -> int:
        """Number of games."""
        return self.ends.total()

    @property
    def plies(self) -> int:
        """Number of plies."""
        return sum(plies * games for (_, plies), games in self.ends.items())

    @property
    def captures(self) -> Counter[str]:
        """For a measure of points: the number of pieces captured on each point."""
        counts = {name: one.total() for name, one in self.by_name.items() if name != GAMES}
        return Counter(counts)


@dataclass(frozen=True, slots=True)
class PlyMeasure:
    """Counts plies by their values.

    Attributes:
        columns: the columns of values. One column has a value of the side that moves. Several
            columns have the values of one side each; they are read after the last ply of each
            move. Plies without a value in the first column are not counted.
        points: the column of captured points; empty if they are not counted.
    """

    columns: tuple[str, ...] = ()
    points: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns of plies that the measure needs."""
        side = ("side",) if len(self.columns) == 1 else ()
        own = (*side, *self.columns, *filter(None, (self.points,)))
        return ("game", "variant", "number", *own)

    @property
    def of_legal_moves(self) -> bool:
        """Whether the legal moves before each ply must be counted."""
        return not OF_LEGAL_MOVES.isdisjoint(self.columns)

    def of(self, batch: TableBatch) -> CountedPlies:
        """Count the plies of a batch."""
        import numpy as np

        lengths = batch.games.column("plies").to_numpy()
        return self.count(batch.plies, np.repeat(np.arange(len(lengths)), lengths))

    def count(self, plies: "pa.RecordBatch", owner: "npt.NDArray[np.integer]") -> CountedPlies:
        """Count plies.

        Args:
            plies: plies with the columns that are needed, in the order of their games.
            owner: for each ply, the index of its game, from 0.
        """
        import numpy as np
        import pyarrow as pa
        import pyarrow.compute as pc

        plies = plies.select(self.needs)
        if self.columns:
            known = plies.column(self.columns[0]).is_valid()
            plies, owner = plies.filter(known), owner[known.to_numpy(zero_copy_only=False)]
        found = CountedPlies()

        def add(names: "pa.Array", at: "Places", values: "pa.Array | Places") -> None:
            """Count the values of the plies at these indices, by name and move number."""
            common = plies.select(["game", "variant", "number"]).take(pa.array(at)).columns
            keys = ("game", "variant", "number", "name", "value")
            table = pa.table([*common, names, values], keys)
            table = table.group_by(keys, use_threads=False).aggregate([([], "count_all")])
            columns = table.select([*keys, "count_all"]).columns
            for *key, value, count in zip(*(one.to_pylist() for one in columns), strict=True):
                if value is not None:
                    found[*key, value] = count

        last = np.flatnonzero(np.diff(owner, append=-1))  # the last ply of each game
        add(pa.repeat(GAMES, len(last)), last, np.diff(last, prepend=-1))
        every, number = np.arange(len(plies)), plies.column("number").to_numpy()
        if len(self.columns) == 1:
            add(plies.column("side"), every, plies.column(self.columns[0]).cast(pa.int64()))
        elif self.columns:
            # The last ply of each move of a game.
            at = np.flatnonzero(np.diff(owner, append=-1) | np.diff(number, append=0))
            for name in self.columns:
                values = plies.column(name).take(pa.array(at)).cast(pa.int64())
                add(pa.repeat(name, len(at)), at, values)
        if self.points:
            taken = plies.column(self.points)
            at = pc.list_parent_indices(taken).to_numpy()
            add(pc.list_flatten(taken), at, np.zeros_like(at))
        return found
