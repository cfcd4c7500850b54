"""The variant and the dialect of a damaged record, where it names none.

What is guessed from texts goes wrong where the telling ones are damaged. Each rival is tried on the
first plies with a narrow walk, and the one in which they cost least is taken.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf
from time import process_time

from analysis.repair.candidates import choices_of
from analysis.repair.edits import Edits
from analysis.repair.forward import Decoder
from analysis.repair.whole import against_rows
from analysis.replay import Replay
from analysis.replay.playthrough import Playthrough
from analysis.typos.model import SlipModel
from notation import dialects
from notation.dialect import AnyDialect

TRIED = 20
"""Plies that rivals are tried on."""

TRIED_AGAIN = 60
"""Plies on which those are tried again between which these hardly decide."""

HARDLY = 2.0
"""The difference of prices up to which they do."""

WIDTH = 6
"""Positions kept in a trial."""

CLEARLY = 1.0
"""How much cheaper a rival has to be."""

ALIKE = 0.75
"""The least part of the texts readable in a dialect that those in a rival make up."""


def likeliest(verdict: Replay, model: SlipModel, seconds: float) -> tuple[Replay, float]:
    """Return the replay under the likeliest variant and dialect, and by how much it is cheaper.

    Those between which the first plies hardly decide are compared on more of them.

    Args:
        verdict: the replay in the variant and the dialect that the texts speak for.
        model: the slips.
        seconds: processor time after which no other rival is tried.
    """
    deadline = process_time() + seconds
    rivals = [verdict, *_rivals(verdict)]
    if len(rivals) == 1:
        return verdict, inf
    costs = _costs(rivals, model, TRIED, deadline)
    near = [at for at, cost in enumerate(costs) if cost <= min(costs) + HARDLY]
    # Rivals of one price are alike as far as the moves go: one of them is tried for all.
    unlike = sorted({costs[at]: at for at in reversed(near)}.values())
    if len(unlike) > 1 and len(verdict.record.moves) > TRIED:
        again = _costs([rivals[at] for at in unlike], model, TRIED_AGAIN, deadline)
        if again[0] < inf:
            behind = max(again) if inf not in again else again[0]
            later = dict(zip((costs[at] for at in unlike), again, strict=True))
            costs = [later.get(cost, cost + behind) for cost in costs]
    costs[1:] = [
        cost + CLEARLY * (not _is_usual(one))
        for cost, one in zip(costs[1:], rivals[1:], strict=True)
    ]
    best = min(range(len(rivals)), key=costs.__getitem__)
    second = min(cost for at, cost in enumerate(costs) if at != best)
    return rivals[best], second - costs[best] if second < inf else inf


def _costs(rivals: Iterable[Replay], model: SlipModel, plies: int, deadline: float) -> list[float]:
    """Return what so many plies cost under each rival; infinity where time is over."""
    return [inf if process_time() > deadline else cost_of(one, model, plies) for one in rivals]


def cost_of(verdict: Replay, model: SlipModel, count: int = TRIED) -> float:
    """Return what so many first plies cost at least in the cheapest walk, or infinity."""
    if verdict.start is None or verdict.dialect is None:
        return inf
    record = verdict.record
    playthrough = Playthrough(verdict.start, verdict.dialect)
    plies = playthrough.plies(record.moves[:count])
    edits = Edits(playthrough, model, choices_of(record), record.moves)
    ways, _ = Decoder(playthrough, edits, plies).decode(WIDTH, lambda: 0.0)
    return min((way.estimate for way in ways), default=inf) + against_rows(verdict, model)


def _is_usual(verdict: Replay) -> bool:
    return verdict.game is not None and str(verdict.variant) == verdict.game.default


def _rivals(verdict: Replay) -> Iterator[Replay]:
    """Yield the other variants of a guessed one, the usual one first, and other dialects."""
    if verdict.guessed and verdict.game and not _is_usual(verdict):
        yield verdict.under(verdict.game.default)
    for variant, other in verdict.fallbacks():
        if variant != str(verdict.variant):
            yield other
    if verdict.dialect is None or verdict.record.tags.get("Dialect"):
        return
    texts = set(verdict.record.moves[:TRIED])
    least = ALIKE * _readable(texts, verdict.dialect)
    for dialect in dialects(verdict.dialect.game):
        if dialect.name != verdict.dialect.name and _readable(texts, dialect) >= max(least, 1):
            other = Replay(replace(verdict.record, dialect=dialect.name), verdict.named_variant)
            yield other
            yield from (rival for _, rival in other.fallbacks())


def _readable(texts: Iterable[str], dialect: AnyDialect) -> int:
    """Return how many texts can be read in a dialect."""
    return sum(dialect.lenient_pattern.fullmatch(text) is not None for text in texts)
