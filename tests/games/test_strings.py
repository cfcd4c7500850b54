"""Variant strings, position strings, start positions, and variants guessed from moves."""

from pathlib import Path

import pytest

from analysis.games import find
from analysis.games.variant import Evidence
from notation import InvalidPosition, InvalidVariant
from notation.registry import find as dialect
from tests.cases import each_line

TABLE = Path(__file__).with_name("strings.jsonl")
"""Variants with their ``canonical`` form or ``start``, or ``refused``; position strings that are
``refused`` or need a variant; and the ``guess`` from moves, columns and tags."""


@each_line(TABLE, "canonical")
def test_variant_strings_take_any_order_and_have_one_canonical_form(case):
    assert str(find(case["game"]).variant(case["variant"])) == case["canonical"]


@each_line(TABLE, "refused")
def test_strings_that_stand_for_nothing_are_refused_with_the_reason(case):
    game, text = find(case["game"]), case.get("position")
    with pytest.raises(InvalidVariant if text is None else InvalidPosition) as caught:
        game.variant(case["variant"]) if text is None else game.position(text, case.get("variant"))
    assert case["refused"] in str(caught.value)
    assert text is None or repr(text) in str(caught.value)


@each_line(TABLE, "start")
def test_start_positions(case):
    game, variant, text = find(case["game"]), case["variant"], case["start"]
    start = game.start(variant)
    assert (str(start), str(start.variant)) == (text, variant)
    assert game.position(text, variant) == start


@each_line(TABLE, "needs")
def test_a_position_string_tells_the_rules_that_it_needs(case):
    assert str(find(case["game"]).position(case["position"]).variant) == case["needs"]


def test_a_move_before_is_part_of_a_position_if_it_forbids_anything():
    game = find("epaminondas")
    with_move = game.position("1w2/4/4/4/3b b 4.1.1NE1")
    assert with_move != game.position("1w2/4/4/4/3b b", with_move.variant)
    start = game.start("symmetry=move")
    after = start.play(start.complete(dialect("epaminondas", "abbott").read("2.7.2N2").moves[0]))
    assert str(after).count(" ") == 1
    assert game.position(f"{after} 2.7.2N2", after.variant) == after


@each_line(TABLE, "guess")
def test_the_variant_is_guessed_from_the_record(case):
    evidence = Evidence(case["moves"], case.get("columns", 0), case.get("tags", {}))
    assert find(case["game"]).guess(evidence) == case["guess"]


@each_line(TABLE, "seats")
def test_partners_share_a_colour_and_alternate(case):
    rules = find(case["game"]).variant(case["variant"])
    assert list(rules.seats) == case["seats"]
    assert rules.sides == tuple(dict.fromkeys(seat.split()[0] for seat in case["seats"]))
