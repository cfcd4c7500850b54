"""Charts: the numbers that a plot shows, before they are painted for print or for the screen.

A chart has a panel for each population. The rows of a panel are what is drawn, no more and no less:
a table of them stands beside a plot of a report.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from analysis.games import find
from analysis.games.diagram import EmptyBoard
from analysis.statistics.estimates import ENOUGH, wilson
from analysis.statistics.groups import population_title
from analysis.statistics.survival import Survival
from notation.numbers import plural

PER = 100
"""Number of games per unit of a map; with fewer than `FEW` games the unit is all of them."""

FEW = 20

Row = tuple[str | float | None, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """The part of a chart on one population.

    Attributes:
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
        """The title of the panel."""
        return heading(self.game, self.variants, self.games)

    def rows(self) -> Iterator[Row]:
        """Yield the values that are drawn, with the columns `COLUMNS`."""
        raise NotImplementedError


def heading(game: str, variants: tuple[str, ...], games: int) -> str:
    """Return the title of a panel: the game, the variant or how many are pooled, the games."""
    sides = max((len(find(game).variant(text).sides) for text in variants), default=2)
    return f"{population_title(game, variants, sides)} ({plural(games, 'game')})"


class CurvePoint(NamedTuple):
    """A point of a curve.

    Attributes:
        move: the move number, or the middle of several.
        value: the median or mean.
        low: lower end of the band.
        high: upper end of the band.
        size: number of games, or of moves of a mean.
    """

    move: float
    value: float
    low: float
    high: float
    size: int

    @property
    def few(self) -> bool:
        """Whether it is a dot, since it stands for fewer than `ENOUGH` games or moves."""
        return self.size < ENOUGH


class Course(NamedTuple):
    """The course of a measure.

    Attributes:
        label: the side.
        points: its points, by move.
    """

    label: str
    points: tuple[CurvePoint, ...]


@dataclass(frozen=True, slots=True)
class Curves(Panel):
    """Curves by move number.

    Attributes:
        unit: the unit of the values.
        whole: whether the values are whole numbers, or medians of such.
        curves: a curve for each side, in the order of moving.
        running: each move at which games end, with the games that reach it.
    """

    COLUMNS = ("side", "move", "value", "low", "high", "count")

    unit: str
    whole: bool
    curves: tuple[Course, ...]
    running: tuple[tuple[int, int], ...]

    def rows(self) -> Iterator[Row]:
        """Yield the points of each curve, and the games that reach each move."""
        for curve in self.curves:
            for point in curve.points:
                known = (None, None) if point.few else (point.low, point.high)
                yield (curve.label, point.move, point.value, *known, point.size)
        for move, games in self.running:
            yield ("games that continue", move, games, None, None, games)


@dataclass(frozen=True, slots=True)
class Histogram(Panel):
    """Lengths of games.

    Attributes:
        edges: ends of the bars, one more than bars.
        complete: complete games of each bar.
        incomplete: other games of each bar: without a result, broken off or cut off.
        longest: the greatest length in the last bar, where it ends beyond; None where it does not.
        median: the median length.
    """

    COLUMNS = ("from", "to", "complete", "incomplete")

    edges: tuple[float, ...]
    complete: tuple[int, ...]
    incomplete: tuple[int, ...]
    longest: int | None
    median: Survival

    def rows(self) -> Iterator[Row]:
        """Yield the games of each bar."""
        ends = [int(edge - 0.5) for edge in self.edges[1:]]
        if self.longest is not None:
            ends[-1] = self.longest
        starts = (int(edge + 0.5) for edge in self.edges)
        yield from zip(starts, ends, self.complete, self.incomplete, strict=False)

    @property
    def median_label(self) -> str:
        """The median with its interval, or what is known of it."""
        found = self.median
        if self.games == 1:
            return "one game: nothing to estimate"
        if not found.censored and found.finished < ENOUGH:
            return f"{plural(self.games, 'game')}: too few for a median"
        if self.middle is None:
            return f"{found.finished} of {found.finished + found.censored} complete: no median"
        low, high = (f"{end:,g}" if end is not None else "?" for end in (found.low, found.high))
        return f"median {found.median:,g} ({low} to {high})"

    @property
    def middle(self) -> float | None:
        """The median length; None where fewer than `ENOUGH` games are complete, or too few."""
        return self.median.median if self.median.finished >= ENOUGH else None

    @property
    def band(self) -> tuple[float, float]:
        """The interval of the median as far as the bars go."""
        last = self.edges[-1]
        return self.median.low or 0.0, min(self.median.high or last, last)


class Share(NamedTuple):
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

    @property
    def value(self) -> float:
        """The share of the points."""
        return self.points / self.games

    @property
    def interval(self) -> tuple[float, float] | None:
        """The Wilson interval of 95 %; None for fewer than `ENOUGH` games."""
        return wilson(self.points, self.games) if self.games >= ENOUGH else None


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
        """The title of the panel; that of a game where the groups are its variants."""
        if self.variants:
            return heading(self.game, self.variants, self.games)
        many = f", {self.sides} sides" if self.sides > 2 else ""
        return f"{find(self.game).title}{many} ({plural(self.games, 'game')})"

    def rows(self) -> Iterator[Row]:
        """Yield the share of each group."""
        for one in self.groups:
            ends = one.interval or (None, None)
            yield (one.label, one.games, one.points, one.value, *ends, one.even)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of an icicle.

    Attributes:
        ply: its column, from 1.
        top: its upper edge, as a share of all games, from the top down.
        height: its height, likewise.
        move: the move.
        times: number of games in which it was played there.
        score: the mean score of the side that played it, None for few results.
        others: number of rare moves that the block stands for, 0 for one move.
    """

    ply: int
    top: float
    height: float
    move: str
    times: int
    score: float | None
    others: int = 0


@dataclass(frozen=True, slots=True)
class Icicle(Panel):
    """Opening moves.

    Attributes:
        blocks: a block for each move, up to the last ply with a frequent one.
    """

    COLUMNS = ("ply", "move", "games", "top", "height", "score", "other_moves")

    blocks: tuple[Block, ...]

    @property
    def plies(self) -> int:
        """Number of columns."""
        return max(block.ply for block in self.blocks)

    def rows(self) -> Iterator[Row]:
        """Yield the blocks."""
        for one in self.blocks:
            yield (one.ply, one.move, one.times, one.top, one.height, one.score, one.others)


@dataclass(frozen=True, slots=True)
class HeatMap(Panel):
    """A board and the captures on each of its points.

    Attributes:
        board: the empty board.
        counts: pieces captured on each point.
    """

    COLUMNS = ("point", "captured", "rate")

    board: EmptyBoard
    counts: Mapping[str, int]

    @property
    def unit(self) -> str:
        """The unit of the rates."""
        return scale(self.games)[1]

    @property
    def rates(self) -> dict[str, float]:
        """The rate of each point with a capture."""
        factor, _ = scale(self.games)
        return {name: factor * self.counts[name] for name in self.board.cells if self.counts[name]}

    def rows(self) -> Iterator[Row]:
        """Yield the points with a capture."""
        for name, rate in self.rates.items():
            yield (name, self.counts[name], rate)


def scale(games: int) -> tuple[float, str]:
    """Return the factor from captures in a number of games to the unit, and the unit."""
    if games < FEW:
        return 1.0, "pieces captured"
    return PER / games, f"pieces captured per {PER} games"


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot before it is painted.

    Attributes:
        title: its title.
        caption: what it shows, how it is made, and the number of games.
        panels: a panel for each population, all of one kind.
    """

    title: str
    caption: str
    panels: tuple[Panel, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its rows."""
        return ("game", "variant", *self.panels[0].COLUMNS)

    def rows(self) -> Iterator[Row]:
        """Yield the values that are drawn, panel by panel."""
        for panel in self.panels:
            for row in panel.rows():
                yield (panel.game, " ".join(panel.variants), *row)
