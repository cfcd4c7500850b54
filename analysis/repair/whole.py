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

from analysis.repair.beam import Walk
from analysis.repair.confidence import Rival
from analysis.repair.edits import OVERLOOKED, VARIANT, Change, Edits, Operation
from analysis.replay import Replay
from analysis.replay.compiled import Playthrough
from analysis.typos.model import SlipModel
from notation import dialects
from notation.dialect import AnyDialect
from records import Record

TRIED = 20  # plies of the first trial of each variant and dialect
TRIED_AGAIN = 60  # plies of the second trial of those with similar costs
HARDLY = 2.0  # greatest difference of similar costs
MUCH = 5.0  # cost above the least at which a trial stops
CLEARLY = 1.0  # additional cost of an unusual variant
WIDTH = 6  # beam width of a trial
ALIKE = 0.75  # least number of texts that another dialect can read, relative to the record's own


class Trial:
    """A trial of one variant and dialect on the first plies of a record.

    Args:
        verdict: the replay with this variant and dialect.
        model: the slip model.

    Attributes:
        verdict: the replay.
        edits: proposes edits, with the costs of moves known from the trial.
        margin: the cost of the second likeliest variant and dialect, minus that of the likeliest;
            infinity if there is only one.
    """

    def __init__(self, verdict: Replay, model: SlipModel) -> None:
        self.verdict, self.margin, self._model = verdict, inf, model
        known = verdict.playthrough
        playthrough = Playthrough(known.start, known.dialect, verdict.as_recorded)
        self.edits = Edits(playthrough, model, verdict.record)

    def cost(self, count: int, bound: float) -> float:
        """Return the minimum cost of the first ``count`` plies; infinity if above the bound."""
        plies = self.edits.playthrough.plies(self.verdict.record.moves[:count])
        paths, _ = Walk(self.edits, plies, WIDTH, bound=bound).run()
        cheapest = min((path.estimate for path in paths), default=inf)
        return cheapest + against_rows(self.verdict, self._model)


def likeliest(verdict: Replay, model: SlipModel, seconds: float) -> Trial:
    """Return the trial of the likeliest variant and dialect of a record.

    Variants and dialects with similar costs of the first plies are compared on more plies.

    Args:
        verdict: the replay with the guessed variant and dialect.
        seconds: processor time after which no further pair is tried.
    """
    deadline = process_time() + seconds
    trials = [Trial(one, model) for one in _distinct(verdict)]
    if len(trials) == 1:
        return trials[0]
    costs = dict.fromkeys(trials, inf) | _costs(trials, TRIED, deadline)
    near = [one for one in trials if costs[one] <= min(costs.values()) + HARDLY]
    if len(near) > 1 and len(verdict.record.moves) > TRIED:
        # Variants with equal costs do not differ in these moves: one is tried first for all.
        groups: dict[tuple[float, AnyDialect | None], Trial] = {}
        first = {one: groups.setdefault((costs[one], one.verdict.dialect), one) for one in near}
        later = _costs(sorted(near, key=lambda one: first[one] is not one), TRIED_AGAIN, deadline)
        if later.get(near[0], inf) < inf:
            behind = max(cost for cost in later.values() if cost < inf)
            for one in trials:
                known = first.get(one, one)
                costs[one] = later.get(one, later.get(known, costs[one] + behind))
    for one in trials[1:]:
        costs[one] += CLEARLY * (not _is_usual(one.verdict))
    best = min(trials, key=costs.__getitem__)
    second = min(cost for one, cost in costs.items() if one is not best)
    best.margin = second - costs[best] if second < inf else inf
    return best


def _costs(trials: Iterable[Trial], plies: int, deadline: float) -> dict[Trial, float]:
    """Return for each trial the cost of the first plies; after the deadline no trial is added.

    A trial is given up, with an infinite cost, once it costs much more than an earlier trial.
    """
    costs: dict[Trial, float] = {}
    for one in trials:
        if process_time() <= deadline:
            costs[one] = one.cost(plies, min(costs.values(), default=inf) + MUCH)
    return costs


def _distinct(verdict: Replay) -> list[Replay]:
    """Return a replay and its rivals, one for each variant and dialect."""
    found: dict[tuple[str, AnyDialect | None], Replay] = {}
    for one in (verdict, *_rivals(verdict)):
        if one.start is not None and one.dialect is not None:
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
            renamed = Replay(replace(record, variant=variant), variant, verdict.as_recorded)
            yield _explanation(renamed, (change,))
    recorded = Replay(record, str(verdict.variant), as_recorded=True)
    found = recorded.accepted
    if recorded.playable and found and all(one.code in MISSED for one in found):
        price, plies = model.price("plies", "overlooked"), [(one.ply or 1) - 1 for one in found]
        texts = [(at, record.moves[at]) for at in plies]
        changes = (Change(OVERLOOKED, at, text, text, price) for at, text in texts)
        yield _explanation(recorded, tuple(changes))


def _explanation(explained: Replay, changes: tuple[Change, ...]) -> Rival:
    plies = explained.playthrough.plies(explained.record.moves)
    operations = tuple(Operation((ply,)) for ply in plies)
    cost = sum(change.price for change in changes)
    return Rival(operations, changes, cost, lambda: explained, searched=False)


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
