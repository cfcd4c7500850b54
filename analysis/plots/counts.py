"""Counting plies for plots, in memory that does not grow with their number.

Curves need the frequency of each value of a side at each move number, and the number of games that
end there; maps need the number of captures on each point. Counts are kept by variant. Counts of
parts of an archive can be added, as long as no game is split among parts.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.rows import TableBatch

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Places = npt.NDArray[np.integer]

ByMove = Counter[tuple[int, float]]
"""Numbers of plies, by move number and value."""

PLIES, STEPS = "plies", "steps"
"""Names of further counts: all plies, and games by a move number and the following one."""


class Rules(NamedTuple):
    """The rules that some games have in common.

    Attributes:
        game: name of the game.
        variant: the variant string.
    """

    game: str
    variant: str


@dataclass(slots=True)
class PlyCounts:
    """Plies of some games, counted.

    Attributes:
        values: the counts by name. A name is a side, a column (if the measure has several), a point
            where pieces were captured, `PLIES` or `STEPS`.
    """

    values: dict[str, ByMove] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(games for (_, after), games in self.steps.items() if after == inf)

    @property
    def plies(self) -> int:
        """Number of plies."""
        return self.values[PLIES].total() if self.values else 0

    @property
    def steps(self) -> ByMove:
        """Number of games by move number and next move number, which is infinity after the last."""
        return self.values.get(STEPS, ByMove())

    @property
    def points(self) -> Counter[str]:
        """For a measure of points: the number of pieces captured on each point."""
        counts = {name: one.total() for name, one in self.values.items()}
        return Counter({name: n for name, n in counts.items() if name not in (PLIES, STEPS)})

    def add(self, other: "PlyCounts") -> None:
        """Add the plies of other games."""
        for name, counts in other.values.items():
            self.values.setdefault(name, Counter()).update(counts)


CountedPlies = dict[Rules, PlyCounts]
"""Counted plies, by the rules of their games."""


def add_plies(found: CountedPlies, others: CountedPlies) -> None:
    """Add the plies of other games."""
    for rules, counts in others.items():
        found.setdefault(rules, PlyCounts()).add(counts)


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

    def of(self, batch: TableBatch) -> CountedPlies:
        """Count the plies of a batch."""
        import numpy as np

        lengths = batch.games.column("plies").to_numpy()
        return self.count(batch.plies, np.repeat(np.arange(len(lengths)), lengths))

    def count(self, plies: "pa.RecordBatch", owner: "npt.NDArray[np.integer]") -> CountedPlies:
        """Count plies.

        Args:
            plies: plies with the columns that are needed, in the order of their games.
            owner: for each ply, a number that stands for its game.
        """
        import numpy as np
        import pyarrow as pa
        import pyarrow.compute as pc

        plies = plies.select(self.needs)
        if self.columns:
            known = plies.column(self.columns[0]).is_valid()
            plies, owner = plies.filter(known), owner[known.to_numpy(zero_copy_only=False)]
        number = plies.column("number").to_numpy()
        after = np.append(number[1:], 0)
        after[np.append(owner[1:] != owner[:-1], True)[: len(after)]] = 0  # the end
        last = np.flatnonzero(after != number)  # the last ply of each move of a game
        every = np.arange(len(number))
        found: CountedPlies = {}

        def add(name: "str | pa.Array", at: "Places", values: "pa.Array | Places") -> None:
            """Count the values of the plies at these indices, by name and move number."""
            names = pa.repeat(name, len(at)) if isinstance(name, str) else name
            rules = plies.select(["game", "variant", "number"]).take(pa.array(at)).columns
            keys = ("game", "variant", "move", "name", "value")
            table = pa.table([*rules, names, values], keys)
            table = table.group_by(keys, use_threads=False).aggregate([([], "count_all")])
            columns = table.select([*keys, "count_all"]).columns
            for game, variant, move, word, value, count in zip(
                *(one.to_pylist() for one in columns), strict=True
            ):
                counted = found.setdefault(Rules(game, variant), PlyCounts()).values
                to = inf if word == STEPS and not value else value
                counted.setdefault(word, Counter())[move, to] = count

        add(PLIES, every, np.zeros_like(every))
        add(STEPS, last, after[last])
        several = len(self.columns) > 1
        for name in self.columns:
            column = plies.column(name)
            known = column.is_valid().to_numpy(zero_copy_only=False)
            at = last[known[last]] if several else every[known]
            of = name if several else plies.column("side").take(pa.array(at))
            add(of, at, column.take(pa.array(at)).cast(pa.int64()))
        if self.points:
            taken = plies.column(self.points)
            at = pc.list_parent_indices(taken).to_numpy()
            add(pc.list_flatten(taken), at, np.zeros_like(at))
        return found
