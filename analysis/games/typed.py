"""Typed moves: texts in any dialect of a game, completed on the board."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from analysis.games.position import AnyPosition
from notation.dialect import AnyDialect, Reading
from notation.errors import UnreadableMove, UnwritableMove
from notation.findings import Finding


class TypedMove(NamedTuple):
    """A legal move that a text can mean.

    Attributes:
        move: the complete move.
        after: the position after the move.
        dialect: the dialect in which the text was read.
        notes: the notes on the text: leniencies, and details that differ from the move.
    """

    move: Any
    after: AnyPosition
    dialect: AnyDialect
    notes: tuple[Finding, ...]

    def is_written(self, text: str) -> bool:
        """Whether a text is the canonical text of the move, apart from blanks and letter case."""
        try:
            return _bare(self.dialect.write(self.move)) == _bare(text)
        except UnwritableMove:
            return False


def typed_moves(
    position: AnyPosition, text: str, dialects: Iterable[AnyDialect]
) -> list[TypedMove]:
    """Return the legal moves that a text can mean in the given dialects.

    Moves without notes are preferred to moves with notes. If several remain, moves with ``text`` as
    their canonical text are preferred. Of moves that lead to the same position, only one is
    returned.
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
    """Return a (dialect, reading) pair for each dialect in which a text is a move."""
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
