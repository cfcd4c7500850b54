"""Games counted by what summaries need of them: in as much memory however many they are.

Lengths, results and endings of games are few different ones, and so are most measures: each is
kept once, with the number of games that have it. Only measures that differ from game to game, as
drama does, grow with the games, by 16 bytes for each.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from analysis.statistics.captures import Taken, taken
from analysis.statistics.counted import CountedNumbers, add_numbers
from analysis.statistics.survival import cut_off

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from analysis.statistics.game_columns import GameColumns

    Flags = npt.NDArray[np.bool_]
    Indices = npt.NDArray[np.intp]

BROKEN = "broken"
"""The ending of games that could not be played to their end."""


class GameKind(NamedTuple):
    """What games of one population have in common.

    Attributes:
        game: name of the game; None for an unknown one, as are the others.
        variant: the variant string.
        sides: number of sides.
    """

    game: str | None
    variant: str | None
    sides: int | None


class GameCourse(NamedTuple):
    """How long a game was, and how it ended.

    Attributes:
        plies: number of plies.
        ended: how it ended.
        on_board: whether the board decided it.
        verdict: the side that won by number, or ``draw``; None without a result.
        first: the side that moved first, by number; 0 where it is not known.
    """

    plies: int
    ended: str
    on_board: bool
    verdict: str | None
    first: int

    @property
    def is_finished(self) -> bool:
        """Whether it has an end; see `analysis.statistics.survival.finished`."""
        return self.verdict is not None

    @property
    def is_complete(self) -> bool:
        """Whether its length is that of the whole game; see `analysis.statistics.survival`."""
        return self.is_finished and (self.on_board or not cut_off(self.ended))


@dataclass(slots=True)
class GameTally:
    """Games of one kind, counted.

    Attributes:
        records: number of records.
        valid: number of records that break no rule.
        accepted: by the number of illegal moves that were played as recorded, how many records.
        ways: the ways of the games that could be played to their end, which the rest is of.
        measures: the measures of single games by name, in parts; see `add_numbers`.
        captures: the distributions of captures.
    """

    records: int = 0
    valid: int = 0
    accepted: Counter[int] = field(default_factory=Counter)
    ways: Counter[GameCourse] = field(default_factory=Counter)
    measures: dict[str, list[CountedNumbers]] = field(default_factory=dict)
    captures: Taken = field(default_factory=dict)

    def add(self, other: "GameTally") -> None:
        """Add other games."""
        self.records += other.records
        self.valid += other.valid
        self.accepted += other.accepted
        self.ways += other.ways
        for name, parts in other.measures.items():
            for part in parts:
                add_numbers(self.measures.setdefault(name, []), part)
        for name, counts in other.captures.items():
            self.captures.setdefault(name, Counter()).update(counts)

    @property
    def games(self) -> int:
        """Number of games that could be played to their end."""
        return self.ways.total()

    def lengths(self) -> CountedNumbers:
        """Return the lengths of the games in plies."""
        import numpy as np

        plies = Counter[int]()
        for way, count in self.ways.items():
            plies[way.plies] += count
        numbers = sorted(plies)
        counts = np.array([plies[one] for one in numbers], np.int64)
        return CountedNumbers(np.array(numbers, np.float64), counts)

    def measured(self, name: str) -> CountedNumbers:
        """Return the values of a measure."""
        return CountedNumbers.joined(self.measures[name])


Tallies = dict[GameKind, GameTally]
"""Games by their kinds."""


def add_tallies(found: Tallies, others: Tallies) -> None:
    """Add games to those of the same kinds."""
    for kind, tally in others.items():
        found.setdefault(kind, GameTally()).add(tally)


def count_games(games: "GameColumns", plies: "pa.Table", owner: "Indices") -> Tallies:
    """Return games counted, by their kinds.

    Args:
        games: the games with their measures.
        plies: their plies, or those of them that take pieces, with the columns of captures.
        owner: for each ply the row of its game.
    """
    found: Tallies = {}
    for kind, broken, rows in _kinds(games):
        tally = found.setdefault(kind, GameTally())
        tally.records += len(rows)
        tally.valid += int(games.numbers["valid"][rows].sum())
        accepted = CountedNumbers.of(games.numbers["accepted"][rows])
        many = zip(accepted.numbers.astype(int).tolist(), accepted.counts.tolist(), strict=True)
        tally.accepted.update({moves: count for moves, count in many if moves})
        for name, values in games.measures().items():
            numbers = CountedNumbers.of(values[rows[:0] if broken else rows])
            add_numbers(tally.measures.setdefault(name, []), numbers)
        if not broken:
            tally.ways.update(_ways(games, rows))
            tally.captures = taken(plies, _flags(rows, len(games))[owner])
    return found


def _kinds(games: "GameColumns") -> "Iterator[tuple[GameKind, bool, Indices]]":
    """Yield the kinds of games, those that broke off apart, with their rows."""
    import numpy as np

    from analysis.games.arrays import distinct_rows

    (game, titles), (variant, rules), (ended, ways) = (
        games.words[name] for name in ("game", "variant", "ended")
    )
    broken = ended == (ways.index(BROKEN) if BROKEN in ways else -2)
    sides = np.nan_to_num(games.numbers["sides"]).astype(int)
    found, places = distinct_rows([game + 1, variant + 1, sides, broken])
    for number, one in enumerate(found):
        kind = GameKind(_word(titles, one[0]), _word(rules, one[1]), one[2] or None)
        yield kind, bool(one[3]), np.flatnonzero(places == number)


def _ways(games: "GameColumns", rows: "Indices") -> Counter[GameCourse]:
    import numpy as np

    from analysis.games.arrays import distinct_rows

    (ended, endings), (verdict, verdicts) = (games.words[one] for one in ("ended", "verdict"))
    on_board = games.words["reason"][0] >= 0
    plies, first = (np.nan_to_num(games.numbers[one]).astype(int) for one in ("plies", "first"))
    columns = np.stack((plies, ended + 1, on_board, verdict + 1, first))
    found, places = distinct_rows(list(columns[:, rows]))
    counts = np.bincount(places, minlength=len(found)).tolist()
    courses = (
        GameCourse(length, str(_word(endings, way)), bool(board), _word(verdicts, winner), side)
        for length, way, board, winner, side in found
    )
    return Counter(dict(zip(courses, counts, strict=True)))


def _word(words: list[str], code: int) -> str | None:
    """Return the word of a code that is one more than its place; None for 0."""
    return words[code - 1] if code else None


def _flags(rows: "Indices", count: int) -> "Flags":
    import numpy as np

    found = np.zeros(count, np.bool_)
    found[rows] = True
    return found
