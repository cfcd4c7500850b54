"""Output keeps the files that are read, and writes into targets that are not regular files."""

import errno
import os
import threading
from pathlib import Path

import pytest

from tests.cases import each_case
from tests.cli.test_convert import BROKEN, CLASSIC, RICH

GAMES = f"{RICH}\n{BROKEN}"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games/a.txt").write_text(RICH, encoding="utf-8")
    (tmp_path / "b.txt").write_text(RICH, encoding="utf-8")
    (tmp_path / "list").write_text("b.txt\n")
    (tmp_path / "link.txt").symlink_to("games/a.txt")
    os.link(tmp_path / "games/a.txt", tmp_path / "hard.txt")
    return tmp_path


def contents(folder):
    """Return all files below a folder with their contents, including hidden files."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


SAME = {
    "itself": ("b.txt", "b.txt"),
    "another way to it": ("b.txt", "games/../b.txt"),
    "a symbolic link to it": ("games/a.txt", "link.txt"),
    "what a link that is read leads to": ("link.txt", "games/a.txt"),
    "a hard link": ("hard.txt", "games/a.txt"),
    "inside a folder": ("games", "games/a.txt"),
    "a link into a folder": ("games", "link.txt"),
    "of a pattern": ("games/*.txt", "games/a.txt"),
    "of a list": ("@list", "b.txt"),
    "a list": ("@list", "list"),
    "of a list in standard input": ("@-", "b.txt"),
}

WRITING = {
    "convert": ("convert", "{}", "--to", "text", "-o"),
    "rejects of convert": ("convert", "{}", "--to", "jsonl", "-o", "new", "--rejects"),
    "repair": ("repair", "{}", "-o"),
    "plot": ("plot", "lengths", "{}", "--as", "svg", "-o"),
}


@pytest.mark.parametrize("command", WRITING.values(), ids=WRITING)
@each_case(("source", "output"), SAME.values(), ids=SAME)
def test_no_command_writes_over_what_it_reads(ludograph, folder, command, source, output):
    before = contents(folder)
    stdin = b"games\nb.txt\n" if source == "@-" else b""
    run = ludograph(*(word.format(source) for word in command), output, stdin=stdin)
    assert (run.status, run.out) == (2, "")
    assert "this file is also read, so it is not overwritten" in run.err
    assert contents(folder) == before


def test_tables_are_not_saved_over_what_is_read(ludograph, folder):
    ludograph("convert", "b.txt", "-o", "b.games.parquet")
    (folder / "tables/plies").mkdir(parents=True)
    (folder / "b.games.parquet").rename(folder / "tables/plies/part-00000.parquet")
    before = contents(folder)
    assert ludograph("stats", "tables/plies", "--save", "tables").status == 2
    assert contents(folder) == before


def read_pipe(pipe, into):
    into.append(pipe.read_bytes())


@pytest.mark.parametrize(
    "command",
    [
        ("convert", CLASSIC, "--to", "text:span", "-o"),
        ("convert", CLASSIC, "--to", "parquet", "-o"),
        ("repair", CLASSIC, "-o"),
        ("show", CLASSIC, "--as", "svg", "-o"),
    ],
    ids=["convert", "parquet", "repair", "show"],
)
def test_a_pipe_is_written_through(ludograph, tmp_path, command):
    pipe = tmp_path / "pipe"
    found: list[bytes] = []
    os.mkfifo(pipe)
    reader = threading.Thread(target=read_pipe, args=(pipe, found), daemon=True)
    reader.start()
    assert ludograph(*command, "pipe").status == 0
    reader.join(10)
    assert pipe.is_fifo()
    assert ludograph(*command, "file").status == 0
    assert found == [(tmp_path / "file").read_bytes()]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "pipe"]


def test_an_open_descriptor_is_appended_to(ludograph, tmp_path):
    with (tmp_path / "log").open("ab") as log:
        log.write(b"before\n")
        log.flush()
        ludograph("convert", CLASSIC, "--to", "text", "-o", f"/dev/fd/{log.fileno()}")
    assert (tmp_path / "log").read_text().startswith("before\n[Game ")


@pytest.mark.parametrize("is_there", [True, False], ids=["to a file", "to no file yet"])
@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("convert", "in.txt", "--to", "text", "-o"), "out"),
        (("convert", "in.txt", "-o", "out.txt", "--rejects"), "bad"),
        (("repair", "in.txt", "-o"), "out"),
        (("show", CLASSIC, "-o"), "out.svg"),
    ],
    ids=["convert", "rejects", "repair", "show"],
)
def test_a_symbolic_link_stays_and_leads_to_the_output(
    ludograph, tmp_path, command, name, is_there
):
    (tmp_path / "in.txt").write_text(GAMES, encoding="utf-8")
    (tmp_path / "far").mkdir()
    if is_there:
        (tmp_path / "far" / name).touch()
    (tmp_path / name).symlink_to(f"far/{name}")
    ludograph(*command, name)
    assert (tmp_path / name).is_symlink()
    assert (tmp_path / "far" / name).stat().st_size > 0


def test_games_and_rejects_go_to_two_files(ludograph, folder):
    (folder / "same.txt").symlink_to("out.txt")
    before = contents(folder)
    run = ludograph("convert", "b.txt", "-o", "out.txt", "--rejects", "same.txt")
    assert (run.status, run.out) == (2, "")
    assert "-o out.txt and --rejects same.txt are the same file" in run.err
    assert contents(folder) == before


def test_a_report_on_its_own_tables_is_refused(ludograph, folder, monkeypatch):
    monkeypatch.setattr("analysis.report.draw_plots", lambda *_: iter(()))
    assert ludograph("report", "b.txt", "-o", "rep", "--diagrams", "0").status == 0
    before = contents(folder)
    for source in ("rep/openings.csv", "rep"):
        run = ludograph("report", source, "-o", "rep")
        assert (run.status, run.out) == (2, "")
        assert f"{source} is a source: it cannot be in rep, the report" in run.err
    assert contents(folder) == before


WRITTEN = {
    "tables": (["stats", "b.txt", "--save", "out"], "out/plies/part-00000.parquet"),
    "diagrams": (["show", "b.txt", "-o", "out/"], "out/b-001-005.svg"),
    "plot": (["plot", "lengths", "b.txt", "-o", "out.svg"], "out.svg"),
    "picture": (["show", "b.txt", "-o", "out.svg"], "out.svg"),
    "games": (["convert", "b.txt", "-o", "out.txt"], "out.txt"),
    "games as a table": (["convert", "b.txt", "-o", "out.parquet"], "out.parquet"),
    "page": (["view", "b.txt", "-o", "out.html"], "out.html"),
    "repair": (["repair", "b.txt", "-o", "out.txt"], "out.txt"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("command", "name"), WRITTEN.values(), ids=WRITTEN)
def test_a_file_is_written_whole_or_not_at_all(ludograph, folder, monkeypatch, command, name):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("the old one")
    before = contents(folder)
    places = []

    def full(place: object, *rest: object, **more: object) -> int:
        """Fail to rename a file, as if the program had been killed before."""
        places.append(Path(str(place)).parent)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        run = ludograph(*command)
    assert run.status == 2
    assert run.err.splitlines()[-1].startswith("ludograph: ")
    assert {place.parent if place.name.startswith(".") else place for place in places} == {
        (folder / name).parent
    }
    assert contents(folder) == before
    ludograph(*command)
    assert contents(folder)[str(folder / name)] != b"the old one"


@pytest.mark.parametrize("command", ["convert", "repair"])
def test_the_rights_of_a_file_stay(ludograph, tmp_path, command):
    (tmp_path / "out.txt").touch(mode=0o600)
    assert ludograph(command, CLASSIC, "-o", "out.txt").status == 0
    assert (tmp_path / "out.txt").stat().st_mode & 0o777 == 0o600
