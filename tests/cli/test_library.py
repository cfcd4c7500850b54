"""``ludograph library``: what its commands print, and what they do with the games."""

import json
import os
from pathlib import Path

import pytest

from analysis.library.library import LibraryFile
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


@pytest.fixture
def library(ludograph, tmp_path, monkeypatch):
    """Some games in a library, two of them twins and one broken, under the usual name."""
    (tmp_path / "in.txt").write_text(GAMES)
    monkeypatch.setenv("LUDOGRAPH_LIBRARY", "games.ludo")
    run = ludograph("library", "import", "in.txt", "--json")
    assert run.objects == [{"read": 4, "added": 4, "known": 0, "with_errors": 1}]
    assert run.status == 1
    return lambda *arguments: ludograph("library", *arguments)


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


def test_answers_are_objects_with_the_documented_keys(library):
    run = library("search", "--position", "2.7.2N2 11.6.2SE2", "--json")
    first, second = run.objects
    assert first == {
        "id": 1,
        "game": "epaminondas",
        "variant": "standard",
        "ply": 2,
        "plies": 23,
        "valid": True,
        "result": "*",
        "outcome": {"winner": None, "reason": None},
        "source": {"path": "in.txt", "line": 2, "game": 1},
        "tags": {"White": "Ada", "Black": "Ben", "Date": "2004-05-17"},
    }
    assert (second["id"], second["ply"]) == (2, 2)
    assert run.err == ""


SEARCHES = {
    "a player in any case": (["--player", "ada"], [(1, 0), (3, 0), (4, 0)]),
    "a player with the engine's words": (
        ["--player", "x'; DROP TABLE games; --"],
        [(3, 0), (4, 0)],
    ),
    "the engine's words": (["--player", "' OR 1=1 --"], []),
    "a condition": (["--where", "not valid"], [(2, 0)]),
    "dates": (["--since", "2004", "--until", "2004-05-30"], [(1, 0)]),
    "a position": (["--position", "C6", "--game", "megiddo"], [(3, 1), (4, 1)]),
    "the first position": (["--position", "6/6/6/6/6/6 r 0,0"], [(3, 0), (4, 0)]),
    "an image": (["--position", "F6", "--game", "megiddo", "--any-symmetry"], [(3, 1), (4, 1)]),
    "no image": (["--position", "F6", "--game", "megiddo"], []),
    "the good part of a broken game": (["--after", "1", "--game", "epaminondas"], [(1, 2), (2, 2)]),
    "later plies": (["--after", "1", "--game", "megiddo"], [(3, 2), (4, 2)]),
    "earlier plies": (["--position", "C6", "--before", "2"], [(3, 1), (4, 1)]),
}


@pytest.mark.parametrize(("options", "expected"), SEARCHES.values(), ids=SEARCHES)
def test_searches_find(library, options, expected):
    run = library("search", *options, "--json")
    assert [(one["id"], one["ply"]) for one in run.objects] == expected
    assert run.status == 0
    assert len(library("search").out.splitlines()) == 4


def test_a_game_that_the_board_decides_has_its_result_from_there(ludograph, tmp_path):
    ludograph("convert", "classic:megiddo-match", "--to", "jsonl", "-o", "match.jsonl")
    records = list(map(json.loads, (tmp_path / "match.jsonl").read_text().splitlines()))
    lines = [json.dumps(one | {"result": "*"}) for one in records]
    (tmp_path / "open.jsonl").write_text("\n".join(lines))
    assert ludograph("library", "import", "open.jsonl", "-L", "open.ludo").status == 0
    assert " 1-0 (megiddo), 19 plies" in ludograph("library", "search", "-L", "open.ludo").out
    found = ludograph("library", "search", "-L", "open.ludo", "--json").objects
    assert [one["result"] for one in found] == ["*"] * 3
    assert found[1]["outcome"] == {"winner": "red", "reason": "arbatta"}
    assert (found[1]["plies"], found[1]["valid"]) == (25, True)


def test_a_pattern_is_a_part_of_a_board_or_the_whole(library, ludograph, tmp_path):
    shown = ludograph("show", "in.txt", "--nth", "1", "--ply", "2").out
    (tmp_path / "whole.txt").write_text(shown)
    run = library("search", "--pattern", "whole.txt", "--json")
    assert [(one["id"], one["ply"]) for one in run.objects] == [(1, 2), (2, 2)]
    assert "not part of the board: 'White to move', 'Last move: 11.6.2SE2'" in run.err
    (tmp_path / "wild.txt").write_text(shown.replace(".", "?").replace("b", "?"))
    wild = library("search", "--pattern", "wild.txt", "--json").objects
    assert {(1, 2), (2, 2)} <= {(one["id"], one["ply"]) for one in wild}
    (tmp_path / "part.txt").write_text("W\nw\n+")  # as shown, the column that has moved
    part = library("search", "--pattern", "part.txt", "--json", "--before", "3").objects
    assert {(1, 2), (2, 2)} <= {(one["id"], one["ply"]) for one in part}
    (tmp_path / "spread.txt").write_text("b.b\n...")
    assert library("search", "--pattern", "spread.txt").status == 0


WRONG = {
    "nothing": ("", "the pattern is empty"),
    "only wild": ("? ?\n? ?", "nothing but ?"),
    "no such sign": ("w q", "'q' is none of w b s . * ?"),
    "too large": ("w" * 40, "does not fit"),
    "no point": ("a1=w z99=b", "'z99=b' names no point of this board"),
    "no sign at a point": ("a1=w, a2=q", "'q' is none of w b s . * ?, in 'a2=q'"),
    "two signs at a point": ("a1=w A1=b", "'A1=b' contradicts another sign at that point"),
    "points of which all are wild": ("a1=? a2=?", "nothing but ?"),
    "no text": ("\0\x01", "is none of"),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_pattern_is_bad_usage(library, tmp_path, text, message):
    (tmp_path / "pattern.txt").write_text(text)
    run = library("search", "--pattern", "pattern.txt", "--game", "epaminondas")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert message in run.err


def test_a_library_is_a_source_for_every_command(library, ludograph):
    from_file = ludograph("stats", "in.txt", "--json")
    from_library = ludograph("stats", "games.ludo", "--json")
    assert (from_library.objects, from_library.status) == (from_file.objects, from_file.status)
    run = ludograph("check", "games.ludo", "--where", 'path ~ "in.txt" and not valid')
    assert "games.ludo:2: broken" in run.out
    run = ludograph("show", "games.ludo", "--nth", "3", "--ply", "1")
    assert run.out == library("show", "3", "--ply", "1").out


def test_games_come_out_as_they_went_in(library, ludograph):
    run = library("export", "-o", "all.jsonl")
    assert (run.status, run.out) == (0, "4 games written\n")
    exported = [json.loads(line) for line in Path("all.jsonl").read_text().splitlines()]
    ludograph("convert", "in.txt", "-o", "direct.jsonl", "--where", "valid")
    direct = [json.loads(line) for line in Path("direct.jsonl").read_text().splitlines()]
    assert exported[1]["moves"] == ["2.7.2N2", "11.6.2SE2", "2.6.3E4"]
    assert [exported[0], *exported[2:]] == direct
    assert library("import", "all.jsonl").out == "4 read, 0 added, 4 known, 1 with errors\n"
    run = library("export", "--player", "O'Hara", "--to", "text", "-o", "some.txt")
    assert run.out == "1 game written\n"


def test_removed_games_are_gone_from_every_answer(library):
    run = library("remove", "3", "9")
    assert (run.status, run.out) == (1, "1 removed, 1 not there\n")
    assert library("check").status == 0
    found = library("search", "--position", "C6", "--game", "megiddo", "--json").objects
    assert [one["id"] for one in found] == [4]
    run = library("remove", "--where", "game = megiddo")
    assert (run.status, run.out) == (0, "1 removed\n")
    assert library("remove").status == 2
    assert library("import", "in.txt", "--json").objects[0]["added"] == 2
    assert [one["id"] for one in library("search", "--json").objects] == [1, 2, 5, 6]
    assert library("check").status == 0


def test_a_library_is_sound(library, tmp_path):
    (checked,) = library("check", "--json").objects
    assert (checked["sound"], checked["games"], checked["readable"]) == (True, 4, 4)


def test_a_game_is_shown_with_its_error(library):
    run = library("show", "2")
    assert run.status == 1
    assert "error: move 2, White" in run.err
    assert "Ben - O'Hara" in run.err
    assert "Black to move" in run.out or "White to move" in run.out
    (record,) = library("show", "2", "--json").objects
    assert record["moves"] == ["2.7.2N2", "11.6.2SE2", "2.6.3E4"]
    assert [library("show", number, "--json").status for number in "12"] == [0, 1]
    run = library("show", "3", "-o", "board.txt")
    assert (run.status, run.out, run.err) == (0, "", "")
    assert "Last move: A1" in Path("board.txt").read_text()
    assert library("show", "7").status == 2
    assert library("show", "3", "--ply", "99").status == 2


def test_a_pattern_of_points_lies_where_it_says(library, tmp_path):
    (tmp_path / "points.txt").write_text("# the first stone\nC6=r, B4=b\nD5=.")
    options = ["--pattern", "points.txt", "--game", "megiddo", "--json"]
    found = library("search", *options).objects
    assert [(one["id"], one["ply"]) for one in found] == [(3, 2), (4, 2)]
    (tmp_path / "points.txt").write_text("F6=r E4=b")
    assert library("search", *options).objects == []
    found = library("search", *options, "--any-symmetry").objects
    assert [(one["id"], one["ply"]) for one in found] == [
        (n, ply) for n in (3, 4) for ply in (2, 3, 4)
    ]


NAMES = (
    "a?b.ludo", "a#b.ludo", "a b.ludo", "\u00e9\u65e5.ludo", "a%20b.ludo", "a'b\".ludo",
    ":memory:", "file:x.ludo", "x.ludo?mode=ro", "-x",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_the_name_of_a_file(library, ludograph, tmp_path, name):
    before = {one.name for one in tmp_path.iterdir()}
    run = ludograph("library", "import", "in.txt", f"-L{name}", "--json")
    assert run.objects[0]["added"] == 4
    assert {one.name for one in tmp_path.iterdir()} - before == {name}
    assert len(ludograph("library", "search", f"-L{name}").out.splitlines()) == 4
    assert "4 games read" in ludograph("check", f"./{name}", "-q").out


NO_LIBRARIES = {
    "a text": (lambda path: path.write_text("1. C6 B4"), "not a library of games"),
    "a folder": (Path.mkdir, "a folder"),
    "a FIFO": (os.mkfifo, "a FIFO, a socket or a device"),
}


@pytest.mark.parametrize("command", ["search", "check", "import in.txt", "remove 1"])
@pytest.mark.parametrize(("make", "message"), NO_LIBRARIES.values(), ids=NO_LIBRARIES)
def test_what_can_be_no_library_is_refused(library, ludograph, tmp_path, make, message, command):
    make(tmp_path / "other")
    run = ludograph("library", *command.split(), "-L", "other")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert run.err.startswith("ludograph: other")
    assert message in run.err


def test_an_empty_file_becomes_a_library_by_an_import(library, ludograph, tmp_path):
    (tmp_path / "empty").touch()
    run = ludograph("library", "search", "-L", "empty")
    assert (run.status, run.err) == (
        2,
        "ludograph: empty: an empty file, and not a library of games\n",
    )
    assert ludograph("library", "import", "in.txt", "-L", "empty").status == 1
    assert len(ludograph("library", "search", "-L", "empty").out.splitlines()) == 4


def test_a_library_may_be_named_with_texts_and_twice(library, ludograph, tmp_path):
    """The same games in two sources, in one lot, are added once; those of one source stay."""
    run = ludograph("check", "games.ludo", "in.txt", "games.ludo", "-q")
    assert "12 games read: 9 valid, 3 with errors" in run.out
    assert library("import", "games.ludo").status == 2
    other = ludograph("library", "import", "games.ludo", "in.txt", "-L", "both.ludo", "--json")
    assert other.objects == [{"read": 8, "added": 4, "known": 4, "with_errors": 2}]


def test_what_an_export_leaves_out_is_named_beside_it(ludograph, tmp_path):
    (tmp_path / "in.txt").write_text('[Game "megiddo"]\n[Variant "base"]\n\n1. C6 {so} B4\n')
    ludograph("library", "import", "in.txt", "-L", "g.ludo")
    form = ("--to", "abstractplay-json", "--lossy")
    run = ludograph("library", "export", "-L", "g.ludo", *form, "-o", "-")
    assert len(json.loads(run.out)) == 1
    assert "comment" in run.err
