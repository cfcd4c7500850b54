"""Doubtful text: what may be moves or a comment is read so that the moves are legal."""

import pickle
from io import StringIO

import pytest

import records
from analysis.repair.repair import repair
from analysis.replay import replay

TAG = '[Game "megiddo"]\n[Variant "base"]\n\n'

DOUBTFUL = {
    "comment, only so": ("1. D3 B4 ; D3\n2. C2 D2\n", "D3 B4 C2 D2", "'; D3' is read as a comment"),
    "comment, both": ("1. D3 B4 ; A4\n2. C2 D2\n", "D3 B4 C2 D2", None),
    "comment, none": ("1. D3 B4 ; A4\n2. D3 D2\n", "D3 B4 D3 D2", None),
    "row, only moves": (
        "1. D3 ; B4 A4\n2. C2 D2\n", "D3 B4 A4 C2 D2", None),
    "row, only a comment": (
        "1. D3 ; D3 A4\n1... B4\n2. C2 D2\n", "D3 B4 C2 D2", "'; D3 A4' is read as a comment"),
}  # fmt: skip


def read(text):
    return next(records.read(StringIO(text)))


def reading_notes(game):
    return [one.message for one in game.findings if one.code == "legal-reading"]


@pytest.mark.parametrize(("text", "moves", "how"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_the_board_decides_between_moves_and_a_comment(text, moves, how):
    game = replay(read(TAG + text))
    assert " ".join(game.record.moves) == moves
    assert game.record.doubt is None
    notes = reading_notes(game)
    assert notes == ([f"{how}: only so are the moves legal to the end"] if how else [])


PUSHED = '[Game "epaminondas"]\n\n'

PUSHES = {
    "only a comment": ("1. a2-a3 a11-a10 (a2-a3)\n2. b2-b3 b11-b10\n", True),
    "both": ("1. a2-a3 a11-a10 (a3-a4 a10-a9)\n2. b2-b3 b11-b10\n", False),
    "none": ("1. a2-a3 a11-a10 (a2-a3)\n2. b2-b3 b10-b9\n", False),
}


@pytest.mark.parametrize(("text", "decides"), PUSHES.values(), ids=PUSHES)
def test_the_board_decides_between_a_bracket_and_moves(text, decides):
    game = replay(read(PUSHED + text))
    assert len(game.record.moves) == 4
    (first,) = (one.message for one in game.findings if one.code == "comment")
    assert "is read as a comment: no move in it is played" in first
    assert len(reading_notes(game)) == decides


ONLY_MOVES = {
    "a rest": "1. a2-a3 a11-a10 ; a3-a4 a10-a9\n2. a4-a5 a9-a8\n",
    "a bracket": "1. a2-a3 a11-a10 (a3-a4 a10-a9)\n2. a4-a5 a9-a8\n",
    "square brackets": "1. a2-a3 a11-a10 [a3-a4 a10-a9]\n2. a4-a5 a9-a8\n",
    "two brackets": "1. a2-a3 (a11-a10)\n2. a3-a4 (a10-a9)\n3. a4-a5 (a9-a8)\n",
}


@pytest.mark.parametrize("text", ONLY_MOVES.values(), ids=ONLY_MOVES)
def test_moves_in_brackets_or_after_a_semicolon_are_played_if_only_so_they_are_legal(text):
    record = read(PUSHED + text)
    game = replay(record)
    assert game.record.moves == ("a2-a3", "a11-a10", "a3-a4", "a10-a9", "a4-a5", "a9-a8")
    assert game.valid
    (note,) = reading_notes(game)
    assert "is read as moves" in note
    assert [game.record.place(index) for index in range(6)] == sorted(game.record.places)
    assert repair(record).valid
    assert replay(game.record).findings == game.findings
    assert replay(pickle.loads(pickle.dumps(record))).findings == game.findings


def test_the_likeliest_of_several_legal_readings_is_taken():
    text = "1. a2-a3 (a11-a10)\n2. a3-a4 (a10-a9)\n3. a4-a5 (a9-a8)\n"
    game = replay(read(PUSHED + text))
    assert len(game.record.moves) == 6
    (note,) = reading_notes(game)
    assert note.endswith("the likeliest of 2 readings with moves that are legal to the end")


def test_doubtful_places_without_end_make_few_readings():
    row = "{}. D3 B4 ; A5\n"
    record = read(TAG + "".join(row.format(number) for number in range(1, 200)))
    assert 0 < len(record.doubt.others) < 8
    assert all(other.doubt.others == () for other in record.doubt.others)
    assert "and 196 more places" in record.doubt.note.message


def test_a_record_without_doubtful_text_has_one_reading():
    for text in ("1. D3 B4 ; a comment\n2. C2 D2\n", "1. D3 ; B4\n2. C2 ; D2\n", "1. D3 B4\n"):
        assert read(TAG + text).doubt is None
