"""Each law's violation, with its numbers, and what is forgiven or held against a legal move."""

import pytest

from analysis.games.epaminondas.rules import Position
from analysis.games.epaminondas.state import EpaminondasVariant
from notation.epaminondas import AnyMove, Move, PartialMove
from notation.errors import IllegalMove
from notation.findings import Finding
from notation.registry import find
from tests.strategies import packed


def picture(*rows: str, mover: str = "w", variant: str = "standard") -> Position:
    """Read a board as drawn: the last row first, dots for empty squares."""
    return Position.from_string(packed(list(rows), mover), variant)


def read(dialect: str, text: str) -> AnyMove:
    claim: AnyMove = find("epaminondas", dialect).read(text).moves[0]
    return claim


def illegal(position: Position, claim: AnyMove) -> Finding:
    assert position.completions(claim) == []
    finding = position.violation_of(claim)
    assert finding.violation
    return finding


START = Position.start(EpaminondasVariant())
GAPS = picture("......", "..w...", "..b...", "w.w...", "......", "w.w...")
LINES = picture("......", ".b.b..", ".b.b.b", ".w.w.w", ".w.w..", ".w....")
AHEAD = picture(".....", "..b..", ".....", "..w..", "..w..", "..w..")
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


def arrowhead(symmetry: str) -> Position:
    return picture("b.b", ".w.", "...", "...", "w.w", variant=f"standard+symmetry={symmetry}")


VIOLATIONS = {
    "target-off-board": (
        (START, "abbott", "1.1.1W1", "off-board"),
        "the target of the phalanx would be on row 1, column 0; "
        "the board has rows 1 to 12 and columns 1 to 14",
    ),
    "head-off-board": (
        (START, "abbott", "13.1.1S1", "off-board"),
        "the head of the phalanx would be on row 13, column 1;",
    ),
    "head-off-board-by-letter": (
        (START, "span", "o1-n1", "off-board"),
        "the head of the phalanx would be on row 1, column 15;",
    ),
    "head-off-board-by-outline": (
        (START, "abstractplay", "a13-a12", "off-board"),
        "the head of the phalanx would be on row 13, column 1;",
    ),
    "tail-off-board": (
        (START, "abbott", "2.1.3N1", "off-board"),
        "the tail of the phalanx would be on row 0, column 1;",
    ),
    "small-board": (
        (AHEAD, "abbott", "3.3.3N4", "off-board"),
        "row 7, column 3; the board has rows 1 to 6 and columns 1 to 5",
    ),
    "no-piece": (
        (START, "abbott", "5.6.1N1", "no-piece"),
        "f5 (5.6) is empty: White has nothing to move there",
    ),
    "no-piece-for-black": (
        (START.pass_turn(), "abstractplay", "f5-f4", "no-piece"),
        "f5 (5.6) is empty: Black has nothing to move there",
    ),
    "wrong-side": (
        (START, "abbott", "11.5.2S2", "wrong-side"),
        "the piece on e11 (11.5) is Black's, and White is to move",
    ),
    "wrong-side-for-black": (
        (START.pass_turn(), "span", "e1,e2-e3", "wrong-side"),
        "the piece on e2 (2.5) is White's, and Black is to move",
    ),
    "gap-in-phalanx": (
        (GAPS, "abbott", "3.1.3N1", "broken-phalanx"),
        "a phalanx of 3 from a3 (3.1) back to a1 (1.1) is not whole: "
        "a2 (2.1) is empty, so there are 1",
    ),
    "enemy-in-phalanx": (
        (GAPS, "abbott", "3.3.3S1", "broken-phalanx"),
        "a phalanx of 3 from c3 (3.3) back to c5 (5.3) is not whole: "
        "c4 (4.3) holds a piece of Black, so there are 1",
    ),
    "phalanx-too-far": (
        (START, "abbott", "2.4.2N3", "distance"),
        "a phalanx of 2 moves at most 2 squares, not 3",
    ),
    "lone-piece-too-far": (
        (START, "span", "d2-d4", "distance"),
        "a lone piece moves at most 1 square, not 2",
    ),
    "outline-too-far": (
        (START, "abstractplay", "d1-d6", "distance"),
        "a phalanx of 2 moves at most 2 squares, not 4",
    ),
    "own-piece-ahead": (
        (START, "abbott", "1.4.1N1", "own-piece-ahead"),
        "an own piece stands ahead on d2 (2.4): the phalanx cannot pass it, "
        "it would have to move along",
    ),
    "outline-that-ends-on-its-head": (
        (START, "abstractplay", "a1-a2", "own-piece-ahead"),
        "a2 (2.1) is not ahead of the phalanx of 2, whose leading piece stands on a2 (2.1)",
    ),
    "outline-that-ends-inside": (
        (AHEAD, "abstractplay", "c1-c2", "own-piece-ahead"),
        "c2 (2.3) is not ahead of the phalanx of 3, whose leading piece stands on c3 (3.3)",
    ),
    "blocked-path": (
        (AHEAD, "abbott", "3.3.3N3", "blocked-path"),
        "the way of 3 squares is blocked on c5 (5.3), after 1: "
        "only the last square may hold an enemy piece",
    ),
    "lone-capture": (
        (LINES, "span", "f3-f4", "lone-capture"),
        "a lone piece never captures, and f4 (4.6) holds an enemy piece",
    ),
    "capture-size": (
        (LINES, "abbott", "3.4.2N1x2", "capture-size"),
        "a phalanx of 2 takes at most 1, not an enemy line of 2 from d4 (4.4) to d5 (5.4)",
    ),
    "capture-size-of-a-part": (
        (LINES, "abbott", "3.2.2N1", "capture-size"),
        "a phalanx of 2 takes at most 1, not an enemy line of 2 from b4 (4.2) to b5 (5.2)",
    ),
    "symmetry-by-half-turn": (
        (copycat("rotation"), "span", "c2-b1", "symmetry"),
        "brings a piece onto row 1 and turns the position into its own half-turn with the "
        "colours exchanged; the variant has symmetry=rotation",
    ),
    "symmetry-by-mirror": (
        (arrowhead("mirror"), "span", "b4-b5", "symmetry"),
        "brings a piece onto row 5 and turns the position into its own left-right mirror image; "
        "the variant has symmetry=mirror",
    ),
    "after-end": (
        (WON, "span", "e1-e2", "after-end"),
        "the game is over: White had won at the start of this turn, with 1 on row 5 "
        "against 0 on row 1",
    ),
    "after-end-for-black": (
        (picture(".w..", "....", "....", "....", "bb..", mover="b"), "span", "a1-a2", "after-end"),
        "Black had won at the start of this turn, with 2 on row 1 against 1 on row 5",
    ),
}


@pytest.mark.parametrize(("case", "phrase"), VIOLATIONS.values(), ids=VIOLATIONS)
def test_each_law_has_its_code_and_names_its_numbers(case, phrase):
    position, dialect, text, code = case
    finding = illegal(position, read(dialect, text))
    assert finding.code == code
    assert phrase in finding.message


@pytest.mark.parametrize(
    ("position", "dialect", "text", "captures"),
    [
        pytest.param(LINES, "abbott", "3.2.3N1x2", 2, id="three-take-two"),
        pytest.param(LINES, "span", "f3-e3", 0, id="a-lone-piece-steps-aside"),
        pytest.param(AHEAD, "abstractplay", "c1xc5", 1, id="three-take-one-at-a-distance"),
        pytest.param(copycat("mirror"), "span", "c2-b1", 0, id="half-turn-under-mirror"),
        pytest.param(copycat("off"), "span", "c2-b1", 0, id="half-turn-without-the-rule"),
        pytest.param(arrowhead("rotation"), "span", "b4-b5", 0, id="mirror-under-rotation"),
        pytest.param(arrowhead("off"), "span", "b4-b5", 0, id="mirror-without-the-rule"),
    ],
)
def test_legal_counterparts_of_the_violations(position, dialect, text, captures):
    (candidate,) = position.completions(read(dialect, text))
    assert candidate.findings == ()
    assert candidate.move.captures == captures
    assert candidate.move in set(position.legal_moves())
    with pytest.raises(ValueError, match="is legal"):
        position.violation_of(candidate.move)


def test_the_pair_of_moves_in_the_rule_book_is_symmetrical_and_legal():
    position = START
    for text in ("2.12.2NW2", "11.3.2SE2"):
        (candidate,) = position.completions(read("abbott", text))
        position = position.play(candidate.move)
    white, black = position.own, position.enemy
    assert position.variant.grid.half_turn(white) == black


def test_a_piece_that_moves_along_the_far_row_is_not_brought_onto_it():
    position = picture("w..", "...", "...", "...", ".b.", variant="standard+symmetry=mirror")
    (candidate,) = position.completions(read("span", "a5-b5"))
    after = position.play(candidate.move)
    assert [after.variant.grid.mirror(side) for side in (after.white, after.black)] == [
        after.white,
        after.black,
    ]


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


def test_a_quiet_move_takes_nothing():
    finding = START.check(Move(2, 4, 2, "N", 2, 3))
    assert finding is not None
    assert finding.message == "x3 is written, but the move takes nothing"


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


def test_an_outline_takes_the_whole_line_ahead_of_its_tail():
    (candidate,) = AHEAD.completions(PartialMove((1, 3), (4, 3), False))
    assert candidate.move == Move(3, 3, 3, "N", 1, 0)
    (candidate,) = AHEAD.completions(PartialMove((2, 3), (5, 3), True))
    assert candidate.move == Move(3, 3, 2, "N", 2, 1)


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


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, ((_, _, _, code), _) in VIOLATIONS.items()
        if code not in {"distance", "symmetry", "after-end"}
    ],
)
def test_other_illegal_moves_cannot_be_carried_out(name):
    (position, dialect, text, _), _ = VIOLATIONS[name]
    assert position.as_recorded(read(dialect, text)) is None


def test_playing_an_illegal_move_raises_its_finding():
    move = Move(2, 4, 2, "N", 3, 0)
    with pytest.raises(IllegalMove, match="moves at most 2 squares, not 3") as caught:
        START.play(move)
    assert caught.value.finding == START.check(move)


def test_captured_squares_run_ahead_from_the_target():
    assert LINES.captured(Move(3, 2, 3, "N", 1, 2)) == ((4, 2), (5, 2))
    assert START.captured(Move(2, 4, 2, "N", 2, 0)) == ()
