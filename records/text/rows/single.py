"""Rows that lack a column, and what else they may be.

Below a heading of two sides, rows with one move each are what is left of a table; so they may be
without one, where the board shows that each move is the same side's. Rows of one move with a dash
in it may also have two, `D3-B4`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from notation import Dialect, find_dialect
from notation.dialect import DASH
from notation.findings import Finding, note
from notation.pattern import lazy_pattern
from records.model import USUAL, Doubt, Record
from records.text.layout import NOTHING
from records.text.rows.gaps import NumberedRow

LEAST_ROWS = 3
"""Rows from which on those with one move show that a column is lost."""

SETTLED = 2
"""Plies before a move that may be a slide or a push of any form."""

_DASH = lazy_pattern(DASH)
_LAST_DASH = lazy_pattern(rf"\s*{DASH}+\Z")


def in_doubt(record: Record, rows: Sequence[NumberedRow], headed: Sequence[int]) -> Record:
    """Return a record of rows with too few moves, with what else they may be.

    Args:
        record: the record.
        rows: its rows, as they are numbered.
        headed: where on its line the heading of the table names each side; none without one.
    """
    ends = [*(row.before for row in rows[1:]), len(record.moves)]
    counts = {end - row.before for row, end in zip(rows, ends, strict=True)}
    if len(rows) < LEAST_ROWS or len(counts) > 1 or any(row.opening for row in rows):
        return record
    width = counts.pop()
    if width == 1 and (parted := _parted(record)):
        return _either(parted, record, "the dash in each row is left out")
    if 0 < width < len(headed):
        filled = _filled(record, _places(record, width, headed), len(headed))
        return _either(filled, record.with_findings(_lost(record, width, len(headed))))
    if width == 1 and not headed:
        return replace(record, doubt=Doubt(_one_each(record), filled=tuple(_beside(record))))
    return record


def _one_each(record: Record) -> Finding:
    """Return the note that the moves are read as they stand."""
    line, column = record.place(0)
    message = "each row is read with the moves that stand there, one after the other"
    return note("legal-reading", message).at(line=line, column=column)


def _lost(record: Record, width: int, sides: int) -> Finding:
    """Return the note that moves of a side may be missing."""
    line, column = record.place(0)
    has = "one move" if width == 1 else f"{width} moves"
    message = (
        f"the heading names {sides} sides, and every row has {has}: the moves of a side may be "
        "missing, and those that are here are read as one side's after the other's"
    )
    return note("missing-moves", message).at(line=line, column=column)


def _either(first: Record, other: Record, message: str = "") -> Record:
    """Return a record, read as a message has it, that may be another; the board decides."""
    how = _one_each(other)
    doubt = Doubt(how.at(message=message or how.message), (replace(other, doubt=Doubt(how)),))
    return replace(first, doubt=doubt)


def _beside(record: Record) -> Iterator[Record]:
    """Yield a record of one side's moves, the first or the second."""
    yield _filled(record, (0,), USUAL)
    yield _filled(record, (1,), USUAL)


def _places(record: Record, width: int, headed: Sequence[int]) -> tuple[int, ...]:
    """Return the columns in which the moves of a row stand: the first, unless they stand elsewhere.

    A move stands below the last side that is named left of it, or a little to its right.
    """
    # Loaded here: most texts have no columns to find, and the module takes a while to load.
    from statistics import median

    found = []
    for at in range(width):
        left = median(column for _, column in record.places[at::width])
        nearest = min(range(len(headed)), key=lambda side: abs(headed[side] - left))
        found.append(nearest if left >= headed[nearest] - 1 else at)
    return tuple(found) if found == sorted(set(found)) else tuple(range(width))


def _filled(record: Record, there: Sequence[int], sides: int) -> Record:
    """Return a record with unreadable plies in the columns that are lost.

    Args:
        record: the record.
        there: the columns in which its moves stand.
        sides: how many columns a row has.
    """
    width, last = len(there), len(record.moves) - 1
    at = [index // width * sides + there[index % width] for index in range(last + 1)]
    moves, places = [NOTHING] * (at[-1] + 1), [record.place(0)] * (at[-1] + 1)
    for index, to in enumerate(at):
        moves[to] = record.moves[index]
        places[to : to + sides] = [record.place(index)] * len(places[to : to + sides])
    line, column = record.place(0)
    lost = ", ".join(str(one + 1) for one in range(sides) if one not in there)
    message = (
        f"every row has the moves of column {', '.join(str(one + 1) for one in there)} of {sides}: "
        f"unreadable plies stand for those of column {lost}"
    )
    return replace(
        record,
        moves=tuple(moves),
        places=tuple((line or 1, column or 1) for line, column in places),
        details={at[index]: beside for index, beside in record.details.items()},
        findings=(*record.findings, note("lost-ply", message).at(line=line, column=column)),
        columns=sides if sides > USUAL else 0,
    )


def _parted(record: Record) -> Record | None:
    """Return a record whose moves are parted by dashes; None unless nearly all can only be so."""
    dialect = find_dialect(record.game or "", record.dialect) if record.game else None
    halves = [_halves(text, dialect) if dialect else () for text in record.moves]
    if dialect is None or not all(halves) or not _shown(halves, record.moves, dialect):
        return None
    places = [
        place for index, pair in enumerate(halves) for place in [record.places[index]] * len(pair)
    ]
    moves = [
        half for text, pair in zip(record.moves, halves, strict=True) for half in pair or (text,)
    ]
    line, column = record.place(0)
    message = "a dash between two moves is left out in every row"
    return replace(
        record,
        moves=tuple(moves),
        places=tuple(places),
        details={2 * index + 1: beside for index, beside in record.details.items()},
        findings=(
            *record.findings,
            note("parting-dash", message).at(line=line, column=column, text="-"),
        ),
    )


def _halves(text: str, dialect: Dialect[object]) -> tuple[str, ...]:
    """Return the two moves that one dash of a text parts, the one before a last dash, or none."""
    is_move = dialect.lenient_pattern.fullmatch
    if (last := _LAST_DASH.search(text)) and is_move(text[: last.start()]):
        return (text[: last.start()],)
    pairs = [
        (before, after)
        for dash in _DASH.finditer(text)
        for before, after in ((text[: dash.start()].strip(), text[dash.end() :].strip()),)
        if is_move(before) and is_move(after)
    ]
    return pairs[0] if len(pairs) == 1 else _around(text)


def _around(text: str) -> tuple[str, ...]:
    """Return what stands on the sides of the only dash of a text; none if it has another number."""
    sides = tuple(part.strip() for part in _DASH.split(text))
    return sides if len(sides) == 2 and all(sides) else ()


def _shown(halves: Sequence[Sequence[str]], texts: Sequence[str], dialect: Dialect[object]) -> bool:
    """Whether most texts fit the board in halves, and not as they stand."""
    return 2 * sum(
        all(dialect.fits(half, SETTLED) for half in pair) and not dialect.fits(text, SETTLED)
        for pair, text in zip(halves, texts, strict=True)
        if pair
    ) > len(texts)
