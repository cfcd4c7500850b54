"""Results of repairs, as values, as JSON, and in notebooks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TypeAlias

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
)
from notation.findings import Finding
from notation.numbers import plural
from records import Record
from records.model import GAPS

MIN_CONFIDENCE = 0.5
"""Default minimum confidence of a repair, which is then likelier right than wrong."""

TIE = 0.05
"""Maximum difference of costs between equally good repairs."""

Factors: TypeAlias = tuple[tuple[str, float], ...]
"""Names and values of the factors of a confidence; see `analysis.repair.confidence`."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another possible edit of the same place.

    Attributes:
        kind: kind of slip.
        meant: the corrected text; empty where a ply is superfluous.
        confidence: how probable the edit is, from 0 to 1.
    """

    kind: str
    meant: str
    confidence: float

    def to_json(self) -> dict[str, object]:
        """Return the alternative as a JSON object."""
        # Rounded down, so that exclusive alternatives never sum to more than 1.
        confidence = int(self.confidence * 10_000) / 10_000
        return {"to": self.meant, "kind": self.kind, "confidence": confidence}


@dataclass(frozen=True, slots=True)
class Edit:
    """One correction.

    Attributes:
        ply: number of the ply in the record as written, from 1. For a missing ply, the number of
            the ply after it; for an edit of the result, the number of plies plus 1.
        kind: kind of slip, such as ``"wrong-ply"``.
        written: the written text; empty where a ply is missing.
        meant: the corrected text; empty where a ply is superfluous.
        cost: how rare such a slip is, in decimal orders of magnitude.
        confidence: how probable the edit is, from 0 to 1.
        alternatives: other edits of the same place, the likeliest first.
        factors: names and values of factors, whose product is the confidence; see
            `analysis.repair.confidence`.
    """

    ply: int
    kind: str
    written: str
    meant: str
    cost: float = 0.0
    confidence: float = 0.0
    alternatives: tuple[Alternative, ...] = ()
    factors: Factors = ()

    @property
    def ways(self) -> tuple["Edit", ...]:
        """This edit, followed by its alternatives as edits."""
        others = (
            replace(self, kind=one.kind, meant=one.meant, confidence=one.confidence)
            for one in self.alternatives
        )
        return (self, *others)

    def to_json(self) -> dict[str, object]:
        """Return the edit as a JSON object; see ``docs/json.md``."""
        return {
            "ply": self.ply,
            "from": self.written,
            "to": self.meant,
            "kind": self.kind,
            "cost": round(self.cost, 2),
            "confidence": round(self.confidence, 4),
            "alternatives": [one.to_json() for one in self.alternatives],
            "factors": {name: round(factor, 4) for name, factor in self.factors},
        }

    def sentence(self) -> str:
        """Return the edit as a sentence, without the confidence."""
        sentences = {
            MISSING: f"{self.meant} is missing here",
            SPLIT: f"{self.written} is one ply, {self.meant}",
            DOUBLED: f"{self.written} is written twice here",
            SUPERFLUOUS: f"{self.written} is too many",
            EXCHANGED: f"{self.meant} comes first, then {self.written}",
            COLUMNS: f"from here on the columns are exchanged: {self.meant} comes first",
            RESULT: f"the result is {self.meant}, not {self.written}",
            OVERLOOKED: f"{self.written} as recorded: the players overlooked a capture or removal",
            VARIANT: f"the whole game is legal as {self.meant}",
            DIALECT: f"the moves are written in the dialect {self.meant}, not {self.written}",
        }
        return sentences.get(self.kind, f"{self.meant}, not {self.written}")


@dataclass(frozen=True, slots=True)
class Solution:
    """A set of edits that makes a game legal to its end.

    Attributes:
        edits: the edits, in the order of the record.
        moves: the move texts with the edits.
        cost: the sum of the costs of edits, notes and contradictions.
        confidence: how probable it is that these moves were played, from 0 to 1.
        factors: names and values of factors, whose product is the confidence.
    """

    edits: tuple[Edit, ...]
    moves: tuple[str, ...]
    cost: float
    confidence: float
    factors: Factors = ()

    def to_json(self) -> dict[str, object]:
        """Return the solution as a JSON object."""
        return {
            "edits": [edit.to_json() for edit in self.edits],
            "cost": round(self.cost, 2),
            "confidence": round(self.confidence, 4),
        }


@dataclass(frozen=True, slots=True)
class Repair:
    """The repair of a record.

    Attributes:
        record: the record as written.
        valid: whether it is legal without edits.
        repaired: the record with the edits of the best solution; None without a solution. It keeps
            the written texts under the key ``written``, and marks doubtful edits under
            ``doubtful``.
        solutions: the solutions, the best first.
        partial: the edits with which the game can be played furthest, if there is no solution.
        reached: number of plies that can be played with the edits.
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
        """Whether there is a solution whose confidence is at least `min_confidence`."""
        return bool(self.solutions) and self.confidence >= self.min_confidence

    @property
    def uncertain(self) -> bool:
        """Whether there are solutions, but the best has a confidence below `min_confidence`."""
        return bool(self.solutions) and not self.mended

    @property
    def gaps(self) -> tuple[Finding, ...]:
        """The notes on moves that the record may lack."""
        return tuple(one for one in self.record.findings if one.code in GAPS)

    @property
    def playable(self) -> bool:
        """Whether the game needs no edit because its illegal moves were carried out as recorded."""
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
        """Return the verdict and the edits as HTML, for notebooks."""
        head = ("ply", "written", "meant", "kind", "confidence")
        rows = [
            (edit.ply, edit.written, edit.meant, edit.kind, f"{edit.confidence:.0%}")
            for edit in self.edits
        ]
        lines = [
            f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in row)}</tr>"
            for tag, some in (("th", [head]), ("td", rows))
            for row in some
        ]
        table = f"<table>{''.join(lines)}</table>" if rows else ""
        return f"<p>{escape(f'{self.record.source}: {self._verdict}')}</p>{table}"

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits of the best solution; without a solution those of `partial`."""
        return self.solutions[0].edits if self.solutions else self.partial

    @property
    def confidence(self) -> float:
        """The probability that the best solution is right; 0 without solutions."""
        return self.solutions[0].confidence if self.solutions else 0.0

    @property
    def runner_up(self) -> Solution | None:
        """The second best solution."""
        return self.solutions[1] if len(self.solutions) > 1 else None

    @property
    def ties(self) -> Sequence[Solution]:
        """The best solution, and the solutions that cost at most `TIE` more."""
        return [one for one in self.solutions if one.cost - self.solutions[0].cost <= TIE]

    def to_json(self) -> dict[str, object]:
        """Return the repair as a JSON object; see ``docs/json.md``."""
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
