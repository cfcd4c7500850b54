"""The three ways of writing an Epaminondas move, canonical and as people write them."""

from typing import Any

import pytest
from hypothesis import assume, event, example, given
from hypothesis import strategies as st

from notation import Dialect, Reading, UnreadableMove, find_dialect
from notation.epaminondas import DIALECTS
from notation.phalanx import DIRECTIONS, Move, PartialMove
from tests.examples import examples
from tests.strategies import damaged, moves, sloppy

ABBOTT, SPAN, ABSTRACTPLAY = (
    find_dialect("epaminondas", name) for name in ("abbott", "span", "abstractplay")
)
every_dialect = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)


def spelled(dialect: Dialect[Any], claim: Move | PartialMove) -> str:
    """Return the canonical text of what a text was read as."""
    return str(claim) if isinstance(claim, PartialMove) else dialect.write(claim)


def leniently(dialect: Dialect[Any], text: str) -> Reading[Any] | None:
    """Read a text by the grammar; None, once the error is held to its promises, if it cannot be."""
    try:
        return dialect._read_leniently(text)
    except UnreadableMove as stop:
        error = stop
    assert error.text == text
    assert 0 <= error.column <= len(text)
    return None


@given(moves())
def test_abbott_says_everything(move):
    text = ABBOTT.write(move)
    assert ABBOTT.read(text).moves == (move,)
    assert str(move) == text


@given(moves())
def test_span_leaves_the_captures_open(move):
    assert SPAN.read(SPAN.write(move)).moves[0] == move._replace(captures=None)


@given(moves())
def test_abstractplay_gives_tail_target_and_whether_it_takes(move):
    outline = PartialMove(move.tail, move.target, bool(move.captures))
    text = ABSTRACTPLAY.write(move)
    assert ABSTRACTPLAY.read(text).moves == (outline,)
    assert str(outline) == text


@every_dialect
@given(move=moves())
def test_canonical_texts_need_no_remark_and_are_found_whole(dialect, move):
    text = dialect.write(move)
    assert dialect.read(text).notes == ()
    assert dialect.canonical_pattern.fullmatch(text)
    assert dialect.lenient_pattern.fullmatch(text)


@every_dialect
@examples(150)
@given(move=moves())
def test_both_ways_of_reading_agree_on_canonical_texts(dialect, move):
    text = dialect.write(move)
    assert dialect._read_leniently(text) == dialect._read_canonical(text)


def test_a_target_off_every_board_is_told_by_its_column():
    (claim, *_) = SPAN.read("z1,b1-c1").moves
    assert claim.target == (1, 27)
    assert SPAN.write(claim) == "b1,z1-(27)1"


@pytest.mark.slow
@every_dialect
@examples(300)
@given(data=st.data())
def test_damaged_texts_are_read_alike_or_refused_at_a_place(dialect, data):
    text = data.draw(damaged(moves().map(dialect.write)))
    canonical, reading = dialect.are_canonical([text]), leniently(dialect, text)
    event("readable" if reading else "unreadable")
    if reading is None:
        assert not canonical
        return
    assert dialect.read(text) == reading
    assert all(remark.column in range(1, len(text) + 1) for remark in reading.notes)
    assert canonical == (not reading.notes)
    assert (spelled(dialect, reading.moves[0]) == text) == (not reading.notes)


@pytest.mark.slow
@every_dialect
@examples(200)
@given(data=st.data())
def test_sloppy_texts_mean_what_they_would_mean_well_written(dialect, data):
    canonical = data.draw(moves().map(dialect.write))
    text = data.draw(sloppy(st.just(canonical)))
    reading = dialect.read(text)
    assert reading.moves == dialect.read(canonical).moves
    assert bool(reading.notes) == (text != canonical)
    assert dialect.lenient_pattern.fullmatch(text)


@pytest.mark.slow
@every_dialect
@examples(300)
@given(data=st.data())
def test_loose_takes_in_whatever_can_be_read(dialect, data):
    texts = sloppy(moves().map(dialect.write))
    text = data.draw(st.one_of(texts, damaged(texts))).strip()
    assume(leniently(dialect, text))
    found = dialect.lenient_pattern.search(text)
    assert found is not None
    assert found[0] == text


@every_dialect
@given(first=moves(), second=moves(), between=st.sampled_from([" ", "  2. ", ", ", "\t", "; "]))
@example(first=Move(4, 7, 4, "N", 3, 3), second=Move(9, 9, 2, "SW", 2, 1), between=", ")
def test_loose_tells_the_moves_of_a_line_apart(dialect, first, second, between):
    texts = [dialect.write(first), dialect.write(second)]
    line = f"1. {between.join(texts)}."
    assert [found[0] for found in dialect.lenient_pattern.finditer(line)] == texts


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("4. 4.7.4N3x 9.9.2SW2", ["4.7.4N3x", "9.9.2SW2"]),
        ("4. 4.7.4N3 x 9.9.2SW2", ["4.7.4N3 x", "9.9.2SW2"]),
        ("4. 4.7.4N3x 5. 6.7.3N1", ["4.7.4N3x", "6.7.3N1"]),
        ("6. 7.7.3 N3  8.8.4 S 4 x 1!", ["7.7.3 N3", "8.8.4 S 4 x 1"]),
        ("he plays 2,12,2no2, and", ["2,12,2no2"]),
        ("2.7.2N2,11.6.2SE2", ["2.7.2N2", "11.6.2SE2"]),
        ("4.7.4N3x3,9.9.2SW2x1.", ["4.7.4N3x3", "9.9.2SW2x1"]),
    ],
)
def test_loose_finds_moves_as_people_write_them(line, texts):
    assert [found[0] for found in ABBOTT.lenient_pattern.finditer(line)] == texts


LENIENT = {
    "abbott": [
        ("blank", "7.7.3 N3", "7.7.3N3", [("blank-in-move", 6)]),
        ("blanks-around", " 7.7.3N3 ", "7.7.3N3", [("blank-in-move", 1)]),
        ("tab", "7.7.3N3\tx2", "7.7.3N3x2", [("blank-in-move", 8)]),
        ("lower-case", "7.7.3ne3", "7.7.3NE3", [("letter-case", 6)]),
        ("french-north-west", "2.12.2NO2", "2.12.2NW2", [("french-compass", 7)]),
        ("french-south-west", "2.12.2SO2", "2.12.2SW2", [("french-compass", 7)]),
        ("french-west", "2.12.2O2", "2.12.2W2", [("french-compass", 7)]),
        (
            "french-in-lower-case",
            "2.12.2no2",
            "2.12.2NW2",
            [("letter-case", 7), ("french-compass", 7)],
        ),
        ("first-comma", "2,12.2NW2", "2.12.2NW2", [("separator", 2)]),
        ("second-comma", "2.12,2NW2", "2.12.2NW2", [("separator", 5)]),
        ("two-commas", "2,12,2NW2", "2.12.2NW2", [("separator", 2)]),
        ("capital-x", "4.7.4N3X3", "4.7.4N3x3", [("separator", 8)]),
        ("times-sign", "4.7.4N3×3", "4.7.4N3x3", [("separator", 8)]),
        ("star", "4.7.4N3*3", "4.7.4N3x3", [("separator", 8)]),
        ("colon", "4.7.4N3:3", "4.7.4N3x3", [("separator", 8)]),
        ("no-number-after-x", "4.7.4N3x", "4.7.4N3", [("missing-capture-count", 8)]),
        ("zero-before-row", "04.7.4N3", "4.7.4N3", [("leading-zero", 1)]),
        ("zero-before-column", "4.07.4N3", "4.7.4N3", [("leading-zero", 3)]),
        ("zero-before-count", "4.7.04N3", "4.7.4N3", [("leading-zero", 5)]),
        ("zero-before-distance", "4.7.4N03", "4.7.4N3", [("leading-zero", 7)]),
        ("zero-before-captures", "4.7.4N3x03", "4.7.4N3x3", [("leading-zero", 9)]),
        (
            "several",
            "4,7.4n3 X3",
            "4.7.4N3x3",
            [("separator", 2), ("letter-case", 6), ("blank-in-move", 8)],
        ),
    ],
    "span": [
        ("capital-end", "F1,g2-h3", "f1,g2-h3", [("letter-case", 1)]),
        ("capital-head", "f1,G2-h3", "f1,g2-h3", [("letter-case", 4)]),
        ("capital-target", "f1,g2-H3", "f1,g2-h3", [("letter-case", 7)]),
        ("missing-dash", "e12,f11h9", "e12,f11-h9", [("missing-dash", 8)]),
        ("blanks", "f1, g2 - h3", "f1,g2-h3", [("blank-in-move", 4)]),
        ("blank-in-cell", "f 1,g2-h3", "f1,g2-h3", [("blank-in-move", 2)]),
        ("hyphen", "f1,g2‐h3", "f1,g2-h3", [("separator", 6)]),
        ("non-breaking-hyphen", "f1,g2‑h3", "f1,g2-h3", [("separator", 6)]),
        ("en-dash", "f1,g2–h3", "f1,g2-h3", [("separator", 6)]),
        ("em-dash", "h3—h4", "h3-h4", [("separator", 3)]),
        ("minus-sign", "h3−h4", "h3-h4", [("separator", 3)]),
        ("zero-in-end", "f01,g2-h3", "f1,g2-h3", [("leading-zero", 2)]),
        ("zero-in-target", "f1,g2-h03", "f1,g2-h3", [("leading-zero", 8)]),
        ("lone-piece-twice", "h3,h3-h4", "h3-h4", [("repeated-cell", 1)]),
        ("capitals-twice", "H3,H3-h4", "h3-h4", [("letter-case", 1), ("repeated-cell", 1)]),
    ],
    "abstractplay": [
        ("capitals", "E4xE9", "e4xe9", [("letter-case", 1)]),
        ("capital-target", "e4xE9", "e4xe9", [("letter-case", 4)]),
        ("capital-x", "e4Xe9", "e4xe9", [("separator", 3)]),
        ("times-sign", "e4×e9", "e4xe9", [("separator", 3)]),
        ("colon", "e4:e9", "e4xe9", [("separator", 3)]),
        ("star", "e4*e9", "e4xe9", [("separator", 3)]),
        ("en-dash", "e4–e9", "e4-e9", [("separator", 3)]),
        ("blanks", "e4 x e9", "e4xe9", [("blank-in-move", 3)]),
        ("zero", "e04xe9", "e4xe9", [("leading-zero", 2)]),
        ("zero-in-target", "e11xe09", "e11xe9", [("leading-zero", 6)]),
    ],
}


@pytest.mark.parametrize(
    ("dialect", "text", "canonical", "notes"),
    [
        pytest.param(find_dialect("epaminondas", name), *case, id=f"{name}-{label}")
        for name, cases in LENIENT.items()
        for label, *case in cases
    ],
)
def test_each_leniency_is_noted_at_its_place(dialect, text, canonical, notes):
    reading = dialect.read(text)
    assert reading.moves == dialect.read(canonical).moves
    assert [(remark.code, remark.column) for remark in reading.notes] == notes
    assert not any(remark.violation for remark in reading.notes)
    assert dialect.lenient_pattern.fullmatch(text.strip())


@pytest.mark.parametrize(
    ("dialect", "text", "message"),
    [
        (ABBOTT, "7.7.3 N3", "a move is written without blanks: 7.7.3N3"),
        (ABBOTT, "2.12.2no2", "NO is French for NW: O (ouest) is West"),
        (ABBOTT, "2,7.2N2", "',' was read as a point"),
        (ABBOTT, "7.7.3n3", "directions are written in capitals"),
        (ABBOTT, "4.7.4N3*3", "'*' was read as x"),
        (ABBOTT, "4.7.4N3x", "x without the number of captured pieces"),
        (ABBOTT, "04.7.4N3", "numbers are written without leading zeros: 4, not 04"),
        (SPAN, "e12,f11h9", "a dash is missing before the target"),
        (SPAN, "f1,g2–h3", "'–' was read as a dash"),
        (SPAN, "F1,g2-h3", "coordinates are written in lower case: f1, not F1"),
        (SPAN, "g2,f1-h3", "the rear end is named first: f1,g2"),
        (SPAN, "z1,w1-x1", "the rear end is named first: w1,z1"),
        (SPAN, "c1,c4-c2", "c2 is reached by the rear end, not by the leading piece"),
        (SPAN, "h3,h3-h4", "a lone piece is named once: h3-h4"),
        (ABSTRACTPLAY, "e4:e9", "':' was read as x"),
        (ABSTRACTPLAY, "e4–e9", "'–' was read as a dash"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_notes_say_what_was_written_and_what_is_meant(dialect, text, message):
    assert message in [remark.message for remark in dialect.read(text).notes]


COMPASS = "a compass direction (N, NE, E, SE, S, SW, W, NW)"
UNREADABLE = {
    "abbott": [
        ("", 0, "expected a row number at the end"),
        ("e4-e5", 0, "expected a row number, found 'e4-e5'"),
        ("0.7.2N2", 0, "expected a row number, found '0.7.2N'"),
        ("123.7.2N2", 0, "expected a row number, found '123.7.'"),
        ("2", 1, "expected a point at the end"),
        ("2+7.2N2", 1, "expected a point, found '+7.2N2'"),
        ("2.x", 2, "expected a column number, found 'x'"),
        ("2.7N2", 3, "expected a point, found 'N2'"),
        ("2.7.N2", 4, "expected a number of pieces, found 'N2'"),
        ("2.7.2", 5, f"expected {COMPASS} at the end"),
        ("2.7.2\tQ2", 6, f"expected {COMPASS}, found 'Q2'"),
        ("2.7.2NN2", 5, f"expected {COMPASS}, found 'NN2'"),
        ("2.7.2N", 6, "expected a number of squares at the end"),
        ("2.7.2N0", 6, "expected a number of squares, found '0'"),
        ("2.7.2N2?", 7, "found '?'"),
        ("4.7.4N3x0", 8, "found '0'"),
        ("4.7.4N3xx3", 8, "found 'x3'"),
    ],
    "span": [
        ("", 0, "expected a square such as g2 at the end"),
        ("2.7.2N2", 0, "expected a square such as g2, found '2.7.2N'"),
        ("f0-f1", 0, "expected a square such as g2, found 'f0-f1'"),
        ("f1 g", 3, "expected a comma or a dash, found 'g'"),
        ("f1 g2-h3", 3, "expected a comma or a dash, found 'g2-h3'"),
        ("f1,", 3, "expected a square such as g2 at the end"),
        ("f1,g2", 5, "expected a square such as g2 at the end"),
        ("f1,g2-", 6, "expected a square such as g2 at the end"),
        ("f1,g2-h3-h4", 8, "found '-h4'"),
        ("h3-h3", 3, "the piece does not move"),
        ("h3,h3-h3", 6, "the piece does not move"),
        ("f1,g3-h4", 3, "f1 and g3 are not on one line"),
        ("F11,F1-G3", 7, "g3 is not on the line of the phalanx"),
        ("A1,C4-D5", 3, "a1 and c4 are not on one line"),
        ("a12,b1-c3", 4, "a12 and b1 are not on one line"),
        ("h3-i5", 3, "h3 and i5 are not on one line"),
    ],
    "abstractplay": [
        ("", 0, "expected a square such as g2 at the end"),
        ("4e", 0, "expected a square such as g2, found '4e'"),
        ("e4 e", 3, "expected - or x, found 'e'"),
        ("e4,e5-e6", 2, "expected - or x, found ',e5-e6'"),
        ("e4-", 3, "expected a square such as g2 at the end"),
        ("e4xe99x", 6, "found 'x'"),
        ("e4-e4", 3, "the piece does not move"),
        ("e4 - f6", 5, "e4 and f6 are not on one line"),
        ("A1-B03", 3, "a1 and b3 are not on one line"),
    ],
}


@pytest.mark.parametrize(
    ("dialect", "text", "column", "reason"),
    [
        pytest.param(find_dialect("epaminondas", name), *case, id=f"{name}-{case[0]!r}")
        for name, cases in UNREADABLE.items()
        for case in cases
    ],
)
def test_unreadable_texts_say_where_and_what_was_expected(dialect, text, column, reason):
    with pytest.raises(UnreadableMove) as caught:
        dialect.read(text)
    assert (caught.value.text, caught.value.column) == (text, column)
    assert reason in caught.value.reason
    assert str(caught.value) == f"{text!r}: {caught.value.reason}"


@pytest.mark.parametrize(
    ("text", "readings", "codes"),
    [
        ("f1,g2-h3", ["2.7.2NE1", "2.7.2NE2"], []),
        ("e12,f11h9", ["11.6.2SE2"], ["missing-dash"]),
        ("h1,h3-h6", ["3.8.3N3"], []),
        ("h12,h9-h6", ["9.8.4S3"], []),
        ("j5,j8-j12", ["8.10.4N4"], []),
        ("A5,C5-D5", ["5.3.3E1", "5.3.3E3"], ["letter-case"]),
        ("h3-h4", ["3.8.1N1"], []),
        ("h3-h5", ["3.8.1N2"], []),
        ("g2,f1-h3", ["2.7.2NE1", "2.7.2NE2"], ["ends-exchanged"]),
        ("d5,a5-f5", ["5.4.4E2"], ["ends-exchanged"]),
        ("d5,a5-e5", ["5.4.4E1", "5.4.4E4"], ["ends-exchanged"]),
        ("c1,c4-c2", ["4.3.4N1", "1.3.4S2"], ["rear-target"]),
        ("c1,c4-c3", ["1.3.4S1", "4.3.4N2"], ["ends-exchanged"]),
        ("c1,c4-c4", ["4.3.4N3"], ["rear-target"]),
        ("c1,c4-c1", ["1.3.4S3"], ["ends-exchanged"]),
    ],
)
def test_the_readings_of_two_ends_and_a_target_likeliest_first(text, readings, codes):
    reading = SPAN.read(text)
    assert [ABBOTT.write(claim) for claim in reading.moves] == readings
    assert [remark.code for remark in reading.notes] == codes


@given(moves())
def test_naming_the_ends_the_other_way_round_gives_the_same_move_first(move):
    text = SPAN.write(move)
    if move.count > 1:
        ends, target = text.split("-")
        rear, head = ends.split(",")
        exchanged = SPAN.read(f"{head},{rear}-{target}")
        assert exchanged.moves == SPAN.read(text).moves
        assert [remark.code for remark in exchanged.notes] == ["ends-exchanged"]


def test_a_capture_without_its_number_is_no_claim_that_nothing_is_taken():
    assert ABBOTT.read("4.7.4N3").moves == (Move(4, 7, 4, "N", 3, 0),)
    assert ABBOTT.read("4.7.4N3x").moves == (Move(4, 7, 4, "N", 3, 0),)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_move_runs_from_tail_over_head_to_target(direction):
    north, east = DIRECTIONS[direction]
    move = Move(10, 10, 3, direction, 2)
    assert move.head == (10, 10)
    assert move.tail == (10 - 2 * north, 10 - 2 * east)
    assert move.target == (10 + 2 * north, 10 + 2 * east)


@every_dialect
def test_the_example_of_a_dialect_is_canonical(dialect):
    reading = dialect.read(dialect.example)
    assert reading.notes == ()
    assert spelled(dialect, reading.moves[0]) == dialect.example
