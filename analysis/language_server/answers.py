"""Answers to requests about a place: findings, boards on hover, completions, and symbols.

Positions and ranges of the protocol count lines from 0, and columns in units of the encoding that
was negotiated, UTF-16 by default; a place outside of the text is moved to the nearest place in it.
"""

from collections.abc import Iterator

from lsprotocol import types

from analysis.diagrams import canonical_text, draw_plies, ply_diagram, text
from analysis.editing.document import Document, PlacedGame, ShownFinding, shown_findings
from analysis.editing.lines import LineEdit, Place, WrittenLines
from analysis.editing.offers import offered
from analysis.openings.names import bundled_name
from analysis.replay.setup import PlayedPly
from analysis.replay.verdict import finding_words, verdict_words
from analysis.version import finding_address
from notation.numbers import plural
from notation.printing import visible
from records.model import UNDECIDED, player_of

SOURCE = "ludograph"
"""The name under which an editor shows the findings."""

MOST = 200
"""Maximum number of moves that are offered; more appear as more of a move is typed."""

SUGGESTED = 3
"""Maximum number of suggestions in a message; code actions offer all."""

DEPTH = 20
"""Maximum number of plies that are searched for the name of an opening."""


def place(lines: WrittenLines, position: types.Position) -> Place:
    """Return the place of an editor's position."""
    if position.line >= len(lines):
        return len(lines) - 1, len(lines[len(lines) - 1])
    return position.line, lines.column(position.line, position.character)


def editor_range(lines: WrittenLines, *ends: Place) -> types.Range:
    """Return the range between two places as a range of the protocol."""
    return types.Range(*(types.Position(line, lines.units(line, at)) for line, at in ends))


def line_range(lines: WrittenLines, first: int, last: int) -> types.Range:
    """Return the range from the first line to the end of the last, as a range of the protocol."""
    last = max(first, min(last, len(lines) - 1))
    return editor_range(lines, (first, 0), (last, len(lines[last])))


def text_edit(lines: WrittenLines, edit: LineEdit) -> types.TextEdit:
    """Return an edit in the form of the protocol."""
    return types.TextEdit(editor_range(lines, edit.start, edit.stop), edit.text)


def diagnostics(document: Document) -> list[types.Diagnostic]:
    """Return the findings on a document, errors first if there are too many."""
    return [_diagnostic(document, one) for one in shown_findings(document)]


def _diagnostic(document: Document, shown: ShownFinding) -> types.Diagnostic:
    severity, finding = types.DiagnosticSeverity, shown.finding
    if finding is None or shown.span is None:
        where = line_range(document.lines, 0, 0)
        return types.Diagnostic(where, shown.message, severity.Warning, source=SOURCE)
    meant = ", ".join(finding.suggestions[:SUGGESTED])
    question = f"\n{visible(f'did you mean {meant}?')}" if meant else ""
    return types.Diagnostic(
        range=editor_range(document.lines, *shown.span.ends),
        message=f"{shown.message}{question}",
        severity=severity.Error if finding.violation else severity.Information,
        code=finding.code,
        code_description=types.CodeDescription(finding_address(finding.code)),
        source=SOURCE,
    )


def complete(document: Document, position: types.Position) -> types.CompletionList:
    """Return the completions at a position of a document."""
    line, column = place(document.lines, position)
    found = offered(document, line, column)
    if found is None:
        return types.CompletionList(is_incomplete=False, items=[])
    where = editor_range(document.lines, (line, found.start), (line, found.stop))
    items = [
        types.CompletionItem(
            label=one.text,
            kind=types.CompletionItemKind.Value,
            detail=one.detail,
            sort_text=f"{rank:04}",
            filter_text=document.lines[line][found.start : found.stop] + one.text,
            text_edit=types.TextEdit(where, one.text),
        )
        for rank, one in enumerate(found.moves[:MOST])
    ]
    return types.CompletionList(is_incomplete=True, items=items)


def symbols(document: Document) -> list[types.DocumentSymbol]:
    """Return the games of a document as symbols."""
    return [_symbol(document, game) for game in document.games if game.number]


def _symbol(document: Document, game: PlacedGame) -> types.DocumentSymbol:
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
        range=line_range(document.lines, first, document.last_line(game)),
        selection_range=line_range(document.lines, first, first),
    )


def hover(document: Document, position: types.Position) -> types.Hover | None:
    """Return a description of the ply at a position, or of the game that begins on its line."""
    line, column = place(document.lines, position)
    game = document.game_at(line)
    if game is None:
        return None
    index = game.ply_at(line, column)
    span = game.spans[index] if index is not None else None
    if index is not None and span:
        words, where = _ply(game, index), editor_range(document.lines, *span.ends)
    elif line == game.first_line:
        words, where = _game(game), line_range(document.lines, line, line)
    else:
        return None
    markdown = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(words))
    return types.Hover(markdown, where)


def board(document: Document, position: types.Position) -> str | None:
    """Return an SVG of the board after the last ply that begins at or before a position.

    None where there is no game, or its start is unknown.
    """
    line, column = place(document.lines, position)
    game = document.game_at(line)
    if game is None or game.replay.start is None or game.replay.dialect is None:
        return None
    number = min(game.plies_before(line, column + 1), len(game.plies))
    (picture,) = draw_plies(game.replay, [number], "svg")
    return picture.decode()


def _game(game: PlacedGame) -> Iterator[str]:
    word, sentence = verdict_words(game.replay)
    yield f"**{word}**: {_plain(sentence)}"
    if name := _opening(game, len(game.plies)):
        yield f"Opening: {_plain(name)}"
    if game.replay.position:
        yield _board(game, game.plies[-1] if game.plies else None)


def _ply(game: PlacedGame, index: int) -> Iterator[str]:
    """Yield the paragraphs on a ply."""
    if index >= len(game.plies):
        yield _plain(f"{game.replay.record.moves[index]}: not played")
        found = [one for one in game.findings if one.violation and one.ply]
        yield from (_plain(finding_words(one)) for one in found[:1])
        if game.replay.position:
            yield f"The board before {'it' if index == len(game.plies) else 'the error'}:"
            yield _board(game, game.plies[-1] if game.plies else None)
        return
    ply = game.plies[index]
    yield f"**{ply.number}. {ply.side.title()}** `{_plain(canonical_text(game.replay, ply))}`"
    if ply.move is None:
        yield "Illegal, and played as recorded."
    elif did := _effect(ply):
        yield did
    if name := _opening(game, index + 1):
        yield f"Opening: {_plain(name)}"
    yield from (f"*{_plain(one.message)}*" for one in ply.findings)
    yield _board(game, ply)


def _effect(ply: PlayedPly) -> str:
    """Return the captures of a legal ply, and the end of the game, in words; may be empty."""
    taken, outcome = len(ply.before.captured(ply.move)), ply.after.outcome()
    captures = f"Captures {plural(taken, 'piece')}." if taken else ""
    return " ".join(filter(None, (captures, f"{outcome.message}." if outcome else "")))


def _board(game: PlacedGame, ply: PlayedPly | None) -> str:
    """Return the board after a ply, or at the start, as a text block in Markdown."""
    position, _, options = ply_diagram(game.replay, ply)
    return f"```text\n{text(position, **options)}\n```"


def _plain(text: str) -> str:
    """Return a text with all characters escaped that Markdown or HTML would interpret."""
    return visible(text).replace("`", "'").replace("<", "&lt;")


def _opening(game: PlacedGame, plies: int) -> str:
    """Return the name of the last named opening in the first plies of a game; empty if none."""
    positions = (ply.after for ply in reversed(game.plies[: min(plies, DEPTH)]))
    return next(filter(None, map(bundled_name, positions)), "")
