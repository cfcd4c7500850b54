"""Conditions on games: what they mean, and where they cannot be read."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.replay.replay import replay
from analysis.replay.verdict import GameFacts
from analysis.select import condition
from analysis.select.condition import FIELDS, InvalidCondition, SlowCondition, parse_condition
from records import Record, Source
from tests.cases import each_case
from tests.records.samples import DEMONSTRATION

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


CHOSEN = {
    "plies >= 2": "book won",
    "plies>=2 and plies<23": "won",
    "plies = 2.0": "won",
    "plies != 2": "book drawn broken unknown",
    "valid": "book won",
    "not valid": "drawn broken unknown",
    "valid and not player ~ anna": "book",
    'White ~ "jong"': "book",
    "player ~ jong": "book won",
    "player = ANNA": "won broken",
    "player != Anna": "book drawn unknown",
    "player !~ '^(koen|anna)'": "drawn unknown",
    "game = gipf or game = megiddo": "drawn broken",
    "game in (gipf, megiddo)": "drawn broken",
    "variant ~ 'symmetry=off'": "won",
    "dialect == span": "won",
    "result = 1-0": "won",
    "result = '1/2-1/2'": "drawn",
    "winner = white": "won",
    "winner ~ anna": "won broken",
    "winner = draw": "drawn",
    "winner = blue": "broken",
    "reason = far-row": "won",
    "reason = agreement": "drawn",
    "code = occupied-spot": "drawn",
    "code = occupied": "broken",
    "path ~ '^old/'": "book",
    "date < 2000": "book",
    "date >= 2004-05": "won",
    "Date >= 2000": "won",
    "Date <= 2004": "book won",
    "Date > 2004": "",
    "date > 2004": "",
    "date < 2005": "book won",
    "date = 2004": "won",
    "date >= 2004.05": "won",
    "date >= 2004.05.17": "",
    "date in (1999, 2004)": "book won",
    "WhiteElo >= 1000": "book",
    "WhiteElo < 1000": "won",
    "White": "book won unknown",
    "Black": "won",
    "Black != x": "book won drawn broken unknown",
    "tag:Event = 'the \"open\"'": "drawn",
    'Event = "The \\"Open\\""': "drawn",
    "NOT (valid OR plies < 1)": "broken",
    "not valid and not White or game = gipf": "drawn broken",
    "valid or game = gipf and plies > 40": "book won",
    "(valid or game = gipf) and plies > 20": "book",
}


@each_case(("text", "names"), CHOSEN.items(), ids=CHOSEN)
def test_conditions_choose(text, names):
    condition = pickle.loads(pickle.dumps(parse_condition(text)))
    chosen = [name for name, record in GAMES.items() if condition.holds(facts(record))]
    assert " ".join(chosen) == names


WRONG = {
    "": (0, "expected a test at the end"),
    "plies >=": (8, "expected a value at the end"),
    "plies >= and valid": (9, "expected a value, found 'and'"),
    "plies": (0, "plies has to be compared with something"),
    "game <= 300": (8, "game is text, which has no order: use = or ~"),
    "valid and plies = x": (18, "plies is a number, and can only be compared with numbers"),
    "plies ~ 3": (8, "plies is a number"),
    "date > soon": (7, "date is compared with a date, not with 'soon'"),
    "valid = yes": (8, "valid is a flag"),
    "White and lenght > 3": (10, "no field 'lenght'; there are accepted, code"),
    "White ~ '['": (8, "'[' is not a regular expression: unterminated character set"),
    "(valid": (6, "expected ')' at the end"),
    "valid)": (5, "expected and, or, or the end, found ')'"),
    "valid plies": (6, "expected and, or, or the end, found 'plies'"),
    "valid and": (9, "expected a test at the end"),
    "valid and or White": (10, "expected a test, found 'or'"),
    "game in gipf": (8, "expected '(', found 'gipf'"),
    'White = "Anna': (8, "expected a value, found '\"'"),
}


@each_case(("text", "place", "reason"), [(k, *v) for k, v in WRONG.items()], ids=WRONG)
def test_what_is_no_condition_is_told_with_a_caret(text, place, reason):
    with pytest.raises(InvalidCondition) as stop:
        parse_condition(text)
    assert stop.value.column == place
    assert stop.value.reason.startswith(reason)
    *_, shown, caret = str(stop.value).splitlines()
    assert shown == f"  {text}"
    assert caret.index("^") == place + 2
    again = pickle.loads(pickle.dumps(stop.value))
    assert (str(again), again.column) == (str(stop.value), place)


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


@pytest.mark.parametrize("pattern", ["a+b*c?$", "(an|ann)a", "(an){1,}", "(?=A+)a", r"\bann.\b"])
def test_any_expression_is_looked_for(pattern):
    record = Record(("C6",), "megiddo", tags={"Red": "x" * 5000 + " Anna"})
    assert parse_condition(f"Red ~ '{pattern}'").holds(facts(record))
