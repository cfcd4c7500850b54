"""Tables of moves among lines of words, however the sheet is laid out."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from notation import Dialect
from notation.findings import note
from records.assumptions import AUTO, SIDES
from records.model import Place
from records.text.cells import Cutter
from records.text.layout import Word
from records.text.rows.dialects import dialect_of
from records.text.rows.layouts.blocks import beside_each_other, in_reading_order
from records.text.rows.layouts.named import in_numbered_rows as by_side
from records.text.rows.layouts.sides import merged_columns, sections, with_layout
from records.text.rows.layouts.unnumbered import in_numbered_rows as unnumbered
from records.text.table import Builder, MoveTable, RowLine, number_lines
from records.text.titles import most_headed

LEAST_READ = 0.3
"""Share of the plies of all sides that are moves, if each side has its heading or its numbers."""


def read_tables(
    lines: Sequence[Sequence[Word]],
    dialects: Sequence[Dialect[object]],
    layout: str = AUTO,
    beside: Collection[Place] = frozenset(),
) -> list[MoveTable]:
    """Return the numbered tables among lines, those without any damage included.

    Args:
        lines: the words of each line, from left to right; lines without words may be absent.
        dialects: the dialects in which the moves may be written, likeliest first.
        layout: how the sheet is laid out, one of `records.assumptions.LAYOUTS`.
        beside: places of words that are no moves, such as times; they show columns of others.

    Returns:
        A table for each game, in the order of the lines; none where the lines are no table of
        moves, such as a paragraph in which numbers occur.
    """
    worded = [list(line) for line in lines if line]
    dialect = dialect_of([word.text for line in worded for word in line], dialects)
    if dialect is None:
        return []
    if beside:
        rest = ([one for one in line if (one.line, one.column) not in beside] for line in worded)
        worded = list(filter(None, rest))
    return _laid_out(worded, dialects, layout)


def _laid_out(
    worded: list[list[Word]], dialects: Sequence[Dialect[object]], layout: str
) -> list[MoveTable]:
    """Return the tables among lines without columns of times, however they are laid out."""
    named, laid_out = by_side(worded, dialects) if layout == AUTO else (worded, "")
    dialect = dialect_of([word.text for line in named for word in line], dialects)
    if dialect is None:
        return []
    if layout == AUTO and not laid_out:
        named, laid_out = unnumbered(named, Cutter(dialect, named))
    if layout in (AUTO, SIDES) and not laid_out and (tables := _of_sides(named, dialect)):
        return tables
    if layout == AUTO and not laid_out and (tables := _of_columns(named, dialect)):
        return tables
    ordered = named
    if not laid_out:
        ordered, laid_out = in_reading_order(named, layout)
    cutter = Cutter(dialect, (line[1:] for line in ordered))
    games = number_lines([RowLine(line, cutter) for line in ordered])
    texts = [[word.text for word in line] for line in ordered]
    width = 0 if laid_out else most_headed(texts)
    tables = [table for game in games if (table := Builder(cutter, game, width).table())]
    return with_layout(tables, ordered, layout, laid_out)


def _of_sides(lines: Sequence[list[Word]], dialect: Dialect[object]) -> list[MoveTable]:
    """Return the tables of sheets with the moves of each side below its name; none if not so."""
    found = sections(lines)
    tables = _each(dialect, [below for _, below in found])
    return with_layout(tables, lines, SIDES, "", [side for side, _ in found]) if tables else []


def _of_columns(lines: Sequence[list[Word]], dialect: Dialect[object]) -> list[MoveTable]:
    """Return the table of a sheet with a number before each move; none if it is not so."""
    columns = beside_each_other(lines)
    tables = _each(dialect, columns)
    return merged_columns(tables) if tables else _of_games(dialect, columns)


def _of_games(dialect: Dialect[object], columns: Sequence[Sequence[list[Word]]]) -> list[MoveTable]:
    """Return the tables of games side by side, numbered alike, each with rows of several moves."""
    cutter = Cutter(dialect, (line[1:] for lines in columns for line in lines))
    games = [number_lines([RowLine(line, cutter) for line in lines]) for lines in columns]
    if len(games) < 2 or any(len(one) != 1 for one in games):
        return []
    tables = [table for one in games if (table := Builder(cutter, one[0]).table())]
    if len(tables) < len(games) or any(table.width < 2 for table in tables):
        return []
    message = f"the sheet is read as {len(tables)} games beside each other"
    found = note("layout", message).at(line=tables[0].lines[0], column=1)
    return [replace(one, notes=(found, *one.notes), is_plain=False) for one in tables]


def _each(dialect: Dialect[object], sides: Sequence[Sequence[list[Word]]]) -> list[MoveTable]:
    """Return the tables of the moves of each side; none unless all lines are such tables.

    Where one is a table of moves, or enough of all can be read, so are the others, however damaged.
    """
    cutter = Cutter(dialect, (line[1:] for lines in sides for line in lines))
    games = [number_lines([RowLine(line, cutter) for line in lines]) for lines in sides]
    if not games or any(len(one) != 1 for one in games):
        return []
    is_sure = any(Builder(cutter, one[0], width=1).table() for one in games)
    tables = [Builder(cutter, one[0], width=1).table(is_sure=True) for one in games]
    plies = [ply for table in tables if table for ply in table.plies]
    is_sure |= sum(ply.readable for ply in plies) >= LEAST_READ * len(plies)
    return [table for table in tables if table] if is_sure and all(tables) else []
