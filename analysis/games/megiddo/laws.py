"""The laws of Megiddo: functions that tell why a move is illegal.

A law takes a state and a move and returns a violation, or None. Its docstring states the law. Laws
are called in the order of `LAWS`, so that each may assume that earlier laws are kept.
"""

from itertools import chain

from analysis.games.bits import EMPTY
from analysis.games.megiddo.board import (
    LINES,
    SIZE,
    bit,
    bits,
    is_on_board,
    is_slide,
    ordered,
    passed,
    points_of,
)
from analysis.games.megiddo.state import COLOURS, LETTERS, State
from notation.findings import Finding, violation
from notation.megiddo import CapturedPair, Move, Point, group_text, point_name


def game_over(state: State, move: Move) -> Finding | None:
    """Law: nothing is played after the first Megiddo, the first Arbatta, or on the full board."""
    outcome = state.outcome()
    return violation("after-end", f"the game is over: {outcome.message}") if outcome else None


def on_board(state: State, move: Move) -> Finding | None:
    """Law: all named points are on the board."""
    slid = [move.origin] if move.origin else []
    for point in (*slid, move.point, *chain.from_iterable(move.groups)):
        if not 1 <= point[0] <= SIZE:
            message = f"there is no {point_name(point)}: the {SIZE} spokes are A to F"
            return violation("no-such-spoke", message)
        if not is_on_board(point):
            message = f"there is no {point_name(point)}: the rings of a spoke are 1 to {SIZE}"
            return violation("no-such-ring", message)
    return None


def slide_allowed(state: State, move: Move) -> Finding | None:
    """Law: stones are slid in the variant ``radial-move`` only."""
    if move.origin is None or state.variant.radial_move:
        return None
    message = f"a stone on the board stays there: the variant is {state.variant}"
    return violation("no-radial-move", f"{message}, without radial-move")


def slid_stone(state: State, move: Move) -> Finding | None:
    """Law: a slid stone is the mover's own."""
    if move.origin is None or state.own & bit(move.origin):
        return None
    name, side, holder = point_name(move.origin), _side(state), _holder(state, move.origin)
    if not holder:
        return violation("no-piece", f"{name} is empty: {side} has nothing to slide there")
    return violation("wrong-side", f"the stone on {name} is {holder}'s, and {side} is to move")


def slide_way(state: State, move: Move) -> Finding | None:
    """Law: a slide follows the spoke and passes over empty points only."""
    if move.origin is None:
        return None
    start, end = point_name(move.origin), point_name(move.point)
    if not is_slide(move.origin, move.point):
        message = f"a stone slides along its own spoke to another ring, not from {start} to {end}"
        return violation("off-radial", message)
    between = passed(move.origin, move.point)
    for number, point in enumerate(between, start=1):
        if state.occupied & bit(point):
            message = (
                f"the way from {start} to {end} is blocked on {point_name(point)}, point {number} "
                f"of the {len(between)} passed, by a stone of {_holder(state, point)}"
            )
            return violation("blocked-path", message)
    return None


def empty_point(state: State, move: Move) -> Finding | None:
    """Law: a stone is placed on an empty point."""
    if not state.occupied & bit(move.point):
        return None
    there = f"{point_name(move.point)} holds a stone of {_holder(state, move.point)}"
    empty = SIZE * SIZE - state.occupied.bit_count()
    message = f"{there}; {empty} of {SIZE * SIZE} points are empty"
    return violation("occupied", message)


def pairs_of_two(state: State, move: Move) -> Finding | None:
    """Law: stones are captured two at a time."""
    for group in move.groups:
        if len(group) != 2 or len(set(group)) != 2:
            size = len(set(group)) if len(group) == 2 else len(group)
            count = f"{size} stone{'s' if size > 1 else ''}"
            message = f"{group_text(group)} names {count}: a capture takes exactly 2"
            return violation("group-size", message)
    return None


def enemy_stones(state: State, move: Move) -> Finding | None:
    """Law: captured stones are stones of another side on the board before the move."""
    for point in chain.from_iterable(move.groups):
        name, side = point_name(point), _side(state)
        if point == move.point or state.own & bit(point):
            message = f"{name} is {side}'s own: only enemy stones are captured"
            return violation("captures-own", message)
        if not state.occupied & bit(point):
            message = f"{name} is empty: {side} has nothing to capture there"
            return violation("captures-empty", message)
    return None


def neighbours(state: State, move: Move) -> Finding | None:
    """Law: the stones of a pair are adjacent, or with Cleopatra the two ends of four in a row."""
    grid = state.variant.board
    for group in move.groups:
        if bits(group) not in grid.neighbours and bits(group) not in grid.ways:
            ends = ", nor the ends of 4 in a row" if grid.reversed_too else ""
            message = (
                f"{point_name(group[0])} and {point_name(group[1])} are not neighbours on any of "
                f"the {len(LINES)} lines{ends}: no capture takes these 2 in {state.variant}"
            )
            return violation("not-adjacent", message)
    return None


def once_each(state: State, move: Move) -> Finding | None:
    """Law: a pair is captured once."""
    for number, group in enumerate(move.groups):
        if bits(group) in map(bits, move.groups[:number]):
            message = f"{group_text(group)} is written twice: a pair is captured once"
            return violation("repeated-capture", message)
    return None


def bracketed(state: State, move: Move) -> Finding | None:
    """Law: a captured pair is bracketed by a stone placed, slid or converted in this move."""
    full = state.captures(move)
    made = frozenset().union(*full, *state.captures(move, frozenset(map(bits, move.groups))))
    for group in move.groups:
        if bits(group) not in made:
            code, message = _unfounded(state, move, group)
            captures = " ".join(map(group_text, ordered(full))) or "nothing"
            bare = Move(move.point, (), move.origin)
            return violation(code, f"{message}; {bare} captures {captures}")
    return None


def all_captures(state: State, move: Move) -> Finding | None:
    """Law: captures are compulsory, chains included."""
    named = frozenset(map(bits, move.groups))
    groups = ordered(state.captures(move))
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
"""The laws that even a recorded illegal move must obey to be carried out, apart from captures."""


def _unfounded(state: State, move: Move, group: CapturedPair) -> tuple[str, str]:
    """Return code and message of the violation for a pair that a move names but cannot capture."""
    side, pair = _side(state), group_text(group)
    ways = state.variant.board.ways.get(bits(group), [])
    own = state.moved(move)
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
    lacking = []
    for point in points_of(ways[0] & ~own):
        holder = _holder(state, point)
        is_now = "left" if point == move.origin else f"{holder}'s" if holder else "empty"
        lacking.append(f"{point_name(point)} is {is_now}")
    return "not-bracketed", f"{message}, but {', '.join(lacking)}"


def _side(state: State) -> str:
    return state.variant.sides[state.turn].title()


def _holder(state: State, point: Point) -> str:
    """Return the name of the side whose stone is on a point; empty if there is none."""
    letter = state.stone(point)
    return "" if letter == EMPTY else COLOURS[LETTERS.index(letter)].title()
