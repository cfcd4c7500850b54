"""Commands with pages: ``explore``, ``transcribe`` and ``view``."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import webbrowser
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from analysis.pages import server as serving
from tests.cli.batches import running
from tests.pages.transcribe.sheets import scan


def test_a_port_that_is_taken_is_one_line(ludograph):
    ludograph("library", "import", "classic:megiddo-match", "-L", "games.ludo")
    with serving.LocalServer([]) as other:
        port = other.address.split(":")[2].partition("/")[0]
        run = ludograph("explore", "games.ludo", "--no-browser", "--port", port)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"ludograph: 127.0.0.1:{port}: ")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Make the server stop as soon as it runs."""
    monkeypatch.setattr(serving.LocalServer, "run", lambda server: None)
    monkeypatch.setattr("webbrowser.open", lambda address: True)


def test_the_address_is_printed_and_no_other_file_is_written(ludograph, tmp_path):
    run = ludograph("transcribe", "-o", "game.txt", "--game", "gipf", "--no-browser")
    assert run.status == 0
    assert re.fullmatch(r"game\.txt: http://127\.0\.0\.1:\d+/[\w-]{32,}/\n", run.out)
    assert "No scan was named" in run.err
    assert "Ctrl-C ends it" in run.err
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]
    assert (tmp_path / "game.txt").read_text() == '[Game "gipf"]\n\n1. '


def test_a_text_that_is_there_stays_as_it_is(ludograph, tmp_path):
    (tmp_path / "game.txt").write_bytes(b"1. a\r\n2. b")
    assert ludograph("transcribe", "-o", "game.txt", "--game", "gipf").status == 0
    assert (tmp_path / "game.txt").read_bytes() == b"1. a\r\n2. b"


def told(address: str, name: str, body: object, origin: str | None = None) -> tuple[int, Any]:
    """Post JSON as a page of an origin would, by default of the server's own origin."""
    parts = urlsplit(address)
    own = f"http://{parts.netloc}"
    connection = HTTPConnection(parts.hostname or "", parts.port)
    connection.request("POST", f"{parts.path}{name}", json.dumps(body),
                       {"Origin": own if origin is None else origin})  # fmt: skip
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_server_that_is_killed_loses_nothing_and_strangers_change_nothing(tmp_path):
    command = [sys.executable, "-m", "analysis", "transcribe", scan(tmp_path), "-o",
               str(tmp_path / "game.txt"), "--no-browser"]  # fmt: skip
    for number, (kill, status) in enumerate([(signal.SIGKILL, -9), (signal.SIGINT, 0)]):
        with running(command, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            address = process.stdout.readline().split(": ", 1)[1].strip()
            for _ in range(1000):
                state = json.load(urlopen(f"{address}state"))
                if state["reading"] != "reading":
                    break
                time.sleep(0.02)
            if number:
                assert state["text"].startswith("changed ")
                assert not state["undo"]
            else:
                revision = state["revision"]
                edit = {"revision": revision, "text": "lost", "typed": False}
                for origin in ("https://example.org", "null", ""):
                    assert told(address, "edit", edit, origin)[0] == 403
                edit["text"] = f"changed {state['text']}"
                assert told(address, "edit", edit)[0] == 200
            process.send_signal(kill)
            _, err = process.communicate()
            assert process.returncode == status
            assert err.endswith("Ctrl-C ends it.\n")
    assert (tmp_path / "game.txt").read_text().startswith("changed ")


@pytest.fixture
def opened(monkeypatch):
    """Return a list of the addresses that the command opens in a browser."""
    found: list[str] = []

    def opening(address):
        found.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", opening)
    return found


def test_without_a_name_a_temporary_page_is_opened(ludograph, opened, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run = ludograph("view", "classic:epaminondas-slip")
    path = Path(run.out.strip().rpartition("see ")[2])
    assert (run.status, opened) == (1, [path.as_uri()])
    again = ludograph("view", "classic:epaminondas-slip", "--no-browser")
    assert again.out.startswith("1 game: 0 valid, 1 with errors; see ")
    assert len(opened) == 1


def test_where_no_browser_can_be_opened_it_is_said(ludograph, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    run = ludograph("view", "classic:epaminondas-slip")
    assert run.err == "no browser could be opened: open this file in one\n"


def test_a_large_page_is_remarked(ludograph, monkeypatch):
    monkeypatch.setattr("analysis.cli.view.LARGE", 1000)
    run = ludograph("view", "classic:megiddo-match", "-o", "a.html")
    assert "it may open slowly" in run.err
