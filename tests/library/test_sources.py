"""With --position, commands read few games of a library, and print what they print without it."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import analysis.cli.run as run
from analysis.batch import InputOptions
from analysis.batch.pipeline import Shortlist
from analysis.library import sources
from analysis.library.library import LibraryFile
from records import Record
from records.model import Source
from tests.library import plain

EACH = 2

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
    known = [one for one in every_record() if one.game]
    plain.library_of(str(found / "known.ludo"), known).close()
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

    def counted(records: Iterator[Record], excluded: int) -> Shortlist:
        read.append(excluded)
        return Shortlist(records, excluded)

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

    monkeypatch.setattr(sources, "Shortlist", counted)
    indexed = runs()
    assert bool(read) == ("--variant" not in command), "the index was (not) asked"
    assert all(games > len(every_record()) // 2 for games in read)
    monkeypatch.setattr(run._Libraries, "candidates", lambda *_: None)
    assert indexed == runs()


STATISTICS = {
    "json": ["stats", "--json"],
    "by player and period": ["stats", "--by", "player", "--by", "period", "--csv"],
    "by event": ["stats", "--by", "event", "--json"],
    "of chosen games": ["stats", "--where", "plies > 5 and not White = Eva", "--json"],
    "compared": ["stats", "--compare", "player", "--json"],
    "players": ["players", "--json"],
    "a wrong tag": ["stats", "--where", "Whiet = Ada"],
}


@pytest.mark.parametrize("command", STATISTICS.values(), ids=STATISTICS)
def test_statistics_are_the_same_from_stored_measures_as_from_records(
    ludograph, folder: Path, monkeypatch, command: list[str]
):
    source = str(folder / "known.ludo")
    stored = ludograph(*command, source)
    with monkeypatch.context() as patch:
        patch.setattr(sources, "stored_table", lambda *_: None)
        assert ludograph(*command, source) == stored
    if "Whiet" not in command[-1]:
        monkeypatch.setattr(InputOptions, "replays", None)
        assert ludograph(*command, source) == stored, "a record was read"


def test_measures_that_are_missing_damaged_or_of_removed_games_are_not_used(
    ludograph, folder: Path, tmp_path: Path
):
    copy = tmp_path / "games.ludo"
    copy.write_bytes((folder / "known.ludo").read_bytes())
    with LibraryFile(str(copy), write=True) as library, library.changing():
        library.remove([1, 2])
    fewer, every = (
        ludograph("stats", str(path), "--json") for path in (copy, folder / "known.ludo")
    )
    assert records_of(fewer.out) == records_of(every.out) - 2
    for change in ("UPDATE measures SET games = zeroblob(9)", "DELETE FROM measures"):
        with LibraryFile(str(copy), write=True) as library, library.changing() as engine:
            engine.execute(change)
        assert ludograph("stats", str(copy), "--json") == fewer


def records_of(out: str) -> int:
    return sum(json.loads(line)["records"] for line in out.splitlines())


def test_a_damaged_index_is_read_around(ludograph, folder: Path, tmp_path: Path):
    copy = tmp_path / "copy.ludo"
    copy.write_bytes((folder / "games.ludo").read_bytes())
    with LibraryFile(str(copy), write=True) as library, library.changing() as engine:
        engine.execute("UPDATE keys SET packed = zeroblob(9)")
    options = ["--position", "C6", "--game", "megiddo"]
    sound = ludograph("check", str(folder / "games.ludo"), *options)
    damaged = ludograph("check", str(copy), *options)
    assert damaged.out.replace("copy.ludo", "games.ludo").split()[-12:] == sound.out.split()[-12:]
    assert damaged.status == sound.status
