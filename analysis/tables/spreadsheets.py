"""Cells of CSV tables as spreadsheets see them: a text may be taken for a formula.

A text that begins with ``=``, ``+``, ``-``, ``@``, their wide forms, a tab or a carriage return is
computed by spreadsheets when a table is opened; the OWASP describes what can be done with that (CSV
injection). An apostrophe before it makes it text. Python's csv, Papa Parse and csv-stringify write
such cells as they are unless they are asked for more, for a program that reads the table wants the
text itself; so does this project, and counts them.
"""

from collections.abc import Sequence

from notation.printing import visible
from records.tabular.csv import is_formula


class CellWriter:
    """Makes texts fit for the cells of a CSV table.

    Args:
        safe: whether to put an apostrophe before texts that a spreadsheet takes for formulas.

    Attributes:
        formulas: number of such texts so far.
    """

    def __init__(self, safe: bool = False) -> None:
        self._safe = safe
        self.formulas = 0

    def __call__(self, value: object) -> object:
        """Return the content of a cell; a text is one line, hidden characters spelled out."""
        if not isinstance(value, str):
            return value
        if is_formula(value):
            self.formulas += 1
            value = f"'{value}" if self._safe else value
        return visible(value)

    def column(self, values: Sequence[object], counts: Sequence[int]) -> list[object]:
        """Return the contents of cells for different values, of which some occur several times.

        Args:
            values: the values.
            counts: in how many cells each stands.
        """
        cells = []
        for value, count in zip(values, counts, strict=True):
            before = self.formulas
            cells.append(self(value))
            self.formulas = before + count * (self.formulas - before)
        return cells

    def remark(self) -> str:
        """Return a sentence on the formulas that there were; empty if there were none."""
        return formula_remark(self.formulas, "cell", self._safe)


def formula_remark(count: int, word: str, safe: bool) -> str:
    """Return a sentence on cells that spreadsheets take for formulas; empty for none."""
    if not count:
        return ""
    what = f"{count:,} {word}{'' if count == 1 else 's'} with text that a spreadsheet computes"
    return f"{what}: {'made harmless' if safe else '--safe-csv makes it harmless'}"
