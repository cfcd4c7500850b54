"""The workbench: a text saved at each change, its scans, and the endpoints of its page."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from starlette.responses import Response

from analysis.batch import InputOptions
from analysis.editing.document import LARGEST
from analysis.editing.lines import plain_ends
from analysis.pages.server import Asked as Request
from analysis.pages.server import Endpoint, answer_json, page
from analysis.pages.transcribe.page import build_page
from analysis.pages.transcribe.place import Json
from analysis.pages.transcribe.session import (
    READS,
    Asked,
    InvalidRequest,
    TextSession,
    UnusableText,
    whole,
)
from analysis.pages.transcribe.sheets import DONE, Scan
from notation.printing import visible
from records.target import completed, is_written_through, replaceable

READING = (*READS, "news", "printed")
"""The requests that change nothing; all others need the server's own Origin header."""

_FOREIGN = "another program has changed the file"

_BYTES = 4 * LARGEST
"""Maximum size of a file that is read, in bytes; a character has at most four."""

_BOM = b"\xef\xbb\xbf"


class SavedText:
    r"""A text that is saved to a file. The file keeps its line ends; in memory they are ``\n``.

    Args:
        path: the file, which may be new.

    Attributes:
        path: the file.

    Raises:
        UnusableText: the file is not text in UTF-8, or is too long.
        OSError: the file cannot be read, or could not be written.
    """

    def __init__(self, path: str) -> None:
        if is_written_through(path):
            raise UnusableText(f"{path} is not a regular file, and cannot be saved repeatedly")
        self.path, self._real = path, replaceable(path)
        self._known: bytes | None = None
        self.reread()

    def write(self, text: str) -> None:
        """Replace the file.

        Raises:
            UnusableText: the text cannot be stored.
            OSError: the file cannot be written.
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
        self.text, self._known = text, data

    @property
    def is_removed(self) -> bool:
        """Whether the file does not exist."""
        return not self._real.exists()

    def changed(self) -> bool:
        """Whether another program has written, created or removed the file since it was read."""
        return self._content() != self._known

    def reread(self) -> None:
        """Take the current content of the file; an empty text if there is no file.

        Raises:
            UnusableText: the file is not text in UTF-8, or is too long.
            OSError: the file cannot be read.
        """
        found = self._content()
        self.text, self._known = self._decoded(found or b""), found

    def forget(self) -> None:
        """Accept changes by other programs, so that the next write replaces them."""
        self._known = self._content()

    def _content(self) -> bytes | None:
        """Return the content, cut where it is certainly too long; None if there is no file."""
        try:
            with open(self._real, "rb") as file:
                return file.read(_BYTES + 1)
        except FileNotFoundError:
            return None

    def _decoded(self, data: bytes) -> str:
        """Decode the content of the file, and note its line ends and its byte order mark."""
        try:
            text = data.removeprefix(_BOM).decode() if len(data) <= _BYTES else ""
        except UnicodeDecodeError as error:
            raise UnusableText(
                f"{self.path}: not in UTF-8 (byte {error.start + 1}): see ludograph convert"
            ) from None
        if len(data) > _BYTES or len(text) > LARGEST:
            raise UnusableText(
                f"{self.path}: more than {LARGEST:,} characters: see ludograph check"
            )
        if "\0" in text:
            raise UnusableText(f"{self.path}: not a text file: it has null characters")
        self._has_bom = data.startswith(_BOM)
        self._is_crlf = "\r\n" in text and "\n" not in text.replace("\r\n", "")
        return plain_ends(text)


class Workbench(TextSession):
    """The session of a text that is typed from scans and saved to a file.

    Args:
        path: the file that it is saved to.
        scans: the scans that it is typed from.
        reading: how its games are read and played.

    Raises:
        UnusableText: the file is not a text that can be edited.
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: str, scans: Sequence[Scan], reading: InputOptions) -> None:
        self._saved = SavedText(path)
        super().__init__(quote(self.name), self._saved.text, reading, scans)
        self._unsaved = ""
        self._waits = not self._text.strip()

    @property
    def answers(self) -> dict[str, Callable[[Asked], Json]]:
        """Name of a request -> function of the parameters that returns the answer."""
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

    @property
    def name(self) -> str:
        """The name of the file."""
        return Path(self._saved.path).name

    @property
    def why(self) -> str:
        """The reason why nothing was read from a scan; empty otherwise."""
        return self._reader.why

    def state(self) -> Json:
        """Return the data with which a page starts."""
        self._take_recognised()
        return super().state() | {"name": visible(self._saved.path)}

    def news(self, revision: int, reading: str) -> Json:
        """Return changes made outside the page: in the file, or by reading the scan.

        Args:
            revision: the revision that the page shows.
            reading: the state of the recognition that it shows.
        """
        self._take_recognised()
        if self._unsaved:
            self._save()
        if (revision, reading) == (self.revision, self._reader.state):
            return self._status()
        return self._answer() | self._whole_text()

    def resolve(self, keep: bool) -> Json:
        """Settle a conflict after another program has changed the file.

        Args:
            keep: True to write the text of the page over the file; False to take the text of the
                file into the page, which can be undone.
        """
        if keep:
            self._saved.forget()
            self._save()
        else:
            self._saved.reread()
            self._unsaved = ""
            self._change(self._saved.text, False)
        return self._answer() | {"text": self._text}

    def _keep(self) -> None:
        """Store the changed text as a new revision, and save it."""
        super()._keep()
        self._waits = False
        self._save()

    def _save(self) -> None:
        """Save the text, unless another program has changed the file."""
        if self._saved.changed():
            self._unsaved = _FOREIGN
            return
        try:
            self._saved.write(self._text)
            self._unsaved = ""
        except (OSError, UnusableText) as error:
            self._unsaved = (error.strerror if isinstance(error, OSError) else "") or str(error)

    def _take_recognised(self) -> None:
        """Begin an unedited text with the recognised text once there is one, or else with tags."""
        if self._waits and self._reader.state == DONE:
            self._change(self._reader.text, False)
        elif self._waits and self._reader.why:
            self._begin_text()

    def _begin_text(self) -> None:
        """Begin the text with tags for game, variant and dialect, if the game is given."""
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
            "removed": changed and self._saved.is_removed,
        }


def workbench_endpoints(bench: Workbench) -> list[Endpoint]:
    """Return the endpoints of a workbench."""

    def scan(asked: Request) -> Response:
        number = int(asked.path["number"])
        if not 0 <= number < len(bench.scans):
            raise InvalidRequest(f"there is no scan {number}")
        return Response(bench.scans[number].data, media_type=bench.scans[number].kind)

    return [
        Endpoint("/", lambda _: page(build_page(bench.name, len(bench.scans)))),
        Endpoint("/scan/{number:int}", scan),
        *(_endpoint(name, answer) for name, answer in bench.answers.items()),
    ]


def _endpoint(name: str, answer: Callable[..., Json]) -> Endpoint:
    if name in READING:
        return Endpoint(f"/{name}", lambda asked: answer_json(answer(asked.query)))
    return Endpoint(f"/{name}", lambda asked: answer_json(answer(_sent(asked.body))), "POST")


def _sent(body: bytes) -> Json:
    """Return the JSON object in the body of a request.

    Raises:
        InvalidRequest: the body is no JSON object.
    """
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        raise InvalidRequest("the request is not JSON") from None
    if not isinstance(sent, dict):
        raise InvalidRequest("the request is not a JSON object")
    return sent
