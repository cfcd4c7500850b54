"""The test vectors for other programs agree with the project's rules and the plain judges."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from shutil import which
from typing import Any

import jsonschema
import pytest

import notation
from analysis.games import GAMES
from analysis.games.position import perft
from analysis.replay.replay import replay
from notation.catalogue import catalogue
from notation.registry import BUILT_IN
from records import Record
from records.formats import FORMATS, ONLY_READ
from scripts.vectors import LEVELS, VERSION, named
from scripts.vectors.__main__ import contents
from scripts.vectors.files import file_case, text_case
from scripts.vectors.games import examples, reading, text_of
from tests.cases import each_case
from tests.cli.test_every_command import closed
from tests.judges import counting

HOME = Path(__file__).parents[1] / "vectors"
KINDS = ("moves", "leniencies", "positions", "perft", "games")
ENGINE = (sys.executable, "-m", "scripts.vectors.engine")
GAMES_NAMED = tuple(sorted(json.loads((HOME / "variants.json").read_text(encoding="utf-8"))))
NOT_SHOWN = {"image-time", "reader-fault", "wrong-mark"}
"""Findings that no file shows: README.md of the vectors has the reasons."""

ANEW = "write the vectors anew: python -m scripts.vectors vectors"

COUNTED, JUDGED = 30_000, 100
"""The most sequences that the rules and a judge count."""


@cache
def cases(game: str, kind: str) -> list[dict[str, Any]]:
    found = json.loads((HOME / game / f"{kind}.json").read_text(encoding="utf-8"))
    assert (found["version"], found["game"], found["kind"]) == (VERSION, game, kind)
    assert found["level"] == LEVELS[kind]
    some: list[dict[str, Any]] = found["cases"]
    return some


def position_of(game: str, case: dict[str, Any]):
    rules = GAMES[game]
    return rules.position(case["position"], rules.variant(case["variant"]))


def schema_of(kind: str, is_closed: bool = True) -> jsonschema.Draft202012Validator:
    """Return the schema of a kind of file; a closed schema refuses unknown keys."""
    schema = json.loads((HOME / "schema.json").read_text(encoding="utf-8"))
    of_kind = [one for one in schema["oneOf"] if kind in str(one["properties"]["kind"])]
    names = closed(schema["$defs"]) if is_closed else schema["$defs"]
    return jsonschema.Draft202012Validator({**schema, "oneOf": of_kind, "$defs": names})


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS, "texts", "files"])
def test_files_are_of_the_schema(kind):
    schema_of(kind).check_schema(schema_of(kind).schema)
    for path in (
        [HOME / f"{kind}.json"] if kind in ("texts", "files") else HOME.glob(f"*/{kind}.json")
    ):
        schema_of(kind).validate(json.loads(path.read_text(encoding="utf-8")))


def test_a_program_may_add_keys_and_our_files_may_not():
    content = json.loads((HOME / "crossings" / "perft.json").read_text(encoding="utf-8"))
    content["cases"] = [content["cases"][0] | {"unheard-of": 1}]
    schema_of("perft", is_closed=False).validate(content)
    with pytest.raises(jsonschema.ValidationError):
        schema_of("perft").validate(content)


def test_ids_are_those_of_one_case_and_stay():
    found = [loose(kind) for kind in ("texts", "files")]
    found += [cases(game, kind) for game in GAMES_NAMED for kind in KINDS]
    ids = [case["id"] for some in found for case in some]
    assert len(set(ids)) == len(ids) > 1000
    assert set(GAMES_NAMED) == set(BUILT_IN), "vectors/variants.json has the variants of each"
    assert all(case["about"] for some in found for case in some)
    question = {"dialect": "book", "text": "A1", "status": "canonical"}
    assert named("moves", "megiddo", question)["id"] == "megiddo-moves-79c08579"


@pytest.mark.parametrize("game", GAMES_NAMED)
def test_texts_are_read_as_the_vectors_state(game):
    known = {dialect.name: dialect for dialect in notation.dialects(game)}
    assert {case["dialect"] for case in cases(game, "moves")} == set(known), ANEW
    for kind, statuses in ("moves", {"canonical"}), ("leniencies", {"forgiven", "unreadable"}):
        for case in cases(game, kind):
            assert named(kind, game, reading(known[case["dialect"]], case["text"])) == case
        assert {case["status"] for case in cases(game, kind)} == statuses


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_NAMED)
def test_the_legal_moves_of_positions_are_those_of_the_vectors(game):
    for case in cases(game, "positions"):
        position = position_of(game, case)
        legal = [] if position.outcome() else list(position.legal_moves())
        assert len(legal) == case["moves"]
        for dialect in notation.dialects(game):
            texts = [text_of(position, move, dialect) for move in legal]
            assert sorted(texts) == case["texts"].get(dialect.name), ANEW


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_NAMED)
def test_the_rules_and_the_judges_count_as_the_vectors_do(game):
    for case in cases(game, "perft"):
        start = position_of(game, case)
        judged = counting.node(game, case["variant"], case["position"])
        for depth, count in enumerate(case["counts"], start=1):
            assert count > COUNTED or perft(start, depth) == count, case["id"]
            assert count > JUDGED or counting.perft(judged, depth) == count, case["id"]


@pytest.mark.parametrize("game", GAMES_NAMED)
def test_a_count_of_about_a_million_is_divided_by_the_first_move(game):
    """The counts equal those of the first positions in the tests of all games."""
    case = cases(game, "perft")[0]
    start, dialect = position_of(game, case), notation.find_dialect(game, case["dialect"])
    assert 200_000 < sum(case["divide"].values()) == case["counts"][-1] < 2_000_000
    moves = {text_of(start, move, dialect): move for move in start.legal_moves()}
    assert moves.keys() == case["divide"].keys()
    first = next(iter(moves))
    depth = len(case["counts"]) - 1
    assert perft(start.play(moves[first]), depth) == case["divide"][first]


RUNNERS = {
    "python": (sys.executable, "-I", str(HOME / "run.py")),
    "node": ("node", str(HOME / "run.mjs")),
}
"""The runners; Python's can import nothing of the project's."""


@pytest.mark.slow
@pytest.mark.parametrize("runner", RUNNERS.values(), ids=RUNNERS)
def test_a_runner_asks_a_program_and_prints_what_differs(runner, tmp_path):
    if which(runner[0]) is None:
        pytest.skip(f"{runner[0]} is not installed")
    options = ("--game", "crossings", "--most", "3600", "--level", "all")
    run = partial(subprocess.run, capture_output=True, text=True, cwd=HOME.parent)
    found = run([*runner, *options, *ENGINE])
    assert (found.returncode, found.stderr) == (0, "")
    lines = found.stdout.splitlines()
    totals = [re.fullmatch(r"(.*): (\d+) agree, 0 differ, 0 not answered", line) for line in lines]
    assert [total and total[1] for total in totals] == [
        f"crossings/{kind}" for kind in sorted(KINDS)
    ]
    assert all(total and int(total[2]) >= 10 for total in totals)
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import json, sys\nfor line in sys.stdin:\n    ask = json.loads(line)['ask']\n"
        "    print(json.dumps({'count': 1} if ask == 'count' else {'skip': ask}), flush=True)\n"
    )
    found = run([*runner, *options, sys.executable, str(wrong)])
    assert found.returncode == 1
    first = json.loads(found.stdout.splitlines()[0])
    assert (first["right"], first["answer"]) == ({"count": 60}, {"count": 1})
    assert first["id"] == cases("crossings", "perft")[0]["id"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_NAMED)
def test_games_end_as_the_vectors_state(game):
    for case in cases(game, "games"):
        start = case.get("start")
        written = Record(tuple(case["moves"]), game, case["variant"], case["dialect"], start=start)
        verdict = replay(written)
        if "finding" in case:
            first = next(iter(verdict.violations))
            assert {key: getattr(first, key) for key in case["finding"]} == case["finding"]
            continue
        assert verdict.valid
        positions = [str(verdict.start), *(str(ply.after) for ply in verdict.plies())]
        assert positions[-len(case["positions"]) :] == case["positions"]
        outcome = verdict.outcome
        found = (outcome.winner, outcome.reason) if outcome else (None, None)
        assert found == (case["winner"], case["reason"])
        for dialect, texts in case.get("texts", {}).items():
            other = replay(replace(written, moves=tuple(texts), dialect=dialect))
            assert (str(other.position), other.valid) == (positions[-1], True)


@cache
def loose(kind: str) -> list[dict[str, Any]]:
    """Return the cases that belong to no game."""
    content = json.loads((HOME / f"{kind}.json").read_text(encoding="utf-8"))
    assert (content["version"], content["kind"]) == (VERSION, kind)
    some: list[dict[str, Any]] = content["cases"]
    return some


@each_case("case", loose("texts"), ids=lambda case: case["about"])
def test_texts_as_people_type_them_are_read_as_the_vectors_state(case):
    assert named("texts", "", text_case(case)) == case


def is_sure(case: dict[str, Any]) -> bool:
    """Whether the findings do not depend on the version of tesseract."""
    return not case.get("tesseract")


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", loose("files"), ids=lambda case: f"{case['code']} {case['status']}"
)
def test_in_files_is_found_what_the_vectors_state(case):
    if not is_sure(case) and which("tesseract") is None:
        pytest.skip("tesseract is not installed")
    asked = {key: case[key] for key in case if key != "findings"}
    made = named("files", "", file_case(asked, HOME / "files"))
    assert case["code"] in made["findings"]
    assert made == case or not is_sure(case)


def test_every_file_is_of_a_case_and_every_case_of_a_call():
    named = {name for case in loose("files") for name in case["sha256"]}
    assert {path.name for path in (HOME / "files").iterdir()} == named
    assert {case["format"] for case in loose("files")} <= {*FORMATS, *ONLY_READ}
    written = [(one["about"], one["code"], one["file"]) for one in examples()["files"]]
    assert [(one["about"], one["code"], one["file"]) for one in loose("files")] == written


@pytest.mark.slow
def test_the_vectors_written_anew_have_the_same_bytes():
    made = dict(contents(HOME, ["crossings"]))
    old = [name for name, text in made.items() if text != (HOME / name).read_bytes().decode()]
    assert not old, ANEW


def test_the_vectors_have_every_finding():
    have = {code for case in loose("texts") for code in case["findings"]}
    have |= {case["code"] for case in loose("files")}
    for game in GAMES_NAMED:
        have |= {case["finding"]["code"] for case in cases(game, "games") if "finding" in case}
        have |= {code for case in cases(game, "leniencies") for code in case.get("leniencies", ())}
    missing = {kind.code for kind in catalogue()} - have - NOT_SHOWN
    assert not missing, f"add a text with it to scripts/vectors/examples.json, then {ANEW}"
    assert not have & NOT_SHOWN
    reasons = (HOME / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{code}` |" in reasons for code in NOT_SHOWN)
    for kind in catalogue():
        if kind.violation and kind.section == "errors.moves" and kind.code not in NOT_SHOWN:
            known = cases(kind.game, "games")
            shown = {one["finding"]["code"] for one in known if "finding" in one}
            # With a side before it, a GIPF move is mostly taken for a later one.
            assert kind.code in shown or (kind.game, kind.code) == ("gipf", "wrong-side")
