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
from tests.cases import each_case
from tests.games.engine_games import DATA, all_games, engine_games
from tests.records.megiddo_games import OF_THREE
from tests.records.samples import DEMONSTRATION

ROOT = Path(__file__).parents[2]

RECORD = ("path", "game_id")

WON = Record(
    ("b5-b6", "e2-f2"),
    "epaminondas",
    dialect="span",
    start="6/1w4/6/5w/4b1/6 w",
    result="1-0",
    tags={"Black": "B"},
    source=Source("book.txt", 9, 2),
)

BROKEN = Record(
    ("2.7.2 N2", "11.6.2SE3", "2.6.3E1"),
    "epaminondas",
    "standard",
    "abbott",
    {"White": "\ud800 B"},
    source=Source("c.txt"),
)


MOVES = ("2.7.2N2", "11.6.2SE2")
SMALL = [
    Record(DEMONSTRATION[:8], "epaminondas", "standard", "abbott", tags={"White": "A"},
           source=Source("book.txt", 1, 1)),
    WON, BROKEN,
    Record(MOVES, "epaminondas", dialect="abbott", result="0-1"),
    Record(MOVES, "epaminondas", dialect="abbott", result="1/2-1/2"),
    Record(MOVES, "epaminondas", dialect="abbott", tags={"Termination": "time"}, result="1-0"),
    Record(("C4", "B4", "E6", "A4", "F4"), "megiddo", "base", "book"),
    Record(("Gb2", "Gh5"), "gipf", "tournament", "complete"),
    Record(("e4",), "chess"), *engine_games("megiddo-base-cleopatra-games", 2)[1:], OF_THREE,
]  # fmt: skip
"""Games that are finished in several ways, that are not, or broken; one of no known game; one whose
lead changes three times, the last time at ply 18; and one of three sides."""


def test_legal_moves_and_keys_are_counted_on_request_only(monkeypatch):
    """The numbers equal those of the independent program that played the games."""
    found = engine_games("epaminondas-games", 2)
    with monkeypatch.context() as patch:
        patch.setattr(PositionBoards, "count_moves", lambda boards: pytest.fail("not asked for"))
        table = analysis.plies(found, keys=False)
    assert table[[*OF_LEGAL_MOVES, "key", "folded"]].isna().all(axis=None)
    asked = analysis.plies(found, legal_moves=True, keys=False)
    assert asked.legal_moves.notna().all()
    with gzip.open(DATA / "epaminondas-games.jsonl.gz", "rt", encoding="utf-8") as lines:
        counted = [json.loads(next(lines))["n_legal"] for _ in found]
    assert asked.legal_moves.to_list() == [count for game in counted for count in game]


def test_the_document_has_every_type_of_column():
    text = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    types = text.partition("## Types")[2].partition("## Plies")[0]
    assert set(re.findall(r"^\| (\w+) \| `", types, re.M)) == set(arrow_types())


def test_the_rows_and_types_of_small_games_are_kept(kept):
    for name, table in (
        ("plies", analysis.plies(SMALL, legal_moves=True)), ("games", analysis.games(iter(SMALL)))
    ):  # fmt: skip
        types = "".join(
            f"{column}: {dtype}\n" for column, dtype in table.dtypes.astype(str).items()
        )
        filled = table.dropna(axis="columns", how="all")
        text = filled.to_csv(index=False, lineterminator="\n")
        kept(f"{text}\n{types}", Path(__file__).with_name(f"{name}.txt"))


def test_tables_of_nothing():
    assert analysis.plies([]).empty
    assert "position" in analysis.plies([]).columns
    assert analysis.games([]).empty
    assert "plies" in analysis.games([]).columns


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


@each_case(
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


@pytest.mark.parametrize("records", [[], all_games(1)], ids=["none", "some"])
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


@pytest.mark.parametrize(
    "stop",
    [pytest.param(0, id="before the first", marks=pytest.mark.slow),
     pytest.param(1, id="between them")],
)  # fmt: skip
def test_tables_of_two_runs_never_stand_side_by_side(tmp_path, monkeypatch, stop):
    first, second = SMALL[:3], SMALL[3:]
    write_parquet(arrow_batches(first), tmp_path)
    replaced: list[str] = []

    def replace_some(source, target):
        if len(replaced) == stop:
            raise KeyboardInterrupt
        replaced.append(target)
        return real(source, target)

    real = os.replace
    monkeypatch.setattr(os, "replace", replace_some)
    with pytest.raises(KeyboardInterrupt):
        write_parquet(arrow_batches(second), tmp_path)
    monkeypatch.undo()
    assert [path.exists() for path in saved_files(tmp_path)].count(True) == 1
    write_parquet(arrow_batches(second), tmp_path)
    plies, games = map(parquet.read_table, saved_files(tmp_path))
    assert games.num_rows == len(second)
    assert plies.num_rows == sum(games.column("plies").to_pylist())
