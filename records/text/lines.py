"""Lines of a text with their places; comments and mark-up are replaced by blanks.

A line keeps its length, so that columns do not change. The spans of moves in a dialect are found
once for each line and cached (`TextLine.moves`).
"""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from notation import Finding
from notation.characters import Folded, fold_words
from notation.dialect import DASH
from notation.findings import note
from notation.pattern import lazy_pattern
from records.model import Place
from records.words import colour

HOLDER = "\1"
"""Placeholder of a comment in a cleaned line."""

COMMENT_LINES = 400
"""Maximum number of lines of a comment in braces; in a longer one the closing brace is missing."""


class Kind(Enum):
    """The kind of a token.

    `MARKS` are ``!`` and ``?`` after a move. A `MARK` is a separator without meaning: a comma, bar,
    stroke, semicolon or dash. A `SUSPECT` is a word that may be a damaged move.
    """

    MOVE = auto()
    NUMBER = auto()
    DOTS = auto()
    MARKS = auto()
    COMMENT = auto()
    MARK = auto()
    RESULT = auto()
    SIDE = auto()
    SUSPECT = auto()
    WORD = auto()


class Token(NamedTuple):
    """A piece of a line.

    Attributes:
        kind: its kind.
        text: the text; for a number its digits, for a comment its content, for a side its name.
        start, end: its offsets in the line.
        written: for a comment that mentions a move, the comment as written; for a number, the sign
            after it.
    """

    kind: Kind
    text: str
    start: int
    end: int
    written: str = ""


Spans = list[tuple[int, int]]
"""The offsets of moves on a line, begin and end of each."""


@dataclass(slots=True)
class TextLine:
    """A line of a text.

    Attributes:
        number: its number, from 1.
        written: the original line.
        text: the line with blanks for comments and mark-up, and usual characters for unusual ones.
        folded: the unusual characters; None if there are none.
        comments: comments by their offsets.
        mover: the side named before the move: its index, from 0, and the number of sides.
        first: the offset of its first move, -1 without one.
        indent: the offset in the original line, if this line is only a part of it; 0 if `folded`
            has the columns.
        below: the lines that were joined to this one, with the offsets where they begin.
        is_row: whether it belongs to the moves of a game.
    """

    number: int
    written: str
    text: str
    folded: Folded | None = None
    comments: dict[int, Token] = field(default_factory=dict)
    mover: tuple[int, int] | None = None
    first: int = -1
    indent: int = 0
    below: tuple[tuple[int, "TextLine"], ...] = ()
    is_row: bool = False
    _of: str = ""
    _moves: dict[re.Pattern[str], Spans] = field(default_factory=dict)
    _tokens: dict[re.Pattern[str] | None, list[Token]] = field(default_factory=dict)

    def place(self, offset: int) -> Place:
        """Return the line and column of an offset."""
        for start, line in reversed(self.below):
            if offset >= start:
                return line.place(offset - start)
        column = self.folded.column(offset + 1) if self.folded else offset + self.indent + 1
        return self.number, column

    def moves(self, pattern: re.Pattern[str]) -> Spans:
        """Return the spans of moves that match the lenient pattern of a dialect."""
        self._forget()
        if pattern not in self._moves:
            self._moves[pattern] = _spans(self.text, pattern)
        return self._moves[pattern]

    @property
    def tokens(self) -> dict[re.Pattern[str] | None, list[Token]]:
        """The cache of tokens by the pattern of the moves, which `tokens.take_apart` fills."""
        self._forget()
        return self._tokens

    def _forget(self) -> None:
        """Empty the caches if the text has changed."""
        if self._of != self.text:
            self._of, self._moves, self._tokens = self.text, {}, {}

    @property
    def is_one_move(self) -> bool:
        """Whether the text is exactly one move in one of the dialects whose moves were searched."""
        start, end = len(self.text) - len(self.text.lstrip()), len(self.text.rstrip())
        return self._of == self.text and [(start, end)] in self._moves.values()

    def part(self, start: int, end: int) -> "TextLine":
        """Return the text between two offsets as a line, with its places in the whole line."""
        comments = {
            at - start: one._replace(start=one.start - start, end=one.end - start)
            for at, one in self.comments.items()
            if start <= at < end
        }
        part = replace(self, text=self.text[start:end], comments=comments)
        part.first = max(self.first - start, 0) if 0 <= self.first < end else -1
        part.below = tuple((at - start, line) for at, line in self.below)
        if self.folded:
            part.folded = self.folded._replace(places=self.folded.places[start:end])
        else:
            part.indent += start
        return part

    def shown(self, start: int, stop: int) -> str:
        """Return a part of the line with its comments restored, without blanks around it."""
        text = self.text[start:stop]
        if HOLDER not in text:
            return text.strip()

        def restored(found: re.Match[str]) -> str:
            comment = self.comments.get(start + found.start())
            return f"{comment.text} " if comment else found[0]

        return re.sub(HOLDER + " *", restored, text).strip()

    def blank(self, start: int, end: int) -> None:
        """Replace a part of the line by blanks."""
        self.text = self.text[:start] + " " * (end - start) + self.text[end:]

    def write(self, start: int, text: str) -> None:
        """Replace a part of the line by a text."""
        self.text = self.text[:start] + text + self.text[start + len(text) :]

    def hold(self, start: int, end: int, comment: str, written: str = "") -> None:
        """Replace a part of the line by a comment.

        Args:
            start, end: the offsets of the part.
            comment: the content of the comment.
            written: the comment as written; empty if it mentions no move.
        """
        self.comments[start] = Token(Kind.COMMENT, comment, start, end, written)
        self.text = self.text[:start] + HOLDER + " " * (end - start - 1) + self.text[end:]


def joined(lines: Sequence[TextLine]) -> TextLine:
    """Join lines into one, with a blank between them except after a dash."""
    first, *others = lines
    text, comments, below = first.text, dict(first.comments), list(first.below)
    for line in others:
        text = text.rstrip()
        text += "" if _ENDS_WITH_DASH.search(text) else " "
        start = len(text)
        text += line.text
        below.append((start, line))
        for at, one in line.comments.items():
            comments[start + at] = one._replace(start=start + one.start, end=start + one.end)
    written = " ".join(line.written for line in lines)
    is_row = any(line.is_row for line in lines)
    return replace(
        first, written=written, text=text, comments=comments, below=tuple(below), is_row=is_row
    )


_ENDS_WITH_DASH = lazy_pattern(rf"\w{DASH}$")
_WORD_END = lazy_pattern(rf"[\s{HOLDER}]")
_GROUP = lazy_pattern(r"\d+|[^\W\d_]+(?:_[^\W\d_]+)*")
VALUE = lazy_pattern(r"(?<![\w.+-])(?:[+-]\d+(?:\.\d+)?|\d+\.\d+)(?![.\d])")
"""A number with a sign or a fraction."""
_BLANKS = lazy_pattern(r"\s+")
_NAME = lazy_pattern(r"(?:(?<=<)[@+%~& ])?w(?:[ .'_-]+w)*[ .'_-]*")
_NAME_END = lazy_pattern(r"(?: ?[(\[][9:]+[)\]])?[:>]")
LABEL = lazy_pattern(r"(?<!\S)[^\W\d_]{1,2}\d{1,3}(?::(?!\S)|\.(?=\s+\S))")


def begins_with_label(text: str) -> bool:
    """Whether a line begins with a side and the number of its move, such as ``W1:``."""
    return LABEL.match(text, len(text) - len(text.lstrip())) is not None


def _spans(text: str, pattern: re.Pattern[str]) -> Spans:
    """Return the spans of moves in a text; a move does not begin inside a word."""
    found: Spans = []
    move = pattern.search(text)
    are_labelled = move is not None and begins_with_label(text)
    while move:
        start, at = move.span()
        if start and text[start - 1].isalnum() and text[start].isalnum():
            stop = _WORD_END.search(text, start)
            at = stop.start() if stop else len(text)
            move = pattern.search(text, at)
            continue
        body = move[0].rstrip()
        bare = body.removesuffix("*")
        body = bare.rstrip() if bare[-1:].isspace() else body  # A result stands apart.
        if body and not (are_labelled and LABEL.match(text, start)):
            found.append((start, start + len(body)))
        move = pattern.search(text, max(at, start + 1))
    return found


@lru_cache(maxsize=1 << 12)
def prefix_shape(prefix: str) -> str:
    """Return the shape of the text before a move: ``[9:9] w:`` for ``[14:03] Anna Keller:``."""
    valued = VALUE.sub("9", prefix)
    classed = _GROUP.sub(lambda one: "9" if one[0].isdigit() else "w", valued)

    def named(one: re.Match[str]) -> str:
        return "w" if _NAME_END.match(one.string, one.end()) else one[0]

    return _NAME.sub(named, _BLANKS.sub(" ", classed)).strip()


# Cleaning.

_QUOTE = '"\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019'
_TAG = (
    r"^[ \t]*(?:\[[ \t]*[^\s\"\[\]]+[ \t]+\"(?:[^\"\\\n]|\\.)*\"[ \t]*\][ \t]*)+"
    rf"|^[ \t]*\[[ \t]*[^\W\d_][^\[\]{_QUOTE}\n]{{0,40}}[{_QUOTE}'`\u00b4].*$"
    r"|(?<=[> \t])\[[A-Za-z]\w* \"(?:[^\"\\\n]|\\.)*\"\]"
)
_HTML = (
    "abbr|article|big|blockquote|body|br|caption|center|cite|code|col|colgroup|del|div|font|footer"
    "|h[1-6]|head|header|html|hr|img|ins|kbd|link|main|mark|meta|p|pre|section|small|span|strong"
    "|style|sub|sup|table|tbody|tfoot|thead|title|[abisuq]|dd|dl|dt|em|li|ol|td|th|tr|tt|ul"
)
_FORUM = "[bisu]|url|user|img|quote|code|list|table|tr|td|th|li|color|size|font|center|spoiler|pre"
_LETTER = "&[A-Za-z]{1,2}(?:uml|acute|grave|circ|tilde|ring|cedil|slash|caron|lig);"
_MARKUP = "|".join(
    (
        r"^[ \t]*(?:>[ \t]?)+",  # quoted mail
        r"^[ \t]*(?:@\w+\{[^{}\n]*,|\[\[\w+\]\])[ \t]*$",  # an entry of BibTeX, a table of TOML
        # Tables: a rule, the edge before a number, rows and cells of wikis, drawn edges.
        r"^[ \t]*[|+\u2500-\u257f](?=[^\n]*[-=\u2500\u2550]{2})[-=:+| \t\u2500-\u257f]+$",
        r"^[ \t]*\|(?=[ \t]*\d{1,4}[.):]?[ \t]*\|)",
        r"^[ \t]*(?:\{\|[ \t]*\w+=[^\n]*|\|\}|\|-+[^|\n]*)$|\|\|",
        r"^[ \t]*```\w*[ \t]*$|[\u2502\u2503\u2551]",
        # LaTeX: text in a command, commands without, environments, the end of a row.
        r"\\(?:emph|text[a-z]{2}|(?:sub)*section|paragraph|title)\*?\{[^{}\n]*\}",
        r"\\(?:item|q?quad|hfill|noindent)\b|(?<=[A-Z]\.)~(?=[A-Z])",
        r"\\(?:begin|end|documentclass|usepackage)\{\w+\*?\}(?:\{[^{}\n]*\})?",
        r"\\(?:hline|\w+rule)\b|\\\\(?=[ \t]*$)",
        r"^[ \t]*(?:\{\{[^{}|\n]*|\}\})[ \t]*$",  # a template of wikis, on several lines
        r"\[\[(?:[^\W\d_][^\[\]|\n]{0,80}\|)?(?=[^\W\d_])|(?<=\w)\]\]",  # links of wikis
        # A sentence, or points, in italics.
        r"^[ \t]*(?:\*(?=[^\W\d_]{3}[^*\n]*[.!]\*[ \t]*$)|//(?=[^\W\d_]{3}[^\n]*[.!]//[ \t]*$))",
        r"(?<=[^\W\d_][.!])(?:\*|//)(?=[ \t]*$)",
        r"^[ \t]*\*\d{1,3}[:\u2013-]\d{1,3}\*[ \t]*$",
        r"(?<=[^\W\d_] )\+(?=[ \t]*$)",  # a line break of AsciiDoc
        # Lists of YAML and Python, with texts in quotation marks.
        r"^[ \t]*[\"']?\w+[\"']?[ \t]*[:=][ \t]*[\[{(][ \t]*$",
        r"(?<=:)[ \t]*\[(?=[ \t]*[\"'])|^[ \t]*(?:-[ \t]+)?[\[(](?=[ \t]*[\"'])",
        r"(?<=[\"'])[ \t]*[\])][ \t]*,?(?=[ \t]*$)",
        r"^[ \t]*-[ \t]+\{(?=[^{}\n:]+:[^{}\n]*\}[ \t]*,?$)|(?<=[\"'])[ \t]*\}(?=[ \t]*,?$)",
        # A bullet before a row, a sentence or a label; a hash before a row number; a heading.
        r"^[ \t]*[*+\u2022\u2023\u25aa\u25cf\u25cb-][ \t]+(?=\(?\d{1,4}[.):]*[ \t]+[*_`\"']{0,2}\w"
        r"|[^\W\d_]{3}[^\n\d]*[.!][ \t]*$|[^\W\d_]{3,6}:[ \t])",
        r"^[ \t]*(?:#(?=\d{1,3}[.):]?[ \t]+\w)|#{2,6}[ \t]+(?=[^\W\d_]))",
        # Rules around words.
        r"^[ \t]*[-=*~]{2,}[ \t]+(?=[^\n]*[^\W\d_]{3})"
        r"|(?<=[^\W\d_])[ \t]+[-=*~]{3,}[ \t]*$|(?<=[^\W\d_][.!?)])[ \t]+[-=*~]{3,}[ \t]*$",
        # Elements of web pages and XML, and of forums.
        r"(?i:<(?:script|style)\b[^<>]{0,300}>[^<]{0,20000}</(?:script|style)>)",
        rf"(?i:</?(?:{_HTML})(?:[ \t][^<>\n]{{0,300}})?/?>|<!doctype[^<>\n]{{0,200}}>"
        r"|<\w+(?:[ \t]+\w+=\"[^\"<>\n]*\")+[ \t]*>(?=[ \t]*[^\s])|</\w+>|<\?xml[^<>\n]*\?>"
        rf"|<!--[^<>\n]{{0,300}}-->|\[/?(?:{_FORUM})(?:=[^\]\s]{{0,200}})?\]|\[\*\])",
        # The ends of an element that is nothing but its attributes; commands with arguments.
        r"<\w+(?=(?:[ \t]+\w+=\"[^\"<>\n]*\")+[ \t]*/?>)|(?<=\")[ \t]*/?>(?=[ \t]*(?:$|\{))",
        r"^[ \t]*<\w+>(?=[ \t]*(?:<|$))",  # an element of others
        r"\\[A-Za-z]+(?:\{[^{}\n]*\}){2,}",
        rf"(?<![^\W\d_])[^\W\d_]*(?:{_LETTER}[^\W\d_]*)+",  # a word with letters as entities
        r"&(?:[a-zA-Z]{2,8}|\#\d{2,5});",  # entities
        r"\\\*",  # a star in Markdown
        r"\*\*|__|`|(?<!\d)'{2,3}|(?<!\w)_(?=\w)|(?<=[\w)])_(?!\w)",  # emphasis
        # Quotation marks around a text.
        r"(?<![^\s,;|\[(])(?:[\"\u201c\u201d\u201e\u00ab][A-Za-z0-9][^\"\u201d\u201c\u00bb\n]{1,60}"
        r"[\"\u201d\u201c\u00bb]|['\u2018][A-Za-z0-9][^'\u2019\n]{1,60}['\u2019])"
        r"(?:,(?=[ \t]*[\"'\u201c\u2018])|(?=[\s,;:|\])]|$))",
        r"(?<=\})[ \t]*%[^\n]*$|(?<!\S)\\(?!\S)",  # a comment of TeX; an empty cell
    )
)
_TIME = (
    r"\d{1,2}:\d\d(?::\d\d)?|\d{1,3}'(?:\d\d|')?|\d{1,2}h\d\d|\d{1,4}(?:s|sec|min)"
    r"|(?!1/2(?!\d))\d{1,2}/\d{1,2}(?:/\d{2,4})?"
)
_EVALUATION = (
    r"[-+=]/[-+=]|[-+]=|=[-+]|=(?=[ \t]*$)|[\u00b1\u2213\u2a72\u2a71\u221e]"
    r"|\+[-\u2212]|[-\u2212]\+|\$\d{1,3}"
)
_SMILEY = r"[:;]'?-?[()DPp]+|[\u2639\u263a\u2764\U0001f300-\U0001faff]+\ufe0f?"
_ASIDE = (
    rf"(?<=[ \t])(?:[(\[](?:{_TIME})[)\]]|(?:{_TIME}))(?!\S)"
    rf"|(?<=[ \t])(?:{_EVALUATION})(?!\S)|(?<!\S)(?:{_SMILEY})(?!\S)"
    r"|(?<=[a-z]\d[ \t])\+{1,2}(?!\S)"
    r"|~~[^~\n]{1,30}~~"
    r"|(?<=[ \t])(?:\d{1,3}[.,]\d\d|[\"\u201d\u3003])(?=[ \t]*$)"
)
_BRACKET = r"(?<=\s)\([^()\n]+\n(?:[^()\n]+\n){0,8}[^()\n]*\)"
"""A text in brackets over several lines; with several words it is a comment."""
_LONG = lazy_pattern(r"[^\W\d_]{3,}")
_SCAN = lazy_pattern(
    rf"(?m)(?P<tag>{_TAG})|(?P<brace>(?<!=)(?<!= )\{{(?!\|[ \t]*\w+=|\{{[^{{}}|\n]*$))"
    rf"|(?P<bracket>{_BRACKET})|(?P<markup>{_MARKUP})|(?P<aside>{_ASIDE})"
    r"|(?P<element><(?P<name>\w+)>(?=[^<>\n]*</(?P=name)>))"
    r"|(?P<braced>(?<==)[ \t]*\{[^{}\n]*(?:\}[ \t]*,?[ \t]*)?$|^[^{}=\n]*\}[ \t]*,?[ \t]*$)"
    r"|(?P<command>\\(?P<word>[A-Za-z]+)\{(?P<value>[^{}\n]*)\})"
)
_MAY_SCAN = lazy_pattern(
    r"(?m)[{}<>`&~\\\u2500-\u257f$\u00b1\u2213\u2a71\u2a72\u221e\"\u201c\u201d\u201e\u00ab]|\*\*|''|_"
    r"|//|\[[/a-zA-Z*\[]|\d[:'h]|^[ \t]*[|+*#\u2022\u2023\u25aa\u25cf\u25cb-](?=[ \t]*\S)"
    r"|\d(?:s|sec|min)(?!\w)|[-=*~]{2}[ \t]|\d[.,]\d\d[ \t]*$"
    r"|\([^()\n]+$|[-+=](?: |$)|\d/\d|[:;]'?-?[()DPp]|[\u2639\u263a\u2764\U0001f300-\U0001faff]"
)
"""Matches texts that may have comments or markup; other texts are not scanned."""

MAIL = lazy_pattern(
    r"\s*(from|von|de|to|an|à|cc|date|datum|sent|gesendet|envoyé|reply-to|message-id)\s*:(.*)",
    re.IGNORECASE,
)
"""A line of the head of a mail: its name and its value."""

_TIMES = frozenset(("sent", "gesendet", "envoyé"))

SENT = lazy_pattern(r"\S@\w|\d:\d\d.*[+-]\d{4}")
"""An address, or the time at which a mail was sent."""

_ROWS = lazy_pattern(r"<(?:tr|table|h[1-6])\b", re.IGNORECASE)
_LINES = lazy_pattern(r"<(?:br|p|div|li|dt|dd|h[1-6])(?=[\s/>])", re.IGNORECASE)
_IN_BRACES = lazy_pattern(r"\{[^{}]*\}")
_EMPTY = lazy_pattern(r"(?:\s|<[^<>]{0,300}>)*")

_OF_SIDE = lazy_pattern(r"=\"([^\W\d_]+)\">$")
"""The end of an element whose attribute may be a side: ``<player side="red">``."""

NO_CUTS: Mapping[int, Sequence[int]] = {}


def lines_of_page(line: str) -> list[int]:
    """Return the offsets at which the lines of a web page begin in a line of its source."""
    line = _IN_BRACES.sub(lambda one: " " * len(one[0]), line)
    breaks = _ROWS if "<tr" in line.lower() else _LINES
    cuts, last = list[int](), 0
    for found in breaks.finditer(line):
        if not _EMPTY.fullmatch(line, last, found.start()):
            cuts.append(found.start())
        last = found.start()
    return cuts


_COMMAND = lazy_pattern(r"[\s>|]*(?P<game>[A-Za-z]\w*)\s+move\s+\d+\s+\S+\s+\S+\s+(?=\S)")
"""The fields before a move sent to a server: game, number, user and password."""
_OTHER_COMMAND = lazy_pattern(r"[\s>|]*(?P<game>[A-Za-z]\w*)\s+[a-z]+\s+\d+\s+\S+\s+\S+")
_MISREAD = lazy_pattern(r"\{\w{0,2}\d\w?[-.,]\w")
"""A brace that a scanner took for a letter of a move."""
_IS_FRAME = lazy_pattern(r"\\(?:begin|end|documentclass|usepackage)\{")
_BRACES = lazy_pattern(r"[{}]|,(?=\s*\Z)")
_CLOSE = lazy_pattern(r"\\.|\}", re.DOTALL)
_ESCAPED = lazy_pattern(r"\\(?:u([0-9a-f]{4})|(.))", re.DOTALL)
_MEANT = {"n": "\n", "r": "\r"} | dict(zip('\\"{}', '\\"{}', strict=True))


def unescape(text: str) -> str:
    r"""Undo the escapes with backslashes of a tag value or a comment, such as ``\u001b``.

    A backslash before a character that needs none, as in a path, is kept.
    """
    return _ESCAPED.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _MEANT.get(found[2], found[0])


def clean(
    written: Sequence[str], first: int, cuts: Mapping[int, Sequence[int]] = NO_CUTS
) -> tuple[list[TextLine], list[Finding]]:
    """Return lines without comments and mark-up, and notes on them.

    Args:
        written: the original lines.
        first: the number of the first line.
        cuts: index of a line -> offsets at which it is cut; the parts keep the number of the line.
    """
    lines: list[TextLine] = []
    commands: list[int] = []
    server = ""
    for number, whole in enumerate(written, start=first):
        for offset, end in pairwise((0, *cuts.get(number - first, ()), len(whole))):
            line = whole[offset:end]
            if " move " in line and (command := _COMMAND.match(line)):
                line = " " * command.end() + line[command.end() :]  # The password is kept nowhere.
                commands.append(number)
                server = command["game"]
            elif commands and (other := _OTHER_COMMAND.match(line)) and other["game"] == server:
                line = ""  # Another command, which has the password, too.
            folded = None if line.isascii() and line.isprintable() else fold_words(line)
            if folded and offset:
                places = tuple(place + offset for place in folded.places)
                odd = tuple((column + offset, one) for column, one in folded.odd)
                folded = Folded(folded.text, places, odd)
            text = folded.text if folded else line
            lines.append(TextLine(number, line, text, folded, indent=0 if folded else offset))
    text = "\n".join(line.text for line in lines)
    findings = _Cleaner(text, lines).clean() if _MAY_SCAN.search(text) else []
    if commands:
        message = "commands to a server are read as their moves; passwords are left out, and so "
        message += "are other commands"
        findings.append(_counted("markup", message, len(commands)).at(line=commands[0], column=1))
    return lines, findings


def _is_sent(line: str) -> bool:
    """Whether a line is from the head of a mail, with an address or the time of sending."""
    found = MAIL.match(line)
    is_time = found is not None and found[1].casefold() in _TIMES
    return is_time or (found is not None and SENT.search(found[2]) is not None)


def _counted(code: str, message: str, times: int) -> Finding:
    return note(code, f"{message}, {times} times" if times > 1 else message)


class _Cleaner:
    """One pass over a text that blanks comments and markup."""

    def __init__(self, text: str, lines: list[TextLine]) -> None:
        self.text, self.lines = text, lines
        self.starts = list(accumulate((len(line.text) + 1 for line in lines), initial=0))
        braces = _CLOSE.finditer(text) if "{" in text else ()
        self.closing = [one.start() for one in braces if one[0] == "}"]
        self.findings: list[Finding] = []

    def clean(self) -> list[Finding]:
        """Blank comments and mark-up, and return notes on them."""
        marked: dict[str, list[tuple[int, str]]] = {"markup": [], "comment": []}
        pieces, copied, position, text = list[str](), 0, 0, self.text
        while found := _SCAN.search(text, position):
            start, position = found.span()
            kind, written = found.lastgroup, found[0]
            if kind == "tag":
                continue
            if kind == "brace":
                end = self._end(start)
                position = end or start + 1
                if not end:
                    continue
                inside = text[start + 1 : end - (text[end - 1] == "}")]
                instead = self._hold(start, end, unescape(inside.strip()))
            elif kind == "bracket":
                inside = " ".join(written[1:-1].split())
                if len(_LONG.findall(inside)) < 3:
                    position = start + 1
                    continue
                shown = written if any(map(str.isdigit, inside)) else ""
                instead = self._hold(start, position, inside, " ".join(shown.split()))
            elif kind == "aside":
                row = text[text.rfind("\n", 0, start) + 1 : start]
                # A figure behind numbers alone may be a point: 1. 9.10 7.13.
                is_point = written[-3:-2] in (".", ",") and not any(map(str.isalpha, row))
                if is_point or _is_sent(self._place(start)[0].written):
                    continue
                instead = self._hold(start, position, written.strip("~ "))
                marked["comment"].append((start, written))
            else:
                if kind == "element":
                    instead = f"{found['name']}: "
                elif kind == "command":
                    instead = f"{found['word']}: {found['value']} "
                elif kind == "braced":  # A value of BibTeX.
                    instead = _BRACES.sub(" ", written)
                else:
                    instead = _meant(written)
                if written.strip() and not written.lstrip().startswith(("##", "==")):
                    marked["markup"].append((start, written.strip()))
            pieces += (text[copied:start], instead)
            copied = position = max(position, start + 1)
        pieces.append(text[copied:])
        for line, cleaned in zip(self.lines, "".join(pieces).split("\n"), strict=True):
            line.text = cleaned
        for code, message in (
            ("markup", "markup of mail, forums or web pages is left out"),
            ("comment", "times and signs beside moves are read as comments"),
        ):
            if some := marked[code]:
                self._note(_counted(code, message, len(some)), *some[0])
        return self.findings

    def _end(self, start: int) -> int:
        """Return the offset after a comment in braces; 0 if its brace is a misread letter."""
        at = bisect_left(self.closing, start)
        end = self.closing[at] + 1 if at < len(self.closing) else 0
        if end and self.text.count("\n", start, end) <= COMMENT_LINES:
            return end
        if _MISREAD.match(self.text, start):
            return 0
        self._note(note("unclosed-comment", "no } closes this comment: it ends here"), start)
        end = self.text.find("\n", start)
        return end if end >= 0 else len(self.text)

    def _place(self, start: int) -> tuple[TextLine, int]:
        at = bisect_left(self.starts, start + 1) - 1
        return self.lines[at], start - self.starts[at]

    def _hold(self, start: int, end: int, comment: str, written: str = "") -> str:
        """Keep a comment with its line, and return its placeholder."""
        line, offset = self._place(start)
        line.comments[offset] = Token(Kind.COMMENT, comment, offset, offset + 1, written)
        return HOLDER + re.sub("[^\n]", " ", self.text[start + 1 : end])

    def _note(self, found: Finding, start: int, text: str | None = None) -> None:
        line, offset = self._place(start)
        row, column = line.place(offset)
        self.findings.append(found.at(line=row, column=column, text=text))


def _meant(markup: str) -> str:
    """Return the replacement for markup, of equal length."""
    if markup[0] == "&" or markup[0].isalpha():
        from html import unescape as of_html

        meant = of_html(markup)
        is_text = meant.isalpha() or (len(meant) == 1 and not meant.isspace())
        return (meant if is_text else " ").ljust(len(markup))
    if markup == "\\*":
        return "* "
    if markup[0] == "\\" and markup[-1] == "}" and not _IS_FRAME.match(markup):
        start = markup.index("{") + 1
        return f"{' ' * start}{markup[start:-1].replace('~', ' ').replace('}{', '  ')} "
    if (points := markup.strip(" \t*")) and points[0].isdigit():
        return markup.replace("*", " ")
    if markup[0] in "\"'\u201c\u201d\u201e\u00ab\u2018" and markup.strip("'"):
        return f" {markup.rstrip(',')[1:-1]} ".ljust(len(markup))
    if markup.lstrip()[:1] == "@" or (markup.lstrip()[:2] == "[[" and "]]" in markup):
        return "---".ljust(len(markup))
    if "\n" in markup:
        return re.sub("[^\n]", " ", markup)
    if (side := _OF_SIDE.search(markup)) and colour(side[1]):
        return f"{side[1]}:".rjust(len(markup))
    return "|" if markup in "\u2502\u2503\u2551" else " " * len(markup)
