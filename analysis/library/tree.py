"""Visits of a library's games to a position, with dates, next moves and results."""

from collections import Counter
from itertools import islice
from typing import NamedTuple

import numpy as np

from analysis.games.arrays import Places, Words
from analysis.games.position import AnyPosition
from analysis.library.index import HALF, OPENING, PLY
from analysis.library.library import LibraryFile
from analysis.library.packing import Table
from analysis.replay import replay

FEW = 64
"""Maximum number of games that are replayed; for more games, the index is searched instead."""

VISIT = np.dtype([
    ("number", "<i8"),
    ("ply", "<i8"),
    ("next", "<u8"),
    ("won", "<u8"),
    ("date", "<i4"),
])  # fmt: skip
"""Row for a game's first visit to a position: the number of the game; the number of plies before
the position; the key of the next position, 0 at the end of the game; the winners and the date, both
as in `analysis.library.index.GAME`."""


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


def results_of(visits: Table, sides: int) -> Results:
    """Return the results of games, each of which is given by a row of `VISIT`."""
    won = visits["won"]
    wins = tuple(int(np.count_nonzero(won == 1 << side)) for side in range(sides))
    decided = int(np.count_nonzero(won))
    return Results(len(won), wins, decided - sum(wins), int(visits["date"].max(initial=0)))


def find_visits(
    library: LibraryFile, position: AnyPosition, games: Table, *, fold: bool = True
) -> Table:
    """Return rows of `VISIT`, sorted by game: one for each game that reaches a position.

    Args:
        library: the library.
        position: the position.
        games: the games on the position's kind of board, from `BoardIndex.games`.
        fold: whether images of the position count as well.
    """
    places = library.reached(position, fold)["place"]
    numbers, firsts = np.unique(places >> PLY, return_index=True)
    known = np.isin(numbers, games["number"], assume_unique=True)
    games = games[np.searchsorted(games["number"], numbers[known])]
    found = np.zeros(len(games), VISIT)
    for name in ("number", "won", "date"):
        found[name] = games[name]
    found["ply"] = places[firsts[known]] & (1 << PLY) - 1
    found["next"] = _following(library, position, games, found["ply"])
    return found


def _following(library: LibraryFile, position: AnyPosition, games: Table, plies: Places) -> Words:
    """Return the key of the position after a visit, for each game; 0 at the end of a game.

    For the first `OPENING` plies, the upper half of the key is stored with the game; it is compared
    with the keys after all legal moves. Other keys are found by a replay or in the index.
    """
    following = np.zeros(len(games), np.uint64)
    goes_on = plies + 1 < games["rows"]
    early = np.flatnonzero(goes_on & (plies < OPENING))
    after = set[int]()
    if len(early) or np.count_nonzero(goes_on) > FEW:
        after = {min(position.after(move).keys()) for move in position.legal_moves()}
    shared = Counter(key >> HALF for key in after)
    whole = {key >> HALF: key for key in after if shared[key >> HALF] == 1}
    halves, which = np.unique(games["keys"][early, plies[early]], return_inverse=True)
    keys = [whole.get(half, 0) for half in halves.tolist()]
    following[early] = np.array(keys, np.uint64)[which]
    late = np.flatnonzero(goes_on & (following == 0))
    if len(late) > FEW:
        places = (games["number"][late] << PLY) + plies[late] + 1
        for key in after:
            following[late[np.isin(places, library.keys.any_of([key])["place"])]] = key
        late = late[following[late] == 0]  # an illegal move, played as recorded
    at = dict(zip(games["number"][late].tolist(), late.tolist(), strict=True))
    accepted = {number: bool(game.accepted) for number, game in library.games(at)}
    for record in library.records(at):
        place = at[record.source.game]
        positions = replay(record, as_recorded=accepted[record.source.game]).positions()
        later = next(islice(positions, int(plies[place]) + 1, None), None)
        following[place] = min(later.keys()) if later else 0
    return following
