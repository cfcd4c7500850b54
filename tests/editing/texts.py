"""Texts under edit, and the games, findings and moves in them."""

from analysis.editing.document import Document
from analysis.editing.lines import LineEdit, WrittenLines
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


def classic(name: str) -> str:
    with open(classic_path(f"classic:{name}"), encoding="utf-8") as file:
        return file.read()


def document(text: str, uri: str = "file:///games.txt", **options) -> Document:
    return Document(uri, WrittenLines(text), **options)


def replaced(one: Document, start: tuple[int, int], stop: tuple[int, int], text: str) -> Document:
    """Return a document after an edit."""
    return one.changed(one.lines.changed([LineEdit(start, stop, text)]), one.version + 1)
