"""Visits of the games of a library to a position: when they came, what followed, how they ended.

Up to `OPENING` plies, the index answers; what follows later is replayed, or asked of the index.
"""

from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Codes, Flags, Places, Words
from analysis.games.position import AnyPosition, canonical_key
from analysis.library.boards import OPENING, StoredGameRows
from analysis.library.indexing import BoardKind
from analysis.library.library import Library, game_places
from analysis.replay import replay

FEW = 64
"""Games that are replayed for what follows a late position; of more the index is asked."""

_NOWHERE = np.zeros(0, np.int64), np.zeros(0, np.int64)


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


class Visits(NamedTuple):
    """The first visits of games to a position; a row a game, in the order of their numbers.

    Attributes:
        numbers: the numbers of the games.
        plies: number of plies before the position.
        rows: the row of the position in each game.
        next: the least key of the position after it; 0 where the game has ended.
        won: bit sets of the sides that won.
        dates: dates of the games.
    """

    numbers: Places
    plies: Places
    rows: Places
    next: Words
    won: npt.NDArray[np.uint8]
    dates: Codes

    def some(self, chosen: Flags) -> "Visits":
        """Return some of the visits."""
        return Visits(*(getattr(self, name)[chosen] for name in self._fields))


def games_of_kind(library: Library, kind: BoardKind) -> StoredGameRows:
    """Return the rows of all games of a kind, in the order of their numbers.

    Raises:
        UnusableLibrary: the library is damaged.
    """
    number = next((one for one, known in library.kinds().items() if known == kind), None)
    return StoredGameRows.joined([] if number is None else list(library.game_rows(number)))


def find_visits(
    library: Library,
    position: AnyPosition,
    games: StoredGameRows,
    *,
    fold: bool = True,
) -> Visits:
    """Return the first visits of games to a position.

    Args:
        library: the library.
        position: the position.
        games: the games of its kind, by `games_of_kind`.
        fold: whether images of the position count as it.

    Raises:
        UnusableLibrary: the library is damaged.
    """
    key, symmetry = canonical_key(position)
    places, plies = _early(games, key) if fold else _NOWHERE
    if len(places) < len(games.numbers):
        found = library.rows_of_key(key)
        if not fold:
            found = found.some(found.images == position.variant.symmetries.index(symmetry))
        others = _first_visits(games, found.rows)
        new = ~np.isin(others[0], places)
        places = np.concatenate([places, others[0][new]])
        plies = np.concatenate([plies, others[1][new]])
        order = np.argsort(places)
        places, plies = places[order], plies[order]
    return Visits(
        games.numbers[places],
        plies,
        games.firsts[places] + plies,
        _following(library, position, games, places, plies),
        games.won[places],
        games.dates[places],
    )


def _early(games: StoredGameRows, key: int) -> tuple[Places, Places]:
    """Return the places of games that come to a position within `OPENING` plies, and the plies."""
    here = games.openings == np.uint64(key)
    if not key:  # as where a game has ended
        here &= np.arange(OPENING + 1) < games.lengths[:, np.newaxis]
    places = np.flatnonzero(here.any(axis=1))
    return places, here[places].argmax(axis=1)


def _first_visits(games: StoredGameRows, rows: Places) -> tuple[Places, Places]:
    """Return the places of games that have one of some rows, and the ply of its first."""
    numbers, plies = game_places([games], rows)
    places, plies = np.searchsorted(games.numbers, numbers[numbers > 0]), plies[numbers > 0]
    order = np.lexsort((plies, places))
    first, at = np.unique(places[order], return_index=True)
    return first, plies[order][at]


def _following(
    library: Library,
    position: AnyPosition,
    games: StoredGameRows,
    places: Places,
    plies: Places,
) -> Words:
    """Return the least keys of the positions after a position in games; 0 where there is none."""
    following = np.zeros(len(places), np.uint64)
    going_on = plies + 1 < games.lengths[places]
    early = going_on & (plies < OPENING)
    following[early] = games.openings[places[early], plies[early] + 1]
    late = np.flatnonzero(going_on & (plies >= OPENING))
    if len(late) > FEW:
        rows = games.firsts[places[late]] + plies[late] + 1
        for key in {min(position.after(move).keys()) for move in position.legal_moves()}:
            following[late[np.isin(rows, library.rows_of_key(key).rows)]] = key
        late = late[following[late] == 0]  # as recorded, against the rules
    at = dict(zip(games.numbers[places[late]].tolist(), late.tolist(), strict=True))
    accepted = {number: bool(game.accepted) for number, game in library.games(at)}
    for record in library.records(at):
        place = at[record.source.game]
        positions = replay(record, as_recorded=accepted[record.source.game]).positions()
        after = next(islice(positions, int(plies[place]) + 1, None), None)
        following[place] = min(after.keys()) if after else 0
    return following


def results_of(won: npt.NDArray[np.uint8], dates: Codes, sides: int) -> Results:
    """Return how games ended.

    Args:
        won: bit sets of the sides that won.
        dates: dates of the games.
        sides: number of sides.
    """
    wins = tuple(int(np.count_nonzero(won == 1 << side)) for side in range(sides))
    decided = int(np.count_nonzero(won))
    return Results(len(won), wins, decided - sum(wins), int(dates.max(initial=0)))
