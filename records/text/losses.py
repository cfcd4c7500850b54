"""What plain text cannot hold of a record, so that it can be left out on demand."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from records.losses import Reduced
from records.model import Record

UNFIT = re.compile("[\0\ud800-\udfff]")
"""Characters that a text file does not have: nulls, and halves of characters."""

_TAG = re.compile(r'[^\s"\[\]]+')
_MARKS = re.compile(r"[!?]*")


def reduce(record: Record) -> Reduced:
    """Fit a record into text. Moves are taken as they are: writing refuses those that do not fit.

    What stands beside a move may be a comment, and marks of ``!`` and ``?``.
    """
    losses: list[str] = []
    tags = {}
    for name, text in record.tags.items():
        if not _TAG.fullmatch(name) or UNFIT.search(name):
            losses.append(f"a tag named {name!r}: blanks, quotes, brackets")
        else:
            tags[name] = _clean(text, f"the tag {name!r}", losses)
    comment = _clean(record.comment, "the comment", losses)
    details = {
        index: detail
        for index, told in record.details.items()
        if (detail := _beside(told, record.moves[index], losses))
    }
    if not losses:
        return Reduced(record)
    return Reduced(replace(record, tags=tags, comment=comment, details=details), tuple(losses))


def _clean(text: str, what: str, losses: list[str]) -> str:
    if not UNFIT.search(text):
        return text
    losses.append(f"a null or half a character in {what}")
    return UNFIT.sub("", text)


def _beside(told: Mapping[str, Any], move: str, losses: list[str]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    comment, marks = told.get("comment"), told.get("marks")
    if isinstance(comment, str):
        kept["comment"] = _clean(comment, f"the comment on {move!r}", losses)
    if isinstance(marks, str) and _MARKS.fullmatch(marks):
        kept["marks"] = marks
    if lost := sorted(told.keys() - kept.keys()):
        losses.append(f"what {move!r} says of {', '.join(lost)}")
    return kept
