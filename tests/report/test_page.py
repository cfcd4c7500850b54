"""Whole reports: words, numbers, links, data of plots, and hostile names, which stay text."""

import csv
import json
import re
import xml.etree.ElementTree as ET
from base64 import b64encode
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pandas
import pytest

from analysis import replay
from analysis.cli.report import DIAGRAMS
from analysis.plots import PLOTS
from analysis.plots.counts import CountedPlies
from analysis.report import collect, parts_of, sections, write_report
from analysis.report import plots as report_plots
from analysis.report.page import table, with_code
from analysis.report.plots import FOLDER, Plotter, plots_section
from analysis.report.sections import FILES
from analysis.statistics.games import GameTable, game_table
from analysis.statistics.players import rating_pools
from analysis.statistics.summaries import summarize
from analysis.tables.frames import arrow_batches
from records import Record
from records.model import Source
from tests.pages.pages import boards, data
from tests.plots.samples import sample
from tests.report.test_html import Reader, read
from tests.statistics.samples import game, table_of

KEPT = Path(__file__).with_name("page.txt")

SCRIPT = "<script>alert(1)</script>"

HOSTILE = {
    "White": SCRIPT,
    "Black": "\"><img src=x onerror=alert(2)> 'Eve'",
    "Event": "</title></style><script>alert(3)</script>",
    "Site": "javascript:alert(4)",
    '"onmouseover="alert(5)': "tag names are theirs as well",
    "Annotator": "<style>*{display:none}</style>",
    "Round": "‮1 &lt; \ud800\0",
}


def page(folder) -> Reader:
    """Return the page of a report, after a check that it is well formed."""
    return read((folder / "index.html").read_text(encoding="utf-8"))


NAMES = ("<b>Eve</b>", "\U0001f600 \u65e5\u672c", '"onload="x', "&amp;", "A" * 300, "=1+1")

ILLEGAL = Record(("A1", "A1"), "megiddo", "base", "book", {"Red": NAMES[0]}, source=Source("x", 9))


def named(record, number):
    sides = ("Red", "Blue") if record.game == "megiddo" else ("White", "Black")
    tags = {side: NAMES[(number + place) % len(NAMES)] for place, side in enumerate(sides)}
    return Record(
        record.moves, record.game, record.variant, record.dialect, tags | {"Event": NAMES[1]},
        result=record.result, source=record.source,
    )  # fmt: skip


MIXED = [
    *(named(one, n) for n, one in enumerate(sample().of("gipf", "tournament")[:2])),
    *(named(one, n) for n, one in enumerate(sample().of("megiddo", "base")[:6])),
    *[ILLEGAL] * 3,
]


def hostile_games():
    """Return games with hostile tags, moves, comments and file names, and ordinary games."""
    source = Source("games/it's \"<b>.txt", 3, 1)
    comments = {1: {"comment": f"a last move {SCRIPT}"}}
    return [
        Record(
            ("A1", "B1"),
            "megiddo",
            "base",
            "book",
            HOSTILE,
            result="1-0",
            comment=f"before it all: {SCRIPT}",
            details=comments,
            source=source,
        ),
        Record(("A1", f"B1{SCRIPT}"), "megiddo", "base", "book", HOSTILE, source=source),
        Record((SCRIPT,), SCRIPT, SCRIPT, "book", {}, source=source, result=SCRIPT),
        Record(("A1",), "megiddo", SCRIPT, "book", source=source),
        *MIXED,
    ]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A report on hostile games of several variants, some of them listed and few drawn."""
    folder = tmp_path_factory.mktemp("hostile") / "report"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report_plots, "PLOTS", {"lengths": PLOTS["lengths"]})
        patch.setattr(collect, "LISTED", 8)
        patch.setattr(collect, "WRONG", 1)
        patch.setattr(collect, "EXAMPLES", 2)
        patch.setattr(collect, "VIEWED", 1)
        write_report(parts_of(hostile_games()), folder, diagrams=1, sources=[f'games/{SCRIPT}"'])
    return folder


def test_what_records_say_is_text(hostile):
    found = page(hostile)
    kinds = {name for name, _ in found.elements}
    assert not kinds & {"iframe", "object", "embed", "form", "base", "link", "svg"}
    assert [name for name, _ in found.elements].count("script") == 1
    assert f"before it all: {SCRIPT}" in found.text
    assert f"a last move {SCRIPT}" in found.text
    for text in (
        SCRIPT,
        HOSTILE["Black"],
        HOSTILE["Annotator"],
        HOSTILE["Event"],
        HOSTILE["Site"],
        "it's \"<b>.txt",
    ):
        assert text in found.text
    handlers = [
        name for _, attributes in found.elements for name in attributes if name.startswith("on")
    ]
    assert handlers == []


def test_the_policy_knows_the_style_and_the_script_and_lets_nothing_else_in(hostile):
    html = (hostile / "index.html").read_text(encoding="utf-8")
    (policy,) = (
        attributes["content"] or ""
        for _, attributes in page(hostile).elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    for name in ("style", "script"):
        (text,) = re.findall(f"<{name}>(.*?)</{name}>", html, re.DOTALL)
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}';" in policy
        assert not re.search(r"url\(|@import|import |fetch|eval|innerHTML", text)
    assert " style=" not in html


WHOLE = [one for one in sample().records if one.variant not in ("basic", "master")][::2]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A report on games of every kind, without plots."""
    folder = tmp_path_factory.mktemp("whole") / "report"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report_plots, "PLOTS", {})
        found = parts_of(WHOLE)
        counts = write_report(found, folder, diagrams=2, sources=["games"], csv=True)
    return folder, counts


def test_counts_findings_and_verdicts_are_those_of_the_replays(whole):
    folder, counts = whole
    verdicts = [replay(record) for record in WHOLE]
    findings = [finding for one in verdicts for finding in one.findings]
    assert (counts.games, counts.valid) == (13, sum(one.valid for one in verdicts))
    assert counts.plies == sum(one.played for one in verdicts)
    codes = Counter(finding.code for finding in findings)
    assert {name: code.times for name, code in counts.codes.items()} == codes
    text = page(folder).text
    assert all(one in text for one in (*codes, "Report on 13 games", f"{counts.plies:,}"))
    with (folder / "findings.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["code"], row["message"]) for row in csv.DictReader(file)]
    assert rows == [(finding.code, finding.message) for finding in findings]
    lines = (folder / "findings.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["plies"] for line in lines] == [one.played for one in verdicts]


def test_every_file_is_documented(whole, hostile):
    folder, _ = whole
    text = (Path(__file__).parents[2] / "docs/report.md").read_text(encoding="utf-8")
    for path in (*folder.iterdir(), *hostile.iterdir()):
        assert f"`{path.name}{'/' * path.is_dir()}" in text
    assert all((folder / name).is_file() for name in FILES)
    assert f"{DIAGRAMS} by default" in text


def test_tables_are_the_same_in_both_forms(whole):
    folder, counts = whole
    for name, rows in (("games", 13), ("plies", counts.plies)):
        parquet = pandas.read_parquet(folder / "tables" / name)
        sheet = pandas.read_csv(folder / f"{name}.csv", low_memory=False)
        assert len(parquet) == len(sheet) == rows
        assert list(parquet.columns) == list(sheet.columns)
    assert sheet["captured"].sum() == parquet["captured"].sum()
    assert list(sheet["position"]) == list(parquet["position"])
    links = {one.get("href") for _, one in page(folder).elements}
    assert {"plies.csv", "games.csv"} <= links


def test_key_positions_are_drawn_of_so_many_games_of_each_kind(whole):
    folder, counts = whole
    drawn = Counter(game for game, _ in counts.entries)
    assert drawn == {"epaminondas": 2, "gipf": 2, "megiddo": 2}
    for _, entry in counts.entries:
        files = [folder / file for file in re.findall(r'src="([^"]+)"', entry)]
        assert 0 < len(files) == sum(file.is_file() for file in files)
        assert "final position" in entry.rpartition("<img")[2].lower()
    assert "first 2 records of each game; the 7 others" in page(folder).text


def test_diagrams_of_further_games_are_folded(tmp_path, monkeypatch):
    monkeypatch.setattr(report_plots, "PLOTS", {})
    found = [
        Record((point,), "megiddo", "base", "book")
        for point in ("A1", "A2", "A3", "A4", "A5", "A6")
    ]
    write_report(parts_of([*found, MIXED[0]]), tmp_path / "report", diagrams=6)
    html = (tmp_path / "report/index.html").read_text(encoding="utf-8")
    shown, _, folded = html.partition('<details class="further"')
    assert (shown.count("<article"), folded.count("<article")) == (5, 2)
    assert "Key positions of 2 more records" in folded


def test_headings_and_tables_are_in_order(hostile):
    elements = page(hostile).elements
    levels = [int(name[1]) for name, _ in elements if re.fullmatch("h[1-6]", name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    tables = sum(name == "table" for name, _ in elements)
    assert tables == sum(name == "caption" for name, _ in elements)
    assert all("scope" in attributes for name, attributes in elements if name == "th")
    ids = [attributes["id"] for _, attributes in elements if "id" in attributes]
    assert len(ids) == len(set(ids))


@pytest.mark.slow
def test_the_same_records_make_the_same_report(tmp_path):
    found = [record for name, some in LITTLE.items() if name != "one ply" for record in some]
    for name in ("one", "two"):
        write_report(parts_of(found), tmp_path / name)
    one, two = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in sorted(files)}
        for name in ("one", "two")
        for files in [[at for at in (tmp_path / name).rglob("*") if at.is_file()]]
    )
    assert one == two


LITTLE: dict[str, list[Record]] = {
    "nothing": [],
    "a file without a game": [Record(source=Source("x.txt", 1, 0))],
    "a game that breaks at once": [Record(("Z9",), "megiddo", "base", "book")],
    "a game without moves": [Record((), "gipf", "basic", "complete")],
    "an unknown variant": [Record(("A1",), "megiddo", "blitz", "book")],
    "one ply": [Record(("A1",), "megiddo", "base", "book")],
}


@pytest.mark.slow
@pytest.mark.parametrize("found", LITTLE.values(), ids=LITTLE)
def test_of_little_there_is_a_little_report(tmp_path, found):
    counts = write_report(parts_of(found), tmp_path / "report")
    text = page(tmp_path / "report").text
    assert f"Report on {counts.games} game" in text
    assert "Not drawn" in text
    assert "nan" not in text.casefold()
    if not counts.games:
        assert "These files contain no games" in text


def test_every_link_leads_inside_and_the_page_is_whole_without_its_script(hostile):
    """Anchors are unique; pictures and the data of plots are linked."""
    elements = page(hostile).elements
    ids = Counter(attributes["id"] for _, attributes in elements if "id" in attributes)
    assert set(ids.values()) == {1}
    links = [at for _, one in elements for key in ("href", "src") if (at := one.get(key))]
    assert not [at for at in links if at.startswith("#") and at[1:] not in ids]
    files = [unquote(at.partition("#")[0]) for at in links if not at.startswith("#")]
    assert not [at for at in files if ":" in at or not (hostile / at).is_file()]
    written = {at.relative_to(hostile).as_posix() for at in hostile.rglob("*") if at.is_file()}
    assert {one for one in written if one.startswith(("plots/", "diagrams/"))} <= {*links}
    assert {"plots/lengths.csv", "openings.csv"} <= {*links}
    assert all(one["alt"] for name, one in elements if name == "img")
    html = (hostile / "index.html").read_text(encoding="utf-8")
    bare = read(re.sub("<script>.*?</script>", "", html, flags=re.DOTALL))
    assert not [name for name, one in bare.elements if "hidden" in one or name == "template"]
    assert not {"button", "input"} & {name for name, _ in bare.elements}
    assert "Filter" not in bare.text


def test_a_single_game_of_a_pool_has_no_standings():
    names = {"Red": "Ada", "Blue": "Eve"}
    games = [Record(("A1", "B1"), "megiddo", variant, "book", names, result="1-0",
                    source=Source("x", line)) for line, variant in ((1, "base"), (2, "base"),
                                                                    (3, "master"))]  # fmt: skip
    shown = read(str(sections.players(rating_pools(table_of(games)))), False)
    (alone,) = re.findall(r"A single game .*?: (.*?)\.", shown.text)
    assert "master" in alone
    assert "base" not in alone
    assert "Megiddo, base: 2 players, 2 games" in shown.text


def test_short_and_wide_tables_are_marked_for_print():
    rows = [("a", "b")] * 12
    short, long = (str(table("x", ("c", "d"), one)) for one in (rows, [*rows, ("a", "b")]))
    assert 'class="short"' in short
    assert 'class="short"' not in long
    for many, box in ((20, "scroll"), (21, "scroll long")):
        assert f'<div class="{box}"' in table("x", ("c", "d"), [("a", "b")] * many)
    kinds = {4: "", 5: "stacked", 10: "stacked", 11: "stacked wide"}
    for columns, kind in kinds.items():
        cells = tuple("abcdefghijk"[:columns])
        made = str(table("x", cells, [cells] * 13))
        assert (f'<table class="{kind}"' in made) if kind else ("<table>" in made)


@pytest.mark.slow
def test_every_plot_has_its_data_beside_it(tmp_path):
    write_report(parts_of(MIXED), tmp_path / "report", diagrams=0)
    batches = list(arrow_batches(MIXED))
    text, drawn = page(tmp_path / "report").text, 0
    for plot in PLOTS.values():
        path = tmp_path / "report" / "plots" / f"{plot.name}.csv"
        if not path.is_file():
            assert not path.with_suffix(".svg").exists()
            continue
        drawn += 1
        with path.open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        if plot.table != "openings":
            table: GameTable | CountedPlies = game_table(batches)
            if plot.measure:
                table = CountedPlies()
                for batch in batches:
                    table.update(plot.measure.of(batch))
            chart = plot.chart(table)
            assert tuple(head) == chart.columns
            assert chart.reading in text
            assert chart.counted in text
            assert rows == [
                ["" if cell is None else str(cell) for cell in row] for row in chart.rows()
            ]
            panels = list(path.parent.glob(f"{plot.name}-*.svg"))
            assert len(panels) == len(chart.panels)
    assert drawn >= 7
    names = {path.name for path in path.parent.iterdir()}
    assert not [name for name in names if name.startswith("branching") or name.endswith(".png")]


def test_plots_are_inert_and_have_colours_for_the_dark(hostile):
    for path in (hostile / "plots").glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        root = ET.fromstring(text)
        assert "var(--c" in text
        assert "@media screen and (prefers-color-scheme:dark)" in text
        links = [value for one in root.iter() for name, value in one.items() if "href" in name]
        assert all(value.startswith("#") for value in links)
        assert not {"script", "image", "foreignObject", "a"} & {
            one.tag.rpartition("}")[2] for one in root.iter()
        }


def sentences(records, pool=False):
    """Return the lines of a summary of records."""
    counts, games = collect.ReportCounts(), [replay(one) for one in records]
    counts.games, counts.valid = len(games), sum(one.valid for one in games)
    found = summarize(table_of(records), pool=pool)
    words = Words()
    words.feed(sections.summary(counts, found))
    return "\n".join(words.lines())


def test_summaries_that_few_games_allow_are_kept(kept):
    base = sample().of("megiddo", "base")
    every = [one for one in sample().records if one.game == "megiddo"]
    chosen = {"nothing": (), "one": base[:1], "five": base[:5], "six": base[:6], "two": every}
    text = "".join(f"=== {name}\n{sentences(records)}\n" for name, records in chosen.items())
    kept(text + f"=== pooled\n{sentences(every, pool=True)}\n", KEPT.with_name("summaries.txt"))


@pytest.mark.slow
def test_plots_for_print_are_written_on_demand_with_their_remark(tmp_path):
    (tmp_path / FOLDER).mkdir()
    games = [*sample().of("megiddo", "base")[:3], *sample().of("megiddo", "master")[:3]]
    plotter = Plotter(tmp_path, {}, "It is remarked.", "svg", pool=True)
    picture = plotter.draw(PLOTS["lengths"], game_table(arrow_batches(games)))
    assert picture.chart is not None
    assert picture.chart.counted == "6 games, 6 of them complete. It is remarked."
    assert "It is remarked." in (tmp_path / "plots" / "lengths.svg").read_text()
    (image,) = picture.images
    assert "2 variants pooled" in image
    assert 'src="plots/lengths-1.svg"' in image
    assert 'width="378"' in image
    shown = str(plots_section([replace(picture, files=(*picture.files, "plots/lengths.csv"))]))
    assert '<a href="plots/lengths.svg">for print (SVG)</a>' in shown
    assert '<a href="plots/lengths.csv">data (CSV)</a>' in shown
    assert shown.count("<img") == 1
    lacking = plots_section([plotter("captures")])
    assert "Not drawn: no piece was captured in these games." in lacking
    assert '<a href="#plot-lengths">' in shown
    assert "<ul" not in lacking
    assert "nothing to compare" in sections.openings([], [])
    single = sections.players(rating_pools(table_of([game()])))
    assert "does not allow an estimate: Epaminondas, standard." in single
    assert "Elo" not in single


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
    assert "first moves of 2 games" in page(tmp_path / "report").text


DOUBLED = Record(("A1", "A1"), "megiddo", "base", "book", {"Red": "Ada"}, source=Source("x", 9, 4))


def archive():
    """Yield twelve games of Megiddo among three players, and some games of GIPF."""
    names = ("Ada", "Eve", "Uri")
    for number, one in enumerate(sample().of("megiddo", "base")[:12]):
        tags = {"Red": names[number % 3], "Blue": names[(number + 1 + number // 6) % 3]}
        comment = "Twelve games in a row, of which this is the first." if number == 0 else "Short."
        last = {len(one.moves) - 1: {"comment": f"The last of {len(one.moves)} plies."}}
        yield replace(one, tags={**one.tags, **tags}, comment=comment, details=last)
    yield DOUBLED
    yield from sample().of("gipf", "basic")[:4]
    yield sample().of("gipf", "tournament")[0]


class Words(HTMLParser):
    """The text of a page: a line for each block; cells are separated, numbers marked by ``>``."""

    BLOCKS = ("p", "li", "tr", "h1", "h2", "h3", "h4", "caption", "dt", "figcaption", "article")

    def __init__(self):
        super().__init__()
        self.text = ""

    def handle_starttag(self, tag, attrs):
        if tag in self.BLOCKS:
            self.text += "\n"
        if tag == "table":
            self.text += f"\ntable {dict(attrs).get('class')}"
        if tag in ("td", "th"):
            self.text += " |> " if ("class", "number") in attrs else " | "
        if tag == "a":
            self.text += f"[{dict(attrs).get('href')}] "
        if tag == "img":
            size = {name: value for name, value in attrs if name in ("width", "height")}
            self.text += f"\nimage {size.get('width')} x {size.get('height')}"

    def handle_data(self, data):
        if self.cdata_elem is None:
            self.text += data

    def lines(self):
        found = (" ".join(line.split()) for line in self.text.splitlines())
        return [line for line in found if line]


@pytest.fixture(scope="module")
def words_folder(tmp_path_factory):
    target = tmp_path_factory.mktemp("words") / "report"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analysis.report.plots.PLOTS", {})
        patch.setattr("analysis.report.games.CELL", 40)
        patch.setattr("analysis.report.page.LETTERS", 40)
        write_report(
            parts_of(archive()), target, diagrams=2, sources=("games",), filtered=lambda: 3
        )
    return target


def test_the_words_of_the_page_are_kept(words_folder, kept):
    """The report has no tables in CSV."""
    words = Words()
    words.feed((words_folder / "index.html").read_text(encoding="utf-8"))
    kept("\n".join(words.lines()) + "\n", KEPT)
    assert not [*words_folder.glob("games.csv"), *words_folder.glob("plies.csv")]
    assert (words_folder / "tables" / "plies" / "part-00000.parquet").is_file()


def test_columns_without_a_value_are_left_out():
    words = Words()
    words.feed(table("C", ("a", "b", "c", "d"), [("x", "", 1, None), ("", "", 2, "")], (1, 2)))
    assert words.lines() == ["table short", "C", "| a |> c", "| x |> 1", "| |> 2"]
    assert str(table("C", ("a", "b"), [("x", 1)], (1,))).count('class="number"') == 2
    assert 'class="number"' not in table("C", ("a", "b", "c"), [("x", "", "y")], (1,))


def test_only_errors_that_there_are_have_the_colour_of_errors(tmp_path):
    good, bad = MIXED[0], ILLEGAL
    for records, marked in (([good], False), ([good, bad], True)):
        folder = tmp_path / str(marked)
        write_report(parts_of(records), folder, diagrams=0)
        html = (folder / "index.html").read_text(encoding="utf-8")
        assert ('<b class="bad">1</b><span>with errors' in html) is marked
        assert ('<b class="bad">0</b>' in html) is False


def test_parts_between_backticks_are_code():
    assert str(with_code("a `b` c `d`")) == "a <code>b</code> c <code>d</code>"
