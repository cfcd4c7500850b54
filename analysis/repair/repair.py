"""Repair: from a broken record to edits, their confidence, and a legal record."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import inf, log10
from statistics import fmean
from time import process_time
from typing import NamedTuple

from analysis.games.variant import Variant
from analysis.repair.apply import with_doubts, with_plies
from analysis.repair.candidates import HOLES
from analysis.repair.edited import EditedGame, SearchResult
from analysis.repair.edits import DIALECT, VARIANT, Change
from analysis.repair.players import Players
from analysis.repair.result import (
    MIN_CONFIDENCE,
    Alternative,
    Edit,
    Repair,
    Solution,
    calibrated,
    lessened,
    shares,
    trust,
    within,
)
from analysis.repair.rivals import TrialResult, likeliest
from analysis.repair.search import Search
from analysis.repair.whole import Explanation, explanations
from analysis.replay import Replay, replay, settle_doubts
from analysis.replay.playthrough import Playthrough
from analysis.typos.model import SCANNED, TYPED, SlipModel, load
from notation import Dialect, Finding, UnreadableMove
from notation.dialect import AnyDialect
from records import Record
from records.model import BOX, CHOICES

SECONDS = 10.0
"""How long one game may take by default."""

PLAYED = "its illegal moves were played as recorded"
"""Why a game that is not valid is left alone."""

TRIAL = 0.3
"""The part of the time for trials of other variants and dialects."""

WEIGHING = 0.1
"""The part of the time that there is at least for weighing the moves of rivals."""

NEAR, MOST = 1.5, 60
"""How much dearer than the cheapest rivals are whose moves are weighed, and how many at most."""

LISTED = 5
"""How many solutions are kept, and how many alternatives to one edit."""

MANY, MANY_PART = 4, 0.1
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
    min_confidence: float = MIN_CONFIDENCE,
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
    if name == SCANNED or len(_unread(record, verdict.dialect)) > 1:
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
    """Return the repair of a record of a known variant and dialect."""
    verdict, begun = likely.verdict, process_time()
    known = verdict.playthrough
    playthrough = Playthrough(known.start, known.dialect, verdict.as_recorded)
    explained = list(explanations(verdict, model))
    bound = min((one.price for one in explained), default=inf)
    search = Search(verdict.record, playthrough, model, bound, likely.edits)
    found = search.run(seconds, settled)
    deadline = max(begun + seconds, process_time() + seconds * WEIGHING)
    return _solved(verdict, found, explained, model, deadline)


def _renamed(
    done: Repair, known: Replay, verdict: Replay, margin: float, model: SlipModel
) -> Repair:
    """Return a repair under another variant or dialect than was guessed, which is an edit."""
    share = shares((0.0, margin), model)[0]
    kinds = ((VARIANT, known.variant, verdict.variant), (DIALECT, known.dialect, verdict.dialect))
    others = [
        Edit(1, kind, _name(old), _name(new), price, calibrated(share, model))
        for kind, old, new in kinds
        for price in (model.price("plies", "variant"),)
        if _name(old) != _name(new)
    ]
    solutions = (
        replace(
            one,
            edits=(*others, *one.edits),
            cost=one.cost + sum(edit.cost for edit in others),
            confidence=min([one.confidence, *(edit.confidence for edit in others)]),
        )
        for one in done.solutions
    )
    mended = done.repaired and replace(done.repaired, variant=str(verdict.variant))
    return replace(done, repaired=mended, solutions=tuple(solutions))


def _name(what: Variant | AnyDialect | None) -> str:
    return what.name if isinstance(what, Dialect) else str(what)


def profile(record: Record, dialect: AnyDialect) -> str:
    """Return the name of the slip model for a record: whether it was typed or scanned.

    Scanned are those with boxes or choices of characters, with two plies that no keyboard writes,
    or with many plies that cannot be read.
    """
    if any(BOX in beside or CHOICES in beside for beside in record.details.values()):
        return SCANNED
    odd = set(load().scanned)
    unread = _unread(record, dialect)
    telling = sum(not odd.isdisjoint(text) for text in unread)
    many = len(unread) >= MANY and len(unread) >= MANY_PART * len(record.moves)
    return SCANNED if telling > 1 or many else TYPED


def _unread(record: Record, dialect: AnyDialect) -> list[str]:
    return [text for text in record.moves if text not in HOLES and not _readable(text, dialect)]


def _readable(text: str, dialect: AnyDialect) -> bool:
    try:
        return bool(dialect.read(text).moves)
    except UnreadableMove:
        return False


def _solved(
    verdict: Replay,
    found: SearchResult,
    explained: Sequence[Explanation],
    model: SlipModel,
    deadline: float,
) -> Repair:
    record = verdict.record
    games, rarities = _as_played(verdict, _distinct(found.repairs), model, deadline)
    costs = [*rarities, *(one.price for one in explained)]
    plies = len(record.moves)
    trusts = [*(trust(one.changes, model, plies) for one in games), *(1.0 for _ in explained)]
    weights = [
        found.share * share * known
        for share, known in zip(shares(costs, model), trusts, strict=True)
    ]
    rivals = _rivals(games, weights)
    for one, weight in zip(explained, weights[len(games) :], strict=True):
        for edit in one.edits:
            rivals[edit.ply - 1][edit.kind, edit.meant] = weight
    edited = [
        _Solved(solution, played.record, played.accepted)
        for solution, game in zip(_solutions(games, weights, rivals, model), games, strict=False)
        if (played := _replayed(verdict, game)).playable
    ]
    others = [
        _Solved(_explained(one, weight, sum(weights), rivals, model), one.record, one.accepted)
        for one, weight in zip(explained, weights[len(games) :], strict=True)
    ]
    sound = _best_first([*others, *edited])
    rest = [one.solution.confidence for one in sound[1:]]
    parts = within(1.0 - sound[0].solution.confidence, rest) if sound else []
    solutions = [
        *(one.solution for one in sound[:1]),
        *(
            replace(one.solution, confidence=part)
            for one, part in zip(sound[1:], parts, strict=True)
        ),
    ]
    furthest = found.furthest
    return Repair(
        record,
        valid=False,
        repaired=sound[0].record if sound else None,
        solutions=tuple(solutions),
        partial=() if sound else tuple(_edit(one, 0.0, ()) for one in furthest.edits),
        reached=len(record.moves) if sound else furthest.run.reach,
        stopped=found.stopped,
        reason="" if sound else _why(found.stopped),
        accepted=sound[0].accepted if sound else verdict.accepted,
    )


class _Solved(NamedTuple):
    solution: Solution
    record: Record
    accepted: tuple[Finding, ...]


def _best_first(found: Sequence[_Solved]) -> list[_Solved]:
    """Return solutions, the likeliest first: one without an edit that another outweighs."""
    ranked = sorted(found, key=lambda one: (-one.solution.confidence, one.solution.cost))
    sound = (one for one in ranked if not any(map(_outweighed, one.solution.edits)))
    best = next(sound, ranked[0] if ranked else None)
    return [_bounded(best), *(one for one in ranked if one is not best)] if best else []


def _outweighed(edit: Edit) -> bool:
    """Whether another repair of the place is likelier."""
    return any(one.confidence > edit.confidence for one in edit.alternatives)


def _bounded(solved: _Solved) -> _Solved:
    """Return a solution in which an alternative is as likely as its edit at most."""
    edits = tuple(
        replace(
            edit,
            alternatives=tuple(
                replace(one, confidence=min(one.confidence, edit.confidence))
                for one in edit.alternatives
            ),
        )
        for edit in solved.solution.edits
    )
    return solved._replace(solution=replace(solved.solution, edits=edits))


def _explained(
    one: Explanation, weight: float, known: float, rivals: Rivals, model: SlipModel
) -> Solution:
    changes = (
        Change(edit.kind, edit.ply - 1, edit.written, edit.meant, edit.cost) for edit in one.edits
    )
    edits = tuple(_weighed(change, rivals, model) for change in changes)
    return Solution(edits, one.record.moves, one.price, calibrated(weight, model, known))


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


def _as_played(
    verdict: Replay, games: Sequence[EditedGame], model: SlipModel, deadline: float
) -> tuple[list[EditedGame], list[float]]:
    """Return edited games, the likeliest first, and their costs with how rare their moves are.

    Those whose moves are not weighed, for being dear or too many, are taken for average ones.
    """
    costs = list(_with_needless(games, len(verdict.record.moves)))
    near = [at for at, cost in enumerate(costs) if cost <= min(costs) + NEAR]
    near = sorted(near, key=costs.__getitem__)[:MOST]
    rarer = dict.fromkeys(near, 0.0)
    if len(near) > 1 and verdict.game and model.weighs_moves(verdict.game.name):
        played = [_replayed(verdict, games[at]) for at in near]
        added = [[at for at, ply in enumerate(games[one].run.plies) if ply.origin is None]
                 for one in near]  # fmt: skip
        first = min(change.index for at in near for change in games[at].changes)
        rarities = Players(model).rarities(played, added, first, deadline)
        rarer = dict(zip(near, rarities, strict=True))
    usual = fmean(rarer.values()) if rarer else 0.0
    total = {at: cost + rarer.get(at, usual) for at, cost in enumerate(costs)}
    order = sorted(total, key=total.__getitem__)
    return [games[at] for at in order], [total[at] for at in order]


def _replayed(verdict: Replay, game: EditedGame) -> Replay:
    return verdict.of(with_plies(verdict.record, game.run.plies, game.result))


def _with_needless(games: Sequence[EditedGame], plies: int) -> Iterator[float]:
    """Yield the costs of edited games, with how rare edits are beside those that are enough.

    A slip that leaves the game legal is as likely as the others were frequent.
    """
    needed = set(games[0].edits) if games else set()
    rarity = log10((plies + 2) / (len(needed) + 1))
    for game in games:
        edits = set(game.edits)
        yield game.cost + (rarity * len(edits - needed) if needed < edits else 0.0)


def _solutions(
    games: Sequence[EditedGame], weights: Sequence[float], rivals: Rivals, model: SlipModel
) -> list[Solution]:
    """Return the best edited games as solutions, with the confidence of each and of its edits."""
    known = sum(weights)
    return [
        Solution(
            tuple(_weighed(change, rivals, model) for change in game.edits),
            game.texts,
            game.cost,
            calibrated(weight, model, known),
        )
        for game, weight in islice(zip(games, weights, strict=False), LISTED)
    ]


def _rivals(
    games: Sequence[EditedGame], weights: Sequence[float]
) -> defaultdict[int, dict[tuple[str, str], float]]:
    rivals: defaultdict[int, dict[tuple[str, str], float]] = defaultdict(dict)
    for game, weight in zip(games, weights, strict=False):
        for change in game.edits:
            there, what = rivals[change.index], (change.kind, change.meant)
            there[what] = there.get(what, 0.0) + weight
    return rivals


def _weighed(change: Change, rivals: Rivals, model: SlipModel) -> Edit:
    there, what = rivals[change.index], (change.kind, change.meant)
    ranked, known = sorted(there.items(), key=lambda one: -one[1]), sum(there.values())
    confidence = calibrated(there[what], model, known)
    others = {other: calibrated(share, model, known) for other, share in ranked if other != what}
    parts = within(1.0 - confidence, list(others.values()))
    rivals_left = map(Alternative, *zip(*others, strict=True), parts) if others else ()
    return _edit(change, confidence, tuple(islice(rivals_left, LISTED)))


def _edit(change: Change, confidence: float, others: tuple[Alternative, ...]) -> Edit:
    ply, written, meant = change.index + 1, change.written, change.meant
    return Edit(ply, change.kind, written, meant, change.price, confidence, others)
