"""Pictures of score sheets, read by tesseract where that program is installed.

The picture goes to the program's standard input and hOCR comes back on its standard output, so the
name of the file is never part of a command.
"""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from shutil import which
from typing import IO

from notation.findings import note, violation
from records.assumptions import Assumptions
from records.format import BinaryFormat
from records.model import Record
from records.scans import ReadOnly, hocr, read_pages
from records.scans.page import Page, ScanWord
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
        text = recognised(data)
        for record in read_pages(map(_placed, hocr.pages([text])), path, assumptions):
            message = "the picture was read by tesseract: compare the moves with it"
            found = (note("recognised", message).at(line=1, column=1),) if record.moves else ()
            yield replace(record, findings=(*found, *record.findings))


def recognised(data: bytes) -> str:
    """Return the text of a picture in hOCR.

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


def _placed(page: Page) -> Page:
    """Return a page with the places of its words in the lines of print."""
    words: list[ScanWord] = []
    line = column = 0
    for word in page.words:
        column = column if words and word.line == words[-1].line else 1
        line = word.line
        words.append(replace(word, place=(line, column)))
        column += len(word.text) + 1
    return replace(page, words=tuple(words))
