"""Rows of the table of games, for good games that start alike."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from analysis.games import GAMES
from analysis.games.arrays import Codes, Flags
from analysis.games.position import AnyPosition
from analysis.replay.results import winners
from analysis.tables.arrow import array
from analysis.tables.facts import GameFacts, recorded_ending
from analysis.tables.schema import GAME_COLUMNS, PLAYERS, arrow_types, schema
from records.model import named_player

if TYPE_CHECKING:
    import pyarrow as pa

Numbers: TypeAlias = npt.NDArray[Any]


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
    start: AnyPosition, facts: GameFacts, lengths: Codes, leads: Leads
) -> "pa.RecordBatch":
    """Return the rows of games.

    Args:
        start: the position that all of them start from.
        facts: what is known of them besides their boards.
        lengths: number of plies of each.
        leads: their scores, captures and leads.
    """
    sides, count = start.sides, len(lengths)
    outcomes = facts.outcomes
    won = _winners(facts, sides)
    winner = np.array([one[0] if one and len(one) == 1 else -1 for one in won])
    has_winner = winner >= 0
    columns: dict[str, Sequence[object] | pa.Array] = {
        "path": facts.paths,
        "game_id": facts.numbers,
        "game": facts.names,
        "variant": [str(start.variant)] * count,
        "dialect": facts.dialects,
        "plies": lengths,
        "valid": facts.valid,
        "result": facts.results,
        "winner": [one.winner if one else None for one in outcomes],
        "reason": [one.reason if one else None for one in outcomes],
        "verdict": [(str(one[0] + 1) if len(one) == 1 else "draw") if one else None for one in won],
        "ended": [
            outcome.reason if outcome else recorded_ending(tags.get("Termination", ""), result)
            for outcome, tags, result in zip(outcomes, facts.tags, facts.results, strict=True)
        ],
        "sides": np.full(count, len(sides)),
        "first": np.full(count, start.turn + 1),
        "captures": leads.captures,
        "capture_plies": leads.capture_plies,
        "first_capture": _where(leads.first_capture > 0, leads.first_capture),
        "lead_changes": leads.changes,
        "decisive": _where(has_winner, np.choose(np.maximum(winner, 0), leads.last)),
        "behind": _where(has_winner, np.choose(np.maximum(winner, 0), leads.of_others)),
        "board": np.full(count, GAMES[start.GAME].measures().size(start)),
        "covered": leads.covered,
        "accepted": np.zeros(count, np.int32),
        "tags": _tags(facts.tags),
    }
    for number, score in enumerate(leads.scores, start=1):
        columns[f"score_{number}"] = score
    for column, side in zip(PLAYERS, sides, strict=False):
        title = side.title()
        columns[column] = [named_player(tags.get(title, "")) for tags in facts.tags]
    return _batch(columns, count)


def _batch(columns: "dict[str, Sequence[object] | pa.Array]", count: int) -> "pa.RecordBatch":
    """Return columns as a batch; those that are missing are empty."""
    import pyarrow as pa

    types, arrays = arrow_types(), []
    for column in GAME_COLUMNS:
        values, type_ = columns.get(column.name), types[column.type]
        if values is None:
            values = pa.nulls(count, type_)
        elif isinstance(values, np.ndarray | pa.Array):
            values = values if isinstance(values, pa.MapArray) else pa.array(values).cast(type_)
        arrays.append(values if isinstance(values, pa.Array) else array(values, type_))
    return pa.RecordBatch.from_arrays(arrays, schema=schema(GAME_COLUMNS))


def _where(known: Flags, values: Numbers) -> "pa.Array":
    import pyarrow as pa

    return pa.array(values, mask=~known)


def _winners(facts: GameFacts, sides: Sequence[str]) -> list[tuple[int, ...] | None]:
    """Return for each game the indices of the sides that won."""
    pairs = list(zip(facts.results, facts.outcomes, strict=True))
    known = {pair: winners(*pair, sides) for pair in {*pairs}}
    return [known[pair] for pair in pairs]


def _tags(tags: Sequence[Mapping[str, str]]) -> "pa.Array":
    import pyarrow as pa

    offsets = [0, *accumulate(map(len, tags))]
    names = array(list(chain.from_iterable(tags)), pa.string())
    values = array(list(chain.from_iterable(one.values() for one in tags)), pa.string())
    return pa.MapArray.from_arrays(pa.array(offsets, pa.int32()), names, values)
