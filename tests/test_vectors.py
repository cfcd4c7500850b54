"""The test vectors for other programs hold, by the project's rules and by the plain judges."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import notation
from analysis.games import GAMES
from analysis.replay.replay import replay
from notation.catalogue import catalogue
from records import Record
from scripts.vectors import VERSION, reading, text_case, text_of
from tests.judges import counting

HOME = Path(__file__).parents[1] / "vectors"
KINDS = ("moves", "positions", "perft", "games")
GAMES_NAMED = tuple(sorted(json.loads((HOME / "variants.json").read_text(encoding="utf-8"))))
NO_TEXTS = {
    "binary-file", "cut-off", "encoding", "long-line", "member-name", "trailing-bytes",
    "unpacked-size", "unreadable-file",  # files
    "bad-box", "image-size", "image-time", "image-unread", "no-tesseract", "page-size",
    "recognised",  # scans
    "after-match", "other-players", "unfinished-game", "unnamed-players", "unsettled-starter",
    "wrong-starter",  # matches
    "damaged-library", "journal", "reader-fault",  # what only this program has
    "cannot-convert", "cannot-write", "left-out",  # writing
    "contradicted-game", "old-revision", "search-ended", "site-state", "wrong-mark",  # calls, logs
}  # fmt: skip
"""Findings that are of no text and no game alone."""

FEW = 60
"""Moves of a position from which on a judge takes too long for every run."""


@cache
def cases(game: str, kind: str) -> list[dict[str, Any]]:
    found = json.loads((HOME / game / f"{kind}.json").read_text(encoding="utf-8"))
    assert (found["version"], found["game"], found["kind"]) == (VERSION, game, kind)
    some: list[dict[str, Any]] = found["cases"]
    return some


def position_of(game: str, case: dict[str, Any]):
    rules = GAMES[game]
    return rules.position(case["position"], rules.variant(case["variant"]))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_NAMED)
@pytest.mark.parametrize("kind", KINDS)
def test_files_are_of_the_schema(game, kind):
    schema = json.loads((HOME / "schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    content = json.loads((HOME / game / f"{kind}.json").read_text(encoding="utf-8"))
    jsonschema.validate(content, schema)
    content["cases"][0]["unheard-of"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(content, schema)


@pytest.mark.parametrize("game", GAMES_NAMED)
def test_texts_are_read_as_the_vectors_state(game):
    known = {dialect.name: dialect for dialect in notation.dialects(game)}
    for case in cases(game, "moves"):
        assert reading(known[case["dialect"]], case["text"]) == case
    statuses = {case["status"] for case in cases(game, "moves")}
    assert statuses == {"canonical", "forgiven", "unreadable"}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_NAMED)
def test_the_legal_moves_of_positions_are_those_of_the_vectors(game):
    for case in cases(game, "positions"):
        position = position_of(game, case)
        legal = [] if position.outcome() else list(position.legal_moves())
        assert len(legal) == case["moves"]
        for dialect in notation.dialects(game):
            texts = [text_of(position, move, dialect) for move in legal]
            assert sorted(texts) == case["texts"][dialect.name]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_NAMED)
def test_the_judges_count_as_the_vectors_do(game):
    counted = 0
    for case in cases(game, "perft"):
        here = counting.node(game, case["variant"], case["position"])
        counts = case["counts"] if case["counts"][0] <= FEW else case["counts"][:1]
        assert [counting.perft(here, depth + 1) for depth in range(len(counts))] == counts
        counted += len(counts) > 1
    assert counted > 3


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


def typed() -> list[dict[str, Any]]:
    content = json.loads((HOME / "texts.json").read_text(encoding="utf-8"))
    jsonschema.validate(content, json.loads((HOME / "schema.json").read_text(encoding="utf-8")))
    some: list[dict[str, Any]] = content["cases"]
    return some


@pytest.mark.parametrize("case", typed(), ids=lambda case: case["about"])
def test_texts_as_people_type_them_are_read_as_the_vectors_state(case):
    assert text_case(case) == case


def test_the_vectors_have_every_finding():
    have = {code for case in typed() for code in case["findings"]}
    for game in GAMES_NAMED:
        have |= {case["finding"]["code"] for case in cases(game, "games") if "finding" in case}
        have |= {code for case in cases(game, "moves") for code in case.get("leniencies", ())}
    assert {kind.code for kind in catalogue()} - have - NO_TEXTS == set()
    for kind in catalogue():
        if kind.violation and kind.section == "errors.moves" and kind.code not in NO_TEXTS:
            known = cases(kind.game, "games")
            shown = {one["finding"]["code"] for one in known if "finding" in one}
            # With a side before it, a GIPF move is mostly taken for a later one.
            assert kind.code in shown or (kind.game, kind.code) == ("gipf", "wrong-side")
