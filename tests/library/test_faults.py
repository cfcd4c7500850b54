"""Faults of libraries: kills, other processes, damage, full disks, other versions."""

import os
import random
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import records
from analysis.library.checking import check
from analysis.library.index import PLY
from analysis.library.library import LibraryFile
from tests.cli.batches import GAME, SMALL, archive, start, until_gone
from tests.examples import full
from tests.library import plain

SMALL_LOTS = f"""{SMALL}
import analysis.library.importing
analysis.library.importing.LOT = 500
"""


def importing(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Start an import in small batches, in another process."""
    return start(folder, "library", "import", *arguments, before=SMALL_LOTS)


def until_added(path: Path, games: int) -> None:
    """Wait until a library has a number of games."""
    for _ in range(4000):
        if path.exists() and path.stat().st_size:
            with LibraryFile(str(path)) as library:
                if len(library) >= games:
                    return
        time.sleep(0.005)
    raise AssertionError("the import adds nothing")


def listed(path: Path) -> list[str]:
    """Return the round numbers of the games of a library, in order."""
    with LibraryFile(str(path)) as library:
        return [game.record.tags["Round"] for _, game in library.games()]


GAMES = 240
"""Games of an import that is killed; it must not be over before."""


@pytest.mark.slow
def test_an_import_that_is_killed_leaves_whole_games_and_goes_on(tmp_path: Path):
    archive(tmp_path / "in.txt", range(GAMES))
    path = tmp_path / "games.ludo"
    for reached in (1, 90):
        process = importing(tmp_path, "in.txt", "-L", "games.ludo")
        until_added(path, reached)
        time.sleep(random.Random(reached).random() / 20)
        process.kill()
        process.communicate()
        until_gone(process.pid)
        assert check(str(path)).problems == ()
        rounds = listed(path)
        assert rounds == list(map(str, range(len(rounds))))
        assert reached <= len(rounds) < GAMES, "the import was over before it was killed"
    process = importing(tmp_path, "in.txt", "-L", "games.ludo", "--json")
    out, _ = process.communicate()
    assert process.returncode == 1
    assert f'"read": {GAMES}' in out.decode()
    assert f'"with_errors": {GAMES // 10}' in out.decode()
    assert listed(path) == list(map(str, range(GAMES)))
    assert check(str(path)).problems == ()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["games.ludo", "in.txt"]


@pytest.mark.slow
def test_two_imports_at_once_both_add_their_games(tmp_path: Path):
    archive(tmp_path / "one.txt", range(80))
    archive(tmp_path / "other.txt", range(40, 120))
    both = [importing(tmp_path, name, "-L", "games.ludo") for name in ("one.txt", "other.txt")]
    for process in both:
        _, err = process.communicate()
        assert (process.returncode, err) == (1, b"")
    rounds = listed(tmp_path / "games.ludo")
    assert sorted(rounds) == sorted(map(str, range(120)))
    assert check(str(tmp_path / "games.ludo")).problems == ()


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A library of some games."""
    found = tmp_path_factory.mktemp("library") / "games.ludo"
    plain.library_of(str(found), plain.records(4)).close()
    return found.read_bytes()


@pytest.fixture
def path(content: bytes, tmp_path: Path) -> Path:
    """The file of the library."""
    found = tmp_path / "games.ludo"
    found.write_bytes(content)
    return found


def test_a_library_that_another_process_writes_is_refused(ludograph, path, monkeypatch):
    monkeypatch.setattr("records.library.PATIENCE", 0.01)
    before = path.read_bytes()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        run = ludograph("library", "import", "classic:megiddo-match", "-L", str(path))
        other.execute("ROLLBACK")
    wanted = "another process is writing this library: try again when it is done"
    assert (run.status, run.out) == (2, "")
    assert run.err == f"ludograph: {path}: {wanted}\n"
    assert path.read_bytes() == before


def test_a_full_disk_leaves_the_library_as_it_was(path):
    games = records.read_text("".join(GAME.format(f"new {n}") for n in range(400)))
    with LibraryFile(str(path), write=True) as library:
        before = library.numbers()
        pages = library.engine.execute("PRAGMA page_count").fetchone()[0]
        library.engine.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(OSError, match="No space left on device") as caught:
            plain.add(library, list(games))
        assert caught.value.filename == str(path)
        assert library.numbers() == before
    assert check(str(path)).problems == ()


def _texts(path: Path) -> None:
    path.write_text("1. 2.7.2N2 11.6.2SE2\n")


def _other_engine_file(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE records (id INTEGER PRIMARY KEY, json BLOB)")


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as library:
        library.execute("PRAGMA user_version = 99")


def _older(path: Path) -> None:
    with closing(sqlite3.connect(path)) as library:
        library.execute("PRAGMA user_version = 0")


def _without_records(path: Path) -> None:
    with closing(sqlite3.connect(path)) as library:
        library.execute("DROP TABLE records")
        library.execute("CREATE VIEW records AS SELECT id, digest AS json FROM games")
        library.commit()


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "a text": (_texts, "not a library of games"),
    "another file of the engine": (_other_engine_file, "but not a library of games"),
    "a newer library": (_newer, "a newer release of ludograph made this library"),
    "an older library": (_older, "import the games into a new library with this release"),
    "a view for a table": (_without_records, "it has no table of records"),
    "a folder": (_folder, "a folder"),
    "a FIFO": (_fifo, "a FIFO, a socket or a device"),
}


@pytest.mark.parametrize(("spoil", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_library_of_this_version_is_refused(ludograph, path, spoil, message):
    spoil(path)
    before = path.read_bytes() if path.is_file() else None
    for command in ("search", "check", "import classic:megiddo-match", "remove 1"):
        run = ludograph("library", *command.split(), "-L", str(path))
        assert (run.status, run.out, run.err.count("\n")) == (2, "", 1), command
        assert message in run.err
    assert before is None or path.read_bytes() == before


def test_a_truncated_library_is_told_and_what_is_left_is_read(ludograph, path, tmp_path):
    whole = path.read_bytes()
    games = len(listed_numbers(path))
    path.write_bytes(whole[: len(whole) * 2 // 3])
    run = ludograph("library", "check", "-L", str(path))
    assert run.status in (1, 2)
    assert "damaged" in run.out + run.err
    assert "library check shows what is left" not in run.err  # that is what was asked
    assert "Traceback" not in run.err
    run = ludograph("stats", str(path))
    assert run.status in (1, 2)
    assert games


def listed_numbers(path: Path) -> list[int]:
    with LibraryFile(str(path)) as library:
        return library.numbers()


def test_games_on_damaged_pages_are_lost_alone(ludograph, path, tmp_path, monkeypatch):
    """If a page with some of the records is damaged, the other games can be read."""
    path.unlink()
    with monkeypatch.context() as patch:
        patch.setattr("analysis.library.library.MOST", 4)
        plain.library_of(str(path), plain.records(4)).close()
    numbers = listed_numbers(path)
    with closing(sqlite3.connect(path)) as library:
        (size,) = library.execute("PRAGMA page_size").fetchone()
        found = "SELECT json FROM records ORDER BY first DESC LIMIT 1"
        wanted = bytes(library.execute(found).fetchone()[0])
    whole = path.read_bytes()
    page = whole.index(wanted[50:90]) // size
    path.write_bytes(whole[: page * size] + bytes(size) + whole[(page + 1) * size :])
    left = check(str(path))
    assert left.problems
    assert 0 < left.readable < left.games == len(numbers)
    kept = [one for one in records.read(str(path)) if one.moves]
    lost = [one for one in records.read(str(path)) if not one.moves]
    assert len(kept) == left.readable
    assert {one.findings[0].code for one in lost} == {"damaged-library"}
    run = ludograph("library", "import", str(path), "-L", str(tmp_path / "new.ludo"))
    assert run.status == 1
    with LibraryFile(str(tmp_path / "new.ludo")) as library:
        assert len(library) >= len(kept)


PAGE = 4096

Damage = Callable[[random.Random, bytearray], object]


def _pages(chance: random.Random, content: bytearray) -> tuple[slice, slice]:
    """Return two random pages after the first."""
    one, other = (chance.randrange(1, len(content) // PAGE) * PAGE for _ in range(2))
    return slice(one, one + PAGE), slice(other, other + PAGE)


def _flipped(chance: random.Random, content: bytearray) -> None:
    for _ in range(chance.choice((1, 3, 40))):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def _swapped(chance: random.Random, content: bytearray) -> None:
    one, other = _pages(chance, content)
    content[one], content[other] = content[other], content[one]


def _copied(chance: random.Random, content: bytearray) -> None:
    one, other = _pages(chance, content)
    content[one] = content[other]


def _page_head(chance: random.Random, content: bytearray) -> None:
    content[_pages(chance, content)[0].start + chance.randrange(12)] = chance.randrange(256)


def _zeroed(chance: random.Random, content: bytearray) -> None:
    content[_pages(chance, content)[0]] = bytes(PAGE)


def _noise(chance: random.Random, content: bytearray) -> None:
    content[_pages(chance, content)[0]] = chance.randbytes(PAGE)


def _cut(chance: random.Random, content: bytearray) -> None:
    del content[chance.randrange(1, len(content)) :]


def _head(chance: random.Random, content: bytearray) -> None:
    content[chance.randrange(100)] = chance.randrange(256)


def _schema(chance: random.Random, content: bytearray) -> None:
    """Put a byte that is not text into the definition of a table, which messages quote."""
    content[content.index(b"CREATE TABLE keys") + chance.randrange(40)] = 0x91


DAMAGES: tuple[Damage, ...] = (
    *(_flipped, _swapped, _copied, _page_head, _zeroed, _noise, _cut, _head, _schema),
)
ANSWERS = (
    ["library", "search", "--json"],
    ["library", "search", "--position", "C6", "--game", "megiddo", "--any-symmetry", "--json"],
    ["library", "search", "--pattern", "points.txt", "--json"],
    ["library", "search", "--player", "Ada", "--json"],
    ["library", "show", "3", "--json"],
)


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__.strip("_"))
def test_damage_is_named_by_every_command(ludograph, path, damage):
    """No command ends in a traceback; if a check finds no damage, the answers are unchanged."""
    (path.parent / "points.txt").write_text("C6=r")
    expected = [ludograph(*one, "-L", str(path)).out for one in ANSWERS]
    sound = path.read_bytes()
    for seed in range(3 if full() else 2):
        content = bytearray(sound)
        damage(random.Random(seed), content)
        path.write_bytes(content)
        answer_damaged(ludograph, path, expected)


def answer_damaged(ludograph, path, expected):
    check = ludograph("library", "check", "-L", str(path))
    found = [ludograph(*one, "-L", str(path)) for one in ANSWERS]
    if check.status == 0:
        assert [one.out for one in found] == expected
    others = (
        ["library", "import", str(path), "-L", f"{path}.new"],
        ["check", str(path), "--json"],
        ["stats", str(path)],
        ["library", "remove", "2", "-L", str(path)],
        ["library", "import", "classic:megiddo-match", "-L", str(path)],
    )
    for run in (*found, *(ludograph(*one) for one in others)):
        assert run.status in (0, 1, 2)
        assert "Traceback" not in run.err


def test_a_library_opens_where_it_cannot_be_written(path):
    path.chmod(0o400)
    with LibraryFile(str(path)) as library:
        assert len(library)


CHANGES = {
    "a game": "UPDATE games SET moves = moves + 1 WHERE id = 2",
    "games exchanged": "UPDATE games SET shape = 3 - shape WHERE shape IN (1, 2)",
    "a tag": "UPDATE terms SET value = CAST('Anna' AS BLOB) WHERE id = (SELECT max(id) FROM terms)",
    "a shape": "UPDATE shapes SET packed = (SELECT packed FROM shapes WHERE id = 1) WHERE id = 2",
    "measures": "DELETE FROM measures",
    "measures twice": "INSERT INTO measures (games) SELECT games FROM measures LIMIT 1",
    "boards of another kind": "UPDATE boards SET kind = 1",
    "kinds": "UPDATE kinds SET variant = 'standard'",
    "counters": "UPDATE counters SET value = value + 1 WHERE name = 'game'",
    "an index": "DROP INDEX terms_by_value",
    "another table": "CREATE TABLE more (id INTEGER)",
}
"""Statements that leave good pages and good checksums of columns."""


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES)
def test_a_check_finds_whole_rows_that_changed(path, statement):
    """A page that is replaced by another page of its table has valid rows, but not those stored."""
    assert check(str(path)).problems == ()
    with closing(sqlite3.connect(path)) as engine:
        engine.execute(statement)
        engine.commit()
    assert check(str(path)).problems


def test_a_check_compares_the_games_of_first_positions_in_both_indexes(path):
    with LibraryFile(str(path), write=True) as library, library.changing():
        segment = min(library.keys.segments())
        rows = np.concatenate(list(library.keys.parts(segment)))
        rows["place"][rows["place"] == 1 << PLY] = 2 << PLY
        library.delete("keys", "segment = ?", (segment,))
        library.delete("segments", "id = ?", (segment,))
        library.keys.add(rows)
    (problem,) = check(str(path)).problems
    assert "the positions differ" in problem


def test_a_library_has_no_free_pages_after_any_change(path):
    def free(library: LibraryFile) -> int:
        return int(library.engine.execute("PRAGMA freelist_count").fetchone()[0])

    with LibraryFile(str(path), write=True) as library:
        for number in range(8):
            plain.add(library, list(records.read_text(GAME.format(f"new {number}"))))
            assert free(library) == 0
        before = path.stat().st_size
        with library.changing():
            assert library.remove(library.numbers()[:20]) == 20
        assert free(library) == 0
    assert path.stat().st_size < before
    assert check(str(path)).problems == ()
