"""Hypothesis strategies: moves, move texts, positions, and positions close to symmetry.

Positions are drawn as position strings, so that the rules and the judge read the same text.
"""

import re
from dataclasses import dataclass, replace

from hypothesis import assume
from hypothesis import strategies as st

from notation.phalanx import DIRECTIONS, Move

Grid = dict[tuple[int, int], str]
"""What stands on each square, by row and column."""

SMALL = st.tuples(st.integers(2, 8), st.integers(5, 9))
"""Columns and rows of boards on which much happens near the edges."""

USUAL = st.just((14, 12))
SIZES = st.one_of(SMALL, SMALL, USUAL, st.tuples(st.integers(2, 26), st.integers(5, 20)))
SYMMETRIES = st.sampled_from(["rotation", "mirror", "move", "off"])
OPPOSITE = dict(zip(DIRECTIONS, [*list(DIRECTIONS)[4:], *list(DIRECTIONS)[:4]], strict=True))
EXCHANGED = {"w": "b", "b": "w", ".": "."}


def packed(rows: list[str], mover: str) -> str:
    """Write rows, the last one first and empty squares as dots, as a position string."""
    runs = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows]
    return f"{'/'.join(runs)} {mover}"


def position_string(grid: Grid, mover: str) -> str:
    """Write a grid and the side to move as a position string."""
    rows, columns = max(grid)
    lines = [
        "".join(grid[row, column] for column in range(1, columns + 1)) for row in range(rows, 0, -1)
    ]
    return packed(lines, mover)


@st.composite
def moves(draw: st.DrawFn, columns: int = 26, rows: int = 99) -> Move:
    """Draw a move of legal shape: on the board, with a distance up to its number of pieces."""
    direction = draw(st.sampled_from(list(DIRECTIONS)))
    north, east = DIRECTIONS[direction]
    reach = draw(st.integers(1, min(rows - 1 if north else 99, columns - 1 if east else 99)))
    distance = draw(st.integers(1, (reach + 1) // 2))
    count = reach + 1 - distance
    row = draw(_first(rows, reach * north))
    column = draw(_first(columns, reach * east))
    head = Move(row, column, 1, direction, 1).ahead(count - 1)
    return Move(*head, count, direction, distance, draw(st.integers(0, count - 1)))


_EDITS = st.sampled_from(" \t.,-–x×X:*0123456789abnzNnSsEeWwOo?")


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """Draw a text, and change one or two of its characters."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 1))
        text = text[:place] + draw(st.one_of(st.just(""), _EDITS)) + text[place + cut :]
    return text


@st.composite
def sloppy(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """Draw a canonical text in a lenient spelling, which readers accept."""
    written = ""
    for token in re.findall("[NESW]+|[a-z]|[0-9]+|.", draw(texts)):
        ways = [token, token]
        if token.isdigit():
            ways += [token.zfill(2)]
        elif token == "x" and written[-1:].isdigit():
            ways += ["X", "×", "*", ":"]
        elif token in ".-":
            ways += {".": ",", "-": "‐‑–—−"}[token]
        else:
            ways += [token.swapcase(), token.replace("W", "O")]
        gap = draw(st.sampled_from(["", "", "", " ", "\t "])) if written else ""
        written += gap + draw(st.sampled_from(ways))
    return written


@st.composite
def grids(draw: st.DrawFn, columns: int, rows: int) -> Grid:
    """Draw a board: sparse or crowded, colours mixed or in stripes that make long phalanxes."""
    squares = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    # Bytes are drawn evenly; integers of this size would mostly be small.
    length = -(-len(squares) // 8)
    bits = st.binary(min_size=length, max_size=length).map(int.from_bytes)
    density = draw(st.sampled_from(["sparse", "even", "crowded"]))
    occupied = draw(bits)
    if density == "sparse":
        occupied &= draw(bits) & draw(bits)
    elif density == "crowded":
        occupied |= draw(bits) | draw(bits)
    white = draw(bits)
    if draw(st.booleans()):
        by_row, by_column, width = draw(st.tuples(*[st.integers(-1, 1)] * 2, st.integers(1, 3)))
        stripes = [(row * by_row + column * by_column) // width % 2 for row, column in squares]
        white = sum(stripe << index for index, stripe in enumerate(stripes))
    return {
        square: "." if not occupied >> index & 1 else "w" if white >> index & 1 else "b"
        for index, square in enumerate(squares)
    }


@st.composite
def positions(draw: st.DrawFn, sizes: st.SearchStrategy[tuple[int, int]] = SIZES) -> str:
    """Draw a position string; most positions are undecided."""
    columns, rows = draw(sizes)
    grid, mover = draw(grids(columns, rows)), draw(st.sampled_from("wb"))
    if draw(st.integers(0, 4)):
        far = rows if mover == "w" else 1
        for column in range(1, columns + 1):
            if grid[far, column] == mover:
                grid[far, column] = "."
    return position_string(grid, mover)


@dataclass(frozen=True)
class Arrival:
    """A position, and a move that makes it symmetrical and breaks no other rule.

    Attributes:
        position: the position string.
        symmetry: ``rotation`` or ``mirror``, whichever the move makes.
        move: the move, complete.
        breaks: whether the move breaks the symmetry rule: it ends on the far row, from another row.
    """

    position: str
    symmetry: str
    move: Move
    breaks: bool


@st.composite
def symmetrical(draw: st.DrawFn, columns: int, rows: int, symmetry: str) -> list[str]:
    """Draw the rows of a symmetrical board, the last one first."""
    row = st.text("..wb", min_size=columns, max_size=columns)
    if symmetry == "mirror":
        half = columns // 2
        middle = st.text(".wb", min_size=columns % 2, max_size=columns % 2)
        lefts = [draw(row)[:half] for _ in range(rows)]
        return [left + draw(middle) + left[::-1] for left in lefts]
    upper = [draw(row) for _ in range(rows // 2)]
    lower = [turned_row(one) for one in reversed(upper)]
    left = draw(row)[: columns // 2]
    middle_row = left + "." * (columns % 2) + turned_row(left)
    return [*upper, *[middle_row] * (rows % 2), *lower]


def turned_row(row: str) -> str:
    """Return a row turned by 180 degrees, colours exchanged."""
    return "".join(EXCHANGED[piece] for piece in reversed(row))


@st.composite
def arrivals(draw: st.DrawFn, breaks: bool = True) -> Arrival:
    """Draw a symmetrical board and take its last move back, by one square.

    With ``breaks`` the move breaks the symmetry rule; without, it ends on another row or runs along
    the far row, and is legal.
    """
    columns, rows = draw(SMALL)
    symmetry = draw(st.sampled_from(["rotation", "mirror"]))
    lines = draw(symmetrical(columns, rows, symmetry))
    board = {
        (rows - at, column): piece
        for at, line in enumerate(lines)
        for column, piece in enumerate(line, start=1)
    }
    found = []
    for target in [square for square, piece in board.items() if piece == "w"]:
        for direction, (north, _) in DIRECTIONS.items():
            tail = Move(*target, 1, direction, 1)
            count = next(at for at in range(99) if board.get(tail.ahead(-at)) != "w")
            if board.get(tail.ahead(-count)) == "." and breaks == (target[0] == rows and north > 0):
                found.append(Move(*tail.ahead(-1), count, direction, 1, 0))
    assume(found)
    move = draw(st.sampled_from(found))
    before = board | {move.target: ".", move.ahead(-move.count + 1): "w"}
    if move.count > 1 and board.get(move.ahead(2)) != "b" and draw(st.booleans()):
        before[move.target], move = "b", move._replace(captures=1)
    white, black = (
        sum(before[row, column] == side for column in range(1, columns + 1))
        for side, row in (("w", rows), ("b", 1))
    )
    assume(white <= black)
    arrival = Arrival(position_string(before, "w"), symmetry, move, breaks)
    return half_turned(arrival) if draw(st.booleans()) else arrival


def half_turned(arrival: Arrival) -> Arrival:
    """Return the arrival turned by 180 degrees, for the other side."""
    move = turned_move(arrival.move, *size(arrival.position))
    return replace(arrival, position=turned_position(arrival.position), move=move)


def size(position: str) -> tuple[int, int]:
    """Return the columns and rows of a position string."""
    rows = expanded(position)
    return len(rows[0]), len(rows)


def expanded(position: str) -> list[str]:
    """Return the rows of a position string as printed, the last row first."""
    runs = re.sub(r"[0-9]+", lambda run: "." * int(run[0]), position.split(" ")[0])
    return runs.split("/")


def mirrored_position(position: str) -> str:
    """Return a position mirrored left to right."""
    return packed([row[::-1] for row in expanded(position)], position[-1])


def turned_position(position: str) -> str:
    """Return a position turned by 180 degrees, colours and side to move exchanged."""
    rows = [turned_row(row) for row in reversed(expanded(position))]
    return packed(rows, EXCHANGED[position[-1]])


def turned_move(move: Move, columns: int, rows: int) -> Move:
    """Return a move turned by 180 degrees."""
    wind = OPPOSITE[move.direction]
    place = rows + 1 - move.row, columns + 1 - move.column
    return Move(*place, move.count, wind, move.distance, move.captures)


def _first(size: int, steps: int) -> st.SearchStrategy[int]:
    """Draw an index where ``steps`` steps up, or down if negative, stay in a row or column."""
    return st.integers(max(1, 1 - steps), min(size, size - steps))
