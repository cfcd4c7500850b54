"""With --position, commands read few games of a library, and print what they print without it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import analysis.cli.run as run
from analysis.batch.work import LeftOut, Shortlist
from analysis.library import candidates
from analysis.library.library import Library
from records import Record
from records.model import Source
from tests.library import plain

EACH = 3

ERRORS = (
    Record(("C6", "B4", "B4", "A1"), "megiddo", "base", tags={"White": "Eva"}),
    Record(("C6", "B4", "xyz"), "megiddo", "base"),
    Record(("C6",), "megiddo", "no such variant"),
    Record(("C6", "B4"), None),
    Record(("F6", "D4", "C6", "F6"), "megiddo", "master"),
)
"""Games that are played up to their errors, otherwise as recorded, or not at all."""


def every_record() -> list[Record]:
    """Return good games and some with errors, numbered."""
    found = [*plain.records(EACH), *ERRORS]
    sources = (Source("games.jsonl", number, number) for number in range(1, len(found) + 1))
    return [
        Record(one.moves, one.game, one.variant, one.dialect, dict(one.tags), source=source)
        for one, source in zip(found, sources, strict=True)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("library")
    plain.library_of(str(found / "games.ludo"), every_record()).close()
    return found


def positions() -> list[list[str]]:
    """Return options with positions that are reached early, late, by images, and never."""
    chance = random.Random(11)
    found = [
        ["--position", "C6 B4", "--game", "megiddo"],
        ["--position", "F6", "--game", "megiddo"],
    ]
    for game in chance.sample(plain.replays(EACH), 4):
        board = chance.choice(list(game.positions()))
        image = chance.choice(plain.images(board, True))
        found.append(["--position", str(image), "--game", board.GAME])
    return [one + fold for one in found for fold in ([], ["--any-symmetry"])]


COMMANDS = {
    "check": ["check", "--json"],
    "check in words": ["check"],
    "check as recorded": ["check", "--as-recorded"],
    "check with a variant": ["check", "--variant", "base"],
    "check with a wrong tag": ["check", "--where", "Whiet = Ada or White = Eva"],
    "check without duplicates": ["check", "--dedupe", "moves"],
    "check without contained games": ["check", "--dedupe", "contained"],
    "stats": ["stats", "--json"],
    "openings": ["openings", "--json"],
    "convert": ["convert", "--to", "jsonl", "-o", "out.jsonl"],
    "import": ["library", "import", "-L", "new.ludo"],
}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_the_index_changes_nothing_but_what_is_read(
    ludograph, tmp_path: Path, folder: Path, monkeypatch, command: list[str]
):
    source = str(folder / "games.ludo")
    chosen = positions()[:: 1 if command == ["check"] else 3]
    read: list[int] = []

    def counted(records: Iterator[Record], left_out: LeftOut) -> Shortlist:
        read.append(left_out.games)
        return Shortlist(records, left_out)

    def runs() -> list[tuple[object, ...]]:
        found: list[tuple[object, ...]] = []
        for options in chosen:
            run = ludograph(*command, source, *options)
            texts = sorted(tmp_path.glob("*.jsonl"))
            written = [one.read_text() for one in texts]
            found.append((run.status, run.out, run.err, written))
            for one in tmp_path.iterdir():
                one.unlink()
        return found

    monkeypatch.setattr(candidates, "Shortlist", counted)
    indexed = runs()
    assert bool(read) == ("--variant" not in command), "the index was (not) asked"
    assert all(games > len(every_record()) // 2 for games in read)
    monkeypatch.setattr(run._Libraries, "candidates", lambda *_: None)
    assert indexed == runs()


def test_a_damaged_index_is_read_around(ludograph, folder: Path, tmp_path: Path):
    copy = tmp_path / "copy.ludo"
    copy.write_bytes((folder / "games.ludo").read_bytes())
    with Library(str(copy), write=True) as library, library.changing() as engine:
        engine.execute("UPDATE keys SET columns = zeroblob(9)")
    options = ["--position", "C6", "--game", "megiddo"]
    sound = ludograph("check", str(folder / "games.ludo"), *options)
    damaged = ludograph("check", str(copy), *options)
    assert damaged.out.replace("copy.ludo", "games.ludo").split()[-12:] == sound.out.split()[-12:]
    assert damaged.status == sound.status
