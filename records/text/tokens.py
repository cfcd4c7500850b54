"""Lines of typed or printed game text, taken apart into tokens.

A line is either *game text* (move numbers, moves, comments, marks, results, perhaps a word that
cannot be read) or prose, which is skipped. Prose may well mention moves, so what decides is how
much of the line is moves.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import zip_longest
from typing import NamedTuple

from notation import Dialect
from records.results import match_result


class Kind(Enum):
    """What a token is."""

    MOVE = auto()
    NUMBER = auto()
    ELLIPSIS = auto()
    MARKS = auto()
    COMMENT = auto()
    RESULT = auto()
    SUSPECT = auto()
    """A word that stands where a move should and looks like one, or like a hole."""
    WORD = auto()


class Token(NamedTuple):
    """A piece of a line.

    Attributes:
        kind: what it is.
        text: the text; of a number, its digits; of a comment, what is inside.
        column: where it begins in the line, from 1.
        glued: whether it follows the token before it without a blank.
        run_on: whether it is a move whose last words may belong to the move after it.
    """

    kind: Kind
    text: str
    column: int
    glued: bool = False
    run_on: bool = False


TAG = re.compile(r'\s*\[\s*([^\s"\[\]]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
DASHES = re.compile(r"(?:[-=_~*\N{EN DASH}\N{EM DASH}]\s*){3,}")
HEADINGS = frozenset(
    {"white", "black", "first", "second", "red", "blue", "green", "move", "moves"}
    | {"blanc", "noir", "blancs", "noirs", "rouges", "bleus", "verts", "coup", "coups"}
    | {"wei\N{LATIN SMALL LETTER SHARP S}", "schwarz", "n\N{DEGREE SIGN}", "no"}
)
"""Words that head the columns of a table."""

REMARKS = 3
"""Other words for each move that a numbered line may hold and still begin a game."""

LONGEST_SUSPECT = 3
"""Letters that a word without digits may have and still be a misread move."""

_SKIP = re.compile(r"[\s/|;,]*")
_NUMBER = re.compile(
    r"(?:\((\d{1,4})\)|(\d{1,4})[ \t]?(?:[.):]|(?=\s|$|\.\.|\N{HORIZONTAL ELLIPSIS})))"
)
_ELLIPSIS = re.compile(r"\.{2,}|\N{HORIZONTAL ELLIPSIS}")
_MARKS = re.compile(r"[!?]+")
_COMMENT = re.compile(r"\{((?:[^}\\]|\\.)*)(\}?)", re.DOTALL)
_WORD = re.compile(r"[^\s{]+")
_STAR = re.compile(r"\s+\*$")
_MOVELIKE = re.compile(r"(?=.*(?:\d|\w[.\-,]\w|^\W+$))[\w.,:;()*+?\N{MULTIPLICATION SIGN}\-"
                       r"\N{EN DASH}\N{EM DASH}]{1,24}")  # fmt: skip


def unescape(text: str) -> str:
    """Undo the backslashes of a tag value or a comment."""
    ends = {"n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda found: ends.get(found[1], found[1]), text, flags=re.DOTALL)


def split_tags(line: str) -> tuple[list[tuple[str, str]], int]:
    """Return the tags that a line begins with, and the offset of what follows them."""
    tags, end = [], 0
    while tag := TAG.match(line, end):
        tags.append((tag[1], unescape(tag[2])))
        end = tag.end()
    return tags, end


def is_heading(line: str) -> bool:
    """Whether a line only names the columns of a table."""
    words = line.lower().replace(":", " ").replace(".", " ").split()
    return bool(words) and all(word in HEADINGS for word in words)


def tokens(line: str, dialects: Sequence[Dialect[object]]) -> list[Token]:
    """Return the tokens of a line; a comment may reach over several lines.

    The line is read in the dialect in which least of it is left over, then in the one with the
    fewest moves that are not canonical, then with the fewest moves and tokens: where one move ends
    and the next begins differs from dialect to dialect.

    Args:
        line: the line, or several lines that a comment holds together.
        dialects: the dialects in which moves may be written, likeliest first.
    """
    ways = [(list(_tokens(line, dialect)), dialect) for dialect in dialects]
    if not ways:
        return list(_tokens(line, None))
    found, dialect = max(ways, key=lambda way: _fit(*way)) if len(ways) > 1 else ways[0]
    found = _run_on(found, dialect) if dialect.inner_blanks is None else found
    return _suspecting(found)


def _suspecting(line: list[Token]) -> list[Token]:
    """Suspect a move in the one short word of a numbered row that has only one move besides.

    A scanner makes ``bZ`` of b2 and ``AS`` of A5; passed over, the ply would be lost.
    """
    words = [token for token in line if token.kind is Kind.WORD]
    plies = [token for token in line if token.kind in (Kind.MOVE, Kind.SUSPECT)]
    if len(words) != 1 or len(plies) != 1 or line[0].kind is not Kind.NUMBER:
        return line
    if len(words[0].text) > LONGEST_SUSPECT or not words[0].text.isalpha():
        return line
    return [token._replace(kind=Kind.SUSPECT) if token in words else token for token in line]


def _run_on(line: Sequence[Token], dialect: Dialect[object]) -> list[Token]:
    """Mark the moves of a line that may end elsewhere: one blank parts them from the next one."""
    marked = []
    for token, following in zip_longest(line, line[1:]):
        near = following and following.column == token.column + len(token.text) + 1
        moves = near and token.kind is following.kind is Kind.MOVE
        marked.append(
            token._replace(run_on=True) if moves and dialect.is_open_ended(token.text) else token
        )
    return marked


def _fit(line: Sequence[Token], dialect: Dialect[object]) -> tuple[int, ...]:
    """Return how well a dialect takes a line apart; what compares greater is better."""
    left_over = sum(token.kind in (Kind.WORD, Kind.SUSPECT) for token in line)
    moves = [token.text for token in line if token.kind is Kind.MOVE]
    uncanonical = sum(not dialect.are_canonical([move]) for move in moves)
    return -left_over, -uncanonical, -len(moves), -len(line)


def _tokens(line: str, dialect: Dialect[object] | None) -> Iterator[Token]:
    position = end = 0
    while (position := _SKIP.match(line, position).end()) < len(line):  # type: ignore[union-attr]
        token, length = _token(line, position, dialect, glued=position == end and end > 0)
        yield token
        position = end = position + length


def _token(
    line: str, position: int, dialect: Dialect[object] | None, glued: bool
) -> tuple[Token, int]:
    column = position + 1
    if comment := _COMMENT.match(line, position):
        return Token(Kind.COMMENT, unescape(comment[1]).strip(), column), len(comment[0])
    if found := dialect and dialect.lenient_pattern.match(line, position):
        # A star that stands apart means that the game is undecided; glued, it belongs to the move.
        move = _STAR.sub("", found[0].rstrip())
        return Token(Kind.MOVE, move, column, glued), len(move)
    if result := match_result(line, position):
        return Token(Kind.RESULT, result.written, column, glued), len(result.written)
    if number := _number(line, position, dialect):
        return Token(Kind.NUMBER, number[1] or number[2], column, glued), len(number[0])
    if ellipsis := _ELLIPSIS.match(line, position):
        return Token(Kind.ELLIPSIS, ellipsis[0], column, glued), len(ellipsis[0])
    marks = _MARKS.match(line, position)
    if marks and (glued or "!" in marks[0]):
        return Token(Kind.MARKS, marks[0], column, glued), len(marks[0])
    word = _WORD.match(line, position)
    text = word[0] if word else line[position]
    stripped = text.rstrip("!?") or text
    kind = Kind.SUSPECT if _MOVELIKE.fullmatch(stripped) else Kind.WORD
    return Token(kind, stripped, column, glued), len(stripped)


def _number(line: str, position: int, dialect: Dialect[object] | None) -> re.Match[str] | None:
    """Return a move number; one that is glued to what follows only if that can be a move."""
    number = _NUMBER.match(line, position)
    if number is None or number.end() == len(line) or line[number.end()].isspace():
        return number
    starts = [_ELLIPSIS, _COMMENT, *([dialect.lenient_pattern] if dialect else [])]
    return number if any(start.match(line, number.end()) for start in starts) else None


def is_game_text(line: Sequence[Token], in_game: bool) -> bool:
    """Whether a line of tokens belongs to a game rather than to the prose around it.

    Args:
        line: the tokens of one line.
        in_game: whether moves of a game have been read just before.
    """
    kinds = [token.kind for token in line]
    moves, suspects = kinds.count(Kind.MOVE), kinds.count(Kind.SUSPECT)
    words = kinds.count(Kind.WORD)
    if not kinds:
        return False
    bare = [kind for kind in kinds if kind not in (Kind.COMMENT, Kind.ELLIPSIS)]
    numbered = bare[:1] == [Kind.NUMBER]
    if bare[:2] == [Kind.NUMBER, Kind.MOVE]:
        # Other words in a row of moves are notes: better noted each than the moves lost.
        return in_game or words + suspects <= REMARKS * moves
    if bare[:2] == [Kind.NUMBER, Kind.SUSPECT] and in_game:
        return True
    if moves:
        return words + suspects <= moves if numbered or in_game else words + suspects < moves
    if suspects:
        return in_game and not words and suspects == 1
    return in_game and not words and kinds.count(Kind.NUMBER) <= 1
