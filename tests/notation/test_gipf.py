"""Reading and writing GIPF moves, without a board."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

import notation
from notation.errors import UnreadableMove, UnwritableMove
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
from notation.gipf.points import SPOTS, WAYS, way
from notation.registry import dialects, find, sniff
from tests.examples import examples

NO_GIPF = PartialRemoval(gipf=frozenset())
COMPLETE, SHORT, PBEM, STEPS = dialects("gipf")

PUBLISHED = [
    "e2",
    "Ge8",
    "e1-e4",
    "a5-g3;xb3*,c4*,d5,g6",
    "xe7,e8;c7-e7",
    "xe3,e2,e6;h1-b4;xe4,b4,f3,g2,Gd4,Gc4",
    "Gg2 (16)",
    "g1-c3;xc2,d3,e4,f4,g4*",
    "a5-g3;xb3*,c4*,d5,g6 (6)",
]


def codes(reading):
    return [remark.code for remark in reading.notes]


def pieces(*texts):
    return tuple(Piece(text.strip("G*"), text[0] == "G", text[-1] == "*") for text in texts)


def test_first_dialect_is_the_complete_way():
    assert [dialect.name for dialect in dialects("gipf")] == ["complete", "short", "pbem", "steps"]
    assert notation.parse("gipf", "e1-e4") == Move(NOTHING, Push("e4", "e1"), NOTHING)


@pytest.mark.parametrize("text", PUBLISHED)
def test_published_examples_read_without_a_note(text):
    reading = COMPLETE.read(text)
    assert reading.notes == ()
    assert COMPLETE.read(COMPLETE.write(reading.moves[0])) == reading


def test_parts_of_a_complete_move():
    move = COMPLETE.read("xe3,e2,e6;h1-b4;xe4,b4,f3*,g2,Gd4,Gc4* (7)").moves[0]
    assert move.before.pieces == pieces("e2", "e3", "e6")
    assert move.push == Push("b4", "h1")
    assert move.after.pieces == pieces("b4", "Gc4*", "Gd4", "e4", "f3*", "g2")
    assert move.reserve == 7
    assert str(move) == "xe2,e3,e6;h1-b4;xb4,Gc4*,Gd4,e4,f3*,g2 (7)"


def test_moves_that_remove_the_same_pieces_are_equal():
    together, apart = (
        COMPLETE.read(text).moves[0] for text in ("xb2,b3,c3,d3;e2", "xc3,d3;xb3,b2;e2")
    )
    assert together == apart
    assert hash(together) == hash(apart)
    assert str(apart) == "xc3,d3;xb2,b3;e2"


def test_representation_can_be_evaluated():
    names = {c.__name__: c for c in (Move, Removal, Row, Piece, Push)}
    move = COMPLETE.read("xb2,Gb3*;Ga1-c3;xd4 (3)").moves[0]
    assert eval(repr(move), names) == move


@pytest.mark.parametrize(
    ("text", "canonical", "notes"),
    [
        ("Gh4 (16", "Gh4 (16)", ["unclosed-bracket"]),
        ("f8-f3:xGf3", "f8-f3;xGf3", ["separator"]),
        ("e1-e2", "e2", ["redundant-dot"]),
        ("Ge1-e2", "Ge2", ["redundant-dot"]),
        ("xb2,b3,b4,b5,c6,d7,e8;e2", "xb2,b3,b4,b5,c6,d7,e8;e2", ["rows-in-one-list"]),
        ("xb2,b3,b3,b4,b5;e2", "xb2,b3,b4,b5;e2", ["named-twice"]),
        ("xb2,b3,b4,b5 e2", "xb2,b3,b4,b5;e2", ["missing-separator", "blank-in-move"]),
        ("E2", "e2", ["letter-case"]),
        ("ge8", "Ge8", ["letter-case"]),
        ("a1\N{EN DASH}c3", "a1-c3", ["separator"]),
        ("e1 - e4 ( 3 )", "e1-e4 (3)", ["blank-in-move"]),
        ("a1-c3 ; \N{MULTIPLICATION SIGN}c3,gd3*", "a1-c3;xc3,Gd3*", None),
        ("a1\N{RIGHTWARDS ARROW}c3,xb2,c3", "a1-c3;xb2,c3", ["separator"]),
        ("a1->c3 xb2 xc3", "a1-c3;xb2;xc3", ["separator", "missing-separator", "blank-in-move"]),
    ],
)
def test_print_is_forgiven_with_a_note(text, canonical, notes):
    reading = COMPLETE.read(text)
    assert COMPLETE.write(reading.moves[0]) == canonical
    if notes is not None:
        assert codes(reading) == notes
    assert codes(COMPLETE.read(canonical)) in ([], ["rows-in-one-list"])


def test_order_within_a_list_and_a_glued_bracket_need_no_note():
    assert COMPLETE.read("e2;xg5,e5,f5,h5*").notes == ()
    assert COMPLETE.read("e2(12)").moves == COMPLETE.read("e2 (12)").moves
    assert COMPLETE.read("e2(12)").notes == ()


def test_list_with_a_point_that_does_not_exist_is_still_one_row():
    assert COMPLETE.read("xb2,b3,b9;e2").notes == ()


def test_note_says_where_it_stands():
    (remark,) = COMPLETE.read("f8-f3:xGf3").notes
    assert remark.column == 6
    assert remark.message == "':' was read as a semicolon"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("hello", 0, "expected a push such as e2, c7-e7 or Gg2, or x and a row, found 'hello'"),
        ("", 0, "expected a push such as e2, c7-e7 or Gg2, or x and a row at the end"),
        ("e2;x", 2, "expected end of text, found ';x'"),
        ("e2 (x)", 3, "expected end of text, found '(x)'"),
    ],
)
def test_what_is_no_move_is_explained(text, column, reason):
    with pytest.raises(UnreadableMove) as error:
        COMPLETE.read(text)
    assert (error.value.column, error.value.reason) == (column, reason)


def test_names_of_points_that_do_not_exist_are_left_to_the_rules():
    assert COMPLETE.read("j5-h5").moves[0].push == Push("h5", "j5")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("g1-c3;x", PartialRemoval(1, gipf=frozenset())),
        ("g1-c3;x;x", PartialRemoval(2, gipf=frozenset())),
        ("f8-f3;xGf3", PartialRemoval(1, gipf=frozenset({"f3"}))),
        ("f8-f3;xGf3,Gf4;x", PartialRemoval(2, gipf=frozenset({"f3", "f4"}))),
        ("f8-f4", PartialRemoval(0, gipf=frozenset())),
    ],
)
def test_short_way_says_less_than_the_move(text, after):
    reading = SHORT.read(text)
    assert reading.notes == ()
    assert reading.moves[0].after == after
    assert reading.moves[0].before == PartialRemoval(0, gipf=frozenset())


def test_short_way_before_the_push_and_with_a_count():
    claim = SHORT.read("x;c7-e7 (5)").moves[0]
    nothing, one = PartialRemoval(0, gipf=frozenset()), PartialRemoval(1, gipf=frozenset())
    assert claim == PartialMove(one, Push("e7", "c7"), nothing, reserve=5)


def test_short_way_takes_full_lists_with_a_note():
    reading = SHORT.read("a5-g3;xb3*,c4*,d5,g6")
    assert reading.moves[0].after == PartialRemoval(spots=frozenset({"b3", "c4", "d5", "g6"}))
    assert codes(reading) == ["pieces-named"]
    with pytest.raises(UnreadableMove, match="either all are listed in full or none"):
        SHORT.read("e2;x;xb2,b3,b4,b5")


FRAGMENTS = {
    "f7": [],
    "i3-f6": [],
    "i3-f3": [],
    "i3-e3": [],
    "d1-d4": [],
    "f8-f4": [],
    "f8-f3:xGf3": ["separator"],
    "c1-e3": [],
    "f8-f4;x": [],
    "g7-e7": [],
    "h6-e6": [],
    "g7-d6": [],
}


@pytest.mark.parametrize(("text", "notes"), FRAGMENTS.items(), ids=FRAGMENTS)
def test_puzzle_fragments_read_with_the_notes_they_deserve(text, notes):
    assert codes(SHORT.read(text)) == notes


def test_puzzle_fragments_are_recognised_as_the_short_way():
    assert sniff(FRAGMENTS, dialects("gipf")) is SHORT


def test_championship_game_reads_with_one_note():
    texts = [
        *("Gg2 (16)", "Gh4 (16", "Gg1-g3 (14)", "Gh2 (14)", "Gh1-h3 (12)"),
        *("Gi2-g4 (12)", "Gd2 (10)", "Gf2 (10)"),
    ]
    assert sniff(texts) is COMPLETE
    readings = {text: COMPLETE.read(text) for text in texts}
    assert {text: codes(reading) for text, reading in readings.items() if reading.notes} == {
        "Gh4 (16": ["unclosed-bracket"]
    }
    assert [reading.moves[0].reserve for reading in readings.values()] == [
        *(16, 16, 14, 14, 12, 12, 10, 10)
    ]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (
            "na1-c3",
            PartialMove(NO_GIPF, Push("c3", "a1"), NO_GIPF),
        ),
        (
            "gi2-h2",
            PartialMove(
                NO_GIPF,
                Push("h2", None, True),
                NO_GIPF,
            ),
        ),
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
                PartialRemoval(lines=frozenset({"b1-b6"}), gipf=frozenset()),
                None,
                NO_GIPF,
            ),
        ),
    ],
)
def test_commands_by_mail(text, claim):
    assert PBEM.read(text) == notation.Reading((claim,))


def test_row_command_needs_two_points_of_one_line():
    with pytest.raises(UnreadableMove, match="b1 and i5 are not two points of one line"):
        PBEM.read("na1-c3 rowb1-i5")


@pytest.mark.parametrize(
    ("text", "push", "spots", "side"),
    [
        ("GWi3-h3", PartialPush("i3", "h3", True), set(), "white"),
        ("Kb6-c6", PartialPush("b6", "c6"), set(), "black"),
        ("f1-f2 xe5,f5", PartialPush("f1", "f2"), {"e5", "f5"}, ""),
        ("f1-f2 xe5,f5 xg3", PartialPush("f1", "f2"), {"e5", "f5", "g3"}, ""),
    ],
)
def test_single_steps(text, push, spots, side):
    claim = STEPS.read(text).moves[0]
    assert claim == PartialMove(
        PartialRemoval(spots=frozenset()), push, PartialRemoval(spots=frozenset(spots)), side=side
    )


@pytest.mark.parametrize(
    ("dialect", "text", "notes"),
    [
        ("steps", "wf1-f2 xGe5,f5*", ["superfluous-mark", "letter-case"]),
        ("steps", "Bf1-f2", ["letter-case"]),
        ("steps", "f1-f2 xe5, f5", ["blank-in-move"]),
        ("pbem", "NA1-C3 ROWB1-I4", ["letter-case"]),
        ("pbem", "na1\N{EN DASH}c3", ["separator"]),
    ],
)
def test_program_notations_are_forgiven_too(dialect, text, notes):
    assert codes(find("gipf", dialect).read(text)) == notes


def test_steps_name_a_dot_and_its_neighbour():
    with pytest.raises(UnreadableMove, match="g3 is not the spot next to a dot a5"):
        STEPS.read("a5-g3")


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (["e2", "a5-g3;xb3*,c4*,d5,g6"], "complete"),
        (["e2", "g1-c3;x"], "short"),
        (["ne1-e2", "gi2-g4"], "pbem"),
        (["GWi3-h3", "f1-f2 xe5,f5"], "steps"),
        (["e1-e2", "c7-d7"], "steps"),
    ],
)
def test_dialects_are_told_apart(texts, name):
    found = sniff(texts, dialects("gipf"))
    assert found is not None
    assert found.name == name


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
    ("dialect", "text", "reason"),
    [
        ("pbem", "e2;xe5", "xe5: the line of the row is unknown"),
        ("pbem", "d5", "no push from a dot leads to d5"),
        ("steps", "d5", "no push from a dot leads to d5"),
        ("steps", "e1-c3", "no push from a dot leads to c3"),
    ],
)
def test_what_a_dialect_cannot_say_is_refused(dialect, text, reason):
    with pytest.raises(UnwritableMove, match=reason):
        notation.format("gipf", COMPLETE.read(text).moves[0], dialect)


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


rows = st.builds(
    lambda spots, gipf, captured: Row(
        tuple(Piece(spot, spot in gipf, spot in captured) for spot in sorted(set(spots)))
    ),
    st.sampled_from(sorted(WAYS))
    .flatmap(lambda ends: st.lists(st.sampled_from(WAYS[ends]), min_size=2, max_size=7))
    .filter(lambda spots: len(set(spots)) > 1),
    st.frozensets(st.sampled_from(SPOTS), max_size=20),
    st.frozensets(st.sampled_from(SPOTS), max_size=20),
)
removals = st.one_of(
    st.just(NOTHING),
    rows.map(lambda row: Removal.of([row])),
    st.lists(rows, min_size=2, max_size=2)
    .filter(lambda pair: not {p.spot for p in pair[0].pieces} & {p.spot for p in pair[1].pieces})
    .map(Removal.of),
)
pushes = st.builds(
    lambda ends, number, gipf: Push(
        WAYS[ends][number % len(WAYS[ends])], ends[0] if number % len(WAYS[ends]) else None, gipf
    ),
    st.sampled_from(sorted(WAYS)),
    st.integers(0, 6),
    st.booleans(),
)
moves = st.builds(Move, removals, pushes, removals, st.none() | st.integers(0, 18))


@given(moves)
def test_complete_way_is_read_back(move):
    reading = COMPLETE.read(COMPLETE.write(move))
    assert reading.moves == (move,)
    assert reading.moves[0].before.rows == move.before.rows
    assert reading.notes == ()


@pytest.mark.parametrize(("text", "column"), [("xe3,d4,f6;e2", 1), ("e2;xe3,d4,f6", 4)])
def test_notes_on_a_list_stand_where_it_is_in_each_text(text, column):
    (note,) = COMPLETE.read(text).notes
    assert (note.code, note.column) == ("rows-in-one-list", column)


@given(moves)
def test_short_way_keeps_the_push_the_rows_and_the_gipf_pieces(move):
    (claim,) = SHORT.read(SHORT.write(move)).moves
    assert (claim.push, claim.reserve) == (move.push, move.reserve)
    for hint, removal in ((claim.before, move.before), (claim.after, move.after)):
        assert (hint.rows, hint.gipf) == (len(removal.rows), removal.gipf)


@given(moves)
def test_commands_keep_the_push_the_lines_and_the_gipf_pieces(move):
    (claim,) = PBEM.read(PBEM.write(move)).moves
    assert claim.push == move.push
    for hint, removal in ((claim.before, move.before), (claim.after, move.after)):
        assert hint.lines == {row.named_line for row in removal.rows}
        assert hint.gipf == removal.gipf


@given(moves)
def test_steps_keep_the_first_step_and_the_spots(move):
    (claim,) = STEPS.read(STEPS.write(move)).moves
    assert claim.push.gipf == move.push.gipf
    if move.push.dot:
        assert (claim.push.dot, claim.push.spot) == (
            move.push.dot,
            way(move.push.dot, move.push.spot)[0],
        )
    assert (claim.before.spots, claim.after.spots) == (move.before.spots, move.after.spots)


@pytest.mark.slow
@pytest.mark.parametrize("dialect", dialects("gipf"), ids=lambda dialect: dialect.name)
@given(move=moves)
def test_regular_expression_and_grammar_agree(dialect, move):
    text = dialect.write(move)
    assert dialect._read_canonical(text) == dialect._read_leniently(text)


@pytest.mark.slow
@pytest.mark.parametrize("dialect", dialects("gipf"), ids=lambda dialect: dialect.name)
@given(move=moves, around=st.sampled_from(["1. {} {}", "{}\t{}", "7. {}  8... {}", "{} / {}"]))
def test_moves_are_found_in_a_line_of_text(dialect, move, around):
    text = dialect.write(move)
    line = around.format(text, "e1-e2" if dialect is not PBEM else "ne1-e2")
    if dialect in (PBEM, STEPS) and (move.after or not line.startswith(text)):
        line = text
    assert text in [found[0].strip() for found in dialect.lenient_pattern.finditer(line)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("1. Gg2 (16) Gh4 (16 2. Gg1-g3 (14)", ["Gg2 (16)", "Gh4 (16", "Gg1-g3 (14)"]),
        ("1.i3-f6", ["i3-f6"]),
        ("1\N{HORIZONTAL ELLIPSIS}d1-d4", ["d1-d4"]),
        ("(3) f8-f4;x 3.f8-f3:xGf3", ["f8-f4;x", "f8-f3:xGf3"]),
        ("5. c1-e", ["c1-e"]),
        ("2. g2- 10.7.3S3", []),
        ("the 12 moves of a game", []),
    ],
)
def test_print_is_taken_apart_into_moves(line, found):
    assert [match[0] for match in SHORT.lenient_pattern.finditer(line)] == found


@pytest.mark.parametrize(
    ("dialect", "line", "found"),
    [
        ("steps", "Ka5-b5 xf6,g6 Wa4-b5", ["Ka5-b5 xf6,g6", "Wa4-b5"]),
        ("steps", "Ke9-e8 xc5,d6 xe6,g4 Wb6-c6", ["Ke9-e8 xc5,d6", "xe6,g4 Wb6-c6"]),
        ("steps", "Ke9-e8 xc5,d6 xe6,g4", ["Ke9-e8 xc5,d6 xe6,g4"]),
        ("steps", "e1-e2   xe6,g4 b6-c6", ["e1-e2", "xe6,g4 b6-c6"]),
        (
            "pbem",
            "ne1-e2 rowe1-e9 gipfe4 rowc1-c7 nb6-c6",
            ["ne1-e2 rowe1-e9 gipfe4", "rowc1-c7 nb6-c6"],
        ),
    ],
)
def test_words_of_running_text_are_parted_into_turns(dialect, line, found):
    assert [match[0] for match in find("gipf", dialect).lenient_pattern.finditer(line)] == found


@pytest.mark.parametrize("dialect", dialects("gipf"), ids=lambda dialect: dialect.name)
@examples(150)
@given(text=st.text(string.ascii_letters + string.digits + "-;:,()* ", max_size=30))
def test_any_text_is_read_or_refused_at_a_place_with_a_reason(dialect, text):
    try:
        read = len(dialect.read(text).moves)
    except UnreadableMove as error:
        read = bool(error.reason) and 0 <= error.column <= len(text)
    assert read
