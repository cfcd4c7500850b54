"""Lists of games in a spreadsheet: a game in each row, with its moves in one cell.

The cell with the moves is read as plain text; the headings of the other cells are names of tags, in
any of the languages of ``words.toml``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from operator import attrgetter

from notation import Finding
from notation.findings import violation
from records.assumptions import Assumptions
from records.format import Format
from records.model import EMPTY_FILE, Record, Source, without_games
from records.results import won_by
from records.tabular.schema import SEPARATOR_LINE, column_names, is_table, odd_row
from records.tabular.sheet import Cell, cells_of, layout_note
from records.text.cut import GameLines
from records.text.game import RecordBuilder
from records.text.ink import TextLine, clean
from records.text.reader import closed, games_of
from records.text.titles import Tag
from records.words import colour, meaning, tables

SEPARATORS = ";\t,"

SEVERAL, MANY = 2, 4
"""Least number of moves in a cell of moves, and in most such cells without a known heading."""

LINES = 12
"""Rows that are searched."""

_MOVELIKE = re.compile(
    r"(?<!\S)(?=\S*\d)(?=\S*[A-Za-z])[\w.,:;()*+\N{MULTIPLICATION SIGN}-]{2,30}(?!\S)"
)
"""A word that may be a move: it has a letter and a digit."""
_WORD = re.compile(r"[^\W_]+")
_UNFIT = re.compile(r'[\s"\[\]]+')
"""Characters that no name of a tag has."""


def head_of(text: str) -> tuple[str, int] | None:
    """Return the separator of a list of games and its column of moves; None for other texts.

    Args:
        text: the beginning of the text.
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    stated = SEPARATOR_LINE.match(text)
    for separator in stated[1] if stated else SEPARATORS:
        rows = islice(_filled_rows(text, separator), LINES + 1 + bool(stated))
        head, *below = [[cell.text for cell in row] for row in rows][bool(stated) :] or [[]]
        # The end of the text may cut the last row off.
        if head and (moves := _moves_column(head, below[:-1] or below)) is not None:
            return separator, moves
    return None


def _filled_rows(text: str, separator: str) -> Iterator[list[Cell]]:
    """Yield the rows of a text that have a cell with text."""
    rows = ([*row] for _, row in groupby(cells_of(text, separator), key=attrgetter("line")))
    return (row for row in rows if any(cell.text for cell in row))


def _moves_column(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the only column with several moves in each cell; None without one."""
    whole = [row for row in rows if len(row) == len(heads)]
    if len(heads) < 2 or not whole or 2 * len(whole) < len(rows):
        return None
    columns = [[cell for cell in cells if cell.strip()] for cells in zip(*whole, strict=True)]
    counts = [[len(_MOVELIKE.findall(cell)) for cell in column] for column in columns]
    found = [at for at, some in enumerate(counts) if some and max(some) >= SEVERAL]
    if len(found) != 1 or _MOVELIKE.search(heads[at := found[0]]):
        return None
    names = column_names(heads)
    is_list = any(cell.startswith("[") for cell in columns[at])
    if is_table(names) and (is_list or names[at] != "moves"):
        return None  # A table of records.
    others = (*heads[:at], *heads[at + 1 :])
    is_known = any(_tag_of(one) or _numbered_side(one) is not None for one in others)
    middle = sorted(counts[at])[len(counts[at]) // 2]
    return at if middle >= (SEVERAL if is_known else MANY) else None


def _tag_of(heading: str) -> str | None:
    """Return the usual name of the tag that a heading means; None for another heading."""
    known = meaning("tags", heading.replace("_", " ")) or colour(heading)
    return known or colour(" ".join(_without_fillers(heading)))


def _without_fillers(heading: str) -> list[str]:
    """Return the words of a heading without general ones such as ``name`` or ``player``."""
    fillers = {*tables()["fillers"]["players"], "name", "nom"}
    return [word for word in _WORD.findall(heading.lower()) if word not in fillers]


def _numbered_side(heading: str) -> int | None:
    """Return the number of the side, from 0, of a heading such as ``player1``; None for others."""
    players = "|".join(map(re.escape, tables()["fillers"]["players"]))
    found = re.fullmatch(rf"(?:{players})[ _-]?([123])(?:[ _]name)?", heading.strip().lower())
    return int(found[1]) - 1 if found else None


class GameListFormat(Format):
    """A list of games as CSV."""

    def read(self, blocks: Iterable[str], path: str, assumptions: Assumptions) -> Iterator[Record]:
        """Yield the games of a text, the first with a note on its columns."""
        text = "".join(blocks).removeprefix("\N{BYTE ORDER MARK}")
        separator, moves = head_of(text) or (",", -1)
        rows = _filled_rows(text, separator)
        head = next(rows, None)
        if head and SEPARATOR_LINE.match(text):
            head = next(rows, None)
        if head is None or moves < 0:
            yield without_games(path, EMPTY_FILE if head is None else _NO_LIST)
            return
        columns = [_Column(cell.text, number == moves) for number, cell in enumerate(head)]
        told = layout_note(
            separator,
            "a list of games, one a row",
            head[0].line,
            moves=[one.heading for one in columns if one.is_moves],
            comments=[one.heading for one in columns if one.is_remark],
            tags=[one.heading for one in columns if one.tag],
        )
        held, notes, count = None, [told], 0
        for row in rows:
            if len(row) != len(head):
                notes.append(odd_row(len(row), len(head), row[0].line))
                continue
            for record in _games(text, row, columns, path, assumptions):
                if held:
                    yield held
                count += 1
                numbered = Source(path, record.source.line, count)
                held = replace(record, source=numbered).with_findings(*notes)
                notes = []
        if held:
            yield held.with_findings(*notes)
        else:
            yield without_games(path, *notes)


_NO_LIST = violation("bad-table", "no column has the moves of a game in each cell").at(line=1)


class _Column:
    """A column in a list of games.

    Attributes:
        heading: its heading.
        tag: the name of its tag; None for moves, for remarks, and without a heading.
        side: the number of the side whose players it names, from 0; None for other columns.
        is_moves, is_remark, is_winner: whether it has moves, remarks or winners.
    """

    def __init__(self, heading: str, is_moves: bool) -> None:
        self.heading, self.is_moves = heading, is_moves
        self.is_remark = not is_moves and meaning("headings", heading) == "remarks"
        self.is_winner = meaning("headings", heading) == "winner"
        self.side = _numbered_side(heading)
        known = _tag_of(heading) or _UNFIT.sub("_", heading.strip())
        self.tag = None if is_moves or self.is_remark or not known else known


def _games(
    text: str, row: Sequence[Cell], columns: Sequence[_Column], path: str, assumptions: Assumptions
) -> Iterator[Record]:
    """Yield the games of a row, usually one."""
    first = row[0].line
    part = GameLines(first, has_moves=True)
    notes: list[Finding] = []
    for cell, column in zip(row, columns, strict=True):
        if column.is_moves:
            before = re.sub(r"[^\n]", " ", text[row[0].start : cell.start])
            written = text[cell.start : cell.end]
            if written[:1] == '"' and written[-1:] == '"':
                written = f" {written[1:-1]} "
            part.body, notes = clean(f"{before}{written}".split("\n"), first)
        elif column.tag and cell.text:
            value = " ".join(cell.text.split())
            part.tags.append((Tag(column.tag, value, 0), TextLine(first, value, "")))
    games, _ = games_of(part, path, assumptions, notes)
    for game in games:
        _name_sides(game, columns)
        _unquote_comments(game)
        for cell, column in zip(row, columns, strict=True):
            if column.is_remark and cell.text:
                game.comment = f"{cell.text} {game.comment}".strip()
        yield closed(game, 1)


def _unquote_comments(game: RecordBuilder) -> None:
    """Replace doubled quotation marks by single ones in the comments of a game."""
    game.comment = game.comment.replace('""', '"')
    for beside in game.details.values():
        beside |= {
            name: text.replace('""', '"') for name, text in beside.items() if isinstance(text, str)
        }


def _name_sides(game: RecordBuilder, columns: Sequence[_Column]) -> None:
    """Rename tags such as ``player1`` to the game's sides, and set the result by the winner."""
    sides = game.sides
    for column in columns:
        if column.side is not None and column.side < len(sides) and column.tag in game.tags:
            game.tags.setdefault(sides[column.side], game.tags.pop(column.tag))
    winner = next((game.tags.get(one.tag or "") for one in columns if one.is_winner), None)
    if not winner or "Result" in game.tags:
        return
    for number, side in enumerate(sides):
        if winner == game.tags.get(side) or colour(winner) == side:
            result = won_by(number, len(sides))
            game.tags["Result"] = result
            message = f"the winner {winner!r} is read as {result}"
            game.notes.add("result-words", message, (game.line, 1))
