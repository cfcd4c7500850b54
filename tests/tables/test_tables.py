"""Records as tables: rows, columns and types, parts and files."""

import gzip
import json
import os
import re
from collections import Counter
from pathlib import Path

import pandas
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal
from pyarrow import parquet

import analysis
from analysis.games import GAMES
from analysis.games.arrays import PositionBoards
from analysis.games.measures import LONGEST, MATERIAL, MOVE_COLUMNS, Column
from analysis.openings.lines import to_frame
from analysis.tables.frames import arrow_batches, tables
from analysis.tables.parquet import saved_files, write_parquet
from analysis.tables.schema import (
    GAME_COLUMNS,
    OF_LEGAL_MOVES,
    SCHEMA,
    arrow_types,
    ply_columns,
    with_columns_of,
)
from analysis.version import __version__
from records import Record, Source
from tests.games.engine_games import DATA, all_games, engine_games
from tests.records.samples import DEMONSTRATION, FINAL

ROOT = Path(__file__).parents[2]

RECORD = ("path", "game_id")

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
    assert list(table.columns) == [column.name for column in ply_columns()]
    assert len(table) == 23 + 2 + 1
    book = table[(table.path == "book.txt") & (table.game_id == 1)]
    assert tuple(book.move) == DEMONSTRATION
    assert list(book.ply) == list(range(1, 24))
    assert list(book.number)[-3:] == [11, 11, 12]
    assert list(book.side)[:2] == ["white", "black"]
    assert book.captured.sum() == 3 + 1 + 1 + 1 + 1 + 1 + 2 + 1
    assert book.position.iloc[-1] == FINAL
    assert list(table[table.game_id == 2].move) == ["b5-b6", "e2-f2"]
    broken = table[table.path == "c.txt"].iloc[0]
    assert (broken.text, broken.move) == ("2.7.2 N2", "2.7.2N2")


def test_legal_moves_are_counted_on_request_only(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(PositionBoards, "count_moves", lambda boards: pytest.fail("not asked for"))
        table = analysis.plies([GOOD, WON])
    assert table[[*OF_LEGAL_MOVES]].isna().all(axis=None)
    asked = analysis.plies([GOOD, WON], legal_moves=True)
    assert asked[[*OF_LEGAL_MOVES]].notna().all(axis=None)


def test_the_document_has_every_type_of_column():
    text = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    types = text.partition("## Types")[2].partition("## Plies")[0]
    assert set(re.findall(r"^\| (\w+) \| `", types, re.M)) == set(arrow_types())


def test_a_row_for_every_game():
    table = analysis.games(iter([GOOD, WON, BROKEN]))
    names = [column.name for column in GAME_COLUMNS]
    assert names[:7] == ["path", "game_id", "game", "variant", "dialect", "plies", "valid"]
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
    assert (table.game[0], table.plies[0], bool(table.valid[0])) == ("chess", 0, False)


@pytest.mark.slow
def test_batches_are_whole_games_and_together_the_tables():
    batches = list(arrow_batches(all_games(), size=400))
    assert len(batches) > 3
    for batch in batches:
        assert batch.plies.schema.names == [column.name for column in ply_columns()]
        rows = Counter(zip(*(batch.plies.column(name).to_pylist() for name in RECORD), strict=True))
        named = zip(*(batch.games.column(name).to_pylist() for name in RECORD), strict=True)
        lengths = batch.games.column("plies").to_pylist()
        assert rows == {key: plies for key, plies in zip(named, lengths, strict=True) if plies}
    both = tables(batches)
    assert_frame_equal(both.plies, analysis.plies(all_games()))
    assert_frame_equal(both.games, analysis.games(all_games()))


def test_legal_moves_are_counted_when_asked_for():
    records = engine_games("epaminondas-games", 2)
    table = analysis.plies(records, legal_moves=True, keys=False)
    with gzip.open(DATA / "epaminondas-games.jsonl.gz", "rt", encoding="utf-8") as lines:
        counted = [json.loads(next(lines))["n_legal"] for _ in records]
    assert table.legal_moves.to_list() == [count for game in counted for count in game]
    assert analysis.plies(records).legal_moves.isna().all()
    assert table.key.isna().all()
    assert table.folded.isna().all()


def test_keys_are_those_of_the_positions():
    for record in all_games(1):
        table = analysis.plies([record])
        positions = [ply.after for ply in analysis.replay(record).plies()]
        assert table.key.to_list() == [position.key for position in positions]
        assert table.folded.to_list() == [min(position.keys()) for position in positions]


def test_what_the_types_are():
    plies = analysis.plies(all_games(1))
    assert isinstance(plies.side.dtype, pd.CategoricalDtype)
    types = [str(plies[name].dtype) for name in ("captured", "ply", "key")]
    assert types == ["Int16", "Int32", "UInt64"]
    assert plies.gipf_piece.dtype == "boolean"
    assert plies.captured_points.explode().value_counts().sum() == plies.captured.sum()
    assert analysis.games(all_games(1)).valid.dtype == "boolean"


def test_verdicts_and_endings():
    moves = ("2.7.2N2", "11.6.2SE2")
    records = [
        WON,
        Record(moves, "epaminondas", dialect="abbott", result="0-1"),
        Record(moves, "epaminondas", dialect="abbott", result="1/2-1/2"),
        Record(moves, "epaminondas", dialect="abbott", tags={"Termination": "time"}, result="1-0"),
        Record(moves, "epaminondas", dialect="abbott"),
        BROKEN,
        Record(("e4",), "chess"),
    ]
    table = analysis.games(records)
    assert table.verdict.astype(object).fillna("").to_list() == ["1", "2", "draw", "1", "", "", ""]
    assert table.ended.to_list() == [
        *("far-row", "recorded", "recorded", "time", "unfinished", "broken", "broken"),
    ]
    assert table.decisive.fillna(0).to_list() == [2, 2, 0, 2, 0, 0, 0]
    assert table.sides.fillna(0).to_list() == [2, 2, 2, 2, 2, 2, 0]


def test_the_documents_have_every_column_in_its_order():
    text = (ROOT / "docs/tables.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]*) \|$", text, re.MULTILINE)
    columns = [(one.name, one.type, one.meaning) for one in (*ply_columns(), *GAME_COLUMNS)]
    assert documented == columns


OWN = Column("heat", "count", "pieces that glow")

CLASH = Column("kind", "number", "another kind")


def test_no_column_of_a_data_frame_hides_an_attribute():
    names = {column.name for column in (*ply_columns(), *GAME_COLUMNS)}
    attributes = {*dir(pandas.DataFrame), *dir(pandas.Series)}
    # Methods of pandas 2 that are gone in 3.
    assert attributes & (names | set(to_frame([]).columns)) <= {"first", "last"}


@pytest.mark.parametrize(
    ("declared", "neighbours"),
    [
        ((*MOVE_COLUMNS, OWN, *MATERIAL), ("chain_depth", "material_1")),
        ((*MATERIAL, OWN, *LONGEST[:2]), ("gipf_2", "longest_1")),
        ((*MATERIAL, OWN), ("folded", None)),
        ((OWN,), ("folded", None)),
    ],
    ids=["move", "board", "last", "alone"],
)
def test_a_column_of_a_game_stands_before_the_shared_one_that_follows_it(declared, neighbours):
    own = [game.measures().COLUMNS for game in GAMES.values()]
    names = [column.name for column in with_columns_of([*own, declared])]
    place = names.index("heat")
    assert (names[place - 1], (*names, None)[place + 1]) == neighbours
    names.remove("heat")
    assert names == [column.name for column in with_columns_of(own)]


def test_games_cannot_declare_different_columns_of_one_name():
    with pytest.raises(ValueError, match="two games declare different columns"):
        with_columns_of([*(game.measures().COLUMNS for game in GAMES.values()), (CLASH,)])


@pytest.mark.parametrize("records", [[], all_games(2)], ids=["none", "some"])
def test_what_is_written_comes_back(tmp_path, records):
    batches = list(arrow_batches(records, size=200))
    write_parquet(batches, tmp_path)
    for place, (name, columns) in enumerate((("plies", ply_columns()), ("games", GAME_COLUMNS))):
        table = parquet.read_table(saved_files(tmp_path)[place])
        assert table.column_names == [one.name for one in columns]
        rows = [row for batch in batches for row in batch[place].to_pylist()]
        assert table.to_pylist() == rows
        assert len(pd.read_parquet(tmp_path / name)) == len(rows)
        versions = {
            b"ludograph.version": __version__.encode(),
            b"ludograph.schema": SCHEMA.encode(),
        }
        assert versions.items() <= (table.schema.metadata or {}).items()


@pytest.mark.parametrize("stop", [0, 1], ids=["before the first", "between them"])
def test_tables_of_two_runs_never_stand_side_by_side(tmp_path, monkeypatch, stop):
    write_parquet(arrow_batches(all_games(1)), tmp_path)
    replaced: list[str] = []

    def replace_some(source, target):
        if len(replaced) == stop:
            raise KeyboardInterrupt
        replaced.append(target)
        return real(source, target)

    real = os.replace
    monkeypatch.setattr(os, "replace", replace_some)
    with pytest.raises(KeyboardInterrupt):
        write_parquet(arrow_batches(all_games(2)), tmp_path)
    monkeypatch.undo()
    assert [path.exists() for path in saved_files(tmp_path)].count(True) == 1
    write_parquet(arrow_batches(all_games(2)), tmp_path)
    plies, games = map(parquet.read_table, saved_files(tmp_path))
    assert games.num_rows == len(all_games(2))
    assert plies.num_rows == sum(games.column("plies").to_pylist())
