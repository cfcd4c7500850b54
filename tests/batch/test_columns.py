"""Pieces are read in columns: every command has the output that it has without."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from click.testing import CliRunner

import records
from analysis.batch.work import in_columns
from analysis.cli import cli
from analysis.replay import at_once
from analysis.replay.conversion import convert
from analysis.replay.lazily import LazyReplays
from analysis.replay.replay import replay
from analysis.replay.verdict import to_json
from notation import dialects
from records import Record
from records.assumptions import Assumptions
from records.columns import LazyRecords
from records.text.plain.columns import ColumnReader
from tests.games.engine_games import all_games

COMMANDS = {
    "check": ["check"],
    "check --quiet": ["check", "-q"],
    "check --json": ["check", "--json"],
    "check --verbose": ["check", "-v", "--where", "plies > 3"],
    "check --dedupe": ["check", "-q", "--dedupe", "exact"],
    "convert to JSON lines": ["convert", "--to", "jsonl"],
    **{
        f"convert to {dialect}": ["convert", "--to", f"text:{dialect}"]
        for dialect in sorted({one.name for one in dialects()})
    },
    "convert with counts": ["convert", "--to", "jsonl:short", "--counts"],
    "convert to CSV": ["convert", "--to", "csv-games"],
    "convert to Parquet": ["convert", "--to", "parquet"],
    "convert to Parquet, a row a game": ["convert", "--to", "parquet-games"],
    "stats": ["stats", "--json"],
}


@pytest.fixture(autouse=True)
def _few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "ENOUGH", 1)
    monkeypatch.setattr(at_once, "MANY", 1)


def spoiled(seed: int) -> Iterator[Record]:
    """Yield games of all kinds, some of them spoiled, with results that may be wrong."""
    rng = random.Random(seed)
    games = all_games(3)
    for number, game in enumerate(games):
        moves = list(game.moves)[: rng.choice((1, 7, 500))]
        if rng.random() < 0.3:
            at = rng.randrange(len(moves))
            other = rng.choice([one for one in games if one.dialect == game.dialect])
            moves[at : at + rng.choice((0, 1, 2))] = other.moves[: rng.randint(1, 2)]
        tags = {"Round": str(number)} | ({"Termination": "time"} if number % 3 else {})
        result = rng.choice(("*", "*", "1-0", "0-1", "1/2-1/2"))
        yield replace(game, moves=tuple(moves), tags=tags, result=result, details={}, places=())


def text_of(seed: int) -> str:
    """Return an archive of such games, with comments and prose here and there."""
    rng = random.Random(seed)
    parts = [records.write(one) for one in spoiled(seed)]
    for number in range(0, len(parts), 7):
        parts[number] = parts[number].replace("  2. ", " {why?}  2. ", 1)
    parts.insert(rng.randrange(len(parts)), "What follows was played later.\n\n")
    return "".join(parts)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_the_output_is_the_same_in_columns_and_without(command, ends, tmp_path, monkeypatch):
    path = tmp_path / "games.txt"
    path.write_bytes(text_of(len(ends)).replace("\n", ends).encode())
    found = []
    for known in (True, False):
        monkeypatch.setattr("analysis.batch.work.in_columns", lambda *_, known=known: known)
        done = CliRunner().invoke(cli, [*command, str(path)])
        found.append((done.exit_code, done.output_bytes, str(done.exception)))
    assert found[0] == found[1]


@pytest.mark.slow
def test_what_is_settled_without_a_replay_is_what_the_replay_finds():
    found = 0
    for seed in range(3):
        reader = ColumnReader("-", Assumptions())
        entries = [*reader.entries(text_of(seed)), *reader.end()]
        games = LazyReplays(LazyRecords(entries), False)
        settled = games.settled()
        for index, record in enumerate(LazyRecords(entries)):
            alone, known = replay(record), settled[index]
            if known:
                found += 1
                assert (alone.valid, alone.played, len(alone.notes)) == (True, *known)
            assert to_json(games[index]) == to_json(alone)
            assert games[index].position == alone.position
    assert found > 20


@pytest.mark.slow
def test_what_is_rewritten_without_a_replay_is_the_conversion() -> None:
    rewritten = Counter[tuple[str, str]]()
    for seed in range(3):
        reader = ColumnReader("-", Assumptions())
        entries = [*reader.entries(text_of(seed)), *reader.end()]
        games = LazyReplays(LazyRecords(entries), False)
        records = LazyRecords(entries)
        for name in sorted({one.name for one in dialects()}):
            for first, run in games.rewritten(name):
                for index, found in enumerate(run.records(), first):
                    rewritten[found.game or "", name] += 1
                    converted = convert(replay(records[index]), name)
                    assert (found, ()) == (converted.record, converted.notes)
    assert {game for game, _ in rewritten} >= {"epaminondas", "gipf", "megiddo"}
    assert rewritten["gipf", "short"] > 3


def test_pieces_are_read_line_by_line_before_numpy_is_loaded(monkeypatch: pytest.MonkeyPatch):
    assert in_columns()
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert not in_columns()
    monkeypatch.delitem(sys.modules, "numpy")
    assert not in_columns()
