"""Furniture of a table: texts other than moves that recur at one place of most lines."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from notation import Dialect
from records.model import Place
from records.text.cut import prefix_shape
from records.text.ink import HOLDER, REGULAR, Kind, TextLine, Token
from records.text.layout import NOTHING
from records.text.titles import only_side
from records.words import colour, side_named

if TYPE_CHECKING:
    from records.text.game import GameNotes
    from records.text.lines import LineTokens

LEAST_LINES = 3
"""Lines that something must stand on to be furniture."""

MOST_SIDES = 3
"""Sides that a game has at most."""

_GROUP = re.compile(r"\d+|[^\W\d_]+")
_PLAIN = re.compile(r"\s*\(?9?(?:[.):]|\.\.+|\u2026)*-?\s*")
_SIDE_LABEL = re.compile(r"\s*[^\W\d_]+\s*[:.]")
_PARTED = re.compile(r"[,;]\s")
_PART = re.compile(r"(?![\s,;])(?:\([^()]*\)|[^,;]|[,;](?!\s|$))+")
_INK = re.compile(r"\S+")
_CLOCK = re.compile(r"\d[:.]\d\d")
_TALK = re.compile(
    r"\s*(?:[\[(<]?\d{1,2}[:.]\d\d(?::\d\d)?[\])>]?\s+)?"
    r"(?:<\s?[@+]?[\w. -]{1,30}>|[@+]?[\w.-]{1,30}(?: [\w.-]{1,20})?:)\s"
)


def without_furniture(
    lines: Sequence[TextLine], notes: "GameNotes", among: Sequence[Dialect[object]]
) -> None:
    """Blank texts that recur before the moves of most lines, with one note and their count.

    A number that counts the rows stays. Columns of a table that are neither numbers nor moves are
    kept as comments.

    Args:
        lines: the lines of a game.
        notes: the notes of the game.
        among: the dialects that its moves may be written in.
    """
    patterns = tuple(dict.fromkeys(one.lenient_pattern for one in among))
    starts = [(line, _first_move(line, patterns)) for line in lines if line.text.strip()]
    with_moves = [(line, start) for line, start in starts if start >= 0]
    _columns([line for line, _ in with_moves], patterns)
    shapes = Counter(prefix_shape(line.text[:start]) for line, start in with_moves)
    if len(with_moves) < LEAST_LINES or not shapes:
        return
    shape, count = shapes.most_common(1)[0]
    if count < REGULAR * len(with_moves) or _PLAIN.fullmatch(shape) or not shape.strip():
        return
    alike = [
        (line, start) for line, start in with_moves if prefix_shape(line.text[:start]) == shape
    ]
    prefixes = [line.text[:start] for line, start in alike]
    words = {word for one in prefixes for word in _groups(one) if word.isalpha()}
    kept = _counting(prefixes)
    sides = len(words) > 1 and all(len(word) == 1 or colour(word) for word in words)
    names = _names(prefixes)
    if kept is None and sides and len(alike) == len([line for line in lines if line.text.strip()]):
        if names:  # The names of sides, none of them damaged.
            for (line, start), prefix in zip(alike, prefixes, strict=True):
                line.speaker = names.index(_name(prefix)), len(names), start
        return
    first, at = alike[0]
    shown = " ".join(first.written[: first.place(at)[1] - 1].split())
    if kept is not None and len(re.findall("9", shape)) > 1:
        return  # A column of other numbers, such as times, which a table shows.
    for (line, start), prefix in zip(alike, prefixes, strict=True):
        if names:
            line.mover = names.index(_name(prefix)), len(names)
        blank = [" "] * start
        if kept is not None:
            number = list(_GROUP.finditer(prefix))[kept]
            blank[number.start() : number.end()] = number[0]
            if number.end() < start:
                blank[number.end()] = "." if number.end() + 1 < start else " "
        line.text = "".join(blank) + line.text[start:]
    times = f", {count} times" if count > 1 else ""
    code = "number-style" if kept is not None else "side-name"
    notes.add(
        code, f"what stands before the moves is left out: {shown!r}{times}", first.place(0), shown
    )
    if kept is None:
        for line in lines:
            if _first_move(line, patterns) < 0 and (talk := _TALK.match(line.text)):
                start = talk.end()
                text = line.text[start:].strip()
                name = _name(talk[0])
                if len(text.split()) <= 2 and any(map(str.isdigit, text)) and name in names:
                    line.mover = names.index(name), len(names)  # A move that cannot be read.
                    line.text = " " * start + line.text[start:]
                    continue
                line.comments[start] = Token(Kind.COMMENT, text, start, len(line.text))
                line.text = " " * start + HOLDER + " " * (len(line.text) - start - 1)


def _first_move(line: TextLine, patterns: Sequence[re.Pattern[str]]) -> int:
    """Return the offset of the first move of a line that stands by itself, -1 without one."""
    if line.first is not None:
        return line.first
    text = line.text
    found = [
        one.start()
        for pattern in patterns
        for one in pattern.finditer(text)
        if len(one[0].strip()) > 1
        and (one.start() == 0 or not text[one.start() - 1].isalnum())
        and any(map(str.isalpha, one[0]))
    ]
    return min(found, default=-1)


@lru_cache(maxsize=1 << 12)
def _groups(prefix: str) -> tuple[str, ...]:
    """Return the words and the numbers of a prefix."""
    return tuple(_GROUP.findall(prefix))


def _counting(prefixes: Sequence[str]) -> int | None:
    """Return which group of prefixes counts the rows, None if none does."""
    groups = list(map(_groups, prefixes))
    for index in range(min(map(len, groups), default=0)):
        column = [group[index] for group in groups]
        if not all(map(str.isdigit, column)) or any(map(_CLOCK.search, prefixes)):
            continue
        numbers = list(map(int, column))
        steps = [after - before for before, after in pairwise(numbers)]
        if steps and sum(step in (0, 1) for step in steps) >= REGULAR * len(steps) and any(steps):
            return index
    return None


@lru_cache(maxsize=1 << 12)
def _name(prefix: str) -> str:
    return " ".join(word for word in _groups(prefix) if word.isalpha())


def _names(prefixes: Sequence[str]) -> list[str]:
    """Return the names of the sides in the prefixes, in the order of moving; else an empty list."""
    names = list(dict.fromkeys(map(_name, prefixes)))
    sides = all(colour(name) or len(name) == 1 for name in names)
    return names if all(names) and (len(names) == 2 or (sides and len(names) == MOST_SIDES)) else []


def _columns(lines: Sequence[TextLine], patterns: Sequence[re.Pattern[str]]) -> None:
    """Keep the columns of remarks of a table as comments."""
    if len(lines) < LEAST_LINES - 1:
        return
    for sign in ("\t", ";", "|"):
        counts = Counter(line.text.count(sign) for line in lines)
        count, alike = counts.most_common(1)[0]
        if count < 2 or alike < REGULAR * len(lines):
            continue
        rows = [line for line in lines if line.text.count(sign) >= 2]
        cells = [[*_cells(line.text, sign)] for line in rows]
        for index in range(count + 1):
            column = [row[index] for row in cells if index < len(row)]
            texts = [
                line.text[start:end].strip()
                for line, (start, end) in zip(rows, column, strict=False)
            ]
            if (
                not any(texts)
                or index == 0
                or (any(map(str.isdigit, "".join(texts[:1]))) and index < 2)
            ):
                continue
            moves = sum(any(one.fullmatch(text) for one in patterns) for text in texts)
            words = sum(bool(re.search(r"[^\W\d_]{3}", text)) for text in texts)
            if moves or not words:
                continue
            for line, (start, end) in zip(rows, column, strict=False):
                if text := line.text[start:end].strip():
                    at = start + len(line.text[start:end]) - len(line.text[start:end].lstrip())
                    line.comments[at] = Token(Kind.COMMENT, text, at, end)
                    line.text = line.text[:at] + HOLDER + " " * (end - at - 1) + line.text[end:]
        return


def _cells(text: str, sign: str) -> Iterator[tuple[int, int]]:
    start = 0
    for cell in text.split(sign):
        yield start, start + len(cell)
        start += len(cell) + 1


def moves_in_turn(lines: Sequence[TextLine]) -> tuple[list[TextLine], str]:
    """Return the moves of lines such as ``White: a, b, c``, each on a line, in the order of play.

    What stands between two commas or semicolons with blanks is a move, or each word where there are
    none. No lines are returned, and no layout in words, unless all lines are of sides that move
    in turn.
    """
    of_side: dict[str, list[TextLine]] = {}
    for line in lines:
        if not line.text.strip():
            continue
        label = _SIDE_LABEL.match(line.text)
        side = side_named(label[0].strip()) if label else None
        if label is None or not side:
            return [], ""
        parts = [
            TextLine(line.number, line.written, " " * one.start() + one[0], line.folded)
            for one in (_PART if _PARTED.search(line.text) else _INK).finditer(
                line.text, label.end()
            )
        ]
        if len(parts) < 2 or line.comments:
            return [], ""
        of_side.setdefault(side, []).extend(parts)
    counts = [len(moves) for moves in of_side.values()]
    if len(counts) < 2 or max(counts) - min(counts) > 1 or counts[0] < counts[-1]:
        return [], ""
    turns = zip_longest(*of_side.values())
    return [move for turn in turns for move in turn if move], _in_turn(list(of_side))


def _in_turn(sides: Sequence[str]) -> str:
    return f"each line has the moves of one side: {' and '.join(sides)} move in turn"


class Paired(NamedTuple):
    """Lines of which each has the moves of one side, in the order of the game."""

    rows: "list[LineTokens]"
    message: str
    place: Place


def one_line_a_side(
    rows: "Sequence[LineTokens]", dialect: Dialect[object] | None, head: str | None
) -> Paired | None:
    """Return rows with the moves of lines such as ``Weiss: a, b, c`` in turn; None for others.

    So are moves without numbers below the name of each side; `head` is that above all of them.
    """
    from records.text.lines import LineTokens

    groups: list[tuple[str, list[tuple[Token, TextLine]]]] = []
    rest: list[LineTokens] = []
    if head:
        groups.append((head, []))
    for line, found in rows:
        moves = [token for token in found if token.kind is Kind.MOVE]
        if any(token.kind is Kind.NUMBER for token in found):
            return None
        if side := only_side(line.text):
            groups.append((side, []))
        elif found and found[0].kind is Kind.SIDE and len(moves) > 1:
            if any(token.kind in (Kind.NUMBER, Kind.WORD, Kind.SIDE) for token in found[1:]):
                return None
            groups.append(
                (
                    found[0].text,
                    [(token, line) for token in found[1:] if token.kind is not Kind.MARK],
                )
            )
        elif groups and found and found[0].kind in (Kind.MOVE, Kind.MARK) and moves:
            groups[-1][1].extend((token, line) for token in found if token.kind is not Kind.MARK)
        else:
            rest.append(LineTokens(line, found))
    sides = list(dict.fromkeys(side for side, _ in groups))
    if len(sides) < 2 or dialect is None or any(not side for side in sides):
        return None
    if len(groups) > len(sides) and len({len(found) for _, found in groups}) > 2:
        return None
    of_side = [[one for side, found in groups if side == name for one in found] for name in sides]
    turns = [_turns(found) for found in of_side]
    counts = list(map(len, turns))
    is_even = max(counts) - min(counts) <= 1 and counts[0] >= counts[-1]
    if not is_even and len(groups) > len(sides):
        return None
    paired: list[LineTokens] = []
    for index in range(max(counts)):
        for own in turns:
            if index >= len(own) and not is_even:
                token, line = own[-1][0]
                lost = token._replace(kind=Kind.MOVE, text=NOTHING, written="")
                paired.append(LineTokens(line, [lost]))
            for token, line in own[index] if index < len(own) else ():
                paired.append(LineTokens(line, [token]))
    first = next(found[0] for _, found in groups if found)
    message = _in_turn(sides)
    if not is_even:
        message += f"; they have {' and '.join(map(str, counts))} moves: ? stands for the missing"
    return Paired([*rest[:0], *paired, *rest], message, first[1].place(first[0].start))


def _turns(found: Iterable[tuple[Token, TextLine]]) -> list[list[tuple[Token, TextLine]]]:
    """Return moves, each with what stands behind it."""
    turns: list[list[tuple[Token, TextLine]]] = []
    for token, line in found:
        if token.kind in (Kind.MOVE, Kind.SUSPECT) or not turns:
            turns.append([])
        turns[-1].append((token, line))
    return turns
