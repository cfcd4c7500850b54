"""Statistics of a library from its stored measures equal those from its records."""

import json
from pathlib import Path

import pytest

from analysis.batch import InputOptions
from analysis.library import measures
from analysis.library.library import LibraryFile
from records import Record
from records.model import Source
from tests.library import plain

EACH = 1

ERRORS = (
    Record(("C6", "B4", "B4", "A1"), "megiddo", "base", tags={"White": "Eva"}),
    Record(("C6", "B4", "xyz"), "megiddo", "base"),
    Record(("C6",), "megiddo", "no such variant"),
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
    every = every_record()
    library = plain.library_of(str(found / "known.ludo"), every[::2])
    plain.add(library, every[1::2])  # their measures are stored apart
    library.close()
    return found


STATISTICS = {
    "json": ["stats", "--json"],
    "by player and period": ["stats", "--by", "player", "--by", "period", "--csv"],
    "of chosen games": ["stats", "--where", "plies > 5 and not White = Eva", "--json"],
    "pairs": ["stats", "--compare", "plies", "--pool", "--json"],
    "players": ["players", "--json"],
    "a wrong tag": ["stats", "--where", "Whiet = Ada"],
}


@pytest.mark.parametrize("command", STATISTICS.values(), ids=STATISTICS)
def test_statistics_are_the_same_from_stored_measures_as_from_records(
    ludograph, folder: Path, monkeypatch, command: list[str]
):
    source = str(folder / "known.ludo")
    with monkeypatch.context() as patch:
        if "Whiet" not in command[-1]:
            patch.setattr(InputOptions, "replays", None)  # no record is read
        stored = ludograph(*command, source)
    monkeypatch.setattr(measures, "stored_table", lambda *_: None)
    assert ludograph(*command, source) == stored


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
