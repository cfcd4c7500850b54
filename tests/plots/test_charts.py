"""Charts of small tables as kept texts: captions, panels with their words, and all rows.

``pytest tests/plots --write-golden`` rewrites them; then recount the differences by hand.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pandas
import pytest

from analysis import replay
from analysis.openings import Openings
from analysis.openings.nodes import opening_trees
from analysis.plots import PLOTS
from analysis.plots.chart import Chart, Icicle, Lengths, Shares
from analysis.plots.openings import panel_of
from analysis.statistics.games import game_table
from analysis.tables.frames import arrow_batches, tables
from analysis.tables.rows import TableBuilder
from records import Record
from records.model import Source
from tests.plots.samples import counted, games_table, played, sample

HERE = Path(__file__).parent

Charts = Iterator[tuple[str, Chart]]


def lengths() -> Charts:
    """Yield charts of lengths; games with a negative number of plies have no result."""
    chart = PLOTS["lengths"].chart
    for few in ([9], [9, 10, 11, 12], [-9, -10, -11, -12, -13, -14], [9, 9, 9, -20, -20, -20, -20]):
        yield f"of {few}", chart(played(*few))
    yield "some go on", chart(played(10, -12, 12, 14, 14, -16))
    yield "one is long", chart(played(*range(20, 60), 400, -25))
    yield "one has no ply", chart(played(0, 9, 10))


ROWS: list[Mapping[str, object]] = [
    {"verdict": "1"}, {"verdict": "2"}, {"verdict": "draw"}, {"verdict": "1", "first": 2},
    {"verdict": "2", "first": 2}, {"verdict": "draw"}, {"verdict": None},
    {"verdict": "1", "first": 0},
]  # fmt: skip


def balance() -> Charts:
    """Yield charts of the balance, by variant, player and tag."""
    chart = PLOTS["balance"].chart
    yield "by variant", chart(games_table(*ROWS))
    names = {"player_1": "Ada", "player_2": "Eve"}
    two = games_table({"verdict": "1", **names}, {"verdict": "2", **names}, {"verdict": "1"})
    yield "by player", chart(two, by="player")
    many = games_table(*({"player_1": f"a{n}", "player_2": f"b{n}"} for n in range(20)))
    yield "of many players", chart(many, by="player")
    yield "by event", chart(sample().games, by="event")
    yield "by event, pooled", chart(sample().games, by="event", pool=True)


def test_as_many_players_as_there_are_rows_are_all_shown():
    names = [(f"a{n}", f"b{n}") for n in range(8)]
    table = games_table(*({"player_1": one, "player_2": other} for one, other in names))
    (panel,) = PLOTS["balance"].chart(table, by="player").panels
    assert isinstance(panel, Shares)
    shown = {one.label.removeprefix("games of ") for one in panel.groups}
    assert shown == {name for pair in names for name in pair}


LINES = {
    ("A1", "B1", "C1"): 40,
    ("A1", "B1", "D1"): 20,
    ("A1", "E3"): 20,
    ("A2", "B2"): 20,
}
"""Lines of Megiddo, and how often each is played."""


def shares(
    lines: dict[tuple[str, ...], int], result: str = "*", least: int | None = None
) -> list[Icicle]:
    openings = Openings(4, fold=False)
    for line, times in lines.items():
        for game in range(times):
            ended = "1-0" if result == "1-0" and game % 3 else result
            openings.add(replay(Record(line, "megiddo", "base", "book", result=ended)))
    return [panel_of(tree, least) for tree in opening_trees(openings)]


def openings() -> Charts:
    """Yield charts of openings, with heights by frequency and scores of the side that moved."""
    chart = PLOTS["openings"].chart
    yield "won by the first", chart(shares(LINES, "1-0"))
    yield "few results", chart(shares({("A1", "B1"): 8, ("A2", "B1"): 4}, "1-0"))
    ways = shares({("A1", "B1", "C1", "D1"): 6, ("C1", "B1", "A1", "E1"): 4})
    yield "two ways to one position", chart(ways)
    yield "rare moves", chart(shares(LINES | {("F6", "F5", "F4"): 1, ("E6", "F5"): 1}))
    for first, second in ((18, 1), (19, 1), (115, 2), (112, 2)):
        yield f"{first} and {second}", chart(shares({("A1",): first, ("A2",): second}))
    one = shares({("A1",): 19, ("A2",): 1}, least=1)
    yield "19 and 1, of 1 game", chart(one, min_count=1)
    for least in (20, 21):
        yield f"of {least} games", chart(shares(LINES, least=least), min_count=least)


def maps() -> Charts:
    """Yield maps of captures: by variant, pooled, on other sizes of boards, and many."""
    chart, plies = PLOTS["capture-map"].chart, sample().plies
    rows = plies[plies["game"] == "epaminondas"]
    size = rows.assign(variant="standard+rows=12+columns=15")
    yield "pooled", chart(counted("capture-map", pandas.concat([plies, size])), pool=True)
    many = [
        rows[rows["game_id"] <= (1 if columns < 18 else 4)].assign(
            variant=f"standard+rows=12+columns={columns}"
        )
        for columns in range(14, 25)
    ]
    yield "of many boards", chart(counted("capture-map", pandas.concat(many)))


def pooled() -> Charts:
    """Yield plots of two variants with two players, pooled, and of one with three, kept apart."""
    rows: tuple[tuple[str, str, dict[str, str]], ...] = (
        ("base", "1-0", {"Red": "Ada", "Blue": "Eve"}),
        ("master", "1-0", {"Red": "Eve", "Blue": "Ada"}),
        ("base+players=3", "1", {}),
    )
    records = [
        Record(("A1", "B1", "C1"), "megiddo", variant, "book", tags, result=result,
               source=Source(variant))
        for variant, result, tags in rows
    ]  # fmt: skip
    batches = list(arrow_batches(records, TableBuilder(legal_moves=True)))
    games, plies = game_table(batches), tables(batches).plies
    for name in ("lengths", "material", "score", "branching", "balance"):
        table = games if PLOTS[name].table == "games" else counted(name, plies)
        yield name, PLOTS[name].chart(table)
        yield f"{name}, pooled", PLOTS[name].chart(table, pool=True)


def captures() -> Charts:
    """Yield charts of captures of several variants, of which only one has captures."""
    plies = sample().plies
    quiet = plies[(plies["captured"] == 0) | (plies["variant"] == "tournament")]
    yield "of one variant", PLOTS["captures"].chart(counted("captures", quiet))


def written(name: str, chart: Chart) -> Iterator[str]:
    yield f"=== {name}: {chart.caption}"
    for panel in chart.panels:
        yield f"--- {panel.title}: {panel.words}"
        if isinstance(panel, Lengths):
            yield f"bars {panel.bars()} from {panel.edges[:2]}; longest {panel.longest}"
        for row in panel.rows() if panel.game != "epaminondas" else ():
            yield "  " + " | ".join(
                f"{one:.4g}" if isinstance(one, float) else str(one) for one in row
            )


@pytest.mark.parametrize("of", [lengths, balance, openings, maps, pooled, captures],
                         ids=lambda of: of.__name__)  # fmt: skip
def test_charts_are_kept(of, kept):
    lines = [line for name, chart in of() for line in written(name, chart)]
    kept("\n".join(lines) + "\n", HERE / "charts" / f"{of.__name__}.txt")
