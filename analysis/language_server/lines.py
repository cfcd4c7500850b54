"""Lines of a text under edit, and positions in them as editors count.

The Language Server Protocol (3.17) ends a line with a line feed, a carriage return or both, as the
readers of records do, and counts columns in units of UTF-16 unless another encoding was agreed
upon. Here a *column* is an index into a line, from 0.
"""

from lsprotocol import types

from analysis.language_server.places import plain_ends, split_lines

UTF16 = str(types.PositionEncodingKind.Utf16.value)
"""The encoding whose units an editor counts by default."""


class EditorLines:
    """The lines of a text under edit.

    Args:
        text: the text, or its lines with their ends.
        encoding: the encoding whose units an editor counts: ``utf-8``, ``utf-16`` or ``utf-32``.
    """

    def __init__(self, text: str | list[str], encoding: str = UTF16) -> None:
        self._lines = split_lines(text) if isinstance(text, str) else text
        self._encoding = encoding

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: int) -> str:
        """Return a line without its end, an empty text beyond the last."""
        return self._lines[number].rstrip("\r\n") if 0 <= number < len(self._lines) else ""

    @property
    def written(self) -> str:
        """The text as it is written."""
        return "".join(self._lines)

    @property
    def text(self) -> str:
        r"""The text with ``\n`` for every end of a line."""
        return plain_ends(self.written)

    @property
    def end(self) -> str:
        """The end of the first line, that of new lines."""
        return self._lines[0][len(self[0]) :] or "\n"

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
        number, units = position.line, position.character
        if number >= len(self._lines):
            return len(self._lines) - 1, len(self[len(self._lines) - 1])
        line = self[number]
        if line.isascii():
            return number, min(units, len(line))
        column = 0
        while column < len(line) and (units := units - self._units(line[column])) >= 0:
            column += 1
        return number, column

    def position(self, number: int, column: int) -> types.Position:
        """Return the editor's position of a column of a line."""
        before = self[number][:column]
        return types.Position(
            number, len(before) if before.isascii() else sum(map(self._units, before))
        )

    def range(self, number: int, start: int, stop: int) -> types.Range:
        """Return the editor's range between two columns of a line."""
        return types.Range(self.position(number, start), self.position(number, stop))

    def whole(self, first: int, last: int) -> types.Range:
        """Return the range of whole lines, both included, without the end of the last."""
        last = max(first, min(last, len(self._lines) - 1))
        return types.Range(types.Position(first, 0), self.position(last, len(self[last])))

    def _units(self, character: str) -> int:
        if self._encoding == types.PositionEncodingKind.Utf32.value:
            return 1
        if self._encoding == types.PositionEncodingKind.Utf8.value:
            return len(character.encode("utf-8", "surrogatepass"))
        return 2 if ord(character) > 0xFFFF else 1
