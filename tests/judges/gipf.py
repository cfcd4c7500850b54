"""A plain second implementation of GIPF, with which tests compare the fast one.

Written from the rule text alone and sharing nothing with the package: points are names, the board
is a dictionary, and every question is answered by walking over it. Pieces are ``w`` and ``b``,
GIPF pieces ``W`` and ``B``. A turn is written as three parts: the set of pieces removed before the
push, the push, the set of pieces removed after it, each piece as ``Gf3*`` in the complete notation.
Where the rule text is unclear, the docstring states the interpretation.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, combinations

HEIGHTS = dict(zip("abcdefghi", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True))
sides = ("white", "black")

Turn = tuple[frozenset[str], str, frozenset[str]]


def neighbour(point: str, direction: int) -> str | None:
    """Return the next point in a direction: up, up right, down right, and their opposites."""
    column, row = "abcdefghi".index(point[0]), int(point[1])
    columns = (column, column + 1, column + 1, column, column - 1, column - 1)
    rows = (
        row + 1,
        row + 1 if column < 4 else row,
        row if column < 4 else row - 1,
        row - 1,
        row - 1 if column <= 4 else row,
        row if column <= 4 else row + 1,
    )
    column, row = columns[direction], rows[direction]
    if 0 <= column <= 8 and 1 <= row <= HEIGHTS["abcdefghi"[column]]:
        return f"{'abcdefghi'[column]}{row}"
    return None


POINTS = [f"{column}{row}" for column, height in HEIGHTS.items() for row in range(1, height + 1)]
SPOTS = [p for p in POINTS if all(neighbour(p, direction) for direction in range(6))]
DOTS = [p for p in POINTS if p not in SPOTS]


def walk(dot: str, direction: int) -> list[str]:
    """Return the spots of a line, seen from one of its dots."""
    line = []
    point = neighbour(dot, direction)
    while point in SPOTS:
        line.append(point)
        point = neighbour(point, direction)
    return line


PUSHES = [(dot, line) for dot in DOTS for d in range(6) if (line := walk(dot, d))]
LINES = {frozenset(line): line for _, line in PUSHES}.values()


@dataclass
class State:
    """The state of a game of GIPF; lists have White's number, then Black's."""

    variant: str
    board: dict[str, str]
    turn: int = 0
    reserve: list[int] = field(default_factory=lambda: [12, 12])
    captured: list[int] = field(default_factory=lambda: [0, 0])
    may_bring: list[bool] = field(default_factory=lambda: [False, False])
    loser: int | None = None

    def copy(self) -> "State":
        """Return a state that can be changed without changing this one."""
        return replace(
            self,
            board=dict(self.board),
            reserve=list(self.reserve),
            captured=list(self.captured),
            may_bring=list(self.may_bring),
        )


def start(variant: str, pieces: int | tuple[int, int] = 15) -> State:
    """Return the state at the beginning of a game; a pair of counts is White's and Black's."""
    white, black = pieces if isinstance(pieces, tuple) else (pieces, pieces)
    if variant == "tournament":
        return State(variant, {}, reserve=[18, 18], may_bring=[True, True])
    board = {"b5": "w", "e2": "w", "h5": "w", "b2": "b", "e8": "b", "h2": "b"}
    if variant == "standard":
        return State(variant, {spot: piece.upper() for spot, piece in board.items()})
    return State(variant, board, reserve=[white - 3, black - 3])


def read(text: str, variant: str) -> State:
    """Read a position string."""
    board, side, reserve, captured, bringing = text.split()
    pieces = {}
    for column, filled in zip("bcdefgh", board.split("/"), strict=True):
        row = 2
        for letter in filled:
            if letter.isdigit():
                row += int(letter)
            else:
                pieces[f"{column}{row}"] = letter
                row += 1
    counts = [[int(number) for number in pair.split(",")] for pair in (reserve, captured)]
    may = ["W" in bringing, "B" in bringing]
    return State(variant, pieces, "wb".index(side), counts[0], counts[1], may)


def write(state: State) -> str:
    """Write a position string."""
    columns = []
    for column in "bcdefgh":
        filled, empty = "", 0
        for row in range(2, HEIGHTS[column]):
            piece = state.board.get(f"{column}{row}")
            empty += piece is None
            if piece:
                filled, empty = f"{filled}{empty or ''}{piece}", 0
        columns.append(f"{filled}{empty or ''}")
    bringing = "".join(letter for letter, may in zip("WB", state.may_bring, strict=True) if may)
    beside = [",".join(map(str, pair)) for pair in (state.reserve, state.captured)]
    return " ".join(["/".join(columns), "wb"[state.turn], *beside, bringing or "-"])


def colour(piece: str | None) -> int | None:
    """Return 0 for a white piece, 1 for a black one."""
    return None if piece is None else "wb".index(piece.lower())


def rows(state: State, side: int) -> list[list[str]]:
    """Return the rows of a side: four or more of its pieces, with all pieces that extend them."""
    found = []
    for line in LINES:
        owners = [colour(state.board.get(spot)) for spot in line]
        for first in range(len(line) - 3):
            if owners[first : first + 4] == [side] * 4:
                left, right = first, first + 3
                while left > 0 and owners[left - 1] is not None:
                    left -= 1
                while right < len(line) - 1 and owners[right + 1] is not None:
                    right += 1
                found.append(line[left : right + 1])
                break
    return found


def removals(state: State, side: int) -> dict[frozenset[str], State]:
    """Return every way for a side to remove its rows, one by one, with the state after it.

    The loss of the last GIPF piece is judged after all removals of the side.
    """
    ends: dict[frozenset[str], State] = {}
    seen: set[frozenset[str]] = set()
    waiting: list[tuple[frozenset[str], State]] = [(frozenset(), state)]
    while waiting:
        taken, now = waiting.pop()
        if taken in seen:
            continue
        seen.add(taken)
        own = rows(now, side)
        if all(now.board[spot].isupper() for row in own for spot in row):
            ends[taken] = judged(state, now, side)
        for row in own:
            for chosen in choices(now, row):
                waiting.append(
                    (
                        taken | {name(now, spot, side) for spot in chosen},
                        lift(now, chosen, side),
                    )
                )
    return ends


def choices(state: State, row: list[str]) -> Iterator[list[str]]:
    """Yield the possible removals of a row: all single pieces, with any of its GIPF pieces."""
    singles = [spot for spot in row if state.board[spot].islower()]
    gipf = [spot for spot in row if state.board[spot].isupper()]
    for kept in chain.from_iterable(combinations(gipf, n) for n in range(len(gipf) + 1)):
        if chosen := singles + [spot for spot in gipf if spot not in kept]:
            yield chosen


def name(state: State, spot: str, side: int) -> str:
    """Return a piece as a removal list names it."""
    piece = state.board[spot]
    return f"{'G' if piece.isupper() else ''}{spot}{'' if colour(piece) == side else '*'}"


def lift(state: State, spots: list[str], side: int) -> State:
    """Return the state after a side has taken pieces off the board."""
    after = state.copy()
    for spot in spots:
        piece = after.board.pop(spot)
        worth = 2 if piece.isupper() else 1
        if colour(piece) == side:
            after.reserve[side] += worth
        else:
            after.captured[side] += worth
    return after


def judged(before: State, after: State, side: int) -> State:
    """Return the state after a side's removals, with the loser if there is one now.

    If both have lost their last GIPF piece, the side that removed them loses. A loser brings in no
    more.
    """
    lost = [s for s in (0, 1) if has_gipf(before, s) and not has_gipf(after, s)]
    if not lost:
        return after
    may_bring = [may and s not in lost for s, may in enumerate(after.may_bring)]
    return replace(after, loser=side if side in lost else lost[0], may_bring=may_bring)


def has_gipf(state: State, side: int) -> bool:
    """Return whether a side has a GIPF piece on the board."""
    return "WB"[side] in state.board.values()


def pushed(state: State, line: list[str], gipf: bool) -> tuple[State, str] | None:
    """Return the state after a push and the spot that the furthest piece reaches; None if full."""
    free = [spot for spot in line if spot not in state.board]
    if not free:
        return None
    after = state.copy()
    moved = line[: line.index(free[0]) + 1]
    for here, before in reversed(list(zip(moved[1:], moved, strict=False))):
        after.board[here] = after.board.pop(before)
    after.board[line[0]] = ("WB" if gipf else "wb")[state.turn]
    after.reserve[state.turn] -= 2 if gipf else 1
    after.may_bring[state.turn] = gipf
    return after, free[0]


def turns(state: State) -> dict[Turn, State]:
    """Return every legal turn and the state that it leads to."""
    found: dict[Turn, State] = {}
    if state.loser is not None:
        return found
    side = state.turn
    for before, ready in removals(state, side).items():
        if ready.loser is not None:
            found[before, "", frozenset()] = next_side(ready)
        for kind, after_push in pushes(ready):
            for after, done in removals(after_push, side).items():
                found[before, kind, after] = next_side(done)
    return found


def pushes(state: State) -> Iterator[tuple[str, State]]:
    """Yield every push that the reserve and the right to bring in GIPF pieces allow."""
    side = state.turn
    may = state.may_bring[side]
    must = may and not has_gipf(state, side)
    for gipf in (False, True):
        if state.loser is not None or (must if not gipf else not may):
            continue
        if state.reserve[side] < (2 if gipf else 1):
            continue
        seen = set()
        for dot, line in PUSHES:
            result = pushed(state, line, gipf)
            if result is None:
                continue
            after, end = result
            text = ("G" if gipf else "") + (end if end == line[0] else f"{dot}-{end}")
            if text not in seen:
                seen.add(text)
                yield text, after


def next_side(state: State) -> State:
    """Return the state with the other side to move."""
    after = state.copy()
    after.turn = 1 - state.turn
    if after.loser is None and not after.reserve[after.turn] and not rows(after, after.turn):
        after.loser = after.turn
    return after
