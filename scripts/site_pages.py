"""The pages of the site that are written from the program: commands, and a gallery of pictures.

python -m scripts.site_pages docs/made
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import click

import ludograph
from analysis.plots import DOUBLE, PLOTS
from records import Record
from records.model import Source
from scripts.commands import EXIT_STATUS, HelpPage, every_command

GAMES = Path(__file__).parents[1] / "tests" / "data"
EACH = 40
"""Games of each file that are plotted."""


class Picture(NamedTuple):
    """A diagram of the gallery.

    Attributes:
        name: of its file.
        source: the game.
        ply: the ply after which it is drawn.
        text: what it shows.
    """

    name: str
    source: str
    ply: int
    text: str


DIAGRAMS = (
    Picture("epaminondas", "epaminondas-demonstration", 7, "Epaminondas: a phalanx takes three."),
    Picture("crossings", "crossings-answered", 12, "Crossings."),
    Picture("gipf", "gipf-tournament", 30, "GIPF: a tournament game after 30 plies."),
    Picture("megiddo", "megiddo-double", 17, "Megiddo: stones on the 24 lines of the board."),
)
PLOTTED = {
    "lengths": {
        "gipf-basic": "basic",
        "gipf-standard": "standard",
        "gipf-tournament": "tournament",
    },
    "captures": {"epaminondas": "standard+symmetry=off"},
    "capture-map": {"megiddo-base": "base"},
    "reserve": {"gipf-tournament": "tournament"},
}
"""Plots of the gallery, with the files of their games and the variants."""


def commands_page() -> str:
    """Return the reference of all commands in Markdown."""
    return "\n".join(_commands())


def _commands() -> Iterator[str]:
    yield "# Commands\n"
    status = ", ".join(f"{number} {meaning}" for number, meaning in EXIT_STATUS)
    yield f"From the help of each command, `ludograph COMMAND --help`. Exit status: {status}.\n"
    for page in every_command():
        yield f"## {page.name}\n"
        yield from _command(page)


def _command(page: HelpPage) -> Iterator[str]:
    yield f"```text\n{page.name} {page.usage}\n```\n"
    for paragraph in page.paragraphs:
        yield f"{_escaped(paragraph)}\n"
    if page.examples:
        yield "\n".join(["```sh", *page.examples, "```\n"])
    for heading, rows in ("command", page.commands), ("option", page.options):
        if rows:
            yield f"| {heading} | meaning |\n|---|---|"
            yield from (f"| `{_cell(term)}` | {_escaped(_cell(text))} |" for term, text in rows)
            yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _escaped(text: str) -> str:
    """Return a text in which Markdown has nothing to read."""
    for mark in "*_<`[":
        text = text.replace(mark, f"\\{mark}")
    return text


def gallery(folder: Path) -> str:
    """Return the gallery in Markdown; its pictures are written into a folder."""
    lines = ["# Gallery\n", "Drawn at each build, by the lines that stand above the pictures.\n"]
    lines.append("## Diagrams\n")
    for one in DIAGRAMS:
        game = f"classic:{one.source}"
        text = ludograph.draw(game, "svg", ply=one.ply)
        (folder / f"{one.name}.svg").write_text(text, encoding="utf-8")
        command = f"ludograph show {game} --ply {one.ply} -o {one.name}.svg"
        lines += [f"```sh\n{command}\n```\n", f"![{one.text}]({one.name}.svg)\n"]
    lines += ["## Plots\n", "Of games that programs played at random.\n"]
    for name, files in PLOTTED.items():
        ludograph.plot(played(files), name, folder / f"{name}.svg", width=DOUBLE)
        command = f"ludograph plot {name} games/ --width double -o {name}.svg"
        summary = PLOTS[name].summary
        lines += [f"```sh\n{command}\n```\n", f"![{summary}]({name}.svg)\n", f"{summary}\n"]
    return "\n".join(lines)


def played(files: Mapping[str, str]) -> Iterator[Record]:
    """Yield the first games of some files, each with its variant."""
    for name, variant in files.items():
        with gzip.open(GAMES / f"{name}-games.jsonl.gz", "rt", encoding="utf-8") as lines:
            for number, line in enumerate(islice(lines, EACH), start=1):
                game = json.loads(line)
                moves = tuple(game.get("abbott", game["moves"]))
                source = Source(name, number, number)
                yield Record(moves, name.partition("-")[0], variant, source=source)


def write(folder: Path) -> None:
    """Write all pages and pictures into a folder."""
    folder.mkdir(exist_ok=True)
    for name, text in {"commands": commands_page(), "gallery": gallery(folder)}.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8", newline="\n")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(folder: Path) -> None:
    """Write the pages into FOLDER."""
    write(folder)


if __name__ == "__main__":
    main()
