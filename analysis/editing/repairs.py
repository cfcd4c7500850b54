"""Repairs of the game at a place in a text, as edits of the text."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from analysis.editing.document import Document, PlacedGame
from analysis.editing.fixing import rows_edit, tried
from analysis.editing.lines import LineEdit
from analysis.repair.apply import with_comments
from analysis.repair.edits import DIALECT, RESULT, VARIANT
from analysis.repair.repair import repair
from analysis.repair.result import Edit, Repair, Solution
from analysis.replay import Replay
from notation import LudographError
from notation.numbers import plural
from notation.printing import visible
from records.model import JsonObject

SECONDS = 5.0
"""Time limit in seconds of processor time for the repairs of one game."""

MOST = 5
"""Maximum number of proposals."""


class ProposedRepair(NamedTuple):
    """A repair that can be applied to the text.

    Attributes:
        solution: the repair.
        edits: the edits of the text.
    """

    solution: Solution
    edits: list[LineEdit]

    def words(self, most: int) -> str:
        """Return a phrase with the first edits and the number of further edits."""
        return edit_words(self.solution, most)


class NoRepair(LudographError):
    """A game has no repair that can be applied to its text; the message is a sentence."""


NO_EVIDENCE: Mapping[int, JsonObject] = {}


def proposals(
    document: Document,
    game: PlacedGame | None,
    evidence: Mapping[int, JsonObject] = NO_EVIDENCE,
    settled: Collection[int] = (),
    seconds: float = SECONDS,
) -> list[ProposedRepair]:
    """Return one or more repairs of a game that can be applied to its text, likeliest first.

    Args:
        document: the text.
        game: the game; None if there is none at the place.
        evidence: the evidence of a scan for its plies, by index.
        settled: indices of plies that must not be changed.
        seconds: processor time for the search.

    Raises:
        NoRepair: there is no such repair.
    """
    if game is None:
        raise NoRepair("There is no game here.")
    if game.replay.valid:
        raise NoRepair("There is nothing to repair: the game is legal to its end.")
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
    if not found:
        raise NoRepair(visible(_why_none(done, game)))
    return found


def _why_none(done: Repair, game: PlacedGame) -> str:
    if done.solutions:
        return f"It cannot be put into the text: {edit_words(done.solutions[0], MOST)}."
    reached = plural(max(done.reached, len(game.plies)), "ply")
    reason = done.reason.rstrip(".") or f"the first {reached} can be played at most"
    return f"No repair was found: {reason}."


def edit_words(solution: Solution, most: int) -> str:
    """Return a phrase with the first edits of a repair and the number of further edits."""
    named = [f"ply {edit.ply}: {edit.sentence()}" for edit in solution.edits[:most]]
    more = len(solution.edits) - len(named)
    return visible("; ".join([*named, *([f"and {more} more"] if more else [])]))


def repair_edits(
    document: Document, game: PlacedGame, done: Repair, solution: Solution
) -> list[LineEdit]:
    """Return the edits of the text for a solution; an empty list if a place is uncertain.

    Args:
        done: the repair of the game, which has the solution.
    """
    record = game.replay.record
    if len(solution.moves) == len(record.moves):
        edits = list(_replaced(document, game, solution.moves))
    elif done.repaired and solution is done.solutions[0]:
        edits = rows_edit(document, game, with_comments(done.repaired))
    else:
        return []
    for edit in solution.edits:
        edits += _of_record(document, game, edit)

    def is_meant(again: Replay) -> bool:
        return again.record.moves == solution.moves and again.playable

    return tried(document, game, edits, is_meant)


def _replaced(document: Document, game: PlacedGame, moves: Sequence[str]) -> Iterator[LineEdit]:
    for span, old, new in zip(game.spans, game.replay.record.moves, moves, strict=True):
        if span and old != new:
            yield LineEdit.of(span, new)


def _of_record(document: Document, game: PlacedGame, edit: Edit) -> Iterator[LineEdit]:
    """Yield the edits of a tag, or of the result at the end of the game."""
    lines, first = document.lines, game.first_line
    if edit.kind in (VARIANT, DIALECT):
        name = "Variant" if edit.kind == VARIANT else "Dialect"
        yield LineEdit((first, 0), (first, 0), f'[{name} "{edit.meant}"]{lines.end}')
    if edit.kind != RESULT:
        return
    tag = re.compile(rf'\[\s*Result\s+"({re.escape(edit.written)})"')
    moves_end = max((span for span in game.spans if span), default=None)
    for number in range(first, document.last_line(game) + 1):
        start = moves_end.stop if moves_end and number == moves_end.line else 0
        behind = moves_end is not None and number >= moves_end.line
        token = re.compile(rf"(?<!\S)({re.escape(edit.written)})(?!\S)")
        if found := tag.search(lines[number]) or (
            token.search(lines[number], start) if behind else None
        ):
            yield LineEdit((number, found.start(1)), (number, found.end(1)), edit.meant)
