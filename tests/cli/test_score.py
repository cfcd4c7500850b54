"""``ludograph score``: points, running totals, and who starts."""

import re
from dataclasses import replace

import pytest

from records import Record, read, write
from tests.records.megiddo_games import OF_THREE

MATCH = "classic:megiddo-match"


@pytest.fixture
def games():
    return list(read(MATCH))


@pytest.fixture
def save(tmp_path):
    def write_all(*records: Record, name: str = "match.txt") -> str:
        (tmp_path / name).write_text("".join(map(write, records)), encoding="utf-8")
        return name

    return write_all


def named(record: Record, **players: str) -> Record:
    return replace(record, tags={**record.tags, **players})


def codes(run) -> list[str]:
    (match,) = run.objects
    return [finding["code"] for finding in match["violations"]]


def test_a_resigned_game_is_told_apart_from_one_that_goes_on(ludograph, games, save):
    resigned = replace(games[1], moves=games[1].moves[:4], result="0-1")
    stated = replace(resigned, tags={**resigned.tags, "Termination": "resignation"})
    going_on = replace(resigned, result="*", tags={})
    messages = [
        ludograph("score", save(games[0], game), "--json").objects[0]["violations"][0]["message"]
        for game in (stated, going_on)
    ]
    assert messages == [
        "game 2 is not decided on the board; the result in the record is 0-1 (resignation): "
        "no rule gives "
        "points for that, and none are counted",
        "game 2 is not finished: its points do not count yet",
    ]


def test_a_resigned_game_has_the_loser_that_its_result_names(ludograph, games, save):
    # On the board Program B won the second game; resigned, it is Program A who won, and starts.
    resigned = replace(games[1], moves=games[1].moves[:4], result="0-1")
    (match,) = ludograph("score", save(games[0], resigned, games[2]), "--json").objects
    assert match["games"][1]["winner"] == "Program A"
    assert "wrong-starter" in [one["code"] for one in match["violations"]]


def test_the_winner_may_not_start_the_next_game(ludograph, games, save):
    first, second, _ = games
    wrong = named(second, Red="Program A", Blue="Program B")
    run = ludograph("score", save(first, wrong), "--json")
    assert run.status == 1
    assert codes(run) == ["wrong-starter"]
    told = ludograph("score", save(first, wrong))
    assert told.status == 1
    assert (
        "game 2 is started by Program A, who won game 1: the loser of a game starts the next "
        "one, Program B [wrong-starter]"
    ) in " ".join(told.out.split())
    assert ludograph("score", save(first, second)).status == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda a, b, c: (a, b, c, named(b, Red="Program B")), "after-match"),
        (lambda a, b, c: (a, named(b, Red="Program C")), "other-players"),
        (lambda a, b, c: (replace(a, moves=a.moves[:-1], result="*"), b), "unfinished-game"),
        (lambda a, b, c: (replace(a, moves=(*a.moves, "A1")), b), "after-end"),
        (lambda a, b, c: (replace(a, start="6/6 r 0,0"), b), "bad-start"),
    ],
    ids=["too many games", "others play", "unfinished", "illegal move", "no board"],
)
def test_what_is_wrong_with_a_match_is_an_error(ludograph, games, save, change, code):
    run = ludograph("score", save(*change(*games)), "--json")
    assert run.status == 1
    assert code in codes(run)
    told = ludograph("score", "match.txt")
    assert (told.status, told.err) == (1, "")
    assert f"[{code}]" in told.out
    assert max(map(len, told.out.splitlines())) <= 80


def test_who_starts_after_a_game_with_two_losers_is_left_open(ludograph, save):
    game = replace(OF_THREE, tags={**OF_THREE.tags, "Red": "Ada", "Blue": "Ben", "Green": "Cy"})
    run = ludograph("score", save(game, game), "--json")
    (match,) = run.objects
    assert (run.status, match["violations"]) == (0, [])
    assert [note["code"] for note in match["notes"]] == ["unsettled-starter"]
    assert match["games"][1]["totals"] == {"Ada": 0, "Ben": 0, "Cy": 12}


def test_sides_stand_for_players_whom_no_tag_names(ludograph, games, save):
    unnamed = replace(games[0], tags={})
    (match,) = ludograph("score", save(unnamed), "--json").objects
    assert match["games"][0]["points"] == {"red": 12, "blue": 0}
    assert match["notes"] == []
    half = replace(games[0], tags={"Red": "Program A"})
    (match,) = ludograph("score", save(half), "--json").objects
    assert match["games"][0]["points"] == {"red": 12, "blue": 0}
    assert match["notes"] == []


def test_of_several_games_without_names_nothing_is_added_up(ludograph, games, save):
    # Program A and Program B change colours: the sums of the colours are nobody's.
    path = save(*(replace(one, tags={}) for one in games))
    run = ludograph("score", path, "--json")
    (match,) = run.objects
    assert [one["totals"] for one in match["games"]] == [{}, {}, {}]
    assert match["games"][0]["points"] == {"red": 12, "blue": 0}
    assert (match["winner"], match["violations"]) == (None, [])
    (note,) = match["notes"]
    assert (note["code"], note["line"]) == ("unnamed-players", 1)
    assert ludograph("score", path).out.endswith(
        "not added up: the records do not name the players.\n"
    )


def test_every_file_is_a_match_of_its_own(ludograph, games, save):
    save(*games[:2], name="one.txt")
    save(games[0], name="two.txt")
    run = ludograph("score", "one.txt", "two.txt", "--json")
    assert [len(match["games"]) for match in run.objects] == [2, 1]
    assert ludograph("convert", "one.txt", "--to", "jsonl", "-o", "one.jsonl").status == 0
    (match,) = ludograph("score", "one.jsonl", "--json").objects
    assert match["games"][1]["totals"] == {"Program A": 16, "Program B": 6}


def test_three_players_with_long_names_fit_the_terminal(ludograph, save):
    long = {side: f"{side}, a player with a very long name" for side in ("Red", "Blue", "Green")}
    run = ludograph("score", save(named(OF_THREE, **long)))
    lines = run.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(re.findall("\N{HORIZONTAL ELLIPSIS}", run.out)) == 4
