"""Dashes between the moves of a row, which look like those inside moves."""

import re
from collections.abc import Sequence

from notation import Dialect
from notation.dialect import DASH
from records.text.tokens import Kind, Token

_SPACED = re.compile(rf"(?<=\S)\s+{DASH}\s+(?=\S)")


def parted(
    token: Token, dialects: Sequence[Dialect[object]], ply: int, always: bool
) -> list[Token]:
    """Return the two moves that a dash between blanks parts; none if it belongs to a move.

    Both sides of it are moves, and it makes no move of the game's usual board.

    Args:
        token: a move.
        dialects: the dialects that it may be written in.
        ply: how many plies of its game come before it.
        always: whether such dashes have parted moves before, so that this one does, whatever it
            makes.
    """
    dash = _SPACED.search(token.text)
    if dash is None:
        return []
    halves = token.text[: dash.start()], token.text[dash.end() :]
    texts = token.text, *halves
    ways = [one for one in dialects if all(map(one.lenient_pattern.fullmatch, texts))]
    whole = "".join(token.text.replace(dash[0], "-").split())
    if not ways or (not always and any(_fits(whole, one, ply) for one in ways)):
        return []
    columns = token.column, token.column + dash.end()
    return [Token(Kind.MOVE, *half) for half in zip(halves, columns, strict=True)]


def _fits(text: str, dialect: Dialect[object], ply: int) -> bool:
    """Whether a text, in letters of either size, is a move of the game's usual board."""
    spelled = filter(dialect.canonical_pattern.fullmatch, (text, text.lower(), text.upper()))
    return any(dialect.fits(one, ply) for one in spelled)
