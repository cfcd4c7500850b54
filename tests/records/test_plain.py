"""Rows of moves are read as they are written, in every dialect and layout."""

import textwrap
from collections.abc import Iterator
from functools import cache

from records import Record
from tests.cases import each_case
from tests.examples import sample
from tests.games.engine_games import in_every_dialect
from tests.records.samples import read_one


def lines_of(moves: list[str], style: str) -> list[str]:
    """Return moves, two to a row, as lines in one of `STYLES`."""
    pairs = [moves[at : at + 2] for at in range(0, len(moves), 2)]
    numbered = list(enumerate(pairs, start=1))
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    return {
        "rows": lambda: [f"{number}. {' '.join(row)}" for number, row in numbered],
        "brackets": lambda: [f"{number}) {'  '.join(row)}" for number, row in numbered],
        "bare numbers": lambda: [f"{number} {'  '.join(row)}" for number, row in numbered],
        "no numbers": lambda: ["   ".join(row) for row in pairs],
        "a move a line": lambda: moves,
        "running": lambda: ["  ".join(f"{n}. {'  '.join(row)}" for n, row in numbered)],
        "replies": lambda: [
            f"{number}{'...' if index else '.'} {move}"
            for number, row in numbered
            for index, move in enumerate(row)
        ],
        "mail": lambda: [f"> {number}. {' '.join(row)}" for number, row in numbered],
        "chat": lambda: [
            f"[20:{at:02}] {('Anna', 'Ben')[at % 2]}: {move}" for at, move in enumerate(moves)
        ],
        "sides": lambda: [f"{('White', 'Black')[at % 2]}: {m}" for at, m in enumerate(moves)],
        "HTML": lambda: [
            f"<tr><td>{number}.</td><td>{'</td><td>'.join(row)}</td></tr>"
            for number, row in numbered
        ],
        "semicolons": lambda: [f"{number}. {'; '.join(row)};" for number, row in numbered],
        "commas": lambda: [f"{number}. {',  '.join(row)}" for number, row in numbered],
        "blank lines": lambda: [f"{number}: {'  '.join(row)}\n" for number, row in numbered],
        "wide digits": lambda: [
            f"{number}. {'  '.join(row)}".translate(wide) for number, row in numbered
        ],
        "number 2 twice": lambda: [f"{max(n, 2)}. {'  '.join(row)}" for n, row in numbered],
        "filled": lambda: textwrap.wrap(
            " ".join(f"{number}. {', '.join(row)}" for number, row in numbered), 60
        ),
        "a comment": lambda: [f"{n}. {'  '.join(row)} {{so}}" for n, row in numbered],
    }[style]()


STYLES = (
    "rows", "brackets", "bare numbers", "no numbers", "a move a line", "running", "replies",
    "mail", "chat", "sides", "HTML", "semicolons", "commas", "blank lines", "wide digits",
    "number 2 twice", "filled", "a comment",
)  # fmt: skip

JOINED = ("semicolons", "commas", "filled")
"""Styles in which a sign between two moves may be one within a turn of GIPF."""


HEADS = (
    '[White "Ann, B."]\n[Event "Cup: 2"]\n', '[Game "{game}"]\n', "", "Game 3: Ann - Ben\n",
    "{game}\n\nAnn\n",
)  # fmt: skip
"""What stands above the rows of a game."""

PLIES = 10


@cache
def games() -> list[Record]:
    """Return a game in each dialect of each game."""
    return list({(one.game, one.dialect): one for one in in_every_dialect(1)}.values())


SET = [(style, at) for style in STYLES for at in range(len(HEADS))]


@each_case(("style", "at"), sample(SET, 18))
def test_moves_are_read_where_and_as_they_are_written(style, at):
    for number, game in enumerate(games()):
        moves = list(game.moves[:PLIES])
        if style in JOINED and any(";" in move for move in moves):
            continue
        result = ("", "1-0", "*")[(number + at) % 3]
        head = HEADS[(number + at) % len(HEADS)].format(game=game.game)
        text = "\n".join([head, *lines_of(moves, style), result, ""])
        record = read_one(text, format="text", game=game.game, dialect=game.dialect)
        assert list(map(unspaced, record.moves)) == list(map(unspaced, moves)), text
        assert record.result == (result or "*")
        if head.startswith("[White"):
            assert record.tags == {"White": "Ann, B.", "Event": "Cup: 2"}
        lines = text.split("\n")
        for move, (line, column) in zip(record.moves, record.places, strict=True):
            assert style == "wide digits" or lines[line - 1][column - 1 :].startswith(
                move.split()[0]
            )


def unspaced(move: str) -> str:
    return "".join(move.split())


def spread(count: int) -> Iterator[str]:
    """Yield ``count`` moves with different places."""
    for at in range(count):
        yield f"{'abcdefghijklmn'[at % 14]}{at % 5 + 1}-{'abcdefghijklmn'[at * 3 % 14]}{at % 7 + 5}"
