"""Comparisons of groups as sections: the groups, their pairs, and what the tests mean."""

from collections.abc import Iterator

from analysis.games import title_of
from analysis.statistics.comparing import ComparedGroup, GroupComparison, Pair
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.section import (
    MARK,
    NOTHING,
    Section,
    between,
    chance,
    fixed,
    number,
    percent,
    quartiles,
    share_of,
)
from analysis.statistics.significance import stands
from notation.numbers import plural

NAME = 30
"""Most characters of the name of a pair."""


def compared(comparison: GroupComparison) -> list[Section]:
    """Return a comparison: the groups, the pairs, and what is to be known of them."""
    word = comparison.word
    agreed = [value or f"no {key}" for key, value in comparison.keys.items() if key != "game"]
    title = title_of(comparison.keys["game"] or "") or "unknown game"
    many = [f"{comparison.sides} players"] if comparison.sides > 2 else []
    pooled = [f"{comparison.variants} variants pooled"] if comparison.variants > 1 else []
    title = f"{', '.join([title, *agreed, *many, *pooled])}: compared by {word}"
    groups = [_group(place, one) for place, one in enumerate(comparison.members, start=1)]
    sections = [Section(title, _GROUP_HEAD if groups else (), groups)]
    if comparison.tests:
        names = list(_names(comparison))
        sections.append(Section("", _WINS_HEAD, list(map(_wins, names, comparison.pairs))))
        sections.append(Section("", _LENGTHS_HEAD, list(map(_lengths, names, comparison.pairs))))
    sections[-1] = sections[-1]._replace(remarks=[" ".join(_remarks(comparison))])
    return sections


_GROUP_HEAD = ("group", "finished", "unfinished", "wins", "95 %", "median plies", "quartiles")


def _group(place: int, member: ComparedGroup) -> tuple[str, ...]:
    spread, lasting = member.length, member.survival
    censored = lasting.censored > 0
    return (
        f"{place}. {member.value}",
        *(number(member.wins.of), number(member.unfinished)),
        *(percent(member.wins), between(member.wins)),
        number(lasting.median if censored else spread.median),
        NOTHING if censored else quartiles(spread),
    )


_WINS_HEAD = ("wins", "difference", "95 %", "p", "")


def _wins(name: str, pair: Pair) -> tuple[str, ...]:
    if pair.difference is None or pair.wins_p is None:
        return name, NOTHING, NOTHING, NOTHING, ""
    off = pair.one.wins.count / pair.one.wins.of - pair.other.wins.count / pair.other.wins.of
    low, high = (f"{100 * end:+.1f}" for end in pair.difference)
    mark = MARK if stands(pair.wins_adjusted) else ""
    return name, f"{100 * off:+.1f}", f"{low} to {high} %", chance(pair.wins_p), mark


_LENGTHS_HEAD = ("lengths", "longer", "rank-biserial", "end rate", "p", "", "test")


def _lengths(name: str, pair: Pair) -> tuple[str, ...]:
    found, censored = pair.lengths, pair.log_rank
    effect = (NOTHING,) * 3
    if censored:
        effect = NOTHING, NOTHING, fixed(censored.rate, 2)
    elif found:
        effect = share_of(found.superiority), f"{found.rank_biserial:+.2f}", NOTHING
    p, mark = pair.lengths_p, MARK if stands(pair.lengths_adjusted) else ""
    return name, *effect, chance(p), mark, pair.length_test or NOTHING


def _names(comparison: GroupComparison) -> Iterator[str]:
    """Yield the names of pairs; their numbers where a name is too long."""
    numbers = {one.value: f"{place}." for place, one in enumerate(comparison.members, start=1)}
    for pair in comparison.pairs:
        name = f"{pair.one.value} / {pair.other.value}"
        long = len(name) > NAME
        yield f"{numbers[pair.one.value]} / {numbers[pair.other.value]}" if long else name


def _length_remarks(comparison: GroupComparison) -> Iterator[str]:
    """Yield sentences on the tests of the lengths that were used."""
    tests = {pair.length_test for pair in comparison.pairs}
    if "mann-whitney" in tests:
        yield (
            "Lengths by Mann and Whitney's test where all games are complete: "
            '"longer" is the chance that a game of the first group is the longer one.'
        )
    if "log-rank" in tests:
        yield (
            "Lengths by the log-rank test where games have no end or were cut off, with the "
            'median by Kaplan and Meier: "end rate" is how often games of the first group end '
            "for each end of the second."
        )


def _remarks(comparison: GroupComparison) -> Iterator[str]:
    word = comparison.word
    if not comparison.tests:
        groups = plural(sum(one.wins.of >= ENOUGH for one in comparison.members), "group")
        yield f"{groups} by {word} with {ENOUGH} finished games or more: nothing to compare."
    else:
        who = "the player" if word == "player" else "the first player"
        yield (
            f"Wins of {who} in finished games, with Newcombe's interval and Fisher's test. "
            f"{' '.join(_length_remarks(comparison))} "
            f"{MARK} stands at a false discovery rate of 5 % in "
            f"{plural(comparison.tests, 'test')} (Benjamini and Hochberg)."
        )
    few = [one.value for one in comparison.members if one.wins.of < one.unfinished]
    if few:
        yield (
            "Most games are unfinished, so that the wins of the rest do not describe them: "
            f"{', '.join(few)}."
        )
    shared = sum(pair.shared for pair in comparison.pairs)
    if shared:
        yield f"{plural(shared, 'game')} of both groups of a pair left out there."
    if comparison.self_play:
        yield f"{plural(comparison.self_play, 'game')} of self-play left out."
    if comparison.without:
        yield f"{plural(comparison.without, 'game')} without {word} left out."
    if comparison.left_out:
        yield f"{plural(comparison.left_out, 'smaller group')} left out."
