"""Lengths of games, and the balance between the sides."""

from typing import TYPE_CHECKING, NamedTuple

from analysis.drawing.scene import printable
from analysis.games import find
from analysis.plots import style
from analysis.plots.groups import populations
from analysis.statistics.estimates import wilson
from analysis.statistics.groups import Group, groups
from analysis.statistics.summaries import results
from analysis.statistics.survival import Survival, finished, survival
from analysis.text import plural

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = 42.0
"""Height of a panel in millimetres."""

BINS = 24
"""Most bars of a histogram."""

STRETCH = 1.5
"""Most length of a histogram, from the shortest game, in lengths that nine of ten games reach."""

ROWS = 16
"""Most rows of a plot of shares."""

LETTERS = 26
"""Most letters of a label beside the axis."""


@style.styled
def lengths(games: "pd.DataFrame", *, width: float = style.SINGLE, pool: bool = False) -> "Figure":
    """Return a histogram of the lengths of games in plies, and the median by Kaplan and Meier.

    Args:
        games: a table of games with ``path``, ``game_id``, ``game``, ``variant``, ``plies``,
            ``ended`` and ``verdict``.
        width: of the figure in millimetres.
        pool: whether the variants of a game are one population.

    Raises:
        NothingToPlot: no ply was played.
    """
    played = games[games["plies"] > 0]
    parts, left = populations(played, "no ply could be played", pool)
    known = finished(played)
    figure, axes = style.panels(
        [part.title for part in parts],
        title="Lengths of games",
        caption="Finished games, and hatched those that break off or have no result. The dashed "
        "line is the length that half of the games exceed, with a 95 % interval, by Kaplan and "
        f"Meier: hatched games would have lasted longer. {plural(len(played), 'game')}, "
        f"{int(known.sum()):,} of them finished.{left}",
        width=width,
        heights=[PANEL] * len(parts),
    )
    for part, panel in zip(parts, axes, strict=True):
        _histogram(panel, part.rows["plies"].astype(int), finished(part.rows))
    return figure


def _histogram(axes: "Axes", values: "pd.Series[int]", known: "pd.Series[bool]") -> None:
    low, high = int(values.min()), int(values.max())
    # The longest games share the last bar, so that a few do not squeeze all others.
    most = min(high, low + int(STRETCH * (values.quantile(0.9) - low + 1)))
    step = -(-(most - low + 1) // BINS)
    edges = [edge - 0.5 for edge in range(low, most + step + 1, step)]
    if high > edges[-1]:
        longest = int((values > edges[-1]).sum())
        edges.append(edges[-1] + step)
        axes.annotate(
            f"to {high:,}", (edges[-1] - step / 2, longest), (0, 3), textcoords="offset points",
            rotation=90, fontsize=style.SMALL_SIZE, color=style.SOFT_INK, ha="center", va="bottom",
        )  # fmt: skip
    drawn = values.clip(upper=int(edges[-1]))
    axes.hist(
        [drawn[known], drawn[~known]], edges, stacked=True, color=[style.SKY_BLUE, "white"],
        edgecolor=style.INK, linewidth=0.4,
    )  # fmt: skip
    for bar in axes.patches[len(edges) - 1 :]:
        bar.set_hatch("//////")
    _median(axes, survival(values.tolist(), known.tolist()), edges[-1])
    axes.set(xlabel="length in plies", ylabel="games")
    style.legend(axes)
    if low == high:
        axes.set_xlim(low - 3, high + 3)
    style.whole_numbers(axes.xaxis, axes.yaxis)


def _median(axes: "Axes", found: Survival, last: float) -> None:
    """Draw the median length with its interval, or name what is known of it."""
    if found.median is None:
        label = f"{found.finished} of {found.finished + found.censored} finished: no median"
        axes.plot([], [], " ", label=label)
        return
    low, high = (f"{end:,g}" if end is not None else "?" for end in (found.low, found.high))
    axes.axvspan(
        found.low or 0, min(found.high or last, last), color=style.INK, alpha=0.08, linewidth=0
    )
    label = f"median {found.median:,g} ({low} to {high})"
    axes.axvline(found.median, label=label, color=style.INK, linestyle=(0, (4, 2)), linewidth=1)


@style.styled
def balance(games: "pd.DataFrame", *, by: str = "variant", width: float = style.SINGLE) -> "Figure":
    """Return the share of games that the side that moved first won, in groups.

    A draw is an equal share of a win for each side.

    Args:
        games: a table of games.
        by: the word to group by: ``variant``, ``player``, a tag or a column, as for
            `analysis.statistics.summarize`.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: no game has a winner or a draw.
        UnknownName: the games cannot be grouped by that.
    """
    lacking = "no game has a result"
    all_groups = list(groups(games, (by,)))
    decided = games[games["verdict"].notna() & games["first"].notna()]
    parts, left = populations(decided, lacking, pool=True)
    shares = [
        _shares([one for one in all_groups if one.keys["game"] == part.game]) for part in parts
    ]
    figure, axes = style.panels(
        [f"{find(part.game).title} ({plural(len(part.rows), 'game')})" for part in parts],
        title="Advantage of the first player",
        caption="Share of the games with a result that the first player won, with draws divided "
        "among the sides, and 95 % Wilson intervals; the vertical mark is an even share. "
        f"{plural(len(decided), 'game')} of {len(games):,} with a result.{left}",
        width=width,
        heights=[15 + 5.5 * len(one) for one in shares],
        across=2,
    )
    for one, panel in zip(shares, axes, strict=True):
        _intervals(panel, one)
    return figure


class ResultBar(NamedTuple):
    """The first player's results in a group of games.

    Attributes:
        label: the value of the group.
        games: number of games with a result.
        points: wins of the first player, and its share of the draws.
        even: the even share: one half with two sides.
    """

    label: str
    games: int
    points: float
    even: float


def _shares(groups: list[Group]) -> list[ResultBar]:
    """Return a bar for each group with results, the largest first, the rest as one."""
    import pandas as pd

    known = [(group.keys, group.games[group.games["verdict"].notna()]) for group in groups]
    known = sorted((one for one in known if len(one[1])), key=lambda one: -len(one[1]))
    labels = [
        next((v or "(not named)" for k, v in keys.items() if k != "game"), "all")
        for keys, _ in known
    ]
    rows = [_row(label, games) for label, (_, games) in zip(labels, known[:ROWS], strict=False)]
    if len(known) > ROWS:
        rows.append(_row("(all others)", pd.concat([games for _, games in known[ROWS:]])))
    return rows


def _row(label: str, games: "pd.DataFrame") -> ResultBar:
    wins, draws = results(games)
    points = wins[0].count + draws.count / len(wins)
    return ResultBar(label, len(games), points, 1 / float(games["sides"].astype(float).mean()))


def _intervals(axes: "Axes", shares: list[ResultBar]) -> None:
    """Draw a dot and an interval for each group, from the top down."""
    for row, share in enumerate(shares):
        low, high = wilson(share.points, share.games)
        axes.plot([low, high], [row, row], color=style.BLUE, linewidth=1.6, solid_capstyle="butt")
        axes.plot([share.points / share.games], [row], "o", color=style.BLUE, markersize=4.5)
        axes.vlines(share.even, row - 0.38, row + 0.38, color=style.VERMILLION, linewidth=1)
        axes.annotate(
            plural(share.games, "game"),
            (1.01, row),
            xycoords=("axes fraction", "data"),
            fontsize=style.SMALL_SIZE,
            color=style.SOFT_INK,
            verticalalignment="center",
        )
    axes.set(xlim=(0, 1), ylim=(len(shares) - 0.4, -0.6), xlabel="share won by the first player")
    axes.set_yticks(range(len(shares)), [_short(share.label) for share in shares])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=style.FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    style.percents(axes.xaxis)


def _short(text: str) -> str:
    """Return a label of at most `LETTERS` letters."""
    text = printable(text)
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"
