"""Libraries for tests of the explorer, and requests to it."""

import json
import random
from dataclasses import replace
from functools import cache
from typing import Any

from starlette.datastructures import QueryParams

from analysis.games import find
from analysis.library.search import Query
from analysis.pages.explore.endpoints import ExplorerEndpoints
from analysis.pages.server import Asked
from analysis.replay import Replay, replay
from notation import find_dialect
from records import Record
from records.model import Source
from tests.library import plain

NAMES = ("Ada", "ada", "Eva", "<b>Max</b>", "?")


@cache
def records() -> tuple[Record, ...]:
    """Return records of all four games and of three players, with players, dates and ratings."""
    chance = random.Random(16)
    found = [*plain.records(6), *(three_players(chance, number) for number in range(1, 9))]
    return tuple(_tagged(one, chance) for one in found)


def three_players(chance: random.Random, number: int) -> Record:
    """Return a game of three players, or the beginning of one."""
    position = find("megiddo").start("base+players=3")
    dialect, moves = find_dialect("megiddo"), []
    for _ in range(14):
        # A few points only, so that games meet.
        open_ = sorted(position.legal_moves(), key=str)[:4]
        if not open_:
            break
        move = chance.choice(open_)
        moves.append(dialect.write(move))
        position = position.after(move)
    result = chance.choice(["1", "2", "3", "1/2-1/2", "*"])
    return Record(tuple(moves), "megiddo", "base+players=3", dialect.name, result=result,
                  source=Source("three.jsonl", number, number))  # fmt: skip


def _tagged(record: Record, chance: random.Random) -> Record:
    tags = {side.title(): chance.choice(NAMES)
            for side in find(record.game or "").variant(record.variant).sides}  # fmt: skip
    tags |= {f"{side}Elo": str(chance.choice([1500, 1800, ""])) for side in list(tags)}
    tags["Date"] = chance.choice(["2004", "2004.05", "2004.05.17", "2010-01-02", "", "????"])
    return replace(record, tags=tags)


@cache
def replays() -> list[Replay]:
    """Return the games, replayed."""
    return [replay(record) for record in records()]


def fill(path: str, games: tuple[Record, ...], as_recorded: bool = False) -> str:
    """Create a library of games, and return its path."""
    plain.library_of(path, games, as_recorded).close()
    return path


class Asking:
    """Calls the endpoints of an explorer directly, without a server."""

    def __init__(self, path: str, question: Query | None = None) -> None:
        self.path = path
        self.endpoints = ExplorerEndpoints(path, question or Query())
        self._answers = {one.path.strip("/"): one.answer for one in self.endpoints.all}

    def __call__(self, name: str, *moves: str, **parameters: object) -> Any:
        """Return the answer of an endpoint."""
        query = [(key, str(value)) for key, value in parameters.items()]
        query += [("m", move) for move in moves]
        answer = self._answers[name](Asked(QueryParams(query), {}))
        return json.loads(bytes(answer.body))
