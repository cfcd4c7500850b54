"""Settings of a folder, which act like options, and comments that ignore findings."""

import json
from pathlib import Path

import pytest

from tests.cases import each_case

SKIPPED = (
    '[Game "megiddo"]\n\n'
    "A remark to nobody, which says nothing of the game that follows it.\n\n1. C4 B4\n"
)
"""A game with notes: of text that is lost, and of the variant."""


SLIP = '[Game "megiddo"]\n[Variant "base"]\n\n1. C4 B4 {COMMENT}\n2. C4 A4\n'
"""A game with an error at ply 3."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with games; the working folder is two levels below it."""
    games = tmp_path / "project" / "games"
    (games / "old").mkdir(parents=True)
    (games / "a.txt").write_text(SKIPPED)
    (games / "old" / "b.txt").write_text(SKIPPED)
    (games / "c.games").write_text(SKIPPED)
    monkeypatch.chdir(games)
    return games


def settings(folder, text, name="ludograph.toml"):
    (folder.parent / name).write_text(text)


def codes(ludograph, *arguments):
    """Return the codes of findings by file, with ``!`` before the codes of errors."""
    found = ludograph("check", "--json", *arguments)
    lines = map(json.loads, found.out.splitlines())
    return found.status, {
        one["source"]["path"]: [f"!{each['code']}" for each in one["violations"]]
        + [each["code"] for each in one["notes"]]
        for one in lines
    }


BOTH = ["skipped-text", "guessed-variant"]

CASES = {
    "": [],
    "strict = true": ["--strict"],
    'select = ["guessed-variant"]': ["--select", "guessed-variant"],
    'ignore = ["guessed-variant", "skipped-text"]': ["--ignore", "guessed-variant, skipped-text"],
    'game = "Megiddo"\nvariant = "base"': ["--game", "megiddo", "--variant", "base"],
    'exclude = ["old"]': ["--exclude", "old"],
    'exclude = ["*.txt"]': ["--exclude", "*.txt"],
    'exclude = ["games/old/"]': ["--exclude", "./old/*"],
    'include = ["*.games"]': ["--include", "*.games"],
}
"""Settings, and the same as options."""


def test_settings_are_options_and_what_they_find_is_kept(ludograph, folder, kept):
    lines = []
    for text, options in CASES.items():
        found = codes(ludograph, ".", *options)
        settings(folder, text)
        assert codes(ludograph, ".") == found
        (folder.parent / "ludograph.toml").unlink()
        settings(folder, f'[project]\nname = "x"\n[tool.ludograph]\n{text}', "pyproject.toml")
        assert codes(ludograph, ".") == found
        (folder.parent / "pyproject.toml").unlink()
        lines.append(f"{text!r}: {found}")
    kept("\n".join(lines) + "\n", Path(__file__).with_name("settings.txt"))


INVALID = {
    "unknown": ("games = 1", "no setting 'games' (did you mean game?)"),
    "type": ('strict = "yes"', "strict must be true or false, not 'yes'"),
    "texts": ("exclude = [1]", "exclude must be texts, not [1]"),
    "code": ('ignore = ["symetry"]', "no finding has the code 'symetry' (did you mean symmetry"),
    "game": ('game = "chess"', "no game 'chess'"),
    "dialect": ('dialect = "pgn"', "no game has the dialect 'pgn'"),
    "format": ('output-format = "xml"', "no output-format 'xml'"),
    "syntax": ("game =", "cannot be read: "),
    "depth": (f"game = {'[' * 5000}", "cannot be read: maximum recursion depth"),
}


@each_case(("text", "message"), INVALID.values(), ids=INVALID)
@each_case("command", [["check", "a.txt"], ["stats", "."], ["config"]])
def test_invalid_settings_are_named(ludograph, folder, command, text, message):
    settings(folder, text)
    found = ludograph(*command)
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith(f"ludograph: {folder.parent / 'ludograph.toml'}: ")
    assert message in found.err


COMMENTS = {
    "its ply": (
        SLIP.replace("COMMENT", "").replace("C4 A4", "C4 {ludograph: ignore occupied} A4"),
        [],
    ),
    "the game": (SLIP.replace("1.", "{# ludograph: ignore occupied}\n1."), []),
    "a line above": (f"# ludograph: ignore occupied\n{SLIP}", []),
    "a line behind the tags": (SLIP.replace("1.", "; ludograph: ignore occupied\n\n1."), []),
    "several": (SLIP.replace("1.", "{ludograph: ignore distance, occupied}\n1."), []),
    "another ply": (SLIP.replace("COMMENT", "# ludograph: ignore occupied"), ["!occupied"]),
    "another code": (SLIP.replace("1.", "{# ludograph: ignore distance}\n1."), ["!occupied"]),
    "prose": (SLIP.replace("1.", "{ludograph will ignore occupied}\n1."), ["!occupied"]),
}


@pytest.mark.parametrize(("text", "found"), COMMENTS.values(), ids=COMMENTS)
def test_a_comment_ignores_a_code(ludograph, tmp_path, text, found):
    path = tmp_path / "game.txt"
    path.write_text(text)
    assert codes(ludograph, str(path)) == (len(found), {str(path): found})
