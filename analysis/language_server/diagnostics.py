"""Findings as an editor shows them, under what they are about."""

from lsprotocol import types

from analysis.language_server.editing.findings import (
    ShownFinding,
    shown_findings,
    suggestion_words,
)
from analysis.language_server.lines import EditorDocument

SOURCE = "ludograph"
"""The name under which an editor shows the findings."""


def diagnostics(document: EditorDocument) -> list[types.Diagnostic]:
    """Return the findings on a document, errors first where there are too many."""
    return [_diagnostic(document, one) for one in shown_findings(document)]


def _diagnostic(document: EditorDocument, shown: ShownFinding) -> types.Diagnostic:
    severity, finding = types.DiagnosticSeverity, shown.finding
    if finding is None or shown.span is None:
        where = document.lines.whole(0, 0)
        return types.Diagnostic(where, shown.message, severity.Warning, source=SOURCE)
    return types.Diagnostic(
        range=document.lines.range(*shown.span),
        message="\n".join(filter(None, (shown.message, suggestion_words(finding)))),
        severity=severity.Error if finding.violation else severity.Information,
        code=finding.code,
        source=SOURCE,
    )
