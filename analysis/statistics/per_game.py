"""Drama, stability and branching of each game, from its plies."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analysis.tables.schema import RECORD_NAMES

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]
    Indices = npt.NDArray[np.intp]

SCORES = ["score_1", "score_2", "score_3"]


def game_measures(plies: "pd.DataFrame", games: "pd.DataFrame") -> "pd.DataFrame":
    """Return measures of the games, with the index of ``games``.

    Columns: ``drama``, ``stability``; ``branching`` is the mean number of legal moves, ``choices``
    the share of plies with more than one, and ``tree`` the decimal logarithm of the size of the
    game tree; these are empty if legal moves were not counted. ``docs/measures.md`` has
    the definitions.
    """
    import numpy as np
    import pandas as pd

    owner = owners(plies, games)
    known = owner >= 0
    owner, plies = owner[known], plies[known]
    lengths = np.bincount(owner, minlength=len(games))
    sides = games["sides"].to_numpy(float, na_value=np.nan)
    verdicts = pd.to_numeric(games["verdict"].astype(object), errors="coerce")
    winner = verdicts.to_numpy(float, na_value=np.nan)
    scores = [plies[name].to_numpy(float, na_value=np.nan) for name in SCORES]
    legal = np.full(len(plies), np.nan)
    if "legal_moves" in plies:
        legal = plies["legal_moves"].to_numpy(float, na_value=np.nan)
    found = measures_of_scores(scores, sides, winner, owner, lengths)
    return pd.DataFrame(found | measures_of_choices(legal, owner, lengths), index=games.index)


def owners(plies: "pd.DataFrame", games: "pd.DataFrame") -> "Indices":
    """Return for each ply the number of its row in ``games``, -1 for none.

    Tables of the same records in the same order are joined by order, so that a file may be in them
    twice. Others are joined by ``path`` and ``game_id``.

    Raises:
        ValueError: they have to be joined, and several games share path and number.
    """
    import numpy as np
    import pandas as pd

    played = np.flatnonzero(games["plies"].to_numpy(int) > 0)
    starts = np.flatnonzero(plies["ply"].to_numpy(int) == 1)
    lengths = np.diff(np.append(starts, len(plies)))
    first, their = plies.iloc[starts][RECORD_NAMES], games.iloc[played][RECORD_NAMES]
    if np.array_equal(lengths, games["plies"].to_numpy(int)[played]) and np.array_equal(
        first.astype(str).to_numpy(), their.astype(str).to_numpy()
    ):
        return np.repeat(played, lengths)
    index = pd.MultiIndex.from_frame(games[RECORD_NAMES].astype(str))
    if not index.is_unique:
        twice = index[index.duplicated()][0]
        raise ValueError(f"several games are number {twice[1]} of {twice[0]}")
    return index.get_indexer(pd.MultiIndex.from_frame(plies[RECORD_NAMES].astype(str)))


def measures_of_scores(
    scores: "Sequence[Floats]",
    sides: "Floats",
    winner: "Floats",
    owner: "Indices",
    lengths: "Indices",
) -> "dict[str, Floats]":
    """Return drama and stability, from the shares of the sides in the sum of their scores.

    Args:
        scores: for each side its scores after all plies, NaN where the game does not have it.
        sides: the number of sides of each game.
        winner: the side that won each game, by number; NaN for none.
        owner: for each ply the row of its game.
        lengths: the number of plies of each game.
    """
    import numpy as np

    most = int(max(np.nan_to_num(one).max(initial=2) for one in (sides, winner)))
    parts = shares(np.stack(scores[:most]), sides[owner])
    side_won = np.nan_to_num(winner, nan=1).astype(int)[owner] - 1
    best = np.nan_to_num(parts).max(axis=0, initial=0)
    deficit = best - np.choose(side_won, parts)
    variances = [_variance(part, owner, lengths) for part in parts]
    with np.errstate(invalid="ignore"):
        stability = np.where(lengths > 0, np.nansum(variances, axis=0) / sides, np.nan)
    return {
        "drama": np.where(np.isnan(winner), np.nan, mean_of_plies(deficit, owner, lengths)),
        "stability": stability,
    }


def shares(scores: "Floats", sides: "Floats") -> "Floats":
    """Return each side's share of the sum of the scores; equal shares while it is 0.

    Args:
        scores: a row for each side, NaN where a position does not have it.
        sides: the number of sides, for each position.
    """
    import numpy as np

    total = np.nansum(scores, axis=0)
    if total.all():
        found: Floats = scores / total
        return found
    equal = np.where(np.isnan(scores), np.nan, 1 / sides)
    return np.where(total > 0, scores / np.maximum(total, 1), equal)


def measures_of_choices(
    legal: "Floats", owner: "Indices", lengths: "Indices"
) -> "dict[str, Floats]":
    """Return branching, choices and tree size, from the numbers of legal moves.

    Args:
        legal: the number of legal moves before each ply; NaN where they were not counted.
        owner: for each ply the row of its game.
        lengths: the number of plies of each game.
    """
    import numpy as np

    if np.isnan(legal).all():
        return dict.fromkeys(("branching", "choices", "tree"), np.full(len(lengths), np.nan))
    branching = mean_of_plies(legal, owner, lengths)
    chosen = np.where(np.isnan(legal), np.nan, legal > 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        tree = np.where(branching > 0, lengths * np.log10(branching), np.nan)
    return {"branching": branching, "choices": mean_of_plies(chosen, owner, lengths), "tree": tree}


def mean_of_plies(values: "Floats", owner: "Indices", lengths: "Indices") -> "Floats":
    """Return the mean of each game's values; NaN for a game without plies."""
    import numpy as np

    means = np.full(len(lengths), np.nan)
    sums = np.bincount(owner, weights=values, minlength=len(lengths))
    np.divide(sums, lengths, out=means, where=lengths > 0)
    return means


def _variance(values: "Floats", owner: "Indices", lengths: "Indices") -> "Floats":
    means = mean_of_plies(values, owner, lengths)
    return mean_of_plies((values - means[owner]) ** 2, owner, lengths)
