"""What the page's worker answers, without a browser: files, commands, repairs, odd questions."""

import json
import shutil
from pathlib import Path

import pytest

import records
from analysis.cli.browser import UNREAD, BrowserSession, answerer
from analysis.editing.place import Caret
from notation import LudographError
from records.classics import classic_path, classics
from tests.pages.transcribe.sheets import DATA, png


@pytest.fixture
def session(tmp_path: Path) -> BrowserSession:
    return BrowserSession(tmp_path)


def put(session: BrowserSession, text: str) -> dict[str, object]:
    return session.edit(session.revision, text, False)


SLIP = '[Game "epaminondas"]\n\n1. 2.7.2N2  11.6.2SE2\n2. 2.6.3E1  10.7.3S3\n3. 2.8.1SW9\n'


def test_every_classic_is_an_example(session):
    for name in classics():
        found = session.example(name)
        assert found["text"] == Path(classic_path(name)).read_text(encoding="utf-8")
        assert found["name"] == f"{name}.txt"


def test_a_repair_of_the_tour_is_sought_in_one_session_and_put_in_another(session, tmp_path):
    other = BrowserSession(tmp_path / "other")
    text = str(session.example("tour")["text"])
    put(other, text)
    found = json.loads(json.dumps(other.seek(7, 10)._asdict()))
    assert (found["said"][:7], len(found["plies"])) == ("3 edits", 3)
    answer = session.answers["adopt"](found)
    assert answer["text"] == found["text"] != text
    assert [one["choices"][0] for one in answer["unsure"]] == ["4.7.3N3x3", "12.8.2W1x2", "2.8.8S1"]
    assert not [one for one in answer["findings"] if one["wrong"]]
    assert session.undo(True)["text"] == text


@pytest.mark.parametrize(
    ("name", "content", "text", "note"),
    [
        ("a.txt", b"1. D3 B4\r\n2. C2\r\n", "1. D3 B4\n2. C2\n", ""),
        ("a.txt", "[White \"Zoë\"]\n1. D3".encode("cp1252"), '[White "Zoë"]\n1. D3', "cp1252"),
        ("a.jsonl", b'{"game":"megiddo","moves":["D3"]}\n', "1. D3", "Converted from jsonl"),
        ("a.jsonl", b'{"game":"megiddo","moves":["Z9"]}\n', '{"game"', "it has errors"),
    ],
)  # fmt: skip
def test_files_are_opened_as_text(session, tmp_path, name, content, text, note):
    (tmp_path / name).write_bytes(content)
    found = session.open([name])
    assert text in found["text"]
    assert note in " ".join(found["notes"])
    assert session.undo(True)["text"] == ""


def test_several_texts_stand_one_below_the_other(session, tmp_path):
    for name in ("epaminondas-slip", "megiddo-double"):
        shutil.copy(classic_path(name), tmp_path / f"{name}.txt")
    found = session.open(["epaminondas-slip.txt", "megiddo-double.txt"])
    rows = session.games()["games"]
    assert [row["word"] for row in rows] == ["broken", *["valid"] * (len(rows) - 1)]
    assert found["notes"] == ["The texts of 2 files stand one below the other."]


def test_a_scan_comes_with_its_picture_without_one_and_without_its_text(session, tmp_path):
    shutil.copy(DATA / "gipf-scan.hocr.gz", tmp_path / "sheet.hocr.gz")
    (known,) = records.read(str(tmp_path / "sheet.hocr.gz"))
    alone = session.open(["sheet.hocr.gz"])
    assert alone["scans"] == [""]
    assert session._games[0].replay.record.moves == known.moves
    (tmp_path / "sheet.png").write_bytes(png())
    both = session.open(["sheet.hocr.gz", "sheet.png"])
    assert (both["scans"], both["text"]) == (["sheet.png"], alone["text"])
    assert both["unsure"]
    # What lies there from before is no text of another picture.
    assert session.open(["sheet.png"])["why"] == UNREAD


def test_what_is_guessed_is_said_at_the_board_and_in_the_results(session):
    put(session, SLIP.replace('[Game "epaminondas"]\n', ""))
    assert session.place(Caret(1, 3))["about"] == "Epaminondas standard (guessed)"
    (row,) = session.games()["games"]
    assert row["rules"] == "Epaminondas standard (guessed)"
    assert (row["plies"], row["played"], row["word"]) == (5, 4, "broken")


def test_a_command_writes_its_file_or_says_why_not(session, tmp_path):
    put(session, SLIP)
    done = session.run(["convert", "{}", "--to", "sgf"], "game.sgf")
    assert (done["status"], "1 rejected" in str(done["err"])) == (1, True)
    done = session.run(["convert", "{}", "--to", "parquet"], "../game.sgf")
    assert done["status"] == 2
    assert str(done["err"]).startswith("ludograph: ")
    assert done["made"] == ""
    drawn = session.picture(4, 3)
    assert Path(str(drawn["made"])).read_bytes().startswith(b"<svg")


@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        ("example", {"name": "../secret"}, "there is no example '../secret'"),
        ("example", {}, "there is no example 'None'"),
        ("open", {"names": "a"}, "names are no texts"),
        ("open", {"names": ["none.txt"]}, "none.txt"),
        ("run", {"words": [1]}, "words are no texts"),
        ("adopt", {"odd": 1}, "this is no repair"),
        ("seek", {"line": -1, "seconds": 1}, "line is no number: -1"),
        ("picture", {"line": 0, "units": 0}, "there is no game at this place"),
        ("nothing", {}, "a mistake in ludograph: KeyError: 'nothing'"),
    ],
)
def test_odd_questions_have_answers(tmp_path, name, asked, said):
    answer = answerer(str(tmp_path))
    assert said in json.loads(answer(name, json.dumps(asked)))["error"]


def test_a_picture_that_is_none_is_said(session, tmp_path):
    (tmp_path / "sheet.png").write_bytes(b"no picture")
    with pytest.raises(LudographError, match="neither PNG, JPEG, WebP nor TIFF"):
        session.open(["sheet.png"])
