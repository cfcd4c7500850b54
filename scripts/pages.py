"""Pages that are written from the program: the findings, and a gallery of pictures for the site.

``docs/findings.md`` is kept; the site makes the others when it is built.
"""

from itertools import islice
from pathlib import Path
from textwrap import fill

import ludograph
from analysis.plots import DOUBLE, PLOTS
from notation.catalogue import SECTIONS, about, catalogue
from notation.registry import BUILT_IN, site_names
from scripts import table
from scripts.manual import commands_page
from scripts.trials import engine_games

EACH = 40
"""Plotted games of each file."""

DIAGRAMS = {
    "epaminondas": ("epaminondas-demonstration", 7, "Epaminondas: a phalanx takes three."),
    "crossings": ("crossings-answered", 12, "Crossings."),
    "gipf": ("gipf-tournament", 30, "GIPF: a tournament game after 30 plies."),
    "megiddo": ("megiddo-double", 17, "Megiddo: stones on the 24 lines of the board."),
}
"""Diagrams of the gallery, by name of the file: bundled game, ply, and caption."""

PLOTTED = {
    "lengths": ("gipf-basic-games", "gipf-standard-games", "gipf-tournament-games"),
    "captures": ("epaminondas-games",),
    "capture-map": ("megiddo-base-games",),
    "reserve": ("gipf-tournament-games",),
}
"""Plots of the gallery, with the files of their games."""

HEADS = {"errors": ("code", "what is wrong", "example"), "notes": ("code", "meaning", "example")}

INTRODUCTION = """\
# Findings

The errors and notes of `ludograph check`, by code. An *error* is a broken rule, or data that cannot
be read; it makes the exit status 1. A *note* reports text that was read although it deviates from
the standard form, or a decision of the reader. `ludograph explain CODE` prints the entry of a code.
[Settings](settings.md) turn findings off.

An asterisk marks notes on lost data: with `--strict` they are errors. Names of dialects, such as
`abbott`, are explained in [notations](notations.md).
"""


def findings_page() -> str:
    """Return the page of findings: in each section, a table for each game and one for all games."""
    parts, anchored = [INTRODUCTION], set[str]()
    for section in SECTIONS:
        # First the notes on any game, then those on one game, then the errors.
        owners = (None, *BUILT_IN) if section == "notes.moves" else (*BUILT_IN, None)
        parts += [part for game in owners if (part := _section(section, game, anchored))]
    return "\n".join(parts)


def _section(section: str, game: str | None, anchored: set[str]) -> str:
    """Return the table of a section; the first mention of a code is the target of its links."""
    kinds = [one for one in catalogue() if (one.section, one.game) == (section, game)]
    if not kinds:
        return ""
    severity, subject = section.split(".")
    title = f"{severity.title()}: {subject}" + (f" of {site_names(game).title}" if game else "")
    introduction = about(game) if game and severity == "errors" else ""
    lines = [f"## {title}", "", *([fill(introduction, 100), ""] if introduction else [])]
    rows = []
    for one in kinds:
        anchor = "" if one.code in anchored else f'<a id="{one.code}"></a>'
        anchored.add(one.code)
        code = f"{anchor}`{one.code}`{' *' if one.loses else ''}"
        rows.append((code, one.meaning, one.example))
    return "\n".join([*lines, table(HEADS[severity], rows)]) + "\n"


def gallery(folder: Path) -> str:
    """Return the gallery in Markdown; its pictures are written into a folder."""
    parts = ["# Gallery", "Drawn at each build by the command above each picture."]
    parts.append("## Diagrams")
    for name, (source, ply, text) in DIAGRAMS.items():
        game = f"classic:{source}"
        drawn = ludograph.draw(game, "svg", ply=ply)
        (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")
        command = f"ludograph show {game} --ply {ply} -o {name}.svg"
        parts += [f"```sh\n{command}\n```", f"![{text}]({name}.svg)"]
    parts += ["## Plots", "Of games that programs played at random."]
    for name, files in PLOTTED.items():
        games = (game for file in files for game in islice(engine_games(file), EACH))
        ludograph.plot(games, name, folder / f"{name}.svg", width=DOUBLE)
        command = f"ludograph plot {name} games/ --width double -o {name}.svg"
        summary = PLOTS[name].summary
        parts += [f"```sh\n{command}\n```", f"![{summary}]({name}.svg)", summary]
    return "\n\n".join(parts) + "\n"


def write(folder: Path) -> None:
    """Write the pages of the site and their pictures into a folder."""
    folder.mkdir(exist_ok=True)
    for name, text in {"commands": commands_page(), "gallery": gallery(folder)}.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8", newline="\n")
