"""Findings in the style of a compiler: place, message, source line with a caret, suggestions."""

import os
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice, repeat

import click

from analysis.cli.terminal import Printable, echo, joined, styled, terminal_width
from analysis.replay.verdict import finding_words
from notation import Finding
from notation.printing import visible
from records.classics import is_classic
from records.sources.boundary import UnreadableFile
from records.sources.decode import LINE_LIMIT, lines_of
from records.sources.names import streams

NOTES_OF_A_KIND = 2
"""Maximum number of notes of one kind that are printed for a game without ``--verbose``."""

INDENT = "      "

HELP = "     = "


LEAST_WIDTH = 40
"""Minimum width to which lines are wrapped, in columns."""

LEAST_SHARE = 0.01
"""Probability below which a suggestion is printed without its probability."""


class SourceLines:
    """Reads lines of text files by number; only the last file used is kept open.

    A line longer than `LINE_LIMIT` may lack parts after its beginning.
    """

    def __init__(self, encoding: str | None) -> None:
        self._encoding = encoding
        self._path = ""
        self._number = 0
        self._lines: Iterator[str] = iter(())
        self._last: str | None = None

    def line(self, path: str, number: int) -> str | None:
        """Return a line by number, from 1; None if the file cannot be read again."""
        if (path, number) == (self._path, self._number):
            return self._last
        if path != self._path or number < self._number:
            self._path, self._number = path, 0
            self._lines = self._open(path)
        self._last = next(islice(self._lines, number - self._number - 1, None), None)
        self._number = number
        return self._last

    def _open(self, path: str) -> Iterator[str]:
        if not (is_classic(path) or os.path.isfile(path)):
            return
        for stream in streams([path], self._encoding):
            with suppress(UnreadableFile):
                yield from lines_of(stream.blocks(), LINE_LIMIT)


def print_errors(path: str, findings: Iterable[Finding]) -> None:
    """Print the errors of one game on standard error."""
    Printer(verbose=False, quiet=True, err=True).findings(path, findings)


class Printer:
    """Prints findings, wrapped to the width of the terminal."""

    def __init__(
        self,
        verbose: bool,
        quiet: bool,
        encoding: str | None = None,
        err: bool = False,
        *,
        width: int | None = None,
        write: Callable[[Printable], object] | None = None,
        source_line: Callable[[int], str | None] | None = None,
    ) -> None:
        """Set up printing on standard output, or on standard error if ``err``.

        Args:
            verbose: whether to print all notes.
            quiet: whether to print no notes.
            encoding: encoding of the sources whose lines are shown; None detects it.
            err: whether to print on standard error.
            width: width of the lines, in columns; None for the width of the terminal.
            write: called with each line in place of printing it.
            source_line: returns a line of the source by number, from 1; None if not in memory.
        """
        self.verbose = verbose
        self.quiet = quiet
        self._write = write or partial(echo, err=err)
        self._sources = SourceLines(encoding)
        self._at_hand = source_line or (lambda number: None)
        self.width = max(terminal_width() if width is None else width, LEAST_WIDTH)

    def findings(self, path: str, findings: Iterable[Finding]) -> None:
        """Print the findings of one game: violations with the source line, notes without it."""
        seen: Counter[str] = Counter()
        for finding in findings:
            if finding.violation:
                self._violation(path, finding)
            elif not self.quiet:
                seen[finding.code] += 1
                if self.verbose or seen[finding.code] <= NOTES_OF_A_KIND:
                    self._wrapped(self._head(path, finding, "note", "cyan"), finding)
        for code, count in seen.items():
            if count > NOTES_OF_A_KIND and not self.verbose:
                more = f"{count - NOTES_OF_A_KIND} more {code} in this game; -v prints them all"
                self._echo(INDENT, styled("note", fg="cyan"), f": {more}")

    def _echo(self, *parts: str) -> None:
        self._write(joined(*parts))

    def _line(self, path: str, number: int) -> str | None:
        """Return a line of a source; None if it cannot be read again."""
        line = self._at_hand(number)
        return self._sources.line(path, number) if line is None else line

    def _violation(self, path: str, finding: Finding) -> None:
        self._wrapped(self._head(path, finding, "error", "red"), finding)
        is_near = finding.column is not None and finding.column <= LINE_LIMIT
        line = self._line(path, finding.line) if finding.line and is_near else None
        if line and line.strip():
            self._excerpt(line, finding)
        if finding.suggestions:
            texts = ", ".join(map(_weighed, finding.suggestions, _shares(finding)))
            asked = f"did you mean {texts}?"
            wrapped = textwrap.wrap(visible(asked), self.width - len(HELP))
            for number, line in enumerate(wrapped):
                self._echo(f"{'' if number else HELP:{len(HELP)}}{line}")

    def _head(self, path: str, finding: Finding, kind: str, colour: str) -> Printable:
        place = [path, *(str(part) for part in (finding.line, finding.column) if part)]
        return joined(styled(":".join(place), bold=True), ": ", styled(kind, fg=colour), ": ")

    def _wrapped(self, head: Printable, finding: Finding) -> None:
        self.paragraph(head, f"{finding_words(finding)} [{finding.code}]")

    def paragraph(self, head: str, text: str) -> None:
        """Print a text after a styled head, wrapped to the width."""
        head = joined(head)
        first, shown = len(click.unstyle(head)), visible(text)
        if first + len(shown) <= self.width and not shown.endswith(" "):
            self._echo(head, shown)
            return
        lines = textwrap.wrap(
            shown,
            self.width,
            initial_indent="." * first,
            subsequent_indent=INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
        self._echo(head, lines[0][first:] if lines else "")
        for line in lines[1:]:
            self._echo(line)

    def _excerpt(self, line: str, finding: Finding) -> None:
        """Print the source line with carets under the text of the finding, cut to the width."""
        start, end = (finding.column or 1) - 1, (finding.end_column or 2) - 1
        length = end - start
        prefix = f"{finding.line:>4} | "
        room = self.width - len(prefix)
        cut, stop = max(0, min(start - room // 3, len(line) - room)), start + min(length, room)
        before, marked, after = (
            visible(part.expandtabs(1))
            for part in (line[cut:start], line[start:stop], line[stop : stop + room])
        )
        marks = "^" * max(1, min(len(marked), room - len(before)))
        self._echo(prefix, f"{before}{marked}{after}"[:room])
        self._echo(f"{'| ':>{len(prefix)}}{' ' * len(before)}", styled(marks, fg="red"))


def _shares(finding: Finding) -> Iterator[float]:
    """Yield the probability of each suggestion, then endless zeros for unknown ones."""
    return chain(finding.shares, repeat(0.0))


def _weighed(text: str, share: float) -> str:
    """Return a suggestion with its probability, rounded down so that the sum is at most 100%."""
    return f"{text} ({int(100 * share)}%)" if share >= LEAST_SHARE else text
