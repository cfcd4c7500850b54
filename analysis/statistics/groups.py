"""Groups of games: by game, variant, player, event, or whatever a column or a tag says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from notation import UnknownName

if TYPE_CHECKING:
    import pandas as pd

ALIASES = {"game": "name", "file": "path"}
"""Words that people use for columns of another name."""

PLAYER = "player"
"""Groups the games of each player; a game counts for all who played it."""

TAG = "tag:"


class NoSuchGroup(UnknownName):
    """The games cannot be grouped by that: no column and no tag has the name."""


@dataclass(frozen=True, slots=True)
class Group:
    """Games that belong together.

    Attributes:
        keys: what they share, by the word that it was asked for with; None where a record does
            not say.
        games: their rows of the table of games.
    """

    keys: dict[str, str | None]
    games: "pd.DataFrame"


def groups(games: "pd.DataFrame", by: Sequence[str] = ("variant",)) -> Iterator[Group]:
    """Yield groups in the order of their names; games of different kinds are never one group.

    Args:
        games: the table of games.
        by: what to group by: ``game``, ``variant``, ``player``, the name of a tag in any case
            (``event``), or a column.

    Raises:
        NoSuchGroup: there is no such column or tag; raised on the call's first group.
    """
    words = ["game", *(word for word in by if word != "game")]
    if PLAYER in words:
        games = _by_player(games)
    columns = [_column(games, word) for word in words]
    texts = games[columns].astype("object").reset_index(drop=True)
    for values, rows in texts.groupby(columns, dropna=False):
        keys = {word: _said(value) for word, value in zip(words, values, strict=True)}
        # By place: the games of several players have the same index.
        yield Group(keys, games.iloc[rows.index])


def _said(value: Any) -> str | None:
    import pandas as pd

    return None if pd.isna(value) else str(value)


def _column(games: "pd.DataFrame", word: str) -> str:
    """Return the column that a word stands for."""
    known = {str(column).casefold(): str(column) for column in games.columns}
    name = ALIASES.get(word, word).casefold()
    for candidate in (name, f"{TAG}{name}"):
        if candidate in known:
            return known[candidate]
    tags = [column.removeprefix(TAG) for column in known.values() if column.startswith(TAG)]
    there_are = f"the tags are {', '.join(tags)}" if tags else "there are no tags"
    raise NoSuchGroup(f"no column and no tag is called {word!r}; {there_are}")


def _by_player(games: "pd.DataFrame") -> "pd.DataFrame":
    """Return a row for every player of every game, the index telling which game it is."""
    import pandas as pd

    seats = ("player_1", "player_2", "player_3")
    seated = [(seat, games[games[seat].notna()]) for seat in seats]
    return pd.concat([rows.assign(**{PLAYER: rows[seat]}) for seat, rows in seated])
