"""Summaries as one long table: a row for each figure, as spreadsheets and data frames like it."""

from collections.abc import Iterable, Iterator
from typing import Any

from analysis.statistics.estimates import Distribution, Proportion, rounded
from analysis.statistics.summaries import PLACES, Summary

FIGURES = ("count", "value", "low", "high", "deviation", "median", "least", "most")
"""Columns of a figure: how many cases, the share or mean, the ends of a share's interval of 95 %,
and for the mean of a spread what else there is to say of it."""


def tidy(summaries: Iterable[Summary]) -> Iterator[dict[str, Any]]:
    """Yield a row for each figure: what the games share, ``table``, ``item``, and `FIGURES`."""
    for summary in summaries:
        for table, item, figures in _figures(summary):
            yield {
                **summary.keys,
                "table": table,
                "item": item,
                **{name: figures.get(name) for name in FIGURES},
            }


def _figures(summary: Summary) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for item in ("records", "valid", "broken", "games", "plies", "unfinished"):
        yield "counts", item, {"count": getattr(summary, item)}
    yield "spreads", "length", _spread(summary.length)
    for place, share in zip(PLACES, summary.wins, strict=False):
        yield "results", place, _share(share)
    yield "results", "drawn", _share(summary.draws)
    for ending, share in summary.endings.items():
        yield "endings", ending, _share(share)
    for name, value in summary.measures.items():
        yield "measures", name, {"value": rounded(value)}
    for name, spread in summary.spreads.items():
        yield "spreads", name, _spread(spread)
    for name, counts in summary.captures.items():
        for item, count in counts.items():
            yield f"captures by {name}", item, {"count": count}


def _share(share: Proportion) -> dict[str, Any]:
    figures = share.to_json()
    return {"count": share.count, "value": figures["share"], **figures}


def _spread(spread: Distribution) -> dict[str, Any]:
    figures = spread.to_json()
    return {"value": figures["mean"], **figures}
