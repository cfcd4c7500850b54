"""Numbers of rows in other shapes: with the side (``1W``, ``W1:``), before a dash, in cells.

Only several lines together show what such signs are. A line of a sheet comes back with its moves in
their columns, unless a side's line is lost before it.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from notation.pattern import lazy_pattern

LEAST_LABELLED = 4
"""Lines with a number and a side from which on these are labels."""
LEAST_NEXT = 0.6
"""Share of them that are next after the one before."""
LEAST_RISING = 0.8
"""Share of them that come after the one before, or begin a game."""
LEAST_ROWS = 3
"""Rows with a dash behind the number, or in cells, from which on it is no move."""
MOST_SIDES = 3
LONGEST = 200
"""Characters of a line that is looked at."""

_LABEL = lazy_pattern(
    r"(?m)^[ \t]*[(\[]?(?:(?P<number>\d{1,3})[.):]?(?P<side>[^\W\d_]{1,12})"
    r"|(?P<before>[^\W\d_]{1,12})[. \t]?(?P<behind>\d{1,3}))(?P<sign>[.):\]]*)[ \t]+(?=\S)"
)
_DASHED = lazy_pattern(r"(?m)^[ \t]*\d{1,3}(?P<dash>[ \t]+[-\u2013\u2014]+[ \t]+)(?=\S)")
_CELLS = lazy_pattern(r'(?m)^[ \t]*"?\d{1,3}"?(?:(?P<sign>[,;])(?=\S)|[ \t]*(?P<tab>&)[ \t]*)')
_SPOKEN = lazy_pattern(
    r"(?m)^[ \t]*(?:[\[(][\d:., /-]{1,20}[\])][ \t]*)?(?:<(?P<name>[^<>\n]{1,20})>"
    r"|(?P<plain>[^\W\d_][\w.]{0,19})[ \t]?:)[ \t]+(?=\S)"
)
_QUOTED = lazy_pattern(r'"([^"\n]*)"[,;]?|[,;]')
_SQUARES = frozenset("abcdefghi")
"""Letters of columns of boards: with a number behind them, and no sign, they are rather moves."""


class Relabelled(NamedTuple):
    """A line whose number is written in another shape.

    Attributes:
        text: the line with a number as it is usually written.
        label: what is written in its place.
        lost: how many plies of sides before it are lost.
        note: what is noted of the layout, on its first line; None where labels are counted.
    """

    text: str
    label: str
    lost: int = 0
    note: str | None = None


def relabelled(lines: Sequence[str], is_move: Callable[[str], bool]) -> dict[int, Relabelled]:
    """Return the lines whose numbers are written in another shape, by their indices.

    Args:
        lines: the lines.
        is_move: whether a text is a move in some dialect, as far as its form goes.
    """
    text = "\n".join(lines)
    found = dict[int, Relabelled]()
    if _LABEL.search(text):
        found = _with_sides(lines, is_move)
    if not found and _DASHED.search(text):
        found = _dashed(lines)
    if not found and _CELLS.search(text):
        found = _in_cells(lines, is_move)
    if not found and _SPOKEN.search(text):
        found = _spoken(lines, is_move)
    return found


def _matches(pattern: re.Pattern[str], lines: Sequence[str]) -> dict[int, re.Match[str]]:
    return {
        index: found
        for index, line in enumerate(lines)
        if len(line) <= LONGEST and (found := pattern.match(line))
    }


def _with_sides(lines: Sequence[str], is_move: Callable[[str], bool]) -> dict[int, Relabelled]:
    """Return lines with one move each behind a number and a letter or name for the side."""
    found = _matches(_LABEL, lines)
    names = [(one["side"] or one["before"]).lower() for one in found.values()]
    sides = list(dict.fromkeys(names))
    if len(found) < LEAST_LABELLED or not 2 <= len(sides) <= MOST_SIDES:
        return {}
    bare = [not (one["number"] or one["sign"]) for one in found.values()]
    if any(bare) and _SQUARES.issuperset(sides):
        return {}
    keys = [
        (int(one["number"] or one["behind"]), sides.index(name))
        for one, name in zip(found.values(), names, strict=True)
    ]
    if not _go_on(keys, len(sides)):
        return {}
    rests = [lines[index][one.end() :].split() for index, one in found.items()]
    moves = sum(is_move(rest[0]) or is_move(" ".join(rest)) for rest in rests)
    if 2 * moves < len(rests):
        return {}
    before, taken = (0, 0), dict[int, Relabelled]()
    for (index, one), (number, side) in zip(found.items(), keys, strict=True):
        is_same = before[0] == number and before[1] < side
        lost = side - before[1] - 1 if is_same else side
        numeral = "" if is_same else f"{number}. "
        text = (numeral + "? " * lost).ljust(one.end()) + lines[index][one.end() :]
        taken[index] = Relabelled(text, one[0].strip(), lost)
        before = number, side
    return taken


def _go_on(keys: Sequence[tuple[int, int]], width: int) -> bool:
    """Whether numbers and sides follow each other as in a game, or several, some lines lost."""
    places = [number * width + side for number, side in keys]
    steps = [after - before for before, after in pairwise(places)]
    rising = sum(step > 0 or after == width for step, after in zip(steps, places[1:], strict=True))
    return steps.count(1) >= LEAST_NEXT * len(steps) and rising >= LEAST_RISING * len(steps)


def _dashed(lines: Sequence[str]) -> dict[int, Relabelled]:
    """Return rows with a dash behind the number, if all have one, and two moves but the last."""
    found = _matches(_DASHED, lines)
    rows = sum(line.lstrip()[:1].isdigit() and len(line.split()) > 1 for line in lines)
    full = sum(len(lines[index][one.end() :].split()) > 1 for index, one in found.items())
    if full < LEAST_ROWS or len(found) < rows or full < len(found) - 1:
        return {}
    return {
        index: Relabelled(f"{line[: one.start('dash')]}.".ljust(one.end()) + line[one.end() :], "-")
        for index, one in found.items()
        for line in (lines[index],)
    }


def _in_cells(lines: Sequence[str], is_move: Callable[[str], bool]) -> dict[int, Relabelled]:
    """Return rows in cells, with commas or semicolons between them, typed without a heading."""
    found = _matches(_CELLS, lines)
    if len(found) < LEAST_ROWS:
        return {}
    taken = dict[int, Relabelled]()
    for index, one in found.items():
        sign = one["sign"] or one["tab"]
        begin, line = one.end() - len(one[0].lstrip(' \t"0123456789')), lines[index]
        rest = line[begin + 1 :]
        if sign == "&":
            rest = rest.replace("&", " ").replace("\\\\", "  ").replace("\\hline", "      ")
        elif '"' in rest:
            rest = _QUOTED.sub(lambda cell: f" {cell[1] or ''}".ljust(len(cell[0])), rest)
        elif all(is_move(cell.strip()) for cell in rest.split(sign) if cell.strip()):
            rest = rest.replace(sign, " ")
        taken[index] = Relabelled(line[:begin].replace('"', " ") + " " + rest, sign)
    return taken


def _spoken(lines: Sequence[str], is_move: Callable[[str], bool]) -> dict[int, Relabelled]:
    """Return lines with one move each behind the name of one of two players, as in a chat.

    What else they say is put in braces, as a comment.
    """
    # Loaded here: few texts have such lines, and the tables of words take a while to load.
    from records.text.headings import side_named

    spoken = _matches(_SPOKEN, lines)
    found = {
        index: one
        for index, one in spoken.items()
        for rest in (lines[index][one.end() :].strip(),)
        if is_move(rest) or is_move(rest.split()[0])
    }
    names = [one["name"] or one["plain"] for one in found.values()]
    players = list(dict.fromkeys(names))
    if len(found) < LEAST_LABELLED or len(players) != 2 or any(map(side_named, players)):
        return {}
    turns = sum(before != after for before, after in pairwise(names))
    if turns < LEAST_RISING * (len(names) - 1):
        return {}
    message = f"the names {players[0]!r} and {players[1]!r} before their moves are left out"
    taken, number, before = dict[int, Relabelled](), 0, players[1]
    for (index, one), name in zip(found.items(), names, strict=True):
        is_lost = name == before == players[1]
        number += is_lost or name == players[0]
        numeral = f"{number}. ? " if is_lost else f"{number}. " if name == players[0] else ""
        text = numeral.ljust(one.end()) + lines[index][one.end() :]
        taken[index] = Relabelled(text, one[0].strip(), int(is_lost), message)
        message, before = "", name
    for index, one in spoken.items():
        line = lines[index]
        if index not in found and (one["name"] or one["plain"]) in players and "{" not in line:
            said = f"{'{':>{one.end()}}{line[one.end() :]}}}"
            taken[index] = Relabelled(said, one[0].strip(), note="")
    return taken
