"""Pictures of doubtful plies, cut from the scan that they were read from."""

import json

import pytest
from click.testing import CliRunner
from PIL import Image

from analysis.cli import cli

WORD = '<span class="ocrx_word" title="bbox {} {} {} {}">{}</span>'
ROWS = [("1.", "E4", "E6"), ("2.", "B1", "8;"), ("3.", "E3", "F4"), ("4.", "C1", "F6")]
GREY, SIZE = 90, (300, 200)


@pytest.fixture
def sheet(tmp_path):
    """Return the hOCR of a sheet whose picture is grey where ply 4 stands."""
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


def run(*arguments):
    return CliRunner().invoke(cli, list(map(str, arguments)))


@pytest.mark.parametrize("command", ["check", "repair"])
def test_a_doubtful_ply_is_cut_from_the_scan(command, sheet, tmp_path):
    done = run(command, sheet, "--crops", tmp_path / "crops")
    (path,) = (tmp_path / "crops").iterdir()
    assert path.name.endswith("sheet.hocr-1-ply-4.png")
    assert "in the scan: ply 4 in" in " ".join(done.output.split())
    with Image.open(path) as picture:
        assert picture.convert("L").getpixel((35, 30)) == GREY
        assert picture.convert("L").getpixel((2, 2)) == 255
        assert picture.size == (70, 60)


def test_json_names_the_pictures(sheet, tmp_path):
    (line,) = run("repair", sheet, "--json", "--crops", tmp_path / "c").stdout.splitlines()
    assert list(json.loads(line)["crops"]) == ["4"]


def test_a_question_shows_the_picture(sheet, tmp_path):
    arguments = ("repair", sheet, "-i", "-o", tmp_path / "out.jsonl", "--crops", tmp_path / "c")
    done = CliRunner().invoke(cli, list(map(str, arguments)), input="q\n")
    assert "its picture:" in done.output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda picture: picture.unlink(), "no picture of the scan beside it"),
        (lambda picture: picture.write_bytes(b"no picture"), "cannot be cut"),
        (lambda picture: Image.new("L", (5, 5)).save(picture), "beside the page"),
    ],
    ids=["absent", "broken", "another"],
)
def test_why_there_is_no_picture_is_printed_once(spoil, why, sheet, tmp_path):
    spoil(sheet.with_suffix(".png"))
    done = run("repair", sheet, "--crops", tmp_path / "crops")
    assert why in " ".join(done.stderr.split())
    assert done.exit_code in (0, 1)
    assert not list((tmp_path / "crops").iterdir())


def test_a_name_in_the_file_leads_to_no_other_folder(sheet, tmp_path):
    elsewhere = tmp_path / "other"
    elsewhere.mkdir()
    sheet.with_suffix(".png").rename(elsewhere / "far.png")
    sheet.write_text(sheet.read_text().replace("&quot;x&quot;", "&quot;other/far.png&quot;"))
    assert "no picture of the scan" in " ".join(
        run("repair", sheet, "--crops", tmp_path / "c").stderr.split()
    )


def test_why_there_is_no_picture_is_printed_once_for_several_batches(sheet, tmp_path):
    sheet.with_suffix(".png").unlink()
    done = run("check", sheet, sheet, "--crops", tmp_path / "c")
    assert " ".join(done.stderr.split()).count("no picture of the scan") == 1


def test_pages_in_several_files_are_never_joined_or_left_apart_silently(tmp_path):
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    first.write_text("1. D3 B4\n2. E4 A4\n")
    second.write_text("3. A6 F2\n4. D4 A5\n")
    checked = " ".join(run("check", first, second, "--game", "megiddo").output.split())
    assert "1 game begins with a later row than the first (ludograph repair reads" in checked
    assert "later row" not in run("check", second, "--game", "megiddo").output
    done = " ".join(run("repair", first, second, "--game", "megiddo").output.split())
    assert "1 game read" in done
    assert "2.txt is read as the next page of" in done
