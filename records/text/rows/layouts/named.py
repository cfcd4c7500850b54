"""Sheets with one move a line, each behind the name of its side, as numbered rows.

Where every line can be read, names and moves are read token by token. A damaged line has a move
all the same, and which one is told by the names around it.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, takewhile

from notation import Dialect
from records.text.layout import NOTHING, Word

LEAST_LINES = 4
"""Lines with the name of a side and a move, from which on they are a layout."""
LEAST_NAMED = 0.6
"""Share of the lines among them that begin with such a name."""
LEAST_LETTERS = 4
"""Letters of a name that is recognised though it is misread."""
MOST_UNLIKE = 2
"""By how many characters a misread name may be longer or shorter."""

LAYOUT = "one move a line behind its side"

Lines = list[list[Word]]


def side_and_rest(line: Sequence[Word]) -> tuple[str, list[Word]] | None:
    """Return the side whose name begins a line, and the words behind it; None without one."""
    # Loaded here: few texts have such lines, and the tables of words take a while to load.
    from records.words import colour

    first = line[0]
    name, sign, glued = first.text.partition(":")
    side = colour(name.rstrip("."))
    if side is None and sign and name.isalpha():
        side = _misread(name)
    if side is None:
        return None
    at = len(name) + len(sign)
    rest = [first._replace(text=glued, column=first.column + at)] if glued else []
    return side, [*rest, *line[1:]]


@lru_cache(maxsize=1 << 10)
def _misread(name: str) -> str | None:
    """Return the side whose name is misread before a colon, None where no name is near."""
    from difflib import get_close_matches

    from records.words import plain, tables

    names = {plain(word): side for side, words in tables()["colours"].items() for word in words}
    near = get_close_matches(plain(name), [one for one in names if len(one) >= LEAST_LETTERS], 1)
    return names[near[0]] if near and name[:1].isupper() else None


def in_numbered_rows(
    lines: Sequence[list[Word]], dialects: Sequence[Dialect[object]]
) -> tuple[Lines, str]:
    """Return lines with one move each as numbered rows, and the layout in words.

    Args:
        lines: the words of each line, no line without words.
        dialects: the dialects in which the moves may be written.

    Returns:
        The lines, those from the first to the last behind names of sides as rows; and the layout.
        All lines as they are and an empty text where they have no such layout.
    """
    found = [side_and_rest(line) for line in lines]
    named = [at for at, one in enumerate(found) if one and one[1]]
    moves = [at for at in named if (one := found[at]) and _is_move(one[1], dialects)]
    if len(moves) < LEAST_LINES:
        return list(lines), ""
    sides = list(dict.fromkeys(one[0] for at in moves if (one := found[at])))
    first, end = _first(found, moves[0], len(sides)), named[-1] + 1
    here = [one for one in found[first:end] if one and one[1]]
    sides = list(dict.fromkeys(side for side, _ in here))
    if len(sides) < 2 or len(here) < LEAST_NAMED * (end - first):
        return list(lines), ""
    rows = _Rows(sides, dialects)
    for line, one in zip(lines[first:end], found[first:end], strict=True):
        rows.take(line, one)
    return [*lines[:first], *rows.numbered(), *lines[end:]], rows.layout


def _first(found: Sequence[tuple[str, list[Word]] | None], at: int, sides: int) -> int:
    """Return the index of the first line with a move, which may be misread, from one on back.

    Above it the names of all players may stand behind those of the sides; they have no digits.
    """
    while at and (one := found[at - 1]) and any(map(_has_digit, one[1])):
        at -= 1
    above = takewhile(lambda one: one is not None and bool(one[1]), reversed(found[:at]))
    return at - sum(1 for _ in above) % sides


def _has_digit(word: Word) -> bool:
    return any(map(str.isdigit, word.text))


def _is_move(words: Sequence[Word], dialects: Sequence[Dialect[object]]) -> bool:
    text = "".join(word.text for word in words)
    return any(one.lenient_pattern.fullmatch(text) for one in dialects)


class _Rows:
    """Gathers the moves of lines into rows.

    Args:
        sides: the sides in the order of moving.
        dialects: the dialects in which the moves may be written.
    """

    def __init__(self, sides: Sequence[str], dialects: Sequence[Dialect[object]]) -> None:
        self._sides, self._dialects = sides, dialects
        self._moves: list[list[Word]] = []
        self._names: list[Word] = []
        self._others: list[tuple[int, list[Word]]] = []
        self._lost: list[int] = []

    def take(self, line: list[Word], found: tuple[str, list[Word]] | None) -> None:
        """Take the move of a line, for the side named or for the one whose turn it is."""
        due = len(self._moves) % len(self._sides)
        side, rest = found or (self._sides[due], self._unnamed(line, self._sides[due]))
        if not rest and not found:
            self._others.append((len(self._moves), line))
            return
        for _ in range((self._sides.index(side) - due) % len(self._sides)):
            self._lost.append(line[0].line)
            self._add(line[0], [])
        self._add(line[0], rest)

    def _add(self, name: Word, move: list[Word]) -> None:
        self._names.append(name)
        self._moves.append(move or [name._replace(text=NOTHING)])

    def _unnamed(self, line: list[Word], side: str) -> list[Word]:
        """Return the move of a line that begins with no name, or a misread one; or nothing."""
        if _is_move(line, self._dialects):
            return line
        name = line[0].text
        near = abs(len(name.rstrip(".:")) - len(side)) <= MOST_UNLIKE or name.endswith(":")
        return line[1:] if near and any(map(_has_digit, line[1:])) else []

    @property
    def layout(self) -> str:
        """The layout in words, with the lines before which a ply is lost."""
        lost = ", ".join(map(str, self._lost))
        return LAYOUT + (f"; the line of a side is missing, and its ply lost, before line {lost}"
                         if lost else "")  # fmt: skip

    def numbered(self) -> Lines:
        """Return the rows, each behind its number, and the other lines between them."""
        width = len(self._sides)
        starts = range(0, len(self._moves), width)
        rows = [
            (
                at,
                [
                    self._names[at]._replace(text=f"{number}."),
                    *chain.from_iterable(self._moves[at : at + width]),
                ],
            )
            for number, at in enumerate(starts, start=1)
        ]
        return [line for _, line in sorted([*self._others, *rows], key=lambda one: one[0])]
