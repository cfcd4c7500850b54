"""Threeline notation: the square on which a stone is placed, such as ``b3``."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from notation.dialect import Dialect, Notes, Reading
from notation.pattern import lazy_pattern
from notation.sites import SiteNames
from notation.squares import cell_name, parse_cell

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults


@dataclass(frozen=True, slots=True)
class Move:
    """A stone placed on a square.

    Attributes:
        row: row of the square, 1 at White's edge.
        column: its column, 1 at White's left.
    """

    row: int
    column: int

    def __str__(self) -> str:
        return cell_name((self.row, self.column))


class Cells(Dialect[Move]):
    """Squares by letter and number."""

    game = "threeline"
    name: ClassVar[str] = "cells"
    example = "b3"
    canonical_pattern = lazy_pattern(r"(?P<cell>[a-f][1-6])", re.ASCII)
    lenient_pattern = lazy_pattern(r"[A-Fa-f][ \t]*[1-6](?![0-9])", re.ASCII)

    def _moves(self, parts: dict[str, str], text: str) -> Reading[Move]:
        return Reading((Move(*parse_cell(parts["cell"])),))

    def _grammar(self) -> "ParserElement":
        from pyparsing import Regex

        column = Regex("[A-Fa-f]").set_name("a column a to f")
        row = Regex("[1-6]").set_name("a row 1 to 6")
        return column("column") + row("row")

    def _normalise(self, parts: "ParseResults", notes: Notes) -> dict[str, str]:
        return {"cell": notes.lower(f"{parts['column']}{parts['row']}")}


DIALECTS: tuple[Dialect[Move], ...] = (Cells(),)

SITE_NAMES = SiteNames("Threeline", ("White", "Black"))
