"""A second, slow implementation of Megiddo from the rule book, to compare with the first one.

Points are names such as ``C4``, the board is a dictionary from points to colours, and every
question is answered by searching all lines of the board. No code is shared with the
package.
"""

from dataclasses import dataclass, field

SPOKES = "ABCDEF"
COLOURS = ["red", "blue", "green"]


def ring_lines() -> list[list[str]]:
    return [[f"{spoke}{ring}" for spoke in SPOKES] for ring in range(1, 7)]


def radial_lines() -> list[list[str]]:
    return [[f"{spoke}{ring}" for ring in range(1, 7)] for spoke in SPOKES]


def spiral_lines() -> list[list[str]]:
    spirals = []
    for start in range(6):
        for turn in (1, -1):
            spirals.append(
                [f"{SPOKES[(start + turn * (ring - 1)) % 6]}{ring}" for ring in range(1, 7)]
            )
    return spirals


ALL_LINES = ring_lines() + radial_lines() + spiral_lines()


@dataclass
class Game:
    """A game in progress.

    A move is a point or ``origin-point``; its captures are computed here.
    """

    edge: str = "base"
    cleopatra: bool = False
    slides: bool = False
    colours: int = 2
    board: dict[str, str] = field(default_factory=dict)
    captured: list[int] = field(default_factory=list)
    plies: int = 0

    def __post_init__(self) -> None:
        self.captured = self.captured or [0] * self.colours

    @property
    def mover(self) -> str:
        return COLOURS[self.plies % self.colours]

    def fours(self) -> list[list[str]]:
        """Return all groups of four points in a line, along which captures are possible."""
        endless = ring_lines()
        if self.edge in ("master", "grand-master"):
            endless += radial_lines()
        if self.edge == "grand-master":
            endless += spiral_lines()
        found = []
        for line in ALL_LINES:
            for start in range(3):
                found.append(line[start : start + 4])
            if line in endless:
                twice = line + line
                for start in range(3, 6):
                    found.append(twice[start : start + 4])
        return found

    def captures_by(self, fresh: set[str]) -> set[frozenset[str]]:
        """Return the pairs that the new stones of the mover capture on the current board."""
        me = self.mover

        def mine(point: str) -> bool:
            return self.board.get(point) == me

        def theirs(point: str) -> bool:
            return point in self.board and self.board[point] != me

        pairs = set()
        for a, b, c, d in self.fours():
            if mine(a) and theirs(b) and theirs(c) and mine(d) and (a in fresh or d in fresh):
                pairs.add(frozenset([b, c]))
            if not self.cleopatra:
                continue
            if theirs(a) and mine(b) and mine(c) and theirs(d) and (b in fresh or c in fresh):
                pairs.add(frozenset([a, d]))
        return pairs

    def play(self, move: str) -> list[set[frozenset[str]]]:
        """Play a move and return what it captures, generation by generation."""
        origin, dash, point = move.rpartition("-")
        if dash:
            del self.board[origin]
        self.board[point] = self.mover
        generations = []
        fresh = {point}
        while pairs := self.captures_by(fresh):
            generations.append(pairs)
            fresh = {stone for pair in pairs for stone in pair}
            for stone in fresh:
                self.board[stone] = self.mover
            self.captured[self.plies % self.colours] += len(fresh)
        self.plies += 1
        return generations

    def copy(self) -> "Game":
        return Game(
            self.edge,
            self.cleopatra,
            self.slides,
            self.colours,
            dict(self.board),
            list(self.captured),
            self.plies,
        )

    def moves(self) -> list[str]:
        """Return the legal moves, without their captures."""
        if self.result():
            return []
        points = [f"{spoke}{ring}" for spoke in SPOKES for ring in range(1, 7)]
        placings = [point for point in points if point not in self.board]
        return placings + (self.all_slides() if self.slides else [])

    def all_slides(self) -> list[str]:
        found = []
        for origin, colour in self.board.items():
            if colour != self.mover:
                continue
            spoke, ring = origin[0], int(origin[1])
            for target in range(1, 7):
                between = range(min(ring, target), max(ring, target) + 1)
                others = [f"{spoke}{r}" for r in between if r != ring]
                if others and not any(point in self.board for point in others):
                    found.append(f"{origin}-{spoke}{target}")
        return found

    def megiddos(self, colour: str) -> int:
        return sum(all(self.board.get(point) == colour for point in line) for line in ALL_LINES)

    def result(self) -> tuple[str | None, str] | None:
        """Return winner and reason; None during the game. Only the last mover can be the winner."""
        last = (self.plies - 1) % self.colours
        if self.plies and self.megiddos(COLOURS[last]):
            return COLOURS[last], "megiddo"
        if self.plies and self.captured[last] >= (12 if self.cleopatra else 6):
            return COLOURS[last], "arbatta"
        return (None, "patara") if len(self.board) == 36 else None

    def scores(self) -> list[int]:
        scores = list(self.captured)
        for index, colour in enumerate(COLOURS[: self.colours]):
            for number in range(self.megiddos(colour)):
                scores[index] += 12 if number else 6
        return scores
