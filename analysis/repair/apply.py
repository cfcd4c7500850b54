"""Application of edits to a record; a changed ply keeps its written text as a detail."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.repair.edits import (
    COLUMNS,
    DOUBLED,
    EXCHANGED,
    MISSING,
    OVERLOOKED,
    RESULT,
    SPLIT,
    SUPERFLUOUS,
    TAKEN_OUT,
    WHOLE,
)
from analysis.repair.result import Edit, Repair
from analysis.replay.compiled import EditedPly, exchange_columns, exchange_plies
from analysis.replay.findings import DOUBTFUL
from records import Record
from records.model import Place

WRITTEN, DROPPED = "written", "dropped"
"""Keys beside a move: its text as written, and the texts removed after it."""


def with_plies(record: Record, plies: Sequence[EditedPly], result: str | None = None) -> Record:
    """Return a record with other plies; a changed ply keeps its written text as a detail.

    Args:
        record: the record as written.
        plies: the new plies.
        result: the new result; None to keep the result.
    """
    details = [_detail(record, ply) for ply in plies]
    origins = [ply.origin for ply in plies]
    for dropped in sorted(set(range(len(record.moves))).difference(origins)) if plies else ():
        before = (at for at, one in enumerate(origins) if one is not None and one < dropped)
        beside = details[max(before, default=0)]
        beside[DROPPED] = [*beside.get(DROPPED, ()), record.moves[dropped]]
    return replace(
        record,
        moves=tuple(ply.text for ply in plies),
        details={at: detail for at, detail in enumerate(details) if detail},
        places=_places(record, origins),
        result=record.result if result is None else result,
    )


def _places(record: Record, origins: Sequence[int | None]) -> tuple[Place, ...]:
    """Return the places of plies; an inserted ply gets the place of the next ply, or the last."""
    if not record.places:
        return ()
    places, place = list[Place](), record.places[-1]
    for origin in reversed(origins):
        place = place if origin is None else record.places[origin]
        places.append(place)
    return tuple(reversed(places))


def _detail(record: Record, ply: EditedPly) -> dict[str, Any]:
    """Return the details of a ply, with the written text if the ply was changed."""
    if ply.origin is None:
        return {WRITTEN: ""}
    kept, written = dict(record.details.get(ply.origin, {})), record.moves[ply.origin]
    return kept if written == ply.text else {WRITTEN: written, **kept}


def applied(record: Record, kind: str, ply: int, meant: str) -> Record:
    """Return a record with one edit applied.

    Args:
        kind: kind of edit.
        ply: number of the ply, from 1, as in `Edit.ply`.
        meant: the corrected text.
    """
    if kind == OVERLOOKED:
        return record
    if kind in (*WHOLE, RESULT):
        # These kinds have the names of attributes of a record.
        attribute: dict[str, Any] = {kind: meant}
        return replace(record, **attribute)
    plies = tuple(EditedPly(text, None, at) for at, text in enumerate(record.moves))
    at = ply - 1
    if kind == EXCHANGED:
        plies = exchange_plies(plies, at)
    elif kind == COLUMNS:
        plies = exchange_columns(plies, at)
    else:
        new = (
            () if kind in TAKEN_OUT else (EditedPly(meant, None, None if kind == MISSING else at),)
        )
        used = len(new) - _ADDED.get(kind, 0)
        plies = (*plies[:at], *new, *plies[at + used :])
    return with_plies(record, plies)


_ADDED = {MISSING: 1, SUPERFLUOUS: -1, DOUBLED: -1, SPLIT: -1}
"""Number of plies that an edit adds to a record; 0 for other kinds."""

SURE = 0.75
"""Minimum confidence at which an edit is not marked as doubtful."""


def with_doubts(done: Repair) -> Record:
    """Return the repaired record, with a mark on each ply of a doubtful edit.

    Without a repaired record, the record as written is returned.

    An edit is doubtful if its confidence is below `SURE`, or, in an uncertain repair, below the
    requested confidence.
    """
    record = done.repaired or done.record
    sure = max(done.min_confidence, SURE) if done.uncertain else SURE
    edits = done.edits if done.solutions else ()
    doubted = [at for at, edit in enumerate(edits) if edit.confidence < sure]
    if not doubted or not record.moves:
        return record
    details = {at: dict(detail) for at, detail in record.details.items()}
    for at in doubted:
        beside = details.setdefault(place_of(at, edits, len(record.moves)), {})
        beside[DOUBTFUL] = [*beside.get(DOUBTFUL, ()), _doubt(edits[at])]
    return replace(record, details=details)


def _doubt(edit: Edit) -> str:
    """Return the text that marks a doubtful edit: its confidence and its alternatives."""
    others = ", ".join(one.meant or "none" for one in edit.alternatives)
    what = f" that {edit.sentence()}" if edit.kind in (*WHOLE, RESULT) else ""
    return f"{edit.confidence:.0%}{what}" + (f", or {others}" if others else "")


def place_of(at: int, edits: Sequence[Edit], plies: int) -> int:
    """Return the index, in the repaired record, of the ply that an edit concerns.

    For a removed ply this is the index of the ply before it, which keeps the removed text.

    Args:
        at: index of the edit.
        edits: all edits; their plies are numbered as in the written record.
        plies: number of plies of the repaired record.
    """
    edit = edits[at]
    before = sum(_ADDED.get(one.kind, 0) for one in edits if one.ply < edit.ply)
    others = edits[:at] if edit.kind == MISSING else edits
    before += sum(one.ply == edit.ply and one.kind == MISSING for one in others)
    before -= edit.kind in TAKEN_OUT
    return max(0, min(edit.ply - 1 + before, plies - 1))


def with_comments(record: Record) -> Record:
    """Return a record with the written texts in comments, for formats that store only comments
    beside a move."""
    details = {at: _commented(detail) for at, detail in record.details.items()}
    return replace(record, details=details)


def _commented(detail: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in detail.items() if key not in (WRITTEN, DROPPED, DOUBTFUL)}
    comments = [str(detail["comment"])] if detail.get("comment") else []
    if WRITTEN in detail:
        comments.append(f"written: {detail[WRITTEN]}" if detail[WRITTEN] else "missing")
    comments += [f"dropped: {text}" for text in detail.get(DROPPED, ())]
    comments += [f"doubtful: {text}" for text in detail.get(DOUBTFUL, ())]
    return kept | ({"comment": "; ".join(comments)} if comments else {})
