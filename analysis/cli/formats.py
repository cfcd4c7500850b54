"""Formats of findings for other programs: lines, annotations of GitHub, SARIF and JUnit.

Documents are written game by game, so that memory does not grow with the number of games.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from analysis.cli.terminal import Printable
from analysis.replay.replay import Replay
from analysis.replay.verdict import finding_words, place, to_json
from notation import Finding
from notation.printing import json_line, visible
from records import Record, Source

FULL, JSON = "full", "json"

HELD = 1 << 20
"""Maximum number of characters of a file's games that are held in memory."""

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


class CheckedGame(NamedTuple):
    """The result of checking one record.

    Attributes:
        text: the output for the record.
        path: its file.
        later: whether it begins after row 1.
        wrong: whether it has errors.
        scanned: the record with the indices of its doubtful plies, for pictures of them; None if
            no pictures are requested.
    """

    text: Printable
    path: str
    later: bool = False
    wrong: bool = False
    scanned: tuple[Record, list[int]] | None = None


def _as_lines(games: Iterable[CheckedGame]) -> Iterator[str]:
    for game in games:
        yield game.text


class FindingFormat(NamedTuple):
    """A format of findings.

    Attributes:
        items: yields the items for a game and those of its findings that are shown, safe to print.
        between: the separator of items; if it is empty, each item is a line.
        written: yields the parts of the whole document, given the checked games.
    """

    items: Callable[[Replay, list[Finding]], Iterable[str]]
    between: str = ""
    written: Callable[[Iterable[CheckedGame]], Iterator[str]] = _as_lines


def _nothing(game: Replay, findings: list[Finding]) -> Iterator[str]:
    """Yield no items, because ``check`` itself prints the sentences."""
    return iter(())


def _json(game: Replay, findings: list[Finding]) -> Iterator[str]:
    """Yield the JSON object of a game; it has all findings, not only those that are shown."""
    yield visible(json_line(to_json(game)))


def _lines(game: Replay, findings: list[Finding]) -> Iterator[str]:
    """Yield lines ``path:line:column: error: message [code]``, as compilers print them."""
    for finding in findings:
        kind = "error" if finding.violation else "note"
        head = place(game.record.source, finding)
        yield visible(f"{head}: {kind}: {finding_words(finding)} [{finding.code}]")


def _annotations(game: Replay, findings: list[Finding]) -> Iterator[str]:
    """Yield workflow commands ``::error file=...::message``, which GitHub shows beside the lines.

    Source: "Workflow commands for GitHub Actions", docs.github.com.
    """
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
    """Percent-encode ``%``, line ends and the characters of ``ends``, as GitHub requires."""
    signs = f"%\r\n{ends}"
    return visible("".join(f"%{ord(sign):02X}" if sign in signs else sign for sign in text))


SARIF_BETWEEN = ",\n"


def _sarif(games: Iterable[CheckedGame]) -> Iterator[str]:
    """Yield a document of SARIF 2.1.0, the format of code scanning (OASIS standard, 27 March 2020).

    The document has one run. Its rules are the codes of findings; a suggestion becomes a fix.
    """
    from analysis.version import __version__, finding_address
    from notation.catalogue import catalogue

    kinds = {kind.code: kind.meaning for kind in catalogue()}
    rules = [
        {"id": code, "shortDescription": {"text": meaning}, "helpUri": finding_address(code)}
        for code, meaning in sorted(kinds.items())
    ]
    tool = json_line({"driver": {"name": "ludograph", "version": __version__, "rules": rules}})
    yield (
        f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"tool": {tool},\n'
        '"columnKind": "unicodeCodePoints", "results": [\n'
    )
    for number, game in enumerate(games):
        yield (SARIF_BETWEEN if number else "") + game.text
    yield '\n], "invocations": [{"executionSuccessful": true}]}]}\n'


def _results(game: Replay, findings: list[Finding]) -> Iterator[str]:
    """Yield a result of SARIF for each finding."""
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
    """Return a digest of a finding that stays the same when its game is moved to another place.

    It is made from the code and, if the finding is about a ply, the moves up to that ply. For other
    findings it is made from the code, the message and the tags.
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
    """Return a relative path as a relative URI, and an absolute one as a file URI."""
    from pathlib import Path
    from urllib.parse import quote

    if Path(path).is_absolute():
        return Path(path).as_uri()
    return quote(path.replace("\\", "/"), errors="surrogateescape")


def _suites(games: Iterable[CheckedGame]) -> Iterator[str]:
    """Yield JUnit's XML for test servers: a suite for each file, a case for each game."""
    # Loaded here: no other format needs it.
    from tempfile import SpooledTemporaryFile

    yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="ludograph">\n'
    for path, found in groupby(games, key=lambda game: game.path):
        # The start tag of a suite has the number of its games, which are therefore stored first,
        # on disk if they are large.
        with SpooledTemporaryFile(HELD, "w+", encoding="utf-8") as texts:
            count = wrong = 0
            for game in found:
                texts.write(game.text)
                count, wrong = count + 1, wrong + game.wrong
            counts = f'tests="{count}" failures="{wrong}" errors="0" skipped="0"'
            yield f"<testsuite name={_attribute(path)} {counts}>\n"
            texts.seek(0)
            yield from texts
        yield "</testsuite>\n"
    yield "</testsuites>\n"


def _case(game: Replay, findings: list[Finding]) -> Iterator[str]:
    """Yield the test case of a game, which fails if the game has errors."""
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


FORMATS = {
    FULL: FindingFormat(_nothing),
    "concise": FindingFormat(_lines),
    JSON: FindingFormat(_json),
    "github": FindingFormat(_annotations),
    "sarif": FindingFormat(_results, SARIF_BETWEEN, _sarif),
    "junit": FindingFormat(_case, written=_suites),
}
"""The formats by name."""
