"""Scans laid out as pages of text for the text reader.

Each line of print becomes a line of text in which the words have the same horizontal places as on
the page, so that columns of a scan are columns of text. The records get the evidence of the scan
for each ply: its box on the page, and the choices of its text.
"""

from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from heapq import heappop, heappush
from itertools import islice
from math import exp, log
from statistics import median
from string import ascii_letters, digits
from typing import NamedTuple

from notation import Dialect, Finding, find_dialect
from records.assumptions import Assumptions
from records.model import BOX, CHOICES, NOTHING, Place, Record
from records.scans.ocr import BadMarkup
from records.scans.page import Box, Cell, Page, ScanWord
from records.text.reader import MOST_LINES, TextReader

NEAR, FAR = 5, 100
"""Gaps between words, in characters: a gap up to the first value becomes one blank, and no gap is
longer than the second."""

MOST, OTHERS, TRIED = 20, 4, 200
"""Maximum number of texts of a ply, and of those among them that are not moves; maximum number of
combinations that are tried, and of characters in a ply with combinations."""
FLOOR, NO_SIGN = 1.0, 5.0
"""Least confidence of a listed alternative; confidence that a sign or a blank stands for no
character."""
LEAST = 1e-6
"""Minimum probability of a text, relative to the likeliest."""


class SetWord(NamedTuple):
    """A word of a scan in a line of text: its column from 1, its page, and the word."""

    column: int
    page: int
    word: ScanWord


def set_lines(page: Page) -> list[list[SetWord]]:
    """Return the lines of a page, with each word in the text column that matches its place."""
    lines = page.lines()
    widths = [(word.box.x1 - word.box.x0) / len(word.text) for word in page.words]
    width = median(widths) if widths else 1.0
    left = min((x for line in lines for x, _ in line), default=0.0)
    found = []
    for line in lines:
        words: list[SetWord] = []
        end = 0
        for x, word in line:
            column = 1 + min(round((x - left) / width), end + FAR)
            if words and column - end < NEAR:
                column = end + 2
            words.append(SetWord(column, page.number, word))
            end = column + len(word.text) - 1
        found.append(words)
    return found


class SheetReader:
    """Reads the pages of one file; arguments as for `TextReader`."""

    def __init__(self, path: str, assumptions: Assumptions) -> None:
        self._text = TextReader(path, assumptions)
        self._lines: dict[int, list[SetWord]] = {}
        self._first, self._last = 1, 0

    def read(self, pages: Iterable[Page]) -> Iterator[Record]:
        """Yield the records of pages, with the findings on the pages.

        If the pages break off, a finding on that comes last.
        """
        left, failures = list[Finding](), list[Finding]()
        for page in _up_to_failure(pages, failures):
            lines = set_lines(page)
            self._lines.update(enumerate(lines, start=self._last + 1))
            self._last += len(lines)
            left += page.findings
            text = "".join(map(_text, lines))
            for record in self._text.feed([text], complete=False):
                yield self._placed(record)
        left += failures
        *others, last = map(self._placed, self._text.end())
        yield from others
        yield last.with_findings(*left) if left else last

    def _at(self, place: tuple[int | None, int | None]) -> tuple[Sequence[SetWord], int]:
        """Return the words of a line of text, beginning at a place.

        Returns:
            The words, and the offset of the place in the first word.
        """
        line, column = self._lines.get(place[0] or 0, ()), place[1] or 1
        index = max(bisect_right(line, column, key=lambda one: one.column) - 1, 0)
        return line[index:], max(column - line[index].column, 0) if line else 0

    def _place(self, place: tuple[int | None, int | None]) -> Place:
        """Return the place in the file for a place in the text."""
        words, _ = self._at(place)
        return words[0].word.place if words else (1, 1)

    def _placed(self, record: Record) -> Record:
        """Return a record of the text with places in the file, boxes and choices."""
        details = dict(record.details)
        name = record.dialect
        dialect = find_dialect(record.game, name) if record.game and name else None
        alphabet = _alphabet(record.moves, dialect) if dialect else ""
        for index, (text, place) in enumerate(zip(record.moves, record.places, strict=False)):
            if evidence := self._evidence(text, place, dialect, alphabet):
                details[index] = {**details.get(index, {}), **evidence}
        placed = []
        for one in record.findings:
            line, column = self._place((one.line, one.column))
            placed.append(one.at(line=line, column=column))
        line, _ = self._place((record.source.line, 1))
        found = replace(
            record,
            places=tuple(map(self._place, record.places)),
            details=dict(sorted(details.items())),
            findings=tuple(placed),
            source=replace(record.source, line=line),
            diagrams=tuple(
                replace(one, line=self._place((one.line, 1))[0]) for one in record.diagrams
            ),
        )
        while self._first < record.source.line - MOST_LINES:
            self._lines.pop(self._first, None)
            self._first += 1
        return found

    def _evidence(
        self, text: str, place: Place, dialect: Dialect[object] | None, alphabet: str
    ) -> dict[str, object]:
        """Return the box and the choices of a ply; nothing for a missing ply."""
        parts = self._parts(text, place) if text != NOTHING else []
        if not parts:
            return {}
        box = reduce(Box.joined, (one.word.box for one, _, _ in parts))
        found: dict[str, object] = {BOX: [parts[0][0].page, *map(round, box)]}
        cells: list[Cell] = []
        for one, start, end in parts:
            all_cells = one.word.cells or [((character, 100.0),) for character in one.word.text]
            cells += all_cells[start:end]
        is_move = dialect.canonical_pattern.fullmatch if dialect else None
        if is_move and (likely := choices(cells, is_move, alphabet)):
            found[CHOICES] = list(map(list, likely))
        return found

    def _parts(self, text: str, place: Place) -> list[tuple[SetWord, int, int]]:
        """Return the words that a ply was read from, with the range of characters of each.

        Specks between its words are left out. The characters of the first word need not be those of
        the ply, since reading may have replaced some.
        """
        left = "".join(text.split())
        words, offset = self._at(place)
        parts: list[tuple[SetWord, int, int]] = []
        for one in (*words, *self._lines.get(place[0] + 1, ())):
            if not left:
                break
            rest = one.word.text[offset:]
            size = min(len(rest), len(left))
            if not parts or rest[:size] == left[:size]:
                parts.append((one, offset, offset + size))
                left = left[size:]
            offset = 0
        return parts


def _up_to_failure(pages: Iterable[Page], failures: list[Finding]) -> Iterator[Page]:
    """Yield pages; append the finding on a failure to ``failures``."""
    try:
        yield from pages
    except BadMarkup as error:
        failures.append(error.finding)


def _text(line: Sequence[SetWord]) -> str:
    """Return a line of text, with its end."""
    text = ""
    for one in line:
        text = text.ljust(one.column - 1) + one.word.text
    return f"{text}\n"


def _alphabet(moves: Iterable[str], dialect: Dialect[object]) -> str:
    """Return the characters that moves may have: letters, digits, and the signs in some moves."""
    texts = [text for text in moves if dialect.canonical_pattern.fullmatch(text)]
    signs = {sign for text in (*texts, dialect.example) for sign in text if not sign.isalnum()}
    return ascii_letters + digits + "".join(sorted(signs))


Weighed = Sequence[tuple[str, float]]
"""The alternatives of a character with probabilities, best first."""


def choices(
    cells: Sequence[Cell], is_move: Callable[[str], object], alphabet: Container[str]
) -> list[tuple[str, float]]:
    """Return the likeliest texts of a ply, each with its probability.

    The characters are taken to be independent of one another; the confidences of each are scaled
    to a sum of 1.

    Args:
        cells: the alternatives of each character.
        is_move: returns whether a text has the form of a move. The few likeliest texts are kept in
            any case, less likely ones only if they are moves.
        alphabet: the characters that moves are written with.

    Returns:
        Texts with their probabilities, likeliest first; none if no character has an alternative, or
        there are too many characters.
    """
    if not any(len(cell) > 1 for cell in cells) or len(cells) > TRIED:
        return []
    weighed = [_weighed(cell) for cell in cells]
    narrowed = [_narrowed(cell, alphabet) for cell in weighed]
    found = dict(islice(_combined(weighed, 2 * OTHERS), OTHERS))
    moves = (one for one in _combined(narrowed, TRIED) if is_move(one[0]))
    found |= islice(moves, MOST - OTHERS)
    likeliest = max(found.values(), default=0.0)
    return [
        (text, float(f"{share:.3g}"))
        for text, share in sorted(found.items(), key=lambda one: -one[1])
        if share >= LEAST * likeliest
    ]


def _combined(cells: Sequence[Weighed], tried: int) -> Iterator[tuple[str, float]]:
    """Yield the distinct combinations of alternatives, likeliest first, at most ``tried``."""
    costs = [[-log(share) for _, share in cell] for cell in cells]
    heap = [(sum(cost[0] for cost in costs), (0,) * len(cells), 0)]
    seen: set[str] = set()
    for _ in range(tried):
        if not heap:
            return
        cost, taken, last = heappop(heap)
        text = "".join([cell[at][0] for cell, at in zip(cells, taken, strict=True)]).strip()
        if text and text not in seen:
            seen.add(text)
            yield text, exp(-cost)
        # Each text has one parent: that with the last changed character one step better.
        for place in range(last, len(cells)):
            at = taken[place] + 1
            if at < len(costs[place]):
                more = cost + costs[place][at] - costs[place][at - 1]
                heappush(heap, (more, (*taken[:place], at, *taken[place + 1 :]), place))


def _weighed(cell: Cell) -> Weighed:
    """Return the alternatives of a character with their probabilities."""
    shares: dict[str, float] = {}
    for text, confidence in cell:
        # A blank among the alternatives stands for no character.
        known = "" if text.isspace() and len(cell) > 1 else text
        shares[known] = max(shares.get(known, FLOOR), confidence)
    if not cell[0][0].isalnum():
        shares.setdefault("", NO_SIGN)
    total = sum(shares.values())
    ordered = sorted(shares.items(), key=lambda one: -one[1])
    return [(text, share / total) for text, share in ordered]


def _narrowed(cell: Weighed, alphabet: Container[str]) -> Weighed:
    """Return the alternatives that occur in moves; all of them if none does."""
    return [one for one in cell if not one[0] or one[0] in alphabet] or cell
