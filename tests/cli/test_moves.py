"""``ludograph moves``: lists and counts."""


def test_the_variant_decides_what_is_legal(ludograph):
    arguments = ["moves", "--game", "epaminondas", "--position", "6/1w4/6/6/4b1 w"]
    strict = ludograph(*arguments).out.splitlines()
    free = ludograph(*arguments, "--variant", "standard+symmetry=off").out.splitlines()
    assert set(free) - set(strict) == {"4.2.1N1"}


def test_a_game_that_is_over_has_no_moves(ludograph):
    run = ludograph("moves", "--game", "epaminondas", "--position", "1w4/6/6/6/5b/6 w")
    assert (run.status, run.out, run.err) == (0, "", "0 legal moves, White to move\n")
