"""``ludograph repair``: proposals, output files, usage, kept texts, and pictures from scans."""

import json
from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from PIL import Image

import records
from analysis.cli import cli
from analysis.cli.printer import Printer
from analysis.cli.repair import print_repair
from analysis.repair.edits import DIALECT, VARIANT
from analysis.repair.repair import repair
from analysis.repair.result import Edit, Repair, Solution
from notation import Finding
from records import Record
from tests.records.samples import DEMONSTRATION, rows

SLIP = "classic:epaminondas-slip"

CLEAN = f'[Game "epaminondas"]\n[Variant "standard"]\n\n{rows(DEMONSTRATION)}*\n'


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig"])
def test_a_file_in_any_encoding_is_asked_about_game_by_game(encoding, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (slip,) = records.read(SLIP)
    text = f'[Event "Zürich"]\n[Game "epaminondas"]\n\n{rows(slip.moves)}*\n\n' * 2
    (tmp_path / "in.txt").write_bytes(text.replace("\n", "\r\n").encode(encoding))
    answers = "99\nq9-z\n1\nb\ns\n"
    run = CliRunner().invoke(cli, ["repair", "in.txt", "-o", "out.txt", "-i"], input=answers)
    assert run.output.count("Not used: ") == 2
    assert "1 mended, 1 not mended" in run.output
    first, second = records.read("out.txt")
    assert (first.moves[6], first.tags["Event"]) == ("4.7.4N3x3", "Zürich")
    assert (second.moves, second.details) == (slip.moves, {})


def test_a_game_that_the_program_fails_on_costs_no_other(ludograph, monkeypatch, tmp_path):
    def failing(record, **options):
        if record.source.game == 2:
            raise RuntimeError("out of order")
        return repair(record, **options)

    monkeypatch.setattr("analysis.cli.repair.repair", failing)
    monkeypatch.setattr("notation.findings._new", Finding)  # which lets no fault pass in tests
    (tmp_path / "three.txt").write_text(CLEAN * 3, encoding="utf-8")
    run = ludograph("repair", "three.txt", "-o", "out.jsonl")
    assert "RuntimeError: out of order" in run.out
    assert "3 games read: 2 valid, 0 mended, 1 not mended" in run.out
    assert run.status == 1
    kept = [record.moves for record in records.read(str(tmp_path / "out.jsonl"))]
    assert kept == [tuple(DEMONSTRATION)] * 3


START = '[Game "epaminondas"]\n[Variant "standard"]\n\n'

DOUBTFUL = f"{START}1. 2.7.2N3 11.6.2SE2\n2. 2.3.2N1 11.2.2S1\n"

WRITTEN = [
    "out.txt",
    "out.jsonl",
    "out.jsonl.gz",
    "out.csv",
    "out.games.csv",
    "out.sgf",
    "out.parquet",
]


@pytest.fixture
def uncertain(ludograph, tmp_path):
    """Return a function that writes the uncertain repair of a game to a file."""

    def run(name: str, text: str = DOUBTFUL, *options: str):
        (tmp_path / "in.txt").write_text(text, encoding="utf-8")
        return ludograph("repair", "in.txt", "--min-confidence", "0.97", "-o", name, *options)

    return run


@pytest.mark.parametrize(
    "name", [*WRITTEN[:2], *(pytest.param(one, marks=pytest.mark.slow) for one in WRITTEN[2:])]
)
def test_an_uncertain_game_is_read_back_with_its_doubts(name, uncertain, ludograph, tmp_path):
    run = uncertain(name)
    assert run.status == 1
    (game,) = records.read(str(tmp_path / name))
    assert game.moves == ("2.7.2N2", "11.6.2SE2", "2.3.2N1", "11.2.2S1")
    assert "2.7.2N3" in str(game.details[0])
    (verdict,) = ludograph("check", name, "--json").objects
    assert verdict["valid"]
    (doubt,) = [one for one in verdict["notes"] if one["code"] == "doubtful-ply"]
    assert doubt["ply"] == 1
    assert "2.7.2N2, is a doubtful repair: " in doubt["message"]


ODD = ["dL S181", "(3,.6.1NE1", "1{2", "16.", "a}b"]


@pytest.mark.slow
@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("name", ["out.txt", "out.sgf", "out.csv", "out.jsonl"])
def test_a_text_that_a_format_cannot_hold_costs_no_other_game(text, name, ludograph, tmp_path):
    broken = {"game": "epaminondas", "variant": "standard", "moves": [text, "x", text, "?", text]}
    good = {"game": "epaminondas", "variant": "standard", "moves": ["2.7.2N2"]}
    lines = [json.dumps(one | {"dialect": "abbott"}) for one in (good, broken, good)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")
    run = ludograph("repair", "in.jsonl", "-o", name, "--time", "0.05")
    assert run.status == 1
    first, middle, last = records.read(str(tmp_path / name))
    assert first.moves == last.moves == ("2.7.2N2",)
    # How far the search comes in its time differs: a text is a ply still, or beside one.
    written = "\n".join((*middle.moves, *map(str, middle.details.values())))
    assert written.count(text) == 3
    assert "x" in written.replace(text, "")
    assert (middle.moves[0] == "?") == ("cannot hold" in run.err)


def test_a_ply_of_a_scan_is_found_by_page_move_and_side(ludograph, tmp_path):
    (record,) = records.read(SLIP)
    boxed = replace(record, details={6: {"box": (2, 10, 20, 90, 35)}})
    records.save([boxed], str(tmp_path / "scan.jsonl"))
    run = ludograph("repair", "scan.jsonl")
    assert "page 2, move 4, White, ply 7: 4.7.4N3x3, not 4.7.3N3x3" in run.out
    assert "line" not in run.out


def edit_at(ply, meant, kind="wrong-ply"):
    return Edit(ply, kind, f"{meant}?", meant, 1.0, 0.8)


RUNNERS_UP = {
    "another": ([1, 2], [1, 3]),
    "more": ([1], [1, 3]),
    "fewer": ([1, 2], [2]),
    "unlike": ([1], [2]),
}
"""The plies that the best repair edits, and those of the runner-up."""


def test_what_a_runner_up_differs_in_is_kept(capsys, kept):
    """An edit of the whole game, such as of its variant, is printed without a place."""
    pairs = {
        name: [[edit_at(ply, f"n{ply}") for ply in plies] for plies in both]
        for name, both in RUNNERS_UP.items()
    }
    for kind in (VARIANT, DIALECT):
        pairs[kind] = [[edit_at(1, "tournament", kind)], [edit_at(2, "n2")]]
    for name, (best, other) in pairs.items():
        solutions = (Solution(tuple(best), (), 2.0, 0.6), Solution(tuple(other), (), 3.0, 0.1))
        click.echo(f"=== {name}")
        print_repair(Printer(False, False), Repair(Record(("a",)), False, None, solutions))
    kept(capsys.readouterr().out, Path(__file__).with_name("runners-up.txt"))


WORD = '<span class="ocrx_word" title="bbox {} {} {} {}">{}</span>'

ROWS = [("1.", "e4", "E6"), ("2.", "B1", "8;"), ("3.", "E3", "F4"), ("4.", "C1", "F6")]

GREY, SIZE = 90, (300, 200)


@pytest.fixture
def sheet(tmp_path):
    """Write a sheet, whose picture is grey at ply 4, and return its hOCR."""
    lines = []
    for down, row in enumerate(ROWS):
        boxes = [(x, 40 * down, x + 30, 40 * down + 20) for x in (10, 100, 200)]
        words = [WORD.format(*box, text) for box, text in zip(boxes, row, strict=True)]
        lines.append(f'<span class="ocr_line">{"".join(words)}</span>')
    path = tmp_path / "sheet.hocr"
    path.write_text(f'<div class="ocr_page" title="image &quot;x&quot;">{"".join(lines)}</div>')
    picture = Image.new("L", SIZE, 255)
    picture.paste(GREY, (200, 40, 230, 60))
    picture.save(tmp_path / "sheet.png")
    return path


def cropped(*arguments):
    return CliRunner().invoke(cli, list(map(str, arguments)))


def test_a_doubtful_ply_is_cut_from_the_scan(sheet, tmp_path):
    done = cropped("check", sheet, "--crops", tmp_path / "crops")
    (path,) = (tmp_path / "crops").iterdir()
    assert path.name.endswith("sheet.hocr-1-ply-4.png")
    assert "in the scan: ply 4 in" in " ".join(done.output.split())
    with Image.open(path) as picture:
        assert picture.convert("L").getpixel((35, 30)) == GREY
        assert picture.convert("L").getpixel((2, 2)) == 255
        assert picture.size == (70, 60)


@pytest.mark.slow
def test_a_repair_names_the_pictures_to_people_and_programs(sheet, tmp_path, monkeypatch):
    known = repair(next(records.read(str(sheet))))
    monkeypatch.setattr("analysis.cli.repair.repair", lambda record, **_: known)
    crops = ("--crops", tmp_path / "c")
    (line,) = cropped("repair", sheet, "--json", *crops).stdout.splitlines()
    (path,) = (tmp_path / "c").iterdir()
    assert json.loads(line)["crops"] == {"4": str(path)}
    shown = cropped("repair", sheet, *crops).output
    assert "in the scan: ply 4 in" in " ".join(shown.split())
    asked = ("repair", sheet, "-i", "-o", tmp_path / "out.jsonl", *crops)
    done = CliRunner().invoke(cli, list(map(str, asked)), input="q\n")
    assert "its picture:" in done.output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda picture: picture.unlink(), "no picture of the scan beside it"),
        (lambda picture: picture.write_bytes(b"no picture"), "cannot be cut"),
        (lambda picture: Image.new("L", (5, 5)).save(picture), "outside of the page"),
    ],
    ids=["absent", "broken", "another"],
)
def test_why_there_is_no_picture_is_printed_once(spoil, why, sheet, tmp_path):
    spoil(sheet.with_suffix(".png"))
    done = cropped("repair", sheet, "--crops", tmp_path / "crops")
    assert why in " ".join(done.stderr.split())
    assert done.exit_code in (0, 1)
    assert not list((tmp_path / "crops").iterdir())


def test_why_there_is_no_picture_is_printed_once_for_several_batches(sheet, tmp_path):
    sheet.with_suffix(".png").unlink()
    done = cropped("check", sheet, sheet, "--crops", tmp_path / "c")
    assert " ".join(done.stderr.split()).count("no picture of the scan") == 1
