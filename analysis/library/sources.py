"""Tables of games, for statistics, from the measures that a library stores."""

import numpy as np
import pyarrow as pa

from analysis.games.arrays import Places
from analysis.library.games import TAG, sides_of
from analysis.library.index import PLY
from analysis.library.library import LibraryFile
from analysis.library.measures import NUMBER, stored_measures
from analysis.library.packing import DamagedColumn
from analysis.library.search import matching_games
from analysis.select.selection import Selection
from analysis.statistics.games import GameTable, GameTableMaker, GameTableParts, as_texts
from analysis.tables.arrow import array, coded_texts, text_column
from analysis.tables.schema import PLAYERS
from notation import LudographError
from records.library import named_errors
from records.model import named_player


def stored_table(
    path: str, maker: GameTableMaker, chosen: Selection
) -> tuple[GameTable, int] | None:
    """Return the table of selected games from a library's measures, and the number of all its
    games.

    The result is None if stored measures do not suffice and records have to be read. This is so if
    a game is unknown, was played as recorded, or has no measures; if the selection compares
    positions or tests a tag that the library lacks; and if the library is damaged.

    Args:
        path: the library.
        maker: has the wanted columns.
        chosen: which games are selected.
    """
    if chosen.compares_positions:
        return None
    try:
        with LibraryFile(path) as library, named_errors(path):
            shapes = library.terms.shapes().values()
            if not chosen.tags <= library.terms.tags() or any(one.game is None for one in shapes):
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
    for games in stored_measures(library):
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
    """Return the columns `PLAYERS`: the players of each game of the library, by the order of
    moving."""
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
