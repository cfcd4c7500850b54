"""Repairing a record: from a broken game to edits, confidence, and a record that is legal."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice

from analysis.repair.apply import mended
from analysis.repair.confidence import calibrated, shares
from analysis.repair.edits import READING, RESULT, Change
from analysis.repair.result import VARIANT, Alternative, Edit, Repair, Solution
from analysis.repair.search import EditedGame, Search
from analysis.replay.playthrough import Playthrough
from analysis.replay.replay import Replay, replay
from analysis.typos.model import SlipModel, load
from records import Record

SECONDS = 10.0
"""How long one game may take unless told otherwise."""

LISTED = 5
"""How many solutions are kept, and how many alternatives to one edit."""

Rivals = dict[int, dict[tuple[str, str], float]]
"""For each ply the edits that were considered there, as kind and text, with their shares."""


def repair(
    record: Record,
    *,
    variant: str | None = None,
    errors: SlipModel | None = None,
    seconds: float = SECONDS,
    settled: Collection[int] = frozenset(),
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
        settled: indices, from 0, of plies that are right as they stand.
    """
    verdict = replay(record, variant=variant)
    if verdict.valid:
        return Repair(record, valid=True, reached=len(record.moves))
    if verdict.start is None or verdict.variant is None or verdict.dialect is None:
        return Repair(record, valid=False, reason=verdict.violations[0].message)
    if not record.moves:
        return Repair(record, valid=False, reason="there are no moves")
    course = Playthrough(verdict.start, verdict.dialect)
    model = errors or load()
    search = Search(record, verdict.start, course, model)
    return _otherwise(verdict) or _searched(verdict, search, model, seconds, settled)


def _otherwise(verdict: Replay) -> Repair | None:
    """Return the repair that only names the variant, where that is all that is missing."""
    if not verdict.guessed or verdict.game is None:
        return None
    for variant in verdict.game.fallbacks:
        if verdict.under(variant).valid:
            record, guessed = verdict.record, str(verdict.variant)
            edit = Edit(1, VARIANT, guessed, variant, 0.0, 1.0)
            solution = Solution((edit,), record.moves, 0.0, 1.0)
            named = replace(record, variant=variant)
            return Repair(record, False, named, (solution,), reached=len(record.moves))
    return None


def _searched(
    verdict: Replay, search: Search, model: SlipModel, seconds: float, settled: Collection[int]
) -> Repair:
    record = verdict.record
    found = search.run(seconds, settled)
    drafts = _distinct(found.repairs)
    sound = [
        (solution, new)
        for solution, draft in zip(_solutions(drafts, model), drafts, strict=False)
        if verdict.of(new := mended(record, draft.run.plies, _result(draft))).valid
    ]
    farthest = found.farthest
    return Repair(
        record,
        valid=False,
        repaired=sound[0][1] if sound else None,
        solutions=tuple(solution for solution, _ in sound),
        partial=() if sound else tuple(_edit(one, 0.0, ()) for one in _made(farthest)),
        reached=len(record.moves) if sound else farthest.run.reach,
        stopped=found.stopped,
        reason="" if sound else _why(found.stopped),
    )


def _why(stopped: bool) -> str:
    if stopped:
        return "time or patience ran out before a repair was found"
    return "no edits were found that carry it further"


def _result(draft: EditedGame) -> str | None:
    """Return the result that a draft puts in place of the stated one."""
    return next((change.meant for change in draft.changes if change.kind == RESULT), None)


def _distinct(drafts: Sequence[EditedGame]) -> list[EditedGame]:
    """Return drafts, of those that lead to the same game the cheapest."""
    best: dict[tuple[tuple[str, ...], str | None], EditedGame] = {}
    for draft in drafts:
        texts = tuple(entry.text for entry in draft.run.plies)
        best.setdefault((texts, _result(draft)), draft)
    return list(best.values())


def _made(draft: EditedGame) -> list[Change]:
    """Return the changes that edit the record, in its order: reading it otherwise edits nothing."""
    edits = [change for change in draft.changes if change.kind != READING]
    return sorted(edits, key=lambda change: change.index)


def _solutions(drafts: Sequence[EditedGame], model: SlipModel) -> list[Solution]:
    """Return the best drafts as solutions, with what speaks for each and for each of its edits."""
    weights = shares([draft.cost for draft in drafts], model)
    rivals = _rivals(drafts, weights)
    return [
        Solution(
            tuple(_weighed(change, rivals, model) for change in _made(draft)),
            tuple(entry.text for entry in draft.run.plies),
            draft.cost,
            calibrated(weight, model),
        )
        for draft, weight in islice(zip(drafts, weights, strict=True), LISTED)
    ]


def _rivals(drafts: Sequence[EditedGame], weights: Sequence[float]) -> Rivals:
    rivals: defaultdict[int, dict[tuple[str, str], float]] = defaultdict(dict)
    for draft, weight in zip(drafts, weights, strict=True):
        for change in _made(draft):
            there, what = rivals[change.index], (change.kind, change.meant)
            there[what] = there.get(what, 0.0) + weight
    return rivals


def _weighed(change: Change, rivals: Rivals, model: SlipModel) -> Edit:
    there, what = rivals[change.index], (change.kind, change.meant)
    ranked = sorted(there.items(), key=lambda one: -one[1])
    others = [
        Alternative(*other, calibrated(share, model)) for other, share in ranked if other != what
    ]
    return _edit(change, calibrated(there[what], model), tuple(others[:LISTED]))


def _edit(change: Change, confidence: float, others: tuple[Alternative, ...]) -> Edit:
    ply, written, meant = change.index + 1, change.written, change.meant
    return Edit(ply, change.kind, written, meant, change.price, confidence, others)
