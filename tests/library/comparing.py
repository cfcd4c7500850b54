"""Answers of libraries compared with a plain scan of all games, for every kind of query."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from analysis.cli.question import opening_targets
from analysis.games.position import AnyPosition
from analysis.library.index import BoardKind
from analysis.library.library import LibraryFile
from analysis.library.pattern import PiecePattern
from analysis.library.search import Query, search
from analysis.library.tree import find_visits, results_of
from analysis.openings.names import bundled_names
from analysis.replay import Replay
from analysis.replay.verdict import GameFacts
from analysis.select.condition import Condition, parse_condition, played_between, played_by
from analysis.select.position import TargetPosition, read_position
from records.model import played_on, player_of
from tests.library import plain

Compare = Callable[[Sequence[LibraryFile], Sequence[Replay], random.Random], None]
"""Compares the answers to some random questions."""

Holds = Callable[[AnyPosition], bool]


def scan(games: Sequence[Replay], true: Holds) -> list[tuple[int, int]]:
    """Return the numbers of games and the plies at which a condition on the board is true."""
    return [(number, ply) for number, ply, board in plain.boards(games) if true(board)]


def agree(
    libraries: Sequence[LibraryFile], question: Query, expected: list[tuple[int, int]]
) -> None:
    """Check that all libraries have the expected answers."""
    for library in libraries:
        assert plain.hits(search(library, question)) == expected, (library.path, question)


def some_board(games: Sequence[Replay], chance: random.Random) -> AnyPosition:
    """Return a board that a game reaches after its first move."""
    return chance.choice(list(chance.choice([one for one in games if one.played]).positions())[1:])


def some_position(games: Sequence[Replay], chance: random.Random) -> AnyPosition:
    """Return an image of a position that a game reaches, early or late."""
    every = list(chance.choice(games).positions())
    wanted = chance.choice([chance.choice(every[:4]), chance.choice(every)])
    return chance.choice(plain.images(wanted, True))


def compare_positions(
    libraries: Sequence[LibraryFile], games: Sequence[Replay], chance: random.Random
) -> None:
    """Compare the answers for a position, and its images."""
    wanted = some_position(games, chance)
    for fold in (False, True):
        question = Query(targets=(TargetPosition.of(wanted, fold),))
        agree(libraries, question, scan(games, plain.reaches(wanted, fold)))


def compare_openings(
    libraries: Sequence[LibraryFile], games: Sequence[Replay], chance: random.Random
) -> None:
    """Compare the answers for the name of an opening."""
    names = bundled_names()
    name, fold = chance.choice(names).name, chance.random() < 0.5
    wanted = [
        plain.reaches(read_position(one.place, one.game, one.variant or None), fold)
        for one in names
        if one.name == name
    ]
    question = Query(targets=tuple(opening_targets(name, (), None, fold)))
    agree(libraries, question, scan(games, lambda one: any(holds(one) for holds in wanted)))


def compare_patterns(
    libraries: Sequence[LibraryFile], games: Sequence[Replay], chance: random.Random
) -> None:
    """Compare the answers for a part and for the whole of a board, and their images."""
    board = some_board(games, chance)
    asked = Query(game=board.GAME, variant=str(board.variant))
    for (texts, fits), fold in product(patterns(board, chance), (False, True)):
        expected = scan(games, lambda one: one.variant == board.variant and fits(one, fold))  # noqa: B023
        for text in texts:
            agree(libraries, replace(asked, pattern=PiecePattern(text), fold=fold), expected)


def patterns(
    board: AnyPosition, chance: random.Random
) -> Iterator[tuple[list[str], Callable[[AnyPosition, bool], bool]]]:
    """Yield texts of the same pattern, with a function that returns whether it fits a board."""
    signs = plain.random_whole(board, chance)
    points = ", ".join(f"{name.upper()}={sign}" for name, sign in signs.items())
    texts = [plain.whole_text(board, signs), points]
    yield texts, lambda one, fold: plain.whole_fits(signs, one, fold)
    if board.GAME != "megiddo":
        cells = plain.random_part(board, chance)
        yield [plain.part_text(cells)], lambda one, fold: plain.part_fits(cells, one, fold)


def conditions(game: Replay, chance: random.Random) -> Iterator[Condition]:
    """Yield conditions on games, of every kind, that a game may meet."""
    tags, plies = game.record.tags, game.played
    side = chance.choice(game.start.sides if game.start else ("white",))
    player = player_of(tags, side) or "Nobody"
    date = played_on(tags) or "2004"
    yield parse_condition(f"plies >= {plies} and plies < {plies + 20} or not valid")
    yield parse_condition(f'player = "{player}" and not result = {game.record.result}')
    yield parse_condition(f'{side.title()} ~ "{player[:2]}" and date >= {date[:4]}')
    yield parse_condition(f"winner = {side} or reason ~ '^a' or valid and variant != basic")
    yield parse_condition("code ~ . or accepted > 0 or path ~ megiddo")
    yield played_by(player.upper(), chance.choice(["", side, "first", "second"]))
    yield played_between(since=date[:4], until=chance.choice(["", f"{int(date[:4]) + 2}"]))


def compare_conditions(
    libraries: Sequence[LibraryFile], games: Sequence[Replay], chance: random.Random
) -> None:
    """Compare the answers for conditions on games, players and dates, and for games and variants.

    Some queries bound the plies; then the hit of a game is the first ply within the bounds.
    """
    game = chance.choice(games)
    for one in conditions(game, chance):
        after, before = chance.choice([(None, None), (game.played // 2, None), (4, 9), (None, 3)])
        first = 0 if after is None else after + 1
        expected = [
            (number, first)
            for number, other in enumerate(games, 1)
            if one.holds(GameFacts.of(other)) and first <= other.played
        ]
        agree(libraries, Query((one,), after=after, before=before), expected)
    kind = Query(game=game.game.name, variant=str(game.variant)) if game.game else Query()
    same = [n for n, other in enumerate(games, 1) if other.variant == game.variant]
    agree(libraries, kind, [(number, 0) for number in same])


def compare_all_at_once(
    libraries: Sequence[LibraryFile], games: Sequence[Replay], chance: random.Random
) -> None:
    """Compare the answers for queries on games, plies, a pattern and a position together."""
    game = chance.choice([one for one in games if one.played > 5])
    board = chance.choice(list(game.positions())[1:5])
    fold, held = chance.random() < 0.5, chance.choice(list(conditions(game, chance)))
    texts, fits = next(patterns(board, chance))
    question = Query(
        (held,), pattern=PiecePattern(texts[0]), fold=fold,
        game=board.GAME, variant=str(board.variant), after=0, before=6,
    )  # fmt: skip
    there = plain.reaches(board, fold)
    kept = {
        number
        for number, one in enumerate(games, 1)
        if one.variant == board.variant and held.holds(GameFacts.of(one))
    }
    some = [
        (number, ply, here)
        for number, ply, here in plain.boards(games)
        if number in kept and 0 < ply < 6 and fits(here, fold)
    ]
    agree(libraries, question, [(number, ply) for number, ply, _ in some])
    question = replace(question, targets=(TargetPosition.of(board, fold),))
    agree(libraries, question, [(number, ply) for number, ply, here in some if there(here)])


def compare_trees(
    libraries: Sequence[LibraryFile], games: Sequence[Replay], chance: random.Random
) -> None:
    """Compare the nodes of early and late positions of a game."""
    compare_node(libraries, games, some_position(games, chance))


def compare_node(
    libraries: Sequence[LibraryFile], games: Sequence[Replay], wanted: AnyPosition
) -> None:
    """Compare the games of a node, the moves played there, and the results."""
    kind = BoardKind(wanted.GAME, str(wanted.variant))
    for fold in (False, True):
        there, visits = plain.reaches(wanted, fold), dict[int, tuple[int, int]]()
        for number, game in enumerate(games, 1):
            some = list(game.positions()) if game.variant == wanted.variant else []
            ply = next((ply for ply, one in enumerate(some) if there(one)), None)
            if ply is not None:
                following = [min(one.keys()) for one in some[ply + 1 : ply + 2]]
                visits[number] = ply, next(iter(following), 0)
        for library in libraries:
            own = library.boards.games(kind)
            found = find_visits(library, wanted, own, fold=fold)
            rows = found[["number", "ply", "next"]].tolist()
            assert rows == [(number, *pair) for number, pair in visits.items()], str(wanted)
            ended = results_of(found, len(wanted.sides))
            assert ended[:3] == _results(wanted, [games[number - 1] for number in visits])


def _results(position: AnyPosition, games: Sequence[Replay]) -> tuple[int, tuple[int, ...], int]:
    """Return the numbers of games, of wins by side, and of draws."""
    ends = [game.verdict for game in games]
    wins = tuple(sum(one == (side,) for one in ends) for side in range(len(position.sides)))
    return len(games), wins, sum(len(one or ()) > 1 for one in ends)


EVERY = (
    compare_positions,
    compare_openings,
    compare_patterns,
    compare_conditions,
    compare_all_at_once,
    compare_trees,
)
