"""GIPF games as they are seen in print, and reserve counts, which look like move numbers."""

import pytest

from analysis.games.gipf.rules import guess
from analysis.games.variant import Evidence
from notation import find_dialect, sniff
from records import Record, read, write
from tests.examples import sample
from tests.records.gipf_games import KINDS, engine_games
from tests.records.samples import DATA, codes, read_all, read_one
from tests.records.test_round_trip import read_back

REAL = tuple((DATA / "gipf-tournament-84-plies.txt").read_text(encoding="utf-8").splitlines())

CHAMPIONSHIP = """\
1. Gg2 (16)
Gh4 (16
2. Gg1-g3 (14)
Gh2 (14)
3. Gh1-h3 (12)
Gi2-g4 (12)
4. Gd2 (10)
Gf2 (10)
5. c1-e
"""
"""The beginning of a game of the world championship of 2000, set and cut as it was published."""

PUZZLE = """\
1.f7 / i3-f6
2.f8-f4 2\N{HORIZONTAL ELLIPSIS}d1-d4
(3) f8-f4;x
3\N{HORIZONTAL ELLIPSIS}g7-e7
4.f8-f3:xGf3 h6-e6
"""
"""One game in the ways in which solutions to puzzles write single moves."""


def test_one_move_a_line_without_numbers():
    record = read_one("\n".join(REAL))
    assert record.moves == REAL
    assert (record.game, record.dialect, record.variant) == ("gipf", "complete", None)
    assert not record.findings
    assert [record.place(index) for index in (0, 29, 83)] == [(1, 1), (30, 1), (84, 1)]


def test_one_move_a_line_below_tags_and_prose():
    text = "\n".join(("A game\n", '[Game "gipf"]', '[Result "1-0"]', "", *REAL, "", "The end."))
    record = read_one(text)
    assert record.moves == REAL
    assert (record.tags["Title"], record.result) == ("A game", "1-0")
    assert codes(record) == ["title", "skipped-text"]


def test_numbers_on_the_lines_of_white_alone():
    record = read_one(CHAMPIONSHIP)
    assert record.moves == (
        *("Gg2 (16)", "Gh4 (16", "Gg1-g3 (14)", "Gh2 (14)"),
        *("Gh1-h3 (12)", "Gi2-g4 (12)", "Gd2 (10)", "Gf2 (10)", "c1-e"),
    )
    assert (record.game, record.dialect, record.result) == ("gipf", "complete", "*")
    # What is odd in it stands inside the moves, and is told when they are read.
    assert not record.findings
    dialect = find_dialect("gipf", "complete")
    assert {
        text: [remark.code for remark in notes]
        for text in record.moves[:-1]
        if (notes := dialect.read(text).notes)
    } == {"Gh4 (16": ["unclosed-bracket"]}


def test_counts_of_the_reserve_are_no_move_numbers():
    # From 1 on they would begin a game, and from 2 on be out of order.
    record = read_one("1. c6 (1)\na4-e8 (4)\n2. d8-d6;xd5,d2,d6 (4) d7 (2)\n3. g7-g5 (3)\n")
    assert record.moves == ("c6 (1)", "a4-e8 (4)", "d8-d6;xd5,d2,d6 (4)", "d7 (2)", "g7-g5 (3)")
    assert not record.findings


@pytest.mark.parametrize(
    ("text", "move", "notes"),
    [
        ("1.f7", "f7", ["glued-number"]),
        ("1.i3-f6", "i3-f6", ["glued-number"]),
        ("1.i3-e3...", "i3-e3", ["glued-number", "mark-between"]),
        ("1\N{HORIZONTAL ELLIPSIS}d1-d4", "d1-d4", []),
        ("1...d1-d4", "d1-d4", []),
        ("1. ... d1-d4", "d1-d4", []),
        ("(3) f8-f4;x", "f8-f4;x", ["number-style"]),
        ("3.f8-f3:xGf3", "f8-f3:xGf3", ["glued-number"]),
        ("12. f8 - f3 ; x Gf3 , f4* (9 )", "f8 - f3 ; x Gf3 , f4* (9 )", []),
    ],
)
def test_single_moves_of_running_text(text, move, notes):
    record = read_one(text, game="gipf")
    assert record.moves == (move,)
    assert codes(record) == notes


def test_moves_of_a_puzzle():
    record = read_one(PUZZLE)
    assert record.moves == (
        *("f7", "i3-f6", "f8-f4", "d1-d4"),
        *("f8-f4;x", "g7-e7", "f8-f3:xGf3", "h6-e6"),
    )
    assert (record.game, record.dialect) == ("gipf", "short")
    assert [(one.code, one.line, one.column) for one in record.findings] == [
        ("glued-number", 1, 3),
        ("mark-between", 1, 6),
        ("glued-number", 2, 3),
        ("number-style", 3, 1),
        ("glued-number", 5, 3),
    ]
    (colon,) = find_dialect("gipf", "short").read("f8-f3:xGf3").notes
    assert (colon.code, colon.message) == ("separator", "':' was read as a semicolon")


@pytest.mark.parametrize("title", ["GIPF", "Gipf", "GIPF World Championship", "gipf game"])
@pytest.mark.parametrize("moves", [("Gg2 (16)", "Gh4 (16)"), ("gg1-g2", "nh6-h5")])
def test_name_of_the_game_is_no_command(title, moves):
    (first, second) = read_all(f"{title}\n\n1. {'  '.join(moves)}\n---\n{title}\n1. {moves[0]}\n")
    assert (first.moves, second.moves) == (moves, moves[:1])
    assert (first.tags["Title"], second.tags["Title"]) == (title, title)


@pytest.mark.parametrize(
    "text", ["na1-c3 gipf", "gipf na1-c3", "rowa1-i5 gipf na1-c3", "gipfe4 na1-c3"]
)
def test_commands_that_take_no_gipf_piece(text):
    assert read_one(f"1. {text}\n", game="gipf", dialect="pbem").moves == (text,)


RUN_ON = {
    "a row between two pushes": ("1. na1-c3 rowa1-i5 ni5-g5\n", [4]),
    "two of them": ("1. na1-c3 rowa1-i5 ni5-g5 rowb1-i4 gipfe4 ne1-e4\n", [4, 20]),
    "single steps": ("1. f1-f2 xe5,f5 a1-b2\n", [4]),
    "two blanks": ("1. na1-c3 rowa1-i5  ni5-g5\n", []),
    "a comma": ("1. na1-c3 rowa1-i5, ni5-g5\n", []),
    "a line each": ("na1-c3 rowa1-i5\nni5-g5\n", []),
    "a number between": ("1. na1-c3 ni5-g5 rowa1-i5 2. ni1-g1 ne1-e4\n", []),
    "a row before the push": ("1. rowa1-i5 na1-c3 ni5-g5\n", []),
    "the complete way": ("1. a1-c3;xb2,c3,d4,e5 i5-g5\n", []),
}
"""Texts, and the columns of moves whose end single blanks do not tell."""


@pytest.mark.parametrize(("text", "columns"), RUN_ON.values(), ids=RUN_ON)
def test_removals_between_single_blanks_are_told(text, columns):
    record = read_one(text, game="gipf")
    assert [one.column for one in record.findings if one.code == "run-on"] == columns


BRACKETED = {
    "the one that is due": (
        "1. f7 i3-f6\n2. f8-f4 h6-e6 (3) f8-f4;x g7-e7 (4) g7-d6 d1-d4\n5. b2\n",
        ["", "", "", "3", "", "4", "", "", ""],
        [],
    ),
    "behind dots": ("2\N{HORIZONTAL ELLIPSIS}i3-f6 (3) f8-f4;x g7-e7\n4. b2\n", "3   ", []),
    "numbers that go up": ("h6-e6 (3) f8-f4;x\ng7-e7 (4) g7-d6\n", "3 4 ", []),
    "one alone is a count": ("h6-e6 (3) f8-f4;x\n", "  ", ["3"]),
    "a number follows": ("1. f7 i3-f6 (2)\n2. f8-f4\n", "   ", ["2"]),
    "another number": ("1. f7 i3-f6 (11) f8-f4\n", "   ", ["11"]),
    "other moves have counts": ("1. f7 (11) i3-f6 (2) f8-f4 (10)\n", "   ", ["11", "2", "10"]),
    "counts that go down": ("f7 g6 (5) c2 d2 (4) b3\n", "     ", ["5", "4"]),
}
"""Texts, the numbers that stand behind their moves, and those that are counts."""


@pytest.mark.parametrize(("text", "numbers", "counts"), BRACKETED.values(), ids=BRACKETED)
def test_numbers_in_brackets_behind_a_move(text, numbers, counts):
    record = read_one(text, game="gipf")
    found = [one for one in record.findings if one.code == "bracketed-number"]
    assert [one.text for one in found] == [f"({number})" for number in numbers if number.strip()]
    assert [move.partition("(")[2].rstrip(")") for move in record.moves if "(" in move] == counts
    assert len(record.moves) == len(numbers)
    assert not {"move-number"} & {one.code for one in record.findings}


@pytest.mark.parametrize(
    ("texts", "game", "dialect"),
    [
        (["i3-f6"], "gipf", "complete"),
        (["d1-d4", "i3-f6"], "gipf", "complete"),
        (["f8-f4", "d1-d4", "i3-f6"], "gipf", "complete"),
        (["e1-e2", "i3-f6"], "gipf", "complete"),
        (["e1-e2", "e9-e8"], "gipf", "steps"),
        (["d1-d4"], "epaminondas", "abstractplay"),
        (["g1-g4", "h12-h9"], "epaminondas", "abstractplay"),
        (["g1-g4", "h12-h9", "d1-d4", "i3-f6"], "epaminondas", "abstractplay"),
        (["a1-a3", "a5-a3"], "epaminondas", "abstractplay"),
        (["b3", "a3"], "gipf", "complete"),
    ],
)
def test_pushes_alone_are_told_from_moves_of_a_phalanx(texts, game, dialect):
    found = sniff(texts)
    assert found is not None
    assert (found.game, found.name) == (game, dialect)


@pytest.mark.parametrize("mark", ["/", "|", ","])
def test_marks_between_the_moves_of_a_row(mark):
    record = read_one(f"1. f7 {mark} i3-f6\n2. f8-f4;x {mark} g7-e7\n", game="gipf")
    assert record.moves == ("f7", "i3-f6", "f8-f4;x", "g7-e7")
    assert codes(record) == ["mark-between"]


@pytest.mark.parametrize(
    ("moves", "dialect"),
    [
        (("Gg2", "Gi2-g4"), "complete"),
        (("e2", "xe7,e8;c7-e7"), "complete"),
        (("e2", "g1-c3;x"), "short"),
        (("na1-c3", "ge1-e4 rowb1-i4 gipfe4"), "pbem"),
        (("GWi3-h3", "GKe1-e2", "Wf1-f2 xe5,f5,g5,h5"), "steps"),
    ],
)
def test_each_way_of_writing_is_told_from_the_others(moves, dialect):
    record = read_one(f"1. {'  '.join(moves[:2])}\n{''.join(f'2. {one}' for one in moves[2:])}\n")
    assert record.moves == moves
    assert (record.game, record.dialect) == ("gipf", dialect)
    found = sniff(moves)
    assert found is not None
    assert found.name == dialect


@pytest.mark.parametrize(
    ("dialect", "moves"),
    [
        ("complete", ("a4-d4 (3)", "xd2,d3,d4,d5;a4-c6 (7)", "a1-e5;xc2,d2,e2;xe6,e7,e8", "d7")),
        ("short", ("g1-c3;x", "x;f8-f4 (2)", "e8;x;xGd4", "x;x;b2")),
        ("pbem", ("na4-d4", "rowd1-d8 na4-c6", "na1-e5 rowa2-f1 gipfd2 rowa1-i5", "nd8-h5")),
        ("steps", ("a4-b4", "xd2,d3,d4 a4-b5", "c7-d7 xb2,c2,d2,e2 xd4,d5,d6", "d8-d7")),
    ],
)
def test_several_rows_are_read_back_as_they_were_written(dialect, moves):
    record = Record(moves, "gipf", "standard", dialect)
    (back,) = read_back(write(record), "text")
    assert (back.moves, back.dialect) == (moves, dialect)
    assert not back.findings


def test_removals_before_and_after_stay_with_their_push():
    record = read_one("1. xe5,e6 ; i4-e8 (5)  xg5,Gg3;i3-g5;xb2,b3*;xc2,Gc3 (5)\n2. x;b2;x;x c2\n")
    assert record.moves[:2] == ("xe5,e6 ; i4-e8 (5)", "xg5,Gg3;i3-g5;xb2,b3*;xc2,Gc3 (5)")
    assert record.moves[2:] == ("x;b2;x;x", "c2")


@pytest.mark.slow
@pytest.mark.parametrize("blanks", [" ", "  ", "\t"], ids=["one blank", "two blanks", "tab"])
@pytest.mark.parametrize("name", KINDS)
def test_rows_without_tags_are_taken_apart(name, blanks):
    # A removal before a push stands behind the other side's push, and belongs to its own.
    for game in sample(engine_games(name), 3):
        pairs = (game.moves[first : first + 2] for first in range(0, len(game.moves), 2))
        lines = (f"{number}. {blanks.join(pair)}\n" for number, pair in enumerate(pairs, start=1))
        record = read_one("".join(lines), game="gipf")
        assert (record.moves, record.dialect) == (game.moves, "complete")
        assert not record.findings


def test_rows_of_the_short_way_are_taken_apart():
    moves = ("g1-c3;x", "e8", "x;f8-f4", "x;b2;xGf3", "g6;x;x", "xGd4;c2")
    record = read_one(f"1. {moves[0]} {moves[1]}\n2. {moves[2]} {moves[3]}\n"
                      f"3. {moves[4]} {moves[5]}\n", game="gipf")  # fmt: skip
    assert (record.moves, record.dialect) == (moves, "short")
    assert not record.findings


def test_the_bundled_game_is_the_one_with_a_move_a_line():
    (record,) = read("classic:gipf-tournament")
    assert record.moves == REAL
    assert (record.game, record.variant, record.dialect) == ("gipf", "tournament", "complete")
    assert record.tags["Source"] == "testGame2.gipf of the public repository z0isch/GIPFFP"
    assert not record.findings
    assert read_all(write(record))[0].moves == REAL


TAKING = ("i2-g2;xe2,f2,g2,h2", "xb3,b4,b5;a2-c2", "d1-d5;xd2,d3", "f8-f3;xf3,f5*")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x", "\N{MULTIPLICATION SIGN}"),
        (";", " "),
        (";x", ",x"),
        (";x", ", x"),
        ("-", "->"),
        (",", " x"),
    ],
    ids=["cross", "blank", "comma", "comma and blank", "arrow", "each by itself"],
)
def test_rows_that_are_taken_are_written_in_many_ways(old, new):
    written = [move.replace(old, new) for move in TAKING]
    record = read_one("1. {}   {}\n2. {}   {}\n".format(*written), game="gipf")
    complete = find_dialect("gipf", "complete")
    read_as = [complete.read(move).moves[0] for move in record.moves]
    meant = [complete.read(move.replace(",", ";x") if new == " x" else move) for move in TAKING]
    assert read_as == [one.moves[0] for one in meant]


@pytest.mark.parametrize(
    "row", ["(d2 d3 d5)", "(d2, d3, d5)", "[xd2,d3,d5]", "(xd2 , d3, d5)", "xd2xd3xd5"]
)
def test_a_row_that_is_taken_may_stand_in_brackets(row):
    record = read_one(f"1. d1-d5 {row}   i2-g2\n2. e2 (e3 or d2) e8\n", game="gipf")
    assert record.moves == (f"d1-d5 {row}", "i2-g2", "e2", "e8")
    (move,) = find_dialect("gipf", "complete").read(record.moves[0]).moves
    assert {piece.spot for piece in move.after.pieces} == {"d2", "d3", "d5"}


@pytest.mark.parametrize(
    "row", [";\N{MULTIPLICATION SIGN}Gd2,d3,d5", " (Gd2 d3 d5)", " (d3 Gd2 d5)"]
)
def test_a_gipf_piece_that_is_taken_in_any_form_speaks_for_the_standard_game(row):
    assert guess(Evidence(("e2", f"d1-d5{row}"), 2, {})) == "standard"
