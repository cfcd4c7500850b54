"""Dates of games, as far as their records tell."""

import re
from collections.abc import Mapping

_DATE = re.compile(r"(\d{4})(?:[-./](\d\d?))?(?:[-./](\d\d?))?(?!\d)", re.ASCII)


def played_on(tags: Mapping[str, str]) -> str:
    """Return the tag ``Date`` as ``2004-05-17``, ``2004-05`` or ``2004``; empty if there is none.

    Read are dates that begin with the year, with hyphens, dots or slashes; what is not a number,
    such as ``??``, is not known. Texts made so are in the order of time.
    """
    found = _DATE.match(tags.get("Date", "").strip())
    if found is None:
        return ""
    year, *rest = (part for part in found.groups() if part)
    return "-".join([year, *(part.zfill(2) for part in rest)])
