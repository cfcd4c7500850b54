"""Sheets with one move a line behind the name of its side, some lines damaged."""

import pytest

import records
from tests.records.test_scans import MOVES

NAMES = ("White", "Black")


def sheet(moves, names=NAMES, title="Gipf - Game 3"):
    lines = [f"{names[at % len(names)]}: {move}" for at, move in enumerate(moves)]
    return [title, *lines]


def read(lines):
    (record,) = records.read_text("\n".join(lines) + "\n")
    return record


def layouts(record):
    return [one.message for one in record.findings if one.code == "layout"]


@pytest.mark.parametrize("at", range(len(MOVES)))
@pytest.mark.parametrize("damaged", ["£4", "©", "foie eas"])
def test_a_line_that_is_no_move_stays_as_a_ply(at, damaged):
    record = read(sheet((*MOVES[:at], damaged, *MOVES[at + 1 :])))
    assert len(record.moves) == len(MOVES)
    assert (record.moves[:at], record.moves[at + 1 :]) == (MOVES[:at], MOVES[at + 1 :])
    assert record.game == "gipf"


@pytest.mark.parametrize("at", range(1, len(MOVES) - 1))
def test_a_lost_line_is_an_unreadable_ply_of_its_side(at):
    lines = sheet(("£4", *MOVES[1:]))
    del lines[at + 1]
    record = read(lines)
    assert len(record.moves) == len(MOVES)
    assert record.moves[at] == "?"
    assert record.moves[at + 1 :] == MOVES[at + 1 :]
    assert any(f"lost, before line {at + 2}" in one for one in layouts(record))


def test_the_layout_is_noted_once_and_names_of_players_are_no_moves():
    lines = sheet((*MOVES[:2], "£4", *MOVES[3:]))
    record = read([lines[0], "White: Anna Smith", "Black: Bo Berg", *lines[1:]])
    assert len(record.moves) == len(MOVES)
    assert record.tags["White"] == "Anna Smith"
    assert len(layouts(record)) == 1
    assert not layouts(read(sheet(MOVES)))


def test_a_misread_name_is_that_of_the_side_whose_turn_it_is():
    lines = sheet(MOVES)
    lines[4] = lines[4].replace("Black", "B1ack")
    assert read(lines).moves == MOVES


def test_a_misread_move_with_its_count_stays_as_a_ply():
    moves = [f"{move} ({at})" for at, move in enumerate(("b3", "h3", "b4", "h4", "e2", "£2"))]
    record = read(sheet(moves))
    assert record.moves[:5] == tuple(moves[:5])
    assert record.moves[5].startswith("£2")
