"""Trials of repairs: damaged games, recognised sheets, tables, and fitted calibrations."""

import gzip
import json
import random
from itertools import pairwise

import pytest
from click.testing import CliRunner

from analysis.typos.model import PROFILES, calibrated, load
from records import Record
from scripts.sheets import Sheet, kinds
from scripts.trials import (
    Case,
    EditedPly,
    as_toml,
    compared,
    fitted,
    main,
)
from tests.cases import each_case

HOCR = (
    "<html><body><div class='ocr_page'><span class='ocr_line'>"
    "<span class='ocrx_word' title='bbox 1 1 9 9'>1.</span>"
    "<span class='ocrx_word' title='bbox 20 1 40 9'>D3</span></span></div></body></html>"
)


def run(*arguments: object) -> str:
    result = CliRunner().invoke(main, [*map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


def rows(output: str) -> list[dict[str, str]]:
    """Return the rows of the first table."""
    lines = output.partition("\n\n")[0].splitlines()
    head, _, *cells = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
    return [dict(zip(head, row, strict=True)) for row in cells]


def test_differing_plies_are_changes_losses_and_additions():
    truth = Record(("D3", "B4", "E4", "A4"), "megiddo", "base", "book")
    assert compared(truth.moves, truth) == (0, {0, 1, 2, 3})
    assert compared(("D3", "?", "E4", "A4"), truth) == (1, {0, 2, 3})
    assert compared(("D3", "E4", "A4"), truth) == (1, {0, 1, 2})
    assert compared(("D3", "B4", "F2", "E4", "A4"), truth) == (1, {0, 1, 3, 4})
    assert compared((), truth) == (4, set())


@pytest.mark.slow
def test_damaged_games_are_repaired_and_calibrated(tmp_path):
    kept, fit = tmp_path / "cases.jsonl", tmp_path / "own.toml"
    damage = ("--damage", "one", "--damage", "lost")
    output = run("repair", "--game", "megiddo", *damage, "--games", 2, "--cases", kept)
    one, lost, whole = rows(output)
    assert (one["dialect"], one["damage"], one["misread"]) == ("book", "one", "1.0")
    assert (lost["damage"], whole["game"], whole["games"]) == ("lost", "all", "4")
    assert 0 <= float(whole["exact"]) <= float(whole["in top three"]) <= 1
    assert "| confidence given |" in output
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 4
    run("calibrate", kept, "-o", fit)
    assert load(str(fit)).calibration[0] == (0.0, 0.0)
    run("repair", "--game", "megiddo", *damage, "--games", 2, "--cases", kept, "--fitting")
    assert run("calibrate", kept).startswith("# Fitted on ")


def stored(folder, name):
    """Write a recognised sheet with one misread ply to a folder; return the truth."""
    possible = [kind for kind in kinds(("megiddo",)) if kind.variant == "base"]
    truth = Sheet.drawn(possible, 7, 0).truth
    texts = [*truth.moves]
    texts[2] += texts[2][-1]
    lines = [f"{at // 2 + 1}. {' '.join(texts[at : at + 2])}" for at in range(0, len(texts), 2)]
    known = {"game": "megiddo", "dialect": "book", "variant": "base", "moves": truth.moves}
    look = {"quality": "A", "layout": "columns"}
    (folder / f"{name}.json").write_text(json.dumps(known | look), encoding="utf-8")
    (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / f"{name}.hocr.gz").write_bytes(gzip.compress(HOCR.encode()))
    return truth


@pytest.mark.slow
def test_sheets_are_read_from_text_and_from_hocr(tmp_path):
    truth, kept = stored(tmp_path, "book_1_A"), tmp_path / "cases"
    text, hocr, _ = rows(run("ocr", tmp_path, "--cases", kept))
    assert (text["source"], text["sheet"], text["games"]) == ("text", "book A", "1")
    assert (text["misread"], text["exact"], text["wrong left"]) == ("1.0", "1.00", "0.0")
    assert (hocr["source"], hocr["exact"], hocr["in top three"]) == ("hOCR", "0.00", "0.00")
    case, _ = (Case(**json.loads(line)) for line in kept.read_text(encoding="utf-8").splitlines())
    assert (case.verdict, case.place, case.left) == ("mended", 1, 0)
    assert tuple(case.truth) == truth.moves


def test_a_folder_without_sheets_says_so(tmp_path):
    result = CliRunner().invoke(main, ["ocr", str(tmp_path)])
    assert (result.exit_code, result.output) == (1, "Error: there is nothing to measure\n")


def drawn(share, count=3000):
    """Return random repairs; ``share`` gives the probability that a raw confidence is right."""
    chance = random.Random(6)
    raws = [chance.random() for _ in range(count)]
    return [(raw, chance.random() < share(raw)) for raw in raws]


@pytest.mark.parametrize(
    "share",
    [lambda raw: raw, lambda raw: raw**2, lambda raw: 0.5 + raw / 3],
    ids=["right", "too high", "between"],
)
def test_the_fit_is_near_what_is_right(share):
    points = tuple(fitted(drawn(share)))
    assert all(
        calibrated(raw, points) == pytest.approx(share(raw), abs=0.15)
        for raw in (0.3, 0.5, 0.7, 0.9)
    )


@each_case("share", [lambda raw: raw, lambda raw: 1 - raw, lambda raw: 1, lambda raw: 0])
@each_case("count", [0, 1, 20, 500])
def test_points_rise_and_no_confidence_is_certain(share, count):
    points = fitted(drawn(share, count))
    assert all(one <= other for one, other in pairwise(points))
    assert all(below <= above for (_, below), (_, above) in pairwise(points))
    assert points[0] == (0.0, 0.0)
    assert points[-1][0] == 1
    assert points[-1][1] < 1


@pytest.mark.parametrize("profile", PROFILES)
def test_repairs_as_good_share_one_certainty(profile):
    points = load(profile).calibration
    assert calibrated(0.45, points, 0.9) <= 0.5
    assert calibrated(0.9, points, 0.9) == calibrated(0.9, points) < 0.97
    assert all(calibrated(at / 100, points, 1.0) <= at / 100 for at in range(101))


def case(raw=0.5, place=1, left=0, edited=(), plies=50, verdict="mended"):
    return Case({}, ("a1",) * plies, (), verdict, place, left, left, raw, raw, edited, 0.1)


def test_the_file_is_one_that_repairs_take(tmp_path):
    games, plies = drawn(lambda raw: raw, 100), drawn(lambda raw: raw**0.5, 100)
    path = tmp_path / "own.toml"
    cases = [
        case(raw, int(right), edited=[EditedPly(ply, ply, is_right)])
        for (raw, right), (ply, is_right) in zip(games, plies, strict=True)
    ]
    path.write_text(as_toml([*cases, case(verdict="valid")]), encoding="utf-8")
    model = load(str(path))
    assert model.calibration == tuple(fitted(games))
    assert model.ply_calibration == tuple(fitted(plies))
