"""The answers of the explorer equal those of a plain scan of all games."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import QueryParams

from analysis.batch import InputOptions
from analysis.games import find
from analysis.games.position import AnyPosition
from analysis.library.importing import Importer
from analysis.library.library import IndexedGame, LibraryFile, NewGames
from analysis.library.search import Query
from analysis.pages.explore import endpoints
from analysis.pages.explore.endpoints import kind_of
from analysis.pages.explore.explorer import Explorer, KnownKind
from analysis.replay import Replay
from analysis.replay.verdict import GameFacts
from analysis.select.condition import parse_condition, played_between, played_by
from notation import IllegalMove, InvalidPosition, LudographError, UnknownName, find_dialect
from records import Record
from records.model import Source
from tests.library import plain
from tests.pages.explore.libraries import Asking, fill, records, replays
from tests.pages.pages import data


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    found = Asking(fill(str(tmp_path_factory.mktemp("library") / "games.ludo"), records()))
    yield found
    found.endpoints.close()


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Callable[..., Asking]]:
    """Return a function that creates a library and returns its `Asking`."""
    opened: list[Asking] = []

    def asked(games: tuple[Record, ...], question: Query | None = None, **how: Any) -> Asking:
        opened.append(Asking(fill(str(tmp_path / "games.ludo"), games, **how), question))
        return opened[-1]

    yield asked
    for one in opened:
        one.endpoints.close()


def kind(game: Replay) -> dict[str, str]:
    return {"game": game.record.game or "", "variant": str(game.variant)}


def of(game: Replay) -> tuple[str, str]:
    return game.record.game or "", str(game.variant)


def visits(wanted: AnyPosition, fold: bool) -> dict[int, tuple[Replay, int, AnyPosition | None]]:
    """Return the games that reach a position: the first ply, and the position after it."""
    found, is_there = {}, plain.reaches(wanted, fold)
    for number, game in enumerate(replays(), start=1):
        same = of(game) == (wanted.GAME, str(wanted.variant))
        some = list(game.positions()) if same else []
        there = [ply for ply, one in enumerate(some) if is_there(one)]
        if there:
            after = some[there[0] + 1] if there[0] + 1 < len(some) else None
            found[number] = game, there[0], after
    return found


def counted(games: list[Replay], sides: int) -> dict[str, object]:
    verdicts = [game.verdict for game in games]
    return {
        "games": len(games),
        "wins": [sum(one == (side,) for one in verdicts) for side in range(sides)],
        "draws": sum(len(one or ()) > 1 for one in verdicts),
        "undecided": verdicts.count(None),
    }


def compare(node: Any, wanted: AnyPosition, fold: bool) -> None:
    """Compare a node with a plain scan for a position."""
    there = visits(wanted, fold)
    games = [game for game, _, _ in there.values()]
    expected = counted(games, len(wanted.sides))
    assert {name: node["results"][name] for name in expected} == expected
    home = find(wanted.GAME)
    seen = 0
    for row in node["rows"]:
        assert not row["illegal"]
        after = [home.position(move["position"], wanted.variant) for move in row["moves"]]
        is_led_to = plain.reaches(after[0], fold)
        some = [game for game, _, one in there.values() if one is not None and is_led_to(one)]
        expected = counted(some, len(wanted.sides))
        assert {name: row[name] for name in expected} == expected
        assert all(map(plain.reaches(after[0], True), after))
        seen += len(some)
    assert seen == sum(one is not None for _, _, one in there.values())
    assert node["ended"]["games"] == len(there) - seen


@pytest.mark.slow
@pytest.mark.parametrize("fold", [True, False], ids=["folded", "apart"])
@pytest.mark.parametrize("ply", [0, 1, 2, 3, 13])
def test_a_node_is_that_of_a_plain_scan_in_every_image(ask: Asking, ply: int, fold: bool):
    variants = {of(game): game for game in replays() if game.played > ply}
    for game in variants.values():
        dialect = find_dialect(game.record.game or "")
        positions = list(game.positions())[: ply + 1]
        moves = [dialect.write(move) for move in game.moves[:ply]]
        apart = {} if fold else {"apart": 1}
        node = ask("node", *moves, **kind(game), **apart)
        assert node["position"] == str(positions[-1])
        compare(node, positions[-1], fold)


def test_a_move_leads_to_the_position_that_it_names(ask: Asking):
    for game in {of(game): game for game in replays()}.values():
        node = ask("node", **kind(game))
        for row in node["rows"][:2]:
            for move in row["moves"][:1]:
                assert move["plain"]
                there = ask("node", move["text"], **kind(game))
                assert there["position"] == move["position"]
                assert there["results"]["games"] >= row["games"]
                pieces = [find(game.record.game or "").position(one, game.variant).pieces()
                          for one in (node["position"], there["position"])]  # fmt: skip
                differing = {at for at in pieces[0] if pieces[0][at] != pieces[1][at]}
                assert differing == {*move["filled"], *move["emptied"]}


def test_games_are_listed_latest_first_with_the_ply(ask: Asking):
    game = replays()[0]
    position = list(game.positions())[1]
    dialect = find_dialect(game.record.game or "")
    there = visits(position, True)
    found: list[Any] = []
    while len(found) < len(there):
        part = ask("games", dialect.write(game.moves[0]), start=len(found), **kind(game))
        assert part["games_in_all"] == len(there)
        found += part["games"]
    assert {one["number"]: one["ply"] for one in found} == {
        number: ply for number, (_, ply, _) in there.items()
    }
    dates = [one["date"].replace(".", "-").strip("?") for one in found]
    assert dates == sorted(dates, reverse=True)


FILTERS: list[tuple[dict[str, str], Any]] = [
    ({"player": "ada", "side": "black"}, played_by("Ada", "black")),
    ({"player": "<b>Max</b>", "since": "2004-05"}, parse_condition("player = '<b>Max</b>'")),
    ({"since": "2004-05"}, played_between("2004-05")),
    ({"until": "2004-05"}, played_between("", "2004-05")),
    ({"result": "white"}, parse_condition("winner = white")),
    ({"result": "draw"}, parse_condition("winner = draw")),
    ({"result": "undecided"}, parse_condition("not (winner = white or winner = black or "
                                              "winner = draw)")),
    ({"where": "WhiteElo > 1600"}, parse_condition("WhiteElo > 1600")),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "condition"), FILTERS, ids=[str(one) for one, _ in FILTERS])
def test_filters_keep_the_games_of_conditions(ask: Asking, asked: dict[str, str], condition: Any):
    two = [game for game in replays() if game.start and game.start.sides == ("white", "black")]
    more = played_between("2004-05") if {"player", "since"} <= asked.keys() else None
    for known in sorted(set(map(of, two))):
        games = [game for game in two if of(game) == known]
        tests = [condition] if more is None else [condition, more]
        kept = [one for one in games if all(test.holds(GameFacts.of(one)) for test in tests)]
        node = ask("node", **kind(games[0]), **asked)
        assert node["results"]["games"] == len(kept)


def test_players_are_suggested(ask: Asking):
    known = kind(replays()[0])
    assert ask("players", text="max", **known) == {"players": ["<b>Max</b>"]}
    assert ask("players", text="A", **known) == {"players": ["Ada", "ada", "<b>Max</b>", "Eva"]}


@pytest.mark.parametrize(
    ("name", "asked", "error"),
    [
        ("node", {"variant": "nothing"}, UnknownName),
        ("node", {"game": "chess"}, UnknownName),
        ("node", {"at": "x/y"}, InvalidPosition),
        ("node", {"since": "yesterday"}, LudographError),
        ("node", {"since": "2005", "until": "2004"}, LudographError),
        ("node", {"result": "red"}, UnknownName),
        ("node", {"player": "Ada", "side": "red"}, UnknownName),
        ("node", {"where": "plies >"}, LudographError),
        ("node", {"at": "h4 h4 h4"}, InvalidPosition),
        ("node", {"at": "9" * 3000}, InvalidPosition),
    ],
    ids=lambda one: str(one)[:40],
)
def test_what_cannot_be_answered_is_an_error(
    ask: Asking, name: str, asked: dict[str, str], error: type[Exception]
):
    with pytest.raises(error):
        ask(name, **{"game": "gipf", "variant": "basic", **asked})


def test_an_illegal_move_in_an_address_is_an_error_with_the_rule(ask: Asking):
    with pytest.raises(IllegalMove, match="h6"):
        ask("node", "a1-h6", game="gipf", variant="basic")
    with pytest.raises(LudographError):
        ask("node", *["b1-b3"] * 500, game="gipf", variant="basic")


def test_the_end_of_a_game_is_told_with_its_reason(ask: Asking):
    for game in replays():
        if game.outcome and game.outcome.message:
            node = ask("node", at=str(game.position), **kind(game))
            assert node["outcome"] == game.outcome.message
            return
    pytest.fail("no game ends on the board")


def test_a_game_has_a_page_and_another_number_none(ask: Asking):
    explorer = Explorer(ask.path, Query())
    found = data(endpoints.view_page(explorer, 1))["1"]
    assert found["positions"] == list(map(str, replays()[0].positions()))
    with pytest.raises(endpoints.MissingGame, match="has no game 9999"):
        endpoints.view_page(explorer, 9999)
    explorer.close()


def test_games_that_are_added_meanwhile_are_in_the_next_answer(asking: Callable[..., Asking]):
    ask, game = asking(records()[:2]), replays()[0]
    assert ask("node", **kind(game))["results"]["games"] == 2
    with LibraryFile(ask.path, write=True) as library, library.changing():
        assert ask("node", **kind(game))["results"]["games"] == 2  # while it is written
        importer = Importer(library, InputOptions())
        batch = importer.indexer()(records()[2:5])
        games = [(one, 0) for one in batch.games if isinstance(one, IndexedGame)]
        library.insert_games([NewGames(games, batch.plies, batch.measured)])
    assert ask("node", **kind(game))["results"]["games"] == 5


def test_what_is_asked_while_another_answer_is_made_is_answered(
    asking: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
):
    """Simultaneous answers use separate explorers, which are all closed at the end."""
    found = asking(records()[:2])
    inside: list[Any] = []

    def ask_in_between(explorer: Explorer, query: QueryParams) -> KnownKind:
        monkeypatch.setattr(endpoints, "kind_of", kind_of)
        inside.append(found("kinds"))
        return kind_of(explorer, query)

    monkeypatch.setattr(endpoints, "kind_of", ask_in_between)
    node = found("node", **kind(replays()[0]))
    assert inside == [found("kinds")]
    assert node == found("node", **kind(replays()[0]))


def test_chosen_games_are_explored_alone(asking: Callable[..., Asking]):
    ask = asking(records(), Query((played_by("Ada"),), game="gipf"))
    kinds = ask("kinds")["kinds"]
    assert {one["game"] for one in kinds} == {"gipf"}
    facts = [GameFacts.of(game) for game in replays() if game.record.game == "gipf"]
    expected = Counter(game.variant for game in facts if played_by("Ada").holds(game))
    assert {one["variant"]: one["games"] for one in kinds} == expected


def test_a_move_against_the_rules_is_shown_as_recorded(asking: Callable[..., Asking]):
    moves = ("2.7.2N3", "11.6.2SE2", "5.7.2N2")
    record = Record(moves, "epaminondas", "standard+symmetry=off", "abbott", {"White": "Ada"})
    ask = asking((record,), as_recorded=True)
    (kind,) = ask("kinds")["kinds"]
    known = {"game": kind["game"], "variant": kind["variant"]}
    (row,) = ask("node", **known)["rows"]
    assert (row["illegal"], row["games"], row["moves"][0]["text"]) == (True, 1, moves[0])
    there = ask("node", at=row["moves"][0]["position"], **known)
    assert there["results"]["games"] == 1
    assert [(one["illegal"], one["moves"][0]["text"]) for one in there["rows"]] == [
        (False, moves[1])
    ]


def test_games_that_start_elsewhere_are_named_at_the_start(asking: Callable[..., Asking]):
    usual = next(one for one in replays() if one.record.game == "gipf")
    start = str(list(usual.positions())[2])
    record = usual.record
    later = Record(record.moves[2:], "gipf", str(usual.variant), record.dialect, start=start)
    ask = asking((record, later))
    node = ask("node", **kind(usual))
    assert (node["results"]["games"], node["starts"]) == (1, [{"position": start, "games": 1}])
    there = ask("node", at=start, **kind(usual))
    assert there["results"]["games"] == 2  # the other comes there
    assert "starts" not in there


def test_beside_a_move_are_its_board_decisions_and_the_ratings_of_its_players(ask: Asking):
    for game in {of(game): game for game in replays()}.values():
        for apart in ({}, {"apart": 1}):
            node = ask("node", **kind(game), **apart)
            found = ask("beside", **kind(game), **apart)["rows"]
            there = visits(game.start, not apart) if game.start else {}
            for row, beside in zip(node["rows"], found, strict=True):
                after = find(game.record.game or "").position(
                    row["moves"][0]["position"], game.variant
                )
                is_after = plain.reaches(after, not apart)
                some = [one for one, _, led in there.values() if led is not None and is_after(led)]
                side = after.sides[node["turn"]].title()
                ratings = [int(text) for one in some if (text := one.record.tags.get(f"{side}Elo"))]
                on_board = [one for one in some if one.position and one.position.outcome()]
                mean = round(sum(ratings) / len(ratings)) if ratings else None
                assert beside == {
                    "board": len(on_board), "rated": len(ratings), "rating": mean,
                }  # fmt: skip


def test_uneven_wins_are_marked_and_their_tests_are_counted(asking: Callable[..., Asking]):
    games = tuple(
        Record((move, "B4"), "megiddo", "base", "book", result=result, source=Source("a.txt", n, n))
        for n, (move, result) in enumerate([("A1", "1-0"), ("C6", "0-1")] * 8, start=1)
    )
    ask = asking(games)
    node = ask("node", game="megiddo", variant="base", apart=1)
    rows = [(row["moves"][0]["text"], row["games"], row["marked"]) for row in node["rows"]]
    assert sorted(rows) == [("A1", 8, True), ("C6", 8, True)]
    assert "in 2 tests" in node["caveat"]


@pytest.mark.parametrize(
    ("results", "told"),
    [
        (["*"] * 3, "No finished game"),
        (["1-0"] * 5, "5 finished games, fewer than 6"),
        (["1-0"] * 6 + ["*"] * 7, "7 of 13 games have no result: the others are not a sample"),
    ],
)
def test_too_few_and_biased_results_are_told_as_in_openings(asking, results, told):
    games = tuple(
        Record(("A1",), "megiddo", "base", "book", result=result, source=Source("a.txt", n, n))
        for n, result in enumerate(results, start=1)
    )
    node = asking(games)("node", game="megiddo", variant="base")
    assert node["caveat"].startswith(told)
