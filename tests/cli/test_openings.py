"""``ludograph openings``."""

import csv
import io
from pathlib import Path

import pytest

from analysis.openings.lines import COLUMNS
from records import write
from tests.replay.short_games import SETS, short_games

DEMONSTRATION = "classic:epaminondas-demonstration"


@pytest.fixture
def orders(tmp_path):
    """Three games, two of which end in the same position."""
    games = []
    for moves, result, date in (
        ("1. A1 B4 2. C6", "1-0", "2004.05.??"),
        ("1. C6 B4 2. A1", "1-0", "2003"),
        ("1. A1 B4 2. C5", "0-1", "1999"),
    ):
        games.append(f'[Game "megiddo"]\n[Variant "base"]\n[Date "{date}"]\n\n{moves} {result}\n')
    (tmp_path / "orders.txt").write_text("\n".join(games), encoding="utf-8")
    return "orders.txt"


@pytest.fixture
def mixed(tmp_path):
    """Games of all kinds."""
    records = [record for place in SETS.values() for record in short_games(*place)]
    text = "".join(write(record, "jsonl") for record in records)
    (tmp_path / "mixed.jsonl").write_text(text, encoding="utf-8")
    return "mixed.jsonl"


def test_what_goes_on_elsewhere(ludograph, orders):
    longer = Path(orders).read_text(encoding="utf-8").replace("C6 1-0", "C6 E5 1-0")
    Path(orders).write_text(longer, encoding="utf-8")
    run = ludograph("openings", orders, "--no-fold")
    lines = [line for line in run.out.splitlines() if "elsewhere" in line or "E5" in line]
    assert len(lines) == 2
    assert lines[0].split()[0] == "E5"
    assert lines[1].split()[0] == "A1"
    assert lines[1].endswith("  goes on elsewhere")


def test_csv_and_json_say_the_same(ludograph, mixed):
    objects = ludograph("openings", mixed, "--depth", "3", "--json")
    table = ludograph("openings", mixed, "--depth", "3", "--csv")
    assert (objects.status, table.status) == (0, 0)
    rows = list(csv.DictReader(io.StringIO(table.out)))
    assert len(rows) == len(objects.objects) > 300
    for row, found in zip(rows, objects.objects, strict=True):
        assert list(row) == list(found) == list(COLUMNS)
        assert row["line"] == " | ".join(found["line"])
        assert int(row["key"]) == int(found["key"], 16)
        assert row["score"] == ("" if found["score"] is None else str(found["score"]))
        replies = [f"{reply['move']} {reply['times']}" for reply in found["replies"]]
        assert row["replies"] == " | ".join(replies)
    games = {found["variant"]: found["times"] for found in objects.objects if not found["ply"]}
    assert games == dict.fromkeys([variant for _, variant in SETS.values()], 40)


def test_from_a_position_or_from_moves(ludograph, mixed):
    by_moves = ludograph("openings", mixed, "--from", "D3", "--depth", "1")
    by_string = ludograph("openings", mixed, "--from", "6/6/3r2/6/6/6 b 0,0", "--depth", "1")
    assert by_moves.out == by_string.out
    heads = [line for line in by_moves.out.splitlines() if line.startswith("Megiddo")]
    assert heads[1].startswith("Megiddo (base): 10 games of 200, 1 ply from 6/6/3r2/6/6/6 b 0,0;")
    assert heads[0].startswith("Megiddo (grand-master): 40 games of 200")


def test_games_contained_in_others_are_found_by_reading_twice(ludograph, orders, tmp_path):
    (tmp_path / "part.txt").write_text('[Game "megiddo"]\n\n1. C6 B4\n', encoding="utf-8")
    (tmp_path / "wrong.txt").write_text('[Game "megiddo"]\n\n1. C6 C6\n', encoding="utf-8")
    files = "part.txt", orders, "wrong.txt"
    run = ludograph("openings", *files, "--dedupe", "contained", "--json")
    assert (run.status, run.err) == (1, "1 record with errors: see ludograph check\n")
    assert run.objects[0]["times"] == 4
    run = ludograph("openings", *files, "--where", "valid", "--dedupe", "contained", "--json")
    assert (run.status, run.err) == (0, "")
    run = ludograph("openings", "-", "--dedupe", "contained")
    assert run.status == 2
    assert "reads everything twice, and standard input can be read once" in run.err


def test_names_of_ones_own(ludograph, tmp_path):
    (tmp_path / "names.txt").write_text("epaminondas | | Left | 2.8.2N2\n", encoding="utf-8")
    run = ludograph("openings", DEMONSTRATION, "--depth", "1", "--names", "names.txt")
    assert run.out.splitlines()[-3].endswith("  Left")
    plain = ludograph(
        "openings", DEMONSTRATION, "--depth", "1", "--names", "names.txt", "--no-fold"
    )
    assert "Left" not in plain.out


def test_a_dialect_for_the_moves(ludograph, tmp_path):
    run = ludograph("convert", DEMONSTRATION, "--to", "text:span", "-o", "span.txt")
    assert run.status == 0
    for arguments, first in ((["--dialect", "span"], "g1,g2-g4"), ([], "2.7.2N2")):
        run = ludograph("openings", "span.txt", *arguments, "--depth", "1")
        assert run.out.splitlines()[-3].split()[0] == first


def test_every_column_is_documented():
    text = (Path(__file__).parents[2] / "docs" / "openings.md").read_text(encoding="utf-8")
    for column in COLUMNS:
        assert f"| `{column}` |" in text


def test_uneven_wins_are_marked_where_they_stand(ludograph, tmp_path):
    games = ["1. A1 B4 1-0", "1. C6 B4 0-1"]
    text = "".join(
        f'[Game "megiddo"]\n[Variant "base"]\n\n{one}\n\n' for one in games for _ in "12345678"
    )
    (tmp_path / "uneven.txt").write_text(text, encoding="utf-8")
    lines = ludograph("openings", "uneven.txt", "--depth", "1", "--no-fold").out.splitlines()
    assert [" * " in line for line in lines[:6]] == [False] * 4 + [True] * 2


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


def test_many_years_are_shown_by_decade(ludograph):
    many = (DATED.replace("2003", str(year)).replace("1994", "1888") for year in range(1995, 2003))
    run = ludograph("openings", "-", "--by", "year", stdin="".join(many).encode())
    assert run.out.splitlines()[2].split()[-3:] == ["1880s", "1990s", "2000s"]


def test_intervals_have_their_caveat(ludograph):
    many = DATED * 6
    words = " ".join(ludograph("openings", "-", stdin=many.encode()).out.split())
    about = "2 intervals of 95 %: about 1 in 20 does not contain the true value. * stands at"
    assert f"{about} a false discovery rate of 5 % in 1 test" in words
    one = ludograph("openings", "-", "--player", "ben", stdin=DATED.encode())
    assert one.out.endswith("\n1 finished game, fewer than 6: too few to estimate.\n")
    assert "other trees" not in words
    gipf = "".join(f'[Game "gipf"]\n\n1. a1-b2 {result}\n\n' for result in ("1-0", "0-1") * 3)
    both = ludograph("openings", "-", "--depth", "1", stdin=f"{many}\n{gipf}".encode()).out
    together = "not for the other trees: 2 trees have 2 tests together."
    assert " ".join(both.split()).endswith(together)
    undecided = DATED
    for result in ("1-0", "0-1", "1/2-1/2"):
        undecided = undecided.replace(f" {result}\n", " *\n")
    assert "interval" not in ludograph("openings", "-", stdin=undecided.encode()).out
