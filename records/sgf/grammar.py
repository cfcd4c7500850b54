r"""The grammar of the Smart Game Format: game trees of nodes of properties, with their places.

Written for files as they are found: text around the games is passed over, a bracket that is
missing or one too many is a finding, and the rest is read all the same, and property names may have
digits (``P0``), which Boardspace uses and the published grammar does not know. Of each tree the
main line is given, the first variation at every fork. Source: the specification of FF[4].
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from notation import Finding
from notation.findings import note, violation
from notation.pattern import lazy_pattern

SYNTAX = "sgf-syntax"

LIMIT = 1 << 24
"""Characters that one game may have."""

MOST = 50
"""Findings on the brackets of one game; what is more is counted."""

_START = lazy_pattern(r"\(\s*;")
_TOKEN = lazy_pattern(
    r"""\s*(?:
        \[ (?P<value> [^\]\\]* (?: \\. [^\]\\]* )* ) \]
      | (?P<name> [A-Za-z][A-Za-z0-9]* )
      | (?P<mark> [;()] )
      | (?P<open> \[ )
      | (?P<stray> [^\s\[\];()A-Za-z]+ | . )
    )""",
    re.VERBOSE | re.DOTALL,
)
_ROOT = lazy_pattern(r"\(\s*;\s*(?:FF|GM)\s*\[")


@dataclass(frozen=True, slots=True)
class Value:
    """A property's value.

    Attributes:
        text: the value, without the escapes.
        line: the line it begins on, from 1.
        column: the column of its first character, from 1.
    """

    text: str
    line: int
    column: int


Node = dict[str, list[Value]]
"""Values by property, the properties in the order written."""


@dataclass(slots=True)
class Tree:
    """One game.

    Attributes:
        line: the line that it begins on, from 1.
        nodes: the nodes of its main line.
        findings: what was wrong with it, and what was left out.
    """

    line: int
    nodes: list[Node] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def trees(blocks: Iterable[str]) -> Iterator[Tree]:
    """Yield the games of a text.

    Args:
        blocks: the text, cut anywhere.
    """
    line, column, last = 1, 1, None
    for text in _games(blocks):
        start = _START.search(text)
        begin = start.start() if start else len(text)
        around = text[:begin].strip()
        skipped = [_skipped(around, line)] if around else []
        if start:
            if last:
                yield last
            last = _Parser(text, (line, column), begin).tree()
            last.findings[:0] = skipped
        elif last:
            last.findings += skipped
        line += text.count("\n")
        column = len(text) - text.rfind("\n") if "\n" in text else column + len(text)
    if last:
        yield last


def _skipped(around: str, line: int) -> Finding:
    shown = around if len(around) < 40 else f"{around[:36]}..."
    message = f"text that belongs to no game was passed over: {shown!r}"
    return note("skipped-text", message).at(line=line, column=1)


def _games(blocks: Iterable[str]) -> Iterator[str]:
    """Yield the text in parts of one game each; what stands before a game goes with it."""
    rest, at, depth = "", 0, 0
    for block in _growing(blocks):
        rest += block
        first = 0
        while (found := _next_end(rest, first, at, depth))[0]:
            yield rest[first : found[1]]
            first, at, depth = found[1], found[1], 0
        _, at, depth = found
        rest, at = rest[first:], at - first
        if len(rest) > LIMIT:
            yield rest
            rest, at, depth = "", 0, 0
    if rest.strip():
        yield from _parted(rest)


def _growing(blocks: Iterable[str]) -> Iterator[str]:
    """Yield a text in parts that are each as long as all before: what is open is read again."""
    held: list[str] = []
    length, before = 0, 0
    for block in blocks:
        held.append(block)
        length += len(block)
        if length >= min(before, LIMIT):
            yield "".join(held)
            before += length
            held, length = [], 0
    yield "".join(held)


_BRACKETS = lazy_pattern(r"\[[^\]\\]*(?:\\.[^\]\\]*)*(\])?|[()]", re.DOTALL)


def _next_end(text: str, first: int, at: int, depth: int) -> tuple[bool, int, int]:
    """Look for where a game ends; else return from where, and how deep, to look on.

    Args:
        text: the text.
        first: where the game, or what stands before it, begins.
        at: where to look on.
        depth: brackets that are open there.
    """
    if not depth:
        start = _START.search(text, at)
        if not start:
            return False, max(text.rfind("(", at), first), 0
        at, depth = start.end(), 1
    for match in _BRACKETS.finditer(text, at):
        if match[0][0] == "[":
            if not match[1]:
                return False, match.start(), depth
            continue
        if match[0] == "(":
            if _ROOT.match(text, match.start()):
                return True, match.start(), 0
            depth += 1
        else:
            depth -= 1
            if not depth:
                return True, match.end(), 0
        at = match.end()
    return False, at, depth


def _parted(text: str) -> Iterator[str]:
    """Yield what is left at the end, whose brackets do not close, cut where games begin."""
    starts = [match.start() for match in _ROOT.finditer(text)]
    cuts = [0, *starts[1:], len(text)]
    for first, last in itertools.pairwise(cuts):
        yield text[first:last]


class _Parser:
    """Reads one game from its first bracket on.

    Args:
        text: the text of the game, perhaps with other text before.
        place: line and column of the first character of the text.
        begin: offset of the first bracket.
    """

    def __init__(self, text: str, place: tuple[int, int], begin: int) -> None:
        self._text, self._at = text, begin
        self._counted, self._line, self._line_start = 0, place[0], 1 - place[1]
        self._tree = Tree(self._place(begin)[0])
        self._wrong = 0
        self._depth = 0
        self._aside = 0
        self._ended = False
        self._left_out = 0
        self._name: str | None = None
        self._node: Node | None = None

    def tree(self) -> Tree:
        """Return the game."""
        while self._at < len(self._text):
            match = _TOKEN.match(self._text, self._at)
            if match is None:
                break
            self._at = match.end()
            self._take(match)
            if self._depth == 0:
                break
        else:
            if self._depth > 0:
                self._complain("the game is not closed: a ) is missing", len(self._text))
        self._finish()
        return self._tree

    def _take(self, match: re.Match[str]) -> None:
        kind, text = str(match.lastgroup), str(match[match.lastgroup or 0])
        start = match.start(kind)
        if kind == "mark":
            self._mark(text, start)
        elif kind == "open":
            # Whatever follows belongs to the value: the game's own end is not missed as well.
            self._complain("a value is not closed: a ] is missing", start)
            self._depth = 0
        elif self._aside:
            return
        elif kind == "name":
            self._name = "".join(letter for letter in text if not letter.islower())
        elif kind == "value":
            self._value(text, start)
        else:
            self._complain(f"{text[:20]!r} is not a property, node or bracket: passed over", start)

    def _mark(self, mark: str, start: int) -> None:
        self._name = None
        if mark == "(":
            self._depth += 1
            if self._aside or self._ended:
                self._left_out += not self._aside
                self._aside += 1
        elif mark == ")":
            self._depth -= 1
            self._ended = True
            self._aside = max(self._aside - 1, 0)
        elif not self._aside:
            if self._ended:
                self._complain("a node follows a variation: it is read as the game's", start)
            self._node = {}
            self._tree.nodes.append(self._node)

    def _value(self, raw: str, start: int) -> None:
        if self._node is None or not self._name:
            self._complain(f"the value {raw[:20]!r} belongs to no property", start)
            return
        line, column = self._place(start)
        self._node.setdefault(self._name, []).append(Value(unescaped(raw), line, column))

    def _place(self, at: int) -> tuple[int, int]:
        if lines := self._text.count("\n", self._counted, at):
            self._line += lines
            self._line_start = self._text.rfind("\n", self._counted, at) + 1
        self._counted = at
        return self._line, at - self._line_start + 1

    def _complain(self, message: str, at: int) -> None:
        self._wrong += 1
        if self._wrong > MOST:
            return
        line, column = self._place(at)
        self._tree.findings.append(violation(SYNTAX, message).at(line=line, column=column))

    def _finish(self) -> None:
        if self._wrong > MOST:
            message = f"{self._wrong - MOST:,} more mistakes of this kind in the same game"
            self._tree.findings.append(violation(SYNTAX, message).at(line=self._line))
        if self._left_out:
            variations = "1 variation" if self._left_out == 1 else f"{self._left_out} variations"
            message = f"the main line was read, {variations} left out"
            self._tree.findings.append(note("variations", message).at(line=self._tree.line))


def unescaped(raw: str) -> str:
    """Return a value without its escapes; a line end with a backslash before it is none."""
    return re.sub(r"\\(?:\n|(.))", r"\1", raw) if "\\" in raw else raw


def escaped(text: str) -> str:
    """Return a text as a value: backslashes before backslashes and closing brackets."""
    return re.sub(r"[\\\]]", r"\\\g<0>", text)
