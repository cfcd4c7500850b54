"""Columns of the table of games with the measures of each, as arrays."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analysis.statistics.per_game import SCORES, measures_of_choices, measures_of_scores
from analysis.tables.arrow import coded_texts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd
    import pyarrow as pa

    Floats = npt.NDArray[np.float64]
    Indices = npt.NDArray[np.intp]
    Words = tuple[npt.NDArray[np.integer], list[str]]

NUMBERS = (
    *("sides", "first", "plies", "valid", "accepted", "captures", "first_capture"),
    *("lead_changes", "decisive", "behind", "board", "covered"),
)
"""The columns of numbers that are read, NaN where there is none."""

WORDS = ("game", "variant", "verdict", "ended", "reason")
"""The columns of words that are read."""

OF_PLIES = ("drama", "stability", "branching", "choices", "tree")
"""The measures of games that are worked out from plies."""


class GameColumns:
    """Columns of games.

    Args:
        numbers: the columns of `NUMBERS`, and of `OF_PLIES`.
        words: those of `WORDS`: codes, -1 for none, and what they stand for.

    Attributes:
        numbers: the same.
        words: the same.
    """

    def __init__(
        self,
        numbers: "Mapping[str, Floats]",
        words: "Mapping[str, Words]",
    ) -> None:
        self.numbers, self.words = numbers, words

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.numbers["plies"])

    def measures(self) -> "dict[str, Floats]":
        """Return the measures of single games, NaN where a game has none."""
        import numpy as np

        of = self.numbers
        length = np.where(of["plies"] > 0, of["plies"], np.nan)
        return {
            "first capture": of["first_capture"],
            "captured pieces": of["captures"],
            "lead changes": of["lead_changes"],
            "lead change rate": of["lead_changes"] / length,
            "decisiveness": of["decisive"] / length,
            "behind": of["behind"] / length,
            "drama": of["drama"],
            "stability": of["stability"],
            "coverage": of["covered"] / of["board"],
            "branching": of["branching"],
            "choices": of["choices"],
            "tree": of["tree"],
        }


def columns_of_frame(games: "pd.DataFrame") -> GameColumns:
    """Return columns of a table of games that has the measures of each."""
    import numpy as np
    import pandas as pd

    numbers = {name: games[name].to_numpy(float, na_value=np.nan) for name in (*NUMBERS, *OF_PLIES)}
    words: dict[str, Words] = {}
    for name in WORDS:
        column = games[name] if name in games else [None] * len(games)
        codes, found = pd.factorize(pd.Series(column).astype("object"))
        words[name] = codes, list(map(str, found))
    return GameColumns(numbers, words)


def columns_of_batch(
    games: "pa.RecordBatch", plies: "pa.RecordBatch", owner: "Indices"
) -> GameColumns:
    """Return columns of a batch of games, with the measures of each from its plies.

    Args:
        games: the games.
        plies: all their plies, in the same order, with `SCORES` at least.
        owner: for each ply the row of its game.
    """
    import numpy as np

    places = {title: place for place, title in enumerate(games.schema.names)}
    numbers = {name: floats(games.column(places[name])) for name in NUMBERS}
    words = {name: coded_texts(games.column(places[name])) for name in WORDS}
    lengths = numbers["plies"].astype(int)
    codes, verdicts = words["verdict"]
    winners = np.array([*(float(one) if one.isdigit() else np.nan for one in verdicts), np.nan])
    scores = [floats(plies.column(name)) for name in SCORES]
    legal = floats(plies.column("legal_moves"))
    found = measures_of_scores(scores, numbers["sides"], winners[codes], owner, lengths)
    return GameColumns(numbers | found | measures_of_choices(legal, owner, lengths), words)


def floats(column: "pa.Array") -> "Floats":
    """Return a column of numbers or flags; NaN stands for a missing one."""
    import pyarrow as pa

    found: Floats = column.cast(pa.float64()).to_numpy(zero_copy_only=False)
    return found
