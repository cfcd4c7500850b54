"""Lengths and balance: bars and intervals hold what was counted from the replays."""

from collections import Counter
from math import sqrt

import pandas
import pytest

from analysis import replay
from analysis.plots import NothingToPlot, balance, lengths, results, style
from analysis.plots.chart import Shares
from analysis.plots.printed.bars import label_of
from analysis.plots.style import HEADROOM
from notation.errors import UnknownName
from tests.plots.samples import axes_of, sample, title_of

VARIANTS = [("gipf", "basic"), ("gipf", "tournament"), ("megiddo", "base"), ("megiddo", "master")]


def lasting(game, variant):
    """Return the lengths of finished and of unfinished games."""
    games = [replay(one) for one in sample().of(game, variant)]
    return [[one.played for one in games if bool(one.verdict) == known] for known in (True, False)]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "kind"), list(enumerate(VARIANTS, start=1)), ids=str)
def test_bars_hold_the_games_of_their_lengths(number, kind):
    axes = axes_of(lengths(sample().games))[number]
    # The interval of the median is a patch too, and lets the bars show through.
    bars = [one for one in axes.patches if one.get_alpha() is None]
    longest = max(max(some, default=0) for some in lasting(*kind))
    drawn: dict[bool, int] = Counter()
    for bar in bars:
        left, right = bar.get_x(), bar.get_x() + bar.get_width()
        right = right if any(one.get_x() > left + 0.1 for one in bars) else longest + 1
        hatched = bool(bar.get_hatch())
        assert bar.get_height() == sum(left < one < right for one in lasting(*kind)[hatched])
        drawn[hatched] += int(bar.get_height())
    assert [drawn[False], drawn[True]] == [len(some) for some in lasting(*kind)]


def test_the_median_is_drawn_and_named():
    axes = axes_of(lengths(sample().games))[3]
    finished, unfinished = lasting("megiddo", "base")
    assert not unfinished
    (line,) = axes.get_lines()
    middle = sorted(finished)[len(finished) // 2 - 1]
    assert set(line.get_xdata()) == {middle}
    assert line.get_label().startswith(f"median {middle} (")


def test_too_few_ends_give_no_median():
    games = sample().games
    (axes,) = axes_of(lengths(games[games["variant"] == "basic"].assign(verdict=None)))
    assert [line.get_label() for line in axes.get_lines()] == ["0 of 6 complete: no median"]


def test_one_game_is_one_bar():
    games = sample().games
    one = games[games["game"] == "megiddo"].iloc[:1]
    (axes,) = axes_of(lengths(one))
    assert sum(bar.get_height() for bar in axes.patches if bar.get_alpha() is None) == 1
    assert title_of(axes) == "Megiddo, base (1 game)"


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
    axes = axes_of(balance(sample().games, by="event", pool=True))[-1]
    expected = Counter(one.tags["Event"] for one in sample().of("megiddo"))
    labels = [text.get_text() for text in axes.get_yticklabels()]
    counts = [text.get_text() for text in axes.texts]
    assert dict(zip(labels, counts, strict=True)) == {
        event: f"{count} games" for event, count in expected.items()
    }


def test_rare_groups_are_put_together():
    games = sample().games.assign(lot=[str(number // 2) for number in range(len(sample().games))])
    axes = axes_of(balance(games[games["game"] == "megiddo"], by="lot", pool=True))[-1]
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert len(labels) == 16
    rare = games[games["game"] == "megiddo"].assign(lot=[str(number) for number in range(32)])
    axes = axes_of(balance(rare, by="lot", pool=True))[-1]
    assert [text.get_text() for text in axes.get_yticklabels()][-1] == "(all others)"
    assert axes.texts[-1].get_text() == "16 games"


def test_a_game_of_two_rare_players_is_one_of_all_others():
    games = sample().games[sample().games["game"] == "megiddo"]
    names = [f"player {number}" for number in range(len(games))]
    shy = games.assign(player_1=names, player_2=names[1:] + names[:1])
    chart = results.balance(shy, by="player", pool=True)
    panel = chart.panels[-1]
    assert isinstance(panel, Shares)
    assert panel.groups[-1].label == "(all others)"
    assert panel.groups[-1].games <= panel.games
    assert "A game counts for each of its players." in chart.caption


@pytest.mark.slow
def test_titles_beside_long_labels_are_inside_the_figure():
    long = sample().games.assign(lot="Grand tournament of all the regions")
    figure = balance(long, by="lot")
    figure.canvas.draw()
    for axes in figure.axes:
        assert axes.title.get_window_extent().x1 <= figure.bbox.x1


def test_groups_of_other_words_are_by_variant_unless_they_are_pooled():
    apart = [panel.title for panel in results.balance(sample().games, by="event").panels]
    pooled = [
        panel.title for panel in results.balance(sample().games, by="event", pool=True).panels
    ]
    assert any(title.startswith("Megiddo, base (") for title in apart)
    assert any(title.startswith("Megiddo, 2 variants pooled (") for title in pooled)
    assert len(pooled) < len(apart)
    assert not any("pooled" in panel.title for panel in results.balance(sample().games).panels)


def test_an_unknown_group_is_an_error():
    with pytest.raises(UnknownName, match="'weather'"):
        balance(sample().games, by="weather")


def test_nothing_is_no_empty_picture():
    games = sample().games
    with pytest.raises(NothingToPlot, match="no ply could be played"):
        lengths(games.iloc[:0])
    with pytest.raises(NothingToPlot, match="no game has a result"):
        balance(games[games["verdict"].isna()])


def test_the_median_ends_below_the_legend():
    games = sample().games
    figure = lengths(games[games["variant"] == "master"])
    figure.draw_without_rendering()
    (axes,) = axes_of(figure)
    (median,) = axes.get_lines()
    legend = axes.get_legend().get_window_extent()
    assert median.get_window_extent().y1 < legend.y1 - legend.height / 2
    assert max(median.get_ydata()) == pytest.approx(1 / HEADROOM)


def test_few_games_are_a_ring_without_an_interval():
    games = sample().games
    few = games[games["variant"] == "master"].iloc[:4]
    many = games[games["variant"] == "base"]
    chart = results.balance(pandas.concat([few, many]))
    (panel,) = chart.panels
    assert isinstance(panel, Shares)
    shares = {share.label: share for share in panel.groups}
    assert shares["master"].interval is None
    assert shares["base"].interval is not None
    axes, *_ = axes_of(balance(pandas.concat([few, many])))
    drawn = [line for line in axes.get_lines() if len(line.get_xdata()) == 1]
    assert [str(dot.get_markerfacecolor()) for dot in drawn] == [style.BLUE, "white"]
    assert len(axes.get_lines()) - len(drawn) == 1
    assert "fewer than 5 games" in chart.caption
    rows = {row[2]: row[6:8] for row in chart.rows()}
    assert rows["master"] == (None, None)


def test_few_complete_games_have_no_median():
    games = sample().games
    few = games[games["variant"] == "master"].iloc[:4]
    (axes,) = axes_of(lengths(few))
    assert [line.get_label() for line in axes.get_lines()] == ["4 games: too few for a median"]


def test_labels_of_long_variants_are_whole():
    assert label_of("standard+columns=8+rows=7") == "standard+columns=8+rows=7"
    text = "standard+columns=20+rows=20"
    assert label_of(text) == "standard+columns=20+\nrows=20"
    assert label_of("x" * 80).endswith("…")
    assert all(len(line) <= 26 for line in label_of("word " * 40).split("\n"))
