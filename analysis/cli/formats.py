"""Formats of findings for other programs: lines, annotations of GitHub, SARIF and JUnit.

A format is a document that is written game by game, so that memory does not grow with the games.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property

from analysis.replay.replay import Replay
from analysis.replay.verdict import finding_words, place
from notation import Finding
from notation.printing import json_line, visible
from records import Record, Source

FULL, JSON = "full", "json"
"""The formats that ``check`` writes itself."""

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


class FindingFormat(ABC):
    """A format of findings.

    Attributes:
        head, foot: what stands before the first item and after the last.
        between, after: what stands between items, and after each.
        is_grouped: whether the items of a file stand in a group, which has their numbers.
    """

    head = foot = between = ""
    after = "\n"
    is_grouped = False

    @abstractmethod
    def items(self, game: Replay, findings: list[Finding]) -> Iterator[str]:
        """Yield the items of a game, each of them safe to print.

        Args:
            game: the game, played.
            findings: those of its findings that are wanted.
        """

    def group(self, path: str, games: int, wrong: int) -> tuple[str, str]:
        """Return what stands before and after the items of a file, of which some have errors."""
        return "", ""


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
    """Percent-encode the characters that would end a workflow command or one of its properties."""
    signs = f"%\r\n{ends}"
    return visible("".join(f"%{ord(sign):02X}" if sign in signs else sign for sign in text))


class Sarif(FindingFormat):
    """SARIF 2.1.0, the format of code scanning (OASIS standard, 27 March 2020).

    One run; the rules are the kinds of findings, and a suggestion is a fix.
    """

    between, after = ",\n", ""
    foot = '\n], "invocations": [{"executionSuccessful": true}]}]}\n'

    @cached_property
    def head(self) -> str:  # type: ignore[override]
        """The beginning of the run, with the rules."""
        from analysis.version import __version__, finding_address
        from notation.catalogue import catalogue

        kinds = {kind.code: kind.meaning for kind in catalogue()}
        driver = {
            "name": "ludograph",
            "version": __version__,
            "rules": [
                {
                    "id": code,
                    "shortDescription": {"text": meaning},
                    "helpUri": finding_address(code),
                }
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
            yield json_line(_result(game.record, finding))


def _result(record: Record, finding: Finding) -> dict[str, object]:
    artifact = {"uri": _uri(record.source.path)}
    place: dict[str, object] = {"artifactLocation": artifact}
    region = _region(finding)
    if region:
        place["region"] = region
    result: dict[str, object] = {
        "ruleId": finding.code,
        "level": "error" if finding.violation else "note",
        "message": {"text": finding_words(finding)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"ludograph/v1": _fingerprint(record, finding)},
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


def _fingerprint(record: Record, finding: Finding) -> str:
    """Return what tells a finding from others wherever its game stands in the file.

    That is the code with the moves up to the ply, or the tags and the message.
    """
    from hashlib import sha256

    moves = record.moves[: finding.ply] if finding.ply else ()
    parts = (finding.code, *(moves or (finding.message, json_line(dict(record.tags)))))
    return sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()[:32]


def _region(finding: Finding) -> dict[str, int]:
    places = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endColumn": finding.end_column,
    }
    return {name: value for name, value in places.items() if value} if finding.line else {}


def _uri(path: str) -> str:
    """Return a path as a URI: relative to the working folder, else a file URI."""
    from pathlib import Path
    from urllib.parse import quote

    if Path(path).is_absolute():
        return Path(path).as_uri()
    return quote(path.replace("\\", "/"), errors="surrogateescape")


class JUnit(FindingFormat):
    """JUnit's XML, which test servers show: a suite a file, a case a game, failed by its errors."""

    head = '<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="ludograph">\n'
    foot = "</testsuites>\n"
    is_grouped = True

    def group(self, path: str, games: int, wrong: int) -> tuple[str, str]:
        """Return the tags of the suite of a file."""
        counts = f'tests="{games}" failures="{wrong}" errors="0" skipped="0"'
        return f"<testsuite name={_attribute(path)} {counts}>\n", "</testsuite>\n"

    def items(self, game: Replay, findings: list[Finding]) -> Iterator[str]:
        """Yield the test case of a game."""
        from xml.sax.saxutils import escape

        source = game.record.source
        name = _attribute(f"{source.path}:{source.game}")
        names = f"name={name} classname={_attribute(source.path)}"
        errors = [finding for finding in findings if finding.violation]
        notes = [finding for finding in findings if not finding.violation]
        inside = "".join(
            f"\n<failure type={_attribute(error.code)} message={_attribute(error.message)}>"
            f"{escape(_line(source, error))}</failure>"
            for error in errors
        )
        if notes:
            lines = "\n".join(_line(source, note) for note in notes)
            inside += f"\n<system-out>{escape(lines)}</system-out>"
        yield f"<testcase {names}>{inside}\n</testcase>" if inside else f"<testcase {names}/>"


def _line(source: Source, finding: Finding) -> str:
    return visible(f"{place(source, finding)}: {finding_words(finding)} [{finding.code}]")


def _attribute(text: str) -> str:
    from xml.sax.saxutils import quoteattr

    return quoteattr(visible(text))


FORMATS: dict[str, FindingFormat] = {
    "concise": Concise(),
    "github": GitHub(),
    "sarif": Sarif(),
    "junit": JUnit(),
}
"""The other formats by their names."""

NAMES = (FULL, "concise", JSON, "github", "sarif", "junit")
