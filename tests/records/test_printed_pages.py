"""Print beside the moves of a page: marks, remarks, results, titles, and ruled lines."""

import io
import re
import sys

import pytest
from PIL import Image, ImageDraw

import records
from records.scans.image import unruled
from tests.cases import each_case
from tests.records.printed import hocr, sheet
from tests.records.test_pictures import printed, program
from tests.records.test_scans import MOVES, ROWS

assert program  # The fixture of another module.

GREY, BLACK, WHITE = 150, 0, 255
GAME = ["D3", "B4", "E4", "A4", "A6", "F2", "D4", "A5", "A3 (A4, A5)", "D6", "B6", "A2"]


def rows(moves):
    return [(f"{at // 2 + 1}.", *moves[at : at + 2]) for at in range(0, len(moves), 2)]


@pytest.fixture
def read(tmp_path):
    """Return a function that reads the words of a page."""

    def of(words):
        path = tmp_path / "page.hocr"
        path.write_text(hocr(words), encoding="utf-8")
        return list(records.read(path))

    return of


def below(text, line=1, left=60):
    """Return the words of a printed line below a game."""
    top = 150 + 30 * (len(GAME) // 2 - 1 + line)
    return [(word, left + 120 * at, top) for at, word in enumerate(text.split())]


@each_case("marks", ["!", "?", "!?", "??"])
@each_case("at", [0, 1, 5, 11])
def test_marks_behind_a_move_are_no_part_of_it(read, at, marks):
    moves = [*GAME[:at], GAME[at] + marks, *GAME[at + 1 :]]
    (record,) = read(sheet(rows(moves)))
    assert list(record.moves) == GAME
    assert record.details[at]["marks"] == marks
    assert record.details[at]["box"]


@pytest.mark.parametrize("remark", ["good reply", "better C2"])
def test_a_remark_beside_a_move_is_a_comment(read, remark):
    moves = [*GAME[:5], f"{GAME[5]} {remark}", *GAME[6:]]
    (record,) = read(sheet(rows(moves)))
    assert list(record.moves) == GAME
    assert record.details[5]["comment"] == remark


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", "1-0"),
        ("Résultat : 0-1", "0-1"),
        ("Red resigns", "0-1"),
        ("Draw", "1/2-1/2"),
    ],
)
@pytest.mark.parametrize("page", ["", "12"])
def test_a_result_below_the_table_is_that_of_the_game(read, text, result, page):
    words = [*sheet(rows(GAME)), *below(text), *below(page, 3, 40)]
    (record,) = read(words)
    assert (list(record.moves), record.result) == (GAME, result)


@pytest.mark.parametrize("more", [1, 2, 9])
def test_printed_numbers_without_moves_are_no_rows(read, more):
    last = len(GAME) // 2
    empty = [(f"{last + at}.",) for at in range(1, more + 1)]
    (record,) = read(sheet([*rows(GAME), *empty]))
    assert list(record.moves) == GAME
    assert "at the end: no move follows it" in " ".join(one.message for one in record.findings)


@pytest.mark.parametrize("edge", [130, 150])
def test_brackets_that_reach_into_the_next_column_belong_to_their_move(read, edge):
    words = [word for word in sheet(rows(GAME), columns=(40, 90, edge)) if word[2] != 150 + 4 * 30]
    row = [("5.", 40), ("A3", 90), ("(A4,", 120), ("A5)", 170), ("D6", 210)]
    (record,) = read([*words, *((text, left, 270) for text, left in row)])
    assert list(record.moves) == GAME


def test_numbers_of_titles_are_no_column_of_numbers(read):
    words = []
    for at in range(2):
        top = 100.0 + 400 * at
        lines = [f"Game {at + 1}", "", *(" ".join(row) for row in rows(GAME))]
        for number, line in enumerate(lines):
            words += [
                (found[0], 40.0 + 10 * found.start(), top + 30 * number)
                for found in re.finditer(r"\S+", line)
            ]
    found = read(words)
    assert [list(one.moves) for one in found] == [GAME, GAME]


def form(size=(700, 400), grey=BLACK):
    """Return a picture of a form with boxes, and the same picture without the boxes."""
    empty = Image.new("L", size, WHITE)
    draw = ImageDraw.Draw(empty)
    for x in range(40, size[0] - 40, 120):
        for y in range(40, size[1] - 40, 60):
            for stroke in range(3):
                draw.rectangle((x + 30 + 14 * stroke, y + 20, x + 33 + 14 * stroke, y + 40), BLACK)
    ruled = empty.copy()
    draw = ImageDraw.Draw(ruled)
    for x in range(40, size[0] - 20, 120):
        draw.line((x, 40, x, size[1] - 60), grey, 2)
    for y in range(40, size[1] - 20, 60):
        draw.line((40, y, size[0] - 60, y), grey, 2)
    return ruled, empty


def stored(*pages):
    data = io.BytesIO()
    pages[0].save(data, "TIFF", save_all=True, append_images=pages[1:])
    return data.getvalue()


@pytest.mark.parametrize("grey", [BLACK, GREY])
@pytest.mark.parametrize("height", [0, 20])
def test_rules_are_taken_out_and_nothing_else(grey, height):
    ruled, empty = form(grey=grey)
    clean = unruled(stored(ruled, ruled), height)
    assert clean is not None
    with Image.open(io.BytesIO(clean)) as picture:
        assert getattr(picture, "n_frames", 1) == 2
        assert picture.convert("L").tobytes() == empty.tobytes()


def test_a_picture_without_rules_is_left_alone():
    assert unruled(stored(form()[1]), 20) is None
    assert unruled(stored(Image.new("L", (300, 200), WHITE)), 0) is None
    assert unruled(b"no picture", 20) is None


def test_pictures_are_read_as_they_are_without_pillow(program, monkeypatch):
    data = stored(form()[0])
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert unruled(data, 20) is None
    record, seen = program(printed(0.5, 80), data=data)
    assert record.moves == MOVES
    assert seen == [data]


def test_strokes_of_tall_letters_are_no_rules():
    page = Image.new("L", (400, 300), WHITE)
    ImageDraw.Draw(page).rectangle((60, 100, 66, 180), BLACK)
    assert unruled(stored(page), 80) is None


def test_of_two_readings_the_one_with_more_words_is_taken(program):
    few = printed(1, 90).replace(b"ocrx_word", b"word", 8)
    record, seen = program(few, printed(1, 90), data=stored(form()[0]))
    assert record.moves == MOVES
    assert len(seen) == 2
    assert "without its ruled lines" in record.findings[0].message
    record, _ = program(printed(1, 90), few, data=stored(form()[0]))
    assert record.moves == MOVES
    assert "ruled" not in record.findings[0].message
    assert len(ROWS) > 2
