"""Scans of sheets: pictures, their pages, and the text that is begun with."""

from pathlib import Path

import pytest

import records
from analysis.batch import InputOptions
from analysis.pages.transcribe.sheets import UnusableScan, recognised, scans_of
from records.format import CannotWrite
from tests.pages.transcribe.sheets import DATA, png, scan

READING = InputOptions()


def test_a_picture_is_shown_as_it_is_and_read_from_the_file_beside_it(tmp_path):
    path = scan(tmp_path)
    (found,) = scans_of(path)
    assert (found.path, found.source) == (Path(path), tmp_path / "sheet.hocr.gz")
    assert (found.data, found.kind, found.frame) == (png(), "image/png", 1)
    (same,) = scans_of(str(tmp_path / "sheet.hocr.gz"))
    assert same == found
    (tmp_path / "sheet.hocr.gz").unlink()
    (alone,) = scans_of(path)
    assert alone.source == alone.path == Path(path)


def test_a_tiff_has_its_pages_as_png(tmp_path):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    pages = [image.new("L", (30 + number, 20)) for number in range(3)]
    pages[0].save(tmp_path / "sheet.tiff", save_all=True, append_images=pages[1:])
    found = scans_of(str(tmp_path / "sheet.tiff"))
    assert [one.frame for one in found] == [1, 2, 3]
    assert {one.kind for one in found} == {"image/png"}
    widths = [int.from_bytes(one.data[16:20], "big") for one in found]
    assert widths == [30, 31, 32]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("sheet.png", b"GIF89a", "neither PNG, JPEG, WebP nor TIFF"),
        ("sheet.tiff", b"II*\0broken", "cannot be read"),
        ("game.txt", b"1. e4", "no picture of a sheet, and none beside it"),
    ],
)
def test_what_is_no_picture_is_refused(tmp_path, name, data, message):
    if name.endswith("tiff"):
        pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UnusableScan, match=message):
        scans_of(str(tmp_path / name))


def test_what_is_recognised_is_begun_with_as_rows_without_a_result(tmp_path):
    found = recognised(scans_of(scan(tmp_path)), READING)
    (known,) = records.read(str(DATA / "gipf-scan.hocr.gz"))
    (again,) = records.read_text(found.text)
    assert again.moves == known.moves == tuple(ply.text for ply in found.plies)
    assert "*" not in found.text
    assert "[Result" not in found.text
    boxes = [ply.box for ply in found.plies]
    assert boxes == [tuple(known.details[at]["box"][1:]) for at in range(len(boxes))]
    assert {ply.page for ply in found.plies} == {0}


def test_what_no_text_can_have_is_begun_with_as_rows_of_words(tmp_path, monkeypatch):
    def refuse(record):
        raise CannotWrite("no text has it")

    monkeypatch.setattr("analysis.pages.transcribe.sheets.write_text", refuse)
    found = recognised(scans_of(scan(tmp_path)), READING)
    moves = [ply.text for ply in found.plies]
    assert found.text.splitlines()[:5] == [
        '[Game "gipf"]', '[Dialect "complete"]', "",
        f"1. {moves[0]}  {moves[1]}", f"2. {moves[2]}  {moves[3]}",
    ]  # fmt: skip
    assert next(records.read_text(found.text)).moves == tuple(moves)


def test_a_sheet_without_moves_is_refused(tmp_path):
    (tmp_path / "sheet.png").write_bytes(png())
    (tmp_path / "sheet.tsv").write_text("level\tpage_num\n")
    with pytest.raises(UnusableScan):
        recognised(scans_of(str(tmp_path / "sheet.png")), READING)
