"""Score sheets in a spreadsheet: a heading, then rows with a move of each side, mostly numbered.

The cells are read as plain text, with remarks as comments in braces.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from notation import Dialect, Finding, UnreadableMove, dialects
from notation.findings import note
from records.assumptions import Assumptions
from records.format import Format
from records.model import Record
from records.sites import sides_of
from records.tabular.schema import listed
from records.text import read_games
from records.words import colour, meaning

HEAD = 2000
"""Characters at the beginning of a text that are searched for the heading row."""

LINES = 12
"""Lines at the beginning of a text that are searched for it."""

NOTED = 8
"""Most columns of one kind in the note."""

MOST = 30
"""Cells of a column that decide whether it has moves."""

_BLANK = "\N{BYTE ORDER MARK} \t\r\n"
_OURS = {"game_id", "game", "ply", "move"}
"""Names of columns of tables of records; a score sheet has at most one."""


class Cell(NamedTuple):
    """A cell: the line of its row, from 1, its column, from 0, and its offsets in the text."""

    line: int
    column: int
    text: str
    start: int
    end: int


def heading_of(head: str) -> tuple[str, int] | None:
    """Return the separator and the line of the heading row; None for other texts."""
    lines = [line.strip("\N{BYTE ORDER MARK} \r\n") for line in head[:HEAD].split("\n")[:LINES]]
    numbered = ((at, line) for at, line in enumerate(lines, start=1) if line)
    for (at, header), (_, row) in pairwise(numbered):
        for separator in ",;\t":
            names, cells = (
                [cell.text for cell in cells_of(one, separator)] for one in (header, row)
            )
            if header[0] != "[" and _is_heading(names, cells, separator):
                return separator, at
    return None


def _is_heading(names: Sequence[str], cells: Sequence[str], separator: str) -> bool:
    """Whether a row can be the heading of the row below it.

    The row below begins with a number, or all names are words for columns, two of them for sides.
    """
    known = all(_is_heading_word(name) or _is_remark(name) for name in names)
    return (
        2 <= len(cells) <= len(names)
        and (
            cells[0].strip('". )').isdecimal() or (known and sum(map(bool, map(colour, names))) > 1)
        )
        and len(_OURS.intersection(map(str.lower, names))) < 2
        and not any(character.isdigit() for character in names[0])
        and names[1][:1].isalpha()
        # Without remarks, columns between tabs are read as plain text.
        and (separator != "\t" or any(map(_is_remark, names)))
    )


def _is_heading_word(name: str) -> bool:
    return colour(name) is not None or meaning("headings", name) == "words"


def _is_remark(name: str) -> bool:
    return meaning("headings", name) == "remarks"


class SheetFormat(Format):
    """A score sheet as CSV."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text, the first with a note on its cells."""
        text = "".join(blocks).removeprefix("\N{BYTE ORDER MARK}")
        separator, line = heading_of(text) or (",", 0)
        cells = [*cells_of(text, separator)]
        remarks = _remarks(cells, line, assumptions.game)
        names = [one.text for one in cells
                 if one.line == line and one.column and one.column not in remarks]  # fmt: skip
        players = [] if all(map(_is_heading_word, names)) else names
        plain = _as_text(text, cells, line, remarks, bool(players))
        found = read_games(plain, path, assumptions)
        if players and len(players) == len(sides := sides_of(found[0].game, found[0].variant)):
            tags = dict(zip(map(str.title, sides), players, strict=True))
            found = [replace(one, tags=tags | dict(one.tags)) for one in found]
        columns = {"players": players, "comments": [*remarks.values()]}
        told = layout_note(separator, "the columns of a score sheet", max(line, 1), **columns)
        yield replace(found[0], findings=(told, *found[0].findings))
        yield from found[1:]


def cells_of(text: str, separator: str) -> Iterator[Cell]:
    """Yield the cells of a text."""
    line, column, lines = 1, 0, 0
    for found in re.finditer(rf'("(?:[^"]|"")*+"|[^{separator}\n]*)({separator}|\n|\Z)', text):
        cell = found[1].strip(_BLANK)
        if found[1][:1] == '"' and found[1][-1:] == '"':
            cell = found[1][1:-1].replace('""', '"').strip()
        yield Cell(line, column, cell, found.start(), found.end(1))
        column, lines = column + 1, lines + found[0].count("\n")
        if not found[2]:
            return
        if found[2] != separator:
            line, column, lines = line + lines, 0, 0


def layout_note(separator: str, table: str, line: int, **columns: Sequence[str]) -> Finding:
    """Return the note on how the cells of a text are read.

    Args:
        separator: the separator of the cells.
        table: what they are read as.
        line: the line of the heading row.
        **columns: headings of columns, by what is read from these.
    """
    message = f"cells parted by {separator!r} are read as {table}"
    for what, named in columns.items():
        message += f"; {what} from {listed(named, NOTED)}" if named else ""
    return note("layout", message).at(line=line)


def _remarks(cells: Sequence[Cell], heading: int, game: str | None) -> dict[int, str]:
    """Return the columns of remarks with their headings.

    Such a column has a heading that means remarks, or an unknown heading above cells that mostly
    are not moves.
    """
    found = {}
    for head in (cell for cell in cells if cell.line == heading and cell.column):
        below = [one.text for one in cells
                 if one.column == head.column and one.line > heading and one.text]  # fmt: skip
        if not _is_remark(head.text):
            tried = below[:MOST]
            moves = max(sum(_is_move(one, text) for text in tried) for one in dialects(game))
            if _is_heading_word(head.text) or moves * 2 >= len(tried):
                continue
        found[head.column] = head.text
    return found


def _is_move(dialect: Dialect[Any], text: str) -> bool:
    try:
        return bool(dialect.read(text))
    except UnreadableMove:
        return False


def _as_text(
    text: str, cells: Iterable[Cell], heading: int, remarks: Mapping[int, str], is_headed: bool
) -> str:
    """Return a text with tabs between cells, and braces around remarks.

    ``Event;Paris`` above the heading is a tag. If ``is_headed``, the heading row names players and
    is left out.
    """
    parts, at, before, is_open = list[str](), 0, "", False
    for cell in cells:
        is_remark = cell.column in remarks and cell.line >= heading
        parting = text[at : cell.start]
        if parting and parting != "\n":
            is_tag = (
                cell.line < heading
                and cell.column == 1
                and (meaning("tags", before) or colour(before))
            )
            parting = ":" if is_tag else "\t"
        written = text[cell.start : cell.end].replace('"', " ")
        is_said = is_remark and cell.text not in ("", remarks[cell.column])
        if is_said:
            written = re.sub("[{}]", " ", text[cell.start : cell.end])
            if written[:1] == '"':
                written = written[1:-1].replace('""', '"')
            parting = "{"
        elif is_remark or (is_headed and cell.line == heading):
            written = re.sub(r"[^\n]", " ", written)
        if is_open:
            parting = f"}}{parting}" if parting in ("\n", "{") else "}"
        is_open = is_said
        parts += [parting, written]
        at, before = cell.end, cell.text
    return "".join(parts) + ("}" if is_open else "") + text[at:]
