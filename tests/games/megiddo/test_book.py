"""The examples of the rule book, set up again from its words; its pictures are lost.

A position is given ring by ring from the star outward, each ring from spoke A to F; lower case is
as in position strings: ``r``, ``b``, ``g``. Pages are counted as the book counts them where it
refers to example V (page 5), the score (page 6) and the strategies (page 12).
"""

import pytest

from analysis.games.megiddo.match import points
from analysis.games.megiddo.rules import Position
from notation.megiddo import Move, RuleBook

BOOK = RuleBook()


def place(rings: str, variant: str = "base", taken: str = "0,0", side: str = "r") -> Position:
    """Return a position from a picture with dots."""
    packed = "/".join(rings.split())
    for empty in range(6, 0, -1):
        packed = packed.replace("." * empty, str(empty))
    return Position.from_string(f"{packed} {side} {taken}", variant)


def complete(position: Position, text: str) -> Move:
    """Return the move that is made on a point, with all its captures."""
    point = BOOK.read(text).moves[0]
    return next(m for m in position.legal_moves() if (m.point, m.origin) == (point.point, None))


def outcome(position: Position) -> tuple[str | None, str]:
    ended = position.outcome()
    assert ended is not None
    return ended.winner, ended.reason


@pytest.mark.parametrize(
    ("rings", "text", "line"),
    [
        ("..r... ..r... ..r... ...... ..r... ..r...", "C4", "radial C"),
        ("...... ...... rrr.rr ...... ...... ......", "D3", "ring 3"),
        ("rrrrr. ...... ...... ...... ...... ......", "F1", "ring 1"),
        ("r..... .r.... ..r... ...r.. ...... .....r", "E5", "clockwise spiral A1-F6"),
        ("...... .....r ....r. ...r.. ..r... .r....", "A1", "counter-clockwise spiral A1-B6"),
    ],
)
def test_example_1_six_stones_on_a_line_win(rings: str, text: str, line: str) -> None:
    """Page 3; page 3 also says that the points of the star are a ring like the others."""
    before = place(rings)
    after = before.play(complete(before, text))
    assert outcome(after) == ("red", "megiddo")
    assert [found.name for found in after.megiddos(0)] == [line]
    assert points(after) == (6, 0)


def test_arbatta_wins_with_the_sixth_captured_stone() -> None:
    """Page 3; it adds nothing to the stones, page 6."""
    before = place("...... ...... .bbr.. ...... ...... ......", taken="4,5")
    after = before.play(complete(before, "A3"))
    assert outcome(after) == ("red", "arbatta")
    assert points(after) == (6, 5)


def test_example_2_a_pair_is_captured_along_a_spiral() -> None:
    """Page 4."""
    before = place("r..... .b.... ..b... ...... ...... ......")
    move = complete(before, "D4")
    assert str(move) == "D4 (C3, B2)"
    assert str(before.play(move)) == "r5/1r4/2r3/3r2/6/6 b 2,0"


def test_example_3_captures_both_ways_round_a_ring_make_a_megiddo() -> None:
    """Page 4."""
    before = place("...... ...... ...... .bbrbb ...... ......")
    move = complete(before, "A4")
    assert str(move) == "A4 (B4, C4) (F4, E4)"
    after = before.play(move)
    assert [line.name for line in after.megiddos(0)] == ["ring 4"]
    assert points(after) == (4 + 6, 0)


def test_example_4_a_capture_along_a_ring_sets_off_one_along_a_spiral() -> None:
    """Page 5."""
    before = place("...... ...... rbb... ...b.. ....b. .....r")
    move = complete(before, "D3")
    assert str(move) == "D3 (C3, B3) (D4, E5)"
    assert str(before.play(move)) == "6/6/rrrr2/3r2/4r1/5r b 4,0"


def test_example_5_going_between_two_enemy_stones_is_safe() -> None:
    """Page 5: nothing is captured then, nor later when it is discovered."""
    before = place("...... ...... rb.r.. ...... ...... ......", side="b")
    move = complete(before, "C3")
    assert str(move) == "C3"
    after = before.play(move)
    assert str(after) == "6/6/rbbr2/6/6/6 r 0,0"
    assert not any(move.groups for move in after.legal_moves())
    later = after.violation_of(BOOK.read("E1 (B3, C3)").moves[0])
    assert later.code == "superfluous-capture"


def test_example_6_a_double_megiddo_counts_eighteen_points() -> None:
    """Page 6: with four captured stones each, 22 points to 4."""
    before = place("b.b... .bb... ...... ..bb.. ..b.b. ..b..b", taken="4,4", side="b")
    after = before.play(complete(before, "C3"))
    assert outcome(after) == ("blue", "megiddo")
    assert {line.kind for line in after.megiddos(1)} == {"radial", "clockwise spiral"}
    assert points(after) == (4, 22)


@pytest.mark.parametrize(
    ("rings", "text", "canonical"),
    [
        ("...... ...... ...... ..r... ..b... ..b...", "C1", "C1 (C6, C5)"),
        ("..b... ..b... ..r... ...... ...... ......", "C6", "C6 (C1, C2)"),
    ],
    ids=["outer edge", "inner edge"],
)
def test_example_7_the_far_end_of_a_radial_brackets_in_master(
    rings: str, text: str, canonical: str
) -> None:
    """Page 8, where the scan prints "VI"."""
    for variant in ("master", "grand-master"):
        before = place(rings, variant)
        assert str(complete(before, text)) == canonical
    assert str(complete(place(rings), text)) == text


def test_example_8_both_ends_of_a_radial_are_a_pair_in_master() -> None:
    """Page 8."""
    rings = "..b... ..r... ...... ...... ...... ..b..."
    before = place(rings, "master")
    move = complete(before, "C5")
    assert str(move) == "C5 (C6, C1)"
    assert str(before.play(move)) == "2r3/2r3/6/6/2r3/2r3 b 2,0"
    assert str(complete(place(rings), "C5")) == "C5"


@pytest.mark.parametrize(
    ("rings", "text", "canonical"),
    [
        ("...... ...... br.b.. ...... ...... ......", "C3", "C3 (D3, A3)"),
        (".b.... .r.... ...... .b.... ...... ......", "B3", "B3 (B4, B1)"),
        ("b..... .r.... ...... ...b.. ...... ......", "C3", "C3 (D4, A1)"),
    ],
    ids=["ring", "radial", "spiral"],
)
def test_example_9_going_between_captures_in_cleopatra(
    rings: str, text: str, canonical: str
) -> None:
    """Page 9."""
    before = place(rings, "base+cleopatra")
    move = complete(before, text)
    assert str(move) == canonical
    assert before.play(move).taken == (2, 0)
    assert str(complete(place(rings), text)) == text


def test_example_10_a_reversed_capture_sets_off_a_normal_one() -> None:
    """Page 9: two captures and a Megiddo, ten points."""
    before = place("...... ...... ...... br.bbb ...... ......", "base+cleopatra")
    move = complete(before, "C4")
    assert str(move) == "C4 (D4, A4) (E4, F4)"
    after = before.play(move)
    assert [line.name for line in after.megiddos(0)] == ["ring 4"]
    assert points(after) == (10, 0)


def test_arbatta_takes_twelve_stones_in_cleopatra() -> None:
    """Page 9."""
    rings = "...... ...... .bbr.. ...... ...... ......"
    for taken, over in (("4,0", False), ("9,0", False), ("10,0", True)):
        before = place(rings, "base+cleopatra", taken)
        after = before.play(complete(before, "A3"))
        assert bool(after.outcome()) == over


def test_example_11_a_pair_may_be_of_two_colours() -> None:
    """Page 10; captures of both colours count for the same Arbatta."""
    before = place("...... ...... rbg... ...... ...... ......", "base+players=3", "4,0,0")
    move = complete(before, "D3")
    assert str(move) == "D3 (C3, B3)"
    after = before.play(move)
    assert str(after) == "6/6/rrrr2/6/6/6 b 6,0,0"
    assert outcome(after) == ("red", "arbatta")


def test_example_12_both_free_points_of_a_ring_are_taboo_for_blue() -> None:
    """Page 12: whichever one Blue takes, Red captures from the other and has the ring."""
    before = place("...... ...... ...... ...... ...... rrr.b.", side="b")
    for blue, red in (("D6", "F6 (E6, D6)"), ("F6", "D6 (E6, F6)")):
        between = before.play(complete(before, blue))
        answer = complete(between, red[:2])
        assert str(answer) == red
        after = between.play(answer)
        assert [line.name for line in after.megiddos(0)] == ["ring 6"]


def test_example_13_blocking_on_a_taboo_point_costs_twenty_points() -> None:
    """Page 12: the threat is worth six points; blocked, two stones and a double Megiddo."""
    before = place("...r.. ...r.. ...r.. ...r.. ...r.. rrr.b.", side="b")
    unblocked = before.pass_turn()
    assert points(unblocked.play(complete(unblocked, "D6"))) == (6, 0)
    blocked = before.play(complete(before, "D6"))
    after = blocked.play(complete(blocked, "F6"))
    assert {line.name for line in after.megiddos(0)} == {"radial D", "ring 6"}
    assert points(after) == (2 + 6 + 12, 0)


def test_example_14_spirals_go_round_in_grand_master() -> None:
    """Page 14: an edge capture along a spiral completes a ring."""
    rings = "...... ...... ...... ...r.. ....b. rrrrrb"
    before = place(rings, "grand-master")
    move = complete(before, "A1")
    assert str(move) == "A1 (F6, E5)"
    after = before.play(move)
    assert [line.name for line in after.megiddos(0)] == ["ring 6"]
    assert points(after) == (8, 0)
    assert str(complete(place(rings, "master"), "A1")) == "A1"


@pytest.mark.parametrize("variant", ["base", "master", "grand-master"])
def test_nothing_is_captured_across_the_star(variant: str) -> None:
    """Page 11; A and D face each other."""
    before = place("b..b.. r..... ...... ...... ...... ......", variant)
    assert str(complete(before, "D2")) == "D2"


def test_single_stones_and_threes_are_not_captured() -> None:
    """Pages 4 and 11: two, and only two."""
    assert str(complete(place("...... ...... rb.... ...... ...... ......"), "C3")) == "C3"
    assert str(complete(place("...... ...... rbbb.. ...... ...... ......"), "E3")) == "E3"


def test_the_notation_example_of_the_book() -> None:
    """Page 13: red on C4 brackets blue on B3 and A2."""
    before = place(".....r b..... .b.... ...... ...... ......")
    assert str(complete(before, "C4")) == "C4 (B3, A2)"


def test_a_full_board_without_a_winner_is_patara() -> None:
    """Page 7: both count their captured stones."""
    before = Position.from_string("bbrbbb/brbrbr/brrbbb/bbrrrb/rrrrbb/rrbr1r b 2,4")
    after = before.play(complete(before, "E6"))
    assert outcome(after) == (None, "patara")
    assert points(after) == (2, 4)
    assert list(after.legal_moves()) == []
    assert after.count_moves() == 0
