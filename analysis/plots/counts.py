"""Counting plies for plots, in memory that does not grow with their number.

Curves need the frequency of each value of a side at each move, and of the lengths of games; maps
need the number of captures on each point. These are counted for every variant, so that counts of
parts of an archive can be added, as long as no game is split among parts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.frames import to_pandas
from analysis.tables.rows import TableBatch
from analysis.tables.schema import RECORD_NAMES, wanted_columns

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Ints = npt.NDArray[np.integer]

OWNER = "owner"
"""The column of plies with the number of their game."""

ByMove = Counter[tuple[int, float]]
"""Values by move number, each with how often it occurs."""


class Rules(NamedTuple):
    """The rules of a population of games.

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
        games: number of games.
        plies: number of plies.
        steps: number of games that go from one move number to another, or to infinity if they end.
        values: the values of each side, by its name in `PlyMeasure`.
        points: number of pieces captured on each point.
    """

    games: int = 0
    plies: int = 0
    steps: ByMove = field(default_factory=Counter)
    values: dict[str, ByMove] = field(default_factory=dict)
    points: Counter[str] = field(default_factory=Counter)

    def add(self, other: "PlyCounts") -> None:
        """Add the plies of other games."""
        self.games += other.games
        self.plies += other.plies
        self.steps.update(other.steps)
        self.points.update(other.points)
        for name, counts in other.values.items():
            self.values.setdefault(name, Counter()).update(counts)


CountedPlies = dict[Rules, PlyCounts]
"""Plies by the rules of their games."""


def add_plies(found: CountedPlies, others: CountedPlies) -> None:
    """Add the plies of other games."""
    for rules, counts in others.items():
        found.setdefault(rules, PlyCounts()).add(counts)


@dataclass(frozen=True, slots=True)
class PlyMeasure:
    """Counts plies by their values.

    Attributes:
        columns: the columns of the values: one for all sides, or one for each side, which is read
            after the last ply of a move. Plies without a value in the first are not counted.
        points: the column of captured points; empty if they are not counted.
    """

    columns: tuple[str, ...] = ()
    points: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns of plies that it needs."""
        side = ("side",) if len(self.columns) == 1 else ()
        return (*side, *self.columns, *filter(None, (self.points,)))

    def of(self, plies: "CountedPlies | pd.DataFrame") -> CountedPlies:
        """Count plies; counts are returned unchanged.

        Args:
            plies: a table with ``path``, ``game_id``, ``game``, ``variant``, ``ply``, ``number``,
                the columns, and ``side`` where all sides have one.
        """
        if isinstance(plies, dict):
            return plies
        return _counted(plies.assign(**{OWNER: _owners(plies)}), {"": self})[""]

    def counts(self, plies: "pd.DataFrame") -> PlyCounts | None:
        """Count the plies of one variant, with column `OWNER`; None if none has a value."""
        import numpy as np

        if self.columns:
            plies = plies[plies[self.columns[0]].notna()]
        if plies.empty:
            return None
        owner = plies[OWNER].to_numpy()
        found = PlyCounts(len(np.unique(owner)), len(plies))
        if self.points:
            found.points.update(plies[self.points].explode().dropna().tolist())
        if self.columns:
            number = plies["number"].to_numpy(int)
            found.steps = _steps(owner, number)
            found.values = dict(self._values(plies, owner, number))
        return found

    def _values(
        self, plies: "pd.DataFrame", owner: "Ints", number: "Ints"
    ) -> Iterator[tuple[str, ByMove]]:
        """Yield the values of each side, with the name of its column, or of the side."""
        import numpy as np
        import pandas as pd

        values = [plies[one].to_numpy(float, na_value=np.nan) for one in self.columns]
        if len(values) > 1:
            last = ~pd.DataFrame({"game": owner, "number": number}).duplicated(keep="last")
            for name, column in zip(self.columns, values, strict=True):
                yield name, _by_move(number[last], column[last])
        else:
            sides = plies["side"].astype("object").to_numpy()
            for side in pd.unique(sides):
                yield side, _by_move(number[sides == side], values[0][sides == side])


def count_plies(
    batch: TableBatch, columns: Iterable[str], measures: Mapping[str, PlyMeasure]
) -> dict[str, CountedPlies]:
    """Count the plies of a batch by several measures.

    Args:
        batch: the tables of some games.
        columns: names of the columns that the measures need.
        measures: the measures by names.
    """
    import numpy as np
    import pyarrow as pa

    names = [one.name for one in wanted_columns(columns)]
    plies = to_pandas(pa.Table.from_batches([batch.plies.select(names)]))
    lengths = batch.games.column("plies").to_numpy()
    return _counted(plies.assign(**{OWNER: np.repeat(np.arange(len(lengths)), lengths)}), measures)


def _counted(plies: "pd.DataFrame", measures: Mapping[str, PlyMeasure]) -> dict[str, CountedPlies]:
    found: dict[str, CountedPlies] = {name: {} for name in measures}
    for (game, variant), rows in plies.groupby(["game", "variant"], observed=True):
        for name, measure in measures.items():
            counts = measure.counts(rows)
            if counts is not None:
                found[name][Rules(str(game), str(variant))] = counts
    return found


def _owners(plies: "pd.DataFrame") -> "Ints":
    """Return the number of the game of each ply, from 0; repeated records are different games."""
    copy = plies.groupby([*RECORD_NAMES, "ply"], observed=True).cumcount()
    games = plies.groupby([*(plies[name] for name in RECORD_NAMES), copy], observed=True)
    found: Ints = games.ngroup().to_numpy()
    return found


def _steps(owner: "Ints", number: "Ints") -> ByMove:
    import numpy as np

    order = np.lexsort((number, owner))
    games, moves = owner[order], number[order]
    ends = np.append(games[1:] != games[:-1], True)
    following = np.where(ends, np.inf, np.append(moves[1:], 0))
    steps = following != moves
    return _by_move(moves[steps], following[steps])


def _by_move(number: "Ints", values: "npt.NDArray[np.float64]") -> ByMove:
    """Count values by move number, without missing ones."""
    import numpy as np

    known = ~np.isnan(values)
    pairs = np.empty(int(known.sum()), complex)
    pairs.real, pairs.imag = number[known], values[known]
    found, counts = np.unique(pairs, return_counts=True)
    keys = zip(found.real.astype(int).tolist(), found.imag.tolist(), strict=True)
    return Counter(dict(zip(keys, counts.tolist(), strict=True)))
