"""Explanations of a whole record that change none of its moves.

A broken game may be a good one of another variant, or players overlooked a capture and played on.
Each has its price, as an edit has: rows of two moves are evidence against a variant for three.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from analysis.repair.edits import OVERLOOKED, VARIANT
from analysis.repair.result import Edit
from analysis.replay import Replay
from analysis.typos.model import SlipModel
from notation import Finding
from records import Record

MISSED = frozenset(("missed-capture", "missed-removal"))
"""Codes of violations that players overlook."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What explains a record without another move.

    Attributes:
        edits: what it says, without confidence.
        record: the record so explained.
        price: its price.
        accepted: the violations that were carried out as recorded.
    """

    edits: tuple[Edit, ...]
    record: Record
    price: float
    accepted: tuple[Finding, ...] = ()


def explanations(verdict: Replay, model: SlipModel) -> Iterator[Explanation]:
    """Yield the explanations of a broken record."""
    record = verdict.record
    for variant, other in verdict.fallbacks():
        if other.playable:
            price = model.price("plies", "variant") + against_rows(other, model)
            edit = Edit(1, VARIANT, str(verdict.variant), variant, price, 0.0)
            yield Explanation((edit,), replace(record, variant=variant), price, other.accepted)
    recorded = Replay(record, str(verdict.variant), as_recorded=True)
    found = recorded.accepted
    if recorded.playable and found and all(one.code in MISSED for one in found):
        price = model.price("plies", "overlooked")
        plies = [one.ply or 1 for one in found]
        edits = (_overlooked(ply, record.moves[ply - 1], price) for ply in plies)
        yield Explanation(tuple(edits), record, price * len(plies), found)


def _overlooked(ply: int, text: str, price: float) -> Edit:
    return Edit(ply, OVERLOOKED, text, text, price, 0.0)


def against_rows(verdict: Replay, model: SlipModel) -> float:
    """Return the price of rows with another number of moves than the variant has sides."""
    width, sides = row_width(verdict.record), len(verdict.start.sides) if verdict.start else 0
    return model.price("plies", "rows") if width and width != sides else 0.0


def row_width(record: Record) -> int:
    """Return how many moves each line of a record has, the last one apart; 0 if they differ."""
    counts = list(Counter(line for line, _ in record.places).values())
    widths = set(counts[:-1])
    if record.columns or len(widths) != 1 or counts[-1] > max(widths):
        return record.columns
    return max(widths) if max(widths) > 1 else 0
