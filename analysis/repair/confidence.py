"""Confidence: how probable repairs and their edits are, with the factors of the probability.

A cost is a decimal logarithm, so the weights of rival repairs are powers of ten. A confidence is
the product of these factors; ``ludograph repair --explain`` prints them:

- `weight`: the weight of all repairs that contain the edit, as a fraction of the total weight,
  which includes some weight for unknown repairs. Costs are those of the edits, of superfluous
  edits (`needless`), and of moves that players rarely choose (`Players`).
- `searched`: the probability mass that the search kept. It is a factor of repairs only: an edit
  is often right although the search dropped the right moves elsewhere.
- `unlike`: below 1 if written texts hardly resemble the moves that replace them, or if more plies
  are removed than kept. For an edit, the factor is raised to the power cost / (2 * `any`), where
  `any` is the cost of quite another move: a cheap edit is right even in badly damaged records.
- `calibration`: corrects the product of these three factors to a measured fraction. Of all repairs
  (or edits of one ply) of damaged games with this product, it is the fraction that was right.
  Equally good repairs divide the fraction among them. An edit has at least the confidence of the
  whole repair.
- `gaps`: one half if the record may lack moves.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log10
from statistics import fmean
from time import process_time
from typing import NamedTuple, TypeVar

from analysis.games.position import AnyPosition
from analysis.repair.edits import (
    TAKEN_OUT,
    Change,
    Operations,
    changes_of,
    edits_of,
    plies_of,
)
from analysis.repair.result import Alternative, Edit, Factors, Solution
from analysis.replay import Replay
from analysis.replay.compiled import Plies
from analysis.replay.setup import PlayedPly
from analysis.typos.model import MIN_EDIT_COST, Points, SlipModel, calibrated, shares, within
from notation.memo import Memo

INCOMPLETE = 0.5  # factor of the confidence in a repair of a record that may lack moves
NEAR, MOST = 1.5, 60  # highest additional cost, and number, of rivals whose moves are weighed
LISTED = 5  # highest number of solutions, and of alternatives to an edit

Confident = TypeVar("Confident", Edit, Solution)


@dataclass(frozen=True)
class Rival:
    """One of several repairs of a record that exclude one another.

    Attributes:
        operations: an alignment of the record with the game.
        beside: changes that concern no single ply, such as a change of the result.
        cost: the sum of the costs, as shown to users.
        play: returns the replay of the record with the edits.
        searched: whether the search found the repair. Any other repair changes no move: it changes
            the variant, or plays illegal moves as recorded.
    """

    operations: Operations
    beside: tuple[Change, ...]
    cost: float
    play: Callable[[], Replay]
    searched: bool = True

    @cached_property
    def replay(self) -> Replay:
        """The replay of the record with the edits."""
        return self.play()

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """All changes, including other readings of texts."""
        return (*changes_of(self.operations), *self.beside)

    @cached_property
    def edits(self) -> tuple[Change, ...]:
        """The changes that edit the record, in its order."""
        return edits_of(self.changes)

    @cached_property
    def plies(self) -> Plies:
        """The plies with the edits."""
        return plies_of(self.operations)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The move texts with the edits."""
        return tuple(ply.text for ply in self.plies)


class Weight(NamedTuple):
    """The weight of one repair, or of all repairs with an edit.

    Attributes:
        share: the fraction of the total weight, computed from the cost alone.
        value: the share, multiplied by the factors that lower it.
        least: the least confidence that it has: for an edit, that of the likeliest repair.
    """

    share: float = 0.0
    value: float = 0.0
    least: float = 0.0

    def plus(self, other: "Weight") -> "Weight":
        """Return the sum of two weights."""
        least = max(self.least, other.least)
        return Weight(self.share + other.share, self.value + other.value, least)


class Weights:
    """The weights of rival repairs, and the confidences that follow from them.

    Args:
        rivals: the repairs, each with its cost.
        searched: the probability mass that the search kept.
        model: the slip model, with the calibrations of repairs and of edits.
        plies: number of plies in the record as written.
    """

    def __init__(
        self,
        rivals: Sequence[tuple[Rival, float]],
        searched: float,
        model: SlipModel,
        plies: int,
    ) -> None:
        self._searched, self._model = searched, model
        self._places: defaultdict[int, dict[tuple[str, str], Weight]] = defaultdict(dict)
        trusted = [trust(one.changes, model, plies) if one.searched else 1.0 for one, _ in rivals]
        by_price = shares([price for _, price in rivals], model)
        self._all = [
            Weight(share, searched * share * unlike)
            for share, unlike in zip(by_price, trusted, strict=True)
        ]
        self._known = sum(one.value for one in self._all)
        dearest = max(model.price("plies", "any"), MIN_EDIT_COST)
        for (rival, _), (share, value, _), unlike in zip(rivals, self._all, trusted, strict=True):
            least = calibrated(value, model.calibration, self._known)
            for change in rival.edits:
                there, what = self._places[change.index], (change.kind, change.meant)
                own = Weight(share, share * unlike ** (change.price / dearest / 2), least)
                there[what] = there.get(what, Weight()).plus(own)

    def solution(self, at: int, rival: Rival) -> Solution:
        """Return a rival, whose index is ``at``, as a solution with its confidence."""
        points = self._model.calibration
        confidence, factors = _confidence(self._all[at], self._known, points, self._searched)
        edits = tuple(map(self._edit, rival.edits))
        return Solution(edits, rival.texts, rival.cost, confidence, factors)

    def _edit(self, change: Change) -> Edit:
        there, own = self._places[change.index], (change.kind, change.meant)
        known = sum(one.value for one in there.values())
        found = {
            what: _confidence(weight, known, self._model.ply_calibration)
            for what, weight in sorted(there.items(), key=lambda one: -one[1].value)
        }
        confidence, factors = found.pop(own)
        parts = within(1.0 - confidence, [one for one, _ in found.values()])
        others = (Alternative(*what, part) for what, part in zip(found, parts, strict=True))
        return edit(change, confidence, tuple(others)[:LISTED], factors)


def _confidence(
    weight: Weight, known: float, points: Points, searched: float = 1.0
) -> tuple[float, Factors]:
    """Return the confidence of one of several rivals, whose values sum to ``known``.

    The second result has the factors of the confidence.
    """
    share, value, least = weight
    confidence = max(least, calibrated(value, points, known))
    return confidence, (
        ("weight", share),
        ("searched", searched),
        ("unlike", value / (searched * share) if share else 1.0),
        ("calibration", confidence / value if value else 1.0),
    )


def edit(
    change: Change,
    confidence: float,
    alternatives: tuple[Alternative, ...] = (),
    factors: Factors = (),
) -> Edit:
    """Return a change as an `Edit`."""
    ply, written, meant = change.index + 1, change.written, change.meant
    return Edit(ply, change.kind, written, meant, change.price, confidence, alternatives, factors)


def trust(changes: Sequence[Change], model: SlipModel, plies: int) -> float:
    """Return a factor, from 0 to 1, that lowers the confidence of implausible repairs.

    Each text that hardly resembles the move that replaces it lowers the factor. It is also lower if
    more plies of the record are removed than kept.
    """
    wild = sum(one.price >= model.price("plies", "any") for one in changes if one.written)
    kept = plies - sum(one.kind in TAKEN_OUT for one in changes)
    part = kept / plies if 2 * kept < plies else 1.0
    return part * 10 ** (-model.price("confidence", "unlike") * wild)


def ranked(
    rivals: Sequence[Rival],
    explained: Iterable[Rival],
    searched: float,
    verdict: Replay,
    model: SlipModel,
    deadline: float,
) -> list[tuple[Solution, Rival]]:
    """Return the likeliest repairs of a record as solutions, the best first.

    Args:
        rivals: the repairs that the search found, the cheapest first.
        explained: the repairs that change no move.
        searched: the probability mass that the search kept.
        verdict: the replay of the record as written.
        model: the slip model.
        deadline: processor time after which the rarity of moves is not computed.
    """
    costs = prices(rivals, verdict, model, deadline)
    priced = sorted(zip(rivals, costs, strict=True), key=lambda one: one[1])
    priced += [(one, one.cost) for one in explained]
    weights = Weights(priced, searched, model, len(verdict.record.moves))
    return best_first(
        [
            (weights.solution(at, rival), rival)
            for at, (rival, _) in enumerate(priced)
            if not rival.searched or (at < LISTED and rival.replay.playable)
        ]
    )


def renamed(
    solutions: Iterable[Solution], changes: Iterable[Change], margin: float, model: SlipModel
) -> tuple[Solution, ...]:
    """Return solutions with further edits, which correct a wrongly guessed variant or dialect.

    Args:
        margin: the cost of the second likeliest variant and dialect, minus that of the likeliest.
    """
    share = shares((0.0, margin), model)[0]
    sure = calibrated(share, model.calibration)
    factors: Factors = (("weight", share), ("calibration", sure / share))
    others = [edit(one, sure, factors=factors) for one in changes]
    return tuple(
        replace(
            one,
            edits=(*others, *one.edits),
            cost=one.cost + sum(other.cost for other in others),
            confidence=min(one.confidence, sure),
            factors=one.factors if one.confidence <= sure else factors,
        )
        for one in solutions
    )


def lessened(solutions: Iterable[Solution]) -> tuple[Solution, ...]:
    """Return solutions with halved confidences, for a record that may lack moves."""
    return tuple(replace(_halved(one), edits=tuple(map(_halved, one.edits))) for one in solutions)


def _halved(one: Confident) -> Confident:
    factors = (*one.factors, ("gaps", INCOMPLETE))
    return replace(one, confidence=INCOMPLETE * one.confidence, factors=factors)


def best_first(solutions: Iterable[tuple[Solution, Rival]]) -> list[tuple[Solution, Rival]]:
    """Return solutions, the likeliest first.

    If possible, the first is a solution in which no edit has a likelier alternative. The
    confidences are scaled down to a sum of at most 1.
    """
    found = sorted(solutions, key=lambda one: (-one[0].confidence, one[0].cost))
    sound = [one for one in found if not any(map(_outweighed, one[0].edits))]
    if not found:
        return []
    best = (sound or found)[0]
    others = [one for one in found if one is not best]
    parts = within(1.0 - best[0].confidence, [one.confidence for one, _ in others])
    scaled = (replace(one, confidence=part) for (one, _), part in zip(others, parts, strict=True))
    edits = tuple(map(_bounded, best[0].edits))
    return [
        (replace(best[0], edits=edits), best[1]),
        *zip(scaled, (rival for _, rival in others), strict=True),
    ]


def _outweighed(edit: Edit) -> bool:
    """Whether an alternative to an edit is likelier than the edit."""
    return any(one.confidence > edit.confidence for one in edit.alternatives)


def _bounded(edit: Edit) -> Edit:
    """Return an edit with the confidences of its alternatives limited to its own confidence."""
    others = (
        replace(one, confidence=min(one.confidence, edit.confidence)) for one in edit.alternatives
    )
    return replace(edit, alternatives=tuple(others))


def prices(
    rivals: Sequence[Rival], verdict: Replay, model: SlipModel, deadline: float
) -> list[float]:
    """Return the costs of rivals that the search found, including the rarity of their moves.

    The rarity of moves is computed for the cheapest rivals only; the others get the average rarity.

    Args:
        rivals: the repairs, the cheapest first.
        verdict: the replay of the record as written.
        deadline: processor time after which no rarity is computed.
    """
    costs = needless(rivals, len(verdict.record.moves))
    near = [at for at, cost in enumerate(costs) if cost <= min(costs) + NEAR]
    near = sorted(near, key=costs.__getitem__)[:MOST]
    rarer = dict.fromkeys(near, 0.0)
    if len(near) > 1 and verdict.game and model.weighs_moves(verdict.game.name):
        first = min(change.index for at in near for change in rivals[at].changes)
        replays = [rivals[at].replay for at in near]
        added = [
            {index for index, ply in enumerate(rivals[at].plies) if ply.origin is None}
            for at in near
        ]
        rarities = Players(model).rarities(replays, added, first, deadline)
        rarer = dict(zip(near, rarities, strict=True))
    usual = fmean(rarer.values()) if rarer else 0.0
    return [cost + rarer.get(at, usual) for at, cost in enumerate(costs)]


def needless(rivals: Sequence[Rival], plies: int) -> list[float]:
    """Return the costs of repairs, including an additional cost of superfluous edits.

    If a repair has all edits of the first repair and further edits, the further edits are
    superfluous. Each superfluous edit has the rarity of a slip as an additional cost, estimated
    from the number of edits in the first repair and the number of plies.
    """
    needed = set(rivals[0].edits) if rivals else set()
    rarity = log10((plies + 2) / (len(needed) + 1))
    return [
        one.cost + (rarity * len(set(one.edits) - needed) if needed < set(one.edits) else 0.0)
        for one in rivals
    ]


class Players:
    """A model of how players choose among the legal moves.

    All legal moves are equally likely, except that a capture is 10 ** ``capture`` times as likely.
    The slip model has the parameter ``capture``.

    Args:
        model: the slip model.
    """

    def __init__(self, model: SlipModel) -> None:
        self._capture = model.price("confidence", "capture")
        self._counts: Memo[AnyPosition, tuple[int, int]] = Memo(_counts)

    def rarities(
        self, games: Sequence[Replay], added: Sequence[Collection[int]], first: int, deadline: float
    ) -> list[float]:
        """Return how rare the moves of rival repairs are, compared with the likeliest rival.

        Args:
            games: the replays of the rivals. The usual number of legal moves is the geometric mean
                in the first game that has plies from ``first`` on.
            added: for each rival the indices of its inserted plies, whose cost already includes the
                number of legal moves.
            first: index of the first ply in which the rivals differ.
            deadline: processor time after which all rivals are treated as equally rare.

        Returns:
            For each rival a number of decimal orders of magnitude; 0 for the likeliest.
        """
        usual, sums = 0.0, list[float]()
        for game, put_in in zip(games, added, strict=True):
            plies = [ply for ply in game.plies() if ply.index > first and ply.move is not None]
            choices = [log10(self._counts[ply.before][0]) for ply in plies]
            usual = usual or (fmean(choices) if choices else 0.0)
            sums.append(
                sum(
                    self._preference(ply) + (0.0 if ply.index - 1 in put_in else choice - usual)
                    for ply, choice in zip(plies, choices, strict=True)
                )
            )
            if process_time() > deadline:
                return [0.0] * len(games)
        least = min(sums, default=0.0)
        return [one - least for one in sums]

    def _preference(self, ply: PlayedPly) -> float:
        """Return the rarity of a move compared with a random legal move; captures are less rare."""
        legal, capturing = self._counts[ply.before]
        weight = (capturing * 10**self._capture + legal - capturing) / legal
        return log10(weight) - (self._capture if ply.before.captured(ply.move) else 0.0)


def _counts(position: AnyPosition) -> tuple[int, int]:
    """Return the number of legal moves, and the number of captures among them."""
    captures = [bool(position.captured(move)) for move in position.legal_moves()]
    return len(captures), sum(captures)
