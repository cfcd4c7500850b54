"""The exact test of the first player's wins against an even game."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from analysis.statistics.estimates import ENOUGH, Proportion, rounded
from analysis.statistics.significance import binomial_test, clopper_pearson


@dataclass(frozen=True, slots=True)
class Evenness:
    """The exact test of whether the first player wins as often as every other one.

    Attributes:
        count: games that the first player won.
        of: games with a winner; draws do not count.
        even: the expected share, 1 / number of players; None if the number of players differs
            between games.
        share: the observed share; None without a game.
        low: lower end of its exact 95 % interval; None for fewer than `ENOUGH` games, or if
            `is_sample` is false.
        high: upper end of its exact 95 % interval; None as for `low`.
        p: the exact two-sided p-value; None as for `low`, and if `even` is None.
        unfinished: games without an end.
        is_sample: whether at least as many games are finished as unfinished.
    """

    count: int
    of: int
    even: float | None
    share: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    unfinished: int = 0
    is_sample: bool = True

    def to_json(self) -> dict[str, float | None]:
        """Return the test as a JSON object; missing values are null."""
        values = asdict(self)
        del values["unfinished"], values["is_sample"]
        return {name: rounded(value) for name, value in values.items()} | {"p": self.p}


def are_sample(finished: int, unfinished: int) -> bool:
    """Whether finished games can represent all: at most half of the games are unfinished.

    Results of short games differ from those of long ones, so the finished ones may be biased.
    """
    return finished >= unfinished


def evenness(wins: Sequence[Proportion], sides: Sequence[int], unfinished: int = 0) -> Evenness:
    """Return the test of the first player's wins.

    The interval is that of Clopper and Pearson, the p-value that of the exact binomial test. Games
    count as independent of each other: those of few players, or of one program, are not.

    Args:
        wins: the wins of each player, in the order of moving.
        sides: the different numbers of players that the games have.
        unfinished: the number of games without an end.
    """
    count, of = int(wins[0].count), int(sum(share.count for share in wins))
    even = 1 / sides[0] if len(sides) == 1 else None
    sample = are_sample(wins[0].of, unfinished)
    share = count / of if of else None
    if of < ENOUGH or not sample:
        return Evenness(count, of, even, share, unfinished=unfinished, is_sample=sample)
    low, high = clopper_pearson(count, of)
    p = None if even is None else binomial_test(count, of, even)
    return Evenness(count, of, even, share, low, high, p, unfinished)
