"""Scores of positions and moves of opening trees."""

from dataclasses import dataclass

from analysis.replay.replay import Replay
from records.model import Source, played_on

EXAMPLES = 3
"""Most games that are named for a position."""


@dataclass(slots=True)
class Score:
    """The results of the games that reached a position; each game counts once.

    Attributes:
        games: number of games.
        plies: sum of their lengths.
        last: the latest known date, such as ``2004``, ``2004-05`` or ``2004-05-17``.
        draws: number of drawn games.
        wins: games won by each side, in the order of the sides.
        years: number of games of each known year.
        examples: where the records of the first games are, at most `EXAMPLES`.
    """

    games: int
    plies: int
    last: str
    draws: int
    wins: list[int]
    years: dict[str, int]
    examples: tuple[Source, ...]

    def add(self, other: "Score") -> None:
        """Add other games."""
        self.games += other.games
        self.plies += other.plies
        self.draws += other.draws
        self.last = max(self.last, other.last)
        for side, wins in enumerate(other.wins):
            if wins:
                self.wins[side] += wins
        for year, games in other.years.items():
            self.years[year] = self.years.get(year, 0) + games
        if len(self.examples) < EXAMPLES:
            self.examples = (self.examples + other.examples)[:EXAMPLES]

    def copy(self) -> "Score":
        """Return a copy, to which other games can be added."""
        wins, years = self.wins.copy(), self.years.copy()
        return Score(self.games, self.plies, self.last, self.draws, wins, years, self.examples)

    @property
    def decided(self) -> int:
        """Number of games with a result."""
        return self.draws + sum(self.wins)

    def points(self, side: int) -> float:
        """Return the points of a side: one for a win, an equal share of one for a draw."""
        return self.wins[side] + self.draws / len(self.wins)


@dataclass(slots=True)
class Edge:
    """A move played in a position.

    Attributes:
        times: number of games in which it was played.
        leads_to: key of the position after it.
        example: the text of the first game that played it.
        dialect: the dialect of the text.
        symmetry: index of the symmetry from the example's board to the orientation in which the
            position before is counted.
        accepted: number of the games in which it was illegal, and carried out as recorded.
        images: bit set of the symmetries that lead from the example's board to the orientation in
            which the position before is counted.
        images_after: ... and the one after the move to that in which that is counted.
    """

    times: int
    leads_to: int
    example: str
    dialect: str
    symmetry: int
    accepted: int = 0
    images: int = 1
    images_after: int = 1


def score_of(game: Replay) -> Score:
    """Return the score of one game."""
    winners = game.verdict or ()
    wins = [0] * (len(game.start.sides) if game.start else 0)
    if len(winners) == 1:
        wins[winners[0]] = 1
    date, drawn = played_on(game.record.tags), int(len(winners) > 1)
    years, source = {date[:4]: 1} if date else {}, game.record.source
    return Score(1, game.played, date, drawn, wins, years, (source,))
