"""How quickly a plain second implementation of GIPF follows games: a measure for the fast one."""

from itertools import islice
from pathlib import Path
from time import perf_counter

import records
from analysis.replay.replay import replay
from notation.gipf.moves import Move
from tests.judges import gipf as judge

GAMES = 20
"""Games that the judge is given: it takes its time."""


def judged_plies(archive: Path) -> float:
    """Return the plies a second that the judge of the tests follows, reading not counted."""
    games = [
        [_turn(move) for move in replay(one).moves] for one in islice(records.read(archive), GAMES)
    ]
    started = perf_counter()
    for turns in games:
        state = judge.start("basic")
        for turn in turns:
            state = judge.turns(state)[turn]
    return sum(map(len, games)) / (perf_counter() - started)


def _turn(move: Move) -> judge.Turn:
    before, after = (frozenset(map(str, part.pieces)) for part in (move.before, move.after))
    return before, str(move.push or ""), after
