"""What makes an Epaminondas move illegal, one law a function, and how each is explained.

A law takes a position and a complete move and returns a violation, or None. They are asked in
the order of `LAWS`, so each may rely on those before it.
"""

from typing import TYPE_CHECKING

from notation.epaminondas import Claim, Move, PartialMove, Square
from notation.findings import Finding, note, violation
from notation.squares import cell_name

if TYPE_CHECKING:
    from analysis.games.epaminondas.rules import EpaminondasVariant, Position


def game_over(position: "Position", move: Move) -> Finding | None:
    """Nothing is played after the game was won at the start of a turn."""
    ours, theirs = position.far_count(position.turn), position.far_count(1 - position.turn)
    if ours <= theirs:
        return None
    side = _side(position, own=True)
    message = (
        f"the game is over: {side} had won at the start of this turn, with {ours} on row "
        f"{position.far_row(position.turn)} against {theirs} on row "
        f"{position.far_row(1 - position.turn)}"
    )
    return violation("after-end", message)


def on_board(position: "Position", move: Move) -> Finding | None:
    """The phalanx stands on the board and stays there."""
    rules = position.variant
    for what, square in (("head", move.head), ("tail", move.tail), ("target", move.target)):
        if not rules.grid.holds(square):
            row, column = square
            place = f"row {row}, column {column}"
            size = f"rows 1 to {rules.rows} and columns 1 to {rules.columns}"
            message = f"the {what} of the phalanx would be on {place}; the board has {size}"
            return violation("off-board", message)
    return None


def ownership(position: "Position", move: Move) -> Finding | None:
    """A player moves his own pieces."""
    piece = position.piece(move.head)
    side, other = _side(position, own=True), _side(position, own=False)
    if piece == ".":
        return violation(
            "no-piece", f"{_name(move.head)} is empty: {side} has nothing to move there"
        )
    if piece != _letter(position):
        message = f"the piece on {_name(move.head)} is {other}'s, and {side} is to move"
        return violation("wrong-side", message)
    return None


def whole_phalanx(position: "Position", move: Move) -> Finding | None:
    """A phalanx is an unbroken line of own pieces."""
    for behind in range(1, move.count):
        square = move.ahead(-behind)
        piece = position.piece(square)
        if piece != _letter(position):
            there = "is empty" if piece == "." else f"holds a piece of {_side(position, own=False)}"
            message = (
                f"a phalanx of {move.count} from {_name(move.head)} back to {_name(move.tail)} "
                f"is not whole: {_name(square)} {there}, so there are {behind}"
            )
            return violation("broken-phalanx", message)
    return None


def distance(position: "Position", move: Move) -> Finding | None:
    """A phalanx moves at most as many squares as it has pieces."""
    if move.distance <= move.count:
        return None
    pieces = "a lone piece" if move.count == 1 else f"a phalanx of {move.count}"
    squares = "1 square" if move.count == 1 else f"{move.count} squares"
    return violation("distance", f"{pieces} moves at most {squares}, not {move.distance}")


def clear_way(position: "Position", move: Move) -> Finding | None:
    """The phalanx moves ahead; nothing is jumped, and no friend is landed on."""
    if move.distance < 1:
        message = (
            f"{_name(move.target)} is not ahead of the phalanx of {move.count}, whose leading "
            f"piece stands on {_name(move.head)}"
        )
        return violation("own-piece-ahead", message)
    for step in range(1, move.distance + 1):
        square = move.ahead(step)
        piece = position.piece(square)
        if piece == _letter(position):
            message = (
                f"an own piece stands ahead on {_name(square)}: the phalanx cannot pass it, "
                "it would have to move along"
            )
            return violation("own-piece-ahead", message)
        if piece != "." and step < move.distance:
            message = (
                f"the way of {move.distance} squares is blocked on {_name(square)}, after "
                f"{step - 1}: only the last square may hold an enemy piece"
            )
            return violation("blocked-path", message)
    return None


def strength(position: "Position", move: Move) -> Finding | None:
    """A capture takes an enemy line with fewer pieces than the phalanx."""
    taken = len(position.captured(move))
    if taken < move.count or not taken:
        return None
    if move.count == 1:
        message = f"a lone piece never captures, and {_name(move.target)} holds an enemy piece"
        return violation("lone-capture", message)
    line = f"an enemy line of {taken} from {_name(move.target)} to {_name(_end(move, taken))}"
    message = f"a phalanx of {move.count} takes at most {move.count - 1}, not {line}"
    return violation("capture-size", message)


def capture_count(position: "Position", move: Move) -> Finding | None:
    """A complete move says how many pieces it takes."""
    taken = len(position.captured(move))
    if move.captures is None:
        message = f"the number of captured pieces is left open: the move takes {taken or 'nothing'}"
        return violation("capture-count", message)
    return None if move.captures == taken else _miscounted(move.captures, taken)


def symmetry(position: "Position", move: Move) -> Finding | None:
    """No piece is brought onto the far row by a move that makes the position symmetrical.

    The rule book's "final complication". A piece that moves along the far row is not brought
    onto it: our reading of "amener".
    """
    rules, far = position.variant, position.far_row(position.turn)
    if rules.symmetry == "off" or move.head[0] == far or move.target[0] != far:
        return None
    after = position.after(move)
    if not is_symmetric(rules, after.enemy, after.own):
        return None
    kinds = {
        "rotation": "into its own half-turn with the colours exchanged",
        "mirror": "into its own left-right mirror image",
    }
    message = (
        f"brings a piece onto row {far} and turns the position {kinds[rules.symmetry]}; "
        f"the variant has symmetry={rules.symmetry}"
    )
    return violation("symmetry", message)


def is_symmetric(rules: "EpaminondasVariant", mover: int, other: int) -> bool:
    """Tell whether two sides' bit sets are as symmetrical as the variant forbids."""
    if rules.symmetry == "rotation":
        equal = mover.bit_count() == other.bit_count()
        return equal and rules.grid.half_turn(mover) == other
    if rules.symmetry == "mirror":
        return all(rules.grid.mirror(pieces) == pieces for pieces in (mover, other))
    return False


LAWS = (
    game_over,
    on_board,
    ownership,
    whole_phalanx,
    distance,
    clear_way,
    strength,
    capture_count,
    symmetry,
)

PHYSICAL = (on_board, ownership, whole_phalanx, clear_way, strength)
"""The laws without which a move cannot be carried out at all."""


def discrepancies(claim: Claim, move: Move) -> tuple[Finding, ...]:
    """Return what a text says otherwise than the legal move that it stands for."""
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


def _letter(position: "Position") -> str:
    return "wb"[position.turn]


def _side(position: "Position", own: bool) -> str:
    return position.sides[position.turn if own else 1 - position.turn].title()


def _name(square: Square) -> str:
    return f"{cell_name(square)} ({square[0]}.{square[1]})"


def _end(move: Move, taken: int) -> Square:
    return move.ahead(move.distance + taken - 1)
