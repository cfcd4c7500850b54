"""Summaries of groups of games."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.statistics.captures import Counts, capture_columns, in_order
from analysis.statistics.complexity import state_space
from analysis.statistics.estimates import Distribution, Proportion, rounded
from analysis.statistics.evenness import Evenness, evenness
from analysis.statistics.groups import VARIANT, grouped, groups, population_words
from analysis.statistics.measured import OWNER, measured, tallies_of_frames
from analysis.statistics.per_game import SCORES
from analysis.statistics.survival import Survival, survival
from analysis.statistics.tally import GameCourse, GameTally, Tallies
from analysis.tables.schema import RECORD_NAMES
from notation.numbers import plural

if TYPE_CHECKING:
    import pandas as pd

PLACES = ("first", "second", "third")
"""Players in the order in which they moved."""

DRAW = "draw"

UNFINISHED = "unfinished"
"""The ending of games that have none."""

LONG_COLUMNS = (
    *("count", "value", "low", "high", "deviation", "median", "least", "most"),
    *("low_quartile", "high_quartile", "median_low", "median_high", "p"),
)
"""Columns of `Summary.long_table` for one value: the number of cases; the proportion or mean; the
ends of a proportion's interval of 95 %; the rest of a distribution; the p-value of a test."""

STOPPED = 5
"""Least number of unfinished games of the greatest length that are taken for cut off there."""

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
        variants: number of variants that the games have, which are pooled where it is above 1.
        rules: their variant strings, sorted.
        state_space: decimal logarithm of an upper bound of the number of positions; None for
            pooled variants.
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
    return (*RECORD_NAMES, *capture_columns(), *SCORES, "legal_moves")


def summarize(
    games: "pd.DataFrame",
    plies: "pd.DataFrame",
    by: Sequence[str] = (VARIANT,),
    pool: bool = False,
) -> Iterator[Summary]:
    """Yield a summary of each group of games, of one variant each unless they are pooled.

    Args:
        games: the table of games.
        plies: the table of plies, with `summary_columns` at least; or both as
            `analysis.statistics.measured` returns them.
        by: words to group by; see `analysis.statistics.groups.groups`.
        pool: whether the variants of a game are one population; see
            `analysis.statistics.groups.population_words`.

    Raises:
        NoSuchGroup: the games cannot be grouped by that.
    """
    if OWNER not in plies:
        plies, games = measured(games, plies)
    for group in groups(games, population_words(by, pool)):
        yield _summary(group.keys, tallies_of_frames(group.games, plies))


def summarize_tallies(
    tallies: Tallies, by: Sequence[str] = (VARIANT,), pool: bool = False
) -> Iterator[Summary]:
    """Yield the summaries that `summarize` does of games that are counted.

    Args:
        tallies: the games.
        by: words to group by, of a `GameKind` only.
        pool: as for `summarize`.
    """
    for keys, group in grouped(tallies, population_words(by, pool)):
        yield _summary(keys, group)


def _summary(keys: dict[str, str | None], group: Tallies) -> Summary:
    every = GameTally()
    for tally in group.values():
        every.add(tally)
    known = sorted(kind for kind in group if kind.sides is not None)
    endings_of = [
        (way, kind.sides or 0, count)
        for kind, tally in group.items()
        for way, count in tally.ways.items()
        if way.is_finished
    ]
    wins, draws = _results(
        [(way.verdict or DRAW, sides, way.first, count) for way, sides, count in endings_of]
    )
    spreads = {name: Distribution.of(every.measured(name)) for name in every.measures}
    rules = {(str(kind.game), str(kind.variant)) for kind in known}
    ways = every.ways
    return Summary(
        keys=keys,
        records=every.records,
        valid=every.valid,
        accepted=every.accepted.total(),
        broken=every.records - every.games,
        plies=sum(way.plies * count for way, count in ways.items()),
        length=Distribution.of(every.lengths()),
        survival=survival(
            [way.plies for way in ways], [way.is_complete for way in ways], [*ways.values()]
        ),
        wins=wins,
        draws=draws,
        evenness=evenness(
            wins, sorted({sides for _, sides, _ in endings_of}), every.games - draws.of
        ),
        unfinished=every.games - draws.of,
        endings=endings(ways),
        measures=measures(wins, draws, every.games),
        spreads=spreads,
        captures=in_order(every.captures),
        variants=len(rules),
        rules=tuple(sorted(variant for _, variant in rules)),
        state_space=state_space(*next(iter(rules))) if len(rules) == 1 else None,
    )


def results(finished: "pd.DataFrame") -> tuple[tuple[Proportion, ...], Proportion]:
    """Return the proportions of finished games that each player won, and of draws.

    Players stand in the order in which they moved.
    """
    columns = (finished[name].tolist() for name in ("verdict", "sides", "first"))
    counts = Counter(zip(*columns, strict=True))
    return _results([(*ending, count) for ending, count in counts.items()])


def _results(
    endings: Sequence[tuple[str, int, int, int]],
) -> tuple[tuple[Proportion, ...], Proportion]:
    """Return what `results` does for verdicts, numbers of sides, first sides, and counts."""
    games, draws = sum(count for *_, count in endings), 0
    wins = [0] * int(max((sides for _, sides, _, _ in endings), default=2))
    for verdict, sides, first, count in endings:
        if verdict == DRAW:
            draws += count
        else:
            wins[(int(verdict) - first) % sides] += count
    return tuple(Proportion(won, games) for won in wins), Proportion(draws, games)


def endings(ways: Counter[GameCourse]) -> dict[str, Proportion]:
    """Return the proportions of the ways in which games ended, the most frequent first.

    Unfinished games that stop at the same length, which no game exceeds, were cut off there: where
    they are `STOPPED` or more, they are an ending of its own.
    """
    longest = max((way.plies for way in ways), default=0)
    cut, counts = 0, Counter[str]()
    for way, count in ways.items():
        counts[way.ended] += count
        cut += count * (way.ended == UNFINISHED and way.plies == longest)
    if cut >= STOPPED:
        counts[UNFINISHED] -= cut
        counts[f"limit of {plural(longest, 'ply')}"] += cut
    pairs = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return {name: Proportion(count, ways.total()) for name, count in pairs if count}


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
