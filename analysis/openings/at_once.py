"""Counting the openings of games that were judged at once, without a loop over their plies."""

from collections.abc import Iterator
from sys import intern
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.openings.scores import EXAMPLES, Edge, Score, score_of
from analysis.select.position import TargetPosition, merge_keys

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from analysis.games.arrays import Words
    from analysis.replay.at_once import JudgedGames

    Indices = npt.NDArray[np.intp]


class CountedRun(NamedTuple):
    """What some games have in common.

    Attributes:
        positions: the least key of each position, and the results of the games that reach it.
        moves: the moves by the keys of the positions before and after, see `OpeningCounts.moves`.
    """

    positions: list[tuple[int, Score]]
    moves: list[tuple[tuple[int, int], Edge]]


class Windows:
    """The parts of good games that are counted: so many plies from a first position on.

    Args:
        judged: the games, as far as they are needed.
        depth: number of plies.
        fold: whether the images of a position count as one.
        origin: the first position; None for the start.

    Attributes:
        games: the games.
        root: the least key of the first position.
    """

    def __init__(
        self, judged: "JudgedGames", depth: int, fold: bool, origin: TargetPosition | None
    ) -> None:
        import numpy as np

        boards, start = judged.boards, judged.texts.compiled.start
        plies = boards.plies
        keys = boards.keys()[: None if fold else 1]
        first = np.array(merge_keys(start, fold), np.uint64)[:, np.newaxis]
        owner = np.repeat(np.arange(len(plies.lengths)), plies.lengths)
        place = np.arange(plies.count) - plies.firsts[owner]
        least = keys.min(axis=0)
        begins = np.zeros(len(plies.lengths), np.int64)
        self.root = int(first.min())
        if origin is not None:
            target = origin.key(start.variant) if origin.game == start.GAME else None
            begins = _reached(target, first, least, owner, place, begins)
            self.root = target or 0
        here = np.flatnonzero((place >= begins[owner]) & (place < begins[owner] + depth))
        self.games, self._reaches = judged.games, begins < NEVER
        self._owner, self._place, self._least = owner[here], place[here], least[here]
        before = np.where(place[here] == 0, first, keys[:, here - 1])
        self._before = before.min(axis=0)
        turned = np.where(before == self._before, keys[:, here], np.iinfo(np.uint64).max)
        self._symmetry = turned.argmin(axis=0)
        self._after = turned[self._symmetry, np.arange(len(here))]

    def reaching(self, first: int, end: int) -> int:
        """Return how many of the games from one to before another have a first position."""
        return int(self._reaches[first:end].sum())

    def run(self, first: int, end: int) -> CountedRun:
        """Count the games from one to before another; each counts once in what it has."""
        import numpy as np

        plies = slice(*np.searchsorted(self._owner, (first, end)).tolist())
        return CountedRun(self._positions(first, end, plies), self._moves(plies))

    def _positions(self, first: int, end: int, plies: slice) -> list[tuple[int, Score]]:
        import numpy as np

        scores = list(map(score_of, self.games[first:end]))
        reaching = np.flatnonzero(self._reaches[first:end])
        keys, places = np.unique(
            np.concatenate((np.full(len(reaching), self.root, np.uint64), self._least[plies])),
            return_inverse=True,
        )
        owner = np.concatenate((reaching, self._owner[plies] - first))
        owner, place = _once(owner, places, len(keys))
        dates = sorted({score.last for score in scores})
        years = sorted({year for score in scores for year in score.years})
        rank = {date: number for number, date in enumerate(dates)}
        values = np.array(
            [
                (1, one.plies, one.draws, *one.wins, *(year in one.years for year in years))
                for one in scores
            ]
        )[owner]
        sums = np.zeros((len(keys), values.shape[1]), np.int64)
        np.add.at(sums, place, values)
        last = np.zeros(len(keys), np.int64)
        np.maximum.at(last, place, np.array([rank[score.last] for score in scores])[owner])
        sides = values.shape[1] - len(years)
        found = []
        for key, (games, played, draws, *rest), latest, own in zip(
            *(keys.tolist(), sums.tolist(), last.tolist(), _firsts(owner, place, len(keys))),
            strict=True,
        ):
            wins, counts = rest[: sides - 3], zip(years, rest[sides - 3 :], strict=True)
            of_years = {year: many for year, many in counts if many}
            examples = tuple(source for one in own for source in scores[one].examples)
            score = Score(games, played, dates[latest], draws, wins, of_years, examples)
            found.append((key, score))
        return found

    def _moves(self, plies: slice) -> list[tuple[tuple[int, int], Edge]]:
        import numpy as np

        before, one = np.unique(self._before[plies], return_inverse=True)
        after, other = np.unique(self._after[plies], return_inverse=True)
        pairs, example, places = np.unique(
            one * len(after) + other, return_index=True, return_inverse=True
        )
        _, place = _once(self._owner[plies], places, len(pairs))
        columns = (
            before[pairs // max(len(after), 1)],
            after[pairs % max(len(after), 1)],
            self._least[plies][example],
            self._symmetry[plies][example],
            np.bincount(place, minlength=len(pairs)),
            self._owner[plies][example],
            self._place[plies][example],
        )
        return [
            ((key, key_after), Edge(times, leads_to, *self._text(game, ply), symmetry))
            for key, key_after, leads_to, symmetry, times, game, ply in zip(
                *(column.tolist() for column in columns), strict=True
            )
        ]

    def _text(self, number: int, ply: int) -> tuple[str, str]:
        """Return the text of a move of a game, and the name of its dialect."""
        game = self.games[number]
        return intern(game.record.moves[ply]), game.dialect.name if game.dialect else ""


NEVER = 1 << 40
"""Stands for the first ply of what does not occur."""


def _reached(
    target: int | None, first: "Words", least: "Words", owner: Any, place: Any, begins: Any
) -> Any:
    """Return the number of plies before each game first reaches a position."""
    import numpy as np

    if target is not None and target == int(first.min()):
        return begins
    begins = np.full_like(begins, NEVER)
    if target is not None:
        hits = np.flatnonzero(least == np.uint64(target))
        np.minimum.at(begins, owner[hits], place[hits] + 1)
    return begins


def _firsts(owner: "Indices", place: "Indices", count: int) -> "Iterator[list[int]]":
    """Yield the first owners in each place; owners are in order."""
    import numpy as np

    order = np.argsort(place, kind="stable")
    ends = np.cumsum(np.bincount(place, minlength=count)).tolist()
    owners = owner[order].tolist()
    for start, end in zip([0, *ends], ends, strict=False):
        yield owners[start : min(start + EXAMPLES, end)]


def _once(owner: "Indices", places: "Indices", count: int) -> "tuple[Indices, Indices]":
    """Return owners and places without repetitions; ``count`` is the number of places."""
    import numpy as np

    return np.divmod(np.unique(owner * max(count, 1) + places), max(count, 1))
