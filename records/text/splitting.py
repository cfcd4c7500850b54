"""Where a text can be cut into pieces that are read apart."""

from records.model import Record
from records.text.fast import begins_with_tag


def cut_before_tags(text: str, size: int) -> int:
    """Return where to cut a text before a tag block that follows a blank line, 0 for nowhere.

    Args:
        text: the text.
        size: characters that should come before at most.
    """
    at = size
    while (at := text.rfind("\n\n[", 0, at)) >= 0:
        if begins_with_tag(text, at + 2):
            return at + 2
    at = size - 3
    while (at := text.find("\n\n[", max(at, 0))) >= 0:
        if begins_with_tag(text, at + 2):
            return at + 2
        at += 1
    return 0


def count_tag_blocks(text: str) -> int:
    """Return how many tag blocks a text seems to have."""
    return text.startswith("[") + text.count("\n\n[")


def start_line(record: Record) -> int:
    """Return the line on which the text begins that a record was read from, title and all."""
    above = [one.line for one in record.findings if one.code in _ABOVE and one.line]
    return min([record.source.line, *above])


_ABOVE = ("title", "heading", "skipped-text", "diagram", "tag-words")
"""Codes of notes on lines that may stand above a game."""
