"""Findings as an editor shows them, under what they are about."""

from collections.abc import Iterator

from lsprotocol import types

from analysis.language_server.document import LARGEST, Document, PlacedGame
from analysis.replay.verdict import finding_words
from notation import Finding
from notation.printing import visible
from records.format import BinaryFormat

SOURCE = "ludograph"
"""The name under which an editor shows the findings."""

MOST = 1_000
"""Findings of a text that are shown; the last names how many more there are."""

_SUGGESTED = 3
"""Suggestions in a message; all of them are among the actions."""


def diagnostics(document: Document) -> list[types.Diagnostic]:
    """Return the findings on a document, errors first where there are too many."""
    if document.is_too_long:
        message = f"more than {LARGEST:,} characters: not checked while typing; see ludograph check"
        return [_on_document(document, message)]
    if isinstance(document.form, BinaryFormat):
        return [_on_document(document, f"{document.form.name} is bytes, and this is text")]
    found = [(game, one) for game in document.games for one in game.findings]
    shown = sorted(found, key=lambda each: not each[1].violation) if len(found) > MOST else found
    listed = [diagnostic(game, one) for game, one in shown[:MOST]]
    if len(found) > MOST:
        listed.append(
            _on_document(document, f"{len(found) - MOST:,} more findings: see ludograph check")
        )
    if document.is_cut_short:
        message = f"only the first {len(document.games):,} games are checked while typing, for time"
        listed.append(_on_document(document, f"{message}; see ludograph check"))
    return listed


def diagnostic(game: PlacedGame, finding: Finding) -> types.Diagnostic:
    """Return a finding as an editor shows it."""
    severity = types.DiagnosticSeverity
    return types.Diagnostic(
        range=game.lines.range(*game.about(finding)),
        message="\n".join(_words(finding)),
        severity=severity.Error if finding.violation else severity.Information,
        code=finding.code,
        source=SOURCE,
    )


def _words(finding: Finding) -> Iterator[str]:
    yield visible(finding_words(finding))
    if finding.suggestions:
        yield visible(f"did you mean {', '.join(finding.suggestions[:_SUGGESTED])}?")


def _on_document(document: Document, message: str) -> types.Diagnostic:
    return types.Diagnostic(
        range=document.lines.whole(0, 0),
        message=message,
        severity=types.DiagnosticSeverity.Warning,
        source=SOURCE,
    )
