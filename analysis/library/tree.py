"""The tree of openings of a library: what was played in a position, and how it ended."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Codes, Places, Words
from analysis.games.position import AnyPosition, canonical_key
from analysis.library.boards import OPENING, StoredGameRows
from analysis.library.indexing import BoardKind
from analysis.library.library import Library, game_places
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
        plies: number of plies before the position.
        next: the least key of the position after it; 0 where the game has ended.
        won: bit sets of the sides that won.
        dates: dates of the games.
    """

    numbers: Places
    plies: Places
    next: Words
    won: npt.NDArray[np.uint8]
    dates: Codes


def tree_node(library: Library, position: AnyPosition) -> TreeNode:
    """Return the node of a position in the tree of the games of its variant.

    Up to `OPENING` plies, the index answers; games that come there later are replayed.

    Raises:
        UnusableLibrary: the library is damaged.
    """
    kind = BoardKind(position.GAME, str(position.variant))
    key, _ = canonical_key(position)
    with named_errors(library.path):
        number = next((one for one, known in library.kinds().items() if known == kind), None)
        parts = [] if number is None else library.game_rows(number)
        early = [_early(part, key) for part in parts]
        late = _late(library, parts, early, key)
    columns = zip(*early, *late, strict=True) if early else ()
    visits = _Visits(*map(np.concatenate, columns)) if early else None
    sides = len(position.sides)
    if visits is None:
        return TreeNode(Results(0, (0,) * sides, 0, 0), ())
    return TreeNode(_results(visits.won, visits.dates, sides), tuple(_continuations(visits, sides)))


def _early(games: StoredGameRows, key: int) -> _Visits:
    """Return the visits of games within the plies whose keys are stored with them."""
    places = np.arange(OPENING + 1)
    here = (games.openings == np.uint64(key)) & (places < games.lengths[:, np.newaxis])
    first = here.argmax(axis=1)
    some = np.flatnonzero(here.any(axis=1) & (first < OPENING))
    plies = first[some]
    ended = plies + 1 >= games.lengths[some]
    following = np.where(ended, np.uint64(0), games.openings[some, plies + 1])
    return _Visits(games.numbers[some], plies, following, games.won[some], games.dates[some])


def _late(
    library: Library, parts: list[StoredGameRows], early: list[_Visits], key: int
) -> Iterator[_Visits]:
    """Yield the visits of games that come to a position later, one by one."""
    rows = library.rows_of_key(key).rows
    numbers, plies = game_places(parts, rows)
    seen = np.concatenate([np.zeros(1, np.int64), *(one.numbers for one in early)])
    open_ = ~np.isin(numbers, seen)
    order = np.lexsort((plies[open_], numbers[open_]))
    new, at = np.unique(numbers[open_][order], return_index=True)
    first = plies[open_][order][at]
    wanted = set(new.tolist())
    about = {
        number: (part, row)
        for part in parts
        for row, number in enumerate(part.numbers.tolist() if wanted else ())
        if number in wanted
    }
    games = dict(library.games(new.tolist()))
    for record, ply in zip(library.records(new.tolist()), first.tolist(), strict=True):
        part, row = about[record.source.game]
        accepted = bool(games[record.source.game].accepted)
        positions = replay(record, as_recorded=accepted).positions()
        following = next((min(p.keys()) for n, p in enumerate(positions) if n == ply + 1), 0)
        yield _Visits(
            np.array([record.source.game]),
            np.array([ply]),
            np.array([following], np.uint64),
            part.won[row : row + 1],
            part.dates[row : row + 1],
        )


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
