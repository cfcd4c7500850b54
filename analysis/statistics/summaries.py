"""Summaries of groups of games, as values and as sections."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from analysis.statistics.captures import Counts, capture_titles, counts_of
from analysis.statistics.estimates import Distribution, Proportion, to_json
from analysis.statistics.groups import GAME, SIDES, VARIANT, population_title, population_words
from analysis.statistics.section import (
    NOTHING,
    Section,
    against_even,
    between,
    fixed,
    from_to,
    measure,
    number,
    percent,
    places_for,
    quartiles,
)
from analysis.statistics.significance import Evenness, adjust, evenness
from analysis.statistics.survival import Survival, survival
from analysis.tables.arrow import coded_texts
from notation.memo import Memo
from notation.numbers import plural

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from analysis.statistics.games import GameTable, Measure

POPULATION = (GAME, VARIANT, SIDES)
"""Words for groups that get a full summary each; other words give a table of groups."""

PLACES = ("first", "second", "third")
"""Players in the order in which they moved."""

UNFINISHED = "unfinished"
"""The ending of games without an end."""

LONG_COLUMNS = (
    *("count", "value", "low", "high", "deviation", "median", "least", "most"),
    *("low_quartile", "high_quartile", "median_low", "median_high", "p"),
)
"""Columns of `Summary.long_table` for one value: the number of cases; the proportion or mean; the
ends of a proportion's 95 % interval; further values of a distribution; the p-value of a test."""

STOPPED = 5
"""Minimum number of unfinished games of maximum length for that length to count as a limit."""

LongRow = dict[str, str | float | None]


@dataclass(frozen=True, eq=False)
class Summary:
    """The summary of a group of games; each value is computed when it is first read.

    Attributes:
        keys: the value of each word of the grouping; None for a missing value.
        table: the games.
        distributions: for each measure, by its name, its distribution in each of the groups.
        place: index of this group among the groups.
    """

    JSON: ClassVar[tuple[str, ...]] = (
        *("records", "valid", "accepted", "broken", "plies", "length", "survival", "wins", "draws"),
        *("first_player", "unfinished", "endings", "measures", "spreads", "captures", "variants"),
    )

    keys: dict[str, str | None]
    table: "GameTable"
    distributions: Mapping[str, list[Distribution]]
    place: int

    @cached_property
    def whole(self) -> "GameTable":
        """The games that could be played to their end; all measures use only these."""
        return self.table.some(self.table.whole)

    @property
    def records(self) -> int:
        """The number of records."""
        return len(self.table)

    @property
    def valid(self) -> int:
        """The number of records that break no rule."""
        return int(self.table["valid"].sum())

    @property
    def accepted(self) -> int:
        """The number of records with illegal moves that were played as recorded."""
        return int(self.table["accepted"].sum())

    @property
    def games(self) -> int:
        """The number of records that could be played to their end."""
        return len(self.whole)

    @property
    def broken(self) -> int:
        """The number of records that could not be played to their end."""
        return self.records - self.games

    @cached_property
    def plies(self) -> int:
        """The number of plies of the games that could be played to their end."""
        return int(self.whole["plies"].sum(dtype="int64"))

    @cached_property
    def length(self) -> Distribution:
        """The distribution of the lengths in plies."""
        return self.spread("length")

    @cached_property
    def survival(self) -> Survival:
        """The median length; incomplete games count as censored."""
        return survival(self.whole["plies"], self.whole.complete)

    @cached_property
    def _results(self) -> tuple[dict[str, Proportion], Proportion]:
        return results(self.whole, self.whole.finished)

    @property
    def wins(self) -> dict[str, Proportion]:
        """The proportion of the finished games that the ``first``, ``second`` or ``third`` player
        won, by these words."""
        return self._results[0]

    @property
    def draws(self) -> Proportion:
        """The proportion of the finished games that were drawn."""
        return self._results[1]

    @property
    def unfinished(self) -> int:
        """The number of games without a result on the board or in the record."""
        return self.games - self.draws.of

    @cached_property
    def first_player(self) -> Evenness:
        """The test of whether the first player wins as often as every other player."""
        return evenness(self.wins, self.unfinished)

    @cached_property
    def endings(self) -> dict[str, Proportion]:
        """The proportion of games that ended in each way."""
        return endings(self.whole)

    @property
    def measures(self) -> dict[str, float | None]:
        """The measures of the results by name, as in ``docs/measures.md``; None where there is no
        value."""
        return measures(self.wins, self.draws, self.games)

    @cached_property
    def spreads(self) -> dict[str, Distribution]:
        """The distribution of each measure of single games, by its name."""
        return {name: self.spread(name) for name in measures_by_name()}

    def spread(self, name: str) -> Distribution:
        """Return the distribution of a measure of single games, given by its name."""
        return self.distributions[name][self.place]

    @cached_property
    def captures(self) -> dict[str, Counts]:
        """The distributions of captures by name."""
        return counts_of(self.table.captured) if self.table.captured else {}

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The variant strings of the games, sorted; more than one if variants are pooled."""
        return self.table.variants

    @property
    def variants(self) -> int:
        """The number of variants of the games."""
        return len(self.rules)

    @property
    def sides(self) -> int:
        """The number of sides of the games."""
        return len(self.wins)

    @property
    def title(self) -> str:
        """The title of the population: game, variant and, if not implied, number of sides."""
        rules = [variant] if (variant := self.keys.get(VARIANT)) else self.rules
        game = self.keys[GAME]
        return population_title(game, rules, self.sides) if game else "unknown game"

    @property
    def heading(self) -> str:
        """The title, with the numbers of games and plies, and of games left out or played as
        recorded."""
        counted = f"{plural(self.games, 'game')}, {plural(self.plies, 'ply')}"
        left_out = f"; {self.broken:,} broken and left out" if self.broken else ""
        played = f"; {self.accepted:,} played as recorded" if self.accepted else ""
        return f"{self.title}: {counted}{left_out}{played}"

    def to_json(self) -> dict[str, object]:
        """Return the summary as a JSON object."""
        return {**self.keys, **to_json(self)}

    def long_table(self) -> Iterator[LongRow]:
        """Yield a row for each value of the summary.

        Its columns are the words of `keys`, ``table``, ``item`` and `LONG_COLUMNS`.
        """
        for table, item, values in self._values():
            row = {name: values.get(name) for name in LONG_COLUMNS}
            yield {**self.keys, "table": table, "item": item, **row}

    def _values(self) -> Iterator[tuple[str, str, dict[str, float | None]]]:
        """Yield ``table``, ``item`` and the `LONG_COLUMNS` of each row of `long_table`."""
        for item in ("records", "valid", "accepted", "broken", "games", "plies", "unfinished"):
            yield "counts", item, {"count": getattr(self, item)}
        yield "spreads", "length", _columns(self.length, "mean")
        half = self.survival
        columns = {"count": half.finished, "value": half.median, "low": half.low, "high": half.high}
        yield "survival", "median length", columns
        for place, share in {**self.wins, "drawn": self.draws}.items():
            yield "results", place, _columns(share, "share")
        yield "results", "first of decided", _columns(self.first_player, "share")
        for ending, share in self.endings.items():
            yield "endings", ending, _columns(share, "share")
        for name, value in self.measures.items():
            yield "measures", name, {"value": to_json(value)}
        for name, spread in self.spreads.items():
            yield "spreads", name, _columns(spread, "mean")
        for name, counts in self.captures.items():
            for item, count in counts.items():
                yield f"captures by {name}", item, {"count": count}


def _columns(estimate: Proportion | Distribution | Evenness, main: str) -> dict[str, float | None]:
    """Return the columns of an estimate, and as ``value`` a copy of the column called ``main``."""
    columns: dict[str, float | None] = to_json(estimate)
    return {"value": columns[main], **columns}


def summarize(
    games: "GameTable", by: Sequence[str] = (VARIANT,), pool: bool = False
) -> list[Summary]:
    """Return a summary of each group of games; a group has one variant unless variants are pooled.

    The p-values of the first players' wins are adjusted for the tests of all groups.

    Args:
        games: the table of games, with measures and the words to group by.
        by: words to group by; see `analysis.statistics.games.GameTable.groups`.
        pool: whether the variants of a game are one population; see
            `analysis.statistics.groups.population_words`.

    Raises:
        NoSuchGroup: a word is neither a column nor a tag.
    """
    groups, table = games.in_groups(population_words(by, pool))
    sizes = [len(one.games) for one in groups]
    spreads = Memo[str, list[Distribution]](partial(_distributions_of, table, sizes))
    found = [Summary(*group, spreads, place) for place, group in enumerate(groups)]
    adjust(one.first_player for one in found)
    return found


def _distributions_of(games: "GameTable", sizes: list[int], name: str) -> list[Distribution]:
    """Return the distributions of a measure, or of ``length``, in groups of games, given by their
    numbers of games."""
    import numpy as np

    values = games["plies"] if name == "length" else games.measure(measures_by_name()[name])
    owner = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    return Distribution.of_groups(np.where(games.whole, values, np.nan), owner, len(sizes))


@cache
def measures_by_name() -> "dict[str, Measure]":
    """Return the measures of single games by name."""
    # Loaded here: the help needs no numpy.
    from analysis.statistics.games import MEASURES

    return {one.name: one for one in MEASURES}


def results(
    games: "GameTable", finished: "npt.NDArray[np.bool_]"
) -> tuple[dict[str, Proportion], Proportion]:
    """Return the proportions of finished games that each player won, in the order of moving, and
    the proportion of draws.

    Args:
        games: a table of games.
        finished: whether each game is finished.
    """
    import numpy as np

    won, first, sides = (games[name][finished].astype(int) for name in ("won", "first", "sides"))
    decided = won > 0
    places = (won - first)[decided] % sides[decided]
    counts = np.bincount(places, minlength=int(sides.max(initial=0)) or 2).tolist()
    wins = {
        place: Proportion(count, len(won)) for place, count in zip(PLACES, counts, strict=False)
    }
    return wins, Proportion(len(won) - len(places), len(won))


def endings(whole: "GameTable") -> dict[str, Proportion]:
    """Return the proportion of games that ended in each way, the most frequent first.

    Where `STOPPED` or more unfinished games have the greatest length of all games, that length is a
    limit, and these games are an ending of their own.
    """
    import numpy as np

    plies, (codes, ways) = whole["plies"], coded_texts(whole.column("ended"))
    counts = dict(zip(ways, np.bincount(codes, minlength=len(ways)).tolist(), strict=True))
    longest = int(plies.max(initial=0))
    stopped = codes[plies == longest].tolist()
    cut = stopped.count(ways.index(UNFINISHED)) if UNFINISHED in ways else 0
    if cut >= STOPPED:
        counts[UNFINISHED] -= cut
        counts[f"limit of {plural(longest, 'ply')}"] = cut
    pairs = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return {name: Proportion(count, len(whole)) for name, count in pairs if count}


def measures(
    wins: Mapping[str, Proportion], draws: Proportion, games: int
) -> dict[str, float | None]:
    """Return the measures of results by name; ``wins`` and ``draws`` are of the finished games."""
    finished, counts = draws.of, [int(share.count) for share in wins.values()]
    return {
        "completion": Proportion(sum(counts), games).share,
        "drawishness": draws.share,
        "advantage": Proportion(counts[0] + draws.count / len(counts), finished).share,
        "balance": 1 - (max(counts) / finished - min(counts) / finished) if finished else None,
    }


ALONE = "One game: the figures describe it, and there is nothing to estimate."

LENGTH = "length, plies"
"""Title of the lengths of games."""

BINS = 12
"""Maximum number of bins for captures by ply."""

POINTS = 12
"""Maximum number of points listed: the points with most captures."""


def details(summary: Summary) -> list[Section]:
    """Return the sections that show the summary of a group."""
    titles = capture_titles()
    if not summary.games:
        about = ["No game was played to its end: nothing to estimate."]
        return [Section(summary.heading, about=about)]
    alone = [ALONE] if summary.games == 1 else []
    even = [against_even(summary.first_player)]
    lasting = list(lasting_remarks(summary.survival))
    won = {f"{place} player wins": share for place, share in summary.wins.items()}
    results = list(_shares({**won, "drawn": summary.draws}))
    if summary.unfinished:
        results.append(("unfinished", number(summary.unfinished), "", f"of {summary.games:,}"))
    sections = [
        Section(summary.heading, ("result", *_SHARES), results, alone, even),
        Section("", ("how it ended", *_SHARES), list(_shares(summary.endings))),
        Section("", _SPREADS, list(_spreads(summary))),
        Section("", _MIDDLES, list(_middles(summary)), remarks=lasting),
        Section("", ("measure", "value"), list(_measures(summary))),
    ]
    for name, counts in summary.captures.items():
        rows = [(value, f"{count:,}") for value, count in _shown(name, counts).items()]
        sections.append(Section(titles[name], rows=rows))
    return sections


_SHARES = ("games", "share", "95 %")
_SPREADS = ("of each game", "games", "mean", "sd", "least", "most")
_MIDDLES = ("of each game", "median", "95 %", "quartiles")


def _shares(shares: Mapping[str, Proportion]) -> Iterator[tuple[str, ...]]:
    for name, share in shares.items():
        yield name, number(share.count), percent(share), between(share)


def _distributions(summary: Summary) -> Iterator[tuple[str, Distribution, int]]:
    """Yield the title, distribution and number of decimals of the lengths and of each measure.

    The lengths are called "plies played", not `LENGTH`, if some games are incomplete.
    """
    yield "plies played" if summary.survival.censored else LENGTH, summary.length, 1
    for one in measures_by_name().values():
        spread = summary.spreads[one.name]
        if spread.count:
            yield one.title, spread, places_for(spread.most or 0)


def _spreads(summary: Summary) -> Iterator[tuple[str, ...]]:
    for called, spread, places in _distributions(summary):
        middle = [fixed(one, places) for one in (spread.mean, spread.deviation)]
        ends = [number(one, places) for one in (spread.least, spread.most)]
        yield called, number(spread.count), *middle, *ends


def _middles(summary: Summary) -> Iterator[tuple[str, ...]]:
    distributions, half = _distributions(summary), summary.survival
    if half.censored:
        next(distributions)
        interval = from_to(half.low, half.high)
        middle = from_to(half.low_quartile, half.high_quartile)
        yield LENGTH, NOTHING if half.median is None else fixed(half.median, 1), interval, middle
    for called, spread, places in distributions:
        interval = from_to(spread.median_low, spread.median_high, places)
        yield called, fixed(spread.median, places), interval, quartiles(spread, places)


def lasting_remarks(half: Survival) -> Iterator[str]:
    """Yield a sentence on the median length ``half`` if some games are incomplete."""
    games = half.finished + half.censored
    if not half.censored or games == 1:
        return
    counted = (
        f"{half.censored:,} of {games:,} games have no end or were cut off, so that they are "
        "longer than recorded"
    )
    if half.median is None:
        yield f"{counted}: too few end for a median length"
        return
    bounds = f", 95 % {from_to(half.low, half.high)}" if half.low is not None else ""
    yield f"{counted}: median {number(half.median, 1)} plies{bounds}"


def _measures(summary: Summary) -> Iterator[tuple[str, str]]:
    estimated = summary.draws.of > 1
    for name, of_results in summary.measures.items():
        value = of_results if estimated or name not in ("advantage", "balance") else None
        yield name, measure(value)


def _shown(name: str, counts: Counts) -> Counts:
    if name == "ply":
        return binned(counts)
    if name == "point":
        most = sorted(counts.items(), key=lambda pair: -pair[1])
        return dict(most[:POINTS])
    return counts


def binned(counts: Counts) -> Counts:
    """Return counts by number in at most `BINS` bins, named like ``1-5``, ``6-10``.

    All bins have the same width, which is one of 1, 2, 5, 10, 20, 50 and so on.
    """
    last, width = max(map(int, counts), default=0), 1
    while width * BINS < last:
        width = width * 5 // 2 if str(width).startswith("2") else width * 2
    if width == 1:
        return counts
    starts = range(1, last + 1, width)
    found = dict.fromkeys(starts, 0)
    for value, count in counts.items():
        found[(int(value) - 1) // width * width + 1] += count
    return {f"{start}-{start + width - 1}": count for start, count in found.items()}


def side_by_side(summaries: Iterable[Summary]) -> Iterator[Section]:
    """Yield a table for each population, which compares its groups."""
    tables: dict[tuple[str | None, ...], list[Summary]] = {}
    for summary in summaries:
        keys = summary.keys
        tables.setdefault(tuple(keys.get(word) for word in POPULATION), []).append(summary)
    for rows in tables.values():
        words = [word for word in rows[0].keys if word not in POPULATION]
        widest = max(rows, key=lambda one: one.variants)
        named = [", ".join(one.keys[word] or "(none)" for word in words) for one in rows]
        yield _beside(f"{widest.title} by {' and '.join(words)}", named, rows)


def kinds_of_games(summaries: Sequence[Summary]) -> Section:
    """Return a table that compares the summaries of populations."""
    return _beside("Kinds of games", [one.title for one in summaries], summaries)


_COMPARED = ("", "games", "plies", "finished", "1st wins", "95 %", "drawn", "captured", "lead ch.")


def _beside(title: str, names: Sequence[str], summaries: Sequence[Summary]) -> Section:
    rows = [
        (
            name,
            number(one.games),
            fixed(one.length.mean, 1),
            number(one.draws.of),
            percent(one.wins["first"]),
            between(one.wins["first"]),
            percent(one.draws),
            fixed(one.spread("captured pieces").mean, 1),
            fixed(one.spread("lead changes").mean, 1),
        )
        for name, one in zip(names, summaries, strict=True)
    ]
    return Section(title, _COMPARED, rows)
