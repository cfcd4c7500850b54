"""Megiddo moves compiled to steps, and `advance`, which plays the steps of whole games.

Here a board is one integer, *packed*: the stones of each side as a bit set, one above the other.
The captures of a stone on some point, and the lines that it completes, depend on few bits of it;
both are looked up by these bits, and computed when they are first met.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, cycle, product
from typing import TypeVar

from analysis.games.megiddo.board import (
    FULL,
    LINES,
    SIZE,
    MegiddoBoard,
    bit,
    bits,
    board,
    has_line,
    is_on_board,
    is_slide,
    passed,
    singles,
)
from analysis.games.megiddo.state import MegiddoVariant, State
from notation.megiddo import Move
from notation.memo import Memo

WIDTH = SIZE * SIZE
"""Bits of a packed board that each side has."""


class LookupTable(dict[int, tuple[int, ...]]):
    """What may follow from a stone on one point, by the deciding bits around it.

    Each entry is the bits that must all be set for something to follow.

    Attributes:
        around: the bits by which the table is looked up.
        what: what follows, by the bits that must be set.
    """

    __slots__ = ("_ways", "around", "what")

    def __init__(self, ways: Iterable[tuple[int, int, int]]) -> None:
        """Take ways, each as its deciding bits, all its bits, and what follows."""
        self._ways: list[tuple[int, int]] = []
        self.what: dict[int, int] = {}
        self.around = 0
        for deciding, needed, what in ways:
            self._ways.append((deciding, needed))
            self.what[needed] = what
            self.around |= deciding

    def __missing__(self, around: int) -> tuple[int, ...]:
        self[around] = tuple(
            needed for deciding, needed in self._ways if around & deciding == deciding
        )
        return self[around]


CompiledMove = tuple[int, int, int, int, LookupTable, int, LookupTable, frozenset[int]]
"""What a move of one side needs and does, in bits of a packed board:

- the bits that decide whether it can be carried out,
- those of them that must be set: where the slid stone stands,
- the bits that it changes before any capture,
- the bits around the point reached that decide its captures, and the pairs by these bits,
- the same for the lines that it may complete,
- the captured pairs that the move names.

A bare tuple, because the interpreter takes these apart much faster than named ones.
"""

Step = tuple[CompiledMove, ...]
"""A move compiled for each side."""


class MoveTables:
    """What moves do under one set of capturing rules, for so many sides.

    Attributes:
        over: the bit of a packed board that is set once the game is over. No move can be carried
            out then.
    """

    def __init__(self, rules: MegiddoBoard, sides: int) -> None:
        self.sides = sides
        self.over = 1 << WIDTH * sides
        self._board = rules
        self.steps = Memo(self._compile)
        self._pairs = [
            {1 << index: self._found_pairs(1 << index, side) for index in range(WIDTH)}
            for side in range(sides)
        ]
        self._lines = [
            {1 << index: _found_lines(1 << index, side) for index in range(WIDTH)}
            for side in range(sides)
        ]
        self._chains = [
            {
                pair: [(found[one].around, found[one]) for one in singles(pair)]
                for pair in rules.ways
            }
            for found in self._pairs
        ]
        self._orders = [tuple(range(sides))[first:] + tuple(range(first)) for first in range(sides)]
        self._everywhere = {pair: self.packed(pair) for pair in rules.ways}

    def _found_pairs(self, point: int, side: int) -> LookupTable:
        """Return the pairs that a side takes from a point, by the stones next to it."""
        others = [other * WIDTH for other in range(self.sides) if other != side]
        ways = []
        for pair, need, points in self._board.captures[point]:
            near = bit(points[0])
            for one, other in product(others, repeat=2):
                needed = near << one | (pair ^ near) << other | need << side * WIDTH
                ways.append((near << one, needed, pair))
        return LookupTable(ways)

    def packed(self, points: int) -> int:
        """Return the bits of some points for all sides."""
        together = 0
        for side in range(self.sides):
            together |= points << side * WIDTH
        return together

    def turns(self, first: int) -> Iterator[int]:
        """Return the sides in the order of moving, for ever."""
        return cycle(self._orders[first])

    def opening(self, state: State) -> tuple[int, int]:
        """Return a packed board and the number of plies before a side can have a line."""
        most = packed = 0
        for side, stones in enumerate(state.stones):
            packed |= stones << side * WIDTH
            most = max(most, stones.bit_count())
        if packed and state.is_won():
            packed |= self.over
        return packed, self.sides * (SIZE - 1 - most)

    def unpacked(self, packed: int) -> tuple[int, ...]:
        """Return the stones of each side."""
        if self.sides == 2:
            return packed & FULL, packed >> WIDTH & FULL
        return tuple(packed >> side * WIDTH & FULL for side in range(self.sides))

    def _compile(self, move: Move) -> Step | None:
        """Compile a move; None where no board lets it be played."""
        origin = move.origin or move.point
        slides = move.origin is not None
        if not self._names_pairs(move) or not is_on_board(origin):
            return None
        if slides and not is_slide(origin, move.point):
            return None
        reached, left = bit(move.point), bit(origin) if slides else 0
        between = bits(passed(origin, move.point)) if slides else 0
        closed = self.packed(reached | between) | self.over
        named = frozenset(map(bits, move.groups))
        return tuple(self._turn(side, reached, left, closed, named) for side in range(self.sides))

    def _turn(
        self, side: int, reached: int, left: int, closed: int, named: frozenset[int]
    ) -> CompiledMove:
        pairs, lines = self._pairs[side][reached], self._lines[side][reached]
        origin, change = left << side * WIDTH, (left | reached) << side * WIDTH
        return (closed | origin, origin, change, pairs.around, pairs, lines.around, lines, named)

    def _names_pairs(self, move: Move) -> bool:
        """Return whether a move's points are on the board and its groups can be captured."""
        if not all(map(is_on_board, (move.point, *chain.from_iterable(move.groups)))):
            return False
        pairs = {bits(group) for group in move.groups if len(group) == 2}
        return len(pairs) == len(move.groups) and pairs <= self._board.ways.keys()

    def captured(self, packed: int, side: int, turn: CompiledMove) -> int | None:
        """Return the board after all captures of a move that takes something.

        `MegiddoBoard.waves` gives the same captures in their order.

        Args:
            packed: the board with the stone on its point.
            side: the side that moves.
            turn: the move.

        Returns:
            None if these are not just the pairs that the move names.
        """
        _, _, _, near, pairs, _, _, named = turn
        shift, chains = side * WIDTH, self._chains[side]
        made: list[int] = []
        waiting = [(near, pairs)]
        while waiting:
            last = []
            for around, pairs in waiting:
                for needed in pairs[packed & around]:
                    if packed & needed == needed and (pair := pairs.what[needed]) not in last:
                        last.append(pair)
            waiting = []
            for pair in last:
                packed = packed & ~self._everywhere[pair] | pair << shift
                waiting += chains[pair]
            made += last
        return packed if len(made) == len(named) and named.issuperset(made) else None


def _found_lines(point: int, side: int) -> LookupTable:
    """Return the lines that a side completes with a point, by two more points of each."""
    ways = []
    for line in (line.bits for line in LINES if line.bits & point):
        first, second, *_ = singles(line & ~point)
        ways.append(((first | second) << side * WIDTH, line << side * WIDTH, line))
    return LookupTable(ways)


@lru_cache(maxsize=64)
def _tables(edge: str, reversed_too: bool, sides: int) -> MoveTables:
    return MoveTables(board(edge, reversed_too), sides)


def tables(variant: MegiddoVariant) -> MoveTables:
    """Return the tables of a variant; variants with the same captures share them."""
    return _tables(variant.edge, variant.cleopatra, len(variant.sides))


def compile_move(variant: MegiddoVariant, move: Move) -> Step | None:
    """Compile a move; None where no board of the variant lets it be played."""
    return None if move.origin and not variant.radial_move else tables(variant).steps[move]


StateT = TypeVar("StateT", bound=State)


def advance(position: StateT, steps: Iterable[Step | None]) -> tuple[StateT, int]:
    """Play steps for as long as they are legal and complete.

    Returns the position reached and the number of steps played.
    """
    table, counts, played = tables(position.variant), list(position.taken), 0
    packed, calm = table.opening(position)
    for step, side in zip(steps, table.turns(position.turn), strict=False):
        if step is None:
            break
        turn = step[side]
        closed, left, change, near, pairs, along, lines, named = turn
        if packed & closed != left:
            break
        after = packed ^ change
        if named:
            settled = table.captured(after, side, turn)
            if settled is None:
                break
            own = settled >> side * WIDTH & FULL
            counts[side] += (own ^ after >> side * WIDTH & FULL).bit_count()
            after, calm = settled, 0
            if counts[side] >= position.variant.arbatta or has_line(own):
                after |= table.over
        else:
            for needed in pairs[after & near]:
                if after & needed == needed:
                    break
            else:
                needed = 0
            if needed:
                break
            if played >= calm:
                for needed in lines[after & along]:
                    if after & needed == needed:
                        after |= table.over
        packed = after
        played += 1
    turn_after = (position.turn + played) % table.sides
    reached = table.unpacked(packed), tuple(counts), turn_after
    return type(position)(position.variant, *reached), played
