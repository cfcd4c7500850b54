"""The index of tags keeps every game that meets a condition, and no other games are read."""

import random
from dataclasses import replace

import pytest

from analysis.library.library import LibraryFile
from analysis.library.search import Query, matching_games, narrowed, search
from analysis.replay import replay
from analysis.replay.verdict import GameFacts
from analysis.select.condition import parse_condition, played_between, played_by
from tests.cases import each_case
from tests.library import plain

CONDITIONS = {
    "player = 'ann lee'": True,
    "player ~ '^bo'": True,
    "White = ' Ann Lee '": True,
    "tag:Event in ('Cup 1', 'CUP 7')": True,
    "Round = 7.0": True,
    "Round < 3 and Event = 'Cup 2'": True,
    "Date >= 2004-05": True,
    "date = 2004": True,
    "date < 2003 or player = Cy": True,
    "date >= 2004-05 and date <= 2004 and player ~ a": True,
    "date > 2004-05-17 or date < 2004": True,
    "date > 2004-05-16 and date < 2005": True,
    "date <= 2004-05": True,
    "Annotator": True,
    "White = '?'": True,
    "White >= Bo and date >= 2003 and date < 2005": True,
    "Round = 7 or date <= 2002": True,
    "Event = 'Cup 3' and plies > 3 and not valid": True,
    "player = nobody": True,
    "White != 'Ann Lee'": False,
    "not White = Bo": False,
    "valid or White = Bo": False,
    "winner = white or winner = blue": False,
    "reason ~ arbatta or result = 0-1": False,
    "code ~ . or accepted > 0 or date < 2000": False,
    "path ~ gipf and variant != basic": False,
    played_by("BO"): True,
    played_by("ann lee", "black"): True,
    played_between("2003", "2005"): True,
}
"""Conditions as texts and of options, and whether the index of tags knows something of them."""


@pytest.fixture(scope="module")
def games():
    chance = random.Random(1)
    names = ("Ann Lee", "ann lee", "Bo", "Cy", "?", "", " Bo ", "Zo\udce9")
    dates = ("2002.05.??", "2004", "2004-05-17", "17 May 2004", "", "2011/1/2")

    def dressed(record):
        tags = {"White": chance.choice(names), "Black": chance.choice(names)}
        tags |= {"Red": chance.choice(names), "Date": chance.choice(dates)}
        tags |= {
            "Event": f"Cup {chance.randrange(9)}",
            "Round": chance.choice(["1", "2", "7", "07", "7.0", "x"]),
        }
        return replace(record, tags=tags | ({"Annotator": "Di"} if chance.random() < 0.2 else {}))

    return tuple(map(dressed, plain.records(6)))


@pytest.fixture(scope="module")
def library(games, tmp_path_factory):
    with plain.library_of(str(tmp_path_factory.mktemp("library") / "games.ludo"), games) as found:
        yield found


@each_case(("asked", "known"), CONDITIONS.items(), ids=map(str, CONDITIONS))
def test_no_game_that_passes_is_left_out(library, games, asked, known):
    condition = parse_condition(asked) if isinstance(asked, str) else asked
    expected = {n for n, one in enumerate(games, 1) if condition.holds(GameFacts.of(replay(one)))}
    assert (narrowed(library.terms, condition) is not None) == known
    if known:
        assert expected <= left_by(library, condition)
        assert len(left_by(library, condition)) < len(games)
    assert {hit.number for hit in search(library, Query((condition,)))} == expected
    assert set(matching_games(library, [condition])) == expected


def left_by(library: LibraryFile, condition) -> set[int]:
    numbers = narrowed(library.terms, condition)
    assert numbers is not None
    return set(numbers)


def test_a_rare_name_reads_its_games_alone(library):
    asked = list[str]()
    library.engine.set_trace_callback(asked.append)
    question = Query((parse_condition("Event = 'Cup 1'"),))
    found = list(search(library, question))
    library.engine.set_trace_callback(None)
    assert found
    assert all(hit.tags["Event"] == "Cup 1" for hit in found)
    (query,) = (one for one in asked if "JOIN games" in one)
    plan = library.engine.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
    assert "SEARCH games USING INTEGER PRIMARY KEY" in plan[1][-1]


def test_games_that_were_removed_are_in_no_index(games, tmp_path):
    with plain.library_of(str(tmp_path / "games.ludo"), games) as library:
        gone = [n for n, one in enumerate(games, 1) if one.tags["Event"] == "Cup 1"]
        with library.changing():
            library.remove(gone)
        assert not left_by(library, parse_condition("Event = 'Cup 1'"))
        assert "Cup 1" not in {value for _, value in library.terms.named("tag:Event")}
        assert library.terms.tags() >= {"Event", "Date", "Annotator"}
