"""Which games of a library count: by player, date, result and rating, asked of columns."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Codes, Flags
from analysis.library.games import LibraryGame
from analysis.library.packing import Table
from analysis.select.filters import PlayedWhen, date_bound
from notation import LudographError, UnknownName
from records.model import player_of

RATINGS = ("Elo", "Rating")
"""What stands behind the name of a side in the tag with its player's rating."""

DRAW, UNDECIDED = "draw", "undecided"

SUGGESTED = 12
"""Most names of players that are suggested."""

_RATING = re.compile(r"\d{1,5}", re.ASCII)


class InvalidFilter(LudographError):
    """A choice of games that cannot be made."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """What is asked of games; all of it has to be true.

    Attributes:
        player: name of a player, in any case; empty for any.
        side: the side of the player; empty for any.
        since: first date; empty for none.
        until: last date; empty for none.
        result: the side that won, `DRAW` or `UNDECIDED`; empty for any.
        rating: least rating of all players, who have to have one; 0 for any.
    """

    player: str = ""
    side: str = ""
    since: str = ""
    until: str = ""
    result: str = ""
    rating: int = 0

    @classmethod
    def read(cls, query: Mapping[str, str], sides: tuple[str, ...]) -> "GameFilter":
        """Read a filter from the parameters of an address.

        Raises:
            LudographError: one of them is none.
        """
        player, side = query.get("player", "").strip(), query.get("side", "")
        result, rating = query.get("result", ""), query.get("rating", "").strip() or "0"
        if side and side not in sides:
            raise UnknownName.among("side", side, sides)
        if result and result not in (*sides, DRAW, UNDECIDED):
            raise UnknownName.among("result", result, (*sides, DRAW, UNDECIDED))
        if not _RATING.fullmatch(rating):
            raise InvalidFilter(f"{rating!r} is no rating")
        since, until = (
            date_bound(text) if (text := query.get(name, "").strip()) else ""
            for name in ("since", "until")
        )
        if since and until and since[: len(until)] > until:
            raise InvalidFilter(f"since {since} is later than until {until}")
        return cls(player, side if player else "", since, until, result, int(rating))

    def __bool__(self) -> bool:
        return self != ANY

    @property
    def needs_facts(self) -> bool:
        """Whether it asks for what the tags have."""
        return bool(self.player or self.rating)

    def keeps(self, games: Table, facts: "Facts", sides: tuple[str, ...]) -> Flags:
        """Return which games count."""
        found = np.ones(len(games), np.bool_)
        if self.player:
            side = sides.index(self.side) if self.side else None
            found &= facts.played_by(self.player, side)
        if self.since or self.until:
            found &= _between(games["date"], PlayedWhen(self.since, self.until))
        if self.result in sides:
            found &= np.equal(games["won"], 1 << sides.index(self.result))
        elif self.result == DRAW:
            found &= np.greater(games["won"] & (games["won"] - np.uint64(1)), 0)
        elif self.result == UNDECIDED:
            found &= np.equal(games["won"], 0)
        if self.rating:
            found &= np.greater_equal(facts.ratings, self.rating).all(axis=1)
        return found


ANY = GameFilter()
"""The filter that keeps every game."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of games beside their boards, a row a game in the order of their numbers.

    Attributes:
        names: the names of players.
        players: for each side the number of its player's name, -1 for none.
        ratings: for each side its player's rating, 0 for none.
        on_board: whether the board decided them, and not a resignation or the clock.
    """

    names: tuple[str, ...]
    players: Codes
    ratings: npt.NDArray[np.int32]
    on_board: Flags

    @classmethod
    def of(cls, games: Iterable[LibraryGame], sides: tuple[str, ...]) -> "Facts":
        """Return the facts of games."""
        names: dict[str, int] = {}
        players, ratings, on_board = [], [], []
        for game in games:
            one = game.record.tags
            on_board.append(game.outcome is not None)
            found = [player_of(one, side) for side in sides]
            players.append([-1 if name is None else names.setdefault(name, len(names))
                            for name in found])  # fmt: skip
            ratings.append([rating_of(one, side) for side in sides])
        shape = len(players), len(sides)
        return cls(
            tuple(names),
            np.array(players, np.int32).reshape(shape),
            np.array(ratings, np.int32).reshape(shape),
            np.array(on_board, np.bool_),
        )

    def played_by(self, name: str, side: int | None) -> Flags:
        """Return the games of a player, on a certain side if one is given."""
        wanted = name.casefold()
        codes = [code for code, known in enumerate(self.names) if known.casefold() == wanted]
        found: Flags = np.isin(self.players if side is None else self.players[:, [side]], codes)
        played: Flags = np.any(found, axis=1)
        return played

    def suggested(self, text: str) -> list[tuple[str, int]]:
        """Return names that have a text in them, those of most games first, with how many."""
        counts = np.bincount(self.players[self.players >= 0], minlength=len(self.names))
        wanted = text.strip().casefold()
        fitting = Counter(
            {name: many for name, many in zip(self.names, counts.tolist(), strict=True)
             if wanted in name.casefold() and many}
        )  # fmt: skip
        return fitting.most_common(SUGGESTED)


NO_FACTS = Facts((), np.zeros((0, 0), np.int32), np.zeros((0, 0), np.int32), np.zeros(0, np.bool_))
"""Stands for facts that are not needed."""


def rating_of(tags: Mapping[str, str], side: str) -> int:
    """Return the rating of a side's player, 0 for none."""
    found = (tags.get(f"{side.title()}{name}", "").strip() for name in RATINGS)
    return next((int(text) for text in found if _RATING.fullmatch(text)), 0)


def _between(dates: Codes, bounds: PlayedWhen) -> Flags:
    """Return which dates are within bounds."""
    different, places = np.unique(dates, return_inverse=True)
    kept = [bool(date) and bounds.includes(date) for date in map(date_text, different.tolist())]
    found: Flags = np.array(kept, np.bool_)[places]
    return found


def date_text(date: int) -> str:
    """Return a date such as 20040517 as ``2004-05-17``; without what is 0, empty for 0."""
    return "-".join(_parts(date))


def _parts(date: int) -> Iterator[str]:
    parts = f"{date // 10000:04}", f"{date // 100 % 100:02}", f"{date % 100:02}"
    for part in parts if date else ():
        if not int(part):
            return
        yield part
