"""A journal: a file of JSON lines that grows by a line at each step.

A line is written as soon as its step is done, so that an interrupted session goes on where it
stopped. What a crash or an editor has left of a last line stays a line of its own.
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path

from records.target import completed


class LineJournal:
    """A file of JSON lines.

    Args:
        path: the file, which may be new.
        rights: its permission bits where it is new.
        follow: whether a link in its place is followed; a link that is not followed has no lines,
            and nothing is written behind it.

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

    def add(self, entry: object) -> bytes:
        """Write a line, and return it without its end.

        Raises:
            OSError: it cannot be written.
        """
        line = _encoded(entry)
        data = (b"" if self._is_whole else b"\n") + line + b"\n"
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | self._flags
        with os.fdopen(os.open(self.path, flags, self._rights), "ab") as out:
            out.write(data)
        self._content = data
        return line

    def rewrite(self, lines: Iterable[bytes]) -> None:
        """Write other lines in place of all.

        Raises:
            OSError: they cannot be written.
        """
        with completed(self.path) as out:
            out.writelines(line + b"\n" for line in lines)
        self._content = b""

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return self.path.stat().st_size


def _encoded(entry: object) -> bytes:
    """Return an entry in UTF-8; with escapes where it has what is no text."""
    try:
        return json.dumps(entry, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(entry).encode()
