"""Moves as people type them, in any notation of the game; the board completes them."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from analysis.games.position import AnyPosition
from notation.dialect import AnyDialect, Reading
from notation.errors import UnreadableMove, UnwritableMove
from notation.findings import Finding


class TypedMove(NamedTuple):
    """A legal move that a text stands for.

    Attributes:
        move: the move, complete.
        after: the position after it.
        dialect: the dialect in which the text was read.
        notes: the notes of its reading.
    """

    move: Any
    after: AnyPosition
    dialect: AnyDialect
    notes: tuple[Finding, ...]

    def is_written(self, text: str) -> bool:
        """Whether the dialect writes the move as this text, ignoring blanks and case."""
        try:
            return _bare(self.dialect.write(self.move)) == _bare(text)
        except UnwritableMove:
            return False


def typed_moves(
    position: AnyPosition, text: str, dialects: Iterable[AnyDialect]
) -> list[TypedMove]:
    """Return the legal moves that a text stands for in some dialects, each with one effect.

    Readings without notes take precedence, and then moves that a dialect writes in exactly this
    way. Several moves are left where the text is ambiguous, none where it is not a legal move.
    """
    found = [
        TypedMove(one.move, position.after(one.move), dialect, (*reading.notes, *one.findings))
        for dialect, reading in readings(text, dialects)
        for claim in reading.moves
        for one in position.completions(claim) or position.supplied(claim)
        if not any(finding.violation for finding in one.findings)
    ]
    likely = [one for one in found if not one.notes] or found
    exact = [one for one in likely if one.is_written(text)] if len(likely) > 1 else []
    return list({one.after: one for one in reversed(exact or likely)}.values())


def readings(text: str, dialects: Iterable[AnyDialect]) -> list[tuple[AnyDialect, Reading[Any]]]:
    """Return the readings of a text in all dialects in which it is a move."""
    found = []
    for dialect in dialects:
        settled = dialect.settled([text])
        try:
            found.append((settled, settled.read(text)))
        except UnreadableMove:
            continue
    return found


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()
