"""Plies that the output of a repair marks as doubtful."""

from collections.abc import Iterator

from notation.findings import Finding, note
from notation.pattern import lazy_pattern
from records import Record
from records.model import JsonObject

DOUBTFUL = "doubtful"
"""The key beside a move of how probable it is, with the other texts in question; and the word
before that in a comment, where a format keeps no keys."""

_IN_COMMENT = lazy_pattern(rf"(?:^|; ){DOUBTFUL}: (.*?)(?=; (?:written|dropped|{DOUBTFUL}): |$)")


def doubtful_plies(record: Record) -> Iterator[Finding]:
    """Yield a note on each ply that is marked as doubtful."""
    for index, beside in sorted(record.details.items()):
        if index < len(record.moves):
            for doubt in _doubts(beside):
                line, column = record.place(index)
                message = f"ply {index + 1}, {record.moves[index]}, is a doubtful repair: {doubt}"
                place = {"ply": index + 1, "line": line, "column": column}
                yield note("doubtful-ply", message).at(**place)


def _doubts(beside: JsonObject) -> list[str]:
    if DOUBTFUL in beside:
        doubts = beside[DOUBTFUL]
        return list(map(str, doubts)) if isinstance(doubts, list | tuple) else [str(doubts)]
    comment = beside.get("comment", "")
    return _IN_COMMENT.findall(comment) if DOUBTFUL in comment else []
