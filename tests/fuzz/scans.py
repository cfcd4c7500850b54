"""Pages of recognised words, as programs for character recognition write them."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html import escape

from records.scans.ocr import HEADER
from tests.fuzz.seeds import games

Word = tuple[int, int, int, str]
"""The left and upper edge, the width, and the text."""


def _lines(moves: tuple[str, ...]) -> Iterator[list[Word]]:
    """Yield the words of the rows of a sheet, each a number and two moves."""
    rows = (moves[at : at + 2] for at in range(0, len(moves), 2))
    for number, row in enumerate(rows, start=1):
        yield [
            (100 + 300 * at, 40 * number, 12 * len(text), text)
            for at, text in enumerate((f"{number}.", *row))
        ]


def hocr(moves: tuple[str, ...]) -> str:
    """Return a page in hOCR, the first character of each word with an alternative."""
    lines = []
    for line in _lines(moves):
        words = (
            f'<span class="ocrx_word" title="bbox {x} {y} {x + width} {y + 30}; x_wconf 90">'
            f'{escape(text)}<span class="ocrx_cinfo">'
            f'<span class="ocrx_cinfo" title="x_confs 90">{escape(text[0])}</span>'
            '<span class="ocrx_cinfo" title="x_confs 40">8</span></span></span>'
            for x, y, width, text in line
        )
        lines.append(f'<span class="ocr_line">{"".join(words)}</span>')
    return f'<html><body><div class="ocr_page">{"".join(lines)}</div></body></html>'


def alto(moves: tuple[str, ...]) -> str:
    """Return a page in ALTO, the first character of each word with a variant."""
    lines = []
    for line in _lines(moves):
        words = (
            f'<String CONTENT="{escape(text)}" HPOS="{x}" VPOS="{y}" WIDTH="{width}" HEIGHT="30" '
            f'WC="0.9"><Glyph CONTENT="{escape(text[0])}" GC="0.9"><Variant CONTENT="8" VC="0.4"/>'
            "</Glyph></String>"
            for x, y, width, text in line
        )
        lines.append(f"<TextLine>{''.join(words)}</TextLine>")
    return f"<alto><Layout><Page>{''.join(lines)}</Page></Layout></alto>"


def tsv(moves: tuple[str, ...]) -> str:
    """Return a page in the TSV of tesseract."""
    rows = [
        f"5\t1\t1\t1\t{down}\t{at}\t{x}\t{y}\t{width}\t30\t90\t{text}"
        for down, line in enumerate(_lines(moves), start=1)
        for at, (x, y, width, text) in enumerate(line, start=1)
    ]
    return "\n".join([HEADER, *rows, ""])


WRITERS: Mapping[str, Callable[[tuple[str, ...]], str]] = {"hocr": hocr, "alto": alto, "tsv": tsv}


@cache
def pages(form: str) -> tuple[bytes, ...]:
    """Return pages of a format, each of a game of another kind."""
    return tuple(WRITERS[form](record.moves).encode() for record in games()[::5])
