"""Move notations of abstract board games: texts to moves and moves to texts.

A part of ludograph. The package has coordinates and grammars but no rules: ``analysis`` decides
whether a move is legal.
"""

from typing import Any

from notation.dialect import Dialect, Reading
from notation.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidPosition,
    InvalidVariant,
    LudographError,
    UnknownName,
    UnreadableMove,
    UnwritableMove,
)
from notation.findings import Finding
from notation.registry import dialects, sniff
from notation.registry import find as find_dialect

__all__ = [
    "AmbiguousMove",
    "Dialect",
    "Finding",
    "IllegalMove",
    "InvalidPosition",
    "InvalidVariant",
    "LudographError",
    "Reading",
    "UnknownName",
    "UnreadableMove",
    "UnwritableMove",
    "dialects",
    "find_dialect",
    "format",
    "parse",
    "read",
    "sniff",
]


def read(game: str, text: str, dialect: str | None = None) -> Reading[Any]:
    """Return all meanings of a move text, with a note on each departure from canonical spelling.

    Args:
        game: a game's name, such as ``"epaminondas"``.
        text: one move.
        dialect: a dialect's name; None for the dialect that fits the text best.

    Raises:
        UnknownName: there is no such game or dialect.
        UnreadableMove: the text is not a move.
    """
    if dialect is None:
        return (sniff([text], dialects(game)) or find_dialect(game)).read(text)
    return find_dialect(game, dialect).read(text)


def parse(game: str, text: str, dialect: str | None = None) -> Any:
    """Return the likeliest meaning of a move text; arguments and errors as for `read`.

    Some dialects leave details of a move to the board. Their meanings are partial moves, for which
    ``Position.completions`` returns the complete moves.
    """
    return read(game, text, dialect).moves[0]


def format(game: str, move: object, dialect: str | None = None) -> str:  # noqa: A001 (the interface's name)
    """Return the canonical text of a complete move.

    Args:
        game: a game's name.
        move: a move of that game.
        dialect: a dialect's name; None for the game's first dialect.

    Raises:
        UnknownName: there is no such game or dialect.
        UnwritableMove: the dialect cannot express the move.
    """
    return find_dialect(game, dialect).write(move)
