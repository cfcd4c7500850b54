"""Lines of a text under edit, and the units in which editors and browsers count their characters.

A *column* is an index into a line, from 0; UTF-16 has two units for some characters, UTF-8 up to
four.
"""

from analysis.language_server.editing.places import plain_ends, split_lines

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"
"""Encodings whose units are counted."""


class WrittenLines:
    """The lines of a text under edit.

    Args:
        text: the text, or its lines with their ends.
        encoding: the encoding whose units are counted: ``utf-8``, ``utf-16`` or ``utf-32``.
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

    def units(self, number: int, column: int) -> int:
        """Return the units before a column of a line."""
        before = self[number][:column]
        return len(before) if before.isascii() else sum(map(self._units, before))

    def column(self, number: int, units: int) -> int:
        """Return the column of a line before which so many units stand, the nearest there is."""
        line = self[number]
        if line.isascii():
            return min(units, len(line))
        column = 0
        while column < len(line) and (units := units - self._units(line[column])) >= 0:
            column += 1
        return column

    def _units(self, character: str) -> int:
        if self._encoding == UTF32:
            return 1
        if self._encoding == UTF8:
            return len(character.encode("utf-8", "surrogatepass"))
        return 2 if ord(character) > 0xFFFF else 1
