"""Moves of phalanxes without a board: what games share, two meanings of a text, and stones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation import Reading, UnreadableMove, find_dialect, sniff
from notation.phalanx import DIRECTIONS, Move, Placement
from notation.registry import dialects
from notation.squares import cell_name
from tests.examples import examples
from tests.strategies import moves

EPAMINONDAS, CROSSINGS = dialects("epaminondas"), dialects("crossings")
ABBOTT, ABSTRACTPLAY, SPAN = EPAMINONDAS
every_dialect = pytest.mark.parametrize("dialect", EPAMINONDAS, ids=lambda one: one.name)


@every_dialect
@given(move=moves())
def test_games_of_phalanxes_write_and_read_moves_alike(dialect, move):
    other = find_dialect("crossings", dialect.name)
    text = dialect.write(move)
    assert other.write(move) == text
    assert other.read(text) == dialect.read(text)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_move_runs_from_tail_over_head_to_target(direction):
    north, east = DIRECTIONS[direction]
    move = Move(10, 10, 3, direction, 2)
    assert move.head == (10, 10)
    assert move.tail == (10 - 2 * north, 10 - 2 * east)
    assert move.target == (10 + 2 * north, 10 + 2 * east)


@pytest.mark.parametrize(
    ("text", "readings", "codes"),
    [
        ("f1,g2-h3", ["2.7.2NE1", "2.7.2NE2"], []),
        ("e12,f11h9", ["11.6.2SE2"], ["missing-dash"]),
        ("h1,h3-h6", ["3.8.3N3"], []),
        ("j5,j8-j12", ["8.10.4N4"], []),
        ("A5,C5-D5", ["5.3.3E1", "5.3.3E3"], ["letter-case"]),
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
def test_two_ends_and_a_target_mean_the_likeliest_first(text, readings, codes):
    reading = SPAN.read(text)
    assert [ABBOTT.write(move) for move in reading.moves] == readings
    assert [note.code for note in reading.notes] == codes


@given(moves().filter(lambda move: move.count > 1))
def test_ends_named_the_other_way_round_give_the_same_move(move):
    ends, target = SPAN.write(move).split("-")
    rear, head = ends.split(",")
    exchanged = SPAN.read(f"{head},{rear}-{target}")
    assert exchanged.moves == SPAN.read(SPAN.write(move)).moves
    assert [note.code for note in exchanged.notes] == ["ends-exchanged"]


def test_a_target_off_every_board_has_its_column_in_brackets():
    (move, *_) = SPAN.read("z1,b1-c1").moves
    assert move.target == (1, 27)
    assert SPAN.write(move) == "b1,z1-(27)1"


def script(move):
    """Write a move as a browser script does: it names the end nearest to its first square."""
    end = min(move.head, move.tail, key=lambda square: (-square[0], square[1]))
    if move.direction in ("NE", "SW"):
        end = min(move.head, move.tail)
    count = f" [{move.count}]" if move.count > 1 else ""
    captures = f" ×{move.captures}" if move.captures else ""
    return f"{cell_name(end)}→{cell_name(move.target)}".upper() + count + captures


@examples(200)
@given(moves(14, 12).filter(lambda move: move.count > 1 or move.captures))
def test_a_move_of_the_browser_script_is_read_as_it_was_meant(move):
    reading = SPAN.read(script(move))
    assert reading.moves[0] == move
    assert len(reading.moves) <= 2
    assert [note.code for note in reading.notes] == ["arrow"]
    assert SPAN.lenient_pattern.fullmatch(script(move))


@pytest.mark.parametrize(
    ("letters", "meant"), [("O", "W"), ("ON", "W"), ("OW", "E"), ("OWE", "W"), ("NOSW", "E")]
)
def test_the_directions_of_all_texts_settle_whether_o_is_west_or_east(letters, meant):
    settled = ABBOTT.settled([f"2.7.1{letter}1" for letter in letters])
    reading = settled.read("2.7.1O1")
    assert reading.moves[0].direction == meant
    assert reading.notes[0].code == {"W": "french-compass", "E": "german-compass"}[meant]


@pytest.mark.parametrize(("dialect", "captures"), [(ABBOTT, 0), (CROSSINGS[0], 1)])
def test_a_capture_without_a_number_takes_one_piece_where_none_takes_more(dialect, captures):
    reading = dialect.read("3.5.3N2x")
    assert reading.moves == (Move(3, 5, 3, "N", 2, captures),)
    assert [note.code for note in reading.notes] == ["missing-capture-count"]


@pytest.mark.parametrize(
    ("texts", "game", "name"),
    [
        (["2.5.2N2"], "epaminondas", "abbott"),
        (["2.5.2N2", "7.4.2S2"], "crossings", "abbott"),
        (["d1,d2-d4", "e8,e7-e5"], "crossings", "span"),
        (["d1,d2-d4", "e12,e11-e9"], "epaminondas", "span"),
    ],
)
def test_the_home_rows_of_first_moves_tell_the_games_apart(texts, game, name):
    assert sniff(texts, (*EPAMINONDAS, *CROSSINGS)) is find_dialect(game, name)


@pytest.mark.parametrize(
    ("text", "ply", "fits"),
    [
        ("n1-n2", 0, True),
        ("o1-o2", 0, False),
        ("a12-a11", 0, False),
        ("a12-a11", 1, True),
        ("A5-A6", 0, False),
        ("a5-a6", 2, True),
        ("a13-a12", 2, False),
        ("?", 2, False),
    ],
)
def test_first_moves_fit_the_home_rows_and_all_the_board(text, ply, fits):
    assert SPAN.fits(text, ply) is fits


@every_dialect
@given(row=st.integers(1, 26), column=st.integers(1, 26))
def test_the_square_of_a_stone_is_read_back(dialect, row, column):
    stone = Placement(row, column)
    text = dialect.write(stone)
    assert dialect.read(text) == Reading((stone,))
    assert stone.target == (row, column)
    assert dialect.are_canonical([text])
    assert dialect.read(f" {text}").moves == (stone,)


@pytest.mark.parametrize("text", ["e5", "5.5"])
@pytest.mark.parametrize("dialect", CROSSINGS, ids=lambda one: one.name)
def test_crossings_has_no_stones(dialect, text):
    with pytest.raises(UnreadableMove):
        dialect.read(text)
