"""Laws of legal moves: each law is a function that returns the violation, or None."""

from ludograph_threeline.board import bit, holds
from ludograph_threeline.notation import Move
from ludograph_threeline.state import State
from notation.findings import Finding, violation


def on_board(state: State, move: Move) -> Finding | None:
    """The square is on the board."""
    size = state.variant.size
    if holds(size, (move.row, move.column)):
        return None
    return violation("off-board", f"{move} is not on a board of {size} by {size} squares")


def on_empty_square(state: State, move: Move) -> Finding | None:
    """The square is empty."""
    if not (state.white | state.black) & bit(state.variant.size, (move.row, move.column)):
        return None
    return violation("occupied-square", f"a stone stands on {move}")


def before_the_end(state: State, move: Move) -> Finding | None:
    """The game has not ended."""
    if not state.has_line(state.enemy):
        return None
    return violation("game-over", "three stones of one colour stand in a line already")


LAWS = (on_board, on_empty_square, before_the_end)

PHYSICAL = (on_board, on_empty_square)
"""The laws that even a recorded illegal move must obey to be carried out."""
