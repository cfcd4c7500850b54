"""Conditions of single options: player, side and dates.

Each is a `Condition` that can be pickled.
"""

import re
from dataclasses import dataclass

from analysis.games import all_games
from analysis.replay.verdict import GameFacts
from notation import LudographError, UnknownName
from records.model import played_on, player_of
from records.sites import site_names

ORDER = ("first", "second", "third")
"""Sides by the order of their first moves, whatever their names."""


class InvalidDate(LudographError):
    """A bound that is not a date such as ``2004``, ``2004-05`` or ``2004-05-17``."""


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """Whether a player played the game, on a certain side if one is named.

    Attributes:
        player: the name, in any case.
        side: name of a side or a word of `ORDER`; empty for any side.
    """

    player: str
    side: str = ""

    def holds(self, game: GameFacts) -> bool:
        """Return whether the condition is true of a game."""
        sides = game.sides
        if self.side in ORDER:
            place = ORDER.index(self.side)
            sides = (*sides, *sides)[game.turn + place :][:1] if place < len(sides) else ()
        elif self.side:
            sides = tuple(side for side in sides if side == self.side)
        names = (player_of(game.record.tags, side) for side in sides)
        return any(name and name.casefold() == self.player.casefold() for name in names)


@dataclass(frozen=True, slots=True)
class PlayedWhen:
    """Whether a game was certainly played within bounds; a year stands for all of its days.

    Attributes:
        since: the first date, as `played_on` writes it; empty for no bound.
        until: the last date; empty for no bound.
    """

    since: str = ""
    until: str = ""

    def holds(self, game: GameFacts) -> bool:
        """Return whether the condition is true of a game; it is false without a date."""
        return self.includes(played_on(game.record.tags))

    def includes(self, date: str) -> bool:
        """Return whether a date, as `played_on` writes it, is certainly within the bounds."""
        return bool(date) and all(
            _is_between(low, high, date)
            for low, high in ((self.since, date), (date, self.until))
            if low and high
        )


def _is_between(low: str, high: str, date: str) -> bool:
    """Return whether ``low`` is certainly not after ``high``; one is a date, the other a bound.

    A date that is a prefix of the bound, such as a year alone, is uncertain.
    """
    shared = min(len(low), len(high))
    if low[:shared] == high[:shared]:
        return len(date) == max(len(low), len(high))
    return low < high


def known_sides() -> dict[str, None]:
    """Return the words for sides: by the order of their first moves, and by name."""
    known = dict.fromkeys(ORDER)
    for game in all_games():
        known |= dict.fromkeys(map(str.lower, site_names(game.name).players))
    return known


def side_named(text: str) -> str:
    """Return the name of a side that is written in any case.

    Raises:
        UnknownName: no game has such a side.
    """
    known = known_sides()
    if text.casefold() not in known:
        raise UnknownName.among("side", text, known)
    return text.casefold()


def date_bound(text: str) -> str:
    """Return a date as `played_on` writes it.

    Raises:
        InvalidDate: it is no date.
    """
    found = played_on({"Date": text})
    if not found or not re.fullmatch(r"\d{4}([-./]\d{1,2}){0,2}", text.strip()):
        raise InvalidDate(f"{text!r} is not a date such as 2004, 2004-05 or 2004-05-17")
    return found
