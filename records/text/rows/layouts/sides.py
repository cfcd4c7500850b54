"""Tables of one side's moves above those of another as one table, and notes on layouts."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from notation.findings import note
from records.assumptions import AUTO, SIDES
from records.text.layout import NOTHING, Word
from records.text.table import MoveTable, TablePly, TableRow

LEAST_SHARED = 0.4
"""Part of the numbers of a side's moves that those of the first side have too."""

Section = tuple[str, list[list[Word]]]
"""The side that a heading names, and the lines down to the next heading."""


def sections(lines: Sequence[list[Word]]) -> list[Section]:
    """Return the lines below each heading that names one side; none if they are no such layout.

    Below each, the moves of the side are numbered anew. Where the numbers are damaged, and a row
    lost, the headings show still which lines are whose.
    """
    found: list[Section] = []
    for line in lines:
        if side := _side(line):
            found.append((side, []))
        elif found:
            found[-1][1].append(line)
    return found if _are_sides(found) else []


def _are_sides(found: Sequence[Section]) -> bool:
    """Whether the first two sections are of two sides, and all others share numbers with them."""
    if len(found) < 2 or found[0][0] == found[1][0]:
        return False
    first, *others = [_numbers(lines) for _, lines in found]
    return len(first) > 1 and all(
        len(first & one) >= max(2, LEAST_SHARED * min(len(one), len(first))) for one in others
    )


def _numbers(lines: Sequence[Sequence[Word]]) -> set[str]:
    """Return the numbers that lines begin with."""
    return {number for line in lines if (number := line[0].text.strip("().,:;")).isdecimal()}


def with_layout(
    tables: list[MoveTable],
    lines: Sequence[Sequence[Word]],
    layout: str,
    laid_out: str,
    named: Sequence[str] = (),
) -> list[MoveTable]:
    """Return tables with a note on their layout; those of several sides become one.

    Args:
        tables: the tables, in the order of the lines.
        lines: the words of each line.
        layout: one of `records.assumptions.LAYOUTS`.
        laid_out: how the lines were found to be laid out, in words; empty for row by row.
        named: the side of each table where that is known.
    """
    if not tables:
        return []
    headings = named or _sides_above(tables, lines)
    if layout == SIDES or (layout == AUTO and all(headings)):
        games = [_merged(some) for some in _by_game(tables, headings)]
        merged = [one for game in games for one in game]
        if len(merged) < len(tables):
            sides = len(tables) // len(merged)
            laid_out = f"the moves of {sides} sides one above the other"
        tables = merged
    if not laid_out:
        return tables
    first, *others = tables
    found = note("layout", f"the sheet is read as {laid_out}").at(line=first.lines[0], column=1)
    return [replace(first, notes=(found, *first.notes), is_plain=False), *others]


def merged_columns(tables: Sequence[MoveTable]) -> list[MoveTable]:
    """Return one table of those of the sides beside each other, with a note on the layout."""
    (whole,) = _merged(tables)
    lines = min(one.lines[0] for one in tables), max(one.lines[1] for one in tables)
    message = (
        f"the sheet is read as {len(tables)} sides beside each other, a number before each move"
    )
    found = note("layout", message).at(line=lines[0], column=1)
    return [replace(whole, lines=lines, notes=(found, *whole.notes), is_plain=False)]


def _sides_above(tables: Sequence[MoveTable], lines: Sequence[Sequence[Word]]) -> list[str]:
    """Return the side that the line above each table names, empty where it names anything else."""
    named = {line[0].line: side for line in lines if (side := _side(line))}
    above = {line[0].line: before[0].line for before, line in pairwise(lines)}
    return [named.get(above.get(table.lines[0], 0), "") for table in tables]


def _side(line: Sequence[Word]) -> str:
    """Return the side that a line names if it names nothing else, empty otherwise."""
    from records.words import colour

    words = [word.text.strip(".:") for word in line]
    return colour(words[0]) or "" if len(list(filter(None, words))) == 1 else ""


def _by_game(tables: Sequence[MoveTable], sides: Sequence[str]) -> list[list[MoveTable]]:
    """Return the tables of each game: another begins where a side is named again."""
    games: list[list[MoveTable]] = [[]]
    seen: set[str] = set()
    for table, side in zip(tables, sides, strict=True):
        if side in seen and side:
            games.append([])
            seen.clear()
        games[-1].append(table)
        seen.add(side)
    return games


def _merged(tables: Sequence[MoveTable]) -> list[MoveTable]:
    """Return one table of those with one ply a row, each of one side; all as they are if not."""
    if len(tables) < 2 or any(one.width != 1 for one in tables):
        return list(tables)
    columns = [{row.number: row for row in one.rows} for one in tables]
    first = min(map(min, columns))
    last = max(map(max, columns))
    lost: list[int] = []
    rows: list[TableRow] = []
    for number in range(first, last + 1):
        upto = max(at for at, column in enumerate(columns) if number in column)
        there = columns if number < last else columns[: upto + 1]
        plies: list[TablePly] = []
        for at, column in enumerate(there):
            row = column.get(number)
            if row is None:
                lost.append(number)
            line = tables[at].lines[1]
            plies += row.plies if row else (TablePly(NOTHING, line, 1, readable=False),)
        rows.append(TableRow(number, plies[0].line, tuple(plies)))
    notes = [one for table in tables for one in table.notes]
    if lost:
        where = ", ".join(map(str, lost))
        message = f"a side has no move {where}: an unreadable ply stands for each"
        notes.append(note("lost-ply", message).at(line=tables[-1].lines[1], column=1))
    lines = tables[0].lines[0], tables[-1].lines[1]
    skipped = tuple(line for table in tables for line in table.skipped)
    whole = MoveTable(
        tuple(rows), len(tables), tables[0].dialect, lines, skipped, notes=tuple(notes)
    )
    return [whole]
