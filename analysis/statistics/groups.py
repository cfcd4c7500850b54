"""Words by which games are grouped, and titles of the groups."""

from collections.abc import Sequence

from analysis.games import title_of
from notation import UnknownName

GAME = "game"
VARIANT = "variant"

SIDES = "sides"
"""The word for grouping by number of sides, which separates games of two and three players."""

POPULATION = (GAME, VARIANT, SIDES)
"""Words that define a population. Groups by these words get a full summary each; with other words,
groups become the rows of a table."""

PLAYER = "player"
"""The word for grouping by player; a game is in the group of each of its players."""

PERIOD = "period"
"""The word for grouping by year of the tag ``Date``, or by decade if there are many years."""

ALIASES = {"file": "path"}
"""Aliases of columns, each with the name of the column."""

DRAWN, UNDECIDED = 0, -1
"""Codes for a draw and for a game without a result, in the column of winners."""

TAG = "tag:"
"""Prefix of the name of a column with the values of a tag."""


class NoSuchGroup(UnknownName):
    """The word to group by is neither a column nor a tag."""


def column_word(word: str) -> str:
    """Return the name of the column or tag to which a word refers, in lower case."""
    return ALIASES.get(word.casefold(), word).casefold()


def population_title(game: str, variants: Sequence[str], sides: int = 2) -> str:
    """Return the title of a population: the game, and its variant or the number of pooled variants.

    The number of ``sides`` is part of the title if variants are pooled and there are more than 2.
    """
    title, many = title_of(game), f", {sides} sides" if sides > 2 else ""
    if len(variants) < 2:
        return f"{title}, {''.join(variants) or 'no variant'}"
    return f"{title}, {len(variants)} variants pooled{many}"


def population_words(by: Sequence[str], pool: bool = False) -> tuple[str, ...]:
    """Return words to group by that keep different populations apart.

    Games with different rules or boards are different populations, so the variant is added to the
    words. If variants are pooled (``pool``, or ``by`` has ``game`` without ``variant``), the number
    of sides is added instead.
    """
    own = [word for word in by if word not in (GAME, VARIANT)]
    if pool or (GAME in by and VARIANT not in by):
        return (GAME, *own) if SIDES in own else (GAME, SIDES, *own)
    return tuple(dict.fromkeys((GAME, *by))) if VARIANT in by else (GAME, VARIANT, *own)
