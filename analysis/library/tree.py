"""The tree of openings of a library: what was played in a position, and how it ended."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.batch.executors import SerialExecutor, Workers, in_order
from analysis.games.arrays import Codes, Places, Words
from analysis.games.position import AnyPosition, canonical_key
from analysis.library.boards import OPENING
from analysis.library.described import ending
from analysis.library.indexing import BoardKind
from analysis.library.stored import BlockPlace, StoredLibrary
from analysis.replay import replay
from records.library import named_errors


class Results(NamedTuple):
    """How some games ended.

    Attributes:
        games: number of games.
        wins: number of games that each side won.
        draws: number of drawn games.
        last: latest date as a number such as 20040517, 0 for none.
    """

    games: int
    wins: tuple[int, ...]
    draws: int
    last: int


class Continuation(NamedTuple):
    """What was played in a position: moves that lead to images of one position are one.

    Attributes:
        key: the least key of the images of the position that it leads to.
        results: how the games ended in which it was played, the first time that each was there.
        number: the number of the first of these games.
        ply: number of its plies before the position that it leads to.
    """

    key: int
    results: Results
    number: int
    ply: int


class TreeNode(NamedTuple):
    """A position of the tree.

    Attributes:
        results: how the games ended that reached it, or an image of it.
        continuations: what was played there, most played first; then by key.
    """

    results: Results
    continuations: tuple[Continuation, ...]


class _Visits(NamedTuple):
    """The first visits of games to a position; a row a game.

    Attributes:
        numbers: the numbers of the games.
        rows: the rows of the position.
        plies: number of plies before it.
        next: the least key of the position after it; 0 where the game has ended.
        won: bit sets of the sides that won.
        dates: dates of the games.
    """

    numbers: Places
    rows: Places
    plies: Places
    next: Words
    won: npt.NDArray[np.uint8]
    dates: Codes


def _visits(rows: Sequence[tuple[int, int, int, int, int, int]]) -> _Visits:
    """Return visits of which each is given by its numbers."""
    numbers, places, plies, following, won, dates = zip(*rows, strict=True) if rows else [()] * 6
    return _Visits(
        np.array(numbers, np.int64),
        np.array(places, np.int64),
        np.array(plies, np.int64),
        np.array(following, np.uint64),
        np.array(won, np.uint8),
        np.array(dates, np.int32),
    )


def tree_node(
    library: StoredLibrary, position: AnyPosition, workers: Workers | None = None
) -> TreeNode:
    """Return the node of a position in the tree of the games of its variant.

    Up to `OPENING` plies, the index answers; games that come there later are replayed.

    Args:
        library: the library.
        position: the position.
        workers: where the index is read; None for this process.

    Raises:
        UnusableLibrary: the library is damaged.
    """
    kind = BoardKind(position.GAME, str(position.variant))
    key, _ = canonical_key(position)
    sides = len(position.sides)
    with named_errors(library.path):
        number = next((one for one, known in library.kinds().items() if known == kind), None)
        if number is None:
            return TreeNode(Results(0, (0,) * sides, 0, 0), ())
        blocks = library.blocks(number, boards=False)
        work = partial(_early, key)
        early = [_visits(()), *in_order(workers or Workers(SerialExecutor()), work, blocks)]
        late = _visits(list(_late(library, number, early, key)))
        visits = _Visits(*map(np.concatenate, zip(*early, late, strict=True)))
    return TreeNode(_results(visits.won, visits.dates, sides), tuple(_continuations(visits, sides)))


def _early(key: int, block: BlockPlace) -> _Visits:
    """Return the visits of games within the plies whose keys are stored with them."""
    games = block.load().games
    places = np.arange(OPENING + 1)
    here = (games.openings == np.uint64(key)) & (places < games.lengths[:, np.newaxis])
    first = here.argmax(axis=1)
    some = np.flatnonzero(here.any(axis=1) & (first < OPENING))
    plies, numbers = first[some], games.numbers[some]
    ended = plies + 1 >= games.lengths[some]
    following = np.where(ended, np.uint64(0), games.openings[some, plies + 1])
    rows = games.firsts[some] + plies
    return _Visits(numbers, rows, plies, following, games.won[some], games.dates[some])


def _late(
    library: StoredLibrary, kind: int, early: Sequence[_Visits], key: int
) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Yield the visits of games that come to a position later, one by one, as of `_Visits`."""
    rows = library.rows_of_key(key).rows
    rows = np.setdiff1d(rows, np.concatenate([one.rows for one in early]), assume_unique=True)
    numbers, plies = library.places(rows, kind)
    seen = np.concatenate([np.zeros(1, np.int64), *(one.numbers for one in early)])
    new = ~np.isin(numbers, seen)
    order = np.lexsort((plies[new], numbers[new]))
    rows, numbers, plies = (column[new][order] for column in (rows, numbers, plies))
    numbers, at = np.unique(numbers, return_index=True)
    games = dict(library.games(numbers.tolist()))
    first = zip(rows[at].tolist(), plies[at].tolist(), strict=True)
    records = library.records(numbers.tolist())
    for record, (row, ply) in zip(records, first, strict=True):
        game = games[record.source.game]
        positions = replay(record, as_recorded=bool(game.accepted)).positions()
        following = next((min(p.keys()) for n, p in enumerate(positions) if n == ply + 1), 0)
        yield record.source.game, row, ply, following, *ending(game.verdict, game.record.tags)


def _results(won: npt.NDArray[np.uint8], dates: Codes, sides: int) -> Results:
    wins = tuple(int(np.count_nonzero(won == 1 << side)) for side in range(sides))
    decided = int(np.count_nonzero(won))
    return Results(len(won), wins, decided - sum(wins), int(dates.max(initial=0)))


def _continuations(visits: _Visits, sides: int) -> Iterator[Continuation]:
    """Yield what was played, most played first."""
    order = np.lexsort((visits.numbers, visits.next))
    keys, starts, counts = np.unique(visits.next[order], return_index=True, return_counts=True)
    ranked = sorted(range(len(keys)), key=lambda place: (-counts[place], keys[place]))
    for place in ranked:
        if not keys[place]:
            continue
        some = order[starts[place] : starts[place] + counts[place]]
        results = _results(visits.won[some], visits.dates[some], sides)
        first = some[0]
        ply = int(visits.plies[first]) + 1
        yield Continuation(int(keys[place]), results, int(visits.numbers[first]), ply)
