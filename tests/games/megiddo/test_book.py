"""What the rule book states beside its pictures, which are in ``pictures.txt``: the score.

Pages are counted as the book counts them where it refers to example V (page 5), the score (page 6)
and the strategies (page 12).
"""

import pytest

from analysis.games.megiddo.measures import points
from analysis.games.megiddo.rules import Position
from notation.megiddo import RuleBook
from tests.games.pictures import cases

CASES = {case.name: case for case in cases("megiddo")}


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("a Megiddo on a radial, page 3", (6, 0)),
        ("Arbatta with the sixth captured stone, page 3", (6, 5)),
        ("captures both ways round a ring make a Megiddo, page 4", (4 + 6, 0)),
        ("a double Megiddo, page 6", (4, 22)),
        ("a reversed capture sets off a normal one, page 9", (10, 0)),
        ("the threat is worth a Megiddo, page 12", (6, 0)),
        ("blocking on a taboo point costs a double Megiddo, page 12", (2 + 6 + 12, 0)),
        ("spirals go round, page 14", (8, 0)),
    ],
)
def test_score_of_the_pictured_games(name: str, score: tuple[int, int]) -> None:
    """Page 6: a stone is a point, a Megiddo 6, a double Megiddo 18; Arbatta adds nothing."""
    position = CASES[name].play()
    assert isinstance(position, Position)
    assert points(position) == score


@pytest.mark.parametrize(("taken", "over"), [("4,0", False), ("9,0", False), ("10,0", True)])
def test_arbatta_takes_twelve_stones_in_cleopatra(taken: str, over: bool) -> None:
    """Page 9."""
    before = Position.from_string(f"6/6/1bbr2/6/6/6 r {taken}", "base+cleopatra")
    after = before.play(RuleBook().read("A3 (B3, C3)").moves[0])
    assert bool(after.outcome()) == over


def test_a_full_board_without_a_winner_is_patara() -> None:
    """Page 7: both count their captured stones."""
    before = Position.from_string("bbrbbb/brbrbr/brrbbb/bbrrrb/rrrrbb/rrbr1r b 2,4")
    (move,) = before.legal_moves()
    after = before.play(move)
    outcome = after.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "patara")
    assert points(after) == (2, 4)
    assert after.count_moves() == len(list(after.legal_moves())) == 0
