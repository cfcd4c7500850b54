"""Sheets with their truth: drawn from a seed, written to a folder, read from one."""

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from records import Record
from records.scans.image import recognised
from records.scans.ocr import markup_pages
from scripts.sheets.games import Kind, random_game, sides
from scripts.sheets.layouts import LAYOUTS, contents
from scripts.sheets.pictures import Look, random_look, stored


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawn sheet.

    Attributes:
        number: which of its seed.
        truth: the game on it.
        look: how it looks.
    """

    number: int
    truth: Record
    look: Look

    @classmethod
    def drawn(cls, kinds: Sequence[Kind], seed: int, number: int, **given: str) -> "Sheet":
        """Return a sheet drawn from a seed.

        Args:
            kinds: what may be played; each in its turn.
            seed: of all sheets.
            number: which of them.
            given: parts of the look, as `random_look` takes them.
        """
        chance = random.Random(f"{seed}/{number}")
        shuffled = random.Random(seed).sample(list(kinds), len(kinds))
        truth = random_game(shuffled[number % len(kinds)], chance)
        return cls(number, truth, random_look(chance, **given))

    @property
    def name(self) -> str:
        """The dialect, the number and the quality."""
        return f"{self.truth.dialect}_{self.number}_{self.look.quality}"

    def picture(self) -> tuple[str, bytes]:
        """Return the picture as a file, and how its name ends."""
        truth, look = self.truth, self.look
        game = (truth.game or "").title()
        written = contents(game, self.number, sides(truth), truth.moves, look.language)
        return stored(LAYOUTS[look.layout](written), look)

    def to_json(self) -> dict[str, Any]:
        """Return the truth, and how the sheet looks, as a JSON object."""
        truth = self.truth
        return {
            "game": truth.game,
            "dialect": truth.dialect,
            "variant": truth.variant,
            "moves": list(truth.moves),
            **self.look.to_json(),
        }


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A sheet as a program for character recognition read it.

    Attributes:
        name: the name of the sheet.
        truth: the game on it.
        layout: how it is laid out.
        quality: name of the quality.
        text: the lines of print.
        hocr: the words with their boxes, in hOCR.
    """

    name: str
    truth: Record
    layout: str
    quality: str
    text: str
    hocr: str

    @classmethod
    def of(cls, sheet: Sheet) -> "ReadSheet":
        """Return a sheet as tesseract reads it.

        Raises:
            UnreadableFile: the program is missing, or fails.
        """
        found = recognised(sheet.picture()[1]).text
        look = sheet.look
        return cls(sheet.name, sheet.truth, look.layout, look.quality, text_of(found), found)


def text_of(markup: str) -> str:
    """Return the lines of print of hOCR."""
    lines: dict[tuple[int, int], list[str]] = {}
    for page in markup_pages([markup]):
        for word in page.words:
            lines.setdefault((page.number, word.line), []).append(word.text)
    return "".join(" ".join(words) + "\n" for words in lines.values())


def read_folder(folder: Path) -> Iterator[ReadSheet]:
    """Yield the sheets of a folder that have text and hOCR beside the truth, in order of names."""
    for path in sorted(folder.glob("*.json")):
        known = json.loads(path.read_text(encoding="utf-8"))
        text, packed = path.with_suffix(".txt"), path.with_suffix(".hocr.gz")
        if not (text.exists() and packed.exists()):
            continue
        truth = Record(tuple(known["moves"]), known["game"], known["variant"], known["dialect"])
        layout = known.get("layout", "columns")
        quality = known.get("quality") or known.get("q", "")
        with gzip.open(packed, "rt", encoding="utf-8") as markup:
            yield ReadSheet(
                path.stem, truth, layout, quality, text.read_text(encoding="utf-8"), markup.read()
            )


def write_sheet(sheet: Sheet, folder: Path, recognise: bool) -> None:
    """Write a sheet to a folder: picture, truth, and what tesseract makes of it if asked for."""
    suffix, data = sheet.picture()
    (folder / f"{sheet.name}{suffix}").write_bytes(data)
    truth = json.dumps(sheet.to_json(), ensure_ascii=False) + "\n"
    (folder / f"{sheet.name}.json").write_text(truth, encoding="utf-8")
    if recognise:
        found = ReadSheet.of(sheet)
        (folder / f"{sheet.name}.txt").write_text(found.text, encoding="utf-8")
        packed = gzip.compress(found.hocr.encode(), mtime=0)
        (folder / f"{sheet.name}.hocr.gz").write_bytes(packed)
