"""Repairs of a whole game, put into the text as one step, with what the scan lets think of it."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

from analysis.language_server.editing.document import Document, PlacedGame
from analysis.repair.repair import repair
from analysis.repair.result import Repair, Solution
from notation.numbers import plural
from notation.printing import visible
from records.model import JsonObject

SECONDS = 5.0
"""Processor time for the repair of a game."""

LISTED = 6
"""Edits that are named."""


class ProposedRepair(NamedTuple):
    """What a repair makes of a text.

    Attributes:
        said: what was found, in sentences.
        lines: the lines of the text with the repair; None where they stay as they are.
        put: the texts of the plies that are other ones, by their indices, with what stood there.
    """

    said: str
    lines: list[str] | None = None
    put: Mapping[int, tuple[str, str]] = {}


def proposed(
    document: Document,
    game: PlacedGame,
    evidence: Mapping[int, JsonObject],
    settled: Collection[int],
) -> ProposedRepair:
    """Return the likeliest repair of a game, as far as it is one of single plies.

    Args:
        document: the text.
        game: the game.
        evidence: what a scan says of its plies, by their indices.
        settled: indices of plies that are right as they stand.
    """
    if game.replay.valid:
        return ProposedRepair("There is nothing to repair: the game is legal to its end.")
    record = game.replay.record
    details = {index: {**record.details.get(index, {}), **one} for index, one in evidence.items()}
    done = repair(
        replace(record, details={**record.details, **details}),
        seconds=SECONDS,
        settled=frozenset(settled),
        as_recorded=game.replay.as_recorded,
    )
    if not done.solutions:
        return ProposedRepair(visible(f"No repair was found: {_reason(done, game)}."))
    best = done.solutions[0]
    if len(best.moves) != len(record.moves):
        why = "It adds plies, or takes some away, and is left to you"
        return ProposedRepair(visible(f"{why}: {_edits(best)}."))
    return _put(document, game, best)


def _put(document: Document, game: PlacedGame, best: Solution) -> ProposedRepair:
    lines = [document.lines[number] for number in range(len(document.lines))]
    put: dict[int, tuple[str, str]] = {}
    pairs = zip(game.spans, game.replay.record.moves, best.moves, strict=True)
    for index, (span, old, new) in reversed(list(enumerate(pairs))):
        if old == new:
            continue
        if span is None:
            return ProposedRepair(visible(f"It cannot be put into the text: {_edits(best)}."))
        line = lines[span.line]
        lines[span.line] = line[: span.start] + new + line[span.stop :]
        put[index] = new, old
    sure = f"the repair is right with a probability of {best.confidence:.0%}"
    said = f"{plural(len(put), 'ply')} changed, and {sure}: compare them with the sheet. "
    return ProposedRepair(visible(f"{said}{_edits(best)}."), lines, put)


def _reason(done: Repair, game: PlacedGame) -> str:
    if done.reason:
        return done.reason.rstrip(".")
    return f"the first {plural(max(done.reached, len(game.plies)), 'ply')} can be played at most"


def _edits(best: Solution) -> str:
    named = [f"ply {edit.ply}: {edit.sentence()}" for edit in best.edits[:LISTED]]
    more = len(best.edits) - len(named)
    return "; ".join([*named, *([f"and {more} more"] if more else [])])
