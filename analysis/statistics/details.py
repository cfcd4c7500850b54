"""The summary of a group of games as sections, and groups side by side."""

from collections.abc import Iterable, Iterator

from analysis.games import title_of
from analysis.statistics.captures import Counts, capture_titles
from analysis.statistics.estimates import Distribution, Proportion
from analysis.statistics.groups import SIDES, VARIANT
from analysis.statistics.summaries import PLACES, Summary
from analysis.statistics.survival import Survival
from analysis.statistics.wording import (
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
from notation.numbers import plural

POPULATION = ("game", VARIANT, SIDES)
"""Words to group by that give a full summary of each group; others give a table of groups."""

LENGTH = "length, plies"
"""Title of the lengths of games."""

BINS = 12
"""Largest number of bins for captures by ply."""

POINTS = 12
"""Number of points listed, those with most captures first."""

SPREADS = {
    "first capture": "first capture, ply",
    "captured pieces": "captured pieces",
    "lead changes": "lead changes",
    "lead change rate": "lead changes a ply",
    "decisiveness": "decisiveness",
    "behind": "winner behind",
    "drama": "drama",
    "stability": "stability",
    "coverage": "board coverage",
    "branching": "branching",
    "choices": "plies with a choice",
    "tree": "tree size, log10",
}
"""Titles of the distributions of measures, in the order of the table."""


def details(summary: Summary) -> list[Section]:
    """Return the full summary of a group."""
    titles, title = capture_titles(), heading(summary)
    if not summary.games:
        return [Section(title, about=["No game was played to its end: nothing to estimate."])]
    alone = "One game: the figures describe it, and there is nothing to estimate."
    sections = [
        Section(
            title,
            _RESULTS,
            list(_results(summary)),
            [alone] if summary.games == 1 else (),
            [against_even(summary.evenness)],
        ),
        Section("", _ENDINGS, list(_endings(summary))),
        Section("", _SPREADS, list(_spreads(summary))),
        Section("", _MIDDLES, list(_middles(summary)), remarks=list(_lasting(summary.survival))),
        Section("", ("measure", "value"), list(_measures(summary))),
    ]
    for name, counts in summary.captures.items():
        rows = [(value, f"{count:,}") for value, count in _shown(name, counts).items()]
        sections.append(Section(titles[name], rows=rows))
    return sections


def heading(summary: Summary) -> str:
    """Return the heading of a group: its keys and its number of games."""
    counted = f"{plural(summary.games, 'game')}, {plural(summary.plies, 'ply')}"
    left_out = f"; {summary.broken:,} broken and left out" if summary.broken else ""
    played = f"; {summary.accepted:,} played as recorded" if summary.accepted else ""
    return f"{title(summary)}: {counted}{left_out}{played}"


def title(summary: Summary, pooled: str = "") -> str:
    """Return the title of a group's population: game, variant, sides where they are more than two.

    Args:
        summary: the group.
        pooled: words for several variants; by default their number.
    """
    keys = summary.keys
    if not keys["game"]:
        return "unknown game"
    several = [] if pooled else list(summary.rules)
    if summary.variants > 1:
        several = [pooled or f"{summary.variants} variants pooled"]
    rules = [keys[VARIANT] or "no variant"] if VARIANT in keys else several
    many = [f"{keys[SIDES]} sides"] if SIDES in keys and keys[SIDES] not in ("2", None) else []
    return ", ".join([title_of(keys["game"]), *rules, *many])


_RESULTS = ("result", "games", "share", "95 %")
_ENDINGS = ("how it ended", "games", "share", "95 %")
_SPREADS = ("of each game", "games", "mean", "sd", "least", "most")
_MIDDLES = ("of each game", "median", "95 %", "quartiles")


def _results(summary: Summary) -> Iterator[tuple[str, ...]]:
    for place, share in zip(PLACES, summary.wins, strict=False):
        yield f"{place} player wins", *_cells(share)
    yield "drawn", *_cells(summary.draws)
    if summary.unfinished:
        yield "unfinished", number(summary.unfinished), "", f"of {summary.games:,}"


def _cells(share: Proportion) -> tuple[str, str, str]:
    return number(share.count), percent(share), between(share)


def _endings(summary: Summary) -> Iterator[tuple[str, ...]]:
    for ending, share in summary.endings.items():
        yield ending, *_cells(share)


def _distributions(summary: Summary) -> Iterator[tuple[str, Distribution, int]]:
    """Yield title, distribution and number of decimals of the measures of single games.

    Plies played are not lengths where games have no end.
    """
    yield "plies played" if summary.survival.censored else LENGTH, summary.length, 1
    for name, called in SPREADS.items():
        spread = summary.spreads[name]
        if spread.count:
            yield called, spread, places_for(spread.most or 0)


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


def _lasting(half: Survival) -> Iterator[str]:
    """Yield a sentence on the median length where some of several games have no end."""
    games = half.finished + half.censored
    if not half.censored or games == 1:
        return
    counted = (
        f"{half.censored:,} of {games:,} games have no end or were cut off, and are longer than "
        "what is known"
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
    if summary.state_space is not None:
        yield "state space, log10 at most", fixed(summary.state_space, 1)


def _shown(name: str, counts: Counts) -> Counts:
    if name == "ply":
        return binned(counts)
    if name == "point":
        most = sorted(counts.items(), key=lambda pair: -pair[1])
        return dict(most[:POINTS])
    return counts


def binned(counts: Counts) -> Counts:
    """Return counts by number, put into equal bins of 1, 2, 5, 10, 20, 50... numbers."""
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
    """Yield tables that compare groups, one a population."""
    tables: dict[tuple[str | None, ...], list[Summary]] = {}
    for summary in summaries:
        keys = summary.keys
        tables.setdefault(tuple(keys.get(word) for word in POPULATION), []).append(summary)
    for rows in tables.values():
        words = [word for word in rows[0].keys if word not in POPULATION]
        widest = max(rows, key=lambda one: one.variants)
        named = f"{title(widest, 'variants pooled')} by {' and '.join(words)}"
        yield Section(named, _COMPARED, list(map(_compared, rows)))


_COMPARED = ("", "games", "plies", "finished", "1st wins", "95 %", "drawn", "captured", "lead ch.")


def _compared(summary: Summary) -> tuple[str, ...]:
    values = [value or "(none)" for word, value in summary.keys.items() if word not in POPULATION]
    return (
        ", ".join(values),
        number(summary.games),
        fixed(summary.length.mean, 1),
        number(summary.draws.of),
        percent(summary.wins[0]),
        between(summary.wins[0]),
        percent(summary.draws),
        fixed(summary.spreads["captured pieces"].mean, 1),
        fixed(summary.spreads["lead changes"].mean, 1),
    )
