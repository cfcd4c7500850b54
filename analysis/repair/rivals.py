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

WIDTH = 6
"""Positions kept in a trial."""

CLEARLY = 1.0
"""How much cheaper a rival has to be."""

ALIKE = 0.75
"""The least part of the texts readable in a dialect that those in a rival make up."""


def likeliest(verdict: Replay, model: SlipModel, seconds: float) -> tuple[Replay, float]:
    """Return the replay under the likeliest variant and dialect, and by how much it is cheaper.

    Args:
        verdict: the replay in the variant and the dialect that the texts speak for.
        model: the slips.
        seconds: processor time after which no other rival is tried.
    """
    deadline = process_time() + seconds
    rivals = [verdict, *_rivals(verdict)]
    if len(rivals) == 1:
        return verdict, inf
    costs = [inf if process_time() > deadline else cost_of(one, model) for one in rivals]
    costs[1:] = [cost + CLEARLY for cost in costs[1:]]
    best = min(range(len(rivals)), key=costs.__getitem__)
    second = min(cost for at, cost in enumerate(costs) if at != best)
    return rivals[best], second - costs[best] if second < inf else inf


def cost_of(verdict: Replay, model: SlipModel) -> float:
    """Return what the first plies of a record cost at least in the cheapest walk, or infinity."""
    if verdict.start is None or verdict.dialect is None:
        return inf
    record = verdict.record
    playthrough = Playthrough(verdict.start, verdict.dialect)
    plies = playthrough.plies(record.moves[:TRIED])
    edits = Edits(playthrough, model, choices_of(record), record.moves)
    ways, _ = Decoder(playthrough, edits, plies).decode(WIDTH, lambda: 0.0)
    return min((way.estimate for way in ways), default=inf) + against_rows(verdict, model)


def _rivals(verdict: Replay) -> Iterator[Replay]:
    for _, other in verdict.fallbacks():
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
