"""Summaries of few games, of none, of wrong ones; groups of all kinds."""

import json
from dataclasses import replace
from typing import Any

import pytest

from analysis.statistics.estimates import Proportion
from analysis.statistics.games import game_table
from analysis.statistics.groups import NoSuchGroup
from analysis.statistics.significance import evenness
from analysis.statistics.summaries import Summary, summarize
from analysis.tables.frames import arrow_batches
from records import Record, Source
from tests.games.engine_games import all_games, engine_games, odd_games
from tests.statistics.samples import table_of

BASE: dict[str, Any] = {"game": "epaminondas", "variant": "standard", "dialect": "abbott"}


def summaries(records, *by: str, pool: bool = False) -> list[Summary]:
    return list(summarize(table_of(records, *by), by or ("variant",), pool))


def game(number: int, moves: tuple[str, ...] = ("2.7.2N2",), **more: Any) -> Record:
    return Record(moves, **BASE, source=Source("a.txt", number, number), **more)


def test_nothing_comes_of_nothing():
    assert summaries([]) == []


def test_one_game():
    (one,) = summaries([game(1, result="1-0")])
    assert (one.records, one.games, one.broken, one.plies) == (1, 1, 0, 1)
    assert [share.count for share in one.wins] == [1, 0]
    assert one.length.deviation is None
    assert one.measures == {"completion": 1, "drawishness": 0, "advantage": 1, "balance": 0}
    assert one.captures == {}
    assert one.spreads["first capture"].count == 0


def test_unfinished_games_of_the_greatest_length_were_cut_off_there():
    cut = [game(number, ("2.7.2N2", "11.6.2SE2")) for number in range(1, 6)]
    others = [game(6), game(7, result="1-0")]
    (one,) = summaries([*cut, *others])
    counts = {way: share.count for way, share in one.endings.items()}
    assert counts == {"limit of 2 plies": 5, "unfinished": 1, "recorded": 1}
    assert (one.unfinished, one.survival.censored) == (6, 6)
    (few,) = summaries([*cut[:4], *others])
    assert few.endings["unfinished"].count == 5


def test_variants_and_numbers_of_sides_are_pooled_only_when_asked():
    variants = ("base", "base+players=3", "master", "base")
    records = [Record(("A1",), "megiddo", variant, result="2") for variant in variants]
    apart = summaries(records, "result")
    assert [one.variants for one in apart] == [1] * len(apart)
    for pooled in (summaries(records, pool=True), summaries(records, "game")):
        assert [(one.keys["sides"], one.variants, one.records) for one in pooled] == [
            ("2", 2, 3),
            ("3", 1, 1),
        ]


@pytest.mark.parametrize(
    "records",
    [
        [Record(("e4",), "chess"), Record()],
        [game(1, ("nonsense",)), game(2, ("2.7.2N9",))],
        [game(1, ())],
        [Record((), "gipf", "basic"), Record((), "megiddo", "base+players=3")],
    ],
    ids=["unknown games", "all broken", "no moves", "no moves of others"],
)
def test_whatever_there_is_nothing_is_nan(records):
    found = summaries(records)
    assert sum(one.records for one in found) == len(records)
    for one in found:
        json.dumps(one.to_json(), allow_nan=False)
        assert all(
            value is None or value == value for row in one.long_table() for value in row.values()
        )


def test_broken_games_are_counted_and_left_out():
    broken = game(2, ("2.7.2N2", "11.6.2SE9"), result="0-1")
    (one,) = summaries([game(1, result="1-0"), broken])
    assert (one.records, one.valid, one.broken, one.games, one.plies) == (2, 1, 1, 1, 1)
    assert [share.of for share in one.wins] == [1, 1]


def test_draws_and_unfinished_games():
    records = [game(1, result="1-0"), game(2, result="1/2-1/2"), game(3), game(4, result="0-1")]
    (one,) = summaries(records)
    assert [share.count for share in one.wins] == [1, 1]
    assert (one.draws.count, one.draws.of, one.unfinished) == (1, 3, 1)
    assert one.measures == {
        "completion": 0.5,
        "drawishness": pytest.approx(1 / 3),
        "advantage": 0.5,
        "balance": 1,
    }
    assert {name: share.count for name, share in one.endings.items()} == {
        "recorded": 3,
        "unfinished": 1,
    }


def test_players_stand_in_the_order_of_moving():
    blue_begins = Record(
        ("A1",), "megiddo", "base", "book", start="6/6/6/6/6/6 b 0,0", result="0-1"
    )
    (one,) = summaries([blue_begins])
    assert [share.count for share in one.wins] == [1, 0]


def test_three_sides():
    moves = ("A1", "B1", "C1")
    (one,) = summaries([Record(moves, "megiddo", "base+players=3", "book", result="3")])
    assert [share.count for share in one.wins] == [0, 0, 1]
    assert one.measures["balance"] == 0
    assert (one.evenness.even, one.evenness.count, one.evenness.of) == (1 / 3, 0, 1)


def test_without_a_decided_game_there_is_no_test():
    (drawn,) = summaries([game(1, result="1/2-1/2")])
    assert (drawn.evenness.of, drawn.evenness.p, drawn.evenness.low) == (0, None, None)
    mixed = evenness([Proportion(3, 6), Proportion(3, 6)], [2, 3])
    assert (mixed.of, mixed.even, mixed.p) == (6, None, None)
    assert mixed.low is not None


@pytest.mark.parametrize(
    ("won", "lost", "unfinished", "tested"),
    [(5, 0, 0, False), (6, 0, 0, True), (6, 0, 6, True), (10, 0, 11, False), (10, 0, 290, False)],
)
def test_too_few_games_and_those_that_are_no_sample_are_not_tested(won, lost, unfinished, tested):
    wins = [Proportion(won, won + lost), Proportion(lost, won + lost)]
    found = evenness(wins, [2], unfinished)
    assert (found.p is not None, found.low is not None) == (tested, tested)
    assert found.is_sample == (unfinished <= won + lost)
    assert found.share == 1


def test_games_of_two_and_of_three_players_are_never_pooled():
    two, three = (
        Record(("A1",), "megiddo", variant, "book", result="1")
        for variant in ("base", "base+players=3")
    )
    found = summaries([two, three], "game", pool=True)
    assert [one.evenness.even for one in found] == [pytest.approx(1 / 2), pytest.approx(1 / 3)]
    assert [one.evenness.of for one in found] == [1, 1]


def test_each_game_and_variant_has_its_summary():
    found = summaries(all_games(2))
    assert [one.keys for one in found] == sorted(
        (one.keys for one in found), key=lambda keys: (keys["game"], keys["variant"])
    )
    assert len(found) == 7
    assert len(summaries(all_games(2), "game")) == 3


@pytest.mark.slow
def test_groups_by_tags_columns_and_players():
    records = engine_games("megiddo-base-games", 12)
    by_event = summaries(records, "event")
    assert [one.keys["event"] for one in by_event] == ["Cup 0", "Cup 1", "Cup 2"]
    assert sum(one.records for one in by_event) == 12
    by_ending = summaries(records, "ended")
    assert sum(one.records for one in by_ending) == 12
    players = [{name for tag, name in one.tags.items() if tag != "Event"} for one in records]
    seats = [name for names in players for name in names]
    by_player = summaries(records, "player")
    assert {one.keys["player"]: one.records for one in by_player} == {
        name: seats.count(name) for name in seats
    }
    both = summaries(records, "player", "Event")
    assert sum(one.records for one in both) == len(seats)
    assert list(both[0].keys) == ["game", "variant", "player", "Event"]


def test_games_that_do_not_say_are_a_group():
    one, other = summaries([game(1, tags={"Event": "Cup"}), game(2)], "event")
    assert [one.keys["event"], other.keys["event"]] == ["Cup", None]


def test_a_group_that_there_is_not():
    with pytest.raises(NoSuchGroup, match=r"'evnt' \(did you mean Event\?\); the tags are Event"):
        summaries([game(1, tags={"Event": "Cup"})], "evnt")
    with pytest.raises(NoSuchGroup, match="there are no tags"):
        summaries([game(1)], "evnt")


def test_a_file_that_is_read_twice_counts_twice():
    records = engine_games("megiddo-base-games", 3)
    (once,), (twice,) = summaries(records), summaries([*records, *records])
    assert (twice.records, twice.plies) == (2 * once.records, 2 * once.plies)
    assert twice.captures["point"] == {
        point: 2 * count for point, count in once.captures["point"].items()
    }


@pytest.mark.parametrize("by", [("variant",), ("game",), ("event",), ("player", "period")], ids=str)
def test_tables_that_are_joined_have_the_summaries_of_the_whole(by):
    games = [replace(game, moves=game.moves[:12]) for game in odd_games(1)]
    records = [*games, *games[:4]]
    batches = list(arrow_batches(records, legal_moves=True, keys=False, size=60))
    assert len(batches) > 4
    whole, parts = (
        [one.to_json() for one in summarize(game_table(some, by), by)]
        for some in (arrow_batches(records, legal_moves=True, keys=False), batches)
    )
    assert parts == whole
    assert len(parts) > 2


def test_the_long_table_has_every_value():
    (one,) = summaries(engine_games("megiddo-base-games", 5))
    rows = {(row["table"], row["item"]): row for row in one.long_table()}
    assert rows["counts", "games"]["count"] == 5
    assert rows["results", "first"]["value"] == pytest.approx(one.wins[0].value, abs=1e-6)
    assert rows["spreads", "length"]["value"] == pytest.approx(one.length.mean, abs=1e-6)
    assert rows["captures by line kind", "ring"]["count"] == one.captures["line kind"]["ring"]
    assert all(row["game"] == "megiddo" and row["variant"] == "base" for row in rows.values())


def test_a_player_of_several_sides_counts_once():
    seats = [("a", "a", None), ("a", "b", "a"), (None, None, None), ("b", "a", "c")]
    names = ("Red", "Blue", "Green")
    records = [
        Record(
            ("A1",),
            "megiddo",
            "base+players=3",
            tags={side: name for side, name in zip(names, seat, strict=True) if name},
        )
        for seat in seats
    ]
    assert table_of(records).count_names().tolist() == [1, 2, 0, 3]
