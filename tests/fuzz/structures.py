"""Changes of inputs by their structure: JSON values, cells of tables, properties of game trees."""

import csv
import io
import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.fuzz.mutators import DICTIONARY, NUMBERS, mutate

KEYS = (
    *("moves", "move", "tags", "game", "variant", "dialect", "start", "result", "source", "notes"),
    *("comment", "marks", "reserve", "header", "name", "variants", "players", "event", "extra"),
    *("sequence", "line", "column", "code", "message", "path", "", "1", "x" * 300),
)


def odd_value(rng: Random) -> Any:
    """Return a JSON value that a reader may not expect."""
    return rng.choice(
        (
            *(None, True, False, 0, -1, 1.5, 10**30, 1e300, "", " ", [], {}, [[]], [None], {"": 0}),
            rng.choice(DICTIONARY),
            rng.choice(NUMBERS),
            {rng.choice(KEYS): rng.choice(DICTIONARY)},
            [rng.choice(DICTIONARY), rng.randint(-5, 500)],
            {"move": rng.choice(DICTIONARY), "reserve": rng.randint(-2, 40)},
        )
    )


def mutate_json(rng: Random, value: Any) -> Any:
    """Return a JSON value with one value inside it changed, dropped, doubled or wrapped."""
    if rng.random() < 0.15 or not isinstance(value, list | dict) or not value:
        deep = rng.choice((0, 0, 0, 0, 1, 5))
        changed = rng.choice((odd_value(rng), value, odd_value(rng)))
        for _ in range(deep):
            changed = rng.choice(([changed], {rng.choice(KEYS): changed}))
        return changed
    inner = dict(value) if isinstance(value, dict) else list(value)
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
    try:
        try:
            return written(rng, mutate_json(rng, json.loads(text)))
        except ValueError:
            lines[at] = written(rng, mutate_json(rng, json.loads(lines[at])))
    except (ValueError, RecursionError):
        return mutate(rng, text, others)
    return "\n".join(lines) + "\n"


def written(rng: Random, value: Any) -> str:
    """Return a JSON value as text, sometimes with an odd number or a double key."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.1:
        text = re.sub(r"\b\d+\b", lambda _: rng.choice(NUMBERS), text, count=1)
    if rng.random() < 0.05:
        text = text.replace("{", '{"moves": 5, ', 1)
    return text


def mutate_csv(rng: Random, text: str, others: Sequence[str]) -> str:
    """Change cells, columns or rows of a table."""
    try:
        rows = list(csv.reader(io.StringIO(text)))
    except csv.Error:
        rows = []
    if rng.random() < 0.25 or not rows or not rows[0]:
        return mutate(rng, text, others)
    for _ in range(rng.choice((1, 1, 2, 4))):
        _change_table(rng, rows, others)
    out = io.StringIO()
    csv.writer(out, lineterminator=rng.choice(("\n", "\n", "\r\n"))).writerows(rows)
    return out.getvalue()


def _change_table(rng: Random, rows: list[list[str]], others: Sequence[str]) -> None:
    row = rng.choice(rows[1:] or rows)
    column = rng.randrange(max(len(rows[0]), 1))
    way = rng.random()
    if way < 0.65 and column < len(row):
        row[column] = odd_cell(rng, row[column])
    elif way < 0.72:
        for one in rows:
            if column < len(one):
                one.insert(rng.randint(0, len(one)), one[column])
    elif way < 0.79:
        for one in rows:
            del one[column : column + 1]
    elif way < 0.84 and rows[0]:
        rows[0][column % len(rows[0])] = rng.choice(("", "move", "ply", "record", "moves", "odd"))
    elif way < 0.92:
        rows.insert(rng.randint(1, len(rows)), list(row))
    else:
        rng.shuffle(rows if rng.random() < 0.2 else row)


def odd_cell(rng: Random, cell: str) -> str:
    """Return a cell changed: as JSON if it is JSON, else as text."""
    if cell[:1] in ("{", "[") and rng.random() < 0.8:
        try:
            return written(rng, mutate_json(rng, json.loads(cell)))
        except (ValueError, RecursionError):
            pass
    return rng.choice(
        (
            rng.choice(NUMBERS),
            rng.choice(DICTIONARY),
            mutate(rng, cell, [cell]),
            json.dumps(odd_value(rng)),
            "[" * rng.choice((1, 900)),
            "",
        )
    )


PROPERTY = re.compile(r"([A-Za-z]+\d*)\s*((?:\[[^\]]*\]\s*)+)")

PROPERTIES = (
    *("GM", "FF", "SZ", "W", "B", "R", "C", "N", "RE", "PW", "PB", "AB", "AW", "PL", "RU", "SU"),
    *("P0", "P1", "VV", "TM", "RESERVE", "VARIANT", "DIALECT", "START", "EXTRA", "GAME", "KM", "X"),
)


def mutate_tree(rng: Random, text: str, others: Sequence[str]) -> str:
    """Change a property of a game tree, its values, or the tree itself."""
    found = list(PROPERTY.finditer(text))
    if rng.random() < 0.4 or not found:
        return mutate(rng, text, others)
    for _ in range(rng.choice((1, 1, 2))):
        one = rng.choice(found)
        name, values = one[1], one[2]
        new = rng.choice(
            (
                f"{rng.choice(PROPERTIES)}{values}",
                f"{name}[{rng.choice((*DICTIONARY, *NUMBERS))}]",
                f"{name}{values}{values}",
                f"{name}{mutate(rng, values, [values])}",
                f";{name}{values}",
                f"(;{name}{values})",
                f"{name}{values[:-1]}",
                f"{rng.choice(PROPERTIES)}[{rng.choice(DICTIONARY)}]{name}{values}",
                "(;" * rng.choice((2, 50, 1000)),
            )
        )
        text = text[: one.start()] + new + text[one.end() :]
        found = list(PROPERTY.finditer(text)) or found
    return text
