"""Changes of inputs: of texts and bytes, JSON values, cells of tables and properties of trees."""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

MAXIMUM = 6_000
"""Characters that an input may have: small enough for every law to be quick."""

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")

NUMBERS = (
    *("0", "-1", "00", "007", "1.5", "1e9", "99", "256", "65536", "4294967296"),
    *("99999999999999999999999", "9" * 400, "9" * 4400, "١٢", "½", "²", "nan", "inf", "1_000"),
)
"""What stands in place of a number."""

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

BRACKETS = ("()", "[]", "{}", '""', "''", "“”", "<>", "(;)", "*;")


def mutate(rng: Random, text: str, others: Sequence[str]) -> str:
    """Return a text after one to six changes; some splice it with other texts."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 6))):
        if rng.random() < 0.12:
            other = rng.choice(others)
            text = text[: _place(rng, text)] + other[_place(rng, other) :]
        else:
            text = rng.choice(_WAYS)(rng, text)
        text = text[:MAXIMUM] if rng.random() < 0.5 else text[-MAXIMUM:]
    return text


def _place(rng: Random, parts: Sequence[object]) -> int:
    return rng.randint(0, len(parts))


def _tokens(rng: Random, text: str) -> str:
    """Insert, replace, drop, repeat, exchange, shuffle or nest words or lines."""
    parts = TOKEN.findall(text) if rng.random() < 0.7 else text.splitlines(keepends=True)
    at = _place(rng, parts)
    span = slice(at, at + rng.randint(1, 8))
    way = rng.randrange(7)
    if way < 2:
        parts[at : at + way] = [rng.choice(DICTIONARY)]
    elif way == 2:
        del parts[span]
    elif way == 3:
        parts[span] = parts[span] * rng.choice((2, 2, 2, 3, 10, 100, 500))
    elif way == 4:
        other = _place(rng, parts)
        parts[at : at + 1], parts[other : other + 1] = parts[other : other + 1], parts[at : at + 1]
    elif way == 5:
        moved = parts[span]
        rng.shuffle(moved)
        parts[span] = moved
    else:
        depth = rng.choice((1, 1, 1, 2, 30, 300, 1500))
        left, right = rng.choice(BRACKETS)[0] * depth, rng.choice(BRACKETS)[-1]
        parts[span] = [left, *parts[span], right * rng.choice((depth, depth, 0, 1))]
    return "".join(parts)


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


RESPELLED = (
    ("-", "–—‐ ."),
    ("x", "×X*:"),
    ('"', "“”'«"),
    ("\n", ("\r\n", "\r", " ", "\n\n", "", "\t\n")),
    (" ", ("\t", "  ", "", "\u00a0", "\n", ", ")),
    (".", (",", ":", ")", "", ". ")),
)
"""Characters, with what stands for all of them in a text."""


def _respell(rng: Random, text: str) -> str:
    if rng.random() < 0.3:
        return str(rng.choice((str.upper, str.lower, str.swapcase))(text))
    one, ways = rng.choice(RESPELLED)
    return text.replace(one, rng.choice(ways))


_WAYS: tuple[Callable[[Random, str], str], ...] = (
    *(_tokens,) * 8, _number, _character, _character, _truncate, _respell,
)  # fmt: skip


def mutate_bytes(rng: Random, data: bytes) -> bytes:
    """Return bytes with some of them flipped, cut off, repeated, or with garbage after them."""
    content = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        place, size = _place(rng, content), rng.choice((1, 1, 4, 16))
        new = (rng.randbytes(size), b"", b"\0", b"\xff", bytes(content[place : place + size]))
        content[place : place + rng.choice((0, size))] = rng.choice(new)
        if place < len(content):
            content[place] ^= rng.choice((0, 1 << rng.randrange(8)))
    ending = rng.randrange(8)
    if ending == 0:
        del content[_place(rng, content) :]
    elif ending == 1:
        content += rng.choice((b"\0" * 64, b"garbage", rng.randbytes(64), bytes(content)))
    return bytes(content)


# JSON.

KEYS = (
    *("moves", "move", "tags", "game", "variant", "dialect", "start", "result", "source", "notes"),
    *("comment", "marks", "reserve", "header", "name", "variants", "players", "event", "extra"),
    *("sequence", "line", "column", "code", "message", "path", "", "1", "x" * 300),
)

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**40, 0.5, -0.0, 1e308, "", " ", "0", "x"),
    *("\0", "\ud800", "\n", "x" * 5000, [], [[]], [None], ["x"], [1, 2], {}, {"": ""}, {"a": None}),
    *({"move": None}, {"move": "C6", "comment": None}, [{"move": 1}], {"x": {"y": [0]}}),
)
"""Values for any place of a JSON document."""


def odd_value(rng: Random) -> Any:
    """Return a JSON value that a reader may not expect."""
    text = rng.choice((*DICTIONARY, *NUMBERS))
    return rng.choice((*VALUES, text, {rng.choice(KEYS): text}, [text, rng.randint(-5, 500)]))


def mutate_json(rng: Random, value: Any) -> Any:
    """Return a JSON value in which one inner value is changed, dropped, doubled or wrapped."""
    if rng.random() < 0.15 or not isinstance(value, list | dict) or not value:
        return rng.choice((odd_value(rng), [value], {rng.choice(KEYS): value}))
    inner: Any = dict(value) if isinstance(value, dict) else list(value)
    key: Any = rng.choice(list(inner)) if isinstance(inner, dict) else rng.randrange(len(inner))
    way = rng.random()
    if way < 0.1:
        del inner[key]
    elif way < 0.2 and isinstance(inner, dict):
        inner[rng.choice(KEYS)] = inner.pop(key)
    elif way < 0.2:
        inner[key:key] = [inner[key]] * rng.choice((1, 1, 30))
    else:
        inner[key] = mutate_json(rng, inner[key])
    return inner


def mutate_json_text(rng: Random, text: str, others: Sequence[str]) -> str:
    """Change one JSON document among the lines of a text, or the text itself."""
    if rng.random() < 0.3:
        return mutate(rng, text, others)
    if rng.random() < 0.04:
        depth = rng.choice((100, 1_000, 2_900))
        return text.rstrip()[:-1] + ', "deep": ' + "[" * depth + "]" * depth + "}"
    lines = text.splitlines() or [""]
    at = rng.randrange(len(lines))
    for part, before, after in ((text, [], []), (lines[at], lines[:at], lines[at + 1 :])):
        try:
            value = json.loads(part)
        except ValueError:
            continue
        return "\n".join([*before, written(rng, mutate_json(rng, value)), *after]) + "\n"
    return mutate(rng, text, others)


def written(rng: Random, value: Any) -> str:
    """Return a JSON value as text, sometimes with an odd number or a double key."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.1:
        text = re.sub(r"\b\d+\b", lambda _: rng.choice(NUMBERS), text, count=1)
    return text.replace("{", '{"moves": 5, ', 1) if rng.random() < 0.05 else text


# Tables and trees.


def mutate_csv(rng: Random, text: str, others: Sequence[str]) -> str:
    """Change cells, columns or rows of a table."""
    try:
        rows = list(csv.reader(io.StringIO(text)))
    except csv.Error:
        rows = []
    if rng.random() < 0.25 or not rows or not rows[0]:
        return mutate(rng, text, others)
    for _ in range(rng.choice((1, 1, 2, 4))):
        row, column = rng.choice(rows[1:] or rows), rng.randrange(max(len(rows[0]), 1))
        way = rng.random()
        if way < 0.65 and column < len(row):
            row[column] = odd_cell(rng, row[column])
        elif way < 0.75:
            for one in rows:
                one[column : column + 1] = one[column : column + 1] * rng.choice((0, 2))
        elif way < 0.84 and rows[0]:
            rows[0][column % len(rows[0])] = rng.choice(("", "move", "ply", "moves", "odd"))
        elif way < 0.92:
            rows.insert(rng.randint(1, len(rows)), list(row))
        else:
            rng.shuffle(rows if rng.random() < 0.2 else row)
    out = io.StringIO()
    csv.writer(out, lineterminator=rng.choice(("\n", "\n", "\r\n"))).writerows(rows)
    return out.getvalue()


def odd_cell(rng: Random, cell: str) -> str:
    """Return a cell with a change of its JSON if it is JSON, else of its text."""
    if cell[:1] in ("{", "[") and rng.random() < 0.8:
        try:
            return written(rng, mutate_json(rng, json.loads(cell)))
        except ValueError:
            pass
    new = (mutate(rng, cell, [cell]), json.dumps(odd_value(rng)), "[" * rng.choice((1, 900)), "")
    return rng.choice((*NUMBERS, *DICTIONARY)) if rng.random() < 0.5 else rng.choice(new)


PROPERTY = re.compile(r"([A-Za-z]+\d*)\s*((?:\[[^\]]*\]\s*)+)")

PROPERTIES = (
    *("GM", "FF", "SZ", "W", "B", "R", "C", "N", "RE", "PW", "PB", "AB", "AW", "PL", "RU", "SU"),
    *("P0", "P1", "VV", "TM", "DETAILS", "EXTRA", "KM", "X"),
)


def mutate_tree(rng: Random, text: str, others: Sequence[str]) -> str:
    """Change a property of a game tree, its values, or the tree itself."""
    for _ in range(rng.choice((1, 1, 2))):
        found = list(PROPERTY.finditer(text))
        if rng.random() < 0.4 or not found:
            return mutate(rng, text, others)
        one = rng.choice(found)
        name, values = one[1], one[2]
        odd = rng.choice((*DICTIONARY, *NUMBERS))
        names = (name, rng.choice(PROPERTIES))
        odd_values = (values, f"[{odd}]", values * 2, mutate(rng, values, [values]), values[:-1])
        new = rng.choice(("", ";", "(;")) + rng.choice(names) + rng.choice(odd_values)
        if rng.random() < 0.1:
            new = "(;" * rng.choice((2, 50, 1000))
        text = text[: one.start()] + new + text[one.end() :]
    return text
