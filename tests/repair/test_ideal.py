"""The ideal decoder of one slip, and the benchmark that compares repairs with it."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner

from analysis import replay
from analysis.typos.model import load
from notation import dialects
from records import Record
from scripts.corrupt import DAMAGES, Scribe, corrupt
from scripts.ideal import OTHERS, IdealDecoder, bounds
from scripts.repair_benchmark import PLAYED, aim, main, material

GAME = Record(
    ("D3", "B4", "E4", "A4", "A6", "F2", "D4", "A5", "A3 (A4, A5)"), "megiddo", "base", "book"
)


def test_slips_are_as_probable_as_the_scribe_makes_them():
    verdict = replay(GAME)
    assert verdict.dialect
    assert verdict.start
    decoder = IdealDecoder(verdict)
    scribe = Scribe(verdict.dialect, verdict.start.half_turn, load(), random.Random(4))
    drawn = Counter(scribe.miswritten("E4") for _ in range(500))
    for text, count in drawn.most_common(4):
        assert decoder.probability(text, "E4") == pytest.approx(count / 500, abs=0.06)
    assert sum(decoder.probability(text, "E4") for text in drawn) > 0.9


def test_the_posterior_has_only_legal_games_and_a_sum_of_one():
    damaged = replace(GAME, moves=(*GAME.moves[:2], "B4", *GAME.moves[3:]))
    found = IdealDecoder(replay(damaged)).posterior(damaged)
    assert sum(found.values()) == pytest.approx(1)
    assert GAME.moves in found
    assert all(replay(replace(GAME, moves=moves)).valid for moves in found)


@pytest.mark.parametrize(("written", "share"), [("A3 (A4, AS)", 1), ("F1", 0)])
def test_what_no_slip_makes_of_the_truth_is_never_decoded(written, share):
    damaged = replace(GAME, moves=(*GAME.moves[:8], written))
    assert IdealDecoder(replay(damaged)).share(GAME, damaged) == share


def test_the_truth_is_always_among_the_games_weighed():
    chance, truths = random.Random(8), []
    for _, truth in zip(range(2), material("megiddo", "book"), strict=False):
        damaged = corrupt(truth, DAMAGES["one"], chance)
        if not replay(damaged).valid:
            truths.append(truth)
            found = IdealDecoder(replay(damaged)).posterior(damaged)
            games = [replay(replace(truth, moves=moves)).moves for moves in found]
            assert replay(truth).moves in games
    assert truths


def test_an_aim_is_a_figure_or_a_part_of_the_bound():
    row = {"exact": 0.9, "top three": 1.0, "bound": 0.92}
    assert aim("megiddo", "one", row) == "reached: exact 0.874"
    assert aim("gipf", "one", row) == "missed: exact 0.970"
    assert aim("gipf", "lost", row) == "reached: top three 0.800"
    assert aim("gipf", "doubled", {**row, "bound": None}) == ""


def test_the_benchmark_prints_the_bound_beside_what_was_restored():
    arguments = ["--game", "megiddo", "--damage", "one", "--games", "2", "--no-clear"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    head, row = (line.split("\t") for line in result.output.splitlines())
    assert (row[0], row[head.index("games")]) == ("megiddo book one", "2")
    assert 0 <= float(row[head.index("bound")]) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", [("megiddo", "book"), ("gipf", "short")], ids="-".join)
@pytest.mark.parametrize("damage", OTHERS)
def test_the_bound_of_each_damage_counts_the_games_that_it_fits(damage, kind):
    chance = random.Random(3)
    truth = next(material(*kind))
    damaged = corrupt(truth, DAMAGES[damage], chance)
    first, third = bounds(truth, damaged, damage) or (0.0, 0.0)
    assert 0 < first <= third <= 1
    found = IdealDecoder(replay(damaged)).posterior(damaged, damage)
    assert truth.moves in found
    assert all(replay(replace(truth, moves=moves)).valid for moves in found)
    assert first <= max(found.values()) / found[truth.moves]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [("megiddo", "book"), ("gipf", "short")], ids="-".join)
def test_three_slips_are_bounded_by_the_one_that_is_hardest_to_decode(kind):
    truth = next(material(*kind))
    found = [
        bounds(truth, corrupt(truth, DAMAGES["three"], random.Random(seed)), "three") or (0.0, 0.0)
        for seed in range(3, 6)
    ]
    assert all(0 <= first <= third <= 1 for first, third in found)
    assert any(third for _, third in found)


@pytest.mark.parametrize("game", PLAYED)
def test_there_are_games_of_every_kind_to_damage(game):
    for dialect in dialects(game):
        assert next(material(game, dialect.name)).game == game
