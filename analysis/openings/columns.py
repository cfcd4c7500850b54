"""Counts of openings in columns: the positions and moves of millions of games.

Memory depends on what is listed in the end, and on nothing that is counted and left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from analysis.openings.counted import EXAMPLES, Edge, Score
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
from notation.memo import Memo
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
    """

    def __init__(self) -> None:
        self.texts, self.sets = ValueNumbers[Example](), ValueNumbers[int]()
        self._games: list[npt.NDArray[np.uint32]] = []
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
        self._games.append(games)
        first = self._count + 1
        self._count += len(games)
        return np.arange(first, first + len(games), dtype=np.uint32)

    def merge(self, other: "ColumnCounts") -> None:
        """Add other counts."""
        texts, sets = self.texts.numbers(other.texts), self.sets.numbers(other.sets)
        paths = self._paths.numbers(other._paths)
        games = np.concatenate([np.empty((0, 3), np.uint32), *other._games])
        games[:, 0] = paths[games[:, 0]]
        numbers = np.concatenate((np.zeros(1, np.uint32), self._number(games)))
        for rows in other._positions.parts():
            positions = rows.copy()
            positions["examples"] = numbers[rows["examples"]]
            self._positions.add(positions)
        for rows in other._moves.parts():
            moves = rows.copy()
            for field, numbers in (("text", texts), ("images", sets), ("images_after", sets)):
                moves[field] = numbers[rows[field]]
            self._moves.add(moves)
        for rows in other._years.parts():
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

    def scores(self, min_count: int, roots: Iterable[int], sides: int) -> dict[int, Score]:
        """Return the positions that so many games reached, by key, and those with some keys."""
        first = np.array(list(roots), np.uint64)
        parts = [
            rows[(rows["games"] >= min_count) | np.isin(rows["key"], first)]
            for rows in self._positions.parts()
        ]
        positions = np.concatenate(parts)
        years: dict[int, dict[str, int]] = {}
        for rows in self._years.parts():
            found = rows[np.isin(rows["key"], positions["key"])]
            for key, year, games in found.tolist():
                years.setdefault(key, {})[f"{year:04}"] = games
        places, paths = np.concatenate([np.empty((0, 3), np.uint32), *self._games]), self._paths
        sources = Memo[int, Source](
            lambda number: Source(paths[places[number - 1, 0]], *places[number - 1, 1:].tolist())
        )
        dates = Memo[int, str](date_of)
        columns = [positions[name].tolist() for name in ("key", "games", "plies", "last", "draws")]
        wins, examples = positions["wins"][:, :sides].tolist(), positions["examples"].tolist()
        return {
            key: Score(
                games,
                plies,
                dates[last],
                draws,
                won,
                years.get(key) or {},
                tuple([sources[number] for number in known if number]),
            )
            for key, games, plies, last, draws, won, known in zip(
                *columns, wins, examples, strict=True
            )
        }

    def edges(self, min_count: int) -> Iterator[tuple[int, int, Edge]]:
        """Yield the moves that are played in so many games, each after its keys."""
        texts, sets = self.texts, self.sets
        for rows in self._moves.parts():
            for key, before, after, times, accepted, text, one, other, symmetry in rows[
                rows["times"] >= min_count
            ].tolist():
                counted = times, key, *texts[text], symmetry, accepted, sets[one], sets[other]
                yield before, after, Edge(*counted)
