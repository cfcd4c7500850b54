"""The games that the judges of Crossings and of neutral stones played, played again from texts."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.judges import counting, crossings

DATA = Path(__file__).parents[1] / "data"
FILES = {"crossings": "crossings-games", "epaminondas": "epaminondas-stones-games"}
sides = {"w": "white", "b": "black", None: None}


def games(name: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / f"{FILES[name]}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def square(row: int, column: int) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[column - 1]}{row}"


def span(move: crossings.MoveTuple) -> str:
    """Write a move as the ends of the group, rear end first, and the square that it reaches."""
    row, column, count, wind, distance, _ = move
    head = square(row, column)
    if not count:
        return head
    tail = square(*crossings.step((row, column), wind, 1 - count))
    target = square(*crossings.step((row, column), wind, distance))
    return f"{tail},{head}-{target}" if count > 1 else f"{head}-{target}"


def replay(name: str, game: dict[str, Any]) -> list[Any]:
    """Return the tables of a game, the start first."""
    tables = [counting.node(name, game["variant"])]
    for text, legal in zip(game["moves"], game["n_legal"], strict=True):
        moves = {span(move): move for move in tables[-1].legal_moves()}
        assert len(moves) == legal
        tables.append(tables[-1].played(moves[text]))
    return tables


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_recorded_games_end_as_written(name):
    for game in games(name)[::5]:
        tables = replay(name, game)
        end = tables[-1]
        assert (str(end), sides[end.winner()]) == (game["final"], game["winner"])
        assert all(table.winner() is None for table in tables[:-1])
        reason = "far-row" if end.crossed("w") != end.crossed("b") else "no-move"
        assert (reason, len(tables) - 1) == (game["reason"], game["plies"])


def test_in_the_example_game_a_crossing_is_answered_and_the_game_goes_on():
    tables = replay("crossings", games("crossings")[0])
    across = [(table.crossed("w"), table.crossed("b")) for table in tables]
    assert across[18:21] == [(0, 0), (1, 0), (1, 1)]
    assert across[20:] == [(1, 1)] * 10 + [(1, 2)] * 2
    assert [len(table.stones) for table in (tables[0], tables[18], tables[-1])] == [32, 21, 16]
