"""``ludograph explore``: the address, its end by Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from analysis.pages import server as serving
from tests.cli.batches import running


@pytest.fixture
def library(ludograph):
    run = ludograph("library", "import", "classic:megiddo-match", "classic:gipf-tournament",
                    "-L", "games.ludo")  # fmt: skip
    assert run.status == 0, run.err
    return "games.ludo"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--game", "crossings"), "games.ludo: no game of crossings in the library"),
        (("--dialect", "nothing"), "has no dialect 'nothing'"),
        (("--variant", "basic"), "no game of this variant in the library"),
    ],
)
def test_what_cannot_be_explored_is_one_line(ludograph, library, options, message):
    run = ludograph("explore", library, *options, "--no-browser")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert message in run.err


def test_a_port_that_is_taken_is_one_line(ludograph, library):
    with serving.LocalServer([]) as other:
        port = other.address.split(":")[2].partition("/")[0]
        run = ludograph("explore", library, "--no-browser", "--port", port)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"ludograph: 127.0.0.1:{port}: ")


def test_the_browser_is_given_the_address(ludograph, library, monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(serving.LocalServer, "run", lambda self: None)
    run = ludograph("explore", library)
    address = run.out.split()[-1]
    assert opened == [address]
    assert ludograph("explore", library, "--no-browser").status == 0
    assert len(opened) == 1


@pytest.mark.slow
def test_ctrl_c_ends_it_well(library, tmp_path):
    command = [sys.executable, "-m", "analysis", "explore", library, "--no-browser"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with running(command, cwd=tmp_path, stderr=subprocess.PIPE, env=environment) as run:
        assert run.stdout
        address = run.stdout.readline().split()[-1]
        with urlopen(f"{address}kinds", timeout=60) as answer:
            assert len(json.load(answer)["kinds"]) == 2
        with pytest.raises(HTTPError, match="403"):
            urlopen(f"{address.rstrip('/')}x/kinds", timeout=60)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (0, "")
    assert err == "Ctrl-C ends it.\n"
