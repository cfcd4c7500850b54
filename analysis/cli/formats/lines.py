"""Findings as lines: one each for editors and grep, and as annotations of GitHub's workflows."""

from collections.abc import Iterator

from analysis.cli.formats import FindingFormat
from analysis.replay.replay import Replay
from analysis.replay.verdict import finding_words, place
from notation import Finding
from notation.printing import visible


class Concise(FindingFormat):
    """``path:line:column: error: message [code]``, as compilers write it."""

    def items(self, game: Replay, findings: list[Finding]) -> Iterator[str]:
        """Yield a line for each finding."""
        for finding in findings:
            head = place(game.record.source, finding)
            kind = "error" if finding.violation else "note"
            yield visible(f"{head}: {kind}: {finding_words(finding)} [{finding.code}]")


class GitHub(FindingFormat):
    """Workflow commands ``::error file=...::message``, which GitHub shows beside the lines.

    Source: "Workflow commands for GitHub Actions", docs.github.com.
    """

    def items(self, game: Replay, findings: list[Finding]) -> Iterator[str]:
        """Yield an annotation for each finding."""
        for finding in findings:
            properties = {
                "file": game.record.source.path,
                "line": finding.line,
                "col": finding.column,
                "endColumn": finding.end_column,
                "title": finding.code,
            }
            given = ",".join(
                f"{name}={_escaped(str(value), ':,')}"
                for name, value in properties.items()
                if value is not None
            )
            kind = "error" if finding.violation else "notice"
            yield f"::{kind} {given}::{_escaped(finding_words(finding))}"


def _escaped(text: str, ends: str = "") -> str:
    """Return a text in which nothing ends the command, nor the property that some signs end."""
    signs = f"%\r\n{ends}"
    return visible("".join(f"%{ord(sign):02X}" if sign in signs else sign for sign in text))


FORMATS = {"concise": Concise(), "github": GitHub()}
