"""Layouts of sheets: bands of blocks, a number before each move, running text, parted tables."""

from pathlib import Path

import pytest

import records
from records.text.layout import band_starts

MOVES = [
    "2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3", "2.8.1SW1", "11.11.2SW2", "4.7.3N3", "9.9.2SW2",
    "1.2.1N1", "12.3.1S1", "2.4.1N1", "11.2.2S1", "2.12.1N1", "12.9.1S1", "1.9.1N1", "11.1.1S1",
]  # fmt: skip
ROWS = [f"{at // 2 + 1}. {MOVES[at]} {MOVES[at + 1]}" for at in range(0, len(MOVES), 2)]
MISREAD = str.maketrans("S", "8")
HEADING = "White Black White Black"


def read(*lines: str) -> records.Record:
    (record,) = records.read_text("\n".join(lines) + "\n", game="epaminondas")
    return record


def notes(record: records.Record) -> str:
    return "\n".join(one.message for one in record.findings)


def damaged(text: str) -> str:
    """Return a text of which one move cannot be read."""
    return text.replace("9.9.2SW2", "9.9.2$W2")


BANDS = [HEADING, f"{ROWS[0]} {ROWS[2]}", f"{ROWS[1]} {ROWS[3]}",
         HEADING, f"{ROWS[4]} {ROWS[6]}", f"{ROWS[5]} {ROWS[7]}"]  # fmt: skip


@pytest.mark.parametrize("change", [str, damaged], ids=["clean", "damaged"])
def test_below_blocks_side_by_side_the_rows_go_on(change):
    record = read(*map(change, BANDS))
    assert list(record.moves) == [change(move) for move in MOVES]
    assert "blocks of rows from 1 beside 3, below them blocks of rows from 5 beside 7" in notes(
        record
    )


@pytest.mark.parametrize(
    "lines",
    [
        [line.replace("5. 1", "45. 1") for line in BANDS],
        [line.replace("7. 2.12", "7.. 2.12") for line in BANDS],
    ],
    ids=["first of the lower band", "second block"],
)
def test_misread_numbers_of_bands_are_found_by_the_others(lines):
    record = read(*lines)
    assert len(record.moves) == len(MOVES)
    assert [move for move in record.moves if move in MOVES] == [
        move for move in MOVES if move in record.moves
    ]
    assert sum(move in MOVES for move in record.moves) >= len(MOVES) - 1


def test_rows_one_below_the_other_are_one_band():
    assert band_starts([[(0, 1)], [(0, 2)], [], [(0, 412)], [(0, 4)], [(0, 415)]]) == [(0, 0)]


@pytest.mark.parametrize("change", [str, damaged], ids=["clean", "damaged"])
def test_a_number_before_each_move_is_no_second_row(change):
    rows = [row.replace(f" {MOVES[2 * at + 1]}", f"   {at + 1}. {MOVES[2 * at + 1]}")
            for at, row in enumerate(ROWS)]  # fmt: skip
    record = read("White   Black", *map(change, rows))
    assert list(record.moves) == [change(move) for move in MOVES]


@pytest.mark.parametrize("first", ["4.", "i.", "I"])
def test_running_text_may_begin_with_a_misread_number(first):
    words = [first, *" ".join(ROWS).translate(MISREAD).split()[1:]]
    record = read(" ".join(words[:8]), " ".join(words[8:15]), " ".join(words[15:]))
    assert [move for move in record.moves if "N" in move] == [one for one in MOVES if "N" in one]
    assert "reader-fault" not in {one.code for one in record.findings}


def test_running_text_that_can_be_read_is_read_token_by_token():
    record = read(" ".join(ROWS[:5]), " ".join(ROWS[5:]))
    assert list(record.moves) == MOVES
    assert "running text" not in notes(record)


@pytest.mark.parametrize(
    "again", [["Epaminondas - Game 3", "(continued)", "White Black"], ["- 2 -"]]
)
def test_a_table_goes_on_below_titles_that_stand_there_again(again):
    rows = [damaged(row) for row in ROWS]
    record = read("Epaminondas - Game 3", "White Black", *rows[:4], *again, *rows[4:])
    assert list(record.moves) == [damaged(move) for move in MOVES]


def test_a_second_table_that_begins_with_1_is_another_game():
    rows = [damaged(row) for row in ROWS]
    text = "\n".join(["Game 1", *rows, "", "Game 2", *rows]) + "\n"
    found = records.read_text(text, game="epaminondas")
    assert [len(one.moves) for one in found] == [len(MOVES)] * 2


@pytest.mark.parametrize("remark", ["(A2 was better)", "[A2 was better]"])
def test_remarks_in_brackets_are_no_part_of_damaged_rows(remark):
    rows = ["1. D3 B4", f"2. A4 {remark} C2", "3. £5 B1", "4. F2 A1"]
    (record,) = records.read_text("Megiddo\n" + "\n".join(rows) + "\n")
    assert record.moves == ("D3", "B4", "A4", "C2", "£5", "B1", "F2", "A1")
    assert record.details[2]["comment"] == remark[1:-1]


def test_where_one_side_is_a_table_of_moves_so_is_the_other():
    garbled = ["i. 8a b4", "2. £-rr", "3 5O5-l", "4. 1Oz..6"]
    rows = [f"{at + 1}. {move}" for at, move in enumerate(MOVES[:8:2])]
    record = read("White", *rows, "Black", *garbled)
    assert list(record.moves[::2]) == MOVES[:8:2]
    assert len(record.moves) == 8


def test_the_title_names_the_game_of_damaged_moves():
    rows = ["1. e2-d3 d$-f6", "2. a2-b3 f6-g6", "3. f2-e3 c7-d6", "4. h2-e2 e8-b5"]
    (record,) = records.read_text("\n".join(["Crossings - Partie 18", *rows]) + "\n")
    assert record.game == "crossings"


def scan(lines: list[list[tuple[int, str]]]) -> str:
    """Return the words of lines, each with its left edge, as tesseract's table."""
    head = "level page_num block_num par_num line_num word_num left top width height conf text"
    rows = [
        f"5 1 1 1 {at} {index} {left} {30 * at} {10 * len(text)} 16 90 {text}"
        for at, line in enumerate(lines, start=1)
        for index, (left, text) in enumerate(line, start=1)
    ]
    return "".join("\t".join(row.split(" ")) + "\n" for row in [head, *rows])


def cells(row: str, left: int) -> list[tuple[int, str]]:
    number, white, black = row.split()
    return [(left, number), (left + 40, white), (left + 200, black)]


def blocks(rows: list[str], lengths: list[int], left: int = 400) -> list[list[tuple[int, str]]]:
    """Return rows in blocks side by side, so many rows in each."""
    first, second = rows[: lengths[0]], rows[lengths[0] : sum(lengths)]
    return [
        cells(row, 10) + (cells(second[at], left) if at < len(second) else [])
        for at, row in enumerate(first)
    ]


def read_scan(tmp_path: Path, lines: list[list[tuple[int, str]]]) -> list[records.Record]:
    path = tmp_path / "sheet.tsv"
    path.write_text(scan(lines), encoding="utf-8")
    return list(records.read(path))


@pytest.mark.parametrize("lower", [[2, 2], [3, 1]], ids=["even", "one row in the last block"])
def test_bands_of_a_scan_are_read_one_below_the_other(tmp_path, lower):
    heading = [(50, "White"), (210, "Black"), (450, "White"), (610, "Black")]
    lines = [heading, *blocks(ROWS, [2, 2]), heading, *blocks(ROWS[4:], lower, 480)]
    (record,) = read_scan(tmp_path, lines)
    assert list(record.moves) == MOVES


def test_a_scanned_table_goes_on_below_titles(tmp_path):
    title = [[(10, "Epaminondas"), (150, "-"), (170, "Game"), (230, "7")], [(50, "White")]]
    parts = [cells(row, 10) for row in ROWS]
    (record,) = read_scan(tmp_path, [*title, *parts[:5], [(10, "Oe")], *title, *parts[5:]])
    assert list(record.moves) == MOVES


def test_lines_below_the_last_table_of_a_scan_are_noted(tmp_path):
    lines = [cells(row, 10) for row in ROWS]
    (record,) = read_scan(tmp_path, [*lines, [(10, "played"), (90, "in"), (130, "Paris")]])
    assert list(record.moves) == MOVES
    assert "skipped-text" in {one.code for one in record.findings}


@pytest.mark.parametrize("indent", ["", "      ", "\t"], ids=["none", "blanks", "a tab"])
def test_the_digits_of_a_move_on_a_line_of_its_own_number_no_row(indent):
    pairs = zip(MOVES[::2], MOVES[1::2], strict=True)
    lines = [f"{n}. {one}\n{indent}{two}" for n, (one, two) in enumerate(pairs, start=1)]
    (record,) = records.read_text("\n".join(lines) + "\n")
    assert (list(record.moves), record.findings) == (MOVES, ())
