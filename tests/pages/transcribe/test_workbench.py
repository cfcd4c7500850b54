"""The workbench: the typed file, scans of sheets, findings, moves, undo and redo."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import records
from analysis.batch import InputOptions
from analysis.editing.repairs import NoRepair
from analysis.pages.transcribe import session, workbench
from analysis.pages.transcribe.place import Caret
from analysis.pages.transcribe.session import InvalidRequest, UnusableText
from analysis.pages.transcribe.sheets import (
    Reader,
    Scan,
    UnusableScan,
    recognised,
    scans_of,
)
from analysis.pages.transcribe.workbench import SavedText, Workbench
from analysis.replay import replay
from records.classics import classic_path
from records.format import CannotWrite
from tests.pages.transcribe.sheets import DATA, png, scan


@pytest.mark.parametrize(
    "data",
    [b"", b"1. a\n2. b\n", b"1. a\r\n2. b\r\n", b"\xef\xbb\xbf1. \xc3\xa9\r\n", b"x\r\n\r\ny"],
    ids=repr,
)
def test_a_text_that_is_written_as_it_was_read_has_the_same_bytes(tmp_path, data):
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    file = SavedText(str(path))
    assert "\r" not in file.text
    file.write(file.text)
    assert path.read_bytes() == data


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_the_rights_of_the_file_and_a_link_to_it_stay(tmp_path):
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    path.write_text("a")
    path.chmod(0o640)
    link.symlink_to(path)
    SavedText(str(link)).write("b")
    assert link.is_symlink()
    assert path.read_text() == "b"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == ["game.txt", "link.txt"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe1", "UTF-8"),
        (b"a\0b", "null"),
        (b"\x89PNG\r\n", "UTF-8"),
        (b"x" * 90, "more than"),
    ],
    ids=["utf-16", "null", "picture", "long"],
)
def test_what_is_no_text_is_refused(tmp_path, monkeypatch, data, message):
    monkeypatch.setattr(workbench, "LARGEST", 50)
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    with pytest.raises(UnusableText, match=message):
        SavedText(str(path))
    assert path.read_bytes() == data


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs there")
def test_what_is_no_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnusableText, match="regular"):
        SavedText(str(tmp_path / "pipe"))


def test_half_a_character_is_refused_and_the_file_stays(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("a")
    with pytest.raises(UnusableText, match="half"):
        SavedText(str(path)).write("\ud800")
    assert path.read_text() == "a"


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


def test_what_is_recognised_is_begun_with_as_rows_without_a_result(tmp_path):
    text, plies = recognised(scans_of(scan(tmp_path)), READING)
    (known,) = records.read(str(DATA / "gipf-scan.hocr.gz"))
    (again,) = records.read_text(text)
    assert again.moves == known.moves == tuple(ply.text for ply in plies)
    assert "*" not in text
    assert "[Result" not in text
    boxes = [ply.box for ply in plies]
    assert boxes == [tuple(known.details[at]["box"][1:]) for at in range(len(boxes))]
    assert {ply.page for ply in plies} == {0}


def test_what_no_text_can_have_is_begun_with_as_rows_of_words(tmp_path, monkeypatch):
    def refuse(record):
        raise CannotWrite("no text has it")

    monkeypatch.setattr("analysis.pages.transcribe.sheets.write_text", refuse)
    text, plies = recognised(scans_of(scan(tmp_path)), READING)
    moves = [ply.text for ply in plies]
    assert text.splitlines()[:5] == [
        '[Game "gipf"]', '[Dialect "complete"]', "",
        f"1. {moves[0]}  {moves[1]}", f"2. {moves[2]}  {moves[3]}",
    ]  # fmt: skip
    assert next(records.read_text(text)).moves == tuple(moves)


def test_a_sheet_without_moves_is_refused(tmp_path):
    (tmp_path / "sheet.png").write_bytes(png())
    (tmp_path / "sheet.tsv").write_text("level\tpage_num\n")
    with pytest.raises(UnusableScan):
        recognised(scans_of(str(tmp_path / "sheet.png")), READING)


SLIP = Path(classic_path("classic:epaminondas-slip")).read_text(encoding="utf-8")

PLIES = 5
"""Plies of each game that are typed with clicks."""

TWICE = "2.7.2N2 11.6.2SE2\n2. 2.6.3E1 2.6.3E1 10.7.3S3\n"


def opened(folder: Path, scans: Sequence[Scan] = (), **known: Any) -> Any:
    """Return a workbench on ``game.txt``."""
    return Workbench(str(folder / "game.txt"), scans, InputOptions(**known))


def bench(folder: Path, text: str | None = None, **known: Any) -> Any:
    """Return a workbench without a scan, with a text if given."""
    if text is not None:
        (folder / "game.txt").write_text(text, encoding="utf-8")
    found = opened(folder, **known)
    found.start()
    return found


def typed(one: Workbench, text: str) -> Any:
    """Send a text as a page does, and return the answer."""
    return one.answers["edit"]({"revision": one.revision, "text": text, "typed": True})


def put(one: Any, place: Any, move: str) -> Any:
    """Type a move at the place that an answer names for it."""
    where = place["where"]
    lines = one.state()["text"].split("\n")
    line = lines[where["line"]]
    lines[where["line"]] = line[: where["start"]] + where["lead"] + move + line[where["stop"] :]
    return one.edit(one.revision, "\n".join(lines), False)


def at_end(one: Any) -> Any:
    lines = one.state()["text"].split("\n")
    return one.place(Caret(len(lines) - 1, len(lines[-1])))


@pytest.mark.parametrize(
    "game", [pytest.param("epaminondas", marks=pytest.mark.slow), "crossings", "gipf", "megiddo"]
)
def test_a_game_is_typed_with_clicks_alone(tmp_path, game):
    one = bench(tmp_path, game=game)
    for number in range(PLIES):
        place = at_end(one)
        assert place["moves"], place
        put(one, place, place["moves"][number % len(place["moves"])][0])
    (record,) = records.read(str(tmp_path / "game.txt"))
    assert replay(record).valid
    assert len(record.moves) == PLIES
    rows = one.state()["text"].strip().splitlines()
    numbers = [row.split()[0] for row in rows[rows.index("") + 1 :]]
    assert numbers == [f"{number}." for number in range(1, len(numbers) + 1)]


def test_findings_stand_where_the_text_is_wrong_with_suggestions(tmp_path):
    one = bench(tmp_path, SLIP)
    wrong = [found for found in one.state()["findings"] if found["wrong"]]
    line, start, stop = wrong[0]["replace"]
    text = one.state()["text"].split("\n")[line][start:stop]
    assert text == "4.7.3N3x3"
    assert wrong[0]["where"] == wrong[0]["replace"]
    last, end = one.state()["end"]
    assert one.state()["text"].split("\n")[last][:end].endswith("9.9.2SW2x1")
    assert wrong[0]["suggestions"][0] == "4.7.4N3x3"
    place = one.place(Caret(line, stop))
    assert place["mode"] == "before"
    put(one, place, "4.7.4N3x3")
    assert not [found for found in one.state()["findings"] if found["wrong"]]


HEAD = '[Game "megiddo"]\n\n'
PLACES = (
    "", f"{HEAD}1. C4", f"{HEAD}1. C4 B4", f"{HEAD}1. C4 B4\n", f"{HEAD}1. C4 B4\n2. ",
    *(f"{HEAD}1. C4 B4\n2. {row}" for row in ("E6 A4", "E6", "E6 Z9", "Z9 E6", "Z9")),
    '[Game "epaminondas"]\n\n1. 2.7.2N2 11.6', "1. 2.7.2N3",
    f'[Start "bbrbbb/brbrbr/brrbbb/bbrrrb/rrrrbb/rrbr1r b 2,4"]\n{HEAD}1. ... E6 ',
)  # fmt: skip
"""Texts whose last place is asked about; of one, an earlier place too."""


def test_what_stands_at_a_place_is_kept(tmp_path, kept):
    one, lines = bench(tmp_path), []
    for text in PLACES:
        typed(one, text)
        lines.append(f"=== {text!r}")
        lines += said(at_end(one))
    typed(one, f"{HEAD}1. C4 B4\n2. E6 A4\n")
    for other in (False, True):
        lines += said(one.place(Caret(2, 5, other=other)))
    lines.append(str(one.state()["kinds"]))
    kept("\n".join(lines) + "\n", Path(__file__).with_name("places.txt"))


def said(place: dict[str, Any]) -> list[str]:
    """Return the answer about a place, without its board and most of its moves."""
    cut = {name: value[:2] if name in ("moves", "completions") else value
           for name, value in place.items()}  # fmt: skip
    drawn = ("board", "cells")
    return [f"{name}: {value}" for name, value in cut.items() if name not in drawn]


def test_undo_puts_the_caret_behind_the_word_that_changed(tmp_path):
    one = bench(tmp_path, "C4 B4 A1")
    one.edit(0, "C4 XB4 A1", False)
    undo, redo = (one.answers[name] for name in ("undo", "redo"))
    assert undo({})["caret"] == [0, 3]
    assert redo({})["text"] == "C4 XB4 A1"
    assert undo({})["text"] == "C4 B4 A1"
    assert undo({})["revision"] == one.revision  # there is nothing before it
    one.edit(one.revision, "C4 D4 A1", False)
    assert one.undo(True)["caret"] == [0, 5]
    before = one.state()["text"]
    for letters in ("2", "23"):
        typed(one, before + letters)
    assert one.undo(True)["text"] == before  # what is typed in a row is one step


@pytest.mark.parametrize(("keep", "left"), [(True, "mine"), (False, "theirs")])
def test_what_another_program_writes_is_not_overwritten_unasked(tmp_path, keep, left):
    path = tmp_path / "game.txt"
    one = bench(tmp_path, "first")
    path.write_text("theirs")
    found = typed(one, "mine")
    assert found["conflict"]
    assert path.read_text() == "theirs"
    assert one.news(one.revision, "nothing")["conflict"]
    found = one.resolve(keep)
    assert (found["conflict"], found["text"], path.read_text()) == (False, left, left)
    if not keep:
        assert one.undo(True)["text"] == "mine"


def test_a_text_that_another_page_has_changed_is_stale(tmp_path):
    one = bench(tmp_path)
    typed(one, "one")
    found = one.edit(0, "other", True)
    assert found == {"stale": True, "text": "one", "revision": 1}
    assert (tmp_path / "game.txt").read_text() == "one"


def test_what_cannot_be_saved_now_is_saved_later(tmp_path, monkeypatch):
    one = bench(tmp_path)

    def full(text: str) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(one._saved, "write", full)
        assert "No space left" in str(typed(one, "text")["unsaved"])
    assert not one.news(one.revision, "nothing")["unsaved"]
    assert (tmp_path / "game.txt").read_text() == "text"


def test_what_is_certain_is_mended_as_one_step(tmp_path):
    lenient = '[Game "epaminondas"]\n\n1. 2.7.2 N2 11.6.2S.E.2\n'
    one = bench(tmp_path, lenient)
    assert one.mend()["text"] == '[Game "epaminondas"]\n\n1. 2.7.2N2 11.6.2SE2\n'
    assert one.undo(True)["text"] == lenient


def test_a_repair_is_one_step_whose_plies_are_marked_until_they_are_confirmed(tmp_path):
    one = bench(tmp_path, SLIP)
    found = one.repair(6)
    assert found["said"].startswith("1 edit, and the repair is right with a probability of 9")
    assert "ply 7: 4.7.4N3x3, not 4.7.3N3x3" in found["said"]
    assert found["text"] == SLIP.replace("4.7.3N3x3", "4.7.4N3x3")
    ((line, start, stop),) = [marked["where"] for marked in found["unsure"]]
    assert (found["unsure"][0]["choices"], found["unsure"][0]["share"]) == (["4.7.3N3x3"], 97)
    assert found["text"].split("\n")[line][start:stop] == "4.7.4N3x3"
    assert one.confirm(line, start)["unsure"] == []
    assert "nothing to repair" in one.repair(6)["said"]
    assert one.undo(True)["text"] == SLIP


def test_a_repair_that_takes_a_ply_away_writes_the_rows_anew(tmp_path):
    one = bench(tmp_path, f'[Game "epaminondas"]\n\n1. {TWICE}')
    found = one.repair(2)
    assert "ply 4: 2.6.3E1 is written twice here" in found["said"]
    (record,) = records.read(str(tmp_path / "game.txt"))
    assert record.moves == ("2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3")
    assert one.undo(True)["text"].endswith(TWICE)


def test_a_scan_is_read_into_an_empty_text_with_places_and_doubts(tmp_path):
    one = opened(tmp_path, scans_of(scan(tmp_path)))
    one._reader.read()
    state = one.state()
    assert state["reading"] == "done"
    (record,) = records.read(str(tmp_path / "game.txt"))
    (known,) = records.read(str(tmp_path / "sheet.hocr.gz"))
    assert record.moves == known.moves
    assert ["Ge2"] in [doubt["choices"] for doubt in state["unsure"]]  # the one that is legal
    span = one._games[0].spans[3]
    assert span is not None
    for column in (span.start, span.stop):
        printed = one.place(Caret(span.line, column))["print"]
        assert (printed["page"], printed["box"]) == (0, list(known.details[3]["box"][1:]))
    x, y = (int(sum(printed["box"][edge::2]) / 2) for edge in (0, 1))
    assert one.printed_at(0, x, y) == {"where": [*span]}
    line, start, _ = state["unsure"][0]["where"]
    assert len(one.confirm(line, start)["unsure"]) == len(state["unsure"]) - 1


def test_a_repair_is_told_the_evidence_of_the_scan_and_what_is_confirmed(tmp_path, monkeypatch):
    """Evidence is used for plies of the game whose recognised text is unchanged."""
    asked = []

    def known(document, game, evidence, settled, seconds):
        asked.append((evidence, list(settled)))
        raise NoRepair("nothing to repair")

    monkeypatch.setattr(session, "proposals", known)
    one = opened(tmp_path, scans_of(scan(tmp_path)))
    one._reader.read()
    (record,) = records.read(str(tmp_path / "sheet.hocr.gz"))
    one.state()
    third = one._games[0].spans[3]
    one.confirm(third.line, third.start)
    one.repair(third.line)
    read = {index: dict(detail) for index, detail in record.details.items()}
    put(one, {"where": third._asdict() | {"lead": ""}}, "e9")
    one.repair(third.line)
    assert [settled for _, settled in asked] == [[3], [3]]
    assert asked[0][0] == read
    assert asked[1][0] == {index: detail for index, detail in read.items() if index != 3}


def test_without_tesseract_the_page_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("analysis.pages.transcribe.sheets.which", lambda name: None)
    path = scan(tmp_path)
    (tmp_path / "sheet.hocr.gz").unlink()
    found = Reader(scans_of(path), InputOptions())
    assert found.state == "nothing"
    assert "tesseract is not installed" in found.why
    one = opened(tmp_path, scans_of(path), game="gipf")
    one.start()
    assert one.state()["text"] == '[Game "gipf"]\n\n1. '


def test_a_mistake_of_the_program_ends_the_reading(tmp_path, monkeypatch):
    def mistaken(*_):
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr("analysis.pages.transcribe.sheets.recognised", mistaken)
    found = Reader(scans_of(scan(tmp_path)), InputOptions())
    found.read()
    assert (found.state, found.why.rpartition(", ")[2]) == (
        "failed",
        "because of a fault in ludograph: ZeroDivisionError: a mistake",
    )


def test_news_have_the_text_only_if_the_page_shows_another(tmp_path):
    one = bench(tmp_path, "1. C4")
    shown = one.state()
    assert "text" not in one.news(shown["revision"], shown["reading"])
    assert one.news(shown["revision"], "other")["text"] == "1. C4"
    typed(one, "1. C4 B4")
    assert one.news(shown["revision"], shown["reading"])["text"] == "1. C4 B4"


@pytest.mark.parametrize(("text", "lead"), [("1. C4", "  "), ("1. C4 ", ""), ("1. C4 B4", "\n2. ")])
def test_a_move_is_apart_from_what_is_before_it(tmp_path, text, lead):
    one = bench(tmp_path, f'[Game "megiddo"]\n\n{text}')
    assert at_end(one)["where"]["lead"] == lead


@pytest.mark.parametrize("number", ["0", 7, "9" * session.DIGITS])
def test_a_number_of_a_request_is_a_whole_number(number):
    assert session.whole({"ply": number}, "ply") == int(number)


@pytest.mark.parametrize("number", ["", "-1", "1.5", "\u0661", None, "9" * (session.DIGITS + 1)])
def test_another_value_of_a_request_is_refused(number):
    with pytest.raises(InvalidRequest, match="ply is not a number"):
        session.whole({"ply": number}, "ply")
