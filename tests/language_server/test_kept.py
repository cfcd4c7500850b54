"""Answers to an editor about a text and about places in it, as kept texts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from analysis.batch import InputOptions
from analysis.editing.document import Document
from analysis.language_server.actions import actions, repairs
from analysis.language_server.answers import complete, diagnostics, hover, symbols
from tests.editing.texts import LENIENT, SHORT, classic, document
from tests.language_server.texts import WHOLE, action_params, at, bounds, changes, rows

SLIP = classic("epaminondas-slip")

TEXTS: dict[str, tuple[str, list[tuple[int, int]], dict[str, Any]]] = {
    "short": (SHORT, [(0, 3), (1, 3), (4, 1), (4, 3), (4, 6), (6, 4), (6, 6), (99, 0)], {}),
    "lenient": (f"{LENIENT}\n{SHORT}", [(3, 5), (3, 25), (4, 4), (6, 0)], {}),
    "slip": (SLIP, [(0, 0), (5, 2), (7, 5), (7, 15)], {}),
    "two-slips": (
        f"{SLIP.replace('2.7.2N2', '2.7.2 N2')}\n{SLIP}", [(4, 12), (7, 16), (16, 5)], {},
    ),
    "match": (classic("megiddo-match"), [(0, 0), (22, 8), (70, 0)], {}),
    "demonstration": (classic("epaminondas-demonstration"), [(8, 6), (8, 20)], {}),
    "as-recorded": ('[Game "epaminondas"]\n\n1. a2-a4\n', [(2, 4)], {"as_recorded": True}),
    "rows": (
        '[Game "megiddo"]\r\n\r\n1. C4 {a\r\nb} B4\r\n2. ?? E6! (good) 1-0\r\n\r\nprose\r\n',
        [(2, 4), (4, 3)], {},
    ),
    "lost": (SLIP.replace("4.7.3N3x3", ""), [(5, 3)], {}),
    "prose": ("prose", [(0, 2)], {}),
    "long": ("a" * 2_000_001, [], {}),
    **{
        f"typed-{name}": (SHORT.replace("3. F4 C1", row), [(6, len(row))], {})
        for name, row in {
            "nothing": "3. ", "letter": "3. F", "brackets": "3. f4 (a", "other": "3. D",
            "second": "3. F4 (A4, B4) C",
        }.items()
    },
}  # fmt: skip
"""Texts, places in them, and how they are read."""


def described(edits: list[types.TextEdit]) -> str:
    return "; ".join(f"{bounds(one.range)} {one.new_text!r}" for one in edits)


def about(one: Document) -> Iterator[str]:
    """Yield the answers about a whole text."""
    for found in diagnostics(one):
        assert found.severity
        words = f"{found.severity.name} {found.code}: {found.message!r}"
        yield f"{bounds(found.range)} {words}"
    for game in symbols(one):
        places = bounds(game.range), bounds(game.selection_range)
        yield f"symbol {game.name!r}, {game.detail!r} {places} {game.kind.name}"
    for action in actions(one, action_params(WHOLE, "source.fixAll")):
        yield f"action {action.title!r} {described(changes(action.edit))}"
    yield f"rows {rows(one)!r}" if len(one.lines.written) < 500 else "rows are not shown"


def here(one: Document, line: int, character: int) -> Iterator[str]:
    """Yield the answers about a place."""
    place = at(line, character)
    yield f"--- {line}:{character}"
    if shown := hover(one, place):
        assert isinstance(shown.contents, types.MarkupContent)
        assert shown.range
        yield f"hover {bounds(shown.range)}"
        words, _, board = shown.contents.value.partition("```text\n")
        yield words.strip()
        yield from board.splitlines()[-3:]  # who moves, and the last move
    offered = complete(one, place)
    yield f"{len(offered.items)} completions, {offered.is_incomplete}"
    for item in sorted(offered.items, key=lambda one: one.sort_text or "")[:3]:
        assert isinstance(item.text_edit, types.TextEdit)
        assert item.kind == types.CompletionItemKind.Value
        texts = item.label, item.detail, item.sort_text, item.filter_text
        yield f"  {texts} {described([item.text_edit])}"
    asked = action_params(types.Range(place, place))
    asked.context.diagnostics = diagnostics(one)
    for action in actions(one, asked):
        what = action.command.arguments if action.command else described(changes(action.edit))
        of = [found.code for found in action.diagnostics or ()]
        yield f"  {action.title!r} {action.is_preferred} {of}: {what}"
    for title, edit in [*repairs(one, line).items()][:2]:
        yield f"repair {title!r}: {described(changes(edit))}"


@pytest.mark.parametrize("name", TEXTS)
def test_the_answers_are_kept(name, kept):
    text, places, options = TEXTS[name]
    one = document(text, reading=InputOptions(**options))
    lines = [*about(one), *(line for place in places for line in here(one, *place))]
    kept("\n".join(lines) + "\n", Path(__file__).parent / "answers" / f"{name}.txt")
