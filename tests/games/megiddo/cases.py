"""What the Megiddo tests share: all variants, and games and boards drawn by hypothesis."""

from collections.abc import Iterator, Sequence
from itertools import product

from hypothesis import strategies as st

from analysis.games.megiddo.rules import Position
from analysis.games.megiddo.state import MegiddoVariant
from notation.megiddo import Move, point_name
from tests.judges import megiddo as judge

VARIANTS = [
    MegiddoVariant(edge, cleopatra, radial_move, players)
    for edge, cleopatra, radial_move, players in product(
        ("base", "master", "grand-master"), (False, True), (False, True), (2, 3)
    )
]

POINTS = [(spoke, ring) for spoke in range(1, 7) for ring in range(1, 7)]

PLIES = 60
"""As many plies as one game is played for; slides can go on for ever."""

variants = st.sampled_from(VARIANTS)

choices = st.lists(st.integers(0, 10**6), min_size=PLIES, max_size=PLIES)
"""Numbers that choose one legal move after the other."""


def played(rules: MegiddoVariant, numbers: Sequence[int]) -> Iterator[tuple[Position, Move]]:
    """Yield the positions of a game and the moves made in them."""
    position = Position.start(rules)
    for number in numbers:
        moves = list(position.legal_moves())
        if not moves:
            return
        move = moves[number % len(moves)]
        yield position, move
        position = position.after(move)


@st.composite
def boards(draw: st.DrawFn, rules: st.SearchStrategy[MegiddoVariant] = variants) -> Position:
    """Draw a position with any number of stones on any points, mostly many: chains need them."""
    drawn = draw(rules)
    letters = "rbg"[: len(drawn.sides)]
    density = draw(st.sampled_from(["", ".", "..", "...."]))
    points = draw(st.lists(st.sampled_from(letters + density), min_size=36, max_size=36))
    points[draw(st.integers(0, 35))] = "."
    stones = tuple(
        sum(1 << index for index, point in enumerate(points) if point == letter)
        for letter in letters
    )
    turn = draw(st.integers(0, len(letters) - 1))
    return Position(drawn, stones, (0,) * len(letters), turn)


def names(move: Move) -> str:
    """Return a move as the judge takes it, without captures."""
    return str(Move(move.point, (), move.origin))


def pairs(move: Move) -> set[frozenset[str]]:
    """Return the captured pairs of a move as the judge gives them."""
    return {frozenset(map(point_name, group)) for group in move.groups}


def judged(position: Position) -> judge.Game:
    """Return the judge's game in the same state."""
    rules = position.variant
    letters = {point_name(point): position.stone(point) for point in POINTS}
    board = {
        point: judge.COLOURS["rbg".index(letter)]
        for point, letter in letters.items()
        if letter != "."
    }
    colours = len(rules.sides)
    return judge.Game(
        rules.edge,
        rules.cleopatra,
        rules.radial_move,
        colours,
        board,
        list(position.taken),
        position.turn + colours,
    )
