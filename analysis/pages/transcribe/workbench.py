"""The workbench: a text saved at each change, with the scans that it is typed from."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from analysis.batch import InputOptions
from analysis.editing.document import LARGEST
from analysis.editing.history import TextHistory
from analysis.editing.lines import plain_ends
from analysis.pages.transcribe.place import Json
from analysis.pages.transcribe.session import Asked, TextSession, UnusableText, whole
from analysis.pages.transcribe.sheets import DONE, Scan
from notation.printing import visible
from records.target import completed, is_written_through, replaceable, rights_of

_FOREIGN = "another program has changed the file"

_BYTES = 4 * LARGEST
"""Largest file that is read, in bytes: characters have at most four."""

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


class Workbench(TextSession):
    """The session of a text that is typed from scans and saved to a file.

    Args:
        path: the file that it is saved to.
        scans: the scans that it is typed from.
        reading: how its games are read and played.

    Attributes:
        notes: remarks on opening the file, a sentence each.

    Raises:
        UnusableText: the file is no text that can be edited.
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: str, scans: Sequence[Scan], reading: InputOptions) -> None:
        self._saved = SavedText(path)
        place, text = self._saved.beside, self._saved.text
        journal = place.with_name(f"{place.name}.undo.jsonl")
        history = TextHistory(journal, text, rights_of(place), is_new=self._saved.is_new)
        super().__init__(quote(place.name), history, reading, scans)
        self._is_saved = True
        self._waits = not self._text.strip()
        self.notes: list[str] = []
        if history.is_foreign:
            self.notes.append("A file of another kind has the name of the journal: no steps of "
                              "an earlier session can be undone.")  # fmt: skip
        if history.is_restored:
            self._saved.write(self._text)
            self.notes.append("Unsaved typing was restored from the journal.")

    @property
    def answers(self) -> dict[str, Callable[[Asked], Json]]:
        """The functions that answer requests, by name; each takes the parameters."""
        return super().answers | {
            "news": lambda asked: self.news(
                whole(asked, "revision"), str(asked.get("reading", ""))
            ),
            "resolve": lambda asked: self.resolve(asked.get("keep") is True),
        }

    def start(self) -> None:
        """Start reading the scans; without scans, begin the text with the known tags."""
        self._reader.start()
        self._take_recognised()

    def close(self) -> None:
        """Close the workbench, and remove the journal if the text is saved."""
        if self._is_saved:
            self._history.remove()

    @property
    def name(self) -> str:
        """The name of the file."""
        return Path(self._saved.path).name

    @property
    def why(self) -> str:
        """The reason why nothing was read from a scan; empty otherwise."""
        return self._reader.why

    def state(self) -> Json:
        """Return the data that a page needs to begin."""
        self._take_recognised()
        return super().state() | {"name": visible(self._saved.path), "notes": self.notes}

    def news(self, revision: int, reading: str) -> Json:
        """Return changes made outside the page: in the file, or by reading the scan.

        Args:
            revision: the revision that the page shows.
            reading: the state of the recognition that it shows.
        """
        self._take_recognised()
        if not self._is_saved:
            self._save()
        if (revision, reading) == (self.revision, self._reader.state):
            return self._status()
        return self._answer() | self._whole_text()

    def resolve(self, keep: bool) -> Json:
        """Overwrite a foreign change of the file, or adopt it as a step.

        Args:
            keep: whether to keep the text of the page.
        """
        if keep:
            self._saved.forget()
            self._save()
        else:
            text = self._saved.reread()
            self._is_saved = True
            self._change(text, False)
        return self._answer() | {"text": self._text}

    def _keep(self) -> None:
        """Store the changed text as a new revision, and save it."""
        super()._keep()
        self._is_saved, self._waits = False, False
        self._save()

    def _save(self) -> None:
        """Save the text, unless another program has changed the file."""
        if self._saved.changed():
            self._unsaved = _FOREIGN
            return
        try:
            self._saved.write(self._text)
            self._is_saved, self._unsaved = True, ""
        except (OSError, UnusableText) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            self._unsaved = str(why)

    def _take_recognised(self) -> None:
        """Begin with the recognised text once it is available, unless something was typed."""
        if self._waits and self._reader.state == DONE:
            self._change(self._reader.text, False)
        elif self._waits and self._reader.why:
            self._begin_text()

    def _begin_text(self) -> None:
        """Begin with the tags of the known game, variant and dialect; empty without a game."""
        self._waits = False
        known = {"Game": self._reading.game, "Variant": self._reading.variant,
                 "Dialect": self._reading.dialect}  # fmt: skip
        if self._reading.game:
            tags = "".join(f'[{name} "{value}"]\n' for name, value in known.items() if value)
            self._change(f"{tags}\n1. ", False)

    def _status(self) -> Json:
        changed = self._saved.changed()
        return super()._status() | {
            "unsaved": _FOREIGN if changed else visible(self._unsaved),
            "conflict": changed,
            "removed": changed and not self._saved.beside.exists(),
        }
