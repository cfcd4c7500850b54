"""Reading and writing the rule book's notation of Megiddo."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import notation
from notation.errors import UnreadableMove
from notation.megiddo import Move, RuleBook, parse_point, point_name
from notation.registry import sniff
from tests.examples import examples

BOOK = RuleBook()

points = st.tuples(st.integers(1, 6), st.integers(1, 6))
moves = st.builds(
    Move,
    points,
    st.lists(st.tuples(points, points), max_size=4).map(tuple),
    st.none() | points,
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("C4", Move((3, 4))),
        ("A1", Move((1, 1))),
        ("F6", Move((6, 6))),
        ("C4 (B3, A2)", Move((3, 4), (((2, 3), (1, 2)),))),
        ("C4 (B3, A2) (D5, E6)", Move((3, 4), (((2, 3), (1, 2)), ((4, 5), (5, 6))))),
        ("C4-C2", Move((3, 2), (), (3, 4))),
        ("C4-C2 (B3, A4)", Move((3, 2), (((2, 3), (1, 4)),), (3, 4))),
    ],
)
def test_canonical_texts_are_read_and_written(text: str, move: Move) -> None:
    reading = BOOK.read(text)
    assert reading.moves == (move,)
    assert not reading.notes
    assert str(move) == BOOK.write(move) == notation.format("megiddo", move) == text


@given(moves)
def test_writing_and_reading_is_a_round_trip(move: Move) -> None:
    text = BOOK.write(move)
    assert RuleBook().read(text) == notation.Reading((move,))
    assert BOOK.write(notation.parse("megiddo", text)) == text


@examples(60)
@given(moves)
def test_the_grammar_reads_canonical_texts_as_the_regular_expression_does(move: Move) -> None:
    text = BOOK.write(move)
    assert BOOK._read_leniently(text) == BOOK._read_canonical(text)


@pytest.mark.parametrize(
    ("text", "canonical", "notes"),
    [
        ("c4", "C4", [("letter-case", 1)]),
        ("C4 (b3, A2)", "C4 (B3, A2)", [("letter-case", 5)]),
        ("C4(B3, A2)", "C4 (B3, A2)", [("missing-blank", 2)]),
        ("C4 (B3,A2)", "C4 (B3, A2)", [("missing-blank", 7)]),
        ("C4 (B3, A2)(D5, E6)", "C4 (B3, A2) (D5, E6)", [("missing-blank", 11)]),
        ("C4 (B3 A2)", "C4 (B3, A2)", [("missing-comma", 6)]),
        ("C4 (B3A2)", "C4 (B3, A2)", [("missing-comma", 6)]),
        ("C4  (B3, A2)", "C4 (B3, A2)", [("blank-in-move", 3)]),
        ("C 4", "C4", [("blank-in-move", 1)]),
        (" C4", "C4", [("blank-in-move", 1)]),
        ("C4 ( B3 , A2 )", "C4 (B3, A2)", [("blank-in-move", 4)]),
        ("C4 (B3; A2)", "C4 (B3, A2)", [("separator", 7)]),
        ("C4 [B3, A2]", "C4 (B3, A2)", [("separator", 4)]),
        ("C4 (B3, A2", "C4 (B3, A2)", [("unclosed-bracket", 4)]),
        ("C4 (B3, A2) (D5, E6", "C4 (B3, A2) (D5, E6)", [("unclosed-bracket", 13)]),
        ("C4\N{EN DASH}C2", "C4-C2", [("separator", 3)]),
        ("C04", "C4", [("leading-zero", 2)]),
        (
            "c4(b3a2)",
            "C4 (B3, A2)",
            [("letter-case", 1), ("missing-comma", 5), ("missing-blank", 2)],
        ),
    ],
)
def test_leniency_is_noted_where_it_was_needed(
    text: str, canonical: str, notes: list[tuple[str, int]]
) -> None:
    reading = BOOK.read(text)
    assert str(reading.moves[0]) == canonical
    assert [(note.code, note.column) for note in reading.notes] == notes
    assert all(note.message.endswith(f": {canonical}") for note in reading.notes)
    assert not any(note.violation for note in reading.notes)


@examples(200)
@given(moves, st.data())
def test_sloppy_spelling_means_the_same_move_and_never_goes_unnoticed(
    move: Move, data: st.DataObject
) -> None:
    pieces = re.findall(r"[A-F]|[1-6]|[-(,)]| ", BOOK.write(move))
    spellings = {
        " ": ["", " ", "  "],
        ",": [",", ", ", "", ";"],
        "(": ["(", "( "],
        ")": [")", " )"],
    }
    text = "".join(
        data.draw(st.sampled_from(spellings.get(piece, [piece, piece.lower()]))) for piece in pieces
    )
    reading = RuleBook().read(text)
    assert reading.moves == (move,)
    assert bool(reading.notes) == (text != BOOK.write(move))


@pytest.mark.parametrize("text", ["G4", "C7", "C0", "C10", "Z99", "C4 (G3, A2)"])
def test_points_off_the_board_are_read_for_the_rules_to_judge(text: str) -> None:
    assert str(BOOK.read(text).moves[0]) == text
    assert not BOOK.read(text).notes


@pytest.mark.parametrize(
    ("text", "groups"),
    [("C4 (B3)", (((2, 3),),)), ("C4 (B3, A2, D5)", (((2, 3), (1, 2), (4, 5)),))],
)
def test_groups_of_any_size_are_read_for_the_rules_to_judge(text: str, groups: object) -> None:
    assert BOOK.read(text).moves[0].groups == groups


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("Cl", 1, "expected a ring 1 to 6, found 'l'; l looks like 1"),
        ("CI", 1, "expected a ring 1 to 6, found 'I'; I looks like 1"),
        ("CO", 1, "expected a ring 1 to 6, found 'O'; O looks like 0"),
        ("CS", 1, "expected a ring 1 to 6, found 'S'; S looks like 5"),
        ("84", 0, "expected a spoke A to F, found '84'; 8 looks like B"),
        ("C4 (83, A2)", 4, "expected a spoke A to F, found '83, A2'; 8 looks like B"),
        ("C4 (B3, Al)", 9, "expected a ring 1 to 6, found 'l)'; l looks like 1"),
    ],
)
def test_look_alikes_are_reported_and_not_swallowed(text: str, column: int, reason: str) -> None:
    with pytest.raises(UnreadableMove) as stop:
        BOOK.read(text)
    assert stop.value.column == column
    assert stop.value.reason.endswith(reason)
    assert stop.value.text == text


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 0, "expected a spoke A to F at the end"),
        ("4C", 0, "expected a spoke A to F, found '4C'"),
        ("C", 1, "expected a ring 1 to 6 at the end"),
        ("C444", 1, "expected a ring 1 to 6, found '444'"),
        ("C4 x", 3, "expected end of text, found 'x'"),
        ("C4 D5", 3, "expected end of text, found 'D5'"),
        ("C4 ()", 4, "expected a spoke A to F, found ')'"),
        ("C4 (B3,)", 7, "expected a spoke A to F, found ')'"),
        ("(B3, A2)", 0, "expected a spoke A to F, found '(B3, A'"),
        ("C4-", 3, "expected a spoke A to F at the end"),
    ],
)
def test_what_is_no_move_is_refused_with_the_place(text: str, column: int, reason: str) -> None:
    with pytest.raises(UnreadableMove) as stop:
        BOOK.read(text)
    assert (stop.value.column, stop.value.reason) == (column, reason)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("C4 (B3, A2) (D5, E6) D3", "C4 (B3, A2) (D5, E6)"),
        ("c4(b3a2) D3", "c4(b3a2)"),
        ("C4 D3 (C4, B5)", "C4"),
        ("C4-C2 (B3, A4) D3", "C4-C2 (B3, A4)"),
        ("C4 (B3, A2 D5", "C4 (B3, A2 D5"),
        ("G4 D3", "G4"),
        ("Cl D3", "Cl"),
        ("84 (83, A2) D3", "84 (83, A2)"),
    ],
)
def test_a_move_is_found_at_the_head_of_a_line_with_its_look_alikes(line: str, found: str) -> None:
    match = BOOK.lenient_pattern.match(line)
    assert match is not None
    assert match[0].rstrip() == found


@pytest.mark.parametrize(
    "line", ["84. C4", "84 C4", "Clever", "do", "1985", "(B3, A2)", "g2-", "C4-x"]
)
def test_what_begins_no_move_is_left_alone(line: str) -> None:
    assert BOOK.lenient_pattern.match(line) is None


@given(points)
def test_names_of_points_are_a_round_trip(point: tuple[int, int]) -> None:
    assert parse_point(point_name(point)) == point


def test_texts_of_the_book_are_known_for_megiddo() -> None:
    found = sniff(["C4", "D3 (C4, B5)", "A1"])
    assert found is not None
    assert (found.game, found.name) == ("megiddo", "book")
    assert found.read(found.example).notes == ()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("A3 x A4,A5", "A3 (A4, A5)"),
        ("A3 xA4", "A3 (A4)"),
        ("A3xA4xA5", "A3 (A4, A5)"),
        ("A3 X A4 A5", "A3 (A4, A5)"),
        ("A3 (x A4, A5)", "A3 (A4, A5)"),
        ("A3 \N{MULTIPLICATION SIGN}A4,A5", "A3 (A4, A5)"),
        ("A3 x A4, A5, B4, C4", "A3 (A4, A5) (B4, C4)"),
        ("A3 (B3, C3) x A4,A5", "A3 (B3, C3) (A4, A5)"),
    ],
)
def test_captures_after_a_mark_are_read_in_pairs_with_a_note(text: str, canonical: str) -> None:
    reading = BOOK.read(text)
    assert [str(move) for move in reading.moves] == [canonical]
    codes = [one.code for one in reading.notes]
    assert "separator" in codes
    assert "letter-case" not in codes
    found = BOOK.lenient_pattern.match(f"{text} F6")
    assert found
    assert found[0].rstrip().removesuffix(" F6") == text
