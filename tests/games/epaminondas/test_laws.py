"""Each law's violation, with its numbers, and what is forgiven or held against a legal move."""

import pytest

from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import EpaminondasVariant
from notation.errors import IllegalMove
from notation.phalanx import AnyMove, Move
from notation.registry import find
from tests.games.pictures import cases, claim
from tests.strategies import packed


def picture(*rows: str, mover: str = "w", variant: str = "standard") -> Position:
    """Read a board as drawn: the last row first, dots for empty squares."""
    return Position.from_string(packed(list(rows), mover), variant)


def read(dialect: str, text: str) -> AnyMove:
    claim: AnyMove = find("epaminondas", dialect).read(text).moves[0]
    return claim


START = Position.start(EpaminondasVariant())
LINES = picture("......", ".b.b..", ".b.b.b", ".w.w.w", ".w.w..", ".w....")
WON = picture("w....", ".....", ".....", ".....", "....w")

BOOK_IDEA = ["b1-b2", "c6-c5", "b2-b3", "c5-c4", "b3-b4", "c4-c3", "b4-b5", "c3-c2", "b5-c6"]
"""Black answers each move with its half-turn; the last answer, c2-b1, is on the far row."""


def copycat(symmetry: str) -> Position:
    position: Position = Position.start(
        EpaminondasVariant(columns=4, rows=6, filled=1, symmetry=symmetry)
    )
    for text in BOOK_IDEA:
        (candidate,) = position.completions(read("span", text))
        position = position.play(candidate.move)
    return position


@pytest.mark.parametrize("symmetry", ["rotation", "mirror", "off"])
def test_symmetry_holds_back_the_one_move_it_names(symmetry):
    breach = Move(2, 3, 1, "SW", 1, 0)
    held_back = {"rotation": {breach}, "mirror": set(), "off": set()}[symmetry]
    everything = set(copycat("off").legal_moves())
    assert everything - set(copycat(symmetry).legal_moves()) == held_back


@pytest.mark.parametrize(
    ("captures", "phrase"),
    [
        pytest.param(1, "x1 is written, but the move takes 2", id="too-few"),
        pytest.param(0, "x0 is written, but the move takes 2", id="none"),
        pytest.param(
            None, "the number of captured pieces is left open: the move takes 2", id="open"
        ),
    ],
)
def test_a_complete_move_says_how_many_it_takes(captures, phrase):
    move = Move(3, 2, 3, "N", 1, captures)
    finding = LINES.check(move)
    assert finding is not None
    assert (finding.code, finding.violation) == ("capture-count", True)
    assert phrase in finding.message
    assert move not in set(LINES.legal_moves())


@pytest.mark.parametrize(
    ("dialect", "text", "code", "violation", "phrase"),
    [
        pytest.param("abbott", "3.2.3N1x2", None, False, "", id="right-count"),
        pytest.param("span", "b1,b3-b4", None, False, "", id="span-has-no-count"),
        pytest.param("abstractplay", "b1xb4", None, False, "", id="x-for-a-capture"),
        pytest.param("abstractplay", "f3-e3", None, False, "", id="dash-for-a-quiet-move"),
        pytest.param(
            "abbott",
            "3.2.3N1",
            "missing-capture-count",
            False,
            "the move takes 2: x2 is missing",
            id="missing-count",
        ),
        pytest.param(
            "abbott",
            "3.2.3N1x1",
            "capture-count",
            True,
            "x1 is written, but the move takes 2",
            id="wrong-count",
        ),
        pytest.param(
            "abbott",
            "3.6.1W1x1",
            "capture-count",
            True,
            "x1 is written, but the move takes nothing",
            id="count-without-capture",
        ),
        pytest.param(
            "abstractplay",
            "b1-b4",
            "wrong-separator",
            False,
            "'x' not '-': the move takes 2",
            id="dash-for-a-capture",
        ),
        pytest.param(
            "abstractplay",
            "f3xe3",
            "wrong-separator",
            False,
            "'-' not 'x': the move takes nothing",
            id="x-for-a-quiet-move",
        ),
    ],
)
def test_what_a_text_says_otherwise_than_its_legal_move(dialect, text, code, violation, phrase):
    claim = read(dialect, text)
    (candidate,) = LINES.completions(claim)
    assert LINES.check(candidate.move) is None
    said = [(finding.code, finding.violation, finding.message) for finding in candidate.findings]
    assert said == ([(code, violation, phrase)] if code else [])


RECORDED = {
    "a-lone-piece-too-far": (START, "span", "d2-d5", "wwwwwwwwwwwwww w"),
    "onto-the-far-row-by-symmetry": (copycat("rotation"), "span", "c2-b1", "wbww w"),
    "after-the-end": (WON, "span", "e1-e2", "5 b"),
}


@pytest.mark.parametrize(("position", "dialect", "text", "last"), RECORDED.values(), ids=RECORDED)
def test_some_illegal_moves_can_be_carried_out_as_recorded(position, dialect, text, last):
    claim = read(dialect, text)
    assert position.completions(claim) == []
    after = position.as_recorded(claim)
    assert after is not None
    assert after.turn != position.turn
    assert str(after).split("/")[-1] == last.replace(" w", f" {'wb'[after.turn]}")


def test_a_capture_as_recorded_takes_what_stands_there():
    after = LINES.as_recorded(read("abbott", "3.2.3N1"))
    assert after is not None
    assert after == LINES.play(Move(3, 2, 3, "N", 1, 2))


CARRIED_OUT = {"distance", "symmetry", "after-end", "capture-count", "stone-expected", "stone-row"}


@pytest.mark.parametrize("case", [*cases("epaminondas")], ids=lambda case: case.name)
def test_other_illegal_moves_cannot_be_carried_out(case):
    for text, law in case.stated("refused"):
        if law.partition(":")[0] not in CARRIED_OUT:
            assert case.start.as_recorded(claim(case.game, text)) is None


def test_playing_an_illegal_move_raises_its_finding():
    move = Move(2, 4, 2, "N", 3, 0)
    with pytest.raises(IllegalMove, match="moves at most 2 squares, not 3") as caught:
        START.play(move)
    assert caught.value.finding == START.check(move)
