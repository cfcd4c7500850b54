"""Programs that developers run by hand."""

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, without a line end."""
    head, *lines = (
        "|" + "".join(f" {cell} |" if cell else " |" for cell in cells) for cells in (heads, *rows)
    )
    return "\n".join([head, "|" + "---|" * len(heads), *lines])
