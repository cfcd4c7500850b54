"""Repairing a record: from a broken game to edits, confidence, and a record that is legal."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from analysis.repairing.confidence import calibrated, shares
from analysis.repairing.course import Course, Entry
from analysis.repairing.edits import READING, RESULT, Change
from analysis.repairing.errors import ErrorModel, load
from analysis.repairing.result import VARIANT, Alternative, Edit, Repair, Solution
from analysis.repairing.search import Draft, Search
from analysis.replaying import Replay, replay
from records import Record

SECONDS = 10.0
"""How long one game may take unless told otherwise."""

LISTED = 5
"""How many solutions are kept, and how many alternatives to one edit."""


def repair(
    record: Record,
    *,
    variant: str | None = None,
    errors: ErrorModel | None = None,
    seconds: float = SECONDS,
) -> Repair:
    """Find the likeliest edits that make a record legal to its end.

    A record without a violation is left alone. What is proposed agrees with the rules, with later
    plies, with stated captures, counts and results, and with a last position given in the tag
    ``FinalPosition``.

    Args:
        record: the record.
        variant: variant string that counts for more than the record's own.
        errors: which slips there are, and their prices; None for those shipped.
        seconds: how long to look; then what was found so far has to do.
    """
    verdict = replay(record, variant=variant)
    if verdict.valid:
        return Repair(record, valid=True, reached=len(record.moves))
    if verdict.start is None or verdict.rules is None or verdict.dialect is None:
        reason = next(finding.message for finding in verdict.violations)
        return Repair(record, valid=False, reason=reason)
    if not record.moves:
        return Repair(record, valid=False, reason="there are no moves")
    return _otherwise(verdict) or _searched(verdict, errors or load(), seconds)


def _otherwise(verdict: Replay) -> Repair | None:
    """Return the repair that only names the variant, where that is all that is missing."""
    if not verdict.guessed or verdict.game is None:
        return None
    for variant in verdict.game.fallbacks:
        if verdict.under(variant).valid:
            record, guessed = verdict.record, str(verdict.rules)
            edit = Edit(1, VARIANT, guessed, variant, 0.0, 1.0)
            solution = Solution((edit,), record.moves, 0.0, 1.0)
            mended = replace(record, variant=variant)
            return Repair(record, False, mended, (solution,), reached=len(record.moves))
    return None


def _searched(verdict: Replay, model: ErrorModel, seconds: float) -> Repair:
    assert verdict.start and verdict.rules and verdict.dialect
    record = verdict.record
    course = Course(verdict.rules, verdict.dialect)
    found = Search(record, verdict.start, course, model).run(seconds)
    drafts = _distinct(found.repairs)
    solutions = _solutions(drafts, model)
    sound = [
        (solution, mended)
        for solution, draft in list(zip(solutions, drafts, strict=True))[:LISTED]
        if verdict.of(mended := _mended(record, draft)).valid
    ]
    farthest = found.farthest
    return Repair(
        record,
        valid=False,
        repaired=sound[0][1] if sound else None,
        solutions=tuple(solution for solution, _ in sound),
        partial=() if sound else tuple(_edit(one, 0.0, ()) for one in _made(farthest.changes)),
        reached=len(record.moves) if sound else farthest.run.reach,
        stopped=found.stopped,
        reason="" if sound else _why(found.stopped, seconds),
    )


def _why(stopped: bool, seconds: float) -> str:
    limit = f"within {seconds:g} seconds, or {seconds:g} seconds' worth of drafts"
    return f"no repair was found {limit}" if stopped else "no edits were found that carry it further"


def _distinct(drafts: Sequence[Draft]) -> list[Draft]:
    """Return drafts, of those that lead to the same game the cheapest."""
    best: dict[tuple[str, ...], Draft] = {}
    for draft in drafts:
        texts = tuple(entry.text for entry in draft.run.entries)
        results = [change.meant for change in draft.changes if change.kind == RESULT]
        best.setdefault((*texts, *results), draft)
    return list(best.values())


def _made(changes: Sequence[Change]) -> list[Change]:
    """Return the changes that edit the record, in its order: reading it otherwise edits nothing."""
    edits = [change for change in changes if change.kind != READING]
    return sorted(edits, key=lambda change: change.index)


def _solutions(drafts: Sequence[Draft], model: ErrorModel) -> list[Solution]:
    weights = shares([draft.cost for draft in drafts], model)
    rivals: defaultdict[int, defaultdict[tuple[str, str], float]]
    rivals = defaultdict(lambda: defaultdict(float))
    for draft, weight in zip(drafts, weights, strict=True):
        for change in _made(draft.changes):
            rivals[change.index][change.kind, change.meant] += weight
    solutions = []
    for draft, weight in list(zip(drafts, weights, strict=True))[:LISTED]:
        edits = []
        for change in _made(draft.changes):
            there = dict(rivals[change.index])
            own = there.pop((change.kind, change.meant))
            ranked = sorted(there.items(), key=lambda one: -one[1])[:LISTED]
            others = [Alternative(*what, calibrated(share, model)) for what, share in ranked]
            edits.append(_edit(change, calibrated(own, model), tuple(others)))
        texts = tuple(entry.text for entry in draft.run.entries)
        solutions.append(Solution(tuple(edits), texts, draft.cost, calibrated(weight, model)))
    return solutions


def _edit(change: Change, confidence: float, others: tuple[Alternative, ...]) -> Edit:
    return Edit(
        change.index + 1,
        change.kind,
        change.written,
        change.meant,
        change.price,
        confidence,
        others,
    )


def _mended(record: Record, draft: Draft) -> Record:
    """Return a record with the edits of a draft; what was written stays beside each new text."""
    entries = draft.run.entries
    details = {index: detail for index, entry in enumerate(entries)
               if (detail := _detail(record, entry))}  # fmt: skip
    dropped = set(range(len(record.moves))) - {entry.origin for entry in entries}
    for origin in sorted(dropped):
        before = max((at for at, entry in enumerate(entries)
                      if entry.origin is not None and entry.origin < origin), default=0)  # fmt: skip
        detail = details.setdefault(before, {})
        detail["dropped"] = [*detail.get("dropped", ()), record.moves[origin]]
    results = [change.meant for change in draft.changes if change.kind == RESULT]
    return replace(
        record,
        moves=tuple(entry.text for entry in entries),
        details=details,
        places=(),
        result=results[0] if results else record.result,
    )


def _detail(record: Record, entry: Entry) -> dict[str, object]:
    """Return what stands beside a ply, with what was written where that is something else."""
    if entry.origin is None:
        return {"written": ""}
    kept = dict(record.details.get(entry.origin, {}))
    written = record.moves[entry.origin]
    return kept if written == entry.text else {**kept, "written": written}
