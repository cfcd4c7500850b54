"""Findings as SARIF 2.1.0, the format of code scanning (OASIS standard, 27 March 2020)."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from analysis.cli.formats import FindingFormat
from analysis.replay.replay import Replay
from analysis.replay.verdict import finding_words
from analysis.version import __version__
from notation import Finding
from notation.catalogue import catalogue
from notation.printing import json_line

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

_LEVELS = {True: "error", False: "note"}


class Sarif(FindingFormat):
    """One run; the rules are the kinds of findings, and a suggestion is a fix."""

    between, after = ",\n", ""
    foot = '\n], "invocations": [{"executionSuccessful": true}]}]}\n'

    @cached_property
    def head(self) -> str:  # type: ignore[override]
        """The beginning of the run, with the rules."""
        kinds = {kind.code: kind.meaning for kind in catalogue()}
        driver = {
            "name": "ludograph",
            "version": __version__,
            "rules": [
                {"id": code, "shortDescription": {"text": meaning}}
                for code, meaning in sorted(kinds.items())
            ],
        }
        tool = json_line({"driver": driver})
        return (
            f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"tool": {tool},\n'
            '"columnKind": "unicodeCodePoints", "results": [\n'
        )

    def items(self, game: Replay, findings: list[Finding]) -> Iterator[str]:
        """Yield a result for each finding."""
        for finding in findings:
            yield json_line(_result(game.record.source.path, finding))


def _result(path: str, finding: Finding) -> dict[str, object]:
    artifact = {"uri": _uri(path)}
    place: dict[str, object] = {"artifactLocation": artifact}
    region = _region(finding)
    if region:
        place["region"] = region
    result: dict[str, object] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.violation],
        "message": {"text": finding_words(finding)},
        "locations": [{"physicalLocation": place}],
    }
    if finding.suggestions and "endColumn" in region and finding.code != "unreadable":
        result["fixes"] = [
            {
                "description": {"text": f"{text}?"},
                "artifactChanges": [
                    {
                        "artifactLocation": artifact,
                        "replacements": [
                            {"deletedRegion": region, "insertedContent": {"text": text}}
                        ],
                    }
                ],
            }
            for text in finding.suggestions
        ]
    return result


def _region(finding: Finding) -> dict[str, int]:
    places = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endColumn": finding.end_column,
    }
    return {name: value for name, value in places.items() if value} if finding.line else {}


def _uri(path: str) -> str:
    """Return a path as a URI: relative to the working folder, else a file URI."""
    if Path(path).is_absolute():
        return Path(path).as_uri()
    return quote(path.replace("\\", "/"), errors="surrogateescape")


FORMATS = {"sarif": Sarif()}
