"""Score sheets drawn for measurements: equal for equal seeds, and read back from their words."""

import json

import pytest
from click.testing import CliRunner
from PIL import Image

import records
from analysis import replay
from scripts import sheets
from scripts.sheets import LAYOUTS, Sheet, kinds
from tests.cases import each_case

MEGIDDO = [kind for kind in kinds(("megiddo",)) if kind.variant == "base"]


def words_of(sheet: Sheet) -> str:
    """Return the lines of a sheet as a reader without errors would recognise them."""
    lines = []
    for page in sheet.pages():
        for band in page:
            for at in range(max(map(len, band))):
                lines.append(" ".join(cell for table in band for row in table[at : at + 1]
                                      for cell in row))  # fmt: skip
    return "\n".join(lines) + "\n"


@each_case("layout", LAYOUTS)
@each_case("variant", ["base", "base+players=3"])
def test_words_without_faults_are_the_game_in_every_layout(layout, variant):
    possible = [kind for kind in kinds(("megiddo",)) if kind.variant == variant]
    sheet = Sheet.drawn(possible, 5, 0, layout=layout)
    record = max(records.read_text(words_of(sheet)), key=lambda one: len(one.moves))
    assert record.moves == sheet.truth.moves


@pytest.mark.parametrize(
    ("game", "seed", "layout"),
    [
        ("gipf", 0, "three-blocks"),
        ("gipf", 6, "blocks"),
        ("megiddo", 2, "blocks"),
        ("megiddo", 10, "three-blocks"),
    ],
)
def test_counts_and_lists_in_brackets_begin_no_block(game, seed, layout):
    possible = kinds((game,), ("complete", "book"))
    for number in range(3):
        sheet = Sheet.drawn(possible, seed, number, layout=layout)
        record = max(records.read_text(words_of(sheet)), key=lambda one: len(one.moves))
        assert record.moves == sheet.truth.moves


def test_a_seed_draws_the_same_sheet_and_another_a_different_one():
    one, again, other = (Sheet.drawn(MEGIDDO, seed, 3, quality="C") for seed in (7, 7, 8))
    assert (one, one.picture()) == (again, again.picture())
    assert one.truth != other.truth


@pytest.mark.parametrize(
    ("layout", "suffix", "pages"), [("columns", ".jpg", 1), ("pages", ".tif", 2)]
)
def test_a_sheet_is_written_with_its_truth(layout, suffix, pages, tmp_path):
    sheet = Sheet.drawn(MEGIDDO, 7, 0, layout=layout, quality="C")
    sheet.write(tmp_path, recognise=False)
    with Image.open(tmp_path / f"{sheet.name}{suffix}") as picture:
        assert getattr(picture, "n_frames", 1) == pages
        assert min(picture.convert("L").tobytes()) < 100
    known = json.loads((tmp_path / f"{sheet.name}.json").read_text(encoding="utf-8"))
    assert (tuple(known["moves"]), known["layout"]) == (sheet.truth.moves, layout)
    assert replay(sheet.truth).valid


def test_without_tesseract_pictures_are_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(sheets, "which", lambda _: None)
    arguments = [str(tmp_path / "new"), "--sheets", "2", "--game", "megiddo", "--layout", "columns"]
    result = CliRunner().invoke(sheets.main, arguments)
    assert (result.exit_code, result.output) == (
        0,
        "tesseract is not installed: pictures and truth only\n",
    )
    assert sorted(path.suffix for path in (tmp_path / "new").iterdir()) == [
        *(".jpg", ".jpg"),
        *(".json", ".json"),
    ]
