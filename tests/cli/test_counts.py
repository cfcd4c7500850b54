"""Tables of people: ``stats``, ``players``, ``openings``, and ``report`` around them."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

import records
from analysis.cli.text_table import WIDTH, wide
from analysis.openings.lines import COLUMNS
from analysis.plots import PLOTS
from analysis.report import plots
from records import write
from tests.games.engine_games import all_games
from tests.replay.short_games import SETS, short_games


@pytest.fixture
def archive(tmp_path):
    """Games of all kinds in one file."""
    path = tmp_path / "all.jsonl"
    path.write_text("".join(records.write(one, "jsonl") for one in all_games(4)), encoding="utf-8")
    return str(path)


def written(tmp_path, *games, **tags):
    """Return a file of games of Crossings: the plies and result of each, and tags of all."""
    moves = ("2.1.1N1", "7.1.1S1", "2.2.1N1")
    text = "".join(
        records.write(records.Record(moves[:plies], "crossings", "standard", "abbott",
                                     {"White": "Ann", "Black": "Bo"} | tags, result=result))
        for plies, result in games
    )  # fmt: skip
    path = tmp_path / "games.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_one_game_has_no_interval_and_no_balance(ludograph, tmp_path):
    out = ludograph("stats", written(tmp_path, (2, "1-0"))).out
    assert "One game: the figures describe it, and there is nothing to estimate." in out
    assert "100 %" in out
    assert not re.search(r"\d-\d+(\.\d+)? %", out)
    assert re.search(r"^balance +-$", out, re.MULTILINE)
    table = ludograph("stats", written(tmp_path, (2, "1-0")), "--by", "White").out
    assert not re.search(r"\d-\d+ %", table)


def test_names_of_wide_and_hidden_letters_keep_the_columns(ludograph, tmp_path):
    path = written(tmp_path, (2, "1-0"), White="山田太郎", Black="\u202eevil")
    rows = re.findall(r"^[12]\. .*", ludograph("players", path).out, re.MULTILINE)
    figures = [re.search(r" +1 +[01] +0", row) for row in rows]
    ends = [wide(row[: found.end()]) for row, found in zip(rows, figures, strict=True) if found]
    assert len(ends) == 2
    assert len(set(ends)) == 1


@pytest.mark.slow
def test_games_of_all_kinds_fit_the_terminal(ludograph, archive):
    run = ludograph("stats", archive, "--branching")
    assert run.out.count("how it ended") == 7
    assert "branching" in run.out
    assert max(map(len, run.out.splitlines())) <= WIDTH


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "title"),
    [
        (["stats"], "GIPF, 3 variants pooled: 12 games, "),
        (["stats", "--by", "event"], "GIPF, 3 variants pooled by event\n"),
        (["players"], "GIPF, 3 variants pooled: 3 players, "),
        (["stats", "--compare", "player"], "GIPF, 3 variants pooled: compared by player\n"),
    ],
    ids=["stats", "groups", "players", "compare"],
)
def test_pooled_variants_are_named_in_the_title(ludograph, archive, command, title):
    assert title in ludograph(*command, archive, "--pool").out
    assert "pooled" not in ludograph(*command, archive).out


def test_of_many_players_the_first_and_the_last_are_printed(ludograph):
    text = "\n\n".join(
        f'[Game "epaminondas"]\n[White "P{one:02}"]\n[Black "P{(one + 1) % 60:02}"]\n\n'
        f"1. 2.7.2N2 {'1-0' if one % 2 else '0-1'}"
        for one in range(60)
    )
    run = ludograph("players", "-", stdin=text.encode())
    rows = [line for line in run.out.splitlines() if re.match(r"\d+\. ", line)]
    assert [int(row.split(".")[0]) for row in rows] == [*range(1, 21), *range(51, 61)]
    assert "... 30 more (--csv lists all)" in run.out
    assert run.out.index("Players differ") < run.out.index("\n1. ")  # every other one wins twice
    assert len(ludograph("players", "-", "--csv", stdin=text.encode()).out.splitlines()) == 61
    assert max(map(len, run.out.splitlines())) <= WIDTH


@pytest.mark.slow
def test_groups_are_compared_in_pairs(ludograph, archive):
    twice = (archive, archive)
    run = ludograph("stats", *twice, "--compare", "variant")
    assert run.out.count(": compared by variant\n") == 3
    assert "in 6 tests (Benjamini and Hochberg)" in " ".join(run.out.split())
    assert max(map(len, run.out.splitlines())) <= WIDTH
    objects = ludograph("stats", *twice, "--compare", "variant", "--json").objects
    assert [(one["game"], one["tests"]) for one in objects] == [("gipf", 6)] * 3 + [
        ("megiddo", 6)
    ] * 3
    table = ludograph("stats", *twice, "--compare", "variant", "--csv").out
    rows = list(csv.DictReader(io.StringIO(table)))
    for row, one in zip(rows, objects, strict=True):
        assert float(row["lengths_p_adjusted"]) == one["lengths"]["p_adjusted"]
        assert (row["one"], int(row["finished_one"])) == (
            one["one"]["value"],
            one["one"]["wins"]["of"],
        )


FEW = 12
"""Games of each kind."""


@pytest.fixture
def mixed(tmp_path):
    """Games of all kinds."""
    records = [record for place in SETS.values() for record in short_games(*place, FEW)]
    text = "".join(write(record, "jsonl") for record in records)
    (tmp_path / "mixed.jsonl").write_text(text, encoding="utf-8")
    return "mixed.jsonl"


def test_csv_and_json_say_the_same(ludograph, mixed):
    objects = ludograph("openings", mixed, "--depth", "3", "--json")
    table = ludograph("openings", mixed, "--depth", "3", "--csv")
    assert (objects.status, table.status) == (0, 0)
    rows = list(csv.DictReader(io.StringIO(table.out)))
    assert len(rows) == len(objects.objects) > 100
    for row, found in zip(rows, objects.objects, strict=True):
        assert list(row) == list(found) == list(COLUMNS)
        assert row["line"] == " | ".join(found["line"])
        assert int(row["key"]) == int(found["key"], 16)
        assert row["score"] == ("" if found["score"] is None else str(found["score"]))
        replies = [f"{reply['move']} {reply['times']}" for reply in found["replies"]]
        assert row["replies"] == " | ".join(replies)
    games = {found["variant"]: found["times"] for found in objects.objects if not found["ply"]}
    assert games == dict.fromkeys([variant for _, variant in SETS.values()], FEW)


def test_from_a_position_or_from_moves(ludograph, mixed):
    by_moves = ludograph("openings", mixed, "--from", "D3", "--depth", "1")
    by_string = ludograph("openings", mixed, "--from", "6/6/3r2/6/6/6 b 0,0", "--depth", "1")
    assert by_moves.out == by_string.out
    heads = [line for line in by_moves.out.splitlines() if line.startswith("Megiddo")]
    assert heads[1].startswith("Megiddo (base): 1 game of 60, 1 ply from 6/6/3r2/6/6/6 b 0,0;")
    assert heads[0].startswith("Megiddo (grand-master): 12 games of 60")


def test_every_column_is_documented():
    text = (Path(__file__).parents[2] / "docs" / "openings.md").read_text(encoding="utf-8")
    for column in COLUMNS:
        assert f"| `{column}` |" in text


DATED = "".join(
    f'[Game "epaminondas"]\n[White "{player}"]\n[Date "{date}"]\n\n1. {move} {result}\n\n'
    for player, date, move, result in (
        ("Ada", "1994-05-01", "2.7.2N2", "1-0"),
        ("Ben", "2003", "2.7.2N2", "0-1"),
        ("Ada", "2003-07-01", "2.8.2N2", "1/2-1/2"),
        ("Ada", "????", "2.7.2N2", "1-0"),
    )
)


def test_years_and_examples_of_each_position(ludograph):
    run = ludograph(
        "openings", "-", "--by", "year", "--examples", "--no-fold", stdin=DATED.encode()
    )
    head, _, *lines = run.out.splitlines()[2:7]
    assert head.split()[-2:] == ["1994", "2003"]
    assert lines[0].split()[-4:] == ["1", "1", "e.g.", "-:1"]
    assert lines[1].split()[-4:] == ["0", "1", "e.g.", "-:13"]
    rows = ludograph("openings", "-", "--no-fold", "--json", stdin=DATED.encode()).objects
    years = [{"1994": 1, "2003": 2}, {"1994": 1, "2003": 1}, {"2003": 1}]
    assert [row["years"] for row in rows] == years
    examples = [[one["game"] for one in row["examples"]] for row in rows]
    assert examples == [[1, 2, 3], [1, 2, 4], [3]]


CLEAN = "1. 2.7.2N2 11.6.2SE2\n"

BROKEN = "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E4 10.7.3S3\n"


@pytest.fixture(autouse=True)
def _few_plots(monkeypatch):
    """Let reports have two plots instead of nine: what they look like is tested elsewhere."""
    few = {name: PLOTS[name] for name in ("lengths", "branching")}
    monkeypatch.setattr(plots, "PLOTS", few)


MIXED = "".join(
    f'[Game "Megiddo"]\n[Variant "{variant}"]\n[Red "Ada"]\n[Blue "Eve"]\n\n{moves} {result}\n\n'
    for variant, moves, result in (
        ("base", "1. A1 B1", "1-0"),
        ("base", "1. A1 B1", "0-1"),
        ("master", "1. A1 B1", "1-0"),
        ("base+players=3", "1. A1 B1 C1", "*"),
    )
)


@pytest.mark.slow
def test_variants_are_pooled_on_request_and_named_everywhere(ludograph, tmp_path):
    (tmp_path / "mixed.txt").write_text(MIXED)
    run = ludograph("report", "mixed.txt", "-o", "report", "--pool", "--diagrams", "0")
    assert run.status == 0, run.err
    page = (tmp_path / "report" / "index.html").read_text()
    pooled = "Megiddo, 2 variants pooled"
    assert f"{pooled}: 3 games, 6 plies</b>" in page
    assert f"{pooled}: base, master. These variants are pooled, as requested" in page
    assert "Megiddo, base+players=3: 1 game, 3 plies" in page
    assert f"{pooled}: 2 players, 3 games" in page
    assert f"{pooled} (3 games)" in (tmp_path / "report" / "plots" / "lengths-1.svg").read_text()
    found = json.loads((tmp_path / "report" / "statistics.json").read_text())
    assert [(one["records"], one["variants"]) for one in found["groups"]] == [(3, 2), (1, 1)]
    assert found["players"][0]["variants"] == ["base", "master"]
    apart = ludograph("report", "mixed.txt", "-o", "apart", "--diagrams", "0")
    assert apart.status == 0
    assert "pooled" not in (tmp_path / "apart" / "index.html").read_text()


@pytest.mark.slow
def test_a_report_is_written_and_replaced(ludograph, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.txt").write_text(CLEAN)
    run = ludograph("report", "games", "-o", "report")
    assert (run.status, run.err) == (0, "")
    assert run.out == "1 game read: 1 valid, 0 with errors; see report/index.html\n"
    manifest = json.loads((tmp_path / "report" / "report.json").read_text())
    written = {
        path.relative_to(tmp_path / "report").as_posix()
        for path in (tmp_path / "report").rglob("*")
        if path.is_file()
    }
    assert written == set(manifest["files"])
    (tmp_path / "games" / "two.txt").write_text(BROKEN)
    again = ludograph("report", "games", "-o", "report", "--diagrams", "0")
    assert again.status == 1
    assert again.out.startswith("2 games read: 1 valid, 1 with errors;")
    assert not (tmp_path / "report" / "diagrams").exists()
    assert "Report on 2 games" in (tmp_path / "report" / "index.html").read_text()


@pytest.mark.slow
def test_a_report_among_the_games_is_none_of_them(ludograph, tmp_path):
    (tmp_path / "one.txt").write_text(CLEAN)
    first = ludograph("report", ".", "-o", "report")
    page = (tmp_path / "report" / "index.html").read_bytes()
    again = ludograph("report", ".", "-o", "report")
    assert (
        (again.status, again.out, again.err)
        == (first.status, first.out, first.err)
        == (
            0,
            "1 game read: 1 valid, 0 with errors; see report/index.html\n",
            "",
        )
    )
    assert (tmp_path / "report" / "index.html").read_bytes() == page
