"""The file of the transcription: replaced at each change, and checked for foreign changes."""

import os
from pathlib import Path

from analysis.editing.document import LARGEST
from analysis.editing.lines import plain_ends
from analysis.pages.transcribe.session import UnusableText
from records.target import completed, is_written_through, replaceable

_BYTES = 4 * LARGEST
"""Bytes up to which a file is read: a character has four of them at most."""

_TOO_LONG = f"more than {LARGEST:,} characters: see ludograph check"

_BOM = b"\xef\xbb\xbf"

Signature = tuple[int, int, int]
"""Time, size and number of a file, which change when another program writes it."""


class SavedText:
    r"""A text in a file; in memory its lines end in ``\n``, in the file as they did before.

    Args:
        path: the file, which may be new.

    Attributes:
        path: the file.
        is_new: whether the file did not exist.

    Raises:
        UnusableText: it is no text file in UTF-8, or too long.
        OSError: it cannot be read, or could not be written.
    """

    def __init__(self, path: str) -> None:
        if is_written_through(path):
            raise UnusableText(f"{path} is not a regular file, and cannot be saved repeatedly")
        self.path, self._real = path, replaceable(path)
        self.is_new = not self._real.exists()
        self._known, self._signature = b"", self._sign()
        self._is_crlf, self._has_bom = False, False
        self.text = "" if self.is_new else self._decoded(self._bytes())

    @property
    def beside(self) -> Path:
        """The path of the file, with links resolved."""
        return self._real

    def write(self, text: str) -> None:
        """Replace the file.

        Raises:
            UnusableText: the text cannot be stored.
            OSError: it cannot be written.
        """
        written = text.replace("\n", "\r\n") if self._is_crlf else text
        try:
            data = _BOM * self._has_bom + written.encode()
        except UnicodeEncodeError as error:
            raise UnusableText(
                f"character {error.start + 1} of the text is half a surrogate pair"
            ) from None
        with completed(self._real) as out:
            out.write(data)
        self.text, self._known, self._signature = text, data, self._sign()

    def changed(self) -> bool:
        """Whether another program has written, created or removed the file since it was read."""
        if self._sign() == self._signature:
            return False
        if not self._real.exists():
            return self._signature is not None
        found = self._bytes()
        if self._signature is not None and found == self._known:
            self._signature = self._sign()
            return False
        return True

    def reread(self) -> str:
        """Return the current content of the file; empty if it was removed.

        Raises:
            UnusableText: it is no longer text in UTF-8.
            OSError: it cannot be read.
        """
        self._signature = self._sign()
        self.text = self._decoded(self._bytes()) if self._real.exists() else ""
        return self.text

    def forget(self) -> None:
        """Accept foreign changes of the file, so that the next write replaces them."""
        self._signature = self._sign()
        self._known = self._bytes() if self._real.exists() else b""

    def _sign(self) -> Signature | None:
        try:
            found = os.stat(self._real)
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _bytes(self) -> bytes:
        with open(self._real, "rb") as file:
            data = file.read(_BYTES + 1)
        if len(data) > _BYTES:
            raise UnusableText(f"{self.path}: {_TOO_LONG}")
        return data

    def _decoded(self, data: bytes) -> str:
        try:
            text = data.removeprefix(_BOM).decode()
        except UnicodeDecodeError as error:
            raise UnusableText(
                f"{self.path}: not in UTF-8 (byte {error.start + 1}): see ludograph convert"
            ) from None
        if "\0" in text:
            raise UnusableText(f"{self.path}: not a text file: it has null characters")
        if len(text) > LARGEST:
            raise UnusableText(f"{self.path}: {_TOO_LONG}")
        self._known, self._has_bom = data, data.startswith(_BOM)
        self._is_crlf = "\r\n" in text and "\n" not in text.replace("\r\n", "")
        return plain_ends(text)
