"""The text reader: gaps in the numbering, columns of different lengths, numbers without moves."""

import io
import json

import pytest
from click.testing import CliRunner

import records
from analysis.cli import cli
from analysis.repair.repair import repair
from analysis.replay import replay
from tests.records.samples import codes, read_all, read_one

MOVES = (
    *("E4", "E6", "B1", "B6", "E3", "F4", "C1", "F6", "B2", "F1"),
    *("D3", "D4", "F2", "B4", "E5", "A2", "C6", "B3", "A1", "C3"),
)
ROWS = [(number, MOVES[2 * number - 2 : 2 * number]) for number in range(1, 11)]


def sheet(rows, joint="\n"):
    return joint.join(f"{number}. {' '.join(row)}" for number, row in rows) + "\n"


def holes(record):
    return [at for at, move in enumerate(record.moves) if move == "?"]


def without(*lost):
    return [row for row in ROWS if row[0] not in lost]


@pytest.mark.parametrize("joint", ["\n", " "], ids=["row by row", "running on"])
@pytest.mark.parametrize("lost", [(4,), (4, 5, 6), (3, 4, 5, 6, 7, 8)], ids=str)
def test_unreadable_plies_stand_for_rows_that_the_numbers_show_to_be_lost(lost, joint):
    record = read_one(sheet(without(*lost), joint))
    assert holes(record) == [at for row in lost for at in (2 * row - 2, 2 * row - 1)]
    assert [move for move in record.moves if move != "?"] == [
        move for _, row in without(*lost) for move in row
    ]
    assert "lost-ply" in codes(record)


@pytest.mark.parametrize("joint", ["\n", " "], ids=["row by row", "running on"])
def test_a_shorter_column_is_filled_up(joint):
    rows = [(number, row if number < 8 else row[:1]) for number, row in ROWS]
    record = read_one(sheet(rows, joint))
    assert holes(record) == [15, 17]
    assert record.moves[14::2] == (MOVES[14::2])


def test_a_lost_ply_stands_in_the_column_where_nothing_is_written():
    text = "1.  E4   E6\n2.  B1   B6\n3.       F4\n4.  C1   F6\n5.  B2\n6.  D3   D4\n7.       B4\n"
    assert read_one(text).moves == (
        *("E4", "E6", "B1", "B6", "?", "F4", "C1", "F6", "B2", "?", "D3", "D4", "?", "B4"),
    )


def test_without_columns_a_damaged_row_keeps_the_order_that_it_was_cut_in():
    rows = [(number, row if number != 5 else row[1:]) for number, row in ROWS]
    record = read_one(sheet(rows).replace("E3 F4", "\N{COPYRIGHT SIGN} F4"))
    assert record.moves[8:10] == ("?", "F1")


def test_sides_of_different_lengths_are_one_game():
    white, black = MOVES[::2], MOVES[1::2]
    columns = [[*enumerate(white, 1)], [*enumerate(black[:6], 1)]]
    text = "\n".join(
        f"{side}\n{sheet([(number, [move]) for number, move in column])}"
        for side, column in zip(("White", "Black"), columns, strict=True)
    )
    (record,) = read_all(text)
    assert holes(record) == [13, 15, 17]
    assert record.moves[::2] == tuple(white)


def test_games_of_sides_are_apart_where_a_side_is_named_again():
    one = "White\n1. E4\n2. B1\n3. E3\nBlack\n1. E6\n2. B6\n3. F4\n"
    assert [record.moves for record in read_all(one * 2)] == [(MOVES[:6])] * 2


MISPRINTS = {
    "a misprint": ("1. {} {} 2. {} {} 31. {} {} 4. {} {}", "row-number"),
    "plies in the wrong row": ("1. {} {} 2. {} 3. {} {} {} 4. {} {}", "move-number"),
    "a number before the end": ("1. {} {} 2. {} {} 4. {} {}", "move-number"),
    "numbers without moves at the end": ("1. {} {} 2. {} {} 3. {} {} 4. 5. 6.", "skipped-text"),
}


@pytest.mark.parametrize(("shape", "code"), MISPRINTS.values(), ids=MISPRINTS)
def test_numbers_that_show_no_certain_loss_add_no_ply(shape, code):
    record = read_one(shape.format(*MOVES))
    assert record.moves == (MOVES[: shape.count("{}")])
    assert code in codes(record)


UNKNOWN = {
    "the first rows": sheet(ROWS[3:]),
    "the last moves, which a tag counts": f'[PlyCount "30"]\n\n{sheet(ROWS)}',
    "perhaps one before the last": sheet([*ROWS[:5], ROWS[8]], " "),
}


@pytest.mark.parametrize("text", UNKNOWN.values(), ids=UNKNOWN)
def test_repair_names_moves_that_may_be_missing(text, tmp_path):
    path = tmp_path / "sheet.txt"
    path.write_text(text)
    printed = " ".join(CliRunner().invoke(cli, ["repair", str(path)]).output.split())
    assert "nothing to mend, but moves may be missing" in printed
    found = json.loads(CliRunner().invoke(cli, ["repair", "--json", str(path)]).output)
    (gap,) = found["gaps"]
    assert "may be missing" in gap["message"]
    assert gap["message"].split()[-1] in printed
    assert "gaps" not in repair(read_one(sheet(ROWS))).to_json()


def test_confidence_is_halved_where_moves_may_be_missing():
    slip = sheet(ROWS).replace("C1", "C11", 1)
    whole, beginning = repair(read_one(slip)), repair(read_one(slip.replace("1. E4 E6\n", "", 1)))
    assert whole.confidence > 0.5 > beginning.confidence
    assert all(edit.confidence <= 0.5 for edit in beginning.edits)


def test_dots_before_a_first_row_and_a_start_show_no_loss():
    assert not codes(read_one("1. ... {} 2. {} {} 3. {} {}".format(*MOVES)))
    assert "missing-moves" not in codes(read_one('[Start "x"]\n\n4. {} {} 5. {} {}'.format(*MOVES)))


def scanned(rows):
    """Return the hOCR of rows of two columns; empty texts and rows were not recognised."""
    lines = []
    for at, row in enumerate(rows):
        boxes = [f"bbox {x} {40 * at} {x + 30} {40 * at + 20}" for x in (100, 220)]
        words = [
            f'<span class="ocrx_word" title="{box}">{text}</span>'
            for box, text in zip(boxes, row, strict=True)
            if text
        ]
        lines += [f'<span class="ocr_line">{"".join(words)}</span>'] if words else []
    return f'<div class="ocr_page">{"".join(lines)}</div>'


def test_lines_of_print_show_what_is_lost_where_rows_have_no_numbers():
    rows = [list(row) for _, row in ROWS]
    rows[3] = rows[4] = ["", ""]
    rows[6][0] = rows[7][1] = ""
    rows[8] = ["@", "8;"]
    (record,) = records.read(io.StringIO(scanned(rows)), format="hocr")
    expected = [text or "?" for row in rows for text in row]
    assert record.moves == tuple(expected)
    assert {"lost-ply", "layout"} <= set(codes(record))


@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_damaged_text_without_numbers_keeps_a_ply_for_each_column(width):
    lines = [" ".join(MOVES[at : at + width]) for at in range(0, 18, width)]
    whole = read_one("\n".join(lines))
    assert "layout" not in codes(whole)
    lines[2] = lines[2].replace(lines[2].split()[0], "@4", 1)
    record = read_one("\n".join(lines))
    assert len(record.moves) == 18
    assert "layout" in codes(record)


def test_prose_and_lists_are_no_rows_without_numbers():
    text = "\n".join(["see page 3", "A4 paper", "B5 paper", "room 12", "hall C3", "a 4", "b 5"])
    assert not any("layout" in codes(record) for record in read_all(text))


@pytest.mark.parametrize("damage", ["C3", "C£"], ids=["tidy", "damaged"])
def test_a_column_lost_on_every_row_is_noted(damage):
    moves = ["E4", "B1", "A6", damage, "F5", "F4"]
    rows = "\n".join(f"{number}. {move}" for number, move in enumerate(moves, start=1))
    (found,) = records.read_text(f"White  Black\n{rows}\n", game="megiddo")
    assert found.moves[1::2] == ("?",) * 5
    assert "lost-ply" in codes(found)
    settled = replay(found).record
    if damage == "C3":  # As it happens, the moves are legal one after the other.
        assert settled.moves == tuple(moves)
        (one,) = [note for note in settled.findings if note.code == "missing-moves"]
        assert "names 2 sides, and every row has one move" in one.message
    (alone,) = records.read_text(f"Moves\n{rows}\n", game="megiddo")
    assert not [note for note in alone.findings if note.code == "missing-moves"]


def test_a_heading_of_two_sides_above_both_is_no_sign_of_a_lost_column():
    text = "White  Black\n1. E4\n1... B1\n2. A6\n2... C3\n3. F5 F4\n"
    (found,) = records.read_text(text, game="megiddo")
    assert len(found.moves) == 6
    assert not [note for note in found.findings if note.code == "missing-moves"]
