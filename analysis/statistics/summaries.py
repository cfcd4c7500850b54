"""Summaries of groups of games."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analysis.statistics.captures import Counts, capture_columns, captures
from analysis.statistics.complexity import state_space
from analysis.statistics.estimates import Distribution, Proportion, rounded
from analysis.statistics.evenness import Evenness, evenness
from analysis.statistics.groups import VARIANT, Group, groups, population_words
from analysis.statistics.ludii import ludii
from analysis.statistics.measured import OWNER, measured
from analysis.statistics.per_game import SCORES
from analysis.statistics.survival import Survival, complete, finished, survival
from notation.numbers import plural
from notation.values import frozen

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

STOPPED = 5
"""Least number of unfinished games of the greatest length that are taken for cut off there."""

LongRow = dict[str, str | float | None]


@frozen
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
        variants: number of variants that the games have, which are pooled where it is above 1.
        rules: their variant strings, sorted.
        state_space: decimal logarithm of an upper bound of the number of positions; None for
            pooled variants.
        ludii: metrics by Ludii's definitions, by name; None where they were not asked for.
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
    variants: int = 1
    rules: tuple[str, ...] = ()
    state_space: float | None = None
    ludii: dict[str, float | None] | None = None

    @property
    def sides(self) -> int:
        """The number of sides of the games."""
        return len(self.wins)

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
            "measures": _rounded(self.measures),
            "spreads": {name: spread.to_json() for name, spread in self.spreads.items()},
            "captures": self.captures,
            "variants": self.variants,
            "state_space": rounded(self.state_space),
            **({} if self.ludii is None else {"ludii": _rounded(self.ludii)}),
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
        yield "measures", "state space", {"value": rounded(self.state_space)}
        for name, value in (self.ludii or {}).items():
            yield "ludii", name, {"value": rounded(value)}
        for name, spread in self.spreads.items():
            yield "spreads", name, _with_value(spread)
        for name, counts in self.captures.items():
            for item, count in counts.items():
                yield f"captures by {name}", item, {"count": count}


def _rounded(values: dict[str, float | None]) -> dict[str, float | None]:
    return {name: rounded(value) for name, value in values.items()}


def _with_value(estimate: Proportion | Distribution) -> dict[str, float | None]:
    """Return the columns of an estimate; the value is the proportion or the mean."""
    columns = estimate.to_json()
    return {"value": columns["share" if isinstance(estimate, Proportion) else "mean"], **columns}


def summary_columns() -> tuple[str, ...]:
    """Return the names of the columns of plies that `summarize` reads."""
    return (*capture_columns(), *SCORES, "legal_moves")


def summarize(
    games: "pd.DataFrame",
    plies: "pd.DataFrame",
    by: Sequence[str] = (VARIANT,),
    pool: bool = False,
    with_ludii: bool = False,
) -> Iterator[Summary]:
    """Yield a summary of each group of games, of one variant each unless they are pooled.

    Args:
        games: the table of games.
        plies: the table of plies, with `summary_columns` at least; or both as
            `analysis.statistics.measured` returns them.
        by: words to group by; see `analysis.statistics.groups.groups`.
        pool: whether the variants of a game are one population; see
            `analysis.statistics.groups.population_words`.
        with_ludii: whether to compute the metrics of Ludii by its definitions too.

    Raises:
        NoSuchGroup: the games cannot be grouped by that.
    """
    if OWNER not in plies:
        plies, games = measured(games, plies, with_ludii)
    for group in groups(games, population_words(by, pool)):
        played = (group.games["ended"] != "broken").to_numpy(bool)
        whole = group.games if played.all() else group.games[played]
        yield _summary(group, whole, plies[plies[OWNER].isin(whole.index)])


def _summary(group: Group, whole: "pd.DataFrame", plies: "pd.DataFrame") -> Summary:
    known = finished(whole)
    decided = whole.loc[known, ["verdict", "sides", "first"]]
    wins, draws = results(decided)
    kinds = group.games[["game", VARIANT]][group.games["sides"].notna()].drop_duplicates()
    return Summary(
        keys=group.keys,
        records=len(group.games),
        valid=int(group.games["valid"].sum()),
        accepted=int((group.games["accepted"].fillna(0) > 0).sum()),
        broken=len(group.games) - len(whole),
        plies=int(whole["plies"].sum()),
        length=Distribution.of(whole["plies"]),
        survival=survival(whole["plies"].to_numpy(float), complete(whole).to_numpy()),
        wins=wins,
        draws=draws,
        evenness=evenness(wins, sorted(decided["sides"].astype(int).unique().tolist())),
        unfinished=len(whole) - len(decided),
        endings=endings(whole),
        measures=measures(wins, draws, len(whole)),
        spreads=spreads(whole),
        captures=captures(plies),
        variants=len(kinds),
        rules=tuple(sorted(kinds[VARIANT].astype(str))),
        state_space=state_space(*kinds.iloc[0]) if len(kinds) == 1 else None,
        ludii=ludii(whole, wins, draws) if "LeadChange" in whole else None,
    )


def results(finished: "pd.DataFrame") -> tuple[tuple[Proportion, ...], Proportion]:
    """Return the proportions of finished games that each player won, and of draws.

    Players stand in the order in which they moved.
    """
    import numpy as np
    import pandas as pd

    codes, verdicts = pd.factorize(finished["verdict"])
    winners = np.array([0 if one == DRAW else int(one) for one in verdicts], np.int8)[codes]
    sides, first = (finished[name].to_numpy(np.int8) for name in ("sides", "first"))
    places = np.where(winners > 0, (winners - first) % sides, -1)
    most = int(finished["sides"].max()) if len(finished) else 2
    wins = [Proportion(int((places == place).sum()), len(finished)) for place in range(most)]
    return tuple(wins), Proportion(int((winners == 0).sum()), len(finished))


def endings(whole: "pd.DataFrame") -> dict[str, Proportion]:
    """Return the proportions of the ways in which games ended, the most frequent first.

    Unfinished games that stop at the same length, which no game exceeds, were cut off there: where
    they are `STOPPED` or more, they are an ending of its own.
    """
    ways = whole["ended"].astype(str)
    last = (ways == "unfinished") & (whole["plies"] == whole["plies"].max())
    if last.sum() >= STOPPED:
        ways = ways.mask(last, f"limit of {plural(int(whole['plies'].max()), 'ply')}")
    counts = ways.value_counts()
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
