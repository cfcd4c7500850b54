"""Game texts of several tests, and short functions that read them."""

import io
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import records
from records import Record

# fmt: off
DEMONSTRATION = (
    "2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3", "2.8.1SW1", "11.11.2SW2",
    "4.7.4N3x3", "9.9.2SW2x1", "6.7.3N1x1", "11.9.2SW1", "7.7.3N3", "8.8.4S4",
    "10.7.3N2", "12.8.2W1x1", "11.7.2N1x1", "4.8.4S3x1", "2.2.2NE2", "1.8.1W1",
    "4.4.1W1", "2.8.3S1", "1.6.5E1x2", "2.8.2S1", "1.9.6W1x1",
)
# fmt: on
"""The demonstration game of the rule book."""

FINAL = "bbbb1bwb2b1bb/bbbbb1w1bb1bbb/14/14/14/14/14/14/2w11/2w11/w1w1ww1bwwwwww/2wwwwwwwwwww1 b"
"""Its last position."""

PRINTED = (
    "\tBlancs\tNoirs\n"
    "1.\t2.7.2N2\t11.6.2SE2\n"
    "2.\t2.6.3E1\t10.7.3S3\n"
    "3.\t2.8.1SW1\t11.11.2SW2\n"
    "4.\t4.7.4N3x3\t9.9.2SW2x1\n"
    "5.\t6.7.3N1x1\t11.9.2SW1\n"
    "6.\t7.7.3 N3\t8.8.4S4\n"
    "7.\t10.7.3N2\t12.8.2W1x1\n"
    "8.\t11.7.2N1x1\t4.8.4S3x1\n"
    "9.\t2.2.2NE2\t1.8.1W1\n"
    "10.\t4.4.1W1\t2.8.3S1\n"
    "11.\t1.6.5E1x2\t2.8.2S1\n"
    "12.\t1.9.6W1x1\t\n"
)
"""The table of the rule book: tabs, French headings, and a blank inside one move."""

ROW = "1. 2.7.2N2 11.6.2SE2\n"
"""The first row of the demonstration game."""


def rows(moves: Sequence[str], width: int = 2) -> str:
    """Write moves as numbered rows."""
    lines = [moves[first : first + width] for first in range(0, len(moves), width)]
    return "".join(f"{number}. {' '.join(line)}\n" for number, line in enumerate(lines, start=1))


def read_all(text: str, **hints: Any) -> list[Record]:
    """Read the games of a text."""
    return list(records.read(io.StringIO(text), **hints))


def read_one(text: str, **hints: Any) -> Record:
    """Read a text with one game."""
    (record,) = read_all(text, **hints)
    return record


def codes(record: Record) -> list[str]:
    """Return the codes of the findings on a record."""
    return [finding.code for finding in record.findings]


def messages(record: Record) -> str:
    """Return the messages of all findings on a record."""
    return "\n".join(finding.message for finding in record.findings)


def zipped(members: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a ZIP archive of names and contents."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return whole.getvalue()


def tarred(members: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a TAR archive of names and contents."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        for name, content in members:
            header = tarfile.TarInfo(name)
            header.size = len(content)
            archive.addfile(header, io.BytesIO(content))
    return whole.getvalue()


def said(record: Record) -> dict[str, Any]:
    """Return a record as JSON without its source and findings."""
    return {
        "moves": record.moves,
        "game": record.game,
        "variant": record.variant,
        "dialect": record.dialect,
        "tags": dict(record.tags),
        "start": record.start,
        "result": record.result,
        "comment": record.comment,
        "details": {index: dict(one) for index, one in record.details.items() if one},
        "extra": {key: value for key, value in record.extra.items() if key != "source"},
    }


def calls(what: Callable[[str], object], text: str) -> int:
    """Return the number of function calls that ``what`` makes for a text."""
    count = 0

    def note(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        what(text)
    finally:
        sys.setprofile(before)
    return count
