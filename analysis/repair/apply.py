"""Carrying out edits on a record, so that what was written is not lost."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from analysis.repair.edits import COLUMNS, DOUBLED, EXCHANGED, MISSING, RESULT, SUPERFLUOUS
from analysis.repair.result import VARIANT
from analysis.replay.playthrough import EditedPly
from records import Record

WRITTEN, DROPPED = "written", "dropped"
"""Keys beside a move: what was written for it, and the texts that were taken out after it."""


def mended(record: Record, entries: Sequence[EditedPly], result: str | None = None) -> Record:
    """Return a record with other plies; what was written stays beside each new text.

    Args:
        record: the record as written.
        entries: the plies to put in.
        result: the result to put in, None to keep it.
    """
    details = [_detail(record, entry) for entry in entries]
    kept = {entry.origin for entry in entries}
    for origin in (origin for origin in range(len(record.moves)) if origin not in kept):
        before = [at for at, entry in enumerate(entries) if _stands_before(entry, origin)]
        if details:
            beside = details[max(before, default=0)]
            beside[DROPPED] = [*beside.get(DROPPED, ()), record.moves[origin]]
    return replace(
        record,
        moves=tuple(entry.text for entry in entries),
        details={at: detail for at, detail in enumerate(details) if detail},
        places=(),
        result=record.result if result is None else result,
    )


def _stands_before(entry: EditedPly, origin: int) -> bool:
    return entry.origin is not None and entry.origin < origin


def _detail(record: Record, entry: EditedPly) -> dict[str, Any]:
    """Return what stands beside a ply, with what was first written where that is another text."""
    if entry.origin is None:
        return {WRITTEN: ""}
    kept, written = dict(record.details.get(entry.origin, {})), record.moves[entry.origin]
    return kept if written == entry.text else {WRITTEN: written, **kept}


def applied(record: Record, kind: str, ply: int, meant: str) -> Record:
    """Return a record with one edit carried out.

    Args:
        record: the record.
        kind: kind of edit.
        ply: number of the ply, from 1, as an `Edit` has it.
        meant: what should stand there.
    """
    if kind == VARIANT:
        return replace(record, variant=meant)
    if kind == RESULT:
        return replace(record, result=meant)
    entries = [EditedPly(text, None, at) for at, text in enumerate(record.moves)]
    at, rest = ply - 1, entries[ply - 1 :]
    if kind == MISSING:
        rest.insert(0, EditedPly(meant, None, None))
    elif kind in (DOUBLED, SUPERFLUOUS):
        del rest[0]
    elif kind == EXCHANGED:
        rest[:2] = reversed(rest[:2])
    elif kind == COLUMNS:
        rest = [one for row in range(0, len(rest), 2) for one in reversed(rest[row : row + 2])]
    else:
        rest[0] = EditedPly(meant, None, at)
    return mended(record, [*entries[:at], *rest])


def with_comments(record: Record) -> Record:
    """Return a record whose details say in comments what was written, for containers without keys.

    A container that holds nothing but comments and marks beside a move loses nothing so.
    """
    details = {at: _commented(detail) for at, detail in record.details.items()}
    return replace(record, details=details)


def _commented(detail: Any) -> dict[str, Any]:
    kept = {key: value for key, value in detail.items() if key not in (WRITTEN, DROPPED)}
    told = [str(detail["comment"])] if detail.get("comment") else []
    if WRITTEN in detail:
        told.append(f"written: {detail[WRITTEN]}" if detail[WRITTEN] else "missing")
    told += [f"dropped: {text}" for text in detail.get(DROPPED, ())]
    return kept | ({"comment": "; ".join(told)} if told else {})
