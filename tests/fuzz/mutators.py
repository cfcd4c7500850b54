"""Changes of texts and bytes: tokens, lines, numbers, quotes, nesting, splices and truncation."""

import re
from collections.abc import Callable, Sequence
from random import Random

MAXIMUM = 6_000
"""Characters that an input may have: small enough for every law to be quick."""

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")

NUMBERS = (
    *("0", "-1", "00", "007", "1.5", "1e9", "99", "256", "65536", "4294967296"),
    *("99999999999999999999999", "9" * 400, "9" * 4400, "١٢", "½", "²", "nan", "inf", "1_000"),
)
"""What stands in place of a number."""

BRACKETS = ("()", "[]", "{}", '""', "''", "“”", "<>", "(;)", "*;")

DICTIONARY = (
    *("{", "}", "{a}", "{ \\}", "(", ")", "[", "]", '"', "\\", ";", "#", "%", "/", "|", ",", "+"),
    *("; maybe better A4", "(expected 10.7.3S2 now)", "# a remark", "...", "1…", "--", "—", "×3"),
    *("1)", "(3)", "17.", "1.", "1-0", "0-1", "1/2-1/2", "1/2", "1:0", "½-½", "*", "2", "!", "?!"),
    *("White wins", "Abandon des Noirs", "Blanc vainqueur", "Rouge gagne", "nulle", "resigns"),
    *("Remis", "draw agreed", "aufgegeben", "swap", "pass", "[1-0]", "forfeit"),
    *('[White "A"]', '[Blancs "Robert"]', "[Noirs]", "[Event “Démo”]", "Rouge: Paul", '["x"]'),
    *('[Game "gipf"]', '[Game "megiddo"]', '[Game "chess"]', '[Game "Epaminondas"]'),
    *('[Variant "tournament"]', '[Variant "fog"]', '[Variant "base+players=3"]', '[Result "2"]'),
    *('[Variant "standard+rows=5+columns=6"]', '[Dialect "span"]', '[Dialect "pbem"]'),
    *('[Start "6/1w4/6/6/4b1/6 w"]', '[Start "?"]', '[Extra "{\\"a\\": [1]}"]', '[Extra "["]'),
    *('[Start "b2w/5/6/w5b/6/5/b2w w 12,12 0,0 -"]', '[Start "6/6/6/6/6/6 r 0,0"]'),
    *("2.7.2N2", "2.6.3E1", "4.7.4N3x3", "2.6.3Q1", "2-6-3E1", "9.9.2SW2 (x1)", "S.E.", "g1,g2-g4"),
    *("a11-a10", "e4xe9", "h1,g2-e4", "g7-e5", "G1→G4 [2]", "b8,c7-d6", "a1-b2"),
    *("i4-g4", "Gg2", "Gh1-h3", "g1-g3;xe2,f2,g2,h2", "h6-h4 (17)", "nh6-h4", "xb2-b5", "a1-a9"),
    *("D3", "A3 (A4, A5)", "A3 x A4,A5", "F4 (D4, A4) (B4, C4)", "Z9", "A0", "ARBATTA", "megiddo"),
    *("\u00ad", "\u200b", "\u200d", "\ufeff", "\u00a0", "\u2028", "\u0085", "\u202e", "é", "ﬁ"),
    *("\x00", "\x1b[31m", "\x07", "\x0c", "\x0b", "\x1c", "\r", "\r\n", "\t", "\x9b1m", "\ud800"),
    *("\n", "\n\n", "\n---\n", "\n\n\n", " ", "        ", "White Black", "Megiddo (Master)"),
    *("[00:00:03.100]: WHITE: a1-b2", "=1+1", "@x", "null", "true", "[]", "{}", "𝟙", "İ", "ß"),
)
"""What people and programs write, and what breaks readers."""


def mutate(rng: Random, text: str, others: Sequence[str]) -> str:
    """Return a text after one to six changes, some of them splices with other texts."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 6))):
        if rng.random() < 0.12:
            text = splice(rng, text, rng.choice(others))
        else:
            text = rng.choice(_MUTATORS)(rng, text)
        if len(text) > MAXIMUM:
            text = cut_out(rng, text, MAXIMUM)
    return text


def cut_out(rng: Random, text: str, size: int) -> str:
    """Return part of a text, of that size at most."""
    start = rng.choice((0, rng.randrange(max(len(text) - size, 1))))
    return text[start : start + size]


def splice(rng: Random, one: str, other: str) -> str:
    """Return the beginning of one text and the end of another, cut at lines or anywhere."""
    if rng.random() < 0.5:
        first, second = one.splitlines(keepends=True), other.splitlines(keepends=True)
        return "".join(first[: _place(rng, first)] + second[_place(rng, second) :])
    return one[: _place(rng, one)] + other[_place(rng, other) :]


def _place(rng: Random, parts: Sequence[object]) -> int:
    return rng.randint(0, len(parts))


def _span(rng: Random, parts: Sequence[object], longest: int = 8) -> slice:
    start = _place(rng, parts)
    return slice(start, start + rng.randint(1, longest))


def _tokens(change: Callable[[Random, list[str]], None]) -> Callable[[Random, str], str]:
    def changed(rng: Random, text: str) -> str:
        parts = TOKEN.findall(text) if rng.random() < 0.7 else text.splitlines(keepends=True)
        change(rng, parts)
        return "".join(parts)

    return changed


@_tokens
def _insert(rng: Random, parts: list[str]) -> None:
    parts.insert(_place(rng, parts), rng.choice(DICTIONARY))


@_tokens
def _replace(rng: Random, parts: list[str]) -> None:
    if parts:
        parts[rng.randrange(len(parts))] = rng.choice(DICTIONARY)


@_tokens
def _delete(rng: Random, parts: list[str]) -> None:
    del parts[_span(rng, parts)]


@_tokens
def _duplicate(rng: Random, parts: list[str]) -> None:
    span = _span(rng, parts, 4)
    parts[span] = parts[span] * rng.choice((2, 2, 2, 3, 10, 100, 500))


@_tokens
def _swap(rng: Random, parts: list[str]) -> None:
    if parts:
        one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
        parts[one], parts[other] = parts[other], parts[one]


@_tokens
def _shuffle(rng: Random, parts: list[str]) -> None:
    span = _span(rng, parts, 20)
    moved = parts[span]
    rng.shuffle(moved)
    parts[span] = moved


@_tokens
def _nest(rng: Random, parts: list[str]) -> None:
    left, right = rng.choice(BRACKETS)[0], rng.choice(BRACKETS)[-1]
    depth = rng.choice((1, 1, 1, 2, 30, 300, 1500))
    span = _span(rng, parts)
    parts[span] = [left * depth, *parts[span], right * rng.choice((depth, depth, 0, 1))]


def _number(rng: Random, text: str) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text + rng.choice(NUMBERS)
    one = rng.choice(found)
    near = str(int(one[0][:9]) + rng.choice((-1, 1, 10)))
    return text[: one.start()] + rng.choice((near, rng.choice(NUMBERS))) + text[one.end() :]


def _character(rng: Random, text: str) -> str:
    place = _place(rng, text)
    new = rng.choice((rng.choice(text or "x"), chr(rng.randrange(128)), chr(rng.randrange(0xD7FF))))
    return text[:place] + rng.choice((new, "", new)) + text[place + rng.randint(0, 1) :]


def _truncate(rng: Random, text: str) -> str:
    return text[: _place(rng, text)] if rng.random() < 0.6 else text[_place(rng, text) :]


def _respell(rng: Random, text: str) -> str:
    """Change every letter's case, every dash, every quote or every line end."""
    change = rng.choice(
        (
            str.upper, str.lower, str.swapcase,
            lambda it: it.replace("-", rng.choice("–—‐ .")),
            lambda it: it.replace("x", rng.choice("×X*:")),
            lambda it: it.replace('"', rng.choice("“”'«")),
            lambda it: it.replace("\n", rng.choice(("\r\n", "\r", " ", "\n\n", "", "\t\n"))),
            lambda it: it.replace(" ", rng.choice(("\t", "  ", "", "\u00a0", "\n", ", "))),
            lambda it: it.replace(".", rng.choice((",", ":", ")", "", ". "))),
        )
    )  # fmt: skip
    return str(change(text))


_MUTATORS: tuple[Callable[[Random, str], str], ...] = (
    *(_insert, _insert, _replace, _delete, _duplicate, _swap, _shuffle, _nest),
    *(_number, _character, _character, _truncate, _respell),
)


def mutate_bytes(rng: Random, data: bytes) -> bytes:
    """Return bytes with some of them flipped, cut off, repeated, or with garbage after them."""
    content = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        place, size = rng.randint(0, len(content)), rng.choice((1, 1, 4, 16))
        way = rng.randrange(5)
        if way == 0:
            content[place : place + size] = rng.randbytes(size)
        elif way == 1:
            del content[place : place + size]
        elif way == 2:
            content[place:place] = rng.choice((b"\0", b"\xff", rng.randbytes(size)))
        elif way == 3 and place < len(content):
            content[place] ^= 1 << rng.randrange(8)
        else:
            content[place:place] = content[place : place + size]
    ending = rng.randrange(8)
    if ending == 0:
        del content[rng.randint(0, len(content)) :]
    elif ending == 1:
        content += rng.choice((b"\0" * 64, b"garbage", rng.randbytes(64), bytes(content)))
    return bytes(content)
