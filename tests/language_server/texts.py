"""Texts under edit, and what an editor asks about them."""

from lsprotocol import types

from analysis.language_server.actions import actions
from analysis.language_server.completion import complete
from analysis.language_server.diagnostics import diagnostics
from analysis.language_server.hover import hover
from analysis.language_server.lines import EditorDocument, EditorLines
from analysis.language_server.outline import symbols
from analysis.language_server.rewriting import layout_edits
from records.classics import classic_path

CLASSICS = (
    *("crossings-answered", "epaminondas-demonstration", "epaminondas-slip"),
    *("gipf-tournament", "megiddo-double", "megiddo-match"),
)

LENIENT = """[Game "epaminondas"]
[White "\N{GRINNING FACE} Ann"]

1. 2.7.2 N2 {\N{GRINNING FACE}\N{GRINNING FACE}} 11.6.2S.E.2 {a reply}
2. 2.6.3e1! (well)
"""
SHORT = '[Game "megiddo"]\n[Red "R"]\n[Blue "B"]\n\n1. C4 B4\n2. E6 A4\n3. F4 C1\n'
"""A game whose fifth ply lacks the captures that it makes, B4 and A4."""

WHOLE = types.Range(types.Position(0, 0), types.Position(9999, 0))


def classic(name: str) -> str:
    with open(classic_path(f"classic:{name}"), encoding="utf-8") as file:
        return file.read()


def document(text: str, uri: str = "file:///games.txt", **options) -> EditorDocument:
    return EditorDocument(uri, EditorLines(text), **options)


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


def hovered(one: EditorDocument, position: types.Position) -> str:
    """Return what a hover says; empty for none."""
    found = hover(one, position)
    return found.contents.value if found and hasattr(found.contents, "value") else ""


def best(found: types.CompletionList) -> types.CompletionItem:
    """Return the first of the moves that are offered."""
    return min(found.items, key=lambda item: item.sort_text or "")


def replaced(item: types.CompletionItem) -> tuple[int, int, int, int]:
    """Return the lines and characters between which a move that is offered is put."""
    assert isinstance(item.text_edit, types.TextEdit)
    start, stop = item.text_edit.range.start, item.text_edit.range.end
    return start.line, start.character, stop.line, stop.character


def edited(one: EditorDocument, edits) -> str:
    """Return the text of a document after edits, applied from the last to the first."""
    lines = one.lines
    for edit in sorted(edits, key=lambda each: each.range.start, reverse=True):
        lines = lines.changed(edit.range, edit.new_text)
    return lines.written


def everything(one: EditorDocument, position: types.Position) -> list[object]:
    """Return the answers to every request about a position."""
    here = types.Range(position, position)
    return [
        diagnostics(one),
        hover(one, position),
        complete(one, position),
        actions(one, action_params(here)),
        actions(one, action_params(WHOLE, "source.fixAll")),
        [edit for game in one.games for edit in layout_edits(one, game)],
        symbols(one),
    ]
