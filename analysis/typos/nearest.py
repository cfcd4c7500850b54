"""Legal moves whose text is close to what was written, by the prices that repairs go by."""

from collections.abc import Iterable

from notation import Dialect

SUGGESTED = 5
"""How many suggestions are worth making."""

FURTHEST = 3.5
"""Price from which on a text is no suggestion for another, however few characters it has."""


def nearest(
    text: str, legal: Iterable[str], dialect: Dialect[object], limit: int = SUGGESTED
) -> list[str]:
    """Return the legal texts that are likeliest to have been meant by what was written.

    Args:
        text: what was written.
        legal: texts of legal moves.
        dialect: the dialect of all these texts.
        limit: how many to return at most; those are left out that would take about as many slips
            as half of the text has characters.
    """
    # Loaded here, not above: most games need no suggestions.
    from analysis.typos.distance import channel
    from analysis.typos.model import load

    written = "".join(text.split())
    prices = channel(load(), dialect.name)
    # Blanks cost next to nothing, but those of some dialects belong into the text.
    near = sorted((min(prices.price(one, other) for one in {text, written}), other)
                  for other in legal)  # fmt: skip
    furthest = min(max(len(written) // 2, 1) + 1.0, FURTHEST)
    return [other for price, other in near[:limit] if price < furthest]
