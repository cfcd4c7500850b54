"""The first plies of games of independent programs, with invented results and dates."""

from dataclasses import replace
from functools import cache

from analysis.replay.replay import replay
from records import Record
from tests.games.engine_games import engine_games

SETS = {
    "epaminondas": ("epaminondas-games", "standard+symmetry=off"),
    "gipf": ("gipf-tournament-games", "tournament"),
    "gipf basic": ("gipf-basic-games", "basic"),
    "megiddo": ("megiddo-base-games", "base"),
    "megiddo torus": ("megiddo-base-games", "grand-master"),
}
"""File and variant; a game is played up to where the variants part."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


@cache
def short_games(name: str, variant: str, count: int = 40) -> tuple[Record, ...]:
    """Return games cut off after 2 to 10 plies, with results and dates in turn."""
    found = []
    for place, game in enumerate(engine_games(name, count)):
        tags = {"Date": f"{1990 + place % 7}.{place % 12 + 1:02}.??"}
        result = RESULTS[place % len(RESULTS)]
        record = replace(game, variant=variant, moves=game.moves[: 2 + place % 9], tags=tags)
        moves = record.moves[: replay(record).played]
        found.append(replace(record, moves=moves, result=result))
    return tuple(found)
