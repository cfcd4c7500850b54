"""Words found from their bytes have the codes that are looked up one by one."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from notation import find_dialect
from records.columns import END, WordCodes
from records.text.plain import words
from records.text.plain.section import tied
from records.text.plain.words import CodedWords

GIPF = find_dialect("gipf", "complete")
BLANKS = (" ", "\n", "  ", " \n ")
ODD = ("\t", "\r\n", "\x1f", "\x0b", "\0", "\x07", "\x85", "\u2003", "é", "×")
"""Blanks that `str.split` knows, and what it takes for a part of a word."""


def coded(texts: list[str]) -> CodedWords:
    """Return the words of texts, whose codes stand for what single look-ups find."""
    all_at_once, single = CodedWords(WordCodes(GIPF)), WordCodes(GIPF)
    for text in texts:
        found = meanings(all_at_once.codes, all_at_once.of(text).tolist())
        assert found == meanings(single, [single[word] for word in text.split()]), text
    assert meant(all_at_once.codes) == meant(single)
    assert len(all_at_once.codes.texts) == len(single.texts)
    return all_at_once


def meanings(words: WordCodes, codes: list[int]) -> list[str | int]:
    """Return the texts of moves, and the codes of all else."""
    return [words.texts[code] if code > 0 else code for code in codes]


def meant(words: WordCodes) -> dict[str, str | int]:
    """Return what each word stands for."""
    return dict(zip(words, meanings(words, list(words.values())), strict=True))


def random_text(chance: random.Random, separators: tuple[str, ...], size: int) -> str:
    """Return numbers, results, moves and others, among them words that differ in their ends."""
    known = ("1.", "2.", "12.", "*", "1-0", END, "a1-c3", "g1-c3;xb3*,c4*,d5,g6", "xe7,e8;c7-e7")
    made = ("".join(chance.choices("ab1", k=chance.randint(1, 18))) for _ in range(size))
    some = [chance.choice((one, chance.choice(known))) for one in made]
    return "".join(one + chance.choice(separators) for one in some)


@pytest.mark.parametrize("separators", [BLANKS, BLANKS + ODD], ids=["plain", "odd"])
def test_words_have_the_codes_of_single_look_ups(separators: tuple[str, ...]) -> None:
    chance = random.Random(1)
    texts = [random_text(chance, separators, chance.choice((1, 3, 300))) for _ in range(40)]
    coded([*texts, *texts, "a1-c3", " a1-c3", "\na1-c3\n"])


def test_words_that_find_no_place_in_a_table_have_their_codes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(words, "_MOST", 1)
    chance = random.Random(2)
    found = coded([random_text(chance, BLANKS, 3000) for _ in range(3)])
    assert len(found.codes) > 2 * 1024
    assert np.count_nonzero(found._tables) < len(found._known) - 1


def test_blanks_inside_moves_part_no_words() -> None:
    megiddo = find_dialect("megiddo", "book")
    text = " 1. C3 (D3, E3) (E4, E5)  F4 (\n(A1, A2) B1,  B2  (C3 , D4\n*\n" + END
    inner = megiddo.inner_blanks or ()
    all_at_once, single = CodedWords(WordCodes(megiddo)), WordCodes(megiddo)
    for _ in range(2):
        found = meanings(single, [single[word] for word in tied(text, inner).split()])
        assert meanings(all_at_once.codes, all_at_once.of(text, inner).tolist()) == found
    assert single["C3\0(D3,\0E3)\0(E4,\0E5)"] > 0


@pytest.mark.slow
def test_threads_share_what_is_learned() -> None:
    chance = random.Random(3)
    texts = [random_text(chance, BLANKS, 200) for _ in range(150)]
    shared, before = CodedWords(WordCodes(GIPF)), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(shared.of, texts))
    finally:
        sys.setswitchinterval(before)
    single = WordCodes(GIPF)
    for text, codes in zip(texts, found, strict=True):
        words = [single[word] for word in text.split()]
        assert meanings(shared.codes, codes.tolist()) == meanings(single, words)
