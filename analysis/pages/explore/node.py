"""A position of the explorer as JSON: its board, and the moves played from it, with results."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from analysis import diagrams
from analysis.drawing.style import Role
from analysis.drawing.svg import drawing
from analysis.games import find
from analysis.games.diagram import Options
from analysis.games.position import AnyPosition
from analysis.library.index import PLY, BoardKind
from analysis.library.library import LibraryFile
from analysis.library.packing import Table
from analysis.library.tree import Results, results_of
from analysis.openings.lines import reliability
from analysis.openings.names import bundled_name
from analysis.openings.nodes import win_tests
from analysis.pages.boards import cells, changed
from analysis.pages.explore.filters import date_text
from analysis.pages.explore.line import PlayedLine, PossibleMove, legal_moves, written
from analysis.replay import replay
from analysis.statistics.estimates import Proportion, to_json
from analysis.statistics.significance import is_significant
from notation.dialect import AnyDialect

Json = dict[str, object]
"""An object of JSON."""

LISTED_IMAGES = 12
"""Maximum number of equivalents that are listed for a move."""


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


class Branch(NamedTuple):
    """A move that was played in a position, with its equivalents.

    Attributes:
        results: results of the games with this move.
        visits: the visits of these games to the position, rows of `analysis.library.tree.VISIT`.
        moves: the legal moves that lead to images of one position, in the order of the notation;
            the first represents them. Empty for an illegal move.
    """

    results: Results
    visits: Table
    moves: Sequence[PossibleMove]


def branches(
    library: LibraryFile, position: AnyPosition, visits: Table, *, fold: bool = True
) -> list[Branch]:
    """Return the moves played in a position, most played first.

    Args:
        library: the library.
        position: the position.
        visits: the visits of games to it.
        fold: whether moves that lead to images of one position are one.
    """
    sides = len(position.sides)
    found = [
        Branch(results_of(some, sides), some, moves)
        for some, moves in _branches(library, position, visits, fold)
    ]
    return sorted(found, key=lambda one: -one.results.games)


def _branches(
    library: LibraryFile, position: AnyPosition, visits: Table, fold: bool
) -> Iterator[tuple[Table, Sequence[PossibleMove]]]:
    """Yield the visits and the equivalents of each move that was played in a position."""
    leading = defaultdict[int, list[PossibleMove]](list)
    for move in legal_moves(position):
        leading[move.least].append(move)
    for key in np.unique(visits["next"][visits["next"] > 0]).tolist():
        some, moves = visits[visits["next"] == key], leading[key]
        if fold or len(moves) < 2:
            yield some, moves
            continue
        found, places = library.keys.any_of([key]), (some["number"] << PLY) + some["ply"] + 1
        for move in moves:
            image = move.after.keys().index(key)
            there = np.isin(places, found["place"][found["image"] == image])
            if there.any():
                yield some[there], [move]


def node_json(
    library: LibraryFile,
    line: PlayedLine,
    visits: Table,
    dialect: AnyDialect,
    *,
    fold: bool = True,
    flipped: bool = False,
) -> Json:
    """Return a position of the explorer as JSON, with its picture and the areas of its points.

    Args:
        library: the library.
        line: the line that leads to the position.
        visits: the visits of games to it.
        dialect: the dialect of the moves.
        fold: whether moves that lead to images of one position are one.
        flipped: whether the board is seen from the second side.
    """
    here = line.here
    options: Options = {"flipped": flipped, "labels": dialect.label_style}
    if line.moves:
        options |= {"last": line.moves[-1], "before": line.positions[-2]}
    found, rows, tests = branches(library, here, visits, fold=fold), [], 0
    marks = win_tests([(one.results, here.turn) for one in found])
    for (results, some, moves), (_, adjusted) in zip(found, marks, strict=True):
        texts: list[tuple[str, bool, AnyPosition | None]]
        texts = [(*written(here, one.move, dialect), one.after) for one in moves[:LISTED_IMAGES]]
        row = _results(results, here.turn) | {
            "moves": [_move(here, *one) for one in texts or [_illegal(library, here, some)]],
            "fold": max(len(moves), 1),
            "illegal": not moves,
            "marked": is_significant(adjusted),
        }
        rows.append(row)
        tests += adjusted is not None
    ended = results_of(visits[visits["next"] == 0], len(here.sides))
    outcome, reached = here.outcome(), results_of(visits, len(here.sides))
    return {
        "origin": line.origin,
        "moves": line.texts(dialect),
        "position": str(here),
        "name": bundled_name(here),
        "turn": here.turn,
        "outcome": outcome.message or outcome.reason if outcome else "",
        "results": _results(reached, here.turn),
        "ended": _results(ended, here.turn),
        "rows": rows,
        "caveat": reliability(
            reached,
            sum(row["low"] is not None for row in rows),
            tests,
            any(row["marked"] for row in rows),
        ),
        "board": drawing(diagrams.compose(here, **options)),
        "cells": cells(here.variant, flipped=flipped, labels=dialect.label_style),
    }


def _illegal(
    library: LibraryFile, position: AnyPosition, visits: Table
) -> tuple[str, bool, AnyPosition | None]:
    """Return the illegal move of the first visit as arguments of `_move`.

    The position after it is None if the move cannot be carried out.
    """
    record = next(library.records([int(visits["number"][0])]))
    ply = int(visits["ply"][0])
    after = None
    pair = list(islice(replay(record, as_recorded=True).positions(), ply, ply + 2))
    if len(pair) > 1 and position.key in (keys := pair[0].keys()):
        symmetry = position.variant.symmetries[keys.index(position.key)]
        after = symmetry.position(pair[1])
    return record.moves[ply], False, after


def _move(here: AnyPosition, text: str, plain: bool, after: AnyPosition | None) -> Json:
    """Return a move as JSON: its text, whether the text is read back correctly, and its effect."""
    filled, emptied = changed(here, after) if after else ([], [])
    return {
        "text": text,
        "plain": plain,
        "position": str(after) if after else None,
        "filled": filled,
        "emptied": emptied,
    }


def _results(results: Results, turn: int) -> Json:
    """Return the results of games as JSON; the score is that of the side with index ``turn``."""
    decided, points = results.decided, results.points(turn)
    score = Proportion(points, decided)
    return {
        "games": results.games,
        "wins": list(results.wins),
        "draws": results.draws,
        "undecided": results.games - decided,
        "last": date_text(results.last),
        "score": to_json(score.share),
        "low": to_json(score.low),
        "high": to_json(score.high),
    }
