"""Boardspace's logs: games of other programs, told command by command, come back as they were."""

from collections.abc import Iterator
from typing import Any

import pytest

from analysis import replay
from analysis.games.gipf.board import BITS, rows_on, spots
from analysis.games.gipf.rules import Position
from notation import find_dialect
from notation.gipf.moves import NOTHING, Move, Removal
from notation.gipf.points import LINES, name
from records.sgf.boardspace_gipf import LOGS
from tests.games.engine_games import engine_games

COMPLETE, STEPS = find_dialect("gipf", "complete"), find_dialect("gipf", "steps")
SETUPS = {"basic": "gipf", "standard": "gipf-standard", "tournament": "gipf-tournament"}


def spaced(point: str) -> str:
    return f"{point[0].upper()} {point[1:]}"


def removals(position: Position, taken: Removal, forgets: bool) -> Iterator[str]:
    """Yield the commands that take just some pieces, from what the site would take by itself.

    Before a push, the site forgets with every row what was to be kept.
    """
    kept = keeps(position)
    for row in taken.rows:
        standing = [one.line for one in rows_on(position.own, position.occupied)]
        pieces = {piece.spot for piece in row.pieces}
        yield from toggles(kept, row.line, pieces)
        ends = row.line.split("-")
        alone = [dot for dot in ends if sum(dot in line.split("-") for line in standing) == 1]
        if row.line in standing:
            yield f"Remove {spaced(alone[0])}"
            position = position.lifted(sum(BITS[spot] for spot in pieces))
            kept = keeps(position) if forgets else kept
    for one in rows_on(position.own, position.occupied):
        yield from toggles(kept, one.line, set())


def keeps(position: Position) -> dict[str, bool]:
    """Return whether the site would keep each GIPF piece that stands in a row of the mover's."""
    standing = [spots(row.spots) for row in rows_on(position.own, position.occupied)]
    pieces = {spot: position.taken_piece(spot) for run in standing for spot in run}
    return {
        spot: not piece.captured or sum(spot in run for run in standing) > 1
        for spot, piece in pieces.items()
        if piece.gipf
    }


def toggles(kept: dict[str, bool], line: str, taken: set[str]) -> Iterator[str]:
    """Yield the commands by which just the GIPF pieces on a line that are taken are not kept."""
    points = next(one for one in LINES if name(one) == line)
    for spot in [point for point in points if point in kept]:
        if kept[spot] == (spot in taken):
            kept[spot] = not kept[spot]
            yield f"Preserve {spaced(spot)}"


def commands(position: Any, move: Move) -> Iterator[str]:
    """Yield the commands of a turn."""
    yield from removals(position, move.before, forgets=True)
    if move.push:
        dot, spot = STEPS.write(Move(NOTHING, move.push, NOTHING)).lstrip("G").split("-")
        if position.bringing[position.turn] and not move.push.gipf:
            yield "Standard"
        yield f"Dropb {spaced(dot)}"
        yield f"SlideFrom {spaced(dot)} {spaced(spot)}"
        now = position.pushed(Move(move.before, move.push, NOTHING))
        assert now is not None
        yield from removals(now, move.after, forgets=False)
    yield "Done"


@pytest.mark.slow
@pytest.mark.parametrize("variant", SETUPS)
def test_games_told_by_command_come_back(variant):
    count = 0
    for game in engine_games(f"gipf-{variant}-games", 15):
        log = LOGS[SETUPS[variant]]()
        for ply in replay(game).plies():
            told = [log.take(ply.before.turn, one) for one in commands(ply.before, ply.move)]
            assert not any(told[:-1])
            (move,) = COMPLETE.read(told[-1] or "").moves
            assert move == ply.move._replace(reserve=None)
            count += 1
        assert log.rest() is None
    assert count > 200
