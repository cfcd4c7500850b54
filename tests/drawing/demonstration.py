"""The demonstration game of the Epaminondas rule book, for drawing at any ply."""

from typing import NamedTuple

from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import STANDARD
from notation import find_dialect
from notation.phalanx import Move
from tests.records.samples import DEMONSTRATION


class Moment(NamedTuple):
    """A position, the move that led to it, and the position before."""

    position: Position
    move: Move
    before: Position


def moment(ply: int) -> Moment:
    """Return the game after a number of plies, one or more."""
    position = Position.start(STANDARD)
    moves = [_read(text) for text in DEMONSTRATION[:ply]]
    for move in moves[:-1]:
        position = position.play(move)
    return Moment(position.play(moves[-1]), moves[-1], position)


def _read(text: str) -> Move:
    move = find_dialect("epaminondas", "abbott").read(text).moves[0]
    assert isinstance(move, Move)
    return move
