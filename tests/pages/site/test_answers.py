"""The page without a server: answers of its worker, and the built folder."""

import errno
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
from base64 import b64encode
from hashlib import sha512
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

import records
from analysis.cli import captured, cli
from analysis.pages.server import LocalServer, folder_endpoints
from analysis.pages.site import build
from analysis.pages.site.build import CannotBuild, build_site
from analysis.pages.site.session import UNREAD, BrowserSession, answerer
from analysis.pages.transcribe.place import Caret
from analysis.pages.transcribe.sheets import UnusableScan
from records.classics import classic_path, classics
from tests.pages.pages import answering
from tests.pages.transcribe.sheets import DATA, png


@pytest.fixture
def session(tmp_path: Path) -> BrowserSession:
    return BrowserSession(tmp_path, captured)


def put(session: BrowserSession, text: str) -> dict[str, object]:
    return session.edit(session.revision, text, False)


SLIP = '[Game "epaminondas"]\n\n1. 2.7.2N2  11.6.2SE2\n2. 2.6.3E1  10.7.3S3\n3. 2.8.1SW9\n'


def test_every_classic_is_an_example(session):
    for name in classics():
        found = session.example(name)
        assert found["text"] == Path(classic_path(name)).read_text(encoding="utf-8")
        assert found["name"] == f"{name}.txt"


@pytest.mark.slow
def test_a_repair_of_the_tour_is_sought_in_one_session_and_put_in_another(session, tmp_path):
    other = BrowserSession(tmp_path / "other", captured)
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
    assert found["name"] == ("a.jsonl" if "errors" in note else "a.txt")
    assert session.undo(True)["text"] == ""


def test_several_texts_stand_one_below_the_other(session, tmp_path):
    for name in ("epaminondas-slip", "megiddo-double"):
        shutil.copy(classic_path(name), tmp_path / f"{name}.txt")
    found = session.open(["epaminondas-slip.txt", "megiddo-double.txt"])
    rows = session.games()["games"]
    assert [row["word"] for row in rows] == ["broken", *["valid"] * (len(rows) - 1)]
    assert found["notes"] == ["The texts of 2 files are shown one below the other."]


@pytest.mark.slow
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
    # What lies there from before is not text of another picture.
    assert session.open(["sheet.png"])["why"] == UNREAD
    (tmp_path / "bad.png").write_bytes(b"no picture")
    with pytest.raises(UnusableScan):
        session.open(["bad.png"])


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
    for line, ply in ((3, 3), (4, 4)):  # the ply at the place, or the last that is legal
        drawn = Path(str(session.picture(line, 3)["made"])).read_text(encoding="utf-8")
        assert drawn.startswith("<svg")
        assert f", ply {ply})" in drawn


@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        ("example", {"name": "../secret"}, "there is no example '../secret'"),
        ("example", {}, "there is no example 'None'"),
        ("open", {"names": "a"}, "names must be texts"),
        ("open", {"names": ["none.txt"]}, "none.txt"),
        ("run", {"words": [1]}, "words must be texts"),
        ("adopt", {"odd": 1}, "this is not a repair"),
        ("seek", {"line": -1, "seconds": 1}, "line is not a number: -1"),
        ("picture", {"line": 0, "units": 0}, "there is no game at this place"),
        ("nothing", {}, "a mistake in ludograph: KeyError: 'nothing'"),
    ],
)
def test_odd_questions_have_answers(tmp_path, name, asked, said):
    answer = answerer(str(tmp_path), captured)
    assert said in json.loads(answer(name, json.dumps(asked)))["error"]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An npm package with small files that have the names of Pyodide's files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name in (*build.TAKEN, "pyodide-lock.json", "console.html"):
            data = b'{"info": {"python": "3.14.2"}}' if name.endswith("json") else name.encode()
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    # Packed quickly: what is packed is the same.
    monkeypatch.setattr(build, "_packed", lambda data: gzip.compress(data, 1, mtime=0))
    checksum = b64encode(sha512(out.getvalue()).digest()).decode()
    monkeypatch.setattr(build, "INTEGRITY", f"sha512-{checksum}")
    path = tmp_path / "pyodide.tgz"
    path.write_bytes(out.getvalue())
    return path


def test_the_folder_has_the_runtime_the_modules_and_a_page_with_its_policy(tmp_path, package):
    folder = tmp_path / "play"
    sizes = build_site(folder, package)
    assert {path.name: path.stat().st_size for path in folder.iterdir()} == sizes
    assert gzip.decompress((folder / "pyodide.asm.wasm.packed").read_bytes()) == b"pyodide.asm.wasm"
    library = gzip.decompress((folder / "ludograph.packed").read_bytes())
    head, _, rest = library.partition(b"\n")
    files = dict(json.loads(head))
    assert sum(files.values()) == len(rest)
    assert {"records/classics/megiddo-match.txt", "click/core.py", "notation/py.typed"} <= {*files}
    assert not [name for name in files if name.startswith("analysis/plots/")]
    page = (folder / "index.html").read_text(encoding="utf-8")
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[0]
    rules = dict(one.split(" ", 1) for one in policy.replace("&#x27;", "'").split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["connect-src"] == "'self'"
    assert rules["script-src"].endswith("'self' 'wasm-unsafe-eval'")
    assert "'unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "{{" not in page
    said = (folder / "LICENSES.txt").read_text(encoding="utf-8")
    assert build.INTEGRITY in said
    for name in ("MPL-2.0", "PSF-2.0", "click 8", "BSD-3-Clause", "pyparsing 3", "Permission is"):
        assert name in said


def test_a_file_of_the_page_that_cannot_be_written_is_named(tmp_path, package, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("records.target.os.replace", full)
    with pytest.raises(OSError, match=r"No space left on device: '.*pyodide.mjs'"):
        build_site(tmp_path / "play", package)
    assert not [*(tmp_path / "play").iterdir()]


def test_the_service_worker_keeps_all_files_under_a_name_of_their_contents(
    tmp_path, package, monkeypatch
):
    def worker() -> tuple[str, set[str]]:
        names = {*build_site(tmp_path / "play", package)}
        text = (tmp_path / "play/offline.js").read_text(encoding="utf-8")
        version = re.findall(r'VERSION = "(\w{16})"', text)[0]
        listed = {*json.loads(re.findall(r"FILES = (\[.*\]);", text)[0])}
        assert listed == (names | {"./"}) - {"offline.js"}
        return version, listed

    first = worker()
    assert worker() == first
    monkeypatch.setattr(build, "LEFT_OUT", (*build.LEFT_OUT, "analysis/repair/"))
    assert worker()[0] != first[0]


def test_another_package_is_refused(tmp_path, package):
    package.write_bytes(package.read_bytes() + b"x")
    done = CliRunner().invoke(cli, ["site", str(tmp_path / "play"), "--pyodide", str(package)])
    assert isinstance(done.exception, CannotBuild)
    assert "its checksum is sha512-" in str(done.exception)
    assert not (tmp_path / "play").exists()


@pytest.mark.parametrize(
    ("npm", "said"),
    [
        (None, r"npm, which downloads Pyodide, is missing: install Node.js, or name the file "),
        ("exit 1", r"npm cannot download Pyodide \(no file came\): or name the file "),
        ("echo 'npm error 404' >&2; exit 1", r"npm cannot download Pyodide \(npm error 404\)"),
        ("sleep 60", r"npm did not download Pyodide within 0.2 seconds"),
    ],
)
def test_what_npm_lacks_is_said(tmp_path, monkeypatch, npm, said):
    monkeypatch.setattr(build, "SECONDS", 0.2 if npm == "sleep 60" else 60)
    monkeypatch.setattr(build, "which", lambda name: npm and "/bin/sh")
    real = subprocess.run
    monkeypatch.setattr(
        subprocess, "run", lambda words, **how: real(["/bin/sh", "-c", f"exec {npm}"]
        if npm == "sleep 60" else ["/bin/sh", "-c", str(npm)], **how)
    )  # fmt: skip
    with pytest.raises(CannotBuild, match=said):
        build_site(tmp_path / "play")


def test_the_folder_is_served_with_types_and_to_this_machine_only(tmp_path, package):
    folder = tmp_path / "play"
    build_site(folder, package)
    with LocalServer(folder_endpoints(folder), token="ludograph") as server, answering(server):
        address = urlsplit(server.address)

        def ask(path: str, host: str = address.netloc) -> tuple[int, str | None, bytes]:
            connection = HTTPConnection("127.0.0.1", address.port or 0)
            connection.request("GET", path, headers={"host": host})
            answer = connection.getresponse()
            found = answer.status, answer.getheader("content-type"), answer.read()
            connection.close()
            return found

        page = (folder / "index.html").read_bytes()
        assert ask("/ludograph/") == (200, "text/html; charset=utf-8", page)
        assert ask("/ludograph/offline.js")[:2] == (200, "text/javascript; charset=utf-8")
        assert ask("/ludograph/none.js")[0] == 404
        assert ask("/ludograph/..%2fpyodide.tgz")[0] == 404
        assert ask("/ludograph/", "elsewhere.example")[0] == 403
