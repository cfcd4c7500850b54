"""Completion: the legal moves at a position of a document."""

from lsprotocol import types

from analysis.language_server.editing.offers import offered
from analysis.language_server.lines import EditorDocument

MOST = 200
"""Moves that are offered; typing more of one finds those that are not."""


def complete(document: EditorDocument, position: types.Position) -> types.CompletionList:
    """Return the legal moves that may stand at a position of a document."""
    line, column = document.lines.place(position)
    found = offered(document, line, column)
    if found is None:
        return types.CompletionList(is_incomplete=False, items=[])
    where = document.lines.range(line, found.start, found.stop)
    side = found.before.sides[found.before.turn]
    items = [
        types.CompletionItem(
            label=one.text,
            kind=types.CompletionItemKind.Value,
            detail=one.detail(side),
            sort_text=f"{rank:04}",
            filter_text=document.lines[line][found.start : found.stop] + one.text,
            text_edit=types.TextEdit(where, one.text),
        )
        for rank, one in enumerate(found.moves[:MOST])
    ]
    return types.CompletionList(is_incomplete=True, items=items)
