"""Charts: the numbers that a plot shows, before they are painted.

A chart has a panel for each population: the games of one variant, or of several that are pooled.
The rows of a panel are exactly the drawn values; a report shows them as a table beside the plot.
The words of a panel or chart are the text alternative of its picture.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from analysis.games import find
from analysis.games.diagram import BoardView
from analysis.plots.groups import sides
from analysis.statistics.estimates import ENOUGH, Proportion, percentage
from analysis.statistics.groups import population_title
from notation.numbers import plural

if TYPE_CHECKING:
    from analysis.statistics.survival import Length, Survival

TOP = 5
"""Maximum number of values of one kind in the description of a panel."""

Row = tuple[str | float | None, ...]


@dataclass(frozen=True, slots=True)
class Panel(ABC):
    """The part of a chart on one population.

    Attributes:
        COLUMNS: the columns of its rows.
        game: name of the game.
        variants: the variant strings, sorted.
        games: number of games.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ()

    game: str
    variants: tuple[str, ...]
    games: int

    @property
    def title(self) -> str:
        """The game, the variant or the number of pooled variants, and the number of games."""
        return heading(self.game, self.variants, self.games)

    @property
    @abstractmethod
    def words(self) -> str:
        """The main values, as text."""

    @abstractmethod
    def rows(self) -> Iterator[Row]:
        """Yield the values that are drawn, with the columns `COLUMNS`."""


def heading(game: str, variants: tuple[str, ...], games: int) -> str:
    """Return the title of a panel: game, variant or number of pooled variants, number of games."""
    title = population_title(game, variants, len(sides(game, variants)))
    return f"{title} ({plural(games, 'game')})"


class CurvePoint(NamedTuple):
    """A point of a curve.

    Attributes:
        move: the move number; for a mean over several moves, their middle.
        value: the median or mean.
        low: lower end of the band.
        high: upper end of the band.
        size: number of games of a median, or number of moves of a mean.
    """

    move: float
    value: float
    low: float
    high: float
    size: int

    @property
    def few(self) -> bool:
        """Whether the point is drawn as a dot, for fewer than `ENOUGH` games or moves."""
        return self.size < ENOUGH


class CurveLine(NamedTuple):
    """The curve of one side."""

    label: str
    points: tuple[CurvePoint, ...]


@dataclass(frozen=True, slots=True)
class Curves(Panel):
    """Curves by move number.

    Attributes:
        unit: the unit of the values.
        whole: True for whole numbers and for medians of whole numbers.
        curves: a curve for each side, in the order of moving.
        running: each move at which games end, with the number of games that reach it.
    """

    COLUMNS = ("side", "move", "value", "low", "high", "count")

    unit: str
    whole: bool
    curves: tuple[CurveLine, ...]
    running: tuple[tuple[int, int], ...]

    @property
    def words(self) -> str:
        """The first, middle and last value of each curve, and the number of games at the end."""
        parts = []
        for curve in self.curves:
            points = curve.points
            chosen = dict.fromkeys((points[0], points[len(points) // 2], points[-1]))
            values = ", ".join(f"{one.value:.3g} at move {one.move:g}" for one in chosen)
            parts.append(f"{curve.label}: {values}")
        last, games = self.running[-1]
        return f"{self.unit}; {'; '.join(parts)}; {plural(games, 'game')} at move {last}"

    def rows(self) -> Iterator[Row]:
        """Yield the points of each curve, and the number of games at each move."""
        for curve in self.curves:
            for point in curve.points:
                known = (None, None) if point.few else (point.low, point.high)
                yield (curve.label, point.move, point.value, *known, point.size)
        for move, games in self.running:
            yield ("games that continue", move, games, None, None, games)


@dataclass(frozen=True, slots=True)
class Lengths(Panel):
    """Lengths of games: the share that goes on, and how many end.

    Attributes:
        lengths: the number of games for each length that occurs, the shortest first.
        edges: edges of the bars, one more than bars; the same in all panels of a game.
        median: the median length.
    """

    COLUMNS = ("plies", "complete", "incomplete", "at_risk", "share_longer", "low", "high")

    lengths: "tuple[Length, ...]"
    edges: tuple[float, ...]
    median: "Survival"

    @property
    def words(self) -> str:
        """The median, the range, and the number of complete games."""
        known = sum(one.complete for one in self.lengths)
        least, most = self.lengths[0].plies, self.lengths[-1].plies
        return (
            f"{self.median_label}; {least:,} to {most:,} plies; "
            f"{known:,} of {plural(self.games, 'game')} complete"
        )

    def rows(self) -> Iterator[Row]:
        """Yield the number of games of each length, and the share of longer games."""
        yield from self.lengths

    def bars(self) -> list[tuple[int, int]]:
        """Return the number of complete and incomplete games in each bar; the last has no limit."""
        found = [(0, 0)] * (len(self.edges) - 1)
        step = self.edges[1] - self.edges[0]
        for one in self.lengths:
            place = min(int((one.plies - self.edges[0]) / step), len(found) - 1)
            complete, incomplete = found[place]
            found[place] = complete + one.complete, incomplete + one.incomplete
        return found

    def reaching(self, plies: float) -> int:
        """Return the number of games with at least this many plies."""
        return next((one.reaching for one in self.lengths if one.plies >= plies), 0)

    @property
    def longest(self) -> int | None:
        """The maximum length in plies if it is beyond the end of the last bar, else None."""
        most = self.lengths[-1].plies
        return most if most > self.edges[-1] else None

    @property
    def median_label(self) -> str:
        """The median with its interval, or the reason why it is unknown."""
        found = self.median
        if self.games == 1:
            return "one game: nothing to estimate"
        if not found.censored and found.finished < ENOUGH:
            return f"{plural(self.games, 'game')}: too few for a median"
        if self.middle is None:
            return f"{found.finished} of {found.finished + found.censored} complete: no median"
        if found.low is None and found.high is None:
            return f"median {found.median:,g}"
        low, high = (f"{end:,g}" if end is not None else "?" for end in (found.low, found.high))
        return f"median {found.median:,g} ({low} to {high})"

    @property
    def middle(self) -> float | None:
        """The median length; None if fewer than `ENOUGH` games are complete."""
        return self.median.median if self.median.finished >= ENOUGH else None


class Share(NamedTuple):
    """The first player's results in a group of games.

    Attributes:
        label: the value of the group.
        won: points of the first player (wins, and its share of each draw) per game with a result.
        even: the share in an even game: 1/2 with two sides.
    """

    label: str
    won: Proportion
    even: float


@dataclass(frozen=True, slots=True)
class Shares(Panel):
    """Shares of wins, in groups.

    Attributes:
        groups: a share for each group, the largest first.
        sides: the number of sides.
    """

    COLUMNS = ("group", "games", "points", "share", "low", "high", "even")

    groups: tuple[Share, ...]
    sides: int = 2

    @property
    def title(self) -> str:
        """The title of the panel; it names no variants if the groups are the variants."""
        if self.variants:
            return heading(self.game, self.variants, self.games)
        many = f", {self.sides} sides" if self.sides > 2 else ""
        return f"{find(self.game).title}{many} ({plural(self.games, 'game')})"

    @property
    def words(self) -> str:
        """The share of each of the largest groups, with its interval."""
        parts = []
        for label, won, _ in self.groups[:TOP]:
            within = f" ({' to '.join(map(percentage, won.interval))} %)" if won.interval else ""
            games = plural(won.of, "game")
            parts.append(f"{label}: {percentage(won.share or 0)} %{within} of {games}")
        return "; ".join(parts)

    def rows(self) -> Iterator[Row]:
        """Yield the share of each group."""
        for label, won, even in self.groups:
            yield (label, won.of, won.count, won.share, won.low, won.high, even)


class Block(NamedTuple):
    """A block of an icicle.

    Attributes:
        ply: column of the block, from 1.
        move: the move.
        games: number of games in which it was played in this position.
        top: distance of the upper edge from the top, as a share of all games.
        height: height of the block, as a share of all games.
        score: the mean score of the side that played it, None for few results.
        other_moves: number of rare moves that the block stands for, 0 for one move.
    """

    ply: int
    move: str
    games: int
    top: float
    height: float
    score: float | None
    other_moves: int = 0

    @property
    def middle(self) -> float:
        """The distance of the block's centre from the top, as a share of all games."""
        return self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Icicle(Panel):
    """Opening moves.

    Attributes:
        blocks: a block for each move, up to the last ply with a frequent move.
    """

    COLUMNS = Block._fields

    blocks: tuple[Block, ...]

    @property
    def plies(self) -> int:
        """Number of columns."""
        return max(block.ply for block in self.blocks)

    @property
    def even(self) -> float:
        """The score of a side in an even game."""
        return 1 / len(sides(self.game, self.variants))

    @property
    def words(self) -> str:
        """The most frequent first moves, with their scores."""
        first = [one for one in self.blocks if one.ply == 1 and not one.other_moves]
        parts = (
            f"{one.move} in {percentage(one.height)} % of the games"
            + ("" if one.score is None else f", score {percentage(one.score)} %")
            for one in sorted(first, key=lambda one: -one.games)[:TOP]
        )
        return f"first moves: {'; '.join(parts)}"

    def rows(self) -> Iterator[Row]:
        """Yield the blocks."""
        yield from self.blocks


@dataclass(frozen=True, slots=True)
class HeatMap(Panel):
    """A board and the captures on each of its points.

    Attributes:
        board: the empty board.
        counts: pieces captured on each point.
    """

    COLUMNS = ("point", "captured", "per_game")

    board: BoardView
    counts: Mapping[str, int]

    @property
    def rates(self) -> dict[str, float]:
        """The captures per game, for each point with a capture."""
        return {
            name: self.counts[name] / self.games for name in self.board.cells if self.counts[name]
        }

    @property
    def words(self) -> str:
        """The points with most captures, and the total number of captures."""
        most = sorted(self.rates.items(), key=lambda one: -one[1])[:TOP]
        parts = ", ".join(f"{name} ({rate:.2g})" for name, rate in most)
        total = plural(sum(self.counts.values()), "piece")
        return f"captures per game are most frequent on {parts}; {total} in all"

    def rows(self) -> Iterator[Row]:
        """Yield the points with a capture."""
        for name, rate in self.rates.items():
            yield (name, self.counts[name], rate)


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot before it is painted.

    Attributes:
        title: its title.
        reading: what it shows, how it is made, and how to read it.
        panels: a panel for each population, all of one kind.
        counted: the number of games, and of those that are left out; may be empty.
    """

    title: str
    reading: str
    panels: tuple[Panel, ...]
    counted: str = ""

    @property
    def caption(self) -> str:
        """The text below the plot in print."""
        return f"{self.reading} {self.counted}".rstrip()

    def remarked(self, remark: str) -> "Chart":
        """Return the chart with a sentence added to its caption."""
        return replace(self, counted=f"{self.counted} {remark}".strip())

    @property
    def words(self) -> str:
        """The text alternative of the plot's picture."""
        return " ".join(f"{panel.title}: {panel.words}." for panel in self.panels)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of `rows`."""
        return ("game", "variant", *self.panels[0].COLUMNS)

    def rows(self) -> Iterator[Row]:
        """Yield the values that are drawn, panel by panel."""
        for panel in self.panels:
            for row in panel.rows():
                yield (panel.game, " ".join(panel.variants), *row)
