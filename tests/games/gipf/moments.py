"""GIPF positions and turns to be drawn: such as hypothesis draws, and two with much to show."""

import random
from collections import Counter
from itertools import islice

from hypothesis import strategies as st

from analysis.games.gipf.rules import Position
from analysis.games.gipf.state import GipfVariant
from notation.gipf.moves import Move

BEFORE_31 = "1w1b/3Bb/bW1Www/1w3B1/w1WBwb/1w1B1/w3 w 1,7 0,3 -"
MOVE_31 = "i1-e5;xb5*,Gc5*,Ge5,f4,g3,h2"
"""Ply 31 of a tournament game: White pushes a line that he takes whole, but for a GIPF piece."""

ROW_BEFORE = "B3/5/6/WwwwBb1/6/5/4 w 10,9 2,11 WB"
ROW_MOVE = "xe3,e4,e5,Ge6*,e7*;Ge1-e3"
"""White takes a row, and then pushes a GIPF piece back to where it stood."""

_COLUMNS = ((0, 4), (4, 9), (9, 15), (15, 22), (22, 28), (28, 33), (33, 37))


@st.composite
def positions(draw: st.DrawFn, signs: str = "...wbWB") -> Position:
    """Draw a position of any variant that allows it, likely or not."""
    board = draw(st.lists(st.sampled_from(signs), min_size=37, max_size=37))
    scarce = draw(st.integers(0, 9))
    seen: Counter[str] = Counter()
    for at, sign in enumerate(board):
        seen[sign] += 1
        if seen[sign] > scarce:
            board[at] = sign.lower()
    columns = "/".join("".join(board[low:high]).replace(".", "1") for low, high in _COLUMNS)
    variant = draw(st.sampled_from(["standard", "tournament"]))
    if columns == columns.lower():
        variant = draw(st.sampled_from([variant, "basic"]))
    may = draw(st.sampled_from(["-", "W", "B", "WB"])) if variant == "tournament" else "-"
    counts = [draw(st.integers(0, 18)) for _ in range(4)]
    beside = f"{counts[0]},{counts[1]} {counts[2]},{counts[3]} {may}"
    return Position.from_string(f"{columns} {draw(st.sampled_from('wb'))} {beside}", variant)


@st.composite
def moments(draw: st.DrawFn) -> tuple[Position, Move, Position]:
    """Draw a position, the legal move that led to it, and the position before.

    Moves that take something are preferred.
    """
    start = Position.start(
        GipfVariant.parse(draw(st.sampled_from(["basic", "standard", "tournament"])))
    )
    crowded = [positions("..wwwbW"), positions("..wbbbB"), positions("..wwbbWB")]
    before = draw(st.one_of(st.just(start), *crowded))
    moves = list(islice(before.legal_moves(), 500))
    if not moves:
        before, moves = start, list(start.legal_moves())
    taking = [move for move in moves if move.before or move.after]
    chance = random.Random(draw(st.integers(0, 10**6)))
    move = chance.choice(taking or moves)
    return before.play(move), move, before


def played(text: str, move: str) -> tuple[Position, Move, Position]:
    """Play a move of a tournament game, and return what `moments` draws."""
    before = Position.from_string(text, "tournament")
    (found,) = (legal for legal in before.legal_moves() if str(legal) == move)
    return before.play(found), found, before
