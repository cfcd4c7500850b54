"""A position of the explorer as JSON: its board, and the moves played from it, with results."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from analysis import diagrams
from analysis.drawing.style import Role
from analysis.games import find
from analysis.games.arrays import Flags
from analysis.games.diagram import Options
from analysis.games.position import AnyPosition
from analysis.library.index import BoardKind
from analysis.library.library import LibraryFile
from analysis.library.tree import Results, Visits, results_of
from analysis.openings.lines import reliability
from analysis.openings.names import bundled_name
from analysis.openings.nodes import win_tests
from analysis.pages.boards import cells, changed, drawing
from analysis.pages.explore.filters import date_text
from analysis.pages.explore.line import PlayedLine, PossibleMove, legal_moves, written
from analysis.replay import replay
from analysis.statistics.estimates import Proportion, rounded
from analysis.statistics.significance import stands
from notation.dialect import AnyDialect

Json = dict[str, object]
"""An object of JSON."""

DESCRIBED_IMAGES = 12
"""Maximum number of equivalents that are listed for a move."""


@dataclass(frozen=True, slots=True)
class View:
    """Options of boards and moves in the explorer.

    Attributes:
        dialect: writes the moves.
        flipped: whether boards are seen from the second side.
    """

    dialect: AnyDialect
    flipped: bool = False

    def options(self) -> Options:
        """Return the options of diagrams."""
        return {"flipped": self.flipped, "labels": self.dialect.label_style}


def kind_json(kind: BoardKind, games: int) -> Json:
    """Return a kind of boards as JSON."""
    home = find(kind.game)
    sides = home.variant(kind.variant).sides
    names = [one.name for one in home.variant(kind.variant).symmetries]
    return {
        "game": kind.game,
        "variant": kind.variant,
        "title": home.title,
        "games": games,
        "sides": [{"name": side, "colour": _colour(side)} for side in sides],
        "symmetries": names,
    }


def _colour(side: str) -> str:
    """Return the role of a side's pieces, or the neutral role for other names."""
    return side if side in {one.value for one in Role} else Role.NEUTRAL.value


@dataclass(frozen=True, slots=True)
class Branch:
    """A move that was played in a position, with its equivalents.

    Attributes:
        moves: the legal moves that lead to images of one position, in the order of the notation,
            the first for all of them; none for a move that was illegal.
        results: how the games ended in which it was played.
        text: an illegal move, as it was recorded in the first of the games; else empty.
        after: the position after it; None if it is not on a board oriented like this one.
        visits: the visits of these games to the position.
    """

    moves: tuple[PossibleMove, ...]
    results: Results
    text: str
    after: AnyPosition | None
    visits: Visits


def branches(
    library: LibraryFile, position: AnyPosition, visits: Visits, *, fold: bool = True
) -> list[Branch]:
    """Return the moves played in a position, most played first.

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
    library: LibraryFile, visits: Visits, moves: tuple[PossibleMove, ...]
) -> Iterator[tuple[PossibleMove, Flags]]:
    """Yield moves to images of one position, each with flags of the visits to its image."""
    found = library.keys.find(moves[0].least)
    for move in moves:
        image = move.after.keys().index(move.least)
        yield move, np.isin(visits.places + 1, found["place"][found["image"] == image])


def _illegal(library: LibraryFile, position: AnyPosition, visits: Visits) -> Branch:
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


def node_json(line: PlayedLine, visits: Visits, found: Sequence[Branch], view: View) -> Json:
    """Return a position of the explorer as JSON: its picture with the areas of the points too.

    Args:
        line: the line that leads to the position.
        visits: the visits of games to it.
        found: the moves played there.
        view: the options of boards and moves.
    """
    here, options = line.here, view.options()
    if line.moves:
        options |= {"last": line.moves[-1], "before": line.positions[-2]}
    sides = len(here.sides)
    ended = visits.some(visits.next == 0)
    outcome = here.outcome()
    rows, tests = [_row(here, one, view) for one in found], 0
    wins = [(one.results.wins, here.turn) for one in found]
    for row, (_, adjusted) in zip(rows, win_tests(wins), strict=True):
        row["marked"] = stands(adjusted)
        tests += adjusted is not None
    return {
        "origin": line.origin,
        "moves": line.texts(view.dialect),
        "position": str(here),
        "name": bundled_name(here),
        "turn": here.turn,
        "outcome": outcome.message or outcome.reason if outcome else "",
        "results": _results(results_of(visits.won, visits.dates, sides), here.turn),
        "ended": _results(results_of(ended.won, ended.dates, sides), here.turn),
        "rows": rows,
        "caveat": reliability(sum(row["low"] is not None for row in rows), tests),
        "board": drawing(diagrams.compose(here, **options)),
        "cells": cells(here.variant, flipped=view.flipped, labels=view.dialect.label_style),
    }


def _row(here: AnyPosition, branch: Branch, view: View) -> Json:
    """Return a move that was played, with its equivalents."""
    if branch.moves:
        listed = branch.moves[:DESCRIBED_IMAGES]
        moves = [_move(here, *written(here, one.move, view.dialect), one.after) for one in listed]
    else:
        moves = [_move(here, branch.text, False, branch.after)]
    return _results(branch.results, here.turn) | {
        "moves": moves,
        "fold": max(len(branch.moves), 1),
        "illegal": not branch.moves,
    }


def _move(here: AnyPosition, text: str, plain: bool, after: AnyPosition | None) -> Json:
    """Return a move as JSON: its text, whether that is read as this move, and its changes."""
    filled, emptied = changed(here, after) if after else ([], [])
    return {
        "text": text,
        "plain": plain,
        "position": str(after) if after else None,
        "filled": filled,
        "emptied": emptied,
    }


def _results(results: Results, turn: int) -> Json:
    """Return the results of games, and the score of a side with an interval."""
    decided, points = results.decided, results.points(turn)
    low, high = Proportion(points, decided).interval or (None, None)
    return {
        "games": results.games,
        "wins": list(results.wins),
        "draws": results.draws,
        "undecided": results.games - decided,
        "last": date_text(results.last),
        "score": rounded(points / decided) if decided else None,
        "low": rounded(low),
        "high": rounded(high),
    }
