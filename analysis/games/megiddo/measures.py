"""Measures of plies of Megiddo.

The score is the number of points for the score sheet of a match: captured stones, and the complete
lines (Megiddos) of the winner. Source: chapter "Score" of the rule book.
"""

from functools import lru_cache
from itertools import chain
from typing import Any

from analysis.games import measures
from analysis.games.match import Scoring
from analysis.games.measures import (
    LONGEST,
    MATERIAL,
    MOVE_COLUMNS,
    CaptureCount,
    Column,
)
from analysis.games.megiddo.board import LINES, SIZE, bits, has_line
from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import MegiddoVariant
from notation.megiddo import Move, point_name

LINE_KINDS = Column("line_kinds", "words", "line of each captured pair: radial, ring or spiral")
CHAIN_DEPTH = Column(
    "chain_depth",
    "count",
    "generations of captures: 0 for none, 1 for direct captures, more for chains",
)

MATCH_POINTS = 36
"""Points that win a match."""

FIRST_MEGIDDO = 6
FURTHER_MEGIDDO = 12
"""Points for each further line completed by the winner's last move, after the first line."""


class Measures(measures.Measures[Move, Position]):
    """Measures of moves, captures, stones on the board, and longest lines."""

    COLUMNS = (*MOVE_COLUMNS, LINE_KINDS, CHAIN_DEPTH, *MATERIAL, *LONGEST)
    CAPTURES = (
        CaptureCount("line kind", LINE_KINDS, "pairs captured by kind of line"),
        CaptureCount("chain depth", CHAIN_DEPTH, "captures by depth of the chain"),
    )

    def captured(self, before: Position, move: Move) -> tuple[str, ...]:
        """Return the names of the points on which a move captures stones."""
        captured: tuple[str, ...] = self.of_move(before, move)[0]
        return captured

    def of_move(self, before: Position, claim: Move | None) -> tuple[Any, ...]:
        """Return the captured points, and the columns from ``kind`` to ``chain_depth``."""
        if claim is None:
            return (), None, None, None, (), 0
        kind, origin = "slide" if claim.origin else "place", None
        if claim.origin:
            origin = point_name(claim.origin)
        if not claim.groups:
            return (), kind, origin, point_name(claim.point), (), 0
        kind = "slide-capture" if claim.origin else "capture"
        # The captures that the move names: all of them, unless some were overlooked.
        named = frozenset(map(bits, claim.groups))
        if sole := before.sole_move(claim):
            waves = [dict(zip(named, sole.groups, strict=True))]
        else:
            waves = before.captures(claim, named)
        known = line_kinds(before.variant.edge, before.variant.cleopatra)
        kinds = tuple([known[pair] for made in waves for pair in made])
        points = chain.from_iterable(chain.from_iterable(made.values()) for made in waves)
        captured = tuple(map(point_name, dict.fromkeys(points)))
        return captured, kind, origin, point_name(claim.point), kinds, len(waves)

    def standing(self, position: Position) -> tuple[int, ...]:
        """Return each side's points for the score sheet."""
        return points(position) if any(map(has_line, position.stones)) else position.taken


@lru_cache
def line_kinds(edge: str, cleopatra: bool) -> dict[int, str]:
    """Return the kind of line on which a pair is captured, by the bit set of the pair.

    The kinds are ``radial``, ``ring`` and ``spiral``; each pair has only one.

    Args:
        edge: one of `EDGES`.
        cleopatra: whether the reversed captures of Cleopatra are included.
    """
    kinds: dict[int, str] = {}
    geometry = MegiddoVariant(edge, cleopatra).board
    for line in LINES:
        for start in range(SIZE if line.kind in geometry.closed else SIZE - 3):
            four = (line.points * 2)[start : start + 4]
            kinds[bits(four[1:3])] = kinds[bits(four[::3])] = line.kind.split()[-1]
    return kinds


MEASURES = Measures()


def points(position: Position) -> tuple[int, ...]:
    """Return each side's points for the score sheet.

    Each captured stone is one point. The first line that the winner's last move completes is six
    points, each further line twelve.
    """
    scored = list(position.taken)
    outcome = position.outcome()
    if outcome and outcome.winner:
        side = position.sides.index(outcome.winner)
        if lines := len(position.megiddos(side)):
            scored[side] += FIRST_MEGIDDO + FURTHER_MEGIDDO * (lines - 1)
    return tuple(scored)


SCORING = Scoring(MATCH_POINTS, points)
"""The rules of scoring for matches."""
