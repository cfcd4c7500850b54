"""A second, slow implementation of Epaminondas, with which tests compare the first one.

A board is a list of rows, row 1 first, each a list of ``w``, ``b``, ``s`` (a neutral stone) and
``.``; everything is found by walking from square to square. Nothing here comes from ``analysis``
or ``notation``, so that an error in the rules would have to be made twice to go unnoticed.

A move is a tuple: row and column of the leading piece, number of pieces, compass direction,
distance, number of captured pieces. A neutral stone is placed by a tuple with the square and
nothing else: ``(row, column, 0, "", 0, 0)``.
"""

import re
from dataclasses import dataclass, field

MoveTuple = tuple[int, int, int, str, int, int]

WINDS = [("N", 1, 0), ("NE", 1, 1), ("E", 0, 1), ("SE", -1, 1)]
WINDS += [("S", -1, 0), ("SW", -1, -1), ("W", 0, -1), ("NW", 1, -1)]

NEUTRAL = 3
"""How many neutral stones the variant ``stones`` places before the first move."""


@dataclass
class Table:
    """A board in play.

    Attributes:
        board: the rows, row 1 first.
        mover: ``w`` or ``b``.
        symmetry: ``rotation``, ``mirror``, ``move`` or ``off``.
        stones: whether the variant ``stones`` is played.
        filled: rows that each side fills at the start.
        last: the move before; None where it is not known, or a stone was placed.
    """

    board: list[list[str]]
    mover: str = "w"
    symmetry: str = "rotation"
    stones: bool = False
    filled: int = 2
    last: MoveTuple | None = None
    height: int = field(init=False)
    width: int = field(init=False)

    def __post_init__(self) -> None:
        self.height, self.width = len(self.board), len(self.board[0])

    @property
    def other(self) -> str:
        """The side that is not to move."""
        return "b" if self.mover == "w" else "w"

    def at(self, row: int, column: int) -> str:
        """Return the piece on a square, ``.`` if it is empty, or ``#`` off the board."""
        if 1 <= row <= self.height and 1 <= column <= self.width:
            return self.board[row - 1][column - 1]
        return "#"

    def crossed(self, side: str) -> int:
        """Count a side's pieces on its far row."""
        far = self.board[-1] if side == "w" else self.board[0]
        return far.count(side)

    def winner(self) -> str | None:
        """Return the side that has won at the start of this turn.

        The mover wins with more pieces across than the other side, and loses if he cannot move.
        """
        if self.crossed(self.mover) > self.crossed(self.other):
            return self.mover
        return None if self.legal_moves() else self.other

    def legal_moves(self) -> list[MoveTuple]:
        """Return every legal move, each once; none if the mover has already won."""
        if self.crossed(self.mover) > self.crossed(self.other):
            return []
        if self.stones and sum(row.count("s") for row in self.board) < NEUTRAL:
            return self._placings()
        moves = []
        for row in range(1, self.height + 1):
            for column in range(1, self.width + 1):
                for wind in WINDS:
                    moves += self._moves_from(row, column, wind)
        return [move for move in moves if not self._forbidden(move)]

    def _placings(self) -> list[MoveTuple]:
        """Return the plies that place a neutral stone on an empty square.

        The rows that are filled at the start and the row next to each of them stay free.
        """
        return [
            (row, column, 0, "", 0, 0)
            for row in range(self.filled + 2, self.height - self.filled)
            for column in range(1, self.width + 1)
            if self.at(row, column) == "."
        ]

    def _moves_from(self, row: int, column: int, wind: tuple[str, int, int]) -> list[MoveTuple]:
        """Return the moves of phalanxes in a direction whose rearmost piece is on a square."""
        name, north, east = wind
        moves = []
        count = 0
        while self.at(row + count * north, column + count * east) == self.mover:
            count += 1
            head = (row + (count - 1) * north, column + (count - 1) * east)
            for distance in range(1, count + 1):
                target = (head[0] + distance * north, head[1] + distance * east)
                found = self.at(*target)
                if found == self.other:
                    line = self._line(target, north, east)
                    if line < count:
                        moves.append((*head, count, name, distance, line))
                if found != ".":
                    break
                moves.append((*head, count, name, distance, 0))
        return moves

    def _line(self, square: tuple[int, int], north: int, east: int) -> int:
        """Count the other side's pieces in line from a square onward."""
        length = 0
        while self.at(square[0] + length * north, square[1] + length * east) == self.other:
            length += 1
        return length

    def _forbidden(self, move: MoveTuple) -> bool:
        """Tell whether the symmetry rule forbids a move: it brings a piece onto the far row."""
        row, _, _, name, distance, _ = move
        north = next(north for wind, north, _ in WINDS if wind == name)
        far = self.height if self.mover == "w" else 1
        if row == far or row + north * distance != far:
            return False
        if self.symmetry == "move":
            return move[:5] in self._images_of_last()
        return self.played(move).symmetric()

    def _images_of_last(self) -> list[tuple[int, int, int, str, int]]:
        """Return the half-turn and the left-right mirror image of the move before."""
        if self.last is None:
            return []
        row, column, count, name, distance, _ = self.last
        opposite = str.maketrans("NESW", "SWNE")
        across, beside = self.height + 1 - row, self.width + 1 - column
        mirrored = name.replace("E", "*").replace("W", "E").replace("*", "W")
        return [
            (across, beside, count, name.translate(opposite), distance),
            (row, beside, count, mirrored, distance),
        ]

    def symmetric(self) -> bool:
        """Tell whether the board has the symmetry that the rule names."""
        if self.symmetry == "mirror":
            return all(row == row[::-1] for row in self.board)
        if self.symmetry == "rotation":
            exchanged = {"w": "b", "b": "w", "s": "s", ".": "."}
            turned = [[exchanged[piece] for piece in row[::-1]] for row in self.board[::-1]]
            return turned == self.board
        return False

    def played(self, move: MoveTuple) -> "Table":
        """Return the table after a legal move."""
        row, column, count, name, distance, captures = move
        board = [list(squares) for squares in self.board]
        if not count:
            board[row - 1][column - 1] = "s"
            return self._next(board, None)
        north, east = next(step for wind, *step in WINDS if wind == name)
        for behind in range(count):
            board[row - behind * north - 1][column - behind * east - 1] = "."
        for beyond in range(distance, distance + captures):
            board[row + beyond * north - 1][column + beyond * east - 1] = "."
        for ahead in range(distance - count + 1, distance + 1):
            board[row + ahead * north - 1][column + ahead * east - 1] = self.mover
        return self._next(board, move)

    def _next(self, board: list[list[str]], move: MoveTuple | None) -> "Table":
        """Return the table with another board and the other side to move."""
        return Table(board, self.other, self.symmetry, self.stones, self.filled, move)

    def __str__(self) -> str:
        rows = ["".join(row) for row in reversed(self.board)]
        packed = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows]
        return f"{'/'.join(packed)} {self.mover}{self._written_last()}"

    def _written_last(self) -> str:
        """Return the move before, after a blank, if it ended on the first or last row; else ""."""
        if self.symmetry != "move" or self.last is None:
            return ""
        row, column, count, name, distance, _ = self.last
        north = next(north for wind, north, _ in WINDS if wind == name)
        outer = north and row + north * distance in (1, self.height)
        return f" {row}.{column}.{count}{name}{distance}" if outer else ""


def start(
    columns: int = 14,
    rows: int = 12,
    filled: int = 2,
    symmetry: str = "rotation",
    stones: bool = False,
) -> Table:
    """Return the table at the start of a game."""
    board = [["."] * columns for _ in range(rows)]
    for number in range(filled):
        board[number] = ["w"] * columns
        board[-1 - number] = ["b"] * columns
    return Table(board, "w", symmetry, stones, filled)


def table(text: str, symmetry: str = "rotation", stones: bool = False, filled: int = 2) -> Table:
    """Set up a table from a position string."""
    rows, mover, *before = text.split(" ")
    board = []
    for row in rows.split("/"):
        squares: list[str] = []
        for part in re.findall(r"[wbs]|[0-9]+", row):
            squares += [part] if part in "wbs" else ["."] * int(part)
        board.append(squares)
    last = None
    if before:
        from_row, column, count, distance = map(int, re.findall("[0-9]+", before[0]))
        last = from_row, column, count, "".join(re.findall("[NESW]", before[0])), distance, 0
    return Table(board[::-1], mover, symmetry, stones, filled, last)
