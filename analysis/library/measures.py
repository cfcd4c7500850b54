"""The measures of the games of a library, stored so that statistics need no replays.

They are stored only where pyarrow is installed, which computes them; this module needs it.
Statistics of games without stored measures are computed from the records.
"""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analysis.games.arrays import Places
from analysis.library.games import TAG, sides_of
from analysis.library.index import PLY
from analysis.library.library import LibraryFile
from analysis.library.packing import DamagedColumn, join, pack, split, unpack
from analysis.library.search import matching_games
from analysis.select.condition import tags_of
from analysis.select.selection import Selection
from analysis.statistics.games import ROW, GameTable, GameTableMaker, GameTableParts, as_texts
from analysis.tables.arrow import array, coded_texts, text_column
from analysis.tables.schema import PLAYERS
from notation import LudographError
from records.library import named_errors
from records.model import named_player

NUMBER = "number"
"""The column for the number of a game in the library."""


def pack_measures(numbers: Places, games: GameTable) -> bytes:
    """Return the measures of new games as packed Arrow tables: the games, and their captures.

    Args:
        numbers: the number of each game in the library; 0 for a game that is not new.
        games: a table of the games, with the captures of each game.
    """
    assert games.captured is not None
    is_new = numbers > 0
    measured = games.some(is_new).columns.append_column(NUMBER, pa.array(numbers[is_new]))
    own = pc.is_in(games.captured[ROW], measured[ROW].combine_chunks())
    captured = games.captured.filter(own).combine_chunks()
    items, counts = captured["item"].combine_chunks(), captured["count"].cast(pa.int16())
    # In this order, and with small numbers, they take a fifth less space.
    order = np.lexsort((items.indices.to_numpy(), captured[ROW].to_numpy()))
    place = captured.column_names.index("count")
    captured = captured.set_column(place, "count", counts).take(pa.array(order))
    return join([_packed(measured), _packed(captured)])


def _packed(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return pack(np.frombuffer(sink.getvalue(), np.uint8))


def _stored(library: LibraryFile) -> Iterator[GameTable]:
    """Yield the stored tables, with the column `NUMBER`; removed games are still in them."""
    for (packed,) in library.select("SELECT games FROM measures ORDER BY id", bytes):
        tables = [unpack(one, np.uint8) for one in split(packed)]
        try:
            games, captured = (pa.ipc.open_stream(pa.py_buffer(one)).read_all() for one in tables)
            for one in (games, captured):
                one.validate(full=True)
        except (pa.ArrowException, ValueError) as error:
            raise DamagedColumn(f"the measures of games are damaged: {error}") from None
        yield GameTable(games, captured)


def stored_table(
    path: str, maker: GameTableMaker, chosen: Selection
) -> tuple[GameTable, int] | None:
    """Return a table of the selected games, made from stored measures, and the number of all games.

    The result is None if the records have to be read instead: if the library has a record of an
    unknown game, a game played as recorded, or one without measures; if the selection compares
    positions or tests a tag that the library lacks; or if the library is damaged.

    Args:
        path: the library.
        maker: states the wanted columns.
        chosen: which games are selected.
    """
    if chosen.compares_positions:
        return None
    try:
        with LibraryFile(path) as library, named_errors(path):
            named = frozenset[str]().union(*map(tags_of, chosen.conditions))
            shapes = library.terms.shapes().values()
            if not named <= library.terms.tags() or any(one.game is None for one in shapes):
                return None
            if any(one.accepted for one in shapes):
                return None
            known = np.array(library.numbers(), np.int64)
            wanted = known
            if chosen.conditions:
                wanted = matching_games(library, chosen.conditions)
            return _table(library, maker, known, wanted), len(known)
    except (LudographError, OSError):
        return None  # reading the records reports the error


def _table(library: LibraryFile, maker: GameTableMaker, known: Places, wanted: Places) -> GameTable:
    """Return the table of the wanted games; ``known`` are the numbers of all games, sorted."""
    parts, count = GameTableParts(maker), 0
    tags = tuple(sorted(library.terms.tags())) if maker.words else ()
    columns = {TAG + one: _tag_column(library, one, known) for one in maker.wanted_tags(tags)}
    if maker.names_players:
        columns |= _player_columns(library, known)
    for games in _stored(library):
        numbers = games[NUMBER]
        count += int(np.isin(numbers, known).sum())
        found = games.some(np.isin(numbers, wanted))
        rows = pa.array(np.searchsorted(known, found[NUMBER]))
        table = found.columns.drop_columns([NUMBER])
        for name, column in columns.items():
            table = table.append_column(name, column.take(rows))
        captured = games.captured if maker.measured and maker.captured else None
        parts.add(GameTable(table, captured, tags).ready(maker.words))
    if count != len(known):
        raise DamagedColumn(f"{count:,} of {len(known):,} games have measures")
    return parts.table()


def _tag_column(library: LibraryFile, name: str, known: Places) -> pa.DictionaryArray:
    """Return the value of a tag in each game of the library."""
    codes, values = np.full(len(known), -1, np.int32), dict(sorted(library.terms.named(TAG + name)))
    uses = library.terms.uses.any_of(values)
    at = np.searchsorted(known, uses["place"] >> PLY)
    numbers = np.searchsorted(np.array([*values], np.uint64), uses["key"])
    codes[at[at < len(known)]] = numbers[at < len(known)]
    return text_column(codes, array([*values.values()], pa.string()))


def _player_columns(library: LibraryFile, known: Places) -> dict[str, pa.DictionaryArray]:
    """Return the columns `PLAYERS`: the players of each game, in the order of moving."""
    sides = library.terms.sides()
    texts = [as_texts(_tag_column(library, one.title(), known), named_player) for one in sides]
    named = pa.chunked_array(texts, pa.dictionary(pa.int32(), pa.string())).unify_dictionaries()
    players = {side: coded_texts(one)[0] for side, one in zip(sides, named.chunks, strict=True)}
    names = named.chunk(0).dictionary if sides else pa.array([], pa.string())
    found = np.full((len(PLAYERS), len(known)), -1, np.int32)
    for kind in library.boards.kinds().values():
        at = np.searchsorted(known, library.boards.games(kind)["number"])
        at = at[at < len(known)]
        for seat, side in enumerate(sides_of(kind)):
            found[seat, at] = players[side][at]
    return {name: text_column(codes, names) for name, codes in zip(PLAYERS, found, strict=True)}
