"""Laws of every container: records that fit are read back unchanged, others are refused."""

import io
import json
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import records
from notation import UnknownName
from records import FORMATS, CannotWrite, Record
from records.format import Format
from records.tabular.rows import GAMES, PLIES
from tests.cases import each_case
from tests.examples import examples
from tests.fuzz.laws import check_written
from tests.games.engine_games import all_games, engine_games, in_every_dialect
from tests.records.samples import codes, messages, said
from tests.records.strategies import EXTRA, PER_MOVE
from tests.records.strategies import records as drawn_records

NAMES = list(FORMATS)
DOCUMENT = Path(__file__).parents[2] / "docs/formats.md"
every_container = pytest.mark.parametrize("name", NAMES)
SNIFFED = engine_games("epaminondas-games", 3)


def packed(container: Format, batches: list[list[Record]]) -> bytes:
    """Return a file with one fragment for each batch."""
    out = io.BytesIO()
    writer = container.writer(out)
    for batch in batches:
        writer.append(container.pack(batch))
    writer.close()
    return out.getvalue()


def read_back(data: bytes, name: str | None = None) -> list[Record]:
    return list(records.read(io.BytesIO(data), format=name))


def plain(record: Record, name: str) -> Record:
    """Return a record without the data that a container cannot hold."""
    return FORMATS[name].fit(record, lossy=True)[0]


@pytest.mark.slow
@every_container
@each_case("games", [all_games, in_every_dialect], ids=["all", "dialects"])
def test_every_game_comes_back(name, games):
    container = FORMATS[name]
    originals = [container.fit(game)[0] for game in games()]
    back = read_back(packed(container, [originals[:30], [], originals[30:]]))
    assert [said(game) for game in back] == [said(game) for game in originals]
    assert [game.source.game for game in back] == list(range(1, len(originals) + 1))
    findings = {finding.code for game in back for finding in game.findings}
    assert findings <= {finding.code for game in originals for finding in game.findings}


HOSTILE = st.builds(
    lambda record, extra, per_move, games: replace(
        record,
        extra=extra,
        details={
            index: detail
            for index in range(len(record.moves))
            if (detail := {**per_move.get(index, {}), **record.details.get(index, {})})
        },
        game=games,
        dialect=record.dialect if games == "epaminondas" else None,
    ),
    drawn_records(),
    EXTRA,
    st.dictionaries(st.integers(0, 11), PER_MOVE, max_size=3),
    st.just("epaminondas"),
)
"""Records with all that anybody may have written, in texts with anything in them."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=[pytest.mark.slow] * (one not in ("text", "jsonl"))) for one in NAMES],
)
@given(st.lists(HOSTILE, min_size=1, max_size=3))
@examples(20)
def test_what_fits_comes_back_and_the_rest_is_refused_or_told(name, games):
    container = FORMATS[name]
    kept = []
    for game in games:
        fit, notes = container.fit(game, lossy=True)
        if notes:
            assert {note.code for note in notes} == {"left-out"}
            with pytest.raises(CannotWrite) as refusal:
                container.fit(game)
            # The data of a scan may be lost in any case: they come first, and are no reason.
            assert any(note.message in str(refusal.value) for note in notes)
        else:
            assert fit is game
            assert said(container.fit(game)[0]) == said(game)
        kept.append(fit)
    data = packed(container, [[game] for game in kept])
    back = read_back(data, name)
    assert [said(game) for game in back] == [said(game) for game in kept]
    assert [game.source.game for game in back] == list(range(1, len(games) + 1))
    if name in ("text", "jsonl"):
        assert [list(game.tags) for game in back] == [list(game.tags) for game in kept]
    if name == "text":
        lines = re.sub("\r\n?", "\n", data.decode()).split("\n")
        for game in back:
            for move, (line, column) in zip(game.moves, game.places, strict=True):
                assert lines[line - 1][column - 1 :].startswith(move)


def held(case: dict[str, Any]) -> Record:
    """Return the record described in a row of ``held.jsonl``."""
    known = {"game": "epaminondas", "dialect": "abbott", "moves": ()} | case["record"]
    details = {int(index): detail for index, detail in known.get("details", {}).items()}
    return Record(**(known | {"moves": tuple(known["moves"]), "details": details}))


TABLE = Path(__file__).with_name("held.jsonl").read_text(encoding="utf-8")
HELD = {one["about"]: (held(one), one["refusing"]) for one in map(json.loads, TABLE.splitlines())}
"""Records with one thing that is not everywhere held, and the containers that refuse it."""


@pytest.mark.slow
@every_container
@each_case(("record", "refusing"), HELD.values(), ids=HELD)
def test_what_each_container_cannot_hold(name, record, refusing):
    container = FORMATS[name]
    if name in refusing:
        with pytest.raises(CannotWrite) as refusal:
            container.pack([container.fit(record)[0]])
        assert "cannot hold" in str(refusal.value) or "would not" in str(refusal.value)
        return
    (back,) = read_back(packed(container, [[container.fit(record)[0]]]), name)
    assert said(back) == said(record)
    assert list(back.tags) == list(record.tags)


TEXTS = (
    " ", "\t ", "\n", "\N{NO-BREAK SPACE}", " a ", "a\n", "\\", " \\ ", "}\n{",
    "(", ")", ";", "(;FF[4", "((", "]", " ( ",
)  # fmt: skip
"""Comments with blanks around them, and with signs that mean something to a format."""

FIELDS = ("Game", "Variant", "Dialect", "Start", "Result", "Extra")
KEYS = ("notes", "comment", "moves", "tags", "extra", "start", "x")

GAME = Record(("b1-b3", "d2"), "gipf", "basic", "complete", {"White": "A"}, result="1-0")
UNUSUAL = {
    **{
        f"the comment {text!a}": replace(
            GAME, comment=text, details={0: {"comment": text}}, extra={"log": [text]}
        )
        for text in TEXTS
    },
    **{
        f"a tag named {name}": replace(GAME, tags={"White": "A", name: '{"a": 1}'})
        for name in FIELDS
    },
    **{f"a key {key}": replace(GAME, extra={key: {"tags": "of others"}}) for key in KEYS},
    "a key of a path": replace(GAME, extra={"extra": {"path": ""}}),
    "a move of another shape": replace(GAME, moves=("b1-b3", "d13"), extra={"a": 1}),
    "controls": replace(GAME, tags={"A\x01b": "a\\b\x02"}),
}
"""Records with a value that a format may take for something else."""


@every_container
@each_case("record", UNUSUAL.values(), ids=UNUSUAL)
def test_odd_values_are_read_back_or_left_out_with_a_note(name, record):
    fitted, notes = FORMATS[name].fit(record, lossy=True)
    assert (fitted == record) != bool(notes)
    assert not notes or name in ("text", "abstractplay-json")
    (back,) = read_back(packed(FORMATS[name], [[fitted]]), name)
    assert said(back) == said(fitted)


@every_container
@each_case("fields", [{"result": ""}, {"result": "resign"}, {"variant": ""}], ids=str)
def test_fields_without_a_sense_are_refused_or_read_as_they_are_written(name, fields):
    record = replace(SNIFFED[0], **fields)
    with suppress(CannotWrite):
        check_written(name, [FORMATS[name].fit(record, lossy=True)[0]])


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading of the document on containers."""
    text = DOCUMENT.read_text(encoding="utf-8")
    _, found, section = text.partition(f"{heading}\n")
    assert found, heading
    lines = section.partition("\n#")[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    return [cells[0], *cells[2:]]


def test_the_document_says_what_is_held():
    (_, *names), *held = rows("## What each format can store")
    assert names == [f"`{name}`" for name in NAMES]
    assert held == [
        [what, *("no" if name in refusing else "yes" for name in NAMES)]
        for what, (_, refusing) in HELD.items()
    ]


@pytest.mark.parametrize(
    ("heading", "columns"), [("### A row for each ply", PLIES), ("### A row for each game", GAMES)]
)
def test_the_document_names_the_columns(heading, columns):
    _, *named = rows(heading)
    assert named == [[f"`{one.name}`", one.kind, one.meaning] for one in columns]


@every_container
@each_case("ending", ["", ".gz", ".zst"])
def test_a_file_is_written_by_its_ending_and_told_by_what_is_in_it(name, ending, tmp_path):
    games = [plain(game, name) for game in SNIFFED]
    path = tmp_path / f"games{FORMATS[name].suffixes[0]}{ending}"
    records.save(games, path)
    assert list(tmp_path.iterdir()) == [path]
    path = path.rename(tmp_path / f"games{ending}")
    assert [said(game) for game in records.read(path)] == list(map(said, games))
    path.unlink()


def test_a_csv_file_with_a_wrong_column_is_told_which_are_needed(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("game_id,ply,mov\n1,1,D3\n")
    (record,) = records.read(path)
    assert codes(record) == ["bad-table"]
    assert "it needs move and one of game_id, game, ply" in messages(record)


@pytest.mark.parametrize("name", ["games", "games.xyz", "games.xyz.gz", "games.gz"])
def test_an_ending_that_stands_for_no_format_is_refused(name, tmp_path):
    with pytest.raises(UnknownName, match="the format is not known from the name"):
        records.save(SNIFFED, tmp_path / name)
    assert not list(tmp_path.iterdir())


@every_container
def test_a_file_of_no_records_is_a_file_all_the_same(name, tmp_path):
    assert records.save([], tmp_path / "none", name) == ()
    found = list(records.read(tmp_path / "none", format=name))
    assert [(game.source.game, game.findings[0].code) for game in found] == [(0, "empty-file")]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text("old")
    three, _ = HELD["three sides"]
    with pytest.raises(CannotWrite, match="more than two sides"):
        records.save([SNIFFED[0], three], path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


UNFINISHED = """
import sys, time
from records.target import completed
with completed(sys.argv[1]) as out:
    print(out.name, flush=True)
    time.sleep(1000)
"""


def test_what_a_killed_run_leaves_is_removed_by_the_next_that_writes_there(tmp_path):
    save = "import sys; from records.target import completed\nwith completed(sys.argv[1]): pass"
    path = str(tmp_path / "games.txt")
    command = [sys.executable, "-c", UNFINISHED, path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout
        left = Path(run.stdout.readline().strip())
        subprocess.run([sys.executable, "-c", save, path], check=True)
        assert left.exists(), "a run that goes on keeps its file"
        run.kill()
    assert left.exists()
    subprocess.run([sys.executable, "-c", save, path], check=True)
    assert [one.name for one in tmp_path.iterdir()] == ["games.txt"]


def test_bytes_are_no_text():
    with pytest.raises(CannotWrite, match="not text"):
        records.write(SNIFFED[0], "parquet")
    (record,) = records.read_text("PAR1", format="parquet")
    assert record.findings[0].code == "binary-file"


def test_a_list_of_texts_without_moves_is_one_error(tmp_path):
    (tmp_path / "moves.json").write_text('["one", "two", "E4"]')
    (record,) = records.read(tmp_path / "moves.json")
    (found,) = record.findings
    assert found.message.startswith("a list of texts, not of games")


ODD = "P\u200bau\u202el\x1b[31m"
