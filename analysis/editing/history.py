"""Texts of a session, with undo and redo, also after a crash; and journals of JSON lines.

A journal is a file of JSON lines to which each step adds one. The line is written as soon as its
step is done, so that an interrupted session can continue from it. A last line that a crash or an
editor has left incomplete is kept as a line of its own.

The journal of a text is a file beside it: a line ``{"journal": "ludograph-transcribe"}``, then one
for each change: ``{"text": ..., "typed": ...}``, or ``{"at": ...}`` with the number of the text
that undo or redo went to. A line is written before the text is saved, so that after a crash the
journal has the changes that the file lacks.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

LONGEST = 80
"""Most typed characters that one undo covers."""

LARGEST = 1 << 25
"""Largest journal, in bytes; a larger one keeps only the last texts, in a quarter of that."""

_HEAD = {"journal": "ludograph-transcribe"}


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
        """Whether this change continues the typing or deleting of the change before."""
        if "\n" in before.new + self.new or max(len(before.new), len(before.old)) >= LONGEST:
            return False
        if not (before.old or self.old):
            is_word = before.new[-1:].isspace() and not self.new[:1].isspace()
            return self.at == before.stop and not is_word
        is_deleting = not (before.new or self.new)
        return is_deleting and before.at in (self.at, self.at + len(self.old))


def change(before: str, after: str) -> TextChange:
    """Return the smallest change from one text to another."""
    start = _alike(before, after)
    most = min(len(before), len(after)) - start
    tail = _alike(before[len(before) - most :][::-1], after[len(after) - most :][::-1])
    return TextChange(start, before[start : len(before) - tail], after[start : len(after) - tail])


def _alike(one: str, other: str) -> int:
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
    """The texts of a session, with the current one and their journal.

    Args:
        path: the journal; None for none.
        text: the text in its file.
        rights: permission bits of a new journal.
        is_new: whether the file of the text is new, so that an existing journal is not its own.

    Attributes:
        is_foreign: whether the path is a file that is no journal; it is left unchanged, and no
            journal is kept.
        is_restored: whether a text was restored from the journal that the file lacks.

    Raises:
        OSError: the journal cannot be written.
    """

    def __init__(
        self, path: Path | None, text: str, rights: int = 0o600, *, is_new: bool = False
    ) -> None:
        self._journal = LineJournal(path, rights, follow=False) if path else None
        lines = list(_objects(self._journal.lines)) if self._journal else []
        self.is_foreign = path is not None and os.path.lexists(path) and not lines
        if self.is_foreign:
            self._journal = None
        self._texts, self._at, self._is_open = [text], 0, False
        known = not is_new and self._repeat(lines[1:], text)
        self.is_restored = known and self.text != text
        if not known:
            self._texts, self._at = [text], 0
            self._rewrite()

    @property
    def text(self) -> str:
        """The current text."""
        return self._texts[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether there is a text before."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a text that was undone."""
        return self._at + 1 < len(self._texts)

    def add(self, text: str, is_typed: bool) -> None:
        """Add a text, and drop the texts that were undone.

        Args:
            text: the text.
            is_typed: whether it was typed; one undo covers a run of typing.

        Raises:
            OSError: the journal cannot be written; the text has been added in memory.
        """
        self._take(text, is_typed)
        self._write({"text": text, "typed": is_typed})
        if self._journal and self._journal.size > LARGEST:
            self._rewrite()

    def move(self, by: int) -> TextChange | None:
        """Undo (-1) or redo (1) a step; return the change, None if there is no such step.

        Raises:
            OSError: the journal cannot be written; the move has been made in memory.
        """
        if not 0 <= self._at + by < len(self._texts):
            return None
        before = self.text
        self._at, self._is_open = self._at + by, False
        self._write({"at": self._at})
        return change(before, self.text)

    def remove(self) -> None:
        """Remove the journal."""
        if self._journal:
            with suppress(FileNotFoundError):
                self._journal.path.unlink()

    def _take(self, text: str, is_typed: bool) -> None:
        del self._texts[self._at + 1 :]
        joins = (
            is_typed
            and self._is_open
            and self._at > 0
            and change(self.text, text).goes_on(change(self._texts[-2], self.text))
        )
        if joins:
            self._texts[-1] = text
        else:
            self._texts.append(text)
        self._at, self._is_open = len(self._texts) - 1, is_typed

    def _repeat(self, lines: list[dict[str, object]], text: str) -> bool:
        """Replay the lines of a journal; return whether they had the text of the file."""
        found = False
        for number, line in enumerate(lines):
            match line:
                case {"text": str(one), "typed": bool(is_typed)} if number == 0:
                    self._texts, self._is_open = [one], is_typed
                case {"text": str(one), "typed": bool(is_typed)}:
                    self._take(one, is_typed)
                case {"at": int(at)} if 0 <= at < len(self._texts):
                    self._at, self._is_open = at, False
                case _:
                    return False
            found = found or self.text == text
        return found

    def _rewrite(self) -> None:
        """Rewrite the journal with the latest texts up to the current one."""
        size, first = 0, self._at
        while first > 0 and size + len(self._texts[first]) < LARGEST >> 2:
            size += len(self._texts[first])
            first -= 1
        self._texts, self._at = self._texts[first : self._at + 1], self._at - first
        self.remove()
        self._write(_HEAD)
        for text in self._texts:
            self._write({"text": text, "typed": False})

    def _write(self, line: object) -> None:
        if self._journal:
            self._journal.add(line)


def _objects(lines: list[bytes]) -> Iterator[dict[str, object]]:
    """Yield the complete lines of a journal, its head first; none of a foreign file."""
    for number, line in enumerate(lines):
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        is_whole = isinstance(found, dict)
        if not number and not (is_whole and found.items() >= _HEAD.items()):
            return
        if is_whole:
            yield found


class LineJournal:
    """A file of JSON lines.

    Args:
        path: the file, which may be new.
        rights: its permission bits where it is new.
        follow: whether to follow a symbolic link; a link that is not followed counts as an empty
            file, and its target is not written.

    Attributes:
        path: the file.

    Raises:
        OSError: the file cannot be read.
    """

    def __init__(self, path: Path, rights: int = 0o666, *, follow: bool = True) -> None:
        self.path, self._rights = path, rights
        self._flags = 0 if follow else getattr(os, "O_NOFOLLOW", 0)
        is_read = path.exists() if follow else path.is_file() and not path.is_symlink()
        self._content = path.read_bytes() if is_read else b""

    @property
    def lines(self) -> list[bytes]:
        """The lines that it had when it was opened."""
        return self._content.splitlines()

    @property
    def _is_whole(self) -> bool:
        return not self._content or self._content.endswith(b"\n")

    def add(self, entry: object) -> None:
        """Write a line.

        Raises:
            OSError: it cannot be written.
        """
        data = (b"" if self._is_whole else b"\n") + _encoded(entry) + b"\n"
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | self._flags
        with os.fdopen(os.open(self.path, flags, self._rights), "ab") as out:
            out.write(data)
        self._content = data

    @property
    def size(self) -> int:
        """Size of the file in bytes."""
        return self.path.stat().st_size


def _encoded(entry: object) -> bytes:
    """Return an entry as JSON in UTF-8; lone surrogates are written as escapes."""
    try:
        return json.dumps(entry, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(entry).encode()
