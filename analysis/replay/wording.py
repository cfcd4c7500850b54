"""Sentences on replays, and tables for notebooks."""

from collections.abc import Iterable, Sequence

from notation.numbers import plural


def accepted_sentence(accepted: Iterable[int]) -> str:
    """Return how many games are played as recorded, empty for none.

    Args:
        accepted: the number of illegal moves of each game that were carried out.
    """
    moves = [number for number in accepted if number]
    if not moves:
        return ""
    games, illegal = plural(len(moves), "game"), plural(sum(moves), "illegal move")
    return f"played as recorded: {games} with {illegal}"


def html_table(rows: Iterable[Sequence[object]], head: Sequence[str] = ()) -> str:
    """Return an HTML table for a notebook; every cell is escaped.

    Args:
        rows: the cells, row by row; where there is no ``head`` the first of each is its heading.
        head: the headings of the columns.
    """
    from html import escape

    lines = [f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>"] if head else []
    for row in rows:
        cells = [escape(str(cell)) for cell in row]
        tags = ["td" if head or index else "th" for index in range(len(cells))]
        written = "".join(f"<{tag}>{cell}</{tag}>" for tag, cell in zip(tags, cells, strict=True))
        lines.append(f"<tr>{written}</tr>")
    return f"<table>{''.join(lines)}</table>"
