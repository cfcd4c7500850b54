"""Rows of the table of games, for good games that start alike."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.games import GAMES
from analysis.games.arrays import Coded, Codes, Flags
from analysis.games.growing import Numbers
from analysis.games.measures import Cell, Column
from analysis.games.position import AnyPosition
from analysis.replay.results import winners
from analysis.tables.arrow import array, spread
from analysis.tables.facts import GameFacts, recorded_ending
from analysis.tables.schema import PLAYERS, arrow_types, schema
from records.model import named_player

if TYPE_CHECKING:
    import pyarrow as pa


class Leads(NamedTuple):
    """The scores, captures and leads of some games, one value a game.

    Attributes:
        scores: the last score of each side.
        covered: number of points that have ever had a piece.
        captures: enemy pieces taken.
        capture_plies: number of plies with captures.
        first_capture: number of the first ply with captures, from 1; 0 for none.
        changes: number of changes of the lead.
        last: for each side the ply from which it led to the end, or else the last ply.
        of_others: for each side the number of plies after which another one led.
    """

    scores: Sequence[Numbers]
    covered: Numbers
    captures: Numbers
    capture_plies: Numbers
    first_capture: Numbers
    changes: Numbers
    last: Sequence[Numbers]
    of_others: Sequence[Numbers]


def games_batch(
    start: AnyPosition, facts: GameFacts, lengths: Codes, leads: Leads, wanted: Sequence[Column]
) -> "pa.RecordBatch":
    """Return the rows of games.

    Args:
        start: the position that all of them start from.
        facts: what is known of them besides their boards.
        lengths: number of plies of each.
        leads: their scores, captures and leads.
        wanted: the columns, of those of `GAME_COLUMNS`.
    """
    import pyarrow as pa

    makers, types = _makers(start, facts, lengths, leads), arrow_types()
    arrays = []
    for column in wanted:
        make, type_ = makers.get(column.name), types[column.type]
        values = pa.nulls(len(lengths), type_) if make is None else make()
        if isinstance(values, np.ndarray):
            values = pa.array(values)
        if isinstance(values, Coded):
            values = spread(values, type_)
        if not isinstance(values, pa.Array):
            values = array(values, type_)
        arrays.append(values if values.type == type_ else values.cast(type_))
    return pa.RecordBatch.from_arrays(arrays, schema=schema(wanted))


def _makers(
    start: AnyPosition, facts: GameFacts, lengths: Codes, leads: Leads
) -> "dict[str, Callable[[], Numbers | Coded | Sequence[object] | pa.Array]]":
    """Return for each column that is filled what makes its values."""
    sides, count, variant = start.sides, len(lengths), str(start.variant)
    codes = np.array(facts.codes, np.int32)
    won = [winners(*ending, sides) for ending in facts.endings]
    winner = np.array([one[0] if one and len(one) == 1 else -1 for one in won], np.int64)[codes]
    tags = cache(facts.tags)

    def of_games(value: Cell) -> Callable[[], Coded]:
        return lambda: Coded([value], np.zeros(count, np.int32))

    def of_endings(values: Iterable[Cell]) -> Callable[[], Coded]:
        return lambda: Coded([*values], codes)

    def of_winners(by_side: Sequence[Numbers]) -> "Callable[[], pa.Array]":
        return lambda: _where(winner >= 0, np.choose(np.maximum(winner, 0), by_side))

    def player(side: str) -> Callable[[], Sequence[str | None]]:
        return lambda: [named_player(one.get(side.title(), "")) for one in tags()]

    return {
        "path": facts.paths,
        "game_id": facts.numbers,
        "game": lambda: facts.names,
        "variant": of_games(variant),
        "dialect": lambda: facts.dialects,
        "plies": lambda: lengths,
        "valid": facts.valid,
        "result": of_endings(result for result, _ in facts.endings),
        "winner": of_endings(outcome.winner if outcome else None for _, outcome in facts.endings),
        "reason": of_endings(outcome.reason if outcome else None for _, outcome in facts.endings),
        "verdict": of_endings(
            (str(one[0] + 1) if len(one) == 1 else "draw") if one else None for one in won
        ),
        "ended": lambda: _ended(facts, sides),
        "sides": lambda: np.full(count, len(sides)),
        "first": lambda: np.full(count, start.turn + 1),
        **{name: player(side) for name, side in zip(PLAYERS, sides, strict=False)},
        "captures": lambda: leads.captures,
        "capture_plies": lambda: leads.capture_plies,
        "first_capture": lambda: _where(leads.first_capture > 0, leads.first_capture),
        "lead_changes": lambda: leads.changes,
        "decisive": of_winners(leads.last),
        "behind": of_winners(leads.of_others),
        **{
            f"score_{number}": partial(np.asarray, score)
            for number, score in enumerate(leads.scores, start=1)
        },
        "board": lambda: np.full(count, GAMES[start.GAME].measures().size(start)),
        "covered": lambda: leads.covered,
        "accepted": lambda: np.zeros(count, np.int32),
        "tags": lambda: _tags(tags()),
    }


def _ended(facts: GameFacts, sides: Sequence[str]) -> Coded:
    """Return how the games ended."""
    terminations = facts.terminations()
    ways = {
        (termination, code): outcome.reason
        if outcome
        else recorded_ending(termination, result, sides)
        for termination, code in {*zip(terminations, facts.codes, strict=True)}
        for result, outcome in (facts.endings[code],)
    }
    places = {way: place for place, way in enumerate(ways)}
    pairs = zip(terminations, facts.codes, strict=True)
    return Coded([*ways.values()], np.array([places[pair] for pair in pairs], np.int32))


def _where(known: Flags, values: Numbers) -> "pa.Array":
    import pyarrow as pa

    return pa.array(values, mask=~known)


def _tags(tags: Sequence[Mapping[str, str]]) -> "pa.Array":
    import pyarrow as pa

    offsets = [0, *accumulate(map(len, tags))]
    names = array(list(chain.from_iterable(tags)), pa.string())
    values = array(list(chain.from_iterable(one.values() for one in tags)), pa.string())
    return pa.MapArray.from_arrays(pa.array(offsets, pa.int32()), names, values)
