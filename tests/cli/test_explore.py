"""``ludograph explore``: the address, its end by Ctrl-C, the page without a server."""

import json
import os
import re
import signal
import subprocess
import sys
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from analysis.cli.progress import Progress
from analysis.pages import server as serving
from tests.cli.batches import running
from tests.pages.pages import unpacked


@pytest.fixture
def library(ludograph):
    run = ludograph("library", "import", "classic:megiddo-match", "classic:gipf-tournament",
                    "-L", "games.ludo")  # fmt: skip
    assert run.status == 0, run.err
    return "games.ludo"


def inside(path):
    """Return the data in a page, and the elements with data that it has."""
    found = dict(re.findall(r'<script type="text/plain" id="(\w+)">([^<]*)</script>',
                            path.read_text(encoding="utf-8")))  # fmt: skip
    return unpacked(found["data"])[0]


def test_a_page_without_a_server_holds_the_tree(ludograph, library, tmp_path):
    run = ludograph("explore", library, "--static", "tree", "--min-games", "1", "--depth", "2")
    assert (run.status, run.out) == (0, "9 positions written to tree/index.html\n")
    assert run.err == "left out: 4 moves after the first 2 plies\n"
    found = inside(tmp_path / "tree" / "index.html")
    assert {one["game"] for one in found["kinds"]} == {"megiddo", "gipf"}
    (start,) = [one for one in found["nodes"] if one["results"]["games"] == 3]
    assert sum(row["games"] for row in start["rows"]) == 3
    games = (tmp_path / "tree" / "games.html").read_text(encoding="utf-8")
    for game in start["list"]["games"]:
        assert game["link"] == f"games.html#{game['number']}/0"
        assert f'data-game="{game["number"]}"' in games


def test_rare_moves_are_left_out_and_counted(ludograph, library, tmp_path):
    run = ludograph("explore", library, "--static", "tree", "--game", "megiddo")
    assert run.status == 0
    assert re.search(r"left out: \d+ moves? played in fewer than 2 games\n", run.err)
    found = inside(tmp_path / "tree" / "index.html")
    assert all(row["games"] >= 2 for node in found["nodes"] for row in node["rows"])
    assert sum(node["rare"] for node in found["nodes"]) == int(run.err.split()[2])


def test_what_makes_the_page_too_large_is_left_out(ludograph, library, tmp_path, monkeypatch):
    monkeypatch.setattr("analysis.pages.explore.static.Bounds.__init__.__defaults__", (4000,))
    run = ludograph("explore", library, "--static", "tree", "--min-games", "1")
    assert "that made the page too large: 4,000 characters at most" in run.err
    assert 0 < len(inside(tmp_path / "tree" / "index.html")["nodes"]) < 10


def test_the_positions_of_a_page_are_counted_while_they_are_gathered(
    ludograph, library, monkeypatch
):
    seen = []
    monkeypatch.setattr(Progress, "count", lambda self, *counted: seen.append(counted))
    run = ludograph("explore", library, "--static", "tree", "--depth", "2", "--min-games", "1")
    assert run.out == "9 positions written to tree/index.html\n"
    assert seen == [(number, "position") for number in range(1, 10)]


@pytest.mark.slow
def test_the_same_games_make_the_same_page(ludograph, library, tmp_path):
    for folder in ("one", "two"):
        assert ludograph("explore", library, "--static", folder).status == 0
    for name in ("index.html", "games.html"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_another_page_is_not_replaced(ludograph, library, tmp_path):
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "index.html").write_text("mine")
    run = ludograph("explore", library, "--static", "tree")
    assert (run.status, run.out) == (2, "")
    assert "is no page of ludograph" in run.err
    assert (tmp_path / "tree" / "index.html").read_text() == "mine"
    assert ludograph("explore", library, "--static", "tree", "--force").status == 0
    assert ludograph("explore", library, "--static", "tree").status == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--game", "crossings"), "games.ludo: no game of crossings in the library"),
        (("--dialect", "nothing"), "has no dialect 'nothing'"),
        (("--depth", "3"), "--depth, --min-games and --force go with --static"),
        (("--variant", "basic"), "no game of this variant in the library"),
    ],
)
def test_what_cannot_be_explored_is_one_line(ludograph, library, options, message):
    run = ludograph("explore", library, *options, "--no-browser")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert message in run.err


def test_a_file_that_is_no_library_is_one_line(ludograph, tmp_path):
    (tmp_path / "games.txt").write_text("F6 D4")
    run = ludograph("explore", "games.txt")
    assert (run.status, run.err) == (2, "ludograph: games.txt: not a library of games\n")
    assert ludograph("explore", "nowhere.ludo").status == 2


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
