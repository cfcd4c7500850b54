"""The law of rules on arrays: their results equal the replay's, ply by ply, in every column."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from analysis.games import find
from analysis.games.arrays import AnyArrayRules, Boards, Coded, PositionBoards
from analysis.replay.compiled import CompiledTexts, compiled_game
from ludograph.testing import Subject, random_game

Texts = Sequence[str]


def random_texts(game: str, variant: str, dialect: str | None, seeds: range) -> list[Texts]:
    """Return games of random legal moves, in a dialect."""
    write = compiled_game(game, variant, dialect).dialect.write
    subject = Subject(game, variant)
    return [tuple(write(move) for _, move in random_game(subject, seed)) for seed in seeds]


def spoiled(games: Sequence[Texts], chance: random.Random) -> Iterator[Texts]:
    """Yield games in which texts are exchanged, replaced, doubled, left out or cut off."""
    texts = sorted({text for game in games for text in game})
    yield ()
    for game in games:
        for _ in range(6):
            at, other = (chance.randrange(len(game)) for _ in range(2))
            ways = (
                (*game[:at], chance.choice(texts), *game[at + 1 :]),
                (*game[:at], game[other], *game[at + 1 :]),
                (*game[:at], game[at], *game[at:]),
                (*game[:at], *game[at + 1 :]),
                game[:at],
                (*game, chance.choice(texts)),
                (*game[:at], "nonsense", *game[at + 1 :]),
            )
            yield chance.choice(ways)


def endings(games: Sequence[Texts], chance: random.Random) -> Iterator[Texts]:
    """Yield games that are cut off, each followed by one text of any game."""
    texts = sorted({text for game in games for text in game})
    for game in games:
        for at in chance.sample(range(len(game)), min(4, len(game))):
            yield from ((*game[:at], text) for text in chance.sample(texts, min(60, len(texts))))


def code_of(rules: AnyArrayRules, claim: Any) -> int:
    """Return the code of a move; a negative one if the board has to supply the captures."""
    codes = tuple(filter(None, map(rules.code, rules.start.candidates(claim))))
    return rules.choice(codes) if len(codes) > 1 else sum(codes)


def judged(rules: AnyArrayRules, texts: CompiledTexts, games: Sequence[Texts]) -> Boards[Any]:
    """Return the boards of games, played from compiled texts by rules on arrays."""
    codes: dict[str, int] = {}
    for text in (text for game in games for text in game):
        if text not in codes:
            sound = texts.first_steps[text] is not None
            codes[text] = code_of(rules, texts.dialect.read(text).moves[0]) if sound else 0
    every = np.array([codes[text] for game in games for text in game], np.int32)
    return rules.judge(every, np.array([len(game) for game in games], np.int32))


def compare(game: str, variant: str, dialect: str | None, games: Sequence[Texts]) -> int:
    """Compare the rules on arrays with the replay of games; return the number of good games."""
    texts, boards = compare_verdicts(game, variant, dialect, games)
    found = Found(boards)
    for number in np.flatnonzero(boards.good).tolist():
        _compare_plies(found, texts, games[number], int(boards.plies.firsts[number]))
    return int(boards.good.sum())


def compare_verdicts(
    game: str, variant: str, dialect: str | None, games: Sequence[Texts]
) -> tuple[CompiledTexts, Boards[Any]]:
    """Compare which games are good; return the texts and the boards."""
    known, texts = find(game), compiled_game(game, variant, dialect)
    assert known.arrays
    assert known.arrays().covers(texts.start)
    rules = known.arrays()(texts.start)
    boards = judged(rules, texts, games)
    for good, moves in zip(boards.good.tolist(), games, strict=True):
        played = texts.start.advance(texts.first_steps[text] for text in moves)[1]
        assert good == (played == len(moves)), moves
    return texts, boards


class Found:
    """The values of some boards, computed once for all plies."""

    def __init__(self, boards: Boards[Any]) -> None:
        self.positions, self.outcomes = boards.positions, boards.outcomes
        measured = boards.measured()
        self.columns = [measured.captured, *measured.scores, *boards.occupied]
        self.columns += [one() if callable(one) else one for one in measured.values]
        self.strings, self.keys = boards.strings(), boards.keys()
        self.known_keys, self.counts = boards.known_keys, boards.count_moves()


def _compare_plies(found: Found, texts: CompiledTexts, moves: Texts, first: int) -> None:
    positions, played, home = [texts.start], list[Any](), find(texts.start.GAME)
    for text in moves:
        played.append(texts.complete_move(text, positions[-1]))
        positions.append(positions[-1].advance((texts.first_steps[text],))[0])
    assert home.arrays
    wanted = Found(
        PositionBoards(
            texts.start,
            np.array([len(moves)], np.int32),
            played,
            positions[1:],
            home.measures(),
            home.arrays()(texts.start),
        )
    )
    outcomes = found.outcomes(np.arange(first, first + len(moves)))
    assert [*found.positions(np.arange(first, first + len(moves)))] == positions[1:]
    for at, (before, after) in enumerate(pairwise(positions)):
        ply = first + at
        assert "".join(str(value(part, ply)) for part in found.strings) == str(after)
        keys = after.keys()
        assert tuple(found.keys[:, ply].tolist()) == keys
        least = min(keys)
        assert [one[ply] for one in found.known_keys] == [after.key, least, keys.index(least)]
        assert outcomes[at] == after.outcome()
        assert found.counts[ply] == before.count_moves()
        for column, expected in zip(found.columns, wanted.columns, strict=True):
            assert value(column, ply) == value(expected, at), (after, played[at])


def value(column: Any, ply: int) -> Any:
    """Return the value of a column for a ply."""
    return column.values[column.codes[ply]] if isinstance(column, Coded) else column[ply]
