"""Tables of games, for statistics, from the measures that a library stores."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from analysis.games.arrays import Places
from analysis.library.games import TAG, sides_of
from analysis.library.index import PLY, BoardKind
from analysis.library.library import LibraryFile
from analysis.library.measures import NUMBER, stored_measures
from analysis.library.packing import DamagedColumn
from analysis.library.search import matching_games
from analysis.select.condition import tags_of
from analysis.select.selection import Selection
from analysis.tables.arrow import array, coded_texts, text_column
from analysis.tables.schema import PLAYERS
from notation import LudographError
from notation.memo import Memo
from records.library import named_errors
from records.model import named_player

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow as pa

    from analysis.statistics.games import GameTable, GameTableMaker, Rows


def stored_table(
    path: str, maker: "GameTableMaker", chosen: Selection
) -> "tuple[GameTable, int] | None":
    """Return the table of selected games from a library's measures, and the number of all its
    games.

    The result is None if stored measures do not suffice and records have to be read. This is so if
    a game is unknown, was played as recorded, or has no measures; if the selection compares
    positions or tests a tag that the library lacks; and if the library is damaged.

    Args:
        path: the library.
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


def _table(
    library: LibraryFile, maker: "GameTableMaker", known: Places, wanted: Places
) -> "GameTable":
    """Return the table of the wanted games.

    Args:
        known: the numbers of all games of the library, sorted.
        wanted: the numbers of the games in the table.

    Raises:
        DamagedColumn: measures of a game are missing.
    """
    import pyarrow as pa

    from analysis.statistics.games import GameTable, GameTableParts, as_texts

    parts = GameTableParts(maker)
    tags = tuple(sorted(library.terms.tags())) if maker.words else ()
    columns = Memo[str, pa.DictionaryArray](lambda name: _tag_column(library, name, known))
    sides = library.terms.sides() if maker.names_players else []
    texts = [as_texts(columns[side.title()], named_player) for side in sides]
    named = pa.chunked_array(texts, pa.dictionary(pa.int32(), pa.string())).unify_dictionaries()
    players = {side: coded_texts(one)[0] for side, one in zip(sides, named.chunks, strict=True)}
    count = 0
    for games in stored_measures(library.engine):
        numbers = games[NUMBER]
        count += int(np.isin(numbers, known).sum())
        found = games.some(np.isin(numbers, wanted))
        at = np.searchsorted(known, found[NUMBER])
        table = found.columns.drop_columns([NUMBER])
        for name in maker.wanted_tags(tags):
            table = table.append_column(f"{TAG}{name}", columns[name].take(pa.array(at)))
        if maker.names_players:
            for name, codes in zip(PLAYERS, _players(found, at, players), strict=True):
                table = table.append_column(name, text_column(codes, named.chunk(0).dictionary))
        captured = games.captured if maker.measured and maker.captured else None
        parts.add(GameTable(table, captured, tags).totalled(maker.words))
    if count != len(known):
        raise DamagedColumn(f"{count:,} of {len(known):,} games have measures")
    return parts.table()


def _tag_column(library: LibraryFile, name: str, known: Places) -> "pa.DictionaryArray":
    """Return the value of a tag in each game; ``known`` are the numbers of all games, sorted."""
    import pyarrow as pa

    codes, values = np.full(len(known), -1, np.int32), dict(sorted(library.terms.named(TAG + name)))
    uses = library.terms.uses.any_of(values)
    at = np.searchsorted(known, uses["place"] >> PLY)
    numbers = np.searchsorted(np.array([*values], np.uint64), uses["key"])
    codes[at[at < len(known)]] = numbers[at < len(known)]
    return text_column(codes, array([*values.values()], pa.string()))


def _players(
    games: "GameTable", at: Places, players: "Mapping[str, npt.NDArray[np.integer]]"
) -> "Rows":
    """Return the players of games as codes, in the shape (sides, games); -1 is a missing player.

    Args:
        games: the games.
        at: the place of each game among all games of the library.
        players: for each side the codes of its players in all games.
    """
    (title, names), (rules, variants) = (
        coded_texts(games.column(name)) for name in ("game", "variant")
    )
    found: Rows = np.full((len(PLAYERS), len(at)), -1, np.int32)
    for game, variant in set(zip(title.tolist(), rules.tolist(), strict=True)):
        rows = np.flatnonzero((title == game) & (rules == variant))
        known = min(game, variant) >= 0
        sides = sides_of(BoardKind(names[game], variants[variant])) if known else ()
        for seat, side in enumerate(sides):
            found[seat, rows] = players[side][at[rows]]
    return found
