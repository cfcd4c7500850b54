"""Hypotheses about a whole record: its variant and dialect, and explanations without edits.

A variant or dialect guessed from texts may be wrong if the decisive texts are damaged. Each
combination of a possible variant and dialect is therefore tried on the first plies with a narrow
walk, and the one with the lowest cost is taken.

A game may also break off although its moves are copied correctly. An *explanation* says why: it is
a valid game of another variant, or the players overlooked a capture and played on. An explanation
has a cost, as an edit has. Rows of two moves, for example, are evidence against a variant for three
players, and make it more expensive.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf
from time import process_time
from typing import NamedTuple

from analysis.repair.beam import Walk
from analysis.repair.confidence import Rival
from analysis.repair.edits import OVERLOOKED, VARIANT, Change, Edits, Operation
from analysis.replay import Replay
from analysis.replay.compiled import Playthrough
from analysis.typos.model import SlipModel
from notation import dialects
from notation.dialect import AnyDialect
from records import Record

TRIED = 20
"""Number of plies for the first trial of rivals."""

TRIED_AGAIN = 60
"""Number of plies for the second trial of rivals with similar costs."""

HARDLY = 2.0
"""Maximum difference between costs that count as similar."""

MUCH = 5.0
"""Cost above the lowest at which the trial of a rival stops."""

WIDTH = 6
"""Beam width of a trial."""

CLEARLY = 1.0
"""Additional cost of a rival with an unusual variant."""

ALIKE = 0.75
"""Minimum number of texts that a rival dialect can read, relative to the dialect of the record."""


class TrialResult(NamedTuple):
    """The likeliest variant and dialect of a record.

    Attributes:
        verdict: the replay with this variant and dialect.
        margin: the cost of the next likely variant and dialect, minus the cost of these; infinity
            if there are no others.
        edits: proposes edits, with the costs of moves known from the trial; None without a trial.
    """

    verdict: Replay
    margin: float = inf
    edits: Edits | None = None


def likeliest(verdict: Replay, model: SlipModel, seconds: float) -> TrialResult:
    """Return the likeliest variant and dialect of a record.

    Variants and dialects with similar costs of the first plies are compared on more plies.

    Args:
        verdict: the replay with the guessed variant and dialect.
        seconds: processor time after which no further pair is tried.
    """
    deadline = process_time() + seconds
    rivals = [Trial(one, model) for one in _distinct(verdict)]
    if len(rivals) == 1:
        return TrialResult(verdict)
    costs = [inf if cost is None else cost for cost in _costs(rivals, TRIED, deadline)]
    near = [at for at, cost in enumerate(costs) if cost <= min(costs) + HARDLY]
    # Variants with equal prices do not differ in these moves: one is tried first for all of them.
    alike = [(cost, one.dialect) for cost, one in zip(costs, rivals, strict=True)]
    unlike = {alike[at]: at for at in reversed(near)}
    if len(near) > 1 and len(verdict.record.moves) > TRIED:
        order = sorted(near, key=lambda at: (unlike[alike[at]] != at, at))
        again = _costs([rivals[at] for at in order], TRIED_AGAIN, deadline)
        if again[0] is not None and again[0] < inf:
            later = {at: cost for at, cost in zip(order, again, strict=True) if cost is not None}
            behind = max(cost for cost in later.values() if cost < inf)
            costs = [
                later.get(at, later.get(unlike.get(alike[at], at), cost + behind))
                for at, cost in enumerate(costs)
            ]
    costs[1:] = [
        cost + CLEARLY * (not _is_usual(one.verdict))
        for cost, one in zip(costs[1:], rivals[1:], strict=True)
    ]
    best = min(range(len(rivals)), key=costs.__getitem__)
    second = min(cost for at, cost in enumerate(costs) if at != best)
    margin = second - costs[best] if second < inf else inf
    return TrialResult(rivals[best].verdict, margin, rivals[best].edits)


class Trial:
    """A trial of one variant and dialect.

    Args:
        verdict: the replay with this variant and dialect.
        model: the slip model.

    Attributes:
        verdict: the replay.
        dialect: name of the dialect; None without a dialect.
        edits: proposes edits; None without a dialect or a start.
    """

    def __init__(self, verdict: Replay, model: SlipModel) -> None:
        self.verdict, self._model = verdict, model
        self.dialect = verdict.dialect.name if verdict.dialect else None
        self.edits: Edits | None = None
        if verdict.start is not None and verdict.dialect is not None:
            self._playthrough = Playthrough(verdict.start, verdict.dialect)
            self.edits = Edits(self._playthrough, model, verdict.record)

    def cost(self, count: int, bound: float) -> float:
        """Return the minimum cost of the first ``count`` plies; infinity if above the bound."""
        if self.edits is None:
            return inf
        plies = self._playthrough.plies(self.verdict.record.moves[:count])
        paths, _ = Walk(self._playthrough, self.edits, plies, WIDTH, bound=bound).run()
        cheapest = min((path.estimate for path in paths), default=inf)
        return cheapest + against_rows(self.verdict, self._model)


def _costs(rivals: Iterable[Trial], plies: int, deadline: float) -> list[float | None]:
    """Return the cost of the first plies under each rival.

    The cost is infinite for a rival that is much more expensive than an earlier rival, and None
    after the deadline.
    """
    costs, least = list[float | None](), inf
    for one in rivals:
        cost = None if process_time() > deadline else one.cost(plies, least + MUCH)
        least = least if cost is None else min(least, cost)
        costs.append(cost)
    return costs


def _distinct(verdict: Replay) -> list[Replay]:
    """Return a replay and its rivals, one for each variant and dialect."""
    found: dict[tuple[str, AnyDialect | None], Replay] = {}
    for one in (verdict, *_rivals(verdict)):
        found.setdefault((str(one.variant), one.dialect), one)
    return list(found.values())


def _is_usual(verdict: Replay) -> bool:
    return verdict.game is not None and str(verdict.variant) == verdict.game.default


def _rivals(verdict: Replay) -> Iterator[Replay]:
    """Yield replays under other variants, if the variant was guessed, and in other dialects."""
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
    """Return the number of texts that can be read in a dialect."""
    return sum(dialect.lenient_pattern.fullmatch(text) is not None for text in texts)


MISSED = frozenset(("missed-capture", "missed-removal"))
"""Codes of violations that players overlook."""


def explanations(verdict: Replay, model: SlipModel) -> Iterator[Rival]:
    """Yield the explanations of a game that breaks off: repairs that change no move of it."""
    record = verdict.record
    for variant, other in verdict.fallbacks():
        if other.playable:
            price = model.price("plies", "variant") + against_rows(other, model)
            change = Change(VARIANT, 0, str(verdict.variant), variant, price)
            explained = Replay(replace(record, variant=variant), variant, verdict.as_recorded)
            yield _explanation((change,), price, explained)
    recorded = Replay(record, str(verdict.variant), as_recorded=True)
    found = recorded.accepted
    if recorded.playable and found and all(one.code in MISSED for one in found):
        price = model.price("plies", "overlooked")
        changes = tuple(_overlooked((one.ply or 1) - 1, record, price) for one in found)
        yield _explanation(changes, price * len(changes), recorded)


def _explanation(changes: tuple[Change, ...], price: float, explained: Replay) -> Rival:
    plies = explained.playthrough.plies(explained.record.moves)
    operations = tuple(Operation((ply,)) for ply in plies)
    return Rival(operations, changes, price, lambda: explained, searched=False)


def _overlooked(index: int, record: Record, price: float) -> Change:
    text = record.moves[index]
    return Change(OVERLOOKED, index, text, text, price)


def against_rows(verdict: Replay, model: SlipModel) -> float:
    """Return the cost of rows that do not have one move for each side of the variant."""
    width, sides = row_width(verdict.record), len(verdict.start.sides) if verdict.start else 0
    return model.price("plies", "rows") if width and width != sides else 0.0


def row_width(record: Record) -> int:
    """Return the number of moves in each row of a record except the last; 0 if unknown."""
    counts = list(Counter(line for line, _ in record.places).values())
    widths = set(counts[:-1])
    if record.columns or len(widths) != 1 or counts[-1] > max(widths):
        return record.columns
    return max(widths) if max(widths) > 1 else 0
