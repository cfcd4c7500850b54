"""Inputs to begin with: kept good and bad files, bundled games, and what the writers write.

All dialects of all games, the layouts of score sheets, and all formats are among them.
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
from records.formats import FORMATS
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
    """Return files of a format that its own writer wrote: of one or two games each, one of more."""
    chosen = games()
    parts = [chosen[place : place + 1 + place % 2] for place in range(0, len(chosen), 3)]
    files = (packed(form, part) for part in (*parts, chosen[::9]))
    return tuple(file for file in files if file)


@cache
def kept(*suffixes: str) -> tuple[bytes, ...]:
    """Return the kept good and bad files of some suffixes."""
    folders = [TESTS / "golden" / name for name in ("good", "bad")]
    paths = [path for folder in folders for path in sorted(folder.iterdir())]
    return tuple(path.read_bytes() for path in paths if path.name.endswith(suffixes))


LAYOUTS = ("\t", " ", "\n", " | ", "")
"""What stands between the moves of a row; nothing for a row to each move."""


def _spread(moves: tuple[str, ...], layout: str) -> str:
    """Write moves in one of the layouts of score sheets."""
    size = 2 if layout else 1
    rows = [moves[at : at + size] for at in range(0, len(moves), size)]
    return "\n".join(f"{number}. {layout.join(row)}" for number, row in enumerate(rows, 1))


@cache
def texts() -> tuple[bytes, ...]:
    """Return game texts: in all dialects and layouts, bundled ones, kept ones, and odd ones."""
    spread = (
        f"A title\n\nWhite Black\n{_spread(game.moves, LAYOUTS[at % len(LAYOUTS)])}\n{game.result}"
        for at, game in enumerate(games())
    )
    classics = Path(records.__file__).parent / "classics"
    bundled = (path.read_text(encoding="utf-8")[:900] for path in sorted(classics.glob("*.txt")))
    odd = (text.encode() for text in (*spread, *bundled, *ODD))
    return (*written("text"), *odd, *kept(".txt"))


@cache
def lists() -> tuple[bytes, ...]:
    """Return lists of games in spreadsheets, a game in each row."""
    found = list[bytes]()
    for at, sign in enumerate(";\t," * 4):
        rows = [["Weiss", "player2", "winner", "Moves", "remarks", "Datum"]]
        for game in games()[at::12][:4]:
            quoted = " ".join(game.moves[:20]).replace('"', '""')
            rows.append(["Ann", "Bob", "Ann", f'"{quoted}"', "a, b" * (at % 2), "3.5.2020"])
        found.append("\n".join(map(sign.join, rows)).encode())
    return tuple(found)


@cache
def sheets() -> tuple[bytes, ...]:
    """Return score sheets kept in spreadsheets, a move of each side in a row."""
    found = list[bytes]()
    for game, sign in zip(games()[::4], ";\t," * 20, strict=False):
        cells = [f'"{move}"' for move in game.moves]
        rows = [["No", "White", "Black", "Remarks"]]
        for at in range(0, len(cells), 2):
            rows.append([str(at // 2 + 1), cells[at], *cells[at + 1 : at + 2], "good"])
        found.append("\n".join(map(sign.join, rows)).encode())
    return tuple(found)


@cache
def arrays() -> tuple[bytes, ...]:
    """Return JSON arrays of the objects of JSON lines."""
    return tuple(b"[" + b",\n".join(data.splitlines()) + b"]" for data in written("jsonl"))


ODD = (
    "1. D3 B4 ; maybe better A4\n2. E4 A3 x A4,A5\nRouge gagne par Megiddo\n",
    '[Blancs "Robert"]\n[Noirs "Marie"]\n[Résultat "1-0"]\n\n'
    "1. 2.7.2N2 11.6.2SE2\n2. 2.6.3E1 (expected 10.7.3S2 now)\nAbandon des Noirs\n",
    "Rouge: Paul\nBleu: Anne\nMegiddo (Master)\n\n1. D3 B4 2. E4 A4\n",
    "1. a1-b2 { \\}\n2. G1→G4 [2] ×3\n[00:00:03.100]: WHITE: a1-b2\n",
    "Blanc: 2.7.2N2\nNoir: 11.6.2SE2\nBlanc: 2-6-3E1\nNoir: 9.9.2SW2 (x1)\n",
    " 12 b b b b\n 11 . . . .\n    a b c d\n",
)

BOARDSPACE = """(;
GM[gipf]VV[1]
SU[{setup}]
P0[id "Ann"]
P1[id "Bob"]
DT[2011 05 07]
RE[Game won by Bob]
; P0[0 Start P0]
; P0[1 Dropb E 1]TM[3261]
; P0[2 SlideFrom E 1 E 3]TM[4000]
; P0[3 Done]TM[5000]
; P1[4 Dropb B 6]
; P1[5 SlideFrom B 6 B 5]
; P1[6 Done]
; P0[7 Pick wr 0]
; P0[8 Dropb I 1]
; P0[9 SlideFrom I 1 H 1]
; P0[10 Done]
; P1[11 Resign]
)
"""


@cache
def trees() -> tuple[bytes, ...]:
    """Return game trees: written ones, a site's logs, and odd ones."""
    setups = ("gipf", "gipf-standard", "gipf-tournament 0 101", "gipf-x 12")
    logs = (BOARDSPACE.format(setup=setup).encode() for setup in setups)
    return (*written("sgf"), *logs, *kept(".sgf"), b"(;GM[39];W[e2](;B[b3])(;B[f2];W[]))")


PLAYED = {
    "header": {
        "game": {"name": "Epaminondas", "variants": ["Default setup"]},
        "event": "Cup", "date-start": "2024-01-02", "date-end": "2024-03-04", "unrated": True,
        "players": [{"name": "A", "userid": "x1", "result": 1}, {"name": "B", "result": 0}],
    },
    "moves": [["g1-g4", "h12-h9"], ["h1-h4", "resign"]],
}  # fmt: skip


@cache
def site_records() -> tuple[bytes, ...]:
    """Return records of the site Abstract Play: written ones, kept ones, one as the site's."""
    stones = {"game": {"name": "Crossings", "variants": ["Stumbling Blocks"]}}
    own = (PLAYED, [PLAYED, PLAYED], {"header": stones, "moves": [["h1,g2-e4"], ["b8,c7-d6"]]})
    return *written("abstractplay-json"), *kept(".json"), *(json.dumps(one).encode() for one in own)


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
