"""Score sheets of random games, printed and badly copied, on which readers are measured.

    python -m scripts.sheets FOLDER --sheets 40 --seed 7
    python -m scripts.sheets FOLDER --game gipf --layout blocks --quality B

A folder gets the picture of each sheet, the truth as ``.json`` and, where tesseract is installed,
the recognised text as ``.txt`` and ``.hocr.gz``. The faces come with matplotlib, so that a seed
makes the same picture on every machine; other installed faces can be named.
"""

import gzip
import io
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from shutil import which
from typing import NamedTuple

import click
import numpy as np
from matplotlib.font_manager import findfont
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from analysis.games import GAMES, find
from notation import dialects, find_dialect
from records import Record
from records.scans.image import PROGRAM, recognised
from records.scans.ocr import markup_pages

FEWEST, MOST = 16, 64
"""Plies of the shortest and of the longest game."""

VARIANTS = {
    "gipf": ("basic", "standard", "tournament"),
    "megiddo": ("base", "base+cleopatra", "master", "base+players=3", "master+players=3"),
}
"""Variants that are drawn of a game; other games have the usual one."""

WORDS = {
    "en": {"game": "Game", "white": "White", "black": "Black",
           "red": "Red", "blue": "Blue", "green": "Green"},
    "fr": {"game": "Partie", "white": "Blancs", "black": "Noirs",
           "red": "Rouge", "blue": "Bleu", "green": "Vert"},
    "de": {"game": "Spiel", "white": "Weiss", "black": "Schwarz",
           "red": "Rot", "blue": "Blau", "green": "Gruen"},
}  # fmt: skip
"""Headings of sheets, by language, in letters that every face has."""

FACES = ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "STIXGeneral", "cmss10", "cmtt10")
"""Faces with and without serifs, and of one width: two families of each."""

WHITE = 255


class Quality(NamedTuple):
    """The quality of a copy.

    Attributes:
        dots: resolution in dots per inch.
        blur: greatest radius of the blur, in points of print.
        jpeg: quality of the JPEG, as Pillow counts it.
        smallest: size of the smallest print, in points.
    """

    dots: int
    blur: float
    jpeg: int
    smallest: int


QUALITIES = {
    "A": Quality(200, 0.25, 88, 8),
    "B": Quality(150, 0.25, 80, 9),
    "C": Quality(100, 0.2, 75, 10),
}


class Kind(NamedTuple):
    """A game with its notation: game, dialect, and variant string."""

    game: str
    dialect: str
    variant: str


def kinds(names: Sequence[str] = (), only: Sequence[str] = ()) -> list[Kind]:
    """Return every variant in every dialect of some games.

    Args:
        names: names of games; none for all.
        only: names of dialects; none for all.
    """
    return [
        Kind(game, dialect.name, variant)
        for game in names or tuple(GAMES)
        for dialect in dialects(game)
        if not only or dialect.name in only
        for variant in VARIANTS.get(game, (find(game).default,))
    ]


def random_game(kind: Kind, chance: random.Random) -> Record:
    """Return a game of legal moves, cut off after a number of plies drawn at random.

    Moves are written with their counts and captures. The record states no result.
    """
    position = find(kind.game).start(kind.variant)
    dialect = find_dialect(kind.game, kind.dialect)
    moves: list[str] = []
    length = chance.randint(FEWEST, MOST)
    while len(moves) < length and not position.outcome():
        legal = list(position.legal_moves())
        if not legal:
            break
        move = chance.choice(legal)
        moves.append(dialect.write(position.with_counts(move)))
        position = position.play(move)
    return Record(tuple(moves), kind.game, kind.variant, kind.dialect)


Table = list[list[str]]
"""Rows of cells."""

Band = list[Table]
"""Tables side by side."""

Page = list[Band]
"""Bands from top to bottom."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The texts on a sheet.

    Attributes:
        title: the heading of the sheet.
        sides: names of the sides in the language of the sheet, in the order of moving.
        moves: the texts of the moves.
    """

    title: str
    sides: tuple[str, ...]
    moves: tuple[str, ...]

    def rows(self) -> Table:
        """Return the numbered rows, a move of each side in each."""
        width = len(self.sides)
        starts = range(0, len(self.moves), width)
        return [[f"{number}.", *self.moves[at : at + width]] for number, at in enumerate(starts, 1)]

    def tables(self, number: int) -> list[Table]:
        """Return the rows in ``number`` tables of nearly equal length, each headed by the sides."""
        rows = self.rows()
        length = max(-(-len(rows) // number), 1)
        head = ["", *self.sides]
        return [[head, *rows[at : at + length]] for at in range(0, len(rows), length)]


def _blocks(number: int) -> Callable[[Contents], list[Page]]:
    return lambda sheet: [[[[[sheet.title]]], sheet.tables(number)]]


def _sides(sheet: Contents) -> list[Page]:
    """Return the moves of each side below its name, one side below the other."""
    width, page = len(sheet.sides), [[[[sheet.title]]]]
    for at, side in enumerate(sheet.sides):
        own = enumerate(sheet.moves[at::width], start=1)
        page += [[[[side]]], [[[f"{number}.", move] for number, move in own]]]
    return [page]


def _lines(sheet: Contents) -> list[Page]:
    width = len(sheet.sides)
    rows = [[f"{sheet.sides[at % width]}: {move}"] for at, move in enumerate(sheet.moves)]
    return [[[[[sheet.title]]], [rows]]]


def _dashes(sheet: Contents) -> list[Page]:
    rows = [[number, " - ".join(moves)] for number, *moves in sheet.rows()]
    return [[[[[sheet.title]]], [rows]]]


def _headings(sheet: Contents) -> list[Page]:
    """Return one page with the moves in two tables, each under the heading of the sheet."""
    return [[band for one in sheet.tables(2) for band in ([[[sheet.title]]], [one])]]


def _pages(sheet: Contents) -> list[Page]:
    return [[[[[sheet.title]]], [one]] for one in sheet.tables(2)]


LAYOUTS: dict[str, Callable[[Contents], list[Page]]] = {
    "columns": _blocks(1),
    "blocks": _blocks(2),
    "three-blocks": _blocks(3),
    "sides": _sides,
    "lines": _lines,
    "dashes": _dashes,
    "headings": _headings,
    "pages": _pages,
}
"""Layouts by name: functions from contents to pages."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a sheet.

    Attributes:
        layout: one of `LAYOUTS`.
        language: one of `WORDS`.
        face: name of the face.
        pt: size of the print in points.
        quality: one of `QUALITIES`.
        spacing: distance of lines, in heights of the print.
        rotation: degrees by which the page is turned, anticlockwise.
        blur: radius in pixels.
        salt: share of the pixels that become black or white.
        seed: the seed of the noise.
    """

    layout: str
    language: str
    face: str
    pt: float
    quality: str
    spacing: float
    rotation: float
    blur: float
    salt: float
    seed: int

    @classmethod
    def drawn(
        cls, chance: random.Random, layout: str = "", quality: str = "", face: str = ""
    ) -> "Look":
        """Return a random look; layout, quality and face are fixed if they are given."""
        quality = quality or chance.choice(list(QUALITIES))
        dots, blurred, _, smallest = QUALITIES[quality]
        return cls(
            layout=layout or chance.choice(list(LAYOUTS)),
            language=chance.choice(list(WORDS)),
            face=face or chance.choice(FACES),
            pt=smallest + chance.randrange(5),
            quality=quality,
            spacing=round(chance.uniform(1.15, 1.7), 2),
            rotation=round(chance.choice((0.0, chance.uniform(-2, 2))), 2),
            blur=round(chance.uniform(0, blurred) * dots / 72, 2),
            salt=chance.choice((0.0, 0.0, 0.0003, 0.001)),
            seed=chance.randrange(1 << 30),
        )

    def copied(self, picture: Image.Image) -> Image.Image:
        """Return a picture as a bad copy: turned, blurred, and speckled on uneven paper."""
        bicubic = Image.Resampling.BICUBIC
        picture = picture.rotate(self.rotation, bicubic, expand=True, fillcolor=WHITE)
        if self.blur:
            picture = picture.filter(ImageFilter.GaussianBlur(self.blur))
        chance = np.random.default_rng(self.seed)
        pixels = np.asarray(picture, dtype=np.float32)
        paper, struck = chance.normal(0, 3, pixels.shape), chance.random(pixels.shape)
        pixels = np.clip(pixels * 0.96 + paper, 0, WHITE)
        pixels[struck < self.salt / 2] = 0
        pixels[struck > 1 - self.salt / 2] = WHITE
        return Image.fromarray(pixels.astype(np.uint8))


class Printer:
    """Prints pages with the face and size of a look."""

    def __init__(self, look: Look) -> None:
        self._size = look.pt * QUALITIES[look.quality].dots / 72
        path = findfont(look.face, fallback_to_default=False)
        self._font = ImageFont.truetype(path, round(self._size))
        self._line = round(self._size * look.spacing)
        self._margin = round(4 * self._size)

    def page(self, page: Page) -> Image.Image:
        """Return a page, black on white."""
        width = max(sum(sum(self._widths(table)) for table in band) for band in page)
        lines = sum(max(map(len, band)) + 1 for band in page)
        size = (width + 2 * self._margin, lines * self._line + 2 * self._margin)
        picture = Image.new("L", size, WHITE)
        draw, top = ImageDraw.Draw(picture), self._margin
        for band in page:
            left = self._margin
            for table in band:
                widths = self._widths(table)
                self._print(draw, table, widths, left, top)
                left += sum(widths)
            top += (max(map(len, band)) + 1) * self._line
        return picture

    def _print(
        self, draw: ImageDraw.ImageDraw, table: Table, widths: list[int], left: int, top: int
    ) -> None:
        for down, row in enumerate(table):
            x = left
            for cell, width in zip(row, widths, strict=False):
                draw.text((x, top + down * self._line), cell, fill=20, font=self._font)
                x += width

    def _widths(self, table: Table) -> list[int]:
        """Return the widths of the columns of a table, with the blank to their right."""
        columns = max(map(len, table))
        return [
            round(max(self._font.getlength(row[at]) for row in table if at < len(row)))
            + round(self._size * (0.8 if at == 0 and columns > 1 else 2.5))
            for at in range(columns)
        ]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawn sheet.

    Attributes:
        number: its number among the sheets of the seed.
        truth: the game on it.
        look: its look.
    """

    number: int
    truth: Record
    look: Look

    @classmethod
    def drawn(cls, possible: Sequence[Kind], seed: int, number: int, **given: str) -> "Sheet":
        """Return a sheet drawn from a seed.

        Args:
            possible: the kinds of games, taken in turn.
            seed: the seed of all sheets.
            number: the number of the sheet.
            given: parts of the look, as `Look.drawn` takes them.
        """
        chance = random.Random(f"{seed}/{number}")
        shuffled = random.Random(seed).sample(list(possible), len(possible))
        truth = random_game(shuffled[number % len(shuffled)], chance)
        return cls(number, truth, Look.drawn(chance, **given))

    @property
    def name(self) -> str:
        """The dialect, the number and the quality."""
        return f"{self.truth.dialect}_{self.number}_{self.look.quality}"

    def pages(self) -> list[Page]:
        """Return the contents of the pages."""
        truth, words = self.truth, WORDS[self.look.language]
        game = truth.game or ""
        title = f"{game.title()} - {words['game']} {self.number}"
        sides = find(game).start(truth.variant or "").sides
        return LAYOUTS[self.look.layout](
            Contents(title, tuple(words[side] for side in sides), truth.moves)
        )

    def picture(self) -> tuple[str, bytes]:
        """Return the picture as a file, and the suffix of its name.

        One page is a JPEG, several are a TIFF; both have the losses of JPEG.
        """
        printer = Printer(self.look)
        first, *others = (self.look.copied(printer.page(page)) for page in self.pages())
        dots, _, quality, _ = QUALITIES[self.look.quality]
        file, options = io.BytesIO(), {"quality": quality, "dpi": (dots, dots)}
        if not others:
            first.save(file, "JPEG", **options)
            return ".jpg", file.getvalue()
        first.save(file, "TIFF", save_all=True, append_images=others, compression="jpeg", **options)
        return ".tif", file.getvalue()

    def write(self, folder: Path, recognise: bool) -> None:
        """Write picture and truth to a folder, and the text recognised by tesseract if requested.

        Raises:
            UnreadableFile: tesseract fails.
        """
        suffix, data = self.picture()
        (folder / f"{self.name}{suffix}").write_bytes(data)
        truth = self.truth
        known = {"game": truth.game, "dialect": truth.dialect, "variant": truth.variant}
        whole = json.dumps(known | {"moves": truth.moves} | asdict(self.look)) + "\n"
        (folder / f"{self.name}.json").write_text(whole, encoding="utf-8")
        if recognise:
            markup = recognised(data).text
            (folder / f"{self.name}.txt").write_text(text_of(markup), encoding="utf-8")
            packed = gzip.compress(markup.encode(), mtime=0)
            (folder / f"{self.name}.hocr.gz").write_bytes(packed)


def text_of(markup: str) -> str:
    """Return the lines of text in hOCR."""
    lines: dict[tuple[int, int], list[str]] = {}
    for page in markup_pages([markup]):
        for word in page.words:
            lines.setdefault((page.number, word.line), []).append(word.text)
    return "".join(" ".join(words) + "\n" for words in lines.values())


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
    **given: str,
) -> None:
    """Draw score sheets to FOLDER, with the truth, and with the text that tesseract reads."""
    folder.mkdir(parents=True, exist_ok=True)
    recognise = which(PROGRAM) is not None
    if not recognise:
        click.echo("tesseract is not installed: pictures and truth only", err=True)
    possible = kinds(names, only)
    for number in range(sheets):
        Sheet.drawn(possible, seed, number, **given).write(folder, recognise)


if __name__ == "__main__":
    main()
