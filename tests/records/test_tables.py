"""Records as tables: what others read in them, and tables that are not quite ours."""

import csv
import io
import json

import duckdb
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

import records
from records import FORMATS, CannotWrite, Record, Source
from records.tabular.schema import GAMES, PLIES
from tests.records.samples import DEMONSTRATION, codes, messages, read_all, read_one

FIRST = Record(
    ("2.7.2N2", "11.6.2SE2", "2.6.3E1"),
    "epaminondas",
    "standard",
    "abbott",
    {"White": 'Ann, of "Lyon"', "Event": "Cup\nfinal"},
    result="1-0",
    comment="a start",
    details={1: {"comment": "so, so", "marks": "!?", "reserve": 3, "seconds": 1.5}},
    source=Source("a.txt", 7, 2),
)
EMPTY = Record((), "gipf", "basic", "complete", {"White": "Bob"}, result="*")
GAMES_KEPT = [FIRST, EMPTY, FIRST]


@pytest.fixture
def saved(tmp_path):
    """Return how to save the games in a container, and where they then are."""

    def save(name, games=GAMES_KEPT):
        path = tmp_path / f"games{FORMATS[name].suffixes[0]}"
        records.save(games, path, name)
        return path

    return save


def test_csv_for_each_ply_is_what_it_says_to_be(saved):
    lines = list(csv.reader(io.StringIO(saved("csv").read_text(encoding="utf-8"))))
    assert lines[0] == [column.name for column in PLIES]
    table = [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]
    assert [(row["record"], row["ply"], row["move"]) for row in table] == [
        *(("1", "1", "2.7.2N2"), ("1", "2", "11.6.2SE2"), ("1", "3", "2.6.3E1")),
        ("2", "0", ""),
        *(("3", "1", "2.7.2N2"), ("3", "2", "11.6.2SE2"), ("3", "3", "2.6.3E1")),
    ]
    second = table[1]
    assert (second["marks"], second["comment"], second["reserve"]) == ("!?", "so, so", "3")
    assert json.loads(second["details"]) == {"seconds": 1.5}
    for row in table[:3]:
        assert json.loads(row["tags"]) == FIRST.tags
        assert (row["game"], row["result"], row["game_comment"]) == (
            "epaminondas",
            "1-0",
            "a start",
        )
        assert (row["source_path"], row["source_line"], row["source_game"]) == ("a.txt", "7", "2")


def test_csv_for_each_game_is_what_it_says_to_be(saved):
    lines = list(csv.reader(io.StringIO(saved("csv-games").read_text(encoding="utf-8"))))
    assert lines[0] == [column.name for column in GAMES]
    first, second, _ = [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]
    assert json.loads(first["moves"]) == list(FIRST.moves)
    assert json.loads(first["details"]) == {"2": FIRST.details[1]}
    assert (first["plies"], second["plies"], second["moves"]) == ("3", "0", "[]")


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_pandas_reads_plies(name, saved):
    path = saved(name)
    frame = pd.read_csv(path) if name == "csv" else pd.read_parquet(path)
    assert list(frame.columns) == [column.name for column in PLIES]
    assert frame[frame.game == "epaminondas"].groupby("record").ply.max().to_dict() == {1: 3, 3: 3}
    tags = frame.tags.astype(object).map(json.loads, na_action="ignore")
    assert tags.iloc[0]["White"] == 'Ann, of "Lyon"'


@pytest.mark.parametrize("name", ["csv", "parquet", "csv-games", "parquet-games"])
def test_duckdb_reads_games(name, saved):
    path = saved(name)
    query = "select distinct record, tags->>'White' as white, result from '{}' order by record"
    found = duckdb.sql(query.format(path))
    assert found is not None
    assert found.fetchall() == [
        (1, 'Ann, of "Lyon"', "1-0"),
        (2, "Bob", "*"),
        (3, 'Ann, of "Lyon"', "1-0"),
    ]


@pytest.mark.parametrize(
    ("name", "columns"), [("parquet", PLIES), ("parquet-games", GAMES)], ids=["plies", "games"]
)
def test_parquet_has_the_kinds_that_it_says(name, columns, saved):
    table = parquet.read_table(saved(name))
    kinds = {"integer": pa.int32(), "text": pa.string(), "json": pa.string()}
    for column in columns:
        kind = table.schema.field(column.name).type
        if pa.types.is_dictionary(kind):
            kind = kind.value_type
        expected = pa.int64() if column.name == "record" else kinds.get(column.kind)
        assert kind == (expected or pa.list_(pa.string())), column.name


def test_fragments_become_row_groups_of_some_size(monkeypatch, tmp_path):
    monkeypatch.setattr("records.tabular.parquet.ROW_GROUP", 100)
    out = io.BytesIO()
    writer = FORMATS["parquet"].writer(out)
    for _ in range(60):
        writer.append(FORMATS["parquet"].pack([FIRST, EMPTY]))
    writer.close()
    opened = parquet.ParquetFile(io.BytesIO(out.getvalue()))
    sizes = [opened.metadata.row_group(number).num_rows for number in range(opened.num_row_groups)]
    assert sizes == [100, 100, 40]
    back = list(records.read(io.BytesIO(out.getvalue())))
    assert [game.moves for game in back] == [FIRST.moves, ()] * 60


def test_a_game_may_be_cut_by_the_end_of_what_is_read_at_once(monkeypatch, saved):
    for module, name in [("tabular.csv", "CHUNK"), ("tabular.parquet", "READ")]:
        monkeypatch.setattr(f"records.{module}.{name}", 2)
    for name in ("csv", "parquet"):
        back = list(records.read(saved(name)))
        assert [game.moves for game in back] == [game.moves for game in GAMES_KEPT]
        assert back[2].details == FIRST.details
        assert not any(game.findings for game in back)


def test_where_a_move_stands_is_known(saved):
    first, empty, last = records.read(saved("csv"))
    # A line end in a tag takes a line of its own on every row; JSON has none.
    assert (first.places, empty.places) == (((2, 1), (3, 1), (4, 1)), ())
    assert last.source == Source(first.source.path, 6, 3)


def test_a_cell_has_its_limits():
    with pytest.raises(CannotWrite, match="200,000 characters in a cell"):
        records.write(Record(comment="x" * 200_000), "csv")


FEW = {
    "plies and moves": "ply,move\n1,2.7.2N2\n2,11.6.2SE2\n1,2.8.2N2\n",
    "another order": "move,extra,ply\n2.7.2N2,,1\n11.6.2SE2,,2\n2.8.2N2,,1\n",
    "names of games": "game,ply,move\nepaminondas,1,2.7.2N2\nepaminondas,2,11.6.2SE2\n"
    "epaminondas,1,2.8.2N2\n",
    "record numbers": "record,move\n7,2.7.2N2\n7,11.6.2SE2\n2,2.8.2N2\n",
    "a column without a name": "ply,move,\n1,2.7.2N2,a\n2,11.6.2SE2,b\n1,2.8.2N2,c\n",
    "capitals": "PLY,Move\n1,2.7.2N2\n2,11.6.2SE2\n1,2.8.2N2\n",
    "decimals": "ply,move\n1.0,2.7.2N2\n2.0,11.6.2SE2\n1.0,2.8.2N2\n",
    "the game on one row": "record,game,ply,move,result\n"
    "1,,1,2.7.2N2,\n1,epaminondas,2,11.6.2SE2,*\n2,,1,2.8.2N2,\n",
    "blanks round the names": "ply , move\n1,2.7.2N2\n2,11.6.2SE2\n1,2.8.2N2\n",
    "a mark of byte order": "\N{BYTE ORDER MARK}ply,move\n1,2.7.2N2\n2,11.6.2SE2\n1,2.8.2N2\n",
    "empty lines": "ply,move\n\n1,2.7.2N2\n2,11.6.2SE2\n\n1,2.8.2N2\n",
    "a row for each game": 'game,moves\n,"[""2.7.2N2"",""11.6.2SE2""]"\n,"[""2.8.2N2""]"\n',
    "the header again": "record,ply,move\n1,1,2.7.2N2\n1,2,11.6.2SE2\n"
    "record,ply,move\n1,1,2.8.2N2\n",
}


@pytest.mark.parametrize("text", FEW.values(), ids=FEW)
def test_few_columns_will_do(text):
    first, second = read_all(text, format="csv")
    assert (first.moves, second.moves) == (("2.7.2N2", "11.6.2SE2"), ("2.8.2N2",))
    assert (first.game, first.dialect, first.result) == ("epaminondas", "abbott", "*")
    assert not first.findings
    assert not second.findings


def test_names_of_games_that_are_no_numbers_part_them():
    text = "game,ply,move\nepaminondas,1,2.7.2N2\nother,2,a\n"
    first, second = read_all(text)
    assert [first.moves, second.moves] == [("2.7.2N2",), ("?", "a")]
    assert codes(second) == ["bad-row"]


BAD = {
    "no column of moves": ("record,ply,text\n1,1,a\n", "bad-table", 1, "it has record, ply, text"),
    "too few cells": ("ply,move\n1,a\n2\n3,c\n", "bad-row", 3, "1 cell, but the header has 2"),
    "too many cells": ("ply,move\n1,a\n2,b,c\n", "bad-row", 3, "3 cells"),
    "a ply left out": ("ply,move\n1,a\n3,c\n", "bad-row", 3, "order; ? stands for ply 2"),
    "a ply twice": (
        "record,ply,move\n1,1,a\n1,2,b\n1,2,b\n",
        "bad-row",
        4,
        "ply 2 follows ply 2: rows are",
    ),
    "plies from a later one on": ("record,ply,move\n1,9,a\n", "bad-row", 2, "ply 9 follows ply 0"),
    "two results": (
        "record,ply,move,result\n1,1,a,1-0\n1,2,b,0-1\n",
        "bad-row",
        3,
        "column 'result' has '0-1', but '1-0' on the rows before of the same game, which counts",
    ),
    "a source on a later row": (
        "record,ply,move,source_path\n1,1,a,\n1,2,b,x\n",
        "bad-row",
        3,
        "column 'source_path' is read on the first row of a game only",
    ),
    "another count of moves": (
        'record,plies,moves\n1,3,"[""a""]"\n',
        "bad-row",
        2,
        "column 'plies': 3, but the row has 1 move",
    ),
    "a ply that is not a number": ("ply,move\n1,a\nx,b\n", "bad-row", 3, "ply 'x' is not a number"),
    "a quote left open": ('ply,move\n1,a\n2,"b\n3,c\n', "bad-table", 3, "not CSV"),
    "a quote inside": ('ply,move\n1,a\n2,"b"c\n', "bad-table", 3, "not CSV"),
    "broken JSON": (
        "ply,move,tags\n1,a,{\n",
        "bad-row",
        2,
        "column 'tags': '{' cannot be read as json",
    ),
    "JSON of another kind": ("ply,move,tags\n1,a,[1]\n", "bad-row", 2, "not a record: 'tags'"),
    "a count that is not a number": (
        "ply,move,reserve\n1,a,x\n",
        "bad-row",
        2,
        "'x' cannot be read as integer",
    ),
    "moves that are no list": ("record,moves\n1,7\n", "bad-row", 2, "the moves are not a list: 7"),
    "moves that are broken": ('record,moves\n1,"[""a"\n', "bad-row", 2, "cannot be read as texts"),
}


@pytest.mark.parametrize(("text", "code", "line", "message"), BAD.values(), ids=BAD)
def test_what_is_wrong_with_a_table_is_told(text, code, line, message):
    record = read_one(text, format="csv")
    assert codes(record)[0] == code
    assert record.findings[0].violation
    assert record.findings[0].line == line
    assert message in messages(record)


PARTED = {";": "sep=;\n", "\t": "", "|": ""}


@pytest.mark.parametrize(("separator", "above"), PARTED.items(), ids=["semicolon", "tab", "bar"])
def test_cells_may_be_parted_otherwise_which_is_noted(separator, above):
    text = above + "ply,move\n1,2.7.2N2\n2,11.6.2SE2\n".replace(",", separator)
    record = read_one(text)
    assert record.moves == ("2.7.2N2", "11.6.2SE2")
    assert codes(record) == ["cell-separator"]
    assert record.places[0] == (2 + bool(above), 1)


def test_columns_that_are_not_read_are_noted():
    record = read_one("ply,move,White player\n1,2.7.2N2,Ann\n", format="csv")
    assert (record.moves, codes(record)) == (("2.7.2N2",), ["unread-column"])
    assert "not read: 'White player'" in messages(record)


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_rows_of_a_game_are_put_in_the_order_of_their_plies(name, saved):

    path = saved(name)
    table = pd.read_csv(path) if name == "csv" else pd.read_parquet(path)
    mixed = table.sort_values(["record", "ply"], ascending=[True, False])
    if name == "csv":
        mixed.to_csv(path, index=False)
    else:
        mixed.to_parquet(path)
    back = list(records.read(path))
    assert [game.moves for game in back] == [game.moves for game in GAMES_KEPT]
    assert back[0].details == GAMES_KEPT[0].details
    assert [codes(game) for game in back] == [
        ["row-order"] if len(game.moves) > 1 else [] for game in GAMES_KEPT
    ]


def test_question_marks_stand_for_missing_rows():
    record = read_one("record,ply,move\n1,4,d\n1,1,a\n1,6,f\n1,2,b\n", format="csv")
    assert record.moves == ("a", "b", "?", "d", "?", "f")
    assert record.places == ((3, 1), (5, 1), (2, 1), (2, 1), (4, 1), (4, 1))
    assert codes(record) == ["row-order", "bad-row", "bad-row"]


def test_rows_of_a_record_that_stand_apart_are_not_games_of_their_own_in_silence():
    text = "record,ply,move\n1,1,a\n2,1,a\n3,1,a\n1,2,b\n2,1,c\n"
    games = list(read_all(text, format="csv"))
    assert [game.moves for game in games] == [("a",), ("a",), ("a",), ("b",), ("c",)]
    assert [codes(game) for game in games[:3]] == [[], [], []]
    assert codes(games[3]) == ["bad-row"]
    assert "sort the table by record and ply" in messages(games[3])
    assert codes(games[4]) == ["repeated-record"]


def test_what_differs_is_found_where_a_piece_of_the_table_ends(monkeypatch):
    monkeypatch.setattr("records.tabular.csv.CHUNK", 2)
    text = "record,ply,move,result\n1,1,a,1-0\n1,2,b,1-0\n1,3,c,0-1\n"
    assert codes(read_one(text, format="csv")) == ["bad-row"]


def test_what_is_good_of_a_bad_table_is_kept():
    first, second = read_all("record,ply,move\n1,1,a\n1,x\n1,2,b\n2,1,c\n", format="csv")
    assert (first.moves, codes(first)) == (("a", "b"), ["bad-row"])
    assert (second.moves, codes(second)) == (("c",), [])


def test_bad_rows_alone_are_told():
    record = read_one("ply,move\n1\n", format="csv")
    assert (record.source.game, codes(record)) == (0, ["bad-row"])


def test_a_truncated_parquet_file_is_told(saved):
    path = saved("parquet")
    data = path.read_bytes()
    for size in (4, 40, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:size])
        (record,) = records.read(path)
        assert (record.source.game, codes(record)) == (0, ["bad-table"])


def test_a_damaged_parquet_file_keeps_what_comes_before_and_after(tmp_path, monkeypatch):
    monkeypatch.setattr("records.tabular.parquet.ROW_GROUP", 1000)
    game = Record(DEMONSTRATION, "epaminondas", "standard", "abbott")
    path = tmp_path / "games.parquet"
    out = io.BytesIO()
    writer = FORMATS["parquet"].writer(out)
    for _ in range(4):
        writer.append(FORMATS["parquet"].pack([game] * 50))
    writer.close()
    data = bytearray(out.getvalue())
    opened = parquet.ParquetFile(io.BytesIO(bytes(data)))
    column = opened.metadata.row_group(2).column(2)
    place = column.dictionary_page_offset
    data[place : place + 60] = b"\xff" * 60
    path.write_bytes(data)
    monkeypatch.setattr("records.tabular.parquet.READ", 500)
    found = list(records.read(path))
    good = [one for one in found if not one.findings]
    assert {one.moves for one in good} == {DEMONSTRATION}
    assert len(good) > 120, "the rows after the damage are read"
    broken = [one for one in found if one.findings]
    assert 1 <= len(broken) <= 2
    assert "bad-table" in codes(broken[0])


def test_a_table_of_something_else_is_told(tmp_path):
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    (record,) = records.read(tmp_path / "a.parquet")
    assert codes(record) == ["bad-table"]
    assert "it has a" in messages(record)
