"""Printed statistics and their JSON values as kept texts."""

import json
from pathlib import Path

from analysis.cli.text_table import lines_of
from analysis.statistics.comparing import LARGEST, compare, compared
from analysis.statistics.players import rating_pools, standings
from analysis.statistics.section import Section
from analysis.statistics.summaries import details, kinds_of_games, side_by_side, summarize
from records import Record
from tests.games.engine_games import engine_games
from tests.statistics.samples import game, table_of

HERE = Path(__file__).parent


GAMES = {
    "none to its end": [game(plies=3)],
    "one game": [game()],
    "two finished games": [game(), game(result="0-1")],
    "a game that goes on, and a broken one": [game(), game(result="*", plies=2), game(plies=3)],
    "with a draw": [game(), game(result="1/2-1/2"), game(result="*"), game(result="0-1")],
    "cut off at the greatest length": [*[game(result="*", plies=2)] * 5, game(result="*"), game()],
    "too few for a limit": [*[game(result="*", plies=2)] * 4, game(result="*"), game()],
    "many": [game(result="1-0" if n % 4 else "0-1", plies=1 + n % 2) for n in range(12)],
}
THREE = Record(("A1",), "megiddo", "base+players=3", "book", result="1")
FEW = [game(Event=event) for event in "A" * 5 + "B" * 9]
COMPARED: dict[str, tuple[list[Record], str, tuple[str, ...]]] = {
    "ends by one group faster, a group of unfinished games, and an empty name": (
        [
            *(game(result="0-1" if n < 1 else "1-0", plies=1, Event="A") for n in range(10)),
            *(game(result="0-1" if n < 7 else "1-0", plies=2, Event="B") for n in range(10)),
            *(game(result="*" if n else "1-0", plies=1, Event="C") for n in range(9)),
            game(Event=""),
        ],
        "event", (),
    ),
    "players by games in which only one of them plays": (
        [game(), game(result="0-1"), game("Ada", "Cleo"), game("Dan", "Ben"), game("Ben", "Eve")],
        "player", (),
    ),
    "players without self-play": (
        [game(), game("Ada", "Ada"), game("Cleo", "Cleo", "0-1"), game("Ben", "Cleo")],
        "player", (),
    ),
    "too few": (FEW, "event", ()),
    "no sample": (
        [*FEW, game(Event="A"), *[game(Event="B", result="*")] * 10], "event", ()
    ),
    "without broken games": (
        [game(Event="A"), game(Event="B", result="0-1"), *(game(Event=at, plies=3) for at in "AB")],
        "event", (),
    ),
    "many groups, and a game without": (
        [*(game(Event=f"Cup {cup}") for cup in range(LARGEST + 3)), game(Event="Cup 5"), game()],
        "event", (),
    ),
    "sides apart": ([THREE, Record(("A1",), "megiddo", "base", result="1-0")], "variant", ()),
    "variants apart": (
        [*engine_games("megiddo-base-games", 6), THREE], "event", ("variant",)
    ),
}  # fmt: skip
PLAYED = {
    "a match": [game(result="1-0" if n % 5 else "1/2-1/2") for n in range(7)],
    "a circle": [
        *[game("Ada", "Ben")] * 6, *[game("Ben", "Cleo")] * 5, *[game("Cleo", "Ada")] * 4,
        *[game("Ada", "Ada")] * 6, game("ada", "Ben", "0-1"), game("Dan", "?"),
    ],
    "results of all kinds": [
        game("Ada", "Ben"), game("Ben", "Ada", "1/2-1/2"), game("Ada", "Cleo", "0-1"),
        game("Cleo", "Ben"),
    ],
    "left out": [
        game(), game(result="*"), game(black=""), game("?", "Ada"), game(black="??"),
        game(" - ", "?"), game("Ada", "Ada"), game("A", "B", plies=3),
    ],
    "of three": [
        Record(("A1",), "megiddo", "base+players=3", "book",
               {"Red": "Ada", "Blue": "Ben", "Green": "Cy"}, result=result)
        for result in ("1", "2", "1/2-1/2")
    ],
}  # fmt: skip


def written(titles: str, sections: list[Section]) -> str:
    return f"=== {titles}\n" + "\n".join(lines_of(sections)) + "\n\n"


def test_summaries_are_kept(kept):
    text = ""
    for name, records in GAMES.items():
        text += written(name, details(summarize(table_of(records))[0]))
    for name in ("megiddo-base-games", "gipf-tournament-games"):
        text += written(name, details(summarize(table_of(engine_games(name, 6)))[0]))
    several = summarize(table_of([*engine_games("megiddo-base-games", 6), *GAMES["many"]]))
    text += written("side by side", [*side_by_side(several), kinds_of_games(several)])
    sides = [Record(("A1",), "megiddo", variant, result="2")
             for variant in ("base", "base+players=3", "master", "base")]  # fmt: skip
    for by, pool in ((("result",), False), (("variant",), True), (("game",), False)):
        for one in summarize(table_of(sides, *by), by, pool):
            text += f"{by}, {pool}: {one.keys} {one.variants} {one.records}\n"
    text += "".join(f"{json.dumps(one.to_json())}\n" for one in several)
    text += "".join(f"{[*row.values()]}\n" for row in several[0].long_table())
    kept(text, HERE / "summaries.txt")


def test_comparisons_are_kept(kept):
    """Comparisons in words, and the JSON values of each first pair.

    The first comparison can be recomputed: nine wins of ten, and three of ten. The difference has
    Newcombe's interval 0.1705 to 0.8090. Ten of the 20 games end at ply 1; five games of each group
    would end there if both groups ended equally fast.
    """
    text = ""
    for name, (records, word, by) in COMPARED.items():
        for found in compare(table_of(records, word, *by), word, by):
            counts = found.sides, found.self_play, found.left_out, found.without
            members = [(one.value, one.wins.count, one.wins.of) for one in found.members]
            text += written(f"{name} {found.keys} {counts} {members}", compared(found))
            for pair in found.pairs:
                sides = [(one.value, one.wins.count, one.wins.of) for one in (pair.one, pair.other)]
                text += f"{sides}, {pair.shared} in common\n"
            for row in [*found.to_json()][:1]:
                text += f"{json.dumps(row['wins'])} {json.dumps(row['lengths'])}\n"
    kept(text, HERE / "comparisons.txt")


def test_standings_are_kept(kept):
    text = ""
    for name, records in PLAYED.items():
        (pool,) = rating_pools(table_of(records))
        text += written(name, standings(pool, "The rest is in a file."))
    kept(text, HERE / "standings.txt")
