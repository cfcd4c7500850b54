"""Lengths and balance: bars and intervals hold what was counted from the replays."""

from collections import Counter
from math import sqrt

import pytest

from analysis import replay
from analysis.plots import NothingToPlot, balance, lengths
from notation.errors import UnknownName
from tests.plots.samples import axes_of, sample

GAMES = ("epaminondas", "gipf", "megiddo")


def played(game):
    return [replay(one).played for one in sample().of(game)]


@pytest.mark.parametrize("number", range(3), ids=GAMES)
def test_bars_hold_the_games_of_their_lengths(number):
    axes = axes_of(lengths(sample().games))[number]
    plies = played(GAMES[number])
    for bar in axes.patches:
        left, right = bar.get_x(), bar.get_x() + bar.get_width()
        assert bar.get_height() == sum(left < one < right for one in plies)
    assert sum(bar.get_height() for bar in axes.patches) == len(plies)


def test_the_median_is_drawn_and_named():
    axes = axes_of(lengths(sample().games))[0]
    (line,) = axes.get_lines()
    low, high = sorted(played("epaminondas"))[1:3]
    assert set(line.get_xdata()) == {(low + high) / 2}
    assert line.get_label() == f"median {(low + high) / 2:g}"


def test_one_game_is_one_bar():
    games = sample().games
    one = games[games["game"] == "megiddo"].iloc[:1]
    (axes,) = axes_of(lengths(one))
    assert [bar.get_height() for bar in axes.patches] == [1]
    assert axes.get_title(loc="left") == "Megiddo (1 game)"


def dots(axes):
    """Return the shares that a panel shows, by label."""
    labels = [text.get_text() for text in axes.get_yticklabels()]
    points = [line for line in axes.get_lines() if line.get_marker() == "o"]
    return {labels[int(line.get_ydata()[0])]: float(line.get_xdata()[0]) for line in points}


def test_shares_are_those_of_the_first_player():
    wins, games = Counter[str](), Counter[str]()
    for record in sample().of("megiddo"):
        outcome = replay(record).outcome
        assert outcome is not None
        games[str(record.variant)] += 1
        wins[str(record.variant)] += outcome.winner == "red"
    axes = axes_of(balance(sample().games))[-1]
    assert dots(axes) == {variant: wins[variant] / games[variant] for variant in games}


def test_intervals_are_wilson_s():
    axes = axes_of(balance(sample().games))[-1]
    share, games = dots(axes)["base"], 16
    row = [text.get_text() for text in axes.get_yticklabels()].index("base")
    bar = next(line for line in axes.get_lines() if list(line.get_ydata()) == [row, row])
    z = 1.96
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    assert list(bar.get_xdata()) == pytest.approx([centre - half, centre + half], abs=1e-4)


def test_games_are_grouped_by_a_tag_and_counted():
    axes = axes_of(balance(sample().games, by="event"))[-1]
    expected = Counter(one.tags["Event"] for one in sample().of("megiddo"))
    labels = [text.get_text() for text in axes.get_yticklabels()]
    counts = [text.get_text() for text in axes.texts]
    assert dict(zip(labels, counts, strict=True)) == {
        event: f"{count} games" for event, count in expected.items()
    }


def test_rare_groups_are_put_together():
    games = sample().games.assign(lot=[str(number // 2) for number in range(len(sample().games))])
    axes = axes_of(balance(games[games["game"] == "megiddo"], by="lot"))[-1]
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert len(labels) == 16
    rare = games[games["game"] == "megiddo"].assign(lot=[str(number) for number in range(32)])
    axes = axes_of(balance(rare, by="lot"))[-1]
    assert [text.get_text() for text in axes.get_yticklabels()][-1] == "(all others)"
    assert axes.texts[-1].get_text() == "16 games"


def test_an_unknown_group_is_an_error():
    with pytest.raises(UnknownName, match="'weather'"):
        balance(sample().games, by="weather")


def test_nothing_is_no_empty_picture():
    games = sample().games
    with pytest.raises(NothingToPlot, match="no ply could be played"):
        lengths(games.iloc[:0])
    with pytest.raises(NothingToPlot, match="no game has a result"):
        balance(games[games["verdict"].isna()])
