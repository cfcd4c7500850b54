"""Write the catalogue of findings as a page in Markdown: docs/findings.md.

python -m scripts.findings_page docs/findings.md
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

from notation.catalogue import SECTIONS, about, catalogue
from notation.registry import BUILT_IN, site_names

HEADS = {
    "errors.moves": ("code", "what is wrong", "example"),
    "errors.records": ("code", "what is wrong", "example"),
    "notes.moves": ("code", "leniency", "example"),
    "notes.records": ("code", "meaning"),
}

INTRODUCTION = """\
# What a check can find

Every finding has a code, which scripts can rely on. An *error* is a broken rule and makes the exit
status 1; a *note* is a leniency of the reader. `ludograph check --json` prints both as objects, and
`ludograph explain CODE` what this page has of a code. Notes with an asterisk mean that something
of the source is lost: with `--strict` they are errors. [Settings](settings.md) select findings, or
ignore them.
"""


def findings_page() -> str:
    """Return the page: a table for each section, of any game and of each game."""
    parts, anchored = [INTRODUCTION], set[str]()
    for section in SECTIONS:
        # Notes on any game come before those on one game, errors after them.
        owners = (None, *BUILT_IN) if section == "notes.moves" else (*BUILT_IN, None)
        parts += [part for game in owners if (part := _section(section, game, anchored))]
    return "\n".join(parts)


def _section(section: str, game: str | None, anchored: set[str]) -> str:
    """Return the table of a section; a code that is not anchored yet gets an anchor."""
    kinds = [one for one in catalogue() if (one.section, one.game) == (section, game)]
    if not kinds:
        return ""
    severity, subject = section.split(".")
    title = f"{severity.title()}: {subject}" + (f" of {site_names(game).title}" if game else "")
    introduction = about(game) if game and severity == "errors" else ""
    lines = [f"## {title}", "", *([fill(introduction, 100), ""] if introduction else [])]
    heads = HEADS[section]
    lines += [_row(heads), "|" + "---|" * len(heads)]
    for one in kinds:
        anchor = "" if one.code in anchored else f'<a id="{one.code}"></a>'
        anchored.add(one.code)
        code = f"{anchor}`{one.code}`{' *' if one.loses else ''}"
        lines.append(_row((code, one.meaning, one.example)[: len(heads)]))
    return "\n".join(lines) + "\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(findings_page(), encoding="utf-8")
