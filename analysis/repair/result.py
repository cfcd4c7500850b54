"""Repairs as values and as JSON, and how probable they are.

A price is a decimal logarithm, so the weights of rival repairs are powers of ten, and a repair's
raw confidence its share of all weight, with some set aside for repairs that the search did not
find. The shares are then corrected by the figures of damaged games whose truth is known.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise

from analysis.repair.edits import (
    COLUMNS,
    DIALECT,
    DOUBLED,
    EXCHANGED,
    MISSING,
    OVERLOOKED,
    RESULT,
    SPLIT,
    SUPERFLUOUS,
    VARIANT,
    Change,
)
from analysis.replay.wording import html_table
from analysis.typos.model import SlipModel
from notation.findings import Finding
from notation.numbers import plural
from records import Record
from records.model import GAPS

MIN_CONFIDENCE = 0.5
"""The least confidence of a repair by default: it is likelier right than wrong."""

INCOMPLETE = 0.5
"""Confidence in a repair, in that of the same repair of a record that lacks no moves."""

TIE = 0.05
"""Repairs whose costs differ by no more are equally good."""


def shares(costs: Sequence[float], model: SlipModel) -> list[float]:
    """Return each repair's share of all weight, from the costs of all repairs found."""
    if not costs:
        return []
    cheapest, temperature = min(costs), model.price("confidence", "temperature")
    weights = [10 ** ((cheapest - cost) / temperature) for cost in costs]
    total = sum(weights) + 10 ** (-model.price("confidence", "elsewhere") / temperature)
    return [weight / total for weight in weights]


def trust(changes: Sequence[Change], model: SlipModel, plies: int) -> float:
    """Return by how much to lessen a share for what speaks against a repair as a whole.

    That are texts unlike the moves put for them, and more of the record's plies taken out than
    kept: what is left of them is hardly the game.
    """
    wild = sum(one.price >= model.price("plies", "any") for one in changes if one.written)
    kept = plies - sum(one.kind in (DOUBLED, SUPERFLUOUS) for one in changes)
    part = kept / plies if 2 * kept < plies else 1.0
    return part * 10 ** (-model.price("confidence", "unlike") * wild)


def calibrated(share: float, model: SlipModel, known: float = 0.0) -> float:
    """Return the part of repairs of such a share that is right, between the points measured.

    Args:
        share: the raw share of a repair.
        model: has the points.
        known: the shares of all repairs found that exclude each other, this one's included. What is
            right is never likelier than the part of them, so repairs as good share one certainty.
    """
    right = _between_points(share, model)
    return min(right, share / known) if known > 0 else right


def _between_points(share: float, model: SlipModel) -> float:
    points = model.calibration
    if not points:
        return share
    if share <= points[0][0]:
        return points[0][1] * share / points[0][0] if points[0][0] else points[0][1]
    for (low, below), (high, above) in pairwise(points):
        if share <= high:
            return below + (above - below) * (share - low) / (high - low)
    return points[-1][1]


def within(room: float, confidences: Sequence[float]) -> list[float]:
    """Return confidences in what excludes each other, scaled down to a sum of at most ``room``."""
    total = sum(confidences)
    return [one * room / total for one in confidences] if total > room else list(confidences)


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another repair of the same place.

    Attributes:
        kind: kind of slip.
        meant: the text that should stand there; empty where a ply is superfluous.
        confidence: how probable it is, from 0 to 1.
    """

    kind: str
    meant: str
    confidence: float

    def to_json(self) -> dict[str, object]:
        """Return the alternative as a JSON object."""
        # Rounded down, so that what excludes each other never adds up to more than 1.
        confidence = int(self.confidence * 10_000) / 10_000
        return {"to": self.meant, "kind": self.kind, "confidence": confidence}


@dataclass(frozen=True, slots=True)
class Edit:
    """One correction.

    Attributes:
        ply: number of the ply in the record as written, from 1; of the ply before which one is
            missing; one more than there are plies where the result is meant.
        kind: kind of slip, such as ``"wrong-ply"``.
        written: the text that stands there; empty where a ply is missing.
        meant: the text that should; empty where a ply is superfluous.
        cost: how rare such a slip is, in decimal orders of magnitude.
        confidence: how probable the edit is, from 0 to 1.
        alternatives: other repairs of the place, the likeliest first.
    """

    ply: int
    kind: str
    written: str
    meant: str
    cost: float
    confidence: float
    alternatives: tuple[Alternative, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the edit as the JSON object of the documented interface."""
        return {
            "ply": self.ply,
            "from": self.written,
            "to": self.meant,
            "kind": self.kind,
            "cost": round(self.cost, 2),
            "confidence": round(self.confidence, 4),
            "alternatives": [one.to_json() for one in self.alternatives],
        }

    def sentence(self) -> str:
        """Return the edit as a sentence, without the confidence."""
        sentences = {
            MISSING: f"{self.meant} is missing here",
            SPLIT: f"{self.written} is one ply, {self.meant}",
            DOUBLED: f"{self.written} stands here twice",
            SUPERFLUOUS: f"{self.written} is too many",
            EXCHANGED: f"{self.meant} comes first, then {self.written}",
            COLUMNS: f"from here on the columns are exchanged: {self.meant} comes first",
            RESULT: f"the result is {self.meant}, not {self.written}",
            OVERLOOKED: f"{self.written} as recorded, players overlooked what it had to take",
            VARIANT: f"the whole game is legal as {self.meant}",
            DIALECT: f"the moves are written in the dialect {self.meant}, not {self.written}",
        }
        return sentences.get(self.kind, f"{self.meant}, not {self.written}")


@dataclass(frozen=True, slots=True)
class Solution:
    """One set of edits that makes a game legal to its end.

    Attributes:
        edits: the edits, in the order of the record.
        moves: the move texts with the edits.
        cost: the sum of their prices, and of those of notes and contradictions.
        confidence: how probable it is that these are the moves that were played.
    """

    edits: tuple[Edit, ...]
    moves: tuple[str, ...]
    cost: float
    confidence: float

    def to_json(self) -> dict[str, object]:
        """Return the solution as a JSON object."""
        return {
            "edits": [edit.to_json() for edit in self.edits],
            "cost": round(self.cost, 2),
            "confidence": round(self.confidence, 4),
        }


def lessened(solutions: Iterable[Solution]) -> tuple[Solution, ...]:
    """Return repairs of a record that may lack moves, each half as probable as otherwise."""
    return tuple(
        replace(
            one,
            confidence=INCOMPLETE * one.confidence,
            edits=tuple(
                replace(edit, confidence=INCOMPLETE * edit.confidence) for edit in one.edits
            ),
        )
        for one in solutions
    )


@dataclass(frozen=True, slots=True)
class Repair:
    """The repair of a record.

    Attributes:
        record: the record as written.
        valid: whether it is legal as it stands.
        repaired: the record with the edits of the best solution, which keeps the written texts
            under the key ``written``, and marks doubtful edits under ``doubtful``; None where there
            is none.
        solutions: the solutions, the best first.
        partial: the edits that carry the game furthest, where there is no solution.
        reached: how many plies can be played with them.
        stopped: whether time or effort ran out before everything was tried.
        reason: why there is no solution.
        accepted: the violations of illegal moves that were carried out as recorded.
        min_confidence: confidence below which the best solution is uncertain.
    """

    record: Record
    valid: bool
    repaired: Record | None = None
    solutions: tuple[Solution, ...] = ()
    partial: tuple[Edit, ...] = ()
    reached: int = 0
    stopped: bool = False
    reason: str = ""
    accepted: tuple[Finding, ...] = ()
    min_confidence: float = 0.0

    @property
    def mended(self) -> bool:
        """Whether there is a solution of at least the least confidence."""
        return bool(self.solutions) and self.confidence >= self.min_confidence

    @property
    def uncertain(self) -> bool:
        """Whether the best solution is of less than the least confidence."""
        return bool(self.solutions) and not self.mended

    @property
    def gaps(self) -> tuple[Finding, ...]:
        """The notes on moves that the record may lack."""
        return tuple(one for one in self.record.findings if one.code in GAPS)

    @property
    def playable(self) -> bool:
        """Whether the record is left alone, as its illegal moves were carried out as recorded."""
        return bool(self.accepted) and not self.solutions and self.reached == len(self.record.moves)

    def __repr__(self) -> str:
        return f"<Repair of {self.record.source}: {self._verdict}>"

    @property
    def _verdict(self) -> str:
        if self.valid:
            return "valid, but moves may be missing" if self.gaps else "valid, nothing to mend"
        if self.playable:
            return f"playable, {self.reason}"
        if not self.solutions:
            return f"not mended, {self.reason}" if self.reason else "not mended"
        verdict = "mended" if self.mended else "uncertain"
        return f"{verdict}, {plural(len(self.edits), 'edit')}, confidence {self.confidence:.2f}"

    def _repr_html_(self) -> str:
        """Return the verdict and the edits, for notebooks."""
        rows = [
            (edit.ply, edit.written, edit.meant, edit.kind, f"{edit.confidence:.0%}")
            for edit in self.edits
        ]
        head = ("ply", "written", "meant", "kind", "confidence")
        table = html_table(rows, head) if rows else ""
        return f"<p>{escape(f'{self.record.source}: {self._verdict}')}</p>{table}"

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits proposed, those of the best solution."""
        return self.solutions[0].edits if self.solutions else self.partial

    @property
    def confidence(self) -> float:
        """How probable the best solution is; 0 where there is none."""
        return self.solutions[0].confidence if self.solutions else 0.0

    @property
    def runner_up(self) -> Solution | None:
        """The second best solution."""
        return self.solutions[1] if len(self.solutions) > 1 else None

    @property
    def ties(self) -> Sequence[Solution]:
        """The solutions that are as good as the best one, which is among them."""
        return [one for one in self.solutions if one.cost - self.solutions[0].cost <= TIE]

    def to_json(self) -> dict[str, object]:
        """Return the repair as the JSON object of the documented interface."""
        moves = self.solutions[0].moves if self.solutions else self.record.moves
        described: dict[str, object] = {
            "source": self.record.source.to_json(),
            "repaired": self.mended,
            **({"uncertain": True} if self.uncertain else {}),
            "valid": self.valid,
            "edits": [edit.to_json() for edit in self.edits],
            "moves": list(moves),
            "confidence": round(self.confidence, 4),
            "runner_up": self.runner_up.to_json() if self.runner_up else None,
            "equally_good": max(len(self.ties), 0),
            "stopped": self.stopped,
        }
        if not self.valid and not self.solutions:
            described |= {"reached": self.reached, "reason": self.reason}
        if self.gaps:
            described |= {"gaps": [{"line": one.line, "message": one.message} for one in self.gaps]}
        if self.accepted:
            described |= {"accepted": [finding.ply for finding in self.accepted]}
        return described
