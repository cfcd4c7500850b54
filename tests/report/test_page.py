"""The page of a report: structure, links, data beside plots, lists that are cut, sentences."""

import csv
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from analysis import replay
from analysis.pages.html import VOID
from analysis.plots import PLOTS
from analysis.report import collect, parts_of, write_report
from analysis.report.page import table
from analysis.report.plots import FOLDER, Plotter, plots_section
from analysis.report.sections import measures, players
from analysis.report.summary import summary_section
from analysis.statistics.games import game_table
from analysis.statistics.players import rating_pools
from analysis.statistics.section import chance
from analysis.statistics.summaries import adjusted_evenness, summarize
from analysis.tables.frames import arrow_batches, tables
from records import Record
from records.model import Source
from tests.pages.pages import boards, data
from tests.plots.samples import sample
from tests.report.test_html import read
from tests.statistics.samples import table_of

NAMES = ("<b>Eve</b>", "\U0001f600 \u65e5\u672c", '"onload="x', "&amp;", "A" * 300, "=1+1")
ILLEGAL = Record(("A1", "A1"), "megiddo", "base", "book", {"Red": NAMES[0]}, source=Source("x", 9))


def named(record, number):
    sides = ("Red", "Blue") if record.game == "megiddo" else ("White", "Black")
    tags = {side: NAMES[(number + place) % len(NAMES)] for place, side in enumerate(sides)}
    return Record(
        record.moves, record.game, record.variant, record.dialect, tags | {"Event": NAMES[1]},
        result=record.result, source=record.source,
    )  # fmt: skip


MIXED = [named(one, number) for number, one in enumerate(sample().records[::5])] + [ILLEGAL] * 3


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """A report on games of several variants with hostile names, some of them illegal."""
    folder = tmp_path_factory.mktemp("mixed") / "report"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collect, "LISTED", 4)
        patch.setattr(collect, "WRONG", 1)
        patch.setattr(collect, "EXAMPLES", 2)
        patch.setattr(collect, "VIEWED", 1)
        write_report(parts_of(MIXED), folder, diagrams=1)
    return folder


def page(folder):
    return read((folder / "index.html").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_every_link_leads_somewhere_and_every_anchor_is_one_place(mixed):
    elements = page(mixed).elements
    ids = Counter(attributes["id"] for _, attributes in elements if "id" in attributes)
    assert set(ids.values()) == {1}
    links = [at for _, one in elements for key in ("href", "src") if (at := one.get(key))]
    assert not [at for at in links if at.startswith("#") and at[1:] not in ids]
    files = [at.partition("#")[0] for at in links if not at.startswith("#")]
    assert not [at for at in files if not (mixed / at).is_file()]
    written = {path.relative_to(mixed).as_posix() for path in mixed.rglob("*") if path.is_file()}
    assert {one for one in written if one.startswith(("plots/", "diagrams/"))} <= set(links)


class Nested(HTMLParser):
    """Checks that every element is closed where it must be."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        assert len({name for name, _ in attrs}) == len(attrs)
        if tag not in VOID:
            assert not (tag == "p" and "p" in self.open)
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.slow
def test_the_page_is_well_formed_and_whole_without_its_script(mixed):
    html = (mixed / "index.html").read_text(encoding="utf-8")
    nested = Nested()
    nested.feed(html)
    assert nested.open == []
    bare = read(re.sub("<script>.*?</script>", "", html, flags=re.DOTALL))
    assert not [name for name, one in bare.elements if "hidden" in one or name == "template"]
    assert not {"button", "input"} & {name for name, _ in bare.elements}
    assert "Filter" not in bare.text


def test_short_and_wide_tables_are_marked_for_print():
    rows = [("a", "b")] * 12
    short, long = (str(table("x", ("c", "d"), one)) for one in (rows, [*rows, ("a", "b")]))
    assert 'class="short"' in short
    assert 'class="short"' not in long
    kinds = {4: "", 5: "stacked", 10: "stacked", 11: "stacked wide"}
    for columns, kind in kinds.items():
        cells = tuple("abcdefghijk"[:columns])
        made = str(table("x", cells, [cells] * 13))
        assert (f'<table class="{kind}"' in made) if kind else ("<table>" in made)


@pytest.mark.slow
def test_every_plot_has_its_data_beside_it(mixed):
    batches = list(arrow_batches(MIXED))
    kept = {"games": game_table(batches), "plies": tables(batches).plies}
    text, drawn = page(mixed).text, 0
    for plot in PLOTS.values():
        path = mixed / "plots" / f"{plot.name}.csv"
        if not path.is_file():
            assert not path.with_suffix(".svg").exists()
            continue
        drawn += 1
        assert plot.reading in text
        with path.open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        if plot.table != "openings":
            chart = plot.chart(kept[plot.table])
            assert tuple(head) == chart.columns
            assert rows == [
                ["" if cell is None else str(cell) for cell in row] for row in chart.rows()
            ]
            panels = list(path.parent.glob(f"{plot.name}-*.svg"))
            assert len(panels) == len(chart.panels)
    assert drawn >= 7
    names = {path.name for path in (mixed / "plots").iterdir()}
    assert not [name for name in names if name.startswith("branching") or name.endswith(".png")]


@pytest.mark.slow
def test_plots_are_inert_and_have_colours_for_the_dark(mixed):
    for path in (mixed / "plots").glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        root = ET.fromstring(text)
        assert "var(--c" in text
        assert "@media screen and (prefers-color-scheme:dark)" in text
        links = [value for one in root.iter() for name, value in one.items() if "href" in name]
        assert all(value.startswith("#") for value in links)
        assert not {"script", "image", "foreignObject", "a"} & {
            one.tag.rpartition("}")[2] for one in root.iter()
        }


@pytest.mark.slow
def test_a_list_that_is_cut_says_so_and_keeps_what_links_lead_to(mixed):
    found = page(mixed)
    listed = [one["id"] for _, one in found.elements if one.get("id", "").startswith("record-")]
    wrong = len(MIXED) - 2
    assert listed[:4] == ["record-1", "record-2", "record-3", "record-4"]
    assert f"record-{wrong}" in listed
    assert len(listed) < len(MIXED)
    assert f"{len(listed)} records are listed" in found.text
    assert f"All {len(MIXED)} are in" in found.text
    assert f'href="#record-{wrong}"' in (mixed / "index.html").read_text(encoding="utf-8")


def sentences(records, pool=False):
    """Return the text of a summary of records, as one line."""
    counts, games = collect.ReportCounts(), [replay(one) for one in records]
    counts.games, counts.valid = len(games), sum(one.valid for one in games)
    found = list(summarize(table_of(records), pool=pool))
    return " ".join(read(summary_section(counts, found)).text.split())


def test_pooled_variants_are_named_and_several_are_counted_apart():
    games = [one for one in sample().records if one.game == "megiddo"]
    names = sorted({str(one.variant) for one in games})
    pooled = f"Megiddo, {len(names)} variants pooled"
    assert f"{pooled}: {', '.join(names)}. These variants are pooled" in sentences(games, pool=True)
    assert "counted apart" in sentences(games)
    assert "counted apart" not in sentences(games, pool=True)


def test_of_nothing_there_is_nothing_to_estimate():
    assert "These files contain no games: there is nothing to estimate." in sentences([])


def test_of_one_game_there_is_nothing_to_estimate():
    (one,) = sample().of("megiddo", "base")[:1]
    assert "%" in sentences([one]), "the table describes the game"
    assert "first player against even" not in sentences([one])
    assert "Megiddo, base: 1 game" in measures(list(summarize(table_of([one]))))
    assert "One game: the figures describe it" in measures(list(summarize(table_of([one]))))


def test_a_variant_has_its_share_with_an_interval_and_a_test():
    games = sample().of("megiddo", "base")
    won = sum(replay(one).verdict == (0,) for one in games)
    text = sentences(games)
    share = f"{100 * won / 16:.1f} % (exact 95 % "
    assert f"first player against even: {won} of 16 decided games, {share}" in text
    assert re.search(r"test of even chances p <?[\d.]+", text)
    assert "counted apart" not in text


def test_p_values_are_adjusted_for_each_other():
    games = [one for one in sample().records if one.game == "megiddo"]
    found = list(summarize(table_of(games)))
    adjusted = adjusted_evenness(found)
    false_discovery_control = pytest.importorskip("scipy.stats").false_discovery_control
    chances = [one.evenness.p for one in found]
    assert list(adjusted.values()) == pytest.approx(false_discovery_control(chances))
    text = sentences(games)
    page = measures(found)
    for p, other in zip(chances, adjusted.values(), strict=True):
        words = "" if p == other else f", {chance(other)} adjusted for the other tests"
        assert f"test of even chances p {chance(p)}{words}" in text
        assert f"test of even chances p {chance(p)}{words}" in page


def test_fewer_than_six_games_have_no_interval_and_no_test():
    kinds = {("gipf", "tournament"): 1, ("megiddo", "base"): 5, ("megiddo", "master"): 6}
    for (game, variant), count in kinds.items():
        found = measures(list(summarize(table_of(sample().of(game, variant)[:count]))))
        assert bool(re.search(r"\d-\d+ %", found)) == (count == 6)
        assert ("test of even chances p " in found) == (count == 6)


def test_a_game_alone_rates_nobody():
    one, *more = sample().of("megiddo", "base")[:3]
    named = [replace(game, tags={"Red": "Ann", "Blue": "Bo"}) for game in (one, *more)]
    alone = players(rating_pools(table_of(named[:1])))
    assert "One game with names and a result is nothing to estimate from: Megiddo, base." in alone
    assert "<table" not in alone
    assert "<table" in players(rating_pools(table_of(named)))


def test_variants_are_never_put_together():
    text = sentences(sample().records)
    for game, variant in {(str(one.game), one.variant) for one in sample().records}:
        count = len(sample().of(game, variant))
        assert f", {variant}: {count} game" in text
    assert "counted apart" in text
    assert "of 48 decided" not in text


@pytest.mark.parametrize(
    ("pool", "panels"), [(True, ["2 variants pooled"]), (False, ["base", "master"])]
)
def test_plots_for_print_are_written_on_demand_with_their_remark(tmp_path, pool, panels):
    (tmp_path / FOLDER).mkdir()
    games = [*sample().of("megiddo", "base")[:3], *sample().of("megiddo", "master")[:3]]
    plotter = Plotter(tmp_path, {}, "It is remarked.", "svg", pool)
    picture = plotter.draw(PLOTS["lengths"], game_table(arrow_batches(games)))
    assert picture.caption.endswith(" It is remarked.")
    assert "It is remarked." in (tmp_path / "plots" / "lengths.svg").read_text()
    assert all(name in one.words for name, one in zip(panels, picture.panels, strict=True))
    assert [one.width for one in picture.panels] == [354] * len(panels)
    shown = str(plots_section([replace(picture, files=(*picture.files, "plots/lengths.csv"))]))
    assert '<a href="plots/lengths.svg">for print (SVG)</a>' in shown
    assert '<a href="plots/lengths.csv">data (CSV)</a>' in shown
    assert shown.count("<img") == len(panels)


def test_findings_and_verdicts_lead_to_the_board_at_their_ply(tmp_path, monkeypatch):
    monkeypatch.setattr("analysis.report.plots.PLOTS", {})
    write_report(parts_of([*MIXED[:2], ILLEGAL]), tmp_path / "report", diagrams=0)
    elements = page(tmp_path / "report").elements
    links = {one["href"] for name, one in elements if name == "a" and "href" in one}
    assert {"games.html#3", "games.html#3/2"} <= links
    assert "games.html#1" not in links  # nothing is wrong with it, and it is not drawn
    games = (tmp_path / "report" / "games.html").read_text(encoding="utf-8")
    assert {"3"} <= set(data(games))
    assert len(boards(games, "3")) == 2
