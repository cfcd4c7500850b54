"""Moves as seen from the other side of the board."""

from collections.abc import Callable

from analysis.typos.model import Fields

Opposite = Callable[[str], str | None]
"""Gives the name of the point that a half-turn of the board takes a point to, None if none."""


def half_turned(text: str, fields: Fields, opposite: Opposite) -> str | None:
    """Return what a text becomes if the board is turned by half; None where it tells no points.

    Points become those opposite, and so do names on a ring, such as directions.
    """
    parts, end, moved = list[str](), 0, False
    for match in fields.tokens.finditer(text):
        kind = match.lastgroup or ""
        start, stop = match.span(kind)
        field: str | None = match[kind]
        if kind == "point":
            field, moved = opposite(match[kind]), True
        elif kind in fields.rings:
            field = _across(fields.scales[kind], match[kind])
        if field is None:
            return None
        parts += (text[end:start], field)
        end = stop
    return "".join((*parts, text[end:])) if moved else None


def _across(ring: tuple[str, ...], name: str) -> str:
    """Return the name on the other side of a ring."""
    return ring[(ring.index(name) + len(ring) // 2) % len(ring)]
