"""All games under ``tests/data`` as records, for whatever has to hold every one of them."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import records
from analysis import replay
from analysis.replay.conversion import convert
from notation import dialects
from records import Record
from tests.records import megiddo_games
from tests.records.samples import DATA


def _gipf_games(variant: str, path: Path) -> Iterator[Record]:
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        moves = json.loads(line)["moves"]
        yield Record(tuple(moves), "gipf", variant, "complete", {"Event": path.name})


@cache
def every_game() -> tuple[Record, ...]:
    """Return every game that other programs played, and those that people did."""
    games = list(megiddo_games.engine_games())
    for variant, name in [
        ("basic", "gipf-basic-games"),
        ("basic", "gipf-basic-long-games"),
        ("standard", "gipf-standard-games"),
        ("tournament", "gipf-tournament-games"),
    ]:
        games += _gipf_games(variant, DATA / f"{name}.jsonl.gz")
    for line in gzip.decompress((DATA / "epaminondas-games.jsonl.gz").read_bytes()).splitlines():
        moves = tuple(json.loads(line)["moves"])
        variant = "standard+symmetry=off"
        games.append(Record(moves, "epaminondas", variant, "abstractplay", {"White": "A"}))
    printed = ["rule-book-tabs.txt", "rule-book-blanks.txt", "gipf-tournament-84-plies.txt"]
    games += records.read([DATA / name for name in printed])
    return tuple(games)


@cache
def in_every_dialect(count: int = 2) -> tuple[Record, ...]:
    """Return the first games of each kind in all dialects of their game."""
    kinds: dict[tuple[str | None, str | None], list[Record]] = {}
    for game in every_game():
        kinds.setdefault((game.game, game.variant), []).append(game)
    converted = [
        convert(replay(game), dialect.name).record
        for (name, _), games in kinds.items()
        for game in islice(games, count)
        for dialect in dialects(name)
    ]
    return tuple(game for game in converted if game is not None)
