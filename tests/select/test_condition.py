"""Conditions on games: their meaning, and the places of errors."""

import pickle
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analysis.replay.replay import replay
from analysis.replay.verdict import GameFacts
from analysis.select import condition
from analysis.select.condition import FIELDS, InvalidCondition, SlowCondition, parse_condition
from records import Record, Source
from tests.cases import each_line
from tests.records.samples import DEMONSTRATION

TABLE = Path(__file__).with_name("conditions.jsonl")
"""Conditions with the names of the games that they choose, or where they are wrong and why."""

GAMES = {
    "book": Record(
        DEMONSTRATION,
        "epaminondas",
        dialect="abbott",
        tags={"White": "Koen de Jongh", "Black": "?", "Date": "1999.12.31", "WhiteElo": "1900"},
        source=Source("old/book.txt"),
    ),
    "won": Record(
        ("b5-b6", "e2-f2"),
        "epaminondas",
        "standard+symmetry=off",
        dialect="span",
        tags={"White": "Anna", "Black": "Jongh, Koen de", "Date": "2004.05.??", "WhiteElo": "950"},
        start="6/1w4/6/6/4b1/6 w",
        result="1-0",
        source=Source("new/won.txt"),
    ),
    "drawn": Record(
        ("e2", "e3"),
        "gipf",
        tags={"Termination": "agreement", "tag with blanks": "x", "Event": 'The "Open"'},
        result="1/2-1/2",
    ),
    "broken": Record(("C4", "C4"), "megiddo", result="0-1", tags={"Blue": "Anna"}),
    "unknown": Record(("one", "two"), tags={"White": "Koen"}),
}


def facts(record: Record) -> GameFacts:
    return GameFacts.of(replay(record))


@each_line(TABLE, "chooses")
def test_conditions_choose(case):
    condition = pickle.loads(pickle.dumps(parse_condition(case["condition"])))
    chosen = [name for name, record in GAMES.items() if condition.holds(facts(record))]
    assert chosen == case["chooses"]


@each_line(TABLE, "reason")
def test_what_is_no_condition_is_told_with_a_caret(case):
    text, place = case["condition"], case["at"]
    with pytest.raises(InvalidCondition) as stop:
        parse_condition(text)
    assert stop.value.column == place
    assert stop.value.reason.startswith(case["reason"])
    *_, shown, caret = str(stop.value).splitlines()
    assert shown == f"  {text}"
    assert caret.index("^") == place + 2
    assert stop.value.__context__ is None  # It would be pickled where distributed is loaded.
    again = pickle.loads(pickle.dumps(stop.value))
    assert (str(again), again.column) == (str(stop.value), place)


@example(text="tag:R ~[[")
@example(text="(" * 2000)
@given(text=st.text("plies valWhte~=<>()!,'\"0123andorti ", max_size=30))
def test_any_text_is_a_condition_or_told_why_not(text):
    try:
        condition = parse_condition(text)
    except InvalidCondition as stop:
        place = stop.column
    else:
        place = 0
        assert condition.holds(facts(GAMES["book"])) in (True, False)
    assert 0 <= place <= len(text)


@pytest.mark.slow
def test_every_field_can_be_asked_of_every_game():
    for name, field in FIELDS.items():
        text = {
            "flag": name,
            "number": f"{name} = 1",
            "text": f"{name} ~ .",
            "date": f"{name} ~ .",
        }[field.kind]
        for record in GAMES.values():
            assert parse_condition(text).holds(facts(record)) in (True, False)


def test_every_field_and_operator_is_documented():
    text = (Path(__file__).parents[2] / "docs" / "selecting.md").read_text(encoding="utf-8")
    for name, field in FIELDS.items():
        assert f"| `{name}` | {field.about}" in text
    for sign in ("=", "==", "!=", "<", "<=", ">", ">=", "~", "!~", "in (...)"):
        assert f"`{sign}`" in text


def test_an_expression_that_might_never_end_has_a_limit_of_time(monkeypatch):
    monkeypatch.setattr(condition, "LIMIT", 0.05)
    record = Record(
        ("C6",), "megiddo", tags={"Red": "ab" * 60 + "a" * 60 + "b"}, source=Source("games.txt", 3)
    )
    with pytest.raises(SlowCondition, match=r"takes more than 0\.05 s in tag:Red of games\.txt:3"):
        parse_condition("Red ~ '(a|aa)+$'").holds(facts(record))
