"""Sources without games: every command reports them in the same way, and reads the others.

A file of a folder is skipped and counted; a named source is an error with its reason.
"""

import zipfile

import pytest

GUESSED = "1. F6 d4 2. a1 B1\n"

NAMED = f'[Game "megiddo"]\n\n{GUESSED}'

FILES = {
    "chess.pgn": '[White "Anna"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n',
    "requirements.txt": "click\nregex>=2\n",
    "empty.txt": "",
    "guessed.txt": GUESSED,
    "named.txt": NAMED,
}

MATCH = "classic:megiddo-match"

COMMANDS = {
    "check": (),
    "convert": ("-o", "out.jsonl"),
    "library import": ("-L", "out.ludo"),
    "openings": (),
    "players": (),
    "plot openings": ("-o", "out.svg"),
    "repair": (),
    "report": ("-o", "results"),
    "score": (),
    "show": ("-o", "boards/"),
    "stats": (),
    "view": ("-o", "out.html"),
}
"""The commands that read games, with what they need besides."""

SOURCES = {
    "missing.txt": (2, "cannot be read: No such file or directory"),
    "classic:nothing": (2, "no bundled game 'nothing'"),
    "folder": (2, "cannot be read: there are no files in it"),
    "@empty.lst": (2, "no files"),
    "empty.zip": (2, "no files"),
    "empty.txt": (1, "the file is empty"),
    "bytes.txt": (1, "a binary file, not text"),
    "prose.txt": (1, "no game was found in the text"),
}
"""Sources without games: the exit status of a command on them, and the reason that it prints."""


@pytest.fixture
def folder(tmp_path):
    """Return a folder with games and other files, inside the working folder."""
    made = tmp_path / "folder"
    made.mkdir()
    for name, text in FILES.items():
        (made / name).write_text(text, encoding="utf-8")
    (made / "data.bin").write_bytes(bytes(300))
    return made


@pytest.fixture(autouse=True)
def _without_plots(monkeypatch):
    """Make reports without plots, since other tests check the plots."""
    monkeypatch.setattr("analysis.report.draw_plots", lambda *_: iter(()))


@pytest.fixture
def sources(tmp_path):
    """Write sources without games into the working folder."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.lst").write_text("\n")
    (tmp_path / "empty.txt").touch()
    (tmp_path / "bytes.txt").write_bytes(bytes(range(256)) * 8)
    (tmp_path / "prose.txt").write_text("hi there\n")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass


@pytest.mark.parametrize(
    ("name", "place"),
    [
        pytest.param(name, at, marks=[pytest.mark.slow] * (name == "report"))
        for at, name in enumerate(COMMANDS)
    ],
)
def test_a_source_without_games_has_its_reason_and_status(ludograph, sources, name, place):
    """A check reads all sources; the other commands, which read alike, every fourth source."""
    nothing = name == "plot openings"  # a plot of nothing is none
    for source, (status, words) in [*SOURCES.items()][place % 4 :: 4 if place else 1]:
        run = ludograph(*name.split(), source, *COMMANDS[name])
        assert words in " ".join(f"{run.out} {run.err}".split()), (source, run.err)
        assert run.status == (2 if nothing else status), source
    if name not in ("show", "plot openings", "report"):  # one takes one source, others draw
        run = ludograph(*name.split(), "missing.txt", MATCH, *COMMANDS[name])
        assert SOURCES["missing.txt"][1] in " ".join(f"{run.out} {run.err}".split())
        assert run.status == 2


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name in ("plot openings", "report")))
        for name in (*COMMANDS, "show --nth 2")
    ],
)
def test_every_command_passes_over_the_same_files(ludograph, folder, name):
    command, *more = name.split()
    found = ludograph(command, *more, "folder", *COMMANDS.get(name, ()))
    assert found.status == (name == "score")  # the games of a match are to be finished
    said = " ".join(f"{found.out} {found.err}".split())
    # A single picture needs no more of the folder than its game.
    assert f"{3 if more[:1] == ['--nth'] else 4} files without a game skipped" in said
    assert ("error:" in said) == (name == "score")
    summed = command in ("check", "library", "report", "repair", "view")
    assert ("skipped" in " ".join(found.out.split())) == summed
