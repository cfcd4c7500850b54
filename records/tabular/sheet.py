"""Spreadsheets that people keep: score sheets, and lists with a game in each row.

Below a heading row, a row of a score sheet has its number and a move of each side; a row of a list
has all moves of a game in one cell. The cells with moves are read as lines of plain text. All other
cells are replaced by blanks, so that moves keep their places. Remarks become comments; in a list,
cells under other headings become tags, in any of the languages of ``words.toml``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, NamedTuple

from notation import Dialect, Finding, UnreadableMove, dialects
from notation.findings import note
from notation.pattern import lazy_pattern
from records.assumptions import Assumptions
from records.format import Format
from records.model import Record, without_games
from records.sites import sides_of
from records.tabular.csv import SEPARATOR_LINE, odd_row
from records.tabular.rows import (
    COLUMNS,
    are_of_records,
    column_names,
    is_table,
    listed,
    names_in_turn,
)
from records.text import read_games
from records.text.cut import GameLines
from records.text.game import RecordBuilder
from records.text.lines import TextLine, clean
from records.text.reader import closed, games_of
from records.text.titles import Tag
from records.words import colour, known_tag, listed_tags, meaning, side_named

SEPARATORS = ",;\t"

ROWS = 12
"""Number of rows at the beginning of a text by which the layout is recognised."""

SEVERAL, MANY = 2, 4
"""Minimum number of moves in some cell of a column with games; and in most of its cells, if no
other heading is known."""

NOTED = 8
"""Maximum number of columns of one kind in the note."""

TRIED = 30
"""Number of cells by which a column is recognised as moves."""

_MOVELIKE = lazy_pattern(
    r"(?<!\S)(?=\S*\d)(?=\S*[A-Za-z])[\w.,:;()*+\N{MULTIPLICATION SIGN}-]{2,30}(?!\S)"
)
"""A word that may be a move: it has a letter and a digit."""

_NUMBERED = lazy_pattern(r"([^\W\d_]+)[ _.#-]?(\d{1,3})")
"""The heading of a column for one move of each game."""

_UNFIT = lazy_pattern(r'[\s"\[\]]+')
"""Characters that names of tags never have."""

_NUMBER = r"(?i:(?:game|match|partie|spiel|partida|partita)[ _-]?(?:no|nr|id|number|n|#)\.?)"
_OF_GAME = lazy_pattern(_NUMBER)
"""The heading of a column with the number of a game on each of its rows."""

_OF_KEY = lazy_pattern(rf"{_NUMBER}|(?i:(?:\w+[ _-])?(?:id|key))")
"""The heading of a column of keys."""

_BLANK = "\N{BYTE ORDER MARK} \t\r\n"


class Cell(NamedTuple):
    """A cell: its text, the line of its row, from 1, its column, from 0, and its offsets."""

    text: str
    line: int
    column: int
    start: int
    end: int


Row = list[Cell]


class Layout(NamedTuple):
    """How a text is laid out in cells.

    Attributes:
        separator: the separator of the cells.
        heading: the cells of the heading row.
        games: index of the column with a game in each cell, or of the first of several columns with
            a move in each; None in a score sheet.
        last: index of the last of these columns; None if there is only one.
    """

    separator: str
    heading: Row
    games: int | None = None
    last: int | None = None

    def has_moves(self, column: int) -> bool:
        """Whether a column of a list of games has moves."""
        return self.games is not None and self.games <= column <= (self.last or self.games)


def rows_of(text: str, separator: str) -> Iterator[Row]:
    """Yield the rows of a text below a line such as ``sep=;``."""
    stated = SEPARATOR_LINE.match(text)
    line, row = 1 + bool(stated), Row()
    pattern = re.compile(rf'("(?:[^"]|"")*+"|[^{separator}\n]*)({separator}|\n|\Z)')
    for found in pattern.finditer(text, stated.end() if stated else 0):
        written = found[1]
        if _is_quoted(written):
            written = written[1:-1].replace('""', '"')
        row.append(Cell(written.strip(_BLANK), line, len(row), *found.span(1)))
        if found[2] != separator:
            yield row
            line, row = line + text.count("\n", row[0].start, found.end()), Row()
        if not found[2]:
            return


def _is_quoted(written: str) -> bool:
    return len(written) > 1 and written[:1] == '"' == written[-1:]


def _filled(rows: Iterable[Row]) -> Iterator[Row]:
    return (row for row in rows if any(cell.text for cell in row))


def layout_of(text: str) -> Layout | None:
    """Return the layout of a spreadsheet, given its beginning; None for other texts."""
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    stated = SEPARATOR_LINE.match(text)
    separators = (stated[1] if stated else "") + SEPARATORS
    tried = [(one, [*islice(_filled(rows_of(text, one)), ROWS + 1)]) for one in separators]
    for separator, rows in tried:
        # The end of the text may cut the last row off.
        below = rows[1:-1] or rows[1:]
        if below and (columns := _move_columns(rows[0])):
            return Layout(separator, rows[0], *columns)
        if below and (games := _games_column(rows[0], below)) is not None:
            return Layout(separator, rows[0], games)
    for separator, rows in tried:
        for heading, row in pairwise(rows):
            if _heads_moves([cell.text for cell in heading], row, separator):
                return Layout(separator, heading)
    return None


def _move_columns(heading: Row) -> tuple[int, int] | None:
    """Return the first and the last of the columns for single moves: ``move1``, ``move2``, ..."""
    numbered = [(at, found) for at, cell in enumerate(heading)
                if (found := _NUMBERED.fullmatch(cell.text))]  # fmt: skip
    if len(numbered) < MANY or len({found[1] for _, found in numbered}) > 1:
        return None
    first, last = numbered[0][0], numbered[-1][0]
    are_counted = [int(found[2]) for _, found in numbered] == [*range(1, last - first + 2)]
    return (first, last) if are_counted else None


def _games_column(heading: Row, rows: Sequence[Row]) -> int | None:
    """Return the index of the only column with several moves per cell; None if there is none."""
    whole = [row for row in rows if len(row) == len(heading)]
    if len(heading) < 2 or 2 * len(whole) < len(rows):
        return None
    if len(whole) == 1 and whole[0][0].line > heading[0].line + 1:
        return None  # A sentence with a comma, below a title with one.
    names = column_names([cell.text for cell in heading])
    counts = [
        sorted(len(_MOVELIKE.findall(cell.text)) for cell in column if cell.text)
        for column in zip(*whole, strict=True)
    ]
    found = [at for at, some in enumerate(counts) if some and some[-1] >= SEVERAL]
    if len(found) != 1 or _MOVELIKE.search(heading[at := found[0]].text):
        return None
    if is_table(names) and (names[at] != "moves" or any(row[at].text[:1] == "[" for row in whole)):
        return None  # A table of records.
    others = (*names[:at], *names[at + 1 :])
    is_known = any(map(known_tag, others))
    return at if counts[at][len(counts[at]) // 2] >= (SEVERAL if is_known else MANY) else None


def _heads_moves(names: Sequence[str], below: Row, separator: str) -> bool:
    """Whether names are the headings of a score sheet.

    They are if row numbers stand below them, or if all are usual words for such headings.
    """
    width, names = len(names), _trimmed(names)
    is_turned = len(names) > 2 and not names[0] and all(map(str.isdecimal, names[1:]))
    if is_turned and separator != "\t":
        return colour(below[0].text) is not None  # A row for each side, under the numbers.
    return (
        len(names) > 1
        and 2 <= len(below) <= width
        and names[1][:1].isalpha()
        and names[0][:1] != "["
        and not any(map(str.isdigit, names[0]))
        and not are_of_records(column_names(names))
        # Without remarks or players, columns between tabs are read as plain text.
        and (
            separator != "\t"
            or any(map(_is_remark, names))
            or any(map(_OF_GAME.fullmatch, names))
            or (len(names) in (3, 4) and not any(map(_is_usual, names[1:])))
        )
        and (
            below[0].text.strip('". )').isdecimal()
            or (all(_is_usual(one) or _is_remark(one) or known_tag(one) for one in names)
                and sum(map(bool, map(colour, names))) > 1)
        )
    )  # fmt: skip


def _trimmed(texts: Sequence[str]) -> list[str]:
    """Return the texts of a row without the empty ones at its end."""
    end = max((at for at, text in enumerate(texts, start=1) if text), default=0)
    return [*texts[:end]]


def _is_usual(heading: str) -> bool:
    return colour(heading) is not None or meaning("headings", heading) == "words"


def _is_remark(heading: str) -> bool:
    ways = (heading, heading.partition(" ")[0])
    return any(meaning("headings", one) in ("remarks", "times") for one in ways)


class SheetFormat(Format):
    """A spreadsheet as CSV."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the records of a text, the first with a note on its columns."""
        text = "".join(blocks).removeprefix("\N{BYTE ORDER MARK}")
        layout = layout_of(text) or Layout(",", [])
        rows = rows_of(text, layout.separator)
        if layout.games is None:
            count, last, held = 0, Record(), tuple[Finding, ...]()
            for own, part, tags in _games_apart([*rows], layout):
                for record in _score_sheet(text, own, part, path, assumptions):
                    if not record.source.game:  # These rows have no game.
                        held += record.findings
                        continue
                    if count:
                        yield last.with_findings(*held)
                        held = ()
                    count += 1
                    source = replace(record.source, game=count)
                    told = note("tag-words", f"read as tags: {listed_tags(tags.items())}")
                    held += (told.at(line=source.line),) if tags else ()
                    last = replace(record, source=source, tags=tags | dict(record.tags))
            yield last.with_findings(*held) if count else without_games(path, *held)
        else:
            yield from _list_of_games(text, rows, layout, path, assumptions)


def _layout_note(layout: Layout, table: str, **columns: Sequence[str]) -> Finding:
    """Return the note on how the cells of a text are read.

    Args:
        table: a name for the kind of table.
        **columns: headings of columns, by the name of the data in them.
    """
    separator = "tabs" if layout.separator == "\t" else repr(layout.separator)
    message = f"cells separated by {separator} are read as {table}"
    for what, named in columns.items():
        message += f"; {what} from {listed(named, NOTED)}" if named else ""
    return note("layout", message).at(line=layout.heading[0].line if layout.heading else 1)


def _plain(text: str, cell: Cell) -> str:
    """Return a cell as plain text of equal length; a cell without text becomes blanks."""
    if not cell.text:
        return _blank(text, cell.start, cell.end)
    written = text[cell.start : cell.end]
    return f" {written[1:-1]} " if _is_quoted(written) else written


def _blank(text: str, start: int, end: int) -> str:
    return re.sub(r"[^\n]", " ", text[start:end])


# Score sheets.


def _player(heading: str) -> str:
    """Return the name in a heading that also has a side: ``White (Anna)``, ``Anna (White)``."""
    found = re.fullmatch(r"(.+?)\s*[:(]\s*(.+?)\s*\)?", heading)
    ways = (found.groups(), found.groups()[::-1]) if found else ()
    return next((name for side, name in ways if side_named(f"{side}:") is not None), heading)


def _games_apart(
    rows: list[Row], layout: Layout
) -> Iterator[tuple[list[Row], Layout, dict[str, str]]]:
    """Yield the rows, the layout and the tags of each score sheet in a table.

    A column may have the number of the game in each row. Columns of tags then give the tags of that
    game. Without such a column, there are one or more games side by side.
    """
    number = next((one for one in layout.heading if _OF_GAME.fullmatch(one.text)), None)
    top, at = (number.line, number.column) if number else (0, -1)
    above = [row for row in rows if row[0].line < top]
    below = [*_filled(row for row in rows if row[0].line > top)]
    games = list[list[Row]]()
    for row in below if number else ():
        cell = _text_at(row, at)
        if not games or cell not in ("", _text_at(games[-1][0], at)):
            games.append([])
        games[-1].append(row)
    if len(games) < 2 or 2 * len(games) > len(below):
        yield from ((*part, {}) for part in _side_by_side(rows, layout))
        return
    tagged = {one.column: name for one in layout.heading if (name := known_tag(one.text))}
    aside = {*tagged, *(one.column for one in layout.heading if _OF_KEY.fullmatch(one.text))}
    for run in games:
        values = {at: {_text_at(row, at) for row in run} - {""} for at in tagged}
        tags = {tagged[at]: texts.pop() for at, texts in values.items() if len(texts) == 1}
        cells = [
            [one._replace(text="") if one.column in aside else one for one in row] for row in run
        ]
        yield [*above, *cells], layout, tags


def _text_at(row: Row, column: int) -> str:
    """Return the text of a cell; empty if the row has no such cell."""
    return row[column].text if column < len(row) else ""


def _side_by_side(rows: list[Row], layout: Layout) -> list[tuple[list[Row], Layout]]:
    """Return the rows and the layout of each of several games side by side, or of a single game.

    Games side by side have a column of row numbers and two columns of moves each.
    """
    below = [_below(head, rows) for head in layout.heading]
    counted = [texts == list(map(str, range(1, len(texts) + 1))) for texts in below]
    starts = [at for at, texts in enumerate(below) if counted[at] and len(texts) > 1]
    if len(starts) < 2:
        return [(rows, layout)]
    ends = [*starts[1:], len(below)]
    widths = [sum(bool(texts) and not counted[at] and _are_moves(texts)
                  for at, texts in enumerate(below) if start < at < end)
              for start, end in zip(starts, ends, strict=True)]  # fmt: skip
    if {*widths} != {2}:
        return [(rows, layout)]

    def part(row: Row, start: int, end: int) -> Row:
        cells = row[start:end] or [Cell("", row[0].line, start, row[-1].end, row[-1].end)]
        return [one._replace(column=one.column - start) for one in cells]

    return [
        ([part(row, start, end) for row in rows],
         layout._replace(heading=part(layout.heading, start, end)))
        for start, end in zip([0, *starts[1:]], ends, strict=True)
    ]  # fmt: skip


def _are_moves(texts: Sequence[str]) -> bool:
    """Whether most texts look like moves."""
    return 2 * sum(_MOVELIKE.fullmatch(text.split()[0]) is not None for text in texts) > len(texts)


def _score_sheet(
    text: str, rows: Sequence[Row], layout: Layout, path: str, assumptions: Assumptions
) -> Iterator[Record]:
    """Yield the games of a score sheet."""
    top = layout.heading[0].line if layout.heading else 0
    movers = {one.column: names for one in layout.heading
              if (names := names_in_turn(_below(one, rows)))}  # fmt: skip
    remarks = _remarks([one for one in layout.heading if one.column not in movers], rows,
                       assumptions.game)  # fmt: skip
    if movers:
        players = next((one for one in movers.values() if not any(map(_is_side, one))), [])
        named = [
            one.text for one in layout.heading if players and movers.get(one.column) == players
        ]
    else:
        names = [one.text for one in layout.heading[1:]
                 if one.text and not one.text.isdecimal() and one.column not in remarks
                 and (colour(one.text) or not known_tag(one.text))
                 and one.text.lower() not in COLUMNS]  # fmt: skip
        players = named = [] if all(map(_is_usual, names)) else [*map(_player, names)]
    placed, at = [], 1
    for row in rows:  # Each on its line of the file, as far to the right.
        first = row[0]
        is_heading = players and first.line == top
        line = "" if is_heading else _as_text(text, row, top, remarks)
        before = first.start - text.rfind("\n", 0, first.start) - 1
        placed += ["\n" * (first.line - at), " " * before, line]
        at = first.line + line.count("\n")
    found = read_games("".join(placed), path, assumptions)
    sides = sides_of(found[0].game, found[0].variant)
    if len(players) == len(sides):
        tags = dict(zip(map(str.title, sides), players, strict=True))
        found = [replace(one, tags=tags | dict(one.tags)) for one in found]
    left_out = [remarks.pop(0)] if 0 in remarks else []  # There is no room for a brace before it.
    columns = {"players": named, "comments": [*remarks.values()], "nothing": left_out}
    told = _layout_note(layout, "the columns of a score sheet", **columns)
    yield replace(found[0], findings=(told, *found[0].findings))
    yield from found[1:]


def _is_side(text: str) -> bool:
    return side_named(f"{text}:") is not None


def _remarks(heading: Row, rows: Sequence[Row], game: str | None) -> dict[int, str]:
    """Return the columns of remarks with their headings.

    Such a column has a heading that means remarks, or an unknown heading above cells that mostly
    are not moves.
    """
    found = {}
    for head in heading:
        is_first = head.column == 0
        if not is_first and head.text == heading[0].text:
            continue  # The numbers of rows beside the first ones.
        tried = _below(head, rows)
        if is_first and (not known_tag(head.text) or any(map(str.isdecimal, tried))):
            continue
        are_numbers = bool(tried) and all(map(str.isdecimal, tried))
        if not _is_remark(head.text):
            moves = max(sum(_is_move(one, text) for text in tried) for one in dialects(game))
            if are_numbers or _is_usual(head.text) or moves * 2 >= len(tried):
                continue
        found[head.column] = head.text
    return found


def _below(head: Cell, rows: Sequence[Row]) -> list[str]:
    """Return the first texts below a heading that are not empty, at most `TRIED`."""
    below = (row[head.column].text for row in rows
             if len(row) > head.column and row[0].line > head.line)  # fmt: skip
    return [*islice(filter(None, below), TRIED)]


def _is_move(dialect: Dialect[Any], text: str) -> bool:
    try:
        return bool(dialect.read(text))
    except UnreadableMove:
        return False


def _as_text(text: str, row: Row, top: int, remarks: Mapping[int, str]) -> str:
    """Return a row as plain text of the same length, with remarks in braces.

    The braces replace separators, and blanks after a remark replace its quotation marks.
    ``Event;Paris`` above the heading is a tag, perhaps with others in the same row, and so is
    ``Result;1-0`` below it.
    """
    labels, named = set[int](), known_tag(row[0].text)
    has_moves = any(_MOVELIKE.search(one.text) for one in row)
    is_above = row[0].line < top and bool(named or not row[0].text)
    if is_above or (row[0].line > top and named and not has_moves):
        labels = {one.column for one, value in pairwise(row) if value.text and known_tag(one.text)}
    written, was_said, left = "", False, ""
    for cell in row:
        heading = remarks.get(cell.column) if cell.line >= top and not labels else None
        is_said = cell.column > 0 and heading is not None and cell.text not in ("", heading)
        if was_said and not is_said:
            written, left = f"{written}{left}}}", ""
        elif cell.column:
            usual = ":" if cell.column - 1 in labels else "\t"
            written += " " if was_said else "{" if is_said else usual
        if is_said:
            remark = re.sub("[{}]", " ", cell.text)
            written += remark
            left += "\n" * (text.count("\n", cell.start, cell.end) - remark.count("\n"))
            left += " " * (cell.end - cell.start - len(remark))
        elif heading is None:
            written += _plain(text, cell).replace('"', " ")
        else:
            written += _blank(text, cell.start, cell.end)
        was_said = is_said
    return f"{written}{left}}}" if was_said else written


# Lists of games.


def _list_of_games(
    text: str, rows: Iterator[Row], layout: Layout, path: str, assumptions: Assumptions
) -> Iterator[Record]:
    """Yield the games of a list, one a row."""
    heading = layout.heading
    beside = [cell for cell in heading if not layout.has_moves(cell.column)]
    remarks = [one for one in beside if _is_remark(one.text) and not known_tag(one.text)]
    tagged = {
        cell.column: known_tag(cell.text) or _UNFIT.sub("_", cell.text)
        for cell in beside
        if cell.text and cell not in remarks
    }
    findings = [
        _layout_note(
            layout,
            "a list of games, one a row",
            moves=[cell.text for cell in heading if layout.has_moves(cell.column)],
            comments=[cell.text for cell in remarks],
            tags=[cell.text for cell in beside if cell.column in tagged],
        )
    ]
    count = 0
    for row in rows:
        if row[0].line <= heading[0].line or not any(cell.text for cell in row):
            continue
        if len(row) != len(heading):
            findings.append(odd_row(len(row), len(heading), row[0].line))
            continue
        tags = {name: row[at].text for at, name in tagged.items() if row[at].text}
        for game in _games(text, row, layout, tags, path, assumptions):
            said = " ".join(row[cell.column].text for cell in remarks)
            game.comment = f"{said} {game.comment}".strip()
            count += 1
            yield closed(game, count).with_findings(*findings)
            findings = []
    if findings:
        yield without_games(path, *findings)


def _games(
    text: str,
    row: Row,
    layout: Layout,
    tags: Mapping[str, str],
    path: str,
    assumptions: Assumptions,
) -> list[RecordBuilder]:
    """Return the games in a row, usually one."""
    cells = [cell for cell in row if layout.has_moves(cell.column)]
    first, before = row[0].line, _blank(text, row[0].start, cells[0].start)
    written = " ".join(_plain(text, cell) for cell in cells)  # A blank for each separator.
    lines, notes = clean((before + written).split("\n"), first)
    for line in lines:
        line.is_row = True
        line.comments = {at: comment._replace(text=comment.text.replace('""', '"'))
                         for at, comment in line.comments.items()}  # fmt: skip
    part = GameLines(first, body=lines, has_moves=True)
    for name, value in tags.items():
        written = " ".join(value.split())
        part.tags.append((Tag(name, written, 0), TextLine(first, written, "")))
    return games_of(part, path, assumptions, notes)[0]
