"""Groups compared in pairs: what is counted, left out, tested and adjusted."""

import pytest

from analysis.statistics.comparing import LARGEST, compare
from analysis.statistics.groups import NoSuchGroup
from analysis.statistics.survival import log_rank
from records import Record
from tests.games.engine_games import engine_games
from tests.statistics.samples import table_of


def game(white="Ada", black="Ben", result="1-0", plies=1, **tags):
    tags = {"White": white, "Black": black} | tags
    moves = ("2.7.2N2", "11.6.2SE2")[:plies]
    return Record(moves, "epaminondas", "standard", "abbott", tags, result=result)


def only(records, word, by=("variant",)):
    (found,) = compare(table_of(records, word, *by), word, by)
    return found


def test_players_are_compared_by_games_in_which_only_one_of_them_plays():
    found = only(
        [game(), game(result="0-1"), game("Ada", "Cleo"), game("Dan", "Ben"), game("Ben", "Eve")],
        "player",
    )
    (pair,) = [one for one in found.pairs if {one.one.value, one.other.value} == {"Ada", "Ben"}]
    shares = {one.value: (one.wins.count, one.wins.of) for one in (pair.one, pair.other)}
    assert (pair.shared, shares) == (2, {"Ada": (1, 1), "Ben": (1, 2)})
    assert {one.value: one.wins.count for one in found.members}["Ben"] == 2


def test_self_play_does_not_compare_players():
    records = [game(), game("Ada", "Ada"), game("Cleo", "Cleo", "0-1"), game("Ben", "Cleo")]
    found = only(records, "player")
    assert found.self_play == 2
    assert {one.value: (one.wins.count, one.wins.of) for one in found.members} == {
        "Ada": (1, 1),
        "Ben": (1, 2),
        "Cleo": (0, 1),
    }
    assert only(records, "variant").self_play == 0


def test_games_without_an_end_count_in_the_lengths():
    plain = [game(Event="A", plies=1), game(Event="A", plies=2), game(Event="B", plies=2)] * 6
    for cut in (
        game(Event="B", result="*", plies=2),
        game(Event="B", plies=2, Termination="ply limit"),
    ):
        (pair,) = only([*plain, cut], "event").pairs
        lengths, known = [2] * 7, [True] * 6 + [False]
        assert pair.lengths.observed == 12
        assert pair.lengths.p == log_rank(([1, 2] * 6, [True] * 12), (lengths, known)).p
        assert pair.lengths.p_adjusted >= pair.lengths.p
        assert {pair.one.survival.censored, pair.other.survival.censored} == {0, 1}


def test_few_games_and_those_that_are_no_sample_have_no_test_of_wins():
    few = [game(Event=event) for event in "A" * 5 + "B" * 9]
    (pair,) = only(few, "event").pairs
    assert (pair.wins.p, pair.wins.low, pair.lengths) == (None, None, None)
    assert pair.wins.difference == 0
    many = [*few, game(Event="A"), *[game(Event="B", result="*")] * 10]
    (pair,) = only(many, "event").pairs
    assert (pair.wins.p, pair.lengths is None) == (None, False)


def test_broken_games_are_not_compared():
    moves, base = ("2.7.2N9",), ("epaminondas", "standard", "abbott")
    broken = [Record(moves, *base, {"Event": event}, result="1-0") for event in "AB"]
    found = only([game(Event="A"), game(Event="B", result="0-1"), *broken], "event")
    counts = [(one.value, one.wins.count, one.wins.of, one.unfinished) for one in found.members]
    assert counts == [("A", 1, 1, 0), ("B", 0, 1, 0)]


def test_a_pair_has_the_values_of_its_tests():
    """Nine wins of ten against three of ten, and 1 ply against 2."""
    first = [game(Event="A", result="0-1" if n < 1 else "1-0", plies=1) for n in range(10)]
    second = [game(Event="B", result="0-1" if n < 7 else "1-0", plies=2) for n in range(10)]
    (row,) = only([*first, *second], "event").to_json()
    assert row["wins"] == {
        "difference": 0.6,
        "low": 0.170523,  # Newcombe, table II
        "high": 0.809018,
        "p": 0.0197666,
        "p_adjusted": 0.0197666,
    }
    # Of 20 games ten end at ply 1, of each group five if both ended equally fast.
    assert (row["lengths"]["observed"], row["lengths"]["expected"]) == (10, 5)
    assert row["lengths"]["rate"] == 3
    assert row["lengths"]["chi_square"] == pytest.approx(25 / (10 / 4 * 10 / 19), abs=1e-5)


def test_games_without_a_value_and_the_smallest_groups_are_counted_and_left_out():
    records = [game(Event=f"Cup {cup}") for cup in range(LARGEST + 3)]
    found = only([*records, records[5], game()], "event")
    assert (found.members[0].value, found.members[0].wins.of) == ("Cup 5", 2)
    assert (len(found.members), found.left_out, found.without) == (LARGEST, 3, 1)


def test_games_of_other_variants_and_numbers_of_sides_are_compared_apart():
    three = Record(("A1",), "megiddo", "base+players=3", "book", result="1")
    two = Record(("A1",), "megiddo", "base", "book", result="1-0")
    found = list(compare(table_of([three, two]), "variant"))
    assert [(one.sides, len(one.members), one.pairs) for one in found] == [(2, 1, ()), (3, 1, ())]
    records = engine_games("megiddo-base-games", 6)
    assert [
        one.keys for one in compare(table_of([*records, three], "event"), "event", ["variant"])
    ] == [
        {"game": "megiddo", "variant": "base"},
        {"game": "megiddo", "variant": "base+players=3"},
    ]


def test_periods_are_years_or_decades():
    dated = [game(Date=f"{year}.05.??") for year in (1998, 2004, 2004)]
    found = only([*dated, game(), game(Date="unknown")], "period")
    assert ([one.value for one in found.members], found.without) == (["2004", "1998"], 2)
    many = table_of([game(Date=f"{year}") for year in range(1995, 2010)], "period")
    assert [one.keys["period"] for one in many.groups(("period",))] == ["1990s", "2000s"]
    few = [game(Date=f"{year}", Event="B") for year in (1998, 1999)]
    apart = table_of(
        [*(game(Date=f"{year}") for year in range(1995, 2010)), *few], "period", "event"
    )
    found = list(compare(apart, "period", ["event"]))
    assert [[one.value for one in part.members] for part in found] == [
        ["1998", "1999"],
        ["2000s", "1990s"],
    ]
    undated = table_of([game()], "period").groups(("period",))
    assert [one.keys["period"] for one in undated] == [None]


def test_nothing_to_compare():
    assert list(compare(table_of([]), "variant")) == []
    assert only([game()], "variant").pairs == ()
    with pytest.raises(NoSuchGroup):
        only([game()], "nonsense")
