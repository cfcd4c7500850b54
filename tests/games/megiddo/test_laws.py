"""What makes a Megiddo move illegal, how it is called, and what is followed all the same."""

import pytest

import notation
from analysis.games.megiddo.rules import Position

QUIET = "r5/1b4/2b3/6/6/6 r 0,0"
"""Red on A1, Blue on B2 and C3, Red to move: D4 captures both."""

SLIDES = "r5/1b4/r1b3/6/6/6 r 0,0"
"""Red on A1 and A3."""

CHAIN = "6/6/rbb3/3b2/4b1/5r r 0,0"
"""D3 captures B3 and C3, then D4 and E5."""


def explained(text: str, position: str = QUIET, variant: str = "base") -> tuple[str, str]:
    finding = Position.from_string(position, variant).violation_of(notation.parse("megiddo", text))
    assert finding.violation
    return finding.code, finding.message


@pytest.mark.parametrize(
    ("text", "position", "variant", "code", "message"),
    [
        (
            "B4 (A4, D4)",
            "6/6/6/b1rb2/6/6 r 0,0",
            "base",
            "not-adjacent",
            "A4 and D4 are not neighbours on any of the 24 lines: no capture takes these 2 in base",
        ),
        (
            "B4 (A4, E4)",
            "6/6/6/b1rbb1/6/6 r 0,0",
            "base+cleopatra",
            "not-adjacent",
            "A4 and E4 are not neighbours on any of the 24 lines, nor the ends of 4 in a row: no "
            "capture takes these 2 in base+cleopatra",
        ),
        (
            "C5 (C1, C6)",
            "2b3/2r3/6/6/6/2b3 r 0,0",
            "base",
            "not-adjacent",
            "C1 and C6 are not neighbours on any of the 24 lines: no capture takes these 2 in base",
        ),
        (
            "C6 (C1, C2)",
            "2b3/2b3/2r3/6/6/6 r 0,0",
            "base",
            "not-bracketed",
            "(C1, C2) cannot be bracketed: the line ends beside it; C6 captures nothing",
        ),
        (
            "D3 (C3, B3) (D5, C5)",
            "6/6/rbb3/6/2bb1b/6 r 0,0",
            "base",
            "not-bracketed",
            "(D5, C5) is captured by 2 stones of Red on B5 and E5, but B5 is empty, E5 is empty; "
            "D3 captures (C3, B3)",
        ),
        (
            "C4",
            "6/6/6/r2r2/6/6 b 6,0",
            "base",
            "after-end",
            "the game is over: Red has captured 6 stones; 6 make an Arbatta",
        ),
        (
            "C4",
            "6/rrrrrr/6/6/6/6 b 2,0",
            "base",
            "after-end",
            "the game is over: Red owns 1 of 24 lines: ring 2",
        ),
        (
            "C4",
            "bbrbbb/brbrbr/brrbbb/bbrrrb/rrrrbb/rrbrrr r 0,0",
            "base",
            "after-end",
            "the game is over: all 36 points are taken, without Megiddo or Arbatta; captured: 0 by "
            "Red and 0 by Blue",
        ),
    ],
)
def test_laws_that_need_a_position_of_their_own(
    text: str, position: str, variant: str, code: str, message: str
) -> None:
    assert explained(text, position, variant) == (code, message)


@pytest.mark.parametrize("text", ["D3", "D3 (C3, B3)", "D3 (D4, E5)"])
def test_missed_captures_come_with_the_right_move(text: str) -> None:
    position = Position.from_string(CHAIN)
    claim = notation.parse("megiddo", text)
    assert position.violation_of(claim).code == "missed-capture"
    (meant,) = position.corrections(claim)
    assert str(meant) == "D3 (C3, B3) (D4, E5)"
    assert position.check(meant) is None


@pytest.mark.parametrize(
    ("text", "position", "after"),
    [
        ("D3", CHAIN, "6/6/rbbr2/3b2/4b1/5r b 0,0"),
        ("D3 (C3, B3)", CHAIN, "6/6/rrrr2/3b2/4b1/5r b 2,0"),
        ("D3 (C3, B3) (D4, E5)", CHAIN, "6/6/rrrr2/3r2/4r1/5r b 4,0"),
        ("D4 (C3, B2) (B2, C3)", QUIET, "r5/1r4/2r3/3r2/6/6 b 2,0"),
        ("A1-A4", QUIET, "6/1b4/2b3/r5/6/6 b 0,0"),
        ("C4", "6/6/6/r2r2/6/6 b 6,0", "6/6/6/r1br2/6/6 r 6,0"),
    ],
    ids=["all overlooked", "chain overlooked", "none", "twice", "slide", "after the end"],
)
def test_what_could_be_carried_out_is_followed_as_recorded(
    text: str, position: str, after: str
) -> None:
    claim = notation.parse("megiddo", text)
    assert str(Position.from_string(position).as_recorded(claim)) == after


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("B2", QUIET),
        ("G4", QUIET),
        ("D4 (C3)", QUIET),
        ("D4 (C3, B3)", QUIET),
        ("D5 (C3, B2)", QUIET),
        ("D3 (D4, E5)", CHAIN),
        ("E1 (B3, C3)", "6/6/rbbr2/6/6/6 r 0,0"),
        ("B2-B4", SLIDES),
        ("A1-A5", SLIDES),
    ],
)
def test_what_could_not_be_carried_out_is_not_followed(text: str, position: str) -> None:
    claim = notation.parse("megiddo", text)
    assert Position.from_string(position).as_recorded(claim) is None


def test_overlooking_one_capture_may_make_another_possible() -> None:
    """A3 takes B3 and C3, B4 and C5. Without the first pair, B4 and B1 then take B2 and B3."""
    position = Position.from_string("1r4/1b4/1bbr2/1b4/2b3/3r2 r 0,0")
    claim = notation.parse("megiddo", "A3 (B4, C5) (B3, B2)")
    finding = position.violation_of(claim)
    assert finding.code == "missed-capture"
    assert finding.message.startswith("1 of 2 captures missing: (B3, C3);")
    assert str(position.as_recorded(claim)) == "1r4/1r4/rrbr2/1r4/2r3/3r2 b 4,0"
