"""How long games last, and who wins them."""

from typing import TYPE_CHECKING, NamedTuple

from analysis.diagrams.scene import printable
from analysis.intervals import wilson
from analysis.plots import house
from analysis.plots.groups import by_game, heading
from analysis.words import plural
from notation.errors import UnknownName

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = 42.0
"""Height of a panel in millimetres."""

BINS = 24
"""Most bars of a histogram."""

ROWS = 16
"""Most rows of a plot of shares."""

LETTERS = 26
"""Most letters of a label beside the axis."""


@house.styled
def lengths(games: "pd.DataFrame", *, width: float = house.SINGLE) -> "Figure":
    """Return how many games last how many plies.

    Args:
        games: a table of games with ``name`` and ``plies``.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: no ply was played.
    """
    played = games[games["plies"] > 0]
    parts = by_game(played, "no ply could be played: games have no lengths to plot")
    lengths = {name: part["plies"].astype(int) for name, part in parts}
    figure, axes = house.panels(
        [heading(name, len(one), f"median {one.median():,g}") for name, one in lengths.items()],
        title="How long games last",
        caption="Plies that could be played, also of games that are broken or unfinished; the "
        f"dashed line is the median. {plural(len(played), 'game')}.",
        width=width,
        heights=[PANEL] * len(parts),
    )
    for one, place in zip(lengths.values(), axes, strict=True):
        _histogram(place, one)
    return figure


def _histogram(axes: "Axes", values: "pd.Series[int]") -> None:
    low, high = int(values.min()), int(values.max())
    step = -(-(high - low + 1) // BINS)
    edges = [edge - 0.5 for edge in range(low, high + step + 1, step)]
    axes.hist(values, edges, color=house.SKY_BLUE, edgecolor=house.INK, linewidth=0.4)
    axes.axvline(float(values.median()), color=house.INK, linestyle=(0, (4, 2)), linewidth=1)
    axes.set(xlabel="length in plies", ylabel="games")
    house.whole_numbers(axes.xaxis, axes.yaxis)


@house.styled
def balance(games: "pd.DataFrame", *, by: str = "variant", width: float = house.SINGLE) -> "Figure":
    """Return the share of games that the side that moved first won, in groups.

    Draws count as half a win, as `ludograph stats` has it.

    Args:
        games: a table of games with ``name``, ``verdict``, ``first``, ``sides`` and the column
            named by ``by``.
        by: the column that makes the groups, such as ``variant`` or ``tag:Event``.
        width: of the figure in millimetres.

    Raises:
        NothingToPlot: no game has a winner or a draw.
        UnknownName: there is no such column.
    """
    if by not in games:
        known = ", ".join(one for one in map(str, games) if one.startswith("tag:"))
        raise UnknownName(f"no column {by!r} to group by; tags here: {known or 'none'}")
    lacking = "no game has a winner: there is no balance to plot"
    decided = games[games["verdict"].notna() & games["first"].notna()]
    parts = [(name, _shares(part, by)) for name, part in by_game(decided, lacking)]
    figure, axes = house.panels(
        [heading(name, sum(share.games for share in shares)) for name, shares in parts],
        title="What moving first is worth",
        caption="Share of the games with a result that the first player won, draws counted half, "
        "with 95 % Wilson intervals; the upright mark is an even share. "
        f"{plural(len(decided), 'game')} of {len(games):,} have a result.",
        width=width,
        heights=[15 + 5.5 * len(shares) for _, shares in parts],
        across=2,
    )
    for (_, shares), place in zip(parts, axes, strict=True):
        _intervals(place, shares)
    return figure


class Share(NamedTuple):
    """The first player's results in a group of games.

    Attributes:
        label: what the games have in common.
        games: how many have a result.
        points: wins of the first player, and half the draws.
        even: share that is even: one half with two sides.
    """

    label: str
    games: int
    points: float
    even: float


def _shares(games: "pd.DataFrame", by: str) -> list[Share]:
    """Return the groups, the most frequent first; what is over goes into a last one."""
    labels = games[by].astype("string").fillna("(not named)")
    order = labels.value_counts().index
    kept = labels.where(labels.isin(order[:ROWS]), "(all others)")
    groups = games.groupby(kept, sort=False)
    shares = [_share(str(label), group) for label, group in groups]
    return sorted(shares, key=lambda one: (one.label == "(all others)", -one.games, one.label))


def _share(label: str, games: "pd.DataFrame") -> Share:
    verdict = games["verdict"].astype("string")
    won = (verdict == games["first"].astype("string")).sum()
    points = float(won) + float((verdict == "draw").sum()) / 2
    return Share(label, len(games), points, 1 / float(games["sides"].astype(float).mean()))


def _intervals(axes: "Axes", shares: list[Share]) -> None:
    """Draw a dot and an interval for each group, from the top down."""
    for row, share in enumerate(shares):
        low, high = wilson(share.points, share.games)
        axes.plot([low, high], [row, row], color=house.BLUE, linewidth=1.6, solid_capstyle="butt")
        axes.plot([share.points / share.games], [row], "o", color=house.BLUE, markersize=4.5)
        axes.vlines(share.even, row - 0.38, row + 0.38, color=house.VERMILLION, linewidth=1)
        axes.annotate(
            plural(share.games, "game"),
            (1.01, row),
            xycoords=("axes fraction", "data"),
            fontsize=house.SMALL_SIZE,
            color=house.SOFT_INK,
            verticalalignment="center",
        )
    axes.set(xlim=(0, 1), ylim=(len(shares) - 0.4, -0.6), xlabel="share won by the first player")
    axes.set_yticks(range(len(shares)), [_short(share.label) for share in shares])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=house.FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    house.percents(axes.xaxis)


def _short(text: str) -> str:
    """Return a label that leaves the plot its room."""
    text = printable(text)
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"
