"""Sources of records: files, folders, archives, standard input, and all encodings."""

import gzip
import io
import os
import pickle
import sys
import threading
import tracemalloc
from pathlib import Path

import pytest
import zstandard

import records.sources.decode
from notation import LudographError, UnknownName
from records import Record
from records.sources.names import FileFilter, expanded, is_read_once, total_size
from tests.cases import each_case
from tests.records.samples import DEMONSTRATION, ROW, codes, messages, zipped

GAME = f'[White "René"]\n\n{ROW}'


def named(found: list[Record]) -> list[tuple[str, str | None]]:
    return [(record.source.path, record.tags.get("White")) for record in found]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("b.txt", "a/c.txt", "a/d.text", ".hidden/e.txt", "a/.f.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f'[White "{name}"]\n\n{ROW}')
    return tmp_path


def test_a_folder_is_read_in_order_of_path_without_hidden_files(folder):
    assert [white for _, white in named(list(records.read(folder)))] == [
        "a/c.txt",
        "a/d.text",
        "b.txt",
    ]


FILTERED = [
    ([], [], ["."], "a/c.txt a/d.text b.txt", ""),
    (["*.text"], [], ["."], "a/d.text", ""),
    (["*.text"], [], [".", "b.txt"], "a/d.text b.txt", ""),
    (["a/*"], [], ["."], "a/c.txt a/d.text", ""),
    (["c.*", "b.txt"], [], ["."], "a/c.txt b.txt", ""),
    ([], ["a"], ["."], "b.txt", "a/c.txt a/d.text"),
    ([], ["a/"], ["."], "b.txt", "a/c.txt a/d.text"),
    ([], ["./a/c.txt"], ["."], "a/d.text b.txt", "a/c.txt"),
    ([], ["*.txt"], ["b.txt", "a"], "a/d.text", "b.txt a/c.txt"),
    (["*.txt"], ["a"], ["."], "b.txt", "a/c.txt a/d.text"),
    ([], ["*"], ["-", "classic:megiddo-match", "b.txt"], "- classic:megiddo-match", "b.txt"),
    (["*.text"], [], ["-", "classic:megiddo-match", "b.txt"], "- classic:megiddo-match b.txt", ""),
]
"""Patterns that include and exclude, sources, and the files that are read and left out."""


@pytest.mark.usefixtures("folder")
@each_case(("include", "exclude", "sources", "read", "left_out"), FILTERED)
def test_patterns_choose_files(include, exclude, sources, read, left_out, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ROW.encode())))
    files = FileFilter(include, exclude)
    found = [one.source.path for one in records.read(sources, files=files)]
    assert (list(dict.fromkeys(found)), files.left_out) == (read.split(), {*left_out.split()})


def test_members_of_a_zip_file(tmp_path):
    members = {"b.txt": GAME.encode(), "a/": b"", "a/c.txt": ROW.encode(), "d.png": b"\x89PNG\0"}
    path = tmp_path / "games.zip"
    path.write_bytes(zipped(members.items()))
    found = list(records.read(path))
    assert [record.source.path for record in found] == [
        f"{path}:b.txt",
        f"{path}:a/c.txt",
        f"{path}:d.png",
    ]
    assert [codes(record) for record in found] == [[], [], ["binary-file"]]


def test_a_bundled_game_that_does_not_exist():
    with pytest.raises(UnknownName, match="no bundled game 'nil'; there are: crossings-answered"):
        records.read("classic:nil")
    failure, *found = records.read(["classic:nil", "classic:megiddo-match"])
    assert (failure.source.path, codes(failure)) == ("classic:nil", ["unreadable-file"])
    assert "no bundled game 'nil'" in messages(failure)
    assert found[0].moves


ENCODED = {
    "utf-8": ("utf-8", []),
    "utf-8 with a mark": ("utf-8-sig", []),
    "utf-16 with a mark": ("utf-16", ["encoding"]),
    "utf-32 with a mark": ("utf-32", ["encoding"]),
    "cp1252": ("cp1252", ["encoding"]),
}


@pytest.mark.slow
@each_case("size", [4, 7, 1 << 20], ids="blocks of {}".format)
@each_case(("encoding", "told"), ENCODED.values(), ids=ENCODED)
@each_case("ends", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])
def test_encodings_and_line_ends(tmp_path, monkeypatch, size, encoding, told, ends):
    content = f'[Event "Cup"]\n[White "Léa"]\n\n{ROW}2. 2.6.3E1 {{a\nb}} 10.7.3S3\n'
    path = tmp_path / "game.txt"
    path.write_bytes(content.replace("\n", ends).encode(encoding))
    monkeypatch.setattr("records.sources.decode.BLOCK_SIZE", size)
    (record,) = records.read(path)
    assert record.tags["White"] == "Léa"
    assert record.moves == DEMONSTRATION[:4]
    assert record.details[2]["comment"] == "a\nb"
    assert tuple(record.places) == ((4, 4), (4, 12), (5, 4), (6, 4))
    assert codes(record) == told


def test_the_names_in_a_list_that_can_be_read_once_take_its_place(folder):
    os.mkfifo("pipe")
    writer = threading.Thread(target=Path("pipe").write_bytes, args=[b"b.txt\n\n a \n"])
    writer.start()
    (folder / "names.lst").write_text("b.txt\n")
    assert expanded(["@pipe", "@names.lst", "pipe", "@nil"]) == (
        *("b.txt", "a", "@names.lst", "pipe", "@nil"),
    )
    writer.join()
    once = {name: is_read_once(name) for name in ("-", "pipe", "b.txt", "a", "nil")}
    assert once == {"-": True, "pipe": True, "b.txt": False, "a": False, "nil": False}
    assert total_size(["b.txt", "a", "names.lst", "nil"]) == sum(
        Path(name).stat().st_size for name in ("b.txt", "a/c.txt", "a/d.text", "names.lst")
    )
    assert total_size(["b.txt", "@pipe"]) is None


def test_what_is_no_utf_8_is_told_with_its_line_and_of_its_game(tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(f"{ROW}*\n\n{GAME}".encode("cp1252"))
    first, second = records.read(path)
    (finding,) = second.findings
    assert (first.findings, finding.line, finding.column) == ((), second.source.line, 1)
    assert finding.message == "byte 0xe9 is not UTF-8: read as cp1252"


WRONG, BINARY = "byte 0xe9 is not UTF-8", "binary-file"
STORED = {
    "cp1252, as named": (GAME.encode("cp1252"), "cp1252", None),
    "utf-16 without a mark, as named": (GAME.encode("utf-16-le"), "utf-16-le", None),
    "cp850, as named": (GAME.encode("cp850"), "cp850", None),
    "not as named": (GAME.encode("cp1252"), "utf-8", ("encoding", 1, WRONG)),
    "half a character": ((GAME + "1").encode("utf-16")[:-1], None, ("encoding", 4, "not UTF-16")),
    "a picture": (b"BM\x8a\0\0\0\0\0\0\0\x8a\0\0\0", None, (BINARY, None, "")),
    "zeros": (bytes(100), None, (BINARY, None, "")),
    "utf-16 without a mark": (GAME.encode("utf-16-le"), None, (BINARY, None, "")),
}


@pytest.mark.parametrize(("content", "encoding", "failure"), STORED.values(), ids=STORED)
def test_a_named_encoding_is_believed_and_what_cannot_be_decoded_is_told(
    tmp_path, content, encoding, failure
):
    (tmp_path / "game.txt").write_bytes(content)
    *_, last = records.read(tmp_path / "game.txt", encoding=encoding)
    if failure is None:
        assert (last.tags["White"], codes(last)) == ("René", [])
        return
    code, line, message = failure
    (finding,) = last.findings
    assert (finding.code, finding.violation) == (code, True)
    assert line in (None, finding.line)
    assert message in finding.message
    assert code != BINARY or last.source.game == 0


UNKNOWN = {
    "format": ({"format": "pgn"}, "no format 'pgn'; there are: "),
    "game": ({"game": "chess"}, "no game 'chess'; there are: epaminondas"),
    "dialect": (
        {"dialect": "modern"},
        "no dialect 'modern'; there are: abbott, abstractplay, span",
    ),
    "dialect of a game": (
        {"game": "epaminondas", "dialect": "modern"},
        "epaminondas has no dialect 'modern'; it has: abbott, abstractplay, span",
    ),
    "encoding": ({"encoding": "klingon"}, "no encoding 'klingon'"),
}


@each_case(("hints", "message"), UNKNOWN.values(), ids=UNKNOWN)
def test_names_that_do_not_exist_are_told_before_anything_is_read(hints, message):
    with pytest.raises(UnknownName) as error:
        records.read("game.txt", **hints)
    assert message in str(error.value)


def test_a_list_names_files_folders_and_patterns(folder):
    (folder / "names.lst").write_text("b.txt\n\n a/*.text \nmissing.txt\r\na\n")
    found = list(records.read("@names.lst"))
    assert [record.source.path for record in found] == [
        *("b.txt", "a/d.text", "missing.txt", "a/c.txt", "a/d.text"),
    ]
    assert codes(found[2]) == ["unreadable-file"]


@pytest.mark.parametrize("name", ["nil.txt", "@nil.lst", "nil/*.txt", Path("nil.txt")])
def test_a_single_name_that_stands_for_nothing_is_an_error_before_reading(folder, name):
    with pytest.raises(FileNotFoundError, match="No such file") as missing:
        records.read(name)
    assert isinstance(missing.value, LudographError)
    assert missing.value.filename == str(name).removeprefix("@")
    assert str(pickle.loads(pickle.dumps(missing.value))) == str(missing.value)
    failure, found = records.read([name, "b.txt"])
    assert failure.source.path == str(name).removeprefix("@")
    assert (failure.source.game, codes(failure)) == (0, ["unreadable-file"])
    assert "No such file" in messages(failure)
    assert found.tags["White"] == "b.txt"


def test_a_string_is_a_name_and_a_text_is_read_as_one():
    (record,) = records.read_text(GAME)
    assert named([record]) == [("<text>", "René")]
    (spanned,) = records.read_text("1. g2-g3 f11-f10\r\n", dialect="span", variant="standard")
    assert (spanned.dialect, spanned.variant, spanned.findings) == ("span", "standard", ())
    (again,) = records.read_text(records.write(record, "jsonl"))
    assert again.moves == record.moves
    with pytest.raises(UnknownName, match="no format 'pdf'"):
        records.read_text(GAME, format="pdf")


@pytest.mark.parametrize("block", [7, 64, 1 << 20])
def test_a_line_that_is_too_long_is_passed_over(tmp_path, monkeypatch, block):
    monkeypatch.setattr("records.sources.decode.BLOCK_SIZE", block)
    monkeypatch.setattr("records.sources.decode.LINE_LIMIT", 100)
    path = tmp_path / "game.txt"
    longest, longer = "y" * 100, "y" * 101
    path.write_text(f"{ROW}{longest}\n{ROW.replace('1.', '2.')}{longer}\n{ROW}*\n{longer}\n{ROW}")
    first, second, alone, last = records.read(path)
    assert [len(one.moves) for one in (first, second, alone, last)] == [4, 2, 0, 2]
    for one, line in ((first, 4), (alone, 7)):
        (finding,) = (found for found in one.findings if found.violation)
        assert (finding.code, finding.line) == ("long-line", line)
    assert [one.source.game for one in (first, second, alone, last)] == [1, 2, 3, 4]
    assert not codes(second) + codes(last)


def test_a_line_of_json_that_is_too_long_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr("records.sources.decode.BLOCK_SIZE", 64)
    monkeypatch.setattr("records.sources.decode.LINE_LIMIT", 100)
    path = tmp_path / "games.jsonl"
    good = '{"moves": ["a1-b2"]}\n'
    path.write_text(f'{good}{good[:-2]}, "x": "{"x" * 9999}"}}\n{good}')
    first, second, third = records.read(path)
    assert first.moves == third.moves == ("a1-b2",)
    assert (codes(second), second.moves, third.source.line) == (["long-line"], (), 3)


@pytest.mark.parametrize("limit", [len(ROW) - 1, len(ROW)])
def test_the_limit_of_what_is_unpacked(tmp_path, limit):
    (tmp_path / "game.txt.gz").write_bytes(gzip.compress(ROW.encode()))
    found = list(records.read(tmp_path / "game.txt.gz", limit=limit))
    told = [] if limit == len(ROW) else [["cut-off"], ["unpacked-size"]]
    assert [codes(record)[-1:] for record in found] == (told or [[]])
    assert found[0].source.game == 1


def test_a_bomb_of_zstandard_is_unpacked_bit_by_bit(tmp_path):
    tracemalloc.start()
    (tmp_path / "bomb.zst").write_bytes(zstandard.compress(bytes(1 << 27)))
    tracemalloc.reset_peak()
    list(records.read(tmp_path / "bomb.zst"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 << 20


def test_a_line_of_a_list_that_no_file_can_have_as_its_name_is_cut(folder):
    (folder / "names.lst").write_text(f"b.txt\n{'a' * 40_000}\n")
    _, failed = records.read("@names.lst")
    assert failed.source.path == f"{'a' * 100}..."
    assert "no file has a name of 40,000 characters" in messages(failed)
