"""``ludograph moves``: lists and counts."""

import pytest

SMALL = "6/1w4/6/6/4b1/6 w"


def test_the_legal_moves_of_a_position_as_json(ludograph):
    run = ludograph("moves", "--game", "epaminondas", "--position", SMALL, "--json")
    assert (run.status, run.err) == (0, "")
    assert {tuple(found) for found in run.objects} == {("move",)}
    winds = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    assert [found["move"] for found in run.objects] == [f"5.2.1{wind}1" for wind in winds]


def test_the_variant_decides_what_is_legal(ludograph):
    arguments = ["moves", "--game", "epaminondas", "--position", "6/1w4/6/6/4b1 w"]
    strict = ludograph(*arguments).out.splitlines()
    free = ludograph(*arguments, "--variant", "standard+symmetry=off").out.splitlines()
    assert set(free) - set(strict) == {"4.2.1N1"}


def test_a_game_that_is_over_has_no_moves(ludograph):
    run = ludograph("moves", "--game", "epaminondas", "--position", "1w4/6/6/6/5b/6 w")
    assert (run.status, run.out, run.err) == (0, "", "0 legal moves, White to move\n")


@pytest.mark.parametrize(("depth", "count"), [(1, 114), (2, 12_996)])
def test_counts(ludograph, depth, count):
    arguments = ["moves", "--game", "epaminondas", "--count", str(depth)]
    assert ludograph(*arguments).out == f"{count:,}\n"
    run = ludograph(*arguments, "--json")
    assert (run.status, run.objects) == (0, [{"depth": depth, "count": count}])
