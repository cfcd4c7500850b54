"""Games of independent programs, as records with players, events and results."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from analysis.replay import replay
from analysis.replay.conversion import convert
from notation import dialects
from records import Record, Source

DATA = Path(__file__).parents[1] / "data"

FILES = {
    "epaminondas-games": ("epaminondas", "standard+symmetry=off", "abbott"),
    "gipf-basic-games": ("gipf", "basic", "complete"),
    "gipf-standard-games": ("gipf", "standard", "complete"),
    "gipf-tournament-games": ("gipf", "tournament", "complete"),
    "megiddo-base-games": ("megiddo", "base", "book"),
    "megiddo-base-cleopatra-games": ("megiddo", "base+cleopatra", "book"),
    "megiddo-master-games": ("megiddo", "master", "book"),
}

PLAYERS = ("Ada", "Björn", "Chloé", "Dai")

RESULTS = {"white": "1-0", "black": "0-1"}
"""Results as one of the programs says them, which ends games of GIPF a ply before the rules do."""


@cache
def read(name: str) -> list[dict[str, Any]]:
    """Return the JSON objects in the lines of a file of games or positions."""
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@cache
def engine_games(name: str, limit: int) -> tuple[Record, ...]:
    """Return the first games of a file; unfinished games have the program's result."""
    return tuple(_record(name, at, game) for at, game in enumerate(read(name)[:limit], start=1))


def _record(name: str, number: int, game: dict[str, Any]) -> Record:
    kind, variant, dialect = FILES[name]
    sides = ("Red", "Blue") if kind == "megiddo" else ("White", "Black")
    seats = (PLAYERS[number % 4], PLAYERS[number * 3 // 2 % 4])
    tags = dict(zip(sides, seats, strict=True)) | {"Event": f"Cup {number % 3}"}
    moves = tuple(game[dialect] if dialect in game else game["moves"])
    result = RESULTS.get(str(game.get("end") and game["winner"]), "*")
    source = Source(f"{name}.jsonl", number, number)
    return Record(moves, kind, variant, dialect, tags, result=result, source=source)


@cache
def all_games(limit: int = 12) -> tuple[Record, ...]:
    """Return games of all kinds, ordered by kind."""
    return tuple(record for name in FILES for record in engine_games(name, limit))


def in_every_dialect(limit: int = 2) -> list[Record]:
    """Return games of all kinds in all dialects of their game."""
    found = (
        convert(replay(game), dialect.name).record
        for game in all_games(limit)
        for dialect in dialects(game.game)
    )
    return [game for game in found if game is not None]


def odd_games(limit: int = 2) -> Iterator[Record]:
    """Yield odd records: of several games, illegal, lenient, from other starts, empty."""
    for number, game in enumerate(all_games(limit)):
        moves = game.moves
        yield game
        yield replace(game, moves=(*moves[:5], moves[1], *moves[5:]))
        yield replace(game, moves=(f" {moves[0]}!", *moves[1:]))
        yield replace(game, moves=moves[: number % 3], result="1-0")
        yield replace(game, variant="no such variant")
        yield replace(game, moves=moves[4:], start=str(list(replay(game).positions())[4]))


def rows(table: Any) -> Iterator[Any]:
    """Yield the rows of a data frame as named tuples, of whatever types their columns have."""
    yield from table.itertuples()
