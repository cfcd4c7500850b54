"""What the course of each game comes to: figures of one game, from its plies."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SCORES = ["score_1", "score_2", "score_3"]


def courses(plies: "pd.DataFrame", games: "pd.DataFrame") -> "pd.DataFrame":
    """Return figures of the games, a row for each row of ``games``, with its index.

    Columns: ``drama``, ``stability``; ``branching`` is the mean number of legal moves, ``choices``
    the share of plies that had more than one, and ``tree`` the decimal logarithm of the size of
    the game tree: these are empty where legal moves were not counted. ``docs/measures.md`` has
    the definitions.
    """
    import numpy as np
    import pandas as pd

    owner = owners(plies, games)
    known = owner >= 0
    owner, plies = owner[known], plies[known]
    lengths = np.bincount(owner, minlength=len(games))
    figures = _of_scores(plies, games, owner, lengths) | _of_choices(plies, owner, lengths)
    return pd.DataFrame(figures, index=games.index)


def owners(plies: "pd.DataFrame", games: "pd.DataFrame") -> "np.ndarray[Any, Any]":
    """Return for each ply which row of ``games`` it belongs to, -1 for none of them.

    Tables of the same records in the same order fit, however often a file is among them. Others
    are joined by ``path`` and ``game``.

    Raises:
        ValueError: they have to be joined, and several games share path and number.
    """
    import numpy as np
    import pandas as pd

    played = np.flatnonzero(games["plies"].to_numpy(int) > 0)
    starts = np.flatnonzero(plies["ply"].to_numpy(int) == 1)
    lengths = np.diff(np.append(starts, len(plies)))
    names = ["path", "game"]
    first, their = plies.iloc[starts][names], games.iloc[played][names]
    if np.array_equal(lengths, games["plies"].to_numpy(int)[played]) and np.array_equal(
        first.astype(str).to_numpy(), their.astype(str).to_numpy()
    ):
        return np.repeat(played, lengths)
    index = pd.MultiIndex.from_frame(games[names].astype(str))
    if not index.is_unique:
        twice = index[index.duplicated()][0]
        raise ValueError(f"several games are number {twice[1]} of {twice[0]}")
    return index.get_indexer(pd.MultiIndex.from_frame(plies[names].astype(str)))


def _of_scores(
    plies: "pd.DataFrame",
    games: "pd.DataFrame",
    owner: "np.ndarray[Any, Any]",
    lengths: "np.ndarray[Any, Any]",
) -> dict[str, Any]:
    """Return what the shares of the sides in all points tell."""
    import numpy as np
    import pandas as pd

    sides = games["sides"].to_numpy(float, na_value=np.nan)
    shares = _shares(plies, sides[owner])
    verdicts = pd.to_numeric(games["verdict"].astype(object), errors="coerce")
    winner = verdicts.to_numpy(float, na_value=np.nan)
    seat = np.nan_to_num(winner[owner], nan=1).astype(int) - 1
    deficit = np.nan_to_num(shares).max(axis=1, initial=0) - shares[np.arange(len(seat)), seat]
    variances = [_variance(shares[:, side], owner, lengths) for side in range(len(SCORES))]
    summed = np.nansum(variances, axis=0)
    with np.errstate(invalid="ignore"):
        stability = np.where(lengths > 0, summed / sides, np.nan)
    return {
        "drama": np.where(np.isnan(winner), np.nan, _mean(deficit, owner, lengths)),
        "stability": stability,
    }


def _shares(plies: "pd.DataFrame", sides: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return each side's share in the scores of all; equal ones while nobody has scored."""
    import numpy as np

    scores = plies[SCORES].to_numpy(float, na_value=np.nan)
    total = np.nansum(scores, axis=1)[:, np.newaxis]
    equal = np.where(np.isnan(scores), np.nan, 1 / sides[:, np.newaxis])
    shares: np.ndarray[Any, Any] = np.where(total > 0, scores / np.maximum(total, 1), equal)
    return shares


def _of_choices(
    plies: "pd.DataFrame", owner: "np.ndarray[Any, Any]", lengths: "np.ndarray[Any, Any]"
) -> dict[str, Any]:
    """Return what the numbers of legal moves tell."""
    import numpy as np

    if "legal_moves" not in plies:
        return dict.fromkeys(("branching", "choices", "tree"), np.full(len(lengths), np.nan))
    legal = plies["legal_moves"].to_numpy(float, na_value=np.nan)
    branching = _mean(legal, owner, lengths)
    chosen = np.where(np.isnan(legal), np.nan, legal > 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        tree = np.where(branching > 0, lengths * np.log10(branching), np.nan)
    return {"branching": branching, "choices": _mean(chosen, owner, lengths), "tree": tree}


def _mean(
    values: "np.ndarray[Any, Any]", owner: "np.ndarray[Any, Any]", lengths: "np.ndarray[Any, Any]"
) -> "np.ndarray[Any, Any]":
    """Return the mean of each game's values; NaN for a game without plies."""
    import numpy as np

    means = np.full(len(lengths), np.nan)
    sums = np.bincount(owner, weights=values, minlength=len(lengths))
    np.divide(sums, lengths, out=means, where=lengths > 0)
    return means


def _variance(
    values: "np.ndarray[Any, Any]", owner: "np.ndarray[Any, Any]", lengths: "np.ndarray[Any, Any]"
) -> "np.ndarray[Any, Any]":
    means = _mean(values, owner, lengths)
    return _mean((values - means[owner]) ** 2, owner, lengths)
