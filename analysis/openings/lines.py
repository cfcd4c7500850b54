"""The lines of opening trees as rows of tables, with remarks on the figures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.openings.names import OpeningName
from analysis.openings.nodes import OpeningNode, OpeningTree, PositionResults, opening_trees
from analysis.openings.tree import Openings
from analysis.statistics.estimates import ENOUGH
from analysis.statistics.section import MARK, NOTHING, Section, significance
from analysis.statistics.significance import are_sample, is_significant
from notation.numbers import plural

if TYPE_CHECKING:
    import pandas as pd

TOP_REPLIES = 3
"""Maximum number of replies in a row of the table."""

BETWEEN_MOVES = " | "
"""Separates the moves of a line in CSV files."""


Row = dict[str, Any]
"""A row of a table of openings, with `COLUMNS`."""


class _Line(NamedTuple):
    """A line of an opening tree: its moves, and the node to which they lead."""

    tree: OpeningTree
    moves: list[str]
    node: OpeningNode


_COLUMNS: dict[str, Callable[[_Line], object]] = {
    "game": lambda of: of.tree.game,
    "variant": lambda of: of.tree.variant,
    "ply": lambda of: len(of.moves),
    "side": lambda of: of.node.position.sides[of.node.side],
    "line": lambda of: of.moves,
    "move": lambda of: of.node.move,
    "times": lambda of: of.node.times,
    "percent": lambda of: 100 * of.node.share,
    "reached": lambda of: of.node.results.games,
    "decided": lambda of: of.node.results.decided,
    "score": lambda of: of.node.score,
    "low": lambda of: of.node.interval and of.node.interval[0],
    "high": lambda of: of.node.interval and of.node.interval[1],
    "mean_plies": lambda of: of.node.mean_plies,
    "last": lambda of: of.node.results.last or None,
    "fold": lambda of: of.node.fold,
    "name": lambda of: of.node.name or None,
    "transposes": lambda of: of.node.transposes,
    "position": lambda of: str(of.node.position),
    "key": lambda of: of.node.key,
    "replies": lambda of: [
        {"move": one.move, "times": one.times} for one in of.node.replies[:TOP_REPLIES]
    ],
    "accepted": lambda of: of.node.accepted,
    "wins": lambda of: dict(zip(of.node.position.sides, of.node.results.wins, strict=True)),
    "draws": lambda of: of.node.results.draws,
    "p": lambda of: of.node.p,
    "p_adjusted": lambda of: of.node.p_adjusted,
    "years": lambda of: dict(sorted(of.node.results.years.items())),
    "examples": lambda of: [source.to_json() for source in of.node.results.examples],
}

COLUMNS = tuple(_COLUMNS)
"""The columns of a table of openings; ``docs/openings.md`` describes them."""


def rows(trees: Iterable[OpeningTree]) -> Iterator[Row]:
    """Yield a row for each line of each tree."""
    for tree in trees:
        for root in tree.roots:
            line = list[str]()
            for depth, node in root.walk_depths():
                del line[max(depth - 1, 0) :]
                if depth:
                    line.append(node.move)
                found = _Line(tree, list(line), node)
                yield {name: value(found) for name, value in _COLUMNS.items()}


def csv_cells(row: Row) -> list[object]:
    """Return the cells of a row in a CSV file, in the order of `COLUMNS`."""
    replies = (f"{reply['move']} {reply['times']}" for reply in row["replies"])
    lists = {"line": BETWEEN_MOVES.join(row["line"]), "replies": BETWEEN_MOVES.join(replies)}
    for name, counts in (("wins", row["wins"]), ("years", row["years"])):
        lists[name] = BETWEEN_MOVES.join(f"{key} {count}" for key, count in counts.items())
    places = (f"{one['path']}:{one['line']}" for one in row["examples"])
    lists["examples"] = BETWEEN_MOVES.join(places)
    return [*({**row, **lists}).values()]


def frame(
    openings: Openings,
    *,
    min_count: int | None = None,
    dialect: str | None = None,
    names: Iterable[OpeningName] = (),
) -> "pd.DataFrame":
    """Return a data frame with a row for each line of openings; see `opening_trees`."""
    trees = opening_trees(openings, min_count=min_count, dialect=dialect, names=names)
    return to_frame(rows(trees))


def to_frame(found: Iterable[Row]) -> "pd.DataFrame":
    """Return rows as a data frame; the field ``name`` of a row is the column ``opening``."""
    import pandas as pd

    table = pd.DataFrame.from_records(list(found), columns=list(COLUMNS))
    return table.rename(columns={"name": "opening"})


HEADS = ("move", "", "played", "%", "reached", "results", "score", "95 %", "", "plies", "last")
"""Headings of the columns of a section, before those of years."""

OPTIONAL = frozenset((1, 8, 10))
"""Indices of the columns that are omitted if they are empty: equivalent moves, mark, dates."""

YEARS = 6
"""Maximum number of years with columns of their own; otherwise decades are shown."""


def section(
    title: str,
    root: OpeningNode,
    nodes: Sequence[tuple[int, OpeningNode]],
    *,
    years: bool = False,
    examples: bool = False,
    replies: bool = False,
) -> Section:
    """Return nodes of a tree as a section, with a remark on the reliability of its figures.

    Args:
        title: the title of the section.
        root: the first position of the tree.
        nodes: the nodes, each after its number of plies from the root.
        years: whether to show the number of games of each period.
        examples: whether to name the first game that reached each position.
        replies: whether to show the usual replies to a move.
    """
    spans = _spans(root) if years else {}
    rows = [_cells(depth, node, list(spans.values())) for depth, node in nodes]
    kept = [
        at
        for at in range(len(HEADS) + len(spans))
        if at not in OPTIONAL or any(row[at] for row in rows)
    ]
    about = caveat(root, [node for _, node in nodes])
    return Section(
        title,
        [(*HEADS, *spans)[at] for at in kept],
        [[row[at] for at in kept] for row in rows],
        remarks=[about] if about else [],
        notes=[remark(node, examples, replies) for _, node in nodes],
    )


def _cells(depth: int, node: OpeningNode, spans: Sequence[str]) -> tuple[str, ...]:
    results = node.results
    wins = "-".join(f"{won:,}" for won in results.wins)
    drawn = f" ={results.draws:,}" if results.draws else ""
    low_high = node.interval and "-".join(str(round(100 * end)) for end in node.interval)
    in_years = (
        sum(games for year, games in results.years.items() if year.startswith(span))
        for span in spans
    )
    return (
        "  " * (depth - 1) + (node.move or "first position"),
        f"x{node.fold}" if node.fold > 1 else "",
        f"{node.times:,}",
        f"{100 * node.share:.1f}",
        f"{results.games:,}",
        f"{wins}{drawn}" if results.decided else NOTHING,
        NOTHING if node.score is None else f"{100 * node.score:.1f}",
        low_high or NOTHING,
        MARK if is_significant(node.p_adjusted) else "",
        f"{node.mean_plies:.1f}",
        results.last,
        *(f"{games:,}" for games in in_years),
    )


def _spans(root: OpeningNode) -> dict[str, str]:
    """Return the digits with which the years of each period begin, such as ``199`` for ``1990s``.

    The periods are decades, or single years if there are at most `YEARS`.
    """
    years = sorted(root.results.years)
    if len(years) <= YEARS:
        return {year: year for year in years}
    return {f"{year[:3]}0s": year[:3] for year in years}


def caveat(root: OpeningNode, shown: Iterable[OpeningNode]) -> str:
    """Return a remark on the reliability of the intervals of a tree; empty if there are none.

    Args:
        root: the first position of the tree.
        shown: the nodes whose intervals are shown.
    """
    shown = list(shown)
    intervals = len({node.key for node in shown if node.interval})
    marked = any(is_significant(node.p_adjusted) for node in shown)
    # If only positions that are not shown are significant, the tests are not mentioned.
    is_hidden = not marked and any(is_significant(node.p_adjusted) for node in root.walk())
    tests = 0 if is_hidden else tests_of(root)
    return reliability(root.results, intervals, tests, marked)


def reliability(results: PositionResults, intervals: int, tests: int, marked: bool) -> str:
    """Return a remark on the reliability of the figures for the moves of a position.

    It says how many intervals and tests are expected to be wrong by chance, or that the games with
    a result are too few or not a sample of all games. It is empty if there are no such figures.

    Args:
        results: the results of the position.
        intervals: number of intervals.
        tests: number of tests.
        marked: whether the mark of a significant test is shown.
    """
    if not results.decided:
        return "No finished game: nothing to estimate."
    if results.decided < ENOUGH:
        games = plural(results.decided, "finished game")
        return f"{games}, fewer than {ENOUGH}: too few to estimate."
    remarks, unfinished = list[str](), results.games - results.decided
    if not are_sample(results.decided, unfinished):
        biased = f"{unfinished:,} of {plural(results.games, 'game')} have no result"
        remarks.append(f"{biased}: the others are not a sample of all, and not tested.")
    if intervals > 1:
        remarks.append(
            f"Of {intervals:,} intervals at 95 %, about 1 in 20 does not contain the true value."
        )
    if intervals and tests:
        remarks.append(f"{significance(marked, tests)}.")
    return " ".join(remarks)


def tests_of(root: OpeningNode) -> int:
    """Return the number of tests of a tree; a position in several lines is tested once."""
    return len({node.key for node in root.walk() if node.p is not None})


def adjusted_apart(tests: Iterable[int]) -> str:
    """Return a sentence that p-values are adjusted in each tree separately; empty for one tree."""
    tests = list(filter(None, tests))
    if len(tests) < 2:
        return ""
    return (
        f"The tests of each tree are adjusted by themselves, not for the other trees: "
        f"{len(tests):,} trees have {sum(tests):,} tests together."
    )


def remark(node: OpeningNode, example: bool = False, replies: bool = False) -> str:
    """Return the remark after the figures of a line.

    Args:
        node: the last node of the line.
        example: whether to name the first game that reached it.
        replies: whether to name its usual replies.
    """
    elsewhere = "goes on elsewhere" if node.transposes else ""
    accepted = node.accepted
    illegal = f"illegal in {plural(accepted, 'game')}, as recorded" if accepted else ""
    first = f"e.g. {node.results.examples[0]}" if example else ""
    usual = ", ".join(reply.move for reply in node.replies[:TOP_REPLIES])
    then = f"then {usual}" if replies and usual else ""
    return "; ".join(filter(None, [node.name, elsewhere, illegal, first, then]))
