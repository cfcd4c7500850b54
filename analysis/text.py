"""Numbers in sentences."""


def plural(count: int, word: str) -> str:
    """Return a number with its word: ``1 game``, ``2,000 games``, ``3 plies``."""
    if count == 1:
        return f"1 {word}"
    return f"{count:,} {word[:-1]}ies" if word.endswith("y") else f"{count:,} {word}s"
