"""Archives of random games for measuring: ours, and chess beside them."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from analysis.games import find
from analysis.games.epaminondas.rules import Position
from analysis.games.position import AnyPosition
from notation import Dialect, find_dialect
from notation.phalanx import DIRECTIONS, Move
from records import Record, write

LONGEST = 125
"""Plies after which a random game is left unfinished."""

LISTED = 1 / 3
"""Share of the plies that are drawn from a list of all legal moves, which takes its time."""

TRIES = 24
"""Moves played elsewhere that are tried on a board before its legal moves are listed."""


def epaminondas_archive(path: Path, games: int, seed: int = 1) -> int:
    """Write random Epaminondas games in the inventor's notation; return the number of plies."""
    plies = 0
    chance = random.Random(seed)
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for number in range(games):
            moves = tuple(_epaminondas_game(chance))
            tags = {"Event": "Random games", "Round": str(number + 1)}
            record = Record(
                moves=moves, game="epaminondas", variant="standard", dialect="abbott", tags=tags
            )
            out.write(write(record))
            plies += len(moves)
    return plies


def _epaminondas_game(chance: random.Random) -> Iterator[str]:
    """Yield the moves of a game in which both sides move at random, forward rather than back."""
    position = find("epaminondas").start("standard")
    assert isinstance(position, Position)
    directions = [*DIRECTIONS, "N", "NE", "NW"]
    for _ in range(LONGEST):
        if position.far_count(position.turn) and position.outcome():
            return
        pieces = list(position.variant.grid.squares(position.own))
        while True:
            count = chance.choice((1, 1, 2, 2, 3, 4, 5))
            direction = chance.choice(directions)
            if position.turn:
                direction = direction.translate(str.maketrans("NS", "SN"))
            row, column = chance.choice(pieces)
            move = Move(row, column, count, direction, chance.randint(1, count))
            after, played = position.advance([position.compile(move)])
            if played:
                break
        taken = position.enemy.bit_count() - after.own.bit_count()
        yield f"{move}x{taken}" if taken else str(move)
        position = after


def random_archive(
    path: Path, game: str, variants: Sequence[str], games: int, seed: int = 1
) -> int:
    """Write different games of random legal moves, in the game's usual notation; return the plies.

    Most moves are drawn from those that were played before, on any board: to try them takes less
    time than to list all that are legal.

    Args:
        path: the file to write.
        game: name of the game.
        variants: the variants, which the games have in turn.
        games: how many games.
        seed: of the random choice.
    """
    chance = random.Random(seed)
    starts, dialect = [find(game).start(one) for one in variants], find_dialect(game)
    steps: dict[str, dict[str, Any]] = {one: {} for one in variants}
    played: dict[str, list[str]] = {one: [] for one in variants}
    plies = 0
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for number in range(games):
            variant = variants[number % len(variants)]
            start = starts[number % len(variants)]
            moves = tuple(_random_game(start, dialect, steps[variant], played[variant], chance))
            tags = {"Event": "Random games", "Round": str(number + 1)}
            out.write(write(Record(moves, game, variant, dialect.name, tags)))
            plies += len(moves)
            played[variant] += moves
    return plies


def _random_game(
    position: AnyPosition,
    dialect: Dialect[Any],
    steps: dict[str, Any],
    played: Sequence[str],
    chance: random.Random,
) -> Iterator[str]:
    """Yield the moves of a game.

    Args:
        position: where it starts.
        dialect: the dialect to write it in.
        steps: the steps of the moves of all games, by their texts; filled in here.
        played: the moves of all games before it.
        chance: decides.
    """
    for _ in range(LONGEST):
        listed = not played or chance.random() < LISTED
        for text in () if listed else chance.choices(played, k=TRIES):
            after, count = position.advance([steps[text]])
            if count:
                break
        else:
            count = position.count_moves()
            if not count or position.outcome():
                return
            move = next(islice(position.legal_moves(), chance.randrange(count), None))
            text, after = dialect.write(move), position.play(move)
            steps[text] = position.compile(dialect.read(text).moves[0])
        yield text
        position = after


def chess_archive(path: Path, plies: int, length: int, seed: int = 1) -> int:
    """Write different random chess games as PGN; return the number of plies.

    Args:
        path: the file to write.
        plies: how many to write, to the next whole game.
        length: plies of a game; some end sooner.
        seed: of the random choice.
    """
    chance = random.Random(seed)
    written = number = 0
    with path.open("w", encoding="utf-8") as out:
        while written < plies:
            text, count = _chess_game(chance, length)
            number += 1
            out.write(text.replace('[Round "?"]', f'[Round "{number}"]'))
            written += count
    return written


def _chess_game(chance: random.Random, plies: int) -> tuple[str, int]:
    import chess
    import chess.pgn

    board = chess.Board()
    while board.ply() < plies and not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return f"{chess.pgn.Game.from_board(board)}\n\n", board.ply()
