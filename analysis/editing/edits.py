"""Edits of the games of a document, each tried before it is offered.

The text is read again with an edit, and only one with which a game has the moves that are meant,
and all else that it had, is offered: no edit loses a comment, a tag or what cannot be read.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from analysis.editing.document import Document, PlacedGame
from analysis.editing.fixing import Fix, canonical_text, certain_fixes, unspelled
from analysis.editing.lines import LineEdit
from analysis.repair.apply import with_comments
from analysis.repair.edits import DIALECT, RESULT, VARIANT
from analysis.repair.result import Edit, Repair, Solution
from analysis.replay import Replay
from records.format import CannotWrite
from records.model import Record
from records.text import TextFormat
from records.text.writer import move_rows

_BESIDE = re.compile(
    r"(?:\s|\d{1,4}[.):]*(?=\s|\Z)|\d{1,4}[.):]+|\.{2,}|\N{HORIZONTAL ELLIPSIS}|[!?]+)*"
    r"(?P<result>\*|\d+-\d+|1/2-1/2|½-½)?\s*"
)
"""What may stand between moves and comments, with a result at the end."""

_ASIDE = re.compile(r"\{[^{}]*\}|\([^()]*\)|(?<!\S)(?:;|#|//)[^\n]*")

Same = Callable[[Replay], bool]
"""Whether a game is as it is meant to be after an edit."""


def tried(
    document: Document, game: PlacedGame, edits: Sequence[LineEdit], same: Same
) -> list[LineEdit]:
    """Return edits of one game; none if the text would be read otherwise than is meant.

    Args:
        document: the document.
        game: the game.
        edits: what is replaced, in any order, without overlaps.
        same: whether the game is right when it is read again.
    """
    again = document.changed(document.lines.changed(edits), document.version).games
    at = document.games.index(game)
    others = len(again) == len(document.games) and all(
        one.replay is two.replay or one.replay.record == two.replay.record or index == at
        for index, (one, two) in enumerate(zip(document.games, again, strict=True))
    )
    return list(edits) if edits and others and same(again[at].replay) else []


def edits_of(fixes: Sequence[Fix]) -> list[LineEdit]:
    """Return the edits that write plies canonically."""
    return [LineEdit.of(fix.span, fix.meant) for fix in fixes]


def certain_edits(document: Document, game: PlacedGame) -> list[LineEdit]:
    """Return the edits that mend what is certain in a game; see `fixing`."""
    edits = edits_of(list(certain_fixes(game.replay, game.spans, 0)))
    return tried(document, game, edits, lambda again: _plays_alike(game.replay, again))


def canonical_edits(document: Document, game: PlacedGame, first: int) -> list[LineEdit]:
    """Return the edits that write the plies of a game canonically, from one on."""
    edits = [
        LineEdit.of(span, text)
        for ply, span in zip(game.plies[first:], game.spans[first:], strict=False)
        for text in (canonical_text(game.replay, ply),)
        if span and text not in (None, ply.text) and text
    ]
    return tried(document, game, edits, lambda again: _plays_alike(game.replay, again))


def _plays_alike(before: Replay, after: Replay) -> bool:
    """Whether two games have the same positions, and all else but the spelling of moves."""
    return unspelled(before) == unspelled(after) and list(before.positions()) == list(
        after.positions()
    )


def layout_edits(document: Document, game: PlacedGame) -> list[LineEdit]:
    """Return the edits that write the moves of a game in canonical rows, as they are spelled."""
    edits = _rows(document, game, game.replay.record)
    return tried(document, game, edits, lambda again: _is_same(game.replay, again))


def _is_same(before: Replay, after: Replay) -> bool:
    return before.record.moves == after.record.moves and unspelled(before) == unspelled(after)


def _rows(document: Document, game: PlacedGame, record: Record) -> list[LineEdit]:
    """Return the edit that puts the rows of a record in place of those of a game, if need be."""
    spans = [span for span in game.spans if span]
    if len(spans) < len(game.spans) or not spans or not isinstance(document.form, TextFormat):
        return []
    first, last = spans[0].line, _last_line(document, game)
    rest = [document.lines[at] for at in range(first, last + 1)]
    for span in reversed(spans):
        line = rest[span.line - first]
        rest[span.line - first] = f"{line[: span.start]} {line[span.stop :]}"
    text = "\n".join(rest)
    asides = _ASIDE.findall(text)
    found = _BESIDE.fullmatch(_ASIDE.sub(" ", text))
    kept = _squeezed(" ".join((record.comment, *map(str, _comments(record)))))
    if found is None or not all(_squeezed(one) in kept for one in asides):
        return []
    try:
        rows = move_rows(record, game.replay.record.first)
    except CannotWrite:
        return []
    rows += [found["result"]] if found["result"] else []
    if rows == [document.lines[at] for at in range(first, last + 1)]:
        return []
    stop = last, len(document.lines[last])
    return [LineEdit((first, 0), stop, document.lines.end.join(rows))]


def _comments(record: Record) -> Iterator[object]:
    return (detail.get("comment", "") for detail in record.details.values())


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _last_line(document: Document, game: PlacedGame) -> int:
    """Return the index of the line on which the last ply of a game ends, with all beside it."""
    last = max(span.line for span in game.spans if span)
    text, end = document.lines[last], document.last_line(game)
    while last < end and text.count("{") > text.count("}"):
        last += 1
        text += document.lines[last]
    return last


def repair_edits(
    document: Document, game: PlacedGame, done: Repair, solution: Solution
) -> list[LineEdit]:
    """Return the edits that carry out one solution of a repair; none where that is not certain."""
    record = game.replay.record
    if len(solution.moves) == len(record.moves):
        edits = list(_replaced(document, game, solution.moves))
    elif done.repaired and solution is done.solutions[0]:
        edits = _rows(document, game, with_comments(done.repaired))
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
    """Yield the edits of what is recorded of the whole game: a tag, or the result at its end."""
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
