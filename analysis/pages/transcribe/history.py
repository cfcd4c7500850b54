"""Steps that can be undone, and the journal from which they come back after a crash.

The journal is a file of JSON lines beside the text: ``{"journal": "ludograph-transcribe"}``, then
one line a step, with a digest of the text after it. A line is written before the text is saved, so
that what the file lacks after a crash is made up from the journal.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO

LONGEST = 80
"""Characters of typing that are undone in one go."""

MOST = 10_000
"""Steps that are kept."""

_LARGEST = 1 << 26
"""Bytes of a journal that is read."""

_HEAD = {"journal": "ludograph-transcribe"}


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a text.

    Attributes:
        at: index of the first character that changes.
        old: what stood there.
        new: what stands there instead.
    """

    at: int
    old: str
    new: str

    @classmethod
    def between(cls, before: str, after: str) -> "Step":
        """Return the smallest step from one text to another."""
        start = _alike(before, after)
        least = min(len(before), len(after)) - start
        tail = min(_alike(before[start:][::-1], after[start:][::-1]), least)
        return cls(start, before[start : len(before) - tail], after[start : len(after) - tail])

    def applied(self, text: str) -> str | None:
        """Return a text after the step; None where that is not what it changes."""
        stop = self.at + len(self.old)
        return (
            text[: self.at] + self.new + text[stop:] if text[self.at : stop] == self.old else None
        )

    def inverse(self) -> "Step":
        """Return the step that undoes it."""
        return Step(self.at, self.new, self.old)

    def joined(self, other: "Step") -> "Step | None":
        """Return both as one step where they are typing, or deleting, without a pause."""
        if "\n" in self.new + other.new or max(len(self.new), len(self.old)) >= LONGEST:
            return None
        if not (self.old or other.old) and other.at == self.at + len(self.new):
            is_word = self.new[-1:].isspace() and not other.new[:1].isspace()
            return None if is_word else Step(self.at, "", self.new + other.new)
        if self.new or other.new:
            return None
        if other.at + len(other.old) == self.at:
            return Step(other.at, other.old + self.old, "")
        return Step(self.at, self.old + other.old, "") if other.at == self.at else None


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts have alike from their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class History:
    """Steps that were made, and those that were undone."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._done, self._is_open = 0, False

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self._done > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to make again."""
        return self._done < len(self._steps)

    def add(self, step: Step, is_typed: bool) -> None:
        """Add a step.

        Args:
            step: the step.
            is_typed: whether it may go on with the step before.
        """
        del self._steps[self._done :]
        last = self._steps[-1] if self._steps and self._is_open and is_typed else None
        if last and (both := last.joined(step)):
            self._steps[-1] = both
        else:
            self._steps.append(step)
        del self._steps[:-MOST]
        self._done, self._is_open = len(self._steps), is_typed

    def undo(self) -> Step | None:
        """Return the step that undoes the last; None where there is none."""
        if not self.can_undo:
            return None
        self._done, self._is_open = self._done - 1, False
        return self._steps[self._done].inverse()

    def redo(self) -> Step | None:
        """Return the step that was undone last; None where there is none."""
        if not self.can_redo:
            return None
        self._done, self._is_open = self._done + 1, False
        return self._steps[self._done - 1]


class StepJournal:
    """The file of the steps.

    Args:
        path: the file.

    Attributes:
        is_foreign: whether there is a file of that name which is no journal; it is left alone.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None
        self.is_foreign = os.path.lexists(path) and not self._lines()

    def restored(self, text: str) -> tuple[History, str] | None:
        """Return the steps that led to a text, and the text after those that it lacks.

        Args:
            text: what the file has.

        Returns:
            None where the journal is not that of this text.
        """
        lines = self._lines()
        known = [number for number, line in enumerate(lines) if line.get("text") == digest(text)]
        if not known:
            return None
        history = History()
        for number, line in enumerate(lines[1:], start=1):
            step = _repeated(history, line)
            if step is None:
                return None
            if number > known[-1]:
                after = step.applied(text)
                if after is None or digest(after) != line.get("text"):
                    return None
                text = after
        return history, text

    def begin(self, text: str, rights: int) -> None:
        """Begin anew with a text.

        Raises:
            OSError: the file cannot be written.
        """
        self.close()
        if self.is_foreign:
            return
        with suppress(FileNotFoundError):
            os.unlink(self._path)
        self._open(os.O_EXCL, rights)
        self._write(_HEAD | {"text": digest(text)})

    def go_on(self) -> None:
        """Go on with the lines that there are.

        Raises:
            OSError: the file cannot be written.
        """
        self._open(0, 0o600)

    def add(self, do: str, text: str, step: Step | None = None) -> None:
        """Add a line, before the text is saved.

        Args:
            do: ``type``, ``put``, ``undo`` or ``redo``.
            text: the text after it.
            step: the step, of the first two.
        """
        made = {"at": step.at, "old": step.old, "new": step.new} if step else {}
        self._write({"do": do, **made, "text": digest(text)})

    def close(self, remove: bool = False) -> None:
        """Close the file, and remove it if that is asked for."""
        file, self._file = self._file, None
        if file is not None:
            file.close()
            if remove:
                with suppress(FileNotFoundError):
                    os.unlink(self._path)

    def _open(self, flags: int, rights: int) -> None:
        # A link that somebody has put there leads to another file.
        flags |= os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        self._file = os.fdopen(os.open(self._path, flags, rights), "ab", buffering=0)

    def _write(self, line: object) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line).encode() + b"\n")

    def _lines(self) -> list[dict[str, object]]:
        """Return the lines, as far as they are whole; none for a file that is no journal."""
        try:
            if self._path.is_symlink() or not self._path.is_file():
                return []
            with self._path.open("rb") as file:
                data = file.read(_LARGEST)
        except OSError:
            return []
        found = list(_objects(data))
        return found if found and found[0].items() >= _HEAD.items() else []


def _objects(data: bytes) -> Iterator[dict[str, object]]:
    for line in data.split(b"\n"):
        try:
            found = json.loads(line)
        except ValueError:
            return
        if not isinstance(found, dict):
            return
        yield found


def _repeated(history: History, line: dict[str, object]) -> Step | None:
    """Return the step of a line, which is added to a history; None for a line that is none."""
    match line:
        case {"do": "type" | "put" as do, "at": int(at), "old": str(old), "new": str(new)}:
            step = Step(at, old, new)
            history.add(step, do == "type")
            return step
        case {"do": "undo"}:
            return history.undo()
        case {"do": "redo"}:
            return history.redo()
    return None


def digest(text: str) -> str:
    """Return what stands for a text in the journal."""
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:24]
