"""Texts read from their bytes all at once say and do what each says and does by itself."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from analysis.games import GAMES
from analysis.games.array_rules import AnyArrayRules
from analysis.replay.at_once import CodedTexts
from analysis.replay.compiled import CompiledTexts, compiled_game
from notation import find_dialect
from notation.registry import dialects
from records.columns import WordCodes
from tests.games.array_laws import random_texts

KINDS = [
    ("gipf", "basic", "complete"),
    ("gipf", "standard", "complete"),
    ("gipf", "tournament", "complete"),
    ("megiddo", "base", "book"),
    ("megiddo", "master", "book"),
    ("megiddo", "cleopatra", "book"),
    ("megiddo", "radial-move", "book"),
    ("epaminondas", "standard", "abbott"),
    ("epaminondas", "columns=20+rows=9+symmetry=off", "abbott"),
    ("crossings", "standard", "abbott"),
]
EVERY_KIND = pytest.mark.parametrize(
    "kind",
    [
        # Random games of some take their time.
        pytest.param(kind, id="-".join(kind), marks=[pytest.mark.slow] * (kind[2] == "abbott"))
        for kind in KINDS
    ],
)
ODD = {
    "gipf": (
        "a1-c3 (6)", "a1-c3 (06)", "a1-c3 (99)", "a1-b2", "xb3,b3", "a1-c3;xb3,c4*,c4", "e9-e1",
        "a1-c3;xb2,b3,b4;xb3,c4,d5", "a1-c3;xb3,c5", "a1-c3;xe5", "xe7,e8;", ";a1-c3", "b2;xa1",
        "xb3;a1-c3;xb3", "a1-c3;xd5,c4,b3", "a9-a8", "i9", "a1-i9", "e2;xi9,a7", "a1-c3;xc3,e5",
        "xb3,b4", "xb3,b4;xc4,c5;a1-c3", "Ga1-c3", "a1-c3;xGb3,b4", "a1-c3 ", "a1-c3 ()",
    ),
    "megiddo": (
        "A1 (A1, A1)", "A1 (B1, C1) (C1, B1)", "A1 (C1, B1)", "A1 (A2, A3)", "A1 (A3, A2)", "G1",
        "A1 (F6, A6) (A2, A3)", "A7", "A1 (B1,C1)", "A1  (B1, C1)", "A1 (B1, C1", "C4-C2", "A1 ",
    ),
    "": (
        "1.1.1N1", "1.1.1S1", "12.14.1N1", "2.1.2N2x1", "2.1.2N2x2", "2.1.2N3", "99.99.99N99x99",
        "10.10.10SW10", "02.1.1N1", "2.1.1N0", "2.1.1N1x0", "5.5", "2.1.1N1x", "7.7.7E7x6",
        "2.0.1N1",
        "5.1.5N5x4", "11.1.5N1x1", "11.14.5N1x4", "2.7.2NE2x1", "1.14.14E1", "1.13.13E1x1",
    ),
}  # fmt: skip


def texts_of(kind: tuple[str, str, str], chance: random.Random) -> tuple[list[str], list[str]]:
    """Return texts of games; and what becomes of them if characters are exchanged, and others."""
    games = random_texts(*kind, range(2))
    clean = sorted({text for game in games for text in game})
    signs = sorted({sign for text in clean for sign in text} | set(" 0G\0é\n(x,;*"))
    spoiled = list(ODD.get(kind[0], ODD[""]))
    for _ in range(500):
        text = list(chance.choice(clean))
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.randrange(len(text) + 1)
            text[at : at + chance.choice((0, 1, 1))] = chance.choices(
                signs, k=chance.choice((0, 1))
            )
        spoiled.append("".join(text))
    spoiled += ("".join(chance.choices(signs, k=chance.randint(0, 9))) for _ in range(200))
    spoiled += ["", "x" * 70, clean[0] * 40]
    return clean, spoiled


def rules_of(compiled: CompiledTexts) -> AnyArrayRules:
    """Return the rules on arrays."""
    arrays = GAMES[compiled.start.GAME].arrays
    rules = arrays()(compiled.start) if arrays else None
    assert rules
    return rules


def check(compiled: CompiledTexts, rules: AnyArrayRules, texts: Sequence[str]) -> tuple[int, int]:
    """Compare texts with single ones; return how many are plain, and how many as written."""
    plain = compiled.dialect.plain_texts(texts)
    assert plain
    found = rules.plain_rows(plain)
    assert found
    canonical = compiled.dialect.canonical_text
    known, as_written = found.known, found.known & found.as_written
    assert not (as_written & ~found.if_direct).any()
    assert not (known & ~plain.canonical).any()
    for text, whole in zip(texts, plain.canonical.tolist(), strict=True):
        assert not whole or canonical(text) == text, text
    for at in np.flatnonzero(known).tolist():
        assert rules.row(compiled.claim(texts[at])) == tuple(found.rows[at].tolist()), texts[at]
    for at in np.flatnonzero(as_written).tolist():
        assert compiled.rewrite(texts[at], compiled.dialect) == texts[at], texts[at]
    for at in np.flatnonzero(known & found.if_direct).tolist():
        assert compiled.dialect.write(compiled.claim(texts[at])) == texts[at]
    return int(known.sum()), int(as_written.sum())


@EVERY_KIND
def test_plain_texts_do_what_single_ones_do(kind: tuple[str, str, str]) -> None:
    clean, spoiled = texts_of(kind, random.Random(4))
    compiled = compiled_game(*kind)
    rules = rules_of(compiled)
    known, as_written = check(compiled, rules, clean)
    assert known > 0.6 * len(clean)
    assert as_written > 0.5 * len(clean)
    check(compiled, rules, spoiled)


@EVERY_KIND
def test_texts_learned_together_have_the_codes_of_single_ones(kind: tuple[str, str, str]) -> None:
    clean, spoiled = texts_of(kind, random.Random(5))
    compiled = compiled_game(*kind)
    words = clean + [text for text in spoiled if "\0" not in text]
    at_once, single = WordCodes(compiled.dialect), WordCodes(compiled.dialect)
    at_once.learn(words)
    for word in words:
        code, other = at_once[word], single[word]
        assert code == other or at_once.texts[code] == single.texts[other], word
    together, apart = (CodedTexts(compiled, rules_of(compiled)) for _ in range(2))
    together._learn(at_once.texts)
    for text in at_once.texts:
        code, other = together._codes[text], apart._codes[text]
        assert together.texts[code] == apart.texts[other]
        assert together._rules.table[code].tolist() == apart._rules.table[other].tolist()
        assert together._rules.claim(code) == apart._rules.claim(other)


def test_dialects_without_a_shape_are_read_one_by_one() -> None:
    plain = {
        (one.game, one.name) for one in dialects() if one.plain_texts([one.example]) is not None
    }
    assert plain == {kind[::2] for kind in KINDS}
    words = WordCodes(find_dialect("gipf", "short"))
    words.learn([f"{dot}1;x" for dot in "abcdefghijklmnopqrstuvwxyz"])
    assert words["e1;x"] > 0 == words["1x"]
