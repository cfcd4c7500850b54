"""Writes the test vectors for other programs.

    python -m scripts.vectors vectors
    python -m scripts.vectors vectors --game megiddo

They are computed from ``variants.json``, from ``examples.json`` beside this module, and from the
files in ``files``. The same sources give the same bytes.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from notation.registry import BUILT_IN
from scripts.vectors import LEVELS, VERSION, named
from scripts.vectors.files import file_case, text_case
from scripts.vectors.games import Case, Vectors, examples

KINDS = ("moves", "leniencies", "positions", "perft", "games")


def contents(folder: Path, games: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield the names of files and their contents.

    Args:
        folder: the folder of ``variants.json``.
        games: the games to compute; if empty, all games, and the files that belong to no game.
    """
    variants = json.loads((folder / "variants.json").read_text(encoding="utf-8"))
    wanted = tuple(games)
    for game in wanted or variants:
        made = Vectors(game, variants[game])
        for kind in KINDS:
            yield f"{game}/{kind}.json", _file({"game": game, "kind": kind}, getattr(made, kind))
    if not wanted:
        typed = map(text_case, examples()["texts"])
        yield "texts.json", _file({"kind": "texts"}, typed, ascii_only=True)
        files = (file_case(one, folder / "files") for one in examples()["files"])
        yield "files.json", _file({"kind": "files"}, files)


def _file(head: dict[str, str], cases: Iterable[Case], ascii_only: bool = False) -> str:
    """Return the text of a file of cases, with one case in each line."""
    kind, whole = head["kind"], {"version": VERSION, "level": LEVELS[head["kind"]]} | head
    made = (named(kind, head.get("game", ""), case) for case in cases)
    rows = ",\n".join(json.dumps(case, ensure_ascii=ascii_only, sort_keys=True) for case in made)
    return f'{json.dumps(whole)[:-1]}, "cases": [\n{rows}\n]}}\n'


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option(
    "--game",
    "games",
    multiple=True,
    type=click.Choice(BUILT_IN),
    help="Write only the files of this game.",
)
def main(folder: Path, games: tuple[str, ...]) -> None:
    """Write the test vectors into FOLDER."""
    for name, text in contents(folder, games):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
