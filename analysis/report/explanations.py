"""What the codes of findings mean: the table of ``docs/findings.md``, which installs come with."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

_SECTION = re.compile(r"^## (?P<title>.*)$", re.MULTILINE)
_ROW = re.compile(r"^\| `(?P<code>[a-z-]+)` \| (?P<meaning>(?:[^|`]|`[^`]*`)+) \|", re.MULTILINE)


@cache
def explanations() -> dict[str, dict[str, str]]:
    """Return what each code means, by code, then by the section that says so."""
    found: dict[str, dict[str, str]] = {}
    _, *parts = _SECTION.split(_text())
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        for row in _ROW.finditer(body):
            found.setdefault(row["code"], {})[title] = row["meaning"].strip()
    return found


def explain(code: str, games: tuple[str, ...]) -> str:
    """Return what a code means, with names in backticks; nothing if nobody says.

    Args:
        code: the code.
        games: titles of the games that there are. What is said of other games' moves is left out.
    """
    meanings = explanations().get(code, {})
    fitting = [
        meaning
        for title, meaning in meanings.items()
        if " of " not in title or any(game in title for game in games)
    ]
    return "; ".join(dict.fromkeys(fitting or meanings.values()))


def _text() -> str:
    """Return the document, from the package or, in a working tree, from beside it.

    Nothing where a package was made without it: findings then stand without explanations.
    """
    packaged = files("analysis.report") / "findings.md"
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    beside = Path(__file__).parents[2] / "docs" / "findings.md"
    return beside.read_text(encoding="utf-8") if beside.is_file() else ""
