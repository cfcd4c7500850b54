"""Summaries of groups of games, as values and as sections."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from analysis.statistics.captures import Captures, Counts, capture_titles
from analysis.statistics.estimates import Distribution, Proportion, distributions, to_json
from analysis.statistics.games import COMPLETE, FINISHED, MEASURES, WHOLE, GameTable, Group
from analysis.statistics.groups import GAME, POPULATION, VARIANT, population_title, population_words
from analysis.statistics.section import (
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
from analysis.statistics.significance import Evenness, adjusted, evenness
from analysis.statistics.survival import Survival, survival
from analysis.tables.arrow import coded_texts
from notation.memo import Memo
from notation.numbers import plural

UNFINISHED = "unfinished"
"""The ending of games without an end."""

LONG_COLUMNS = (
    *("count", "value", "low", "high", "deviation", "median", "least", "most"),
    *("low_quartile", "high_quartile", "median_low", "median_high", "p"),
)
"""Columns of `Summary.long_table` for one value: the number of cases; the proportion or mean; the
ends of a proportion's 95 % interval; further values of a distribution; the p-value of a test."""

COUNTS = ("records", "valid", "accepted", "broken", "games", "plies", "unfinished")
"""The numbers of `Summary.long_table`."""

Cells = tuple[str, ...]

STOPPED = 5
"""Minimum number of unfinished games of maximum length for that length to count as a limit."""

ALONE = "One game: the figures describe it, and there is nothing to estimate."

LENGTH = "length, plies"
"""Title of the lengths of games."""

BINS = 12
"""Maximum number of bins for captures by ply."""

POINTS = 12
"""Maximum number of points listed: the points with most captures."""


@dataclass(frozen=True, eq=False)
class Summary:
    """The summary of a group of games; ``docs/measures.md`` defines its values.

    Of its ``records``, ``valid`` ones break no rule, ``accepted`` ones were played as recorded in
    spite of illegal moves, and ``broken`` ones could not be played to their end. The records that
    are not broken are the ``games``, which all further values describe; ``unfinished`` games have
    no result.

    Attributes:
        group: the records.
        rules: the variant strings of the records, sorted; more than one if variants are pooled.
        wins: proportion of the finished games that each player won, by `PLACES`.
        draws: proportion of the finished games that were drawn.
        first_player: the test of whether the first player wins as often as every other player.
        captures: the distributions of captures.
        distributions: name of a measure, or ``length`` -> its distribution in each of the groups.
        place: index of this group among the groups.
    """

    JSON = (
        *("records", "valid", "accepted", "broken", "plies", "length", "survival", "wins", "draws"),
        *("first_player", "unfinished", "endings", "measures", "spreads", "captures", "variants"),
    )

    group: Group
    rules: tuple[str, ...]
    records: int
    valid: int
    accepted: int
    games: int
    plies: int
    wins: dict[str, Proportion]
    draws: Proportion
    first_player: Evenness
    captures: Captures
    distributions: Mapping[str, list[Distribution]]
    place: int

    @property
    def keys(self) -> dict[str, str | None]:
        """The value of each word of the grouping; None for a missing value."""
        return self.group.keys

    @property
    def whole(self) -> GameTable:
        """The table of the games."""
        records = self.group.games
        return records.some(records[WHOLE])

    @property
    def broken(self) -> int:
        """The number of records that could not be played to their end."""
        return self.records - self.games

    @property
    def length(self) -> Distribution:
        """The distribution of the lengths in plies."""
        return self.spread("length")

    @cached_property
    def survival(self) -> Survival:
        """The median length; incomplete games count as censored."""
        whole = self.whole
        return survival(whole["plies"], whole[COMPLETE])

    @property
    def unfinished(self) -> int:
        """The number of games without a result on the board or in the record."""
        return self.games - self.draws.of

    @property
    def endings(self) -> dict[str, Proportion]:
        """The proportion of games that ended in each way, the most frequent first.

        Where `STOPPED` or more unfinished games have the greatest length of all games, that length
        is a limit, and these games are an ending of their own.
        """
        whole = self.whole
        plies, (codes, ways) = whole["plies"], coded_texts(whole.column("ended"))
        counts = dict(zip(ways, np.bincount(codes, minlength=len(ways)).tolist(), strict=True))
        longest = int(plies.max(initial=0))
        stopped = codes[plies == longest].tolist()
        cut = stopped.count(ways.index(UNFINISHED)) if UNFINISHED in ways else 0
        if cut >= STOPPED:
            counts[UNFINISHED] -= cut
            counts[f"limit of {plural(longest, 'ply')}"] = cut
        pairs = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        return {name: Proportion(count, self.games) for name, count in pairs if count}

    @property
    def measures(self) -> dict[str, float | None]:
        """The measures of the results: name -> value; None where there is no value."""
        finished, counts = self.draws.of, [int(share.count) for share in self.wins.values()]
        points = counts[0] + self.draws.count / len(counts)
        return {
            "completion": Proportion(sum(counts), self.games).share,
            "drawishness": self.draws.share,
            "advantage": Proportion(points, finished).share,
            "balance": 1 - (max(counts) / finished - min(counts) / finished) if finished else None,
        }

    def spread(self, name: str) -> Distribution:
        """Return the distribution of ``length``, or of a measure of single games."""
        return self.distributions[name][self.place]

    @property
    def spreads(self) -> dict[str, Distribution]:
        """Name -> distribution, for each measure of single games."""
        return {one.name: self.spread(one.name) for one in MEASURES}

    @property
    def variants(self) -> int:
        """The number of variants of the records."""
        return len(self.rules)

    @property
    def title(self) -> str:
        """The title of the population: game, variant and, if not implied, number of sides."""
        rules = [variant] if (variant := self.keys.get(VARIANT)) else self.rules
        game = self.keys[GAME]
        return population_title(game, rules, len(self.wins)) if game else "unknown game"

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

    def long_table(self) -> Iterator[dict[str, str | float | None]]:
        """Yield a row for each value of the summary.

        Its columns are the words of `keys`, ``table``, ``item`` and `LONG_COLUMNS`.
        """
        of, half = to_json(self), self.survival
        median = {"count": half.finished, "value": half.median, "low": half.low, "high": half.high}
        results = {**of["wins"], "drawn": of["draws"], "first of decided": of["first_player"]}
        captures = self.captures.items()
        tables = (
            ("counts", _by_item("count", {name: getattr(self, name) for name in COUNTS})),
            ("spreads", {"length": of["length"]}),
            ("survival", {"median length": median}),
            ("results", results),
            ("endings", of["endings"]),
            ("measures", _by_item("value", of["measures"])),
            ("spreads", of["spreads"]),
            *((f"captures by {name}", _by_item("count", counts)) for name, counts in captures),
        )
        for table, items in tables:
            for item, values in items.items():
                columns = {"value": values.get("share", values.get("mean")), **values}
                row = {name: columns.get(name) for name in LONG_COLUMNS}
                yield {**self.keys, "table": table, "item": item, **row}


def _by_item(column: str, values: Mapping[str, object]) -> dict[str, dict[str, object]]:
    return {item: {column: value} for item, value in values.items()}


def summarize(
    games: GameTable, by: Sequence[str] = (VARIANT,), pool: bool = False
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
    sizes = list(map(len, groups))
    spreads = Memo[str, list[Distribution]](partial(_distributions_of, table, sizes))
    found = []
    of_groups = zip(groups, games.captures(groups), strict=True)
    for place, (group, captures) in enumerate(of_groups):
        records = group.games
        whole = records.some(records[WHOLE])
        wins, draws = whole.results(whole[FINISHED])
        found.append(
            Summary(
                group,
                records.variants,
                len(records),
                int(records["valid"].sum()),
                int(records["accepted"].sum()),
                len(whole),
                int(whole["plies"].sum(dtype=np.int64)),
                wins,
                draws,
                evenness(wins, len(whole) - draws.of),
                captures,
                spreads,
                place,
            )
        )
    chances = adjusted(one.first_player.p for one in found)
    for one, p in zip(found, chances, strict=True):
        one.first_player.p_adjusted = p
    return found


def _distributions_of(games: GameTable, sizes: list[int], name: str) -> list[Distribution]:
    """Return the distribution of a measure, or of ``length``, in each group of games.

    The groups are consecutive in the table; ``sizes`` has their numbers of games.
    """
    measures = {one.name: one for one in MEASURES}
    values = games["plies"] if name == "length" else games.measure(measures[name])
    owner = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    return distributions(np.where(games[WHOLE], values, np.nan), owner, len(sizes))


def details(summary: Summary) -> list[Section]:
    """Return the sections that show the summary of a group."""
    if not summary.games:
        about = ["No game was played to its end: nothing to estimate."]
        return [Section(summary.heading, about=about)]
    alone = [ALONE] if summary.games == 1 else []
    even = [against_even(summary.first_player)]
    won = {f"{place} player wins": share for place, share in summary.wins.items()}
    results = _shares({**won, "drawn": summary.draws})
    if summary.unfinished:
        results.append(("unfinished", number(summary.unfinished), "", f"of {summary.games:,}"))
    spreads, middles = _spreads_and_middles(summary)
    values = dict(summary.measures)
    if summary.draws.of <= 1:
        values |= dict.fromkeys(("advantage", "balance"))
    measured = [(name, measure(value)) for name, value in values.items()]
    sections = [
        Section(summary.heading, ("result", *_SHARES), results, alone, even),
        Section("", ("how it ended", *_SHARES), _shares(summary.endings)),
        Section("", _SPREADS, spreads),
        Section("", _MIDDLES, middles, remarks=_lasting(summary.survival)),
        Section("", ("measure", "value"), measured),
    ]
    titles = capture_titles()
    for name, counts in summary.captures.items():
        rows = [(value, f"{count:,}") for value, count in _shown(name, counts).items()]
        sections.append(Section(titles[name], rows=rows))
    return sections


_SHARES = ("games", "share", "95 %")
_SPREADS = ("of each game", "games", "mean", "sd", "least", "most")
_MIDDLES = ("of each game", "median", "95 %", "quartiles")


def _shares(shares: Mapping[str, Proportion]) -> list[Cells]:
    return [
        (name, number(share.count), percent(share), between(share))
        for name, share in shares.items()
    ]


def _spreads_and_middles(summary: Summary) -> tuple[list[Cells], list[Cells]]:
    """Return the rows of means and of medians of the lengths and of each measure.

    If games are incomplete, the recorded lengths are called "plies played", and the median is that
    of `Summary.survival`.
    """
    half, spreads, middles = summary.survival, list[Cells](), list[Cells]()
    rows = [("plies played" if half.censored else LENGTH, summary.length, 1)]
    for one in MEASURES:
        spread = summary.spread(one.name)
        rows += [(one.title, spread, places_for(spread.most or 0))] if spread.count else []
    for title, spread, places in rows:
        of_mean = (fixed(value, places) for value in (spread.mean, spread.deviation))
        ends = (number(value, places) for value in (spread.least, spread.most))
        spreads.append((title, number(spread.count), *of_mean, *ends))
        interval = from_to(spread.median_low, spread.median_high, places)
        middles.append((title, fixed(spread.median, places), interval, quartiles(spread, places)))
    if half.censored:
        ranges = from_to(half.low, half.high), from_to(half.low_quartile, half.high_quartile)
        middles[0] = (LENGTH, fixed(half.median, 1), *ranges)
    return spreads, middles


def _lasting(half: Survival) -> list[str]:
    """Return a sentence on the median length ``half`` if some games are incomplete."""
    games = half.finished + half.censored
    if not half.censored or games == 1:
        return []
    counted = (
        f"{half.censored:,} of {games:,} games have no end or were cut off, so that they are "
        "longer than recorded"
    )
    if half.median is None:
        return [f"{counted}: too few end for a median length"]
    bounds = f", 95 % {from_to(half.low, half.high)}" if half.low is not None else ""
    return [f"{counted}: median {number(half.median, 1)} plies{bounds}"]


def _shown(name: str, counts: Counts) -> Counts:
    """Return the counts to print: plies in bins, and the `POINTS` points with most captures."""
    if name == "ply":
        return _binned(counts)
    if name == "point":
        return dict(sorted(counts.items(), key=lambda pair: -pair[1])[:POINTS])
    return counts


def _binned(counts: Counts) -> Counts:
    """Sum the counts of numbers in at most `BINS` bins with names like ``1-5`` and ``6-10``.

    All bins have the same width, which is one of 1, 2, 5, 10, 20, 50 and so on.
    """
    last, width = max(map(int, counts), default=0), 1
    while width * BINS < last:
        width = width * 5 // 2 if str(width).startswith("2") else width * 2
    if width == 1:
        return counts
    found = {f"{start}-{start + width - 1}": 0 for start in range(1, last + 1, width)}
    names = list(found)
    for value, count in counts.items():
        found[names[(int(value) - 1) // width]] += count
    return found


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
