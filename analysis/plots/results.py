"""Lengths of games, and the balance between the sides."""

from typing import TYPE_CHECKING

from analysis.plots.chart import Chart, Histogram, Share, Shares
from analysis.plots.groups import Population, populations, sides
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.groups import GAME, PLAYER, VARIANT, Group, groups
from analysis.statistics.summaries import results
from analysis.statistics.survival import complete, survival
from analysis.tables.schema import PLAYERS
from notation.numbers import plural

if TYPE_CHECKING:
    import pandas as pd

BINS = 24
"""Most bars of a histogram."""

STRETCH = 1.5
"""Most length of a histogram, from the shortest game, in lengths that nine of ten games reach."""

ROWS = 16
"""Most rows of a plot of shares."""


def lengths(games: "pd.DataFrame", *, pool: bool = False) -> Chart:
    """Return a histogram of the lengths of games in plies, and the median by Kaplan and Meier.

    Args:
        games: a table of games with ``game``, ``variant``, ``plies``, ``ended`` and ``verdict``.
        pool: whether the variants of a game are one population.

    Raises:
        NothingToPlot: no ply was played.
    """
    played = games[games["plies"] > 0]
    parts, left = populations(played, "no ply could be played", pool)
    known = int(complete(played).sum())
    caption = (
        "Complete games, and hatched those that break off, were cut off or have no result. The "
        "dashed line is the length that half of the games exceed, with a 95 % interval, by "
        f"Kaplan and Meier: hatched games would have lasted longer. {plural(len(played), 'game')}, "
        f"{known:,} of them complete.{left}"
    )
    return Chart("Lengths of games", caption, tuple(map(_histogram, parts)))


def _histogram(part: "Population[pd.DataFrame]") -> Histogram:
    import numpy as np

    values, known = part.content["plies"].astype(int), complete(part.content)
    low, high = int(values.min()), int(values.max())
    # The longest games share the last bar, so that a few do not squeeze all others.
    most = min(high, low + int(STRETCH * (values.quantile(0.9) - low + 1)))
    step = -(-(most - low + 1) // BINS)
    edges = [edge - 0.5 for edge in range(low, most + step + 1, step)]
    longest = None
    if high > edges[-1]:
        edges.append(edges[-1] + step)
        longest = high
    drawn = values.clip(upper=int(edges[-1]))
    ended, others = (tuple(np.histogram(drawn[one], edges)[0].tolist()) for one in (known, ~known))
    median = survival(values.tolist(), known.tolist())
    return Histogram(
        part.game, part.variants, part.games, tuple(edges), ended, others, longest, median
    )


def balance(games: "pd.DataFrame", *, by: str = VARIANT, pool: bool = False) -> Chart:
    """Return the share of games that the side that moved first won, in groups.

    A draw is an equal share of a win for each side.

    Args:
        games: a table of games.
        by: the word to group by: ``variant``, ``player``, a tag or a column, as for
            `analysis.statistics.summarize`.
        pool: whether the variants of a game with the same number of sides are one population; so
            they are ``by`` game.

    Raises:
        NothingToPlot: no game has a winner or a draw.
        UnknownName: the games cannot be grouped by that.
    """
    lacking = "no game has a result"
    decided = games[games["verdict"].notna() & games["first"].notna()]
    known, nameless = len(decided), 0
    if by == PLAYER and known:
        lacking = "no game with a result names a player"
        decided = decided[decided[list(PLAYERS)].notna().any(axis="columns")]
        nameless = known - len(decided)
    by = GAME if pool and by == VARIANT else by
    parts, left = populations(decided, lacking, pool or by in (GAME, VARIANT))
    panels = [
        Shares(part.game, () if by == VARIANT else part.variants, len(part.content),
               _shares(list(groups(part.content, (by,)))), len(sides(part)))
        for part in parts
    ]  # fmt: skip
    caption = (
        "Share of the games with a result that the first player won, with draws divided "
        "among the sides, and 95 % Wilson intervals; the vertical mark is an even share. Rings "
        f"without a line stand for fewer than {ENOUGH} games. "
        f"{plural(known, 'game')} of {len(games):,} with a result"
        f"{f', {nameless:,} of them without a player and left out' if nameless else ''}."
        f"{' A game counts for each of its players.' if by == PLAYER else ''}{left}"
    )
    return Chart("Advantage of the first player", caption, tuple(panels))


def _shares(groups: list[Group]) -> tuple[Share, ...]:
    """Return the share of each group with results, the largest first, the rest as one."""
    import pandas as pd

    known = [(group.keys, group.games[group.games["verdict"].notna()]) for group in groups]
    known = sorted((one for one in known if len(one[1])), key=lambda one: -len(one[1]))
    labels = [
        next((v or "(not named)" for k, v in keys.items() if k != "game"), "all")
        for keys, _ in known
    ]
    rows = [_share(label, games) for label, (_, games) in zip(labels, known[:ROWS], strict=False)]
    if len(known) > ROWS:
        others = pd.concat([games for _, games in known[ROWS:]])
        # A game of two of these players is one game.
        rows.append(_share("(all others)", others[~others.index.duplicated()]))
    return tuple(rows)


def _share(label: str, games: "pd.DataFrame") -> Share:
    wins, draws = results(games)
    points = wins[0].count + draws.count / len(wins)
    return Share(label, len(games), points, 1 / float(games["sides"].astype(float).mean()))
