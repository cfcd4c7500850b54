"""What was played in a position, as moves on its board."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from analysis.games.arrays import Flags
from analysis.games.position import AnyPosition
from analysis.library.library import Library
from analysis.library.tree import Results, Visits, results_of
from analysis.pages.explore.line import PossibleMove, legal_moves
from analysis.replay import replay


@dataclass(frozen=True, slots=True)
class Branch:
    """A move that was played in a position, with its equivalents.

    Attributes:
        moves: the legal moves that lead to images of one position, in the order of the notation,
            the first for all of them; none for a move that was illegal.
        results: how the games ended in which it was played.
        text: an illegal move, as it was recorded in the first of the games; else empty.
        after: what it led to; None where that stands on no board like this one.
        visits: the visits of these games to the position.
    """

    moves: tuple[PossibleMove, ...]
    results: Results
    text: str
    after: AnyPosition | None
    visits: Visits


def branches(
    library: Library, position: AnyPosition, visits: Visits, *, fold: bool = True
) -> list[Branch]:
    """Return what was played in a position, most played first.

    Args:
        library: the library.
        position: the position.
        visits: the visits of games to it.
        fold: whether moves that lead to images of one position are one.
    """
    leading = defaultdict[int, list[PossibleMove]](list)
    for move in legal_moves(position):
        leading[move.least].append(move)
    found = []
    for key in np.unique(visits.next[visits.next > 0]).tolist():
        some, moves = visits.some(visits.next == key), tuple(leading[key])
        if not moves:
            found.append(_illegal(library, position, some))
        elif fold or len(moves) == 1:
            found.append(_branch(position, some, moves))
        else:
            found += [
                _branch(position, some.some(there), (move,))
                for move, there in _apart(library, some, moves)
                if there.any()
            ]
    return sorted(found, key=lambda one: -one.results.games)


def _branch(position: AnyPosition, visits: Visits, moves: tuple[PossibleMove, ...]) -> Branch:
    results = results_of(visits.won, visits.dates, len(position.sides))
    return Branch(moves, results, "", moves[0].after, visits)


def _apart(
    library: Library, visits: Visits, moves: tuple[PossibleMove, ...]
) -> Iterator[tuple[PossibleMove, Flags]]:
    """Yield moves that lead to images of one position, each with the visits that it followed."""
    found = library.keys.find(moves[0].least)
    for move in moves:
        image = move.after.keys().index(move.least)
        yield move, np.isin(visits.places + 1, found["place"][found["image"] == image])


def _illegal(library: Library, position: AnyPosition, visits: Visits) -> Branch:
    """Return the branch of a move that was illegal and played as recorded."""
    results = results_of(visits.won, visits.dates, len(position.sides))
    record = next(library.records([int(visits.numbers[0])]))
    ply = int(visits.plies[0])
    after = None
    pair = list(islice(replay(record, as_recorded=True).positions(), ply, ply + 2))
    if len(pair) > 1 and position.key in (keys := pair[0].keys()):
        symmetry = position.variant.symmetries[keys.index(position.key)]
        after = symmetry.position(pair[1])
    return Branch((), results, record.moves[ply], after, visits)
