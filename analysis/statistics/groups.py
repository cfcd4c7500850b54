"""Groups of games: by game, variant, player, event, or any column or tag."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.tables.schema import GAME_COLUMNS, PLAYERS
from notation import UnknownName
from notation.errors import did_you_mean
from records.model import played_on

if TYPE_CHECKING:
    import pandas as pd

GAME = "game"

FILE_NAMES = {one.file_name: one.name for one in GAME_COLUMNS if one.file_name not in ("", GAME)}
ALIASES = {"file": "path", **FILE_NAMES}
"""Other words for columns, each with the name of the column."""

PLAYER = "player"
"""The word that groups by player; a game is in the group of each of its players."""

PERIOD = "period"
"""The word that groups by the year of the tag ``Date``, or by decade where the years are many."""

YEARS = 10
"""Most years that are periods of their own."""

TAG = "tag:"


class NoSuchGroup(UnknownName):
    """A word to group by that is not the name of a column or tag."""


@dataclass(frozen=True, slots=True)
class Group:
    """Games with the same values.

    Attributes:
        keys: the values, by the words of the grouping; None for missing values.
        games: their rows of the table of games.
    """

    keys: dict[str, str | None]
    games: "pd.DataFrame"


def groups(games: "pd.DataFrame", by: Sequence[str] = ("variant",)) -> Iterator[Group]:
    """Yield groups in the order of their values; each has games of one name.

    Args:
        games: the table of games.
        by: words to group by: ``game``, ``variant``, ``player``, the name of a tag in any case
            (``event``), ``period``, or a column.

    Raises:
        NoSuchGroup: there is no such column or tag; raised when the first group is requested.
    """
    words = [GAME, *(word for word in by if word != GAME)]
    if PLAYER in words:
        games = _by_player(games)
    if PERIOD in words:
        games = games.assign(period=_periods(games))
    texts = games[[_column(games, word) for word in words]].set_axis(words, axis="columns")
    for values, rows in texts.astype("object").reset_index(drop=True).groupby(words, dropna=False):
        keys = {word: _text(value) for word, value in zip(words, values, strict=True)}
        # By position: with players, several rows have the same index.
        yield Group(keys, games.iloc[rows.index])


def _text(value: Hashable) -> str | None:
    import pandas as pd

    missing = value is None or value is pd.NA or value != value  # NaN differs from itself
    return None if missing else str(value)


def _column(games: "pd.DataFrame", word: str) -> str:
    """Return the name of the column of a word."""
    known = {str(column).casefold(): str(column) for column in games.columns}
    name = ALIASES.get(word.casefold(), word).casefold()
    for candidate in (name, f"{TAG}{name}"):
        if candidate in known:
            return known[candidate]
    tags = [column.removeprefix(TAG) for column in known.values() if column.startswith(TAG)]
    there_are = f"the tags are {', '.join(tags)}" if tags else "there are no tags"
    meant = did_you_mean(word, [PLAYER, PERIOD, *ALIASES, *tags, *known])
    raise NoSuchGroup(f"no column and no tag is called {word!r}{meant}; {there_are}")


def _by_player(games: "pd.DataFrame") -> "pd.DataFrame":
    """Return a row for every player of every game, with the index of the game.

    A game against oneself is one game of that player.
    """
    import pandas as pd

    played = [(column, games[games[column].notna()]) for column in PLAYERS]
    each = pd.concat([rows.assign(**{PLAYER: rows[column]}) for column, rows in played])
    return each[~pd.MultiIndex.from_arrays([each.index, each[PLAYER]]).duplicated()]


def _periods(games: "pd.DataFrame") -> "pd.Series[str]":
    """Return the period of each game, None where the year is not known."""
    import pandas as pd

    tagged = f"{TAG}Date"
    dates = games[tagged].fillna("").astype(str) if tagged in games else [""] * len(games)
    years = [played_on({"Date": date})[:4] for date in dates]
    named = set(years) - {""}
    names = {year: f"{year[:3]}0s" if len(named) > YEARS else year for year in named}
    return pd.Series([names.get(year) for year in years], games.index, dtype="object")
