"""Counts of openings: the positions and moves of games, and the results of many games.

A position is counted under the least of the keys of its images by the symmetries of the board. The
image with this key is its *counted orientation*.

Each position and each move of a game is stored as a row of numbers. Rows are sorted by position.
They are counted when a tree is built, only for the few positions of the tree.
"""

from array import array
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

from analysis.openings.rows import SortedRows
from analysis.replay.replay import Replay
from analysis.replay.verdict import GameFacts
from records.model import Record, Source, played_on
from records.tidy import TidyGame

EXAMPLES = 3
"""Maximum number of games that are named for a position."""

FREQUENT = 5_000
"""By default, a move is listed only if it was played in more than one in this number of games."""


def default_min_count(games: int) -> int:
    """Return the default minimum number of games for listing a move in a tree of games."""
    return 1 + games // FREQUENT


@dataclass(slots=True)
class Score:
    """The results of the games that reached a position; each game counts once.

    Attributes:
        games: number of games.
        plies: sum of the lengths of the games, in plies.
        last: the latest known date, such as ``2004``, ``2004-05`` or ``2004-05-17``.
        draws: number of drawn games.
        wins: number of games won by each side, in the order of the sides.
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

    @property
    def decided(self) -> int:
        """Number of games with a result."""
        return self.draws + sum(self.wins)

    def points(self, side: int) -> float:
        """Return the points of a side: 1 for a win, an equal share of 1 for a draw."""
        return self.wins[side] + self.draws / len(self.wins)


@dataclass(slots=True)
class Edge:
    """A move played in a position.

    Attributes:
        times: number of games in which it was played.
        example: the text of the move in the first game that played it.
        dialect: the dialect of the text.
        symmetry: index of a symmetry. It maps the board on which the example was played to the
            counted orientation of the position before the move.
        accepted: number of games in which it was illegal, and played as recorded.
    """

    times: int
    example: str
    dialect: str
    symmetry: int
    accepted: int = 0


def oriented(before: Sequence[int], least: int, after: Sequence[int]) -> tuple[int, int]:
    """Return the key of the position after a move, and the index of a symmetry.

    The symmetry maps the board to the counted orientation of the position before the move. The key
    is that of the position after the move in this orientation. If the position before the move is
    symmetrical, there are several such symmetries; the one that gives the least key is taken.

    Args:
        before: the keys of the images of the position before the move.
        least: the least of these keys, under which the position before the move is counted.
        after: the keys of the images of the position after the move.
    """
    if before.count(least) == 1:
        symmetry = before.index(least)
        return after[symmetry], symmetry
    return min((after[index], index) for index, key in enumerate(before) if key == least)


class Played(NamedTuple):
    """The moves played in a position.

    Attributes:
        moves: pairs of a key and a listed move. The key is that of the position to which the move
            leads; see `oriented`.
        rare: number of moves that are not listed, and number of their games.
    """

    moves: Sequence[tuple[int, Edge]]
    rare: tuple[int, int]


Value = TypeVar("Value", bound=Hashable)


class Codes(Generic[Value]):
    """Codes of values, numbered from 0 in the order in which the values come.

    Attributes:
        values: the value of each code.
    """

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._codes: dict[Value, int] = {}

    def __getitem__(self, value: Value) -> int:
        """Return the code of a value; a new value gets a new code."""
        code = self._codes.setdefault(value, len(self.values))
        if code == len(self.values):
            self.values.append(value)
        return code

    def merge(self, other: "Codes[Value]") -> Sequence[int]:
        """Add the values of ``other``; return their codes in this object, in the order of the codes
        in ``other``."""
        return [self[value] for value in other.values]


_DRAWN, _UNDECIDED = -1, -2
"""Codes for a draw and for a game without a result; other codes are the indices of sides."""


class _Games:
    """Games, stored as columns of numbers and of codes of texts."""

    def __init__(self) -> None:
        self.plies, self.won = array("I"), array("b")
        self.dates, self.paths = array("I"), array("I")
        self.lines, self.numbers = array("I"), array("I")
        self._texts = Codes[str]()

    def __len__(self) -> int:
        return len(self.plies)

    def add(self, game: GameFacts | Replay, head: Record | TidyGame) -> None:
        """Add a game; its tags and source are taken from ``head``."""
        won, source = game.verdict or (), head.source
        self.plies.append(game.played)
        self.won.append(won[0] if len(won) == 1 else _DRAWN if won else _UNDECIDED)
        self.dates.append(self._texts[played_on(head.tags)])
        self.paths.append(self._texts[source.path])
        self.lines.append(source.line)
        self.numbers.append(source.game)

    def extend(self, other: "_Games") -> None:
        codes = self._texts.merge(other._texts)
        for name in ("plies", "won", "lines", "numbers"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("dates", "paths"):
            getattr(self, name).extend(map(codes.__getitem__, getattr(other, name)))

    def score(self, games: Iterable[int], sides: int) -> Score:
        """Return the results of games, given by sorted indices; a repeated index counts once."""
        count, plies, draws, wins, last = 0, 0, 0, [0] * sides, ""
        years, examples = dict[str, int](), list[Source]()
        for game, _ in groupby(games):
            won, date = self.won[game], self._texts.values[self.dates[game]]
            count, plies = count + 1, plies + self.plies[game]
            if won >= 0:
                wins[won] += 1
            elif won == _DRAWN:
                draws += 1
            if date:
                last, year = max(last, date), date[:4]
                years[year] = years.get(year, 0) + 1
            if len(examples) < EXAMPLES:
                examples.append(self._source(game))
        return Score(count, plies, last, draws, wins, years, tuple(examples))

    def _source(self, game: int) -> Source:
        path = self._texts.values[self.paths[game]]
        return Source(path, self.lines[game], self.numbers[game])


@dataclass
class OpeningCounts:
    """The positions and moves counted for one variant of one game.

    Attributes:
        game: name of the game.
        variant: the variant string.
        sides: number of sides.
        roots: key -> position string, for each first position.
        positions: a row for each position of a game: the least key of its images, and the index of
            the game.
        moves: a row for each move of a game: the least key of the position before it; the index of
            the game; the key of the position after it, see `oriented`; the code of the text; the
            symmetry, see `Edge`; and 1 for an illegal move, else 0.
        texts: codes of the texts, each a pair of the text of a move and the name of its dialect.
    """

    game: str
    variant: str
    sides: int
    roots: dict[int, str] = field(default_factory=dict)
    positions: SortedRows = field(default_factory=lambda: SortedRows("QI"))
    moves: SortedRows = field(default_factory=lambda: SortedRows("QIQIHB"))
    texts: Codes[tuple[str, str]] = field(default_factory=Codes)
    _games: _Games = field(default_factory=_Games)

    @property
    def games(self) -> int:
        """Number of games that were counted."""
        return len(self._games)

    @property
    def in_memory(self) -> int:
        """Number of rows in memory."""
        return len(self.positions) + len(self.moves)

    def add_game(self, game: GameFacts | Replay, head: Record | TidyGame) -> int:
        """Add a game without its moves, and return its index; see `_Games.add`."""
        self._games.add(game, head)
        return len(self._games) - 1

    def merge(self, other: "OpeningCounts") -> None:
        """Add other counts of the same variant."""
        before, codes = len(self._games), self.texts.merge(other.texts)
        self._games.extend(other._games)
        for key, text in other.roots.items():
            self.roots.setdefault(key, text)
        for keys, games in other.positions.parts():
            self.positions.extend(keys, array("I", [before + game for game in games]))
        for keys, games, after, texts, *others in other.moves.parts():
            moved = array("I", [before + game for game in games])
            self.moves.extend(
                keys, moved, after, array("I", map(codes.__getitem__, texts)), *others
            )

    def spill(self) -> None:
        """Move the rows in memory to a temporary file."""
        self.positions.spill()
        self.moves.spill()

    def score(self, key: int) -> Score:
        """Return the results of the games that reached a position, given by its key."""
        parts = self.positions.of(key)
        return self._games.score((game for _, games in parts for game in games), self.sides)

    def played(self, key: int, min_count: int) -> Played:
        """Return the moves played in a position; moves of fewer than ``min_count`` games are not
        listed."""
        edges, last = dict[int, Edge](), dict[int, int]()
        for _, games, after, texts, symmetries, illegal in self.moves.of(key):
            for row, (move, game) in enumerate(zip(after, games, strict=True)):
                if (edge := edges.get(move)) is None:
                    text, dialect = self.texts.values[texts[row]]
                    edges[move] = Edge(1, text, dialect, symmetries[row], illegal[row])
                elif last[move] != game:
                    edge.times += 1
                    edge.accepted += illegal[row]
                last[move] = game
        found = [one for one in edges.items() if one[1].times >= min_count]
        games_of_others = sum(edge.times for edge in edges.values() if edge.times < min_count)
        return Played(found, (len(edges) - len(found), games_of_others))
