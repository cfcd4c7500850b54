"""Filters of the games on the page of an explorer."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from analysis.games.arrays import Flags
from analysis.library.packing import Table
from analysis.select.condition import (
    Condition,
    date_bound,
    parse_condition,
    played_between,
    played_by,
)
from notation import LudographError, UnknownName

DRAW, UNDECIDED = "draw", "undecided"


class InvalidFilter(LudographError):
    """An invalid filter of games."""


class GameFilter(NamedTuple):
    """Conditions on games, all of which must be true.

    Attributes:
        conditions: conditions that the library searches for.
        result: the side that won, `DRAW` or `UNDECIDED`; empty for any.
    """

    conditions: tuple[Condition, ...] = ()
    result: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str], sides: tuple[str, ...]) -> "GameFilter":
        """Read a filter from the parameters of an address.

        Raises:
            LudographError: a parameter is invalid.
        """
        given = {name: query.get(name, "").strip() for name in FIELDS}
        for name, known in (("side", sides), ("result", (*sides, DRAW, UNDECIDED))):
            if given[name] and given[name] not in known:
                raise UnknownName.among(name, given[name], known)
        conditions: list[Condition] = []
        if given["player"]:
            conditions.append(played_by(given["player"], given["side"]))
        if given["where"]:
            conditions.append(parse_condition(given["where"]))
        since, until = (given[name] and date_bound(given[name]) for name in ("since", "until"))
        if since and until and since[: len(until)] > until:
            raise InvalidFilter(f"since {since} is later than until {until}")
        if since or until:
            conditions.append(played_between(since, until))
        return cls(tuple(conditions), given["result"])

    def has_result(self, games: Table, sides: tuple[str, ...]) -> Flags:
        """Return a flag for each game: whether it has the result that is asked for."""
        won, found = games["won"], np.ones(len(games), np.bool_)
        if self.result in sides:
            found &= np.equal(won, 1 << sides.index(self.result))
        elif self.result == DRAW:
            found &= np.greater(won & (won - np.uint64(1)), 0)
        elif self.result == UNDECIDED:
            found &= np.equal(won, 0)
        return found


ANY = GameFilter()
"""The filter that keeps every game."""

FIELDS = ("player", "side", "since", "until", "result", "where")
"""The query parameters of filters in an address."""

SUGGESTED = 12
"""Maximum number of player names that are suggested."""


def suggested(names: Iterable[str], text: str) -> list[str]:
    """Return names that contain a text, ignoring case; names that begin with it come first."""
    wanted = text.strip().casefold()
    fitting = {name for name in names if wanted in name.casefold()}
    order = sorted(fitting, key=lambda name: (not name.casefold().startswith(wanted), name))
    return order[:SUGGESTED]


def date_text(date: int) -> str:
    """Return a date such as 20040517 as ``2004-05-17``; parts that are 0 are omitted."""
    year, month, day = date // 10000, date // 100 % 100, date % 100
    whole = f"{year:04}-{month:02}-{day:02}"
    return whole[: 0 if not year else 4 if not month else 7 if not day else 10]
