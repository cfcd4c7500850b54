"""Repair: from a broken record to edits, their confidence, and a legal record."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from math import inf
from time import process_time

from analysis.repair.apply import with_doubts
from analysis.repair.confidence import edit, lessened, ranked, renamed
from analysis.repair.edits import DIALECT, VARIANT, Change
from analysis.repair.result import MIN_CONFIDENCE, Repair
from analysis.repair.search import Search
from analysis.repair.whole import Trial, explanations, likeliest
from analysis.replay import Replay, replay, settle_doubts
from analysis.typos.candidates import profile, unread
from analysis.typos.model import SCANNED, SlipModel, load
from records import Record

SECONDS = 10.0
"""Default of the time limit for one game, in seconds."""

PLAYED = "its illegal moves were played as recorded"
"""The reason why a game with carried-out illegal moves is not repaired."""

TRIAL = 0.3  # share of the time limit for trials of other variants and dialects
WEIGHING = 0.1  # least share of the time limit for weighing the moves of rivals


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
    deadline, name = process_time() + seconds, profile(record, verdict.dialect)
    model = errors or load(name)
    if name == SCANNED or len(unread(record, verdict.dialect)) > 1:
        likely = likeliest(verdict, model, seconds * TRIAL)
    else:
        likely = Trial(verdict, model)
    explained = list(explanations(likely.verdict, model))
    known = min((one.cost for one in explained), default=inf)
    seconds = deadline - process_time()
    search = Search(likely.verdict, likely.edits, known, settled)
    rivals = search.run(seconds)
    deadline = max(deadline, process_time() + seconds * WEIGHING)
    best = ranked(rivals, explained, search.share, likely.verdict, model, deadline)
    solutions = tuple(one for one, _ in best)
    done = Repair(
        likely.verdict.record,
        valid=False,
        stopped=search.stopped,
        accepted=likely.verdict.accepted,
        min_confidence=min_confidence,
    )
    if not solutions:
        partial = tuple(edit(one, 0.0) for one in search.partial)
        return replace(done, partial=partial, reached=search.reached, reason=_why(search.stopped))
    mended = best[0][1].replay
    repaired = mended.record
    if likely.verdict is not verdict:
        solutions = renamed(solutions, _names(verdict, likely.verdict, model), likely.margin, model)
        repaired = replace(repaired, variant=str(likely.verdict.variant))
    if done.gaps:
        solutions = lessened(solutions)
    done = replace(
        done,
        repaired=repaired,
        solutions=solutions,
        reached=len(record.moves),
        accepted=mended.accepted,
    )
    return replace(done, repaired=with_doubts(done))


def _names(known: Replay, likely: Replay, model: SlipModel) -> Iterator[Change]:
    """Yield the changes that replace a guessed variant and dialect by the likely ones."""
    price = model.price("plies", "variant")
    for kind, old, new in (
        (VARIANT, str(known.variant), str(likely.variant)),
        (DIALECT, known.dialect and known.dialect.name, likely.dialect and likely.dialect.name),
    ):
        if old != new:
            yield Change(kind, 0, old or "", new or "", price)


def _why(stopped: bool) -> str:
    if stopped:
        return "the search reached its limit before it found a repair"
    return "no edits were found that make more of it playable"
