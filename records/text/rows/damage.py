"""Damaged tables among the lines of a text: where they are, and their tokens in order.

Lines without any damage are read token by token, so the search for damage has to be quick: a line
that begins with the number that is due and goes on with nothing but moves is passed over at once.
"""

import re
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple, TypeVar

from notation import Dialect
from notation.characters import Folded, fold_words
from notation.pattern import lazy_pattern
from records.assumptions import AUTO
from records.model import Place
from records.results import match_result
from records.text.around import skipped_notes
from records.text.comments import GAME_SEPARATOR
from records.text.dashes import marks_of_rows
from records.text.game import GameBuilder
from records.text.headings import most_headed
from records.text.layout import Word
from records.text.naming import TAG
from records.text.rows.apart import comment_runs_on, dots_stand_for_moves
from records.text.rows.laid_out import read_tables
from records.text.rows.layouts.blocks import are_blocks, are_games
from records.text.rows.layouts.headed import numbers_below_sides, with_numbers
from records.text.rows.layouts.named import LEAST_LINES, side_and_rest
from records.text.rows.layouts.unnumbered import may_be_damaged as unlike
from records.text.table import LEAST_ROWS, MoveTable, TablePly
from records.text.tokens import DASHES, Kind, Token, tokens

LEAST_BLOCKS = 2
"""Lines that a table of blocks side by side has at least."""
MOST_REPEATED = 4
"""Rows for each that has the number of the one before it, in a table of one row for each number."""
AROUND = 60
"""Lines around one with moves that may be rows of the same table, however damaged."""
LEAST_SHOWN = 0.15
"""Share of the lines with text of a stretch in which moves show, if it may hold a table."""
MOST_SHORT = 0.5
"""Part of the rows that have as many moves as any, where others are looked at for lost plies."""
SIDES_NAMED = 2
"""Lines with the name of a side alone, from which on the sides may stand one below the other."""
USUAL_WIDTH = 2
"""Moves of a row before which a word is not just a remark."""

_ROW = lazy_pattern(r"\s*\(?(\d{1,4})(?:[ \t]?(?:\.[-\u2013]|[.):])|(?=\s))[ \t]*(?=\S)")
_ASIDE = lazy_pattern(r"\{([^{}]*)\}|(?<!^\d)(?<!^\d\d)(?:(?<!\S)(?:;|#+|//+)|;(?!\S))(.*)$")
_REMARK = lazy_pattern(
    r"\(((?=[^()]*[^\W\d_]{4}|\d{1,3}\.)[^()]*)\)|(?<!\S)\[((?=[^\[\]]*[^\W\d_]{4})[^\[\]]*)\](?!\S)"
)
_BESIDE = lazy_pattern(r"\{[^{}]*\}|[!?]+(?=\s|$)")
_ASKS = lazy_pattern(r"[{!?]")


Item = TypeVar("Item")

Range = tuple[int, int]
"""The index of the first of some lines, and of the line after the last."""


class FoundTable(NamedTuple):
    """A damaged table, and what else stands on its lines.

    Attributes:
        table: the table.
        asides: the comments and results between its words.
        marks: the marks that part its sides, which are left out.
        odd: the lines with characters that were read as others.
    """

    table: MoveTable
    asides: list[tuple[Place, Token]]
    marks: list[tuple[Place, str]]
    odd: list[tuple[Place, Folded]]

    def entries(self) -> Iterator[tuple[Token, Place]]:
        """Yield numbers, moves and what stands beside them, in the order of the game."""
        beside: dict[int, list[tuple[Token, Place]]] = {}
        for place, token in self.asides:
            beside.setdefault(self.table.before(place), []).append((token, place))
        yield from beside.get(-1, ())
        index = 0
        for row in self.table.rows:
            yield Token(Kind.NUMBER, str(row.number), 1), (row.line, 1)
            for ply in row.plies:
                yield from _entries(ply, self.table.dialect)
                yield from beside.get(index, ())
                index += 1


def _entries(ply: TablePly, dialect: Dialect[object]) -> Iterator[tuple[Token, Place]]:
    """Yield the move of a ply, and marks behind it."""
    text, place = ply.text, (ply.line, ply.column)
    bare = text.rstrip("!?")
    is_marked = bare not in ("", text) and dialect.lenient_pattern.fullmatch(bare) is not None
    move = bare if is_marked else text
    kind = Kind.MOVE if ply.readable and " " not in move else Kind.SUSPECT
    yield Token(kind, move, place[1]), place
    if is_marked:
        column = place[1] + len(bare)
        yield Token(Kind.MARKS, text[len(bare) :], column, glued=True), (place[0], column)


def add_table(game: GameBuilder, found: FoundTable, lines: Sequence[str], first: int) -> None:
    """Add the plies of a table to a game, and its notes.

    Args:
        game: the game.
        found: the table.
        lines: lines of the text, the table's among them.
        first: number of the first of them.
    """
    game.findings += found.table.notes
    game.table_notes += found.table.notes
    game.cut_as = game.cut_as or found.table.dialect
    for number in found.table.skipped:
        game.findings += skipped_notes([(number, lines[number - first])], above=True)
    for place, mark in found.marks:
        game.take_mark(mark, place)
    game.odd += ((place[0], folded) for place, folded in found.odd)
    for token, place in found.entries():
        game.take_at(token, place)


def regions(lines: Sequence[str]) -> Iterator[Range]:
    """Yield the ranges of lines between tags and other lines that no table reaches over."""
    start = 0
    for index, line in enumerate(lines):
        stripped = line.strip()
        if stripped[:1].isalnum():
            continue
        if TAG.match(line) or DASHES.fullmatch(stripped) or GAME_SEPARATOR.fullmatch(stripped):
            if start < index:
                yield start, index
            yield index, index + 1
            start = index + 1
    if start < len(lines):
        yield start, len(lines)


def damaged_tables(
    lines: Sequence[str],
    first: int,
    dialects: Sequence[Dialect[object]],
    layout: str,
    times: Sequence[Word] = (),
) -> list[FoundTable]:
    """Return the tables among lines that reading token by token would read wrongly.

    Args:
        lines: the lines.
        first: number of the first of them.
        dialects: the dialects in which the moves may be written.
        layout: how the sheet is laid out.
        times: what was taken from the lines as times: some of a column may be left.
    """
    if len(lines) < LEAST_BLOCKS or not _may_be_damaged(lines, dialects, layout):
        return []
    parts = stretches(lines, dialects)
    return [
        one
        for start, end in parts
        for one in _tables(lines[start:end], first + start, dialects, layout, times)
    ]


def stretches(lines: Sequence[str], dialects: Sequence[Dialect[object]]) -> Iterator[Range]:
    """Yield the ranges of lines that have moves, and `AROUND` lines before and after them.

    Searching a line for moves takes far less time than cutting it into plies, and texts of other
    things than games are long.
    """
    here = [
        index
        for index, line in enumerate(lines)
        if any(one.lenient_pattern.search(line) for one in dialects)
    ]
    while here:
        last = next((at for at, after in pairwise(here) if after - at > 2 * AROUND), here[-1])
        start, end = max(here[0] - AROUND, 0), min(last + AROUND, len(lines))
        among = here[: bisect_right(here, last)]
        if len(among) >= LEAST_SHOWN * sum(map(bool, lines[here[0] : last + 1])):
            yield start, end
        here = here[len(among) :]


def _tables(
    lines: Sequence[str],
    first: int,
    dialects: Sequence[Dialect[object]],
    layout: str,
    times: Sequence[Word],
) -> list[FoundTable]:
    """Return the damaged tables among some lines of a text."""
    text = "\n".join(lines)
    has_dots = dots_stand_for_moves(text)
    is_dotted = has_dots and sum(map(_names_side, lines)) < SIDES_NAMED
    if is_dotted or comment_runs_on(lines):
        return []
    words, asides = list[list[Word]](), list[tuple[Place, Token]]()
    marks, odd = list[tuple[Place, str]](), list[tuple[Place, Folded]]()
    parting = marks_of_rows([line for line in lines if _ROW.match(line)])
    for number, line in enumerate(lines, start=first):
        if parting:
            marks += (((number, one.start() + 1), one[0]) for one in parting.finditer(line))
            line = parting.sub(" ", line)
        folded = fold_words(line)
        if folded:
            odd.append(((number, 1), folded))
        of_line, beside = _words(line, folded, number, dialects)
        words.append(of_line)
        asides += beside
    is_move = is_move_among(dialects)
    with_numbers(words, numbers_below_sides(lines, is_move))
    for word in times:
        if first <= word.line < first + len(lines):
            insort(words[word.line - first], word, key=attrgetter("column"))
    known = {(word.line, word.column) for word in times}
    return [
        FoundTable(
            one,
            [*_within(one, asides), *_comments(one.beside, known)],
            _within(one, marks),
            _within(one, odd),
        )
        for one in read_tables(words, dialects, layout, known)
        if not one.is_plain
    ]


def _comments(times: Iterable[Word], known: Container[Place]) -> Iterator[tuple[Place, Token]]:
    """Yield the words of columns of times as comments, but those that are known as such."""
    for word in times:
        place = word.line, word.column
        if place not in known:
            yield place, Token(Kind.COMMENT, word.text, word.column)


def _within(table: MoveTable, found: Iterable[tuple[Place, Item]]) -> list[tuple[Place, Item]]:
    first, last = table.lines
    return [one for one in found if first <= one[0][0] <= last]


def _may_be_damaged(lines: Sequence[str], dialects: Sequence[Dialect[object]], layout: str) -> bool:
    """Whether there are rows, and one of them is not the next or holds more than moves."""
    if _is_named_line_by_line(lines, dialects):
        return True
    rows, last, damaged, above, repeated = 0, 0, layout != AUTO, False, 0
    lengths: list[int] = []
    is_move = is_move_among(dialects)
    width = most_headed([line.split() for line in lines if line[:1].isalpha()]) or USUAL_WIDTH
    for line in lines:
        number = _ROW.match(line)
        # The digits of a move alone on its line are no number of a row: 11.6.2SE2.
        if number is None or (len(words := line.split(maxsplit=1)) == 1 and is_move(words[0])):
            damaged |= above and bool(rows) and _names_side(line)
            above |= not line.isspace() and bool(line)
            if lengths and not line.isspace():
                lengths.pop()  # The row may go on here.
            continue
        rows += 1
        repeated += int(number[1]) == last
        if not damaged:
            last, damaged, length = _check_row(line, number, last, above, dialects, width)
            lengths.append(length)
        else:
            last = int(number[1])
    damaged |= _is_short(lengths[:-1])
    least = rows >= LEAST_ROWS or (rows == LEAST_BLOCKS and are_blocks(lines))
    if damaged and least and repeated * MOST_REPEATED < rows:
        return True
    if (rows and layout == AUTO and are_games(lines)) or numbers_below_sides(lines, is_move):
        return True
    return layout == AUTO and not rows and unlike(lines, is_move)


def _is_short(lengths: Sequence[int]) -> bool:
    """Whether one of some rows has fewer moves than most, and none has more."""
    if len(set(lengths)) < 2:
        return False
    usual, rows = Counter(lengths).most_common(1)[0]
    return max(lengths) == usual and rows > MOST_SHORT * len(lengths)


def _is_named_line_by_line(lines: Sequence[str], dialects: Sequence[Dialect[object]]) -> bool:
    """Whether lines have the name of a side and a move, and what follows one is no move."""
    if sum(line[:1].isalpha() for line in lines) < LEAST_LINES:
        return False
    words = [[Word(word, 1, 1) for word in line.split()] for line in lines]
    found = [(line, side_and_rest(line)) for line in words if line]
    named = [at for at, (_, one) in enumerate(found) if one]
    if len(named) < LEAST_LINES:
        return False
    plain = [
        _are_moves([word.text for word in rest], dialects)
        for line, one in found[named[0] : named[-1] + 1]
        for rest in (one[1] if one else line[1:],)
        if one or any(_is_move(two, word.text) for two in dialects for word in line)
    ]
    sides = {one[0] for _, one in found if one and one[1]}
    is_odd = False in plain or len(plain) > len(named) or len(sides) > USUAL_WIDTH
    return plain.count(True) >= LEAST_LINES and is_odd


def _are_moves(words: Sequence[str], dialects: Sequence[Dialect[object]]) -> bool:
    """Whether all words are moves, or they are one move with its blanks."""
    whole = " ".join(words)
    return any(_is_move(one, whole) for one in dialects) or all(
        any(_is_move(one, word) for one in dialects) for word in words
    )


def _check_row(
    line: str,
    number: re.Match[str],
    last: int,
    above: bool,
    dialects: Sequence[Dialect[object]],
    width: int,
) -> tuple[int, bool, int]:
    """Return the last number of a line, whether anything is odd about the line, and its moves."""
    value = int(number[1])
    odd = value not in (last, last + 1, 1) and (last > 0 or above)
    rest = line[number.end() :]
    words = (_BESIDE.sub(" ", rest) if _ASKS.search(rest) else rest).split()
    if odd or any(all(_is_move(one, word) for word in words) for one in dialects):
        return value, odd, len(words)
    return _check_tokens(tokens(line, dialects), last, width)


@lru_cache(maxsize=1 << 15)
def _is_move(dialect: Dialect[object], word: str) -> bool:
    return dialect.lenient_pattern.fullmatch(word) is not None


def is_move_among(dialects: Sequence[Dialect[object]]) -> Callable[[str], bool]:
    """Return what shows whether a word is a move in one of some dialects, in its form."""
    return lambda word: any(_is_move(one, word) for one in dialects)


def _check_tokens(found: Sequence[Token], last: int, width: int) -> tuple[int, bool, int]:
    """Return the last number among tokens, whether they can be no row or rows, and the moves."""
    moves, left_over = 0, False
    for token in found:
        if token.kind is Kind.NUMBER:
            if int(token.text) not in (last, last + 1, 1):
                return last, True, 0
            last, moves = int(token.text), 0
        elif token.kind is Kind.SUSPECT or token.open:
            return last, True, 0
        moves += token.kind is Kind.MOVE
        left_over |= token.kind is Kind.WORD
        if left_over and moves < width and token.kind is Kind.WORD:
            return last, True, 0
    return last, False, moves


def _names_side(line: str) -> bool:
    """Whether a line names nothing but a side."""
    from records.words import colour

    return len(line.split()) == 1 and colour(line.strip(" .:\t")) is not None


def _words(
    line: str, folded: Folded | None, number: int, dialects: Sequence[Dialect[object]]
) -> tuple[list[Word], list[tuple[Place, Token]]]:
    """Return the words of a line, and the comments and the result between them."""
    text = folded.text if folded else line

    def column(offset: int) -> int:
        return folded.column(offset + 1) if folded else offset + 1

    asides: list[tuple[Place, Token]] = []
    for found in (*_REMARK.finditer(text), *_ASIDE.finditer(text)):
        comment = next(part for part in found.groups() if part is not None).strip()
        place = number, column(found.start())
        asides.append((place, Token(Kind.COMMENT, comment, place[1])))
        text = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
    end = len(text)
    for word in re.finditer(r"\S+", text):
        result = match_result(text, word.start())
        is_move = any(one.lenient_pattern.match(text, word.start()) for one in dialects)
        if result and not is_move and not text[word.start() + len(result.written) :].strip():
            place = number, column(word.start())
            asides.append((place, Token(Kind.RESULT, result.written, place[1])))
            end = word.start()
            break
    found_words = re.finditer(r"\S+", text[:end])
    return [Word(one[0], number, column(one.start())) for one in found_words], asides
