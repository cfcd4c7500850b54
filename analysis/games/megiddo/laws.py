"""What makes a Megiddo move illegal, one law a function, and how each is explained.

A law takes a position and a move and returns a violation, or None. They are asked in the order of
`LAWS`, so each may rely on those before it.
"""

from itertools import chain
from typing import TYPE_CHECKING

from analysis.games.megiddo.board import (
    LINES,
    SIZE,
    bit,
    bits,
    holds,
    is_slide,
    passed,
    points_of,
    written,
)
from analysis.games.megiddo.strings import COLOURS, LETTERS
from notation.findings import Finding, violation
from notation.megiddo import CapturedPair, Move, Point, group_text, point_name

if TYPE_CHECKING:
    from analysis.games.megiddo.rules import Position


def game_over(position: "Position", move: Move) -> Finding | None:
    """Nothing is played after the first Megiddo, the first Arbatta, or on the full board."""
    outcome = position.outcome()
    return violation("after-end", f"the game is over: {outcome.message}") if outcome else None


def on_board(position: "Position", move: Move) -> Finding | None:
    """All points named are points of the board."""
    slid = [move.origin] if move.origin else []
    for point in (*slid, move.point, *chain.from_iterable(move.groups)):
        if not 1 <= point[0] <= SIZE:
            message = f"there is no {point_name(point)}: the {SIZE} spokes are A to F"
            return violation("no-such-spoke", message)
        if not holds(point):
            message = f"there is no {point_name(point)}: the rings of a spoke are 1 to {SIZE}"
            return violation("no-such-ring", message)
    return None


def slide_allowed(position: "Position", move: Move) -> Finding | None:
    """Stones are slid in the variant ``radial-move`` only."""
    if move.origin is None or position.variant.radial_move:
        return None
    message = f"a stone on the board stays there: the variant is {position.variant}"
    return violation("no-radial-move", f"{message}, without radial-move")


def slid_stone(position: "Position", move: Move) -> Finding | None:
    """A player slides a stone of his own."""
    if move.origin is None or position.own & bit(move.origin):
        return None
    name, side = point_name(move.origin), _side(position)
    if position.stone(move.origin) == ".":
        return violation("no-piece", f"{name} is empty: {side} has nothing to slide there")
    message = f"the stone on {name} is {_holder(position, move.origin)}'s, and {side} is to move"
    return violation("wrong-side", message)


def slide_way(position: "Position", move: Move) -> Finding | None:
    """A slide follows the spoke and passes over empty points only."""
    if move.origin is None:
        return None
    start, end = point_name(move.origin), point_name(move.point)
    if not is_slide(move.origin, move.point):
        message = f"a stone slides along its own spoke to another ring, not from {start} to {end}"
        return violation("off-radial", message)
    between = passed(move.origin, move.point)
    for number, point in enumerate(between, start=1):
        if position.occupied & bit(point):
            message = (
                f"the way from {start} to {end} is blocked on {point_name(point)}, point {number} "
                f"of the {len(between)} passed, by a stone of {_holder(position, point)}"
            )
            return violation("blocked-path", message)
    return None


def empty_point(position: "Position", move: Move) -> Finding | None:
    """A stone is placed on an empty point."""
    if not position.occupied & bit(move.point):
        return None
    there = f"{point_name(move.point)} holds a stone of {_holder(position, move.point)}"
    empty = SIZE * SIZE - position.occupied.bit_count()
    message = f"{there}; {empty} of {SIZE * SIZE} points are empty"
    return violation("occupied", message)


def pairs_of_two(position: "Position", move: Move) -> Finding | None:
    """Stones are captured two at a time."""
    for group in move.groups:
        if len(set(group)) != 2:
            count = f"{len(set(group))} stone{'s' if len(set(group)) > 1 else ''}"
            message = f"{group_text(group)} names {count}: a capture takes exactly 2"
            return violation("group-size", message)
    return None


def enemy_stones(position: "Position", move: Move) -> Finding | None:
    """What is captured is an enemy stone, and was one before the move."""
    for point in chain.from_iterable(move.groups):
        name, side = point_name(point), _side(position)
        if point == move.point or position.own & bit(point):
            message = f"{name} is {side}'s own: only enemy stones are captured"
            return violation("captures-own", message)
        if not position.occupied & bit(point):
            message = f"{name} is empty: {side} has nothing to capture there"
            return violation("captures-empty", message)
    return None


def neighbours(position: "Position", move: Move) -> Finding | None:
    """A pair is adjacent, or in Cleopatra the two ends of four in a row."""
    grid = position.variant.board
    for group in move.groups:
        if not grid.adjacent(*group) and bits(group) not in grid.ways:
            ends = ", nor the ends of 4 in a row" if grid.reversed_too else ""
            message = (
                f"{point_name(group[0])} and {point_name(group[1])} are not neighbours on any of "
                f"the {len(LINES)} lines{ends}: no capture takes these 2 in {position.variant}"
            )
            return violation("not-adjacent", message)
    return None


def once_each(position: "Position", move: Move) -> Finding | None:
    """A pair is captured once."""
    for number, group in enumerate(move.groups):
        if bits(group) in map(bits, move.groups[:number]):
            message = f"{group_text(group)} is written twice: a pair is captured once"
            return violation("repeated-capture", message)
    return None


def bracketed(position: "Position", move: Move) -> Finding | None:
    """A captured pair is bracketed by a stone placed or converted in this move."""
    full = position.captures(move)
    made = frozenset().union(*full, *position.captures(move, frozenset(map(bits, move.groups))))
    for group in move.groups:
        if bits(group) not in made:
            code, message = _unfounded(position, move, group)
            captures = " ".join(map(group_text, written(full))) or "nothing"
            bare = Move(move.point, (), move.origin)
            return violation(code, f"{message}; {bare} captures {captures}")
    return None


def all_captures(position: "Position", move: Move) -> Finding | None:
    """Captures are compulsory, chains included."""
    named = frozenset(map(bits, move.groups))
    groups = written(position.captures(move))
    missed = [group for group in groups if bits(group) not in named]
    if not missed:
        return None
    total = f"{len(missed)} of {len(groups)} captures missing"
    message = f"{total}: {' '.join(map(group_text, missed))}; capturing is compulsory"
    return violation("missed-capture", message)


LAWS = (
    game_over,
    on_board,
    slide_allowed,
    slid_stone,
    slide_way,
    empty_point,
    pairs_of_two,
    enemy_stones,
    neighbours,
    once_each,
    bracketed,
    all_captures,
)

PHYSICAL = (on_board, slid_stone, slide_way, empty_point, pairs_of_two)
"""The laws without which a move cannot be carried out at all; its captures apart."""


def _unfounded(position: "Position", move: Move, group: CapturedPair) -> tuple[str, str]:
    """Say why a pair of enemy stones is not captured."""
    side, pair = _side(position), group_text(group)
    ways = position.variant.board.ways.get(bits(group), [])
    own = position.moved(move)
    for way in ways:
        if own & way == way:
            there = " and ".join(map(point_name, points_of(way)))
            message = (
                f"{pair} and {side}'s stones on {there} all stood there before this move: what was "
                "overlooked then is not captured later"
            )
            return "superfluous-capture", message
    if not ways:
        return "not-bracketed", f"{pair} cannot be bracketed: the line ends beside it"
    wanted = " or ".join(" and ".join(map(point_name, points_of(way))) for way in ways)
    message = f"{pair} is captured by 2 stones of {side} on {wanted}"
    lacking = [point for point in points_of(ways[0]) if not own & bit(point)]
    state = ", ".join(f"{point_name(point)} {_state(position, move, point)}" for point in lacking)
    return "not-bracketed", f"{message}, but {state}"


def _state(position: "Position", move: Move, point: Point) -> str:
    if position.stone(point) == ".":
        return "is empty"
    return "is left" if point == move.origin else f"is {_holder(position, point)}'s"


def _side(position: "Position") -> str:
    return position.sides[position.turn].title()


def _holder(position: "Position", point: Point) -> str:
    return COLOURS[LETTERS.index(position.stone(point))].title()
