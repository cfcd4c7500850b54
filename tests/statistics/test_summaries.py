"""Summaries of few, no and illegal games; groups of all kinds."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from analysis.statistics.games import GameTableMaker, game_table
from analysis.statistics.summaries import Summary, summarize
from analysis.tables.frames import arrow_batches
from analysis.tables.rows import TableBuilder
from records import Record, Source
from tests.cases import each_case
from tests.games.engine_games import engine_games, odd_games
from tests.statistics.samples import table_of

BASE: dict[str, Any] = {"game": "epaminondas", "variant": "standard", "dialect": "abbott"}


def summaries(records, *by: str, pool: bool = False) -> list[Summary]:
    return summarize(table_of(records, *by), by or ("variant",), pool)


def game(number: int, moves: tuple[str, ...] = ("2.7.2N2",), **more: Any) -> Record:
    return Record(moves, **BASE, source=Source("a.txt", number, number), **more)


@each_case(
    "records",
    [
        [Record(("e4",), "chess"), Record()],
        [game(1, ("nonsense",)), game(2, ("2.7.2N9",))],
        [game(1, ())],
        [Record((), "gipf", "basic"), Record((), "megiddo", "base+players=3")],
    ],
    ids=["unknown games", "all broken", "no moves", "no moves of others"],
)
def test_whatever_there_is_nothing_is_nan(records):
    found = summaries(records)
    assert sum(one.records for one in found) == len(records)
    for one in found:
        json.dumps(one.to_json(), allow_nan=False)
        assert all(
            value is None or value == value for row in one.long_table() for value in row.values()
        )


@cache
def odd_batches() -> tuple[list[Any], list[Any]]:
    """Return the tables of odd games as one batch, and as several batches."""
    games = [replace(game, moves=game.moves[:4]) for game in odd_games(1)][::2]
    named = [one for one in games if one.game != "megiddo"]
    games += [replace(one, tags={"White": f"A{n % 3}"}) for n, one in enumerate(named)]
    records = [*games, *games[:4]]
    builder = TableBuilder(legal_moves=True, keys=False)
    batches = list(arrow_batches(records, builder, size=12))
    assert len(batches) > 4
    return list(arrow_batches(records, builder)), batches


@pytest.mark.slow
def test_tables_that_are_joined_have_the_summaries_of_the_whole():
    by = ("player", "period")
    whole, parts = (
        [one.to_json() for one in summarize(game_table(some, by), by)] for some in odd_batches()
    )
    assert parts == whole
    assert len(parts) > 2


def test_without_captures_all_other_values_are_the_same():
    (batch,) = arrow_batches(engine_games("megiddo-base-games", 4), TableBuilder(keys=False))
    makers = [GameTableMaker(captured=wanted) for wanted in (True, False)]
    whole, without = ([one.to_json() for one in summarize(make(batch))] for make in makers)
    assert any(one["captures"] for one in whole)
    assert [one | {"captures": {}} for one in whole] == without
    with_captures, others = (make.builder().columns or frozenset() for make in makers)
    assert with_captures - others >= {"captured", "captured_points"}


@pytest.mark.slow
def test_captures_are_those_of_the_games_of_a_group():
    games = [
        replace(one, tags={"Date": f"{1990 + 2 * place}", "Red": "A", "Blue": f"B{place % 2}"})
        for place, one in enumerate(engine_games("megiddo-base-games", 12))
    ]
    decades = summaries(games, "variant", "player", "period")
    assert {one.keys["period"] for one in decades} == {"1990s", "2000s", "2010s"}
    for one in decades:
        own = [
            record
            for record in games
            if one.keys["player"] in record.tags.values()
            and record.tags["Date"][:3] == str(one.keys["period"])[:3]
        ]
        (expected,) = summaries(own)
        assert one.captures == expected.captures
        assert one.captures
