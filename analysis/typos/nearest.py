"""Legal moves whose texts are close to a written one, by the prices that repairs use."""

from collections.abc import Iterable

from notation import Dialect

SUGGESTED = 5
"""The number of suggestions at most."""

MAX_PRICE = 3.5
"""Price from which on a text is no suggestion for another, however few characters it has."""


LONGEST = 200
"""Characters from which on a text has no suggestions: no move has as many."""


def nearest(
    text: str, legal: Iterable[str], dialect: Dialect[object], limit: int = SUGGESTED
) -> list[str]:
    """Return the legal texts that were likeliest meant by a written one, the likeliest first.

    Args:
        text: the written text.
        legal: texts of legal moves.
        dialect: the dialect of all these texts.
        limit: how many to return at most; those are left out that would take about as many slips
            as half of the text has characters.
    """
    if len(text) >= LONGEST:
        return []
    # Loaded here, not above: most games need no suggestions.
    from analysis.typos.distance import text_distance
    from analysis.typos.model import load

    written = "".join(text.split())
    distance = text_distance(load(), dialect)
    # Blanks cost next to nothing, but some dialects require theirs.
    near = sorted((min(distance.price(one, other) for one in {text, written}), other)
                  for other in legal)  # fmt: skip
    limit_price = min(max(len(written) // 2, 1) + 1.0, MAX_PRICE)
    return [other for price, other in near[:limit] if price < limit_price]
