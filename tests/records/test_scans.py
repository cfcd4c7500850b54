"""Scans: words with boxes become plies in their rows and columns, and nothing is lost."""

import subprocess
from pathlib import Path

import pytest

import records
from records import CannotWrite, Record
from records.formats import FORMATS, ONLY_READ, find
from records.scans import image
from tests.cases import each_case
from tests.records.printed import WRITERS, hocr, sheet

DATA = Path(__file__).parents[1] / "data"
SHEETS = {
    "book": ("megiddo-scan", 20),
    "short": ("gipf-scan", 30),
}

MOVES = ("Gg2", "Gh5", "Gb2", "h3", "Gh1-f3", "i2-g4", "Gi3-g3", "i3-e3", "Ge5", "b1-b3")
ROWS = [(f"{at + 1}.", *pair) for at, pair in enumerate(zip(MOVES[::2], MOVES[1::2], strict=True))]


def read_one(text: str, name: str | None = None, layout: str = "auto") -> Record:
    (record,) = records.read_text(text, format=name, layout=layout)
    return record


def codes(record: Record) -> set[str]:
    return {finding.code for finding in record.findings}


@each_case("slope", [0, 0.01, -0.02], ids=["straight", "left", "right"])
@each_case("name", WRITERS)
def test_every_format_is_recognised_and_gives_the_rows_of_a_turned_page(name, slope):
    text = WRITERS[name](sheet(ROWS, title="GIPF - game 7"), slope)
    record = read_one(text)
    assert record == read_one(text, name)
    assert record.moves == MOVES
    assert (record.game, record.tags["Title"]) == ("gipf", "GIPF - game 7")
    assert all(record.details[ply]["box"][0] == 1 for ply in range(len(MOVES)))


@each_case(
    "damage",
    [
        {(2, 1): "©"},
        {(2, 1): "foie eas;"},
        {(2, 0): "22."},
        {(2, 0): ""},
        {(0, 0): "1G"},
        {(0, 0): ""},
        {(1, 2): "£12, g11"},
        {(3, 0): "i.", (3, 1): "dL S181"},
    ],
    ids=str,
)
def test_damage_in_a_cell_leaves_every_other_ply_in_its_place(damage):
    rows = [[damage.get((y, x), cell) for x, cell in enumerate(row)] for y, row in enumerate(ROWS)]
    record = read_one(hocr(sheet([tuple(row) for row in rows])))
    hit = {2 * y + x - 1 for y, x in damage if x}
    assert len(record.moves) == len(MOVES)
    assert all(
        a == b for at, (a, b) in enumerate(zip(record.moves, MOVES, strict=True)) if at not in hit
    )


RIGHT = (700, 750, 960)
"""Columns of a second block of rows beside the first."""


@pytest.mark.parametrize("lower", [2, 3], ids=["even", "one row in the last block"])
def test_bands_of_blocks_side_by_side_are_read_one_below_the_other(lower):
    (game,) = records.read("classic:gipf-tournament")
    pairs = zip(game.moves[:16:2], game.moves[1:16:2], strict=True)
    heading, *rows = ("", "White", "Black"), *((f"{at}.", *two) for at, two in enumerate(pairs, 1))
    words = [*sheet([heading, *rows[:2]]), *sheet([heading, *rows[2:4]], RIGHT)]
    words += sheet([heading, *rows[4 : 4 + lower]], top=270)
    words += sheet([heading, *rows[4 + lower :]], RIGHT, top=270)
    assert read_one(hocr(words)).moves == game.moves[:16]


@pytest.mark.parametrize("name", SHEETS)
def test_scanned_sheets_keep_every_ply(name):
    stem, plies = SHEETS[name]
    (record,) = records.read(DATA / f"{stem}.hocr.gz")
    assert len(record.moves) == plies
    assert all("choices" in record.details[ply] for ply in range(plies - 8))


ENTITY = '<!DOCTYPE a [<!ENTITY b "cccc">]><html><p class="ocr_page">&b;</p></html>'
BAD = {
    "entity": (ENTITY, "bad-markup"),
    "depth": ("<div class='ocr_page'>" * 300, "bad-markup"),
    "unclosed": ("<html><div class='ocr_page'><span>", "bad-markup"),
    "no words": ("<html><div class='ocr_page'></div></html>", "empty-file"),
    "prose": (hocr([("Dear", 10, 10), ("Sir", 90, 10)]), "no-game"),
}


@each_case("name", BAD)
def test_a_document_that_cannot_be_read_is_a_finding(name):
    text, code = BAD[name]
    record = read_one(text)
    assert code in codes(record)
    assert not record.moves


@each_case("edge", ["nan", "inf", "1e9", "-1e9", "900", ""])
def test_words_without_boxes_on_a_page_stand_behind_the_words_before_them(edge):
    text = hocr(sheet(ROWS))
    assert "bbox 400 340" in text
    record = read_one(text.replace("bbox 400 340", f"bbox {edge} 340"))
    assert len(record.moves) == len(MOVES)
    assert "bad-box" in codes(record)


ALTERNATIVES = (
    "<span class='ocrx_cinfo'>"
    + "".join(
        f"<span class='ocrx_cinfo' title='x_confs {90 - 2 * at}'>{at}</span>" for at in range(12)
    )
    + "</span>"
)


def test_choices_are_texts_of_the_alternatives_likeliest_first_and_not_too_many():
    rows = [(f"{at + 1}.", "A3", "B4") for at in range(3)]
    letters = "".join(
        f"<span class='ocrx_cinfo'><span class='ocrx_cinfo' title='x_confs 90'>{one}</span></span>"
        for one in "A"
    )
    text = hocr(sheet(rows)).replace(">A3</span>", f">A3{letters}{ALTERNATIVES}</span>")
    record = read_one(text)
    for ply in (0, 2, 4):
        texts, shares = zip(*record.details[ply]["choices"], strict=True)
        assert texts[0] == "A0"
        assert "A3" in texts
        assert list(shares) == sorted(shares, reverse=True)
        assert 0 < sum(shares) <= 1.001
        assert len({*texts}) == len(texts) <= 20


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_keeps_what_comes_from_a_scan_or_notes_that_it_does_not(name):
    (record,) = records.read(DATA / "megiddo-scan.hocr.gz")
    fitted, notes = FORMATS[name].fit(record)
    kept = fitted.details == record.details
    assert kept is FORMATS[name].keeps_evidence
    assert [note.code for note in notes] == ([] if kept else ["left-out"])


@pytest.mark.parametrize("name", [name for name in ONLY_READ if find(name).suffixes])
def test_formats_that_are_only_read_are_not_written(name, tmp_path):
    with pytest.raises(CannotWrite):
        records.save([], tmp_path / f"x{find(name).suffixes[0]}")


PNG = b"\x89PNG\r\n\x1a\n"


def test_a_picture_goes_to_the_program_by_its_standard_input(monkeypatch, tmp_path):
    commands = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[bytes]:
        commands.append(command)
        assert options["input"] == PNG
        assert options["timeout"] == image.SECONDS
        return subprocess.CompletedProcess(command, 0, hocr(sheet(ROWS)).encode(), b"")

    monkeypatch.setattr(image, "which", lambda _: "/usr/bin/tesseract")
    monkeypatch.setattr(subprocess, "run", run)
    path = tmp_path / "-x;$(touch y).png"
    path.write_bytes(PNG)
    (record,) = records.read(path)
    assert record.moves == MOVES
    assert "recognised" in codes(record)
    assert not [part for part in commands[0] if "touch" in part]


def _slow(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
    raise subprocess.TimeoutExpired(command, image.SECONDS)


def _failing(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.CompletedProcess(command, 1, b"", b"cannot read it\n")


@pytest.mark.parametrize(
    ("program", "run", "code", "message"),
    [
        (None, _failing, "no-tesseract", "apt install tesseract-ocr"),
        ("tesseract", _slow, "image-time", "120 seconds"),
        ("tesseract", _failing, "image-unread", "cannot read it"),
    ],
    ids=["missing", "slow", "failing"],
)
def test_a_picture_that_cannot_be_read_is_a_finding_in_one_line(
    program, run, code, message, monkeypatch, tmp_path
):
    monkeypatch.setattr(image, "which", lambda _: program)
    monkeypatch.setattr(subprocess, "run", run)
    path = tmp_path / "scan.png"
    path.write_bytes(PNG)
    (record,) = records.read(path)
    assert codes(record) == {code}
    assert message in record.findings[0].message
    assert "\n" not in record.findings[0].message


@pytest.mark.parametrize("misread", ["", "4.", "8."])
@pytest.mark.parametrize("title", ["", "Megiddo game 3"])
def test_a_number_before_each_move_shows_the_sides_of_one_game(tmp_path, title, misread):
    moves = ["D3", "B4", "E4", "A4", "A6", "F2", "D4", "A5", "F6", "D6", "B6", "A2", "B2", "E1"]
    rows = [
        (f"{at // 2 + 1}.", one, "S" if misread == f"{at // 2 + 1}." else f"{at // 2 + 1}.", two)
        for at, one, two in zip(range(0, 14, 2), moves[::2], moves[1::2], strict=True)
    ]
    path = tmp_path / "page.hocr"
    path.write_text(hocr(sheet(rows, (40, 90, 300, 350), title=title)), encoding="utf-8")
    (record,) = records.read(path)
    assert list(record.moves) == moves
    assert "2 sides beside each other" in " ".join(one.message for one in record.findings)
