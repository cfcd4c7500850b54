"""A second, slow implementation of Crossings, independent of the package.

A board is a dictionary from squares to ``w`` and ``b``; a square is its row and column, both from
1, row 1 at White's edge. Everything is found by walking from square to square. Nothing here comes
from ``analysis`` or ``notation``, so that an error in the rules would have to be made twice to
go unnoticed.

A move is a tuple: row and column of the leading stone, number of stones, compass direction,
distance, number of captured stones (0 or 1).
"""

import re
from dataclasses import dataclass

MoveTuple = tuple[int, int, int, str, int, int]
Square = tuple[int, int]

WINDS = {"N": (1, 0), "NE": (1, 1), "E": (0, 1), "SE": (-1, 1)}
WINDS |= {"S": (-1, 0), "SW": (-1, -1), "W": (0, -1), "NW": (1, -1)}


@dataclass
class Table:
    """A board in play.

    Attributes:
        stones: the occupied squares and the side that stands there.
        height: number of rows.
        width: number of columns.
        mover: ``w`` or ``b``.
    """

    stones: dict[Square, str]
    height: int = 8
    width: int = 8
    mover: str = "w"

    @property
    def other(self) -> str:
        """The side that is not to move."""
        return "b" if self.mover == "w" else "w"

    def empty(self, square: Square) -> bool:
        """Return whether a square is on the board and free."""
        row, column = square
        on_board = 1 <= row <= self.height and 1 <= column <= self.width
        return on_board and square not in self.stones

    def locked(self, square: Square) -> bool:
        """Return whether a stone is on its far row, where it neither moves nor is taken."""
        far = {"w": self.height, "b": 1}
        return square in self.stones and square[0] == far[self.stones[square]]

    def crossed(self, side: str) -> int:
        """Count a side's stones on its far row."""
        return sum(self.locked(square) for square, who in self.stones.items() if who == side)

    def ahead(self) -> bool:
        """Return whether the mover begins the turn with more stones across, and so has won."""
        return self.crossed(self.mover) > self.crossed(self.other)

    def winner(self) -> str | None:
        """Return the side that has won at the start of this turn, None while the game goes on."""
        if self.ahead():
            return self.mover
        return None if self.legal_moves() else self.other

    def legal_moves(self) -> list[MoveTuple]:
        """Return every legal move, each once; none if the mover has already won."""
        if self.ahead():
            return []
        heads = [square for square, who in self.stones.items() if who == self.mover]
        return [move for head in sorted(heads) for wind in WINDS for move in self._led(head, wind)]

    def _led(self, head: Square, wind: str) -> list[MoveTuple]:
        """Return the moves of all groups that a stone leads in a direction."""
        behind = self._line(head, wind, -1, self.mover, through_locked=False)
        moves = []
        for count in range(1, behind + 1):
            for distance in range(1, count + 1):
                target = step(head, wind, distance)
                if self.empty(target):
                    moves.append((*head, count, wind, distance, 0))
                    continue
                if self._takes(count, target, wind):
                    moves.append((*head, count, wind, distance, 1))
                break
        return moves

    def _takes(self, count: int, target: Square, wind: str) -> bool:
        """Return whether ``count`` stones take the stone on the square that they move to."""
        if self.stones.get(target) != self.other or self.locked(target):
            return False
        return self._line(target, wind, 1, self.other, through_locked=True) < count

    def _line(self, square: Square, wind: str, sense: int, side: str, through_locked: bool) -> int:
        """Count a side's stones in line from a square, with the wind (1) or against it (-1)."""
        length = 0
        while self.stones.get(step(square, wind, sense * length)) == side:
            if self.locked(step(square, wind, sense * length)) and not through_locked:
                break
            length += 1
        return length

    def played(self, move: MoveTuple) -> "Table":
        """Return the table after a legal move."""
        row, column, count, wind, distance, _ = move
        group = [step((row, column), wind, -back) for back in range(count)]
        stones = {square: who for square, who in self.stones.items() if square not in group}
        # The leading stone replaces the one that it takes.
        stones |= {step(square, wind, distance): self.mover for square in group}
        return Table(stones, self.height, self.width, self.other)

    def __str__(self) -> str:
        rows = [
            "".join(self.stones.get((row, column), ".") for column in range(1, self.width + 1))
            for row in range(self.height, 0, -1)
        ]
        packed = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows]
        return f"{'/'.join(packed)} {self.mover}"


def step(square: Square, wind: str, distance: int) -> Square:
    """Return the square so many steps away; a negative distance goes against the wind."""
    north, east = WINDS[wind]
    return square[0] + distance * north, square[1] + distance * east


def start(columns: int = 8, rows: int = 8, filled: int = 2) -> Table:
    """Return the table at the start of a game."""
    stones = {}
    for column in range(1, columns + 1):
        for row in range(1, filled + 1):
            stones[row, column], stones[rows + 1 - row, column] = "w", "b"
    return Table(stones, rows, columns)


def table(text: str) -> Table:
    """Set up a table from a position string."""
    rows, mover = text.split(" ")
    lines = [re.sub("[0-9]+", lambda run: "." * int(run[0]), row) for row in rows.split("/")]
    stones = {
        (row, column): who
        for row, line in enumerate(reversed(lines), start=1)
        for column, who in enumerate(line, start=1)
        if who != "."
    }
    return Table(stones, len(lines), len(lines[0]), mover)
