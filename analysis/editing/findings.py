"""Findings as they are shown in a text: what each is about, and in which words."""

from collections.abc import Iterator
from typing import NamedTuple

from analysis.editing.document import LARGEST, Document
from analysis.editing.lines import PlySpan
from analysis.replay.verdict import finding_words
from notation import Finding
from notation.printing import visible

MOST = 1_000
"""Findings of a text that are shown; the last names how many more there are."""

SUGGESTED = 3
"""Suggestions in a message; all of them can be chosen elsewhere."""


class ShownFinding(NamedTuple):
    """A finding as it is shown.

    Attributes:
        span: what it is about; None for the document as a whole.
        message: its words.
        finding: the finding; None for what concerns the document.
        ply: where its ply is written, which suggestions replace; None where it has none.
    """

    span: PlySpan | None
    message: str
    finding: Finding | None = None
    ply: PlySpan | None = None


def shown_findings(document: Document) -> list[ShownFinding]:
    """Return the findings on a document, errors first where there are too many."""
    if document.is_too_long:
        message = f"more than {LARGEST:,} characters: not checked while typing; see ludograph check"
        return [ShownFinding(None, message)]
    if document.form.binary:
        return [ShownFinding(None, f"{document.form.name} is bytes, and this is text")]
    found = [(game, one) for game in document.games for one in game.findings]
    shown = sorted(found, key=lambda each: not each[1].violation) if len(found) > MOST else found
    listed = [
        ShownFinding(game.about(one), words(one), one, game.span(one.ply - 1) if one.ply else None)
        for game, one in shown[:MOST]
    ]
    return [*listed, *_about_all(document, len(found))]


def _about_all(document: Document, found: int) -> Iterator[ShownFinding]:
    if found > MOST:
        message = f"{found - MOST:,} more findings: see ludograph check"
        yield ShownFinding(None, message)
    if document.is_cut_short:
        message = f"only the first {len(document.games):,} games are checked while typing, for time"
        yield ShownFinding(None, f"{message}; see ludograph check")


def words(finding: Finding) -> str:
    """Return the message of a finding."""
    return visible(finding_words(finding))


def suggestion_words(finding: Finding) -> str:
    """Return the first suggestions of a finding as a question; empty without one."""
    if not finding.suggestions:
        return ""
    return visible(f"did you mean {', '.join(finding.suggestions[:SUGGESTED])}?")
