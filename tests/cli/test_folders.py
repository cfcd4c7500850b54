"""Folders of strangers: what is passed over, and what is an error where it was named."""

import json

import pytest

CHESS = '[White "Anna"]\n\n1. e4 e5 2. d4 d5 3. c4 c5 *\n'
GUESSED = "1. F6 d4 2. a1 B1\n"
NAMED = f'[Game "megiddo"]\n\n{GUESSED}'
FILES = {
    "chess.pgn": CHESS,
    "requirements.txt": "click\nregex>=2\n",
    "empty.txt": "",
    "guessed.txt": GUESSED,
    "named.txt": NAMED,
}


@pytest.fixture
def folder(tmp_path):
    """Return a folder with games among other files, in the current one."""
    made = tmp_path / "folder"
    made.mkdir()
    for name, text in FILES.items():
        (made / name).write_text(text, encoding="utf-8")
    (made / "data.bin").write_bytes(bytes(300))
    return made


def test_files_of_a_folder_without_a_game_are_passed_over_and_counted(ludograph, folder):
    found = ludograph("check", "folder")
    assert found.status == 0
    assert "2 games read: 2 valid" in found.out
    assert "4 files without a game passed over" in " ".join(found.out.split())
    assert "folder/chess.pgn:1:1: note: 1 game of chess" in found.out
    assert "requirements" not in found.out
    assert "requirements.txt:1:1: note: there is text" in ludograph("check", "folder", "-v").out


@pytest.mark.parametrize("name", ["chess.pgn", "requirements.txt", "empty.txt"])
def test_a_file_without_a_game_that_was_named_is_an_error(ludograph, folder, name):
    found = ludograph("check", "folder", f"folder/{name}")
    assert found.status == 0  # It is in a folder that was named, too.
    found = ludograph("check", f"folder/{name}")
    assert (found.status, "error:" in found.out) == (1, True)
    assert "1 file without a game" in found.out


def test_machines_get_the_games_alone(ludograph, folder):
    found = ludograph("check", "folder", "--json")
    paths = [json.loads(line)["source"]["path"] for line in found.out.splitlines()]
    assert paths == ["folder/guessed.txt", "folder/named.txt"]


@pytest.mark.parametrize(
    "command",
    [
        ["convert", "-o", "out.jsonl"],
        ["stats"],
        ["view", "-o", "v.html"],
        ["repair"],
        ["report", "-o", "results"],
        ["score"],
        ["show", "-o", "boards/"],
        ["show", "--nth", "2"],
    ],
    ids=" ".join,
)
def test_other_commands_count_them(ludograph, folder, command):
    found = ludograph(command[0], "folder", *command[1:])
    assert found.status == (command[0] == "score")  # the games of a match are to be finished
    said = " ".join(f"{found.out} {found.err}".split())
    # A single picture needs no more of the folder than its game.
    assert f"{3 if '--nth' in command else 4} files without a game passed over" in said
    assert ("error:" in said) == (command[0] == "score")


def test_a_game_that_was_guessed_is_not_mended(ludograph, folder):
    found = ludograph("check", "--fix", "folder")
    assert found.status == 0
    said = " ".join(found.out.split())
    assert "guessed.txt: game 1 stays as it is written: it names no game" in said
    assert "named.txt: 2 plies of 1 game mended" in said
    assert {name: (folder / name).read_text(encoding="utf-8") for name in FILES} == FILES | {
        "named.txt": NAMED.replace("d4", "D4").replace("a1", "A1")
    }


def test_a_game_that_the_caller_names_is_mended(ludograph, folder):
    found = ludograph("check", "--fix", "--game", "megiddo", "folder/guessed.txt")
    assert found.status == 0
    assert (folder / "guessed.txt").read_text(encoding="utf-8") == "1. F6 D4 2. A1 B1\n"
