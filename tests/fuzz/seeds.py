"""Original inputs: kept good and bad files, bundled games, and files of the writers.

They include all dialects of all games, all layouts of score sheets, and all formats.
"""

import gzip
import io
import json
from functools import cache
from itertools import islice
from pathlib import Path

import records
from analysis import replay
from analysis.replay.conversion import convert
from notation import dialects
from records import Record
from records.format import CannotWrite
from records.formats import FORMATS, sniff
from records.model import UNDECIDED
from tests.records.printed import WRITERS, sheet

TESTS = Path(__file__).parents[1]
PLIES = 9
"""Plies of a seed; enough for captures in some, few enough for a law to be quick."""

SOURCES = (
    ("crossings", "standard", "span"),
    ("epaminondas", "standard+symmetry=off", "abstractplay"),
    ("epaminondas-stones", "", "span"),
    ("gipf-basic", "basic", "complete"),
    ("gipf-standard", "standard", "complete"),
    ("gipf-tournament", "tournament", "complete"),
    ("megiddo-base", "base", "book"),
    ("megiddo-master", "master", "book"),
    ("megiddo-base-cleopatra", "base+cleopatra", "book"),
)
"""Kept games of other programs: the name of the file, the variant, the dialect."""


@cache
def games() -> tuple[Record, ...]:
    """Return the first plies of a game of each kind, in every dialect, with tags and comments."""
    found = []
    for number, (name, variant, dialect) in enumerate(SOURCES):
        game = name.partition("-")[0]
        with gzip.open(TESTS / "data" / f"{name}-games.jsonl.gz", "rt", encoding="utf-8") as lines:
            kept_games = [*map(json.loads, islice(lines, 2))]
        for index, data in enumerate(kept_games):
            record = Record(
                tuple(data["moves"][: PLIES + 7 * (game != "epaminondas")]),
                game,
                str(data.get("variant") or variant),
                dialect,
                tags={"White": "Zoë", "Black": 'O\'Neil, "B"', "Round": str(number)},
                result=(UNDECIDED, "1-0")[index],
                comment=("", "from memory")[index],
                details=({}, {1: {"comment": "well played", "marks": "!"}})[index],
            )
            played = replay(record)
            found += [convert(played, one.name).record or record for one in dialects(game)]
    return tuple(found)


def packed(form: str, chosen: tuple[Record, ...]) -> bytes:
    """Return records as a file of a format; those that it cannot hold are left out."""
    fits, out = [], io.BytesIO()
    for record in chosen:
        try:
            fitted = FORMATS[form].fit(record, lossy=True)[0]
            FORMATS[form].pack([fitted])
        except CannotWrite:
            continue
        fits.append(fitted)
    records.save(fits, out, form)
    return out.getvalue()


@cache
def written(form: str) -> tuple[bytes, ...]:
    """Return files by the writer of a format, with one or two games each; one file has more."""
    chosen = games()
    parts = [chosen[place : place + 1 + place % 2] for place in range(0, len(chosen), 3)]
    files = (packed(form, part) for part in (*parts, chosen[::9]))
    return tuple(file for file in files if file)


@cache
def arrays() -> tuple[bytes, ...]:
    """Return JSON arrays of the objects of JSON lines."""
    return tuple(b"[" + b",\n".join(data.splitlines()) + b"]" for data in written("jsonl"))


ALTERNATIVES = {
    "hocr": (
        '<span class="ocrx_cinfo"><span class="ocrx_cinfo" title="x_confs 90">A</span>'
        '<span class="ocrx_cinfo" title="x_confs 40">8</span></span>'
    ),
    "alto": '<Glyph CONTENT="A" GC="0.9"><Variant CONTENT="8" VC="0.4"/></Glyph>',
    "tsv": "",
}
"""Alternatives of a character, as formats of recognised words have them."""


@cache
def pages(form: str) -> tuple[bytes, ...]:
    """Return pages of recognised words in hOCR, ALTO or TSV, each of a game of another kind."""
    return tuple(
        WRITERS[form](
            sheet([(f"{at // 2 + 1}.", *game.moves[at : at + 2]) for at in range(0, PLIES, 2)]),
            choice=ALTERNATIVES[form],
        ).encode()
        for game in games()[::5]
    )


@cache
def files(form: str) -> tuple[bytes, ...]:
    """Return files of a format: written ones, kept ones, and texts of the table."""
    made = pages(form) if form in WRITERS else arrays() if form == "json" else ()
    return (*(written(form) if form in FORMATS else made), *_kept().get(form, ()))


@cache
def _kept() -> dict[str, list[bytes]]:
    """Return kept files, beginnings of bundled games and texts of the table, by format."""
    golden = (TESTS / "golden" / name for name in ("good", "bad"))
    paths = [path for folder in golden for path in sorted(folder.iterdir())]
    classics = sorted((Path(records.__file__).parent / "classics").glob("*.txt"))
    lines = (TESTS / "records" / "texts.jsonl").read_text(encoding="utf-8").splitlines()
    found = [path.read_bytes() for path in paths] + [path.read_bytes()[:900] for path in classics]
    found += [json.loads(line)["text"].encode() for line in lines]
    by_format: dict[str, list[bytes]] = {}
    for data in found:
        by_format.setdefault(sniff(data.decode("utf-8", "replace")).name, []).append(data)
    return by_format
