"""GIPF moves without a board: the points, the parts of turns, and what each dialect writes."""

from collections import Counter

import pytest

import notation
from notation import UnreadableMove, UnwritableMove
from notation.gipf import points
from notation.gipf.moves import (
    NOTHING,
    Move,
    PartialMove,
    PartialPush,
    PartialRemoval,
    Piece,
    Push,
    Removal,
    Row,
)
from notation.registry import dialects, find, sniff

COMPLETE, SHORT, PBEM, STEPS = dialects("gipf")
NO_GIPF = PartialRemoval(gipf=frozenset())

PUBLISHED = [
    *("e2", "Ge8", "e1-e4", "a5-g3;xb3*,c4*,d5,g6", "xe7,e8;c7-e7", "Gg2 (16)"),
    *("xe3,e2,e6;h1-b4;xe4,b4,f3,g2,Gd4,Gc4", "g1-c3;xc2,d3,e4,f4,g4*"),
    *("a5-g3;xb3*,c4*,d5,g6 (6)", "e2;xg5,e5,f5,h5*", "e2(12)", "xb2,b3,b9;e2"),
]
SHORTENED = ["f7", "i3-f6", "i3-f3", "i3-e3", "d1-d4", "f8-f4", "f8-f4;x", "g7-e7", "f8-f3;xGf3"]


def pieces(*texts):
    return tuple(Piece(text.strip("G*"), text[0] == "G", text[-1] == "*") for text in texts)


@pytest.mark.parametrize("text", PUBLISHED)
def test_published_examples_need_no_note(text):
    reading = COMPLETE.read(text)
    assert reading.notes == ()
    assert COMPLETE.read(COMPLETE.write(reading.moves[0])) == reading


@pytest.mark.parametrize("text", SHORTENED)
def test_examples_of_the_short_notation_need_no_note(text):
    assert SHORT.read(text).notes == ()


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (["e2", "a5-g3;xb3*,c4*,d5,g6"], "complete"),
        (["Gg2 (16)", "Gh4 (16", "Gg1-g3 (14)"], "complete"),
        (SHORTENED, "short"),
        (["ne1-e2", "gi2-g4"], "pbem"),
        (["GWi3-h3", "f1-f2 xe5,f5"], "steps"),
        (["e1-e2", "c7-d7"], "steps"),
    ],
)
def test_dialects_are_told_apart(texts, name):
    found = sniff(texts, dialects("gipf"))
    assert found is not None
    assert found.name == name


def test_a_complete_turn_has_all_its_parts():
    (move,) = COMPLETE.read("xe3,e2,e6;h1-b4;xe4,b4,f3*,g2,Gd4,Gc4* (7)").moves
    assert move.before.pieces == pieces("e2", "e3", "e6")
    assert move.push == Push("b4", "h1")
    assert move.after.pieces == pieces("b4", "Gc4*", "Gd4", "e4", "f3*", "g2")
    assert move.after.gipf == {"c4", "d4"}
    assert move.reserve == 7
    assert str(move) == "xe2,e3,e6;h1-b4;xb4,Gc4*,Gd4,e4,f3*,g2 (7)"
    names = {kind.__name__: kind for kind in (Move, Removal, Row, Piece, Push)}
    assert eval(repr(move), names) == move


def test_turns_that_remove_the_same_pieces_are_equal():
    together, apart = (
        COMPLETE.read(text).moves[0] for text in ("xb2,b3,c3,d3;e2", "xc3,d3;xb3,b2;e2")
    )
    assert together == apart
    assert hash(together) == hash(apart)
    assert str(apart) == "xc3,d3;xb2,b3;e2"
    assert apart.before.rows != together.before.rows


@pytest.mark.parametrize("text", ["xe3,d4,f6;e2", "e2;xe3,d4,f6"])
def test_several_rows_in_one_list_are_noted_where_they_stand(text):
    (note,) = COMPLETE.read(text).notes
    assert (note.code, note.column) == ("rows-in-one-list", text.index("x") + 1)


@pytest.mark.parametrize("text", ["e1-e2", "Ge1-e2"])
def test_a_dot_and_the_first_spot_may_be_the_whole_push_or_its_beginning(text):
    gipf = text[0] == "G"
    for dialect in (COMPLETE, SHORT):
        reading = dialect.read(text)
        assert [one.push for one in reading.moves] == [
            Push("e2", None, gipf),
            PartialPush("e1", "e2", gipf),
        ]
        assert [note.code for note in reading.notes] == ["redundant-dot"]
        assert not dialect.are_canonical([text])


@pytest.mark.parametrize(
    ("text", "before", "after", "reserve"),
    [
        ("g1-c3;x", (0, ""), (1, ""), None),
        ("g1-c3;x;x", (0, ""), (2, ""), None),
        ("g1-c3;xGf3", (0, ""), (1, "f3"), None),
        ("g1-c3;xGf3,Gf4;x", (0, ""), (2, "f3 f4"), None),
        ("x;g1-c3 (5)", (1, ""), (0, ""), 5),
    ],
)
def test_the_short_notation_counts_rows(text, before, after, reserve):
    first, last = (
        PartialRemoval(rows, gipf=frozenset(gipf.split())) for rows, gipf in (before, after)
    )
    expected = PartialMove(first, Push("c3", "g1"), last, reserve=reserve)
    assert SHORT.read(text) == notation.Reading((expected,))


def test_the_short_notation_takes_full_lists_with_a_note():
    reading = SHORT.read("a5-g3;xb3*,c4*,d5,g6")
    assert reading.moves[0].after == PartialRemoval(spots=frozenset({"b3", "c4", "d5", "g6"}))
    assert [note.code for note in reading.notes] == ["pieces-named"]
    marked = SHORT.read("a5-g3;xGb3*")
    assert marked.moves[0].after == PartialRemoval(1, gipf=frozenset({"b3"}))
    assert [note.code for note in marked.notes] == ["pieces-named"]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("na1-c3", PartialMove(NO_GIPF, Push("c3", "a1"), NO_GIPF)),
        ("gi2-h2", PartialMove(NO_GIPF, Push("h2", None, True), NO_GIPF)),
        (
            "rowb1-i4 gipf ne1-e4 rowe9-e1 gipfe4-e5",
            PartialMove(
                PartialRemoval(lines=frozenset({"b1-i4"}), gipf=frozenset()),
                Push("e4", "e1"),
                PartialRemoval(lines=frozenset({"e1-e9"}), gipf=frozenset({"e4", "e5"})),
            ),
        ),
        (
            "rowb1-b6",
            PartialMove(
                PartialRemoval(lines=frozenset({"b1-b6"}), gipf=frozenset()), None, NO_GIPF
            ),
        ),
    ],
)
def test_commands_by_mail_name_lines_and_gipf_pieces(text, claim):
    assert PBEM.read(text) == notation.Reading((claim,))


@pytest.mark.parametrize(
    ("text", "push", "spots", "side"),
    [
        ("GWi3-h3", PartialPush("i3", "h3", True), "", "white"),
        ("Kb6-c6", PartialPush("b6", "c6"), "", "black"),
        ("f1-f2 xe5,f5", PartialPush("f1", "f2"), "e5 f5", ""),
        ("f1-f2 xe5,f5 xg3", PartialPush("f1", "f2"), "e5 f5 g3", ""),
    ],
)
def test_steps_name_a_dot_and_its_neighbour(text, push, spots, side):
    none, some = (PartialRemoval(spots=frozenset(one.split())) for one in ("", spots))
    assert STEPS.read(text).moves == (PartialMove(none, push, some, side),)


@pytest.mark.parametrize(
    ("dialect", "text", "goes_on"),
    [
        (PBEM, "gipfd4", True),
        (PBEM, "rowd1-d8", True),
        (PBEM, " gipf ", True),
        (PBEM, "ROWd1-d8 gipfd4-d5", True),
        (PBEM, "nd1-d2", False),
        (PBEM, "rowd1-d8 nd1-d2", False),
        (STEPS, "xd2,d3,d5", True),
        (STEPS, "x d2, Gd3*", True),
        (STEPS, "X", False),
        (STEPS, "d1-d2 xd2,d3", False),
        (COMPLETE, "xd2,d3,d5", False),
        (COMPLETE, "e2", False),
    ],
)
def test_removals_on_a_line_of_their_own_go_on_with_the_turn(dialect, text, goes_on):
    assert dialect.continues_turn(text) is goes_on


@pytest.mark.parametrize(
    ("text", "open_ended"), [("e1-e2 xe5,f5", True), ("xe5 e1-e2", False), ("e2", False)]
)
def test_a_removal_behind_a_push_may_be_the_next_players(text, open_ended):
    assert STEPS.is_open_ended(text) is open_ended
    assert COMPLETE.is_open_ended(text) is False


@pytest.mark.parametrize(
    ("dialect", "text", "fits"),
    [
        (COMPLETE, "e1-e4", True),
        (COMPLETE, "c3-c5", False),
        (COMPLETE, "e1-c3", False),
        (COMPLETE, "e2", True),
        (COMPLETE, "e5", False),
        (COMPLETE, "xb2,b3;e2", True),
        (COMPLETE, "?", False),
        (STEPS, "xb2,b3", True),
    ],
)
def test_pushes_fit_the_board_along_its_lines(dialect, text, fits):
    assert dialect.fits(text, 0) is fits


@pytest.mark.parametrize(
    ("dialect", "text", "written"),
    [
        ("short", "xe7,e8;c7-e7;xb2,Gb3,b4*,Gb5* (4)", "x;c7-e7;xGb3,Gb5 (4)"),
        ("pbem", "xe7,e8;Gc7-e7;xb2,Gb3,b4*", "rowe1-e9 gc7-e7 rowb1-b6 gipfb3"),
        ("pbem", "e2", "ne1-e2"),
        ("steps", "xe7,e8;Gc7-e7;xb2,Gb3,b4*", "xe7,e8 Gc7-d7 xb2,b3,b4"),
        ("steps", "e2", "e1-e2"),
        ("steps", "xe7,e8", "xe7,e8"),
    ],
)
def test_moves_are_written_in_every_dialect(dialect, text, written):
    assert notation.format("gipf", COMPLETE.read(text).moves[0], dialect) == written
    assert find("gipf", dialect).read(written).notes == ()


@pytest.mark.parametrize(
    ("dialect", "written"),
    [
        ("complete", "xb2,b3,b4,Gb5;e2"),
        ("short", "xGb5;e2"),
        ("pbem", "rowb1-b6 gipfb5 ne1-e2"),
        ("steps", "xb2,b3,b4,b5 e1-e2"),
    ],
)
def test_removals_are_written_without_their_rows_being_known(dialect, written):
    move = Move(Removal(pieces("b2", "b3", "b4", "Gb5")), Push("e2"), NOTHING)
    assert notation.format("gipf", move, dialect) == written


@pytest.mark.parametrize(
    ("dialect", "text", "reason"),
    [
        ("pbem", "e2;xe5", "xe5: the line of the row is unknown"),
        ("pbem", "d5", "no push from a dot leads to d5"),
        ("steps", "e1-c3", "no push from a dot leads to c3"),
    ],
)
def test_what_a_dialect_cannot_say_is_refused(dialect, text, reason):
    with pytest.raises(UnwritableMove, match=reason):
        notation.format("gipf", COMPLETE.read(text).moves[0], dialect)


def test_names_of_points_that_do_not_exist_are_left_to_the_rules():
    assert COMPLETE.read("j5-h5").moves[0].push == Push("h5", "j5")
    with pytest.raises(UnreadableMove):
        STEPS.read("j5-i5")


def test_the_board_is_the_published_one():
    counts = [len(one) for one in (points.POINTS, points.SPOTS, points.DOTS, points.LINES)]
    assert counts == [61, 37, 24, 21]
    assert set(points.DOTS) == {
        *(f"{column}{row}" for column in "ai" for row in range(1, 6)),
        *(f"{column}1" for column in "bcdefgh"),
        *("b6", "c7", "d8", "e9", "f8", "g7", "h6"),
    }
    assert Counter(len(line) - 2 for line in points.LINES) == {4: 6, 5: 6, 6: 6, 7: 3}
    assert all({line[0], line[-1]} <= set(points.DOTS) for line in points.LINES)
    inner = Counter(point for line in points.LINES for point in line[1:-1])
    assert inner == dict.fromkeys(points.SPOTS, 3)
    assert (len(points.WAYS), len(points.ENTRIES)) == (42, 18)
    assert all((dot, spot) in points.WAYS for spot, dot in points.ENTRIES.items())


@pytest.mark.parametrize(
    ("dot", "spot", "spots"),
    [
        ("e1", "e3", "e2 e3"),
        ("a5", "g3", "b5 c5 d5 e5 f4 g3"),
        ("h1", "b4", "g2 f3 e4 d4 c4 b4"),
        ("b1", "h4", "c2 d3 e4 f4 g4 h4"),
        ("i5", "d4", "h5 g5 f5 e5 d4"),
        *((start, end, "") for start, end in [("e1", "c3"), ("e1", "e1"), ("c3", "c4")]),
        *((start, end, "") for start, end in [("a1", "b4"), ("j5", "e5")]),
    ],
)
def test_a_way_leads_along_a_line(dot, spot, spots):
    assert points.way(dot, spot) == tuple(spots.split())


def test_a_line_leads_through_points_of_it():
    assert points.name(points.line_through(["c2", "g4"]) or ()) == "b1-i4"
    assert [points.line_through(some) for some in (["c2", "c3", "d3"], ["c2"], ["c2", "j9"])] == [
        None
    ] * 3


@pytest.mark.parametrize(
    ("point", "reason"),
    [
        ("j5", "there is no point j5: the columns run from a to i"),
        ("b7", "there is no point b7: column b has the points 1 to 6"),
        ("e9", None),
    ],
)
def test_there_is_a_reason_why_a_point_does_not_exist(point, reason):
    assert points.why_not(point) == reason
