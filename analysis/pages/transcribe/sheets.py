"""Scans of sheets: pictures for the page, and the plies recognised in them.

The text of a picture comes from a file of the same name (hOCR, ALTO, TSV), or else from tesseract
if that is installed, in a separate thread.
"""

import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from shutil import which

from analysis.batch import InputOptions
from analysis.games.position import AnyPosition
from analysis.games.typed import typed_moves
from notation import LudographError, find_dialect
from notation.dialect import AnyDialect
from records import Record
from records.format import CannotWrite
from records.formats import by_suffix
from records.model import BOX, CHOICES, EVIDENCE, PAGE, UNDECIDED, JsonObject
from records.pages import joined
from records.scans.image import LARGEST, PROGRAM, recognised_beside, scan_of
from records.text.writer import write_text

KINDS = {
    b"\x89PNG\r\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"RIFF": "image/webp",
    b"II*\0": "image/tiff",
    b"MM\0*": "image/tiff",
}
"""First bytes of a file -> its media type."""

DOUBTFUL = 0.25
"""Minimum probability of the second likeliest move of an uncertain ply, relative to the
likeliest."""

MOST_CHOICES = 4
"""Maximum number of alternatives that are shown for a ply."""

MOST_PLIES = 3_000
"""Maximum number of plies of a text that is compared with a scan."""

READING, DONE, FAILED, NOTHING = "reading", "done", "failed", "nothing"
"""States of the recognition."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom edge in pixels."""


class UnusableScan(LudographError):
    """A scan whose picture is missing, or cannot be displayed by a browser."""


@dataclass(frozen=True, slots=True)
class Scan:
    """A scan of a page.

    Attributes:
        path: the file of the picture.
        source: the file that the text is read from: one beside the picture, or the picture itself.
        data: the picture in a format for browsers.
        kind: media type of ``data``.
        frame: number of the page in its file, from 1.
    """

    path: Path
    source: Path
    data: bytes
    kind: str
    frame: int = 1


def scans_of(path: str) -> list[Scan]:
    """Return the pages of a picture, given its path or that of the text recognised from it.

    Raises:
        UnusableScan: there is no such picture, or none that a browser can show.
        OSError: the file cannot be read.
        MissingExtra: the picture is a TIFF, and Pillow is not installed.
    """
    with open(path, "rb"):
        picture = scan_of(path)
    if picture is None:
        raise UnusableScan(f"{path}: not a picture, and no picture of the same name is beside it")
    form = by_suffix(path)
    own = Path(path) if form is None or form.name != "image" else None
    source = own or recognised_beside(picture) or picture
    with picture.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UnusableScan(f"{picture}: the picture has more than {LARGEST:,} bytes")
    kind = next((kind for magic, kind in KINDS.items() if data.startswith(magic)), None)
    if kind is None:
        raise UnusableScan(f"{picture}: neither PNG, JPEG, WebP nor TIFF")
    if kind != "image/tiff":
        return [Scan(picture, source, data, kind)]
    return [
        Scan(picture, source, one, "image/png", number)
        for number, one in enumerate(_frames(picture, data), start=1)
    ]


def _frames(path: Path, data: bytes) -> list[bytes]:
    """Return the pages of a TIFF as PNG, which browsers can show."""
    from notation.extras import named_extras

    with named_extras():
        from PIL import Image, ImageSequence
    found = []
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as picture:
            for frame in ImageSequence.Iterator(picture):
                out = BytesIO()
                frame.convert("RGB").save(out, "PNG")
                found.append(out.getvalue())
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise UnusableScan(f"{path}: cannot be read: {error}") from None
    return found


@dataclass(frozen=True, slots=True)
class PrintedPly:
    """A ply on a scan.

    Attributes:
        text: the recognised text.
        page: index of the scan, from 0.
        box: its box on the scan; None if unknown.
        choices: alternative readings, likeliest first.
        unsure: whether another move is nearly as likely, or the text is not a move.
        share: probability of the text among all readings that are moves, from 0 to 1.
        evidence: readings and probabilities, as in the details of a record.
    """

    text: str
    page: int
    box: Box | None
    choices: tuple[str, ...] = ()
    unsure: bool = False
    share: float = 1.0
    evidence: JsonObject = field(default_factory=dict)


def recognised(scans: Sequence[Scan], reading: InputOptions) -> tuple[str, tuple[PrintedPly, ...]]:
    """Return the games in scans, as text, and their plies; a game may continue on other pages.

    Raises:
        LudographError: the scans cannot be read, or no text is found.
    """
    sources = list(dict.fromkeys(str(scan.source) for scan in scans))
    found = list(joined(replace(reading, container=None).records(sources)))
    games = [one for one in found if one.source.game]
    if not games:
        why = next((item.message for one in found for item in one.findings), "no moves are found")
        raise UnusableScan(why)
    pages = {(str(scan.source), scan.frame): number for number, scan in enumerate(scans)}
    plies = tuple(ply for game in games for ply in _plies(game, pages))
    return "\n".join(_text(one) for one in games), plies


def _text(record: Record) -> str:
    """Return a game as text, or as rows of words if text cannot hold all of it."""
    details = {
        index: {key: value for key, value in detail.items() if key not in EVIDENCE}
        for index, detail in record.details.items()
    }
    bare = replace(record, details={index: one for index, one in details.items() if one})
    try:
        text = write_text(replace(bare, extra={}, tags={}))
        if record.result == UNDECIDED:  # the game continues on another sheet, or has no result
            text = text.replace(f'[Result "{UNDECIDED}"]\n', "").removesuffix(f"{UNDECIDED}\n\n")
        return text
    except CannotWrite:
        width = record.columns or 2
        rows = [record.moves[at : at + width] for at in range(0, len(record.moves), width)]
        numbered = enumerate(rows, start=record.first)
        known = {"Game": record.game, "Dialect": record.dialect}
        tags = [f'[{name} "{value}"]\n' for name, value in known.items() if value]
        lines = [f"{number}. {'  '.join(row)}\n" for number, row in numbered]
        return "".join([*tags, "\n" * bool(tags), *lines])


def _plies(record: Record, pages: dict[tuple[str, int], int]) -> Iterator[PrintedPly]:
    for index, text in enumerate(record.moves):
        detail = record.details.get(index, {})
        box = detail.get(BOX)
        place = (str(detail.get(PAGE, record.source.path)), int(box[0]) if box else 1)
        choices, unsure, share = _choices(record, text, detail.get(CHOICES) or ())
        edges = (box[1], box[2], box[3], box[4]) if box else None
        yield PrintedPly(text, pages.get(place, 0), edges, choices, unsure, share, detail)


def _choices(
    record: Record, text: str, listed: Sequence[tuple[str, float]]
) -> tuple[tuple[str, ...], bool, float]:
    """Return the alternatives to the text of a ply, whether it is doubtful, and its probability.

    Only readings that are moves count. ``listed`` are all readings with their probabilities.
    """
    if record.game is None:
        return (), False, 1.0
    own = _meaning(record, text)
    shares: dict[object, tuple[str, float]] = {}
    for other, share in listed:
        meaning = _meaning(record, other)
        if meaning is not None and meaning not in shares:
            shares[meaning] = other, share
    whole = shares.pop(own, ("", 0.0))[1] if own is not None else 0.0
    others = list(shares.values())[:MOST_CHOICES]
    unsure = own is None or any(share > DOUBTFUL * whole for _, share in others)
    known = whole + sum(share for _, share in others)
    return tuple(other for other, _ in others), unsure, whole / known if known else 0.0


def _meaning(record: Record, text: str) -> object:
    """Return the moves that a text may mean; None if it is not a move."""
    with suppress(LudographError):
        return find_dialect(record.game or "", record.dialect).read(text).moves
    return None


class Reader:
    """Reads scans in a separate thread.

    Args:
        scans: the scans.
        reading: how the games are read.

    Attributes:
        state: `NOTHING`, `READING`, `DONE` or `FAILED`.
        why: the reason why nothing was recognised, as a sentence.
        text: the recognised games, as text.
        plies: the plies of these games.
    """

    def __init__(self, scans: Sequence[Scan], reading: InputOptions) -> None:
        self._scans, self._reading = scans, reading
        self.state, self.why, self.text = NOTHING, "", ""
        self.plies: tuple[PrintedPly, ...] = ()
        if not scans:
            self.why = "No scan was named: type the text of your sheet."
        elif which(PROGRAM) is None and any(one.source == one.path for one in scans):
            self.why = (
                "tesseract is not installed, so that the scan is not read: type the text on it."
            )
        else:
            self.state = READING

    def start(self) -> None:
        """Start reading, if there are scans to read."""
        if self.state == READING:
            threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Read the scans, and wait for the result."""
        if self.state != READING:
            return
        try:
            self.text, self.plies = recognised(self._scans, self._reading)
            self.state = DONE
        except (LudographError, OSError, MemoryError) as error:
            self.why, self.state = f"The scan could not be read: {error}", FAILED
        except Exception as error:
            mistake = f"{type(error).__name__}: {error}"
            self.why, self.state = (
                f"The scan could not be read, because of a fault in ludograph: {mistake}",
                FAILED,
            )


@lru_cache(maxsize=1 << 12)
def is_possible(position: AnyPosition, dialect: AnyDialect | None, text: str) -> bool:
    """Whether a text stands for a legal move of a position."""
    return bool(dialect and typed_moves(position, text, [dialect]))


def matched(plies: Sequence[PrintedPly], moves: Sequence[str]) -> list[int | None]:
    """Return, for each move of a text, the index of its ply on the scan; None if it is not there.

    Equal texts are matched first; the plies between them are matched in order.
    """
    if max(len(plies), len(moves)) > MOST_PLIES:
        return [index if index < len(plies) else None for index in range(len(moves))]
    found: list[int | None] = [None] * len(moves)
    texts = [ply.text for ply in plies]
    blocks = SequenceMatcher(None, texts, moves, autojunk=False).get_opcodes()
    for _, first, last, start, stop in blocks:
        for offset in range(min(last - first, stop - start)):
            found[start + offset] = first + offset
    return found
