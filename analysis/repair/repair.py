"""Repair: from a broken record to edits, their confidence, and a legal record."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from analysis.repair.apply import with_plies
from analysis.repair.candidates import CHOICES, HOLES
from analysis.repair.edits import Change
from analysis.repair.result import (
    VARIANT,
    Alternative,
    Edit,
    Repair,
    Solution,
    calibrated,
    shares,
    within,
)
from analysis.repair.search import EditedGame, Search
from analysis.replay import Replay, replay, settle_doubts
from analysis.replay.playthrough import Playthrough
from analysis.typos.model import SCANNED, TYPED, SlipModel, load
from notation import Dialect, UnreadableMove
from records import Record

SECONDS = 10.0
"""How long one game may take by default."""

PLAYED = "its illegal moves were played as recorded"
"""Why a game that is not valid is left alone."""

LISTED = 5
"""How many solutions are kept, and how many alternatives to one edit."""

MANY, MANY_PART = 5, 0.1
"""How many unreadable plies, and which part of all, a scanned sheet has."""

Rivals = dict[int, dict[tuple[str, str], float]]
"""For each ply the edits that were considered there, as kind and text, with their shares."""


def repair(
    record: Record,
    *,
    variant: str | None = None,
    errors: SlipModel | None = None,
    seconds: float = SECONDS,
    settled: Collection[int] = frozenset(),
    as_recorded: bool = False,
) -> Repair:
    """Find the likeliest edits that make a record legal to its end.

    A record without a violation is left alone. Repairs agree with the rules, with later plies, with
    stated captures, counts and results, and with a last position given in the tag
    ``FinalPosition``.

    Args:
        record: the record.
        variant: variant string that counts for more than the record's own.
        errors: which slips there are, and their prices; None for those shipped.
        seconds: how long to look; then the best found so far is returned.
        settled: indices, from 0, of plies that are right as they stand.
        as_recorded: whether illegal moves that can be carried out are right as they stand.
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
    model = errors or load(profile(record, verdict.dialect))
    playthrough = Playthrough(verdict.start, verdict.dialect, verdict.as_recorded)
    search = Search(record, playthrough, model)
    return _other_variant(verdict) or _searched(verdict, search, model, seconds, settled)


def profile(record: Record, dialect: Dialect[Any]) -> str:
    """Return the name of the slip model for a record: whether it was typed or scanned.

    Scanned are those with choices of characters, with two plies that no keyboard writes, or with
    many plies that cannot be read.
    """
    if any(CHOICES in beside for beside in record.details.values()):
        return SCANNED
    odd = set(load().scanned)
    unread = [text for text in record.moves if text not in HOLES and not _readable(text, dialect)]
    telling = sum(not odd.isdisjoint(text) for text in unread)
    many = len(unread) >= MANY and len(unread) >= MANY_PART * len(record.moves)
    return SCANNED if telling > 1 or many else TYPED


def _readable(text: str, dialect: Dialect[Any]) -> bool:
    try:
        return bool(dialect.read(text).moves)
    except UnreadableMove:
        return False


def _other_variant(verdict: Replay) -> Repair | None:
    """Return the repair that only names the variant, where that is all that is missing."""
    for variant, other in verdict.fallbacks():
        if other.playable:
            record = verdict.record
            edit = Edit(1, VARIANT, str(verdict.variant), variant, 0.0, 1.0)
            solution = Solution((edit,), record.moves, 0.0, 1.0)
            named = replace(record, variant=variant)
            reach = len(record.moves)
            return Repair(record, False, named, (solution,), reached=reach, accepted=other.accepted)
    return None


def _searched(
    verdict: Replay, search: Search, model: SlipModel, seconds: float, settled: Collection[int]
) -> Repair:
    record = verdict.record
    found = search.run(seconds, settled)
    games = _distinct(found.repairs)
    sound = [
        (solution, new)
        for solution, game in zip(_solutions(games, model, found.share), games, strict=False)
        if verdict.of(new := with_plies(record, game.run.plies, game.result)).playable
    ]
    repaired = sound[0][1] if sound else None
    accepted = (verdict.of(repaired) if repaired else verdict).accepted
    furthest = found.furthest
    return Repair(
        record,
        valid=False,
        repaired=repaired,
        solutions=tuple(solution for solution, _ in sound),
        partial=() if sound else tuple(_edit(one, 0.0, ()) for one in furthest.edits),
        reached=len(record.moves) if sound else furthest.run.reach,
        stopped=found.stopped,
        reason="" if sound else _why(found.stopped),
        accepted=accepted,
    )


def _why(stopped: bool) -> str:
    if stopped:
        return "time or patience ran out before a repair was found"
    return "no edits were found that carry it further"


def _distinct(games: Sequence[EditedGame]) -> list[EditedGame]:
    """Return the cheapest of the edited games with the same texts and result."""
    best: dict[tuple[tuple[str, ...], str | None], EditedGame] = {}
    for game in games:
        best.setdefault((game.texts, game.result), game)
    return list(best.values())


def _solutions(games: Sequence[EditedGame], model: SlipModel, seen: float) -> list[Solution]:
    """Return the best edited games as solutions, with the confidence of each and of its edits."""
    weights = [seen * share for share in shares([game.cost for game in games], model)]
    rivals = _rivals(games, weights)
    best, *rest = [calibrated(weight, model) for weight in weights] or [0.0]
    confidences = [best, *within(1.0 - best, rest)][: len(games)]
    return [
        Solution(
            tuple(_weighed(change, rivals, model) for change in game.edits),
            game.texts,
            game.cost,
            confidence,
        )
        for game, confidence in islice(zip(games, confidences, strict=True), LISTED)
    ]


def _rivals(games: Sequence[EditedGame], weights: Sequence[float]) -> Rivals:
    rivals: defaultdict[int, dict[tuple[str, str], float]] = defaultdict(dict)
    for game, weight in zip(games, weights, strict=True):
        for change in game.edits:
            there, what = rivals[change.index], (change.kind, change.meant)
            there[what] = there.get(what, 0.0) + weight
    return rivals


def _weighed(change: Change, rivals: Rivals, model: SlipModel) -> Edit:
    there, what = rivals[change.index], (change.kind, change.meant)
    ranked = sorted(there.items(), key=lambda one: -one[1])
    confidence = calibrated(there[what], model)
    others = {other: calibrated(share, model) for other, share in ranked if other != what}
    parts = within(1.0 - confidence, list(others.values()))
    rivals_left = map(Alternative, *zip(*others, strict=True), parts) if others else ()
    return _edit(change, confidence, tuple(islice(rivals_left, LISTED)))


def _edit(change: Change, confidence: float, others: tuple[Alternative, ...]) -> Edit:
    ply, written, meant = change.index + 1, change.written, change.meant
    return Edit(ply, change.kind, written, meant, change.price, confidence, others)
