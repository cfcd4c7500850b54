"""Printed tables: ``stats``, ``players``, ``openings`` and ``score``, and the ``report``."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import records
from analysis.cli.text_table import WIDTH, wide
from analysis.openings.lines import COLUMNS
from analysis.plots import PLOTS
from analysis.report import plots
from records import Record, read, write
from tests.records.megiddo_games import OF_THREE
from tests.replay.short_games import SETS, short_games


def written(tmp_path, *games, **tags):
    """Write a file of games of Crossings, given by number of plies and result, with common tags."""
    moves = ("2.1.1N1", "7.1.1S1", "2.2.1N1")
    text = "".join(
        records.write(records.Record(moves[:plies], "crossings", "standard", "abbott",
                                     {"White": "Ann", "Black": "Bo"} | tags, result=result))
        for plies, result in games
    )  # fmt: skip
    path = tmp_path / "games.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_names_of_wide_and_hidden_letters_keep_the_columns(ludograph, tmp_path):
    path = written(tmp_path, (2, "1-0"), White="山田太郎", Black="\u202eevil")
    rows = re.findall(r"^[12]\. .*", ludograph("players", path).out, re.MULTILINE)
    figures = [re.search(r" +1 +[01] +0", row) for row in rows]
    ends = [wide(row[: found.end()]) for row, found in zip(rows, figures, strict=True) if found]
    assert len(ends) == 2
    assert len(set(ends)) == 1


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


def test_csv_and_json_say_the_same(ludograph, tmp_path):
    chosen = [SETS["epaminondas"], SETS["gipf"]]
    games = [record for place in chosen for record in short_games(*place, 2)]
    (tmp_path / "mixed.jsonl").write_text("".join(write(one, "jsonl") for one in games))
    objects = ludograph("openings", "mixed.jsonl", "--depth", "3", "--json")
    table = ludograph("openings", "mixed.jsonl", "--depth", "3", "--csv")
    assert (objects.status, table.status) == (0, 0)
    rows = list(csv.DictReader(io.StringIO(table.out)))
    assert len(rows) == len(objects.objects) > 9
    for row, found in zip(rows, objects.objects, strict=True):
        assert list(row) == list(found) == list(COLUMNS)
        assert row["line"] == " | ".join(found["line"])
        assert int(row["key"]) == int(found["key"], 16)
        assert row["score"] == ("" if found["score"] is None else str(found["score"]))
        replies = [f"{reply['move']} {reply['times']}" for reply in found["replies"]]
        assert row["replies"] == " | ".join(replies)
    times = {found["variant"]: found["times"] for found in objects.objects if not found["ply"]}
    assert times == dict.fromkeys([variant for _, variant in chosen], 2)


CLEAN = "1. 2.7.2N2 11.6.2SE2\n"

BROKEN = "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E4 10.7.3S3\n"


@pytest.fixture(autouse=True)
def _few_plots(monkeypatch):
    """Limit reports to one of nine plots, since other tests check the plots."""
    monkeypatch.setattr(plots, "PLOTS", {"lengths": PLOTS["lengths"]})


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
def test_a_report_among_the_games_is_none_of_them_and_is_replaced(ludograph, tmp_path):
    (tmp_path / "one.txt").write_text(CLEAN)
    said = "1 game read: 1 valid, 0 with errors; see report/index.html\n"
    first = ludograph("report", ".", "-o", "report")
    folder, page = tmp_path / "report", (tmp_path / "report" / "index.html").read_bytes()
    again = ludograph("report", ".", "-o", "report")
    assert [(one.status, one.out, one.err) for one in (first, again)] == [(0, said, "")] * 2
    assert (folder / "index.html").read_bytes() == page
    written = {one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()}
    assert written == set(json.loads((folder / "report.json").read_text())["files"])
    (tmp_path / "two.txt").write_text(BROKEN)
    again = ludograph("report", ".", "-o", "report", "--diagrams", "0")
    assert (again.status, again.out[:36]) == (1, "2 games read: 1 valid, 1 with errors")
    assert not (folder / "diagrams").exists()
    assert "Report on 2 games" in (folder / "index.html").read_text()


def named(record: Record, **players: str) -> Record:
    return replace(record, tags={**record.tags, **players})


def resigned(game: Record, result: str = "0-1", **tags: str) -> Record:
    return replace(game, moves=game.moves[:4], result=result, tags={**game.tags, **tags})


A, B, C = read("classic:megiddo-match")
LONG = {side: f"{side}, a player with a long name" * 2 for side in ("Red", "Blue", "Green")}
MATCHES = {
    "in order": (A, B),
    "two losers, and who starts is open": (
        (named(OF_THREE, Red="Ada", Blue="Ben", Green="Cy"),) * 2
    ),
    "sides stand for players": (replace(A, tags={}),),
    "sides stand for both": (replace(A, tags={"Red": "x"}),),
    "colours change, and their sums are those of no player": (
        [replace(one, tags={}) for one in (A, B)]
    ),
    "long names": (named(OF_THREE, **LONG),),
    "too many games": (A, B, C, named(B, Red="Program B")),
    "others play": (A, named(B, Red="Program C")),
    "unfinished": (A, resigned(B, "*")),
    "resigned": (A, resigned(B, Termination="resignation")),
    "illegal move": (replace(A, moves=(*A.moves, "A1")), B),
    "no board": (replace(A, start="6/6 r 0,0"), B),
    "the winner starts": (A, named(B, Red="Program A", Blue="Program B")),
    # On the board Program B won the second game; resigned, it is Program A who won, and starts.
    "the winner by resignation starts": (A, resigned(B), C),
}


def test_matches_are_kept(ludograph, tmp_path, kept):
    """Printed score sheets, codes and totals as JSON, and errors."""
    text = ""
    for name, games in MATCHES.items():
        (tmp_path / "match.txt").write_text("".join(map(write, games)), encoding="utf-8")
        people = ludograph("score", "match.txt")
        (match,) = ludograph("score", "match.txt", "--json").objects
        codes = [[one["code"] for one in match[kind]] for kind in ("violations", "notes")]
        assert people.err == ""
        assert people.status == bool(codes[0])
        assert max(map(len, people.out.splitlines())) <= 80
        text += f"=== {name}\n{people.out}{codes} {match['games'][-1]['totals']}\n"
    kept(text, Path(__file__).with_name("score.txt"))
