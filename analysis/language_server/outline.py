"""What an editor shows beside a document: its games, and numbers, captures and counts of plies."""

import re
from collections.abc import Iterator

from lsprotocol import types

from analysis.language_server.editing.document import PlacedGame
from analysis.language_server.editing.fixing import canonical_text
from analysis.language_server.editing.places import PlySpan
from analysis.language_server.lines import EditorDocument
from analysis.replay.setup import Ply
from analysis.replay.verdict import verdict_words
from notation import UnwritableMove, dialects
from notation.dialect import AnyDialect
from notation.numbers import plural
from notation.printing import visible
from records.model import UNDECIDED, player_of

_NUMBERED = re.compile(r"(?<!\S)(?:\(?\d{1,4}|\.{2,}|\N{HORIZONTAL ELLIPSIS})[.):\]\s]*\Z")


def symbols(document: EditorDocument) -> list[types.DocumentSymbol]:
    """Return the games of a document."""
    return [_symbol(document, game) for game in document.games if game.number]


def _symbol(document: EditorDocument, game: PlacedGame) -> types.DocumentSymbol:
    record, first = game.replay.record, game.first_line
    sides = game.replay.start.sides if game.replay.start else ()
    players = [player_of(record.tags, side) for side in sides]
    names = " - ".join(name or "?" for name in players) if any(players) else ""
    title = game.replay.game.title if game.replay.game else "unknown game"
    result = "" if record.result == UNDECIDED else record.result
    word, _ = verdict_words(game.replay)
    return types.DocumentSymbol(
        name=visible(" ".join(filter(None, (f"{game.number}. {names or title}", result)))),
        detail=visible(f"{title}, {plural(len(record.moves), 'ply')}, {word}"),
        kind=types.SymbolKind.Event,
        range=document.lines.whole(first, document.last_line(game)),
        selection_range=document.lines.whole(first, first),
    )


def hints(document: EditorDocument, where: types.Range) -> list[types.InlayHint]:
    """Return the hints on a range: move numbers, captures and counts that are not written."""
    (first, _), (last, _) = document.lines.place(where.start), document.lines.place(where.end)
    return [
        hint
        for game in document.games
        if game.first_line <= last and document.last_line(game) >= first
        for hint in _hints(document, game, first, last)
    ]


def _hints(
    document: EditorDocument, game: PlacedGame, first: int, last: int
) -> Iterator[types.InlayHint]:
    """Yield the hints of a game on some lines."""
    counting = _counting(game)
    for ply, span in zip(game.plies, game.spans, strict=False):
        if span is None or not first <= span.line <= last:
            continue
        if ply.before.turn == 0 and not _NUMBERED.search(game.lines[span.line][: span.start]):
            yield _hint(document, span, span.start, f"{ply.number}. ", "move number")
        if label := _label(game, ply, counting):
            yield _hint(document, span, span.stop, label, "captures and counts, from the board")


def _hint(
    document: EditorDocument, span: PlySpan, column: int, label: str, tooltip: str
) -> types.InlayHint:
    return types.InlayHint(document.lines.position(span.line, column), label, tooltip=tooltip)


def _counting(game: PlacedGame) -> AnyDialect | None:
    """Return a dialect of a game that counts beside the moves, the game's own before others."""
    if game.replay.dialect is None:
        return None
    known = (game.replay.dialect, *dialects(game.replay.dialect.game))
    return next((one for one in known if one.counts), None)


def _label(game: PlacedGame, ply: Ply, counting: AnyDialect | None) -> str:
    """Return what is not written of a ply: the rest of its canonical text, and its count."""
    if ply.move is None:
        return ""
    text, taken = canonical_text(game.replay, ply), len(ply.before.captured(ply.move))
    parts = []
    if text and text.startswith(ply.text) and text != ply.text:
        parts.append(text[len(ply.text) :].strip())
    elif taken and "x" not in ply.text and len(ply.text.split()) == 1:
        parts.append(f"\N{MULTIPLICATION SIGN}{taken}")
    if counting and counting.counts and not counting.counts.search(ply.text):
        parts.append(_count(ply, counting))
    return f" {' '.join(filter(None, parts))}" if any(parts) else ""


def _count(ply: Ply, dialect: AnyDialect) -> str:
    """Return the count beside a ply as a dialect writes it."""
    try:
        text = dialect.write(ply.before.with_counts(ply.move))
    except UnwritableMove:
        return ""
    found = dialect.counts.search(text) if dialect.counts else None
    return found[0].strip() if found else ""
