"""A piece in columns has the games that are read one by one, whatever stands between them."""

import random

import pytest

import records
from records.assumptions import Assumptions
from records.columns import LazyRecords, PlainGame
from records.text.plain.columns import ColumnReader
from records.text.reader import TextReader
from tests.records.test_text_plain import MOVES, fields, section

PARTS = (
    "",
    "Some prose about games.\n\n",
    "-----\n",
    "\n\n",
    "1-0\n",
    "{ a comment that never ends\n\n",
    "}\n\n",
    '[White "Nobody"]\n\n',
    "1. 2.7.2N2 11.6.2SE2\n\n",
    "# a remark\n\n",
    '[Broken "\n\n',
)
"""What may stand between plain sections, and how they are read then."""

TAGS = (
    '[Game "{game}"]\n',
    '[Game "{game}"]\n[Dialect "{dialect}"]\n',
    '[Game "{game}"]\n[Variant "{variant}"]\n[Dialect "{dialect}"]\n[Result "*"]\n',
    '[Game "{game}"]\n[Dialect "{dialect}"]\n[Variant "{variant}"]\n[Result "1-0"]\n',
    '[Game "{game}"]\n[Dialect "{dialect}"]\n[Result "0-1"]\n[White "Léa"]\n[Round "{seed}"]\n',
    '[Game "{game}"]\n[Dialect "{dialect}"]\n[Result "*"]\n[PlyCount "3"]\n',
    '[Game "{game}"]\n[Dialect "{dialect}"]\n[White "a"]\n[White "b"]\n',
    '[Game "{game}"]\n[Dialect "{dialect}"]\n[Weiß "a\tb"]\n[Black "\u200bx"]\n',
    '[Game "{game}"]\n[Dialect "{dialect}"]\n[Start "nonsense"]\n',
    '[Dialect "{dialect}"]\n[Event "Cup, \u00a02004"]\n',
    '[Game "{game}"]\n[Dialect "no such"]\n[Result "2-0"]\n',
)
HOMES = {
    "epaminondas": ("abbott", "standard"),
    "gipf": ("complete", "basic"),
    "megiddo": ("book", "base"),
    "crossings": ("abbott", "standard"),
}


def game(name: str, seed: int) -> str:
    """Return a game of canonical moves, more or less plain."""
    rng = random.Random(seed)
    dialect, variant = HOMES[name]
    tags = rng.choice(TAGS[1:6] if rng.random() < 0.8 else TAGS)
    head = tags.format(game=name, dialect=dialect, variant=variant, seed=seed)
    moves = rng.choices(MOVES.get(name, MOVES["epaminondas"]), k=rng.randint(0, 9) or 3)
    if rng.random() < 0.1:
        moves.append(rng.choice(("nonsense", "1-0", "7.", "h1 - h3", "\x1f", "x\x7f", "é")))
    rows = [
        f"{at // 2 + 1 + (rng.random() < 0.02)}.{rng.choice((' ', '  ', chr(10)))}{'  '.join(row)}"
        for at in range(0, len(moves), 2)
        if (row := moves[at : at + 2])
    ]
    end = rng.choice(("", "*", "*", "1-0", "0-1"))
    return f"{head}\n{rng.choice((chr(10), ' ')).join(rows)}\n{end}\n"


def archive(seed: int) -> str:
    """Return many games, nearly all of them plain, some with something between them."""
    rng = random.Random(seed)
    parts = []
    for number in range(rng.randint(1, 30)):
        name = rng.choice(list(HOMES))
        odd = rng.random() < 0.05 and name in MOVES
        parts.append(section(name, number) if odd else game(name, rng.randrange(10**9)))
        parts.append(rng.choice(PARTS) if rng.random() < 0.05 else "")
    return "\n".join(parts)


def read(
    reader: TextReader | ColumnReader, found: list[records.Record | PlainGame]
) -> tuple[object, ...]:
    """Return the records of a piece, and what the reader knows at its end."""
    settled = reader.settled
    found += reader.end()
    return settled, reader.games, reader.line, [fields(one) for one in LazyRecords(found)]


@pytest.mark.parametrize("assumed", [{}, {"game": "gipf"}, {"variant": "standard"}], ids=str)
def test_pieces_have_the_records_of_single_sections(assumed):
    plain = 0
    for seed in range(15):
        text, known = archive(seed), Assumptions(**assumed)
        columns, lines = ColumnReader("-", known, 7, 3), TextReader("-", known, 7, 3)
        entries = list(columns.entries(text))
        plain += sum(isinstance(one, PlainGame) for one in entries)
        assert read(columns, entries) == read(lines, list(lines.feed([text]))), text
    assert plain > 15 or "game" in assumed
