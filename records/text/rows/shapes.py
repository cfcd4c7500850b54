"""Shapes of texts, and of the parts that a move may have besides its first word.

A shape has a character for each class: digits, small and capital letters, and each sign as it is.
The example of a dialect, a capturing move, has the parts: what is taken stands behind a blank or
a sign, often as a list, which may be longer or shorter.
"""

from collections.abc import Sequence
from functools import lru_cache

from notation import Dialect
from notation.pattern import lazy_pattern

PER_SIGN = 0.45
"""Price of each unit of the distance between two shapes."""
FARTHEST = 4.0
"""Distance of the shape of a part from those that parts have, at most."""
UNLIKE = 0.35
"""The same for each of its characters."""
LONGEST_LIST = 8
"""Things in a list up to which its shapes are compared."""
MOST_WORDS = 8
"""Words that a move has at most."""
LEAST_PART = 3
"""Characters of a part, at least."""

_BETWEEN = lazy_pattern(r"[ ;]+")
_TELLING = lazy_pattern(r"[\d,]")
_COUNT = lazy_pattern(r"[({]?\d{1,2}[)}]")


def shape(text: str) -> str:
    """Return a text with a character for each class: digits, small and capital letters."""
    return "".join(
        "9" if one.isdigit() else "A" if one.isupper() else "a" if one.isalpha() else one
        for one in text
    )


def _differ(one: str, other: str) -> float:
    """Return how far apart two characters of shapes are."""
    if one == other:
        return 0.0
    if one in "aA" and other in "aA":
        return 0.2
    if one in "aA9" and other in "aA9":
        return 0.5
    return 0.6


@lru_cache(maxsize=1 << 14)
def distance(one: str, other: str) -> float:
    """Return the weighted edit distance between two shapes."""
    row = [float(index) for index in range(len(other) + 1)]
    for index, left in enumerate(one, start=1):
        before, row[0] = row[0], float(index)
        for column, right in enumerate(other, start=1):
            changed = min(row[column] + 1, row[column - 1] + 1, before + _differ(left, right))
            before, row[column] = row[column], changed
    return row[-1]


@lru_cache(maxsize=64)
def _parts(example: str) -> tuple[str, ...]:
    """Return the shapes of what stands in an example behind its first word, with longer lists."""
    found = list[str]()
    for part in _BETWEEN.split(example)[1:]:
        first, *items = shape(part).split(",")
        found += [",".join([first, *items[-1:] * count]) for count in range(LONGEST_LIST)]
    return tuple(dict.fromkeys(found))


def is_count(dialect: Dialect[object], text: str) -> bool:
    """Whether a text is a count such as stands behind moves of a dialect."""
    return dialect.counts is not None and _COUNT.fullmatch(text) is not None


@lru_cache(maxsize=1 << 12)
def part_price(dialect: Dialect[object], text: str) -> float | None:
    """Return the price of a text as a part of a move of a dialect, None if it is not like one."""
    if len(text) < LEAST_PART or (len(text) > LEAST_PART and not _TELLING.search(text)):
        return None
    found, first = shape(text), shape(_BETWEEN.split(dialect.example)[0])
    near = (one for one in _parts(dialect.example) if 2 * abs(len(one) - len(found)) < len(found))
    nearest = min((distance(found, one) for one in near), default=len(text))
    limit = min(FARTHEST, UNLIKE * len(text), distance(found, first))
    return PER_SIGN * nearest if nearest < limit else None


def spaced(dialect: Dialect[object], words: tuple[str, ...]) -> str:
    """Return words as one text, with the blanks that moves of a dialect have inside."""
    blanks = dialect.inner_blanks
    text = words[0]
    for word in words[1:]:
        inside = blanks is None or f" {word[0]}" in blanks or f"{text[-1]} " in blanks
        text += f" {word}" if inside else word
    return text


def text_of(dialect: Dialect[object], words: Sequence[str]) -> str:
    """Return words as one text, with the blanks between them if they are one move so."""
    spaced = " ".join(words)
    return spaced if dialect.lenient_pattern.fullmatch(spaced) else "".join(words)


@lru_cache(maxsize=1 << 14)
def divided(dialect: Dialect[object], words: tuple[str, ...]) -> list[tuple[str, int]]:
    """Return the texts that words make, those joined that are one move; how many each is of."""
    texts, start = [], 0
    while start < len(words):
        end = min(len(words), start + MOST_WORDS)
        while end > start + 1:
            if dialect.lenient_pattern.fullmatch(text_of(dialect, words[start:end])):
                break
            end -= 1
        texts.append((text_of(dialect, words[start:end]), end - start))
        start = end
    return texts
