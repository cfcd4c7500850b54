"""Groups of games compared: shares of wins and lengths, two groups at a time; with sections.

The groups of a comparison have different values of one word (a variant, a player, a period, a tag)
and equal values of the others, so that no populations are mixed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from analysis.games import title_of
from analysis.statistics.estimates import ENOUGH, Distribution, Proportion, rounded, significant
from analysis.statistics.games import ROW, GameTable, Group
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
    share_of,
)
from analysis.statistics.significance import (
    RankTest,
    are_sample,
    benjamini_hochberg,
    fisher_test,
    newcombe,
    rank_test,
    stands,
)
from analysis.statistics.summaries import results
from analysis.statistics.survival import LogRank, Survival, log_rank, survival
from analysis.tables.schema import PLAYERS
from notation.numbers import plural

LARGEST = 8
"""Most groups of a comparison, those with most finished games."""


@dataclass(frozen=True, slots=True)
class ComparedGroup:
    """A group of a comparison, without unfinished and broken games.

    Attributes:
        value: the value of the word in which the groups differ.
        wins: proportion of the finished games that the first player won; where players are
            compared, that the player won.
        length: the lengths of the complete games in plies.
        unfinished: number of games without an end.
        survival: the median length, in which incomplete games count as censored.
    """

    value: str
    wins: Proportion
    length: Distribution
    unfinished: int
    survival: Survival

    def to_json(self) -> dict[str, Any]:
        """Return the group as a JSON object."""
        return {
            "value": self.value,
            "wins": self.wins.to_json(),
            "length": self.length.to_json(),
            "unfinished": self.unfinished,
            "survival": self.survival.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups compared.

    Attributes:
        one: the first group.
        other: the second group. Games that are in both groups are left out of both.
        shared: number of games that are in both groups.
        difference: interval of the first share of wins less the second, by Newcombe; None where a
            group has fewer than `ENOUGH` finished games, or more unfinished than finished ones.
        wins_p: p-value of equal shares, by Fisher's exact test; None under the same conditions.
        lengths: Mann and Whitney's test of the lengths of the complete games.
        log_rank: the log-rank test of the lengths; None where all games are complete.
        wins_adjusted: `wins_p` adjusted for all tests of the comparison, by Benjamini and Hochberg.
        lengths_adjusted: `lengths_p`, adjusted in the same way.
    """

    one: ComparedGroup
    other: ComparedGroup
    shared: int = 0
    difference: tuple[float, float] | None = None
    wins_p: float | None = None
    lengths: RankTest | None = None
    log_rank: LogRank | None = None
    wins_adjusted: float | None = None
    lengths_adjusted: float | None = None

    @property
    def lengths_p(self) -> float | None:
        """The p-value of equal lengths, from the log-rank test where some games are incomplete."""
        test = self.log_rank or self.lengths
        return test and test.p

    @property
    def length_test(self) -> str | None:
        """The name of the test of the lengths; None for none."""
        return "log-rank" if self.log_rank else self.lengths and "mann-whitney"

    def to_json(self) -> dict[str, Any]:
        """Return the pair as a JSON object; values that do not exist are null."""
        low, high = self.difference or (None, None)
        here, there, lengths = self.one.wins.value, self.other.wins.value, self.lengths
        off = None if here is None or there is None else here - there
        return {
            "one": self.one.to_json(),
            "other": self.other.to_json(),
            "shared": self.shared,
            "wins": {
                "difference": rounded(off),
                "low": rounded(low),
                "high": rounded(high),
                "p": significant(self.wins_p),
                "p_adjusted": significant(self.wins_adjusted),
            },
            "lengths": {
                "u": lengths and lengths.u,
                "superiority": lengths and rounded(lengths.superiority),
                "rank_biserial": lengths and rounded(lengths.rank_biserial),
                "p": significant(self.lengths_p),
                "p_adjusted": significant(self.lengths_adjusted),
                "test": self.length_test,
                "log_rank": self.log_rank and self.log_rank.to_json(),
            },
        }


@dataclass(frozen=True, slots=True)
class GroupComparison:
    """The comparison of the groups of one population.

    Attributes:
        word: the word in which the groups differ.
        keys: the values in which they agree, by word.
        sides: number of sides of the games.
        variants: number of variants that are pooled; 1 where the variants are the groups.
        members: the groups, sorted by falling number of finished games.
        left_out: number of smaller groups that are not compared.
        without: number of games without a value of the word.
        self_play: where players are compared, number of games left out because a player has several
            sides.
        pairs: all pairs of the groups.
    """

    word: str
    keys: dict[str, str | None]
    sides: int
    variants: int
    members: tuple[ComparedGroup, ...]
    left_out: int
    without: int
    self_play: int
    pairs: tuple[Pair, ...]

    @property
    def tests(self) -> int:
        """The number of tests, for which p-values are adjusted."""
        tested = [p for pair in self.pairs for p in (pair.wins_p, pair.lengths_p)]
        return len(tested) - tested.count(None)

    def to_json(self) -> Iterator[dict[str, object]]:
        """Yield each pair as a JSON object, with the values that all pairs share."""
        common = {**self.keys, "compare": self.word, "sides": self.sides}
        common |= {"variants": self.variants, "tests": self.tests, "self_play": self.self_play}
        yield from ({**common, **pair.to_json()} for pair in self.pairs)


def compare(
    games: GameTable, word: str, by: Sequence[str] = (), pool: bool = False
) -> Iterator[GroupComparison]:
    """Yield a comparison of each population, by game, variant and number of sides.

    Args:
        games: the table of games, with the words.
        word: the word in which the groups differ; see
            `analysis.statistics.games.GameTable.groups`.
        by: words in which the games of a comparison agree.
        pool: whether the variants of a game are one population.

    Raises:
        NoSuchGroup: there is no such column or tag.
    """
    whole = games.some(games.whole & (games[SIDES] > 0))
    words = population_words(by, pool or word == VARIANT)
    for stratum in whole.groups([one for one in words if one not in (word, SIDES)]):
        sides = stratum.games[SIDES]
        for many in sorted(set(sides.tolist())):
            yield _comparison(word, stratum.keys, many, stratum.games.some(sides == many))


def _comparison(
    word: str, keys: dict[str, str | None], sides: int, games: GameTable
) -> GroupComparison:
    kept = games
    if word == PLAYER:  # who won against oneself does not compare players
        kept = games.some(games.count_names() == (games.players[0] >= 0).sum(axis=0))
    found = list(kept.groups((word,)))
    named = [group for group in found if group.keys[word] is not None]
    named.sort(key=lambda group: (-int(group.games.finished.sum()), str(group.keys[word])))
    shown = named[:LARGEST]
    pairs = [_pair(word, one, other) for one, other in combinations(shown, 2)]
    return GroupComparison(
        word,
        keys,
        sides,
        1 if word == VARIANT else len(games.variants),
        tuple(_member(word, group) for group in shown),
        len(named) - len(shown),
        sum(len(group.games) for group in found if group.keys[word] is None),
        len(games) - len(kept),
        tuple(_adjusted(pairs)),
    )


def _member(word: str, group: Group) -> ComparedGroup:
    games, value = group.games, str(group.keys[word])
    ended = games.some(games.finished)
    wins = _wins_of(value, ended) if word == PLAYER else results(ended)[0][0]
    plies = games["plies"]
    lengths, lasting = Distribution.of(plies[games.complete]), survival(plies, games.complete)
    return ComparedGroup(value, wins, lengths, len(games) - len(ended), lasting)


def _wins_of(player: str, ended: GameTable) -> Proportion:
    """Return the proportion of the finished games that a player won, on any side."""
    (players, names), won = ended.players, ended["won"]
    code = names.index(player) if player in names else -2
    sides = range(1, len(PLAYERS) + 1)
    wins = (players == code) & (won == [[side] for side in sides])
    return Proportion(int(wins.sum()), len(ended))


def _pair(word: str, one: Group, other: Group) -> Pair:
    both = np.intersect1d(one.games[ROW], other.games[ROW])
    here, there = (
        group._replace(games=group.games.some(~np.isin(group.games[ROW], both)))
        for group in (one, other)
    )
    pair = Pair(_member(word, here), _member(word, there), len(both))
    first, second = pair.one.wins, pair.other.wins
    if all(
        one.wins.of >= ENOUGH and are_sample(one.wins.of, one.unfinished)
        for one in (pair.one, pair.other)
    ):
        pair = replace(
            pair,
            difference=newcombe(first.count, first.of, second.count, second.of),
            wins_p=fisher_test(int(first.count), first.of, int(second.count), second.of),
        )
    if min(len(group.games) for group in (here, there)) < ENOUGH:
        return pair
    lengths = [(one.games["plies"], one.games.complete) for one in (here, there)]
    sizes = [plies[known].tolist() for plies, known in lengths]
    censored = pair.one.survival.censored + pair.other.survival.censored
    return replace(
        pair,
        lengths=rank_test(*sizes) if all(sizes) else None,
        log_rank=log_rank(*lengths) if censored and any(sizes) else None,
    )


def _adjusted(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Yield pairs with p-values adjusted for all tests of all pairs."""
    chances = [p for pair in pairs for p in (pair.wins_p, pair.lengths_p) if p is not None]
    adjusted = iter(benjamini_hochberg(chances))
    for pair in pairs:
        wins, lengths = (
            None if p is None else next(adjusted) for p in (pair.wins_p, pair.lengths_p)
        )
        yield replace(pair, wins_adjusted=wins, lengths_adjusted=lengths)


NAME = 30
"""Most characters of the name of a pair."""


def compared(comparison: GroupComparison) -> list[Section]:
    """Return a comparison as sections: the groups, the pairs, and remarks on the tests."""
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
    """Yield the names of pairs; numbers of groups where the name is too long."""
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
