"""Verdicts as JUnit's XML, which test servers show: a game is a test case."""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from analysis.cli.formats import FindingFormat
from analysis.replay.replay import Replay
from analysis.replay.verdict import finding_words, place, verdict_words
from notation import Finding
from notation.printing import visible
from records import Source


class JUnit(FindingFormat):
    """A suite with a test case for each game, which fails if the game has errors.

    Numbers of tests and failures are left out, for which the whole would have to be held back:
    the servers count for themselves.
    """

    head = '<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n<testsuite name="ludograph">\n'
    foot = "</testsuite>\n</testsuites>\n"

    def items(self, game: Replay, findings: list[Finding]) -> Iterator[str]:
        """Yield the test case of a game."""
        source = game.record.source
        word, sentence = verdict_words(game)
        name = _attribute(f"{source}: {word}: {sentence}")
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
    return quoteattr(visible(text))


FORMATS = {"junit": JUnit()}
