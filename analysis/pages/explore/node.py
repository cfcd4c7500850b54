"""A position of the explorer as JSON: its board, what was played there, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis import diagrams
from analysis.drawing.style import Role
from analysis.games import find
from analysis.games.diagram import Options
from analysis.games.position import AnyPosition
from analysis.library.index import BoardKind
from analysis.library.tree import Results, Visits, results_of
from analysis.pages.boards import Drawing, cells, changed, drawing
from analysis.pages.explore.branches import Branch
from analysis.pages.explore.explorer import KnownKind
from analysis.pages.explore.filters import Facts, date_text
from analysis.pages.explore.line import PlayedLine, images, name_of, written
from analysis.statistics.estimates import ENOUGH, Proportion, rounded
from analysis.statistics.significance import LEVEL, benjamini_hochberg, binomial_test, stands
from notation.dialect import AnyDialect

Json = dict[str, object]
"""An object of JSON."""

DESCRIBED_IMAGES = 12
"""Most equivalents of a move that are listed."""


@dataclass(frozen=True, slots=True)
class View:
    """How the explorer shows boards and moves.

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
    """Return a kind of boards."""
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
    """Return the role in which the pieces of a side are painted; that of no side for others."""
    return side if side in {one.value for one in Role} else Role.NEUTRAL.value


def node_json(line: PlayedLine, visits: Visits, found: Sequence[Branch], view: View) -> Json:
    """Return a position of the explorer, but for its picture.

    Args:
        line: how it was come to.
        visits: the visits of games to it.
        found: what was played there.
        view: how it is shown.
    """
    here = line.here
    sides = len(here.sides)
    ended = visits.some(visits.next == 0)
    outcome = here.outcome()
    tests = _tests(found, here.turn)
    return {
        "origin": line.origin,
        "moves": line.texts(view.dialect),
        "position": str(here),
        "name": name_of(here),
        "turn": here.turn,
        "outcome": outcome.message or outcome.reason if outcome else "",
        "results": _results(results_of(visits.won, visits.dates, sides), here.turn),
        "ended": _results(results_of(ended.won, ended.dates, sides), here.turn),
        "rows": [
            _row(here, branch, view, adjusted)
            for branch, adjusted in zip(found, tests, strict=True)
        ],
        "caveat": _caveat(found, tests),
        "images": [number for number, _ in images(here)],
    }


def beside_json(found: Sequence[Branch], kind: KnownKind, facts: Facts, turn: int) -> list[Json]:
    """Return for each move how many of its games the board decided, and the ratings of its players.

    Args:
        found: what was played.
        kind: the kind of boards.
        facts: what is known of its games.
        turn: the side that moves.
    """
    rows: list[Json] = []
    for branch in found:
        places = np.searchsorted(kind.games["number"], branch.visits.numbers)
        ratings = facts.ratings[places, turn]
        rated = ratings[ratings > 0]
        rows.append({
            "board": int(np.count_nonzero(facts.on_board[places])),
            "rated": len(rated),
            "rating": round(float(rated.mean())) if len(rated) else None,
        })  # fmt: skip
    return rows


def starts_json(starts: Sequence[tuple[AnyPosition, int]]) -> list[Json]:
    """Return first positions with their numbers of games."""
    return [{"position": str(position), "games": games} for position, games in starts]


def board_json(line: PlayedLine, view: View) -> Drawing:
    """Return the picture of the last position of a line."""
    options = view.options()
    if line.moves:
        options |= {"last": line.moves[-1], "before": line.positions[-2]}
    return drawing(diagrams.compose(line.here, **options))


def cells_json(kind: BoardKind, view: View) -> dict[str, list[float]]:
    """Return the outline of each point's area, in the units of drawings: x, y, x, y, ..."""
    variant = find(kind.game).variant(kind.variant)
    return cells(variant, flipped=view.flipped, labels=view.dialect.label_style)


def _row(here: AnyPosition, branch: Branch, view: View, adjusted: float | None) -> Json:
    """Return a move that was played, with its equivalents."""
    found = _results(branch.results, here.turn) | {"marked": stands(adjusted)}
    if branch.moves:
        moves = [_move(here, one.move, one.after, view) for one in branch.moves[:DESCRIBED_IMAGES]]
        return found | {"moves": moves, "fold": len(branch.moves), "illegal": False}
    filled, emptied = changed(here, branch.after) if branch.after else ([], [])
    position = str(branch.after) if branch.after else None
    move = {"text": branch.text, "plain": False, "position": position}
    return found | {
        "moves": [move | {"filled": filled, "emptied": emptied}],
        "fold": 1,
        "illegal": True,
    }


def _move(here: AnyPosition, move: object, after: AnyPosition, view: View) -> Json:
    text, plain = written(here, move, view.dialect)
    filled, emptied = changed(here, after)
    return {
        "text": text,
        "plain": plain,
        "position": str(after),
        "filled": filled,
        "emptied": emptied,
    }


def _results(results: Results, turn: int) -> Json:
    """Return how games ended, and the score of a side with its interval."""
    decided = sum(results.wins) + results.draws
    points = results.wins[turn] + results.draws / len(results.wins)
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


def _tests(found: Sequence[Branch], turn: int) -> list[float | None]:
    """Return the adjusted p-value of each move with games that were won, as in opening trees."""
    tested = [number for number, one in enumerate(found) if sum(one.results.wins) >= ENOUGH]
    chances = [
        binomial_test(wins[turn], sum(wins), 1 / len(wins))
        for wins in (found[number].results.wins for number in tested)
    ]
    adjusted: list[float | None] = [None] * len(found)
    for number, chance in zip(tested, benjamini_hochberg(chances), strict=True):
        adjusted[number] = chance
    return adjusted


def _caveat(found: Sequence[Branch], tests: Sequence[float | None]) -> str:
    """Return what the intervals of the moves are worth; empty without one."""
    intervals = sum(sum(one.results.wins) + one.results.draws >= ENOUGH for one in found)
    if not intervals:
        return ""
    what = "interval" if intervals == 1 else "intervals"
    words = f"{intervals:,} {what} of 95 %: about 1 in 20 does not contain the true value."
    tested = sum(one is not None for one in tests)
    if not tested:
        return words
    many = "1 test" if tested == 1 else f"{tested:,} tests"
    return f"{words} * stands at a false discovery rate of {100 * LEVEL:.0f} % in {many}."
