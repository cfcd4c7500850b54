"""The nodes of opening trees."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from analysis.games.position import AnyPosition
from analysis.openings.scores import Score
from analysis.statistics.estimates import Proportion


@dataclass(slots=True)
class OpeningNode:
    """A position of an opening tree, and the move that led to it.

    Attributes:
        line: the moves from the first position, this one the last; none for the first position.
        position: the position, in the orientation of the line.
        side: index of the side that moved; for the first position, of the side to move.
        times: number of games in which the move was played in the position before.
        share: `times` as a share of all games that reached the position before.
        fold: number of equivalent moves, which a symmetrical position before has.
        results: the results of all games that reached the position, by any line.
        key: the key under which the position is counted.
        name: its name, empty for none.
        transposes: whether its continuations are listed under another line.
        replies: the moves played next, the most frequent first.
        accepted: number of games in which the move was illegal, and carried out as recorded.
        p: p-value of as many wins of the side as of every other, by the exact binomial test of the
            games that were won; None for the first position, and without such games.
        p_adjusted: `p` adjusted for all positions of the tree, by Benjamini and Hochberg.
    """

    line: tuple[str, ...]
    position: AnyPosition
    side: int
    times: int
    share: float
    fold: int
    results: Score
    key: int
    name: str
    transposes: bool = False
    replies: list["OpeningNode"] = field(default_factory=list)
    accepted: int = 0
    p: float | None = None
    p_adjusted: float | None = None

    @property
    def move(self) -> str:
        """The move's text, empty for the first position."""
        return self.line[-1] if self.line else ""

    @property
    def score(self) -> float | None:
        """The mean score of the side, a win being 1; None without results."""
        decided = self.results.decided
        return self.results.points(self.side) / decided if decided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The Wilson interval of the score, at 95 %; None of fewer than `ENOUGH` games."""
        return Proportion(self.results.points(self.side), self.results.decided).interval

    @property
    def mean_plies(self) -> float:
        """The mean length of the games that reached the position, in plies."""
        return self.results.plies / self.results.games

    def walk(self) -> Iterator["OpeningNode"]:
        """Yield this node and all under it, each before its replies."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.replies))
