"""Markup around moves: quotes of mail and of moves, forum codes, HTML, Markdown, tables.

As in `beside`, a line keeps its length, so that columns stay: markup becomes blanks.
"""

import re
from collections.abc import Iterator, Sequence

from notation.pattern import lazy_pattern

NESTED = 4
"""Levels of markup within markup that are left out."""

_HTML = (
    "abbr|blockquote|body|br|caption|center|cite|code|colgroup|col|div|font|footer|h[1-6]|header"
    "|head|html|hr|img|link|main|meta|nav|pre|section|small|span|strong|style|sub|sup|table|tbody"
    "|tfoot|thead|title|a|b|dd|dl|dt|em|i|li|ol|p|q|s|td|th|tr|tt|ul|u"
)
_FORUM = (
    "b|i|u|s|url|img|quote|code|list|table|tr|td|th|li|color|size|font|center|left|right|spoiler"
    "|hide|indent|pre|tt"
)
_MAY_HAVE = lazy_pattern(
    r"(?m)^[ \t]*[>+|`#\u2022\u2023\u25aa\u25cf\u25cb*-]|[<\[]/?[a-zA-Z*][^<>\[\]\"]{0,80}[>\]]"
    r"|\*\*|_\w|`|&\w|&#|[\u2500-\u257f]|[\"\u201c\u201d\u201e\u00ab\u2018'][A-Za-z0-9]|\{\|"
)
_QUOTE = r"^[ \t]*+(?:>[ \t]?)+"
_RULE = r"^[ \t]*+(?=[|+\u2502])(?=[^\n]*[-=\u2500\u2550]{2})[|+\u2502][-=:+| \t]*[|+][ \t]*$"
_BOX = r"^[ \t]*+[\u2500-\u257f][\u2500-\u257f\s]*$"
_BULLET = (
    r"^[ \t]*+#(?=\d{1,3}[.):]?[ \t]+\w)"
    r"|^[ \t]*+[*+\u2022\u2023\u25aa\u25cf\u25cb-][ \t]+(?=\(?\d{1,4}[.):]+[ \t])"
)
_WIKI = r"^[ \t]*+(?:\{\|[^{}\n]*|\|[-}+][- \t]*)$"
_QUOTED = (
    r"(?<![^\s(\[=:])(?P<quote>[\"\u201c\u201d\u201e\u00ab\u2018'])"
    r"(?P<move>(?=[^\s]*\d)[A-Za-z0-9][^\"\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019'\n]{1,60})"
    r"[\"\u201d\u201c\u00bb\u2019'](?=[\s,;.)\]]|$)"
)
_WIKI_LINE = lazy_pattern(_WIKI)
_FENCE = r"^[ \t]*+```\w*[ \t]*$"
_MARKUP = lazy_pattern(
    rf"{_QUOTE}|{_RULE}|{_WIKI}|{_BOX}|{_FENCE}|{_BULLET}|{_QUOTED}"
    rf"|(?i:</?(?:{_HTML})(?:[ \t][^<>]*)?/?>|<!doctype[^<>]*>|<!--[^<>]*-->)"
    rf"|(?i:\[/?(?:{_FORUM})(?:=[^\]\s]*)?\])|\[\*\]"
    r"|(?P<bold>\*\*|__|(?<!\w)_|`)(?=[^\s*_`])(?P<inner>[^*_`]*[^\s*_`])(?P=bold)(?!\w)"
    r"|&(?:[a-zA-Z]{2,8}|#\d{2,5});|[\u2502\u2503\u2551]"
)
_BRACES = lazy_pattern("[{}]")
_TAG_LINE = lazy_pattern(r'\s*\[\s*[^\s"\[\]]+\s+"')


def may_have_markup(lines: Sequence[str]) -> bool:
    """Whether markup may be among lines."""
    return _MAY_HAVE.search("\n".join(lines)) is not None


def without_markup(lines: Sequence[str]) -> Iterator[tuple[str, tuple[int, str] | None]]:
    """Yield lines with blanks for markup, and the column and the text of the first of each.

    Nothing in tags and in comments in braces is markup.
    """
    depth = 0
    for line in lines:
        if depth or ("{" in line and not _WIKI_LINE.match(line)) or _TAG_LINE.match(line):
            depth = _is_open(line, depth)
            yield line, None
        else:
            yield _blanked(line)


def _is_open(line: str, depth: int) -> int:
    """Return 1 if a brace is open behind a line, else 0; ``depth`` is that before it."""
    for brace in _BRACES.finditer(line):
        depth = int(brace[0] == "{")
    return depth


def _blanked(line: str) -> tuple[str, tuple[int, str] | None]:
    """Return a line with blanks for markup, and the column and the text of the first of it."""
    first = None
    for _ in range(NESTED):
        found = _MARKUP.search(line)
        if found is None:
            break
        first = first or (found.start() + 1, found[0].strip())
        line = _MARKUP.sub(_meant, line)
    return line, first


def _meant(found: re.Match[str]) -> str:
    """Return what stands for markup, as long as it is."""
    text, length = found[0], len(found[0])
    if found["bold"]:
        return found["inner"].center(length)
    if found["quote"]:
        return found["move"].center(length)
    if text[0] == "&":
        from html import unescape

        meant = unescape(text)
        return (" " if meant == text or meant.isspace() or meant in "<>&" else meant).ljust(length)
    return "|".ljust(length) if text in "\u2502\u2503\u2551" else " " * length
