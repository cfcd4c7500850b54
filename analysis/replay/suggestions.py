"""Suggestions for the ply at which a game broke off, ranked by the costs of repairs.

The game is played on after each candidate; if it breaks off again, the cost of another edit is
added.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import log10
from typing import NamedTuple

from analysis.games.position import AnyPosition
from analysis.replay.compiled import Playthrough, Plies
from analysis.typos.candidates import HOLES, Candidates, profile
from analysis.typos.model import MIN_EDIT_COST, SlipModel, calibrated, load, shares, within
from notation import Dialect
from records import Record
from records.model import CHOICES

LONGEST = 200
"""Characters from which on a text has no suggestions: no move has as many."""

TRIED = 12
"""Candidates from which the game is played on, the likeliest by their texts."""

MAX_PRICE = 3.5
"""Price from which on a text is no suggestion for another, however few characters it has."""

AHEAD = 40
"""Plies after the one in question that are played on: what comes later is seldom its fault."""


class Suggestion(NamedTuple):
    """A legal move that a ply may have been meant for.

    Attributes:
        text: its text.
        share: how probable it is, from 0 to 1.
    """

    text: str
    share: float


def suggest(
    record: Record, playthrough: Playthrough, plies: Plies, index: int, position: AnyPosition
) -> list[Suggestion]:
    """Return the moves that a ply may have been meant for, the likeliest first.

    Args:
        record: the record, whose details may have alternative readings of a scanner.
        playthrough: plays its plies.
        plies: the plies.
        index: index of the ply.
        position: the position in which it stands.
    """
    text = plies[index].text
    if len(text) >= LONGEST or text in HOLES:
        return []
    name, beside = profile(record, playthrough.dialect), record.details.get(index, {})
    start, dialect = playthrough.start, playthrough.dialect
    if CHOICES in beside:
        priced = Candidates(start, dialect, load(name), {index: beside[CHOICES]})
    else:
        priced = _candidates(start, dialect, name)
    limit = min(max(len("".join(text.split())) // 2, 1) + 1.0, MAX_PRICE)
    found = priced.corrections(position, text, plies[index].origin, limit)
    near = sorted(found, key=lambda one: (one.price, one.text))[:TRIED]
    counts = dialect.counts
    positions = [
        (counts.sub("", one.text) if counts else one.text, one.price, after)
        for one in near
        if one.price < limit
        for after in (position.advance((one.step,))[0],)
    ]
    return ranked(positions, playthrough, plies[: index + 1 + AHEAD], index, load(name))


@lru_cache(maxsize=8)
def _candidates(start: AnyPosition, dialect: Dialect[object], name: str) -> Candidates:
    """Return candidates that price texts of a dialect, for a start and a bundled slip model."""
    return Candidates(start, dialect, load(name))


def ranked(
    candidates: Iterable[tuple[str, float, AnyPosition]],
    playthrough: Playthrough,
    plies: Plies,
    index: int,
    model: SlipModel | None = None,
) -> list[Suggestion]:
    """Return candidates with their shares, the likeliest first.

    Args:
        candidates: texts, their costs, and the positions after them.
        playthrough: plays the plies.
        plies: the plies.
        index: index of the ply in question.
        model: the slip model; None for that of typed records.
    """
    model = model or load()
    costs: dict[str, float] = {}
    for text, price, after in candidates:
        run = playthrough.run(after, plies, index + 1)
        costs[text] = price + (_another(run.reach - index) if run.left else 0.0)
    texts = sorted(costs, key=lambda text: (costs[text], text))
    raw = shares([costs[text] for text in texts], model)
    parts = within(1.0, [calibrated(one, model.calibration, sum(raw)) for one in raw])
    return list(map(Suggestion, texts, parts))


def _another(played: int) -> float:
    """Return the cost of a second slip some plies after the first; nearer slips are rarer."""
    return MIN_EDIT_COST + log10(AHEAD / min(max(played, 1), AHEAD))
