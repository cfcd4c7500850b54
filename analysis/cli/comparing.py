"""The comparisons of ``ludograph stats --compare`` as text and as rows of a table."""

import textwrap
from collections.abc import Iterable, Iterator

from analysis.cli.text_table import (
    NOTHING,
    WIDTH,
    aligned,
    between,
    chance,
    number,
    percent,
    quartiles,
)
from analysis.games import title_of
from analysis.statistics.comparing import ComparedGroup, GroupComparison, Pair, stands
from analysis.text import plural

MARK = "*"
"""Stands behind a p-value that stands after the correction for many tests."""

NAME = 30
"""Most characters of the name of a pair."""

CSV_COLUMNS = (
    *("compare", "sides", "one", "other", "finished_one", "finished_other", "shared"),
    *("wins_one", "wins_other", "difference", "low", "high", "wins_p", "wins_p_adjusted"),
    *("median_one", "median_other", "u", "superiority", "rank_biserial"),
    *("lengths_p", "lengths_p_adjusted", "tests"),
)
"""Columns of the CSV table, after those of the keys."""


def csv_rows(found: Iterable[GroupComparison]) -> Iterator[dict[str, object]]:
    """Yield a row for each pair."""
    for comparison in found:
        for pair in comparison.pairs:
            low, high = pair.difference or (None, None)
            here, there, lengths = pair.one.wins.value, pair.other.wins.value, pair.lengths
            values = (
                *(comparison.word, comparison.sides, pair.one.value, pair.other.value),
                *(pair.one.wins.of, pair.other.wins.of, pair.shared, here, there),
                None if here is None or there is None else here - there,
                *(low, high, pair.wins_p, pair.wins_adjusted),
                *(pair.one.length.median, pair.other.length.median),
                *(lengths[:2] if lengths else (None, None)),
                *((lengths.rank_biserial, lengths.p) if lengths else (None, None)),
                *(pair.lengths_adjusted, comparison.tests),
            )
            yield {**comparison.keys, **dict(zip(CSV_COLUMNS, values, strict=True))}


def lines(comparison: GroupComparison) -> Iterator[str]:
    """Yield a comparison as lines: the groups, the pairs, and what is to be known of them."""
    word = comparison.word
    agreed = [value or f"no {key}" for key, value in comparison.keys.items() if key != "game"]
    title = title_of(comparison.keys["game"] or "") or "unknown game"
    many = [f"{comparison.sides} players"] if comparison.sides > 2 else []
    pooled = [f"{comparison.variants} variants pooled"] if comparison.variants > 1 else []
    yield f"{', '.join([title, *agreed, *many, *pooled])}: compared by {word}"
    if comparison.members:
        rows = (_group(place, one) for place, one in enumerate(comparison.members, start=1))
        yield from ("", *aligned([_GROUP_HEAD, *rows]))
    if comparison.tests:
        names = list(_names(comparison))
        yield from ("", *aligned([_WINS_HEAD, *map(_wins, names, comparison.pairs)]))
        yield from ("", *aligned([_LENGTHS_HEAD, *map(_lengths, names, comparison.pairs)]))
    yield ""
    yield from textwrap.wrap(" ".join(_remarks(comparison)), WIDTH)


_GROUP_HEAD = ("group", "finished", "unfinished", "wins", "95 %", "median plies", "quartiles")


def _group(place: int, member: ComparedGroup) -> tuple[str, ...]:
    spread = member.length
    return (
        f"{place}. {member.value}",
        *(number(member.wins.of), number(member.unfinished)),
        *(percent(member.wins.value), between(member.wins)),
        *(number(spread.median), quartiles(spread)),
    )


_WINS_HEAD = ("wins", "difference", "95 %", "p", "")


def _wins(name: str, pair: Pair) -> tuple[str, ...]:
    if pair.difference is None or pair.wins_p is None:
        return name, NOTHING, NOTHING, NOTHING, ""
    off = pair.one.wins.count / pair.one.wins.of - pair.other.wins.count / pair.other.wins.of
    low, high = (f"{100 * end:+.1f}" for end in pair.difference)
    mark = MARK if stands(pair.wins_adjusted) else ""
    return name, f"{100 * off:+.1f}", f"{low} to {high} %", chance(pair.wins_p), mark


_LENGTHS_HEAD = ("lengths", "longer", "rank-biserial", "p", "")


def _lengths(name: str, pair: Pair) -> tuple[str, ...]:
    found = pair.lengths
    if found is None:
        return name, NOTHING, NOTHING, NOTHING, ""
    mark = MARK if stands(pair.lengths_adjusted) else ""
    effect = percent(found.superiority), f"{found.rank_biserial:+.2f}"
    return name, *effect, chance(found.p), mark


def _names(comparison: GroupComparison) -> Iterator[str]:
    """Yield the names of pairs; their numbers where a name is too long."""
    numbers = {one.value: f"{place}." for place, one in enumerate(comparison.members, start=1)}
    for pair in comparison.pairs:
        name = f"{pair.one.value} / {pair.other.value}"
        long = len(name) > NAME
        yield f"{numbers[pair.one.value]} / {numbers[pair.other.value]}" if long else name


def _remarks(comparison: GroupComparison) -> Iterator[str]:
    word = comparison.word
    if not comparison.tests:
        finished = sum(bool(member.wins.of) for member in comparison.members)
        yield f"{plural(finished, 'group')} by {word} with finished games: nothing to compare."
    else:
        who = "the player" if word == "player" else "the first player"
        yield (
            f"Finished games only. Wins of {who}, with Newcombe's interval and Fisher's test; "
            'lengths by Mann and Whitney\'s test, "longer" is the chance that a game of the first '
            f"group is the longer one. {MARK} stands at a false discovery rate of 5 % in "
            f"{plural(comparison.tests, 'test')} (Benjamini and Hochberg)."
        )
    shared = sum(pair.shared for pair in comparison.pairs)
    if shared:
        yield f"{plural(shared, 'game')} of both groups of a pair left out there."
    if comparison.without:
        yield f"{plural(comparison.without, 'game')} without {word} left out."
    if comparison.left_out:
        yield f"{plural(comparison.left_out, 'smaller group')} left out."
