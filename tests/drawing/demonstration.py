"""The demonstration game of the Epaminondas rule book, to be drawn at any ply."""

from typing import NamedTuple

from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import STANDARD
from notation import find_dialect
from notation.phalanx import Move

MOVES = (
    *("2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3", "2.8.1SW1", "11.11.2SW2", "4.7.4N3x3"),
    *("9.9.2SW2x1", "6.7.3N1x1", "11.9.2SW1", "7.7.3N3", "8.8.4S4", "10.7.3N2", "12.8.2W1x1"),
    *("11.7.2N1x1", "4.8.4S3x1", "2.2.2NE2", "1.8.1W1", "4.4.1W1", "2.8.3S1", "1.6.5E1x2"),
    *("2.8.2S1", "1.9.6W1x1"),
)


class Moment(NamedTuple):
    """A position, the move that led to it, and the position before."""

    position: Position
    move: Move
    before: Position


def moment(ply: int) -> Moment:
    """Return the game after so many plies, one or more."""
    position = Position.start(STANDARD)
    moves = [_read(text) for text in MOVES[:ply]]
    for move in moves[:-1]:
        position = position.play(move)
    return Moment(position.play(moves[-1]), moves[-1], position)


def _read(text: str) -> Move:
    move = find_dialect("epaminondas", "abbott").read(text).moves[0]
    assert isinstance(move, Move)
    return move
