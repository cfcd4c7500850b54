"""Tidy games: the fast path for pieces of tidy text gives the records of the reader."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import records
from records.assumptions import Assumptions
from records.formats import find

HEAD = '[Game "gipf"]\n[Variant "basic"]\n[Dialect "complete"]\n'
ROWS = "\n  1. h1-h3  i5-g5\n  2. d2     e9-e7\n"
STEPS = '[Game "gipf"]\n[Variant "basic"]\n[Dialect "steps"]\n'
MEGIDDO = '[Game "megiddo"]\n[Variant "base"]\n[Dialect "book"]\n'
TIDY = (
    f"{HEAD}{ROWS}*\n",
    f'{HEAD}[Result "1-0"]\n[White "Ann\N{LATIN SMALL LETTER E WITH ACUTE}"]\n{ROWS}  3. b1-b3\n',
    f'{HEAD}[Result "*"]\n[Black "B, C"]\n{ROWS}1/2-1/2\n',
    f"{MEGIDDO}\n1. C2  E1\n2. C3 (D3, E3) (E4, E5)  F4\n3. C1\n",
    f"{MEGIDDO}\n1. C2\n",
    f"{STEPS}\n 1. h1-h2  i5-h5\n 2. b1-b2  g7-f7 xb4,c5,d6,e7,f7\n 3. xg2,g3,g4,g5 a4-b4\n*\n",
)
OTHERS = (
    f"{HEAD}\n1. h1-h3 {{a comment}} i5-g5\n0-1\n",
    f'{HEAD}[Event "\\"Q\\""]\n{ROWS}',
    f'{HEAD}[PlyCount "4"]\n{ROWS}',
    f'{HEAD}[PlyCount "5"]\n{ROWS}',
    f'{HEAD}[Result "1-0"]\n{ROWS}0-1\n',
    f'{HEAD}[Event "A"]\n[Event "B"]\n{ROWS}',
    f'{HEAD}[Extra "{{}}"]\n{ROWS}',
    f'{HEAD}[Weiss "Ann"]\n{ROWS}',
    f'{HEAD}[White "a\N{ZERO WIDTH SPACE}b"]\n{ROWS}',
    f"{HEAD}\n1. h1-h3 i5-g5\n3. d2 e9-e7\n",
    f"{HEAD}\n1. h1-h3 i5-g5 d2 e9-e7\n",
    f"{HEAD}\n1. h1-h3 i5-g5\n2.\n",
    f"{HEAD}\n1. h1-h3 1... i5-g5\n2. d2 2... e9-e7\n",
    f"{HEAD}\n1. H1-H3 i5:g5\n",
    f"{STEPS}\n1. h1-h2  g7-f7\nxb4,c5,d6,e7\n2. b1-b2  i5-h5\n",
    f"{STEPS}\n1. h1-h2 i5-h5\n",
    f"{HEAD}\n1. h1-h3 1-0 i5-g5\n",
    f"{HEAD}\n*\n",
    f'[Game "gipf"]\n{ROWS}',
    ROWS,
    '[Game "chess"]\n\n1. e4 e5\n',
    "[not a tag\n",
    "Prose.\n",
)
LINES = (
    '{"game": "gipf", "variant": "basic", "dialect": "complete", "tags": {}, "moves": ["d2"]}',
    '{"game": "GIPF", "variant": "basic", "dialect": "complete", "tags": {"Event": "A"},'
    ' "moves": ["h1-h3", "i5-g5"], "result": "1-0", "source": {"line": 4}, "more": 1}',
    '{"game": "gipf", "variant": "basic", "dialect": "complete", "tags": {}, "moves": ["Q"]}',
    '{"game": "gipf", "variant": "basic", "dialect": "complete", "tags": {}, "moves": ["1."]}',
    '{"game": "gipf", "variant": "basic", "dialect": "complete", "tags": {}, "moves": ["\\u0001"]}',
    '{"game": "gipf", "variant": "basic", "dialect": "complete", "tags": {}, "moves": []}',
    '{"game": "gipf", "dialect": "complete", "tags": {"A": 1}, "moves": ["d2"], "start": "x"}',
    '{"game": "gipf", "moves": ["d2", {"move": "e9-e7", "comment": "!"}], "moves": ["d2"]}',
    '{"moves": ["h1-h3"]} {"moves": ["d2"]}',
    '{"game": "gipf", "variant": "basic", "dialect": "complete", "tags": {}, "moves": ["d2"],'
    ' "white": "Anna"}',
    '{"game": "gipf", "variant": "basic", "dialect": "complete", "tags": {}, "moves": ["d2"],'
    ' "players": ["Anna", "Ben"]}',
    "[1",
    "",
)


def described(found):
    return [(one, repr(one.findings), one.source, [*one.places], one.guess) for one in found]


def check(split: Any, text: str, assumptions: Assumptions) -> None:
    assert split.tidy
    tidy = split.tidy(text, "games", assumptions, 10, 3)
    if tidy is not None:
        reader = split.open("games", assumptions, 10, 3)
        read = [*reader.feed([text]), *reader.end()]
        assert described(tidy) == described(read)
        assert not any(tidy[at].findings for one in tidy.groups for at in one.numbers)
        assert tidy.lengths == [len(one.moves) for one in read]


ASSUMED = (Assumptions(), Assumptions("gipf"), Assumptions(variant="standard"))


@given(st.lists(st.sampled_from(TIDY + OTHERS), min_size=1, max_size=6), st.sampled_from(ASSUMED))
def test_sections_are_read_as_one_by_one(games, assumptions):
    check(find("text").split, "\n".join(games), assumptions)


@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=6), st.sampled_from(ASSUMED))
def test_lines_are_read_as_one_by_one(lines, assumptions):
    check(find("jsonl").split, "\n".join(lines) + "\n", assumptions)


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_usual_archives_are_tidy(form):
    read = [*records.read_text("\n".join(TIDY))]
    text = "".join(records.write(one, form) for one in read)
    split: Any = find(form).split
    tidy = split.tidy(text, "games", Assumptions(), 0, 0)
    assert not tidy.others
    assert len(tidy) == len(TIDY)
    assert {one.kind.dialect.game for one in tidy.groups} == {"gipf", "megiddo"}
