"""Games with pages in several files, joined by their row numbers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from notation.findings import note
from records.model import NOTHING, PAGE, UNDECIDED, USUAL, Record

MOST_LOST = 3
"""Maximum number of rows that may be missing between two pages."""

NEXT_PAGE = "is read as the next page of"
"""Part of the note on a next page."""

BEGINS_LATER = "missing-moves"
"""The code of the note on a first row number above 1, which a preceding page explains."""


def joined(found: Iterable[Record]) -> Iterator[Record]:
    """Yield records, with the pages of a game joined into one record.

    A record that continues the row numbers of the one before is its next page. Plies of later pages
    have the detail `PAGE`.

    Args:
        found: records in the order of reading.
    """
    before: Record | None = None
    for record in found:
        if before is not None and _goes_on(before, record):
            before = _with_page(before, record)
            continue
        if before is not None:
            yield before
        before = record
    if before is not None:
        yield before


def _goes_on(before: Record, record: Record) -> bool:
    """Whether a record continues the rows of a record in another file; a few may be missing."""
    if record.first <= 1 or not (before.moves and record.moves):
        return False
    alike = (before.game, before.columns) == (record.game, record.columns)
    apart = before.source.path != record.source.path
    return alike and apart and 0 <= _lost_rows(before, record) <= MOST_LOST


def _lost_rows(before: Record, record: Record) -> int:
    return record.first - before.first - _rows(before)


def _rows(record: Record) -> int:
    """Return the number of rows of a record."""
    return -(-len(record.moves) // (record.columns or USUAL))


def _with_page(before: Record, record: Record) -> Record:
    """Return a record with its next page."""
    width = before.columns or USUAL
    lost = -len(before.moves) % width + width * _lost_rows(before, record)
    holes, start = (NOTHING,) * lost, len(before.moves) + lost
    path, line = record.source.path, record.source.line
    message = f"{path} {NEXT_PAGE} {before.source.path}: it begins with row "
    message += f"{record.first}" + (f"; ? stands for {lost} lost plies before it" if lost else "")
    told = note("layout", message).at(line=before.source.line, column=1)
    findings = (
        one.at(message=f"{path}: {one.message}")
        for one in record.findings
        if one.code != BEGINS_LATER
    )
    details = {start + at: {**record.details.get(at, {}), PAGE: path}
               for at in range(len(record.moves))}  # fmt: skip
    places = before.places or [(before.source.line, 1)] * len(before.moves)
    return replace(
        before,
        moves=(*before.moves, *holes, *record.moves),
        details={**before.details, **details},
        places=(*places, *[(line, 1)] * lost, *record.places),
        findings=(*before.findings, told, *findings),
        result=before.result if record.result == UNDECIDED else record.result,
        tags={**record.tags, **before.tags},
        comment=" ".join(filter(None, (before.comment, record.comment))),
    )
