r"""The grammar of the Smart Game Format: game trees of nodes of properties, with their places.

The parser is lenient. Text around the games is skipped. A missing or superfluous bracket is a
finding, and the rest is still read. Property names may have digits (``P0``), which Boardspace uses
and the specification does not allow. Of each tree only the main line is returned, the first
variation at every fork. Source: the specification of FF[4].
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from notation import Finding
from notation.findings import note, violation
from notation.pattern import lazy_pattern

SYNTAX = "sgf-syntax"

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
_ROOT_INSIDE = lazy_pattern(r"\(\s*;\s*(?:FF|GM)\s*\[[^\]\\]*\Z")
"""The beginning of a game at the end of a value, whose own bracket is missing."""


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


def trees(text: str) -> Iterator[Tree]:
    """Yield the games of a text."""
    parser, last, at = _Parser(text), None, 0
    while at < len(text):
        start = _START.search(text, at)
        begin = start.start() if start else len(text)
        skipped = []
        if around := text[at:begin].strip():
            shown = around if len(around) < 40 else f"{around[:36]}..."
            message = f"text that belongs to no game was passed over: {shown!r}"
            line, _ = parser.place(at)
            skipped.append(note("skipped-text", message).at(line=line, column=1))
        if not start:
            if last:
                last.findings += skipped
            break
        if last:
            yield last
        last, at = parser.tree(begin)
        last.findings[:0] = skipped
    if last:
        yield last


class _Parser:
    """Reads the games of a text, each from its first bracket on."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._counted, self._line, self._line_start = 0, 1, 0
        self._tree = Tree(1)

    def tree(self, begin: int) -> tuple[Tree, int]:
        """Return the game that begins at a place, and where reading goes on."""
        self._tree = Tree(self.place(begin)[0])
        self._at = begin
        self._wrong = self._depth = self._aside = self._left_out = 0
        self._ended = False
        self._name: str | None = None
        self._node: Node | None = None
        while match := _TOKEN.match(self._text, self._at):
            begins = match["mark"] == "(" and self._depth
            if begins and _ROOT.match(self._text, match.start("mark")):
                self._at = match.start("mark")
                break
            self._at = match.end()
            self._take(match)
            if not self._depth:
                break
        if self._depth > 0:
            self._complain("the game is not closed: a ) is missing", self._at)
        self._finish()
        return self._tree, self._at

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and the column of a place, which is none before the last asked for."""
        if lines := self._text.count("\n", self._counted, at):
            self._line += lines
            self._line_start = self._text.rfind("\n", self._counted, at) + 1
        self._counted = max(self._counted, at)
        return self._line, at - self._line_start + 1

    def _take(self, match: re.Match[str]) -> None:
        kind, text = str(match.lastgroup), str(match[match.lastgroup or 0])
        start = match.start(kind)
        if kind == "value" and (inside := _ROOT_INSIDE.search(text)):
            self._complain("a value is not closed: a ] is missing", start)
            self._at = start + inside.start()
        elif kind == "mark":
            self._mark(text, start)
        elif kind == "open":
            # Whatever follows belongs to the value: the game's own end is not missed as well.
            self._complain("a value is not closed: a ] is missing", start)
            self._depth, self._at = 0, len(self._text)
        elif self._aside:
            return
        elif kind == "name":
            self._name = "".join(letter for letter in text if not letter.islower())
        elif kind == "stray":
            self._complain(f"{text[:20]!r} is not a property, node or bracket: passed over", start)
        elif self._node is None or not self._name:
            self._complain(f"the value {text[:20]!r} belongs to no property", start)
        else:
            value = Value(unescaped(text), *self.place(start))
            self._node.setdefault(self._name, []).append(value)

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

    def _complain(self, message: str, at: int) -> None:
        self._wrong += 1
        if self._wrong > MOST:
            return
        line, column = self.place(at)
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
    """Return a value without its escapes; an escaped line end is removed."""
    return re.sub(r"\\(?:\n|(.))", r"\1", raw) if "\\" in raw else raw


def escaped(text: str) -> str:
    """Return a text as a value: backslashes before backslashes and closing brackets.

    Likewise before the opening bracket of what looks like the beginning of another game.
    """
    value = re.sub(r"[\\\]]", r"\\\g<0>", text)
    return _ROOT.sub(lambda found: f"{found[0][:-1]}\\[", value) if "(" in value else value
