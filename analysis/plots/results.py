"""Lengths of games, and the balance between the sides."""

from typing import TYPE_CHECKING

from analysis.plots.chart import Chart, Lengths, Share, Shares
from analysis.plots.groups import Population, most_played, populations
from analysis.statistics.estimates import ENOUGH, Proportion
from analysis.statistics.groups import GAME, PLAYER, UNDECIDED, VARIANT
from notation.numbers import plural

if TYPE_CHECKING:
    from analysis.statistics.games import GameTable

BINS = 24
"""Maximum number of bars in a panel of lengths."""

STRETCH = 1.5
"""Maximum drawn length, as a multiple of the range of the shortest 90 % of games."""

ROWS = 16
"""Maximum number of rows in a plot of shares."""

LENGTHS = (
    "The line is the share of the games that last longer than a number of plies, by Kaplan and "
    "Meier, with a 95 % band: games that were cut off or have no result (upright marks, hatched "
    "bars) would have lasted longer. Half of the games last longer than the dashed line. The "
    "number under a length is that of the games that reach it; bars count the games that end "
    "(right axis)."
)

BALANCE = (
    "A dot is the share of the games with a result that the side moving first won, a draw being "
    "divided among the sides; the line through it is the 95 % Wilson interval. A line that crosses "
    "the upright mark is compatible with even chances. Rings without a line stand for fewer than "
    f"{ENOUGH} games."
)

OF_PLAYERS = (
    " A row has the games of a player, whoever moved first: it is not a measure of the player's "
    "strength. A game counts for each of its players."
)


def lengths(games: "GameTable", *, pool: bool = False) -> Chart:
    """Return the chart of lengths: the share of games that go on, and the number that end.

    Args:
        games: a table of games.
        pool: whether the variants of a game are one population.

    Raises:
        NothingToPlot: no ply was played.
    """
    faulty = int((~games["whole"]).sum())
    played = games.some(games["whole"] & (games["plies"] > 0))
    parts, left = most_played(populations(played, pool), "no game could be played to its end")
    known = int(played["complete"].sum())
    counted = [f"{plural(len(played), 'game')}, {known:,} of them complete."]
    counted += [f"Left out: {plural(faulty, 'game')} with an error."] if faulty else []
    edges = {game: _edges([one for one in parts if one.game == game])
             for game in {one.game for one in parts}}  # fmt: skip
    panels = [_lengths(part, edges[part.game]) for part in parts]
    return Chart("Lengths of games", LENGTHS, tuple(panels), " ".join([*counted, left]).rstrip())


def _edges(parts: "list[Population[GameTable]]") -> tuple[float, ...]:
    """Return the edges of the bars, the same for all panels of a game.

    The longest games share the last bar, so that a few do not squeeze all others.
    """
    import numpy as np

    plies = [part.content["plies"] for part in parts]
    low, high = min(int(one.min()) for one in plies), max(int(one.max()) for one in plies)
    usual = max(one.min() + int(STRETCH * (np.quantile(one, 0.9) - one.min() + 1)) for one in plies)
    most = min(high, int(usual))
    step = -(-(most - low + 1) // BINS)
    return tuple(float(edge) - 0.5 for edge in range(low, most + step + 1, step))


def _lengths(part: "Population[GameTable]", edges: tuple[float, ...]) -> Lengths:
    # Loaded here: completion needs no numpy.
    from analysis.statistics.survival import curve, survival

    played = part.content["plies"], part.content["complete"]
    rows, median = tuple(curve(*played)), survival(*played)
    return Lengths(part.game, part.variants, part.games, rows, edges, median)


def balance(games: "GameTable", *, by: str = VARIANT, pool: bool = False) -> Chart:
    """Return the chart of the share of games that the first player won, in groups of games.

    A draw is an equal share of a win for each side.

    Args:
        games: a table of games, with the column that ``by`` needs.
        by: the word to group by: ``variant``, ``player``, a tag or a column, as for
            `analysis.statistics.summaries.summarize`.
        pool: whether the variants of a game with the same number of sides are one population; if
            ``by`` is ``game``, they always are.

    Raises:
        NothingToPlot: no game has a winner or a draw.
        UnknownName: the games cannot be grouped by this word.
    """
    lacking = "no game has a result"
    won, first = games["won"], games["first"]
    decided = games.some((won != UNDECIDED) & (first > 0))
    known, nameless = len(decided), 0
    if by == PLAYER and known:
        lacking = "no game with a result names a player"
        decided = decided.some(decided.count_names() > 0)
        nameless = known - len(decided)
    by = GAME if pool and by == VARIANT else by
    parts, left = most_played(populations(decided, pool or by in (GAME, VARIANT)), lacking)
    panels = [
        Shares(part.game, () if by == VARIANT else part.variants, len(part.content),
               _shares(part.content, by), len(part.sides))
        for part in parts
    ]  # fmt: skip
    reading = f"{BALANCE}{OF_PLAYERS if by == PLAYER else ''}"
    unnamed = f", {nameless:,} of them without a player and left out" if nameless else ""
    counted = f"{plural(known, 'game')} of {len(games):,} with a result{unnamed}. {left}".rstrip()
    return Chart("Advantage of the first player", reading, tuple(panels), counted)


def _shares(games: "GameTable", by: str) -> tuple[Share, ...]:
    """Return the first player's share of the points in each group, the largest group first.

    Beyond `ROWS` groups, the smaller ones are pooled.

    Args:
        games: games with a result.
        by: the word to group by.
    """
    import numpy as np

    known = sorted(games.groups((by,)), key=lambda one: -len(one))
    words = "games of {}" if by == PLAYER else "{}"
    labels = [
        next((words.format(v) if v else "(not named)" for k, v in one.keys.items() if k != "game"),
             "all")
        for one in known
    ]  # fmt: skip
    rows = [_share(label, one.games) for label, one in zip(labels, known[:ROWS], strict=False)]
    if len(known) > ROWS:
        # A game between two of these players counts once.
        others = np.concatenate([one.games["row"] for one in known[ROWS:]])
        rows.append(_share("(all others)", games.some(np.isin(games["row"], others))))
    return tuple(rows)


def _share(label: str, games: "GameTable") -> Share:
    wins, draws = games.results(games["won"] != UNDECIDED)
    points = wins["first"].count + draws.count / len(wins)
    return Share(label, Proportion(points, len(games)), 1 / float(games["sides"].mean()))
