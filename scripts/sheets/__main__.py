"""The command that draws sheets to a folder."""

from pathlib import Path
from shutil import which

import click

from analysis.games import GAMES
from records.scans.image import PROGRAM
from scripts.sheets.games import kinds
from scripts.sheets.layouts import LAYOUTS
from scripts.sheets.pictures import QUALITIES
from scripts.sheets.sheets import Sheet, write_sheet


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--sheets", default=40, show_default=True, help="How many to draw.")
@click.option("--seed", default=1, show_default=True)
@click.option("--game", "names", multiple=True, type=click.Choice(list(GAMES)))
@click.option("--dialect", "only", multiple=True, help="Dialect to write  [default: all].")
@click.option("--layout", default="", type=click.Choice(["", *LAYOUTS]))
@click.option("--quality", default="", type=click.Choice(["", *QUALITIES]))
@click.option("--face", default="", help="Name of an installed face.")
def main(
    folder: Path,
    sheets: int,
    seed: int,
    names: tuple[str, ...],
    only: tuple[str, ...],
    layout: str,
    quality: str,
    face: str,
) -> None:
    """Draw score sheets to FOLDER, with the truth, and with what tesseract makes of them."""
    folder.mkdir(parents=True, exist_ok=True)
    recognise = which(PROGRAM) is not None
    if not recognise:
        click.echo("tesseract is not installed: pictures and truth only", err=True)
    possible = kinds(names, only)
    for number in range(sheets):
        sheet = Sheet.drawn(possible, seed, number, layout=layout, quality=quality, face=face)
        write_sheet(sheet, folder, recognise)


if __name__ == "__main__":
    main()
