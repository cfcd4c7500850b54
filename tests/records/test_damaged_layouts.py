"""Damaged sheets with more than moves, or less: columns of times, bare numbers, misread names."""

import pytest

import records
from tests.records.samples import codes, messages, read_one

MOVES = [
    "2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3", "2.8.1SW1", "11.11.2SW2", "4.7.3N3", "9.9.2SW2",
    "1.2.1N1", "12.3.1S1", "2.4.1N1", "11.2.2S1", "2.12.1N1", "12.9.1S1", "1.9.1N1", "11.1.1S1",
]  # fmt: skip
ROWS = [MOVES[at : at + 2] for at in range(0, len(MOVES), 2)]
TITLE = "Epaminondas\n"


def damaged(moves: list[str]) -> list[str]:
    return [move.replace("S", "8").replace("2SE", "2$E") for move in moves]


def sheet(row: str, change=list, bare: str = ".") -> str:
    """Return the text of a sheet whose rows are laid out in one way."""
    rows = (
        row.format(number=f"{at}{bare}", one=one, two=two, first=17 * at % 90, second=23 * at % 70)
        for at, (one, two) in enumerate(map(change, ROWS), start=1)
    )
    return TITLE + "\n".join(rows) + "\n"


TIMED = {
    "seconds around": "{number} {first} {one} {two} {second}",
    "points": "{number} {one} {first}.27 {two} {second}.51",
    "one column": "{number} {first} {one} {two}",
}


@pytest.mark.parametrize("change", [list, damaged], ids=["clean", "damaged"])
@pytest.mark.parametrize("name", TIMED)
def test_columns_of_times_are_comments_not_plies(name, change):
    record = read_one(sheet(TIMED[name], change))
    assert list(record.moves) == change(MOVES)
    assert "columns that hold no moves, such as times, are read as comments" in messages(record)
    assert sum("comment" in beside for beside in record.details.values()) >= len(ROWS) - 1


def test_times_of_which_the_sign_is_lost_are_left_out_with_the_others():
    lines = sheet("{number} {one} 0:{first:02} {two} 1:{second:02}", damaged).splitlines()
    lines[3] = lines[3].replace(" 0:", " O;")
    lines[5] = lines[5].rpartition(" ")[0] + " ii!"
    record = read_one("\n".join(lines) + "\n")
    assert list(record.moves) == damaged(MOVES)


def test_a_column_of_digits_that_numbers_rows_is_no_time():
    left, right = ROWS[:4], ROWS[4:]
    lines = [
        f"{at} {' '.join(one)} {at + 4} {' '.join(damaged(two))}"
        for at, (one, two) in enumerate(zip(left, right, strict=True), start=1)
    ]
    record = read_one(TITLE + "\n".join(lines) + "\n")
    assert list(record.moves) == MOVES[:8] + damaged(MOVES[8:])
    assert "blocks of rows from 1 beside 5" in messages(record)
    assert "comment" not in codes(record)


@pytest.mark.parametrize("number", ["1%", "1*", "3%"])
def test_a_block_begins_where_its_last_number_is_misread(number):
    lines = [
        f"{at}. {' '.join(one)} {f'{at + 4}.' if at < 4 else number} {' '.join(damaged(two))}"
        for at, (one, two) in enumerate(zip(ROWS[:4], ROWS[4:], strict=True), start=1)
    ]
    assert list(read_one(TITLE + "\n".join(lines) + "\n").moves) == MOVES[:8] + damaged(MOVES[8:])


def test_misread_names_of_sides_have_their_moves():
    names = ["Blanes", "Noirs"]
    lines = [f"{names[at % 2]}: {move}" for at, move in enumerate(damaged(MOVES))]
    assert list(read_one(TITLE + "\n".join(lines) + "\n").moves) == damaged(MOVES)


def test_below_a_page_heading_the_rows_go_on_though_the_first_cannot_be_read():
    rows = [f"{at}. {' '.join(damaged(row))}" for at, row in enumerate(ROWS, start=1)]
    rows[4] = "5. iZ-NI— '2.3.iSI"
    lines = ["Epaminondas", *rows[:4], "- 2 -", "Epaminondas", "(continued)", *rows[4:]]
    (record,) = records.read_text("\n".join(lines) + "\n")
    assert len(record.moves) == len(MOVES)
    assert record.moves[:8] == tuple(damaged(MOVES[:8]))


@pytest.mark.parametrize("change", [list, damaged], ids=["clean", "damaged"])
def test_a_sheet_that_fits_a_small_board_is_of_its_game(change):
    moves = ["2.2.2N2 7.7.2S2", "4.2.1W1 7.5.1SE1", "2.1.1SE1 7.3.2S1", "2.6.2NE2 7.4.2S1"]
    rows = [f"{at}. {row}" for at, row in enumerate(moves, start=1)]
    rows[2] = rows[2].replace("7.3.2S1", "7.3.2$1") if change is damaged else rows[2]
    assert read_one("\n".join(rows) + "\n").game == "crossings"


@pytest.mark.parametrize("change", [list, damaged], ids=["clean", "damaged"])
def test_two_games_side_by_side_are_two_games(change):
    rows = [" ".join(change(row)) for row in ROWS[:4]]
    lines = [f"{at}. {row:<20} {at}. {row}" for at, row in enumerate(rows, start=1)]
    one, other = records.read_text(TITLE + "\n".join(lines) + "\n", game="epaminondas")
    assert list(one.moves) == list(other.moves) == change(MOVES[:8])
    assert "2 games beside each other" in messages(one)
