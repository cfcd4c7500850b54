"""Pooled populations: variants of a game together, and never games of two and of three sides."""

from functools import cache

import pandas
import pytest

from analysis.plots import PLOTS, NothingToPlot, groups
from analysis.plots.chart import HeatMap, Shares
from analysis.tables.frames import arrow_batches, tables
from records import Record
from records.model import Source

POOLED = "Megiddo, 2 variants pooled (2 games)"
THREE = "Megiddo, base+players=3 (1 game)"


@cache
def mixed() -> tuple[pandas.DataFrame, pandas.DataFrame]:
    """Return the games and plies of two games of two, and of one of three without names."""
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
    both = tables(arrow_batches(records, legal_moves=True))
    return both.games, both.plies


def titles(name: str, **options: object) -> list[str]:
    games, plies = mixed()
    table = games if PLOTS[name].table == "games" else plies
    return [panel.title for panel in PLOTS[name].chart(table, **options).panels]


@pytest.mark.parametrize("name", ["lengths", "material", "score", "branching", "balance"])
def test_games_of_two_and_of_three_are_never_pooled(name):
    assert titles(name, pool=True) == [POOLED, THREE]


def test_shares_of_variants_have_panels_by_the_number_of_sides():
    assert titles("balance") == ["Megiddo (2 games)", "Megiddo, 3 sides (1 game)"]


def test_pooled_shares_are_of_all_variants_together():
    chart = PLOTS["balance"].chart(mixed()[0], pool=True)
    two, three = ([(one.label, one.games, one.even) for one in panel.groups]
                  for panel in chart.panels if isinstance(panel, Shares))  # fmt: skip
    assert two == [("all", 2, 0.5)]
    assert three == [("all", 1, 1 / 3)]


def test_games_without_a_player_have_no_panel_and_are_counted():
    chart = PLOTS["balance"].chart(mixed()[0], by="player", pool=True)
    assert [panel.title for panel in chart.panels] == [POOLED]
    assert "3 games of 3 with a result, 1 of them without a player and left out." in chart.caption


def test_no_player_at_all_is_no_picture():
    games = mixed()[0]
    with pytest.raises(NothingToPlot, match="no game with a result names a player"):
        PLOTS["balance"].chart(games[games["sides"] == 3], by="player")


def test_maps_are_pooled_by_number_of_sides_before_the_rarest_are_left_out(monkeypatch):
    """Each of more variants than there are panels adds its captures to the map of its board."""
    monkeypatch.setattr(groups, "PANELS", 3)
    ply, gipf = mixed()[1].iloc[[0]], ("basic", "standard", "tournament", "basic+pieces=18")
    kinds = [("gipf", one, "e5") for one in gipf]
    kinds += [("megiddo", one, "A1") for one in ("base", "base+players=3")]
    rows = [
        ply.assign(
            game=name, variant=one, path=one, captured_points=pandas.Series([[point]], ply.index)
        )
        for name, one, point in kinds
    ]
    chart = PLOTS["capture-map"].chart(pandas.concat(rows), pool=True)
    drawn = [
        (panel.games, dict(panel.counts)) for panel in chart.panels if isinstance(panel, HeatMap)
    ]
    assert drawn == [(4, {"e5": 4}), (1, {"A1": 1}), (1, {"A1": 1})]
