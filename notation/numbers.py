"""Whole numbers: written with a noun, and read from texts of limited length.

`int` takes seconds for a text of a million digits, and refuses most texts of that kind with a
message of its own.
"""

DIGITS = 100
"""Maximum number of digits of a whole number."""


def to_int(text: str) -> int:
    """Return the whole number that a text stands for.

    Args:
        text: decimal digits, perhaps with a sign before and blanks around them.

    Raises:
        ValueError: it is another text, or has more than `DIGITS` characters.
    """
    if len(text) > DIGITS:
        raise ValueError(f"a number of {len(text):,} digits; at most {DIGITS} are read")
    if "_" in text:
        raise ValueError(f"not a whole number: {text!r}")
    return int(text)


def plural(count: int, word: str) -> str:
    """Return a number with its word: ``1 game``, ``2,000 games``, ``3 plies``."""
    if count == 1:
        return f"1 {word}"
    return f"{count:,} {word[:-1]}ies" if word.endswith("y") else f"{count:,} {word}s"
