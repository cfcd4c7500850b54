"""``ludograph library``: the output of its commands, and their effects on the games."""

import json

import pytest
from click.testing import CliRunner

import records.pieces
from analysis.cli import cli
from analysis.library import importing
from analysis.library.library import LibraryFile
from tests.cases import each_case
from tests.records.samples import DEMONSTRATION, rows

GAMES = f"""
[Game "epaminondas"]
[Variant "standard"]
[White "Ada"]
[Black "Ben"]
[Date "2004-05-17"]

{rows(DEMONSTRATION)}

[Game "epaminondas"]
[Variant "standard"]
[White "Ben"]
[Black "O'Hara"]

1. 2.7.2N2 11.6.2SE2
2. 2.6.3E4

[Game "megiddo"]
[Variant "base"]
[Red "Ada"]
[Blue "x'; DROP TABLE games; --"]

1. C6 B4
2. D5 A1

[Game "megiddo"]
[Variant "base"]
[Red "Ada"]
[Blue "x'; DROP TABLE games; --"]

1. C6 B4
2. D5 A1
"""


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """A library of some games: two are equal, and one is broken."""
    folder = tmp_path_factory.mktemp("library")
    (folder / "in.txt").write_text(GAMES)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        run = CliRunner().invoke(cli, ["library", "import", "in.txt", "-L", "g.ludo", "--json"])
    assert json.loads(run.stdout) == {"read": 4, "added": 4, "known": 0, "with_errors": 1}
    assert run.exit_code == 1
    return (folder / "g.ludo").read_bytes()


def test_repeated_games_of_a_source_are_indexed_a_batch_at_a_time(ludograph, tmp_path, monkeypatch):
    """Later batches of the source have the same games as the first."""
    monkeypatch.setattr(records.pieces, "PIECE", 2000)
    monkeypatch.setattr(importing, "LOT", 1)
    indexed = []
    index = importing.Indexer.__call__

    def counted(self, found):
        indexed.append(index(self, found))
        return indexed[-1]

    monkeypatch.setattr(importing.Indexer, "__call__", counted)
    (tmp_path / "in.txt").write_text(f"{GAMES}\n" * 30)
    assert "120 added" in ludograph("library", "import", "in.txt", "-L", "g.ludo").out
    assert len(indexed) < 30


@pytest.fixture
def library(ludograph, content, tmp_path, monkeypatch):
    """The library under the usual name, and the file with its games, in the working folder."""
    (tmp_path / "in.txt").write_text(GAMES)
    (tmp_path / "games.ludo").write_bytes(content)
    monkeypatch.setenv("LUDOGRAPH_LIBRARY", "games.ludo")
    return lambda *arguments: ludograph("library", *arguments)


@pytest.mark.slow
def test_several_processes_make_the_same_library(library, ludograph, tmp_path, monkeypatch):
    monkeypatch.setattr("records.pieces.PIECE", 300)
    run = ludograph("library", "import", "in.txt", "-L", "other.ludo", "--jobs", "2")
    assert run.status == 1
    found = []
    for path in ("games.ludo", "other.ludo"):
        with LibraryFile(path) as one:
            games = list(one.games())
            found.append([(n, game.source, game.record.tags, game.played) for n, game in games])
    assert found[0] == found[1]


WRONG = {
    "nothing": ("", "the pattern is empty"),
    "only wild": ("? ?\n? ?", "nothing but ?"),
    "no such sign": ("w q", "'q' is not one of w b s . * ?"),
    "too large": ("w" * 40, "does not fit"),
    "no point": ("a1=w z99=b", "'z99=b' names no point of this board"),
    "no sign at a point": ("a1=w, a2=q", "'q' is not one of w b s . * ?, in 'a2=q'"),
    "two signs at a point": ("a1=w A1=b", "'A1=b' contradicts another sign at that point"),
    "points of which all are wild": ("a1=? a2=?", "nothing but ?"),
    "no text": ("\0\x01", "is not one of"),
}


@each_case(("text", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_pattern_is_bad_usage(library, tmp_path, text, message):
    (tmp_path / "pattern.txt").write_text(text)
    run = library("search", "--pattern", "pattern.txt", "--game", "epaminondas")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert message in run.err


NAMES = (
    "a#b.ludo", "\u00e9\u65e5.ludo", "a%20b.ludo", "a'b\".ludo", ":memory:", "file:x.ludo",
    "x.ludo?mode=ro", "-x",
)  # fmt: skip


@each_case("name", NAMES)
def test_any_name_is_the_name_of_a_file(library, ludograph, tmp_path, name):
    before = {one.name for one in tmp_path.iterdir()}
    run = ludograph("library", "import", "in.txt", f"-L{name}", "--json")
    assert run.objects[0]["added"] == 4
    assert {one.name for one in tmp_path.iterdir()} - before == {name}
    assert "4 games read" in ludograph("check", f"./{name}", "-q").out


def test_an_empty_file_becomes_a_library_by_an_import(library, ludograph, tmp_path):
    (tmp_path / "empty").touch()
    run = ludograph("library", "search", "-L", "empty")
    assert (run.status, run.err) == (
        2,
        "ludograph: empty: an empty file, and not a library of games\n",
    )
    assert ludograph("library", "import", "in.txt", "-L", "empty").status == 1
    assert len(ludograph("library", "search", "-L", "empty").out.splitlines()) == 4
