"""Counts of openings in columns: the positions and moves of millions of games.

Rows of few games each are added; rows alike are summed, and where they are many they wait in
a temporary file, by the first bits of a key. What is listed in the end comes back part by part, so
that memory depends on that, and on nothing that is counted and left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple, TypeAlias, TypeVar
from weakref import finalize

import numpy as np
import numpy.typing as npt

from analysis.openings.scores import EXAMPLES, Edge, Score
from notation.values import frozen
from records.model import Source

Rows: TypeAlias = npt.NDArray[np.void]
"""Records with the fields of `POSITION`, `MOVE` or `YEAR`."""

Numbers: TypeAlias = npt.NDArray[np.integer[Any]]

T = TypeVar("T")

SIDES = 3
"""Most sides of a game."""

POSITION = np.dtype(
    [
        *(("key", "u8"), ("games", "u4"), ("draws", "u4"), ("plies", "u8"), ("last", "u4")),
        *(("wins", "u4", (SIDES,)), ("examples", "u4", (EXAMPLES,))),
    ]
)
"""A position: its least key, and its `Score`. Examples are numbers of games from 1, 0 for none."""

MOVE = np.dtype(
    [
        *(("key", "u8"), ("before", "u8"), ("after", "u8"), ("times", "u4"), ("accepted", "u4")),
        *(("text", "u4"), ("images", "u2"), ("images_after", "u2"), ("symmetry", "u2")),
    ]
)
"""A move: the key of the position that it leads to, the keys that `OpeningCounts.moves` has of it,
and its `Edge`, whose text and bit sets are numbered."""

YEAR = np.dtype([("key", "u8"), ("year", "u2"), ("games", "u4")])
"""The number of games of a year that reached a position."""

HELD = 1 << 25
"""Bytes of rows of one kind that are in memory before they are put aside."""

PARTS = 64
"""Parts of what was put aside, by the first bits of the keys."""

_SHIFT = np.uint64(64 - PARTS.bit_length() + 1)


class _Spilled(NamedTuple):
    """Rows in the temporary file: where they begin, and where each part of them does."""

    offset: int
    bounds: Numbers


class Gathered:
    """Rows of one kind, of which those alike are summed.

    Args:
        kind: the fields of a row; ``key`` is one of them.
        merged: returns rows in the order of their keys, those alike as one.
    """

    def __init__(self, kind: "np.dtype[np.void]", merged: Callable[[Rows], Rows]) -> None:
        self._kind, self._merged = kind, merged
        self._rows: list[Rows] = []
        self._bytes = 0
        self._file: IO[bytes] | None = None
        self._spilled: list[_Spilled] = []

    def add(self, rows: Rows) -> None:
        """Add rows, which come after all others."""
        if len(rows):
            self._rows.append(rows)
            self._bytes += rows.nbytes
        if self._bytes > HELD:
            rows = self._settled()
            self._rows, self._bytes = [rows], rows.nbytes
            if self._bytes > HELD // 2:
                self._spill(rows)

    def _settled(self) -> Rows:
        """Return the rows in memory, those alike as one."""
        return self._merged(np.concatenate([np.empty(0, self._kind), *self._rows]))

    def _spill(self, rows: Rows) -> None:
        if self._file is None:
            self._file = TemporaryFile()  # noqa: SIM115  # closed with these rows
            finalize(self, self._file.close)
        offset = self._file.seek(0, 2)
        self._file.write(rows.tobytes())
        of_parts = rows["key"] >> _SHIFT
        bounds = np.searchsorted(of_parts, np.arange(PARTS + 1, dtype=np.uint64))
        self._spilled.append(_Spilled(offset, bounds))
        self._rows, self._bytes = [], 0

    def parts(self) -> Iterator[Rows]:
        """Yield all rows in the order of their keys, in parts, those alike as one."""
        self._rows = [self._settled()]
        if not self._spilled:
            yield from self._rows
            return
        self._spill(*self._rows)
        for part in range(PARTS):
            yield self._merged(np.concatenate([self._read(one, part) for one in self._spilled]))

    def _read(self, spilled: _Spilled, part: int) -> Rows:
        assert self._file
        first, end = spilled.bounds[part : part + 2].tolist()
        size = self._kind.itemsize
        self._file.seek(spilled.offset + first * size)
        return np.frombuffer(self._file.read((end - first) * size), self._kind)

    def __getstate__(self) -> dict[str, object]:
        """Return what is pickled: all rows."""
        return {**vars(self), "_rows": list(self.parts()), "_file": None, "_spilled": []}


def merged_positions(rows: Rows) -> Rows:
    """Return positions in the order of their keys, each once."""
    rows = rows[np.argsort(rows["key"], kind="stable")]
    starts = _starts(rows["key"])
    if len(starts) == len(rows):
        return rows
    found = rows[starts]
    for field in ("games", "draws", "plies", "wins"):
        found[field] = np.add.reduceat(rows[field], starts)
    found["last"] = np.maximum.reduceat(rows["last"], starts)
    group = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(rows))))
    known = rows["examples"] > 0
    owner = np.repeat(group, known.sum(axis=1))
    first = np.searchsorted(owner, np.arange(len(starts)))
    place = np.arange(len(owner)) - first[owner]
    kept = place < EXAMPLES
    found["examples"] = 0
    found["examples"][owner[kept], place[kept]] = rows["examples"][known][kept]
    return found


def merged_moves(rows: Rows) -> Rows:
    """Return moves in the order of the positions that they lead to, each as it was first played."""
    rows = rows[np.lexsort((rows["before"], rows["after"], rows["key"]))]
    starts = _starts(rows["key"], rows["after"], rows["before"])
    found = rows[starts]
    for field in ("times", "accepted"):
        found[field] = np.add.reduceat(rows[field], starts) if len(rows) else 0
    return found


def merged_years(rows: Rows) -> Rows:
    """Return years in the order of the keys of positions, each once."""
    rows = rows[np.lexsort((rows["year"], rows["key"]))]
    starts = _starts(rows["key"], rows["year"])
    found = rows[starts]
    found["games"] = np.add.reduceat(rows["games"], starts) if len(rows) else 0
    return found


def _starts(*columns: Numbers) -> Numbers:
    """Return where the runs of rows with the same values begin."""
    fresh = np.zeros(len(columns[0]), np.bool_)
    fresh[:1] = True
    for column in columns:
        fresh[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(fresh)


_BASE = 101
"""A month or day of two digits, or none."""


def date_number(date: str) -> int:
    """Return a date such as ``2004-05`` as a number, in the order of dates; 0 for an empty one."""
    parts = [int(part) + 1 for part in date.split("-") if part]
    year, month, day = [*parts, 0, 0, 0][:3]
    return (year * _BASE + month) * _BASE + day


def date_of(number: int) -> str:
    """Return the date that a number stands for."""
    year, month, day = number // _BASE**2, number // _BASE % _BASE, number % _BASE
    parts = [f"{year - 1:04}", *(f"{part - 1:02}" for part in (month, day) if part)]
    return "-".join(parts) if number else ""


def year_of(numbers: Numbers) -> Numbers:
    """Return the years of known dates."""
    return numbers // _BASE**2 - 1


Example: TypeAlias = tuple[str, str]
"""A move text and the name of its dialect."""


class Numbered(list[T]):
    """Different values in the order of their numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[T, int] = {}

    def __reduce__(self) -> "tuple[Callable[[list[T]], Numbered[T]], tuple[list[T]]]":
        return _numbered, (list(self),)

    def numbers(self, values: Sequence[T]) -> Numbers:
        """Return the numbers of values, which are new if they are not known."""
        for value in values:
            if value not in self._numbers:
                self._numbers[value] = len(self)
                self.append(value)
        return np.array([self._numbers[value] for value in values], np.uint32)


def _numbered(values: list[T]) -> Numbered[T]:
    found = Numbered[T]()
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
        self.texts, self.sets = Numbered[Example](), Numbered[int]()
        self.games: list[npt.NDArray[np.uint32]] = []
        self._paths = Numbered[str]()
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


@frozen
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
