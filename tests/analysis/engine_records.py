"""Random games that independent programs played, as short records with made-up results."""

import gzip
import json
from functools import cache
from itertools import islice
from pathlib import Path

from analysis.replaying import replay
from records import Record

DATA = Path(__file__).parents[1] / "data"

SETS = {
    "epaminondas": ("epaminondas-games", "standard+symmetry=off"),
    "gipf": ("gipf-tournament-games", "tournament"),
    "gipf basic": ("gipf-basic-games", "basic"),
    "megiddo": ("megiddo-base-games", "base"),
    "megiddo torus": ("megiddo-base-games", "grand-master"),
}
"""File and variant; a game of Megiddo is played to where the variants part."""

DIALECTS = {"epaminondas": "abbott", "gipf": "complete", "megiddo": "book"}

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


@cache
def short_games(name: str, variant: str, count: int = 40) -> tuple[Record, ...]:
    """Return the first plies of games, 2 to 10 of them, with results and dates by turns."""
    game = name.partition("-")[0]
    found = []
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for place, line in enumerate(islice(lines, count)):
            data = json.loads(line)
            moves = tuple(data.get(DIALECTS[game], data["moves"])[: 2 + place % 9])
            record = Record(moves, game, variant, DIALECTS[game])
            tags = {"Date": f"{1990 + place % 7}.{place % 12 + 1:02}.??"}
            played = moves[: replay(record).played]
            found.append(
                Record(played, game, variant, DIALECTS[game], tags, result=RESULTS[place % 4])
            )
    return tuple(found)
