"""Recognised printed pages: words with their boxes."""

from collections.abc import Sequence
from html import escape

from records.scans.ocr import HEADER

Printed = tuple[str, float, float]
"""A word of a made-up page, its left edge, and the top of its line."""

CHARACTER, HEIGHT = 10, 16


def sheet(
    rows: Sequence[tuple[str, ...]],
    columns: tuple[float, ...] = (40, 90, 300),
    top: float = 150,
    title: str = "",
) -> list[Printed]:
    """Return the words of a page with a table whose columns begin at the same place."""
    words = [(word, 60.0 + 120 * at, 20.0) for at, word in enumerate(title.split())]
    for at, row in enumerate(rows):
        for x, cell in zip(columns, row, strict=False):
            left = x
            for word in cell.split():
                words.append((word, left, top + 30 * at))
                left += CHARACTER * (len(word) + 1)
    return words


def boxes(words: list[Printed], slope: float = 0) -> list[tuple[str, int, int, int, int]]:
    """Return words with the edges of their boxes, on a page that is rotated by a slope."""
    found = []
    for text, x, y in words:
        left, up = round(x - slope * y) + 100, round(y + slope * x) + 100
        found.append((text, left, up, left + CHARACTER * len(text), up + HEIGHT))
    return found


def hocr(words: list[Printed], slope: float = 0, choice: str = "") -> str:
    spans = "".join(
        "<span class='ocr_line' title='bbox 0 0 9 9'>"
        f"<span class='ocrx_word' title='bbox {a} {b} {c} {d}; x_wconf 90'>{escape(text)}"
        f"{choice}</span></span>\n"
        for text, a, b, c, d in boxes(words, slope)
    )
    return f"<html><body><div class='ocr_page'>\n{spans}</div></body></html>"


def alto(words: list[Printed], slope: float = 0, choice: str = "") -> str:
    strings = "".join(
        f'<TextLine><String CONTENT="{escape(text)}" HPOS="{a}" VPOS="{b}" WIDTH="{c - a}" '
        f'HEIGHT="{d - b}" WC="0.9">{choice}</String></TextLine>\n'
        for text, a, b, c, d in boxes(words, slope)
    )
    return f'<?xml version="1.0"?>\n<alto xmlns="x"><Layout><Page>{strings}</Page></Layout></alto>'


def tsv(words: list[Printed], slope: float = 0, choice: str = "") -> str:
    lines = [
        f"5\t1\t1\t1\t{at}\t1\t{a}\t{b}\t{c - a}\t{d - b}\t90\t{text}"
        for at, (text, a, b, c, d) in enumerate(boxes(words, slope))
    ]
    return "\n".join([HEADER, "1\t1\t0\t0\t0\t0\t0\t0\t999\t999\t-1\t", *lines, ""])


WRITERS = {"hocr": hocr, "alto": alto, "tsv": tsv}
