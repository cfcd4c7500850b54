"""Rules on arrays change only the time: every output is the same with and without them."""

import json
import random
import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import records
from analysis.cli import cli
from analysis.replay import batch, judged
from analysis.replay.batch import Batch
from analysis.replay.conversion import convert
from analysis.replay.replay import Replay, replay
from analysis.replay.verdict import GameFacts, to_json
from analysis.select.duplicates import KINDS, fingerprint
from analysis.select.position import TargetPosition
from analysis.tables.frames import arrow_batches
from analysis.tables.rows import TableBuilder
from notation import LudographError, dialects
from records import Record
from records.assumptions import Assumptions
from records.formats import find
from tests.games.engine_games import all_games, engine_games, odd_games

NAMES = sorted({one.name for one in dialects()})

COMMANDS = [
    "check",
    "check -q",
    "check --json",
    "check -v --where 'plies > 3'",
    "check -q --dedupe moves",
    "convert --to jsonl",
    *(f"convert --to text:{name}" for name in NAMES),
    "convert --to jsonl:short --counts",
    "convert --to csv-games",
    "convert --to parquet",
    "stats --json",
    "openings --json --depth 5",
]

OTHERWISE = ["check --json", "check -q", "convert --to jsonl"]
"""Commands on the same games, written otherwise."""

SOURCES = {
    "text": lambda texts: "".join(texts).encode(),
    "lines that end as on Windows": lambda texts: "".join(texts).replace("\n", "\r\n").encode(),
    "damaged text": lambda texts: "".join(texts).encode()[:-900] + b"\xff\xfe\n\n[Broken",
}
"""How an archive is written, by name."""

TEXTS = Path(__file__).parents[2] / "vectors" / "texts.json"


def force(monkeypatch: pytest.MonkeyPatch, through: bool = True) -> None:
    """Play all games on arrays that can be, or none."""
    few = 1 if through else 10**12
    monkeypatch.setattr(batch, "ENOUGH", few)
    monkeypatch.setattr(batch, "MANY", few)


@cache
def spoiled(seed: int, dialect: str | None = None) -> tuple[Record, ...]:
    """Return games of all kinds; some are damaged, and some results are wrong."""
    return tuple(_spoiled(seed, dialect))


def _spoiled(seed: int, dialect: str | None) -> Iterator[Record]:
    rng = random.Random(seed)
    games = all_games(3)
    for number, game in enumerate(games):
        if dialect and dialect != game.dialect:
            try:
                written = convert(replay(game), dialect).record
            except LudographError:
                continue
            if written is None:
                continue
            game = written
        moves = list(game.moves)[: rng.choice((1, 7, 500))]
        if rng.random() < 0.3:
            at = rng.randrange(len(moves))
            other = rng.choice([one for one in games if one.game == game.game])
            moves[at : at + rng.choice((0, 1, 2))] = other.moves[: rng.randint(1, 2)]
        tags = {"Round": str(number)} | ({"Termination": "time"} if number % 3 else {})
        tags |= {"Black": 'Q0, "x"'} if number % 4 == 1 else {}
        result = rng.choice(("*", "*", "1-0", "0-1", "1/2-1/2"))
        details: dict[int, Any] = {0: {"comment": "why?"}} if number % 5 == 2 else {}
        yield replace(
            game, moves=tuple(moves), tags=tags, result=result, details=details, places=()
        )


def texts_of(seed: int, dialect: str | None = None) -> list[str]:
    """Return the games of an archive as texts, with prose among them."""
    texts = []
    for one in spoiled(seed, dialect):
        with suppress(LudographError):  # Some spoiled moves run into one another.
            texts.append(records.write(one))
    texts.insert(random.Random(seed).randrange(len(texts)), "What follows was played later.\n\n")
    return texts


def outputs(
    command: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[tuple[int, bytes, str]]:
    """Return the outputs of a command with and without arrays."""
    found = []
    for through in (True, False):
        force(monkeypatch, through)
        done = CliRunner().invoke(cli, [*shlex.split(command), str(path)])
        assert done.exit_code in (0, 1), done.output
        found.append((done.exit_code, done.output_bytes, str(done.exception)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "made"),
    [
        (command, made)
        for made in SOURCES.values()
        for command in (COMMANDS if made is SOURCES["text"] else OTHERWISE)
    ],
)
def test_commands_give_the_same(
    command: str, made: Callable[[list[str]], bytes], tmp_path: Path, monkeypatch
) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(made(texts_of(len(command))))
    through, without = outputs(command, path, monkeypatch)
    assert through == without


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "dialect"),
    [("txt", name) for name in NAMES]
    + [(form, name) for form in ("jsonl", "csv") for name in NAMES[::4]],
)
def test_archives_in_every_notation_and_format_give_the_same(
    dialect: str, suffix: str, tmp_path: Path, monkeypatch
) -> None:
    path = tmp_path / f"games.{suffix}"
    if suffix == "txt":
        path.write_text("".join(texts_of(7, dialect)))
    else:
        records.save(spoiled(7, dialect), str(path))
    for command in ("check -q", "convert --to jsonl", "openings --json"):
        through, without = outputs(command, path, monkeypatch)
        assert through == without


def vectors() -> list[Record]:
    """Return the records of the texts in the test vectors, which have all kinds of findings."""
    cases = json.loads(TEXTS.read_text(encoding="utf-8"))["cases"]
    return [record for case in cases for record in records.read_text(case["text"])]


GAMES = {
    "spoiled": lambda: [
        one for seed in range(2) for one in records.read_text("".join(texts_of(seed)))
    ],
    "odd": lambda: list(odd_games()),
    "with every finding": vectors,
}
"""Games as they come: what only a replay finds would be missing on arrays."""


@pytest.mark.parametrize(
    "made",
    [pytest.param(made, id=name, marks=[pytest.mark.slow] * (name == "odd"))
     for name, made in GAMES.items()],
)  # fmt: skip
def test_games_judged_together_are_those_of_single_replays(made, monkeypatch) -> None:
    force(monkeypatch)
    read = made()
    games = Batch(read)
    good = {number for group in games.groups for number in group.numbers}
    assert len(games.groups) > 5
    for group in games.groups:
        texts = [group.texts.texts[code] for code in group.boards.codes.tolist()]
        assert texts == [text for number in group.numbers for text in read[number].moves]
    settled = 0
    for number, (game, record) in enumerate(zip(games, read, strict=True)):
        alone, facts, notes = replay(record), games.facts[number], games.notes.get(number)
        missing = "Batch.facts and Batch.notes count the notes of games judged on arrays"
        assert facts.judgement == GameFacts.of(alone).judgement, missing
        assert (game.position, to_json(game)) == (alone.position, to_json(alone))
        assert game.moves == alone.moves
        assert alone.played == len(record.moves) or number not in good
        if notes is not None:
            settled += 1
            assert notes == len(alone.notes), missing
            assert (alone.valid, alone.played) == (True, len(record.moves))
    assert settled


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_tidy_games_have_the_notes_of_a_replay(form, monkeypatch) -> None:
    """Most tidy games get no record, but their tags still give notes."""
    force(monkeypatch)
    split: Any = find(form).split
    judged_games = 0
    for record in vectors():
        with suppress(LudographError):
            written = records.write(record, form)
            tidy = split.tidy(written, "games", Assumptions(), 0, 0)
            if tidy is None or not tidy.groups:
                continue
            games = Batch(tidy, share=batch.LOADED)
            alone = replay(tidy[0])
            assert games.facts[0].judgement == GameFacts.of(alone).judgement, written
            assert games.notes.get(0) in (None, len(alone.notes)), written
            judged_games += len(games.groups)
    assert judged_games > 1


@pytest.mark.slow
def test_games_of_texts_with_several_legal_readings_are_settled_and_rewritten_as_by_the_replay(
    monkeypatch,
) -> None:
    force(monkeypatch)
    written = [convert(replay(one), "span").record for one in engine_games("epaminondas-games", 12)]
    games = Batch([replace(one, result="1-0") for one in written if one])
    for index, notes in games.notes.items():
        alone = replay(games.records[index])
        assert (alone.valid, notes) == (True, len(alone.notes))
        assert games.facts[index].codes == GameFacts.of(alone).codes
        for name in ("abbott", "span", "abstractplay"):
            assert games.rewritten(index, name) == convert(alone, name).record
    counts = [("ambiguous" in codes(replay(games.records[index]))) for index in games.notes]
    assert len(counts) > sum(counts) > 1


def test_the_plies_of_tidy_and_other_games_are_in_the_order_of_the_games(
    tmp_path: Path, monkeypatch
) -> None:
    path, games = tmp_path / "games.txt", engine_games("gipf-basic-games", 6)
    quoted = {"Event": 'The "Cup"'}  # Such games are not tidy.
    tagged = [replace(one, tags=quoted if at in (0, 3) else {}) for at, one in enumerate(games)]
    path.write_text("".join(map(records.write, tagged)))
    through, without = outputs("stats --json", path, monkeypatch)
    assert through == without


def codes(game: Replay) -> set[str]:
    """Return the codes of the findings on a game."""
    return {one.code for one in game.findings}


def test_all_games_that_can_be_set_up_are_played_once_by_first_position(monkeypatch) -> None:
    force(monkeypatch)
    odd = list(odd_games(1))
    games = Batch(odd, measured=True)
    played = {number: group for group in games.played for number in group.numbers}
    single = list(map(replay, odd))
    assert sorted(played) == [number for number, one in enumerate(single) if one.start]
    assert sum(len(group.numbers) for group in games.played) == len(played)
    for group in games.played:
        assert {single[number].start for number in group.numbers} == {group.start}
        lengths = [single[number].played for number in group.numbers]
        assert group.boards.plies.lengths.tolist() == lengths
        written = group.written()
        texts = [written.values[code] for code in written.codes.tolist()]
        assert texts == [
            text
            for number, length in zip(group.numbers, lengths, strict=True)
            for text in single[number].record.moves[:length]
        ]


@pytest.mark.parametrize(
    "kind", [pytest.param(one, marks=[pytest.mark.slow] * (one != "moves")) for one in KINDS]
)
def test_fingerprints_and_positions_are_those_of_single_games(kind: str, monkeypatch) -> None:
    force(monkeypatch)
    odd = list(odd_games(1))
    games, single = Batch(odd, measured=True), list(map(replay, odd))
    assert sum(game.known_keys() is not None for game in games) > len(odd) // 6
    prints = [fingerprint(game, kind) for game in games]
    assert prints == [fingerprint(game, kind) for game in single]
    for target in _targets(single):
        found = [target.is_reached(game) for game in games]
        assert found == [target.find(game, game.positions()) is not None for game in single]


def _targets(games: list[Replay]) -> Iterator[TargetPosition]:
    """Yield images of early and late positions of some games under a symmetry."""
    for game in games[:: len(games) // 5]:
        for position in list(game.positions())[::9]:
            symmetry = position.variant.symmetries[-1]
            yield TargetPosition.of(symmetry.position(position), True)


OPTIONS: dict[str, dict[str, Any]] = {
    "usual": {},
    "in batches": {"size": 300},
    "without keys": {"builder": TableBuilder(keys=False)},
    "some columns": {"builder": TableBuilder(frozenset(("ply", "kind", "captured", "leader")))},
    "legal moves": {"builder": TableBuilder(frozenset({"legal_moves"}), legal_moves=True)},
}


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_tables_are_those_of_replays(options: dict[str, Any], monkeypatch) -> None:
    odd = list(odd_games(1))
    random.Random(1).shuffle(odd)
    (megiddo,) = engine_games("megiddo-base-games", 1)
    stated = [
        replace(megiddo, moves=megiddo.moves[:4], result=result)
        for result in ("1-0", "3", "5", "hello", "*", "2")
    ]
    for games in (list(all_games(2)), odd, odd[:1], stated, []):
        tables = []
        for through in (True, False):
            force(monkeypatch, through)
            parts = list(arrow_batches(games, **options))
            tables.append([[table.to_pylist() for table in part] for part in parts])
            assert all(table.validate() is None for part in parts for table in part)
        assert tables[0] == tables[1]


@pytest.mark.slow
def test_full_caches_are_emptied(monkeypatch) -> None:
    force(monkeypatch)
    monkeypatch.setattr(judged, "MEMO_LIMIT", 10)
    for _ in range(2):
        games = all_games(4)
        groups = Batch(games).groups
        assert sum(len(group.numbers) for group in groups) == len(games)
