"""The columns of records as tables, and the cells of a record.

A table has a row for each ply, or one for each game. The columns of a game are the same in both,
and a table of plies repeats their cells on every row of the game: so a row can be understood, and
filtered, without its neighbours. Numbers and short texts have columns of their own; what has no
fixed shape is JSON in one column.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeGuard

from notation.pattern import lazy_pattern
from notation.printing import CONTROLS, json_line
from records.format import CannotWrite
from records.jsonl import KEYS
from records.jsontext import is_count
from records.model import Record

Kind = Literal["integer", "text", "json", "texts"]


class RecordColumn(NamedTuple):
    """One column.

    Attributes:
        name: its name.
        kind: what its cells are: whole numbers, texts, JSON, or a list of texts, which is JSON
            where a container has no lists.
        meaning: what they are, for the documents.
    """

    name: str
    kind: Kind
    meaning: str


RECORD = RecordColumn("record", "integer", "number of the record in this file, from 1")

OF_GAME = (
    RecordColumn("game", "text", "name of the game"),
    RecordColumn("variant", "text", "variant string; empty if the record has none"),
    RecordColumn("dialect", "text", "dialect of the moves; empty if it was not detected"),
    RecordColumn("result", "text", "`1-0`, `0-1`, `1/2-1/2`, `*`, or the winner's number"),
    RecordColumn("start", "text", "position string of the first position; empty for the usual one"),
    RecordColumn("game_comment", "text", "comment before the first move"),
    RecordColumn("tags", "json", "object of all tags, in the order written"),
    RecordColumn("notes", "json", "list of the notes from reading the record"),
    RecordColumn("extra", "json", "object of all other data of the game"),
    RecordColumn("source_path", "text", "file that the record was first read from"),
    RecordColumn("source_line", "integer", "line of that file, from 1"),
    RecordColumn("source_game", "integer", "number of the game in that file, from 1"),
)
"""The columns of a game, in tables of either kind."""

OF_PLY = (
    RecordColumn(
        "ply", "integer", "number of the ply, from 1; 0 on the one row of a game without moves"
    ),
    RecordColumn("move", "text", "the move as written"),
    RecordColumn("marks", "text", "`!` and `?`"),
    RecordColumn("comment", "text", "comment after the move"),
    RecordColumn("reserve", "integer", "reserve of the side that moved, as recorded"),
    RecordColumn("details", "json", "object of all other data of the move"),
)

PLIES = (RECORD, *OF_PLY, *OF_GAME)
"""The columns of a table with a row for each ply."""

GAMES = (
    RECORD,
    RecordColumn("plies", "integer", "number of moves; not read, the moves are counted"),
    RecordColumn("moves", "texts", "the moves as written"),
    RecordColumn("details", "json", "object of the data of moves, by number of the ply, from 1"),
    *OF_GAME,
)
"""The columns of a table with a row for each game."""

Cell = str | int | None

Details = Mapping[int, Mapping[str, object]]
"""What stands beside the moves of a game, see `Record.details`."""

HALVES = lazy_pattern("[\ud800-\udfff]")
"""Half characters, which no encoding has bytes for."""

CSV_ODD = lazy_pattern(f"[{CONTROLS}\ud800-\udfff]")
"""What a text file cannot have, what becomes another line end, and what acts on a terminal."""


def game_cells(record: Record, odd: re.Pattern[str]) -> tuple[Cell, ...]:
    """Return the cells of `OF_GAME` for a record.

    A text that a column cannot hold stands in ``extra``, where JSON has escapes for it, under the
    key that it has in the documented JSON object.

    Args:
        record: the record.
        odd: matches the characters that a text must not have.
    """
    extra = {key: value for key, value in record.extra.items() if key not in KEYS}
    texts = []
    for key in ("game", "variant", "dialect", "result", "start", "comment"):
        value = getattr(record, key)
        fits = value and not odd.search(value)
        texts.append(value if fits else None)
        if value is not None and not fits and (value or key != "comment"):
            extra[key] = value
    source = record.extra.get("source") or record.source.to_json()
    provenance = _provenance(source, odd)
    if provenance is None:
        extra["source"] = source
    notes = [finding.to_json() for finding in record.findings]
    jsons = [packed(value) if value else None for value in (dict(record.tags), notes, extra)]
    return (*texts, *jsons, *(provenance or (None, None, None)))


def _provenance(source: object, odd: re.Pattern[str]) -> tuple[Cell, ...] | None:
    """Return what a record was first read from as cells, None if it is of another shape."""
    if not isinstance(source, dict) or source.keys() != {"path", "line", "game"}:
        return None
    path, line, game = source["path"], source["line"], source["game"]
    if not isinstance(path, str) or odd.search(path) or not (is_count(line) and is_count(game)):
        return None
    return path or None, line, game


def ply_cells(detail: Mapping[str, object], odd: re.Pattern[str]) -> tuple[Cell, ...]:
    """Return the cells for marks, comment, reserve and other details of a ply."""
    marks, comment, reserve = map(detail.get, _OWN_COLUMNS)
    cells = (
        marks if is_plain(marks, odd) else None,
        comment if is_plain(comment, odd) else None,
        reserve if is_count(reserve) else None,
    )
    fitting = {key for key, cell in zip(_OWN_COLUMNS, cells, strict=True) if cell is not None}
    rest = {key: value for key, value in detail.items() if key not in fitting}
    return *cells, packed(rest) if rest else None


_OWN_COLUMNS = ("marks", "comment", "reserve")
"""The details of a move that have a column each."""


def is_plain(value: object, odd: re.Pattern[str]) -> TypeGuard[str]:
    """Whether a value is a text that is not empty, without odd characters."""
    return isinstance(value, str) and value != "" and not odd.search(value)


def packed(value: object) -> str:
    """Return a value as JSON on one line, with escapes for control characters and half ones."""
    return json_line(value)


def check_moves(record: Record, odd: re.Pattern[str], container: str) -> None:
    """Make sure that the moves of a record fit into a column.

    Raises:
        CannotWrite: one does not.
    """
    if odd.search("".join(record.moves)):
        move = next(move for move in record.moves if odd.search(move))
        raise CannotWrite(f"{container} cannot hold the move {move!r}")


def game_row(
    record: Record, odd: re.Pattern[str]
) -> tuple[int, list[str], str | None, *tuple[Cell, ...]]:
    """Return the cells of a record on one row, from the number of its plies on: see `GAMES`."""
    moves = list(record.moves)
    return len(moves), moves, packed_details(record.details), *game_cells(record, odd)


def packed_details(details: Details) -> str | None:
    """Return what stands beside the moves of a game as JSON; None for nothing."""
    by_ply = {str(index + 1): detail for index, detail in details.items() if detail}
    return packed(by_ply) if by_ply else None


def is_table(names: Iterable[str]) -> bool:
    """Whether columns of these names are a table of plies or of games."""
    found = {*names}
    return bool({"move", "moves"} & found and {"record", "ply", "game", "plies"} & found)
