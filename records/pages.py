"""Pages of one sheet in several files, joined to one game where the numbers of their rows go on."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from notation.findings import note
from records.model import PAGE, UNDECIDED, USUAL, Record
from records.text.layout import NOTHING

MOST_LOST = 3
"""Rows that may be lost between two pages of a game."""

NEXT_PAGE = "is read as the next page of"
"""What the note on a next page has."""

BEGINS_LATER = "missing-moves"
"""The code of the note on a first number above 1, which the page before explains."""


def joined(found: Iterable[Record]) -> Iterator[Record]:
    """Yield records; one whose first row is the next after the last of the record before is a page
    of the same game.

    Each ply of a later page keeps the name of its file beside it, under `PAGE`.

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
    """Whether a record has the rows after those of another file, or after a few lost ones."""
    if record.first <= 1 or not (before.moves and record.moves):
        return False
    alike = (before.game, before.columns) == (record.game, record.columns)
    apart = before.source.path != record.source.path
    return alike and apart and 0 <= _lost_rows(before, record) <= MOST_LOST


def _lost_rows(before: Record, record: Record) -> int:
    return record.first - before.first - _rows(before)


def _rows(record: Record) -> int:
    """Return how many rows a record has, the last perhaps not full."""
    return -(-len(record.moves) // (record.columns or USUAL))


def _with_page(before: Record, record: Record) -> Record:
    """Return a record with the moves of its next page."""
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
