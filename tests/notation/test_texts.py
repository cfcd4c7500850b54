"""Texts of every dialect: what each means, with which notes, or where it is refused and why."""

import pytest

from notation import UnreadableMove, find_dialect
from tests.cases import each_case

FORGIVEN: dict[str, list[tuple[str, str, list[tuple[str, int]] | None]]] = {
    "epaminondas-abbott": [
        ("7.7.3 N3", "7.7.3N3", [("blank-in-move", 6)]),
        (" 7.7.3N3 ", "7.7.3N3", [("blank-in-move", 1)]),
        ("7.7.3N3\tx2", "7.7.3N3x2", [("blank-in-move", 8)]),
        ("7.7.3ne3", "7.7.3NE3", [("letter-case", 6)]),
        ("2.12.2NO2", "2.12.2NW2", [("french-compass", 7)]),
        ("2.12.2O2", "2.12.2W2", [("french-compass", 7)]),
        ("2.12.2no2", "2.12.2NW2", [("letter-case", 7), ("french-compass", 7)]),
        ("2,12.2NW2", "2.12.2NW2", [("separator", 2)]),
        ("2.12,2NW2", "2.12.2NW2", [("separator", 5)]),
        ("4.7.4N3X3", "4.7.4N3x3", [("separator", 8)]),
        ("4.7.4N3×3", "4.7.4N3x3", [("separator", 8)]),
        ("4.7.4N3*3", "4.7.4N3x3", [("separator", 8)]),
        ("2.7.2-N-2", "2.7.2N2", [("separator", 6)]),
        ("11.6.2S.E.2", "11.6.2SE2", [("direction-points", 7)]),
        ("9.9.2SW2 (x1)", "9.9.2SW2x1", [("bracketed-count", 10), ("blank-in-move", 9)]),
        ("4.7.4N3x", "4.7.4N3", [("missing-capture-count", 8)]),
        ("04.7.4N3", "4.7.4N3", [("leading-zero", 1)]),
        ("4.7.4N03", "4.7.4N3", [("leading-zero", 7)]),
        ("4.7.4N3x03", "4.7.4N3x3", [("leading-zero", 9)]),
        (
            "4,7.4n3 X3",
            "4.7.4N3x3",
            [("separator", 2), ("letter-case", 6), ("blank-in-move", 8)],
        ),
        ("05. 5", "5.5", [("leading-zero", 1), ("blank-in-move", 4)]),
        ("5,5", "5.5", [("separator", 2)]),
    ],
    "crossings-abbott": [("3.5.3N2x", "3.5.3N2x1", [("missing-capture-count", 8)])],
    "epaminondas-span": [
        ("F1,g2-h3", "f1,g2-h3", [("letter-case", 1)]),
        ("f1,g2-H3", "f1,g2-h3", [("letter-case", 7)]),
        ("e12,f11h9", "e12,f11-h9", [("missing-dash", 8)]),
        ("f1, g2 - h3", "f1,g2-h3", [("blank-in-move", 4)]),
        ("f 1,g2-h3", "f1,g2-h3", [("blank-in-move", 2)]),
        ("f1,g2‐h3", "f1,g2-h3", [("separator", 6)]),
        ("h3—h4", "h3-h4", [("separator", 3)]),
        ("h3−h4", "h3-h4", [("separator", 3)]),
        ("f1,g2->h3", "f1,g2-h3", [("separator", 6)]),
        ("h3→h4", "h3-h4", [("separator", 3)]),
        ("f01,g2-h3", "f1,g2-h3", [("leading-zero", 2)]),
        ("h3,h3-h4", "h3-h4", [("repeated-cell", 1)]),
        ("E5", "e5", [("letter-case", 1)]),
        ("e05", "e5", [("leading-zero", 2)]),
    ],
    "epaminondas-abstractplay": [
        ("E4xE9", "e4xe9", [("letter-case", 1)]),
        ("e4Xe9", "e4xe9", [("separator", 3)]),
        ("e4×e9", "e4xe9", [("separator", 3)]),
        ("e4:e9", "e4xe9", [("separator", 3)]),
        ("e4–e9", "e4-e9", [("separator", 3)]),
        ("e4=>e9", "e4-e9", [("separator", 3)]),
        ("e4 x e9", "e4xe9", [("blank-in-move", 3)]),
        ("e11xe09", "e11xe9", [("leading-zero", 6)]),
        ("e 5", "e5", [("blank-in-move", 2)]),
    ],
    "gipf-complete": [
        ("Gh4 (16", "Gh4 (16)", [("unclosed-bracket", 5)]),
        ("f8-f3:xGf3", "f8-f3;xGf3", [("separator", 6)]),
        ("xb2,b3,b3,b4,b5;e2", "xb2,b3,b4,b5;e2", [("named-twice", 1)]),
        ("xb2,b3,b4,b5 e2", "xb2,b3,b4,b5;e2", [("missing-separator", 1), ("blank-in-move", 13)]),
        ("E2", "e2", [("letter-case", 1)]),
        ("ge8", "Ge8", [("letter-case", 1)]),
        ("a1–c3", "a1-c3", [("separator", 3)]),
        ("a1→c3,xb2,c3", "a1-c3;xb2,c3", [("separator", 3)]),
        ("e1 - e4 ( 3 )", "e1-e4 (3)", [("blank-in-move", 3)]),
        ("e2 [3]", "e2 (3)", [("separator", 4), ("blank-in-move", 3)]),
        ("a1-c3 (xb2,c3)", "a1-c3;xb2,c3", [("separator", 7), ("missing-separator", 8)]),
        ("a1-c3 ; ×c3,gd3*", "a1-c3;xc3,Gd3*", None),
        (
            "a1->c3 xb2 xc3",
            "a1-c3;xb2;xc3",
            [("separator", 3), ("missing-separator", 8), ("blank-in-move", 7)],
        ),
    ],
    "gipf-short": [
        ("f8-f4 x", "f8-f4;x", [("missing-separator", 7), ("blank-in-move", 6)]),
        ("f8-f3:xGf3", "f8-f3;xGf3", [("separator", 6)]),
    ],
    "gipf-pbem": [
        ("NA1-C3 ROWB1-I4", "na1-c3 rowb1-i4", [("letter-case", 8)]),
        ("na1–c3", "na1-c3", [("separator", 4)]),
        ("na1->c3", "na1-c3", [("separator", 4)]),
    ],
    "gipf-steps": [
        ("wf1-f2 xGe5,f5*", "Wf1-f2 xe5,f5", [("superfluous-mark", 9), ("letter-case", 1)]),
        ("Bf1-f2", "Kf1-f2", [("letter-case", 1)]),
        ("f1-f2 xe5, f5", "f1-f2 xe5,f5", [("blank-in-move", 11)]),
        ("f1→f2", "f1-f2", [("separator", 3)]),
    ],
    "megiddo-book": [
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
        ("C4–C2", "C4-C2", [("separator", 3)]),
        ("C4->C2", "C4-C2", [("separator", 3)]),
        ("C04", "C4", [("leading-zero", 2)]),
        ("A3 (2)", "A3", [("stated-captures", 4)]),
        ("A3x2", "A3", [("stated-captures", 3)]),
        ("A3 x A4,A5", "A3 (A4, A5)", [("separator", 4), ("missing-blank", 8)]),
        ("A3xA4xA5", "A3 (A4, A5)", [("separator", 3)]),
        ("A3 x A4, A5, B4, C4", "A3 (A4, A5) (B4, C4)", [("separator", 4)]),
        ("A3 (B3, C3) x A4,A5", "A3 (B3, C3) (A4, A5)", None),
        ("А4 (В3, Е2)", "A4 (B3, E2)", [("look-alike", 1)]),
        (
            "c4(b3a2)",
            "C4 (B3, A2)",
            [("letter-case", 1), ("missing-comma", 5), ("missing-blank", 2)],
        ),
    ],
}
"""By dialect: a text, the canonical one, and the notes with their columns; None for any notes."""


@each_case(
    ("dialect", "text", "canonical", "notes"),
    [(name, *case) for name, cases in FORGIVEN.items() for case in cases],
)
def test_a_leniency_is_noted_at_its_place(dialect, text, canonical, notes):
    read = find_dialect(*dialect.split("-")).read
    reading, clean = read(text), read(canonical)
    assert reading.moves == clean.moves
    assert clean.notes == ()
    assert notes is None or [(one.code, one.column) for one in reading.notes] == notes
    assert reading.notes
    assert not any(one.violation for one in reading.notes)


MESSAGES = {
    "epaminondas-abbott": [
        ("7.7.3 N3", "a move is written without blanks: 7.7.3N3"),
        ("2.12.2no2", "NO is French for NW: O (ouest) is West"),
        ("2,7.2N2", "',' was read as a point"),
        ("7.7.3n3", "directions are written in capitals"),
        ("4.7.4N3*3", "'*' was read as x"),
        ("04.7.4N3", "numbers are written without leading zeros: 4, not 04"),
    ],
    "epaminondas-span": [
        ("e12,f11h9", "a dash is missing before the target"),
        ("f1,g2–h3", "'–' was read as a dash"),
        ("F1,g2-h3", "coordinates are written in lower case: f1, not F1"),
        ("z1,w1-x1", "the rear end is named first: w1,z1"),
        ("c1,c4-c2", "c2 is reached by the rear end, not by the leading piece"),
        ("h3,h3-h4", "a lone piece is named once: h3-h4"),
    ],
    "gipf-complete": [("f8-f3:xGf3", "':' was read as a semicolon")],
    "gipf-steps": [("wf1-f2", "W is written for it, not w")],
    "megiddo-book": [("C4 (B3 A2)", "a comma is missing between captured points: C4 (B3, A2)")],
}


@each_case(
    ("dialect", "text", "message"),
    [(name, *case) for name, cases in MESSAGES.items() for case in cases],
)
def test_a_note_says_what_was_written_and_what_is_meant(dialect, text, message):
    assert message in [one.message for one in find_dialect(*dialect.split("-")).read(text).notes]


COMPASS = "a compass direction (N, NE, E, SE, S, SW, W, NW)"
PUSH = "expected a push such as e2, c7-e7 or Gg2, or x and a row"
UNREADABLE = {
    "epaminondas-abbott": [
        ("", 0, "expected a row number at the end"),
        ("e4-e5", 0, "expected a row number, found 'e4-e5'"),
        ("123.7.2N2", 0, "expected a row number, found '123.7.'"),
        ("2", 1, "expected a point at the end"),
        ("2.x", 2, "expected a column number, found 'x'"),
        ("2.7N2", 3, "expected a point, found 'N2'"),
        ("2.7.N2", 4, "expected a number of pieces, found 'N2'"),
        ("2.7.2", 5, f"expected {COMPASS} at the end"),
        ("2.7.2\tQ2", 6, f"expected {COMPASS}, found 'Q2'"),
        ("2.7.2NN2", 5, f"expected {COMPASS}, found 'NN2'"),
        ("2.7.2N0", 6, "expected a number of squares, found '0'"),
        ("2.7.2N2?", 7, "found '?'"),
        ("4.7.4N3xx3", 8, "found 'x3'"),
    ],
    "epaminondas-span": [
        ("", 0, "expected a square such as g2 at the end"),
        ("f0-f1", 0, "expected a square such as g2, found 'f0-f1'"),
        ("f1 g2-h3", 3, "expected a comma or a dash, found 'g2-h3'"),
        ("f1,", 3, "expected a square such as g2 at the end"),
        ("f1,g2-", 6, "expected a square such as g2 at the end"),
        ("f1,g2-h3-h4", 8, "found '-h4'"),
        ("h3-h3", 3, "the piece does not move"),
        ("h3,h3-h3", 6, "the piece does not move"),
        ("f1,g3-h4", 3, "f1 and g3 are not on one line"),
        ("F11,F1-G3", 7, "g3 is not on the line of the phalanx"),
        ("a12,b1-c3", 4, "a12 and b1 are not on one line"),
        ("g1→h3 [2]", 3, "g1 and h3 are not on one line"),
        ("g1→g1 [2]", 3, "the piece does not move"),
        ("g1→→g3", 3, "expected a square such as g2"),
        ("e5f", 2, "expected a comma or a dash"),
    ],
    "epaminondas-abstractplay": [
        ("4e", 0, "expected a square such as g2, found '4e'"),
        ("e4 e", 3, "expected - or x, found 'e'"),
        ("e4-", 3, "expected a square such as g2 at the end"),
        ("e4xe99x", 6, "found 'x'"),
        ("e4-e4", 3, "the piece does not move"),
        ("e4 - f6", 5, "e4 and f6 are not on one line"),
    ],
    "crossings-span": [("e5", 2, "expected a comma or a dash at the end")],
    "gipf-complete": [
        ("hello", 0, f"{PUSH}, found 'hello'"),
        ("", 0, f"{PUSH} at the end"),
        ("e2;x", 2, "expected end of text, found ';x'"),
        ("e2 (x)", 3, "expected end of text, found '(x)'"),
    ],
    "gipf-short": [("e2;x;xb2,b3,b4,b5", 3, "either all are listed in full or none")],
    "gipf-pbem": [
        ("na1-c3 rowb1-i5", 7, "b1 and i5 are not two points of one line"),
        ("a1-c3", 0, "expected a push such as na1-c3, or a command"),
    ],
    "gipf-steps": [
        ("a5-g3", 0, "g3 is not the spot next to a dot a5"),
        ("e2", 2, "expected a dash at the end"),
    ],
    "megiddo-book": [
        ("", 0, "expected a spoke A to F at the end"),
        ("4C", 0, "expected a spoke A to F, found '4C'"),
        ("C", 1, "expected a ring 1 to 6 at the end"),
        ("C444", 1, "expected a ring 1 to 6, found '444'"),
        ("C4 x", 3, "expected end of text, found 'x'"),
        ("C4 ()", 4, "expected a spoke A to F, found ')'"),
        ("C4 (B3,)", 7, "expected a spoke A to F, found ')'"),
        ("(B3, A2)", 0, "expected a spoke A to F, found '(B3, A'"),
        ("C4-", 3, "expected a spoke A to F at the end"),
        ("Cl", 1, "expected a ring 1 to 6, found 'l'; l looks like 1"),
        ("CS", 1, "expected a ring 1 to 6, found 'S'; S looks like 5"),
        ("84", 0, "expected a spoke A to F, found '84'; 8 looks like B"),
        ("C4 (83, A2)", 4, "expected a spoke A to F, found '83, A2'; 8 looks like B"),
        ("C4 (B3, Al)", 9, "expected a ring 1 to 6, found 'l)'; l looks like 1"),
    ],
}


@each_case(
    ("dialect", "text", "column", "reason"),
    [(name, *case) for name, cases in UNREADABLE.items() for case in cases],
)
def test_what_is_no_move_is_refused_at_its_place(dialect, text, column, reason):
    with pytest.raises(UnreadableMove) as caught:
        find_dialect(*dialect.split("-")).read(text)
    assert (caught.value.text, caught.value.column) == (text, column)
    assert reason in caught.value.reason


FOUND = {
    "epaminondas-abbott": [
        ("4. 4.7.4N3x 9.9.2SW2", ["4.7.4N3x", "9.9.2SW2"]),
        ("4. 4.7.4N3 x 9.9.2SW2", ["4.7.4N3 x", "9.9.2SW2"]),
        ("4. 4.7.4N3x 5. 6.7.3N1", ["4.7.4N3x", "6.7.3N1"]),
        ("6. 7.7.3 N3  8.8.4 S 4 x 1!", ["7.7.3 N3", "8.8.4 S 4 x 1"]),
        ("he plays 2,12,2no2, and", ["2,12,2no2"]),
        ("4.7.4N3x3,9.9.2SW2x1.", ["4.7.4N3x3", "9.9.2SW2x1"]),
    ],
    "epaminondas-span": [
        ("1. G1→G4 [2]  F11 -> H9 [2] ×1", ["G1→G4 [2]", "F11 -> H9 [2] ×1"]),
        ("1. f1,g2->h3 e12,f11h9", ["f1,g2->h3", "e12,f11h9"]),
    ],
    "gipf-short": [
        ("1. Gg2 (16) Gh4 (16 2. Gg1-g3 (14)", ["Gg2 (16)", "Gh4 (16", "Gg1-g3 (14)"]),
        ("1…d1-d4", ["d1-d4"]),
        ("(3) f8-f4;x 3.f8-f3:xGf3", ["f8-f4;x", "f8-f3:xGf3"]),
        ("5. c1-e", ["c1-e"]),
        ("2. g2- 10.7.3S3", []),
        ("the 12 moves of a game", []),
    ],
    "gipf-steps": [
        ("Ka5-b5 xf6,g6 Wa4-b5", ["Ka5-b5 xf6,g6", "Wa4-b5"]),
        ("Ke9-e8 xc5,d6 xe6,g4 Wb6-c6", ["Ke9-e8 xc5,d6", "xe6,g4 Wb6-c6"]),
        ("Ke9-e8 xc5,d6 xe6,g4", ["Ke9-e8 xc5,d6 xe6,g4"]),
        ("e1-e2   xe6,g4 b6-c6", ["e1-e2", "xe6,g4 b6-c6"]),
    ],
    "gipf-pbem": [
        (
            "ne1-e2 rowe1-e9 gipfe4 rowc1-c7 nb6-c6",
            ["ne1-e2 rowe1-e9 gipfe4", "rowc1-c7 nb6-c6"],
        ),
        ("gipf", []),
    ],
    "megiddo-book": [
        ("C4 (B3, A2) (D5, E6) D3", ["C4 (B3, A2) (D5, E6)", "D3"]),
        ("c4(b3a2) D3", ["c4(b3a2)", "D3"]),
        ("C4-C2 (B3, A4) D3", ["C4-C2 (B3, A4)", "D3"]),
        ("B4 -> C1", ["B4", "C1"]),
        ("84 (83, A2) D3", ["84 (83, A2)", "D3"]),
        ("A3 x A4,A5 F6", ["A3 x A4,A5", "F6"]),
        ("Cl Clever do 1985 g2- C4-x", ["Cl"]),
        ("C4 (see A2) D3", ["C4", "A2", "D3"]),
    ],
}


@each_case(
    ("dialect", "line", "found"),
    [(name, *case) for name, cases in FOUND.items() for case in cases],
)
def test_print_is_taken_apart_into_moves(dialect, line, found):
    pattern = find_dialect(*dialect.split("-")).lenient_pattern
    assert [one[0].strip() for one in pattern.finditer(line)][: len(found) or 1] == found
