"""Canonical spelling and layout of the games of a text; each change is verified by a replay.

A ply is respelled if it has a note on its spelling, or lacks captures or their number. The game has
to be valid, and the ply to have a single reading on the board. The changed text is read and
replayed again; a game that then differs in any tag, comment or position keeps its spelling. The
text between the moves is never changed.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple
from urllib.parse import quote

from analysis.batch import InputOptions
from analysis.editing.document import Document, PlacedGame
from analysis.editing.lines import LineEdit, PlySpan, WrittenLines
from analysis.games.position import write_unambiguously
from analysis.replay import PlayedPly, Replay
from notation import UnwritableMove
from notation.numbers import plural
from records.format import CannotWrite
from records.model import Record
from records.text import TextFormat
from records.text.writer import move_rows

_BESIDE = re.compile(
    r"(?:\s|\d{1,4}[.):]*(?=\s|\Z)|\d{1,4}[.):]+|\.{2,}|\N{HORIZONTAL ELLIPSIS}|[!?]+)*"
    r"(?P<result>\*|\d+-\d+|1/2-1/2|½-½)?\s*"
)
"""Matches the text between moves and comments, with a result at the end."""

_ASIDE = re.compile(r"\{[^{}]*\}|\([^()]*\)|(?<!\S)(?:;|#|//)[^\n]*")

GUESSED = "it names no game: name it by the tag Game, or by --game"
"""Reason why a game that was guessed from its moves is not fixed."""


class Fix(NamedTuple):
    """A ply and the text to be written in its place; ``game`` and ``ply`` are indices."""

    game: int
    ply: int
    span: PlySpan
    meant: str


class FixedText(NamedTuple):
    """A text after fixing.

    Attributes:
        text: the text.
        fixes: the fixes made; spans refer to the text before.
        left: the games left unfixed: number of the game, from 1, and reason.
    """

    text: str
    fixes: tuple[Fix, ...]
    left: tuple[tuple[int, str], ...] = ()


def canonical_text(game: Replay, ply: PlayedPly) -> str | None:
    """Return the canonical text of a ply that was played; None if there is none.

    A count beside the move is never added. The result is None if a written count would be lost.
    """
    if game.dialect is None or ply.move is None:
        return None
    try:
        text = write_unambiguously(ply.before, ply.move, game.dialect)
    except UnwritableMove:
        return None
    counts = game.dialect.counts
    loses_count = counts and counts.search(ply.text) and not counts.search(text)
    return None if loses_count else text


def certain_fixes(placed: PlacedGame, number: int = 0) -> Iterator[Fix]:
    """Yield the certain fixes of a game, before they are verified; ``number`` is its index."""
    game = placed.replay
    if game.is_canonical or not game.valid:
        return
    for ply, span in zip(placed.plies, placed.spans, strict=False):
        if span is None or all(one.violation for one in ply.findings):
            continue
        meant = canonical_text(game, ply)
        if meant not in (None, ply.text) and len(game.options(ply.before, ply.index - 1)) == 1:
            yield Fix(number, ply.index - 1, span, meant or "")


def fix_text(
    text: str,
    path: str = "",
    reading: InputOptions | None = None,
    keeps: Callable[[Replay], bool] = bool,
) -> FixedText:
    """Return a text in which plies are respelled where this is certain.

    Args:
        path: the name of the file, whose ending may decide the format.
        reading: how the games are read and played.
        keeps: returns True for each game that is to be fixed.
    """
    # Ignored errors are still errors: games with them are not changed.
    reading = replace(reading or InputOptions(), policy=None)
    name = quote(os.path.basename(path), errors="replace")
    document = Document(name, WrittenLines(text), 0, reading, is_limited=False)
    wanted, left = dict[int, list[Fix]](), dict[int, str]()
    for at, game in enumerate(one for one in document.games if one.number):
        if not keeps(game.replay):
            continue
        found = list(certain_fixes(game, at))
        if found and not game.replay.record.guess:
            wanted[at] = found
        elif found:
            left[at] = GUESSED
        elif not game.replay.valid and any(ply.findings for ply in game.plies):
            left[at] = f"it has {plural(len(game.replay.violations), 'error')}"
    while wanted:
        meant = {at: _mended(document.games[at], fixes) for at, fixes in wanted.items()}
        others = _read_otherwise(document, edits_of(chain(*wanted.values())), meant)
        if not others:
            break
        for at in others:
            del wanted[at]
            left[at] = "it would be read as another game"
    fixes = tuple(chain(*wanted.values()))
    fixed = document.lines.changed(edits_of(fixes)).written
    return FixedText(fixed, fixes, tuple((at + 1, why) for at, why in sorted(left.items())))


Meant = Callable[[Replay], bool]
"""Returns whether a game that was read again is as intended after an edit."""


def _read_otherwise(
    document: Document, edits: Sequence[LineEdit], meant: Mapping[int, Meant]
) -> set[int]:
    """Return the indices of edited games that fail their check in ``meant`` when read again.

    If a game is lost or another game changes, the edit at fault is unknown, and all edited games
    are returned.
    """
    again = document.changed(document.lines.changed(edits), document.version).games
    if len(again) != len(document.games):
        return set(meant)
    wrong = set[int]()
    for at, (one, two) in enumerate(zip(document.games, again, strict=True)):
        is_same = at not in meant and one.replay is two.replay
        if not is_same and not (meant.get(at) or _mended(one))(two.replay):
            wrong.add(at)
    return wrong if wrong <= set(meant) else set(meant)


def _mended(game: PlacedGame, fixes: Sequence[Fix] = ()) -> Meant:
    """Return a check that only the spelling of the fixed plies has changed in a game."""
    before, moves = game.replay, list(game.replay.record.moves)
    for fix in fixes:
        moves[fix.ply] = fix.meant

    def is_mended(after: Replay) -> bool:
        if after.record.moves != tuple(moves) or _unspelled(before) != _unspelled(after):
            return False
        if not fixes:
            return True
        again = list(after.plies())
        noted = {one.index - 1 for one in again if one.findings}
        return (
            after.valid
            and [one.after for one in game.plies] == [one.after for one in again]
            and noted.isdisjoint(fix.ply for fix in fixes)
        )

    return is_mended


def _unspelled(game: Replay) -> tuple[object, ...]:
    """Return the content of a game that does not depend on the spelling of its moves."""
    record = game.record
    return (
        *(record.game, record.dialect, str(game.variant), record.start, record.result),
        *(record.comment, record.columns, record.first, game.start),
        *(dict(record.tags), dict(record.details), dict(record.extra)),
    )


def tried(
    document: Document, game: PlacedGame, edits: Sequence[LineEdit], meant: Meant
) -> list[LineEdit]:
    """Return the edits if the edited game passes the check ``meant`` and no other game changes.

    Otherwise, the list is empty.
    """
    at = document.games.index(game)
    is_safe = edits and not _read_otherwise(document, edits, {at: meant})
    return list(edits) if is_safe else []


def edits_of(fixes: Iterable[Fix]) -> list[LineEdit]:
    """Return the edits that write plies canonically."""
    return [fix.span.written(fix.meant) for fix in fixes]


def certain_edits(document: Document, game: PlacedGame) -> list[LineEdit]:
    """Return the edits for the certain fixes of a game; see `fixing`."""
    fixes = list(certain_fixes(game))
    return tried(document, game, edits_of(fixes), _mended(game, fixes))


def layout_edits(document: Document, game: PlacedGame) -> list[LineEdit]:
    """Return the edits that lay out a game in canonical rows without respelling its moves."""
    edits = rows_edit(document, game, game.replay.record)
    return tried(document, game, edits, _mended(game))


def rows_edit(document: Document, game: PlacedGame, record: Record) -> list[LineEdit]:
    """Return a list with the edit that replaces the rows of a game by those of a record.

    The list is empty if other text stands among the rows, or nothing would change.
    """
    spans = [span for span in game.spans if span]
    if len(spans) < len(game.spans) or not spans or not isinstance(document.form, TextFormat):
        return []
    first, last = spans[0].line, _last_line(document, game)
    written = [document.lines[at] for at in range(first, last + 1)]
    rest = list(written)
    for span in reversed(spans):
        line = rest[span.line - first]
        rest[span.line - first] = f"{line[: span.start]} {line[span.stop :]}"
    text = "\n".join(rest)
    found = _BESIDE.fullmatch(_ASIDE.sub(" ", text))
    comments = (str(detail.get("comment", "")) for detail in record.details.values())
    kept = _squeezed(" ".join((record.comment, *comments)))
    if found is None or not all(_squeezed(one) in kept for one in _ASIDE.findall(text)):
        return []
    try:
        rows = move_rows(record, game.replay.record.first)
    except CannotWrite:
        return []
    rows += [found["result"]] if found["result"] else []
    if rows == written:
        return []
    return [LineEdit((first, 0), (last, len(written[-1])), document.lines.end.join(rows))]


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _last_line(document: Document, game: PlacedGame) -> int:
    """Return the index of the line with the end of a game's last ply and its comments."""
    last = max(span.line for span in game.spans if span)
    text, end = document.lines[last], document.last_line(game)
    while last < end and text.count("{") > text.count("}"):
        last += 1
        text += document.lines[last]
    return last
