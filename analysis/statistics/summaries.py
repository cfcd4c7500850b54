"""Summaries of groups of games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.statistics.captures import Counts, capture_columns, captures, taking
from analysis.statistics.estimates import Distribution, Proportion, rounded
from analysis.statistics.evenness import Evenness, evenness
from analysis.statistics.groups import Group, groups
from analysis.statistics.per_game import SCORES, game_measures, owners
from analysis.statistics.survival import Survival, survival

if TYPE_CHECKING:
    import pandas as pd

PLACES = ("first", "second", "third")
"""Players in the order in which they moved."""

DRAW = "draw"

LONG_COLUMNS = (
    *("count", "value", "low", "high", "deviation", "median", "least", "most"),
    *("low_quartile", "high_quartile", "median_low", "median_high", "p"),
)
"""Columns of `Summary.long_table` for one value: the number of cases; the proportion or mean; the
ends of a proportion's interval of 95 %; the rest of a distribution; the p-value of a test."""

LongRow = dict[str, str | float | None]


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a group of games.

    Attributes:
        keys: the values that the games share.
        records: number of records.
        valid: number of records that break no rule.
        accepted: number of records with illegal moves that were played as recorded.
        broken: number of records that could not be played to their end; the following are of the
            other records.
        plies: number of plies.
        length: lengths in plies.
        survival: the median length, with unfinished games as such.
        wins: proportion of the finished games that each player won, in the order of moving.
        draws: proportion of the finished games that were drawn.
        evenness: the first player's wins against those of an even game.
        unfinished: games without a result on the board or in the record.
        endings: proportions of the ways in which games ended.
        measures: the measures of ``docs/measures.md`` by name; None without games.
        spreads: distributions of the measures of single games.
        captures: distributions of captures.
    """

    keys: dict[str, str | None]
    records: int
    valid: int
    accepted: int
    broken: int
    plies: int
    length: Distribution
    survival: Survival
    wins: tuple[Proportion, ...]
    draws: Proportion
    evenness: Evenness
    unfinished: int
    endings: dict[str, Proportion]
    measures: dict[str, float | None]
    spreads: dict[str, Distribution]
    captures: dict[str, Counts]

    @property
    def games(self) -> int:
        """Games that could be played to their end."""
        return self.records - self.broken

    def to_json(self) -> dict[str, object]:
        """Return the summary as a JSON object."""
        return {
            **self.keys,
            "records": self.records,
            "valid": self.valid,
            "accepted": self.accepted,
            "broken": self.broken,
            "plies": self.plies,
            "length": self.length.to_json(),
            "survival": self.survival.to_json(),
            "wins": {
                place: share.to_json() for place, share in zip(PLACES, self.wins, strict=False)
            },
            "draws": self.draws.to_json(),
            "first_player": self.evenness.to_json(),
            "unfinished": self.unfinished,
            "endings": {name: share.to_json() for name, share in self.endings.items()},
            "measures": {name: rounded(value) for name, value in self.measures.items()},
            "spreads": {name: spread.to_json() for name, spread in self.spreads.items()},
            "captures": self.captures,
        }

    def long_table(self) -> Iterator[LongRow]:
        """Yield a row for each value: the keys, ``table``, ``item`` and `LONG_COLUMNS`."""
        for table, item, values in self._values():
            row = {name: values.get(name) for name in LONG_COLUMNS}
            yield {**self.keys, "table": table, "item": item, **row}

    def _values(self) -> Iterator[tuple[str, str, dict[str, float | None]]]:
        """Yield the table and item of each value, and the columns that it fills."""
        for item in ("records", "valid", "accepted", "broken", "games", "plies", "unfinished"):
            yield "counts", item, {"count": getattr(self, item)}
        yield "spreads", "length", _with_value(self.length)
        half = self.survival
        columns = {"count": half.finished, "value": half.median, "low": half.low, "high": half.high}
        yield "survival", "median length", columns
        for place, share in zip(PLACES, self.wins, strict=False):
            yield "results", place, _with_value(share)
        yield "results", "drawn", _with_value(self.draws)
        even = self.evenness.to_json()
        yield "results", "first of decided", {"value": even["share"], **even}
        for ending, share in self.endings.items():
            yield "endings", ending, _with_value(share)
        for name, value in self.measures.items():
            yield "measures", name, {"value": rounded(value)}
        for name, spread in self.spreads.items():
            yield "spreads", name, _with_value(spread)
        for name, counts in self.captures.items():
            for item, count in counts.items():
                yield f"captures by {name}", item, {"count": count}


def _with_value(estimate: Proportion | Distribution) -> dict[str, float | None]:
    """Return the columns of an estimate; the value is the proportion or the mean."""
    columns = estimate.to_json()
    return {"value": columns["share" if isinstance(estimate, Proportion) else "mean"], **columns}


def summary_columns() -> tuple[str, ...]:
    """Return the names of the columns of plies that `summarize` reads."""
    return (*capture_columns(), *SCORES, "legal_moves")


def summarize(
    games: "pd.DataFrame", plies: "pd.DataFrame", by: Sequence[str] = ("variant",)
) -> Iterator[Summary]:
    """Yield a summary of each group of games.

    Args:
        games: the table of games.
        plies: the table of plies, with `summary_columns` at least.
        by: words to group by; see `analysis.statistics.groups.groups`.

    Raises:
        NoSuchGroup: the games cannot be grouped by that.
    """
    games = games.reset_index(drop=True)
    games = games.join(game_measures(plies, games))
    owned = taking(plies.assign(owner=owners(plies, games)))
    for group in groups(games, by):
        whole = group.games[(group.games["ended"] != "broken").to_numpy(bool)]
        yield _summary(group, whole, owned[owned["owner"].isin(whole.index)])


def _summary(group: Group, whole: "pd.DataFrame", plies: "pd.DataFrame") -> Summary:
    finished = whole[whole["verdict"].notna()]
    wins, draws = results(finished)
    return Summary(
        keys=group.keys,
        records=len(group.games),
        valid=int(group.games["valid"].sum()),
        accepted=int((group.games["accepted"].fillna(0) > 0).sum()),
        broken=len(group.games) - len(whole),
        plies=int(whole["plies"].sum()),
        length=Distribution.of(whole["plies"]),
        survival=survival(whole["plies"].tolist(), whole["verdict"].notna().tolist()),
        wins=wins,
        draws=draws,
        evenness=evenness(wins, sorted(finished["sides"].astype(int).unique().tolist())),
        unfinished=len(whole) - len(finished),
        endings=endings(whole),
        measures=measures(wins, draws, len(whole)),
        spreads=spreads(whole),
        captures=captures(plies),
    )


def results(finished: "pd.DataFrame") -> tuple[tuple[Proportion, ...], Proportion]:
    """Return the proportions of finished games that each player won, and of draws.

    Players stand in the order in which they moved.
    """
    verdicts = finished["verdict"].astype(object)
    drawn = (verdicts == DRAW).to_numpy(bool)
    won = finished[~drawn]
    sides = won["sides"].to_numpy(int)
    places = (verdicts[~drawn].astype(int).to_numpy() - won["first"].to_numpy(int)) % sides
    most = int(finished["sides"].max()) if len(finished) else 2
    wins = [Proportion(int((places == place).sum()), len(finished)) for place in range(most)]
    return tuple(wins), Proportion(int(drawn.sum()), len(finished))


def endings(whole: "pd.DataFrame") -> dict[str, Proportion]:
    """Return the proportions of the ways in which games ended, the most frequent first."""
    counts = whole["ended"].astype(str).value_counts()
    pairs = sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return {str(name): Proportion(int(count), len(whole)) for name, count in pairs if count}


def measures(wins: Sequence[Proportion], draws: Proportion, games: int) -> dict[str, float | None]:
    """Return the measures of a group's results."""
    finished, decided = draws.of, int(sum(share.count for share in wins))
    shares = [share.count / finished for share in wins] if finished else []
    return {
        "completion": Proportion(decided, games).value,
        "drawishness": draws.value,
        "advantage": Proportion(wins[0].count + draws.count / len(wins), finished).value,
        "balance": 1 - (max(shares) - min(shares)) if shares else None,
    }


def spreads(whole: "pd.DataFrame") -> dict[str, Distribution]:
    """Return the distributions of the measures of single games."""
    import pandas as pd

    length = whole["plies"].where(whole["plies"] > 0).astype("Float64")
    values_of: dict[str, pd.Series[float]] = {
        "first capture": whole["first_capture"],
        "captured pieces": whole["captures"],
        "lead changes": whole["lead_changes"],
        "lead change rate": whole["lead_changes"] / length,
        "decisiveness": whole["decisive"] / length,
        "behind": whole["behind"] / length,
        "drama": whole["drama"],
        "stability": whole["stability"],
        "coverage": whole["covered"] / whole["board"].astype("Float64"),
        "branching": whole["branching"],
        "choices": whole["choices"],
        "tree": whole["tree"],
    }
    return {name: Distribution.of(values) for name, values in values_of.items()}
