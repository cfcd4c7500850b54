"""Plain sections with comments are read at once as they are line by line."""

import random

import pytest

import records
from records.assumptions import Assumptions
from records.model import Source
from records.text.plain import sections
from records.text.plain.section import read_plain

MOVES = {
    "epaminondas": ("2.7.2N2", "11.6.2SE2", "4.7.4N3x3", "9.9.2SW2x1"),
    "gipf": ("h1-h3", "d2", "g7-c5;xb4*,c5,d6,e7,f7", "f8-f4;x", "f7"),
    "megiddo": ("D3", "B4", "A1", "C6"),
}

BLANKS = (" ", "  ", "\n", "\n\n", "\t")
COMMENTS = (
    "{good}",
    "{ two\nlines }",
    "{}",
    "{3. a1 b2, perhaps}",
    "{é}",
    "{\u00a0x}",
    "{a\n12 b4}",
    "{a [1\n}",
    "{a \\} b}",
    "{see (this\nand) that}",
    "{x}{y}",
    "{the board\nwhite to move\n}",
    "{1-0}",
    "{Robert wins}",
    "{a\n----\nb}",
    "{open",
    "; rest",
    "!?",
)
TAGS = ("", "", "", "", '[White "Robert"]\n', '[Result "0-1"]\n', '[Variant "{x"]\n')


def section(game: str, seed: int) -> str:
    """Return a tag block and numbered rows with comments anywhere between the words."""
    rng = random.Random(seed)
    rare = rng.random() ** 3
    parts = [f'[Game "{game}"]\n{rng.choice(TAGS)}']
    moves = rng.choices(MOVES[game], k=rng.randint(1, 7))
    for ply, move in enumerate(moves):
        words = [f"{ply // 2 + 1}."] * (ply % 2 == 0) + [move]
        for word in words:
            if rng.random() < 0.25:
                some = COMMENTS if rng.random() < rare else COMMENTS[:4]
                parts += [rng.choice(BLANKS), rng.choice(some)]
            parts += [rng.choice(BLANKS[:2] if word is move else BLANKS[2:3]), word]
    parts += rng.choice(("", " 1-0", "\n*", "\n{last}", " {last}\n0-1", "\n1-0 {last}"))
    return "".join(parts) + "\n"


def fields(record: records.Record) -> dict[str, object]:
    return {name: getattr(record, name) for name in record.__dataclass_fields__} | {
        "places": list(record.places)
    }


@pytest.mark.parametrize("game", MOVES)
def test_sections_are_read_at_once_as_line_by_line(game, monkeypatch):
    texts = [section(game, seed) for seed in range(100)]
    quick = [list(map(fields, records.read_text(text, format="text"))) for text in texts]
    plain = [read_plain(text, Source("-", 1, 1), Assumptions()) for text in texts]
    monkeypatch.setattr(sections, "read_plain", lambda *_: None)
    slow = [list(map(fields, records.read_text(text, format="text"))) for text in texts]
    for text, one, other in zip(texts, quick, slow, strict=True):
        assert one == other, text
    assert sum(one is not None and bool(one.details) for one in plain) > len(texts) // 10
