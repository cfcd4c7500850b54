"""Pictures of score sheets, recognised by tesseract if that program is installed.

The picture goes to the program's standard input and hOCR comes back on its standard output, so the
name of the file is never part of a command. With Pillow, ruled lines are removed from a picture and
small print is enlarged, if tesseract then reads more. On four forms with boxes around the moves, it
read no row with the rules and all rows without them. On six sheets drawn at 100 dots per inch, it
read 52 % of the plies in the original size, and 58 % in three times the size.
"""

import io
import os
import re
import subprocess
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import ceil
from pathlib import Path
from shutil import which
from statistics import fmean
from typing import IO, TYPE_CHECKING, NamedTuple

from notation.findings import note, violation
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions
from records.format import Format
from records.formats import by_suffix
from records.model import Record
from records.scans.ocr import BadMarkup, markup_pages
from records.scans.page import Box, Page
from records.scans.sheet import SheetReader
from records.sources.boundary import UnreadableFile

if TYPE_CHECKING:
    from PIL.Image import Image

PROGRAM = "tesseract"
SECONDS = 120
"""Time limit in seconds for tesseract to recognise a picture."""
LARGEST, PIXELS = 1 << 28, 100_000_000
"""Maximum size of a picture in bytes, and of all its enlarged pages in pixels."""

ARGUMENTS = (
    # One block of text: of the ways to find lines, the one that lost the fewest rows of tables.
    *("stdin", "stdout", "--psm", "6", "-c", "tessedit_create_hocr=1"),
    # The alternatives of each character that is printed, not of each step of the network.
    *("-c", "lstm_choice_mode=2"),
)

SUFFIXES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp")
"""Suffixes of a picture beside the file with its recognised text."""
RECOGNISED = (".hocr", ".hocr.gz", ".alto", ".alto.gz", ".tsv", ".tsv.gz")
"""Suffixes of a file with recognised text beside its picture."""

_NAMED = lazy_pattern(r"(?:image\s+&?(?:quot;|[\"'])|<fileName>)([^\"'&<>]+)")

SMALL, AIMED = 16, 28
"""Heights of words in pixels. A picture with words below `SMALL` is enlarged, up to three times, so
that they have `AIMED`."""
DARK, FILLED = 190, 240
"""Grey level below which a pixel is dark; minimum share of dark pixels in a ruled line, of 255."""
PART = 24
"""Divisor of a page's width for the minimum length of a ruled line, which also is at least twice
the height of a word."""


class Recognition(NamedTuple):
    """The result of recognising a picture.

    Attributes:
        text: the pages in hOCR.
        factor: the factor by which the picture was enlarged; boxes are in pixels of the enlarged
            one.
        height: height of the print in the original picture, in pixels; 0 if there is none.
        is_unruled: whether ruled lines were removed before the picture was recognised.
    """

    text: str
    factor: int = 1
    height: float = 0.0
    is_unruled: bool = False

    def pages(self) -> Iterator[Page]:
        """Yield the pages, with boxes in pixels of the original picture.

        Raises:
            BadMarkup: the hOCR breaks off; the pages before have been yielded.
        """
        yield from (_placed(page, self.factor) for page in markup_pages([self.text]))

    @property
    def sureness(self) -> list[float]:
        """The confidence in each character, from 0 to 100, up to the first error in the hOCR."""
        found: list[float] = []
        with suppress(BadMarkup):
            for page in markup_pages([self.text]):
                found += (word.confidence or 0.0 for word in page.words for _ in word.text)
        return found

    @property
    def message(self) -> str:
        """A sentence on how the picture was read."""
        size = f" {self.factor} times as large, since its print is {self.height:.0f} pixels high"
        larger = size if self.factor > 1 else ""
        without = " without its ruled lines" if self.is_unruled else ""
        return f"the picture was read by tesseract{without}{larger}: compare the moves with it"


class ImageFormat(Format):
    """PNG, JPEG, TIFF and WebP, which are only read."""

    binary = True

    def read_file(self, file: IO[bytes], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a picture.

        In the places of moves, a line is a printed line on the page. Columns are counted in the
        printed text, with one blank between words.

        Raises:
            UnreadableFile: the program is missing, fails, or takes too long.
        """
        data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise _unreadable("image-size", f"the picture has more than {LARGEST:,} bytes")
        found = recognised(data)
        told = note("recognised", found.message).at(line=1, column=1)
        for record in SheetReader(path, assumptions).read(found.pages()):
            findings = (told, *record.findings) if record.moves else record.findings
            yield replace(record, findings=findings)


def recognised(data: bytes) -> Recognition:
    """Recognise a picture, without its ruled lines and enlarged if that improves the result.

    The picture without ruled lines is used if the confidences of its characters have a greater sum.
    If the print is small, an enlarged picture is used if the confidence in its characters is
    higher.

    Args:
        data: the bytes of the picture's file.

    Raises:
        UnreadableFile: the program is missing, fails, or takes too long.
    """
    first = _recognised(data)
    if (clean := unruled(data, first.height)) is not None:
        again = _recognised(clean)._replace(is_unruled=True)
        if sum(again.sureness) > sum(first.sureness):
            first, data = again, clean
    factor = min(ceil(AIMED / first.height), 3) if 0 < first.height < SMALL else 1
    if factor == 1 or (larger := enlarged(data, factor)) is None:
        return first
    again = first._replace(text=in_hocr(larger), factor=factor)
    return max(first, again, key=lambda one: fmean(one.sureness or [0.0]))


def _recognised(data: bytes) -> Recognition:
    """Recognise a picture without changing it."""
    text, height = in_hocr(data), 0.0
    with suppress(BadMarkup):
        for page in markup_pages([text]):
            height = max(height, page.height)
    return Recognition(text, 1, height)


def in_hocr(data: bytes) -> str:
    """Run tesseract on a picture and return its hOCR.

    Args:
        data: the bytes of the picture's file.

    Raises:
        UnreadableFile: the program is missing, fails, or takes too long.
    """
    program = which(PROGRAM)
    if program is None:
        raise _unreadable(
            "no-tesseract",
            "a picture is read by tesseract, which is not installed: install it, for example with "
            "'apt install tesseract-ocr' or 'brew install tesseract', or give its hOCR",
        )
    try:
        done = subprocess.run(
            [program, *ARGUMENTS],
            input=data,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            # Further threads make a page of this size slower, not faster.
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired:
        message = f"tesseract took more than {SECONDS} seconds for the picture, and was ended"
        raise _unreadable("image-time", message) from None
    except OSError as error:
        raise _unreadable("image-unread", f"tesseract cannot be run: {error}") from None
    if done.returncode:
        said = " ".join(done.stderr.decode(errors="replace").split())[:200]
        raise _unreadable("image-unread", f"tesseract cannot read the picture: {said}")
    return done.stdout.decode(errors="replace")


def _unreadable(code: str, message: str) -> UnreadableFile:
    return UnreadableFile(violation(code, message).at(line=1))


def _placed(page: Page, factor: int) -> Page:
    """Return a page with words grouped by printed line, and boxes scaled down by a factor."""
    words = []
    line = column = 0
    for word in page.words:
        column = column if word.line == line else 1
        line = word.line
        box = word.box if factor == 1 else Box(*(edge / factor for edge in word.box))
        words.append(word._replace(place=(line, column), box=box))
        column += len(word.text) + 1
    return page._replace(words=tuple(words))


def enlarged(data: bytes, factor: int) -> bytes | None:
    """Return a picture enlarged and without specks; None if Pillow cannot do that.

    Args:
        data: the picture's file, with one page or several.
        factor: the factor for width and height.

    Returns:
        A grey TIFF file with the same number of pages.
    """

    def larger(page: "Image") -> "Image":
        from PIL import Image, ImageChops, ImageFilter

        # Two dark pixels of three by three are a speck, which would grow with the print.
        clean = ImageChops.lighter(page, page.filter(ImageFilter.RankFilter(3, 2)))
        size = page.width * factor, page.height * factor
        return clean.resize(size, Image.Resampling.LANCZOS)

    return _redrawn(data, larger, factor)


def _redrawn(data: bytes, change: Callable[["Image"], "Image"], factor: int = 1) -> bytes | None:
    """Return a picture as TIFF, with each page made grey and changed; None if Pillow cannot."""
    try:
        from PIL import Image, ImageSequence
    except ImportError:
        return None  # Pictures are read as they are without it.
    pages, left = [], PIXELS
    # tesseract may have read files that Pillow cannot read.
    broken = (OSError, ValueError, SyntaxError, Image.DecompressionBombError)
    with suppress(*broken), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data)) as picture:
            for frame in ImageSequence.Iterator(picture):
                left -= frame.width * frame.height * factor**2
                if left < 0:
                    return None
                pages.append(change(frame.convert("L")))
        stored = io.BytesIO()
        pages[0].save(stored, "TIFF", save_all=True, append_images=pages[1:])
        return stored.getvalue()
    return None


def unruled(data: bytes, height: float) -> bytes | None:
    """Return a picture without its horizontal and vertical rules; None if it has none.

    Args:
        data: the picture's file, with one page or several.
        height: the usual height of a word in pixels, 0 if it is not known.

    Returns:
        A grey TIFF file with the same number of pages; None also if Pillow cannot change it.
    """
    found = 0

    def change(page: "Image") -> "Image":
        nonlocal found
        length = max(page.width // PART, round(2 * height), 1)
        clean, ruled = _without_rules(page, length)
        found += ruled >= 4 * length  # Fewer than four stretches are not ruled lines.
        return clean

    changed = _redrawn(data, change)
    return changed if found else None


def _without_rules(page: "Image", length: int) -> tuple["Image", int]:
    """Return a grey page without its rules, and the number of dark pixels in them.

    A run of ``length`` pixels in a row or column is part of a rule if nearly all of them are dark;
    so are dark pixels right beside it.
    """
    from PIL import Image, ImageChops, ImageFilter

    dark = page.point([255 if grey < DARK else 0 for grey in range(256)])
    rules = Image.new("L", page.size)
    for size in (max(page.width // length, 1), page.height), (page.width, page.height // length):
        small = dark.resize((size[0], max(size[1], 1)), Image.Resampling.BOX)
        full = small.point([255 if share >= FILLED else 0 for share in range(256)])
        wider = full.filter(ImageFilter.MaxFilter(3))
        rules = ImageChops.lighter(rules, wider.resize(page.size, Image.Resampling.NEAREST))
    rules = ImageChops.darker(rules, dark)
    clean = page.copy()
    clean.paste(255, mask=rules.filter(ImageFilter.MaxFilter(3)))
    return clean, rules.histogram()[255]


def scan_of(path: str) -> Path | None:
    """Return the picture that a file was recognised from; None if it is not found.

    It is the file itself if that is a picture. Otherwise it is in the same folder, and is named in
    the file or has the same name with another suffix.
    """
    file = Path(path)
    if not file.is_file():
        return None
    if (form := by_suffix(path)) and form.name == "image":
        return file
    named: list[str] = []
    if file.suffix != ".gz":
        with file.open(encoding="utf-8", errors="replace") as opened:
            named = _NAMED.findall(opened.read(1 << 16))  # It stands in the head.
    stems = {file.with_suffix(""), file.with_suffix("").with_suffix("")}
    beside = [stem.with_name(stem.name + suffix) for stem in sorted(stems) for suffix in SUFFIXES]
    names = [file.parent / re.split(r"[/\\]", name)[-1] for name in named]
    return next((one for one in [*names, *beside] if one.is_file() and one != file), None)


def recognised_beside(picture: Path) -> Path | None:
    """Return the file with the recognised text of a picture; None if there is none."""
    found = (picture.with_name(picture.stem + suffix) for suffix in RECOGNISED)
    return next((one for one in found if one.is_file()), None)
