"""Records as data frames."""

import analysis
from analysis.columns import GAME_COLUMNS, PLY_COLUMNS
from records import Record, Source
from tests.records.samples import DEMONSTRATION, FINAL

GOOD = Record(
    DEMONSTRATION,
    "epaminondas",
    "standard",
    "abbott",
    tags={"White": "A"},
    source=Source("book.txt", 1, 1),
)
WON = Record(
    ("b5-b6", "e2-f2"),
    "epaminondas",
    dialect="span",
    start="6/1w4/6/6/4b1/6 w",
    result="1-0",
    tags={"Black": "B"},
    source=Source("book.txt", 9, 2),
)
BROKEN = Record(
    ("2.7.2 N2", "11.6.2SE3", "2.6.3E1"),
    "epaminondas",
    "standard",
    "abbott",
    source=Source("c.txt"),
)


def test_a_row_for_every_ply_that_could_be_played():
    table = analysis.plies([GOOD, WON, BROKEN])
    assert list(table.columns)[:9] == [
        *("path", "game", "ply", "number", "side", "text", "move", "captured", "position"),
    ]
    assert list(table.columns) == [column.name for column in PLY_COLUMNS]
    assert len(table) == 23 + 2 + 1
    book = table[(table.path == "book.txt") & (table.game == 1)]
    assert tuple(book.move) == DEMONSTRATION
    assert list(book.ply) == list(range(1, 24))
    assert list(book.number)[-3:] == [11, 11, 12]
    assert list(book.side)[:2] == ["white", "black"]
    assert book.captured.sum() == 3 + 1 + 1 + 1 + 1 + 1 + 2 + 1
    assert book.position.iloc[-1] == FINAL
    assert list(table[table.game == 2].move) == ["b5-b6", "e2-f2"]
    broken = table[table.path == "c.txt"].iloc[0]
    assert (broken.text, broken.move) == ("2.7.2 N2", "2.7.2N2")


def test_a_row_for_every_game():
    table = analysis.games(iter([GOOD, WON, BROKEN]))
    names = [column.name for column in GAME_COLUMNS]
    assert names[:7] == ["path", "game", "name", "variant", "dialect", "plies", "valid"]
    assert names[7:10] == ["result", "winner", "reason"]
    assert list(table.columns) == [*names[:-1], "tag:White", "tag:Black"]
    assert list(table.plies) == [23, 2, 1]
    assert list(table.valid) == [True, True, False]
    assert list(table.variant) == ["standard", "standard+columns=6+rows=6", "standard"]
    assert list(table.winner.fillna("")) == ["", "white", ""]
    assert list(table.reason.fillna("")) == ["", "far-row", ""]
    assert table["tag:White"][0] == "A"
    assert table["tag:White"].isna().tolist() == [False, True, True]


def test_tables_of_nothing():
    assert analysis.plies([]).empty
    assert "position" in analysis.plies([]).columns
    assert analysis.games([]).empty
    assert "plies" in analysis.games([]).columns


def test_a_record_that_cannot_be_played_has_a_row_among_the_games_and_none_among_the_plies():
    unknown = Record(("e4", "e5"), "chess")
    assert analysis.plies([unknown]).empty
    table = analysis.games([unknown])
    assert (table.name[0], table.plies[0], bool(table.valid[0])) == ("chess", 0, False)
