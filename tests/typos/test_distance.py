"""The noisy channel: costs of texts; a slip never costs more than its price."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import records
from analysis import GAMES, find, replay
from analysis.replay.conversion import convert
from analysis.typos.distance import CharacterSlips, CostTable, text_distance
from analysis.typos.model import InvalidSlipModel, load, shares
from notation import dialects, find_dialect
from scripts.corrupt import Scribe, slip_prices, slips
from tests.cases import each_case
from tests.examples import examples

MODEL = load()

GAME_OF = {"abbott": "epaminondas", "span": "epaminondas", "book": "megiddo", "complete": "gipf"}


def distance(dialect):
    return text_distance(MODEL, find_dialect(GAME_OF[dialect], dialect))


TEXTS = st.text("12.NEx", max_size=8)


@examples(60)
@given(TEXTS, TEXTS)
def test_only_the_same_text_costs_nothing(one, other):
    price = distance("abbott").price(one, other)
    assert (price == 0) == (one == other)
    assert price >= 0


CLASSICS = {"epaminondas": "epaminondas-demonstration", "gipf": "gipf-tournament",
            "megiddo": "megiddo-double"}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("game", CLASSICS)
def test_no_slip_is_dearer_than_its_price(game):
    (record, *_) = records.read(f"classic:{CLASSICS[game]}")
    prices, verdict = slip_prices(MODEL), replay(record)
    for dialect in dialects(game):
        texts = convert(verdict, dialect.name).record
        if texts is None:
            continue
        opposite = find(game).start(str(verdict.variant)).half_turn
        scribe = Scribe(dialect, opposite, MODEL, random.Random(1))
        for text in sorted(set(texts.moves))[::4]:
            for kind, others in slips(text, scribe).items():
                if kind != "half-turn":
                    dearest = max(text_distance(MODEL, dialect).price(one, text) for one in others)
                    assert dearest <= prices[kind] + 1e-9, (kind, text)


@each_case("game", GAMES)
def test_every_dialect_has_fields_of_its_own(game):
    for dialect in dialects(game):
        fields = MODEL.fields(game, dialect.name)
        assert fields is not MODEL.dialects["default"]
        assert fields.tokens.search(dialect.example)


def test_a_file_replaces_the_fields_of_a_dialect_only(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text("[dialects.span]\ntokens = '(?P<number>[0-9])'\n", encoding="utf-8")
    model = load(str(own))
    assert model.fields("epaminondas", "span").tokens.pattern == "(?P<number>[0-9])"
    assert model.fields("epaminondas", "abbott") == MODEL.fields("epaminondas", "abbott")
    assert model.fields("nowhere", "dialect").tokens == MODEL.dialects["default"].tokens


BAD = {
    "an unknown table": ("[plied]\nx = 1\n", "no table [plied]"),
    "an unknown key": ("[plies]\nlost = 1\n", "[plies] has no 'lost'"),
    "no number": ('[plies]\ndoubled = "cheap"\n', "'cheap' is not a number"),
    "a negative price": ("[plies]\ndoubled = -1\n", "-1 is not a number"),
    "a swap that is not a number": ('[swaps]\n1 = { l = "cheap" }\n', "swaps"),
    "no TOML": ("plies\n", "own.toml"),
    "brackets in brackets": (f"x = {'[' * 5000}", "own.toml"),
    "no regular expression": ("[dialects.abbott]\ntokens = '('\n", "own.toml"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_a_bad_file_is_told(text, message, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidSlipModel) as told:
        load(str(own))
    assert message in str(told.value)


@given(st.lists(st.floats(0, 9), min_size=1, max_size=6))
def test_shares_are_of_one_whole_and_the_cheapest_has_the_largest(costs):
    found = shares(costs, MODEL)
    assert sum(found) < 1
    assert found[costs.index(min(costs))] == max(found)


LETTERS = st.text("12.NEIVx rnm", max_size=7)


@examples(80)
@given(LETTERS, st.lists(LETTERS, max_size=6), st.sampled_from([0.5, 1.2, 2.0, 3.5]))
def test_a_limit_hides_no_price_below_it_and_no_price_depends_on_what_was_asked_before(
    written, others, limit
):
    slips = CharacterSlips(MODEL)
    shared = CostTable(slips, written)
    for meant in others:
        alone = CostTable(slips, written).price(meant)
        limited = shared.price(meant, limit)
        assert limited == alone or min(limited, alone) > limit
        assert shared.price(meant) == alone
