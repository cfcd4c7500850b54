"""``ludograph score``: points, running totals, and who starts."""

from dataclasses import replace
from pathlib import Path

from records import Record, read, write
from tests.records.megiddo_games import OF_THREE


def named(record: Record, **players: str) -> Record:
    return replace(record, tags={**record.tags, **players})


def resigned(game: Record, result: str = "0-1", **tags: str) -> Record:
    return replace(game, moves=game.moves[:4], result=result, tags={**game.tags, **tags})


A, B, C = read("classic:megiddo-match")
LONG = {side: f"{side}, a player with a long name" * 2 for side in ("Red", "Blue", "Green")}
MATCHES = {
    "in order": (A, B),
    "two losers, and who starts is open": (
        (named(OF_THREE, Red="Ada", Blue="Ben", Green="Cy"),) * 2
    ),
    "sides stand for players": (replace(A, tags={}),),
    "sides stand for both": (replace(A, tags={"Red": "x"}),),
    "colours change, and their sums are those of no player": (
        [replace(one, tags={}) for one in (A, B)]
    ),
    "long names": (named(OF_THREE, **LONG),),
    "too many games": (A, B, C, named(B, Red="Program B")),
    "others play": (A, named(B, Red="Program C")),
    "unfinished": (A, resigned(B, "*")),
    "resigned": (A, resigned(B, Termination="resignation")),
    "illegal move": (replace(A, moves=(*A.moves, "A1")), B),
    "no board": (replace(A, start="6/6 r 0,0"), B),
    "the winner starts": (A, named(B, Red="Program A", Blue="Program B")),
    # On the board Program B won the second game; resigned, it is Program A who won, and starts.
    "the winner by resignation starts": (A, resigned(B), C),
}


def test_matches_are_kept(ludograph, tmp_path, kept):
    """What people read, and the codes and totals for programs; what is wrong is an error."""
    text = ""
    for name, games in MATCHES.items():
        (tmp_path / "match.txt").write_text("".join(map(write, games)), encoding="utf-8")
        people = ludograph("score", "match.txt")
        (match,) = ludograph("score", "match.txt", "--json").objects
        codes = [[one["code"] for one in match[kind]] for kind in ("violations", "notes")]
        assert people.err == ""
        assert people.status == bool(codes[0])
        assert max(map(len, people.out.splitlines())) <= 80
        text += f"=== {name}\n{people.out}{codes} {match['games'][-1]['totals']}\n"
    kept(text, Path(__file__).with_name("score.txt"))
