"""The grammar of the Smart Game Format: game trees, whose nodes have properties with values.

The parser is lenient. Text around the games is skipped. A missing or superfluous bracket is a
finding, and the rest is still read. Property names may have digits (``P0``), which Boardspace uses
and the specification does not allow. Of each tree only the main line is returned, the first
variation at every fork. Source: the specification of FF[4].
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from notation import Finding
from notation.findings import note, violation
from notation.numbers import plural
from notation.pattern import lazy_pattern

SYNTAX = "sgf-syntax"

MOST = 50
"""Maximum number of findings on the brackets of one game; further ones are counted."""

_START = lazy_pattern(r"\(\s*;")
_TOKEN = lazy_pattern(
    r"""\s*(?:
        \[ (?P<value> [^\]\\]* (?: \\. [^\]\\]* )* ) \]
      | (?P<name> [A-Za-z][A-Za-z0-9]* )
      | (?P<mark> [;()] )
      | (?P<open> \[ )
      | (?P<stray> [^\s\[\];()A-Za-z]+ | \S )
    )""",
    re.VERBOSE | re.DOTALL,
)
_ROOT = lazy_pattern(r"\(\s*;\s*(?:FF|GM)\s*\[")
_ROOT_INSIDE = lazy_pattern(r"\(\s*;\s*(?:FF|GM)\s*\[[^\]\\]*\Z")
"""The beginning of a game inside a value, whose closing bracket is missing."""


class Value(NamedTuple):
    """A property's value.

    Attributes:
        text: the value, without the escapes.
        line: the line that it begins on, from 1.
        column: the column of its first character, from 1.
    """

    text: str
    line: int
    column: int


Node = dict[str, list[Value]]
"""Values by property, in the order written."""

Places = Callable[[int], tuple[int, int]]
"""Returns the line and column of an offset; offsets must not decrease."""


@dataclass(slots=True)
class Tree:
    """One game.

    Attributes:
        line: the line that it begins on, from 1.
        nodes: the nodes of its main line.
        findings: errors, and notes on omissions.
    """

    line: int
    nodes: list[Node] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def trees(text: str) -> Iterator[Tree]:
    """Yield the games of a text."""
    place, tree, at = _places(text), None, 0
    while at < len(text):
        start = _START.search(text, at)
        around = text[at : start.start() if start else None].strip()
        shown = around if len(around) < 40 else f"{around[:36]}..."
        message = f"text that belongs to no game was skipped: {shown!r}"
        skipped = [note("skipped-text", message).at(line=place(at)[0], column=1)] if around else []
        if start is None:
            if tree:
                tree.findings += skipped
            break
        if tree:
            yield tree
        tree = Tree(place(start.start())[0])
        at = _read_tree(tree, text, start.start(), place)
        tree.findings[:0] = skipped
    if tree:
        yield tree


def _places(text: str) -> Places:
    counted, line, line_start = 0, 1, 0

    def place(at: int) -> tuple[int, int]:
        nonlocal counted, line, line_start
        if lines := text.count("\n", counted, at):
            line += lines
            line_start = text.rfind("\n", counted, at) + 1
        counted = max(counted, at)
        return line, at - line_start + 1

    return place


def _read_tree(tree: Tree, text: str, at: int, place: Places) -> int:
    """Read the game that begins at an offset; return where it ends."""
    depth = aside = left_out = wrong = 0
    ended, name = False, ""
    node: Node | None = None

    def complain(message: str, at: int) -> None:
        nonlocal wrong
        wrong += 1
        if wrong <= MOST:
            line, column = place(at)
            tree.findings.append(violation(SYNTAX, message).at(line=line, column=column))

    bare, bare_at = "", 0
    while match := _TOKEN.match(text, at):
        kind = str(match.lastgroup)
        token, start = match[kind], match.start(kind)
        if bare and kind not in ("value", "open"):
            complain(f"the property {bare[:20]!r} has no value: skipped", bare_at)
        bare, bare_at = (token, start) if kind == "name" and not aside else ("", 0)
        if kind == "mark" and token == "(" and depth and _ROOT.match(text, start):
            at = start
            break
        at = match.end()
        if kind == "value" and (inside := _ROOT_INSIDE.search(token)):
            complain("a value is not closed: a ] is missing", start)
            at = start + inside.start()
        elif kind == "open":
            # The rest belongs to the value, so that the missing end of the game is not reported as
            # well.
            complain("a value is not closed: a ] is missing", start)
            at = len(text)
            depth = 0
            break
        elif kind == "mark":
            name = ""
            if token == "(":
                depth += 1
                left_out += ended and not aside
                aside += ended or aside > 0
            elif token == ")":
                depth -= 1
                ended, aside = True, max(aside - 1, 0)
                if not depth:
                    break
            elif not aside:
                if ended:
                    complain("a node follows a variation: it is read as the game's", start)
                node = {}
                tree.nodes.append(node)
        elif aside:
            continue
        elif kind == "name":
            name = "".join(letter for letter in token if not letter.islower())
        elif kind == "stray":
            complain(f"{token[:20]!r} is not a property, node or bracket: skipped", start)
        elif node is None or not name:
            complain(f"the value {token[:20]!r} belongs to no property", start)
        else:
            node.setdefault(name, []).append(Value(unescaped(token), *place(start)))
    if depth > 0:
        complain("the game is not closed: a ) is missing", at)
    if wrong > MOST:
        message = f"{wrong - MOST:,} more mistakes of this kind in the same game"
        tree.findings.append(violation(SYNTAX, message).at(line=place(at)[0]))
    if left_out:
        message = f"the main line was read, {plural(left_out, 'variation')} left out"
        tree.findings.append(note("variations", message).at(line=tree.line))
    return at


def unescaped(raw: str) -> str:
    """Return a value without its escapes; an escaped line end is removed."""
    return re.sub(r"\\(?:\n|(.))", r"\1", raw) if "\\" in raw else raw


def escaped(text: str) -> str:
    """Return a text as a value: backslashes before backslashes and closing brackets.

    A backslash also goes before the opening bracket of text that looks like the start of a game.
    """
    value = re.sub(r"[\\\]]", r"\\\g<0>", text)
    return _ROOT.sub(lambda found: f"{found[0][:-1]}\\[", value) if "(" in value else value
