"""The laws of all games of phalanxes: functions that tell why a move is illegal.

A law takes a state and a complete move and returns a violation, or None. Its docstring states the
law. Laws are called in a fixed order, so that each may assume that earlier laws are kept.
"""

from analysis.games.grid.state import GridState
from notation.findings import Finding, note, violation
from notation.phalanx import Move, PartialMove, Square
from notation.squares import cell_name


def game_over(state: GridState, move: object) -> Finding | None:
    """Law: nothing is played after a game that was won at the start of a turn."""
    ours, theirs = state.far_count(state.turn), state.far_count(1 - state.turn)
    if ours <= theirs:
        return None
    message = (
        f"the game is over: {mover(state)} had won at the start of this turn, with {ours} on row "
        f"{state.far_row(state.turn)} against {theirs} on row {state.far_row(1 - state.turn)}"
    )
    return violation("after-end", message)


def on_board(state: GridState, move: Move) -> Finding | None:
    """Law: the phalanx is on the board and stays on it."""
    ends = (("head", move.head), ("tail", move.tail), ("target", move.target))
    for what, square in ends:
        if not state.variant.grid.holds(square):
            return off_board(state, f"the {what} of the phalanx", square)
    return None


def off_board(state: GridState, what: str, square: Square) -> Finding:
    """Return the violation for a square off the board; ``what`` is the object on it."""
    place = f"row {square[0]}, column {square[1]}"
    size = f"rows 1 to {state.variant.rows} and columns 1 to {state.variant.columns}"
    return violation("off-board", f"{what} would be on {place}; the board has {size}")


def ownership(state: GridState, move: Move) -> Finding | None:
    """Law: a player moves their own pieces."""
    piece = state.piece(move.head)
    if piece == ".":
        message = f"{name(move.head)} is empty: {mover(state)} has nothing to move there"
        return violation("no-piece", message)
    if piece == "wb"[1 - state.turn]:
        message = f"the piece on {name(move.head)} is {other(state)}'s, and {mover(state)} is"
        return violation("wrong-side", f"{message} to move")
    return None


def whole_phalanx(state: GridState, move: Move) -> Finding | None:
    """Law: a phalanx is an unbroken line of the mover's pieces."""
    for behind in range(1, move.count):
        square = move.ahead(-behind)
        piece = state.piece(square)
        if piece != "wb"[state.turn]:
            there = {".": "is empty", "s": "holds a neutral stone"}.get(
                piece, f"holds a piece of {other(state)}"
            )
            message = (
                f"a phalanx of {move.count} from {name(move.head)} back to {name(move.tail)} "
                f"is not whole: {name(square)} {there}, so there are {behind}"
            )
            return violation("broken-phalanx", message)
    return None


def distance(state: GridState, move: Move) -> Finding | None:
    """Law: a phalanx moves at most as many squares as it has pieces."""
    if move.distance <= move.count:
        return None
    pieces = "a lone piece" if move.count == 1 else f"a phalanx of {move.count}"
    squares = "1 square" if move.count == 1 else f"{move.count} squares"
    return violation("distance", f"{pieces} moves at most {squares}, not {move.distance}")


def clear_way(state: GridState, move: Move) -> Finding | None:
    """Law: the phalanx moves ahead; it does not jump, or land on a piece of its own side."""
    if move.distance < 1:
        message = (
            f"{name(move.target)} is not ahead of the phalanx of {move.count}, whose leading "
            f"piece stands on {name(move.head)}"
        )
        return violation("own-piece-ahead", message)
    for step in range(1, move.distance + 1):
        square = move.ahead(step)
        piece = state.piece(square)
        if piece == "wb"[state.turn]:
            message = (
                f"an own piece stands ahead on {name(square)}: the phalanx cannot pass it, "
                "it would have to move along"
            )
            return violation("own-piece-ahead", message)
        if piece != "." and step < move.distance:
            message = (
                f"the way of {move.distance} squares is blocked on {name(square)}, after "
                f"{step - 1}: only the last square may hold an enemy piece"
            )
            return violation("blocked-path", message)
    return None


def lone_capture(state: GridState, move: Move) -> Finding | None:
    """Law: a lone piece never captures."""
    if move.count > 1 or not state.line(move):
        return None
    message = f"a lone piece never captures, and {name(move.target)} holds an enemy piece"
    return violation("lone-capture", message)


def capture_count(state: GridState, move: Move) -> Finding | None:
    """Law: a complete move states how many pieces it takes."""
    taken = len(state.captured(move))
    if move.captures is None:
        message = f"the number of captured pieces is left open: the move takes {taken or 'nothing'}"
        return violation("capture-count", message)
    return None if move.captures == taken else _miscounted(move.captures, taken)


def discrepancies(claim: Move | PartialMove, move: Move) -> tuple[Finding, ...]:
    """Return findings on details of a move as written, ``claim``, that differ from ``move``."""
    taken = move.captures or 0
    if isinstance(claim, PartialMove):
        if claim.takes == bool(taken):
            return ()
        right, wrong = ("x", "-") if taken else ("-", "x")
        message = f"{right!r} not {wrong!r}: the move takes {taken or 'nothing'}"
        return (note("wrong-separator", message),)
    if claim.captures is None or claim.captures == taken:
        return ()
    if claim.captures == 0:
        return (note("missing-capture-count", f"the move takes {taken}: x{taken} is missing"),)
    return (_miscounted(claim.captures, taken),)


def _miscounted(written: int, taken: int) -> Finding:
    return violation(
        "capture-count", f"x{written} is written, but the move takes {taken or 'nothing'}"
    )


def mover(state: GridState) -> str:
    """Return the name of the side to move."""
    return state.variant.sides[state.turn].title()


def other(state: GridState) -> str:
    """Return the name of the other side."""
    return state.variant.sides[1 - state.turn].title()


def name(square: Square) -> str:
    """Return a square in both kinds of coordinates, for messages: ``g2 (2.7)``."""
    return f"{cell_name(square)} ({square[0]}.{square[1]})"
