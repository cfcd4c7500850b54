"""Tables of which the column of a side is lost, as far as the board shows it."""

from collections.abc import Sequence

from analysis.games.position import AnyPosition
from analysis.replay.playthrough import Plies
from analysis.replay.setup import Setup
from notation import Finding
from records import Record

MISSING, HOLE = "missing-ply", "?"
"""The code of a violation for want of a ply, and what stands for one."""

ALTERNATING = 3
"""Plies of one side after each other that show that the other side's are lost."""


def with_lost_column(
    game: Setup, played: int, violations: Sequence[Finding], filled: Sequence[Record]
) -> Record:
    """Return a record, with unreadable plies for a column where its moves are one side's.

    Args:
        game: the record as it stands.
        played: how many of its plies are legal.
        violations: those of its replay.
        filled: the record with such plies in the one column or the other.
    """
    record = game.record
    if game.start is None or played > 1 or [one.code for one in violations[:1]] != [MISSING]:
        return record
    ways = (one for one in filled if one.moves[played : played + 1] == (HOLE,))
    plies = game.playthrough.plies(record.moves[:ALTERNATING])
    return next(ways, record) if _are_one_sides(game, game.start, plies) else record


def _are_one_sides(game: Setup, position: AnyPosition, plies: Plies) -> bool:
    """Whether plies are legal as those of the side that makes the first."""
    run = game.playthrough.run
    if not run(position, plies, 0).reach:
        position = position.pass_turn()
    for at in range(len(plies)):
        found = run(position, plies[: at + 1], at)
        if found.left:
            return False
        position = found.position.pass_turn()
    return True
