"""A library answers as a plain scan of all games does."""

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from analysis.games.position import AnyPosition
from analysis.library import indexing
from analysis.library.indexing import bit_sets, indexed, stored_record
from analysis.library.material import Material
from analysis.library.pattern import PiecePattern
from analysis.library.search import Query, search
from analysis.library.stored import StoredLibrary
from analysis.replay import Replay, at_once, replay
from analysis.replay.at_once import judge_at_once
from analysis.select.condition import parse_condition
from analysis.select.position import TargetPosition
from tests.library import plain
from tests.library.forms import FORMS, filled, in_form

EACH = 2


@pytest.fixture(scope="module", params=FORMS)
def library(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> StoredLibrary:
    return in_form(request.param, tmp_path_factory.mktemp("library"), EACH)


@pytest.fixture(scope="module")
def games() -> list[Replay]:
    return plain.replays(EACH)


def scan(games: list[Replay], true: Callable[[AnyPosition], bool]) -> list[tuple[int, int]]:
    return [(number, ply) for number, ply, board in plain.boards(games) if true(board)]


def compare_positions(library: StoredLibrary, games: list[Replay], chance: random.Random) -> None:
    """Compare the answers for a position, and its images, that a game reaches, early or late."""
    game = chance.choice(games)
    every = list(game.positions())
    wanted = chance.choice([chance.choice(every[:4]), chance.choice(every)])
    wanted = chance.choice(plain.images(wanted, True))
    for fold in (False, True):
        question = Query(targets=(TargetPosition.of(wanted, fold),))
        expected = scan(games, lambda one: plain.reached(one, wanted, fold))  # noqa: B023
        assert plain.hits(search(library, question)) == expected, (str(wanted), fold)


def compare_patterns(library: StoredLibrary, games: list[Replay], chance: random.Random) -> None:
    """Compare the answers for a part and for the whole of a board that a game reaches."""
    kind = chance.choice(games).variant
    alike = [game for game in games if game.variant == kind]
    board = chance.choice(list(chance.choice(alike).positions())[1:])
    signs = plain.random_whole(board, chance)
    game, variant = board.GAME, str(kind)
    points = ", ".join(f"{name.upper()}={sign}" for name, sign in signs.items())
    for fold, text in product((False, True), (plain.whole_text(board, signs), points)):
        question = Query(pattern=PiecePattern(text), fold=fold, game=game, variant=variant)
        expected = [
            (number, ply)
            for number, ply, one in plain.boards(games)
            if one.variant == kind and plain.whole_fits(signs, one, fold)
        ]
        assert plain.hits(search(library, question)) == expected, (signs, fold)
    if board.GAME == "megiddo":
        return
    cells = plain.random_part(board, chance)
    for fold in (False, True):
        question = Query(
            pattern=PiecePattern(plain.part_text(cells)), fold=fold, game=game, variant=variant
        )
        expected = [
            (number, ply)
            for number, ply, one in plain.boards(games)
            if one.variant == kind and plain.part_fits(cells, one, fold)
        ]
        assert plain.hits(search(library, question)) == expected, (cells, fold)


def compare_material(library: StoredLibrary, games: list[Replay], chance: random.Random) -> None:
    """Compare the answers for numbers of pieces on boards of one kind."""
    board = chance.choice(list(chance.choice(games).positions()))
    letters = sorted(type(board).by_letter(bit_sets(board)))
    one, other = chance.choice(letters), chance.choice(letters)
    number = plain.count(board, one)
    question = Query(
        material=Material.parse(f"{one} >= {number}, {other}+{one} != {number + 1}"),
        game=board.GAME,
        variant=str(board.variant),
    )
    expected = [
        (at, ply)
        for at, ply, here in plain.boards(games)
        if here.variant == board.variant
        and plain.count(here, one) >= number
        and plain.count(here, other) + plain.count(here, one) != number + 1
    ]
    assert plain.hits(search(library, question)) == expected


CONDITIONS = (
    "valid and plies >= 20",
    "winner = white or winner = blue",
    'player = "Ada" and not Event = "Cup 1"',
    "reason ~ arbatta or result = 0-1",
    "path ~ gipf and variant != basic",
    "code ~ . or accepted > 0 or date < 2000",
)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_conditions_hold_of_the_games_of_which_they_hold_when_replayed(
    library: StoredLibrary, games: list[Replay], condition: str
):
    holds = parse_condition(condition).holds
    expected = [(number, 0) for number, game in enumerate(games, start=1) if holds(game)]
    question = Query((parse_condition(condition),))
    assert plain.hits(search(library, question)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("compare", [compare_positions, compare_patterns, compare_material])
@pytest.mark.parametrize("seed", range(3))
def test_answers_are_those_of_a_plain_scan(
    library: StoredLibrary, games: list[Replay], compare: Callable[..., None], seed: int
):
    compare(library, games, random.Random(seed))


def test_plies_are_bounded_before_and_after(library: StoredLibrary, games: list[Replay]):
    question = Query(material=Material.parse("* > 0"), after=3, before=6)
    expected = [
        (number, ply)
        for number, ply, board in plain.boards(games)
        if 3 < ply < 6 and any(piece != "." for piece in board.pieces().values())
    ]
    assert plain.hits(search(library, question)) == expected
    expected = [(number, 51) for number, game in enumerate(games, 1) if game.played >= 51]
    assert plain.hits(search(library, Query(after=50))) == expected


@pytest.mark.slow
def test_answers_of_a_larger_library_are_those_of_a_plain_scan(tmp_path: Path):
    larger, games = filled(str(tmp_path / "games.ludo"), 15), plain.replays(15)
    chance = random.Random(7)
    for _ in range(8):
        compare_positions(larger, games, chance)
        compare_patterns(larger, games, chance)
        compare_material(larger, games, chance)


def test_games_judged_at_once_are_indexed_as_those_replayed_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
):
    stored = [stored_record(record) for record in plain.records(EACH)]
    slowly = indexed(plain.replays(EACH), stored)
    monkeypatch.setattr(at_once, "ENOUGH", 1)
    monkeypatch.setattr(indexing, "_one_by_one", None)  # but for what arrays do not cover
    covered = 0
    for one, game, record in zip(slowly, plain.replays(EACH), stored, strict=True):
        judged = judge_at_once([game], measured=True)
        if not (judged and judged[0].boards.good.all()):
            continue
        covered += 1
        (found,) = indexed([replay(game.record)], [record])
        assert found.plies is not None
        assert one.plies is not None
        assert (found.digest, found.about, found.kind) == (one.digest, one.about, one.kind)
        assert (found.plies.keys == one.plies.keys).all()
        assert (found.plies.images == one.plies.images).all()
        assert (found.plies.boards == one.plies.boards).all()
    assert covered > 4 * EACH
