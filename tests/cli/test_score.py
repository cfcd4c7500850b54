"""``ludograph score``: points, running totals, and who starts."""

from dataclasses import replace

import pytest

from records import Record, read, write
from tests.records.megiddo_games import OF_THREE


@pytest.fixture
def score(ludograph, tmp_path):
    """Return what scores a match of records: its run with people, and its JSON object."""

    def run(*records: Record):
        (tmp_path / "match.txt").write_text("".join(map(write, records)), encoding="utf-8")
        people = ludograph("score", "match.txt")
        assert (people.err, max(map(len, people.out.splitlines())) <= 80) == ("", True)
        (match,) = ludograph("score", "match.txt", "--json").objects
        return " ".join(people.out.split()), people.status, match

    return run


def named(record: Record, **players: str) -> Record:
    return replace(record, tags={**record.tags, **players})


def resigned(game: Record, result: str = "0-1", **tags: str) -> Record:
    return replace(game, moves=game.moves[:4], result=result, tags={**game.tags, **tags})


A, B, C = read("classic:megiddo-match")
WRONG = {
    "too many games": ((A, B, C, named(B, Red="Program B")), "after-match", ""),
    "others play": ((A, named(B, Red="Program C")), "other-players", ""),
    "unfinished": ((A, resigned(B, "*")), "unfinished-game", "game 2 is not finished: its points"),
    "resigned": (
        (A, resigned(B, Termination="resignation")),
        "unfinished-game",
        "game 2 is not decided on the board; the result in the record is 0-1 (resignation): "
        "no rule gives points for that, and none are counted",
    ),
    "illegal move": ((replace(A, moves=(*A.moves, "A1")), B), "after-end", ""),
    "no board": ((replace(A, start="6/6 r 0,0"), B), "bad-start", ""),
    "the winner starts": (
        (A, named(B, Red="Program A", Blue="Program B")),
        "wrong-starter",
        "game 2 is started by Program A, who won game 1: the loser of a game starts the next "
        "one, Program B [wrong-starter]",
    ),
    # On the board Program B won the second game; resigned, it is Program A who won, and starts.
    "the winner by resignation starts": ((A, resigned(B), C), "wrong-starter", "Program A"),
}


@pytest.mark.parametrize(("games", "code", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_a_match_is_an_error(score, games, code, words):
    people, status, match = score(*games)
    assert (status, f"[{code}]" in people, words in people) == (1, True, True)
    assert code in [finding["code"] for finding in match["violations"]]


LONG = {side: f"{side}, a player with a long name" * 2 for side in ("Red", "Blue", "Green")}
LAST = dict(zip(LONG.values(), (0, 0, 6), strict=True))
NOTED = {
    "in order": ((A, B), [], {"Program A": 16, "Program B": 6}),
    "two losers, and who starts is open": (
        (named(OF_THREE, Red="Ada", Blue="Ben", Green="Cy"),) * 2,
        ["unsettled-starter"],
        {"Ada": 0, "Ben": 0, "Cy": 12},
    ),
    "sides stand for players": ((replace(A, tags={}),), [], {"red": 12, "blue": 0}),
    "sides stand for both": ((replace(A, tags={"Red": "x"}),), [], {"red": 12, "blue": 0}),
    # Program A and Program B change colours: the sums of the colours are nobody's.
    "nothing is added up": ([replace(one, tags={}) for one in (A, B)], ["unnamed-players"], {}),
    "long names": (
        (named(OF_THREE, **LONG),),
        [],
        dict(zip(LONG.values(), (0, 0, 6), strict=True)),
    ),
}


@pytest.mark.parametrize(("games", "notes", "totals"), NOTED.values(), ids=NOTED)
def test_points_are_added_up(score, games, notes, totals):
    _, status, match = score(*games)
    assert (status, match["violations"]) == (0, [])
    assert [note["code"] for note in match["notes"]] == notes
    assert match["games"][-1]["totals"] == totals
