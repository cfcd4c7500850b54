"""Whole reports: the page holds what was found, as text, and the files are there."""

import csv
import json
import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from itertools import pairwise
from urllib.parse import unquote

import pandas
import pytest

from analysis import replay
from analysis.plots import PLOTS
from analysis.report import parts_of, write_report
from analysis.report import plots as report_plots
from records import Record
from records.model import Source
from tests.plots.samples import sample
from tests.report.test_html import Reader, read

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
    return read((folder / "index.html").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A report on games whose records, tags, moves and file names are hostile."""
    folder = tmp_path_factory.mktemp("hostile") / "report"
    few = {name: PLOTS[name] for name in ("lengths", "balance")}
    source = Source("games/it's \"<b>.txt", 3, 1)
    comments = {1: {"comment": f"a last move {SCRIPT}"}}
    found = [
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
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report_plots, "PLOTS", few)
        write_report(parts_of(found), folder, sources=[f'games/{SCRIPT}"'])
    return folder


@pytest.mark.slow
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


def test_pictures_say_what_they_show_and_addresses_stay_inside(hostile):
    for name, attributes in page(hostile).elements:
        for key in ("href", "src"):
            address = attributes.get(key)
            if address is None:
                continue
            if address.startswith("#"):
                assert any(one.get("id") == address[1:] for _, one in page(hostile).elements)
            else:
                assert ":" not in address
                assert (hostile / unquote(address.partition("#")[0])).is_file(), address
        if name == "img":
            assert attributes["alt"]


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


def test_pictures_are_no_way_in_either(hostile):
    for path in hostile.rglob("*.svg"):
        assert "<script" not in path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A report on games of every game, with one plot; `tests.report.test_page` has all of them."""
    folder = tmp_path_factory.mktemp("whole") / "report"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report_plots, "PLOTS", {"lengths": PLOTS["lengths"]})
        found = parts_of(sample().records)
        counts = write_report(found, folder, diagrams=2, sources=["games"], csv=True)
    return folder, counts


def test_counts_are_those_of_the_replays(whole):
    folder, counts = whole
    verdicts = [replay(record) for record in sample().records]
    assert (counts.games, counts.valid) == (48, sum(one.valid for one in verdicts))
    assert counts.plies == sum(one.played for one in verdicts)
    codes = Counter(finding.code for one in verdicts for finding in one.findings)
    assert {name: code.times for name, code in counts.codes.items()} == codes
    text = page(folder).text
    assert "Report on 48 games" in text
    assert f"{counts.plies:,}" in text
    for code in codes:
        assert code in text


def test_findings_and_verdicts_are_all_in_their_files(whole):
    folder, _ = whole
    verdicts = [replay(record) for record in sample().records]
    with (folder / "findings.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    expected = [finding for one in verdicts for finding in one.findings]
    assert [(row["code"], row["message"]) for row in rows] == [
        (finding.code, finding.message) for finding in expected
    ]
    assert {row["kind"] for row in rows} <= {"error", "note"}
    lines = (folder / "findings.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["plies"] for line in lines] == [one.played for one in verdicts]


def test_tables_are_the_same_in_both_forms(whole):
    folder, counts = whole
    for name, rows in (("games", 48), ("plies", counts.plies)):
        parquet = pandas.read_parquet(folder / "tables" / name)
        sheet = pandas.read_csv(folder / f"{name}.csv", low_memory=False)
        assert len(parquet) == len(sheet) == rows
        assert list(parquet.columns) == list(sheet.columns)
    assert sheet["captured"].sum() == parquet["captured"].sum()
    assert list(sheet["position"]) == list(parquet["position"])


def test_statistics_are_those_of_the_games(whole):
    folder, _ = whole
    content = json.loads((folder / "statistics.json").read_text(encoding="utf-8"))
    groups = {(one["game"], one["variant"]): one["records"] for one in content["groups"]}
    assert groups == Counter((one.game, one.variant) for one in sample().records)


def test_key_positions_are_drawn_of_so_many_games_of_each_kind(whole):
    folder, counts = whole
    assert Counter(one.game for one in counts.entries) == {
        "epaminondas": 2,
        "gipf": 2,
        "megiddo": 2,
    }
    for entry in counts.entries:
        assert entry.key_positions
        assert all((folder / one.file).is_file() for one in entry.key_positions)
        assert "final position" in entry.key_positions[-1].heading.lower()
    assert "first 2 records of each game; the 42 others" in page(folder).text


def test_headings_and_tables_are_in_order(whole):
    folder, _ = whole
    elements = page(folder).elements
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
