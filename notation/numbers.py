"""Whole numbers: `plural` writes them with a noun, `to_int` reads them from short texts."""

DIGITS = 100
"""Maximum number of characters of a whole number; `int` takes seconds for very long texts."""


def to_int(text: str) -> int:
    """Return the whole number in a text.

    Args:
        text: decimal digits, optionally with a sign before and blanks around them.

    Raises:
        ValueError: the text is not a whole number, or has more than `DIGITS` characters.
    """
    if len(text) > DIGITS:
        raise ValueError(f"a number of {len(text):,} digits; at most {DIGITS} are read")
    if "_" in text:
        raise ValueError(f"not a whole number: {text!r}")
    return int(text)


def plural(count: int, word: str) -> str:
    """Return a number with its noun: ``1 game``, ``2,000 games``, ``3 plies``.

    Args:
        count: the number.
        word: the noun in the singular.
    """
    if count == 1:
        return f"1 {word}"
    return f"{count:,} {word[:-1]}ies" if word.endswith("y") else f"{count:,} {word}s"
