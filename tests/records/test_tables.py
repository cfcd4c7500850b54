"""Records as tables: their contents for other programs, and tables of other programs."""

import csv
import io
import json
import re

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

import ludograph
import records
from records import FORMATS, Record, Source
from tests.records.samples import DEMONSTRATION, codes, messages, said

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
KEPT = [FIRST, EMPTY, FIRST]
ODD = Record(
    ("2.7.2N2",),
    "epaminondas",
    tags={"Title": "\ud800", "White": "\0"},
    comment="\r",
    start="",
    details={0: {"comment": "\x1b", "marks": "\ud800", "reserve": -1}},
    extra={"source": {"path": "\0"}, "clock": 1},
)
PLIES = re.split(
    " ",
    "game_id ply move marks comment reserve details game variant dialect result start game_comment"
    " tags notes extra source_path source_line source_game",
)
GAMES = ["game_id", "plies", "moves", "details", *PLIES[7:]]
TABLES = ("csv", "csv-games", "parquet", "parquet-games")


@pytest.fixture
def saved(tmp_path):
    """Return a function that saves games in a format, and returns the path."""

    def save(name, games=KEPT):
        path = tmp_path / f"games{FORMATS[name].suffixes[0]}"
        records.save(games, path, name)
        return path

    return save


def in_parts(name: str, games: list[Record], times: int = 1) -> bytes:
    """Return a file in which the games are written ``times`` times, each as one fragment."""
    out = io.BytesIO()
    writer = FORMATS[name].writer(out)
    for _ in range(times):
        writer.append(FORMATS[name].pack(games))
    writer.close()
    return out.getvalue()


@pytest.mark.parametrize("name", ["csv", "csv-games"])
def test_csv_has_what_the_document_says(name, saved):
    lines = list(csv.reader(io.StringIO(saved(name).read_text(encoding="utf-8"))))
    table = [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]
    assert lines[0] == (PLIES if name == "csv" else GAMES)
    first = table[0]
    assert json.loads(first["tags"]) == FIRST.tags
    assert [first[key] for key in ("game", "result", "game_comment")] == [
        "epaminondas",
        "1-0",
        "a start",
    ]
    assert [first[f"source_{key}"] for key in ("path", "line", "game")] == ["a.txt", "7", "2"]
    if name == "csv-games":
        assert json.loads(first["moves"]) == list(FIRST.moves)
        assert json.loads(first["details"]) == {"2": FIRST.details[1]}
        assert [(row["game_id"], row["plies"]) for row in table] == [
            ("1", "3"),
            ("2", "0"),
            ("3", "3"),
        ]
        return
    assert [(row["game_id"], row["ply"], row["move"]) for row in table] == [
        *(("1", "1", "2.7.2N2"), ("1", "2", "11.6.2SE2"), ("1", "3", "2.6.3E1")),
        ("2", "0", ""),
        *(("3", "1", "2.7.2N2"), ("3", "2", "11.6.2SE2"), ("3", "3", "2.6.3E1")),
    ]
    second = table[1]
    assert [second[key] for key in ("marks", "comment", "reserve")] == ["!?", "so, so", "3"]
    assert json.loads(second["details"]) == {"seconds": 1.5}
    assert not any(second[key] for key in PLIES[7:]), "the game is on its first row alone"


@pytest.mark.parametrize("name", ["parquet", "parquet-games"])
def test_parquet_has_the_types_and_versions_that_the_document_says(name, saved):
    table = parquet.read_table(saved(name))
    kinds = dict(zip(table.schema.names, map(str, table.schema.types), strict=True))
    assert list(kinds) == (PLIES if name == "parquet" else GAMES)
    numbers = {"game_id", "ply", "plies", "reserve", "source_line", "source_game"}
    words = {"game", "variant", "dialect"}
    for column, kind in kinds.items():
        wanted = "int32" if column in numbers else "string"
        wanted = "map<string, string" if column == "tags" else wanted
        if column in words:
            wanted = "dictionary<values=string, indices=int32, ordered=0>"
        assert kind.partition(" ('")[0] == (
            "list<element: string>" if column == "moves" else wanted
        )
    assert table.schema.metadata[b"ludograph.schema"] == b"1"
    assert table.schema.metadata[b"ludograph.version"].decode() == ludograph.__version__


@pytest.mark.parametrize("name", TABLES)
def test_what_a_cell_cannot_hold_stands_in_json(name, saved):
    (back,) = records.read(saved(name, [ODD]))
    assert said(back) == said(ODD) | {"start": None, "dialect": back.dialect, "result": "*"}
    assert back.extra["source"] == {"path": "\0"}


@pytest.mark.parametrize("name", TABLES)
def test_games_are_numbered_across_fragments_and_row_groups(name, monkeypatch):
    monkeypatch.setattr("records.tabular.parquet.ROW_GROUP", 20)
    monkeypatch.setattr("records.tabular.parquet.READ", 3)
    data = in_parts(name, [FIRST, EMPTY], 12)
    back = list(records.read(io.BytesIO(data), format=name))
    assert [game.moves for game in back] == [FIRST.moves, ()] * 12
    assert {tuple(game.details) for game in back[::2]} == {(1,)}
    assert not any(game.findings for game in back)
    if name == "parquet":
        opened = parquet.ParquetFile(io.BytesIO(data))
        groups = range(opened.num_row_groups)
        assert [opened.metadata.row_group(number).num_rows for number in groups] == [20, 20, 8]


def test_a_long_cell_is_read_back():
    text = records.write(Record(comment="x" * 200_000), "csv")
    (back,) = records.read_text(text, format="csv")
    assert len(back.comment) == 200_000


@pytest.mark.parametrize("name", TABLES)
def test_a_data_frame_writes_them_back(name, saved):
    path = saved(name)
    if "csv" in name:
        pd.read_csv(path).to_csv(path, index=False)
    else:
        pd.read_parquet(path).to_parquet(path)
    back = list(records.read(path))
    assert [said(game) for game in back] == list(map(said, KEPT))
    assert not any(game.findings for game in back)


def test_a_damaged_parquet_file_keeps_what_comes_before_and_after(monkeypatch):
    monkeypatch.setattr("records.tabular.parquet.ROW_GROUP", 1000)
    monkeypatch.setattr("records.tabular.parquet.READ", 500)
    game = Record(DEMONSTRATION, "epaminondas", "standard", "abbott")
    data = bytearray(in_parts("parquet", [game] * 50, 4))
    for size in (4, 40, len(data) // 2, len(data) - 1):
        (record,) = records.read(io.BytesIO(bytes(data[:size])))
        assert (record.source.game, codes(record)) == (0, ["bad-table"])
    opened = parquet.ParquetFile(io.BytesIO(bytes(data)))
    place = opened.metadata.row_group(2).column(2).dictionary_page_offset
    data[place : place + 60] = b"\xff" * 60
    found = list(records.read(io.BytesIO(bytes(data))))
    good = [one for one in found if not one.findings]
    assert {one.moves for one in good} == {DEMONSTRATION}
    assert len(good) > 120, "the rows after the damage are read"
    broken = [one for one in found if one.findings]
    assert 1 <= len(broken) <= 2
    assert "bad-table" in codes(broken[0])


def test_a_parquet_column_that_is_no_utf8_is_damage(tmp_path):
    bad = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\4\0\0\0"), pa.py_buffer(b"a1\xff2")]
    )
    table = pa.table({"game_id": pa.array([1]), "move": bad})
    parquet.write_table(table, tmp_path / "a.parquet")
    (record,) = records.read(tmp_path / "a.parquet")
    assert codes(record) == ["bad-table"]


def test_a_table_of_something_else_is_told(tmp_path):
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    (record,) = records.read(tmp_path / "a.parquet")
    assert codes(record) == ["bad-table"]
    assert "it has 'a'" in messages(record)
