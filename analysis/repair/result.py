"""What a repair proposes, as values and as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from analysis.repair.edits import COLUMNS, EXCHANGED, RESULT
from analysis.text import html_table, plural
from records import Record

VARIANT = "variant"
"""The kind of an edit that names the variant; the other kinds stand in ``edits``."""

TIE = 0.05
"""Repairs whose costs differ by no more are equally good."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to mend the same place.

    Attributes:
        kind: what would have gone wrong.
        meant: what would have been meant.
        confidence: how probable it is, from 0 to 1.
    """

    kind: str
    meant: str
    confidence: float

    def to_json(self) -> dict[str, Any]:
        """Return the alternative as a JSON object."""
        return {"to": self.meant, "kind": self.kind, "confidence": round(self.confidence, 4)}


@dataclass(frozen=True, slots=True)
class Edit:
    """One thing to mend.

    Attributes:
        ply: number of the ply in the record as written, from 1; of the ply before which one is
            missing; one more than there are plies where the result is meant.
        kind: what went wrong, such as ``"wrong-ply"``.
        written: what stands there; empty where a ply is missing.
        meant: what should; empty where a ply is too many.
        cost: how rare such a slip is, in decimal orders of magnitude.
        confidence: how probable the edit is, from 0 to 1.
        alternatives: other ways to mend the place, the likeliest first.
    """

    ply: int
    kind: str
    written: str
    meant: str
    cost: float
    confidence: float
    alternatives: tuple[Alternative, ...] = ()

    def to_json(self) -> dict[str, Any]:
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
        """Return the edit as a sentence for people, without the confidence."""
        told = {
            "missing-ply": f"{self.meant} is missing here",
            "doubled-ply": f"{self.written} stands here twice",
            "superfluous-ply": f"{self.written} is too many",
            EXCHANGED: f"{self.meant} comes first, then {self.written}",
            COLUMNS: f"from here on the columns are exchanged: {self.meant} comes first",
            RESULT: f"the result is {self.meant}, not {self.written}",
            VARIANT: f"the whole game is legal as {self.meant}",
        }
        return told.get(self.kind, f"{self.meant}, not {self.written}")


@dataclass(frozen=True, slots=True)
class Solution:
    """One set of edits that makes a game legal to its end.

    Attributes:
        edits: the edits, in the order of the record.
        moves: the move texts with the edits.
        cost: the sum of their prices, and of what the board bears out only with a note.
        confidence: how probable it is that these are the moves that were played.
    """

    edits: tuple[Edit, ...]
    moves: tuple[str, ...]
    cost: float
    confidence: float

    def to_json(self) -> dict[str, Any]:
        """Return the solution as a JSON object."""
        return {
            "edits": [edit.to_json() for edit in self.edits],
            "cost": round(self.cost, 2),
            "confidence": round(self.confidence, 4),
        }


@dataclass(frozen=True, slots=True)
class Repair:
    """What a repair proposes.

    Attributes:
        record: the record as written.
        valid: whether there is nothing to mend.
        repaired: the record with the edits of the best solution, which keeps what was written
            under the key ``written``; None where there is none.
        solutions: the solutions, the best first.
        partial: the edits of the draft that goes farthest, where there is no solution.
        reached: how many plies that draft plays.
        stopped: whether time or effort ran out before everything was tried.
    """

    record: Record
    valid: bool
    repaired: Record | None = None
    solutions: tuple[Solution, ...] = ()
    partial: tuple[Edit, ...] = ()
    reached: int = 0
    stopped: bool = False
    reason: str = field(default="")

    def __repr__(self) -> str:
        return f"<Repair of {self.record.source}: {self._verdict}>"

    @property
    def _verdict(self) -> str:
        if self.valid:
            return "valid, nothing to mend"
        if not self.solutions:
            return f"not mended, {self.reason}" if self.reason else "not mended"
        return f"mended, {plural(len(self.edits), 'edit')}, confidence {self.confidence:.2f}"

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

    def to_json(self) -> dict[str, Any]:
        """Return the repair as the JSON object of the documented interface."""
        moves = self.solutions[0].moves if self.solutions else self.record.moves
        described = {
            "source": self.record.source.to_json(),
            "repaired": bool(self.solutions),
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
        return described
