"""Small tables of games of independent programs for plots, cached."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from analysis.plots import PLOTS
from analysis.plots.counts import CountedPlies
from analysis.statistics.games import GameTable, game_table
from analysis.statistics.groups import DRAWN, UNDECIDED
from analysis.tables.arrow import one_batch
from analysis.tables.frames import arrow_batches, tables
from analysis.tables.rows import TableBuilder
from analysis.tables.schema import PLAYERS, schema, wanted_columns
from records import Record
from tests.games.engine_games import engine_games

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

DATA = Path(__file__).parents[1] / "data"

SETS = {
    "epaminondas-games": 4, "gipf-basic-games": 6, "gipf-tournament-games": 6,
    "megiddo-base-games": 16, "megiddo-master-games": 16,
}  # fmt: skip
"""Files of games, and how many are taken of each."""


class Sample:
    """Records with cached tables of plies, including legal moves, and of games."""

    def __init__(self, records: tuple[Record, ...]) -> None:
        self.records = records

    @cached_property
    def _batches(self) -> list[Any]:
        return list(arrow_batches(self.records, TableBuilder(legal_moves=True)))

    @cached_property
    def plies(self) -> "pd.DataFrame":
        """The plies of all records."""
        return tables(self._batches).plies

    @cached_property
    def games(self) -> GameTable:
        """A row for each record."""
        return game_table(self._batches, ("event",))

    def of(self, game: str, variant: str | None = None) -> tuple[Record, ...]:
        """Return the records of one game, under one variant if it is named."""
        found = (record for record in self.records if record.game == game)
        return tuple(record for record in found if variant in (None, record.variant))

    def tabled(self, game: str, plot: str) -> "GameTable | CountedPlies":
        """Return the plies of one game, counted for a plot, or its games as a table."""
        if PLOTS[plot].table != "games":
            return counted(plot, self.plies[self.plies["game"] == game])
        return self.games.some(self.games.matching("game", lambda name: name == game))


def counted(plot: str, plies: "pd.DataFrame") -> CountedPlies:
    """Return the plies of a data frame, counted for a plot."""
    measure = PLOTS[plot].measure
    assert measure is not None
    games = plies.groupby(["path", "game_id", "variant"], observed=True).ngroup().to_numpy()
    columns = schema(wanted_columns(measure.needs))
    return measure.count(one_batch(pa.Table.from_pandas(plies, columns)), games)


def axes_of(figure: "Figure") -> list[Any]:
    """Return the axes of a figure, without static types, since tests read special artists."""
    return list(figure.axes)


def title_of(axes: Any) -> str:
    """Return the title of a panel, in one line."""
    return str(axes.get_title(loc="left")).replace("+\n", "+").replace("\n", " ")


@cache
def sample() -> Sample:
    """Return games of all kinds; every second basic game of GIPF is resigned."""
    return Sample(
        tuple(
            replace(
                one,
                tags={"Event": f"Event {number % 3}"},
                result="0-1" if one.variant == "basic" and number % 2 else "*",
            )
            for file, count in SETS.items()
            for number, one in enumerate(engine_games(file, count), start=1)
        )
    )


def games_table(*rows: Mapping[str, object]) -> GameTable:
    """Return a table of games; the first side won by default.

    Args:
        rows: values that differ from the defaults; other names are words to group by.
    """
    usual: dict[str, object] = {
        "game": "gipf", "variant": "basic", "plies": 20, "ended": "reserve", "verdict": "1",
        "reason": "reserve", "sides": 2, "first": 1, "player_1": None, "player_2": None,
        "player_3": None,
    }  # fmt: skip
    found = [{**usual, **row} for row in rows]
    won = {None: UNDECIDED, "draw": DRAWN} | {str(side): side for side in (1, 2, 3)}
    played = [{**row, "won": won[row["verdict"]]} for row in found]  # type: ignore[index]
    table = pa.Table.from_pylist(played)
    types = [(one.name, pa.string() if one.name in PLAYERS else one.type) for one in table.schema]
    table = table.cast(pa.schema(types)).append_column(
        "row", pa.array(range(len(rows)), pa.int32())
    )
    return GameTable(table).ready(())


UNENDED = {"verdict": None, "ended": "unfinished", "reason": None}


def played(*plies: int) -> GameTable:
    """Return a table of games of these lengths in plies; a negative length means no result."""
    return games_table(*({"plies": abs(one)} | (UNENDED if one < 0 else {}) for one in plies))
