"""Repair: from a broken record to edits, their confidence, and a legal record."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import inf
from time import process_time

from analysis.games.variant import Variant
from analysis.repair.apply import with_doubts
from analysis.repair.confidence import (
    LISTED,
    Rival,
    Verdicts,
    best_first,
    edit,
    lessened,
    prices,
)
from analysis.repair.edits import DIALECT, VARIANT, Change
from analysis.repair.result import MIN_CONFIDENCE, Repair
from analysis.repair.search import Search, SearchResult
from analysis.repair.whole import TrialResult, explanations, likeliest
from analysis.replay import Replay, replay, settle_doubts
from analysis.typos.candidates import profile, unread
from analysis.typos.model import SCANNED, SlipModel, calibrated, load, shares
from notation import Dialect
from notation.dialect import AnyDialect
from records import Record

SECONDS = 10.0
"""Default of the time limit for one game, in seconds."""

PLAYED = "its illegal moves were played as recorded"
"""The reason why a game with carried-out illegal moves is not repaired."""

TRIAL = 0.3
"""Share of the time limit for trials of other variants and dialects."""

WEIGHING = 0.1
"""Minimum share of the time limit for weighing the moves of rivals."""


def repair(
    record: Record,
    *,
    variant: str | None = None,
    errors: SlipModel | None = None,
    seconds: float = SECONDS,
    settled: Collection[int] = frozenset(),
    as_recorded: bool = False,
    min_confidence: float = MIN_CONFIDENCE,
) -> Repair:
    """Find the likeliest edits that make a record legal to its end.

    A valid record is not changed. Repairs agree with the rules, with later plies, with stated
    captures, counts and results, and with a last position given in the tag ``FinalPosition``.

    Args:
        record: the record.
        variant: variant string that overrides the record's own.
        errors: the slip model; None for the bundled model.
        seconds: limit of processor time; after it, the best repair found so far is returned.
        settled: indices, from 0, of plies that are known to be right.
        as_recorded: whether illegal moves that can be carried out are accepted as written.
        min_confidence: confidence, from 0 to 1, below which a repair is uncertain.
    """
    record = settle_doubts(record, variant)
    verdict = replay(record, variant=variant, as_recorded=as_recorded)
    if verdict.valid:
        return Repair(record, valid=True, reached=len(record.moves))
    if verdict.playable:
        accepted, reach = verdict.accepted, len(record.moves)
        return Repair(record, False, reached=reach, reason=PLAYED, accepted=accepted)
    if verdict.start is None or verdict.variant is None or verdict.dialect is None:
        return Repair(record, valid=False, reason=verdict.violations[0].message)
    if not record.moves:
        return Repair(record, valid=False, reason="there are no moves")
    begun = process_time()
    name = profile(record, verdict.dialect)
    model = errors or load(name)
    found = TrialResult(verdict)
    if name == SCANNED or len(unread(record, verdict.dialect)) > 1:
        found = likeliest(verdict, model, seconds * TRIAL)
    done = _repaired(found, model, seconds - (process_time() - begun), settled)
    if found.verdict is not verdict:
        done = _renamed(done, verdict, found.verdict, found.margin, model)
    if done.gaps:
        done = replace(done, solutions=lessened(done.solutions))
    done = replace(done, min_confidence=min_confidence)
    return replace(done, repaired=with_doubts(done)) if done.repaired else done


def _repaired(
    likely: TrialResult, model: SlipModel, seconds: float, settled: Collection[int]
) -> Repair:
    """Return the repair of a record whose variant and dialect are known."""
    verdict, begun = likely.verdict, process_time()
    explained = list(explanations(verdict, model))
    bound = min((one.cost for one in explained), default=inf)
    found = Search(verdict, model, bound, likely.edits, settled).run(seconds)
    deadline = max(begun + seconds, process_time() + seconds * WEIGHING)
    return _solved(verdict, found, explained, model, deadline)


def _renamed(
    done: Repair, known: Replay, verdict: Replay, margin: float, model: SlipModel
) -> Repair:
    """Return a repair with further edits, which correct a wrongly guessed variant or dialect.

    Args:
        known: the replay with the guessed variant and dialect.
        verdict: the replay with the right variant and dialect.
        margin: how much more the next likely variant and dialect cost; see `TrialResult`.
    """
    share = shares((0.0, margin), model)[0]
    sure = calibrated(share, model.calibration)
    factors = (("weight", share), ("calibration", sure / share))
    price = model.price("plies", "variant")
    kinds = ((VARIANT, known.variant, verdict.variant), (DIALECT, known.dialect, verdict.dialect))
    others = [
        edit(Change(kind, 0, _name(old), _name(new), price), sure, factors=factors)
        for kind, old, new in kinds
        if _name(old) != _name(new)
    ]
    cost = sum(edit.cost for edit in others)
    solutions = (
        replace(
            one,
            edits=(*others, *one.edits),
            cost=one.cost + cost,
            confidence=min(one.confidence, sure),
            factors=one.factors if one.confidence <= sure else factors,
        )
        for one in done.solutions
    )
    mended = done.repaired and replace(done.repaired, variant=str(verdict.variant))
    return replace(done, repaired=mended, solutions=tuple(solutions))


def _name(what: Variant | AnyDialect | None) -> str:
    return what.name if isinstance(what, Dialect) else str(what)


def _solved(
    verdict: Replay,
    found: SearchResult,
    explained: Sequence[Rival],
    model: SlipModel,
    deadline: float,
) -> Repair:
    """Return the repair with all solutions found, each with its confidence.

    Args:
        verdict: the replay of the record as written.
        found: the repairs that the search found.
        explained: repairs without an edit of a move; see `whole.explanations`.
        model: the slip model.
        deadline: processor time; see `prices`.
    """
    record = verdict.record
    costs = prices(found.rivals, verdict, model, deadline)
    priced = sorted(zip(found.rivals, costs, strict=True), key=lambda one: one[1])
    priced += [(one, one.cost) for one in explained]
    verdicts = Verdicts(priced, found.share, model, len(record.moves))
    sound = best_first(
        [
            (verdicts.solution(at, rival), rival)
            for at, (rival, _) in enumerate(priced)
            if not rival.searched or (at < LISTED and rival.replay.playable)
        ]
    )
    mended = sound[0][1].replay if sound else None
    return Repair(
        record,
        valid=False,
        repaired=mended.record if mended else None,
        solutions=tuple(one for one, _ in sound),
        partial=() if sound else tuple(edit(one, 0.0) for one in found.partial),
        reached=len(record.moves) if sound else found.reached,
        stopped=found.stopped,
        reason="" if sound else _why(found.stopped),
        accepted=mended.accepted if mended else verdict.accepted,
    )


def _why(stopped: bool) -> str:
    if stopped:
        return "the search reached its limit before it found a repair"
    return "no edits were found that make more of it playable"
