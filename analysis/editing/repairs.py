"""Repairs of the game at a place of a text, as edits of the text."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

from analysis.editing.document import Document, PlacedGame
from analysis.editing.edits import repair_edits
from analysis.editing.lines import LineEdit
from analysis.repair.repair import repair
from analysis.repair.result import Repair, Solution
from notation.numbers import plural
from notation.printing import visible
from records.model import JsonObject

SECONDS = 5.0
"""Processor time for the repairs of one game."""

MOST = 5
"""Proposals at most."""


class ProposedRepair(NamedTuple):
    """A repair that can be made in the text.

    Attributes:
        solution: the repair.
        edits: the edits that make it.
    """

    solution: Solution
    edits: list[LineEdit]

    def words(self, most: int) -> str:
        """Return the first edits in words, and the number of the others."""
        return edit_words(self.solution, most)


class ProposedRepairs(NamedTuple):
    """The repairs of a game.

    Attributes:
        found: those that can be made in the text, likeliest first.
        why: why there is none, as a sentence; empty where there is one.
    """

    found: list[ProposedRepair]
    why: str = ""


NO_EVIDENCE: Mapping[int, JsonObject] = {}


def proposals(
    document: Document,
    game: PlacedGame | None,
    evidence: Mapping[int, JsonObject] = NO_EVIDENCE,
    settled: Collection[int] = (),
    seconds: float = SECONDS,
) -> ProposedRepairs:
    """Return the repairs of a game.

    Args:
        document: the text.
        game: the game; None for none.
        evidence: the evidence of a scan for its plies, by index.
        settled: indices of plies that must not be changed.
        seconds: processor time for the search.
    """
    if game is None:
        return ProposedRepairs([], "There is no game here.")
    if game.replay.valid:
        return ProposedRepairs([], "There is nothing to repair: the game is legal to its end.")
    record = game.replay.record
    details = {index: {**record.details.get(index, {}), **one} for index, one in evidence.items()}
    done = repair(
        replace(record, details={**record.details, **details}),
        seconds=seconds,
        settled=frozenset(settled),
        as_recorded=game.replay.as_recorded,
    )
    all_edits = ((one, repair_edits(document, game, done, one)) for one in done.solutions[:MOST])
    found = [ProposedRepair(one, edits) for one, edits in all_edits if edits]
    return ProposedRepairs(found, "" if found else visible(_why_none(done, game)))


def _why_none(done: Repair, game: PlacedGame) -> str:
    if done.solutions:
        return f"It cannot be put into the text: {edit_words(done.solutions[0], MOST)}."
    reached = plural(max(done.reached, len(game.plies)), "ply")
    reason = done.reason.rstrip(".") or f"the first {reached} can be played at most"
    return f"No repair was found: {reason}."


def edit_words(solution: Solution, most: int) -> str:
    """Return the first edits of a repair in words, and the number of the others."""
    named = [f"ply {edit.ply}: {edit.sentence()}" for edit in solution.edits[:most]]
    more = len(solution.edits) - len(named)
    return visible("; ".join([*named, *([f"and {more} more"] if more else [])]))
