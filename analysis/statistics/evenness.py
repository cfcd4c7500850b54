"""The first player's wins against those that an even game would give."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from analysis.statistics.estimates import Proportion, rounded
from analysis.statistics.significance import binomial_test, clopper_pearson


@dataclass(frozen=True, slots=True)
class Evenness:
    """The exact test of whether the first player wins as often as every other one.

    Attributes:
        count: games that the first player won.
        of: games with a winner; draws do not count.
        even: the share of an even game, one divided by the number of players; None where it is not
            the same in all games.
        share: the observed share; None without a game, as are the other values.
        low: lower end of its exact interval of 95 %.
        high: upper end of its exact interval of 95 %.
        p: the exact two-sided p-value; None without an even share too.
    """

    count: int
    of: int
    even: float | None
    share: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None

    def to_json(self) -> dict[str, float | None]:
        """Return the test as a JSON object; values that do not exist are null."""
        return {name: rounded(value) for name, value in asdict(self).items()} | {"p": self.p}


def evenness(wins: Sequence[Proportion], sides: Sequence[int]) -> Evenness:
    """Return the test of the first player's wins.

    The interval is that of Clopper and Pearson, the p-value that of the exact binomial test. Games
    count as independent of each other: those of few players, or of one program, are not.

    Args:
        wins: the wins of each player, in the order of moving.
        sides: the different numbers of players that the games have.
    """
    count, of = int(wins[0].count), int(sum(share.count for share in wins))
    even = 1 / sides[0] if len(sides) == 1 else None
    if not of:
        return Evenness(count, of, even)
    low, high = clopper_pearson(count, of)
    p = None if even is None else binomial_test(count, of, even)
    return Evenness(count, of, even, count / of, low, high, p)
