"""Tables of games judged at once: those of the replays, row by row and word by word."""

import random
from dataclasses import replace
from typing import Any

import pytest

from analysis.replay import at_once
from analysis.replay.replay import replay
from analysis.tables.frames import arrow_batches
from analysis.tables.rows import TableBatch
from records import Record
from tests.games.engine_games import FILES, all_games, engine_games
from tests.replay.test_at_once import odd_games

OPTIONS: dict[str, dict[str, Any]] = {
    "everything": {},
    "small batches": {"size": 300},
    "no keys": {"keys": False},
    "some columns": {"columns": ("ply", "kind", "captured", "leader")},
}


def batches(records: list[Record], monkeypatch: pytest.MonkeyPatch, arrays: bool, **options: Any):
    monkeypatch.setattr(at_once, "ENOUGH", 1 if arrays else 10**9)
    monkeypatch.setattr(at_once, "MANY", 1)
    return list(arrow_batches(map(replay, records), **options))


def assert_same(found: list[TableBatch], expected: list[TableBatch]) -> None:
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        for table, wanted in zip(one, other, strict=True):
            assert table.schema == wanted.schema
            for name in wanted.schema.names:
                assert table.column(name).equals(wanted.column(name)), name


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS.values(), ids=list(OPTIONS))
def test_tables_from_arrays_are_those_of_replays(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    good, odd = list(all_games(2)), list(odd_games(1))
    random.Random(1).shuffle(odd)
    for records in (good, odd, odd[:1], []):
        expected = batches(records, monkeypatch, False, **options)
        assert_same(batches(records, monkeypatch, True, **options), expected)


def test_results_that_are_none_are_so_in_arrays_too(monkeypatch: pytest.MonkeyPatch):
    (one,) = engine_games("megiddo-base-games", 1)
    cut = replace(one, moves=one.moves[:4])
    records = [replace(cut, result=result) for result in ("1-0", "3", "5", "hello", "*", "2")]
    expected = batches(records, monkeypatch, False)
    assert_same(batches(records, monkeypatch, True), expected)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_tables_of_one_kind_of_games_are_those_of_replays(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    records = list(engine_games(name, 6))
    expected = batches(records, monkeypatch, False)
    assert_same(batches(records, monkeypatch, True), expected)
    assert_same(
        batches(records * 2, monkeypatch, True)[:1], batches(records * 2, monkeypatch, False)
    )


def test_legal_moves_are_counted_from_arrays(monkeypatch: pytest.MonkeyPatch):
    records = [replace(game, moves=game.moves[:20]) for game in all_games(1)]
    expected = batches(records, monkeypatch, False, legal_moves=True, columns=("legal_moves",))
    found = batches(records, monkeypatch, True, legal_moves=True, columns=("legal_moves",))
    assert_same(found, expected)
