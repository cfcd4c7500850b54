"""Requests of an editor about a document."""

from lsprotocol import types

from analysis.editing.document import Document
from analysis.editing.fixing import layout_edits
from analysis.language_server.actions import actions
from analysis.language_server.answers import complete, diagnostics, hover, symbols

WHOLE = types.Range(types.Position(0, 0), types.Position(9999, 0))


def at(line: int, character: int) -> types.Position:
    return types.Position(line, character)


def action_params(where: types.Range, *kinds: str) -> types.CodeActionParams:
    name = types.TextDocumentIdentifier("file:///games.txt")
    return types.CodeActionParams(
        name, where, types.CodeActionContext([], only=list(kinds) or None)
    )


def changes(edit: types.WorkspaceEdit | None) -> list[types.TextEdit]:
    """Return the edits of the one document that an edit changes."""
    (found,) = (edit.changes if edit and edit.changes else {}).values()
    return list(found)


def bounds(where: types.Range) -> tuple[int, int, int, int]:
    """Return the lines and characters of a range."""
    return where.start.line, where.start.character, where.end.line, where.end.character


def rows(one: Document) -> str:
    """Return the text of a document with its moves in canonical rows."""
    return one.lines.changed(edit for game in one.games for edit in layout_edits(one, game)).written


def everything(one: Document, position: types.Position) -> list[object]:
    """Return the answers to every request about a position."""
    here = types.Range(position, position)
    return [
        diagnostics(one),
        hover(one, position),
        complete(one, position),
        actions(one, action_params(here)),
        actions(one, action_params(WHOLE, "source.fixAll")),
        rows(one),
        symbols(one),
    ]
