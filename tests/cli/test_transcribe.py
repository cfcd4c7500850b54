"""``ludograph transcribe``: the address, what it begins with, and what it refuses."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from analysis.pages import server as serving
from tests.cli.batches import running
from tests.pages.transcribe.sheets import scan


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Let the server end as soon as it runs."""
    monkeypatch.setattr(serving.LocalServer, "run", lambda server: None)
    monkeypatch.setattr("webbrowser.open", lambda address: True)


def test_the_address_is_printed_and_the_journal_goes(ludograph, tmp_path):
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
    """Post something as a page of an origin does, by default as that of the server."""
    parts = urlsplit(address)
    own = f"http://{parts.netloc}"
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=20)
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
        with running(command, stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None
            address = process.stdout.readline().split(": ", 1)[1].strip()
            for _ in range(1000):
                state = json.load(urlopen(f"{address}state", timeout=20))
                if state["reading"] != "reading":
                    break
                time.sleep(0.02)
            if number:
                assert state["text"].startswith("changed ")
                assert told(address, "undo", {})[1]["text"] == state["text"][len("changed ") :]
            else:
                revision = state["revision"]
                edit = {"revision": revision, "text": "lost", "typed": False}
                for origin in ("https://example.org", "null", ""):
                    assert told(address, "edit", edit, origin)[0] == 403
                edit["text"] = f"changed {state['text']}"
                assert told(address, "edit", edit)[0] == 200
            process.send_signal(kill)
            assert process.wait(20) == status
    assert "changed" not in (tmp_path / "game.txt").read_text()
    assert not list(tmp_path.glob("*.jsonl"))
