"""Ratings of players, and which games the board decided: the columns that take longer."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.games.arrays import Flags, Places
from analysis.library.games import LibraryGame

RATINGS = ("Elo", "Rating")
"""Ends of the tags with a player's rating, after the name of the side."""

_RATING = re.compile(r"\d{1,5}", re.ASCII)


class Facts(NamedTuple):
    """Ratings and board decisions, a row for each game in the order of their numbers.

    Attributes:
        ratings: the rating of each side's player, 0 for none; games by sides.
        on_board: whether the board decided a game, not a resignation or the clock.
    """

    ratings: npt.NDArray[np.int32]
    on_board: Flags

    @classmethod
    def of(cls, games: Iterable[LibraryGame], sides: tuple[str, ...]) -> "Facts":
        """Return the facts of games."""
        ratings, on_board = list[list[int]](), list[bool]()
        for game in games:
            ratings.append([rating_of(game.record.tags, side) for side in sides])
            on_board.append(game.outcome is not None)
        shape = len(ratings), len(sides)
        return cls(np.array(ratings, np.int32).reshape(shape), np.array(on_board, np.bool_))

    def summary(self, places: Places, turn: int) -> dict[str, object]:
        """Return a summary of some games as JSON.

        Args:
            places: the rows of the games.
            turn: index of the side whose ratings are averaged.
        """
        ratings = self.ratings[places, turn]
        rated = ratings[ratings > 0]
        return {
            "board": int(np.count_nonzero(self.on_board[places])),
            "rated": len(rated),
            "rating": round(float(rated.mean())) if len(rated) else None,
        }


def rating_of(tags: Mapping[str, str], side: str) -> int:
    """Return the rating of a side's player, 0 for none."""
    found = (tags.get(f"{side.title()}{name}", "").strip() for name in RATINGS)
    return next((int(text) for text in found if _RATING.fullmatch(text)), 0)
