"""Visits of a library's games to a position, with dates, next moves and results."""

from collections import Counter
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Codes, Flags, Places, Words
from analysis.games.position import AnyPosition, canonical_key
from analysis.library.index import HALF, OPENING, PLY
from analysis.library.library import LibraryFile
from analysis.library.packing import Table
from analysis.replay import replay

FEW = 64
"""Maximum number of games that are replayed; for more games, the index is searched instead."""


class Results(NamedTuple):
    """The results of some games.

    Attributes:
        games: number of games.
        wins: number of games won by each side.
        draws: number of drawn games.
        last: latest date as a number such as 20040517; 0 if there is none.
    """

    games: int
    wins: tuple[int, ...]
    draws: int
    last: int

    @property
    def decided(self) -> int:
        """Number of games with a result."""
        return self.draws + sum(self.wins)

    def points(self, side: int) -> float:
        """Return the points of a side: 1 for a win, an equal share of 1 for a draw."""
        return self.wins[side] + self.draws / len(self.wins)


class Visits(NamedTuple):
    """The first visit of each game to a position; a row for each game, sorted by number.

    Attributes:
        numbers: the numbers of the games.
        plies: number of plies before the position.
        next: the key of the next position; 0 at the end of a game.
        won: bit set of the sides that won; all sides in a draw, 0 without a result.
        dates: dates of the games, as numbers such as 20040517.
    """

    numbers: Places
    plies: Places
    next: Words
    won: Words
    dates: Codes

    @property
    def places(self) -> Places:
        """The places of the visited positions, as `analysis.library.index` defines them."""
        return (self.numbers << PLY) + self.plies

    def some(self, chosen: Flags) -> "Visits":
        """Return selected visits; there is a flag for each visit."""
        return Visits(*(getattr(self, name)[chosen] for name in self._fields))


def find_visits(
    library: LibraryFile, position: AnyPosition, games: Table, *, fold: bool = True
) -> Visits:
    """Return the first visit of each game to a position.

    Args:
        games: the games with its kind of board, from `BoardIndex.games`.
        fold: whether images of the position count as well.

    Raises:
        DamagedColumn: the library is damaged.
    """
    key, symmetry = canonical_key(position)
    found = library.keys.find(key)
    if not fold:
        found = found[found["image"] == position.variant.symmetries.index(symmetry)]
    _, firsts = np.unique(found["place"] >> PLY, return_index=True)
    places = found["place"][firsts]
    places = places[np.isin(places >> PLY, games["number"], assume_unique=True)]
    plies = places & (1 << PLY) - 1
    games = games[np.searchsorted(games["number"], places >> PLY)]
    following = _following(library, position, games, plies)
    return Visits(games["number"], plies, following, games["won"], games["date"])


def _following(library: LibraryFile, position: AnyPosition, games: Table, plies: Places) -> Words:
    """Return the key of the position that follows a position in each game; 0 at the end of a game.

    For the first `OPENING` plies, the upper half of the key is stored with the game; it is compared
    with the keys after all legal moves. Other keys are found by a replay or in the index.
    """
    following = np.zeros(len(games), np.uint64)
    going_on = plies + 1 < games["rows"]
    early = np.flatnonzero(going_on & (plies < OPENING))
    if len(early) or np.count_nonzero(going_on) > FEW:
        after = {min(position.after(move).keys()) for move in position.legal_moves()}
    else:
        after = set()
    shared = Counter(key >> HALF for key in after)
    whole = {key >> HALF: key for key in after if shared[key >> HALF] == 1}
    halves, which = np.unique(games["keys"][early, plies[early]], return_inverse=True)
    keys = [whole.get(half, 0) for half in halves.tolist()]
    following[early] = np.array(keys, np.uint64)[which]
    late = np.flatnonzero(going_on & (following == 0))
    if len(late) > FEW:
        places = (games["number"][late] << PLY) + plies[late] + 1
        for key in after:
            following[late[np.isin(places, library.keys.find(key)["place"])]] = key
        late = late[following[late] == 0]  # an illegal move, played as recorded
    at = dict(zip(games["number"][late].tolist(), late.tolist(), strict=True))
    accepted = {number: bool(game.accepted) for number, game in library.games(at)}
    for record in library.records(at):
        place = at[record.source.game]
        positions = replay(record, as_recorded=accepted[record.source.game]).positions()
        later = next(islice(positions, int(plies[place]) + 1, None), None)
        following[place] = min(later.keys()) if later else 0
    return following


def results_of(won: npt.NDArray[np.uint64], dates: Codes, sides: int) -> Results:
    """Return the results of games.

    Args:
        won: bit set of the sides that won, for each game.
        dates: date of each game, as a number.
    """
    wins = tuple(int(np.count_nonzero(won == 1 << side)) for side in range(sides))
    decided = int(np.count_nonzero(won))
    return Results(len(won), wins, decided - sum(wins), int(dates.max(initial=0)))
