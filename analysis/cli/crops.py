"""Crops: pictures of doubtful plies, cut from their scans."""

import re
import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import click

from analysis.cli.options import not_printed
from analysis.cli.printer import INDENT, Printer
from analysis.cli.terminal import echo
from notation.extras import named_extras
from records import Record
from records.model import BOX, PAGE

if TYPE_CHECKING:
    # Not loaded here: commands without --crops start sooner.
    from pathlib import Path

    from PIL.Image import Image

AROUND = 1.0
"""Margin around a ply, as a multiple of the height of its box."""

SMALLEST = 8
"""Minimum margin in pixels."""

SHOWN = 3
"""Maximum number of pictures of a game that are printed."""

LONGEST = 100
"""Longest part of a source's name in the name of a picture, in characters."""


def _made_folder(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Create the folder of pictures before any game is read, so that errors appear at once."""
    value = not_printed("folder")(context, option, value)
    if value is not None:
        if not value:
            raise click.BadParameter("the name of a folder is needed", context, option)
        Crops(value)
    return value


crops_option = click.option(
    "--crops",
    metavar="DIR",
    callback=_made_folder,
    help="Write a picture of each doubtful ply, cut from the scan, into DIR.",
)


class Crops:
    """A folder of pictures of plies, which is created if it does not exist.

    Raises:
        MissingExtra: Pillow is not installed.
    """

    def __init__(self, folder: str) -> None:
        with named_extras():
            from PIL import Image  # noqa: F401
        from pathlib import Path

        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._written: dict[tuple[str, int, int], str] = {}
        self._missing = set[str]()

    def of(self, record: Record, index: int) -> str:
        """Return the path of a ply's picture, which is written if needed; empty if it has none."""
        key = record.source.path, record.source.game, index
        box = record.details.get(index, {}).get(BOX)
        if key not in self._written:
            self._written[key] = self._cut(record, index, list(box)) if box else ""
        return self._written[key]

    def all(self, record: Record, plies: Iterable[int]) -> dict[int, str]:
        """Return number of a ply, from 1 -> path of its picture.

        ``plies`` are indices, from 0. A ply without a picture is left out.
        """
        return {index + 1: path for index in plies if (path := self.of(record, index))}

    def _cut(self, record: Record, index: int, box: list[int]) -> str:
        """Cut a ply from its scan; return the path of the picture, or an empty text on failure.

        The reason for a failure is printed once for each file.
        """
        path = record.details[index].get(PAGE, record.source.path)
        from records.scans.image import scan_of

        scan = scan_of(path)
        # The folder is part of the name, because many folders have a sheet called page1.
        stem = re.sub(r"[^\w.-]+", "_", path.strip("./"))[-LONGEST:]
        target = self._folder / f"{stem}-{record.source.game}-ply-{index + 1}.png"
        why = "no picture of the scan beside it"
        try:
            if scan:
                with warnings.catch_warnings(action="ignore"):
                    cut_out(scan, box).save(target, "PNG")
                return str(target)
        except (OSError, ValueError, SyntaxError, EOFError) as error:
            why = f"{scan.name} cannot be cut: {error}" if scan else why
        if path not in self._missing:
            echo(f"{path}: no pictures of its plies: {why}", err=True)
        self._missing.add(path)
        return ""


def cut_out(scan: "Path", box: Iterable[int]) -> "Image":
    """Return the part of a scan inside a box, with a margin around it.

    ``box`` has the page, from 1, and the left, top, right and bottom edges in pixels.
    """
    from PIL import Image

    page, left, top, right, bottom = box
    margin = max(SMALLEST, round(AROUND * (bottom - top)))
    with Image.open(scan) as picture:
        pages = getattr(picture, "n_frames", 1)
        if pages > 1:
            picture.seek(page - 1)
        elif page > 1:
            raise ValueError(f"it has one page, and the ply is on page {page}")
        edges = (
            max(left - margin, 0),
            max(top - margin, 0),
            min(right + margin, picture.width),
            min(bottom + margin, picture.height),
        )
        if edges[0] >= edges[2] or edges[1] >= edges[3]:
            raise ValueError("the stated place of the ply is outside of the page")
        return picture.crop(edges).convert("RGB")


def print_crops(cut: Mapping[int, str], printer: Printer) -> None:
    """Print the paths of pictures; ``cut`` maps the number of a ply to the path of its picture."""
    if cut:
        named = ", ".join(f"ply {ply} in {path}" for ply, path in list(cut.items())[:SHOWN])
        more = f", and {len(cut) - SHOWN} more beside them" if len(cut) > SHOWN else ""
        printer.paragraph(INDENT, f"in the scan: {named}{more}")
