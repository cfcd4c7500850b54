"""The metrics of the Ludii system, by Ludii's own definitions, on records instead of its trials.

Source: https://github.com/Ludeme/Ludii, folder ``Evaluation/src/metrics``, read in November 2026;
names are those of its classes. Ludii evaluates every position before a ply for each player: the
hyperbolic tangent of the player's heuristic value less the others'. Its heuristics are fitted to
each game; here the value is a player's share of the scores of all. ``docs/measures.md`` has what
differs.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from analysis.games import find
from analysis.statistics.complexity import plain_state_space
from analysis.statistics.estimates import Proportion
from analysis.statistics.per_game import SCORES, mean_of_plies, owners, shares
from notation import LudographError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]
    Flags = npt.NDArray[np.bool_]
    Indices = npt.NDArray[np.intp]

OF_GAMES = {
    "Drama": "drama",
    "LeadChange": "lead change rate",
    "Stability": "stability",
    "DecisivenessThreshold": "",
    "DecisivenessMoves": "decisiveness",
    "BoardCoverageDefault": "coverage",
    "DurationMoves": "length",
    "BranchingFactor": "branching",
    "DecisionFactor": "",
    "DecisionMoves": "choices",
    "GameTreeComplexity": "tree",
}
"""Metrics of single games, of which Ludii takes the mean, and the own measure beside each."""

OF_RESULTS = {
    "Completion": "completion",
    "Drawishness": "drawishness",
    "Timeouts": "",
    "AdvantageP1": "advantage",
    "Balance": "balance",
    "StateSpaceComplexity": "state space",
}
"""Metrics of all games together, and the own measure beside each."""


def ludii_of_games(plies: "pd.DataFrame", games: "pd.DataFrame") -> "pd.DataFrame":
    """Return the metrics of each game, with the index of ``games``; `OF_GAMES` names the columns.

    Args:
        plies: the table of plies.
        games: the table of games, with the columns of `game_measures`.
    """
    import numpy as np
    import pandas as pd

    owner = owners(plies, games)
    known = owner >= 0
    order = np.lexsort((plies["ply"].to_numpy(int)[known], owner[known]))
    owner, plies = owner[known][order], plies[known].iloc[order]
    lengths = np.bincount(owner, minlength=len(games))
    values = _evaluations(plies, games, owner)
    winners = _winners(games)
    columns: dict[str, Floats | pd.Series[float]] = {
        **_of_evaluations(values, winners[owner], owner, lengths),
        "BoardCoverageDefault": games["covered"] / games["board"].astype("Float64"),
        "DurationMoves": np.where(lengths > 0, lengths, np.nan),
        "BranchingFactor": games["branching"],
        "DecisionFactor": _decision_factor(plies, owner, lengths),
        "DecisionMoves": games["choices"],
        "GameTreeComplexity": games["tree"],
    }
    return pd.DataFrame({name: columns[name] for name in OF_GAMES}, index=games.index)


def ludii(
    games: int,
    rules: Collection[tuple[str, str]],
    means: Mapping[str, float | None],
    wins: Sequence[Proportion],
    draws: Proportion,
) -> dict[str, float | None]:
    """Return the metrics of a group of games of one variant.

    Ludii divides by all games; one that is not finished counts as a game that timed out.

    Args:
        games: the number of games that could be played to their end.
        rules: their games and variants.
        means: the means of `OF_GAMES` over them.
        wins: the wins of each player among the finished games, in the order of moving.
        draws: the drawn games among them.
    """
    won = [int(share.count) for share in wins]
    of_all = {
        "Completion": sum(won),
        "Drawishness": draws.count,
        "Timeouts": games - draws.of,
        "AdvantageP1": won[0],
        "Balance": games - (max(won) - min(won)),
    }
    return {
        **{name: count / games if games else None for name, count in of_all.items()},
        "StateSpaceComplexity": plain_state_space(*next(iter(rules))) if len(rules) == 1 else None,
        **means,
    }


def _evaluations(plies: "pd.DataFrame", games: "pd.DataFrame", owner: "Indices") -> "Floats":
    """Return each side's evaluation of the position before each ply; NaN for an absent side."""
    import numpy as np

    sides = games["sides"].to_numpy(float, na_value=np.nan)[owner]
    before = plies[SCORES].to_numpy(float, na_value=np.nan)
    first = plies["ply"].to_numpy(int) == 1
    before[1:] = before[:-1].copy()
    before[first] = _starts(games)[owner[first]]
    found: Floats = np.tanh(2 * shares(before.T, sides).T - 1)
    return found


def _starts(games: "pd.DataFrame") -> "Floats":
    """Return the scores at the start of each game's variant."""
    import numpy as np

    kinds = games[["game", "variant"]].astype(object)
    known: dict[tuple[object, object], list[float]] = {}
    for kind in set(kinds.itertuples(index=False, name=None)):
        try:
            game = find(str(kind[0]))
            scores = game.measures().standing(game.start(str(kind[1])))
        except LudographError:
            scores = ()
        known[kind] = [*map(float, scores), *[np.nan] * (len(SCORES) - len(scores))]
    rows = [known[kind] for kind in kinds.itertuples(index=False, name=None)]
    return np.array(rows, dtype=float).reshape(-1, len(SCORES))


def _winners(games: "pd.DataFrame") -> "Flags":
    """Return which sides are ranked first: the winner, else all of them."""
    import numpy as np
    import pandas as pd

    verdicts = pd.to_numeric(games["verdict"].astype(object), errors="coerce").to_numpy(float)
    places = np.arange(1, len(SCORES) + 1)
    present = places <= games["sides"].to_numpy(float, na_value=0)[:, np.newaxis]
    found: Flags = present & (
        np.isnan(verdicts)[:, np.newaxis] | (verdicts[:, np.newaxis] == places)
    )
    return found


def _of_evaluations(
    values: "Floats", winners: "Flags", owner: "Indices", lengths: "Indices"
) -> "dict[str, Floats]":
    import numpy as np

    if not len(values):
        names = ("Drama", "LeadChange", "Stability", "DecisivenessThreshold", "DecisivenessMoves")
        return dict.fromkeys(names, np.full(len(lengths), np.nan))
    best = np.nanmax(values, axis=1)
    of_winners = np.where(winners, values, np.nan)
    leaders = (values == best[:, np.newaxis]) @ (1 << np.arange(values.shape[1]))
    changed = np.ones(len(owner))
    changed[1:] = (leaders[1:] != leaders[:-1]) | (owner[1:] != owner[:-1])
    means = [mean_of_plies(side, owner, lengths) for side in values.T]
    off = [
        mean_of_plies((side - mean[owner]) ** 2, owner, lengths)
        for side, mean in zip(values.T, means, strict=True)
    ]
    others = np.where(winners | np.isnan(values), -1, values).max(axis=1)
    threshold = np.full(len(lengths), -1.0)
    np.maximum.at(threshold, owner, others)
    above = np.nanmax(of_winners, axis=1) > threshold[owner]
    start = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    decided = lengths.copy()
    np.minimum.at(decided, owner[above], (np.arange(len(owner)) - start[owner])[above])
    whole = np.where(lengths > 0, lengths, np.nan)
    return {
        "Drama": mean_of_plies(best - np.nanmean(of_winners, axis=1), owner, lengths),
        "LeadChange": mean_of_plies(changed, owner, lengths),
        "Stability": np.where(lengths > 0, np.nansum(off, axis=0), np.nan),
        "DecisivenessThreshold": np.where(lengths > 0, threshold, np.nan),
        "DecisivenessMoves": decided / whole,
    }


def _decision_factor(plies: "pd.DataFrame", owner: "Indices", lengths: "Indices") -> "Floats":
    """Return the mean number of legal moves where there is a choice; NaN where there is none."""
    import numpy as np

    if "legal_moves" not in plies:
        return np.full(len(lengths), np.nan)
    legal = plies["legal_moves"].to_numpy(float, na_value=np.nan)
    free = legal > 1
    return mean_of_plies(legal[free], owner[free], np.bincount(owner[free], minlength=len(lengths)))
