"""Pictures of score sheets, read by tesseract where that program is installed.

The picture goes to the program's standard input and hOCR comes back on its standard output, so the
name of the file is never part of a command.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from shutil import which
from statistics import fmean
from typing import IO, NamedTuple

from notation.findings import note, violation
from records.assumptions import Assumptions
from records.format import BinaryFormat, ReadOnly
from records.model import Record
from records.scans import read_pages
from records.scans.enlarging import enlarged, factor_for
from records.scans.lines import line_height
from records.scans.ocr import BadMarkup, markup_pages
from records.scans.page import Box, Page, ScanWord
from records.scans.ruling import unruled
from records.sources.boundary import UnreadableFile

PROGRAM = "tesseract"

SECONDS = 120
"""How long a picture may take."""

LARGEST = 1 << 28
"""Bytes of a picture that is read."""

ARGUMENTS = ("stdin", "stdout", "--psm", "6")
"""One block of text: of the ways to find lines, the one that lost the fewest rows of tables."""

SETTINGS = {
    "tessedit_create_hocr": "1",
    # The alternatives of each character that is printed, not of each step of the network.
    "lstm_choice_mode": "2",
}


class Recognition(NamedTuple):
    """What was recognised in a picture.

    Attributes:
        text: the pages in hOCR.
        factor: how many times the picture was enlarged; boxes are in pixels of the enlarged one.
        height: height of the print in the picture as it is, in pixels, 0 if there is none.
        is_unruled: whether ruled lines were taken out of the picture before.
    """

    text: str
    factor: int = 1
    height: float = 0.0
    is_unruled: bool = False

    def pages(self) -> Iterator[Page]:
        """Yield the pages, with boxes in pixels of the picture as it is.

        Raises:
            BadMarkup: the hOCR breaks off; the pages before have been yielded.
        """
        yield from (_placed(page, self.factor) for page in markup_pages([self.text]))

    @property
    def message(self) -> str:
        """How the picture was read."""
        size = f" {self.factor} times as large, since its print is {self.height:.0f} pixels high"
        larger = size if self.factor > 1 else ""
        without = " without its ruled lines" if self.is_unruled else ""
        return f"the picture was read by tesseract{without}{larger}: compare the moves with it"


class ImageFormat(ReadOnly, BinaryFormat):
    """PNG, JPEG, TIFF and WebP, which are only read."""

    def read_file(self, file: IO[bytes], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a picture.

        A place is a line of print, and the column where a word begins in it.

        Raises:
            UnreadableFile: the program is missing, fails, or takes too long.
        """
        data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise _unreadable("image-size", f"the picture has more than {LARGEST:,} bytes")
        found = recognised(data)
        told = note("recognised", found.message).at(line=1, column=1)
        for record in read_pages(found.pages(), path, assumptions):
            findings = (told, *record.findings) if record.moves else record.findings
            yield replace(record, findings=findings)


def recognised(data: bytes) -> Recognition:
    """Return what is recognised in a picture, without rules and enlarged where that is better.

    Of the picture as it is and the one without its rules that is taken in which the program reads
    more and is surer of it. Where the print is small, of that and an enlarged one that is taken
    in which it is surer of the characters.

    Args:
        data: the bytes of the picture's file.

    Raises:
        UnreadableFile: the program is missing, fails, or takes too long.
    """
    first = _recognised(data)
    if (clean := unruled(data, first.height)) is not None:
        again = _recognised(clean)._replace(is_unruled=True)
        if sum(_sureness(again.text)) > sum(_sureness(first.text)):
            first, data = again, clean
    factor = factor_for(first.height)
    if factor == 1 or (larger := enlarged(data, factor)) is None:
        return first
    enlarged_one = first._replace(text=in_hocr(larger), factor=factor)
    return max(first, enlarged_one, key=lambda one: fmean(_sureness(one.text) or [0.0]))


def _recognised(data: bytes) -> Recognition:
    """Return what is recognised in a picture as it is."""
    text = in_hocr(data)
    words = _words(text)
    return Recognition(text, 1, line_height(words) if words else 0.0)


def _words(text: str) -> list[ScanWord]:
    words: list[ScanWord] = []
    # Where the hOCR breaks off, that is found again, and reported, when its pages are read.
    with suppress(BadMarkup):
        for page in markup_pages([text]):
            words += page.words
    return words


def _sureness(text: str) -> list[float]:
    """Return the confidence in each character of pages in hOCR, from 0 to 100."""
    return [word.confidence or 0.0 for word in _words(text) for _ in word.text]


def in_hocr(data: bytes) -> str:
    """Return the pages of a picture in hOCR.

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
    settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    try:
        done = subprocess.run(
            [program, *ARGUMENTS, *settings],
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
    """Return a page with the places of its words in the lines of print.

    Args:
        page: the page.
        factor: by what the edges of the boxes are divided.
    """
    words: list[ScanWord] = []
    line = column = 0
    for word in page.words:
        column = column if words and word.line == words[-1].line else 1
        line = word.line
        box = word.box if factor == 1 else Box(*(edge / factor for edge in word.box))
        words.append(replace(word, place=(line, column), box=box))
        column += len(word.text) + 1
    return replace(page, words=tuple(words))
