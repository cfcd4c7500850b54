"""Comparison of groups of games in pairs: shares of wins, lengths, and the sections that show them.

A *word* is the name of a property by which games are grouped, such as ``variant``, ``player``,
``period`` or a tag. The groups of a comparison differ in the value of one word, and have equal
values of all other words, so that no populations are mixed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from analysis.games import title_of
from analysis.statistics.estimates import (
    ENOUGH,
    Distribution,
    Proportion,
    distribution,
    newcombe,
    to_json,
)
from analysis.statistics.games import COMPLETE, FINISHED, ROW, WHOLE, GameTable, Group
from analysis.statistics.groups import PLAYER, SIDES, VARIANT, population_words
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
    significance,
)
from analysis.statistics.significance import adjusted, are_sample, fisher_test, is_significant
from analysis.statistics.survival import LogRank, Survival, log_rank, survival
from analysis.tables.schema import PLAYERS
from notation.numbers import plural

LARGEST = 8
"""Maximum number of groups in a comparison: those with most finished games."""

NAME = 30
"""Maximum length of the name of a pair, in characters."""


class ComparedGroup(NamedTuple):
    """A group of a comparison, without its broken games.

    ``value`` is the value of the word in which the groups differ. ``wins`` is the share of finished
    games won by the first player or, where players are compared, by the player ``value``.
    ``length`` describes the complete games; in ``survival`` incomplete games count as censored.
    """

    value: str
    wins: Proportion
    length: Distribution
    unfinished: int
    survival: Survival


@dataclass(slots=True)
class WinsTest:
    """The difference of two groups' shares of wins, with Newcombe's 95 % interval.

    ``p`` is the p-value of Fisher's exact test; ``p_adjusted`` is ``p`` adjusted for all tests of
    the comparison. The difference is None if a group has no finished game. The other values are
    None if a group has fewer than `ENOUGH` finished games, or more unfinished than finished games.
    """

    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_adjusted: float | None = None


class Pair(NamedTuple):
    """Two groups and their tests. Games in both groups are left out; ``shared`` is their number.

    The lengths are not tested if a group has fewer than `ENOUGH` games, or no game is complete.
    """

    one: ComparedGroup
    other: ComparedGroup
    shared: int
    wins: WinsTest
    lengths: LogRank | None


class GroupComparison(NamedTuple):
    """The comparison of the groups of one population.

    Attributes:
        word: the word in which the groups differ.
        keys: the values of the other words, which all groups share.
        sides: number of sides of the games.
        variants: number of variants that are pooled; 1 where variants are compared.
        members: the groups, the one with most finished games first.
        left_out: number of smaller groups that are not compared.
        without: number of games in which the value of the word is missing.
        self_play: where players are compared, number of games left out because a player has several
            sides.
        pairs: all pairs of the groups.
        tests: number of tests for which p-values are adjusted.
    """

    word: str
    keys: dict[str, str | None]
    sides: int
    variants: int
    members: list[ComparedGroup]
    left_out: int
    without: int
    self_play: int
    pairs: list[Pair]
    tests: int

    def to_json(self) -> Iterator[dict[str, object]]:
        """Yield a JSON object for each pair, with the values that all pairs share."""
        common = {**self.keys, "compare": self.word, "sides": self.sides}
        common |= {"variants": self.variants, "tests": self.tests, "self_play": self.self_play}
        yield from ({**common, **to_json(pair)} for pair in self.pairs)


def compare(
    games: GameTable, word: str, by: Sequence[str] = (), pool: bool = False
) -> Iterator[GroupComparison]:
    """Yield a comparison of groups for each population: a game, variant and number of sides.

    Args:
        games: the table of games, with the columns of all words.
        word: the word in which the groups differ; see `analysis.statistics.games.GameTable.groups`.
        by: words whose values all games of a comparison share.
        pool: whether the variants of a game are one population.

    Raises:
        NoSuchGroup: a word is neither a column nor a tag.
    """
    whole = games.some(games[WHOLE] & (games[SIDES] > 0))
    words = population_words(by, pool or word == VARIANT)
    for stratum in whole.groups([one for one in words if one not in (word, SIDES)]):
        sides = stratum.games[SIDES]
        for many in sorted(set(sides.tolist())):
            yield _comparison(word, stratum.keys, many, stratum.games.some(sides == many))


def _comparison(
    word: str, keys: dict[str, str | None], sides: int, games: GameTable
) -> GroupComparison:
    kept = games
    if word == PLAYER:  # games against oneself do not compare players
        kept = games.some(games.count_names() == (games.players[0] >= 0).sum(axis=0))
    found = kept.groups((word,))
    named = [group for group in found if group.keys[word] is not None]
    named.sort(key=lambda group: (-int(group.games[FINISHED].sum()), str(group.keys[word])))
    pairs = [_pair(word, one, other) for one, other in combinations(named[:LARGEST], 2)]
    tests = [
        test for pair in pairs for test in (pair.wins, pair.lengths) if test and test.p is not None
    ]
    for test, p in zip(tests, adjusted(test.p for test in tests), strict=True):
        test.p_adjusted = p
    return GroupComparison(
        word,
        keys,
        sides,
        variants=1 if word == VARIANT else len(games.variants),
        members=[_member(word, group, group.games) for group in named[:LARGEST]],
        left_out=max(len(named) - LARGEST, 0),
        without=sum(len(group) for group in found if group.keys[word] is None),
        self_play=len(games) - len(kept),
        pairs=pairs,
        tests=len(tests),
    )


def _member(word: str, group: Group, games: GameTable) -> ComparedGroup:
    """Describe the ``games`` of a group, which may be only some of them."""
    value = str(group.keys[word])
    finished, plies, complete = games[FINISHED], games["plies"], games[COMPLETE]
    wins = games.results(finished)[0]["first"]
    if word == PLAYER:
        players, names = games.players
        code = names.index(value) if value in names else -2
        won = (players == code) & (games["won"] == [[side + 1] for side in range(len(PLAYERS))])
        wins = Proportion(int(won[:, finished].sum()), wins.of)
    lengths = distribution(plies[complete])
    return ComparedGroup(value, wins, lengths, len(games) - wins.of, survival(plies, complete))


def _pair(word: str, one: Group, other: Group) -> Pair:
    here, there = one.games, other.games
    both = np.intersect1d(here[ROW], there[ROW])
    here, there = (games.some(~np.isin(games[ROW], both)) for games in (here, there))
    first, second = _member(word, one, here), _member(word, other, there)
    lengths = None
    if min(len(here), len(there)) >= ENOUGH and (here[COMPLETE].any() or there[COMPLETE].any()):
        lengths = log_rank((here["plies"], here[COMPLETE]), (there["plies"], there[COMPLETE]))
    return Pair(first, second, len(both), _wins_test(first, second), lengths)


def _wins_test(one: ComparedGroup, other: ComparedGroup) -> WinsTest:
    here, there = one.wins, other.wins
    if here.share is None or there.share is None:
        return WinsTest()
    off = here.share - there.share
    enough = min(here.of, there.of) >= ENOUGH
    if not (enough and all(are_sample(group.wins.of, group.unfinished) for group in (one, other))):
        return WinsTest(off)
    p = fisher_test(int(here.count), here.of, int(there.count), there.of)
    return WinsTest(off, *newcombe(here, there), p)


def compared(comparison: GroupComparison) -> list[Section]:
    """Return the sections of a comparison: the groups, the pairs, and remarks on the tests."""
    word, keys = comparison.word, comparison.keys
    title = [title_of(keys["game"] or "") or "unknown game"]
    title += [value or f"no {key}" for key, value in keys.items() if key != "game"]
    title += [f"{comparison.sides} players"] if comparison.sides > 2 else []
    title += [f"{comparison.variants} variants pooled"] if comparison.variants > 1 else []
    groups = [
        (
            f"{place}. {one.value}",
            number(one.wins.of),
            number(one.unfinished),
            percent(one.wins),
            between(one.wins),
            number(one.survival.median),
            NOTHING if one.survival.censored else quartiles(one.length),
        )
        for place, one in enumerate(comparison.members, start=1)
    ]
    heads = _GROUP_HEAD if groups else ()
    sections = [Section(f"{', '.join(title)}: compared by {word}", heads, groups)]
    if comparison.tests:
        sections.append(Section("", _PAIR_HEAD, list(_pair_rows(comparison))))
    sections[-1] = sections[-1]._replace(remarks=[" ".join(_remarks(comparison))])
    return sections


_GROUP_HEAD = ("group", "finished", "unfinished", "wins", "95 %", "median plies", "quartiles")
_PAIR_HEAD = ("pair", "wins", "95 %", "p", "", "end rate", "p", "")


def _pair_rows(comparison: GroupComparison) -> Iterator[tuple[str, ...]]:
    """Yield a row for each pair of groups.

    Its name has the values of both groups, or their numbers in the table of groups if the values
    are longer than `NAME`.
    """
    numbers = {one.value: f"{place}." for place, one in enumerate(comparison.members, start=1)}
    for one, other, _, wins, lengths in comparison.pairs:
        name = f"{one.value} / {other.value}"
        if len(name) > NAME:
            name = f"{numbers[one.value]} / {numbers[other.value]}"
        cells = NOTHING, NOTHING, NOTHING, ""
        if wins.difference is not None and wins.low is not None and wins.high is not None:
            off, low, high = (f"{100 * end:+.1f}" for end in (wins.difference, wins.low, wins.high))
            cells = off, f"{low} to {high} %", chance(wins.p), _mark(wins)
        ends = NOTHING, NOTHING, ""
        if lengths:
            ends = fixed(lengths.rate, 2), chance(lengths.p), _mark(lengths)
        yield name, *cells, *ends


def _mark(test: WinsTest | LogRank) -> str:
    return MARK if is_significant(test.p_adjusted) else ""


def _remarks(comparison: GroupComparison) -> Iterator[str]:
    word = comparison.word
    if not comparison.tests:
        groups = plural(sum(one.wins.of >= ENOUGH for one in comparison.members), "group")
        yield f"{groups} by {word} with {ENOUGH} finished games or more: nothing to compare."
    else:
        who = "the player" if word == "player" else "the first player"
        marked = any(_mark(test) for *_, wins, lengths in comparison.pairs
                     for test in (wins, lengths) if test)  # fmt: skip
        yield (
            f"Wins: the share of finished games that {who} won in the first group, minus that in "
            "the second, with Newcombe's interval and Fisher's test. End rate: the rate at which "
            "games of the first group end, divided by that of the second, with the log-rank test. "
            f"{significance(marked, comparison.tests)} (Benjamini and Hochberg)."
        )
    few = [one.value for one in comparison.members if not are_sample(one.wins.of, one.unfinished)]
    if few:
        yield (
            "Groups with more unfinished than finished games, whose wins describe the latter only: "
            f"{', '.join(few)}."
        )
    shared = sum(pair.shared for pair in comparison.pairs)
    if shared:
        yield f"{plural(shared, 'game')} in both groups of a pair left out of that pair."
    if comparison.self_play:
        yield f"{plural(comparison.self_play, 'game')} of self-play left out."
    if comparison.without:
        yield f"{plural(comparison.without, 'game')} without {word} left out."
    if comparison.left_out:
        yield f"{plural(comparison.left_out, 'smaller group')} left out."
