"""Rows with too few moves: a lost column, and two moves with a dash between them."""

import pytest

import records
from analysis.repair.repair import repair
from analysis.replay import replay
from records import Record

MEGIDDO = ["D3", "B4", "E4", "A4", "A6", "F2", "D4", "A5"]
EPAMINONDAS = [
    "2.8.2N1",
    "11.13.1SW1",
    "1.7.4E1",
    "11.5.2SW1",
    "3.8.2N2",
    "11.10.2SE1",
    "2.9.2N2",
    "10.4.3S1",
]


def read(lines: list[str], game: str | None = None) -> Record:
    (record,) = records.read_text("\n".join(lines) + "\n", game=game)
    return record


def numbered(moves: list[str], indent: str = " ") -> list[str]:
    return [f"{number}.{indent}{move}" for number, move in enumerate(moves, start=1)]


@pytest.mark.parametrize("column", [0, 1])
def test_unreadable_plies_stand_for_a_column_that_the_heading_shows_to_be_lost(column):
    heading = "   White     Black"
    record = read(
        [heading, *numbered(EPAMINONDAS[column::2], " " * (2 + 10 * column))], "epaminondas"
    )
    expected = ["?"] * 8
    expected[column::2] = EPAMINONDAS[column::2]
    assert list(record.moves) == expected[: 7 + column]
    assert "lost-ply" in {one.code for one in record.findings}
    assert replay(record).played == (1, 0)[column]


@pytest.mark.slow
@pytest.mark.parametrize("column", [0, 1])
def test_the_board_shows_that_the_moves_are_one_sides(column):
    record = read(numbered(EPAMINONDAS[column::2]))
    verdict = replay(record)
    assert verdict.record.moves[column::2] == tuple(EPAMINONDAS[column::2])
    assert set(verdict.record.moves[1 - column :: 2]) == {"?"}
    (one,) = [one for one in verdict.findings if one.code == "lost-ply"]
    assert f"the moves of column {column + 1} of 2" in one.message
    assert not repair(record, seconds=0.5).mended


def test_plies_that_are_numbered_one_by_one_are_a_game_of_their_own():
    record = read(numbered(EPAMINONDAS))
    verdict = replay(record)
    assert verdict.valid
    assert verdict.record.moves == tuple(EPAMINONDAS)
    lost = replay(read(numbered([*EPAMINONDAS[:1], *EPAMINONDAS[2:]])))
    assert "?" not in lost.record.moves
    assert [one.code for one in lost.violations] == ["missing-ply"]


def test_of_three_sides_that_the_heading_names_one_may_be_lost():
    rows = [f"{at // 2 + 1}.  {MEGIDDO[at]}   {MEGIDDO[at + 1]}" for at in range(0, 8, 2)]
    record = read(["    Red   Blue   Green", *rows], "megiddo")
    assert record.moves[:6] == ("D3", "B4", "?", "E4", "A4", "?")
    assert record.columns == 3


@pytest.mark.parametrize("capture", ["A3 (A4, A5)-D6", "A3-D6", "A£-D6"])
def test_a_dash_that_parts_two_moves_in_every_row_is_left_out(capture):
    pairs = [f"{one}-{two}" for one, two in zip(MEGIDDO[::2], MEGIDDO[1::2], strict=True)]
    record = read(numbered([*pairs, capture, "B6-"]))
    assert record.moves[:8] == tuple(MEGIDDO)
    assert [move.replace(" ", "") for move in record.moves[8:]] == [
        *capture.replace(" ", "").split("-"), "B6"
    ]  # fmt: skip
    assert "parting-dash" in {one.code for one in record.findings}


def test_dashes_inside_moves_stay():
    record = read(numbered(["f1-d2", "a2-c2", "i2-g2", "b1-b3"]), "gipf")
    assert record.moves == ("f1-d2", "a2-c2", "i2-g2", "b1-b3")


@pytest.mark.parametrize(
    ("row", "moves"),
    [
        (["3.. 3.8.2N2 11.10.2SE1"], ["3.8.2N2", "11.10.2SE1"]),
        (["3. 3.8.2N2", "3.. 11.10.2SE1"], ["3.8.2N2", "11.10.2SE1"]),
        (["3.. 11.10.2SE1"], ["?", "11.10.2SE1"]),
    ],
    ids=["number", "second side", "first move lost"],
)
@pytest.mark.parametrize("sign", ["..", "..."])
def test_two_dots_behind_a_number_are_no_move(row, moves, sign):
    if sign == "..." and moves[0] != "?" and len(row) == 1:
        pytest.skip("three dots stand for a move")
    pairs = zip(EPAMINONDAS[::2], EPAMINONDAS[1::2], strict=True)
    rows = [f"{number}. {one} {two}" for number, (one, two) in enumerate(pairs, start=1)]
    record = read([*rows[:2], *(one.replace("..", sign) for one in row), *rows[3:]])
    assert record.moves == (*EPAMINONDAS[:4], *moves, *EPAMINONDAS[6:])
