"""A partitioned library: made in any processes, the same answers, and what goes wrong."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import records
from analysis.batch.cluster import cluster_workers
from analysis.batch.executors import Workers, local_workers
from analysis.games.position import canonical_key
from analysis.library.checking import check
from analysis.library.library import Library
from analysis.library.material import Material
from analysis.library.opening import open_library
from analysis.library.partitioned import PartitionedLibrary
from analysis.library.partitioning import CannotPartition, partition
from analysis.library.pattern import PiecePattern
from analysis.library.search import Query, search
from analysis.library.tree import tree_node
from analysis.select.condition import parse_condition
from analysis.select.position import TargetPosition
from records.library import UnusableLibrary
from records.partitioned import read_manifest
from records.sources.names import MANIFEST
from tests.library import plain
from tests.library.forms import SERIAL, filled, made_of, partitioned

EACH = 3


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with filled(str(tmp_path_factory.mktemp("library") / "games.ludo"), EACH) as found:
        yield found


@pytest.fixture
def path(one_file: Library, tmp_path: Path) -> Path:
    """The folder of a partitioned library."""
    found = tmp_path / "games.parquet"
    partitioned([one_file.path], found).close()
    return found


def questions() -> Iterator[Query]:
    """Yield a question of every kind."""
    yield Query()
    yield Query((parse_condition("valid and plies >= 20"),))
    yield Query(after=50)
    yield Query(material=Material.parse("*>=9"), after=4, before=40)
    chance = random.Random(4)
    for game in chance.sample(plain.replays(EACH), 4):
        boards = list(game.positions())
        for board in (boards[0], chance.choice(boards), boards[-1]):
            for fold in (False, True):
                target = TargetPosition.of(board, fold)
                yield Query(targets=(target,))
                yield Query(targets=(target,), material=Material.parse("*>0"))
                signs = plain.random_whole(board, chance)
                text = plain.whole_text(board, signs)
                if set(signs.values()) != {"?"}:
                    yield Query(pattern=PiecePattern(text), fold=fold, game=board.GAME)


def described(library: PartitionedLibrary | Library, question: Query, workers: Workers | None):
    return [hit.to_json() for hit in search(library, question, workers)]


def compare(path: Path, one_file: Library, workers: Workers | None) -> None:
    """Compare all answers, and nodes of the tree, of a library in both forms."""
    with PartitionedLibrary(str(path)) as library:
        for question in questions():
            wanted = described(one_file, question, None)
            assert described(library, question, workers) == wanted, question
        for game in plain.replays(EACH)[::3]:
            for position in list(game.positions())[:16:5]:
                wanted_node = tree_node(one_file, position)
                assert tree_node(library, position, workers) == wanted_node


@pytest.mark.slow
def test_every_kind_of_question_has_the_answers_of_one_file(path: Path, one_file: Library):
    assert len(read_manifest(str(path)).keys) > 4
    compare(path, one_file, None)


@pytest.mark.slow
def test_processes_make_and_search_the_same(tmp_path: Path, one_file: Library):
    with local_workers(2) as workers:
        partitioned([one_file.path], tmp_path / "games.parquet", workers).close()
        compare(tmp_path / "games.parquet", one_file, workers)
        for question in questions():
            assert described(one_file, question, workers) == described(one_file, question, None)


@pytest.mark.slow
def test_a_local_cluster_makes_and_searches_the_same(tmp_path: Path, one_file: Library):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        cluster_workers(cluster.scheduler_address) as workers,
    ):
        partitioned([one_file.path], tmp_path / "games.parquet", workers).close()
        compare(tmp_path / "games.parquet", one_file, workers)


def test_the_records_are_those_of_one_file(path: Path, one_file: Library):
    def plainly(name: str) -> list[object]:
        return [(one.moves, dict(one.tags), one.source.game) for one in records.read(name)]

    assert plainly(str(path)) == plainly(one_file.path)
    assert plainly(str(path.parent)) == plainly(one_file.path), "in a folder with other things"
    with open_library(str(path)) as library:
        assert library.numbers() == one_file.numbers()
        some = [17, 3, 4, 999, 18]
        found = [one.source.game for one in library.records(some)]
        assert found == [one for one in some if one in one_file.numbers()]
        assert [one for one, _ in library.games(some)] == found


@pytest.mark.slow
def test_games_that_stand_in_several_libraries_are_kept_once(tmp_path: Path):
    every = plain.records(EACH)
    parts = [every[:8], every[4:14], every[10:]]
    paths = [str(tmp_path / f"{number}.ludo") for number in range(3)]
    for path, some in zip(paths, parts, strict=True):
        made_of(path, some).close()
    folder = tmp_path / "games.parquet"
    with partitioned(paths, folder) as library:
        assert len(library) == len(every)
        moves = [one.moves for one in library.records(library.numbers())]
        assert moves == [one.moves for one in every]
        order = {number: place for place, number in enumerate(library.numbers(), start=1)}
        chance = random.Random(3)
        for game in chance.sample(plain.replays(EACH), 6):
            board = chance.choice(list(game.positions()))
            for fold in (False, True):
                found = search(library, Query(targets=(TargetPosition.of(board, fold),)))
                assert [(order[hit.number], hit.ply) for hit in found] == [
                    (number, ply)
                    for number, ply, one in plain.boards(plain.replays(EACH))
                    if plain.reached(one, board, fold)
                ]
    assert check(str(folder)).problems == ()


def test_other_programs_find_positions_with_a_query(path: Path, one_file: Library):
    duckdb = pytest.importorskip("duckdb")
    board = list(plain.replays(EACH)[0].positions())[3]
    key, _ = canonical_key(board)
    found = duckdb.execute(
        f"SELECT id, row - first FROM '{path}/*/keys/*.parquet' JOIN '{path}/*/games/*.parquet' "
        f"ON row BETWEEN first AND first + rows - 1 WHERE key = {key} ORDER BY 1, 2"
    ).fetchall()
    assert found == plain.hits(search(one_file, Query(targets=(TargetPosition.of(board, True),))))


def _missing(path: Path) -> None:
    for name in ("keys", "games", "boards"):
        for file in path.glob(f"made-*/{name}/*.parquet"):
            file.unlink()


def _cut(path: Path) -> None:
    for file in path.glob("made-*/*/*.parquet"):
        os.truncate(file, file.stat().st_size - 9)


def _spoiled(path: Path) -> None:
    for file in path.glob("made-*/*/*.parquet"):
        found = bytearray(file.read_bytes())
        found[4 : len(found) // 2] = bytes(len(found) // 2 - 4)
        file.write_bytes(found)


def _of_another_schema(path: Path) -> None:
    for file in path.glob("made-*/*/*.parquet"):
        size = file.stat().st_size
        pq.write_table(pa.table({"key": [1]}), file)
        with open(file, "r+b") as out:
            out.truncate(size)


def _of_another_library(path: Path) -> None:
    other = replace(read_manifest(str(path)), made="made-of-others")
    (path / MANIFEST).write_text(other.text())


DAMAGE = {
    "missing": (_missing, "is missing"),
    "cut": (_cut, r"is damaged \([\d,]+ bytes, not [\d,]+\)"),
    "spoiled": (_spoiled, "is damaged"),
    "of another schema": (_of_another_schema, "is damaged"),
    "of another library": (_of_another_library, "it was made for another library"),
}


@pytest.mark.parametrize(("spoil", "message"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_partition_is_named(ludograph, path: Path, spoil, message):
    spoil(path)
    for line in (
        "library search --material *>0",
        "library search --position h4 --game gipf",
        "library list",
        "library show 2",
        "library export -o out.jsonl",
    ):
        run = ludograph(*line.split(), "-L", str(path))
        assert (run.status, run.err.count("\n")) == (2, 1), line
        assert re.search(message, run.err), run.err
        assert f"{path}: the partition made-" in run.err
    run = ludograph("check", str(path))
    assert run.status == 2
    assert re.search(message, " ".join(run.out.split()))
    run = ludograph("library", "check", "-L", str(path))
    assert run.status == 1
    assert re.search(message, run.out)


MANIFESTS = {
    "cut": lambda text: text[:-30],
    "changed": lambda text: text.replace('"bits": ', '"bits": 1'),
    "empty": lambda text: "",
    "of another version": lambda text: text.replace(
        '"ludograph-library": 1', '"ludograph-library": 7'
    ),
    "a list": lambda text: "[1]",
}


@pytest.mark.parametrize("spoil", MANIFESTS.values(), ids=MANIFESTS)
def test_a_damaged_manifest_is_told(ludograph, path: Path, spoil):
    manifest = path / MANIFEST
    manifest.write_text(spoil(manifest.read_text()))
    for line in ("library list", "library check", "library search --position C6"):
        run = ludograph(*line.split(), "-L", str(path))
        assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
        assert "make it again with ludograph library partition" in run.err


def test_no_file_outside_the_folder_is_opened(path: Path):
    found = read_manifest(str(path))
    outside = replace(found.keys[0], file="../../keys/1.parquet")
    (path / MANIFEST).write_text(replace(found, keys=(outside,)).text())
    with pytest.raises(UnusableLibrary, match=r"'\.\./\.\./keys/1.parquet' is no partition"):
        read_manifest(str(path))


KILLED = """
import os, sys
from analysis.library import partitioning
from tests.library.forms import partitioned
from pathlib import Path
written = []
write = partitioning.PartitionTask.__call__
def killed(self, piece):
    if len(written) == 5:
        os.kill(os.getpid(), 9)
    written.append(write(self, piece))
    return written[-1]
partitioning.PartitionTask.__call__ = killed
partitioned([sys.argv[1]], Path(sys.argv[2]))
"""


@pytest.mark.slow
def test_a_write_that_is_killed_leaves_no_library_or_the_one_before(
    tmp_path: Path, path: Path, one_file: Library
):
    new = tmp_path / "new.parquet"
    before = read_manifest(str(path))
    for folder in (new, path):
        done = subprocess.run([sys.executable, "-c", KILLED, one_file.path, str(folder)])
        assert done.returncode == -9
        assert len(list(folder.glob("made-*"))) == (1 if folder == new else 2)
    with pytest.raises(UnusableLibrary, match="not made to its end"):
        open_library(str(new))
    assert read_manifest(str(path)) == before
    compare(path, one_file, None)
    for folder in (new, path):
        partitioned([one_file.path], folder).close()
        assert len(list(folder.iterdir())) == 2, "what was left is gone"
        assert check(str(folder)).problems == ()


def test_a_full_disk_leaves_the_library_before(
    path: Path, one_file: Library, monkeypatch: pytest.MonkeyPatch
):
    def full(*args: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    before = sorted(path.rglob("*"))
    monkeypatch.setattr(pq, "write_table", full)
    with pytest.raises(OSError, match="No space left"):
        partition([one_file.path], str(path), SERIAL)
    assert sorted(path.rglob("*")) == before


def test_a_library_that_changes_meanwhile_is_not_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "games.ludo"
    made_of(str(path), plain.records(EACH)[:4]).close()
    pieces_of = partition.__globals__["pieces_of"]

    def changing(*args: object) -> Iterator[object]:
        yield from pieces_of(*args)
        made_of(str(path), plain.records(EACH)[4:]).close()

    monkeypatch.setitem(partition.__globals__, "pieces_of", changing)
    with pytest.raises(CannotPartition, match="changed meanwhile"):
        partition([str(path)], str(tmp_path / "games.parquet"), SERIAL)
    assert list((tmp_path / "games.parquet").iterdir()) == []


def test_it_is_made_in_a_folder_of_its_own(ludograph, path: Path, one_file: Library, tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "games.txt").write_text("1. C6 B4")
    run = ludograph("library", "partition", one_file.path, "-o", "texts")
    assert (run.status, run.out) == (2, "")
    assert "texts: games.txt stands in this folder: name a new one" in run.err
    run = ludograph("library", "partition", one_file.path, "-o", "nowhere/new.parquet")
    assert (run.status, run.err.count("\n"), (tmp_path / "nowhere").exists()) == (2, 1, False)
    run = ludograph("library", "partition", one_file.path, "-o", one_file.path)
    assert (run.status, run.err.count("\n")) == (2, 1)
    run = ludograph("library", "partition", str(path), "-o", "new.parquet")
    assert (run.status, run.err.count("\n")) == (2, 1)
    run = ludograph("library", "partition", one_file.path, "-o", "new.parquet")
    assert run.status == 0
    assert run.out.startswith(f"{len(one_file)} games, ")
    for line in ("import classic:gipf-tournament", "remove 1"):
        run = ludograph("library", *line.split(), "-L", "new.parquet")
        assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
        assert "a partitioned library is not changed" in run.err
