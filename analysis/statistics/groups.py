"""Groups of games: by game, variant, player, event, or any column or tag."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.games import title_of
from analysis.statistics.tally import Tallies, add_tallies
from analysis.tables.schema import GAME_COLUMNS, PLAYERS
from notation import UnknownName
from notation.errors import did_you_mean
from records.model import played_on

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Indices = npt.NDArray[np.intp]

GAME = "game"
VARIANT = "variant"

SIDES = "sides"
"""The word that groups by the number of sides, which keeps pooled games of two and three apart."""

ALIASES = {"file": "path"}
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


def population_title(game: str, variants: Sequence[str], sides: int = 2) -> str:
    """Return the title of a population: the game, its variant or how many are pooled.

    Args:
        game: name of the game.
        variants: the variant strings of its games.
        sides: the number of sides, named where the variant does not imply it.
    """
    return f"{title_of(game)}, {rules_title(variants, sides)}"


def rules_title(variants: Sequence[str], sides: int = 2) -> str:
    """Return the title of a population without its game; see `population_title`."""
    if len(variants) < 2:
        return "".join(variants) or "no variant"
    many = f", {sides} sides" if sides > 2 else ""
    return f"{len(variants)} variants pooled{many}"


def population_words(by: Sequence[str], pool: bool = False) -> tuple[str, ...]:
    """Return words to group by that keep different populations apart.

    Games with different rules or boards are different populations. So the words have the variant,
    unless they are to be pooled, or ``by`` names the game itself; then the number of sides.
    """
    own = [word for word in by if word not in (GAME, VARIANT)]
    if pool or (GAME in by and VARIANT not in by):
        return (GAME, *own) if SIDES in own else (GAME, SIDES, *own)
    return tuple(dict.fromkeys((GAME, *by))) if VARIANT in by else (GAME, VARIANT, *own)


def group_columns(words: Iterable[str]) -> frozenset[str]:
    """Return the names of the columns of games that some words can stand for; tags are in one."""
    names = {ALIASES.get(word.casefold(), word).casefold() for word in words}
    wanted = names.union((GAME, VARIANT, SIDES, "tags"), PLAYERS if PLAYER in names else ())
    return frozenset(one.name for one in GAME_COLUMNS if one.name.casefold() in wanted)


def group_tags(words: Iterable[str]) -> frozenset[str]:
    """Return the names of tags that some words can stand for, in small letters."""
    names = {ALIASES.get(word.casefold(), word).casefold() for word in words}
    dates = ("date",) if PERIOD in names else ()
    return frozenset(name.removeprefix(TAG) for name in names).union(dates)


def groups(games: "pd.DataFrame", by: Sequence[str] = (VARIANT,)) -> Iterator[Group]:
    """Yield groups in the order of their values; each has games of one name.

    Args:
        games: the table of games.
        by: words to group by: ``game``, ``variant``, ``player``, the name of a tag in any case
            (``event``), ``period``, or a column.

    Raises:
        NoSuchGroup: there is no such column or tag; raised when the first group is requested.
    """
    import numpy as np

    words = [GAME, *(word for word in by if word != GAME)]
    places = np.arange(len(games))
    if PLAYER in words:
        places, players = _by_player(games)
    if PERIOD in words:
        games = games.assign(period=_periods(games))
    if SIDES in words:
        games = games.assign(sides=_sides(games))
    texts = games[[_column(games, word) for word in words if word != PLAYER]]
    texts = texts.set_axis([word for word in words if word != PLAYER], axis="columns")
    texts = texts.astype("object").take(places).reset_index(drop=True)
    if PLAYER in words:
        texts[PLAYER] = players
    for values, rows in texts.groupby(words, dropna=False):
        keys = {word: _text(value) for word, value in zip(words, values, strict=True)}
        # By position: with players, a game stands in several rows.
        every = len(rows) == len(texts) == len(games)
        yield Group(keys, games if every else games.iloc[places[rows.index]])


def grouped(
    tallies: Tallies, words: Sequence[str]
) -> Iterator[tuple[dict[str, str | None], Tallies]]:
    """Yield the keys and games of each group, as `groups` does.

    Args:
        tallies: the games.
        words: words to group by, of a `GameKind` only.
    """
    known: dict[str | None, int] = {}
    for game, _, sides in tallies:
        if game is not None and sides is not None:
            known[game] = min(sides, known.get(game, sides))
    found: dict[tuple[str | int | None, ...], Tallies] = {}
    for kind, tally in tallies.items():
        if SIDES in words and kind.sides is None:
            kind = kind._replace(sides=known.get(kind.game))
        values = tuple(getattr(kind, word) for word in words)
        add_tallies(found.setdefault(values, {}), {kind: tally})
    for values in sorted(found, key=lambda values: [(one is None, one or "") for one in values]):
        keys = {
            word: None if value is None else str(value)
            for word, value in zip(words, values, strict=True)
        }
        yield keys, found[values]


def _sides(games: "pd.DataFrame") -> "pd.Series[int]":
    """Return the number of sides, where it is not known the least of the game's other records."""
    least = games.groupby(GAME, observed=True)[SIDES].transform("min")
    return games[SIDES].fillna(least)


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
    columns = [one.name for one in GAME_COLUMNS]
    meant = did_you_mean(word, [PLAYER, PERIOD, *ALIASES, *columns, *tags, *known])
    raise NoSuchGroup(f"no column and no tag is called {word!r}{meant}; {there_are}")


def count_names(games: "pd.DataFrame") -> "pd.Series[int]":
    """Return the number of different players of each row of a table of games."""
    import pandas as pd

    codes, _ = pd.factorize(pd.concat([games[name].astype("object") for name in PLAYERS]))
    found = pd.Series(0, games.index)
    columns = codes.reshape(len(PLAYERS), -1)
    for place, column in enumerate(columns):
        fresh = column >= 0
        for earlier in columns[:place]:
            fresh &= column != earlier
        found += fresh
    return found


def _by_player(games: "pd.DataFrame") -> "tuple[Indices, npt.NDArray[np.object_]]":
    """Return a place of a game and a name for every player of every game.

    A game against oneself is one game of that player.
    """
    import numpy as np
    import pandas as pd

    names = [games[column].to_numpy(object) for column in PLAYERS]
    named = [np.flatnonzero(games[column].notna()) for column in PLAYERS]
    places = np.concatenate(named)
    players = np.concatenate([one[here] for one, here in zip(names, named, strict=True)])
    codes, _ = pd.factorize(players)
    _, first = np.unique(codes * len(games) + places, return_index=True)
    first.sort()
    return places[first], players[first]


def _periods(games: "pd.DataFrame") -> "pd.Series[str]":
    """Return the period of each game, None where the year is not known."""
    import pandas as pd

    tagged = f"{TAG}Date"
    dates = games[tagged].astype("object").fillna("") if tagged in games else [""] * len(games)
    years = [played_on({"Date": str(date)})[:4] for date in dates]
    named = set(years) - {""}
    names = {year: f"{year[:3]}0s" if len(named) > YEARS else year for year in named}
    return pd.Series([names.get(year) for year in years], games.index, dtype="object")
