"""Counts of openings in columns: the positions and moves of millions of games.

Memory depends on what is listed in the end, and on nothing that is counted and left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from analysis.openings.gathered import (
    MOVE,
    POSITION,
    SIDES,
    YEAR,
    Gathered,
    Numbers,
    Rows,
    date_number,
    date_of,
    merged_moves,
    merged_positions,
    merged_years,
)
from analysis.openings.scores import EXAMPLES, Edge, Score
from records.model import Source

T = TypeVar("T")

Example: TypeAlias = tuple[str, str]
"""A move text and the name of its dialect."""


class ValueNumbers(list[T]):
    """Different values in the order of their numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[T, int] = {}

    def __reduce__(self) -> "tuple[Callable[[list[T]], ValueNumbers[T]], tuple[list[T]]]":
        return _numbered, (list(self),)

    def numbers(self, values: Sequence[T]) -> Numbers:
        """Return the numbers of values, which are new if they are not known."""
        for value in values:
            if value not in self._numbers:
                self._numbers[value] = len(self)
                self.append(value)
        return np.array([self._numbers[value] for value in values], np.uint32)


def _numbered(values: list[T]) -> ValueNumbers[T]:
    found = ValueNumbers[T]()
    found.numbers(values)
    return found


class ColumnCounts:
    """What `OpeningCounts` has, in columns.

    Attributes:
        texts: the texts of moves, and their dialects.
        sets: the bit sets of symmetries.
        games: where the games are, as numbers of paths, lines and numbers of games.
    """

    def __init__(self) -> None:
        self.texts, self.sets = ValueNumbers[Example](), ValueNumbers[int]()
        self.games: list[npt.NDArray[np.uint32]] = []
        self._paths = ValueNumbers[str]()
        self._count = 0
        self._positions = Gathered(POSITION, merged_positions)
        self._moves = Gathered(MOVE, merged_moves)
        self._years = Gathered(YEAR, merged_years)

    def add(self, positions: Rows, moves: Rows, years: Rows) -> None:
        """Add rows, whose examples and texts have the numbers of this object."""
        self._positions.add(positions)
        self._moves.add(moves)
        self._years.add(years)

    def number_games(self, sources: Sequence[Source]) -> Numbers:
        """Return the numbers of games, from 1, which are new."""
        paths = self._paths.numbers([one.path for one in sources]).tolist()
        rows = [(path, one.line, one.game) for path, one in zip(paths, sources, strict=True)]
        return self._number(np.array(rows, np.uint32).reshape(-1, 3))

    def _number(self, games: npt.NDArray[np.uint32]) -> Numbers:
        self.games.append(games)
        first = self._count + 1
        self._count += len(games)
        return np.arange(first, first + len(games), dtype=np.uint32)

    def merge(self, other: "ColumnCounts") -> None:
        """Add other counts."""
        texts, sets = self.texts.numbers(other.texts), self.sets.numbers(other.sets)
        paths = self._paths.numbers(other._paths)
        games = np.concatenate([np.empty((0, 3), np.uint32), *other.games])
        games[:, 0] = paths[games[:, 0]]
        numbers = np.concatenate((np.zeros(1, np.uint32), self._number(games)))
        for rows in other.positions():
            positions = rows.copy()
            positions["examples"] = numbers[rows["examples"]]
            self._positions.add(positions)
        for rows in other.moves():
            moves = rows.copy()
            for field, numbers in (("text", texts), ("images", sets), ("images_after", sets)):
                moves[field] = numbers[rows[field]]
            self._moves.add(moves)
        for rows in other.years():
            self._years.add(rows)

    def add_dicts(self, positions: dict[int, Score], moves: dict[tuple[int, int], Edge]) -> None:
        """Add counts that are not in columns."""
        rows, played = np.zeros(len(positions), POSITION), np.zeros(len(moves), MOVE)
        years = [
            (key, int(year), games)
            for key, score in positions.items()
            for year, games in score.years.items()
        ]
        sources = {source: 0 for score in positions.values() for source in score.examples}
        numbers = self.number_games(list(sources)).tolist()
        sources = dict(zip(sources, numbers, strict=True))
        for at, (key, score) in enumerate(positions.items()):
            last = date_number(score.last)
            wins = (*score.wins, *(0,) * (SIDES - len(score.wins)))
            found = [sources[source] for source in score.examples]
            examples = (*found, *(0,) * (EXAMPLES - len(found)))
            rows[at] = (key, score.games, score.draws, score.plies, last, wins, examples)
        for at, ((before, after), edge) in enumerate(moves.items()):
            played[at] = self.row(before, after, edge)
        self.add(rows, played, np.array(years, YEAR))

    def row(self, before: int, after: int, edge: Edge) -> tuple[int, ...]:
        """Return a move as a row of `MOVE`."""
        (text,) = self.texts.numbers([(edge.example, edge.dialect)]).tolist()
        images = self.sets.numbers([edge.images, edge.images_after]).tolist()
        counted = edge.times, edge.accepted, text
        return edge.leads_to, before, after, *counted, *images, edge.symmetry

    def positions(self) -> Iterator[Rows]:
        """Yield the positions in the order of their keys, in parts."""
        return self._positions.parts()

    def moves(self) -> Iterator[Rows]:
        """Yield the moves in the order of the positions that they lead to, in parts."""
        return self._moves.parts()

    def years(self) -> Iterator[Rows]:
        """Yield the years in the order of the keys of positions, in parts."""
        return self._years.parts()

    def sources(self) -> "Sources":
        """Return where the games are, by their numbers."""
        if len(self.games) != 1:
            self.games = [np.concatenate([np.empty((0, 3), np.uint32), *self.games])]
        return Sources(list(self._paths), self.games[0])

    def listed(self, min_count: int, roots: Iterable[int]) -> "Listed":
        """Return the moves that are played in so many games, and their positions.

        Args:
            min_count: the least number of games.
            roots: the keys of positions that are returned whatever their games.
        """
        first = np.array(list(roots), np.uint64)
        positions = [
            one[(one["games"] >= min_count) | np.isin(one["key"], first)]
            for one in self.positions()
        ]
        moves = [one[one["times"] >= min_count] for one in self.moves()]
        found = np.concatenate(positions)
        of_years = [one[_among(found["key"], one["key"])] for one in self.years()]
        return Listed(found, np.concatenate(moves), np.concatenate(of_years), self, self.sources())


@dataclass(frozen=True, slots=True)
class Sources:
    """Where games are.

    Attributes:
        paths: names of sources.
        places: for each game the number of its path, its line and its number there.
    """

    paths: list[str]
    places: npt.NDArray[np.uint32]

    def __getitem__(self, number: int) -> Source:
        """Return where a game is, by its number from 1."""
        path, line, game = self.places[number - 1].tolist()
        return Source(self.paths[path], line, game)


class Listed(NamedTuple):
    """Positions and moves that are listed.

    Attributes:
        positions: the positions, in the order of their keys.
        moves: the moves, in the order of the positions that they lead to.
        years: the years of the positions, in the order of their keys.
        counts: has the texts and bit sets by their numbers.
        sources: where the games are.
    """

    positions: Rows
    moves: Rows
    years: Rows
    counts: ColumnCounts
    sources: Sources

    def scores(self, sides: int) -> dict[int, Score]:
        """Return the positions as `OpeningCounts` has them."""
        years: dict[int, dict[str, int]] = {}
        for key, year, games in self.years.tolist():
            years.setdefault(key, {})[f"{year:04}"] = games
        return {
            key: Score(
                *(games, plies, date_of(last), draws, wins[:sides].tolist(), years.get(key, {})),
                tuple(self.sources[number] for number in examples.tolist() if number),
            )
            for key, games, draws, plies, last, wins, examples in self.positions.tolist()
        }

    def edges(self) -> dict[tuple[int, int], Edge]:
        """Return the moves as `OpeningCounts` has them."""
        played: list[tuple[int, ...]] = self.moves.tolist()
        texts, sets = self.counts.texts, self.counts.sets
        return {
            (before, after): Edge(
                *(times, key, *texts[text], symmetry, accepted), sets[one], sets[other]
            )
            for key, before, after, times, accepted, text, one, other, symmetry in played
        }


def _among(sorted_: Numbers, keys: Numbers) -> npt.NDArray[np.bool_]:
    """Return which keys are among some in order."""
    places = np.searchsorted(sorted_, keys)
    found: npt.NDArray[np.bool_] = places < len(sorted_)
    found[found] = sorted_[places[found]] == keys[found]
    return found
