"""Which game the lines of a text are of."""

from collections.abc import Iterable, Sequence

from notation import Dialect
from records.text.tokens import fit, tokens

AROUND = frozenset(
    {"title", "heading", "skipped-text", "diagram", "tag-words", "repeated-tag", "unclosed-comment"}
)
"""Codes of notes on what stands around moves, which hold whatever the game is."""


def likelier_game(
    lines: Sequence[tuple[str, int]], possible: Iterable[Dialect[object]], dialect: Dialect[object]
) -> str | None:
    """Return the game that lines fit better than that of a dialect, None if no game does.

    A word that is left over weighs as much as two moves that are not canonical.
    """
    costs: dict[str, int] = {}
    for one in possible:
        fits = (fit(tokens(text, [one]), one) for text, _ in lines)
        cost = -sum(2 * left_over + uncanonical for left_over, uncanonical, *_ in fits)
        costs[one.game] = min(cost, costs.get(one.game, cost))
    best = min(costs, key=lambda game: costs[game])
    return best if costs[best] < costs[dialect.game] else None
