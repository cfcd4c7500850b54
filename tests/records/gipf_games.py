"""GIPF games as records: those of other programs."""

import gzip
import json
from dataclasses import replace
from itertools import islice

from records import Record
from tests.records.samples import DATA

KINDS = {
    "basic-games": "basic",
    "basic-long-games": "basic",
    "standard-games": "standard",
    "tournament-games": "tournament",
}


def engine_games(name: str, count: int = 12) -> list[Record]:
    """Return the first games of one kind that other programs played."""
    with gzip.open(DATA / f"gipf-{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in islice(lines, count)]
    return [
        Record(tuple(game["moves"]), "gipf", KINDS[name], "complete", {"Round": str(number)})
        for number, game in enumerate(games, start=1)
    ]


def counted(record: Record) -> Record:
    """Return a record with a number in brackets after every move, as large as reserves get."""
    moves = (f"{move} ({index % 19})" for index, move in enumerate(record.moves))
    return replace(record, moves=tuple(moves))
