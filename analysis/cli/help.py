"""Help that fits the terminal, however narrow it is: no word is cut, no line runs over."""

import re
import textwrap
from collections.abc import Iterable, Iterator

import click

from analysis.cli.terminal import terminal_width

WIDEST, NARROWEST = 78, 24
"""Bounds of the width of help, in columns."""

TERMS = 30
"""Widest term that has its definition beside it, in columns."""

SIDE_BY_SIDE = 60
"""Width from which on definitions stand beside their terms, in columns."""

AS_IT_STANDS = "\b"
"""First line of a paragraph whose lines are kept."""


class NarrowFormatter(click.HelpFormatter):
    """A formatter that wraps at blanks and between choices alone."""

    def __init__(self) -> None:
        super().__init__(width=max(NARROWEST, min(WIDEST, terminal_width() - 2)))

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage."""
        self._fill(f"{prefix or 'Usage: '}{prog} {args}", "", " " * 4)

    def write_text(self, text: str) -> None:
        """Write paragraphs; the lines of those that begin with a backspace are kept."""
        indent = " " * self.current_indent
        for number, paragraph in enumerate(re.split(r"\n\s*\n", text)):
            if number:
                self.write("\n")
            if paragraph.lstrip(" \n").startswith(AS_IT_STANDS):
                for line in paragraph.partition(AS_IT_STANDS)[2].strip("\n").split("\n"):
                    self._example(indent + line)
            else:
                self._fill(" ".join(paragraph.split()), indent, indent)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = TERMS, col_spacing: int = 2
    ) -> None:
        """Write terms with their definitions beside them, or below where that is too narrow."""
        rows = list(rows)
        wide = self.width >= SIDE_BY_SIDE
        longest = max((len(term) for term, _ in rows), default=0)
        column = self.current_indent + (min(longest, col_max) + col_spacing if wide else 4)
        for term, definition in rows:
            lines = list(self._term(term))
            beside = wide and self.current_indent + len(term) + col_spacing <= column
            last = lines.pop() if beside else ""
            for line in lines:
                self.write(f"{line}\n")
            self._fill(definition, last.ljust(column), " " * column)

    def _term(self, term: str) -> Iterator[str]:
        """Yield the lines of a term, which may break at blanks and behind bars of choices."""
        line = " " * self.current_indent
        for piece in re.findall(r" *[^ |]+\|?", term):
            if line.strip() and len(line) + len(piece) > self.width:
                yield line
                line, piece = " " * (self.current_indent + 6), piece.lstrip()
            line += piece
        yield line

    def _lines(self, text: str, first: str, others: str) -> list[str]:
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=first,
            subsequent_indent=others,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def _fill(self, text: str, first: str, others: str) -> None:
        for line in self._lines(text, first, others) or [first.rstrip()]:
            self.write(f"{line}\n")

    def _example(self, line: str) -> None:
        """Write a line as it stands, one that is too long with a backslash before each break."""
        if len(line) <= self.width + 2:  # as wide as the terminal
            self.write(f"{line}\n")
            return
        indent = re.match(" *", line)[0]  # type: ignore[index]  # matches always
        self.write(" \\\n".join(self._lines(line.strip(), indent, indent)) + "\n")
