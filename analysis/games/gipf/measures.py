"""Measures of plies of GIPF.

The score is the number of pieces that a side has not lost, on the board and in reserve, with GIPF
pieces counted twice.
"""

from analysis.games import measures
from analysis.games.gipf.board import PATTERNS, spots, worth
from analysis.games.gipf.rules import Position
from analysis.games.measures import (
    LONGEST,
    MATERIAL,
    MOVE_COLUMNS,
    CaptureCount,
    Cell,
    Column,
    per_side,
)
from notation.gipf.moves import Move, PartialMove

ROW_LENGTHS = Column(
    "row_lengths", "counts", "number of pieces removed of each row, in the order of play"
)

_PUSHES = {
    (push.spot, push.dot): (pattern.run.bit_count(), spots(pattern.first)[0])
    for push, pattern in PATTERNS.items()
}
"""The number of displaced pieces, and the spot of the new piece, by target and dot of a push."""


class Measures(measures.Measures[Move, Position]):
    """Measures of turns, of pieces on the board and in reserve, and of longest lines."""

    COLUMNS = (
        *MOVE_COLUMNS,
        Column("displaced", "count", "number of pieces that a push displaces"),
        Column("gipf_piece", "flag", "whether a GIPF piece is brought in"),
        ROW_LENGTHS,
        Column(
            "returned",
            "count",
            "number of own pieces that return to the reserve; a GIPF piece counts two",
        ),
        *MATERIAL[:2],
        *per_side("reserve", "number of pieces of side {} in reserve", 2),
        *per_side("gipf", "number of GIPF pieces of side {} on the board", 2),
        *LONGEST[:2],
    )
    CAPTURES = (CaptureCount("row length", ROW_LENGTHS, "rows removed by pieces taken"),)

    def captured(self, before: Position, move: Move) -> tuple[str, ...]:
        """Return the names of the spots on which a turn takes the opponent's pieces."""
        return before.captured(move)

    def of_move(self, before: Position, claim: Move | PartialMove | None) -> tuple[Cell, ...]:
        """Return the captured spots, and the columns of a turn from ``kind`` to ``returned``."""
        if claim is None:
            return (), *(None,) * 7
        # Texts may put several rows into one list: only the board shows how they divide.
        move = before.sole_move(claim) or before.complete(claim)
        kind, lengths, returned = _removals(move) if move.before or move.after else ("push", (), 0)
        captured, push = before.captured(move), move.push
        if push is None:
            return captured, kind, None, None, None, None, lengths, returned
        displaced, entered = _PUSHES[push.spot, push.dot]
        return captured, kind, push.dot, entered, displaced, push.gipf, lengths, returned

    def standing(self, position: Position) -> tuple[int, ...]:
        """Return each side's number of pieces on board and in reserve; GIPF pieces count two."""
        white, black = position.reserves
        gipf = position.gipf
        return white + worth(position.white, gipf), black + worth(position.black, gipf)


def _removals(move: Move) -> tuple[str, tuple[int, ...], int]:
    """Return the columns ``kind``, ``row_lengths`` and ``returned`` of a move with removals."""
    parts = ["removal"] * bool(move.before) + ["push"] * bool(move.push)
    kind = "-and-".join(parts + ["removal"] * bool(move.after))
    lengths = tuple(len(row.pieces) for row in (*move.before.lists, *move.after.lists))
    taken = (*move.before.pieces, *move.after.pieces)
    return kind, lengths, sum(2 if piece.gipf else 1 for piece in taken if not piece.captured)


MEASURES = Measures()
