"""``ludograph view``: a page that is written, named, and opened in the browser."""

import re
import webbrowser
from pathlib import Path

import pytest

from tests.pages.pages import data


@pytest.fixture
def opened(monkeypatch):
    """Return the addresses that a browser is asked to open."""
    found: list[str] = []

    def opening(address):
        found.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", opening)
    return found


def test_a_page_is_written_and_no_browser_opened(ludograph, tmp_path, opened):
    run = ludograph("view", "classic:megiddo-match", "-o", "games.html")
    assert (run.status, run.err) == (0, "")
    assert run.out == "3 games: 3 valid, 0 with errors; see games.html\n"
    html = (tmp_path / "games.html").read_text(encoding="utf-8")
    assert {"1", "2", "3", "index", "shapes"} == set(data(html))
    assert "<h1>classic:megiddo-match, 3 games</h1>" in html
    assert opened == []


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


def test_games_are_selected_and_titled(ludograph, tmp_path):
    run = ludograph("view", "classic:megiddo-match", "--where", "plies > 20", "-o", "a.html",
                    "--title", "Long <games>")  # fmt: skip
    assert run.out == "2 games: 2 valid, 0 with errors, 1 filtered; see a.html\n"
    assert "<h1>Long &lt;games&gt;</h1>" in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_a_file_without_a_game_is_named_and_stands_on_the_page(ludograph, tmp_path):
    (tmp_path / "empty.txt").write_text("")
    run = ludograph("view", "empty.txt", "classic:megiddo-double", "-o", "a.html")
    assert (run.status, "empty-file" in run.err) == (1, True)
    html = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert re.search("there is nothing in it", html)
    assert run.out.startswith("1 game: 1 valid, 0 with errors; 1 file without a game; ")


def test_a_large_page_is_remarked(ludograph, monkeypatch):
    monkeypatch.setattr("analysis.cli.view.LARGE", 1000)
    run = ludograph("view", "classic:megiddo-match", "-o", "a.html")
    assert "it may open slowly" in run.err


def test_the_heading_names_the_file_and_no_folder_of_the_machine(ludograph, tmp_path):
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "game.txt").write_text("1. 2.7.2N2 11.6.2SE2\n")
    ludograph("view", str(tmp_path / "club" / "game.txt"), "-o", "a.html")
    assert "<h1>game.txt</h1>" in (tmp_path / "a.html").read_text(encoding="utf-8")
