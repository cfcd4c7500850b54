"""The texts of a session, with undo and redo."""

from typing import NamedTuple

LONGEST = 80
"""Maximum number of typed characters that one undo reverts."""


class TextChange(NamedTuple):
    """A single replacement that leads from one text to another.

    Attributes:
        at: index of the first character that differs.
        old: the replaced text.
        new: the text that replaces it.
    """

    at: int
    old: str
    new: str

    @property
    def stop(self) -> int:
        """Index after the new text."""
        return self.at + len(self.new)

    def goes_on(self, before: "TextChange") -> bool:
        """Whether this change continues the typing or deleting of the previous one."""
        if "\n" in before.new + self.new or max(len(before.new), len(before.old)) >= LONGEST:
            return False
        if not (before.old or self.old):
            is_word = before.new[-1:].isspace() and not self.new[:1].isspace()
            return self.at == before.stop and not is_word
        is_deleting = not (before.new or self.new)
        return is_deleting and before.at in (self.at, self.at + len(self.old))


def change(before: str, after: str) -> TextChange:
    """Return the smallest change from one text to another."""
    start = _common_prefix(before, after)
    most = min(len(before), len(after)) - start
    tail = _common_prefix(before[len(before) - most :][::-1], after[len(after) - most :][::-1])
    return TextChange(start, before[start : len(before) - tail], after[start : len(after) - tail])


def _common_prefix(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class TextHistory:
    """The versions of a text in a session, and the index of the current one."""

    def __init__(self, text: str = "") -> None:
        self._texts, self._at, self._is_open = [text], 0, False

    @property
    def text(self) -> str:
        """The current text."""
        return self._texts[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier text to return to."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a text that was undone, and can be restored."""
        return self._at + 1 < len(self._texts)

    def add(self, text: str, is_typed: bool) -> None:
        """Add a text, and drop the texts that were undone.

        Args:
            is_typed: whether it was typed; one undo covers a run of typing.
        """
        del self._texts[self._at + 1 :]
        if (
            is_typed
            and self._is_open
            and self._at > 0
            and change(self.text, text).goes_on(change(self._texts[-2], self.text))
        ):
            del self._texts[-1]
        self._texts.append(text)
        self._at, self._is_open = len(self._texts) - 1, is_typed

    def move(self, by: int) -> TextChange | None:
        """Undo (-1) or redo (1) a step; return the change, or None if there is no such step."""
        if not 0 <= self._at + by < len(self._texts):
            return None
        before = self.text
        self._at, self._is_open = self._at + by, False
        return change(before, self.text)
