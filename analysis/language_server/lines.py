"""Documents of an editor: positions in their lines as the Language Server Protocol has them.

The protocol (3.17) ends a line with a line feed, a carriage return or both, as the readers of
records do, and counts columns in units of UTF-16 unless another encoding was agreed upon.
"""

from lsprotocol import types

from analysis.language_server.editing.document import Document
from analysis.language_server.editing.lines import WrittenLines
from analysis.language_server.editing.places import split_lines


class EditorLines(WrittenLines):
    """The lines of a text under edit, by positions of an editor."""

    def changed(self, where: types.Range | None, text: str) -> "EditorLines":
        """Return the lines with a range replaced, or all of them for None.

        What lies outside of the text is taken for its nearest place.
        """
        if where is None:
            return EditorLines(text, self._encoding)
        (first, start), (last, stop) = sorted((self.place(where.start), self.place(where.end)))
        before, after = self._lines[:first], self._lines[last + 1 :]
        joined = self._lines[first][:start] + text + self._lines[last][stop:]
        if before and before[-1].endswith("\r"):
            joined = before.pop() + joined
        if after and joined.endswith("\r"):
            joined += after.pop(0)
        changed = split_lines(joined)
        if after and not changed[-1]:
            changed.pop()
        elif after and not changed[-1].endswith(("\r", "\n")):
            changed[-1] += after.pop(0)
        return EditorLines([*before, *changed, *after], self._encoding)

    def place(self, position: types.Position) -> tuple[int, int]:
        """Return the index of a line and the column there of an editor's position."""
        number = position.line
        if number >= len(self):
            return len(self) - 1, len(self[len(self) - 1])
        return number, self.column(number, position.character)

    def position(self, number: int, column: int) -> types.Position:
        """Return the editor's position of a column of a line."""
        return types.Position(number, self.units(number, column))

    def range(self, number: int, start: int, stop: int) -> types.Range:
        """Return the editor's range between two columns of a line."""
        return types.Range(self.position(number, start), self.position(number, stop))

    def whole(self, first: int, last: int) -> types.Range:
        """Return the range of whole lines, both included, without the end of the last."""
        last = max(first, min(last, len(self) - 1))
        return types.Range(types.Position(first, 0), self.position(last, len(self[last])))


class EditorDocument(Document):
    """A text under edit in an editor.

    Attributes:
        lines: its lines.
    """

    lines: EditorLines
