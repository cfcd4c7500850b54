"""Counts of openings: the positions and moves of a game, and the scores of many games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from analysis.openings.runs import Runs
from analysis.replay.replay import Replay
from analysis.replay.verdict import GameFacts
from records.model import Source, played_on

EXAMPLES = 3
"""Maximum number of games that are named for a position."""

FREQUENT = 5_000
"""By default, a move is listed if more than one in this number of games played it."""


def default_min_count(games: int) -> int:
    """Return the default of the minimum number of games for a move to be listed."""
    return 1 + games // FREQUENT


@dataclass(slots=True)
class Score:
    """The results of the games that reached a position; each game counts once.

    The score of a single game never changes, so that all of its positions share it.

    Attributes:
        games: number of games.
        plies: sum of their lengths.
        last: the latest known date, such as ``2004``, ``2004-05`` or ``2004-05-17``.
        draws: number of drawn games.
        wins: games won by each side, in the order of the sides.
        years: number of games of each known year.
        examples: the sources of the first games, at most `EXAMPLES`.
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

    def plus(self, other: "Score") -> "Score":
        """Return the sum with other games; a score of several games is changed."""
        total = self if self.games > 1 else self.copy()
        total.add(other)
        return total

    def copy(self) -> "Score":
        """Return an independent copy."""
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
    """

    times: int
    leads_to: int
    example: str
    dialect: str
    symmetry: int
    accepted: int = 0

    def add(self, other: "Edge") -> None:
        """Add other games in which the move was played."""
        self.times += other.times
        self.accepted += other.accepted

    def copy(self) -> "Edge":
        """Return a copy, to which other games can be added."""
        move = self.leads_to, self.example, self.dialect, self.symmetry
        return Edge(self.times, *move, self.accepted)


def score_of(game: GameFacts | Replay, sides: int) -> Score:
    """Return the score of one game with a number of sides."""
    winners, wins = game.verdict or (), [0] * sides
    if len(winners) == 1:
        wins[winners[0]] = 1
    date, drawn = played_on(game.record.tags), int(len(winners) > 1)
    years, source = {date[:4]: 1} if date else {}, game.record.source
    return Score(1, game.played, date, drawn, wins, years, (source,))


def oriented(before: Sequence[int], least: int, after: Sequence[int]) -> tuple[int, int]:
    """Return the key of a position in the orientation of the one before, and the symmetry.

    Args:
        before: the keys of the images of the position before.
        least: the least of them, by which that position is counted.
        after: the keys of the images of the position itself. If the one before is symmetrical, the
            least key under its own symmetries is returned.
    """
    if before.count(least) == 1:
        symmetry = before.index(least)
        return after[symmetry], symmetry
    return min((after[index], index) for index, key in enumerate(before) if key == least)


class Path(NamedTuple):
    """The counted part of a game.

    Attributes:
        game: the whole game.
        sides: number of its sides.
        first: the first position, as a position string.
        least: for each position, the least of the keys of its images.
        moves: for each move, what `oriented` returns.
        texts: for each move, a text that needs no context, and the name of its dialect.
        illegal: the indices of the moves that were illegal, and carried out as recorded.
    """

    game: GameFacts | Replay
    sides: int
    first: str
    least: Sequence[int]
    moves: Sequence[tuple[int, int]]
    texts: Sequence[tuple[str, str]]
    illegal: frozenset[int] = frozenset()


class Listed(NamedTuple):
    """The positions and moves of at least some number of games.

    Attributes:
        scores: the positions, by key; first positions are all there.
        moves: the moves by the key of the position before, each after the key of the position after
            it, as in `OpeningCounts.moves`.
        rare: by the key of the position before, the number of other moves, and of their games.
    """

    scores: dict[int, Score]
    moves: dict[int, list[tuple[int, Edge]]]
    rare: dict[int, tuple[int, int]]


@dataclass
class OpeningCounts:
    """The positions and moves counted under one variant of one game.

    Attributes:
        game: name of the game.
        variant: the variant string.
        games: number of games that were counted.
        roots: position strings of the first positions, by key.
        positions: the games that reached each position, by key, as far as they are in memory.
        moves: the moves played, by the keys of the positions before and after, the latter in the
            orientation of the former; as far as they are in memory.
    """

    game: str
    variant: str
    games: int = 0
    roots: dict[int, str] = field(default_factory=dict)
    positions: dict[int, Score] = field(default_factory=dict)
    moves: dict[tuple[int, int], Edge] = field(default_factory=dict)
    _spilled: tuple[Runs[int, Score], Runs[tuple[int, int], Edge]] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return all counts, read back from the temporary file, which cannot be pickled."""
        whole = {"positions": dict(self._scores()), "moves": dict(self._edges())}
        return {**self.__dict__, **whole, "_spilled": None}

    def add(self, path: Path) -> None:
        """Add a game."""
        self.games += 1
        least = path.least
        self.roots.setdefault(least[0], path.first)
        score = score_of(path.game, path.sides)
        for key in dict.fromkeys(least):
            known = self.positions.get(key)
            self.positions[key] = known.plus(score) if known else score
        counted = set[tuple[int, int]]()
        for index, (key_after, symmetry) in enumerate(path.moves):
            move = least[index], key_after
            if move in counted:
                continue
            counted.add(move)
            accepted = int(index in path.illegal)
            if edge := self.moves.get(move):
                edge.times += 1
                edge.accepted += accepted
            else:
                text, dialect = path.texts[index]
                self.moves[move] = Edge(1, least[index + 1], text, dialect, symmetry, accepted)

    def merge(self, other: "OpeningCounts") -> None:
        """Add other counts of the same variant."""
        self.games += other.games
        for key, text in other.roots.items():
            self.roots.setdefault(key, text)
        for key, score in other._scores():
            if known := self.positions.get(key):
                self.positions[key] = known.plus(score)
            else:
                self.positions[key] = score if score.games == 1 else score.copy()
        for move, edge in other._edges():
            if move in self.moves:
                self.moves[move].add(edge)
            else:
                self.moves[move] = edge.copy()

    @property
    def in_memory(self) -> int:
        """Number of counted positions and moves in memory."""
        return len(self.positions) + len(self.moves)

    def spill(self) -> None:
        """Move the counts in memory to a temporary file."""
        self._spilled = self._spilled or (Runs(), Runs())
        self._spilled[0].add(self.positions)
        self._spilled[1].add(self.moves)
        self.positions, self.moves = {}, {}

    def _scores(self) -> Iterable[tuple[int, Score]]:
        return self._spilled[0].merged(self.positions) if self._spilled else self.positions.items()

    def _edges(self) -> Iterable[tuple[tuple[int, int], Edge]]:
        return self._spilled[1].merged(self.moves) if self._spilled else self.moves.items()

    def listed(self, min_count: int = 1) -> Listed:
        """Return the positions and moves of at least ``min_count`` games."""
        scores = {
            key: score
            for key, score in self._scores()
            if score.games >= min_count or key in self.roots
        }
        moves: dict[int, list[tuple[int, Edge]]] = {}
        rare: dict[int, tuple[int, int]] = {}
        for (before, after), edge in self._edges():
            if edge.times >= min_count:
                moves.setdefault(before, []).append((after, edge))
            elif before in scores:
                others, games = rare.get(before, (0, 0))
                rare[before] = others + 1, games + edge.times
        return Listed(scores, moves, rare)
