"""Titles between the games of a damaged text are no rows, however they are worded."""

import pytest

import records
from tests.records.samples import codes, read_one

FIRST = "1. F1 B3\n2. F6 A2\n"
TITLES = (
    "Game 3 (unfinished)",
    "Partie 3",
    "Partie III",
    "Third game",
    "Game #3",
    "* Game 3 *",
    "Spiel 3.",
    "Ann - Bob",
)


@pytest.mark.parametrize("last", ["1. C1 --\n", "1. C1 --\n2. D1 D2\n"], ids=["row", "rows"])
@pytest.mark.parametrize("title", TITLES)
def test_a_title_between_games_is_no_row(title, last):
    text = f"Game 1\n{FIRST}\nGame 2\n{FIRST}\n\n{title}\n{last}"
    *others, found = records.read_text(text, game="megiddo")
    assert [one.moves for one in others] == [("F1", "B3", "F6", "A2")] * 2
    assert list(found.moves) == [word for word in last.split() if not word.endswith(".")]
    assert found.source.game == 3


@pytest.mark.parametrize("above", ["Page 2", "Feuille 2", "(continued)"])
def test_a_page_that_begins_with_a_misread_number_goes_on(above):
    rows = [f"{at}. F{at % 6 + 1} B{at % 5 + 1}" for at in range(1, 17)]
    rows[10] = rows[10].replace("11.", "1.")
    (found,) = records.read_text("\n".join([*rows[:10], "", above, *rows[10:]]), game="megiddo")
    assert len(found.moves) == 32


CROSSINGS = """White Black
1. h1,g2-e4\tb8,c7-d6
2. g1,f2-e3\ta8,b7-d5
3. e1,e4-e7\tc8,d7-e6
4. f1,f3-f6\tc7,d7-e7
5. f4,e5-d6\tf8,e7-d6
6. e4,f5-h7\td7\N{ZERO WIDTH SPACE}g7-h7
7. b1,c2-e4\tg8,d5-a2
"""


def test_a_damaged_table_is_of_the_game_whose_board_its_moves_fit():
    record = read_one(CROSSINGS)
    assert (record.game, record.moves[11]) == ("crossings", "d7g7-h7")
    assert "read as crossings" in record.guess


def test_what_cannot_be_seen_in_a_damaged_table_is_noted():
    assert "invisible-character" in codes(read_one(CROSSINGS))
