"""Repairs of the game at a place in a text, as edits of the text."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
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
    """A repair, and the edits that apply it to the text."""

    solution: Solution
    edits: list[LineEdit]


class NoRepair(LudographError):
    """A game has no repair that can be applied to its text; the message is a sentence."""


def proposals(
    document: Document,
    game: PlacedGame | None,
    evidence: Mapping[int, JsonObject] = MappingProxyType({}),
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
    found = [
        ProposedRepair(one, edits)
        for one in done.solutions[:MOST]
        if (edits := _edits(document, game, done, one))
    ]
    if not found and done.solutions:
        listed = edit_words(done.solutions[0], MOST)
        raise NoRepair(visible(f"It cannot be put into the text: {listed}."))
    if not found:
        reached = plural(max(done.reached, len(game.plies)), "ply")
        reason = done.reason.rstrip(".") or f"the first {reached} can be played at most"
        raise NoRepair(visible(f"No repair was found: {reason}."))
    return found


def edit_words(solution: Solution, most: int) -> str:
    """Return a phrase with the first edits of a repair and the number of further edits."""
    named = [f"ply {edit.ply}: {edit.sentence()}" for edit in solution.edits[:most]]
    more = len(solution.edits) - len(named)
    return visible("; ".join([*named, *([f"and {more} more"] if more else [])]))


def _edits(
    document: Document, game: PlacedGame, done: Repair, solution: Solution
) -> list[LineEdit]:
    """Return the edits of the text for a solution; an empty list if a place is uncertain."""
    moves = game.replay.record.moves
    if len(solution.moves) == len(moves):
        changed = zip(game.spans, moves, solution.moves, strict=True)
        edits = [span.written(new) for span, old, new in changed if span and old != new]
    elif done.repaired and solution is done.solutions[0]:
        edits = rows_edit(document, game, with_comments(done.repaired))
    else:
        return []
    for edit in solution.edits:
        edits += _of_record(document, game, edit)

    def is_meant(again: Replay) -> bool:
        return again.record.moves == solution.moves and again.playable

    return tried(document, game, edits, is_meant)


def _of_record(document: Document, game: PlacedGame, edit: Edit) -> Iterator[LineEdit]:
    """Yield the edits of a tag, or of the result at the end of the game."""
    lines, first = document.lines, game.first_line
    if edit.kind in (VARIANT, DIALECT):
        name = "Variant" if edit.kind == VARIANT else "Dialect"
        yield LineEdit((first, 0), (first, 0), f'[{name} "{edit.meant}"]{lines.end}')
    if edit.kind != RESULT:
        return
    written = re.escape(edit.written)
    tag, word = rf'\[\s*Result\s+"({written})"', re.compile(rf"(?<!\S)({written})(?!\S)")
    end = max((span.ends[1] for span in game.spans if span), default=None)
    for number in range(first, document.last_line(game) + 1):
        found = re.search(tag, lines[number])
        if not found and end and number >= end[0]:
            found = word.search(lines[number], end[1] if number == end[0] else 0)
        if found:
            yield LineEdit((number, found.start(1)), (number, found.end(1)), edit.meant)
