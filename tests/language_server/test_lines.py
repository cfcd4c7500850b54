"""Lines and positions: edits give the text that they should, columns count as editors count."""

import pytest
from hypothesis import given
from hypothesis import strategies as some
from lsprotocol import types

from analysis.language_server.editing.places import split_lines
from analysis.language_server.lines import EditorLines

TEXTS = some.text(alphabet="a1 \r\n\N{GRINNING FACE}\xe9\N{LINE SEPARATOR}\x0c", max_size=20)
POSITIONS = some.builds(types.Position, some.integers(0, 6), some.integers(0, 8))


def offset(text: str, position: types.Position) -> int:
    """Return the index of a position, counted unit by unit."""
    lines = split_lines(text)
    if position.line >= len(lines):
        return len(text)
    line = lines[position.line]
    bare, units = line.rstrip("\r\n"), position.character
    column = 0
    for character in bare:
        units -= len(character.encode("utf-16-le")) // 2
        if units < 0:
            break
        column += 1
    return sum(map(len, lines[: position.line])) + column


@given(TEXTS, POSITIONS, POSITIONS, TEXTS)
def test_an_edit_replaces_what_stands_between_two_positions(text, one, other, new):
    start, stop = sorted((offset(text, one), offset(text, other)))
    changed = EditorLines(text).changed(types.Range(one, other), new)
    whole = text[:start] + new + text[stop:]
    assert changed.written == whole
    assert [changed[at] for at in range(len(changed))] == [
        line.rstrip("\r\n") for line in split_lines(whole)
    ]


@pytest.mark.parametrize(
    ("encoding", "character"), [("utf-8", 9), ("utf-16", 5), ("utf-32", 3)], ids=str
)
def test_columns_are_counted_in_the_units_of_the_editor(encoding, character):
    lines = EditorLines("\N{GRINNING FACE}\N{GRINNING FACE}1x", encoding)
    assert lines.position(0, 3).character == character
    assert lines.place(types.Position(0, character)) == (0, 3)


@pytest.mark.parametrize("position", [(0, 99), (99, 0), (10**9, 10**9)], ids=str)
def test_a_place_outside_of_the_text_is_its_nearest(position):
    number, column = EditorLines("ab\ncd").place(types.Position(*position))
    assert 0 <= number < 2
    assert 0 <= column <= 2
